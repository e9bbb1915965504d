//! The fourth byte of 32-bit BMPs with the old 40-byte header, which the decoder passes over (PMX-65).
//! Later headers state an alpha mask of their own; the decoder obeys that.

use crate::base::numbers;
use crate::formats::image::{Picture, bytes_at, u16_at, u32_at};

const OLD_HEADER_BYTES: u32 = 40;
const PLAIN: u32 = 0;
const BIT_FIELDS: u32 = 3;
/// Red, green and blue masks that leave the fourth byte free.
const USUAL_MASKS: [u32; 3] = [0x00ff_0000, 0x0000_ff00, 0x0000_00ff];

/// Takes the fourth bytes as alpha, unless all of them are 0: then nobody wrote alpha and the picture is opaque.
pub(super) fn take_fourth_bytes(bytes: &[u8], picture: &mut Picture) {
    let Some(rows) = fourth_byte_rows(bytes, picture) else {
        return;
    };
    let is_written = rows
        .iter()
        .any(|row| row.iter().any(|[_, _, _, fourth]| *fourth != 0));
    if !is_written {
        return;
    }
    let (texels, _) = picture.pixels.as_chunks_mut::<4>();
    for ([_, _, _, alpha], [_, _, _, fourth]) in texels.iter_mut().zip(rows.into_iter().flatten()) {
        *alpha = *fourth;
    }
}

/// The stored rows, top row first, if this file has a fourth byte that nothing explains.
fn fourth_byte_rows<'bytes>(
    bytes: &'bytes [u8],
    picture: &Picture,
) -> Option<Vec<&'bytes [[u8; 4]]>> {
    let compression = u32_at(bytes, 30)?;
    let masks: Option<[u32; 3]> = match (u32_at(bytes, 54), u32_at(bytes, 58), u32_at(bytes, 62)) {
        (Some(red), Some(green), Some(blue)) => Some([red, green, blue]),
        _ => None,
    };
    let is_usual =
        compression == PLAIN || (compression == BIT_FIELDS && masks == Some(USUAL_MASKS));
    if u32_at(bytes, 14)? != OLD_HEADER_BYTES || u16_at(bytes, 28)? != 32 || !is_usual {
        return None;
    }
    let first = numbers::usize_of(u32_at(bytes, 10)?);
    let row_bytes = numbers::usize_of(picture.width).checked_mul(4)?;
    let n_bytes = row_bytes.checked_mul(numbers::usize_of(picture.height))?;
    let stored = bytes.get(first..first.checked_add(n_bytes)?)?;
    let mut rows: Vec<&[[u8; 4]]> = stored
        .chunks_exact(row_bytes)
        .map(|row| row.as_chunks().0)
        .collect();
    let height = i32::from_le_bytes(bytes_at(bytes, 22)?);
    if height > 0 {
        rows.reverse();
    }
    Some(rows)
}
