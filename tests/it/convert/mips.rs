//! Mip levels: light, alpha, odd sides, rows.

use super::texture::{encoded, image, settings};
use bem_studio::convert::texture::format::TextureFormat;
use bem_studio::convert::texture::{MipChain, TextureRole, TextureSettings};
use bem_studio::model::image::Image;
use bem_studio::model::target::GeometryPreset;

fn rgba(role: TextureRole) -> TextureSettings {
    TextureSettings {
        role,
        ..settings(TextureFormat::Rgba32)
    }
}

/// The pixels of level `level`, which starts at byte `start`.
fn pixel(bytes: &[u8], place: usize) -> [u8; 4] {
    bytes[place * 4..place * 4 + 4].try_into().expect("four")
}

fn of(width: u32, pixels: &[[u8; 4]]) -> Image {
    Image {
        width,
        height: u32::try_from(pixels.len()).expect("few") / width,
        pixels: pixels.concat(),
    }
}

const BLACK: [u8; 4] = [0, 0, 0, 255];
const WHITE: [u8; 4] = [255; 4];

#[test]
fn a_checker_of_black_and_white_becomes_half_the_light() {
    let checker = of(2, &[BLACK, WHITE, WHITE, BLACK]);
    let color = encoded(&checker, &rgba(TextureRole::Color));
    assert_eq!(pixel(&color.bytes, 4), [188, 188, 188, 255], "colour");
    let data = encoded(&checker, &rgba(TextureRole::Data));
    assert_eq!(pixel(&data.bytes, 4), [128, 128, 128, 255], "data");
}

#[test]
fn see_through_pixels_do_not_bleed_into_visible_ones() {
    let (red, gone) = ([255, 0, 0, 255], [0, 255, 0, 0]);
    let color = encoded(&of(2, &[red, gone, gone, gone]), &rgba(TextureRole::Color));
    assert_eq!(
        pixel(&color.bytes, 4),
        [255, 0, 0, 64],
        "red, a quarter there"
    );
    let data = encoded(&of(2, &[red, gone, gone, gone]), &rgba(TextureRole::Data));
    assert_eq!(
        pixel(&data.bytes, 4),
        [64, 191, 0, 64],
        "data is mixed channel by channel"
    );
    let invisible = encoded(&of(2, &[gone, gone, gone, gone]), &rgba(TextureRole::Color));
    assert_eq!(
        pixel(&invisible.bytes, 4),
        gone,
        "nothing visible keeps its colour"
    );
}

#[test]
fn odd_sides_are_halved_by_area() {
    let shades = [0, 50, 100, 150, 200].map(|shade| [shade; 4]);
    let chain = encoded(&of(5, &shades), &rgba(TextureRole::Data));
    assert_eq!(
        (chain.width, chain.height, chain.mips),
        (5, 1, 3),
        "5, 2, 1"
    );
    // 0 and 50 whole and a fifth of the way into 100, and the same from the other end.
    assert_eq!(pixel(&chain.bytes, 5), [40; 4], "(0 + 50 + 100 / 2) / 2.5");
    assert_eq!(
        pixel(&chain.bytes, 6),
        [160; 4],
        "(100 / 2 + 150 + 200) / 2.5"
    );
    assert_eq!(pixel(&chain.bytes, 7), [100; 4], "the mean of all");
}

#[test]
fn an_opaque_picture_stays_opaque_through_all_levels() {
    let chain = encoded(&image(61, 47, 3, 255), &rgba(TextureRole::Color));
    assert_eq!(chain.mips, 6, "61, 30, 15, 7, 3, 1");
    assert!(
        chain
            .bytes
            .iter()
            .skip(3)
            .step_by(4)
            .all(|alpha| *alpha == 255),
        "alpha 255 everywhere"
    );
}

#[test]
fn a_plain_colour_stays_itself_through_all_levels() {
    for role in [TextureRole::Color, TextureRole::Data] {
        for shade in 0..=255 {
            let color = [shade, 255 - shade, shade / 2, 200];
            let chain = encoded(&of(5, &[color; 15]), &rgba(role));
            for place in 0..chain.bytes.len() / 4 {
                assert_eq!(pixel(&chain.bytes, place), color, "{role:?} at {place}");
            }
        }
    }
}

#[test]
fn rows_are_stored_as_the_preset_says() {
    let picture = of(1, &[BLACK, WHITE, WHITE]);
    let with = |rows| {
        let settings = TextureSettings {
            rows,
            mips: MipChain::Single,
            ..rgba(TextureRole::Color)
        };
        encoded(&picture, &settings).bytes
    };
    assert_eq!(
        with(GeometryPreset::Efmi),
        [BLACK, WHITE, WHITE].concat(),
        "top first"
    );
    assert_eq!(
        with(GeometryPreset::Plain),
        [WHITE, WHITE, BLACK].concat(),
        "bottom first"
    );
}

#[test]
fn blocks_are_compressed_after_the_rows_are_turned() {
    let picture = image(16, 12, 9, 255);
    let mut turned = picture.clone();
    turned.pixels = picture
        .pixels
        .chunks_exact(16 * 4)
        .rev()
        .flatten()
        .copied()
        .collect();
    for format in [TextureFormat::Bc7, TextureFormat::Bc1, TextureFormat::Bc5] {
        let plain = TextureSettings {
            rows: GeometryPreset::Plain,
            ..settings(format)
        };
        assert_eq!(
            encoded(&picture, &plain).bytes,
            encoded(&turned, &settings(format)).bytes,
            "{format:?}"
        );
    }
}
