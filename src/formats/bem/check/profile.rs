//! Stage X: a package beside what is known of its target (GEO-01 to GEO-03, HINT-20). Packages are valid without it.
//! Where the knowledge comes from is the caller's affair.

use crate::base::findings::{Finding, Place};
use crate::base::numbers::usize_of;
use crate::base::text::{Message, Phrase, grouped};
use crate::formats::bem::check::report::{Purpose, Report, Rule};
use crate::formats::bem::manifest::{Manifest, Mesh, Operation, TextureReference};
use crate::formats::bem::write::PayloadStore;
use std::collections::BTreeSet;

const GEO_01: Rule = Rule::warn("GEO-01");
const GEO_02: Rule = Rule::warn("GEO-02");
const GEO_03: Rule = Rule::warn("GEO-03");
/// The stream of the skin, and its stride when every vertex follows one bone.
const SKIN_STREAM: usize = 2;
const RIGID_STRIDE: u32 = 4;

static N_COMPONENTS: Phrase = Phrase::new(
    "包里有 {value} 个部件，而目标有 {limit} 个。",
    "パッケージのパーツは {value} 個ですが、ターゲットには {limit} 個あります。",
    "The package has {value} components; the target has {limit}.",
);
static OTHER_COMPONENT: Phrase = Phrase::new(
    "部件 {component} 的“{key}”与目标档案不同。游戏更新后需要重新导出。",
    "パーツ {component} の「{key}」がターゲットの情報と違います。ゲームの更新後は書き出し直しが必要です。",
    "“{key}” of component {component} differs from the target profile. After a game update packages must be exported again.",
);
static NOT_RIGID: Phrase = Phrase::new(
    "部件 {component} 的原网格是刚性的，替换网格 {mesh} 也应是（每顶点 4 字节的蒙皮）。",
    "パーツ {component} の元のメッシュは剛体なので、差し替えるメッシュ {mesh} も剛体（1 頂点 4 バイトのスキン）にします。",
    "The original of component {component} is rigid; mesh {mesh} that replaces it must be too (a skin of 4 bytes a vertex).",
);
static INFLUENCES: Phrase = Phrase::new(
    "网格 {mesh} 的顶点 {vertex} 受 {value} 根骨骼影响，部件 {component} 允许 1 到 {limit} 根（共 {n} 个顶点有此问题）。",
    "メッシュ {mesh} の頂点 {vertex} は {value} 本のボーンに従いますが、パーツ {component} では 1〜{limit} 本です（全 {n} 頂点）。",
    "Vertex {vertex} of mesh {mesh} follows {value} bones; component {component} allows 1 to {limit} (vertices: {n}).",
);
static OTHER_TEXTURE: Phrase = Phrase::new(
    "原贴图名“{value}”不在部件 {component} 材质位 {slot} 的已知贴图之中。",
    "元のテクスチャ名「{value}」は、パーツ {component} の材質スロット {slot} の既知のテクスチャにありません。",
    "The original name “{value}” is not among the known textures of component {component}, material slot {slot}.",
);

/// What is known of a target.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Profile {
    /// Its components, in the order of the package's.
    pub components: Vec<ProfileComponent>,
}

/// What is known of a component.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProfileComponent {
    /// Full name of the original mesh.
    pub mesh_name: String,
    /// Sum over its submeshes.
    pub original_index_count: u32,
    /// Bone table in slot order.
    pub bone_names: Vec<String>,
    /// Material names in slot order.
    pub materials: Vec<String>,
    /// Original texture names by material slot; an empty list = not known.
    pub material_textures: Vec<Vec<String>>,
    /// Most bones a vertex may follow; none = not known.
    pub max_influences: Option<u32>,
    /// Whether the original is rigid; none = not known.
    pub is_rigid: Option<bool>,
}

/// Compares a package that passed the other stages with a profile.
pub fn compare_with_profile<P: PayloadStore + ?Sized>(
    manifest: &Manifest,
    payloads: &P,
    profile: &Profile,
    purpose: Purpose,
) -> Vec<Finding> {
    let mut report = Report::new(purpose);
    components(&mut report, manifest, profile);
    for (component, mesh) in replacements(manifest) {
        let known = profile.components.get(usize_of(component));
        if let (Some(known), Some(entry)) = (known, manifest.meshes.get(usize_of(mesh))) {
            skin(&mut report, payloads, known, (component, mesh, entry));
        }
    }
    texture_names(&mut report, manifest, profile);
    report.finish()
}

/// GEO-03.
fn components(report: &mut Report, manifest: &Manifest, profile: &Profile) {
    let (own, known) = (&manifest.target.components, &profile.components);
    if own.len() != known.len() {
        let message = Message::new(&N_COMPONENTS)
            .with("value", own.len())
            .with("limit", known.len());
        let place = Place::Pointer("/target/components".to_owned());
        report.add(GEO_03, place, message);
    }
    for (component, (own, known)) in own.iter().zip(known).enumerate() {
        let differs = [
            ("mesh_name", own.mesh_name != known.mesh_name),
            (
                "original_index_count",
                own.original_index_count != known.original_index_count,
            ),
            ("bone_names", own.bone_names != known.bone_names),
            ("materials", own.materials != known.materials),
        ];
        for (key, _) in differs.into_iter().filter(|(_, differs)| *differs) {
            let message = Message::new(&OTHER_COMPONENT)
                .with("component", component)
                .with("key", key);
            let place = Place::Pointer(format!("/target/components/{component}/{key}"));
            report.add(GEO_03, place, message);
        }
    }
}

/// Which mesh may take the place of which component, each pair once.
fn replacements(manifest: &Manifest) -> BTreeSet<(u32, u32)> {
    let rules = manifest.component_rules.iter().flat_map(|rule| {
        let candidates = rule.candidates.iter();
        candidates.map(|candidate| (rule.target, candidate.operation))
    });
    let fixed = manifest.appearances.iter().flat_map(|fixed| {
        let appearances = fixed.appearances.iter();
        appearances.flat_map(|appearance| {
            let components = appearance.components.iter();
            components.map(|component| (component.target, component.operation))
        })
    });
    rules
        .chain(fixed)
        .filter_map(|(component, operation)| match operation {
            Operation::Replace { mesh } => Some((component, mesh)),
            Operation::Keep | Operation::Hide => None,
        })
        .collect()
}

/// GEO-01 and GEO-02.
fn skin<P: PayloadStore + ?Sized>(
    report: &mut Report,
    payloads: &P,
    known: &ProfileComponent,
    (component, mesh, entry): (u32, u32, &Mesh),
) {
    let Some(stream) = entry
        .streams
        .get(SKIN_STREAM)
        .filter(|_| entry.is_skinned())
    else {
        return;
    };
    let place = || Place::Pointer(format!("/meshes/{mesh}/streams/{SKIN_STREAM}"));
    if known.is_rigid == Some(true) && stream.stride != RIGID_STRIDE {
        let message = Message::new(&NOT_RIGID)
            .with("component", component)
            .with("mesh", mesh);
        report.add(GEO_02, place(), message);
    }
    let (Some(limit), Ok(bytes)) = (known.max_influences, payloads.bytes(stream.payload)) else {
        return;
    };
    let counts = influences(&bytes, stream.stride);
    let mut wrong = counts
        .into_iter()
        .enumerate()
        .filter(|(_, n_bones)| !(1..=limit).contains(n_bones));
    if let Some((vertex, n_bones)) = wrong.next() {
        let message = Message::new(&INFLUENCES)
            .with("mesh", mesh)
            .with("vertex", vertex)
            .with("value", n_bones)
            .with("component", component)
            .with("limit", limit)
            .with("n", grouped(wrong.count().saturating_add(1)));
        report.add(GEO_01, place(), message);
    }
}

/// Weights that are not zero, by vertex. A rigid skin has none and follows one bone.
fn influences(bytes: &[u8], stride: u32) -> Vec<u32> {
    let weights_bytes = match stride {
        RIGID_STRIDE => return bytes.chunks_exact(4).map(|_| 1).collect(),
        12 => 2,
        _ => 4,
    };
    let vertices = bytes.chunks_exact(usize_of(stride).max(1));
    vertices
        .map(|vertex| {
            let weights = vertex.chunks_exact(weights_bytes).take(4);
            // The sign of a float zero is no weight.
            let is_used = |weight: &&[u8]| {
                let (last, rest) = weight.split_last().unwrap_or((&0, &[]));
                rest.iter().any(|byte| *byte != 0) || !matches!(last, 0 | 0x80)
            };
            let n_used = if weights_bytes == 2 {
                weights.filter(|weight| *weight != [0, 0]).count()
            } else {
                weights.filter(is_used).count()
            };
            u32::try_from(n_used).unwrap_or(u32::MAX)
        })
        .collect()
}

/// HINT-20.
fn texture_names(report: &mut Report, manifest: &Manifest, profile: &Profile) {
    for (mesh, entry) in manifest.meshes.iter().enumerate() {
        for (draw, entry) in entry.draws.iter().enumerate() {
            let known = profile
                .components
                .get(usize_of(entry.material_component))
                .and_then(|component| {
                    component
                        .material_textures
                        .get(usize_of(entry.material_slot))
                })
                .filter(|names| !names.is_empty());
            let Some(known) = known else { continue };
            for (index, reference) in entry.textures.iter().enumerate() {
                let names = original_names(manifest, reference);
                for name in names.into_iter().filter(|name| !known.contains(name)) {
                    let message = Message::new(&OTHER_TEXTURE)
                        .with("value", name)
                        .with("component", entry.material_component)
                        .with("slot", entry.material_slot);
                    let pointer = format!("/meshes/{mesh}/draws/{draw}/textures/{index}");
                    report.hint("HINT-20", Place::Pointer(pointer), message);
                }
            }
        }
    }
}

/// The original names a reference stands for: one, since a slot has one name (SLOT-03).
fn original_names<'m>(
    manifest: &'m Manifest,
    reference: &TextureReference,
) -> BTreeSet<&'m String> {
    let textures: Vec<u32> = match reference {
        TextureReference::Texture(texture) => vec![*texture],
        TextureReference::Slot(id) => {
            let slots = manifest.texture_slots.iter().filter(|slot| slot.id == *id);
            let candidates = slots.flat_map(|slot| &slot.candidates);
            candidates
                .filter_map(|candidate| candidate.texture)
                .collect()
        }
    };
    let entries = textures
        .iter()
        .filter_map(|texture| manifest.textures.get(usize_of(*texture)));
    entries.map(|texture| &texture.original_name).collect()
}
