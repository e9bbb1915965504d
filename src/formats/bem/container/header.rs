//! Header and directory entries, field for field as stored. They are not judged here.

use crate::formats::bem::limits::{ENTRY_BYTES, HEADER_BYTES, MAX_MINOR};

/// The first eight bytes of a package (CON-01).
pub const MAGIC: [u8; 8] = *b"BEM\0PKG\0";
/// The only major version (VER-01).
pub const MAJOR: u16 = 1;
/// Codec of a block stored as it is.
pub const CODEC_RAW: u32 = 0;
/// Codec of a Zstandard frame.
pub const CODEC_ZSTD: u32 = 1;

/// The 40 bytes at the start of the file, without the magic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::struct_field_names, reason = "the rulebook names the field so")]
pub struct Header {
    /// Always 1.
    pub major: u16,
    /// 0..=5.
    pub minor: u16,
    /// Always 40.
    pub header_size: u32,
    /// Bytes of the whole file.
    pub file_size: u64,
    /// Bytes of the manifest.
    pub manifest_size: u64,
    /// Number of directory entries.
    pub payload_count: u32,
    /// Always 0.
    pub flags: u32,
}

impl Header {
    /// The header at the start of `bytes`; none if there are fewer than 40. The magic is not looked at.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let rest = bytes.get(MAGIC.len()..)?;
        let (major, rest) = rest.split_first_chunk()?;
        let (minor, rest) = rest.split_first_chunk()?;
        let (header_size, rest) = rest.split_first_chunk()?;
        let (file_size, rest) = rest.split_first_chunk()?;
        let (manifest_size, rest) = rest.split_first_chunk()?;
        let (payload_count, rest) = rest.split_first_chunk()?;
        let (flags, _) = rest.split_first_chunk()?;
        Some(Self {
            major: u16::from_le_bytes(*major),
            minor: u16::from_le_bytes(*minor),
            header_size: u32::from_le_bytes(*header_size),
            file_size: u64::from_le_bytes(*file_size),
            manifest_size: u64::from_le_bytes(*manifest_size),
            payload_count: u32::from_le_bytes(*payload_count),
            flags: u32::from_le_bytes(*flags),
        })
    }

    /// Appends the 40 bytes, magic included.
    pub fn write(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&MAGIC);
        out.extend_from_slice(&self.major.to_le_bytes());
        out.extend_from_slice(&self.minor.to_le_bytes());
        out.extend_from_slice(&self.header_size.to_le_bytes());
        out.extend_from_slice(&self.file_size.to_le_bytes());
        out.extend_from_slice(&self.manifest_size.to_le_bytes());
        out.extend_from_slice(&self.payload_count.to_le_bytes());
        out.extend_from_slice(&self.flags.to_le_bytes());
    }

    /// Whether the version is one of 1.0 to 1.5 (VER-01).
    pub const fn is_known_version(&self) -> bool {
        self.major == MAJOR && self.minor <= MAX_MINOR
    }

    /// Where the directory ends and the first block starts (CON-06, CON-10); saturates.
    pub fn directory_end(&self) -> u64 {
        u64::from(self.payload_count)
            .saturating_mul(ENTRY_BYTES)
            .saturating_add(self.manifest_size)
            .saturating_add(HEADER_BYTES)
    }
}

/// A directory entry: one payload.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// 0 raw, 1 Zstandard.
    pub codec: u32,
    /// Always 0.
    pub reserved: u32,
    /// Where the block starts in the file.
    pub offset: u64,
    /// Bytes of the block.
    pub stored_size: u64,
    /// Bytes of the payload.
    pub decoded_size: u64,
}

impl Entry {
    /// The entry at the start of `bytes`; none if there are fewer than 32.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let (codec, rest) = bytes.split_first_chunk()?;
        let (reserved, rest) = rest.split_first_chunk()?;
        let (offset, rest) = rest.split_first_chunk()?;
        let (stored_size, rest) = rest.split_first_chunk()?;
        let (decoded_size, _) = rest.split_first_chunk()?;
        Some(Self {
            codec: u32::from_le_bytes(*codec),
            reserved: u32::from_le_bytes(*reserved),
            offset: u64::from_le_bytes(*offset),
            stored_size: u64::from_le_bytes(*stored_size),
            decoded_size: u64::from_le_bytes(*decoded_size),
        })
    }

    /// Appends the 32 bytes.
    pub fn write(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.codec.to_le_bytes());
        out.extend_from_slice(&self.reserved.to_le_bytes());
        out.extend_from_slice(&self.offset.to_le_bytes());
        out.extend_from_slice(&self.stored_size.to_le_bytes());
        out.extend_from_slice(&self.decoded_size.to_le_bytes());
    }
}
