//! The members of an archive in the order of its central directory, duplicates included. It decodes nothing.

use crate::base::limits::GIB;
use crate::base::numbers::{u64_of, usize_of_u64};
use crate::formats::bem::zip::names::NameDecoder;
use rawzip::extra_fields::ExtraFieldId;
use rawzip::{CompressionMethod, ZipArchive, ZipFileHeaderRecord, ZipSliceArchive};
use std::ops::Range;

/// Largest archive that is opened at all, in bytes (ZIP-08, COL-04).
const LARGEST_BYTES: u64 = 4 * GIB;
/// Most members listed: ours; above every limit of packages and collections, so that those limits can speak.
pub(in crate::formats::bem) const MOST_MEMBERS: usize = 40_000;

/// Where and how the bytes of a member lie in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Storage {
    /// As they are.
    Stored,
    /// Deflated.
    Deflated,
    /// A method we do not know.
    Other(u16),
}

/// One member as the central directory describes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// Its path. Names that are not marked as UTF-8 and are none are read as GBK or Shift-JIS.
    pub name: String,
    /// Whether it is a folder: its name ends with `/`.
    pub is_folder: bool,
    /// Whether it is a symbolic link.
    pub is_link: bool,
    /// Whether it is encrypted.
    pub is_encrypted: bool,
    /// How it is stored.
    pub storage: Storage,
    /// CRC-32 of the unpacked bytes.
    pub crc: u32,
    /// Unpacked size in bytes, as claimed.
    pub unpacked_size: u64,
    /// The stored bytes in the file; none where they do not lie inside it, overlap another member, or where the member's
    /// own header contradicts the directory.
    pub data: Option<Range<u64>>,
}

/// The members of an archive.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Archive {
    /// In the order of the central directory.
    pub members: Vec<Member>,
    /// Length of the file.
    pub size_bytes: u64,
}

/// Why an archive cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ArchiveError {
    /// The directory is missing, cut off or contradicts itself.
    #[error("the archive's directory cannot be read: {0}")]
    Damaged(String),
    /// Larger than anything the format knows (ZIP-08, COL-04).
    #[error("the archive has {size_bytes} bytes; at most {LARGEST_BYTES} are read")]
    TooLarge {
        /// Length of the file.
        size_bytes: u64,
    },
    /// More members than any package or collection can have.
    #[error("the archive has more than {MOST_MEMBERS} members")]
    TooManyMembers,
}

impl Archive {
    /// Reads the directory. Nothing is decoded; memory is bounded by the length of the directory.
    ///
    /// # Errors
    ///
    /// A directory that cannot be read, or sizes beyond every limit.
    pub fn read(bytes: &[u8]) -> Result<Self, ArchiveError> {
        let size_bytes = u64_of(bytes.len());
        if size_bytes > LARGEST_BYTES {
            return Err(ArchiveError::TooLarge { size_bytes });
        }
        let damaged = |error: rawzip::Error| ArchiveError::Damaged(error.to_string());
        let zip = ZipArchive::from_slice(bytes).map_err(damaged)?;
        let mut records = Vec::new();
        let mut entries = zip.entries();
        while let Some(record) = entries.next_entry().map_err(damaged)? {
            if records.len() >= MOST_MEMBERS {
                return Err(ArchiveError::TooManyMembers);
            }
            records.push(record);
        }
        if u64_of(records.len()) != zip.entries_hint() {
            let message = format!("{} of {} members", records.len(), zip.entries_hint());
            return Err(ArchiveError::Damaged(message));
        }
        let unmarked: Vec<&[u8]> = records
            .iter()
            .filter(|record| !is_marked_utf8(record))
            .map(raw_name)
            .collect();
        let names = NameDecoder::for_names(&unmarked);
        let mut members: Vec<Member> = records
            .iter()
            .map(|record| member(&zip, record, &names))
            .collect();
        drop_overlaps(&mut members);
        Ok(Self {
            members,
            size_bytes,
        })
    }
}

fn is_marked_utf8(record: &ZipFileHeaderRecord<'_>) -> bool {
    record.flags().is_utf8()
}

fn raw_name<'a>(record: &ZipFileHeaderRecord<'a>) -> &'a [u8] {
    record.file_path().as_bytes()
}

fn member(
    zip: &ZipSliceArchive<&[u8]>,
    record: &ZipFileHeaderRecord<'_>,
    names: &NameDecoder,
) -> Member {
    let raw = raw_name(record);
    let name = unicode_path(record)
        .or_else(|| is_marked_utf8(record).then(|| String::from_utf8_lossy(raw).into_owned()))
        .unwrap_or_else(|| names.decode(raw));
    let storage = match record.compression_method() {
        CompressionMethod::STORE => Storage::Stored,
        CompressionMethod::DEFLATE => Storage::Deflated,
        other => Storage::Other(other.as_u16()),
    };
    Member {
        is_folder: raw.ends_with(b"/"),
        is_link: record.mode().is_symlink(),
        is_encrypted: record.flags().is_encrypted() || record.flags().has_strong_encryption(),
        storage,
        crc: record.crc32(),
        unpacked_size: record.uncompressed_size_hint(),
        data: data_range(zip, record),
        name,
    }
}

/// The Unicode path extra field (0x7075), if it belongs to this very name.
fn unicode_path(record: &ZipFileHeaderRecord<'_>) -> Option<String> {
    let wanted = ExtraFieldId::new(0x7075);
    let field = record
        .extra_fields()
        .find(|(id, _)| *id == wanted)
        .map(|(_, data)| data)?;
    let (version, rest) = field.split_first()?;
    let (crc, name) = rest.split_first_chunk()?;
    let mut own = flate2::Crc::new();
    own.update(raw_name(record));
    let is_own = *version == 1 && u32::from_le_bytes(*crc) == own.sum();
    std::str::from_utf8(name)
        .ok()
        .filter(|_| is_own)
        .map(str::to_owned)
}

/// Where the stored bytes lie, if the member's own header agrees with the directory.
fn data_range(
    zip: &ZipSliceArchive<&[u8]>,
    record: &ZipFileHeaderRecord<'_>,
) -> Option<Range<u64>> {
    let entry = zip.get_entry(record.wayfinder()).ok()?;
    let local = entry.local_header();
    let is_same = local.file_path().as_bytes() == raw_name(record)
        && local.compression_method() == record.compression_method()
        && local.flags().is_encrypted() == record.flags().is_encrypted();
    // With a data descriptor the local sizes are not known yet.
    let has_same_sizes = local.flags().has_data_descriptor()
        || (local.compressed_size_hint() == record.compressed_size_hint()
            && local.uncompressed_size_hint() == record.uncompressed_size_hint()
            && local.crc32() == record.crc32());
    let (start, end) = entry.compressed_data_range();
    let is_inside = end <= zip.directory_offset();
    (is_same && has_same_sizes && is_inside).then_some(start..end)
}

/// Bytes that serve two members are a bomb: none of them is read.
fn drop_overlaps(members: &mut [Member]) {
    let mut ranges: Vec<(u64, u64, usize)> = members
        .iter()
        .enumerate()
        .filter_map(|(index, member)| {
            let data = member.data.as_ref()?;
            (data.start < data.end).then_some((data.start, data.end, index))
        })
        .collect();
    ranges.sort_unstable();
    let mut overlapping = Vec::new();
    let mut last: Option<(u64, usize)> = None;
    for (start, end, index) in ranges {
        if let Some((last_end, last_index)) = last
            && start < last_end
        {
            overlapping.extend([last_index, index]);
        }
        if last.is_none_or(|(last_end, _)| end > last_end) {
            last = Some((end, index));
        }
    }
    for index in overlapping {
        if let Some(member) = members.get_mut(index) {
            member.data = None;
        }
    }
}

impl Member {
    /// The stored bytes in `file`, the bytes the archive was read from.
    pub fn stored<'f>(&self, file: &'f [u8]) -> Option<&'f [u8]> {
        let data = self.data.as_ref()?;
        file.get(usize_of_u64(data.start)..usize_of_u64(data.end))
    }
}
