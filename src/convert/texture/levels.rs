//! Sizes changed: mip levels by area, and the small enlargement to sides that block formats take. It compresses nothing.

use crate::base::cancel::{Cancel, Cancelled};
use crate::base::numbers::usize_of;
use crate::convert::texture::format::side_at;
use crate::convert::texture::texel::{Texel, TextureRole};
use crate::model::image::Image;
use rayon::prelude::*;

/// Source places and weights for one place of the result, weights with a sum of 1.
type Taps = Vec<(usize, f32)>;

/// A level in the form for mixing, `texels[y * width + x]`.
pub(super) struct MixLevel {
    width: u32,
    height: u32,
    texels: Vec<Texel>,
}

impl MixLevel {
    /// The first level below a picture.
    pub(super) fn below(
        image: &Image,
        role: TextureRole,
        cancel: &Cancel,
    ) -> Result<Self, Cancelled> {
        let read = |place: usize| role.texel(pixel_at(image, place));
        Self::halve((image.width, image.height), read, role, cancel)
    }

    /// The next level.
    pub(super) fn next(&self, role: TextureRole, cancel: &Cancel) -> Result<Self, Cancelled> {
        let read = |place: usize| self.texels[place];
        Self::halve((self.width, self.height), read, role, cancel)
    }

    /// The level in bytes.
    pub(super) fn to_image(&self, role: TextureRole) -> Image {
        let mut pixels = vec![0; self.texels.len() * 4];
        let row = usize_of(self.width);
        pixels
            .par_chunks_mut(row * 4)
            .zip(self.texels.par_chunks(row))
            .for_each(|(bytes, texels)| {
                for (pixel, texel) in bytes.chunks_exact_mut(4).zip(texels) {
                    pixel.copy_from_slice(&role.bytes(*texel));
                }
            });
        Image {
            width: self.width,
            height: self.height,
            pixels,
        }
    }

    /// Every place of the result is the mean of the area it covers, odd sides included.
    fn halve(
        (width, height): (u32, u32),
        read: impl Fn(usize) -> Texel + Sync,
        role: TextureRole,
        cancel: &Cancel,
    ) -> Result<Self, Cancelled> {
        let (to_width, to_height) = (side_at(width, 1), side_at(height, 1));
        let texels = resample(
            usize_of(width),
            [&area_taps(width, to_width), &area_taps(height, to_height)],
            read,
            |parts| role.mix(parts),
            cancel,
        )?;
        Ok(Self {
            width: to_width,
            height: to_height,
            texels,
        })
    }
}

/// The picture with both sides brought up to the next multiple of 4, by a Catmull-Rom spline whose taps stop at the edge;
/// `None` when they are multiples already.
pub(super) fn enlarge_to_multiples_of_4(
    image: &Image,
    role: TextureRole,
    cancel: &Cancel,
) -> Result<Option<Image>, Cancelled> {
    let (width, height) = (
        image.width.next_multiple_of(4),
        image.height.next_multiple_of(4),
    );
    if (width, height) == (image.width, image.height) {
        return Ok(None);
    }
    let pixels = resample(
        usize_of(image.width),
        [
            &spline_taps(image.width, width),
            &spline_taps(image.height, height),
        ],
        |place| role.texel(pixel_at(image, place)),
        |parts| role.bytes(role.mix(parts)),
        cancel,
    )?;
    Ok(Some(Image {
        width,
        height,
        pixels: pixels.concat(),
    }))
}

/// The picture upside down.
pub(super) fn flip_rows(image: &Image) -> Image {
    let row = usize_of(image.width) * 4;
    Image {
        width: image.width,
        height: image.height,
        pixels: image
            .pixels
            .chunks_exact(row)
            .rev()
            .flatten()
            .copied()
            .collect(),
    }
}

fn pixel_at(image: &Image, place: usize) -> [u8; 4] {
    let four = image.pixels.get(place * 4..place * 4 + 4);
    four.and_then(|four| four.try_into().ok()).unwrap_or([0; 4])
}

/// One value for each place of the result, row by row. Rows are made side by side, each by itself.
fn resample<T: Copy + Default + Send>(
    from_width: usize,
    [columns, rows]: [&[Taps]; 2],
    read: impl Fn(usize) -> Texel + Sync,
    mix: impl Fn(&[(f32, Texel)]) -> T + Sync,
    cancel: &Cancel,
) -> Result<Vec<T>, Cancelled> {
    let mut out = vec![T::default(); columns.len() * rows.len()];
    out.par_chunks_mut(columns.len())
        .zip(rows)
        .try_for_each(|(line, vertical)| {
            cancel.check()?;
            let mut parts = Vec::new();
            for (place, horizontal) in line.iter_mut().zip(columns) {
                parts.clear();
                for (y, share) in vertical {
                    let row = y * from_width;
                    let taps = horizontal.iter();
                    parts.extend(taps.map(|(x, weight)| (share * weight, read(row + x))));
                }
                *place = mix(&parts);
            }
            Ok(())
        })?;
    Ok(out)
}

/// Taps of a box as wide as the ratio of the sizes, for a result no larger than the source.
fn area_taps(from: u32, to: u32) -> Vec<Taps> {
    let (from, to) = (u64::from(from), u64::from(to));
    // In units of 1 / to source pixels, so that all bounds are whole numbers.
    let taps = |place: u64| {
        let (start, end) = (place * from, (place + 1) * from);
        let pixels = start / to..end.div_ceil(to);
        let covered = |pixel: u64| end.min((pixel + 1) * to) - start.max(pixel * to);
        pixels
            .map(|pixel| {
                let weight = covered(pixel) as f32 / from as f32;
                (crate::base::numbers::usize_of_u64(pixel), weight)
            })
            .collect()
    };
    (0..to).map(taps).collect()
}

/// Taps of the Catmull-Rom spline for a result about as large as the source.
fn spline_taps(from: u32, to: u32) -> Vec<Taps> {
    let last = i64::from(from) - 1;
    let (from, span) = (f64::from(from), f64::from(to));
    let taps = |place: u32| {
        let center = (f64::from(place) + 0.5) * from / span - 0.5;
        let start = center.floor();
        let t = center - start;
        let weights = [
            ((2.0 - t) * t - 1.0) * t / 2.0,
            (1.5 * t - 2.5) * t * t + 1.0,
            ((4.0 - 3.0 * t) * t + 1.0) * t / 2.0,
            (t - 1.0) * t * t / 2.0,
        ];
        #[expect(
            clippy::cast_possible_truncation,
            reason = "a pixel's place below 32768, and weights near 0..1"
        )]
        let tap = |(step, weight): (i64, f64)| {
            let pixel = (start as i64 + step).clamp(0, last);
            (usize::try_from(pixel).unwrap_or(0), weight as f32)
        };
        (-1..).zip(weights).map(tap).collect()
    };
    (0..to).map(taps).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn taps_cover_their_area_exactly_once() {
        for (from, to) in [(5, 2), (4, 2), (7, 3), (1, 1), (3, 1), (2, 1)] {
            let taps = area_taps(from, to);
            assert_eq!(taps.len(), usize_of(to), "{from} to {to}");
            for tap in &taps {
                let sum: f32 = tap.iter().map(|(_, weight)| weight).sum();
                assert!((sum - 1.0).abs() < 1e-6, "{from} to {to}: {tap:?}");
            }
        }
        assert_eq!(
            area_taps(5, 2),
            [
                vec![(0, 0.4), (1, 0.4), (2, 0.2)],
                vec![(2, 0.2), (3, 0.4), (4, 0.4)]
            ],
            "the middle one is shared"
        );
    }

    #[test]
    fn the_spline_changes_nothing_where_the_size_stays() {
        for tap in spline_taps(6, 6) {
            let full: Vec<_> = tap.iter().filter(|(_, weight)| *weight != 0.0).collect();
            assert_eq!(full.len(), 1, "one tap: {tap:?}");
        }
    }
}
