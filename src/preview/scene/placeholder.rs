//! What is shown where a texture is missing: a neutral grey checker.

use crate::model::image::Image;
use std::sync::{Arc, LazyLock};

/// Side of the checker, pixels.
const SIDE: u32 = 128;
/// Side of one of its squares, pixels.
const SQUARE: u32 = 8;
/// The two greys.
const GREYS: [u8; 2] = [118, 168];

static CHECKER: LazyLock<Arc<Image>> = LazyLock::new(|| {
    let pixels = (0..SIDE * SIDE)
        .flat_map(|pixel| {
            let (x, y) = (pixel % SIDE / SQUARE, pixel / SIDE / SQUARE);
            let grey = if (x + y).is_multiple_of(2) {
                GREYS[0]
            } else {
                GREYS[1]
            };
            [grey, grey, grey, 255]
        })
        .collect();
    Arc::new(Image {
        width: SIDE,
        height: SIDE,
        pixels,
    })
});

/// The checker, always the same image: 16 by 16 squares in two greys.
pub fn checker() -> Arc<Image> {
    Arc::clone(&CHECKER)
}
