//! What a PMX file holds, in numbers: for `inspect`, and for tests against the case manifest.
//! The member names are those of the manifest of cases.

use crate::base::numbers::u64_of;
use crate::formats::pmx::document::Pmx;
use crate::formats::pmx::error::{ReadError, Value};
use crate::formats::pmx::header::{IndexKind, IndexSizes};
use crate::formats::pmx::vertices::DeformKind;
use crate::formats::pmx::warning::WarningCode;
use serde_json::{Map, Value as Json, json};
use std::collections::{BTreeMap, BTreeSet};

/// A document in numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// `2.0` or `2.1`.
    pub version: &'static str,
    /// `utf16` or `utf8`.
    pub encoding: &'static str,
    /// Extra UVs per vertex.
    pub extra_uv: u8,
    /// Widths of the six index kinds.
    pub index_sizes: IndexSizes,
    /// Records of every section.
    pub counts: Counts,
    /// Vertices of every deform kind, by [`DeformKind::ALL`].
    pub deforms: [u64; 5],
    /// Morphs of every stored kind that occurs.
    pub morph_kinds: BTreeMap<u8, u64>,
    /// Offsets of all morphs together.
    pub morph_offsets: u64,
    /// Anchors of all soft bodies together; none without soft bodies.
    pub anchors: Option<u64>,
    /// Pins of all soft bodies together; none without soft bodies.
    pub pins: Option<u64>,
    /// Codes of the warnings, each once, sorted.
    pub warnings: Vec<&'static str>,
}

/// How many records every section has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Vertices.
    pub vertices: u64,
    /// Face indexes, not faces.
    pub indices: u64,
    /// Textures.
    pub textures: u64,
    /// Materials.
    pub materials: u64,
    /// Bones.
    pub bones: u64,
    /// Morphs.
    pub morphs: u64,
    /// Display frames.
    pub frames: u64,
    /// Rigid bodies.
    pub bodies: u64,
    /// Joints.
    pub joints: u64,
    /// Soft bodies; none without that section.
    pub soft_bodies: Option<u64>,
    /// Bytes after the last section.
    pub tail_bytes: u64,
}

impl Counts {
    /// The counts of a document.
    pub fn of(pmx: &Pmx) -> Self {
        Self {
            vertices: u64_of(pmx.vertices().len()),
            indices: u64_of(pmx.faces().len()),
            textures: u64_of(pmx.textures().len()),
            materials: u64_of(pmx.materials().len()),
            bones: u64_of(pmx.bones().len()),
            morphs: u64_of(pmx.morphs().len()),
            frames: u64_of(pmx.frames().len()),
            bodies: u64_of(pmx.bodies().len()),
            joints: u64_of(pmx.joints().len()),
            soft_bodies: pmx.soft_bodies().map(|soft| u64_of(soft.len())),
            tail_bytes: u64_of(pmx.tail().len()),
        }
    }

    /// As a JSON object.
    pub fn to_json(self) -> Json {
        json!({
            "vertices": self.vertices,
            "indices": self.indices,
            "textures": self.textures,
            "materials": self.materials,
            "bones": self.bones,
            "morphs": self.morphs,
            "frames": self.frames,
            "bodies": self.bodies,
            "joints": self.joints,
            "soft_bodies": self.soft_bodies,
            "tail_bytes": self.tail_bytes,
        })
    }
}

/// A document in numbers.
pub fn summary(pmx: &Pmx) -> Summary {
    let mut deforms = [0_u64; 5];
    for (count, kind) in deforms.iter_mut().zip(DeformKind::ALL) {
        let of_kind = pmx
            .vertices()
            .deforms
            .iter()
            .filter(|deform| **deform == kind);
        *count = u64_of(of_kind.count());
    }
    let mut morph_kinds: BTreeMap<u8, u64> = BTreeMap::new();
    let mut morph_offsets: u64 = 0;
    for morph in pmx.morphs() {
        let count = morph_kinds.entry(morph.offsets.kind()).or_default();
        *count = count.saturating_add(1);
        morph_offsets = morph_offsets.saturating_add(u64_of(morph.offsets.len()));
    }
    let soft_bodies = pmx.soft_bodies().filter(|soft| !soft.is_empty());
    let warnings = pmx.warnings().iter().map(|warning| warning.code);
    let codes: BTreeSet<&'static str> = warnings.map(WarningCode::code).collect();
    Summary {
        version: pmx.header().version().code(),
        encoding: pmx.header().encoding.code(),
        extra_uv: pmx.header().n_extra_uvs,
        index_sizes: pmx.header().index_sizes,
        counts: Counts::of(pmx),
        deforms,
        morph_kinds,
        morph_offsets,
        anchors: soft_bodies.map(|soft| u64_of(soft.iter().map(|s| s.anchors.len()).sum())),
        pins: soft_bodies.map(|soft| u64_of(soft.iter().map(|s| s.pins.len()).sum())),
        warnings: codes.into_iter().collect(),
    }
}

impl Summary {
    /// As a JSON object; `anchors` and `pins` are members only when there are soft bodies.
    pub fn to_json(&self) -> Json {
        let kinds = ["vertex", "texture", "material", "bone", "morph", "body"];
        let sizes = kinds.into_iter().zip(IndexKind::ALL).map(|(name, kind)| {
            let n_bytes = self.index_sizes.of(kind).n_bytes();
            (name.to_owned(), json!(n_bytes))
        });
        let deforms = DeformKind::ALL.into_iter().zip(self.deforms);
        let deforms = deforms.map(|(kind, count)| (kind.code().to_owned(), json!(count)));
        let morph_kinds = self.morph_kinds.iter();
        let morph_kinds = morph_kinds.map(|(kind, count)| (kind.to_string(), json!(count)));
        let mut object = Map::new();
        let mut member = |name: &str, value| object.insert(name.to_owned(), value);
        member("version", json!(self.version));
        member("encoding", json!(self.encoding));
        member("extra_uv", json!(self.extra_uv));
        member("index_sizes", Json::Object(sizes.collect()));
        member("counts", self.counts.to_json());
        member("deforms", Json::Object(deforms.collect()));
        member("morph_kinds", Json::Object(morph_kinds.collect()));
        member("morph_offsets", json!(self.morph_offsets));
        if let Some(anchors) = self.anchors {
            member("anchors", json!(anchors));
        }
        if let Some(pins) = self.pins {
            member("pins", json!(pins));
        }
        member("warnings", json!(self.warnings));
        Json::Object(object)
    }
}

impl ReadError {
    /// As a JSON object: `record` and `item` are null when there is none, `want`, `left` and `value` are members only
    /// where they apply; four-byte values are eight hexadecimal digits.
    pub fn to_json(&self) -> Json {
        let mut object = Map::new();
        let mut member = |name: &str, value| object.insert(name.to_owned(), value);
        member("code", json!(self.code.code()));
        member("section", json!(self.section.code()));
        member("record", json!(self.record));
        member("item", json!(self.item));
        member("field", json!(self.field));
        member("offset", json!(self.offset));
        if let Some(want) = self.want {
            member("want", json!(want));
        }
        if let Some(left) = self.left {
            member("left", json!(left));
        }
        match self.value {
            Some(Value::Number(number)) => {
                member("value", json!(number));
            }
            Some(bits @ Value::Hex(_)) => {
                member("value", json!(bits.to_string()));
            }
            None => {}
        }
        Json::Object(object)
    }
}
