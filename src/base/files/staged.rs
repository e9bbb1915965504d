//! Files and folders that appear in their places as a whole or not at all. Where they may lie is asked elsewhere.

use super::faults::{self, Fault, Step};
use super::{FileError, folder_of, is_file, is_regular, is_taken, read_capped};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// Writes `bytes` so that `path` holds either the old file or the whole new one, never a part.
///
/// Temporary file in the same folder, flushed to the device, read back and compared, renamed over the target, folder
/// flushed (WRT-07). A folder, device or pipe is never replaced. On any failure the old file is untouched and the temporary file is gone.
///
/// # Errors
///
/// [`FileError`]; the old file is untouched and the temporary file gone.
pub fn write_atomic(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    staged(path, bytes)?.commit()
}

/// As [`write_atomic`], and what was in the place before stays as `previous`, beside it.
///
/// At every moment `path` holds the old or the new file, and `previous` what it held or the old file.
///
/// # Errors
///
/// [`FileError`]; the old file is untouched and the temporary file gone.
pub fn write_atomic_keeping(path: &Path, bytes: &[u8], previous: &Path) -> Result<(), FileError> {
    let staged = staged(path, bytes)?;
    if is_file(path) {
        keep(path, previous)?;
    }
    staged.commit()
}

fn staged(path: &Path, bytes: &[u8]) -> Result<StagedFile, FileError> {
    let mut staged = StagedFile::beside(path)?;
    let written = staged.sink().write_all(bytes);
    written.map_err(|source| FileError::at(path, source))?;
    if staged.read_back(bytes.len() as u64)? != bytes {
        return Err(FileError::NotAsWritten(path.to_path_buf()));
    }
    Ok(staged)
}

/// Gives a file a second name, over what had that name. Where the disk knows no second names, it is copied.
fn keep(path: &Path, previous: &Path) -> Result<(), FileError> {
    let at = |source| FileError::at(previous, source);
    if std::fs::metadata(previous).is_ok_and(|meta| !is_regular(&meta)) {
        return Err(FileError::NotAFile(previous.to_path_buf()));
    }
    faults::strike(Step::Keep, previous).map_err(at)?;
    let linked = tempfile::Builder::new()
        .prefix(TEMPORARY)
        .make_in(folder_of(previous), |link| std::fs::hard_link(path, link));
    if let Ok(link) = linked {
        let left = link.path().to_path_buf();
        persist(link, previous)?;
        // Where both names lead to one file already, renaming leaves the third name standing.
        drop(std::fs::remove_file(left));
        return Ok(());
    }
    let mut copy = StagedFile::beside(previous)?;
    let mut old = std::fs::File::open(path).map_err(at)?;
    io::copy(&mut old, copy.sink()).map_err(at)?;
    copy.commit()
}

/// A file being written beside its place: nothing changes there before [`StagedFile::commit`] (WRT-07). Dropped without
/// it, the temporary file is gone.
#[derive(Debug)]
pub struct StagedFile {
    sink: Sink<tempfile::NamedTempFile>,
}

impl StagedFile {
    /// Starts a file whose place is `path`, in the same folder.
    ///
    /// # Errors
    ///
    /// [`FileError`]: a folder, device or pipe stands there, or the machine refuses.
    pub fn beside(path: &Path) -> Result<Self, FileError> {
        if std::fs::metadata(path).is_ok_and(|meta| !is_regular(&meta)) {
            return Err(FileError::NotAFile(path.to_path_buf()));
        }
        let temp = faults::strike(Step::Create, path)
            .and_then(|()| {
                let mut builder = tempfile::Builder::new();
                builder.prefix(TEMPORARY).tempfile_in(folder_of(path))
            })
            .map_err(|source| FileError::at(path, source))?;
        let path = path.to_path_buf();
        Ok(Self {
            sink: Sink { file: temp, path },
        })
    }

    /// Where the bytes go.
    pub fn sink(&mut self) -> &mut (impl io::Write + io::Seek) {
        &mut self.sink
    }

    /// What is written so far, flushed to the device and read from it again; at most `limit_bytes`.
    ///
    /// # Errors
    ///
    /// [`FileError`] when the machine refuses or there is more.
    pub fn read_back(&self, limit_bytes: u64) -> Result<Vec<u8>, FileError> {
        self.flush()?;
        let mut bytes = read_capped(self.sink.file.path(), limit_bytes)?;
        match faults::due(Step::ReadBack, &self.sink.path) {
            None => {}
            Some(Fault::Altered) => {
                if let Some(last) = bytes.last_mut() {
                    *last ^= 1;
                }
            }
            Some(fault) => return Err(FileError::at(&self.sink.path, fault.error())),
        }
        Ok(bytes)
    }

    fn flush(&self) -> Result<(), FileError> {
        let may = faults::strike(Step::Flush, &self.sink.path);
        may.and_then(|()| self.sink.file.as_file().sync_all())
            .map_err(|source| FileError::at(&self.sink.path, source))
    }

    /// Puts the file in its place, over what was there.
    ///
    /// # Errors
    ///
    /// [`FileError`]; the old file is untouched and the temporary file gone.
    pub fn commit(self) -> Result<(), FileError> {
        self.flush()?;
        give_permissions_of(&self.sink.path, self.sink.file.as_file());
        persist(self.sink.file, &self.sink.path)?;
        sync_folder(&folder_of(&self.sink.path));
        Ok(())
    }
}

/// A file on its way to a place, as something to write to.
#[derive(Debug)]
struct Sink<File> {
    file: File,
    path: PathBuf,
}

impl<File: io::Write> io::Write for Sink<File> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if let Err(refused) = faults::strike(Step::Write, &self.path) {
            // A disk that fills up takes a part first.
            let part = bytes.get(..bytes.len() / 2);
            self.file.write_all(part.unwrap_or_default())?;
            return Err(refused);
        }
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl<File: io::Seek> io::Seek for Sink<File> {
    fn seek(&mut self, to: io::SeekFrom) -> io::Result<u64> {
        self.file.seek(to)
    }
}

/// A folder being filled beside its place, where nothing may stand: it appears there as a whole or not at all (PRJ-04).
/// Dropped before [`StagedFolder::commit`], it is gone.
#[derive(Debug)]
pub struct StagedFolder {
    temp: tempfile::TempDir,
    path: PathBuf,
}

impl StagedFolder {
    /// Starts a folder whose place is `path`.
    ///
    /// # Errors
    ///
    /// [`FileError`]: something stands there already, or the machine refuses.
    pub fn beside(path: &Path) -> Result<Self, FileError> {
        if is_taken(path) {
            let source = io::Error::from(io::ErrorKind::AlreadyExists);
            return Err(FileError::at(path, source));
        }
        let temp = tempfile::Builder::new()
            .prefix(TEMPORARY)
            .tempdir_in(folder_of(path));
        let staged = Self {
            temp: temp.map_err(|source| FileError::at(path, source))?,
            path: path.to_path_buf(),
        };
        make_at(&staged.inside(), path)?;
        Ok(staged)
    }

    /// Writes a file below the folder and reads it back. `name`: relative, `/`-separated, without `..`.
    ///
    /// # Errors
    ///
    /// [`FileError`], with the file's later place.
    pub fn write(&self, name: &str, bytes: &[u8]) -> Result<(), FileError> {
        let (file, place) = (self.inside().join(name), self.path.join(name));
        let at = |source| FileError::at(&place, source);
        make_at(&folder_of(&file), &folder_of(&place))?;
        faults::strike(Step::Create, &place).map_err(at)?;
        let mut out = Sink {
            file: std::fs::File::create_new(&file).map_err(at)?,
            path: place.clone(),
        };
        out.write_all(bytes).map_err(at)?;
        faults::strike(Step::Flush, &place).map_err(at)?;
        out.file.sync_all().map_err(at)?;
        if read_capped(&file, bytes.len() as u64)? != bytes {
            return Err(FileError::NotAsWritten(place));
        }
        Ok(())
    }

    /// Puts the folder in its place.
    ///
    /// # Errors
    ///
    /// [`FileError`]; nothing stands there then.
    pub fn commit(self) -> Result<(), FileError> {
        let at = |source| FileError::at(&self.path, source);
        if is_taken(&self.path) {
            return Err(at(io::Error::from(io::ErrorKind::AlreadyExists)));
        }
        faults::strike(Step::Rename, &self.path).map_err(at)?;
        std::fs::rename(self.inside(), &self.path).map_err(at)?;
        sync_folder(&folder_of(&self.path));
        Ok(())
    }

    /// What gets renamed. It lies in the temporary folder, which is private, and has the usual mode itself.
    fn inside(&self) -> PathBuf {
        self.temp.path().join("content")
    }
}

fn make_at(folder: &Path, place: &Path) -> Result<(), FileError> {
    std::fs::create_dir_all(folder).map_err(|source| FileError::at(place, source))
}

/// How the names of what is still being written begin.
const TEMPORARY: &str = ".bem-studio-";

/// Renames `temp` over `path`, trying again for up to a second: virus scanners hold fresh files for a moment.
fn persist<File>(mut temp: tempfile::NamedTempFile<File>, path: &Path) -> Result<(), FileError> {
    faults::strike(Step::Rename, path).map_err(|source| FileError::at(path, source))?;
    let mut wait = std::time::Duration::from_millis(8);
    loop {
        match temp.persist(path) {
            Ok(_) => return Ok(()),
            Err(refused) => {
                let held = cfg!(windows) && refused.error.kind() == io::ErrorKind::PermissionDenied;
                if !held || wait.as_millis() > 512 {
                    return Err(FileError::at(path, refused.error));
                }
                std::thread::sleep(wait);
                wait *= 2;
                temp = refused.file;
            }
        }
    }
}

/// A temporary file is private; the result gets the mode of the file it replaces, or the usual one.
#[cfg(unix)]
fn give_permissions_of(path: &Path, temp: &std::fs::File) {
    use std::os::unix::fs::PermissionsExt as _;
    let permissions = std::fs::metadata(path).map_or_else(
        |_| std::fs::Permissions::from_mode(0o644),
        |meta| meta.permissions(),
    );
    // A file system without modes (a network share, say) keeps the private one: the content is what matters.
    drop(temp.set_permissions(permissions));
}

#[cfg(not(unix))]
fn give_permissions_of(_path: &Path, _temp: &std::fs::File) {}

#[cfg(unix)]
pub(super) fn sync_folder(folder: &Path) {
    // The rename is done; a file system that cannot flush a folder has nothing more to offer.
    if faults::strike(Step::FlushFolder, folder).is_err() {
        return;
    }
    if let Ok(handle) = std::fs::File::open(folder) {
        drop(handle.sync_all());
    }
}

#[cfg(not(unix))]
pub(super) fn sync_folder(_folder: &Path) {}
