//! What TGA needs beyond the decoder: recognising a format without a signature, and alpha that was never written.

use crate::formats::image::{Picture, bytes_at, u16_at};

const COLOR_MAPPED: [u8; 2] = [1, 9];
const TRUE_COLOR: [u8; 2] = [2, 10];
const GREY: [u8; 2] = [3, 11];

/// Whether the file ends with the footer of TGA version 2.
pub(super) fn has_footer(bytes: &[u8]) -> bool {
    bytes.len() > 18 && bytes.ends_with(b"TRUEVISION-XFILE.\0")
}

/// Whether the first 18 bytes can be a TGA header: a known image type, a colour map where the type wants one and only
/// there, depths that exist, and a picture that is not empty.
pub(super) fn header_is_plausible(bytes: &[u8]) -> bool {
    plausible(bytes).unwrap_or(false)
}

fn plausible(bytes: &[u8]) -> Option<bool> {
    let [_id_length, map_type, image_type] = bytes_at(bytes, 0)?;
    let map_entry_bits = *bytes.get(7)?;
    let (width, height) = (u16_at(bytes, 12)?, u16_at(bytes, 14)?);
    let [depth, _descriptor] = bytes_at(bytes, 16)?;
    let depths: &[u8] = if COLOR_MAPPED.contains(&image_type) {
        if map_type != 1 || ![15, 16, 24, 32].contains(&map_entry_bits) {
            return Some(false);
        }
        &[8, 16]
    } else if TRUE_COLOR.contains(&image_type) {
        &[15, 16, 24, 32]
    } else if GREY.contains(&image_type) {
        &[8, 16]
    } else {
        return Some(false);
    };
    Some(map_type <= 1 && width > 0 && height > 0 && depths.contains(&depth))
}

/// A 32-bit file that declares no attribute bits has no alpha (ours): when its fourth bytes are all 0 it is opaque,
/// not invisible. Others keep what they hold, since old writers forgot to declare real alpha.
pub(super) fn mend_empty_alpha(bytes: &[u8], picture: &mut Picture) {
    let declares_alpha = bytes
        .get(17)
        .is_some_and(|descriptor| descriptor & 0x0f != 0);
    let (texels, _) = picture.pixels.as_chunks_mut::<4>();
    if !declares_alpha && texels.iter().all(|[_, _, _, alpha]| *alpha == 0) {
        for [_, _, _, alpha] in texels {
            *alpha = 255;
        }
    }
}
