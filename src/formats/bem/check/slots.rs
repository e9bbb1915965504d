//! Texture slots (bem.md ch. 11).

use crate::base::text::{Message, Phrase};
use crate::formats::bem::check::Check;
use crate::formats::bem::check::conditions::Scope;
use crate::formats::bem::check::facts::Slots;
use crate::formats::bem::check::ids::{ID_02, ID_03};
use crate::formats::bem::check::report::Rule;
use crate::formats::bem::check::top::JSON_10;
use crate::formats::bem::check::view::Object;
use crate::formats::bem::json::Value;
use std::collections::{BTreeMap, BTreeSet};

const JSON_11: Rule = Rule::reject("JSON-11");
const SLOT_01: Rule = Rule::reject("SLOT-01");
const SLOT_02: Rule = Rule::reject("SLOT-02");
const SLOT_03: Rule = Rule::reject("SLOT-03");
const MAX_SLOTS: usize = 1024;
const MAX_CANDIDATES: usize = 4096;

static ONLY_NULL: Phrase = Phrase::new(
    "贴图槽“{slot}”的候选全部是“保持原贴图”。",
    "テクスチャスロット「{slot}」の候補がすべて「元のまま」です。",
    "Every candidate of the texture slot {slot} keeps the original.",
);
static TWO_NAMES: Phrase = Phrase::new(
    "贴图槽“{slot}”的候选替换了不同的原贴图：{names}。",
    "テクスチャスロット「{slot}」の候補が別々の元テクスチャを置き換えています: {names}。",
    "The candidates of the texture slot {slot} replace different originals: {names}.",
);

impl<'v> Check<'v> {
    pub(super) fn slots(&mut self, top: Object<'v, '_>) {
        if !self.is_timely(top, "texture_slots", 2) {
            if self.minor >= 2 {
                self.facts.slots = Some(Slots::default());
            }
            return;
        }
        let Some(elements) = self.optional_elements(JSON_10, top, "texture_slots") else {
            return;
        };
        self.facts.used.slots = !elements.is_empty();
        let path = top.path.key("texture_slots");
        self.count(SLOT_01, &path, elements.len(), (0, MAX_SLOTS));
        let mut ids = BTreeMap::new();
        let mut slots = Slots::default();
        for (index, value) in elements.iter().enumerate() {
            let path = path.index(index);
            let Some(object) = self.as_object(JSON_10, value, &path) else {
                continue;
            };
            self.closed(JSON_11, object, &["id", "candidates"]);
            let id = self.stable_id(ID_02, object, "id");
            let candidates = self.elements(SLOT_02, object, "candidates");
            let n_candidates = candidates.map_or(0, <[Value]>::len);
            slots.n_candidates = slots.n_candidates.saturating_add(n_candidates);
            let name = candidates.and_then(|list| self.slot(object, id.unwrap_or_default(), list));
            if let Some(id) = id
                && self.unique(ID_03, &mut ids, id, &path.key("id"))
            {
                slots.by_id.insert(id, name);
            }
        }
        self.facts.slots = Some(slots);
    }

    /// The candidates of a slot; gives the one original name they have.
    fn slot(&mut self, object: Object<'v, '_>, id: &str, elements: &'v [Value]) -> Option<&'v str> {
        let path = object.path.key("candidates");
        self.count(SLOT_02, &path, elements.len(), (1, MAX_CANDIDATES));
        let mut names = BTreeSet::new();
        let mut is_sound = true;
        let mut n_textures = 0_usize;
        for (index, value) in elements.iter().enumerate() {
            let path = path.index(index);
            let Some(candidate) = self.as_object(JSON_10, value, &path) else {
                is_sound = false;
                continue;
            };
            self.closed(JSON_11, candidate, &["when", "texture"]);
            self.optional_condition(candidate, "when", Scope::Anywhere);
            if candidate.get("texture") == Some(&Value::Null) {
                continue;
            }
            n_textures = n_textures.saturating_add(1);
            match self.slot_texture(candidate) {
                Some(name) => {
                    names.insert(name);
                }
                None => is_sound = false,
            }
        }
        if n_textures == 0 && !elements.is_empty() {
            self.at(
                SLOT_03,
                object.path,
                Message::new(&ONLY_NULL).with("slot", id),
            );
        }
        if names.len() > 1 {
            let list: Vec<&str> = names.iter().copied().collect();
            let message = Message::new(&TWO_NAMES)
                .with("slot", id)
                .with("names", list.join(", "));
            self.at(SLOT_03, object.path, message);
            is_sound = false;
        }
        names.into_iter().next().filter(|_| is_sound)
    }

    /// The original name of a candidate's texture.
    fn slot_texture(&mut self, candidate: Object<'v, '_>) -> Option<&'v str> {
        let n_textures = self.facts.textures.as_ref().map_or(usize::MAX, Vec::len);
        let index = self.index(SLOT_02, candidate, "texture", n_textures)?;
        self.facts.textures.as_ref()?.get(index)?.name
    }
}
