//! Formats and exact payload sizes (bem.md ch. 10).

use bem_studio::convert::texture::format::{TextureFormat, full_chain, mip_chain_bytes, side_at};

#[test]
fn mip_sums_are_those_of_the_rulebook() {
    use TextureFormat::{Astc4, Astc5, Astc6, Bc1, Bc7, R8, Rgba32};
    let rows = [
        (R8, 6, 5, 3, 37),
        (Rgba32, 3, 2, 2, 28),
        (R8, 3, 2, 2, 7),
        (Bc1, 12, 8, 4, 80),
        (Astc5, 6, 5, 3, 64),
        (Astc4, 6, 5, 3, 96),
        (Astc6, 7, 13, 4, 144),
        (Rgba32, 2048, 2048, 12, 22_369_620),
        (Bc7, 2048, 2048, 12, 5_592_432),
        (Rgba32, 4096, 4096, 13, 89_478_484),
        (Bc7, 4096, 4096, 13, 22_369_648),
        (Bc7, 8192, 8192, 1, 64 << 20),
        (Bc7, 8192, 8192, 2, 83_886_080),
        (Bc7, 8192, 8192, 14, 89_478_512),
        (Rgba32, 8192, 8192, 1, 256 << 20),
    ];
    for (format, width, height, mips, sum) in rows {
        assert_eq!(
            mip_chain_bytes(format, width, height, mips),
            sum,
            "{format:?} {width} x {height}, {mips} levels"
        );
    }
}

#[test]
fn levels_beyond_the_last_are_single_pixels() {
    assert_eq!(
        mip_chain_bytes(TextureFormat::Rgba32, 2, 1, 5),
        8 + 4 * 4,
        "five levels"
    );
    assert_eq!(side_at(5, 40), 1, "a shift wider than the number");
    assert_eq!(full_chain(1, 1), 1, "one");
    assert_eq!(full_chain(5, 3), 3, "5, 2, 1");
    assert_eq!(full_chain(4096, 8192), 14, "the longer side counts");
}

#[test]
fn sums_beyond_all_numbers_saturate() {
    let sum = mip_chain_bytes(TextureFormat::Rgba32, u32::MAX, u32::MAX, 16);
    assert_eq!(sum, u64::MAX, "no overflow");
}

#[test]
fn every_format_is_found_by_its_number() {
    let numbers = [4, 10, 12, 25, 26, 27, 48, 49, 50, 63];
    for (format, number) in TextureFormat::ALL.into_iter().zip(numbers) {
        assert_eq!(format.number(), number, "{format:?}");
        assert_eq!(TextureFormat::from_number(number), Some(format), "{number}");
    }
    assert_eq!(
        TextureFormat::from_number(24),
        None,
        "BC6H does not exist here"
    );
}
