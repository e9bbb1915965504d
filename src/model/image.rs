//! A decoded picture, the way every floor above the decoders sees it.

use std::fmt;

/// Pixels in RGBA8, display-referred (sRGB) colour, straight alpha, row-major, **top row first**.
#[derive(Clone, PartialEq, Eq)]
pub struct Image {
    /// Width in pixels, at least 1.
    pub width: u32,
    /// Height in pixels, at least 1.
    pub height: u32,
    /// `pixels[(y * width + x) * 4 + channel]`, channels R, G, B, A.
    pub pixels: Vec<u8>,
}

impl Image {
    /// One pixel; coordinates beyond the edge repeat.
    pub fn pixel(&self, x: u32, y: u32) -> [u8; 4] {
        let (x, y) = (x % self.width.max(1), y % self.height.max(1));
        let at = (y as usize * self.width as usize + x as usize) * 4;
        self.pixels
            .get(at..at + 4)
            .and_then(|four| four.try_into().ok())
            .unwrap_or([255; 4])
    }
}

impl fmt::Debug for Image {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Image({} x {})", self.width, self.height)
    }
}
