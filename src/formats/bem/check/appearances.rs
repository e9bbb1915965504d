//! Fixed appearances of 1.0 (bem.md ch. 7). Their byte budget is `bytes.rs`'s work.

use crate::base::text::{Message, Phrase};
use crate::formats::bem::check::Check;
use crate::formats::bem::check::facts::Appearance;
use crate::formats::bem::check::ids::{ID_02, ID_03, ID_05};
use crate::formats::bem::check::report::{OnRead, Rule};
use crate::formats::bem::check::top::JSON_10;
use crate::formats::bem::check::view::Object;
use std::collections::{BTreeMap, BTreeSet};

const APP_01: Rule = Rule::reject("APP-01");
const APP_02: Rule = Rule::reject("APP-02");
const APP_03: Rule = Rule::reject("APP-03");
const APP_04: Rule = Rule::reject("APP-04");
const APP_05: Rule = Rule::reject("APP-05");
const APP_07: Rule = Rule::reject("APP-07");
const MAX_APPEARANCES: usize = 64;
const KEYS: [&str; 5] = ["id", "name", "description", "preview", "components"];

static NO_DEFAULT: Phrase = Phrase::new(
    "默认外观“{value}”不存在。",
    "既定の外観「{value}」がありません。",
    "The default appearance “{value}” does not exist.",
);
static N_COMPONENTS: Phrase = Phrase::new(
    "外观“{appearance}”列出了 {value} 个部件，目标有 {limit} 个。",
    "外観「{appearance}」のパーツは {value} 個ですが、対象には {limit} 個あります。",
    "The appearance {appearance} lists {value} components; the target has {limit}.",
);
static OVERRIDES: Phrase = Phrase::new(
    "1.0 版的外观不能带材质贴图替换。",
    "バージョン 1.0 の外観に材質のテクスチャ差し替えは付けられません。",
    "An appearance of version 1.0 cannot carry texture replacements of materials.",
);
static TOO_MANY_TEXTURES: Phrase = Phrase::new(
    "外观“{appearance}”使用 {value} 张贴图，最多 {limit} 张。",
    "外観「{appearance}」は {value} 枚のテクスチャを使いますが、{limit} 枚までです。",
    "The appearance {appearance} uses {value} textures; {limit} are allowed.",
);

impl<'v> Check<'v> {
    pub(super) fn appearances(&mut self, top: Object<'v, '_>) {
        if self.is_composable() {
            return;
        }
        let default = if top.has("default_appearance_id") {
            self.stable_id(ID_02, top, "default_appearance_id")
        } else {
            self.missing(JSON_10, top, "default_appearance_id");
            None
        };
        let Some(elements) = self.elements(JSON_10, top, "appearances") else {
            return;
        };
        let path = top.path.key("appearances");
        let is_counted = self.count(APP_01, &path, elements.len(), (1, MAX_APPEARANCES));
        let mut ids = BTreeMap::new();
        for (index, value) in elements.iter().enumerate() {
            let path = path.index(index);
            let Some(object) = self.as_object(JSON_10, value, &path) else {
                continue;
            };
            let id = self.stable_id(ID_02, object, "id");
            if let Some(id) = id {
                self.unique(ID_03, &mut ids, id, &path.key("id"));
            }
            self.appearance(object, index, id.unwrap_or_default());
        }
        if let Some(default) = default
            && !ids.contains_key(default)
            && (is_counted || !elements.is_empty())
        {
            let message = Message::new(&NO_DEFAULT).with("value", default);
            self.member(APP_02, top, "default_appearance_id", message);
        }
    }

    fn appearance(&mut self, object: Object<'v, '_>, index: usize, id: &str) {
        self.metadata(object, &KEYS);
        self.name(ID_05, object, "name");
        self.description(object);
        self.preview(object, OnRead::Reject);
        let Some(elements) = self.elements(APP_03, object, "components") else {
            return;
        };
        let path = object.path.key("components");
        let n_components = self.n_components();
        if n_components != usize::MAX && elements.len() != n_components {
            let message = Message::new(&N_COMPONENTS)
                .with("appearance", id)
                .with("value", elements.len())
                .with("limit", n_components);
            self.at(APP_03, &path, message);
        }
        let mut appearance = Appearance {
            index,
            meshes: Vec::new(),
        };
        // A left-out component moves all that follow: one finding tells it.
        let is_complete = n_components == usize::MAX || elements.len() == n_components;
        for (index, value) in elements.iter().enumerate() {
            let path = path.index(index);
            let Some(component) = self.as_object(JSON_10, value, &path) else {
                continue;
            };
            self.metadata(
                component,
                &["target", "operation", "mesh", "material_overrides"],
            );
            if is_complete {
                self.position(APP_03, component, index);
            }
            if let Some(mesh) = self.operation(APP_04, component) {
                appearance.meshes.push(mesh);
                self.facts.replacements.insert((index, mesh));
            }
            if component.has("material_overrides") {
                self.member(
                    APP_05,
                    component,
                    "material_overrides",
                    Message::new(&OVERRIDES),
                );
            }
        }
        // More appearances than allowed are told by their number; their budgets would only repeat it.
        if index < MAX_APPEARANCES {
            self.appearance_textures(object, &appearance, id);
            self.facts.appearances.push(appearance);
        }
    }

    /// APP-07.
    fn appearance_textures(&mut self, object: Object<'v, '_>, appearance: &Appearance, id: &str) {
        let Some(meshes) = &self.facts.meshes else {
            return;
        };
        let distinct: BTreeSet<usize> = appearance.meshes.iter().copied().collect();
        let used: BTreeSet<usize> = distinct
            .iter()
            .filter_map(|mesh| meshes.get(*mesh))
            .flat_map(|mesh| &mesh.draws)
            .flat_map(|draw| draw.textures.iter().copied())
            .collect();
        if used.len() > self.limits.textures {
            let message = Message::new(&TOO_MANY_TEXTURES)
                .with("appearance", id)
                .with("value", used.len())
                .with("limit", self.limits.textures);
            self.at(APP_07, object.path, message);
        }
    }
}
