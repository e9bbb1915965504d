//! Bone aliases of a component (bem.md ch. 11; forbidden in explicit targets).

use crate::base::text::{Message, Phrase};
use crate::formats::bem::check::Check;
use crate::formats::bem::check::facts::{Component, Structure};
use crate::formats::bem::check::ids::length_message;
use crate::formats::bem::check::phrases;
use crate::formats::bem::check::report::Rule;
use crate::formats::bem::check::view::Object;
use crate::formats::bem::limits::MAX_NAME_BYTES;
use std::collections::BTreeMap;

const ALI_01: Rule = Rule::reject("ALI-01");
const ALI_02: Rule = Rule::reject("ALI-02");
const TGT_24: Rule = Rule::reject("TGT-24");
const KEY: &str = "bone_name_aliases";

static SAME_NAME: Phrase = Phrase::new(
    "骨骼别名“{value}”与骨骼原名相同。",
    "ボーンの別名「{value}」が元の名前と同じです。",
    "The alias “{value}” equals the bone's own name.",
);
static SECOND_ALIAS: Phrase = Phrase::new(
    "骨骼 {index} 在“{value}”中已有别名；第一个在 {first}。",
    "ボーン {index} には「{value}」の別名がすでにあります。最初は {first} です。",
    "Bone {index} has an alias for “{value}” already; the first is {first}.",
);

impl<'v> Check<'v> {
    pub(super) fn aliases(&mut self, object: Object<'v, '_>, component: &Component<'v>) {
        if !object.has(KEY) {
            return;
        }
        if self.facts.structure == Structure::Explicit {
            let message = Message::new(&phrases::UNKNOWN_KEY).with("key", KEY);
            self.member(TGT_24, object, KEY, message);
            return;
        }
        let Some(elements) = self.optional_elements(ALI_01, object, KEY) else {
            return;
        };
        if self.minor < 2 {
            self.too_early(object, KEY, 2, elements.is_empty());
            return;
        }
        self.facts.used.aliases |= !elements.is_empty();
        let path = object.path.key(KEY);
        let mut seen = BTreeMap::new();
        for (index, value) in elements.iter().enumerate() {
            let path = path.index(index);
            if let Some(alias) = self.as_object(ALI_01, value, &path) {
                self.alias(alias, component, &mut seen);
            }
        }
    }

    fn alias(
        &mut self,
        alias: Object<'v, '_>,
        component: &Component<'v>,
        seen: &mut BTreeMap<(usize, &'v str), String>,
    ) {
        self.closed(ALI_01, alias, &["index", "resource", "name"]);
        let resource = self.word(ALI_01, alias, "resource", &["world", "ui"]);
        let n_bones = component.bones.as_ref().map_or(usize::MAX, Vec::len);
        let bone = self.index(ALI_01, alias, "index", n_bones);
        if let (Some(bone), Some(resource)) = (bone, resource) {
            let place = alias.path.pointer();
            if let Some(first) = seen.insert((bone, resource), place) {
                let message = Message::new(&SECOND_ALIAS)
                    .with("index", bone)
                    .with("value", resource)
                    .with("first", first);
                self.at(ALI_01, alias.path, message);
            }
        }
        if !alias.has("name") {
            self.missing(ALI_01, alias, "name");
            return;
        }
        let Some(name) = self.text(ALI_02, alias, "name") else {
            return;
        };
        if !(1..=MAX_NAME_BYTES).contains(&name.len()) {
            let message = length_message("name", name.len(), MAX_NAME_BYTES);
            self.member(ALI_02, alias, "name", message);
        }
        let own = bone.and_then(|bone| component.bones.as_ref()?.get(bone).copied().flatten());
        if own == Some(name) {
            let message = Message::new(&SAME_NAME).with("value", name);
            self.member(ALI_02, alias, "name", message);
        }
    }
}
