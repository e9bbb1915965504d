//! Explicit targets: resources, renderers and what may refer to them (bem.md ch. 6).

use crate::base::text::{Message, Phrase};
use crate::formats::bem::check::Check;
use crate::formats::bem::check::facts::{Component, RendererKind, Resource};
use crate::formats::bem::check::ids::length_message;
use crate::formats::bem::check::phrases;
use crate::formats::bem::check::report::Rule;
use crate::formats::bem::check::view::Object;
use crate::formats::bem::limits::{MAX_NAME_BYTES, MAX_PATH_BYTES, MAX_RESOURCES};
use std::collections::{BTreeMap, BTreeSet};

const TGT_10: Rule = Rule::reject("TGT-10");
const TGT_11: Rule = Rule::reject("TGT-11");
const TGT_12: Rule = Rule::reject("TGT-12");
const TGT_13: Rule = Rule::reject("TGT-13");
const TGT_14: Rule = Rule::reject("TGT-14");
const TGT_15: Rule = Rule::reject("TGT-15");
const TGT_16: Rule = Rule::reject("TGT-16");
const TGT_17: Rule = Rule::reject("TGT-17");
const TGT_18: Rule = Rule::reject("TGT-18");
const TGT_19: Rule = Rule::reject("TGT-19");
const TGT_20: Rule = Rule::reject("TGT-20");
const TGT_21: Rule = Rule::reject("TGT-21");
const TGT_22: Rule = Rule::reject("TGT-22");
const TGT_23: Rule = Rule::reject("TGT-23");

const PLATFORMS: [&str; 2] = ["windows-x64", "android-arm64"];
/// The words of `renderer_kind`, for components and meshes.
pub(super) const KINDS: [&str; 2] = ["skinned", "static"];

static LEGACY_KEY: Phrase = Phrase::new(
    "列有资源的目标不能有“{key}”。",
    "リソースを挙げる対象に「{key}」は置けません。",
    "A target that lists resources cannot have “{key}”.",
);
static UPPER_CASE: Phrase = Phrase::new(
    "资源名“{value}”含有大写字母，只能用小写。",
    "リソース名「{value}」に大文字があります。小文字だけを使います。",
    "The resource name “{value}” has upper-case letters; only lower case is allowed.",
);
static BAD_ASSET_PATH: Phrase = Phrase::new(
    "资源路径“{value}”不合规：应为小写的 assets/…/{name}.prefab，不含“\\”“:”和空的、“.”或“..”路径段。",
    "リソースのパス「{value}」は使えません。小文字の assets/…/{name}.prefab とし、「\\」「:」や空・「.」・「..」の区間を含めません。",
    "The asset path “{value}” cannot be used: lower case, assets/…/{name}.prefab, without “\\”, “:” and without empty, “.” or “..” parts.",
);
static BAD_RENDERER_PATH: Phrase = Phrase::new(
    "渲染器路径“{value}”不合规：应为相对路径，不含“\\”“:”，首尾没有“/”，也没有空的、“.”或“..”路径段。",
    "レンダラーのパス「{value}」は使えません。相対パスとし、「\\」「:」、両端の「/」、空・「.」・「..」の区間を含めません。",
    "The renderer path “{value}” cannot be used: relative, without “\\” and “:”, no “/” at either end, no empty, “.” or “..” part.",
);
static NO_PLATFORM: Phrase = Phrase::new(
    "资源没有列出任何平台。",
    "リソースにプラットフォームが一つも挙げられていません。",
    "The resource lists no platform.",
);
static TWICE_ON_PLATFORM: Phrase = Phrase::new(
    "平台 {platform} 上有两个资源的“{key}”同为“{value}”。",
    "プラットフォーム {platform} で二つのリソースの「{key}」がどちらも「{value}」です。",
    "Two resources on the platform {platform} have the same “{key}”: “{value}”.",
);
static NO_RESOURCE: Phrase = Phrase::new(
    "部件引用的资源“{value}”不存在。",
    "パーツが指すリソース「{value}」がありません。",
    "The component names the resource “{value}”, which does not exist.",
);
static UNUSED_RESOURCE: Phrase = Phrase::new(
    "资源“{value}”没有任何部件。",
    "リソース「{value}」に属するパーツがありません。",
    "No component belongs to the resource “{value}”.",
);
static STATIC_BONES: Phrase = Phrase::new(
    "静态部件不能有骨骼，这里列出了 {value} 根。",
    "静的なパーツにボーンは置けませんが、{value} 本挙げられています。",
    "A static component cannot have bones; {value} are listed.",
);
static OTHER_LOD: Phrase = Phrase::new(
    "渲染器路径属于 LOD {value}，而资源的 LOD 是 {limit}。",
    "レンダラーのパスは LOD {value} のものですが、リソースの LOD は {limit} です。",
    "The renderer path belongs to LOD {value}, but the resource has LOD {limit}.",
);

/// Unique names and paths of components, per resource.
type Taken<'v> = BTreeMap<(usize, &'static str, &'v str), String>;

impl<'v> Check<'v> {
    pub(super) fn explicit_target(&mut self, target: Object<'v, '_>) {
        self.word(TGT_10, target, "kind", &["character", "weapon"]);
        for key in ["id", "profile_id", "revision"] {
            self.stable_id(TGT_11, target, key);
        }
        if let Some(snapshot) = self.text(TGT_11, target, "snapshot")
            && !(1..=MAX_NAME_BYTES).contains(&snapshot.len())
        {
            let message = length_message("snapshot", snapshot.len(), MAX_NAME_BYTES);
            self.member(TGT_11, target, "snapshot", message);
        }
        for key in ["character_id", "world_resource", "ui_resource"] {
            if target.has(key) {
                let message = Message::new(&LEGACY_KEY).with("key", key);
                self.member(TGT_12, target, key, message);
            }
        }
        self.resources(target);
    }

    fn resources(&mut self, target: Object<'v, '_>) {
        let Some(elements) = self.elements(TGT_13, target, "resources") else {
            return;
        };
        let path = target.path.key("resources");
        self.count(TGT_13, &path, elements.len(), (1, MAX_RESOURCES));
        let mut ids = BTreeMap::new();
        let mut taken = BTreeSet::new();
        for (index, value) in elements.iter().enumerate() {
            let path = path.index(index);
            let Some(object) = self.as_object(TGT_13, value, &path) else {
                continue;
            };
            self.closed(
                TGT_13,
                object,
                &["id", "name", "asset_path", "platforms", "lod"],
            );
            let id = self.stable_id(TGT_13, object, "id");
            if let Some(id) = id {
                self.unique(TGT_14, &mut ids, id, &path.key("id"));
            }
            let resource = self.resource(object, id.unwrap_or_default(), &mut taken);
            let index = self.facts.resources.len();
            if let Some(id) = id {
                self.facts.resource_ids.entry(id).or_insert(index);
            }
            self.facts.resources.push(resource);
        }
    }

    fn resource(
        &mut self,
        object: Object<'v, '_>,
        id: &'v str,
        taken: &mut BTreeSet<(&'v str, &'static str, &'v str)>,
    ) -> Resource<'v> {
        let name = self.stable_id(TGT_13, object, "name");
        if let Some(name) = name
            && name.chars().any(char::is_uppercase)
        {
            let message = Message::new(&UPPER_CASE).with("value", name);
            self.member(TGT_14, object, "name", message);
        }
        let asset_path = self.text(TGT_13, object, "asset_path");
        if let Some(path) = asset_path
            && !is_asset_path(path, name)
        {
            let message = Message::new(&BAD_ASSET_PATH)
                .with("value", path)
                .with("name", name.unwrap_or("*"))
                .with("limit", MAX_PATH_BYTES);
            self.member(TGT_15, object, "asset_path", message);
        }
        let platforms = self.platforms(object);
        for (key, value) in [("name", name), ("asset_path", asset_path)] {
            for platform in &platforms {
                let Some(value) = value else { continue };
                if !taken.insert((*platform, key, value)) {
                    let message = Message::new(&TWICE_ON_PLATFORM)
                        .with("platform", platform)
                        .with("key", key)
                        .with("value", value);
                    self.member(TGT_18, object, key, message);
                    break;
                }
            }
        }
        let lod = if object.has("lod") {
            self.u32_within(TGT_17.typed(), object, "lod", (0, 3))
        } else {
            self.missing(TGT_13, object, "lod");
            None
        };
        Resource {
            id,
            lod,
            n_components: 0,
        }
    }

    fn platforms(&mut self, object: Object<'v, '_>) -> Vec<&'v str> {
        let rule = if object.has("platforms") {
            TGT_16
        } else {
            TGT_13
        };
        let Some(elements) = self.elements(rule.typed(), object, "platforms") else {
            return Vec::new();
        };
        let path = object.path.key("platforms");
        if elements.is_empty() {
            self.at(TGT_16, &path, Message::new(&NO_PLATFORM));
        }
        let mut seen = BTreeMap::new();
        for (index, value) in elements.iter().enumerate() {
            let path = path.index(index);
            let Some(platform) = self.as_text(TGT_16, value, &path) else {
                continue;
            };
            if PLATFORMS.contains(&platform) {
                self.unique(TGT_16, &mut seen, platform, &path);
            } else {
                let message = Message::new(&phrases::WORD)
                    .with("key", "platforms")
                    .with("value", platform)
                    .with("allowed", PLATFORMS.join(", "));
                self.at(TGT_16, &path, message);
            }
        }
        seen.into_keys().collect()
    }

    /// `resource`, `renderer_kind` and `renderer_path` of a component.
    pub(super) fn explicit_component(
        &mut self,
        object: Object<'v, '_>,
        component: &mut Component<'v>,
    ) {
        if let Some(id) = self.text(TGT_19, object, "resource") {
            component.resource = self.facts.resource_ids.get(id).copied();
            if component.resource.is_none() {
                let message = Message::new(&NO_RESOURCE).with("value", id);
                self.member(TGT_19, object, "resource", message);
            }
        }
        component.kind = self
            .word(TGT_20, object, "renderer_kind", &KINDS)
            .map(kind_of_word);
        let n_bones = component.bones.as_ref().map_or(0, Vec::len);
        if component.kind == Some(RendererKind::Static) {
            self.facts.used.has_static = true;
            if n_bones > 0 {
                let message = Message::new(&STATIC_BONES)
                    .with("value", n_bones)
                    .with("limit", 0);
                self.member(TGT_20, object, "bone_names", message);
            }
        }
        let path = self.text(TGT_21, object, "renderer_path");
        if let Some(path) = path {
            self.renderer_path(object, path, component.resource);
        }
        let resource = component
            .resource
            .and_then(|index| self.facts.resources.get_mut(index));
        if let Some(resource) = resource {
            resource.n_components = resource.n_components.saturating_add(1);
        }
    }

    fn renderer_path(&mut self, object: Object<'v, '_>, path: &str, resource: Option<usize>) {
        if !is_renderer_path(path) {
            let message = Message::new(&BAD_RENDERER_PATH)
                .with("value", path)
                .with("limit", MAX_PATH_BYTES);
            self.member(TGT_21, object, "renderer_path", message);
        }
        let lod = resource
            .and_then(|index| self.facts.resources.get(index))
            .and_then(|resource| resource.lod);
        if let (Some(found), Some(lod)) = (lod_of_path(path), lod)
            && found != lod
        {
            let message = Message::new(&OTHER_LOD)
                .with("value", found)
                .with("limit", lod);
            self.member(TGT_22, object, "renderer_path", message);
        }
    }

    /// Rules over all components: every resource is used (TGT-19), names and paths are unique in theirs (TGT-23).
    pub(super) fn used_resources(&mut self, target: Object<'v, '_>) {
        let path = target.path.key("resources");
        let unused: Vec<(usize, &str)> = self
            .facts
            .resources
            .iter()
            .enumerate()
            .filter(|(_, resource)| resource.n_components == 0)
            .map(|(index, resource)| (index, resource.id))
            .collect();
        // A component with an unknown resource is the cause where there is one.
        if !self.report.has("TGT-19") {
            for (index, id) in unused {
                let message = Message::new(&UNUSED_RESOURCE).with("value", id);
                self.at(TGT_19, &path.index(index), message);
            }
        }
        let elements = target.get("components").and_then(|value| value.list());
        let mut taken: Taken<'v> = BTreeMap::new();
        let path = target.path.key("components");
        for (index, value) in elements.unwrap_or_default().iter().enumerate() {
            let path = path.index(index);
            let resource = self
                .facts
                .components
                .as_ref()
                .and_then(|components| components.get(index)?.resource);
            let (Some(resource), Some(members)) = (resource, value.members()) else {
                continue;
            };
            let object = Object {
                members,
                path: &path,
            };
            self.unique_in_resource(object, resource, &mut taken);
        }
    }

    fn unique_in_resource(
        &mut self,
        object: Object<'v, '_>,
        resource: usize,
        taken: &mut Taken<'v>,
    ) {
        for key in ["mesh_name", "renderer_path"] {
            let Some(text) = object.get(key).and_then(|value| value.text()) else {
                continue;
            };
            let place = object.path.key(key).pointer();
            if let Some(first) = taken.insert((resource, key, text), place) {
                let message = Message::new(&phrases::TWICE)
                    .with("value", text)
                    .with("first", first);
                self.member(TGT_23, object, key, message);
            }
        }
    }
}

/// The kind a known word stands for.
pub(super) fn kind_of_word(word: &str) -> RendererKind {
    if word == "static" {
        RendererKind::Static
    } else {
        RendererKind::Skinned
    }
}

/// Relative, with ordinary segments only; both path rules forbid the same letters.
fn has_clean_segments(path: &str) -> bool {
    !path.contains(['\\', ':'])
        && path
            .split('/')
            .all(|segment| !matches!(segment, "" | "." | ".."))
}

/// TGT-15; `name` is that of the resource, where it is known.
fn is_asset_path(path: &str, name: Option<&str>) -> bool {
    let stem = path
        .rsplit('/')
        .next()
        .and_then(|last| last.strip_suffix(".prefab"));
    path.len() <= MAX_PATH_BYTES
        && path.starts_with("assets/")
        && path.to_lowercase() == path
        && has_clean_segments(path)
        && stem.is_some_and(|stem| {
            // A name with upper-case letters is at fault itself (TGT-14).
            name.is_none_or(|name| stem == name || name.chars().any(char::is_uppercase))
        })
}

/// TGT-21.
fn is_renderer_path(path: &str) -> bool {
    path.is_empty() || (path.len() <= MAX_PATH_BYTES && has_clean_segments(path))
}

/// The LOD that a path below `Mesh_all/lodN` names (TGT-22).
fn lod_of_path(path: &str) -> Option<u32> {
    let rest = path.strip_prefix("Mesh_all/lod")?;
    let mut letters = rest.chars();
    let lod = letters.next()?.to_digit(10).filter(|lod| *lod <= 3)?;
    matches!(letters.next(), None | Some('/')).then_some(lod)
}
