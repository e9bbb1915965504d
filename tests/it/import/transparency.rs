//! What makes a material transparent: texels under its own UVs and its diffuse alpha, nothing else.
//! The triangle's corners lie on texel (0, 0) of any picture, its centre on texel (1, 1) of one of 3 x 3.

use super::bytes_of;
use bem_studio::formats::pmx;
use bem_studio::import::pmx::{Settings, import};
use bem_studio::import::textures::FoundTexture;
use bem_studio::model::figure::{Material, Outline};
use bem_studio::model::image::Image;
use std::sync::Arc;

fn picture(alpha_of: impl Fn(u32, u32) -> u8) -> FoundTexture {
    let pixels = (0..3)
        .flat_map(|y| (0..3).map(move |x| (x, y)))
        .flat_map(|(x, y)| [200, 100, 50, alpha_of(x, y)])
        .collect();
    FoundTexture {
        file: Some("a.png".to_owned()),
        kind: None,
        image: Some(Arc::new(Image {
            width: 3,
            height: 3,
            pixels,
        })),
    }
}

/// The material of the sample triangle, with one of its floats changed: where it is told by its old value.
fn material(texture: FoundTexture, change: impl Fn(&mut Vec<u8>)) -> Material {
    let mut bytes = bytes_of("tests/data/pmx/good/triangle_utf8.pmx");
    change(&mut bytes);
    let file = pmx::read(bytes).expect("it reads");
    let found = import(&file, vec![texture], &Settings::default());
    let material = found.model.materials.first().expect("a material").clone();
    assert_eq!(material.texture, Some(0), "the material has the texture");
    material
}

fn is_transparent(alpha_of: impl Fn(u32, u32) -> u8) -> bool {
    material(picture(alpha_of), |_| {}).transparent
}

#[test]
fn an_alpha_channel_alone_makes_nothing_transparent() {
    assert!(!is_transparent(|_, _| 255), "opaque");
    assert!(!is_transparent(|_, _| 250), "nearly opaque");
    let elsewhere = |x, y| if x == y && x < 2 { 255 } else { 0 };
    assert!(!is_transparent(elsewhere), "holes where no UV goes");
}

#[test]
fn one_transparent_texel_under_a_corner_or_the_centre_is_enough() {
    assert!(
        is_transparent(|x, y| if (x, y) == (0, 0) { 249 } else { 255 }),
        "corner"
    );
    assert!(
        is_transparent(|x, y| if (x, y) == (1, 1) { 249 } else { 255 }),
        "centre"
    );
}

#[test]
fn a_missing_picture_is_opaque_and_diffuse_alpha_counts() {
    assert!(
        !material(FoundTexture::default(), |_| {}).transparent,
        "no picture"
    );
    for (alpha, is_transparent, is_hidden) in [
        (1.0_f32, false, false),
        (0.99, false, false),
        (0.9, true, false),
        (0.0, true, true),
        (-1.0, true, true),
        (f32::NAN, false, false),
    ] {
        let found = material(picture(|_, _| 255), |bytes| set_diffuse_alpha(bytes, alpha));
        assert_eq!(found.transparent, is_transparent, "alpha {alpha}");
        assert_eq!(found.hidden, is_hidden, "alpha {alpha}");
    }
}

/// Diffuse follows the two names of the first material.
fn set_diffuse_alpha(bytes: &mut [u8], alpha: f32) {
    let file = pmx::read(bytes.to_vec()).expect("it reads");
    let first = file.materials().first().expect("a material");
    let mut lead = first.name_en.raw().to_vec();
    lead.extend(first.diffuse.iter().flat_map(|part| part.to_le_bytes()));
    let at = bytes
        .windows(lead.len())
        .position(|window| window == lead)
        .expect("the material is in the file");
    let end = at + lead.len();
    bytes[end - 4..end].copy_from_slice(&alpha.to_le_bytes());
}

#[test]
fn outlines_need_their_bit_and_a_width() {
    let found = material(picture(|_, _| 255), |_| {});
    let file = pmx::read(bytes_of("tests/data/pmx/good/triangle_utf8.pmx")).expect("it reads");
    let raw = file.materials().first().expect("a material");
    let is_on = raw.flags & pmx::material_flags::OUTLINE != 0 && raw.edge_size > 0.0;
    let wanted = is_on.then_some(Outline {
        color: raw.edge_colour,
        size: raw.edge_size,
    });
    assert_eq!(found.outline, wanted, "outline");
}
