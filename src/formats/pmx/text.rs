//! Texts of a PMX file: the raw bytes and a decoded view of them (PMX-04, PMX-32).
//! Nothing is trimmed, normalised or cut at a NUL here.

use crate::formats::pmx::header::Encoding;
use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

/// Bytes that texts and records point into: a file as it was read, or one edited text.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Source {
    /// Fewer than 2^31 bytes.
    pub(super) bytes: Vec<u8>,
}

/// The bit of [`Text::length`] that says UTF-8.
const UTF8_BIT: u32 = 0x8000_0000;

/// A text as stored. Copies share its bytes; equality is that of bytes and encoding.
///
/// It is 16 bytes big and holds no copy of the file's bytes, so that a file of a million empty texts stays small
/// (PMX-20).
#[derive(Clone, Default)]
pub struct Text {
    source: Arc<Source>,
    start: u32,
    /// Bytes, below 2^31; [`UTF8_BIT`] is set for UTF-8.
    length: u32,
}

impl Text {
    /// `view` encoded without byte-order mark and terminator (PMX-36); none if that takes 2 GiB or more.
    pub fn new(view: &str, encoding: Encoding) -> Option<Self> {
        let raw = match encoding {
            Encoding::Utf8 => view.as_bytes().to_vec(),
            Encoding::Utf16 => view.encode_utf16().flat_map(u16::to_le_bytes).collect(),
        };
        Self::from_raw(raw, encoding)
    }

    /// A text of exactly these bytes; none if there are 2 GiB of them or more.
    pub fn from_raw(raw: Vec<u8>, encoding: Encoding) -> Option<Self> {
        let length = u32::try_from(raw.len()).ok()?;
        Self::within(&Arc::new(Source { bytes: raw }), 0, length, encoding)
    }

    /// A text inside `source`; none if it is not wholly there.
    pub(super) fn within(
        source: &Arc<Source>,
        start: u32,
        length: u32,
        encoding: Encoding,
    ) -> Option<Self> {
        let end = start.checked_add(length)?;
        let fits = u64::from(end) <= u64::try_from(source.bytes.len()).ok()?;
        if !fits || length & UTF8_BIT != 0 {
            return None;
        }
        let bit = match encoding {
            Encoding::Utf16 => 0,
            Encoding::Utf8 => UTF8_BIT,
        };
        Some(Self {
            source: Arc::clone(source),
            start,
            length: length | bit,
        })
    }

    /// The bytes as stored, without the length before them.
    pub fn raw(&self) -> &[u8] {
        let start = usize::try_from(self.start).unwrap_or(usize::MAX);
        let length = usize::try_from(self.length & !UTF8_BIT).unwrap_or(usize::MAX);
        self.source
            .bytes
            .get(start..)
            .and_then(|rest| rest.get(..length))
            .unwrap_or_default()
    }

    /// How the bytes are to be read.
    pub const fn encoding(&self) -> Encoding {
        if self.length & UTF8_BIT == 0 {
            Encoding::Utf16
        } else {
            Encoding::Utf8
        }
    }

    /// Whether there are no bytes.
    pub const fn is_empty(&self) -> bool {
        self.length & !UTF8_BIT == 0
    }

    /// The text for reading; what cannot be decoded shows as U+FFFD. A byte-order mark and NULs stay in it.
    pub fn view(&self) -> Cow<'_, str> {
        match self.encoding() {
            Encoding::Utf8 => String::from_utf8_lossy(self.raw()),
            Encoding::Utf16 => {
                let (units, rest) = self.raw().as_chunks::<2>();
                let units = units.iter().map(|unit| u16::from_le_bytes(*unit));
                let mut view: String = char::decode_utf16(units)
                    .map(|letter| letter.unwrap_or(char::REPLACEMENT_CHARACTER))
                    .collect();
                if !rest.is_empty() {
                    view.push(char::REPLACEMENT_CHARACTER);
                }
                Cow::Owned(view)
            }
        }
    }

    /// Whether [`Text::view`] shows every byte: encoding it again gives the same bytes.
    pub fn is_clean(&self) -> bool {
        match self.encoding() {
            Encoding::Utf8 => std::str::from_utf8(self.raw()).is_ok(),
            Encoding::Utf16 => {
                let (units, rest) = self.raw().as_chunks::<2>();
                let units = units.iter().map(|unit| u16::from_le_bytes(*unit));
                rest.is_empty() && char::decode_utf16(units).all(|letter| letter.is_ok())
            }
        }
    }
}

impl PartialEq for Text {
    fn eq(&self, other: &Self) -> bool {
        self.encoding() == other.encoding() && self.raw() == other.raw()
    }
}

impl Eq for Text {}

impl fmt::Debug for Text {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.view(), out)
    }
}

impl fmt::Display for Text {
    /// The decoded view.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.view())
    }
}
