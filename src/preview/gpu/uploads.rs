//! What of the scene lies on the GPU: each array and image once, as long as a scene that is shown names it.
//! It draws nothing.

use super::facts::Facts;
use super::gl::{self, Pixels};
use crate::base::limits;
use crate::model::image::Image;
use crate::preview::scene::Scene;
use crate::preview::scene::part::Part;
use crate::preview::shrinking::fitting;
use glam::{Vec2, Vec3};
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
