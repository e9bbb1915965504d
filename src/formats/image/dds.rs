//! DDS files as pictures: the largest level of one plain texture, decoded (bem.md 22.5, "DDS import").
//! Taking the stored blocks over undecoded is the texture conversion's business.

use crate::base::limits;
use crate::base::numbers;
use crate::formats::image::{ImageError, Kind, Picture, check_size, u32_at};
use ::dds::header::ParseOptions;
use ::dds::{ColorFormat, Decoder, Format, ImageViewMut, Size};
use std::io::Cursor;

/// `DDSD_PITCH`: the pitch field holds the bytes of a row.
const HAS_PITCH: u32 = 0x8;

/// Decodes level 0. Refused: anything that is not one plain 2D texture in one of the formats of the chapter.
pub(super) fn decode(bytes: &[u8]) -> Result<Picture, ImageError> {
    let broken = |cause: ::dds::DecodingError| ImageError::Broken {
        kind: Kind::Dds,
        reason: cause.to_string(),
    };
    let options = ParseOptions::new_permissive(Some(numbers::u64_of(bytes.len())));
    let mut decoder = Decoder::new_with_options(Cursor::new(bytes), &options).map_err(broken)?;
    let header = decoder.header();
    if header.is_cube_map() || header.is_volume() || !decoder.layout().is_texture() {
        return Err(ImageError::DdsLayout);
    }
    let format = decoder.format();
    if !is_taken(format) {
        return Err(ImageError::DdsFormat {
            format: format!("{format:?}"),
        });
    }
    let Size { width, height } = decoder.main_size();
    check_size(Kind::Dds, width, height)?;
    if rows_are_padded(bytes, format, width) {
        return Err(ImageError::DdsLayout);
    }
    decoder.options.memory_limit = numbers::usize_of_u64(limits::IMAGE_PIXELS.saturating_mul(8));
    let n_bytes = numbers::usize_of(width)
        .saturating_mul(numbers::usize_of(height))
        .saturating_mul(4);
    let mut pixels = vec![0; n_bytes];
    let view = ImageViewMut::new(&mut pixels, Size::new(width, height), ColorFormat::RGBA_U8)
        .ok_or(ImageError::DdsLayout)?;
    decoder.read_surface(view).map_err(broken)?;
    Ok(Picture {
        width,
        height,
        pixels,
    })
}

const fn is_taken(format: Format) -> bool {
    matches!(
        format,
        Format::BC1_UNORM
            | Format::BC3_UNORM
            | Format::BC4_UNORM
            | Format::BC5_UNORM
            | Format::BC7_UNORM
            | Format::R8G8B8A8_UNORM
            | Format::B8G8R8A8_UNORM
            | Format::R8_UNORM
    )
}

/// Whether the header states rows of an uncompressed format that are longer than their pixels.
fn rows_are_padded(bytes: &[u8], format: Format, width: u32) -> bool {
    let bytes_per_pixel = match format {
        Format::R8G8B8A8_UNORM | Format::B8G8R8A8_UNORM => 4,
        Format::R8_UNORM => 1,
        _ => return false,
    };
    let states_pitch = u32_at(bytes, 8).is_some_and(|flags| flags & HAS_PITCH != 0);
    states_pitch
        && u32_at(bytes, 20).is_some_and(|pitch| pitch > width.saturating_mul(bytes_per_pixel))
}
