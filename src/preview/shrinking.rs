//! Pictures made smaller by whole steps, so that no side is longer than is wanted. It enlarges nothing.

use crate::model::image::Image;
use std::borrow::Cow;

/// An image no side of which is too long: itself, or halved as often as it takes.
pub(super) struct Fitting<'a> {
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) rgba: Cow<'a, [u8]>,
}

/// `image` with both sides at most `most_side`, each halved on its own while it is longer.
pub(super) fn fitting(image: &Image, most_side: u32) -> Fitting<'_> {
    let mut fitting = Fitting {
        width: image.width,
        height: image.height,
        rgba: Cow::Borrowed(&image.pixels),
    };
    while fitting.width > most_side || fitting.height > most_side {
        let step_x = if fitting.width > most_side { 2 } else { 1 };
        let step_y = if fitting.height > most_side { 2 } else { 1 };
        fitting = shrunk(&fitting, step_x, step_y);
    }
    fitting
}

/// `image` with its sides halved so many times.
pub(super) fn halved(image: Fitting<'_>, (times_x, times_y): (u32, u32)) -> Fitting<'_> {
    (0..times_x.max(times_y)).fold(image, |image, time| {
        let step = |times| if time < times { 2 } else { 1 };
        shrunk(&image, step(times_x), step(times_y))
    })
}

/// Blocks of `step_x` by `step_y` pixels averaged, colours weighted by alpha so that clear texels lend none.
fn shrunk(image: &Fitting<'_>, step_x: u32, step_y: u32) -> Fitting<'static> {
    let (width, height) = (
        (image.width / step_x).max(1),
        (image.height / step_y).max(1),
    );
    let texel = |x: u32, y: u32| -> [u32; 4] {
        let at = (y as usize * image.width as usize + x as usize) * 4;
        image
            .rgba
            .get(at..at + 4)
            .and_then(|four| <[u8; 4]>::try_from(four).ok())
            .unwrap_or_default()
            .map(u32::from)
    };
    let mut rgba = Vec::with_capacity(width as usize * height as usize * 4);
    for y in 0..height {
        for x in 0..width {
            let block = (0..step_y)
                .flat_map(|down| (0..step_x).map(move |across| (down, across)))
                .map(|(down, across)| texel(x * step_x + across, y * step_y + down));
            rgba.extend(average(block, step_x * step_y));
        }
    }
    Fitting {
        width,
        height,
        rgba: Cow::Owned(rgba),
    }
}

fn average(block: impl Iterator<Item = [u32; 4]>, n_texels: u32) -> [u8; 4] {
    let mut sum = [0; 4];
    let mut weighted = [0; 3];
    for [r, g, b, a] in block {
        for (total, value) in sum.iter_mut().zip([r, g, b, a]) {
            *total += value;
        }
        for (total, value) in weighted.iter_mut().zip([r, g, b]) {
            *total += value * a;
        }
    }
    let [sum_r, sum_g, sum_b, sum_a] = sum;
    let color = if sum_a > 0 {
        weighted.map(|total| total / sum_a)
    } else {
        [sum_r, sum_g, sum_b].map(|total| total / n_texels.max(1))
    };
    let [r, g, b] = color.map(|value| u8::try_from(value).unwrap_or(u8::MAX));
    let alpha = u8::try_from(sum_a / n_texels.max(1)).unwrap_or(u8::MAX);
    [r, g, b, alpha]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn image(width: u32, rgba: &[[u8; 4]]) -> Image {
        Image {
            width,
            height: crate::base::numbers::u32_of(rgba.len()) / width,
            pixels: rgba.as_flattened().to_vec(),
        }
    }

    #[test]
    fn an_image_that_fits_is_lent_as_it_is() {
        let image = image(2, &[[1, 2, 3, 4]; 4]);
        let fitting = fitting(&image, 2);
        assert!(matches!(fitting.rgba, Cow::Borrowed(_)), "no copy");
        assert_eq!((fitting.width, fitting.height), (2, 2), "its own size");
    }

    #[test]
    fn a_long_side_is_halved_until_it_fits_and_the_other_is_left_alone() {
        let image = image(8, &[[10, 20, 30, 255]; 16]);
        let fitting = fitting(&image, 2);
        assert_eq!(
            (fitting.width, fitting.height),
            (2, 2),
            "8 x 2 becomes 2 x 2"
        );
        assert_eq!(
            fitting.rgba.as_ref(),
            [[10, 20, 30, 255]; 4].as_flattened(),
            "one colour stays one colour"
        );
    }

    #[test]
    fn odd_sides_lose_their_last_row() {
        let image = image(3, &[[200, 0, 0, 255]; 15]);
        let fitting = fitting(&image, 2);
        assert_eq!(
            (fitting.width, fitting.height),
            (1, 2),
            "3 x 5 becomes 1 x 2"
        );
    }

    #[test]
    fn clear_texels_lend_no_colour() {
        let image = image(2, &[[200, 100, 50, 255], [0, 0, 0, 0]]);
        let fitting = fitting(&image, 1);
        assert_eq!(
            fitting.rgba.as_ref(),
            [200, 100, 50, 127],
            "half clear, not darkened"
        );
    }

    #[test]
    fn wholly_clear_blocks_keep_their_mean_colour() {
        let image = image(2, &[[100, 0, 0, 0], [200, 0, 0, 0]]);
        assert_eq!(
            fitting(&image, 1).rgba.as_ref(),
            [150, 0, 0, 0],
            "no division by zero"
        );
    }
}
