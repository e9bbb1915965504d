//! The formats that the `image` crate decodes: PNG, JPEG, BMP, GIF, WebP, TGA.
//! Its limits do not hold everywhere, so sizes are checked here before a pixel is decoded.

use crate::base::limits;
use crate::formats::image::{ImageError, Kind, Picture, check_size};
use image::{DynamicImage, ImageDecoder as _, ImageFormat, ImageReader, Limits};
use std::io::Cursor;

/// Most bytes a decoder may hold at once: 16 bits for each of four channels, and room for its tables.
const DECODER_BYTES: u64 = limits::IMAGE_PIXELS * 8 + 64 * limits::MIB;

/// Decodes the first (or only) picture of the file.
pub(super) fn decode(kind: Kind, bytes: &[u8]) -> Result<Picture, ImageError> {
    let format = format_of(kind).ok_or(ImageError::Unsupported { kind })?;
    let broken = |cause: image::ImageError| ImageError::Broken {
        kind,
        reason: cause.to_string(),
    };
    let mut caps = Limits::default();
    caps.max_alloc = Some(DECODER_BYTES);
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    reader.limits(caps);
    let decoder = reader.into_decoder().map_err(broken)?;
    let (width, height) = decoder.dimensions();
    check_size(kind, width, height)?;
    let pixels = DynamicImage::from_decoder(decoder)
        .map_err(broken)?
        .into_rgba8()
        .into_raw();
    Ok(Picture {
        width,
        height,
        pixels,
    })
}

const fn format_of(kind: Kind) -> Option<ImageFormat> {
    match kind {
        Kind::Png => Some(ImageFormat::Png),
        Kind::Jpeg => Some(ImageFormat::Jpeg),
        Kind::Bmp => Some(ImageFormat::Bmp),
        Kind::Gif => Some(ImageFormat::Gif),
        Kind::WebP => Some(ImageFormat::WebP),
        Kind::Tga => Some(ImageFormat::Tga),
        Kind::Dds | Kind::Psd => None,
    }
}

/// Whether an end marker follows the last scan: the decoder fills what is missing with grey and says nothing.
pub(super) fn jpeg_is_whole(bytes: &[u8]) -> bool {
    const END: [u8; 2] = [0xff, 0xd9];
    const SCAN: [u8; 2] = [0xff, 0xda];
    let last = |marker: [u8; 2]| bytes.windows(2).rposition(|pair| pair == marker);
    match (last(END), last(SCAN)) {
        (Some(end), Some(scan)) => end > scan,
        (end, None) => end.is_some(),
        (None, Some(_)) => false,
    }
}
