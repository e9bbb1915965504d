//! Writes a package as a ZIP (bem.md 16.1): `manifest.json`, an optional `preview.png`, decoded payloads. It checks no
//! rule but the limits of the container: what it is handed has been checked.

use crate::base::cancel::Cancel;
use crate::base::limits::{BEM_FILE_BYTES, BEM_MANIFEST_BYTES};
use crate::base::numbers::{u32_of, u64_of};
use crate::formats::bem::json::{self, Value};
use crate::formats::bem::limits::{Limits, MAX_MINOR};
use crate::formats::bem::manifest::Manifest;
use crate::formats::bem::references::references_mut;
use crate::formats::bem::write::{PayloadStore, WriteError, Written, normalise, number_payloads};
use crate::formats::bem::zip::writer::{Writer, WriterError};
use crate::formats::bem::zip::{MANIFEST, PAYLOADS};
use std::io::Write;

/// The name of the thumbnail.
pub const PREVIEW: &str = "preview.png";
/// Deflate level of everything: ours; the slowest one gains little on payloads.
const LEVEL: u32 = 6;

/// The name of a payload's member: four digits, more from 10,000 (ZIP-03).
pub fn member_name(payload: u32) -> String {
    format!("{PAYLOADS}{payload:04}.bin")
}

/// Writes a package as a ZIP into a sink and hands back what was written. Payloads are merged, dropped and numbered as
/// in a binary package; the manifest states its version in `format_version` (ZIP-10).
///
/// # Errors
///
/// See [`WriteError`]. What the sink holds then is worthless.
pub fn write_package<P: PayloadStore + ?Sized, W: Write>(
    manifest: &Manifest,
    payloads: &P,
    minor: u16,
    preview: Option<&[u8]>,
    cancel: &Cancel,
    sink: W,
) -> Result<Written, WriteError> {
    if minor > MAX_MINOR {
        return Err(WriteError::UnknownMinor { minor });
    }
    let mut manifest = normalise(manifest);
    let numbering = number_payloads(&manifest, payloads, cancel)?;
    for (_, id) in references_mut(&mut manifest) {
        *id = numbering.new_id(*id).unwrap_or(*id);
    }
    let n_payloads = u32_of(numbering.kept().len());
    let limit = Limits::of(minor).payloads;
    if n_payloads > limit {
        return Err(WriteError::TooManyPayloads {
            n_payloads,
            minor,
            limit,
        });
    }
    let text = manifest_text(&manifest, minor)?;
    let mut counter = Counter { sink, n_bytes: 0 };
    let mut zip = Writer::new(&mut counter);
    let failed = |error| match error {
        WriterError::TooLarge => WriteError::FileSize {
            size_bytes: BEM_FILE_BYTES,
        },
        WriterError::Io(error) => WriteError::Io(error),
    };
    zip.deflate(MANIFEST, text.as_bytes(), LEVEL)
        .map_err(failed)?;
    if let Some(preview) = preview {
        zip.store(PREVIEW, preview).map_err(failed)?;
    }
    for (new, &old) in numbering.kept().iter().enumerate() {
        cancel.check()?;
        let bytes = payloads.bytes(old)?;
        zip.deflate(&member_name(u32_of(new)), &bytes, LEVEL)
            .map_err(failed)?;
    }
    zip.finish().map_err(failed)?;
    let size_bytes = counter.n_bytes;
    if size_bytes > BEM_FILE_BYTES {
        return Err(WriteError::FileSize { size_bytes });
    }
    Ok(Written {
        manifest,
        numbering,
        size_bytes,
    })
}

fn manifest_text(manifest: &Manifest, minor: u16) -> Result<String, WriteError> {
    let mut value = manifest.to_value();
    if let Value::Object(members) = &mut value {
        members.push((
            "format_version".to_owned(),
            Value::Text(format!("1.{minor}")),
        ));
    }
    let text = json::to_compact(&value);
    let size_bytes = u64_of(text.len());
    if size_bytes > BEM_MANIFEST_BYTES {
        return Err(WriteError::ManifestSize { size_bytes });
    }
    Ok(text)
}

/// Counts what goes into a sink.
struct Counter<W> {
    sink: W,
    n_bytes: u64,
}

impl<W: Write> Write for Counter<W> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let n_written = self.sink.write(bytes)?;
        self.n_bytes = self.n_bytes.saturating_add(u64_of(n_written));
        Ok(n_written)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.sink.flush()
    }
}
