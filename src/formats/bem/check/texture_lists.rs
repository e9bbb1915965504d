//! Texture lists of draws and keep overrides (MESH-23, MESH-24, SLOT-05).

use crate::base::text::{Message, Phrase};
use crate::formats::bem::check::Check;
use crate::formats::bem::check::report::{OnRead, Rule};
use crate::formats::bem::check::view::Wanted;
use crate::formats::bem::json::path::Path;
use crate::formats::bem::json::{Members, Value};
use std::collections::BTreeSet;

const MESH_23: Rule = Rule::reject("MESH-23").typed();
const MESH_24: Rule = Rule::reject("MESH-24");
const SLOT_05: Rule = Rule::reject("SLOT-05");

static NO_TEXTURE: Phrase = Phrase::new(
    "引用的贴图 {value} 不存在；贴图表有 {limit} 项（编号从 0 开始）。",
    "参照しているテクスチャ {value} がありません。表には {limit} 件あります（番号は 0 から）。",
    "Texture {value} does not exist; the table has {limit} entries (counted from 0).",
);
static SLOT_TOO_EARLY: Phrase = Phrase::new(
    "贴图槽从 1.2 版起才有，而这个包标为 1.{minor}。",
    "テクスチャスロットは 1.2 からですが、このパッケージは 1.{minor} とされています。",
    "Texture slots exist only from version 1.2 on; this package says 1.{minor}.",
);
static BAD_SLOT: Phrase = Phrase::new(
    "贴图槽的引用应恰好是 {\"slot\": ID}。",
    "テクスチャスロットの参照はちょうど {\"slot\": ID} の形です。",
    "A slot reference is exactly {\"slot\": id}.",
);
static NO_SLOT: Phrase = Phrase::new(
    "引用的贴图槽“{value}”不存在。",
    "参照しているテクスチャスロット「{value}」がありません。",
    "The texture slot “{value}” does not exist.",
);
static REPEATED: Phrase = Phrase::new(
    "同一列表中重复引用了“{value}”。",
    "同じ一覧で「{value}」を二度参照しています。",
    "“{value}” is referred to twice in one list.",
);
static SAME_ORIGINAL: Phrase = Phrase::new(
    "同一列表中有两张贴图替换同一张原贴图“{value}”。",
    "同じ一覧の二つのテクスチャが同じ元テクスチャ「{value}」を置き換えています。",
    "Two textures of one list replace the same original “{value}”.",
);

/// One readable reference of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Reference<'v> {
    Texture(usize),
    Slot(&'v str),
}

impl<'v> Check<'v> {
    /// A texture list, its length aside; gives the valid texture indices.
    pub(super) fn texture_list(&mut self, elements: &'v [Value], path: &Path<'_>) -> Vec<usize> {
        let mut seen: BTreeSet<Reference<'v>> = BTreeSet::new();
        let mut originals: BTreeSet<&'v str> = BTreeSet::new();
        let has_slot = elements.iter().any(|value| value.members().is_some());
        let mut found = Vec::new();
        for (index, value) in elements.iter().enumerate() {
            let path = path.index(index);
            let Some(reference) = self.texture_reference(value, &path) else {
                continue;
            };
            if !seen.insert(reference) {
                let value = match reference {
                    Reference::Texture(index) => index.to_string(),
                    Reference::Slot(id) => id.to_owned(),
                };
                self.at(MESH_23, &path, Message::new(&REPEATED).with("value", value));
                continue;
            }
            if let Some(original) = self.original_of(reference)
                && !originals.insert(original)
            {
                let on_read = if has_slot {
                    OnRead::Reject
                } else {
                    OnRead::Warn
                };
                let message = Message::new(&SAME_ORIGINAL).with("value", original);
                self.at(MESH_24.on_read(on_read), &path, message);
            }
            if let Reference::Texture(index) = reference {
                found.push(index);
            }
        }
        found
    }

    fn texture_reference(&mut self, value: &'v Value, path: &Path<'_>) -> Option<Reference<'v>> {
        if let Some(members) = value.members() {
            return self.slot_reference(members, path).map(Reference::Slot);
        }
        if !matches!(value, Value::Integer(_) | Value::Float(_)) {
            self.wrong_type(MESH_23, path, value, Wanted::WholeNumber);
            return None;
        }
        let number = self.as_u32(MESH_23, value, path)?;
        let n_textures = self.facts.textures.as_ref()?.len();
        let index = usize::try_from(number)
            .ok()
            .filter(|index| *index < n_textures);
        if index.is_none() {
            let message = Message::new(&NO_TEXTURE)
                .with("value", number)
                .with("limit", n_textures);
            self.at(MESH_23, path, message);
        }
        index.map(Reference::Texture)
    }

    fn slot_reference(&mut self, members: &'v Members, path: &Path<'_>) -> Option<&'v str> {
        if self.minor < 2 {
            let message = Message::new(&SLOT_TOO_EARLY).with("minor", self.minor);
            self.at(MESH_23, path, message);
            return None;
        }
        let id = match members.as_slice() {
            [(key, value)] if key == "slot" => value.text(),
            _ => None,
        };
        let Some(id) = id else {
            self.at(SLOT_05, path, Message::new(&BAD_SLOT));
            return None;
        };
        let slots = self.facts.slots.as_ref()?;
        if !slots.by_id.contains_key(id) {
            self.at(SLOT_05, path, Message::new(&NO_SLOT).with("value", id));
            return None;
        }
        Some(id)
    }

    fn original_of(&self, reference: Reference<'v>) -> Option<&'v str> {
        match reference {
            Reference::Texture(index) => self.facts.textures.as_ref()?.get(index)?.name,
            Reference::Slot(id) => *self.facts.slots.as_ref()?.by_id.get(id)?,
        }
    }
}
