//! A neutral picture for textures that are missing or broken (PMX-70). It is no picture of the model's.

use crate::model::image::Image;

/// Side of the picture in pixels.
pub const SIDE: u32 = 64;

/// Squares of 8 pixels in two light greys, opaque: visible as a stand-in, quiet beside real textures.
pub fn image() -> Image {
    const SQUARE: u32 = 8;
    let pixel = |place: u32| {
        let (x, y) = (place % SIDE, place / SIDE);
        let is_dark = (x / SQUARE + y / SQUARE) % 2 == 1;
        let grey = if is_dark { 176 } else { 192 };
        [grey, grey, grey, 255]
    };
    Image {
        width: SIDE,
        height: SIDE,
        pixels: (0..SIDE * SIDE).flat_map(pixel).collect(),
    }
}
