//! Option groups, their choices, and constraints (bem.md ch. 8).

use crate::base::text::{Message, Phrase};
use crate::formats::bem::check::Check;
use crate::formats::bem::check::conditions::Scope;
use crate::formats::bem::check::facts::{Groups, Preview};
use crate::formats::bem::check::ids::{ID_02, ID_03, ID_05};
use crate::formats::bem::check::report::{OnRead, Rule};
use crate::formats::bem::check::top::JSON_10;
use crate::formats::bem::check::view::Object;
use std::collections::{BTreeMap, BTreeSet};

const OPT_01: Rule = Rule::reject("OPT-01");
const OPT_02: Rule = Rule::reject("OPT-02");
const OPT_03: Rule = Rule::reject("OPT-03");
const OPT_10: Rule = Rule::reject("OPT-10").typed();
const MAX_GROUPS: usize = 64;
const GROUP_KEYS: [&str; 6] = [
    "id",
    "name",
    "description",
    "default",
    "choices",
    "available_when",
];
const CHOICE_KEYS: [&str; 4] = ["id", "name", "description", "preview"];

static NO_DEFAULT: Phrase = Phrase::new(
    "选项组“{group}”的默认选项“{value}”不在其选项中。",
    "オプション群「{group}」の既定「{value}」が選択肢の中にありません。",
    "The default “{value}” of the option group {group} is none of its choices.",
);

impl<'v> Check<'v> {
    /// `option_groups` and `selection_constraints`.
    pub(super) fn groups(&mut self, top: Object<'v, '_>) {
        if !self.is_composable() {
            return;
        }
        // A missing list has been told (VER-13); conditions cannot be judged without it.
        let Some(elements) = self.optional_elements(JSON_10, top, "option_groups") else {
            return;
        };
        let path = top.path.key("option_groups");
        let fewest = usize::from(self.minor < 3);
        self.count(OPT_01, &path, elements.len(), (fewest, MAX_GROUPS));
        let mut ids = BTreeMap::new();
        let mut groups = Groups::default();
        for (index, value) in elements.iter().enumerate() {
            let path = path.index(index);
            let Some(object) = self.as_object(JSON_10, value, &path) else {
                continue;
            };
            let id = self.stable_id(ID_02, object, "id");
            let choices = self.group(object, id.unwrap_or_default());
            if let Some(id) = id
                && self.unique(ID_03, &mut ids, id, &path.key("id"))
            {
                groups.by_id.insert(id, (index, choices));
            }
        }
        self.facts.groups = Some(groups);
        for (index, value) in elements.iter().enumerate() {
            let path = path.index(index);
            if let Some(members) = value.members() {
                let object = Object {
                    members,
                    path: &path,
                };
                self.optional_condition(object, "available_when", Scope::Group(index));
            }
        }
        self.constraints(top);
    }

    fn group(&mut self, object: Object<'v, '_>, id: &str) -> BTreeSet<&'v str> {
        self.metadata(object, &GROUP_KEYS);
        self.name(ID_05, object, "name");
        self.description(object);
        let mut choices = BTreeMap::new();
        let elements = self.elements(OPT_02, object, "choices");
        let path = object.path.key("choices");
        if let Some(elements) = elements {
            self.count(OPT_02, &path, elements.len(), (1, self.limits.choices));
        }
        for (index, value) in elements.unwrap_or_default().iter().enumerate() {
            let path = path.index(index);
            let Some(choice) = self.as_object(JSON_10, value, &path) else {
                continue;
            };
            self.metadata(choice, &CHOICE_KEYS);
            if let Some(id) = self.stable_id(ID_02, choice, "id") {
                self.unique(ID_03, &mut choices, id, &path.key("id"));
            }
            self.name(ID_05, choice, "name");
            self.description(choice);
            self.preview(choice, OnRead::Warn);
        }
        let default = self.text(OPT_03, object, "default");
        if let Some(default) = default
            && elements.is_some()
            && !choices.contains_key(default)
        {
            let message = Message::new(&NO_DEFAULT)
                .with("group", id)
                .with("value", default);
            self.member(OPT_03, object, "default", message);
        }
        choices.into_keys().collect()
    }

    /// A `preview` of an appearance or choice (CON-13, APP-06); `on_read` is the Read column of a bad ID.
    pub(super) fn preview(&mut self, object: Object<'v, '_>, on_read: OnRead) {
        if !object.has("preview") {
            return;
        }
        let rule = Rule::warn("APP-06").on_read(on_read).typed();
        if let Some(payload) = self.u32(rule, object, "preview")
            && let Some(payload) = self.existing_payload(on_read, object, "preview", payload)
        {
            self.facts.previews.push(Preview {
                payload,
                pointer: object.path.key("preview").pointer(),
            });
        }
    }

    fn constraints(&mut self, top: Object<'v, '_>) {
        let elements = self.optional_elements(OPT_10, top, "selection_constraints");
        let path = top.path.key("selection_constraints");
        for (index, value) in elements.unwrap_or_default().iter().enumerate() {
            self.condition(value, &path.index(index), Scope::Anywhere);
        }
    }
}
