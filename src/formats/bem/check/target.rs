//! `target` and its components: what both structures share, and chapter 5 (bem.md ch. 5).

use crate::base::text::{Message, Phrase};
use crate::formats::bem::check::Check;
use crate::formats::bem::check::facts::{Component, Structure};
use crate::formats::bem::check::ids::ID_06;
use crate::formats::bem::check::phrases;
use crate::formats::bem::check::report::Rule;
use crate::formats::bem::check::top::JSON_10;
use crate::formats::bem::check::view::{Object, Wanted};
use crate::formats::bem::json::Value;
use crate::formats::bem::json::path::Path;
use crate::formats::bem::limits::MAX_COMPONENTS;
use std::collections::BTreeMap;

const TGT_01: Rule = Rule::reject("TGT-01");
const TGT_02: Rule = Rule::reject("TGT-02");
const TGT_03: Rule = Rule::reject("TGT-03");
const TGT_04: Rule = Rule::reject("TGT-04");
const TGT_05: Rule = Rule::reject("TGT-05");
const TGT_06: Rule = Rule::reject("TGT-06");
const TGT_07: Rule = Rule::reject("TGT-07");
const TGT_08: Rule = Rule::warn("TGT-08").typed();
const TGT_09: Rule = Rule::reject("TGT-09");

const PLATFORM: &str = "windows-x64";
const TARGET_KEYS: [&str; 12] = [
    "kind",
    "id",
    "resources",
    "character_id",
    "platform",
    "profile_id",
    "revision",
    "snapshot",
    "world_resource",
    "ui_resource",
    "components",
    "description",
];
const COMPONENT_KEYS: [&str; 9] = [
    "id",
    "resource",
    "renderer_kind",
    "renderer_path",
    "mesh_name",
    "original_index_count",
    "bone_names",
    "bone_name_aliases",
    "materials",
];

static EQUAL_RESOURCES: Phrase = Phrase::new(
    "场景模型与详情模型同为“{value}”，两者必须不同。",
    "シーン用モデルと詳細表示用モデルが同じ「{value}」です。別のものでなければなりません。",
    "Scene model and detail-view model are both “{value}”; they must differ.",
);
static COMPONENT_ID: Phrase = Phrase::new(
    "部件的编号为 {value}，应等于它的位置 {wanted}。",
    "パーツの番号は {value} ですが、位置と同じ {wanted} でなければなりません。",
    "The component has the id {value}; it must equal its position {wanted}.",
);
static INDEX_COUNT: Phrase = Phrase::new(
    "原始索引数为 {value}，必须是 3 的倍数且不小于 3。",
    "元のインデックス数は {value} ですが、3 の倍数で 3 以上でなければなりません。",
    "The original index count is {value}; it must be a multiple of 3, at least 3.",
);
static EXPLICIT_KEY: Phrase = Phrase::new(
    "“{key}”只属于列有资源的目标（1.4），这个目标没有资源。",
    "「{key}」はリソースを挙げる対象（1.4）だけのものですが、この対象にはリソースがありません。",
    "“{key}” belongs only to a target that lists resources (1.4); this one does not.",
);

impl<'v> Check<'v> {
    /// The whole of `target`.
    pub(super) fn target(&mut self, top: Object<'v, '_>) {
        let Some(value) = top.get("target") else {
            self.missing(JSON_10, top, "target");
            return;
        };
        let path = top.path.key("target");
        let Some(target) = self.as_object(JSON_10, value, &path) else {
            return;
        };
        self.metadata(target, &TARGET_KEYS);
        self.platform(target);
        match self.facts.structure {
            Structure::Legacy => self.legacy_target(target),
            Structure::Explicit => self.explicit_target(target),
            Structure::Unclear => self.too_early(target, "resources", 4, false),
        }
        self.stray_explicit_keys(top, target);
        self.components(target);
        if self.facts.structure == Structure::Explicit {
            self.used_resources(target);
        }
    }

    fn platform(&mut self, target: Object<'v, '_>) {
        if let Some(platform) = self.text(TGT_02, target, "platform")
            && platform != PLATFORM
        {
            let message = Message::new(&phrases::EQUALS)
                .with("key", "platform")
                .with("value", platform)
                .with("wanted", PLATFORM);
            self.member(TGT_02, target, "platform", message);
        }
    }

    fn legacy_target(&mut self, target: Object<'v, '_>) {
        for key in ["character_id", "profile_id", "revision"] {
            self.stable_id(TGT_01, target, key);
        }
        let world = self.stable_id(TGT_01, target, "world_resource");
        let ui = self.stable_id(TGT_01, target, "ui_resource");
        if let (Some(world), Some(ui)) = (world, ui)
            && world == ui
        {
            let message = Message::new(&EQUAL_RESOURCES).with("value", world);
            self.member(TGT_03, target, "ui_resource", message);
        }
        if target.has("snapshot") {
            self.text(TGT_08, target, "snapshot");
        }
    }

    /// Keys of the explicit structure where there is none: each breaks TGT-09; below 1.4 the first also VER-14.
    fn stray_explicit_keys(&mut self, top: Object<'v, '_>, target: Object<'v, '_>) {
        if self.facts.structure == Structure::Explicit {
            return;
        }
        let mut is_told = self.facts.structure == Structure::Unclear;
        let mut stray = |check: &mut Self, object: Object<'v, '_>, keys: &[&str]| {
            for key in keys {
                if !object.has(key) {
                    continue;
                }
                let message = Message::new(&EXPLICIT_KEY).with("key", key);
                check.member(TGT_09, object, key, message);
                if !is_told && check.minor < 4 {
                    check.too_early(object, key, 4, false);
                }
                is_told = true;
            }
        };
        if self.facts.structure == Structure::Unclear {
            // The whole target is meant to be explicit: one finding says it.
            stray(self, target, &["resources"]);
            return;
        }
        stray(self, target, &["kind", "id"]);
        each_object(target, "components", |component| {
            stray(
                self,
                component,
                &["resource", "renderer_kind", "renderer_path"],
            );
        });
        each_object(top, "meshes", |mesh| stray(self, mesh, &["renderer_kind"]));
    }

    fn components(&mut self, target: Object<'v, '_>) {
        let Some(elements) = self.elements(TGT_04, target, "components") else {
            return;
        };
        let path = target.path.key("components");
        self.count(TGT_04, &path, elements.len(), (1, MAX_COMPONENTS));
        let mut names = BTreeMap::new();
        let mut found = Vec::new();
        for (index, value) in elements.iter().enumerate() {
            let path = path.index(index);
            let component = match self.as_object(JSON_10, value, &path) {
                Some(object) => self.component(object, index, &mut names),
                None => Component::default(),
            };
            found.push(component);
        }
        self.facts.components = Some(found);
    }

    fn component(
        &mut self,
        object: Object<'v, '_>,
        index: usize,
        names: &mut BTreeMap<&'v str, String>,
    ) -> Component<'v> {
        self.metadata(object, &COMPONENT_KEYS);
        self.component_id(object, index);
        if let Some(name) = self.name(ID_06, object, "mesh_name")
            && self.facts.structure == Structure::Legacy
        {
            self.unique(TGT_07, names, name, &object.path.key("mesh_name"));
        }
        if let Some(count) = self.u32(TGT_05, object, "original_index_count")
            && (count < 3 || count % 3 != 0)
        {
            let message = Message::new(&INDEX_COUNT)
                .with("value", count)
                .with("limit", 3);
            self.member(TGT_05, object, "original_index_count", message);
        }
        let mut component = Component {
            bones: self.name_table(object, "bone_names", 65_536),
            materials: self.name_table(object, "materials", 256),
            ..Component::default()
        };
        if self.facts.structure == Structure::Explicit {
            self.explicit_component(object, &mut component);
        }
        self.aliases(object, &component);
        component
    }

    fn component_id(&mut self, object: Object<'v, '_>, index: usize) {
        // TGT-04 names the type of the id: a boolean breaks it as well as JSON-08.
        if let Some(id) = self.u32(TGT_04.typed(), object, "id")
            && usize::try_from(id) != Ok(index)
        {
            let message = Message::new(&COMPONENT_ID)
                .with("value", id)
                .with("wanted", index);
            self.member(TGT_04, object, "id", message);
        }
    }

    /// `bone_names` or `materials`; none for an element that is no text (ID-07 judges lengths where names are used).
    fn name_table(
        &mut self,
        object: Object<'v, '_>,
        key: &str,
        limit: usize,
    ) -> Option<Vec<Option<&'v str>>> {
        let elements = self.elements(TGT_06, object, key)?;
        let path = object.path.key(key);
        self.count(TGT_06, &path, elements.len(), (0, limit));
        let mut names = Vec::with_capacity(elements.len());
        for (index, value) in elements.iter().enumerate() {
            if value.text().is_none() {
                self.wrong_type(TGT_06, &path.index(index), value, Wanted::Text);
            }
            names.push(value.text());
        }
        Some(names)
    }
}

/// Hands the objects of a member that is an array to `visit`; wrong types are reported elsewhere.
fn each_object<'v>(object: Object<'v, '_>, key: &str, mut visit: impl FnMut(Object<'v, '_>)) {
    let path = object.path.key(key);
    let elements = object.get(key).and_then(Value::list).unwrap_or_default();
    for (index, value) in elements.iter().enumerate() {
        let path: Path<'_> = path.index(index);
        if let Some(members) = value.members() {
            visit(Object {
                members,
                path: &path,
            });
        }
    }
}
