//! What can be guessed of a draw's look: which of its textures shows its colour, and whether it lets light through. The
//! shader and the other textures of the original material are in the game alone.

use crate::base::numbers::usize_of;
use crate::formats::bem::manifest::{Manifest, Texture};
use crate::model::image::Image;
use crate::preview::scene::part::AlphaMode;
use crate::preview::scene::surface::Surface;

/// Most triangles whose texels are looked at: ours; evenly spread over the surface.
const MOST_TRIANGLES: usize = 16_384;
/// Alpha from here on is opaque, as the import of figures has it (PMX-65).
const OPAQUE_FROM: u8 = 250;
/// Alpha below this cannot be seen.
const VISIBLE_FROM: u8 = 5;
/// Words in names of materials that let light through, lower case.
const SEE_THROUGH: [&str; 7] = [
    "transparent",
    "translucent",
    "alphablend",
    "alpha_blend",
    "_trans",
    "_alpha",
    "glass",
];

/// The texture that shows the colour of a draw, out of its list: the first called like one (`..._D`), else the first
/// with colours in it, else the first.
pub(super) fn color_texture(manifest: &Manifest, textures: &[u32]) -> Option<u32> {
    let find = |is_wanted: fn(&Texture) -> bool| {
        textures.iter().copied().find(|texture| {
            let entry = manifest.textures.get(usize_of(*texture));
            entry.is_some_and(|entry| {
                entry.semantic.as_deref() != Some("normal") && is_wanted(entry)
            })
        })
    };
    find(|entry| entry.srgb && is_called_diffuse(&entry.original_name))
        .or_else(|| find(|entry| is_called_diffuse(&entry.original_name)))
        .or_else(|| find(|entry| entry.srgb))
        .or_else(|| textures.first().copied())
}

/// Whether a part of the name, between underscores, is `D`.
fn is_called_diffuse(name: &str) -> bool {
    name.split('_')
        .skip(1)
        .any(|part| part.eq_ignore_ascii_case("d"))
}

/// Whether a material lets light through by its name.
pub(super) fn is_called_see_through(material_name: &str) -> bool {
    let name = material_name.to_ascii_lowercase();
    SEE_THROUGH.iter().any(|word| name.contains(word))
}

/// What the alpha of the texels under a surface means, at the corners and in the middle of its triangles.
///
/// All of it opaque, or mostly either opaque or clear: cut out. More than one texel in eight between: see-through.
/// Nothing visible at all: the channel holds something else.
pub(super) fn alpha_of(surface: &Surface, image: &Image) -> AlphaMode {
    let triangles = surface.triangles();
    let uvs = &surface.columns().uvs;
    let step = triangles.len().div_ceil(MOST_TRIANGLES).max(1);
    let (mut n_texels, mut n_clear, mut n_between) = (0_usize, 0_usize, 0_usize);
    for corners in triangles.iter().step_by(step) {
        let [a, b, c] =
            corners.map(|corner| uvs.get(usize_of(corner)).copied().unwrap_or_default());
        for uv in [a, b, c, (a + b + c) / 3.0] {
            let [.., alpha] = image.pixel(texel(uv.x, image.width), texel(uv.y, image.height));
            n_texels += 1;
            n_clear += usize::from(alpha < VISIBLE_FROM);
            n_between += usize::from((VISIBLE_FROM..OPAQUE_FROM).contains(&alpha));
        }
    }
    if n_clear == n_texels {
        AlphaMode::Solid
    } else if n_between * 8 > n_texels {
        AlphaMode::Blended
    } else {
        AlphaMode::Opaque
    }
}

/// The texel a repeating coordinate falls into, `0..n_texels`.
fn texel(coordinate: f32, n_texels: u32) -> u32 {
    let place = f64::from(coordinate);
    let within = (place - place.floor()) * f64::from(n_texels);
    crate::base::numbers::u32_of_floor(within).min(n_texels.saturating_sub(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::preview::scene::surface::Columns;
    use glam::Vec2;
    use glam::Vec3;
    use std::sync::Arc;

    fn texture(name: &str, srgb: bool, semantic: Option<&str>) -> Texture {
        Texture {
            original_name: name.to_owned(),
            srgb,
            semantic: semantic.map(str::to_owned),
            ..Texture::default()
        }
    }

    #[test]
    fn the_colour_texture_is_found_by_name_then_by_colour_space_then_by_place() {
        let manifest = Manifest {
            textures: vec![
                texture("T_body_01_N", false, Some("normal")),
                texture("T_body_01_M", true, None),
                texture("T_body_01_D", true, None),
                texture("T_body_d_02", false, None),
            ],
            ..Manifest::default()
        };
        assert_eq!(color_texture(&manifest, &[0, 1, 2, 3]), Some(2), "_D");
        assert_eq!(color_texture(&manifest, &[0, 1, 3]), Some(3), "_d_");
        assert_eq!(color_texture(&manifest, &[0, 1]), Some(1), "colours");
        assert_eq!(color_texture(&manifest, &[0]), Some(0), "the first");
        assert_eq!(color_texture(&manifest, &[]), None, "none");
        assert_eq!(color_texture(&manifest, &[9]), Some(9), "not there");
    }

    #[test]
    fn material_names_tell_what_lets_light_through() {
        assert!(is_called_see_through("M_Lens_Glass"), "glass");
        assert!(is_called_see_through("M_cloth_Trans"), "trans");
        assert!(!is_called_see_through("M_body_01"), "a body");
    }

    #[test]
    fn alpha_that_shows_nothing_at_all_is_no_alpha() {
        let mode = |alphas: [u8; 4]| {
            let image = Image {
                width: 2,
                height: 2,
                pixels: alphas.iter().flat_map(|a| [9, 9, 9, *a]).collect(),
            };
            let uvs = [[0.1, 0.1], [0.9, 0.1], [0.1, 0.9], [0.9, 0.9]].map(Vec2::from_array);
            let columns = Columns {
                positions: Arc::from([Vec3::X, Vec3::Y, Vec3::Z, Vec3::ONE]),
                normals: Arc::from([Vec3::Z; 4]),
                uvs: Arc::from(uvs),
            };
            let triangles = Arc::from([[0, 1, 2], [1, 3, 2]]);
            alpha_of(
                &Surface::new(columns, triangles).expect("a surface"),
                &image,
            )
        };
        assert_eq!(mode([255; 4]), AlphaMode::Opaque, "opaque");
        assert_eq!(mode([255, 0, 255, 255]), AlphaMode::Opaque, "a hole");
        assert_eq!(mode([255, 120, 255, 255]), AlphaMode::Blended, "half clear");
        assert_eq!(mode([0; 4]), AlphaMode::Solid, "a mask of nothing");
    }
}
