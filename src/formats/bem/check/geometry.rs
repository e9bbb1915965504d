//! Vertex and index contents (MESH-13 to MESH-15, MESH-20, GEO-04, PAR-14), and the door to the other contents.
//! A payload used by many meshes is scanned once for each way of reading it.

use crate::base::findings::Place;
use crate::base::text::{Message, Phrase, grouped};
use crate::formats::bem::check::bytes::Use;
use crate::formats::bem::check::deltas::{DeltaContent, DeltaReader};
use crate::formats::bem::check::facts::{Facts, Mesh};
use crate::formats::bem::check::previews::judge_preview;
use crate::formats::bem::check::report::{Report, Rule};
use crate::formats::bem::check::weights;
use std::collections::BTreeMap;

const MESH_13: Rule = Rule::reject("MESH-13");
const MESH_20: Rule = Rule::reject("MESH-20");
const GEO_04: Rule = Rule::warn("GEO-04");
const PAR_14: Rule = Rule::warn("PAR-14");
/// Bit of a packed tangent frame that says it is one (bem.md 22.3).
const PACKED_BIT: u32 = 1 << 30;

static BONE_INDEX: Phrase = Phrase::new(
    "顶点 {vertex} 的第 {lane} 个骨骼索引为 {value}，而骨骼表只有 {limit} 项（共 {n} 个顶点有此问题）。",
    "頂点 {vertex} の {lane} 番目のボーン番号は {value} ですが、ボーン表は {limit} 件です（全 {n} 頂点）。",
    "Bone index {lane} of vertex {vertex} is {value}, but the palette has {limit} entries ({n} vertices in all).",
);
static VERTEX_INDEX: Phrase = Phrase::new(
    "第 {place} 个索引为 {value}，而网格只有 {limit} 个顶点（共 {n} 个索引有此问题）。",
    "{place} 番目のインデックスは {value} ですが、頂点は {limit} 個です（全 {n} 個）。",
    "Index number {place} is {value}, but the mesh has {limit} vertices ({n} indices in all).",
);
static NOT_PACKED: Phrase = Phrase::new(
    "顶点 {vertex} 的切线数据没有打包标记（共 {n} 个顶点）；光照会出错。",
    "頂点 {vertex} の接線データに詰め込みの印がありません（全 {n} 頂点）。陰影が崩れます。",
    "The tangent word of vertex {vertex} lacks its packed mark ({n} vertices in all); lighting will be wrong.",
);
static BASE_NOT_FINITE: Phrase = Phrase::new(
    "可变形的网格 {mesh} 中顶点 {vertex} 的位置不是有限数（共 {n} 个顶点）。",
    "変形するメッシュ {mesh} の頂点 {vertex} の位置が有限ではありません（全 {n} 頂点）。",
    "The position of vertex {vertex} in the deformed mesh {mesh} is not finite ({n} vertices in all).",
);

/// The bytes of one payload and what was learned about them.
pub(super) struct Contents<'b, 'f> {
    bytes: &'b [u8],
    facts: &'f Facts<'f>,
    /// Largest index by index size.
    largest_index: BTreeMap<u32, u32>,
    /// Largest bone index by skin stride.
    largest_lane: BTreeMap<u32, u32>,
    deltas: DeltaReader,
}

impl<'b, 'f> Contents<'b, 'f> {
    pub(super) fn new(bytes: &'b [u8], facts: &'f Facts<'f>, keep_vertices: bool) -> Self {
        Self {
            bytes,
            facts,
            largest_index: BTreeMap::new(),
            largest_lane: BTreeMap::new(),
            deltas: DeltaReader::new(keep_vertices),
        }
    }

    pub(super) fn into_delta(self) -> DeltaContent {
        self.deltas.into_content()
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
        let Ok(width) = usize::try_from(stride) else {
            return;
        };
        let wanted = mesh
            .vertex_count
            .and_then(|count| usize::try_from(count).ok())
            .and_then(|count| count.checked_mul(width));
        // A wrong size is told already (MESH-04).
        if wanted != Some(self.bytes.len()) || width == 0 {
            return;
        }
        let pointer = format!("/meshes/{index}/streams/{stream}/payload");
        if stream == 2
            && mesh.is_packed
            && let Some(skin) = mesh.skin_stride
            && skin == stride
        {
            self.bone_indices(skin, mesh.n_palette, &pointer, report);
            weights::judge(self.bytes, skin, &pointer, report);
        }
        if stream == 0 && has_packed_word(mesh) {
            self.packed_words(width, &pointer, report);
        }
        if mesh.is_packed && self.is_deformed(index) {
            self.positions(mesh, (index, stream), width, report);
        }
    }

    fn is_deformed(&self, mesh: usize) -> bool {
        let mut channels = self.facts.channels.iter();
        channels.any(|channel| channel.mesh == Some(mesh))
    }

    /// MESH-13.
    fn bone_indices(
        &mut self,
        stride: u32,
        n_palette: Option<usize>,
        pointer: &str,
        report: &mut Report,
    ) {
        let Some(limit) = n_palette.and_then(|n| u32::try_from(n).ok()) else {
            return;
        };
        let bytes = self.bytes;
        let largest = *self.largest_lane.entry(stride).or_insert_with(|| {
            lanes(bytes, stride)
                .map(|lanes| lanes.into_iter().max().unwrap_or_default())
                .max()
                .unwrap_or_default()
        });
        // An empty palette is at fault itself (MESH-11).
        if largest < limit || limit == 0 {
            return;
        }
        let mut wrong = lanes(bytes, stride)
            .enumerate()
            .filter_map(|(vertex, four)| {
                let lane = four.iter().position(|lane| *lane >= limit)?;
                Some((vertex, lane, *four.get(lane)?))
            });
        if let Some((vertex, lane, value)) = wrong.next() {
            let message = Message::new(&BONE_INDEX)
                .with("vertex", vertex)
                .with("lane", lane)
                .with("value", value)
                .with("limit", limit)
                .with("n", grouped(wrong.count().saturating_add(1)));
            report.add(MESH_13, Place::Pointer(pointer.to_owned()), message);
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
        let wanted = usize::try_from(u64::from(count).saturating_mul(u64::from(size)));
        // A wrong size is told already (MESH-19).
        if wanted != Ok(self.bytes.len()) {
            return;
        }
        let bytes = self.bytes;
        let largest = *self
            .largest_index
            .entry(size)
            .or_insert_with(|| indices(bytes, size).max().unwrap_or_default());
        if largest < limit {
            return;
        }
        let mut wrong = indices(bytes, size)
            .enumerate()
            .filter(|(_, index)| *index >= limit);
        if let Some((place, value)) = wrong.next() {
            let message = Message::new(&VERTEX_INDEX)
                .with("place", place)
                .with("value", value)
                .with("limit", limit)
                .with("n", grouped(wrong.count().saturating_add(1)));
            report.add(MESH_20, Place::Pointer(pointer), message);
        }
    }

    /// GEO-04.
    fn packed_words(&self, stride: usize, pointer: &str, report: &mut Report) {
        let mut wrong = self
            .bytes
            .chunks_exact(stride)
            .enumerate()
            .filter(|(_, vertex)| {
                let word = vertex.get(12..).and_then(<[u8]>::first_chunk);
                word.is_some_and(|word| u32::from_le_bytes(*word) & PACKED_BIT == 0)
            })
            .map(|(vertex, _)| vertex);
        if let Some(vertex) = wrong.next() {
            let message = Message::new(&NOT_PACKED)
                .with("vertex", vertex)
                .with("n", grouped(wrong.count().saturating_add(1)));
            report.add(GEO_04, Place::Pointer(pointer.to_owned()), message);
        }
    }

    /// PAR-14; also keeps how far the positions reach, for PAR-18.
    fn positions(
        &mut self,
        mesh: &Mesh<'_>,
        (index, stream): (usize, usize),
        stride: usize,
        report: &mut Report,
    ) {
        let position = mesh.attributes.iter().flatten().find(|attribute| {
            (attribute.semantic, attribute.format, attribute.dimension) == (0, 0, 3)
                && usize::try_from(attribute.stream) == Ok(stream)
        });
        let Some(offset) = position.and_then(|a| usize::try_from(a.offset).ok()) else {
            return;
        };
        let mut first = None;
        let mut n_wrong = 0_usize;
        for (vertex, bytes) in self.bytes.chunks_exact(stride).enumerate() {
            let three = three_floats(bytes.get(offset..).unwrap_or_default());
            if three.iter().all(|value| value.is_finite()) {
                self.deltas.reach_base(three);
            } else {
                first = first.or(Some(vertex));
                n_wrong = n_wrong.saturating_add(1);
            }
        }
        if let Some(vertex) = first {
            let message = Message::new(&BASE_NOT_FINITE)
                .with("mesh", index)
                .with("vertex", vertex)
                .with("n", grouped(n_wrong));
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

/// All indices of a payload; `size` is 2 or 4.
fn indices(bytes: &[u8], size: u32) -> Box<dyn Iterator<Item = u32> + '_> {
    if size == 2 {
        let (pairs, _) = bytes.as_chunks();
        Box::new(pairs.iter().map(|two| u32::from(u16::from_le_bytes(*two))))
    } else {
        let (fours, _) = bytes.as_chunks();
        Box::new(fours.iter().map(|four| u32::from_le_bytes(*four)))
    }
}

/// The four bone indices of each vertex, by skin stride.
fn lanes(bytes: &[u8], stride: u32) -> Box<dyn Iterator<Item = [u32; 4]> + '_> {
    match stride {
        4 => {
            let (vertices, _) = bytes.as_chunks::<4>();
            Box::new(vertices.iter().map(|lanes| lanes.map(u32::from)))
        }
        12 => {
            let (vertices, _) = bytes.as_chunks::<12>();
            Box::new(
                vertices
                    .iter()
                    .map(|[.., a, b, c, d]| [*a, *b, *c, *d].map(u32::from)),
            )
        }
        _ => {
            let (vertices, _) = bytes.as_chunks::<32>();
            Box::new(vertices.iter().map(|vertex| {
                let (words, _) = vertex.as_chunks::<4>();
                let mut lanes = [0; 4];
                for (lane, word) in lanes.iter_mut().zip(words.iter().skip(4)) {
                    *lane = u32::from_le_bytes(*word);
                }
                lanes
            }))
        }
    }
}

/// Three 32-bit floats at the start of `bytes`; NaN where there are too few.
pub(super) fn three_floats(bytes: &[u8]) -> [f32; 3] {
    let (words, _) = bytes.as_chunks::<4>();
    let mut out = [f32::NAN; 3];
    for (value, word) in out.iter_mut().zip(words) {
        *value = f32::from_le_bytes(*word);
    }
    out
}
