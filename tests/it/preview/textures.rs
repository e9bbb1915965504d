//! Texture payloads of packages as pictures: every format, the right level, the right way up.
#![expect(
    clippy::expect_used,
    reason = "pictures are sound, or the test is broken"
)]

use bem_studio::base::cancel::Cancel;
use bem_studio::base::text::Language;
use bem_studio::convert::texture::format::TextureFormat;
use bem_studio::convert::texture::{
    EncodedTexture, MipChain, Quality, TextureRole, TextureSettings, Watch, encode,
};
use bem_studio::formats::bem::manifest::Texture;
use bem_studio::model::image::Image;
use bem_studio::model::target::GeometryPreset;
use bem_studio::preview::scene::texture::{TextureError, picture};

/// A soft picture, opaque but for its lower right corner; no row equals another.
fn soft(width: u32, height: u32) -> Image {
    let byte = |share: f32| bem_studio::geom::quantize::unorm8(share);
    let pixels = (0..height).flat_map(|y| {
        (0..width).flat_map(move |x| {
            let (u, v) = (x as f32 / width as f32, y as f32 / height as f32);
            let alpha = if u > 0.7 && v > 0.7 { 0.25 } else { 1.0 };
            [byte(u), byte(v), byte(0.5 * (u + v)), byte(alpha)]
        })
    });
    Image {
        width,
        height,
        pixels: pixels.collect(),
    }
}

fn encoded(
    image: &Image,
    format: TextureFormat,
    mips: MipChain,
    rows: GeometryPreset,
) -> EncodedTexture {
    let settings = TextureSettings {
        format,
        role: TextureRole::Data,
        quality: Quality::Draft,
        mips,
        rows,
    };
    encode(image, &settings, &Watch::silent(&Cancel::new())).expect("it can be encoded")
}

fn declared(encoded: &EncodedTexture) -> Texture {
    Texture {
        width: encoded.width,
        height: encoded.height,
        mips: encoded.mips,
        format: encoded.format.number(),
        ..Texture::default()
    }
}

/// The largest difference of the given channels.
fn worst(one: &Image, other: &Image, channels: std::ops::Range<usize>) -> u8 {
    assert_eq!(
        (one.width, one.height),
        (other.width, other.height),
        "sizes"
    );
    let pairs = one.pixels.chunks(4).zip(other.pixels.chunks(4));
    let differences = pairs.flat_map(|(a, b)| {
        let both = a.iter().zip(b).take(channels.end).skip(channels.start);
        both.map(|(a, b)| a.abs_diff(*b)).collect::<Vec<u8>>()
    });
    differences.max().unwrap_or(0)
}

#[test]
fn every_format_we_write_comes_back_the_right_way_up() {
    let image = soft(64, 48);
    let formats = [
        (TextureFormat::Rgba32, 0..4, 0),
        (TextureFormat::Bc1, 0..3, 20),
        (TextureFormat::Bc3, 0..4, 24),
        (TextureFormat::Bc7, 0..4, 16),
        (TextureFormat::Bc4, 0..1, 6),
        (TextureFormat::Bc5, 0..2, 6),
        (TextureFormat::R8, 0..1, 0),
    ];
    for rows in [GeometryPreset::Efmi, GeometryPreset::Plain] {
        for (format, channels, most) in formats.clone() {
            let stored = encoded(&image, format, MipChain::Full, rows);
            let shown = picture(&declared(&stored), &stored.bytes, rows, 2048).expect("a picture");
            let difference = worst(&image, &shown, channels);
            assert!(difference <= most, "{format:?} {rows:?}: {difference}");
            let other = if rows == GeometryPreset::Efmi {
                GeometryPreset::Plain
            } else {
                GeometryPreset::Efmi
            };
            let turned =
                picture(&declared(&stored), &stored.bytes, other, 2048).expect("a picture");
            assert_eq!(
                turned.pixel(5, 0),
                shown.pixel(5, 47),
                "{format:?}: the other way up"
            );
        }
    }
}

#[test]
fn one_channel_is_grey_and_opaque() {
    let image = soft(8, 8);
    for format in [TextureFormat::R8, TextureFormat::Bc4] {
        let stored = encoded(&image, format, MipChain::Single, GeometryPreset::Efmi);
        let shown = picture(&declared(&stored), &stored.bytes, GeometryPreset::Efmi, 64);
        let [r, g, b, a] = shown.expect("a picture").pixel(6, 2);
        assert!(
            r > 150 && (r, g, b, a) == (r, r, r, 255),
            "{format:?}: {r} {g} {b} {a}"
        );
    }
}

#[test]
fn the_first_level_that_fits_is_decoded() {
    let image = soft(64, 32);
    let stored = encoded(
        &image,
        TextureFormat::Bc7,
        MipChain::Full,
        GeometryPreset::Efmi,
    );
    let sizes = [
        (2048, (64, 32)),
        (64, (64, 32)),
        (63, (32, 16)),
        (5, (4, 2)),
        (1, (1, 1)),
        (0, (1, 1)),
    ];
    for (most_side, size) in sizes {
        let shown = picture(
            &declared(&stored),
            &stored.bytes,
            GeometryPreset::Efmi,
            most_side,
        );
        let shown = shown.expect("a picture");
        assert_eq!((shown.width, shown.height), size, "at most {most_side}");
    }
}

#[test]
fn a_large_level_without_smaller_ones_is_halved() {
    let image = soft(200, 140);
    let rows = GeometryPreset::Efmi;
    let chain = encoded(&image, TextureFormat::Rgba32, MipChain::Full, rows);
    let wanted = picture(&declared(&chain), &chain.bytes, rows, 50).expect("a picture");
    for format in [
        TextureFormat::Rgba32,
        TextureFormat::Bc7,
        TextureFormat::Bc3,
    ] {
        let single = encoded(&image, format, MipChain::Single, rows);
        let halved = picture(&declared(&single), &single.bytes, rows, 50).expect("a picture");
        assert_eq!(
            (halved.width, halved.height),
            (50, 35),
            "{format:?}: two steps"
        );
        assert_eq!(halved.pixels.len(), 50 * 35 * 4, "{format:?}: whole");
        let difference = worst(&wanted, &halved, 0..3);
        assert!(difference <= 12, "{format:?}: {difference}");
    }
    let tiny = encoded(&image, TextureFormat::Bc7, MipChain::Single, rows);
    let tiny = picture(&declared(&tiny), &tiny.bytes, rows, 3).expect("a picture");
    assert_eq!((tiny.width, tiny.height), (3, 2), "as small as asked for");
    let long = soft(4, 600);
    let single = encoded(&long, TextureFormat::Bc1, MipChain::Single, rows);
    let halved = picture(&declared(&single), &single.bytes, rows, 64).expect("a picture");
    assert_eq!((halved.width, halved.height), (4, 37), "only the long side");
}

#[test]
fn astc_is_decoded() {
    // A block of one colour: the void extent without bounds, then R, G, B, A in 16 bits.
    let mut block = vec![0xfc, 0xfd, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff];
    for channel in [200_u16, 100, 50, 255] {
        block.extend((channel * 257).to_le_bytes());
    }
    for (format, n_blocks) in [(48, 6), (49, 6), (50, 4)] {
        let texture = Texture {
            width: 11,
            height: 7,
            mips: 1,
            format,
            ..Texture::default()
        };
        let payload = block.repeat(n_blocks);
        let shown = picture(&texture, &payload, GeometryPreset::Efmi, 2048).expect("a picture");
        assert_eq!(
            shown.pixels,
            [200, 100, 50, 255].repeat(77),
            "format {format}"
        );
    }
}

#[test]
fn a_broken_texture_is_named() {
    let texture = Texture {
        width: 8,
        height: 8,
        mips: 1,
        format: 10,
        ..Texture::default()
    };
    let shown = |texture: Texture, n_bytes: usize| {
        picture(&texture, &vec![0; n_bytes], GeometryPreset::Efmi, 2048).map(|image| image.width)
    };
    assert_eq!(shown(texture.clone(), 32), Ok(8), "sound");
    let broken = [
        (
            shown(texture.clone(), 31),
            TextureError::Length {
                n_bytes: 31,
                wanted_bytes: 32,
            },
        ),
        (
            shown(
                Texture {
                    format: 11,
                    ..texture.clone()
                },
                32,
            ),
            TextureError::Format { code: 11 },
        ),
        (
            shown(
                Texture {
                    width: 0,
                    ..texture.clone()
                },
                32,
            ),
            TextureError::Size {
                width: 0,
                height: 8,
                mips: 1,
            },
        ),
        (
            shown(
                Texture {
                    mips: u32::MAX,
                    ..texture.clone()
                },
                32,
            ),
            TextureError::Size {
                width: 8,
                height: 8,
                mips: u32::MAX,
            },
        ),
        (
            shown(
                Texture {
                    height: u32::MAX,
                    ..texture
                },
                32,
            ),
            TextureError::Size {
                width: 8,
                height: u32::MAX,
                mips: 1,
            },
        ),
    ];
    for (found, wanted) in broken {
        for language in Language::ALL {
            let text = wanted.detail().text(language);
            assert!(!text.contains('{'), "an empty place: {text}");
        }
        assert_eq!(found, Err(wanted), "what is wrong");
    }
}

#[test]
fn blocks_of_noise_are_pictures_too() {
    let mut word = 1_u64;
    for format in [4, 10, 12, 25, 26, 27, 48, 49, 50, 63] {
        let texture = Texture {
            width: 60,
            height: 60,
            mips: 1,
            format,
            ..Texture::default()
        };
        let known = bem_studio::formats::bem::texture_layout::TextureFormat::find(format);
        let n_bytes = known.expect("a format").total_bytes(60, 60, 1);
        for _ in 0..20 {
            let payload: Vec<u8> = (0..n_bytes)
                .map(|_| {
                    word = word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    word.to_le_bytes()[6]
                })
                .collect();
            let shown = picture(&texture, &payload, GeometryPreset::Plain, 2048);
            assert_eq!(
                shown.expect("a picture").pixels.len(),
                60 * 60 * 4,
                "format {format}"
            );
        }
    }
}
