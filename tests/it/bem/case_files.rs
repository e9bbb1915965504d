//! The case files and base fixtures as bytes. No test stands here.

use bem_studio::formats::bem::json;
use bem_studio::formats::bem::manifest::Manifest;
use std::io::Read as _;
use std::path::PathBuf;

/// The base fixtures of the rulebook: name and header minor.
pub(super) const FIXTURES: [(&str, u16); 12] = [
    ("F10", 0),
    ("F11", 1),
    ("F11K", 1),
    ("F11Z", 1),
    ("F11K7", 1),
    ("F11G33", 1),
    ("F12S", 2),
    ("F12W", 2),
    ("F13", 3),
    ("F14", 4),
    ("F15", 5),
    ("W14", 4),
];

/// The folder of the case files.
pub(super) fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/bem")
}

/// The bytes of a case file.
pub(super) fn bytes_of(name: &str) -> Vec<u8> {
    let path = folder().join(name);
    let mut bytes = Vec::new();
    std::fs::File::open(&path)
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()))
        .read_to_end(&mut bytes)
        .expect("case file reads");
    bytes
}

/// The bytes of a base fixture, all blocks raw.
pub(super) fn fixture(name: &str) -> Vec<u8> {
    bytes_of(&format!("{name}.bem"))
}

/// The manifest text of a binary package.
pub(super) fn manifest_text(package: &[u8]) -> &str {
    let size = u64::from_le_bytes(package[24..32].try_into().expect("eight bytes"));
    let end = 40 + usize::try_from(size).expect("a size");
    std::str::from_utf8(&package[40..end]).expect("UTF-8")
}

/// The typed manifest of a fixture with some of its text replaced.
pub(super) fn manifest_with(name: &str, changes: &[(&str, &str)]) -> Manifest {
    let file = fixture(name);
    let mut text = manifest_text(&file).to_owned();
    for (old, new) in changes {
        assert!(text.contains(old), "{name} has no {old}");
        text = text.replacen(old, new, 1);
    }
    let parsed = json::parse(text.as_bytes()).unwrap_or_else(|error| panic!("{error}: {text}"));
    Manifest::from_value(&parsed.value)
}

/// A binary package of a manifest text and raw payloads: the plain layout, written without the code under test.
pub(super) fn pack(minor: u16, manifest: &str, payloads: &[Vec<u8>]) -> Vec<u8> {
    let front = 40 + manifest.len() + 32 * payloads.len();
    let total = front + payloads.iter().map(Vec::len).sum::<usize>();
    let mut out = b"BEM\0PKG\0".to_vec();
    out.extend(1_u16.to_le_bytes());
    out.extend(minor.to_le_bytes());
    out.extend(40_u32.to_le_bytes());
    out.extend((total as u64).to_le_bytes());
    out.extend((manifest.len() as u64).to_le_bytes());
    out.extend(
        u32::try_from(payloads.len())
            .expect("a count")
            .to_le_bytes(),
    );
    out.extend(0_u32.to_le_bytes());
    out.extend(manifest.as_bytes());
    let mut offset = front as u64;
    for payload in payloads {
        let size = payload.len() as u64;
        out.extend(0_u64.to_le_bytes());
        out.extend(offset.to_le_bytes());
        out.extend(size.to_le_bytes());
        out.extend(size.to_le_bytes());
        offset += size;
    }
    out.extend(payloads.concat());
    out
}

/// SHA-256 as lower-case hex, for comparing with printed hashes.
pub(super) fn sha256(bytes: &[u8]) -> String {
    let mut state: [u32; 8] = [
        0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab,
        0x5be0cd19,
    ];
    let keys = round_keys();
    let mut padded = bytes.to_vec();
    padded.push(0x80);
    while padded.len() % 64 != 56 {
        padded.push(0);
    }
    padded.extend((bytes.len() as u64 * 8).to_be_bytes());
    for block in padded.chunks_exact(64) {
        sha256_block(&mut state, &keys, block);
    }
    let words = state.map(|word| format!("{word:08x}"));
    words.concat()
}

/// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
fn round_keys() -> [u32; 64] {
    let primes = (2_u64..).filter(|n| (2..*n).take_while(|d| d * d <= *n).all(|d| n % d != 0));
    let mut keys = [0; 64];
    for (key, prime) in keys.iter_mut().zip(primes) {
        // The cube root times 2^32, exactly: the largest r with r^3 <= prime * 2^96.
        let (mut low, mut high) = (0_u128, 1 << 36);
        while high - low > 1 {
            let middle = u128::midpoint(low, high);
            let is_below = middle * middle <= (u128::from(prime) << 96) / middle;
            *(if is_below { &mut low } else { &mut high }) = middle;
        }
        *key = u32::try_from(low & 0xffff_ffff).expect("32 bits");
    }
    keys
}

fn sha256_block(state: &mut [u32; 8], keys: &[u32; 64], block: &[u8]) {
    let mut w = [0_u32; 64];
    for (word, bytes) in w.iter_mut().zip(block.chunks_exact(4)) {
        *word = u32::from_be_bytes(bytes.try_into().expect("four bytes"));
    }
    for i in 16..64 {
        let s0 = w[i - 15].rotate_right(7) ^ w[i - 15].rotate_right(18) ^ (w[i - 15] >> 3);
        let s1 = w[i - 2].rotate_right(17) ^ w[i - 2].rotate_right(19) ^ (w[i - 2] >> 10);
        w[i] = w[i - 16]
            .wrapping_add(s0)
            .wrapping_add(w[i - 7])
            .wrapping_add(s1);
    }
    let mut v = *state;
    for (key, word) in keys.iter().zip(w) {
        let s1 = v[4].rotate_right(6) ^ v[4].rotate_right(11) ^ v[4].rotate_right(25);
        let choice = (v[4] & v[5]) ^ (!v[4] & v[6]);
        let t1 = v[7]
            .wrapping_add(s1)
            .wrapping_add(choice)
            .wrapping_add(*key)
            .wrapping_add(word);
        let s0 = v[0].rotate_right(2) ^ v[0].rotate_right(13) ^ v[0].rotate_right(22);
        let majority = (v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]);
        v.rotate_right(1);
        v[4] = v[4].wrapping_add(t1);
        v[0] = t1.wrapping_add(s0).wrapping_add(majority);
    }
    for (sum, word) in state.iter_mut().zip(v) {
        *sum = sum.wrapping_add(word);
    }
}

#[test]
fn the_hash_of_these_tests_is_sha_256() {
    assert_eq!(
        sha256(b"abc"),
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
        "the example of FIPS 180-4"
    );
}
