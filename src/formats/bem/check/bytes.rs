//! Payload sizes and contents: every payload is decoded once, in bounded batches, and judged by all its uses.
//! Sizes alone can be judged without bytes, while a manifest is being edited.

use crate::base::cancel::Cancel;
use crate::base::digest::Digest;
use crate::base::findings::Place;
use crate::base::limits::{BEM_PAYLOAD_BYTES, GIB};
use crate::base::numbers::{u32_of, u64_of};
use crate::base::text::{Message, Phrase, bytes as shown_bytes};
use crate::formats::bem::check::deltas::DeltaContent;
use crate::formats::bem::check::facts::Facts;
use crate::formats::bem::check::geometry::Contents;
use crate::formats::bem::check::report::{Purpose, Report, Rule};
use crate::formats::bem::check::{Check, archive};
use crate::formats::bem::payloads::PayloadError;
use crate::formats::bem::write::PayloadStore;
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

const CON_12: Rule = Rule::reject("CON-12");
const CON_14: Rule = Rule::warn("CON-14");
const CON_15: Rule = Rule::fine("CON-15");
/// Decoded bytes held at once: ours; one payload of the largest size.
const BATCH_BYTES: u64 = BEM_PAYLOAD_BYTES;

static BAD_FRAME: Phrase = Phrase::new(
    "数据块 {payload} 的压缩数据有误：{error}。",
    "データブロック {payload} の圧縮データに誤りがあります: {error}。",
    "The compressed block of payload {payload} is wrong: {error}.",
);
static NOT_SEEN: Phrase = Phrase::new(
    "数据解码后超过 {limit}，从数据块 {payload} 起没有检查内容。",
    "展開すると {limit} を超えるため、データブロック {payload} 以降の中身は確かめていません。",
    "The payloads decode to more than {limit}; contents from payload {payload} on were not looked into.",
);
static EQUAL: Phrase = Phrase::new(
    "数据块 {payload} 与 {first} 内容相同；导出时会合并。",
    "データブロック {payload} は {first} と同じ内容です。書き出しではまとめられます。",
    "Payloads {first} and {payload} are equal; export merges them.",
);

/// A place that refers to a payload, by index into the facts where its contents are judged.
#[derive(Clone, Copy, Debug)]
pub(super) enum Use {
    Stream { mesh: usize, stream: usize },
    MeshIndices { mesh: usize },
    DrawIndices { mesh: usize, draw: usize },
    Texture,
    Delta { channel: usize, frame: usize },
    Preview { preview: usize },
    Sound,
}

/// What decoding a payload gave.
#[derive(Debug)]
struct Decoded {
    payload: u32,
    size: u64,
    digest: Option<Digest>,
    error: Option<PayloadError>,
    report: Report,
    delta: DeltaContent,
}

/// Decoded bytes looked into in one check: ours; twice what a full read of other programs takes (CON-14).
const MOST_BYTES: u64 = 4 * GIB;
/// Vertices of deltas kept for comparing (HINT-09): ours; four meshes of the largest size.
const MOST_VERTICES: usize = 4 * 1_048_576;

/// What is known of the payloads after all have been looked at.
#[derive(Debug, Default)]
pub(super) struct PayloadFacts {
    /// Sizes of the payloads that could be decoded.
    pub(super) sizes: BTreeMap<u32, u64>,
    /// Number of different referenced payloads (bem.md ch. 19).
    pub(super) n_merged: usize,
    /// Delta payloads: their largest absolute offset, and where asked for their vertices.
    pub(super) deltas: BTreeMap<u32, DeltaContent>,
    /// Base positions: the largest absolute coordinate.
    pub(super) base_reach: BTreeMap<u32, f32>,
    /// Whether every payload was looked into.
    pub(super) is_complete: bool,
    n_vertices: usize,
}

/// All uses by payload ID.
pub(super) fn uses(facts: &Facts<'_>) -> BTreeMap<u32, Vec<Use>> {
    let mut uses: BTreeMap<u32, Vec<Use>> = BTreeMap::new();
    let mut add = |payload: Option<u32>, place: Use| {
        if let Some(payload) = payload {
            uses.entry(payload).or_default().push(place);
        }
    };
    for (mesh, entry) in facts.meshes.iter().flatten().enumerate() {
        for (stream, (_, payload)) in entry.streams.iter().enumerate() {
            add(*payload, Use::Stream { mesh, stream });
        }
        add(entry.indices, Use::MeshIndices { mesh });
        for (draw, entry) in entry.draws.iter().enumerate() {
            add(entry.payload, Use::DrawIndices { mesh, draw });
        }
    }
    for entry in facts.textures.iter().flatten() {
        add(entry.payload, Use::Texture);
    }
    for (channel, entry) in facts.channels.iter().enumerate() {
        for (frame, entry) in entry.frames.iter().enumerate() {
            add(entry.payload, Use::Delta { channel, frame });
        }
    }
    for (preview, entry) in facts.previews.iter().enumerate() {
        add(Some(entry.payload), Use::Preview { preview });
    }
    for entry in &facts.drivers {
        add(entry.sound, Use::Sound);
    }
    uses
}

impl Check<'_> {
    /// Decodes and judges all payloads but the broken ones, whose faults are told already.
    pub(super) fn payload_contents<P: PayloadStore + ?Sized>(
        &mut self,
        store: &P,
        broken: &BTreeSet<u32>,
        cancel: Option<&Cancel>,
    ) -> PayloadFacts {
        let uses = uses(&self.facts);
        let wanted = self.vertices_wanted();
        let ids: Vec<u32> = (0..u32_of(store.len()))
            .filter(|id| !broken.contains(id))
            .collect();
        let mut facts = PayloadFacts::default();
        let mut firsts: BTreeMap<(u64, Digest), u32> = BTreeMap::new();
        let mut merged = BTreeSet::new();
        let mut rest = ids.as_slice();
        let mut n_bytes = 0_u64;
        while !rest.is_empty() && n_bytes <= MOST_BYTES {
            if cancel.is_some_and(Cancel::is_raised) {
                break;
            }
            let (batch, later) = rest.split_at(batch_len(store, rest));
            rest = later;
            let (purpose, known) = (self.report.purpose(), &self.facts);
            let results: Vec<Decoded> = batch
                .par_iter()
                .map(|&payload| {
                    let own = uses.get(&payload).map(Vec::as_slice).unwrap_or_default();
                    let keep = wanted.contains(&payload);
                    decode(store, payload, purpose, known, (own, keep))
                })
                .collect();
            for result in results {
                n_bytes = n_bytes.saturating_add(result.size);
                self.take_over(result, &mut facts, &mut firsts, &mut merged);
            }
        }
        if let (Some(first), true) = (rest.first(), n_bytes > MOST_BYTES) {
            let message = Message::new(&NOT_SEEN)
                .with("payload", first)
                .with("limit", shown_bytes(MOST_BYTES));
            self.report.add(CON_14, Place::Whole, message);
        }
        facts.n_merged = merged.len();
        facts.is_complete = rest.is_empty();
        facts
    }

    fn take_over(
        &mut self,
        result: Decoded,
        facts: &mut PayloadFacts,
        firsts: &mut BTreeMap<(u64, Digest), u32>,
        merged: &mut BTreeSet<u32>,
    ) {
        let payload = result.payload;
        let place = self.payload_ids.place(payload);
        match result.error {
            Some(PayloadError::Frame { source, .. }) => {
                let message = Message::new(&BAD_FRAME)
                    .with("payload", payload)
                    .with("error", source);
                self.report.add(CON_12, place, message);
            }
            Some(PayloadError::Member { source, .. }) => {
                archive::damaged(&mut self.report, place, source);
            }
            // What else can be wrong is told by the container rules.
            _ => {}
        }
        self.report.extend(result.report);
        let Some(digest) = result.digest else { return };
        facts.sizes.insert(payload, result.size);
        if result.delta.base_reach > 0.0 {
            facts.base_reach.insert(payload, result.delta.base_reach);
        }
        if result.delta.is_delta {
            let mut delta = result.delta;
            facts.n_vertices = facts.n_vertices.saturating_add(delta.vertices.len());
            if facts.n_vertices > MOST_VERTICES {
                delta.vertices = Vec::new();
            }
            facts.deltas.insert(payload, delta);
        }
        let first = *firsts.entry((result.size, digest)).or_insert(payload);
        if first != payload {
            let message = Message::new(&EQUAL)
                .with("payload", payload)
                .with("first", first);
            self.report
                .add(CON_15, self.payload_ids.place(payload), message);
        }
        if self.facts.referenced.contains(&payload) {
            merged.insert(first);
        }
    }
}

/// How many payloads from the front are decoded together; at least one.
fn batch_len<P: PayloadStore + ?Sized>(store: &P, rest: &[u32]) -> usize {
    let mut n_bytes = 0_u64;
    let n_fitting = rest
        .iter()
        .take_while(|&&payload| {
            n_bytes = n_bytes.saturating_add(store.size(payload).unwrap_or_default());
            n_bytes <= BATCH_BYTES
        })
        .count();
    n_fitting.max(1).min(rest.len())
}

fn decode<P: PayloadStore + ?Sized>(
    store: &P,
    payload: u32,
    purpose: Purpose,
    facts: &Facts<'_>,
    (uses, keep_vertices): (&[Use], bool),
) -> Decoded {
    let mut decoded = Decoded {
        payload,
        size: 0,
        digest: None,
        error: None,
        report: Report::new(purpose),
        delta: DeltaContent::default(),
    };
    match store.bytes(payload) {
        Ok(bytes) => {
            decoded.size = u64_of(bytes.len());
            decoded.digest = Some(Digest::of(&bytes));
            let mut contents = Contents::new(&bytes, facts, purpose, keep_vertices);
            for place in uses {
                contents.judge(*place, &mut decoded.report);
            }
            decoded.delta = contents.into_delta();
        }
        Err(error) => decoded.error = Some(error),
    }
    decoded
}
