//! The only place that touches the file system: capped reads, atomic writes, listings.
//! It interprets nothing and never overwrites a file in place.

pub mod faults;

mod log;
mod staged;

pub use log::{Lock, Log};
pub use staged::{StagedFile, StagedFolder, write_atomic, write_atomic_keeping};

use crate::base::limits;
use faults::Step;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

/// What went wrong with a file. The path is as the caller gave it.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// There is nothing at this path.
    #[error("{path}: not found", path = .0.display())]
    NotFound(PathBuf),
    /// The path names a folder or a device where a file was wanted.
    #[error("{path}: this is not a file", path = .0.display())]
    NotAFile(PathBuf),
    /// The file is larger than the reader takes.
    #[error("{path}: {size_bytes} bytes, at most {limit_bytes} are read", path = .path.display())]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// Its size in bytes.
        size_bytes: u64,
        /// The cap in bytes.
        limit_bytes: u64,
    },
    /// What was written does not read back equal; nothing was replaced.
    #[error("{path}: what was written does not read back equal; nothing was replaced", path = .0.display())]
    NotAsWritten(PathBuf),
    /// The machine refused: permissions, full disk, vanished drive.
    #[error("{path}: {source}", path = .path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// The system's own words.
        source: io::Error,
    },
}

impl FileError {
    fn at(path: &Path, source: io::Error) -> Self {
        if source.kind() == io::ErrorKind::NotFound {
            Self::NotFound(path.to_path_buf())
        } else {
            Self::Io {
                path: path.to_path_buf(),
                source,
            }
        }
    }
}

/// Reads a whole regular file of at most `limit_bytes` bytes.
///
/// The size is checked before anything is reserved and again while reading, since files grow.
///
/// # Errors
///
/// [`FileError`]: nothing there, no regular file, too large, or the machine refuses.
pub fn read_capped(path: &Path, limit_bytes: u64) -> Result<Vec<u8>, FileError> {
    let at = |source| FileError::at(path, source);
    let meta = std::fs::metadata(path).map_err(at)?;
    if !is_regular(&meta) {
        return Err(FileError::NotAFile(path.to_path_buf()));
    }
    let too_large = |size_bytes| FileError::TooLarge {
        path: path.to_path_buf(),
        size_bytes,
        limit_bytes,
    };
    if meta.len() > limit_bytes {
        return Err(too_large(meta.len()));
    }
    let file = std::fs::File::open(path).map_err(at)?;
    let mut bytes = Vec::new();
    let wanted = crate::base::numbers::usize_of_u64(meta.len());
    if let Err(refused) = bytes.try_reserve_exact(wanted) {
        return Err(at(io::Error::new(io::ErrorKind::OutOfMemory, refused)));
    }
    file.take(limit_bytes.saturating_add(1))
        .read_to_end(&mut bytes)
        .map_err(at)?;
    if bytes.len() as u64 > limit_bytes {
        return Err(too_large(bytes.len() as u64));
    }
    Ok(bytes)
}

/// A regular file that stays open and is read in parts, by several threads at once.
#[derive(Debug)]
pub struct OpenFile {
    file: std::fs::File,
    size_bytes: u64,
}

impl OpenFile {
    /// Length when it was opened.
    pub const fn size_bytes(&self) -> u64 {
        self.size_bytes
    }

    /// Fills `out` with what lies from `offset` on.
    ///
    /// # Errors
    ///
    /// The system's own; also where the file has become shorter meanwhile.
    pub fn read_at(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        read_exact_at(&self.file, offset, out)
    }
}

#[cfg(unix)]
fn read_exact_at(file: &std::fs::File, offset: u64, out: &mut [u8]) -> io::Result<()> {
    use std::os::unix::fs::FileExt as _;
    file.read_exact_at(out, offset)
}

#[cfg(windows)]
fn read_exact_at(file: &std::fs::File, mut offset: u64, mut out: &mut [u8]) -> io::Result<()> {
    use std::os::windows::fs::FileExt as _;
    while !out.is_empty() {
        let n_read = match file.seek_read(out, offset) {
            Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(n_read) => n_read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        offset = offset.saturating_add(n_read as u64);
        out = out.get_mut(n_read..).unwrap_or_default();
    }
    Ok(())
}

/// Opens a regular file of at most `limit_bytes` bytes without reading it.
///
/// # Errors
///
/// [`FileError`]: nothing there, no regular file, too large, or the machine refuses.
pub fn open_capped(path: &Path, limit_bytes: u64) -> Result<OpenFile, FileError> {
    let at = |source| FileError::at(path, source);
    // Asked before opening: opening a pipe waits for its other end.
    if !is_regular(&std::fs::metadata(path).map_err(at)?) {
        return Err(FileError::NotAFile(path.to_path_buf()));
    }
    let file = std::fs::File::open(path).map_err(at)?;
    let size_bytes = file.metadata().map_err(at)?.len();
    if size_bytes > limit_bytes {
        return Err(FileError::TooLarge {
            path: path.to_path_buf(),
            size_bytes,
            limit_bytes,
        });
    }
    Ok(OpenFile { file, size_bytes })
}

/// Whether anything has this name, a link to nothing too.
pub fn is_taken(path: &Path) -> bool {
    std::fs::symlink_metadata(path).is_ok()
}

/// Where a path really leads: links followed as far as it exists, the rest appended with `.` and `..` worked out.
pub fn resolved(path: &Path) -> PathBuf {
    let whole = absolute(path);
    let mut below = Vec::new();
    let mut known = whole.as_path();
    let mut real = loop {
        if let Ok(real) = std::fs::canonicalize(known) {
            break real;
        }
        match (known.components().next_back(), known.parent()) {
            (Some(last), Some(parent)) => {
                below.push(last);
                known = parent;
            }
            _ => break known.to_path_buf(),
        }
    };
    for part in below.into_iter().rev() {
        match part {
            std::path::Component::ParentDir => drop(real.pop()),
            std::path::Component::CurDir => {}
            part => real.push(part),
        }
    }
    real
}

/// The size of a regular file in bytes.
///
/// # Errors
///
/// [`FileError`]: nothing there, no regular file, or the machine refuses.
pub fn size_of(path: &Path) -> Result<u64, FileError> {
    let meta = std::fs::metadata(path).map_err(|source| FileError::at(path, source))?;
    if is_regular(&meta) {
        Ok(meta.len())
    } else {
        Err(FileError::NotAFile(path.to_path_buf()))
    }
}

#[expect(
    clippy::filetype_is_file,
    reason = "devices and pipes are meant to be left out: reading them may never end"
)]
fn is_regular(meta: &std::fs::Metadata) -> bool {
    meta.file_type().is_file()
}

/// The folder a file lies in; `.` for a bare name.
pub fn folder_of(path: &Path) -> PathBuf {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent.to_path_buf(),
        _ => PathBuf::from("."),
    }
}

/// Makes a folder and those above it; one that is there already is fine.
///
/// # Errors
///
/// [`FileError`] when the machine refuses.
pub fn make_folder(path: &Path) -> Result<(), FileError> {
    faults::strike(Step::Create, path)
        .and_then(|()| std::fs::create_dir_all(path))
        .map_err(|source| FileError::at(path, source))
}

/// Makes a folder with a name of its own in `parent`, which is made too. It is private to the user.
///
/// # Errors
///
/// [`FileError`] when the machine refuses.
pub fn make_folder_in(parent: &Path) -> Result<PathBuf, FileError> {
    make_folder(parent)?;
    let made = tempfile::Builder::new().prefix("").tempdir_in(parent);
    let made = made.map_err(|source| FileError::at(parent, source))?;
    Ok(made.keep())
}

/// The folders in a folder, in byte order; none when it cannot be listed. Links are passed over.
pub fn folders_in(parent: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(parent).into_iter().flatten().flatten();
    let mut folders: Vec<PathBuf> = entries
        .filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()))
        .map(|entry| entry.path())
        .collect();
    folders.sort();
    folders
}

/// Removes a folder with everything in it; one that is not there is fine.
///
/// # Errors
///
/// [`FileError`] when the machine refuses.
pub fn remove_folder(path: &Path) -> Result<(), FileError> {
    gone(path, std::fs::remove_dir_all(path))
}

/// Removes a file; one that is not there is fine.
///
/// # Errors
///
/// [`FileError`] when the machine refuses.
pub fn remove_file(path: &Path) -> Result<(), FileError> {
    gone(path, std::fs::remove_file(path))
}

fn gone(path: &Path, removed: io::Result<()>) -> Result<(), FileError> {
    match removed {
        Err(source) if source.kind() != io::ErrorKind::NotFound => Err(FileError::at(path, source)),
        Ok(()) | Err(_) => Ok(()),
    }
}

/// How long ago a file was written last; none when nobody can tell, as with a clock that was set back.
pub fn age_of(path: &Path) -> Option<std::time::Duration> {
    let modified = std::fs::metadata(path).ok()?.modified().ok()?;
    modified.elapsed().ok()
}

/// The size of a regular file in bytes; none when there is none.
pub fn size_bytes(path: &Path) -> Option<u64> {
    let meta = std::fs::metadata(path).ok()?;
    is_regular(&meta).then_some(meta.len())
}

/// Whether a regular file stands at `path`.
pub fn is_file(path: &Path) -> bool {
    std::fs::metadata(path).is_ok_and(|meta| is_regular(&meta))
}

/// Whether a folder stands at `path`.
pub fn is_folder(path: &Path) -> bool {
    std::fs::metadata(path).is_ok_and(|meta| meta.is_dir())
}

/// Whether two paths lead to the same existing file or folder, whatever they are called.
pub fn is_same(a: &Path, b: &Path) -> bool {
    matches!((std::fs::canonicalize(a), std::fs::canonicalize(b)), (Ok(a), Ok(b)) if a == b)
}

/// `path` made absolute without asking whether it exists.
pub fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf())
}

/// All regular files below `root`, as paths relative to it with `/`, in byte order.
///
/// Links that leave `root`, names that are no Unicode and what lies deeper than [`limits::TREE_DEPTH`] are passed over;
/// the listing ends at [`limits::TREE_FILES`] files.
///
/// # Errors
///
/// [`FileError`] when `root` itself cannot be listed; what cannot be read below it is passed over.
pub fn list_tree(root: &Path) -> Result<Vec<String>, FileError> {
    let real_root = std::fs::canonicalize(root).map_err(|source| FileError::at(root, source))?;
    let mut files = Vec::new();
    let mut folders = vec![(root.to_path_buf(), String::new(), 0_usize)];
    while let Some((folder, prefix, depth)) = folders.pop() {
        let entries = match std::fs::read_dir(&folder) {
            Ok(entries) => entries,
            Err(source) if depth == 0 => return Err(FileError::at(&folder, source)),
            Err(_) => continue,
        };
        for entry in entries.flatten() {
            if files.len() >= limits::TREE_FILES {
                break;
            }
            let Ok(name) = entry.file_name().into_string() else {
                continue;
            };
            let path = entry.path();
            let Ok(meta) = std::fs::metadata(&path) else {
                continue;
            };
            let is_link = entry.file_type().is_ok_and(|kind| kind.is_symlink());
            if is_link
                && !std::fs::canonicalize(&path).is_ok_and(|real| real.starts_with(&real_root))
            {
                continue;
            }
            if meta.is_dir() {
                if depth < limits::TREE_DEPTH && !is_link {
                    folders.push((path, format!("{prefix}{name}/"), depth + 1));
                }
            } else if is_regular(&meta) {
                files.push(format!("{prefix}{name}"));
            }
        }
    }
    files.sort();
    Ok(files)
}

/// The first bytes of a regular file, at most `n_bytes`: enough to tell what it is.
///
/// # Errors
///
/// [`FileError`]: nothing there, no regular file, or the machine refuses.
pub fn read_head(path: &Path, n_bytes: u64) -> Result<Vec<u8>, FileError> {
    let at = |source| FileError::at(path, source);
    let meta = std::fs::metadata(path).map_err(at)?;
    if !is_regular(&meta) {
        return Err(FileError::NotAFile(path.to_path_buf()));
    }
    let mut head = Vec::new();
    let file = std::fs::File::open(path).map_err(at)?;
    file.take(n_bytes).read_to_end(&mut head).map_err(at)?;
    Ok(head)
}
