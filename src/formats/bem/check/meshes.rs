//! Meshes as declared: vertices, streams, attributes, palettes (bem.md ch. 9). Draws are `draws.rs`'s work, bytes that of
//! `geometry.rs`.

use crate::base::text::{Message, Phrase};
use crate::formats::bem::check::Check;
use crate::formats::bem::check::facts::{Mesh, RendererKind, Structure};
use crate::formats::bem::check::report::{OnRead, Rule};
use crate::formats::bem::check::resources::{KINDS, kind_of_word};
use crate::formats::bem::check::top::JSON_10;
use crate::formats::bem::check::view::Object;
use crate::formats::bem::json::Value;
use crate::formats::bem::limits::{MAX_INDICES, MAX_TABLE, MAX_VERTICES};
use std::collections::BTreeSet;

const JSON_12: Rule = Rule::reject("JSON-12");
const MESH_01: Rule = Rule::reject("MESH-01");
const MESH_02: Rule = Rule::reject("MESH-02");
const MESH_03: Rule = Rule::reject("MESH-03");
const MESH_10: Rule = Rule::reject("MESH-10");
const MESH_11: Rule = Rule::reject("MESH-11");
const MESH_12: Rule = Rule::reject("MESH-12");
const MESH_21: Rule = Rule::reject("MESH-21");
const MESH_22: Rule = Rule::warn("MESH-22");
const TGT_25: Rule = Rule::reject("TGT-25");
const TGT_26: Rule = Rule::reject("TGT-26");
const TGT_27: Rule = Rule::reject("TGT-27");
const MAX_STREAMS: usize = 3;
const MAX_STRIDE: u32 = 64;
const MAX_PALETTE: usize = 256;
const KEYS: [&str; 9] = [
    "renderer_kind",
    "vertex_count",
    "index_size",
    "streams",
    "attributes",
    "bones",
    "draws",
    "indices",
    "index_count",
];

static INDEX_SIZE: Phrase = Phrase::new(
    "索引大小为 {value} 字节，只能是 2 或 4。",
    "インデックスの大きさは {value} バイトですが、2 か 4 でなければなりません。",
    "An index has {value} bytes; only 2 or 4 are possible.",
);
static N_STREAMS: Phrase = Phrase::new(
    "带蒙皮的网格有 {value} 个顶点流，必须恰好有 {limit} 个。",
    "スキンのあるメッシュの頂点ストリームは {value} 個ですが、ちょうど {limit} 個でなければなりません。",
    "A skinned mesh has exactly {limit} vertex streams; this one has {value}.",
);
static STATIC_PALETTE: Phrase = Phrase::new(
    "静态网格不能有骨骼表，这里有 {value} 项。",
    "静的なメッシュにボーン表は置けませんが、{value} 件あります。",
    "A static mesh cannot have a palette; this one has {value} entries.",
);
static OTHER_NAME: Phrase = Phrase::new(
    "名称为“{value}”，而部件 {component} 的表中第 {index} 项是“{wanted}”。",
    "名前は「{value}」ですが、パーツ {component} の表の {index} 番は「{wanted}」です。",
    "The name is “{value}”, but entry {index} of component {component} is “{wanted}”.",
);
static TWO_RESOURCES: Phrase = Phrase::new(
    "网格的骨骼和材质取自多个资源（{value}），必须同属一个。",
    "メッシュのボーンと材質が複数のリソース（{value}）に分かれています。一つにそろえなければなりません。",
    "The mesh takes bones and materials from several resources ({value}); all must lie in one.",
);
static STATIC_DONOR: Phrase = Phrase::new(
    "骨骼取自静态部件 {value}；只有带蒙皮的部件才能提供骨骼。",
    "ボーンを静的なパーツ {value} から借りています。ボーンを貸せるのはスキンのあるパーツだけです。",
    "A bone is taken from the static component {value}; only skinned components lend bones.",
);
static OBSOLETE: Phrase = Phrase::new(
    "“{key}”只在 1.0 版中有意义，这里被忽略。",
    "「{key}」は 1.0 でだけ意味を持ちます。ここでは無視されます。",
    "“{key}” has a meaning only in version 1.0; it is ignored here.",
);

/// Components a mesh takes something from.
#[derive(Debug, Default)]
pub(super) struct Donors {
    pub(super) bones: BTreeSet<usize>,
    pub(super) materials: BTreeSet<usize>,
}

impl<'v> Check<'v> {
    pub(super) fn meshes(&mut self, top: Object<'v, '_>) {
        let Some(elements) = self.elements(JSON_10, top, "meshes") else {
            return;
        };
        let path = top.path.key("meshes");
        self.count(JSON_12, &path, elements.len(), (0, MAX_TABLE));
        let mut found = Vec::with_capacity(elements.len());
        for (index, value) in elements.iter().enumerate() {
            let path = path.index(index);
            let mesh = match self.as_object(JSON_10, value, &path) {
                Some(object) => self.mesh(object),
                None => Mesh::default(),
            };
            found.push(mesh);
        }
        self.facts.meshes = Some(found);
    }

    fn mesh(&mut self, object: Object<'v, '_>) -> Mesh<'v> {
        self.metadata(object, &KEYS);
        let mut mesh = Mesh {
            kind: self.mesh_kind(object),
            vertex_count: self.u32_within(MESH_01, object, "vertex_count", (1, MAX_VERTICES)),
            ..Mesh::default()
        };
        if let Some(size) = self.u32(MESH_02, object, "index_size") {
            if matches!(size, 2 | 4) {
                mesh.index_size = Some(size);
            } else {
                let message = Message::new(&INDEX_SIZE)
                    .with("value", size)
                    .with("limit", 4);
                self.member(MESH_02, object, "index_size", message);
            }
        }
        self.facts.used.has_static |= mesh.kind == Some(RendererKind::Static);
        self.streams(object, &mut mesh);
        self.attributes(object, &mut mesh);
        let mut donors = Donors::default();
        self.palette(object, &mut mesh, &mut donors);
        self.mesh_indices(object, &mut mesh);
        self.draws(object, &mut mesh, &mut donors);
        if self.facts.structure == Structure::Explicit {
            mesh.resource = self.donor_resource(object, &donors);
        }
        mesh
    }

    fn mesh_kind(&mut self, object: Object<'v, '_>) -> Option<RendererKind> {
        match self.facts.structure {
            Structure::Legacy => Some(RendererKind::Skinned),
            Structure::Explicit => self
                .word(TGT_25, object, "renderer_kind", &KINDS)
                .map(kind_of_word),
            // Told already that none of this belongs here.
            Structure::Unclear => {
                let word = object.get("renderer_kind").and_then(Value::text)?;
                KINDS.contains(&word).then(|| kind_of_word(word))
            }
        }
    }

    fn streams(&mut self, object: Object<'v, '_>, mesh: &mut Mesh<'v>) {
        let Some(elements) = self.elements(MESH_03, object, "streams") else {
            return;
        };
        let path = object.path.key("streams");
        if mesh.kind == Some(RendererKind::Skinned) && elements.len() != MAX_STREAMS {
            let message = Message::new(&N_STREAMS)
                .with("value", elements.len())
                .with("limit", MAX_STREAMS);
            self.at(MESH_03, &path, message);
        } else if mesh.kind == Some(RendererKind::Static) {
            self.count(MESH_03, &path, elements.len(), (1, MAX_STREAMS));
        }
        for (index, value) in elements.iter().enumerate() {
            let path = path.index(index);
            let stream = match self.as_object(JSON_10, value, &path) {
                Some(stream) => {
                    self.metadata(stream, &["stride", "payload"]);
                    (
                        self.u32_within(MESH_03, stream, "stride", (1, MAX_STRIDE)),
                        self.payload(JSON_10, stream, "payload"),
                    )
                }
                None => (None, None),
            };
            mesh.streams.push(stream);
        }
    }

    fn palette(&mut self, object: Object<'v, '_>, mesh: &mut Mesh<'v>, donors: &mut Donors) {
        let is_static = mesh.kind == Some(RendererKind::Static);
        let rule = if is_static { MESH_10 } else { MESH_11 };
        let Some(elements) = self.elements(rule, object, "bones") else {
            return;
        };
        let path = object.path.key("bones");
        mesh.n_palette = Some(elements.len());
        if is_static {
            if !elements.is_empty() {
                let message = Message::new(&STATIC_PALETTE)
                    .with("value", elements.len())
                    .with("limit", 0);
                self.at(MESH_10, &path, message);
            }
            return;
        }
        if mesh.kind.is_some() {
            self.count(MESH_11, &path, elements.len(), (1, MAX_PALETTE));
        }
        for (index, value) in elements.iter().enumerate() {
            let path = path.index(index);
            if let Some(bone) = self.as_object(JSON_10, value, &path) {
                self.palette_bone(bone, donors);
            }
        }
    }

    fn palette_bone(&mut self, bone: Object<'v, '_>, donors: &mut Donors) {
        self.metadata(bone, &["component", "index", "name"]);
        let n_components = self.n_components();
        let component = self.index(MESH_12, bone, "component", n_components);
        let name = self.text(MESH_12, bone, "name");
        donors.bones.extend(component);
        let n_bones = component
            .and_then(|index| self.facts.components.as_ref()?.get(index)?.bones.as_ref())
            .map_or(usize::MAX, Vec::len);
        let index = self.index(MESH_12, bone, "index", n_bones);
        let (Some(component), Some(index)) = (component, index) else {
            return;
        };
        self.use_name(component, index, false);
        let wanted = self
            .facts
            .components
            .as_ref()
            .and_then(|all| all.get(component)?.bones.as_ref()?.get(index).copied())
            .flatten();
        self.same_name(MESH_12, bone, "name", (name, wanted), (component, index));
    }

    /// A name that must equal an entry of a component's table.
    pub(super) fn same_name(
        &mut self,
        rule: Rule,
        object: Object<'v, '_>,
        key: &str,
        (name, wanted): (Option<&str>, Option<&str>),
        (component, index): (usize, usize),
    ) {
        if let (Some(name), Some(wanted)) = (name, wanted)
            && name != wanted
        {
            let message = Message::new(&OTHER_NAME)
                .with("value", name)
                .with("component", component)
                .with("index", index)
                .with("wanted", wanted);
            self.member(rule, object, key, message);
        }
    }

    /// Number of components, or no limit where there is no readable list.
    pub(super) fn n_components(&self) -> usize {
        self.facts.components.as_ref().map_or(usize::MAX, Vec::len)
    }

    /// `indices` and `index_count`, which belong to 1.0 (MESH-21, MESH-22).
    fn mesh_indices(&mut self, object: Object<'v, '_>, mesh: &mut Mesh<'v>) {
        if self.is_composable() {
            for key in ["indices", "index_count"] {
                self.obsolete(object, key);
            }
            return;
        }
        mesh.indices = self.payload(JSON_10, object, "indices");
        mesh.index_count = self.u32_within(MESH_21, object, "index_count", (1, MAX_INDICES));
    }

    pub(super) fn obsolete(&mut self, object: Object<'v, '_>, key: &str) {
        if object.has(key) {
            let message = Message::new(&OBSOLETE).with("key", key);
            self.member(MESH_22.on_read(OnRead::Warn), object, key, message);
        }
    }

    /// The one resource of all donors (TGT-26, TGT-27).
    fn donor_resource(&mut self, object: Object<'v, '_>, donors: &Donors) -> Option<usize> {
        let components = self.facts.components.as_ref()?;
        let resources: BTreeSet<usize> = donors
            .bones
            .union(&donors.materials)
            .filter_map(|index| components.get(*index)?.resource)
            .collect();
        let is_static = |index: &&usize| {
            components
                .get(**index)
                .is_some_and(|component| component.kind == Some(RendererKind::Static))
        };
        let static_donors: Vec<usize> = donors.bones.iter().filter(is_static).copied().collect();
        for index in static_donors {
            let message = Message::new(&STATIC_DONOR).with("value", index);
            self.member(TGT_27, object, "bones", message);
        }
        if resources.len() > 1 {
            let names: Vec<&str> = resources
                .iter()
                .filter_map(|index| Some(self.facts.resources.get(*index)?.id))
                .collect();
            let message = Message::new(&TWO_RESOURCES).with("value", names.join(", "));
            self.at(TGT_26, object.path, message);
            return None;
        }
        resources.into_iter().next()
    }
}
