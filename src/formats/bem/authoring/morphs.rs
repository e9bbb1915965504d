//! Applies a deformation spec to a manifest: sliders, channels and delta payloads (bem.md ch. 21, 12). Files are read by
//! the caller.

use crate::base::findings::{Finding, Place};
use crate::base::numbers::{u32_of, usize_of};
use crate::base::text::{Message, Phrase};
use crate::formats::bem::authoring::deformation_spec::{
    DeformationSpec, DeltaSource, SpecChannel, delta_rows,
};
use crate::formats::bem::authoring::report;
use crate::formats::bem::check::report::{Report, Rule};
use crate::formats::bem::delta::{self, Record};
use crate::formats::bem::json;
use crate::formats::bem::manifest::{Channel, Frame, FrameDeltas, Manifest};

const DEF_02: Rule = Rule::reject("DEF-02");
const DEF_04: Rule = Rule::reject("DEF-04");
const PAR_06: Rule = Rule::reject("PAR-06");
const PAR_17: Rule = Rule::reject("PAR-17");

static HAS_SLIDERS: Phrase = Phrase::new(
    "工程里已有滑块或形变通道，不能再套用形变说明。",
    "プロジェクトにはすでにスライダーか変形チャンネルがあり、変形の指定は適用できません。",
    "The project has sliders or channels already; a deformation spec cannot be applied.",
);
static NO_BASE: Phrase = Phrase::new(
    "网格 {mesh} 不存在，或没有 3 个 32 位浮点数的位置。",
    "メッシュ {mesh} がないか、32 ビット浮動小数点数 3 個の位置がありません。",
    "Mesh {mesh} does not exist or has no positions of three 32-bit floats.",
);
static NO_FILE: Phrase = Phrase::new(
    "无法读取文件“{value}”。",
    "ファイル「{value}」を読めません。",
    "The file “{value}” cannot be read.",
);
static BAD_FILE: Phrase = Phrase::new(
    "文件“{value}”的内容不合规：应有 {limit} 个顶点的位置，或 [顶点, dx, dy, dz] 的数组。",
    "ファイル「{value}」の内容が違います。頂点 {limit} 個の位置、または [頂点, dx, dy, dz] の配列が要ります。",
    "The file “{value}” does not hold what it should: positions of {limit} vertices, or an array of [vertex, dx, dy, dz].",
);
static NO_EFMI: Phrase = Phrase::new(
    "这个程序不能读取 EFMI 形状键；请先转换成目标位置或偏移量。",
    "このプログラムは EFMI のシェイプキーを読めません。先に目標位置か差分に変換してください。",
    "This program does not read EFMI shape keys; convert them to target positions or deltas first.",
);
static BAD_VERTEX: Phrase = Phrase::new(
    "偏移量针对顶点 {value}，而网格只有 {limit} 个顶点。",
    "差分が頂点 {value} を指しますが、頂点は {limit} 個です。",
    "A delta is for vertex {value}, but the mesh has only {limit}.",
);
static VERTEX_TWICE: Phrase = Phrase::new(
    "顶点 {value} 有两个偏移量。",
    "頂点 {value} の差分が二つあります。",
    "Vertex {value} has two deltas.",
);
static NOT_FINITE: Phrase = Phrase::new(
    "顶点 {value} 的偏移量不是有限的 32 位浮点数。",
    "頂点 {value} の差分が有限の 32 ビット浮動小数点数ではありません。",
    "The delta of vertex {value} is no finite 32-bit float.",
);

/// What applying a spec gives.
#[derive(Clone, Debug, PartialEq)]
pub struct Applied {
    /// The manifest with sliders, channels and both capabilities of 1.3.
    pub manifest: Manifest,
    /// New payloads; the first has the ID behind the last old one, and so on.
    pub payloads: Vec<Vec<u8>>,
}

/// What the spec is applied with: everything it refers to.
pub trait Materials {
    /// Base positions of a mesh, `[vertex]`; none if it has none.
    fn positions(&self, mesh: u32) -> Option<Vec<[f32; 3]>>;

    /// The bytes of a file named in the spec.
    fn file(&self, path: &str) -> Option<Vec<u8>>;
}

/// Applies a spec to a manifest that has no sliders yet. `n_payloads`: payloads it has now.
///
/// # Errors
///
/// Everything that is wrong with the spec or the files it names.
pub fn apply(
    spec: &DeformationSpec,
    manifest: &Manifest,
    n_payloads: u32,
    materials: &dyn Materials,
) -> Result<Applied, Vec<Finding>> {
    let mut report = report();
    if !manifest.parameters.is_empty() || !manifest.mesh_deformations.is_empty() {
        report.add(DEF_04, Place::Whole, Message::new(&HAS_SLIDERS));
        return Err(report.finish());
    }
    let mut applied = Applied {
        manifest: manifest.clone(),
        payloads: Vec::new(),
    };
    applied.manifest.parameters.clone_from(&spec.parameters);
    for (index, entry) in spec.channels.iter().enumerate() {
        let Some(base) = materials.positions(entry.mesh) else {
            let message = Message::new(&NO_BASE).with("mesh", entry.mesh);
            let place = Place::Pointer(format!("/mesh_deformations/{index}/mesh"));
            report.add(PAR_06, place, message);
            continue;
        };
        let mut builder = Builder {
            report: &mut report,
            base: &base,
            materials,
            n_payloads,
            payloads: &mut applied.payloads,
        };
        let channel = builder.channel(entry, index);
        applied.manifest.mesh_deformations.push(channel);
    }
    for capability in ["body-parameters", "mesh-position-deltas"] {
        let listed = &mut applied.manifest.required_capabilities;
        if !listed.iter().any(|name| name == capability) {
            listed.push(capability.to_owned());
        }
    }
    if report.has_errors() {
        Err(report.finish())
    } else {
        Ok(applied)
    }
}

struct Builder<'a> {
    report: &'a mut Report,
    base: &'a [[f32; 3]],
    materials: &'a dyn Materials,
    n_payloads: u32,
    payloads: &'a mut Vec<Vec<u8>>,
}

impl Builder<'_> {
    fn channel(&mut self, entry: &SpecChannel, index: usize) -> Channel {
        let mut frames = Vec::with_capacity(entry.frames.len());
        for (frame, entry) in entry.frames.iter().enumerate() {
            let place = Place::Pointer(format!("/mesh_deformations/{index}/frames/{frame}"));
            let deltas = entry
                .source
                .as_ref()
                .map(|source| self.frame(source, &place));
            frames.push(Frame {
                value: entry.value,
                deltas,
            });
        }
        Channel {
            mesh: entry.mesh,
            parameter: entry.parameter.clone(),
            frames,
        }
    }

    fn frame(&mut self, source: &DeltaSource, place: &Place) -> FrameDeltas {
        let records = self.records(source, place).unwrap_or_default();
        let payload = self.n_payloads.saturating_add(u32_of(self.payloads.len()));
        self.payloads.push(delta::encode(&records));
        FrameDeltas {
            payload,
            count: u32_of(records.len()),
            encoding: delta::ENCODING.to_owned(),
        }
    }

    fn records(&mut self, source: &DeltaSource, place: &Place) -> Option<Vec<Record>> {
        match source {
            DeltaSource::Deltas(rows) => self.rows_to_records(rows, place),
            DeltaSource::DeltaFile(path) => {
                let bytes = self.file(path, place)?;
                let parsed = json::parse(&bytes).ok();
                let rows = parsed.and_then(|parsed| delta_rows(&parsed.value));
                if rows.is_none() {
                    self.bad_file(path, place);
                }
                self.rows_to_records(&rows?, place)
            }
            DeltaSource::TargetPositions(path) => {
                let bytes = self.file(path, place)?;
                let positions = positions(path, &bytes);
                let wanted = self.base.len();
                let Some(positions) = positions.filter(|all| all.len() == wanted) else {
                    self.bad_file(path, place);
                    return None;
                };
                let rows = self.changed_rows(&positions);
                self.rows_to_records(&rows, place)
            }
            DeltaSource::Efmi(_) => {
                self.report
                    .add(DEF_02, place.clone(), Message::new(&NO_EFMI));
                None
            }
        }
    }

    fn file(&mut self, path: &str, place: &Place) -> Option<Vec<u8>> {
        let bytes = self.materials.file(path);
        if bytes.is_none() {
            let message = Message::new(&NO_FILE).with("value", path);
            self.report.add(DEF_02, place.clone(), message);
        }
        bytes
    }

    fn bad_file(&mut self, path: &str, place: &Place) {
        let message = Message::new(&BAD_FILE)
            .with("value", path)
            .with("limit", self.base.len());
        self.report.add(DEF_02, place.clone(), message);
    }

    /// Offsets of the vertices that move; unchanged ones are left out.
    fn changed_rows(&self, positions: &[[f64; 3]]) -> Vec<[f64; 4]> {
        let rows = (0_u32..).zip(self.base.iter().zip(positions));
        rows.filter_map(|(vertex, (base, target))| {
            let [bx, by, bz] = base.map(f64::from);
            let [x, y, z] = *target;
            let offset = [x - bx, y - by, z - bz];
            offset
                .iter()
                .any(|value| *value != 0.0)
                .then(|| [f64::from(vertex), x - bx, y - by, z - bz])
        })
        .collect()
    }

    /// Records ascending by vertex, each vertex once, all finite (PAR-17).
    fn rows_to_records(&mut self, rows: &[[f64; 4]], place: &Place) -> Option<Vec<Record>> {
        let mut records = Vec::with_capacity(rows.len());
        let mut is_sound = true;
        let mut say = |phrase: &'static Phrase, value: f64, limit: usize| {
            let message = Message::new(phrase)
                .with("value", value)
                .with("limit", limit);
            self.report.add(PAR_17, place.clone(), message);
        };
        for row in rows {
            let [vertex, offset @ ..] = *row;
            let Some(index) = vertex_of(vertex, self.base.len()) else {
                say(&BAD_VERTEX, vertex, self.base.len());
                is_sound = false;
                continue;
            };
            let offset = offset.map(narrow);
            if !offset.iter().all(|value| value.is_finite()) {
                say(&NOT_FINITE, vertex, 0);
                is_sound = false;
            }
            records.push(Record {
                vertex: index,
                offset,
            });
        }
        records.sort_by_key(|record| record.vertex);
        let twin = records
            .iter()
            .zip(records.iter().skip(1))
            .find(|(a, b)| a.vertex == b.vertex);
        if let Some((record, _)) = twin {
            say(&VERTEX_TWICE, f64::from(record.vertex), 0);
            is_sound = false;
        }
        is_sound.then_some(records)
    }
}

/// A whole number below the number of vertices.
fn vertex_of(number: f64, n_vertices: usize) -> Option<u32> {
    let is_whole = number.is_finite() && number.fract() == 0.0 && number >= 0.0;
    let limit = f64::from(u32_of(n_vertices));
    if !is_whole || number >= limit {
        return None;
    }
    // Whole and below 2^32: the digits are the number.
    format!("{number:.0}").parse().ok()
}

/// To binary32; what is too large becomes infinite.
#[expect(
    clippy::as_conversions,
    clippy::cast_possible_truncation,
    reason = "rounding to binary32 is what the format stores; overflow is judged afterwards"
)]
const fn narrow(number: f64) -> f32 {
    number as f32
}

/// All positions of a file: JSON by its ending, else raw 32-bit floats.
fn positions(path: &str, bytes: &[u8]) -> Option<Vec<[f64; 3]>> {
    let ending = path
        .len()
        .checked_sub(5)
        .and_then(|start| path.get(start..));
    if ending.is_some_and(|ending| ending.eq_ignore_ascii_case(".json")) {
        let parsed = json::parse(bytes).ok()?;
        return parsed
            .value
            .list()?
            .iter()
            .map(|position| {
                let numbers: Option<Vec<f64>> =
                    position.list()?.iter().map(json::Value::number).collect();
                numbers?.try_into().ok()
            })
            .collect();
    }
    let (words, rest) = bytes.as_chunks::<4>();
    let floats: Vec<f64> = words
        .iter()
        .map(|word| f64::from(f32::from_le_bytes(*word)))
        .collect();
    let (threes, left) = floats.as_chunks::<3>();
    (rest.is_empty() && left.is_empty()).then(|| threes.to_vec())
}

/// The paths a spec names, for telling outputs from inputs (TASK-03).
pub fn files_of(spec: &DeformationSpec) -> Vec<String> {
    let frames = spec.channels.iter().flat_map(|channel| &channel.frames);
    frames
        .filter_map(|frame| match frame.source.as_ref()? {
            DeltaSource::TargetPositions(path) | DeltaSource::DeltaFile(path) => Some(path.clone()),
            DeltaSource::Efmi(binding) => Some(binding.source.clone()),
            DeltaSource::Deltas(_) => None,
        })
        .collect()
}

/// Base positions of a mesh from its position stream: `stride` bytes a vertex, the position at `offset`.
pub fn positions_of_stream(stream: &[u8], stride: u32, offset: u32) -> Vec<[f32; 3]> {
    let width = usize_of(stride).max(1);
    stream
        .chunks_exact(width)
        .map(|vertex| {
            let (words, _) = vertex
                .get(usize_of(offset)..)
                .unwrap_or_default()
                .as_chunks::<4>();
            let mut position = [0.0; 3];
            for (value, word) in position.iter_mut().zip(words) {
                *value = f32::from_le_bytes(*word);
            }
            position
        })
        .collect()
}
