//! Channels and frames as declared (bem.md ch. 12). Delta payloads are `deltas.rs`'s work.

use crate::base::findings::Place;
use crate::base::text::{Message, Phrase};
use crate::formats::bem::check::Check;
use crate::formats::bem::check::facts::{Channel, DeltaFrame, TickNumbers};
use crate::formats::bem::check::phrases;
use crate::formats::bem::check::report::{OnRead, Rule};
use crate::formats::bem::check::top::JSON_10;
use crate::formats::bem::check::view::Object;
use crate::formats::bem::json::Value;
use crate::formats::bem::json::path::Path;
use crate::formats::bem::limits::MAX_TABLE;
use std::collections::{BTreeMap, BTreeSet};

const JSON_11: Rule = Rule::warn("JSON-11");
const PAR_06: Rule = Rule::reject("PAR-06");
const PAR_07: Rule = Rule::reject("PAR-07");
const PAR_08: Rule = Rule::reject("PAR-08");
const PAR_09: Rule = Rule::reject("PAR-09");
const PAR_10: Rule = Rule::reject("PAR-10");
const PAR_11: Rule = Rule::reject("PAR-11");
const PAR_12: Rule = Rule::reject("PAR-12");
const PAR_13: Rule = Rule::reject("PAR-13");
const MAX_FRAMES: usize = 64;
/// The only delta encoding.
pub(super) const ENCODING: &str = "sparse-position-f32";

static NO_PARAMETER: Phrase = Phrase::new(
    "形变通道引用的滑块“{value}”不存在。",
    "変形チャンネルが指すスライダー「{value}」がありません。",
    "The channel names the slider “{value}”, which does not exist.",
);
static SECOND_CHANNEL: Phrase = Phrase::new(
    "网格 {mesh} 对滑块“{value}”已有通道；第一个在 {first}。",
    "メッシュ {mesh} にはスライダー「{value}」のチャンネルがすでにあります。最初は {first} です。",
    "Mesh {mesh} has a channel for the slider {value} already; the first is {first}.",
);
static NOT_INCREASING: Phrase = Phrase::new(
    "帧的刻度 {value} 不大于前一帧的 {limit}。",
    "フレームの目盛り {value} が前のフレームの {limit} より大きくありません。",
    "The frame's tick {value} is not above {limit}, that of the frame before.",
);
static WRONG_END: Phrase = Phrase::new(
    "通道应从 {low} 到 {high}，实际为 {first} 到 {last}。",
    "チャンネルは {low} から {high} までであるべきですが、{first} から {last} までです。",
    "The channel must run from {low} to {high}; it runs from {first} to {last}.",
);
static NO_NEUTRAL: Phrase = Phrase::new(
    "中性刻度 {value} 上没有中性帧。",
    "中立の目盛り {value} に中立フレームがありません。",
    "There is no neutral frame on the neutral tick {value}.",
);
static NEUTRAL_ELSEWHERE: Phrase = Phrase::new(
    "刻度 {value} 上的帧标为中性，但中性刻度是 {limit}。",
    "目盛り {value} のフレームが中立とされていますが、中立の目盛りは {limit} です。",
    "The frame on tick {value} is marked neutral, but the neutral tick is {limit}.",
);
static NEUTRAL_DATA: Phrase = Phrase::new(
    "中性帧不能有“{key}”。",
    "中立フレームに「{key}」は置けません。",
    "A neutral frame cannot have “{key}”.",
);
static TOO_MANY_RECORDS: Phrase = Phrase::new(
    "帧有 {value} 条记录，而网格只有 {limit} 个顶点。",
    "フレームの記録は {value} 件ですが、メッシュの頂点は {limit} 個です。",
    "The frame has {value} records, but the mesh has only {limit} vertices.",
);
static NO_POSITION: Phrase = Phrase::new(
    "网格 {mesh} 有形变通道，需要恰好一个 3 个 32 位浮点数的位置属性。",
    "メッシュ {mesh} には変形チャンネルがあるため、32 ビット浮動小数点数 3 個の位置属性がちょうど一つ要ります。",
    "Mesh {mesh} has a channel and so needs exactly one position attribute of three 32-bit floats.",
);

impl<'v> Check<'v> {
    pub(super) fn channels(&mut self, top: Object<'v, '_>) {
        if !self.is_timely(top, "mesh_deformations", 3) {
            return;
        }
        let Some(elements) = self.optional_elements(JSON_10, top, "mesh_deformations") else {
            return;
        };
        self.facts.used.channels = !elements.is_empty();
        let path = top.path.key("mesh_deformations");
        self.count(PAR_06, &path, elements.len(), (0, MAX_TABLE));
        let mut seen = BTreeMap::new();
        for (index, value) in elements.iter().enumerate() {
            let path = path.index(index);
            let channel = match self.as_object(JSON_10, value, &path) {
                Some(object) => self.channel(object, &mut seen),
                None => Channel {
                    mesh: None,
                    parameter: None,
                    frames: Vec::new(),
                },
            };
            self.facts.deformed.extend(channel.mesh);
            self.facts.channels.push(channel);
        }
        self.deformed_positions();
    }

    fn channel(
        &mut self,
        object: Object<'v, '_>,
        seen: &mut BTreeMap<(usize, &'v str), String>,
    ) -> Channel<'v> {
        self.closed(JSON_11, object, &["mesh", "parameter", "frames"]);
        let n_meshes = self.facts.meshes.as_ref().map_or(usize::MAX, Vec::len);
        let mesh = self.index(PAR_06, object, "mesh", n_meshes);
        let parameter = self.text(PAR_06, object, "parameter");
        let known = parameter.and_then(|id| self.facts.parameters.as_ref()?.by_id.get(id).copied());
        if let (Some(id), Some(_), None) = (parameter, &self.facts.parameters, known) {
            let message = Message::new(&NO_PARAMETER).with("value", id);
            self.member(PAR_06, object, "parameter", message);
        }
        if let (Some(mesh), Some(id)) = (mesh, parameter) {
            let place = object.path.pointer();
            if let Some(first) = seen.insert((mesh, id), place) {
                let message = Message::new(&SECOND_CHANNEL)
                    .with("mesh", mesh)
                    .with("value", id)
                    .with("first", first);
                self.at(PAR_06, object.path, message);
            }
        }
        let frames = match self.elements(PAR_07, object, "frames") {
            Some(elements) => self.frames(object, elements, known.and_then(|t| t.numbers), mesh),
            None => Vec::new(),
        };
        Channel {
            mesh,
            parameter,
            frames,
        }
    }

    fn frames(
        &mut self,
        object: Object<'v, '_>,
        elements: &'v [Value],
        ticks: Option<TickNumbers>,
        mesh: Option<usize>,
    ) -> Vec<DeltaFrame> {
        let path = object.path.key("frames");
        let is_counted = self.count(PAR_07, &path, elements.len(), (2, MAX_FRAMES));
        let mut values = Vec::new();
        let mut found = Vec::new();
        let mut neutral_ticks = BTreeSet::new();
        for (index, value) in elements.iter().enumerate() {
            let path = path.index(index);
            let Some(frame) = self.as_object(JSON_10, value, &path) else {
                continue;
            };
            let tick = self.frame_tick(frame, ticks, values.last().copied().flatten());
            values.push(tick);
            let is_neutral = frame.get("neutral") == Some(&Value::Bool(true));
            let is_on_neutral =
                matches!((tick, ticks), (Some(tick), Some(ticks)) if tick == ticks.neutral);
            if is_neutral {
                self.neutral_frame(frame, tick, ticks);
                neutral_ticks.extend(tick);
            } else if !is_on_neutral || has_delta(frame) {
                found.push(self.delta_frame(frame, index, mesh));
            }
        }
        let Some(ticks) = ticks else { return found };
        self.channel_ends(&path, &values, ticks, is_counted);
        if !neutral_ticks.contains(&ticks.neutral) {
            let message = Message::new(&NO_NEUTRAL).with("value", ticks.neutral);
            self.at(PAR_09, &path, message);
        }
        found
    }

    /// `value` of a frame: a tick of the slider, above the one before.
    fn frame_tick(
        &mut self,
        frame: Object<'v, '_>,
        ticks: Option<TickNumbers>,
        before: Option<u32>,
    ) -> Option<u32> {
        let tick = self.u32(PAR_07, frame, "value")?;
        if let Some(ticks) = ticks
            && !ticks.has_tick(tick)
        {
            self.member(PAR_07, frame, "value", ticks.off_step("value", tick));
        }
        if let Some(before) = before
            && tick <= before
        {
            let message = Message::new(&NOT_INCREASING)
                .with("value", tick)
                .with("limit", before);
            self.member(PAR_07, frame, "value", message);
        }
        Some(tick)
    }

    /// PAR-08, told only where the ticks themselves are in order.
    fn channel_ends(
        &mut self,
        path: &Path<'_>,
        values: &[Option<u32>],
        ticks: TickNumbers,
        is_counted: bool,
    ) {
        let is_sorted = values.iter().zip(values.iter().skip(1)).all(|(a, b)| a < b);
        let (Some(Some(first)), Some(Some(last))) = (values.first(), values.last()) else {
            return;
        };
        if is_counted && is_sorted && (*first != ticks.min || *last != ticks.max) {
            let message = Message::new(&WRONG_END)
                .with("low", ticks.min)
                .with("high", ticks.max)
                .with("first", first)
                .with("last", last);
            self.at(PAR_08, path, message);
        }
    }

    fn neutral_frame(
        &mut self,
        frame: Object<'v, '_>,
        tick: Option<u32>,
        ticks: Option<TickNumbers>,
    ) {
        if let (Some(tick), Some(ticks)) = (tick, ticks)
            && tick != ticks.neutral
        {
            let message = Message::new(&NEUTRAL_ELSEWHERE)
                .with("value", tick)
                .with("limit", ticks.neutral);
            self.at(PAR_09, frame.path, message);
        }
        for (key, _) in frame.members {
            let rule = match key.as_str() {
                "value" | "neutral" => continue,
                "payload" | "count" | "encoding" => PAR_09,
                _ => PAR_09.on_read(OnRead::Warn),
            };
            let message = Message::new(&NEUTRAL_DATA).with("key", key);
            self.member(rule, frame, key, message);
        }
    }

    fn delta_frame(
        &mut self,
        frame: Object<'v, '_>,
        index: usize,
        mesh: Option<usize>,
    ) -> DeltaFrame {
        for (key, value) in frame.members {
            let rule = match key.as_str() {
                "value" | "payload" | "count" | "encoding" => continue,
                "neutral" if value.truth() != Some(false) => PAR_10,
                _ => PAR_10.on_read(OnRead::Warn),
            };
            let message = Message::new(&phrases::UNKNOWN_KEY).with("key", key);
            self.member(rule, frame, key, message);
        }
        let payload = self.payload(PAR_10, frame, "payload");
        let count = self.record_count(frame, mesh);
        let encoding = self.text(PAR_10, frame, "encoding");
        let is_known_encoding = encoding == Some(ENCODING);
        if let Some(encoding) = encoding
            && !is_known_encoding
        {
            let message = Message::new(&phrases::EQUALS)
                .with("key", "encoding")
                .with("value", encoding)
                .with("wanted", ENCODING);
            self.member(PAR_11, frame, "encoding", message);
        }
        DeltaFrame {
            index,
            payload,
            count,
            is_known_encoding,
        }
    }

    fn record_count(&mut self, frame: Object<'v, '_>, mesh: Option<usize>) -> Option<u32> {
        let count = self.u32(PAR_10, frame, "count")?;
        let n_vertices =
            mesh.and_then(|mesh| self.facts.meshes.as_ref()?.get(mesh)?.vertex_count)?;
        if count > n_vertices {
            let message = Message::new(&TOO_MANY_RECORDS)
                .with("value", count)
                .with("limit", n_vertices);
            self.member(PAR_12, frame, "count", message);
            return None;
        }
        Some(count)
    }

    /// Every deformed mesh has a position of three 32-bit floats (PAR-13); told once for each mesh.
    fn deformed_positions(&mut self) {
        let Some(meshes) = &self.facts.meshes else {
            return;
        };
        let deformed = &self.facts.deformed;
        let lacking: Vec<usize> = deformed
            .iter()
            .copied()
            .filter(|&index| {
                let attributes = meshes.get(index).and_then(|mesh| mesh.attributes.as_ref());
                attributes.is_some_and(|attributes| {
                    !attributes.iter().any(|attribute| {
                        (attribute.semantic, attribute.format, attribute.dimension) == (0, 0, 3)
                    })
                })
            })
            .collect();
        for mesh in lacking {
            let place = Place::Pointer(format!("/meshes/{mesh}/attributes"));
            let message = Message::new(&NO_POSITION).with("mesh", mesh);
            self.report.add(PAR_13, place, message);
        }
    }
}

/// Whether a frame has anything of a delta frame.
fn has_delta(frame: Object<'_, '_>) -> bool {
    ["payload", "count", "encoding"]
        .iter()
        .any(|key| frame.has(key))
}
