//! Payloads by content, and how much of a package each kind of part is.

use crate::base::digest::Digest;
use crate::base::numbers::{u32_of, u64_of, usize_of};
use crate::base::text::Phrase;
use crate::formats::bem::references::{ReferencePlace, references};
use crate::session::loading::Loaded;
use serde_json::{Value, json};
use std::collections::BTreeSet;

static STREAMS: Phrase = Phrase::new("顶点数据", "頂点データ", "vertex streams");
static INDICES: Phrase = Phrase::new("索引", "インデックス", "indices");
static TEXTURES: Phrase = Phrase::new("贴图", "テクスチャ", "textures");
static FRAMES: Phrase = Phrase::new("形变帧", "変形フレーム", "deformation frames");
static PREVIEWS: Phrase = Phrase::new("预览图", "プレビュー画像", "previews");
static SOUNDS: Phrase = Phrase::new("声音", "音声", "sounds");

/// Kinds of parts in the order of the format, with the words scripts get.
const KINDS: [(&str, &Phrase); 6] = [
    ("streams", &STREAMS),
    ("indices", &INDICES),
    ("textures", &TEXTURES),
    ("frames", &FRAMES),
    ("previews", &PREVIEWS),
    ("sounds", &SOUNDS),
];

/// Bytes of one kind of part, each payload once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Size {
    /// Decoded.
    pub decoded: u64,
    /// As they lie in the file; of a project decoded.
    pub stored: u64,
    /// Number of payloads.
    pub n_payloads: u64,
}

impl Size {
    fn json(self) -> Value {
        json!({
            "payloads": self.n_payloads,
            "decoded_bytes": self.decoded.to_string(),
            "stored_bytes": self.stored.to_string(),
        })
    }
}

/// One kind of part in both packages.
#[derive(Clone, Copy, Debug)]
pub struct PartSizes {
    /// The word scripts get.
    pub code: &'static str,
    /// For people.
    pub name: &'static Phrase,
    /// In the first package.
    pub before: Size,
    /// In the second.
    pub after: Size,
}

impl PartSizes {
    /// For scripts.
    pub(super) fn json(&self) -> Value {
        json!({ "part": self.code, "a": self.before.json(), "b": self.after.json() })
    }
}

/// What a payload is by its content; none = it cannot be read.
pub(super) type Content = Option<(Digest, u64)>;

/// Every payload of a package by ID.
pub(super) fn digests(loaded: &Loaded) -> Vec<Content> {
    let ids = 0..u32_of(loaded.payloads.len());
    ids.map(|id| {
        let bytes = loaded.payloads.bytes(id).ok()?;
        Some((Digest::of(&bytes), u64_of(bytes.len())))
    })
    .collect()
}

/// All kinds that any of the two has.
pub(super) fn sizes(a: &Loaded, b: &Loaded) -> Vec<PartSizes> {
    let (before, after) = (sizes_of(a), sizes_of(b));
    let kinds = KINDS.iter().zip(before.into_iter().zip(after));
    kinds
        .map(|((code, name), (before, after))| PartSizes {
            code,
            name,
            before,
            after,
        })
        .filter(|part| part.before.n_payloads + part.after.n_payloads > 0)
        .collect()
}

/// By kind; a payload counts for the kind that refers to it first.
fn sizes_of(loaded: &Loaded) -> [Size; 6] {
    let mut sizes = [Size::default(); 6];
    let mut seen = BTreeSet::new();
    for (place, payload) in references(&loaded.manifest) {
        if !seen.insert(payload) {
            continue;
        }
        let kind = match place {
            ReferencePlace::Stream { .. } => 0,
            ReferencePlace::MeshIndices { .. } | ReferencePlace::DrawIndices { .. } => 1,
            ReferencePlace::Texture { .. } => 2,
            ReferencePlace::Frame { .. } => 3,
            ReferencePlace::AppearancePreview { .. } | ReferencePlace::ChoicePreview { .. } => 4,
            ReferencePlace::Sound { .. } => 5,
        };
        let stored = loaded.stored_sizes.get(usize_of(payload));
        let size = &mut sizes[kind];
        size.n_payloads += 1;
        size.decoded += loaded.payloads.size(payload).unwrap_or_default();
        size.stored += stored.copied().unwrap_or_default();
    }
    sizes
}
