//! Reads signature, header and info (pmx.md 1.2), and tells what other kind of file it is (PMX-45).

use crate::formats::pmx::error::{ErrorCode, OtherKind, ReadError, Value};
use crate::formats::pmx::header::{
    Encoding, Header, IndexKind, IndexSize, IndexSizes, Info, VERSION_20_BITS, VERSION_21_BITS,
};
use crate::formats::pmx::read::reader::{Fallible, Reader};
use crate::formats::pmx::section::Section;

/// Globals that every file has: encoding, extra UVs, six index sizes.
const N_GLOBALS: u8 = 8;

/// Reads everything before the info texts and tells the reader the widths.
pub(super) fn read_header(reader: &mut Reader<'_>) -> Fallible<Header> {
    read_signature(reader)?;
    let version_bits = read_version(reader)?;
    let offset = reader.offset();
    let n_globals = reader.u8("globals_count")?;
    let Some(n_extra) = n_globals.checked_sub(N_GLOBALS) else {
        let value = (offset, i64::from(n_globals));
        return Err(reader.refuse_value(ErrorCode::GlobalsCount, "globals_count", value));
    };
    let offset = reader.offset();
    reader.encoding = match reader.u8("encoding")? {
        0 => Encoding::Utf16,
        1 => Encoding::Utf8,
        other => {
            let value = (offset, i64::from(other));
            return Err(reader.refuse_value(ErrorCode::Encoding, "encoding", value));
        }
    };
    let offset = reader.offset();
    reader.n_extra_uvs = reader.u8("extra_uv")?;
    if reader.n_extra_uvs > 4 {
        let value = (offset, i64::from(reader.n_extra_uvs));
        return Err(reader.refuse_value(ErrorCode::ExtraUvCount, "extra_uv", value));
    }
    let mut sizes = IndexSizes::default();
    for kind in IndexKind::ALL {
        let offset = reader.offset();
        let byte = reader.u8(kind.size_field())?;
        let Some(size) = IndexSize::from_byte(byte) else {
            let value = (offset, i64::from(byte));
            return Err(reader.refuse_value(ErrorCode::IndexSize, kind.size_field(), value));
        };
        sizes = sizes.with(kind, size);
    }
    reader.sizes = sizes;
    let globals_extra = reader.take("globals_extra", usize::from(n_extra))?.to_vec();
    Ok(Header {
        version_bits,
        encoding: reader.encoding,
        n_extra_uvs: reader.n_extra_uvs,
        index_sizes: sizes,
        globals_extra,
    })
}

/// Reads the names and comments of the model.
pub(super) fn read_info(reader: &mut Reader<'_>) -> Fallible<Info> {
    reader.section = Section::Info;
    Ok(Info {
        name: reader.text("name")?,
        name_en: reader.text("name_en")?,
        comment: reader.text("comment")?,
        comment_en: reader.text("comment_en")?,
    })
}

fn read_signature(reader: &mut Reader<'_>) -> Fallible<()> {
    let all = reader.cursor.rest();
    let read = reader.cursor.array::<4>();
    let signature = *read.map_err(|short| reader.cut("signature", short))?;
    let code = match &signature {
        b"PMX " => return Ok(()),
        b"Pmx " => ErrorCode::Pmx10,
        [b'P', b'm', b'd', _] => ErrorCode::Pmd,
        [b'P', b'M', b'X', _] => ErrorCode::DamagedSignature,
        _ => ErrorCode::NotPmx,
    };
    let mut error = reader.refuse(code, "signature", 0);
    error.value = Some(Value::Hex(u32::from_be_bytes(signature)));
    if code == ErrorCode::NotPmx {
        error.other_kind = OtherKind::of(all);
    }
    Err(error)
}

fn read_version(reader: &mut Reader<'_>) -> Fallible<u32> {
    let offset = reader.offset();
    let read = reader.cursor.u32();
    let bits = read.map_err(|short| reader.cut("version", short))?;
    let version = f32::from_bits(bits);
    let is_near = |known_bits| (version - f32::from_bits(known_bits)).abs() <= 0.001;
    if is_near(VERSION_20_BITS) || is_near(VERSION_21_BITS) {
        return Ok(bits);
    }
    let mut error: Box<ReadError> = reader.refuse(ErrorCode::Version, "version", offset);
    error.value = Some(Value::Hex(bits));
    Err(error)
}
