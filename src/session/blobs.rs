//! Bytes that belong to a project and have no file of their own: once each beside it, named by their content.

use crate::base::cancel::Cancel;
use crate::base::digest::Digest;
use crate::base::files;
use crate::base::text::{Message, Phrase};
use crate::document::blob::{Blob, BlobError, ReadBlob};
use crate::document::parts::Document;
use crate::session::words;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

static DAMAGED: Phrase = Phrase::new(
    "项目的数据文件 {path} 已损坏或被改动。请把随项目保存的数据文件夹恢复原样。",
    "プロジェクトのデータファイル {path} が壊れているか、変わっています。一緒に保存したデータフォルダーを元に戻してください。",
    "The project's data file {path} is damaged or was changed. Restore the data folder that was saved with the project.",
);

/// Where a project's bytes lie: a folder beside it with its name.
pub(super) fn folder_of(project: &Path) -> PathBuf {
    project.with_extension("blobs")
}

fn path_of(folder: &Path, digest: Digest) -> PathBuf {
    folder.join(format!("{digest}.bin"))
}

/// Writes every blob of a document that is not there yet. Files that are there are left alone: a name stands for one
/// content.
pub(super) fn save(document: &Document, folder: &Path, cancel: &Cancel) -> Result<(), Message> {
    save_all(document.blobs(), folder, cancel)
}

/// As [`save`], of these blobs.
pub(super) fn save_all(blobs: Vec<&Blob>, folder: &Path, cancel: &Cancel) -> Result<(), Message> {
    if blobs.is_empty() {
        return Ok(());
    }
    files::make_folder(folder).map_err(|error| words::file_error(&error))?;
    let mut done = BTreeSet::new();
    for blob in blobs {
        let path = path_of(folder, blob.digest());
        if !done.insert(blob.digest()) || files::size_bytes(&path) == Some(blob.size_bytes()) {
            continue;
        }
        cancel.check().map_err(words::cancelled)?;
        let bytes = blob.read().map_err(|error| error.0)?;
        files::write_atomic(&path, &bytes).map_err(|error| words::file_error(&error))?;
    }
    Ok(())
}

/// The blob of this content, if it lies in the folder.
pub(super) fn find(folder: &Path, digest: Digest, size_bytes: u64) -> Option<Blob> {
    let path = path_of(folder, digest);
    if files::size_bytes(&path) != Some(size_bytes) {
        return None;
    }
    let file = BlobFile {
        path,
        digest,
        size_bytes,
    };
    Some(Blob::read_later(digest, size_bytes, Arc::new(file)))
}

/// A blob in a file of its own.
struct BlobFile {
    path: PathBuf,
    digest: Digest,
    size_bytes: u64,
}

impl ReadBlob for BlobFile {
    fn read(&self) -> Result<Arc<[u8]>, BlobError> {
        let bytes = files::read_capped(&self.path, self.size_bytes)
            .map_err(|error| BlobError(words::file_error(&error)))?;
        if Digest::of(&bytes) != self.digest {
            let message = Message::new(&DAMAGED).with("path", self.path.display());
            return Err(BlobError(message));
        }
        Ok(bytes.into())
    }
}
