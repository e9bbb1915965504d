//! The payloads of a package as blobs that are decoded when they are needed.

use crate::base::cancel::Cancel;
use crate::base::digest::Digest;
use crate::base::numbers::{u32_of, u64_of};
use crate::base::text::{Message, Phrase};
use crate::document::blob::{Blob, BlobError, ReadBlob};
use crate::formats::bem::payloads::Payloads;
use rayon::prelude::*;
use std::borrow::Cow;
use std::sync::Arc;

static UNREADABLE: Phrase = Phrase::new(
    "打开的包的数据 {payload} 无法读取。请重新打开该包。",
    "開いたパッケージのデータ {payload} を読めません。パッケージを開き直してください。",
    "Payload {payload} of the opened package cannot be read. Open the package again.",
);
static CANCELLED: Phrase = Phrase::new("已取消。", "中止しました。", "Cancelled.");

/// Every payload as a blob, by payload ID. Each is decoded once, for its content hash, and not kept.
///
/// # Errors
///
/// [`BlobError`]: a payload that cannot be decoded, or the raised token.
pub fn blobs_of(payloads: &Arc<Payloads>, cancel: &Cancel) -> Result<Vec<Blob>, BlobError> {
    let ids: Vec<u32> = (0..u32_of(payloads.len())).collect();
    ids.par_iter()
        .map(|id| {
            cancel
                .check()
                .map_err(|_raised| BlobError(Message::new(&CANCELLED)))?;
            let bytes = decoded(payloads, *id)?;
            let (digest, size_bytes) = (Digest::of(&bytes), u64_of(bytes.len()));
            let payload = Payload {
                payloads: Arc::clone(payloads),
                id: *id,
                digest,
            };
            Ok(Blob::read_later(digest, size_bytes, Arc::new(payload)))
        })
        .collect()
}

struct Payload {
    payloads: Arc<Payloads>,
    id: u32,
    digest: Digest,
}

fn unreadable(id: u32) -> BlobError {
    BlobError(Message::new(&UNREADABLE).with("payload", id))
}

fn decoded(payloads: &Payloads, id: u32) -> Result<Cow<'_, [u8]>, BlobError> {
    payloads.payload(id).map_err(|_cause| unreadable(id))
}

impl ReadBlob for Payload {
    fn read(&self) -> Result<Arc<[u8]>, BlobError> {
        let bytes = decoded(&self.payloads, self.id)?;
        // The file may have been written over since it was opened.
        if Digest::of(&bytes) != self.digest {
            return Err(unreadable(self.id));
        }
        Ok(bytes.into_owned().into())
    }
}
