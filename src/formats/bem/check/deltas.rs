//! Delta payloads (PAR-15 to PAR-18): header, length, records, and how far they reach.

use crate::base::findings::Place;
use crate::base::numbers::{u64_of, usize_of};
use crate::base::text::{Message, Phrase, grouped};
use crate::formats::bem::check::Check;
use crate::formats::bem::check::bytes::PayloadFacts;
use crate::formats::bem::check::channels::ENCODING;
use crate::formats::bem::check::facts::{Channel, Mesh};
use crate::formats::bem::check::geometry::three_floats;
use crate::formats::bem::check::report::{OnRead, Report, Rule};
use crate::formats::bem::json::{self, Value};
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
static OTHER_HEADER: Phrase = Phrase::new(
    "形变数据块 {payload} 的说明写着“{key}”为 {value}，而帧写着 {limit}。",
    "変形データブロック {payload} の説明では「{key}」が {value} ですが、フレームでは {limit} です。",
    "The header of the delta payload {payload} says “{key}” is {value}, but the frame says {limit}.",
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

/// Reads one payload as a delta, once for each pair of record count and vertex count.
pub(super) struct DeltaReader {
    keep_vertices: bool,
    content: DeltaContent,
    known: BTreeMap<(u32, u32), Vec<Fault>>,
}

/// A fault and whether reading tolerates it.
#[derive(Clone)]
struct Fault(Rule, Message);

impl DeltaReader {
    pub(super) fn new(keep_vertices: bool) -> Self {
        Self {
            keep_vertices,
            content: DeltaContent::default(),
            known: BTreeMap::new(),
        }
    }

    pub(super) fn into_content(self) -> DeltaContent {
        self.content
    }

    /// Notes a finite base position.
    pub(super) fn reach_base(&mut self, position: [f32; 3]) {
        self.content.base_reach = reach(self.content.base_reach, position);
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
        let (Some(count), Some(n_vertices), Some(payload)) =
            (frame.count, n_vertices, frame.payload)
        else {
            return;
        };
        if !frame.is_known_encoding {
            return;
        }
        if !self.known.contains_key(&(count, n_vertices)) {
            let faults = self.faults(bytes, payload, (count, n_vertices));
            self.known.insert((count, n_vertices), faults);
        }
        let pointer = format!(
            "/mesh_deformations/{channel_index}/frames/{}/payload",
            frame.index
        );
        for Fault(rule, message) in self.known.get(&(count, n_vertices)).into_iter().flatten() {
            report.add(*rule, Place::Pointer(pointer.clone()), message.clone());
        }
    }

    fn faults(
        &mut self,
        bytes: &[u8],
        payload: u32,
        (count, n_vertices): (u32, u32),
    ) -> Vec<Fault> {
        let mut faults = Vec::new();
        let Some(records) = header(bytes, payload, count, &mut faults) else {
            return faults;
        };
        let wanted = usize_of(count).saturating_mul(RECORD_BYTES);
        if records.len() != wanted {
            let front = bytes.len().saturating_sub(records.len());
            let message = Message::new(&WRONG_LENGTH)
                .with("payload", payload)
                .with("value", grouped(bytes.len()))
                .with("count", count)
                .with("limit", grouped(front.saturating_add(wanted)));
            faults.push(Fault(PAR_16, message));
            return faults;
        }
        let n_before = faults.len();
        self.records(records, payload, n_vertices, &mut faults);
        self.content.is_delta |= faults.len() == n_before;
        faults
    }

    /// PAR-17: the first fault of each kind.
    fn records(&mut self, bytes: &[u8], payload: u32, n_vertices: u32, faults: &mut Vec<Fault>) {
        let mut seen = vec![false; usize_of(n_vertices)];
        let mut told = BTreeSet::new();
        let (records, _) = bytes.as_chunks::<RECORD_BYTES>();
        for (record, bytes) in records.iter().enumerate() {
            let (words, _) = bytes.as_chunks::<4>();
            let vertex = words.first().map_or(0, |word| u32::from_le_bytes(*word));
            let offset = three_floats(bytes.get(4..).unwrap_or_default());
            let phrase = match seen.get_mut(usize_of(vertex)) {
                None => Some((0, &VERTEX_BEYOND)),
                Some(true) => Some((1, &VERTEX_TWICE)),
                Some(is_seen) => {
                    *is_seen = true;
                    None
                }
            };
            let not_finite =
                (!offset.iter().all(|value| value.is_finite())).then_some((2, &NOT_FINITE));
            for (kind, phrase) in phrase.into_iter().chain(not_finite) {
                if told.insert(kind) {
                    let message = Message::new(phrase)
                        .with("payload", payload)
                        .with("record", record)
                        .with("value", vertex)
                        .with("limit", n_vertices);
                    faults.push(Fault(PAR_17, message));
                }
            }
            self.content.reach = reach(self.content.reach, offset);
            if self.keep_vertices {
                self.content.vertices.push(vertex);
            }
        }
    }
}

fn reach(so_far: f32, values: [f32; 3]) -> f32 {
    values
        .into_iter()
        .fold(so_far, |reach, value| reach.max(value.abs()))
}

/// The header of a delta payload; gives the bytes of the records (PAR-15).
fn header<'b>(
    bytes: &'b [u8],
    payload: u32,
    count: u32,
    faults: &mut Vec<Fault>,
) -> Option<&'b [u8]> {
    // Too short even for the length: as if it said 0.
    let (length, rest) = bytes.split_first_chunk::<4>().unwrap_or((&[0; 4], &[]));
    let length = u32::from_le_bytes(*length);
    let is_readable =
        (1..=LONGEST_HEADER_BYTES).contains(&length) && u64::from(length) <= u64_of(rest.len());
    if !is_readable || length > HEADER_BYTES {
        let rule = if is_readable {
            PAR_15.on_read(OnRead::Warn)
        } else {
            PAR_15
        };
        let message = Message::new(&HEADER_LENGTH)
            .with("payload", payload)
            .with("value", grouped(length))
            .with("limit", grouped(HEADER_BYTES));
        faults.push(Fault(rule, message));
    }
    if !is_readable {
        return None;
    }
    let (text, records) = rest.split_at_checked(usize_of(length))?;
    let bad = || Fault(PAR_15, Message::new(&BAD_HEADER).with("payload", payload));
    let parsed = json::parse(text)
        .ok()
        .filter(|parsed| parsed.faults.is_empty());
    let Some(members) = parsed.as_ref().and_then(|parsed| parsed.value.members()) else {
        faults.push(bad());
        return Some(records);
    };
    let found_count = json::find(members, "count").and_then(Value::u32);
    let encoding = json::find(members, "encoding").and_then(Value::text);
    let (Some(found_count), Some(encoding), 2) = (found_count, encoding, members.len()) else {
        faults.push(bad());
        return Some(records);
    };
    let other = |key: &str, value: String, limit: String| {
        let message = Message::new(&OTHER_HEADER)
            .with("payload", payload)
            .with("key", key)
            .with("value", value)
            .with("limit", limit);
        Fault(PAR_15, message)
    };
    if found_count != count {
        faults.push(other("count", found_count.to_string(), count.to_string()));
    }
    if encoding != ENCODING {
        faults.push(other("encoding", encoding.to_owned(), ENCODING.to_owned()));
    }
    Some(records)
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
                if (base_reach + content.reach).is_finite() {
                    continue;
                }
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
    let records = header(delta, 0, 0, &mut Vec::new())?;
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
