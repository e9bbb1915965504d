//! Texture payloads: sizes, opacity, threads, refusals.

use super::figures::Dice;
use bem_studio::base::cancel::{Cancel, Cancelled};
use bem_studio::convert::placeholder;
use bem_studio::convert::texture::format::{TextureFormat, mip_chain_bytes};
use bem_studio::convert::texture::{
    self, EncodedTexture, MipChain, Quality, TextureError, TextureRole, TextureSettings, Watch,
};
use bem_studio::model::image::Image;
use bem_studio::model::target::GeometryPreset;
use std::sync::Mutex;

const WRITTEN: [TextureFormat; 7] = [
    TextureFormat::Rgba32,
    TextureFormat::Bc1,
    TextureFormat::Bc3,
    TextureFormat::Bc7,
    TextureFormat::Bc4,
    TextureFormat::Bc5,
    TextureFormat::R8,
];

pub(super) fn settings(format: TextureFormat) -> TextureSettings {
    TextureSettings {
        format,
        role: TextureRole::Color,
        quality: Quality::Draft,
        mips: MipChain::Full,
        rows: GeometryPreset::Efmi,
    }
}

pub(super) fn encoded(image: &Image, settings: &TextureSettings) -> EncodedTexture {
    texture::encode(image, settings, &Watch::silent(&Cancel::new())).expect("it can be encoded")
}

/// Smooth blobs of colour with edges; alpha `least_alpha`..=255 in patches, much of it 255.
pub(super) fn image(width: u32, height: u32, seed: u64, least_alpha: u8) -> Image {
    let mut dice = Dice::new(seed);
    let waves: Vec<[f32; 4]> = (0..6).map(|_| [0; 4].map(|_: i32| dice.share())).collect();
    let mut pixels = Vec::new();
    for y in 0..height {
        for x in 0..width {
            let at = |wave: &[f32; 4]| {
                let phase = (x as f32 * wave[0] + y as f32 * wave[1]) * 0.5 + wave[2] * 6.0;
                phase.sin() * wave[3]
            };
            let shade = |channel: usize| {
                let sum = at(&waves[channel]) + at(&waves[channel + 3]) * 0.5;
                byte(127.0 + 80.0 * sum + f32::from(dice_noise(x, y)) * 0.02)
            };
            let edge = at(&waves[0]) + at(&waves[4]);
            let alpha = byte(255.0 + edge.min(0.0) * 400.0).max(least_alpha);
            pixels.extend([shade(0), shade(1), shade(2), alpha]);
        }
    }
    Image {
        width,
        height,
        pixels,
    }
}

fn byte(shade: f32) -> u8 {
    bem_studio::geom::quantize::unorm8(shade / 255.0)
}

fn dice_noise(x: u32, y: u32) -> u8 {
    Dice::new((u64::from(x) << 32) | u64::from(y)).byte()
}

/// The first level read back.
fn first_level(texture: &EncodedTexture) -> Vec<u8> {
    let format = match texture.format {
        TextureFormat::Bc1 => dds::Format::BC1_UNORM,
        TextureFormat::Bc3 => dds::Format::BC3_UNORM,
        TextureFormat::Bc7 => dds::Format::BC7_UNORM,
        other => panic!("{other:?} is not read here"),
    };
    let size = dds::Size::new(texture.width, texture.height);
    let mut pixels = vec![0; (texture.width * texture.height * 4) as usize];
    let view = dds::ImageViewMut::new(&mut pixels, size, dds::ColorFormat::RGBA_U8);
    let mut bytes = texture.bytes.as_slice();
    dds::decode(
        &mut bytes,
        view.expect("size"),
        format,
        &dds::DecodeOptions::default(),
    )
    .expect("it decodes");
    pixels
}

#[test]
fn every_format_has_exactly_the_size_of_its_mip_chain() {
    for (width, height) in [(64, 64), (63, 50), (1, 1), (5, 130), (4, 4)] {
        let picture = image(width, height, 1, 0);
        for format in WRITTEN {
            for mips in [MipChain::Full, MipChain::Single] {
                let texture = encoded(
                    &picture,
                    &TextureSettings {
                        mips,
                        ..settings(format)
                    },
                );
                assert_eq!(
                    texture.bytes.len() as u64,
                    mip_chain_bytes(format, texture.width, texture.height, texture.mips),
                    "{format:?} {width} x {height} {mips:?}"
                );
                assert_eq!(
                    texture.mips == 1,
                    mips == MipChain::Single || texture.width == 1,
                    "levels"
                );
                assert_eq!(
                    texture.srgb,
                    format.has_srgb(),
                    "{format:?}: colour where it can be"
                );
            }
        }
    }
}

#[test]
fn block_formats_bring_sides_up_to_multiples_of_four() {
    let picture = image(63, 50, 4, 255);
    let block = encoded(&picture, &settings(TextureFormat::Bc7));
    assert_eq!((block.width, block.height), (64, 52), "63 x 50");
    assert_eq!(block.enlarged_from, Some((63, 50)), "it says so");
    let raw = encoded(&picture, &settings(TextureFormat::Rgba32));
    assert_eq!(
        (raw.width, raw.height, raw.enlarged_from),
        (63, 50, None),
        "no need to"
    );
    assert_eq!(
        raw.bytes[..picture.pixels.len()],
        picture.pixels,
        "untouched"
    );
    // The enlarged picture is the same picture: compare at the middle of each quarter.
    let large = first_level(&block);
    for (x, y) in [(15, 12), (47, 12), (15, 37), (47, 37)] {
        let small = picture.pixel(x, y);
        let at = (y * 52 / 50 * 64 + x * 64 / 63) as usize * 4;
        for channel in 0..3 {
            let difference = small[channel].abs_diff(large[at + channel]);
            assert!(
                difference < 40,
                "({x}, {y}): {small:?} became {:?}",
                &large[at..at + 4]
            );
        }
    }
}

#[test]
fn opaque_pixels_come_back_opaque_at_every_quality() {
    for (seed, least) in [(1, 255), (2, 0), (3, 0), (4, 200), (5, 250)] {
        let picture = image(96, 64, seed, least);
        for format in [TextureFormat::Bc7, TextureFormat::Bc3] {
            for quality in [Quality::Draft, Quality::Normal] {
                let texture = encoded(
                    &picture,
                    &TextureSettings {
                        quality,
                        ..settings(format)
                    },
                );
                let read = first_level(&texture);
                let lost = picture
                    .pixels
                    .chunks_exact(4)
                    .zip(read.chunks_exact(4))
                    .filter(|(was, is)| was[3] == 255 && is[3] != 255)
                    .count();
                assert_eq!(lost, 0, "{format:?} {quality:?}, picture {seed}");
                let db = texture.psnr_db.unwrap_or(99.0);
                assert!(db > 30.0, "{format:?} {quality:?}, picture {seed}: {db} dB");
            }
        }
    }
}

#[test]
fn noise_with_scattered_opaque_pixels_stays_opaque_too() {
    let mut dice = Dice::new(77);
    let pixels = (0..64 * 64).flat_map(|_| {
        let alpha = if dice.next().is_multiple_of(3) {
            255
        } else {
            dice.byte()
        };
        [dice.byte(), dice.byte(), dice.byte(), alpha]
    });
    let picture = Image {
        width: 64,
        height: 64,
        pixels: pixels.collect(),
    };
    for format in [TextureFormat::Bc7, TextureFormat::Bc3] {
        let read = first_level(&encoded(&picture, &settings(format)));
        for (place, (was, is)) in picture
            .pixels
            .chunks_exact(4)
            .zip(read.chunks_exact(4))
            .enumerate()
        {
            assert!(
                was[3] != 255 || is[3] == 255,
                "{format:?} at {place}: {was:?} {is:?}"
            );
        }
    }
}

#[test]
fn better_quality_is_not_worse() {
    let picture = image(64, 64, 8, 255);
    let db = |quality| {
        let settings = TextureSettings {
            quality,
            ..settings(TextureFormat::Bc7)
        };
        encoded(&picture, &settings).psnr_db.unwrap_or(99.0)
    };
    let (draft, normal, high) = (db(Quality::Draft), db(Quality::Normal), db(Quality::High));
    assert!(draft > 35.0, "draft {draft} dB");
    assert!(
        normal >= draft - 0.1 && high >= normal - 0.1,
        "{draft}, {normal}, {high} dB"
    );
}

#[test]
fn bc1_keeps_the_colour_of_see_through_pixels_and_says_that_alpha_is_lost() {
    let picture = Image {
        width: 8,
        height: 8,
        pixels: [200, 100, 50, 0].repeat(64),
    };
    let texture = encoded(&picture, &settings(TextureFormat::Bc1));
    assert!(texture.has_lost_alpha, "it says so");
    for pixel in first_level(&texture).chunks_exact(4) {
        assert_eq!(pixel[3], 255, "opaque");
        for (is, should) in pixel.iter().zip([200, 100, 50]) {
            assert!(is.abs_diff(should) <= 8, "{pixel:?}");
        }
    }
    assert!(
        !encoded(&picture, &settings(TextureFormat::Bc7)).has_lost_alpha,
        "BC7 keeps it"
    );
}

#[test]
fn r8_holds_the_red_channel() {
    let picture = Image {
        width: 2,
        height: 2,
        pixels: vec![1, 9, 9, 9, 2, 9, 9, 9, 3, 9, 9, 9, 4, 9, 9, 9],
    };
    let texture = encoded(&picture, &settings(TextureFormat::R8));
    assert_eq!(
        texture.bytes,
        [1, 2, 3, 4, 3],
        "and its mean, rounded half up"
    );
}

#[test]
fn the_bytes_do_not_depend_on_the_number_of_threads() {
    let picture = image(150, 90, 6, 0);
    for format in WRITTEN {
        let with = |n_threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new()
                .num_threads(n_threads)
                .build();
            pool.expect("a pool")
                .install(|| encoded(&picture, &settings(format)))
        };
        assert_eq!(with(1), with(5), "{format:?}");
    }
}

#[test]
fn progress_only_grows_and_ends_at_one() {
    let shares = Mutex::new(Vec::new());
    let report = |share: f64| shares.lock().expect("no panic").push(share);
    let cancel = Cancel::new();
    let watch = Watch {
        cancel: &cancel,
        report: &report,
    };
    let picture = image(64, 80, 2, 255);
    texture::encode(&picture, &settings(TextureFormat::Bc7), &watch).expect("it can be encoded");
    let shares = shares.lock().expect("no panic");
    assert!(shares.len() > 5, "{} reports", shares.len());
    assert!(
        shares.windows(2).all(|pair| pair[0] <= pair[1]),
        "{shares:?}"
    );
    assert!((shares[shares.len() - 1] - 1.0).abs() < 1e-9, "{shares:?}");
}

#[test]
fn a_raised_token_stops_the_work() {
    let picture = image(64, 64, 2, 255);
    let cancel = Cancel::new();
    let report = |share: f64| {
        if share > 0.3 {
            cancel.raise();
        }
    };
    let watch = Watch {
        cancel: &cancel,
        report: &report,
    };
    assert_eq!(
        texture::encode(&picture, &settings(TextureFormat::Bc7), &watch),
        Err(TextureError::Cancelled(Cancelled)),
        "while it runs"
    );
    assert_eq!(
        texture::encode(&picture, &settings(TextureFormat::Bc1), &watch),
        Err(TextureError::Cancelled(Cancelled)),
        "before it starts"
    );
}

#[test]
fn pictures_that_are_none_are_refused() {
    let refusal = |width, height, n_bytes: usize, format| {
        let picture = Image {
            width,
            height,
            pixels: vec![0; n_bytes],
        };
        texture::encode(&picture, &settings(format), &Watch::silent(&Cancel::new()))
            .expect_err("a refusal")
    };
    assert_eq!(
        refusal(0, 4, 0, TextureFormat::Bc7),
        TextureError::Size {
            width: 0,
            height: 4
        },
        "no pixels"
    );
    assert_eq!(
        refusal(32_769, 1, 32_769 * 4, TextureFormat::R8),
        TextureError::Size {
            width: 32_769,
            height: 1
        },
        "too wide"
    );
    assert_eq!(
        refusal(4, 4, 63, TextureFormat::Bc7),
        TextureError::PixelCount {
            width: 4,
            height: 4,
            n_bytes: 63
        },
        "a byte short"
    );
    for format in [
        TextureFormat::Astc4,
        TextureFormat::Astc5,
        TextureFormat::Astc6,
    ] {
        assert_eq!(
            refusal(4, 4, 64, format),
            TextureError::NotEncodable { format },
            "ASTC is never written"
        );
    }
}

#[test]
fn the_placeholder_is_neutral_opaque_and_always_the_same() {
    let picture = placeholder::image();
    assert_eq!(picture, placeholder::image(), "the same");
    assert_eq!(
        (picture.width, picture.height),
        (64, 64),
        "fit for every format"
    );
    for pixel in picture.pixels.chunks_exact(4) {
        assert!(
            pixel[0] == pixel[1] && pixel[1] == pixel[2],
            "grey: {pixel:?}"
        );
        assert_eq!(pixel[3], 255, "opaque");
    }
    let colors: std::collections::BTreeSet<u8> =
        picture.pixels.iter().step_by(4).copied().collect();
    assert_eq!(colors.len(), 2, "a checker");
}
