//! Sizes of textures: the table of bem.md ch. 10.

use bem_studio::formats::bem::texture_layout::{FORMATS, TextureFormat, full_mips};

fn sum(code: u32, width: u32, height: u32, mips: u32) -> u64 {
    TextureFormat::find(code)
        .expect("a format of the table")
        .total_bytes(width, height, mips)
}

#[test]
fn the_mip_sums_of_the_rulebook_hold() {
    let table = [
        (63, 6, 5, 3, 37),
        (4, 3, 2, 2, 28),
        (63, 3, 2, 2, 7),
        (10, 12, 8, 4, 80),
        (49, 6, 5, 3, 64),
        (48, 6, 5, 3, 96),
        (50, 7, 13, 4, 144),
        (4, 2048, 2048, 12, 22_369_620),
        (25, 2048, 2048, 12, 5_592_432),
        (4, 4096, 4096, 13, 89_478_484),
        (25, 4096, 4096, 13, 22_369_648),
        (25, 8192, 8192, 1, 67_108_864),
        (25, 8192, 8192, 2, 83_886_080),
        (25, 8192, 8192, 14, 89_478_512),
        (4, 8192, 8192, 1, 268_435_456),
        (4, 4, 4, 3, 84),
    ];
    for (code, width, height, mips, expected) in table {
        let found = sum(code, width, height, mips);
        assert_eq!(
            found, expected,
            "format {code}, {width}x{height}, {mips} mips"
        );
    }
}

#[test]
fn extra_levels_are_one_pixel_each() {
    assert_eq!(sum(63, 2, 2, 2), 5, "a full chain");
    assert_eq!(sum(63, 2, 2, 16), 19, "and 14 more levels");
    assert_eq!(full_mips(2048, 1024), 12, "levels of a full chain");
    assert_eq!(full_mips(1, 1), 1, "one pixel");
    assert_eq!(full_mips(13, 7), 4, "13, 6, 3, 1");
}

#[test]
fn six_formats_have_blocks_of_four_that_must_divide_the_sides() {
    let codes: Vec<u32> = FORMATS
        .into_iter()
        .filter(|format| format.is_bc())
        .map(|format| format.code)
        .collect();
    assert_eq!(codes, [10, 12, 25, 26, 27], "BC formats");
    assert_eq!(TextureFormat::find(24), None, "BC6H is none of the table");
}
