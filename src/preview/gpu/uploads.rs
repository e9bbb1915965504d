//! What of the scene lies on the GPU: each array and image once, as long as a scene that is shown names it.
//! It draws nothing.

use super::facts::Facts;
use super::gl::{self, Pixels};
use crate::base::limits;
use crate::model::image::Image;
use crate::preview::scene::Scene;
use crate::preview::scene::part::Part;
use glam::{Vec2, Vec3};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;
use three_d::core::{Context, ElementBuffer, Texture2D, VertexBuffer};

/// Buffers and textures by the array or image they were made of.
#[derive(Default)]
pub(super) struct Uploads {
    points: Shelf<[Vec3], VertexBuffer<[f32; 3]>>,
    uvs: Shelf<[Vec2], VertexBuffer<[f32; 2]>>,
    triangles: Shelf<[[u32; 3]], ElementBuffer<u32>>,
    images: Shelf<Image, Option<Texture2D>>,
}

/// What one part is drawn from.
pub(super) struct Uploaded<'a> {
    pub(super) positions: &'a VertexBuffer<[f32; 3]>,
    pub(super) normals: &'a VertexBuffer<[f32; 3]>,
    pub(super) uvs: &'a VertexBuffer<[f32; 2]>,
    pub(super) triangles: &'a ElementBuffer<u32>,
    /// None = plain colour.
    pub(super) texture: Option<&'a Texture2D>,
}

impl Uploads {
    /// Uploads what the scene's visible parts need and is not there yet.
    pub(super) fn add(&mut self, context: &Context, facts: &Facts, scene: &Scene) {
        for part in scene.parts.iter().filter(|part| is_drawn(part)) {
            let columns = part.surface.columns();
            for points in [&columns.positions, &columns.normals] {
                self.points.add(points, |points| {
                    let rows: Vec<[f32; 3]> = points.iter().map(Vec3::to_array).collect();
                    VertexBuffer::new_with_data(context, &rows)
                });
            }
            self.uvs.add(&columns.uvs, |uvs| {
                let rows: Vec<[f32; 2]> = uvs.iter().map(Vec2::to_array).collect();
                VertexBuffer::new_with_data(context, &rows)
            });
            self.triangles.add(part.surface.triangles(), |triangles| {
                ElementBuffer::new_with_data(context, triangles.as_flattened())
            });
            if let Some(image) = part.texture.image() {
                self.images
                    .add(&image, |image| upload_image(context, facts, image));
            }
        }
    }

    /// What a part is drawn from; `None` when it is not drawn.
    pub(super) fn of(&self, part: &Part) -> Option<Uploaded<'_>> {
        let columns = part.surface.columns();
        Some(Uploaded {
            positions: self.points.get(&columns.positions)?,
            normals: self.points.get(&columns.normals)?,
            uvs: self.uvs.get(&columns.uvs)?,
            triangles: self.triangles.get(part.surface.triangles())?,
            texture: part
                .texture
                .image()
                .and_then(|image| self.images.get(&image)?.as_ref()),
        })
    }

    /// Lets go of everything that the scene does not name. What its hidden parts name is kept.
    pub(super) fn keep_only(&mut self, scene: Option<&Scene>) {
        for part in scene.iter().flat_map(|scene| &scene.parts) {
            let columns = part.surface.columns();
            self.points.mark(&columns.positions);
            self.points.mark(&columns.normals);
            self.uvs.mark(&columns.uvs);
            self.triangles.mark(part.surface.triangles());
            if let Some(image) = part.texture.image() {
                self.images.mark(&image);
            }
        }
        self.points.sweep();
        self.uvs.sweep();
        self.triangles.sweep();
        self.images.sweep();
    }
}

/// Whether a part leaves any mark.
pub(super) fn is_drawn(part: &Part) -> bool {
    part.visible && !part.surface.triangles().is_empty()
}

/// Values by the address of what they were made of. The original is held, so no other can take its address.
struct Shelf<K: ?Sized, V> {
    entries: BTreeMap<usize, Entry<K, V>>,
}

struct Entry<K: ?Sized, V> {
    _original: Arc<K>,
    value: V,
    is_marked: bool,
}

impl<K: ?Sized, V> Default for Shelf<K, V> {
    fn default() -> Self {
        Self {
            entries: BTreeMap::new(),
        }
    }
}

impl<K: ?Sized, V> Shelf<K, V> {
    fn add(&mut self, original: &Arc<K>, make: impl FnOnce(&K) -> V) {
        self.entries
            .entry(address(original))
            .or_insert_with(|| Entry {
                _original: Arc::clone(original),
                value: make(original),
                is_marked: false,
            });
    }

    fn get(&self, original: &Arc<K>) -> Option<&V> {
        self.entries
            .get(&address(original))
            .map(|entry| &entry.value)
    }

    fn mark(&mut self, original: &Arc<K>) {
        if let Some(entry) = self.entries.get_mut(&address(original)) {
            entry.is_marked = true;
        }
    }

    fn sweep(&mut self) {
        self.entries
            .retain(|_, entry| std::mem::take(&mut entry.is_marked));
    }
}

fn address<K: ?Sized>(original: &Arc<K>) -> usize {
    Arc::as_ptr(original).cast::<()>().addr()
}

fn upload_image(context: &Context, facts: &Facts, image: &Image) -> Option<Texture2D> {
    /// Texture samples a pixel on slanted surfaces, where a graphics processor draws.
    const ANISOTROPY: u32 = 4;
    let most_side = facts
        .max_texture_side
        .clamp(1, limits::PREVIEW_TEXTURE_SIDE);
    let fitting = fitting(image, most_side);
    let pixels = Pixels {
        width: fitting.width,
        height: fitting.height,
        rgba: &fitting.rgba,
    };
    let anisotropy = if facts.is_software { 1 } else { ANISOTROPY };
    gl::texture(context, &pixels, anisotropy)
}

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
