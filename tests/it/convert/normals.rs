//! Normal maps keep unit vectors through their levels.

use super::texture::{encoded, settings};
use bem_studio::convert::texture::format::TextureFormat;
use bem_studio::convert::texture::{TextureRole, TextureSettings};
use bem_studio::model::image::Image;
use glam::Vec3;

fn byte(value: f32) -> u8 {
    bem_studio::geom::quantize::unorm8(value.midpoint(1.0))
}

fn unit(byte: u8) -> f32 {
    f32::from(byte) / 255.0 * 2.0 - 1.0
}

/// Two by two normals that lean to four sides.
fn leaning(tilt: f32, blue: Option<u8>) -> Image {
    let z = (1.0 - tilt * tilt).sqrt();
    let sides = [(tilt, 0.0), (-tilt, 0.0), (tilt, 0.0), (0.0, tilt)];
    let pixels = sides
        .iter()
        .flat_map(|(x, y)| [byte(*x), byte(*y), blue.unwrap_or_else(|| byte(z)), 77]);
    Image {
        width: 2,
        height: 2,
        pixels: pixels.collect(),
    }
}

fn last_level(image: &Image, role: TextureRole) -> [u8; 4] {
    let settings = TextureSettings {
        role,
        ..settings(TextureFormat::Rgba32)
    };
    let texture = encoded(image, &settings);
    assert!(!texture.srgb, "normals are no colour");
    assert_eq!(
        texture.bytes[..16],
        image.pixels,
        "the first level stays as it was drawn"
    );
    texture.bytes[16..].try_into().expect("one pixel")
}

#[test]
fn normals_are_averaged_as_vectors_and_made_unit_again() {
    let tilt = 0.8;
    let sum = Vec3::new(tilt, tilt, 4.0 * 0.6);
    let should = sum.normalize();
    let [r, g, b, a] = last_level(&leaning(tilt, None), TextureRole::NormalXyz);
    let is = Vec3::new(unit(r), unit(g), unit(b));
    assert!((is - should).length() < 0.02, "{is} instead of {should}");
    assert!((is.length() - 1.0).abs() < 0.01, "unit: {is}");
    assert_eq!(a, 77, "alpha is plain data");
}

#[test]
fn two_channel_normals_rebuild_z_and_leave_blue_alone() {
    let tilt = 0.8;
    let should = Vec3::new(tilt, tilt, 4.0 * 0.6).normalize();
    let [r, g, b, a] = last_level(&leaning(tilt, Some(33)), TextureRole::NormalXy);
    assert!((unit(r) - should.x).abs() < 0.01, "x is {}", unit(r));
    assert!((unit(g) - should.y).abs() < 0.01, "y is {}", unit(g));
    assert_eq!((b, a), (33, 77), "the other channels are plain data");
}

#[test]
fn normals_that_cancel_out_become_straight_ones() {
    let image = Image {
        width: 2,
        height: 1,
        pixels: vec![255, 128, 128, 255, 0, 127, 127, 255],
    };
    let settings = TextureSettings {
        role: TextureRole::NormalXyz,
        ..settings(TextureFormat::Rgba32)
    };
    let texture = encoded(&image, &settings);
    assert_eq!(texture.bytes[8..], [128, 128, 255, 255], "straight out");
}

#[test]
fn bc5_keeps_the_two_channels_of_a_normal_map() {
    let mut pixels = Vec::new();
    for y in 0..16_u8 {
        for x in 0..16_u8 {
            pixels.extend([64 + x * 8, 64 + y * 8, 255, 255]);
        }
    }
    let image = Image {
        width: 16,
        height: 16,
        pixels,
    };
    let settings = TextureSettings {
        role: TextureRole::NormalXy,
        ..settings(TextureFormat::Bc5)
    };
    let texture = encoded(&image, &settings);
    assert!(
        texture.psnr_db.is_none_or(|db| db > 45.0),
        "{:?} dB",
        texture.psnr_db
    );
    assert!(!texture.has_lost_alpha, "the picture was opaque");
}
