//! Whether light gets through a material, by the texels that its own UVs touch (PMX-65).

use crate::base::numbers;
use crate::model::figure::{Material, Model};
use crate::model::image::Image;
use glam::Vec2;

/// Alpha below this, of 255, is transparent.
const OPAQUE_FROM: u8 = 250;

/// Samples the three corners and the centre of each triangle, and looks at the diffuse alpha.
pub(super) fn lets_light_through(material: &Material, model: &Model) -> bool {
    let [_, _, _, diffuse] = material.diffuse;
    if diffuse * 255.0 < f32::from(OPAQUE_FROM) {
        return true;
    }
    let image = material
        .texture
        .and_then(|index| model.textures.get(numbers::usize_of(index)))
        .and_then(|texture| texture.image.as_deref());
    let Some(image) = image else {
        return false;
    };
    let triangles = model.triangles.get(material.triangle_range());
    triangles
        .unwrap_or_default()
        .iter()
        .filter_map(|triangle| corner_uvs(triangle, &model.vertices.uvs))
        .any(|[a, b, c]| {
            [a, b, c, middle(a, b, c)]
                .into_iter()
                .any(|uv| alpha_at(image, uv) < OPAQUE_FROM)
        })
}

#[expect(clippy::arithmetic_side_effects, reason = "vectors of floats")]
fn middle(a: Vec2, b: Vec2, c: Vec2) -> Vec2 {
    (a + b + c) / 3.0
}

fn corner_uvs(triangle: &[u32; 3], uvs: &[Vec2]) -> Option<[Vec2; 3]> {
    let [a, b, c] = triangle.map(|corner| uvs.get(numbers::usize_of(corner)).copied());
    Some([a?, b?, c?])
}

/// Alpha of the texel under a UV; UVs outside 0..1 repeat.
fn alpha_at(image: &Image, uv: Vec2) -> u8 {
    let [_, _, _, alpha] = image.pixel(texel(uv.x, image.width), texel(uv.y, image.height));
    alpha
}

/// The texel a coordinate falls into, `0..n_texels`.
fn texel(coordinate: f32, n_texels: u32) -> u32 {
    let place = f64::from(coordinate);
    let within = (place - place.floor()) * f64::from(n_texels);
    numbers::u32_of_floor(within).min(n_texels.saturating_sub(1))
}
