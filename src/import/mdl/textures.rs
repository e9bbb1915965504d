//! Textures are named by a hash of their file's stem, which cannot be reversed: files of a folder are hashed and
//! compared (MDL-33). No file is opened here.

use crate::base::findings::{Finding, Place, Severity};
use crate::base::text::{Message, Phrase};
use crate::formats::image::Kind;
use crate::formats::mdl::Mdl;
use std::collections::{BTreeMap, BTreeSet};

/// The hash has 24 bits.
const HASH_BITS: u32 = 0x00ff_ffff;

static AMBIGUOUS: Phrase = Phrase::new(
    "有 {n} 个图片与贴图 {id} 相符，使用 {file}。",
    "テクスチャ {id} に当てはまる画像が {n} 個あります。{file} を使います。",
    "Pictures that match the texture {id}: {n}; {file} is used.",
);

/// Which files stand for which textures.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Matches {
    /// Texture as [`written`] -> file of the listing.
    pub files: BTreeMap<String, String>,
    /// Textures that several files match.
    pub findings: Vec<Finding>,
}

/// The hash of a texture's name without extension.
pub fn hash(stem: &[u8]) -> u32 {
    let hash = stem.iter().fold(0_u32, |hash, byte| {
        let rotated = (hash << 5) | (hash >> 19);
        (rotated & HASH_BITS).wrapping_add(u32::from(*byte)) & HASH_BITS
    });
    hash.max(1)
}

/// How a texture is shown that is known by its hash alone, such as `tex_00f271f8`.
pub fn written(id: u32) -> String {
    format!("tex_{id:08x}")
}

/// The textures of a file, each once, in order of first occurrence; 0 is no texture.
pub fn ids(file: &Mdl) -> Vec<u32> {
    let mut seen = BTreeSet::new();
    let packets = file.objects.iter().flat_map(|object| &object.packets);
    packets
        .map(|packet| packet.tex_id)
        .filter(|id| *id != 0 && seen.insert(*id))
        .collect()
}

/// File name without folders and extension.
pub(super) fn stem(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or(path);
    match name.rsplit_once('.') {
        Some((stem, _)) if !stem.is_empty() => stem,
        _ => name,
    }
}

/// How well a file's stem says that it is a texture. Ordered: the best is the least.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum How {
    /// The stem is the hash in hexadecimal.
    Code,
    /// The stem has the hash.
    Hash,
    /// The stem in small letters has the hash: names lose their case on some disks.
    HashWithoutCase,
}

/// How well a file matches, how deep it lies, and the file. Ordered: the best is the least.
type Candidate<'a> = (How, usize, &'a str);

/// Finds a picture for every texture: one whose stem is the hash in hexadecimal, or has the hash. Of several the one
/// nearest to the root is taken, then the first in byte order.
pub fn matches(ids: &[u32], files: &[String]) -> Matches {
    let wanted: BTreeSet<u32> = ids.iter().copied().collect();
    let mut found: BTreeMap<u32, BTreeSet<Candidate<'_>>> = BTreeMap::new();
    for file in files.iter().filter(|file| Kind::is_picture_name(file)) {
        let stem = stem(file);
        let lower = stem.to_ascii_lowercase();
        let said = [
            code(&lower).map(|id| (How::Code, id)),
            Some((How::Hash, hash(stem.as_bytes()))),
            Some((How::HashWithoutCase, hash(lower.as_bytes()))),
        ];
        let depth = file.matches('/').count();
        for (how, id) in said.into_iter().flatten() {
            if wanted.contains(&id) {
                found.entry(id).or_default().insert((how, depth, file));
            }
        }
    }
    let mut matches = Matches::default();
    for (index, id) in ids.iter().enumerate() {
        let Some(candidates) = found.get(id) else {
            continue;
        };
        let Some((how, _, file)) = candidates.first() else {
            continue;
        };
        let n = candidates.iter().filter(|(other, ..)| other == how).count();
        if n > 1 {
            let message = Message::new(&AMBIGUOUS)
                .with("n", n)
                .with("id", written(*id))
                .with("file", file);
            let place = Place::Part(format!("texture:{index}"));
            let finding = Finding::new("texture-ambiguous", Severity::Warning, place, message);
            matches.findings.push(finding);
        }
        matches.files.insert(written(*id), (*file).to_owned());
    }
    matches
}

/// The hash that a stem writes out: `f271f8`, `00f271f8`, each with or without `tex_` or `0x` before it.
fn code(lower: &str) -> Option<u32> {
    let digits = lower.strip_prefix("tex_").unwrap_or(lower);
    let digits = digits.strip_prefix("0x").unwrap_or(digits);
    let is_code = matches!(digits.len(), 6 | 8) && digits.bytes().all(|b| b.is_ascii_hexdigit());
    is_code.then(|| u32::from_str_radix(digits, 16).ok())?
}
