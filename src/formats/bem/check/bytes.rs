//! Payload sizes and contents: every payload is decoded once, in bounded batches, and judged by all its uses.
//! Sizes alone can be judged without bytes, while a manifest is being edited.

use crate::base::cancel::Cancel;
use crate::base::digest::Digest;
use crate::base::findings::Place;
use crate::base::limits::{GIB, MIB};
use crate::base::numbers::{u32_of, u64_of};
use crate::base::text::{Message, Phrase, bytes as shown_bytes};
use crate::formats::bem::check::deltas::DeltaContent;
use crate::formats::bem::check::facts::Facts;
use crate::formats::bem::check::geometry::Contents;
use crate::formats::bem::check::opened::unreadable_part;
use crate::formats::bem::check::reasons;
use crate::formats::bem::check::report::{Purpose, Report, Rule};
use crate::formats::bem::check::{Check, archive};
use crate::formats::bem::in_order::in_order;
use crate::formats::bem::payloads::PayloadError;
use crate::formats::bem::write::PayloadStore;
use std::collections::{BTreeMap, BTreeSet};

const CON_12: Rule = Rule::reject("CON-12");
const CON_14: Rule = Rule::warn("CON-14");
const CON_15: Rule = Rule::fine("CON-15");
/// Decoded bytes held at once: ours; two of a usual package's largest payloads. One that is larger is held alone.
const BUDGET_BYTES: u64 = 128 * MIB;

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
    is_there: bool,
    /// Of payloads that may be equal to another.
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
        let mut equals = Equals::default();
        let purpose = self.report.purpose();
        let is_cancelled = || cancel.is_some_and(Cancel::is_raised);
        // Contents are judged by the facts of the manifest, while what is found goes into the report.
        let known = std::mem::take(&mut self.facts);
        let peers = Peers::of(store);
        let mut n_bytes = 0_u64;
        let mut n_seen = 0_usize;
        let stopped = in_order(
            &ids,
            BUDGET_BYTES,
            |id| store.held_bytes(*id),
            |&payload| {
                if is_cancelled() {
                    return None;
                }
                let own = uses.get(&payload).map(Vec::as_slice).unwrap_or_default();
                let keep = wanted.contains(&payload);
                let uses = (own, keep);
                Some(decode(store, (payload, &peers), purpose, &known, uses))
            },
            |_, result| {
                let Some(result) = result.filter(|_| !is_cancelled()) else {
                    return Err(Stop::Cancelled);
                };
                n_bytes = n_bytes.saturating_add(result.size);
                n_seen = n_seen.saturating_add(1);
                self.take_over(result, &known, &mut facts, &mut equals);
                if n_bytes > MOST_BYTES {
                    return Err(Stop::Enough);
                }
                Ok(())
            },
        );
        self.facts = known;
        let rest = ids.get(n_seen..).unwrap_or_default();
        if let (Some(first), Err(Stop::Enough)) = (rest.first(), stopped) {
            let message = Message::new(&NOT_SEEN)
                .with("payload", first)
                .with("limit", shown_bytes(MOST_BYTES));
            self.report.add(CON_14, Place::Whole, message);
        }
        facts.n_merged = equals.merged.len();
        facts.is_complete = rest.is_empty();
        facts
    }

    fn take_over(
        &mut self,
        result: Decoded,
        known: &Facts<'_>,
        facts: &mut PayloadFacts,
        equals: &mut Equals,
    ) {
        let payload = result.payload;
        let place = self.payload_ids.place(payload);
        match result.error {
            Some(PayloadError::Frame { source, .. }) => {
                let message = Message::new(&BAD_FRAME)
                    .with("payload", payload)
                    .with_message("error", reasons::of_frame(source));
                self.report.add(CON_12, place, message);
            }
            Some(PayloadError::Member { source, .. }) => {
                archive::damaged(&mut self.report, place, source);
            }
            Some(PayloadError::Unreadable { source, .. }) => {
                unreadable_part(&mut self.report, place, source);
            }
            // What else can be wrong is told by the container rules.
            _ => {}
        }
        self.report.extend(result.report);
        if !result.is_there {
            return;
        }
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
        let first = result.digest.map_or(payload, |digest| {
            *equals
                .firsts
                .entry((result.size, digest))
                .or_insert(payload)
        });
        if first != payload {
            let message = Message::new(&EQUAL)
                .with("payload", payload)
                .with("first", first);
            self.report
                .add(CON_15, self.payload_ids.place(payload), message);
        }
        if known.referenced.contains(&payload) {
            equals.merged.insert(first);
        }
    }
}

/// Why no further payloads are looked into.
#[derive(Clone, Copy, Debug)]
enum Stop {
    Cancelled,
    Enough,
}

/// Which payloads are equal.
#[derive(Default)]
struct Equals {
    /// The first payload by size and hash.
    firsts: BTreeMap<(u64, Digest), u32>,
    /// First payloads that are, or whose equals are, referred to.
    merged: BTreeSet<u32>,
}

/// Sizes that several payloads state: only those can be equal.
struct Peers(BTreeSet<u64>);

impl Peers {
    fn of<P: PayloadStore + ?Sized>(store: &P) -> Self {
        let mut seen = BTreeSet::new();
        let sizes = (0..u32_of(store.len())).filter_map(|id| store.size(id));
        Self(sizes.filter(|size| !seen.insert(*size)).collect())
    }
}

fn decode<P: PayloadStore + ?Sized>(
    store: &P,
    (payload, peers): (u32, &Peers),
    purpose: Purpose,
    facts: &Facts<'_>,
    (uses, keep_vertices): (&[Use], bool),
) -> Decoded {
    let mut decoded = Decoded {
        payload,
        size: 0,
        is_there: false,
        digest: None,
        error: None,
        report: Report::new(purpose),
        delta: DeltaContent::default(),
    };
    match store.bytes(payload) {
        Ok(bytes) => {
            decoded.size = u64_of(bytes.len());
            decoded.is_there = true;
            let has_peers = peers.0.contains(&decoded.size);
            decoded.digest = has_peers.then(|| Digest::of(&bytes));
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
