//! Header, directory and blocks.

use crate::bem::case_files::{bytes_of, fixture, pack};
use bem_studio::formats::bem::container::frame::{self, FrameError};
use bem_studio::formats::bem::container::{Container, ContainerError};
use bem_studio::formats::bem::package::Package;
use bem_studio::formats::bem::payloads::{PayloadError, Source};

#[test]
fn a_truncated_file_is_refused_and_never_read_beyond() {
    let file = fixture("F11");
    for length in 0..file.len() {
        let result = Container::read(&Source::from(&file[..length]));
        let directory_end = 40 + 1974 + 7 * 32;
        match result {
            Err(ContainerError::NoMagic) => assert!(length < 8, "{length} bytes"),
            Err(ContainerError::NoHeader { .. }) => assert!(length < 40, "{length} bytes"),
            Err(ContainerError::TooShort { wanted_bytes, .. }) => {
                assert!(length < directory_end, "{length} bytes");
                assert_eq!(wanted_bytes, directory_end as u64, "wanted");
            }
            Ok(container) => {
                assert!(length >= directory_end, "{length} bytes");
                assert_eq!(container.entries.len(), 7, "entries");
            }
            Err(other) => panic!("{length} bytes: {other}"),
        }
    }
}

#[test]
fn a_count_beyond_the_file_reserves_nothing() {
    let mut file = fixture("F11");
    file[32..36].copy_from_slice(&u32::MAX.to_le_bytes());
    assert!(
        matches!(
            Container::read(&Source::from(&*file)),
            Err(ContainerError::TooShort { .. })
        ),
        "refused"
    );
    file[24..32].copy_from_slice(&u64::MAX.to_le_bytes());
    assert!(
        matches!(
            Container::read(&Source::from(&*file)),
            Err(ContainerError::TooShort { .. })
        ),
        "refused"
    );
}

#[test]
fn unknown_versions_are_named() {
    for (name, major, minor) in [
        ("VER-01-1", 1, 6),
        ("VER-01-2", 2, 0),
        ("VER-01-4", 1, 65535),
    ] {
        let file = bytes_of(&format!("{name}-reject.bem"));
        let Err(ContainerError::UnknownVersion {
            major: found,
            minor: found_minor,
        }) = Container::read(&Source::from(&*file))
        else {
            panic!("{name} opens");
        };
        assert_eq!((found, found_minor), (major, found_minor), "{name}");
        assert!(minor == found_minor || name == "VER-01-2", "{name}");
    }
}

#[test]
fn payloads_outside_the_file_and_impossible_sizes_are_refused_one_by_one() {
    let mut file = pack(1, "{}", &[vec![1; 8], vec![2; 8]]);
    let directory = 42;
    file[directory + 8..directory + 16].copy_from_slice(&u64::MAX.to_le_bytes());
    file[directory + 32 + 24..directory + 32 + 32].copy_from_slice(&9_u64.to_le_bytes());
    let package = Package::read(file).expect("opens");
    assert_eq!(
        package.payload(0),
        Err(PayloadError::OutsideFile { payload: 0 }),
        "offset beyond everything"
    );
    assert_eq!(
        package.payload(1),
        Err(PayloadError::BadSize { payload: 1 }),
        "a raw block of two sizes (CON-09)"
    );
    assert_eq!(
        package.payload(2),
        Err(PayloadError::NoSuchPayload {
            payload: 2,
            n_payloads: 2
        }),
        "no third payload"
    );
}

#[test]
fn frames_that_are_not_exactly_one_are_refused() {
    let content = b"twelve bytes".repeat(40);
    let size = content.len() as u64;
    let good = zstd::bulk::compress(&content, 3).expect("compresses");
    assert_eq!(frame::decode(&good, size).as_deref(), Ok(&*content), "good");
    let mut two = good.clone();
    two.extend(&good);
    assert_eq!(
        frame::check(&two, size),
        Err(FrameError::NotOneFrame),
        "two frames"
    );
    let mut skippable = vec![0x50, 0x2a, 0x4d, 0x18, 4, 0, 0, 0, 1, 2, 3, 4];
    assert_eq!(
        frame::check(&skippable, 4),
        Err(FrameError::NoFrame),
        "skippable"
    );
    skippable.extend(&good);
    assert_eq!(
        frame::check(&skippable, size),
        Err(FrameError::NoFrame),
        "skippable before"
    );
    let mut trailing = good.clone();
    trailing.push(0);
    assert_eq!(
        frame::check(&trailing, size),
        Err(FrameError::NotOneFrame),
        "one byte more"
    );
    let cut = &good[..good.len() - 1];
    assert_eq!(
        frame::check(cut, size),
        Err(FrameError::NotOneFrame),
        "one byte less"
    );
    assert_eq!(
        frame::check(&good, size + 1),
        Err(FrameError::OtherContentSize {
            found_bytes: size,
            wanted_bytes: size + 1
        }),
        "another size"
    );
    let mut dictionary = good;
    dictionary[4] |= 1;
    assert_eq!(
        frame::check(&dictionary, size),
        Err(FrameError::Dictionary),
        "dictionary"
    );
}

#[test]
fn a_frame_without_content_size_is_refused_and_a_checksum_is_fine() {
    let content = b"some bytes".repeat(30);
    let size = content.len() as u64;
    let mut unsized_frame = Vec::new();
    let mut encoder = zstd::stream::Encoder::new(&mut unsized_frame, 3).expect("encoder");
    std::io::Write::write_all(&mut encoder, &content).expect("writes");
    encoder.finish().expect("finishes");
    assert_eq!(
        frame::check(&unsized_frame, size),
        Err(FrameError::NoContentSize),
        "streamed without a pledge"
    );
    let mut encoder = zstd::stream::Encoder::new(Vec::new(), 3).expect("encoder");
    encoder.set_pledged_src_size(Some(size)).expect("pledge");
    encoder.include_checksum(true).expect("checksum");
    std::io::Write::write_all(&mut encoder, &content).expect("writes");
    let frame_with_checksum = encoder.finish().expect("finishes");
    assert_eq!(
        frame::decode(&frame_with_checksum, size).as_deref(),
        Ok(&*content),
        "with checksum"
    );
    let mut damaged = frame_with_checksum;
    let last = damaged.len() - 1;
    damaged[last] ^= 1;
    assert_eq!(
        frame::decode(&damaged, size),
        Err(FrameError::Damaged),
        "wrong checksum"
    );
}
