//! A file that only grows, and the lock that says whose it is. What the lines mean is told elsewhere.

use super::faults::{self, Step};
use super::staged::sync_folder;
use super::{FileError, folder_of};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// A file to which whole pieces are added, each on the device before the next.
#[derive(Debug)]
pub struct Log {
    file: File,
    path: PathBuf,
    size_bytes: u64,
}

impl Log {
    /// Goes on with the file at `path`.
    ///
    /// # Errors
    ///
    /// [`FileError`]: nothing there, or the machine refuses.
    pub fn open(path: &Path) -> Result<Self, FileError> {
        let at = |source| FileError::at(path, source);
        let file = OpenOptions::new().append(true).open(path).map_err(at)?;
        let size_bytes = file.metadata().map_err(at)?.len();
        Ok(Self {
            file,
            path: path.to_path_buf(),
            size_bytes,
        })
    }

    /// Size in bytes.
    pub fn size_bytes(&self) -> u64 {
        self.size_bytes
    }

    /// Adds `bytes` and flushes them to the device. On failure the file may end with a part of them.
    ///
    /// # Errors
    ///
    /// [`FileError`] when the machine refuses.
    pub fn append(&mut self, bytes: &[u8]) -> Result<(), FileError> {
        self.try_append(bytes)
            .map_err(|source| FileError::at(&self.path, source))
    }

    fn try_append(&mut self, bytes: &[u8]) -> io::Result<()> {
        faults::strike(Step::Write, &self.path)?;
        self.file.write_all(bytes)?;
        self.size_bytes += bytes.len() as u64;
        faults::strike(Step::Flush, &self.path)?;
        self.file.sync_data()
    }
}

/// A file that one process holds; it is free again when this is dropped or the process ends, however it ends.
#[derive(Debug)]
pub struct Lock(File);

impl Drop for Lock {
    fn drop(&mut self) {
        // Closing the file would do, but for a program that is being started just now and has it open too for a moment.
        drop(self.0.unlock());
    }
}

impl Lock {
    /// Takes the lock at `path`, whose file is made when it is not there; none when another process, or another value
    /// of this one, holds it.
    ///
    /// # Errors
    ///
    /// [`FileError`] when the machine refuses, or its disk knows no locks.
    pub fn take(path: &Path) -> Result<Option<Self>, FileError> {
        let at = |source| FileError::at(path, source);
        faults::strike(Step::Create, path).map_err(at)?;
        let mut options = OpenOptions::new();
        let opened = options.write(true).create(true).truncate(false).open(path);
        let file = opened.map_err(at)?;
        match file.try_lock() {
            Ok(()) => {
                sync_folder(&folder_of(path));
                Ok(Some(Self(file)))
            }
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(source)) => Err(at(source)),
        }
    }
}
