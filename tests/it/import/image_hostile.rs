//! Picture files made to hurt: cut, bloated, lying about their size, or no pictures at all.

use super::pictures::{Bmp, dds, encoded, tga, tga_footer};
use bem_studio::base::text::Language;
use bem_studio::formats::image::{ImageError, Kind, Note, decode, sniff};
use image::ImageFormat;

fn whole_files() -> Vec<(&'static str, Vec<u8>)> {
    let mut footed = tga(4, 4, 32, 8, &[[9; 4]; 16]);
    footed.extend(tga_footer());
    vec![
        ("a.png", encoded(ImageFormat::Png, 6, 6)),
        ("a.jpg", encoded(ImageFormat::Jpeg, 16, 16)),
        ("a.bmp", Bmp::plain(32, 3, 3).file(&[[7; 4]; 9])),
        ("a.gif", encoded(ImageFormat::Gif, 6, 6)),
        ("a.webp", encoded(ImageFormat::WebP, 6, 6)),
        ("a.tga", footed),
        ("a.dds", dds(dds::Format::BC7_UNORM, 8, 8)),
    ]
}

/// Decoding must come back; when it does so with a picture, the picture must be whole. Says whether it did.
fn survive(bytes: &[u8], name: &str) -> bool {
    let Ok(found) = decode(bytes, name) else {
        return false;
    };
    let picture = found.picture;
    let wanted = picture.width as usize * picture.height as usize * 4;
    assert_eq!(picture.pixels.len(), wanted, "{name} is half a picture");
    true
}

#[test]
fn every_prefix_of_every_kind_is_a_value() {
    for (name, bytes) in whole_files() {
        for length in 0..bytes.len() {
            survive(&bytes[..length], name);
        }
        assert!(survive(&bytes, name), "{name} as a whole");
    }
}

#[test]
fn every_flipped_byte_of_every_kind_is_a_value() {
    for (name, bytes) in whole_files() {
        for place in 0..bytes.len().min(256) {
            for flip in [0xff, 0x80, 0x01] {
                let mut mutant = bytes.clone();
                mutant[place] ^= flip;
                survive(&mutant, name);
            }
        }
    }
}

#[test]
fn cut_png_and_tga_are_broken_and_a_cut_jpeg_is_noted() {
    for (name, bytes) in whole_files() {
        let half = &bytes[..bytes.len() * 2 / 3];
        match name {
            "a.jpg" => {
                let jpeg = encoded(ImageFormat::Jpeg, 64, 64);
                let cut = &jpeg[..jpeg.len() - 40];
                let found = decode(cut, name).expect("the decoder is lenient");
                assert_eq!(found.notes, [Note::CutJpeg], "the missing end is noted");
            }
            "a.png" | "a.tga" | "a.bmp" => {
                let error = decode(half, name).expect_err("cut");
                assert_eq!(error.code(), "image-broken", "{name}: {error}");
            }
            _ => {}
        }
    }
}

#[test]
fn headers_of_65535_by_65535_are_refused_before_pixels_are_made() {
    let mut png = encoded(ImageFormat::Png, 4, 4);
    png[16..20].copy_from_slice(&65_535_u32.to_be_bytes());
    png[20..24].copy_from_slice(&65_535_u32.to_be_bytes());
    let crc = crc_of(&png[12..29]);
    png[29..33].copy_from_slice(&crc.to_be_bytes());
    let bmp = Bmp::plain(24, 65_535, 65_535).file(&[]);
    let tga = tga(65_535, 65_535, 32, 8, &[]);
    let mut gif = encoded(ImageFormat::Gif, 4, 4);
    gif[6..10].copy_from_slice(&[0xff; 4]);
    let mut dds = dds(dds::Format::R8G8B8A8_UNORM, 4, 4);
    dds[12..16].copy_from_slice(&65_535_u32.to_le_bytes());
    dds[16..20].copy_from_slice(&65_535_u32.to_le_bytes());
    for (name, bytes) in [
        ("a.png", png),
        ("a.bmp", bmp),
        ("a.tga", tga),
        ("a.gif", gif),
        ("a.dds", dds),
    ] {
        let error = decode(&bytes, name).expect_err(name);
        let is_size = matches!(
            error,
            ImageError::TooLarge {
                width: 65_535,
                height: 65_535,
                ..
            }
        );
        assert!(is_size, "{name}: {error:?}");
    }
}

/// The checksum of a PNG chunk.
fn crc_of(bytes: &[u8]) -> u32 {
    let mut crc = u32::MAX;
    for byte in bytes {
        crc ^= u32::from(*byte);
        for _ in 0..8 {
            crc = if crc & 1 == 1 {
                (crc >> 1) ^ 0xedb8_8320
            } else {
                crc >> 1
            };
        }
    }
    !crc
}

#[test]
fn sizes_of_zero_are_refused() {
    for (name, bytes) in [
        ("a.bmp", Bmp::plain(24, 0, 4).file(&[])),
        ("a.tga", tga(0, 4, 24, 0, &[])),
    ] {
        assert!(decode(&bytes, name).is_err(), "{name}");
    }
}

#[test]
fn what_is_no_picture_is_said_to_be_none() {
    for bytes in [&b"hello"[..], b"PK\x03\x04", b"RIFF....WAVE", &[0; 64]] {
        let error = decode(bytes, "a.png").expect_err("no picture");
        assert_eq!(error, ImageError::Unknown, "{bytes:?}");
    }
    assert_eq!(decode(b"", "a.png"), Err(ImageError::Empty), "no bytes");
    let psd = decode(b"8BPS\0\x01rest", "a.psd").expect_err("named, not read");
    assert_eq!(psd, ImageError::Unsupported { kind: Kind::Psd }, "PSD");
}

#[test]
fn zeros_called_tga_are_no_tga() {
    assert_eq!(sniff(&[0; 64], "a.tga"), None, "image type 0");
    let mut header = tga(4, 4, 24, 0, &[[0; 4]; 16]);
    header[2] = 1;
    assert_eq!(sniff(&header, "a.tga"), None, "a colour map is missing");
    header[2] = 2;
    header[16] = 7;
    assert_eq!(sniff(&header, "a.tga"), None, "no such depth");
}

#[test]
fn random_bytes_behind_every_signature_are_values() {
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let mut noise = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state.to_le_bytes()[3]
    };
    let signatures: [(&str, &[u8]); 8] = [
        (
            "a.png",
            b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x08\0\0\0\x08",
        ),
        ("a.jpg", b"\xff\xd8\xff"),
        ("a.bmp", b"BM"),
        ("a.gif", b"GIF89a\x08\0\x08\0"),
        ("a.webp", b"RIFF\x40\0\0\0WEBPVP8L"),
        ("a.webp", b"RIFF\x40\0\0\0WEBPVP8X"),
        ("a.tga", b"\0\0\x0a\0\0\0\0\0\0\0\0\0\x08\0\x08\0\x20\x08"),
        ("a.dds", b"DDS \x7c\0\0\0"),
    ];
    for (name, signature) in signatures {
        for length in 0..200 {
            let mut bytes = signature.to_vec();
            bytes.extend((0..length).map(|_| noise()));
            survive(&bytes, name);
        }
    }
}

#[test]
fn every_error_speaks_three_languages() {
    let kind = Kind::Png;
    let errors = [
        ImageError::Empty,
        ImageError::FileTooLarge {
            size_bytes: 1 << 40,
        },
        ImageError::Unknown,
        ImageError::Unsupported { kind },
        ImageError::NoPixels { kind },
        ImageError::TooLarge {
            kind,
            width: 1,
            height: 2,
        },
        ImageError::Broken {
            kind,
            reason: "because".to_owned(),
        },
        ImageError::Panicked { kind },
        ImageError::DdsLayout,
        ImageError::DdsFormat {
            format: "BC2".to_owned(),
        },
    ];
    for error in errors {
        for language in Language::ALL {
            let text = error.message().text(language);
            assert!(!text.contains('{'), "{text} has an empty place");
        }
    }
}
