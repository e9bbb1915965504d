//! Builds archives byte by byte, also such as no proper program writes. No test stands here.

use flate2::{Compress, Compression, FlushCompress};

/// A member to be written.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub name: Vec<u8>,
    pub bytes: Vec<u8>,
    pub method: u16,
    pub flags: u16,
    /// Upper half of the external attributes: Unix mode.
    pub mode: u32,
    /// Stated instead of the real values.
    pub crc: Option<u32>,
    pub size: Option<u32>,
    pub local_name: Option<Vec<u8>>,
    pub is_zip64: bool,
    /// Written as it is instead of the compressed bytes.
    pub data: Option<Vec<u8>>,
    pub extra: Vec<u8>,
}

impl Entry {
    pub(super) fn deflated(name: &str, bytes: &[u8]) -> Self {
        Self {
            name: name.as_bytes().to_vec(),
            bytes: bytes.to_vec(),
            method: 8,
            flags: 1 << 11,
            mode: 0o100_644,
            crc: None,
            size: None,
            local_name: None,
            is_zip64: false,
            data: None,
            extra: Vec::new(),
        }
    }

    pub(super) fn stored(name: &str, bytes: &[u8]) -> Self {
        Self {
            method: 0,
            ..Self::deflated(name, bytes)
        }
    }

    fn packed(&self) -> Vec<u8> {
        match (&self.data, self.method) {
            (Some(data), _) => data.clone(),
            (None, 8) => deflate(&self.bytes),
            (None, _) => self.bytes.clone(),
        }
    }
}

pub(super) fn deflate(bytes: &[u8]) -> Vec<u8> {
    let mut out = vec![0; bytes.len() + bytes.len() / 8 + 64];
    let mut encoder = Compress::new(Compression::new(6), false);
    encoder
        .compress(bytes, &mut out, FlushCompress::Finish)
        .expect("compresses");
    out.truncate(usize::try_from(encoder.total_out()).expect("a length"));
    out
}

fn crc_of(bytes: &[u8]) -> u32 {
    let mut crc = flate2::Crc::new();
    crc.update(bytes);
    crc.sum()
}

fn size_of(bytes: &[u8]) -> u32 {
    u32::try_from(bytes.len()).expect("a small member")
}

/// The whole archive.
pub(super) fn archive(entries: &[Entry]) -> Vec<u8> {
    let mut file = Vec::new();
    let mut directory = Vec::new();
    for entry in entries {
        let packed = entry.packed();
        let offset = size_of(&file);
        let size = entry.size.unwrap_or_else(|| size_of(&entry.bytes));
        let crc = entry.crc.unwrap_or_else(|| crc_of(&entry.bytes));
        let mut extra = entry.extra.clone();
        let (packed_field, size_field) = if entry.is_zip64 {
            extra.extend(1_u16.to_le_bytes());
            extra.extend(16_u16.to_le_bytes());
            extra.extend(u64::from(size).to_le_bytes());
            extra.extend((packed.len() as u64).to_le_bytes());
            (u32::MAX, u32::MAX)
        } else {
            (size_of(&packed), size)
        };
        let facts = |name: &[u8]| {
            let mut out = Vec::new();
            out.extend(45_u16.to_le_bytes());
            out.extend(entry.flags.to_le_bytes());
            out.extend(entry.method.to_le_bytes());
            out.extend([0, 0, 0x21, 0]);
            out.extend(crc.to_le_bytes());
            out.extend(packed_field.to_le_bytes());
            out.extend(size_field.to_le_bytes());
            out.extend(
                u16::try_from(name.len())
                    .expect("a short name")
                    .to_le_bytes(),
            );
            out.extend(
                u16::try_from(extra.len())
                    .expect("little extra")
                    .to_le_bytes(),
            );
            out
        };
        let local_name = entry.local_name.as_ref().unwrap_or(&entry.name);
        file.extend(b"PK\x03\x04");
        file.extend(facts(local_name));
        file.extend(local_name);
        file.extend(&extra);
        file.extend(&packed);
        directory.extend(b"PK\x01\x02");
        directory.extend([45, 3]);
        directory.extend(facts(&entry.name));
        directory.extend([0; 6]);
        directory.extend((entry.mode << 16).to_le_bytes());
        directory.extend(offset.to_le_bytes());
        directory.extend(&entry.name);
        directory.extend(&extra);
    }
    let start = size_of(&file);
    file.extend(&directory);
    let n = u16::try_from(entries.len()).expect("few members");
    file.extend(b"PK\x05\x06");
    file.extend([0; 4]);
    file.extend(n.to_le_bytes());
    file.extend(n.to_le_bytes());
    file.extend(size_of(&directory).to_le_bytes());
    file.extend(start.to_le_bytes());
    file.extend([0, 0]);
    file
}
