//! Vertex and index contents (MESH-13 to MESH-15, MESH-20, GEO-04, PAR-14), and the door to the other contents.
//!
//! A payload used by many meshes is scanned once for each way of reading it; what the scan found is then compared with
//! each mesh.

use crate::base::findings::Place;
use crate::base::numbers::usize_of;
use crate::base::text::{Message, Phrase, grouped};
use crate::formats::bem::check::bytes::Use;
use crate::formats::bem::check::deltas::{DeltaContent, DeltaReader};
use crate::formats::bem::check::facts::{Facts, Mesh};
use crate::formats::bem::check::previews::judge_preview;
use crate::formats::bem::check::report::{Purpose, Report, Rule};
use crate::formats::bem::check::scans::{self, Position, Skin, Tally};
use std::collections::BTreeMap;

const MESH_13: Rule = Rule::reject("MESH-13");
const MESH_20: Rule = Rule::reject("MESH-20");
const GEO_04: Rule = Rule::warn("GEO-04");
const PAR_14: Rule = Rule::warn("PAR-14");

static BONE_INDEX: Phrase = Phrase::new(
    "顶点 {vertex} 的第 {lane} 个骨骼索引为 {value}，而骨骼表只有 {limit} 项。",
    "頂点 {vertex} の {lane} 番目のボーン番号は {value} ですが、ボーン表は {limit} 件です。",
    "Bone index {lane} of vertex {vertex} is {value}, but the palette has {limit} entries.",
);
static VERTEX_INDEX: Phrase = Phrase::new(
    "第 {place} 个索引为 {value}，而网格只有 {limit} 个顶点。",
    "{place} 番目のインデックスは {value} ですが、頂点は {limit} 個です。",
    "Index number {place} is {value}, but the mesh has {limit} vertices.",
);
static NOT_PACKED: Phrase = Phrase::new(
    "顶点 {vertex} 的切线数据没有打包标记（共 {n} 个顶点）；光照会出错。",
    "頂点 {vertex} の接線データに詰め込みの印がありません（全 {n} 頂点）。陰影が崩れます。",
    "The tangent word of vertex {vertex} lacks its packed mark (vertices: {n}); lighting will be wrong.",
);
static BASE_NOT_FINITE: Phrase = Phrase::new(
    "可变形的网格 {mesh} 中顶点 {vertex} 的位置不是有限数（共 {n} 个顶点）。",
    "変形するメッシュ {mesh} の頂点 {vertex} の位置が有限ではありません（全 {n} 頂点）。",
    "The position of vertex {vertex} in the deformed mesh {mesh} is not finite (vertices: {n}).",
);

/// The bytes of one payload and what was learned about them.
pub(super) struct Contents<'b, 'f> {
    bytes: &'b [u8],
    facts: &'f Facts<'f>,
    purpose: Purpose,
    /// By index size: place and value of the largest index.
    largest_index: BTreeMap<u32, (usize, u32)>,
    /// By stride.
    skins: BTreeMap<u32, Skin>,
    /// By stride: vertices without packed word.
    unpacked: BTreeMap<usize, Tally>,
    /// By stride and offset.
    positions: BTreeMap<(usize, usize), Position>,
    deltas: DeltaReader,
}

impl<'b, 'f> Contents<'b, 'f> {
    pub(super) fn new(
        bytes: &'b [u8],
        facts: &'f Facts<'f>,
        purpose: Purpose,
        keep_vertices: bool,
    ) -> Self {
        Self {
            bytes,
            facts,
            purpose,
            largest_index: BTreeMap::new(),
            skins: BTreeMap::new(),
            unpacked: BTreeMap::new(),
            positions: BTreeMap::new(),
            deltas: DeltaReader::new(keep_vertices),
        }
    }

    /// What later rules need to know.
    pub(super) fn into_delta(self) -> DeltaContent {
        let mut content = self.deltas.into_content();
        content.base_reach = self
            .positions
            .values()
            .fold(0.0, |reach, position| reach.max(position.reach));
        content
    }

    /// Judges the payload as what one place takes it for.
    pub(super) fn judge(&mut self, place: Use, report: &mut Report) {
        let facts = self.facts;
        let meshes = facts.meshes.as_deref().unwrap_or_default();
        match place {
            Use::Stream { mesh, stream } => {
                if let Some(entry) = meshes.get(mesh) {
                    self.stream(entry, (mesh, stream), report);
                }
            }
            Use::MeshIndices { mesh } => {
                if let Some(entry) = meshes.get(mesh) {
                    let pointer = format!("/meshes/{mesh}/indices");
                    self.indices(entry, entry.index_count, pointer, report);
                }
            }
            Use::DrawIndices { mesh, draw } => {
                if let Some(entry) = meshes.get(mesh) {
                    let count = entry.draws.get(draw).and_then(|draw| draw.count);
                    let pointer = format!("/meshes/{mesh}/draws/{draw}/indices");
                    self.indices(entry, count, pointer, report);
                }
            }
            Use::Delta { channel, frame } => {
                if let Some(entry) = facts.channels.get(channel) {
                    self.deltas
                        .judge(self.bytes, entry, (channel, frame), meshes, report);
                }
            }
            Use::Preview { preview } => {
                if let Some(entry) = facts.previews.get(preview) {
                    judge_preview(self.bytes, entry, report);
                }
            }
            Use::Texture | Use::Sound => {}
        }
    }

    fn stream(&mut self, mesh: &Mesh<'_>, (index, stream): (usize, usize), report: &mut Report) {
        let Some((Some(stride), _)) = mesh.streams.get(stream).copied() else {
            return;
        };
        let width = usize_of(stride);
        let wanted = mesh
            .vertex_count
            .and_then(|count| usize_of(count).checked_mul(width));
        // A wrong size is told already (MESH-04).
        if wanted != Some(self.bytes.len()) || width == 0 {
            return;
        }
        let pointer = format!("/meshes/{index}/streams/{stream}/payload");
        if stream == 2 && mesh.is_packed && mesh.skin_stride == Some(stride) {
            self.skin(stride, mesh.n_palette, &pointer, report);
        }
        if stream == 0 && has_packed_word(mesh) {
            self.packed_words(width, &pointer, report);
        }
        if mesh.is_packed && self.facts.deformed.contains(&index) {
            self.base_positions(mesh, (index, stream), width, report);
        }
    }

    /// MESH-13 to MESH-15.
    fn skin(&mut self, stride: u32, n_palette: Option<usize>, pointer: &str, report: &mut Report) {
        let (bytes, purpose) = (self.bytes, self.purpose);
        let skin = self
            .skins
            .entry(stride)
            .or_insert_with(|| scans::skin(bytes, stride, purpose));
        let place = || Place::Pointer(pointer.to_owned());
        let limit = n_palette.and_then(|n| u32::try_from(n).ok());
        // An empty palette is at fault itself (MESH-11).
        if let (Some(limit), Some((vertex, lane, value))) = (limit, skin.largest)
            && value >= limit
            && limit > 0
        {
            let message = Message::new(&BONE_INDEX)
                .with("vertex", vertex)
                .with("lane", lane)
                .with("value", value)
                .with("limit", limit);
            report.add(MESH_13, place(), message);
        }
        for (rule, message) in &skin.weights {
            report.add(*rule, place(), message.clone());
        }
    }

    /// MESH-20.
    fn indices(
        &mut self,
        mesh: &Mesh<'_>,
        count: Option<u32>,
        pointer: String,
        report: &mut Report,
    ) {
        let (Some(size), Some(count), Some(limit)) = (mesh.index_size, count, mesh.vertex_count)
        else {
            return;
        };
        let wanted = usize_of(count).checked_mul(usize_of(size));
        // A wrong size is told already (MESH-19).
        if wanted != Some(self.bytes.len()) {
            return;
        }
        let bytes = self.bytes;
        let (place, value) = *self
            .largest_index
            .entry(size)
            .or_insert_with(|| scans::largest_index(bytes, size));
        if value >= limit {
            let message = Message::new(&VERTEX_INDEX)
                .with("place", place)
                .with("value", value)
                .with("limit", limit);
            report.add(MESH_20, Place::Pointer(pointer), message);
        }
    }

    /// GEO-04.
    fn packed_words(&mut self, stride: usize, pointer: &str, report: &mut Report) {
        let bytes = self.bytes;
        let tally = self
            .unpacked
            .entry(stride)
            .or_insert_with(|| scans::unpacked_words(bytes, stride));
        if let Some(vertex) = tally.first {
            let message = Message::new(&NOT_PACKED)
                .with("vertex", vertex)
                .with("n", grouped(tally.n));
            report.add(GEO_04, Place::Pointer(pointer.to_owned()), message);
        }
    }

    /// PAR-14; also keeps how far the positions reach, for PAR-18.
    fn base_positions(
        &mut self,
        mesh: &Mesh<'_>,
        (index, stream): (usize, usize),
        stride: usize,
        report: &mut Report,
    ) {
        let attribute = mesh.attributes.iter().flatten().find(|attribute| {
            (attribute.semantic, attribute.format, attribute.dimension) == (0, 0, 3)
                && usize_of(attribute.stream) == stream
        });
        let Some(offset) = attribute.map(|attribute| usize_of(attribute.offset)) else {
            return;
        };
        let bytes = self.bytes;
        let position = self
            .positions
            .entry((stride, offset))
            .or_insert_with(|| scans::positions(bytes, stride, offset));
        if let Some(vertex) = position.not_finite.first {
            let message = Message::new(&BASE_NOT_FINITE)
                .with("mesh", index)
                .with("vertex", vertex)
                .with("n", grouped(position.not_finite.n));
            let pointer = format!("/meshes/{index}/streams/{stream}/payload");
            report.add(PAR_14, Place::Pointer(pointer), message);
        }
    }
}

/// Whether stream 0 carries the packed tangent word (bem.md 22.2).
fn has_packed_word(mesh: &Mesh<'_>) -> bool {
    mesh.attributes
        .iter()
        .flatten()
        .any(|a| (a.semantic, a.format, a.dimension, a.stream, a.offset) == (1, 0, 1, 0, 12))
}
