//! Draws: counts, materials, and the index list of 1.0 (bem.md ch. 9). Texture lists are `texture_lists.rs`'s work.

use crate::base::findings::Place;
use crate::base::text::{Message, Phrase};
use crate::formats::bem::check::Check;
use crate::formats::bem::check::conditions::Scope;
use crate::formats::bem::check::facts::{Draw, Mesh, Structure};
use crate::formats::bem::check::ids::length_message;
use crate::formats::bem::check::meshes::Donors;
use crate::formats::bem::check::report::{OnRead, Rule};
use crate::formats::bem::check::top::JSON_10;
use crate::formats::bem::check::view::Object;
use crate::formats::bem::limits::{MAX_INDICES, MAX_NAME_BYTES};
use std::collections::BTreeSet;

const ID_07: Rule = Rule::reject("ID-07");
const MESH_16: Rule = Rule::reject("MESH-16");
const MESH_17: Rule = Rule::reject("MESH-17");
const MESH_18: Rule = Rule::reject("MESH-18");
const MESH_21: Rule = Rule::reject("MESH-21");
const MESH_23: Rule = Rule::reject("MESH-23");
const MAX_SLOT: usize = 256;
const KEYS: [&str; 9] = [
    "when",
    "indices",
    "start",
    "count",
    "material_component",
    "material_slot",
    "material_name",
    "textures",
    "material_overrides",
];

static BAD_COUNT: Phrase = Phrase::new(
    "绘制段有 {value} 个索引，必须是 3 的倍数，且在 3 到 {limit} 之间。",
    "描画区分のインデックスは {value} 個ですが、3 の倍数で 3〜{limit} でなければなりません。",
    "The draw has {value} indices; it must be a multiple of 3 between 3 and {limit}.",
);
static WRONG_START: Phrase = Phrase::new(
    "绘制段从索引 {value} 开始，应从 {wanted} 开始。",
    "描画区分はインデックス {value} から始まりますが、{wanted} からでなければなりません。",
    "The draw starts at index {value}; it must start at {wanted}.",
);
static WRONG_END: Phrase = Phrase::new(
    "最后一个绘制段止于索引 {value}，而网格共有 {limit} 个索引。",
    "最後の描画区分はインデックス {value} で終わりますが、メッシュには {limit} 個あります。",
    "The last draw ends at index {value}, but the mesh has {limit}.",
);

impl<'v> Check<'v> {
    pub(super) fn draws(
        &mut self,
        object: Object<'v, '_>,
        mesh: &mut Mesh<'v>,
        donors: &mut Donors,
    ) {
        let Some(elements) = self.elements(MESH_16, object, "draws") else {
            return;
        };
        let path = object.path.key("draws");
        self.count(MESH_16, &path, elements.len(), (1, self.limits.draws));
        mesh.draws.reserve(elements.len());
        // Where the next draw of a 1.0 mesh has to start; none once that is unknown.
        let mut next = Some(0);
        for (index, value) in elements.iter().enumerate() {
            let path = path.index(index);
            let draw = match self.as_object(JSON_10, value, &path) {
                Some(object) => self.draw(object, donors, &mut next),
                None => Draw::default(),
            };
            mesh.draws.push(draw);
        }
        if let (false, Some(end), Some(limit)) = (self.is_composable(), next, mesh.index_count)
            && end != limit
            && !elements.is_empty()
        {
            let message = Message::new(&WRONG_END)
                .with("value", end)
                .with("limit", limit);
            self.at(MESH_21, &path, message);
        }
    }

    fn draw(
        &mut self,
        object: Object<'v, '_>,
        donors: &mut Donors,
        next: &mut Option<u32>,
    ) -> Draw<'v> {
        self.metadata(object, &KEYS);
        let mut draw = Draw {
            count: self.draw_count(object),
            ..Draw::default()
        };
        if self.is_composable() {
            self.optional_condition(object, "when", Scope::Anywhere);
            self.obsolete(object, "start");
            draw.payload = self.payload(JSON_10, object, "indices");
        } else {
            self.draw_start(object, draw.count, next);
        }
        self.material(object, donors);
        if let Some(elements) = self.elements(MESH_23, object, "textures") {
            let path = object.path.key("textures");
            draw.textures = self.texture_list(elements, &path);
            if elements.len() > self.limits.textures {
                let rule = MESH_23.on_read(OnRead::Warn);
                self.count(rule, &path, elements.len(), (0, self.limits.textures));
            }
        }
        if object.has("material_overrides") {
            if self.minor < 5 {
                self.too_early(object, "material_overrides", 5, false);
            } else {
                draw.keywords = self.material_overrides(object);
            }
        }
        draw
    }

    fn draw_count(&mut self, object: Object<'v, '_>) -> Option<u32> {
        let count = self.u32(MESH_17, object, "count")?;
        if (3..MAX_INDICES).contains(&count) && count % 3 == 0 {
            return Some(count);
        }
        let message = Message::new(&BAD_COUNT)
            .with("value", count)
            .with("limit", MAX_INDICES.saturating_sub(1));
        self.member(MESH_17, object, "count", message);
        None
    }

    /// `start` of a 1.0 draw; `next` moves to where the following draw has to start.
    fn draw_start(&mut self, object: Object<'v, '_>, count: Option<u32>, next: &mut Option<u32>) {
        let start = self.u32(MESH_21, object, "start");
        if let (Some(start), Some(wanted)) = (start, *next)
            && start != wanted
        {
            let message = Message::new(&WRONG_START)
                .with("value", start)
                .with("wanted", wanted);
            self.member(MESH_21, object, "start", message);
            // One fault: the rest is judged as if this draw stood where it should.
            *next = None;
            return;
        }
        *next = match (*next, count) {
            (Some(next), Some(count)) => next.checked_add(count),
            _ => None,
        };
    }

    /// `material_component`, `material_slot`, `material_name` (MESH-18).
    fn material(&mut self, object: Object<'v, '_>, donors: &mut Donors) {
        let n_components = self.n_components();
        let component = self.index(MESH_18, object, "material_component", n_components);
        donors.materials.extend(component);
        let name = self.text(MESH_18, object, "material_name");
        let materials = component.and_then(|index| {
            self.facts
                .components
                .as_ref()?
                .get(index)?
                .materials
                .as_ref()
        });
        let n_materials = materials.map_or(MAX_SLOT, |list| list.len().min(MAX_SLOT));
        let slot = self.index(MESH_18, object, "material_slot", n_materials);
        let (Some(component), Some(slot)) = (component, slot) else {
            return;
        };
        self.use_name(component, slot, true);
        let wanted = self.material_name(component, slot);
        let names = (name, wanted);
        self.same_name(MESH_18, object, "material_name", names, (component, slot));
    }

    pub(super) fn material_name(&self, component: usize, slot: usize) -> Option<&'v str> {
        let components = self.facts.components.as_ref()?;
        *components.get(component)?.materials.as_ref()?.get(slot)?
    }

    /// Notes that a bone or material name is used, which makes a bad one fatal (ID-07).
    pub(super) fn use_name(&mut self, component: usize, index: usize, is_material: bool) {
        self.facts
            .used_names
            .insert((component, is_material, index));
    }

    /// ID-07: bad names warn in legacy targets as long as nothing uses them.
    pub(super) fn name_tables(&mut self) {
        let Some(components) = self.facts.components.take() else {
            return;
        };
        let is_legacy = self.facts.structure == Structure::Legacy;
        for (component, entry) in components.iter().enumerate() {
            for (key, names) in [
                ("bone_names", &entry.bones),
                ("materials", &entry.materials),
            ] {
                let is_material = key == "materials";
                for (index, name) in names.iter().flatten().enumerate() {
                    let Some(name) = name else { continue };
                    if (1..=MAX_NAME_BYTES).contains(&name.len()) {
                        continue;
                    }
                    let place = (component, is_material, index);
                    let is_used = self.facts.used_names.contains(&place);
                    let rule = if is_legacy && !is_used {
                        ID_07.on_read(OnRead::Warn)
                    } else {
                        ID_07
                    };
                    let pointer = format!("/target/components/{component}/{key}/{index}");
                    let message = length_message(key, name.len(), MAX_NAME_BYTES);
                    self.report.add(rule, Place::Pointer(pointer), message);
                }
            }
        }
        self.facts.components = Some(components);
    }
}

/// Names that something refers to: component, whether it is a material, index.
pub(super) type UsedNames = BTreeSet<(usize, bool, usize)>;
