//! The deformation spec: sliders and where their frames' offsets come from (bem.md ch. 21). Applying it is `morphs`'
//! work.

use crate::base::findings::Place;
use crate::base::text::{Message, Phrase};
use crate::formats::bem::authoring::{Read, parse, report};
use crate::formats::bem::check::report::{OnRead, Report, Rule};
use crate::formats::bem::json::{Members, Value};
use crate::formats::bem::manifest::{Manifest, Parameter};

const DEF_01: Rule = Rule::reject("DEF-01");
const DEF_02: Rule = Rule::reject("DEF-02");
const DEF_03: Rule = Rule::reject("DEF-03");
const KIND: &str = "bem-position-morphs";
const SOURCES: [&str; 3] = ["target_positions", "deltas", "efmi"];

static NO_SPEC: Phrase = Phrase::new(
    "这不是形变说明：应为 schema 1、kind 为“bem-position-morphs”，且只含“parameters”和“mesh_deformations”的 JSON 对象。",
    "変形の指定ではありません。schema 1、kind「bem-position-morphs」で、「parameters」と「mesh_deformations」だけを持つ JSON オブジェクトが要ります。",
    "This is no deformation spec: a JSON object of schema 1 and kind “bem-position-morphs” with only parameters and mesh_deformations.",
);
static BAD_PARAMETERS: Phrase = Phrase::new(
    "“parameters”应为滑块的数组。",
    "「parameters」はスライダーの配列でなければなりません。",
    "“parameters” must be an array of sliders.",
);
static BAD_CHANNEL: Phrase = Phrase::new(
    "每个通道应有“mesh”（网格编号）、“parameter”（滑块 ID）和“frames”（数组）。",
    "各チャンネルには「mesh」（メッシュ番号）、「parameter」（スライダー ID）、「frames」（配列）が要ります。",
    "Every channel has “mesh” (a mesh number), “parameter” (a slider id) and “frames” (an array).",
);
static BAD_FRAME: Phrase = Phrase::new(
    "非中性帧应有“value”，以及“target_positions”、“deltas”、“efmi”中的恰好一个。",
    "中立でないフレームには「value」と、「target_positions」・「deltas」・「efmi」のちょうど一つが要ります。",
    "A frame that is not neutral has “value” and exactly one of target_positions, deltas, efmi.",
);
static BAD_DELTAS: Phrase = Phrase::new(
    "“deltas”应为路径，或 [顶点, dx, dy, dz] 的数组。",
    "「deltas」はパスか、[頂点, dx, dy, dz] の配列でなければなりません。",
    "“deltas” is a path or an array of [vertex, dx, dy, dz].",
);
static BAD_EFMI: Phrase = Phrase::new(
    "EFMI 绑定应有“source”、“ini”、“component”、“shape_key”、“vertex_map”，且“vertex_order”为“exported”。",
    "EFMI の割り当てには「source」・「ini」・「component」・「shape_key」・「vertex_map」と、「exported」の「vertex_order」が要ります。",
    "An EFMI binding has source, ini, component, shape_key and vertex_map, and vertex_order “exported”.",
);

/// A deformation spec as read. Paths are relative to the spec.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DeformationSpec {
    /// The sliders.
    pub parameters: Vec<Parameter>,
    /// Their channels.
    pub channels: Vec<SpecChannel>,
}

/// The frames of one slider on one mesh.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SpecChannel {
    /// Mesh index.
    pub mesh: u32,
    /// Parameter id.
    pub parameter: String,
    /// Frames as given.
    pub frames: Vec<SpecFrame>,
}

/// One frame.
#[derive(Clone, Debug, PartialEq)]
pub struct SpecFrame {
    /// Tick.
    pub value: u32,
    /// Where the offsets come from; none = the neutral frame.
    pub source: Option<DeltaSource>,
}

/// Where the offsets of a frame come from.
#[derive(Clone, Debug, PartialEq)]
pub enum DeltaSource {
    /// A file of positions: `.json` with one `[x, y, z]` per vertex, else raw 32-bit floats.
    TargetPositions(String),
    /// Vertex, dx, dy, dz, written in the spec.
    Deltas(Vec<[f64; 4]>),
    /// The same in a JSON file.
    DeltaFile(String),
    /// A shape key of an EFMI mod.
    Efmi(EfmiBinding),
}

/// A shape key in EFMI's buffers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EfmiBinding {
    /// The mod's archive or folder.
    pub source: String,
    /// Its ini file.
    pub ini: String,
    /// Component there.
    pub component: NumberOrName,
    /// Shape key there.
    pub shape_key: NumberOrName,
    /// How exported vertices map to the mod's.
    pub vertex_map: String,
}

/// A number or a name, as EFMI projects write either.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NumberOrName {
    /// A number.
    Number(u32),
    /// A name.
    Name(String),
}

impl Default for NumberOrName {
    fn default() -> Self {
        Self::Number(0)
    }
}

/// Reads a spec (DEF-01 to DEF-03). A byte order mark is fine.
pub fn read_spec(bytes: &[u8]) -> Read<DeformationSpec> {
    let mut report = report();
    let value = parse(bytes, DEF_01, OnRead::Reject, &mut report);
    let Some(value) = value else {
        return Read::of(report, None);
    };
    let is_spec = value.get("schema") == Some(&Value::Integer(1))
        && value.get("kind").and_then(Value::text) == Some(KIND)
        && value.members().is_some_and(|members| {
            members.iter().all(|(key, _)| {
                matches!(
                    key.as_str(),
                    "schema" | "kind" | "parameters" | "mesh_deformations"
                )
            })
        });
    if !is_spec {
        report.add(DEF_01, Place::Whole, Message::new(&NO_SPEC));
        return Read::of(report, None);
    }
    let channels = value.get("mesh_deformations").and_then(Value::list);
    let spec = DeformationSpec {
        parameters: parameters(&mut report, &value),
        channels: channels
            .unwrap_or_default()
            .iter()
            .enumerate()
            .filter_map(|(index, value)| channel(&mut report, value, index))
            .collect(),
    };
    if channels.is_none() {
        let place = Place::Pointer("/mesh_deformations".to_owned());
        report.add(DEF_01, place, Message::new(&BAD_CHANNEL));
    }
    Read::of(report, Some(spec))
}

/// Sliders are read as those of a manifest are (chapter 12).
fn parameters(report: &mut Report, value: &Value) -> Vec<Parameter> {
    let list = value.get("parameters").cloned();
    let n_listed = list.as_ref().and_then(Value::list).map(<[Value]>::len);
    let members: Members = list
        .into_iter()
        .map(|list| ("parameters".to_owned(), list))
        .collect();
    let read = Manifest::from_value(&Value::Object(members)).parameters;
    if n_listed != Some(read.len()) {
        let place = Place::Pointer("/parameters".to_owned());
        report.add(DEF_01, place, Message::new(&BAD_PARAMETERS));
    }
    read
}

fn channel(report: &mut Report, value: &Value, index: usize) -> Option<SpecChannel> {
    let pointer = format!("/mesh_deformations/{index}");
    let mesh = value.get("mesh").and_then(Value::u32);
    let parameter = value.get("parameter").and_then(Value::text);
    let frames = value.get("frames").and_then(Value::list);
    let (Some(mesh), Some(parameter), Some(frames)) = (mesh, parameter, frames) else {
        report.add(DEF_01, Place::Pointer(pointer), Message::new(&BAD_CHANNEL));
        return None;
    };
    Some(SpecChannel {
        mesh,
        parameter: parameter.to_owned(),
        frames: frames
            .iter()
            .enumerate()
            .filter_map(|(frame, value)| {
                frame_of(report, value, &format!("{pointer}/frames/{frame}"))
            })
            .collect(),
    })
}

fn frame_of(report: &mut Report, value: &Value, pointer: &str) -> Option<SpecFrame> {
    let place = || Place::Pointer(pointer.to_owned());
    let tick = value.get("value").and_then(Value::u32);
    let given: Vec<&str> = SOURCES
        .into_iter()
        .filter(|key| value.get(key).is_some())
        .collect();
    let is_neutral = value.get("neutral").and_then(Value::truth) == Some(true);
    let (Some(tick), true) = (tick, given.len() == usize::from(!is_neutral)) else {
        report.add(DEF_02, place(), Message::new(&BAD_FRAME));
        return None;
    };
    let source = match given.first() {
        None => None,
        Some(key) => Some(source(report, key, value.get(key)?, pointer)?),
    };
    Some(SpecFrame {
        value: tick,
        source,
    })
}

fn source(report: &mut Report, key: &str, value: &Value, pointer: &str) -> Option<DeltaSource> {
    let found = match key {
        "target_positions" => value
            .text()
            .map(|path| DeltaSource::TargetPositions(path.to_owned())),
        "deltas" => match value.text() {
            Some(path) => Some(DeltaSource::DeltaFile(path.to_owned())),
            None => delta_rows(value).map(DeltaSource::Deltas),
        },
        _ => efmi(value).map(DeltaSource::Efmi),
    };
    if found.is_none() {
        let (rule, phrase) = match key {
            "target_positions" => (DEF_02, &BAD_FRAME),
            "deltas" => (DEF_02, &BAD_DELTAS),
            _ => (DEF_03, &BAD_EFMI),
        };
        let place = Place::Pointer(format!("{pointer}/{key}"));
        report.add(rule, place, Message::new(phrase));
    }
    found
}

/// `[vertex, dx, dy, dz]` rows; numbers that overflow stay infinite, for PAR-17 to judge.
pub(super) fn delta_rows(value: &Value) -> Option<Vec<[f64; 4]>> {
    value
        .list()?
        .iter()
        .map(|row| {
            let numbers: Option<Vec<f64>> = row.list()?.iter().map(Value::number).collect();
            numbers?.try_into().ok()
        })
        .collect()
}

/// An EFMI binding; the order of its vertices must be that of the exported mesh (DEF-03).
fn efmi(value: &Value) -> Option<EfmiBinding> {
    let text = |key: &str| value.get(key).and_then(Value::text).map(str::to_owned);
    let either = |key: &str| {
        let value = value.get(key)?;
        let name = || value.text().map(|name| NumberOrName::Name(name.to_owned()));
        value.u32().map(NumberOrName::Number).or_else(name)
    };
    let is_exported = text("vertex_order").as_deref() == Some("exported");
    is_exported.then_some(())?;
    Some(EfmiBinding {
        source: text("source")?,
        ini: text("ini")?,
        component: either("component")?,
        shape_key: either("shape_key")?,
        vertex_map: text("vertex_map")?,
    })
}
