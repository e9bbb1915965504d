//! Pictures that must open: every kind, by content, with the rows and the alpha the rules want.

use super::pictures::{Bmp, dds, encoded, gradient, tga, tga_footer};
use bem_studio::formats::image::{Decoded, Kind, Note, decode, encode_png, sniff};
use image::ImageFormat;

fn decoded(bytes: &[u8], name: &str) -> Decoded {
    decode(bytes, name).unwrap_or_else(|error| panic!("{name}: {error}"))
}

#[test]
fn every_kind_is_told_by_content_whatever_the_name_says() {
    let files = [
        (Kind::Png, encoded(ImageFormat::Png, 8, 4)),
        (Kind::Jpeg, encoded(ImageFormat::Jpeg, 8, 4)),
        (Kind::Bmp, encoded(ImageFormat::Bmp, 8, 4)),
        (Kind::Gif, encoded(ImageFormat::Gif, 8, 4)),
        (Kind::WebP, encoded(ImageFormat::WebP, 8, 4)),
        (Kind::Dds, dds(dds::Format::BC7_UNORM, 8, 4)),
    ];
    for (kind, bytes) in &files {
        for name in ["a.png", "a.sph", "a", "a.TGA", "a.txt"] {
            assert_eq!(sniff(bytes, name), Some(*kind), "{kind:?} called {name}");
        }
        let picture = decoded(bytes, "a.spa").picture;
        assert_eq!((picture.width, picture.height), (8, 4), "size of {kind:?}");
        assert_eq!(picture.pixels.len(), 8 * 4 * 4, "pixels of {kind:?}");
    }
}

#[test]
fn lossless_kinds_give_back_their_pixels_top_row_first() {
    let wanted = gradient(9, 5, 255);
    for format in [ImageFormat::Png, ImageFormat::Bmp, ImageFormat::WebP] {
        let found = decoded(&encoded(format, 9, 5), "a");
        assert_eq!(found.picture.pixels, wanted, "{format:?}");
    }
}

#[test]
fn another_extension_is_noted_and_sphere_extensions_are_not() {
    let png = encoded(ImageFormat::Png, 4, 4);
    let note = Note::Extension {
        extension: "bmp".to_owned(),
        kind: Kind::Png,
    };
    assert_eq!(decoded(&png, "tex/A.BMP").notes, [note], "a PNG called BMP");
    for name in ["a.png", "a.spa", "a.sph", "noextension"] {
        assert_eq!(decoded(&png, name).notes, [], "{name}");
    }
}

#[test]
fn the_fourth_byte_of_an_old_bmp_is_alpha_unless_all_are_zero() {
    let pixels = [[1, 2, 3, 0], [4, 5, 6, 0], [7, 8, 9, 0], [10, 11, 12, 0]];
    let mut mixed = pixels;
    mixed[2][3] = 77;
    for compression in [0, 3] {
        let bmp = Bmp {
            compression,
            ..Bmp::plain(32, 2, 2)
        };
        let opaque = decoded(&bmp.file(&pixels), "a.bmp").picture;
        assert_eq!(
            opaque.pixels,
            [9, 8, 7, 255, 12, 11, 10, 255, 3, 2, 1, 255, 6, 5, 4, 255],
            "all alpha 0 is opaque, compression {compression}"
        );
        let alpha = decoded(&bmp.file(&mixed), "a.bmp").picture;
        assert_eq!(
            alpha.pixels,
            [9, 8, 7, 77, 12, 11, 10, 0, 3, 2, 1, 0, 6, 5, 4, 0],
            "written alpha counts, compression {compression}"
        );
    }
}

#[test]
fn alpha_of_a_top_down_bmp_goes_to_the_right_rows() {
    let pixels = [[1, 2, 3, 10], [4, 5, 6, 20], [7, 8, 9, 30], [1, 1, 1, 40]];
    let file = Bmp::plain(32, 2, -2).file(&pixels);
    assert_eq!(
        decoded(&file, "a.bmp").picture.pixels,
        [3, 2, 1, 10, 6, 5, 4, 20, 9, 8, 7, 30, 1, 1, 1, 40],
        "rows as stored"
    );
}

#[test]
fn a_later_bmp_header_states_its_alpha_itself() {
    let bmp = Bmp {
        header: 124,
        compression: 3,
        ..Bmp::plain(32, 1, 1)
    };
    let found = decoded(&bmp.file(&[[1, 2, 3, 0]]), "a.bmp").picture;
    assert_eq!(found.pixels, [3, 2, 1, 0], "its alpha mask is obeyed");
}

#[test]
fn a_24_bit_bmp_with_odd_rows_is_opaque() {
    let file = Bmp::plain(24, 3, 1).file(&[[1, 2, 3, 9], [4, 5, 6, 9], [7, 8, 9, 9]]);
    assert_eq!(
        decoded(&file, "x.spa").picture.pixels,
        [3, 2, 1, 255, 6, 5, 4, 255, 9, 8, 7, 255],
        "padding is skipped"
    );
}

#[test]
fn a_tga_is_told_by_its_footer_or_by_name_and_header() {
    let bare = tga(1, 2, 24, 0, &[[1, 2, 3, 0], [4, 5, 6, 0]]);
    assert_eq!(sniff(&bare, "hair.tga"), Some(Kind::Tga), "by its name");
    assert_eq!(sniff(&bare, "hair.spa"), Some(Kind::Tga), "a sphere map");
    assert_eq!(sniff(&bare, "hair.png"), None, "a name that says PNG");
    let mut whole = bare;
    whole.extend(tga_footer());
    assert_eq!(sniff(&whole, "hair.png"), Some(Kind::Tga), "by its footer");
    let found = decoded(&whole, "hair.png");
    assert_eq!(found.picture.pixels, [6, 5, 4, 255, 3, 2, 1, 255], "pixels");
    assert_eq!(found.notes.len(), 1, "the name is noted");
}

#[test]
fn both_row_orders_of_a_tga_come_out_top_first() {
    let pixels = [[1, 0, 0, 255], [2, 0, 0, 255]];
    let bottom_first = decoded(&tga(1, 2, 32, 8, &pixels), "a.tga").picture.pixels;
    let top_first = decoded(&tga(1, 2, 32, 0x28, &pixels), "a.tga")
        .picture
        .pixels;
    assert_eq!(bottom_first, [0, 0, 2, 255, 0, 0, 1, 255], "bottom first");
    assert_eq!(top_first, [0, 0, 1, 255, 0, 0, 2, 255], "top first");
}

#[test]
fn a_tga_without_attribute_bits_and_with_empty_alpha_is_opaque() {
    let empty = [[1, 2, 3, 0], [4, 5, 6, 0]];
    let undeclared = decoded(&tga(2, 1, 32, 0, &empty), "a.tga").picture.pixels;
    assert_eq!([undeclared[3], undeclared[7]], [255, 255], "undeclared");
    let declared = decoded(&tga(2, 1, 32, 8, &empty), "a.tga").picture.pixels;
    assert_eq!([declared[3], declared[7]], [0, 0], "declared");
    let kept = [[1, 2, 3, 0], [4, 5, 6, 9]];
    let used = decoded(&tga(2, 1, 32, 0, &kept), "a.tga").picture.pixels;
    assert_eq!([used[3], used[7]], [0, 9], "undeclared but used");
}

#[test]
fn dds_formats_of_the_chapter_open_and_others_are_named() {
    use dds::Format;
    for format in [
        Format::BC1_UNORM,
        Format::BC3_UNORM,
        Format::BC4_UNORM,
        Format::BC5_UNORM,
        Format::BC7_UNORM,
        Format::R8G8B8A8_UNORM,
        Format::B8G8R8A8_UNORM,
        Format::R8_UNORM,
    ] {
        let found = decoded(&dds(format, 8, 8), "a.dds");
        assert_eq!(found.picture.pixels.len(), 256, "{format:?}");
        let opaque = found.picture.pixels.chunks(4).all(|texel| texel[3] == 255);
        assert!(opaque, "{format:?} is opaque");
    }
    let exact = decoded(&dds(Format::B8G8R8A8_UNORM, 5, 3), "a.dds");
    assert_eq!(exact.picture.pixels, gradient(5, 3, 255), "BGRA is swapped");
    for format in [
        Format::BC2_UNORM,
        Format::BC5_SNORM,
        Format::R16G16B16A16_UNORM,
    ] {
        let error = decode(&dds(format, 8, 8), "a.dds").expect_err("refused");
        assert_eq!(error.code(), "image-unsupported", "{format:?}: {error}");
    }
}

#[test]
fn legacy_dds_headers_open_by_four_letters_or_masks() {
    use super::pictures::dds_with;
    use dds::Format;
    use dds::header::Header;
    for format in [
        Format::BC1_UNORM,
        Format::BC3_UNORM,
        Format::BC4_UNORM,
        Format::BC5_UNORM,
        Format::R8G8B8A8_UNORM,
        Format::B8G8R8A8_UNORM,
        Format::R8_UNORM,
    ] {
        let header = Header::new_image(8, 4, format);
        let legacy = header.to_dx9().expect("the format is old enough");
        let found = decoded(&dds_with(&legacy.into(), format), "a.dds");
        assert_eq!(found.picture.pixels.len(), 128, "{format:?}");
    }
}

#[test]
fn dds_cube_maps_arrays_and_padded_rows_are_refused() {
    use super::pictures::dds_with;
    use dds::header::{Dx10Header, Header};
    let format = dds::Format::R8G8B8A8_UNORM;
    let cube = Header::new_cube_map(4, 4, format);
    let dxgi = match Header::new_image(4, 4, format) {
        Header::Dx10(header) => header.dxgi_format,
        Header::Dx9(_) => panic!("the plain header is a DX10 one"),
    };
    let array: Header = Dx10Header::new_image(4, 4, dxgi).with_array_size(2).into();
    for (what, header) in [("cube map", cube), ("array", array)] {
        let error = decode(&dds_with(&header, format), "a.dds").expect_err(what);
        assert_eq!(error.code(), "image-unsupported", "{what}: {error}");
    }
    let mut padded = dds(format, 4, 4);
    padded[8] |= 0x8;
    padded[20..24].copy_from_slice(&32_u32.to_le_bytes());
    let error = decode(&padded, "a.dds").expect_err("padded");
    assert_eq!(error.code(), "image-unsupported", "{error}");
}

#[test]
fn a_png_we_write_reads_back_equal_and_is_the_same_each_time() {
    let pixels = gradient(33, 17, 128);
    let file = encode_png(33, 17, &pixels).expect("it encodes");
    let again = encode_png(33, 17, &pixels).expect("it encodes");
    assert_eq!(file, again, "same pixels, same bytes");
    assert_eq!(decoded(&file, "a.png").picture.pixels, pixels, "read back");
    assert!(encode_png(33, 18, &pixels).is_err(), "a wrong height");
    assert!(encode_png(0, 0, &[]).is_err(), "an empty picture");
}
