//! Component rules, their candidates and keep overrides (bem.md ch. 8); the package's total of candidates.

use crate::base::findings::Place;
use crate::base::text::{Message, Phrase};
use crate::formats::bem::check::Check;
use crate::formats::bem::check::conditions::Scope;
use crate::formats::bem::check::facts::Structure;
use crate::formats::bem::check::report::{OnRead, Rule};
use crate::formats::bem::check::top::JSON_10;
use crate::formats::bem::check::view::Object;
use crate::formats::bem::json::Value;
use std::collections::BTreeSet;

const OPT_13: Rule = Rule::reject("OPT-13");
const OPT_14: Rule = Rule::reject("OPT-14");
const OPT_15: Rule = Rule::reject("OPT-15");
const OPT_16: Rule = Rule::reject("OPT-16");
const OPT_19: Rule = Rule::reject("OPT-19").typed();
const OPT_20: Rule = Rule::reject("OPT-20");
const OPT_21: Rule = Rule::reject("OPT-21");
const TGT_28: Rule = Rule::reject("TGT-28");
const MAX_OVERRIDES: usize = 256;
const CANDIDATE_KEYS: [&str; 4] = ["when", "operation", "mesh", "material_overrides"];

static N_RULES: Phrase = Phrase::new(
    "有 {value} 条部件规则，而部件有 {limit} 个。",
    "パーツの規則は {value} 件ですが、パーツは {limit} 個です。",
    "There are {value} component rules for {limit} components.",
);
static WRONG_TARGET: Phrase = Phrase::new(
    "第 {wanted} 项对应部件 {value}，应对应部件 {wanted}。",
    "{wanted} 番の項目がパーツ {value} を指しています。{wanted} を指さなければなりません。",
    "Entry {wanted} is for component {value}; it must be for component {wanted}.",
);
static STRAY_MESH: Phrase = Phrase::new(
    "操作“{value}”不需要“mesh”，已忽略。",
    "操作「{value}」に「mesh」は要らないため、無視されます。",
    "The operation “{value}” takes no “mesh”; it is ignored.",
);
static OVERRIDES_ELSEWHERE: Phrase = Phrase::new(
    "只有“keep”才能带贴图替换，这里是“{value}”。",
    "テクスチャの差し替えは「keep」だけに付けられますが、ここは「{value}」です。",
    "Only “keep” can carry texture replacements; this candidate says “{value}”.",
);
static SLOT_TWICE: Phrase = Phrase::new(
    "材质位 {value} 在同一候选中出现了两次。",
    "材質スロット {value} が一つの候補に二度出てきます。",
    "The material slot {value} stands twice in one candidate.",
);
static TOO_MANY: Phrase = Phrase::new(
    "部件候选、绘制段和贴图槽候选合计 {value} 个，1.{minor} 版最多 {limit} 个。",
    "パーツの候補・描画区分・スロットの候補は合わせて {value} 個ですが、バージョン 1.{minor} では {limit} 個までです。",
    "Component candidates, draws and slot candidates add up to {value}; version 1.{minor} allows {limit}.",
);
static OTHER_RESOURCE: Phrase = Phrase::new(
    "网格 {mesh} 属于资源“{value}”，而部件 {component} 属于“{wanted}”。",
    "メッシュ {mesh} はリソース「{value}」のものですが、パーツ {component} は「{wanted}」にあります。",
    "Mesh {mesh} belongs to the resource “{value}”, but component {component} to “{wanted}”.",
);
static OTHER_KIND: Phrase = Phrase::new(
    "网格 {mesh} 与部件 {component} 的类型不同（带蒙皮 / 静态）。",
    "メッシュ {mesh} とパーツ {component} の種類（スキンあり / 静的）が違います。",
    "Mesh {mesh} and component {component} are of different kinds (skinned, static).",
);

impl<'v> Check<'v> {
    pub(super) fn component_rules(&mut self, top: Object<'v, '_>) {
        if !self.is_composable() {
            return;
        }
        let Some(elements) = self.elements(JSON_10, top, "component_rules") else {
            return;
        };
        let path = top.path.key("component_rules");
        let n_components = self.n_components();
        if n_components != usize::MAX && elements.len() != n_components {
            let message = Message::new(&N_RULES)
                .with("value", elements.len())
                .with("limit", n_components);
            self.at(OPT_13, &path, message);
        }
        let mut n_candidates = 0_usize;
        for (index, value) in elements.iter().enumerate() {
            let path = path.index(index);
            let Some(rule) = self.as_object(JSON_10, value, &path) else {
                continue;
            };
            self.metadata(rule, &["target", "candidates"]);
            // Rules beyond the components are told by their number.
            let component = (index < n_components).then_some(index);
            self.position(OPT_13, rule, index);
            let candidates = self
                .elements(OPT_14, rule, "candidates")
                .unwrap_or_default();
            n_candidates = n_candidates.saturating_add(candidates.len());
            let path = path.key("candidates");
            if rule.has("candidates") {
                let limit = self.limits.candidates;
                self.count(OPT_14, &path, candidates.len(), (1, limit));
            }
            for (index, value) in candidates.iter().enumerate() {
                let path = path.index(index);
                if let Some(candidate) = self.as_object(JSON_10, value, &path) {
                    self.candidate(candidate, component);
                }
            }
        }
        self.total_candidates(n_candidates);
    }

    /// `target` of an entry that must equal its position (OPT-13, APP-03).
    pub(super) fn position(&mut self, rule: Rule, object: Object<'v, '_>, index: usize) {
        if let Some(target) = self.u32(rule, object, "target")
            && usize::try_from(target) != Ok(index)
        {
            let message = Message::new(&WRONG_TARGET)
                .with("value", target)
                .with("wanted", index);
            self.member(rule, object, "target", message);
        }
    }

    fn candidate(&mut self, object: Object<'v, '_>, component: Option<usize>) {
        self.metadata(object, &CANDIDATE_KEYS);
        self.optional_condition(object, "when", Scope::Anywhere);
        let word = object.get("operation").and_then(Value::text);
        if let Some(mesh) = self.operation(OPT_15, object)
            && let Some(component) = component
        {
            self.facts.replacements.insert((component, mesh));
            if self.facts.structure == Structure::Explicit {
                self.same_resource(object, component, mesh);
            }
        }
        if object.has("material_overrides") {
            if word == Some("keep") {
                self.keep_overrides(object, component);
            } else if matches!(word, Some("hide" | "replace")) {
                let message =
                    Message::new(&OVERRIDES_ELSEWHERE).with("value", word.unwrap_or_default());
                self.member(OPT_19, object, "material_overrides", message);
            }
        }
    }

    /// `operation` and `mesh` together; gives the mesh of a replacement (OPT-15, APP-04).
    pub(super) fn operation(&mut self, rule: Rule, object: Object<'v, '_>) -> Option<usize> {
        let word = self.word(rule, object, "operation", &["keep", "hide", "replace"])?;
        if word == "replace" {
            let n_meshes = self.facts.meshes.as_ref().map_or(usize::MAX, Vec::len);
            return self.index(rule, object, "mesh", n_meshes);
        }
        if object.has("mesh") {
            let message = Message::new(&STRAY_MESH).with("value", word);
            self.member(rule.on_read(OnRead::Warn), object, "mesh", message);
        }
        None
    }

    /// TGT-28.
    fn same_resource(&mut self, object: Object<'v, '_>, component: usize, mesh: usize) {
        let facts = &self.facts;
        let Some((target, replacement)) = facts
            .components
            .as_ref()
            .and_then(|all| all.get(component))
            .zip(facts.meshes.as_ref().and_then(|all| all.get(mesh)))
        else {
            return;
        };
        let name = |index: usize| facts.resources.get(index).map(|resource| resource.id);
        let base = |phrase| {
            Message::new(phrase)
                .with("mesh", mesh)
                .with("component", component)
        };
        let mut messages = Vec::new();
        if let (Some(found), Some(wanted)) = (replacement.resource, target.resource)
            && found != wanted
        {
            let message = base(&OTHER_RESOURCE)
                .with("value", name(found).unwrap_or_default())
                .with("wanted", name(wanted).unwrap_or_default());
            messages.push(message);
        }
        if let (Some(found), Some(wanted)) = (replacement.kind, target.kind)
            && found != wanted
        {
            messages.push(base(&OTHER_KIND));
        }
        for message in messages {
            self.member(TGT_28, object, "mesh", message);
        }
    }

    /// `material_overrides` of a keep candidate (OPT-19 to OPT-21).
    fn keep_overrides(&mut self, object: Object<'v, '_>, component: Option<usize>) {
        self.facts.used.keep_overrides = true;
        let Some(elements) = self.optional_elements(OPT_19, object, "material_overrides") else {
            return;
        };
        let path = object.path.key("material_overrides");
        self.count(OPT_19, &path, elements.len(), (1, MAX_OVERRIDES));
        let mut seen = BTreeSet::new();
        for (index, value) in elements.iter().enumerate() {
            let path = path.index(index);
            if let Some(entry) = self.as_object(JSON_10, value, &path) {
                self.keep_override(entry, component, &mut seen);
            }
        }
    }

    fn keep_override(
        &mut self,
        entry: Object<'v, '_>,
        component: Option<usize>,
        seen: &mut BTreeSet<usize>,
    ) {
        self.metadata(entry, &["material_slot", "material_name", "textures"]);
        let n_materials = component
            .and_then(|index| {
                self.facts
                    .components
                    .as_ref()?
                    .get(index)?
                    .materials
                    .as_ref()
            })
            .map_or(usize::MAX, Vec::len);
        let slot = self.index(OPT_20.typed(), entry, "material_slot", n_materials);
        let name = self.text(OPT_20, entry, "material_name");
        if let Some(slot) = slot
            && !seen.insert(slot)
        {
            let message = Message::new(&SLOT_TWICE).with("value", slot);
            self.member(OPT_20, entry, "material_slot", message);
        }
        if let (Some(component), Some(slot)) = (component, slot) {
            self.use_name(component, slot, true);
            let names = (name, self.material_name(component, slot));
            self.same_name(OPT_20, entry, "material_name", names, (component, slot));
        }
        if let Some(elements) = self.elements(OPT_21, entry, "textures") {
            let path = entry.path.key("textures");
            let limit = self.limits.textures;
            self.count(OPT_21, &path, elements.len(), (1, limit));
            self.texture_list(elements, &path);
        }
    }

    /// OPT-16.
    fn total_candidates(&mut self, n_component_candidates: usize) {
        let meshes = self.facts.meshes.iter().flatten();
        let n_draws = meshes.map(|mesh| mesh.draws.len());
        let n_slots = self.facts.slots.iter().map(|slots| slots.n_candidates);
        let total = n_draws
            .chain(n_slots)
            .fold(n_component_candidates, usize::saturating_add);
        if total > self.limits.all_candidates {
            let message = Message::new(&TOO_MANY)
                .with("value", total)
                .with("minor", self.minor)
                .with("limit", self.limits.all_candidates);
            let place = Place::Pointer("/component_rules".to_owned());
            self.report.add(OPT_16, place, message);
        }
    }
}
