//! Vertex attributes and the three skin declarations (bem.md ch. 9, 22.1).

use crate::base::text::{Message, Phrase};
use crate::formats::bem::check::Check;
use crate::formats::bem::check::facts::{Mesh, RendererKind};
use crate::formats::bem::check::report::{OnRead, Rule};
use crate::formats::bem::check::told::range_message;
use crate::formats::bem::check::view::Object;
use crate::formats::bem::json::Value;
use crate::formats::bem::json::path::Path;
use crate::formats::bem::manifest::Attribute;
use std::collections::BTreeSet;

const MESH_05: Rule = Rule::reject("MESH-05").typed();
const MESH_06: Rule = Rule::reject("MESH-06");
const MESH_07: Rule = Rule::reject("MESH-07");
const MESH_08: Rule = Rule::reject("MESH-08");
const MESH_09: Rule = Rule::reject("MESH-09");
const MESH_10: Rule = Rule::reject("MESH-10");
const MAX_ATTRIBUTES: usize = 16;
const BLEND_WEIGHT: u32 = 12;
const BLEND_INDICES: u32 = 13;
/// The stream of the skin.
const SKIN_STREAM: u32 = 2;

static FIVE: Phrase = Phrase::new(
    "顶点属性应为恰好 5 个整数：语义、格式、分量数、流、偏移。",
    "頂点属性はちょうど 5 個の整数です: 意味、形式、成分数、ストリーム、オフセット。",
    "An attribute is exactly five whole numbers: semantic, format, dimension, stream, offset.",
);
static SEMANTIC_TWICE: Phrase = Phrase::new(
    "顶点语义 {value} 出现了不止一次。",
    "頂点の意味 {value} が二度以上使われています。",
    "The vertex semantic {value} is used more than once.",
);
static WRONG_OFFSET: Phrase = Phrase::new(
    "流 {stream} 中的属性偏移为 {value}，前面的属性占 {limit} 字节，应从那里开始。",
    "ストリーム {stream} の属性のオフセットは {value} ですが、前の属性は {limit} バイトで終わります。",
    "The attribute starts at byte {value} of stream {stream}; those before it end at byte {limit}.",
);
static WRONG_STRIDE: Phrase = Phrase::new(
    "流 {stream} 的步长为 {value} 字节，而其属性共占 {limit} 字节。",
    "ストリーム {stream} のストライドは {value} バイトですが、属性の合計は {limit} バイトです。",
    "Stream {stream} has a stride of {value} bytes, but its attributes fill {limit}.",
);
static NO_SKIN: Phrase = Phrase::new(
    "蒙皮声明不合规：最后一个属性应是流 2 中的骨骼索引，且流 2 只能是 4、12 或 32 字节三种布局之一。",
    "スキンの宣言が使えません。最後の属性はストリーム 2 のボーン番号とし、ストリーム 2 は 4・12・32 バイトの三つの配置のどれかにします。",
    "The skin is declared wrongly: the last attribute must be the bone indices in stream 2, and stream 2 must be one of the three layouts of 4, 12 or 32 bytes.",
);
static WEIGHTS_ELSEWHERE: Phrase = Phrase::new(
    "骨骼权重声明在流 {value}，只应在流 2。",
    "ボーンの重みがストリーム {value} に宣言されていますが、ストリーム 2 だけに置きます。",
    "Bone weights are declared in stream {value}; they belong to stream 2 only.",
);
static WIDE_TOO_EARLY: Phrase = Phrase::new(
    "32 字节的蒙皮数据从 1.2 版起才有，而这个包标为 1.{minor}。",
    "32 バイトのスキンデータは 1.2 からですが、このパッケージは 1.{minor} とされています。",
    "A 32-byte skin exists only from version 1.2 on; this package says 1.{minor}.",
);
static STATIC_SKIN: Phrase = Phrase::new(
    "静态网格不能声明骨骼权重或骨骼索引（语义 {value}）。",
    "静的なメッシュにボーンの重みや番号（意味 {value}）は宣言できません。",
    "A static mesh cannot declare bone weights or bone indices (semantic {value}).",
);

impl<'v> Check<'v> {
    /// `attributes` of a mesh whose streams are read.
    pub(super) fn attributes(&mut self, object: Object<'v, '_>, mesh: &mut Mesh<'v>) {
        let Some(elements) = self.elements(MESH_05, object, "attributes") else {
            return;
        };
        let path = object.path.key("attributes");
        self.count(MESH_05, &path, elements.len(), (1, MAX_ATTRIBUTES));
        let mut found = Vec::with_capacity(elements.len().min(MAX_ATTRIBUTES));
        let mut seen = BTreeSet::new();
        for (index, value) in elements.iter().enumerate() {
            let path = path.index(index);
            if let Some(attribute) = self.attribute(value, &path, mesh.streams.len())
                && self.semantic_once(attribute.semantic, &path, &mut seen)
            {
                found.push(attribute);
            }
        }
        if found.is_empty() || found.len() != elements.len() {
            return;
        }
        mesh.is_packed = self.packing(&path, &found, mesh);
        match mesh.kind {
            Some(RendererKind::Skinned) => mesh.skin_stride = self.skin(&path, &found, mesh),
            Some(RendererKind::Static) => self.no_skin(&path, &found),
            None => {}
        }
        mesh.attributes = Some(found);
    }

    /// Five integers in their ranges (MESH-05, MESH-06).
    fn attribute(
        &mut self,
        value: &'v Value,
        path: &Path<'_>,
        n_streams: usize,
    ) -> Option<Attribute> {
        let elements = value.list().unwrap_or_default();
        if elements.len() != 5 {
            self.at(MESH_05, path, Message::new(&FIVE));
            return None;
        }
        let mut numbers = [0_u32; 5];
        let mut is_sound = true;
        for (index, (number, element)) in numbers.iter_mut().zip(elements).enumerate() {
            match self.as_u32(MESH_05, element, &path.index(index)) {
                Some(found) => *number = found,
                None => is_sound = false,
            }
        }
        let [semantic, format, dimension, stream, offset] = numbers;
        let n_streams = u32::try_from(n_streams).unwrap_or(u32::MAX);
        let ranges = [
            ("semantic", semantic, 0, 13),
            ("format", format, 0, 11),
            ("dimension", dimension, 1, 4),
            ("stream", stream, 0, n_streams.saturating_sub(1)),
        ];
        if !is_sound {
            return None;
        }
        for (index, (name, value, low, high)) in ranges.into_iter().enumerate() {
            // Without streams the stream list itself is at fault (MESH-03).
            if !(low..=high).contains(&value) && (name != "stream" || n_streams > 0) {
                self.at(
                    MESH_06,
                    &path.index(index),
                    range_message(name, value, low, high),
                );
                is_sound = false;
            }
        }
        is_sound.then_some(Attribute {
            semantic,
            format,
            dimension,
            stream,
            offset,
        })
    }

    fn semantic_once(&mut self, semantic: u32, path: &Path<'_>, seen: &mut BTreeSet<u32>) -> bool {
        let is_first = seen.insert(semantic);
        if !is_first {
            let message = Message::new(&SEMANTIC_TWICE).with("value", semantic);
            self.at(MESH_06, path, message);
        }
        is_first
    }

    /// Whether offsets and strides agree (MESH-07); a stride that is wrong by itself is not judged again.
    fn packing(&mut self, path: &Path<'_>, attributes: &[Attribute], mesh: &Mesh<'v>) -> bool {
        let mut is_packed = true;
        for (stream, (stride, _)) in mesh.streams.iter().enumerate() {
            let mut end = 0_u32;
            let mut is_placed = true;
            for (index, attribute) in attributes.iter().enumerate() {
                if usize::try_from(attribute.stream) != Ok(stream) {
                    continue;
                }
                if attribute.offset != end && is_placed {
                    let message = Message::new(&WRONG_OFFSET)
                        .with("stream", stream)
                        .with("value", attribute.offset)
                        .with("limit", end);
                    self.at(MESH_07, &path.index(index), message);
                    is_placed = false;
                }
                end = end.saturating_add(attribute_bytes(attribute));
            }
            let Some(stride) = stride else {
                is_packed = false;
                continue;
            };
            if is_placed && *stride != end {
                let message = Message::new(&WRONG_STRIDE)
                    .with("stream", stream)
                    .with("value", stride)
                    .with("limit", end);
                self.at(MESH_07, path, message);
                is_placed = false;
            }
            is_packed &= is_placed;
        }
        is_packed
    }

    /// Which of the three skin declarations a mesh has (MESH-08, MESH-09).
    fn skin(&mut self, path: &Path<'_>, attributes: &[Attribute], mesh: &Mesh<'v>) -> Option<u32> {
        for (index, attribute) in attributes.iter().enumerate() {
            if attribute.semantic == BLEND_WEIGHT && attribute.stream != SKIN_STREAM {
                let message = Message::new(&WEIGHTS_ELSEWHERE)
                    .with("value", attribute.stream)
                    .with("limit", SKIN_STREAM);
                self.at(MESH_08.on_read(OnRead::Warn), &path.index(index), message);
            }
        }
        // The number of streams is at fault already (MESH-03).
        if mesh.streams.len() < 3 {
            return None;
        }
        let in_skin: Vec<(u32, u32, u32, u32)> = attributes
            .iter()
            .filter(|attribute| attribute.stream == SKIN_STREAM)
            .map(|a| (a.semantic, a.format, a.dimension, a.offset))
            .collect();
        let is_last = attributes
            .last()
            .is_some_and(|last| last.semantic == BLEND_INDICES && last.stream == SKIN_STREAM);
        // Offsets are judged by MESH-07.
        let formats: Vec<(u32, u32, u32)> = in_skin.iter().map(|&(s, f, d, _)| (s, f, d)).collect();
        let stride = match formats.as_slice() {
            [(13, 6, 4)] => Some(4),
            [(12, 4, 4), (13, 6, 4)] => Some(12),
            [(12, 0, 4), (13, 10, 4)] => Some(32),
            _ => None,
        };
        let stride = stride.filter(|_| is_last);
        if stride.is_none() {
            self.at(MESH_08, path, Message::new(&NO_SKIN));
        }
        if stride == Some(32) && self.minor < 2 {
            let message = Message::new(&WIDE_TOO_EARLY).with("minor", self.minor);
            self.at(MESH_09, path, message);
        }
        stride
    }

    fn no_skin(&mut self, path: &Path<'_>, attributes: &[Attribute]) {
        for (index, attribute) in attributes.iter().enumerate() {
            if matches!(attribute.semantic, BLEND_WEIGHT | BLEND_INDICES) {
                let message = Message::new(&STATIC_SKIN).with("value", attribute.semantic);
                self.at(MESH_10, &path.index(index), message);
            }
        }
    }
}

/// Bytes of an attribute: element bytes of its format times its dimension (bem.md ch. 9).
pub(super) fn attribute_bytes(attribute: &Attribute) -> u32 {
    let element = match attribute.format {
        0 | 10 | 11 => 4,
        1 | 4 | 5 | 8 | 9 => 2,
        _ => 1_u32,
    };
    element.saturating_mul(attribute.dimension)
}
