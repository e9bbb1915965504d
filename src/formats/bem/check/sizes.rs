//! Rules that need only the size of a payload (MESH-04, MESH-19, TEX-05, SND-02, APP-08). They run on every change
//! while a manifest is being edited.

use crate::base::findings::Place;
use crate::base::text::{Message, Phrase, bytes, grouped};
use crate::formats::bem::check::Check;
use crate::formats::bem::check::report::Rule;
use crate::formats::bem::limits::MAX_SOUND_BYTES;
use std::collections::{BTreeMap, BTreeSet};

const MESH_04: Rule = Rule::reject("MESH-04");
const MESH_19: Rule = Rule::reject("MESH-19");
const TEX_05: Rule = Rule::reject("TEX-05");
const SND_02: Rule = Rule::reject("SND-02");
const APP_08: Rule = Rule::reject("APP-08");
const MIN_SOUND_BYTES: u64 = 16;

static STREAM_SIZE: Phrase = Phrase::new(
    "顶点流的数据块 {payload} 有 {value} 字节，{vertices} 个顶点 × {stride} 字节应为 {limit} 字节。",
    "頂点ストリームのデータブロック {payload} は {value} バイトですが、頂点 {vertices} 個 × {stride} バイトで {limit} バイトのはずです。",
    "The stream's payload {payload} has {value} bytes; {vertices} vertices of {stride} bytes make {limit}.",
);
static INDEX_SIZE: Phrase = Phrase::new(
    "索引的数据块 {payload} 有 {value} 字节，{count} 个索引 × {size} 字节应为 {limit} 字节。",
    "インデックスのデータブロック {payload} は {value} バイトですが、{count} 個 × {size} バイトで {limit} バイトのはずです。",
    "The index payload {payload} has {value} bytes; {count} indices of {size} bytes make {limit}.",
);
static TEXTURE_SIZE: Phrase = Phrase::new(
    "贴图“{name}”的数据块 {payload} 有 {value} 字节，按其格式、尺寸和 mip 级数应为 {limit} 字节。",
    "テクスチャ「{name}」のデータブロック {payload} は {value} バイトですが、形式・大きさ・ミップ段数からは {limit} バイトのはずです。",
    "The payload {payload} of the texture {name} has {value} bytes; format, size and mips make {limit}.",
);
static SOUND_SIZE: Phrase = Phrase::new(
    "声音的数据块 {payload} 有 {value}，应在 {low} 字节到 {limit} 之间。",
    "音のデータブロック {payload} は {value} ですが、{low} バイト〜{limit} でなければなりません。",
    "The sound's payload {payload} has {value}; {low} bytes to {limit} are allowed.",
);
static APPEARANCE_SIZE: Phrase = Phrase::new(
    "第 {appearance} 个外观常驻 {value}，最多 {limit}。",
    "外観 {appearance} は {value} が常駐しますが、{limit} までです。",
    "Appearance {appearance} keeps {value} resident; at most {limit} are allowed.",
);

impl Check<'_> {
    /// All size rules. Payloads without a size are passed over: their fault is told elsewhere.
    pub(super) fn payload_sizes(&mut self, sizes: &BTreeMap<u32, u64>) {
        let mut wrong = Vec::new();
        self.mesh_sizes(sizes, &mut wrong);
        for (index, texture) in self.facts.textures.iter().flatten().enumerate() {
            let found = texture.payload.and_then(|id| Some((id, *sizes.get(&id)?)));
            if let (Some(wanted), Some((payload, size))) = (texture.total_bytes(), found)
                && size != wanted
            {
                let message = Message::new(&TEXTURE_SIZE)
                    .with("name", texture.name.unwrap_or_default())
                    .with("payload", payload)
                    .with("value", grouped(size))
                    .with("limit", grouped(wanted));
                wrong.push((TEX_05, format!("/textures/{index}/payload"), message));
            }
        }
        for driver in &self.facts.drivers {
            let found = driver.sound.and_then(|id| Some((id, *sizes.get(&id)?)));
            if let Some((payload, size)) = found
                && !(MIN_SOUND_BYTES..=MAX_SOUND_BYTES).contains(&size)
            {
                let message = Message::new(&SOUND_SIZE)
                    .with("payload", payload)
                    .with("value", bytes(size))
                    .with("low", MIN_SOUND_BYTES)
                    .with("limit", bytes(MAX_SOUND_BYTES));
                let pointer = format!("/drivers/{}/sound/payload", driver.index);
                wrong.push((SND_02, pointer, message));
            }
        }
        self.appearance_sizes(sizes, &mut wrong);
        for (rule, pointer, message) in wrong {
            self.report.add(rule, Place::Pointer(pointer), message);
        }
    }

    fn mesh_sizes(&self, sizes: &BTreeMap<u32, u64>, wrong: &mut Vec<(Rule, String, Message)>) {
        let size_of = |payload: Option<u32>| payload.and_then(|id| Some((id, *sizes.get(&id)?)));
        for (mesh, entry) in self.facts.meshes.iter().flatten().enumerate() {
            for (stream, (stride, payload)) in entry.streams.iter().enumerate() {
                let (Some(vertices), Some(stride), Some((payload, size))) =
                    (entry.vertex_count, *stride, size_of(*payload))
                else {
                    continue;
                };
                let wanted = u64::from(vertices).saturating_mul(u64::from(stride));
                if size != wanted {
                    let message = Message::new(&STREAM_SIZE)
                        .with("payload", payload)
                        .with("value", grouped(size))
                        .with("vertices", grouped(vertices))
                        .with("stride", stride)
                        .with("limit", grouped(wanted));
                    let pointer = format!("/meshes/{mesh}/streams/{stream}/payload");
                    wrong.push((MESH_04, pointer, message));
                }
            }
            let whole = (
                format!("/meshes/{mesh}/indices"),
                entry.index_count,
                entry.indices,
            );
            let draws = entry.draws.iter().enumerate().map(|(draw, entry)| {
                let pointer = format!("/meshes/{mesh}/draws/{draw}/indices");
                (pointer, entry.count, entry.payload)
            });
            for (pointer, count, payload) in std::iter::once(whole).chain(draws) {
                let (Some(index_size), Some(count), Some((payload, size))) =
                    (entry.index_size, count, size_of(payload))
                else {
                    continue;
                };
                let wanted = u64::from(count).saturating_mul(u64::from(index_size));
                if size != wanted {
                    let message = Message::new(&INDEX_SIZE)
                        .with("payload", payload)
                        .with("value", grouped(size))
                        .with("count", grouped(count))
                        .with("size", index_size)
                        .with("limit", grouped(wanted));
                    wrong.push((MESH_19, pointer, message));
                }
            }
        }
    }

    /// APP-08: resident bytes of each appearance.
    fn appearance_sizes(
        &self,
        sizes: &BTreeMap<u32, u64>,
        wrong: &mut Vec<(Rule, String, Message)>,
    ) {
        let size_of =
            |payload: Option<u32>| payload.and_then(|id| sizes.get(&id).copied()).unwrap_or(0);
        let meshes = self.facts.meshes.as_deref().unwrap_or_default();
        let textures = self.facts.textures.as_deref().unwrap_or_default();
        let limit = self.limits.selection_bytes;
        for appearance in &self.facts.appearances {
            let mut sum = 0_u64;
            let distinct: BTreeSet<usize> = appearance.meshes.iter().copied().collect();
            let used: BTreeSet<usize> = distinct
                .iter()
                .filter_map(|index| meshes.get(*index))
                .flat_map(|mesh| {
                    mesh.draws
                        .iter()
                        .flat_map(|draw| draw.textures.iter().copied())
                })
                .collect();
            for mesh in appearance
                .meshes
                .iter()
                .filter_map(|index| meshes.get(*index))
            {
                let streams = mesh.streams.iter().map(|(_, payload)| size_of(*payload));
                let own = streams.chain([size_of(mesh.indices)]);
                sum = own.fold(sum, u64::saturating_add);
            }
            let own = used
                .into_iter()
                .filter_map(|index| textures.get(index))
                .map(|texture| size_of(texture.payload));
            sum = own.fold(sum, u64::saturating_add);
            if sum > limit {
                let message = Message::new(&APPEARANCE_SIZE)
                    .with("appearance", appearance.index)
                    .with("value", bytes(sum))
                    .with("limit", bytes(limit));
                wrong.push((
                    APP_08,
                    format!("/appearances/{}", appearance.index),
                    message,
                ));
            }
        }
    }
}
