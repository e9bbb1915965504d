//! Delta payloads (PAR-15 to PAR-18): header, length, records, and how far they reach.

use crate::base::findings::Place;
use crate::base::limits::GIB;
use crate::base::numbers::usize_of;
use crate::base::text::{Message, Phrase, grouped};
use crate::formats::bem::check::Check;
use crate::formats::bem::check::bytes::PayloadFacts;
use crate::formats::bem::check::channels::ENCODING;
use crate::formats::bem::check::facts::{Channel, Mesh};
use crate::formats::bem::check::report::{OnRead, Report, Rule};
use crate::formats::bem::check::scans::{reach, three_floats};
use crate::formats::bem::json::{self, Value};
use crate::formats::bem::limits::MAX_VERTICES;
use std::collections::{BTreeMap, BTreeSet};

const PAR_15: Rule = Rule::reject("PAR-15");
const PAR_16: Rule = Rule::reject("PAR-16");
const PAR_17: Rule = Rule::reject("PAR-17");
const PAR_18: Rule = Rule::warn("PAR-18");
/// Longest header that is written and read without a word.
const HEADER_BYTES: u32 = 4096;
/// Longest header the game reads.
const LONGEST_HEADER_BYTES: u32 = 1_048_576;
const RECORD_BYTES: usize = 16;
/// Bytes read a second time to find the vertex that overflows (PAR-18): ours.
const READ_AGAIN_BYTES: u64 = GIB;

static HEADER_LENGTH: Phrase = Phrase::new(
    "形变数据块 {payload} 的说明长 {value} 字节，应为 1 到 {limit} 字节。",
    "変形データブロック {payload} の説明は {value} バイトですが、1〜{limit} バイトであるべきです。",
    "The header of the delta payload {payload} has {value} bytes; 1 to {limit} belong there.",
);
static BAD_HEADER: Phrase = Phrase::new(
    "形变数据块 {payload} 的说明应恰好是含“count”和“encoding”的 JSON 对象。",
    "変形データブロック {payload} の説明は「count」と「encoding」だけを持つ JSON オブジェクトであるべきです。",
    "The header of the delta payload {payload} must be a JSON object of exactly “count” and “encoding”.",
);
static OTHER_COUNT: Phrase = Phrase::new(
    "形变数据块 {payload} 的说明写着 {value} 条记录，而帧写着 {limit} 条。",
    "変形データブロック {payload} の説明では記録 {value} 件ですが、フレームでは {limit} 件です。",
    "The header of the delta payload {payload} says {value} records, but the frame says {limit}.",
);
static OTHER_ENCODING: Phrase = Phrase::new(
    "形变数据块 {payload} 的说明中“encoding”应为“{limit}”。",
    "変形データブロック {payload} の説明の「encoding」は「{limit}」でなければなりません。",
    "The “encoding” in the header of the delta payload {payload} must be “{limit}”.",
);
static WRONG_LENGTH: Phrase = Phrase::new(
    "形变数据块 {payload} 有 {value} 字节，{count} 条记录应为 {limit} 字节。",
    "変形データブロック {payload} は {value} バイトですが、記録 {count} 件では {limit} バイトのはずです。",
    "The delta payload {payload} has {value} bytes; {count} records make {limit}.",
);
static VERTEX_BEYOND: Phrase = Phrase::new(
    "形变数据块 {payload} 的第 {record} 条记录针对顶点 {value}，而网格只有 {limit} 个顶点。",
    "変形データブロック {payload} の記録 {record} は頂点 {value} のものですが、頂点は {limit} 個です。",
    "Record {record} of the delta payload {payload} is for vertex {value}, but the mesh has {limit}.",
);
static VERTEX_TWICE: Phrase = Phrase::new(
    "形变数据块 {payload} 的第 {record} 条记录重复了顶点 {value}。",
    "変形データブロック {payload} の記録 {record} で頂点 {value} が重複しています。",
    "Record {record} of the delta payload {payload} repeats vertex {value}.",
);
static NOT_FINITE: Phrase = Phrase::new(
    "形变数据块 {payload} 的第 {record} 条记录（顶点 {value}）不是有限数。",
    "変形データブロック {payload} の記録 {record}（頂点 {value}）が有限ではありません。",
    "Record {record} of the delta payload {payload} (vertex {value}) is not finite.",
);
static OVERFLOW: Phrase = Phrase::new(
    "网格 {mesh} 加上形变数据块 {payload} 后，顶点 {vertex} 的位置会超出 32 位浮点数的范围。",
    "メッシュ {mesh} に変形データブロック {payload} を足すと、頂点 {vertex} の位置が 32 ビット浮動小数点数の範囲を超えます。",
    "With the delta payload {payload} the position of vertex {vertex} in mesh {mesh} leaves 32-bit floating point.",
);

/// What was learned about a payload for later rules.
#[derive(Clone, Debug, Default)]
pub(super) struct DeltaContent {
    /// It was read as a delta, and its records are sound.
    pub(super) is_delta: bool,
    /// Largest absolute offset.
    pub(super) reach: f32,
    /// Largest absolute position, if it was read as base positions.
    pub(super) base_reach: f32,
    /// Vertices with a record, where they were asked for.
    pub(super) vertices: Vec<u32>,
}

/// Reads one payload as a delta. Its header is parsed and its records are scanned once, whatever frames use it.
pub(super) struct DeltaReader {
    keep_vertices: bool,
    content: DeltaContent,
    header: Option<Header>,
    records: Option<Records>,
}

/// What the header of a payload says.
#[derive(Debug, Default)]
struct Header {
    /// Length of the header's text, where it can be read.
    length: Option<u32>,
    /// Bytes in front of the records.
    n_front: usize,
    /// `count` and whether `encoding` is the known one; none if it is not exactly these two.
    facts: Option<(u32, bool)>,
}

/// What the records of a payload hold (PAR-17).
#[derive(Debug, Default)]
struct Records {
    /// Record and vertex of the largest vertex.
    largest: Option<(usize, u32)>,
    /// The first record that repeats a vertex.
    twice: Option<(usize, u32)>,
    /// The first record that is not finite.
    not_finite: Option<(usize, u32)>,
}

impl DeltaReader {
    pub(super) fn new(keep_vertices: bool) -> Self {
        Self {
            keep_vertices,
            content: DeltaContent::default(),
            header: None,
            records: None,
        }
    }

    pub(super) fn into_content(self) -> DeltaContent {
        self.content
    }

    pub(super) fn judge(
        &mut self,
        bytes: &[u8],
        channel: &Channel<'_>,
        (channel_index, frame): (usize, usize),
        meshes: &[Mesh<'_>],
        report: &mut Report,
    ) {
        let n_vertices = channel
            .mesh
            .and_then(|mesh| meshes.get(mesh))
            .and_then(|mesh| mesh.vertex_count);
        let Some(frame) = channel.frames.get(frame) else {
            return;
        };
        // Without these the frame or mesh is at fault itself; another encoding is told by PAR-11.
        let (Some(count), Some(n_vertices), Some(payload), true) = (
            frame.count,
            n_vertices,
            frame.payload,
            frame.is_known_encoding,
        ) else {
            return;
        };
        let pointer = format!(
            "/mesh_deformations/{channel_index}/frames/{}/payload",
            frame.index
        );
        let mut add = |rule: Rule, message: Message| {
            let message = message.with("payload", payload);
            report.add(rule, Place::Pointer(pointer.clone()), message);
        };
        let header = self.header.get_or_insert_with(|| Header::read(bytes));
        if !header.judge(count, &mut add) {
            return;
        }
        let records = bytes.get(header.n_front..).unwrap_or_default();
        let wanted = usize_of(count).saturating_mul(RECORD_BYTES);
        if records.len() != wanted {
            let message = Message::new(&WRONG_LENGTH)
                .with("value", grouped(bytes.len()))
                .with("count", count)
                .with("limit", grouped(header.n_front.saturating_add(wanted)));
            add(PAR_16, message);
            return;
        }
        let (content, keep) = (&mut self.content, self.keep_vertices);
        let scan = self
            .records
            .get_or_insert_with(|| Records::scan(records, content, keep));
        content.is_delta |= scan.judge(n_vertices, &mut add);
    }
}

impl Records {
    /// One pass over all records. Vertices beyond every mesh are not marked as seen: they are wrong anyway.
    fn scan(bytes: &[u8], content: &mut DeltaContent, keep_vertices: bool) -> Self {
        let mut out = Self::default();
        let mut seen = vec![false; usize_of(MAX_VERTICES)];
        let (records, _) = bytes.as_chunks::<RECORD_BYTES>();
        for (record, bytes) in records.iter().enumerate() {
            let (words, _) = bytes.as_chunks::<4>();
            let vertex = words.first().map_or(0, |word| u32::from_le_bytes(*word));
            let offset = three_floats(bytes.get(4..).unwrap_or_default());
            if out.largest.is_none_or(|(_, largest)| vertex > largest) {
                out.largest = Some((record, vertex));
            }
            if let Some(is_seen) = seen.get_mut(usize_of(vertex)) {
                if *is_seen && out.twice.is_none() {
                    out.twice = Some((record, vertex));
                }
                *is_seen = true;
            }
            if offset.iter().all(|value| value.is_finite()) {
                content.reach = reach(content.reach, offset);
            } else if out.not_finite.is_none() {
                out.not_finite = Some((record, vertex));
            }
            if keep_vertices {
                content.vertices.push(vertex);
            }
        }
        out
    }

    /// PAR-17 for a mesh; whether nothing is wrong.
    fn judge(&self, n_vertices: u32, add: &mut impl FnMut(Rule, Message)) -> bool {
        let beyond = self.largest.filter(|(_, vertex)| *vertex >= n_vertices);
        let faults = [
            (beyond, &VERTEX_BEYOND),
            (self.twice, &VERTEX_TWICE),
            (self.not_finite, &NOT_FINITE),
        ];
        let mut is_sound = true;
        for (fault, phrase) in faults {
            if let Some((record, vertex)) = fault {
                let message = Message::new(phrase)
                    .with("record", record)
                    .with("value", vertex)
                    .with("limit", n_vertices);
                add(PAR_17, message);
                is_sound = false;
            }
        }
        is_sound
    }
}

impl Header {
    fn read(bytes: &[u8]) -> Self {
        // Too short even for the length: as if it said 0.
        let (length, rest) = bytes.split_first_chunk::<4>().unwrap_or((&[0; 4], &[]));
        let length = u32::from_le_bytes(*length);
        let text = rest
            .get(..usize_of(length))
            .filter(|_| (1..=LONGEST_HEADER_BYTES).contains(&length));
        let Some(text) = text else {
            return Self {
                length: None,
                n_front: usize_of(length),
                facts: None,
            };
        };
        let parsed = json::parse(text).ok();
        let facts = parsed
            .filter(|parsed| parsed.faults.is_empty())
            .and_then(|parsed| {
                let members = parsed.value.members()?;
                let count = json::find(members, "count").and_then(Value::u32)?;
                let encoding = json::find(members, "encoding").and_then(Value::text)?;
                (members.len() == 2).then_some((count, encoding == ENCODING))
            });
        Self {
            length: Some(length),
            n_front: usize_of(length).saturating_add(4),
            facts,
        }
    }

    /// PAR-15 for a frame; whether the records can be looked at.
    fn judge(&self, count: u32, add: &mut impl FnMut(Rule, Message)) -> bool {
        let wrong_length = |length: usize| {
            Message::new(&HEADER_LENGTH)
                .with("value", grouped(length))
                .with("limit", grouped(HEADER_BYTES))
        };
        let Some(length) = self.length else {
            add(PAR_15, wrong_length(self.n_front));
            return false;
        };
        if length > HEADER_BYTES {
            add(PAR_15.on_read(OnRead::Warn), wrong_length(usize_of(length)));
        }
        match self.facts {
            None => add(PAR_15, Message::new(&BAD_HEADER)),
            Some((found, is_known)) => {
                if found != count {
                    let message = Message::new(&OTHER_COUNT)
                        .with("value", found)
                        .with("limit", count);
                    add(PAR_15, message);
                }
                if !is_known {
                    add(
                        PAR_15,
                        Message::new(&OTHER_ENCODING).with("limit", ENCODING),
                    );
                }
            }
        }
        true
    }
}

impl Check<'_> {
    /// Delta payloads whose vertices HINT-09 compares: those of meshes that driven and undriven sliders deform.
    pub(super) fn vertices_wanted(&self) -> BTreeSet<u32> {
        let driven = self.driven_parameters();
        let mut by_mesh: BTreeMap<usize, (bool, bool)> = BTreeMap::new();
        for channel in &self.facts.channels {
            if let (Some(mesh), Some(id)) = (channel.mesh, channel.parameter) {
                let kinds = by_mesh.entry(mesh).or_default();
                if driven.contains(id) {
                    kinds.0 = true;
                } else {
                    kinds.1 = true;
                }
            }
        }
        let is_mixed =
            |mesh: Option<usize>| mesh.and_then(|mesh| by_mesh.get(&mesh)) == Some(&(true, true));
        let channels = self.facts.channels.iter();
        channels
            .filter(|channel| is_mixed(channel.mesh))
            .flat_map(|channel| channel.frames.iter().filter_map(|frame| frame.payload))
            .collect()
    }

    /// Ids of the sliders that drivers move.
    pub(super) fn driven_parameters(&self) -> BTreeSet<&str> {
        let drivers = self.facts.drivers.iter();
        drivers
            .flat_map(|driver| driver.parameters.iter().copied())
            .collect()
    }

    /// PAR-18: base plus delta stays finite. Only where the largest of both could leave the range is anything decoded
    /// again; `read` gives the bytes of a payload.
    pub(super) fn reaches(
        &mut self,
        payloads: &PayloadFacts,
        read: impl Fn(u32) -> Option<Vec<u8>>,
    ) {
        let mut found = Vec::new();
        let mut n_bytes = 0_u64;
        for (index, channel) in self.facts.channels.iter().enumerate() {
            let mesh = channel
                .mesh
                .and_then(|mesh| Some((mesh, self.facts.meshes.as_ref()?.get(mesh)?)));
            let Some((mesh_index, mesh)) = mesh else {
                continue;
            };
            let Some((payload, stride, offset)) = position_place(mesh) else {
                continue;
            };
            let base_reach = payloads.base_reach.get(&payload).copied().unwrap_or(0.0);
            for frame in &channel.frames {
                let delta = frame
                    .payload
                    .and_then(|id| Some((id, payloads.deltas.get(&id)?)));
                let Some((delta_payload, content)) = delta else {
                    continue;
                };
                if (base_reach + content.reach).is_finite() || n_bytes > READ_AGAIN_BYTES {
                    continue;
                }
                let sizes = [payload, delta_payload].map(|id| payloads.sizes.get(&id));
                n_bytes = sizes
                    .into_iter()
                    .flatten()
                    .fold(n_bytes, |sum, size| sum.saturating_add(*size));
                let vertex = read(payload)
                    .zip(read(delta_payload))
                    .and_then(|(base, delta)| overflowing_vertex(&base, (stride, offset), &delta));
                if let Some(vertex) = vertex {
                    let message = Message::new(&OVERFLOW)
                        .with("mesh", mesh_index)
                        .with("payload", delta_payload)
                        .with("vertex", vertex);
                    let pointer =
                        format!("/mesh_deformations/{index}/frames/{}/payload", frame.index);
                    found.push((pointer, message));
                }
            }
        }
        for (pointer, message) in found {
            self.report.add(PAR_18, Place::Pointer(pointer), message);
        }
    }
}

/// Payload, stride and offset of the positions of a deformable mesh.
fn position_place(mesh: &Mesh<'_>) -> Option<(u32, usize, usize)> {
    let attribute = mesh.attributes.iter().flatten().find(|attribute| {
        (attribute.semantic, attribute.format, attribute.dimension) == (0, 0, 3)
    })?;
    let (stride, payload) = *mesh.streams.get(usize_of(attribute.stream))?;
    Some((payload?, usize_of(stride?), usize_of(attribute.offset)))
}

/// The first vertex whose moved position is not finite.
fn overflowing_vertex(base: &[u8], (stride, offset): (usize, usize), delta: &[u8]) -> Option<u32> {
    let records = delta.get(Header::read(delta).n_front..)?;
    let (records, _) = records.as_chunks::<RECORD_BYTES>();
    records.iter().find_map(|record| {
        let (words, _) = record.as_chunks::<4>();
        let vertex = u32::from_le_bytes(*words.first()?);
        let start = usize_of(vertex).checked_mul(stride)?.checked_add(offset)?;
        let position = three_floats(base.get(start..)?);
        let moved = three_floats(record.get(4..)?);
        let is_fine = position
            .iter()
            .zip(moved)
            .all(|(base, delta)| !base.is_finite() || (base + delta).is_finite());
        (!is_fine).then_some(vertex)
    })
}
