//! The manifest of a document from the shapes of its meshes and textures. Skeleton and build both come through here, so
//! that what is checked while editing is what is written.
//!
//! Payload numbers run in the order of first reference: per mesh its streams, then its indices; then textures (WRT-02).

use crate::base::numbers::u32_of;
use crate::convert::texture::format::{self, TextureFormat};
use crate::document::parts::{Document, Draw, Mesh, Operation};
use crate::export::conditions;
use crate::export::order::Order;
use crate::formats::bem::manifest::{self, Manifest};
use crate::model::target::TargetProfile;

/// The id of the only appearance of a package without option groups.
const ONLY_APPEARANCE: &str = "default";

/// Everything about a mesh that the manifest states, without its bytes.
#[derive(Clone, Debug, Default)]
pub(super) struct MeshShape {
    pub(super) vertex_count: u32,
    /// 2 or 4 bytes.
    pub(super) index_size: u32,
    pub(super) strides: Vec<u32>,
    pub(super) attributes: Vec<manifest::Attribute>,
    pub(super) palette: Vec<manifest::PaletteBone>,
    /// Number of indices by draw.
    pub(super) counts: Vec<u32>,
}

/// Everything about a texture that the manifest states, without its bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct TextureShape {
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) mips: u32,
    pub(super) format: TextureFormat,
    pub(super) srgb: bool,
}

/// A manifest and the decoded size of each payload in bytes, by payload ID.
#[derive(Debug)]
pub(super) struct Assembled {
    pub(super) manifest: Manifest,
    pub(super) payload_sizes: Vec<u64>,
}

/// Gives payload numbers out in order.
#[derive(Default)]
struct Payloads {
    sizes: Vec<u64>,
}

impl Payloads {
    fn add(&mut self, size_bytes: u64) -> u32 {
        self.sizes.push(size_bytes);
        u32_of(self.sizes.len() - 1)
    }
}

/// The whole manifest. `meshes` and `textures` are those of `order`, by the same index.
pub(super) fn assemble(
    document: &Document,
    profile: &TargetProfile,
    order: &Order<'_>,
    meshes: &[MeshShape],
    textures: &[TextureShape],
) -> Assembled {
    let is_fixed = document.groups.is_empty();
    let mut payloads = Payloads::default();
    let package = &document.package;
    let mut made = Manifest {
        package_id: package.id.clone(),
        name: package.name.clone(),
        author: package.author.clone(),
        version: package.version.clone(),
        required_capabilities: capabilities(is_fixed),
        target: target_of(profile),
        ..Manifest::default()
    };
    for ((_, mesh), shape) in order.meshes.iter().zip(meshes) {
        made.meshes.push(mesh_of(
            document,
            profile,
            order,
            (mesh, shape),
            &mut payloads,
        ));
    }
    for ((_, texture), shape) in order.textures.iter().zip(textures) {
        let size_bytes =
            format::mip_chain_bytes(shape.format, shape.width, shape.height, shape.mips);
        made.textures.push(manifest::Texture {
            width: shape.width,
            height: shape.height,
            mips: shape.mips,
            format: shape.format.number(),
            srgb: shape.srgb,
            original_name: texture.original_name.clone(),
            payload: payloads.add(size_bytes),
            ..manifest::Texture::default()
        });
    }
    if is_fixed {
        made.appearances = Some(appearances_of(document, order));
    } else {
        made.option_groups = Some(
            document
                .groups
                .iter()
                .map(|group| group_of(group))
                .collect(),
        );
        made.component_rules = rules_of(document, order);
    }
    Assembled {
        manifest: made,
        payload_sizes: payloads.sizes,
    }
}

/// Exactly what the content needs (bem.md ch. 1).
fn capabilities(is_fixed: bool) -> Vec<String> {
    let states = if is_fixed {
        "fixed-appearances"
    } else {
        "composable-options"
    };
    ["native-materials", "palette-u8", "indices-u32", states]
        .map(str::to_owned)
        .to_vec()
}

fn target_of(profile: &TargetProfile) -> manifest::Target {
    let components = profile
        .components
        .iter()
        .map(|component| manifest::Component {
            id: component.id,
            mesh_name: component.mesh_name.clone(),
            original_index_count: component.original_index_count,
            bone_names: component.bone_names.clone(),
            materials: component.materials.clone(),
            ..manifest::Component::default()
        });
    manifest::Target {
        structure: manifest::TargetStructure::Legacy {
            character_id: profile.character_id.clone(),
            world_resource: profile.world_resource.clone(),
            ui_resource: profile.ui_resource.clone(),
        },
        profile_id: profile.profile_id.clone(),
        revision: profile.revision.clone(),
        snapshot: Some(profile.snapshot.clone()),
        components: components.collect(),
        ..manifest::Target::default()
    }
}

fn mesh_of(
    document: &Document,
    profile: &TargetProfile,
    order: &Order<'_>,
    (mesh, shape): (&Mesh, &MeshShape),
    payloads: &mut Payloads,
) -> manifest::Mesh {
    let is_fixed = document.groups.is_empty();
    let n_vertices = u64::from(shape.vertex_count);
    let streams = shape.strides.iter().map(|stride| manifest::Stream {
        stride: *stride,
        payload: payloads.add(n_vertices * u64::from(*stride)),
        ..manifest::Stream::default()
    });
    let mut made = manifest::Mesh {
        vertex_count: shape.vertex_count,
        index_size: shape.index_size,
        streams: streams.collect(),
        attributes: shape.attributes.clone(),
        bones: shape.palette.clone(),
        ..manifest::Mesh::default()
    };
    let bytes_of = |count: u64| count * u64::from(shape.index_size);
    let mut start = 0;
    for (draw, count) in mesh.draws.iter().zip(&shape.counts) {
        let mut drawn = draw_of(document, profile, order, draw, *count);
        if is_fixed {
            drawn.start = Some(start);
        } else {
            drawn.indices = Some(payloads.add(bytes_of(u64::from(*count))));
        }
        start += count;
        made.draws.push(drawn);
    }
    if is_fixed {
        made.index_count = Some(start);
        made.indices = Some(payloads.add(bytes_of(u64::from(start))));
    }
    made
}

fn draw_of(
    document: &Document,
    profile: &TargetProfile,
    order: &Order<'_>,
    draw: &Draw,
    count: u32,
) -> manifest::Draw {
    let donor = profile.components.get(draw.donor.component as usize);
    let material_name =
        donor.and_then(|component| component.materials.get(draw.donor.slot as usize));
    let textures = draw
        .textures
        .iter()
        .filter_map(|texture| order.texture_index(*texture));
    manifest::Draw {
        when: draw
            .when
            .as_ref()
            .map(|when| conditions::exported(document, when)),
        count,
        material_component: draw.donor.component,
        material_slot: draw.donor.slot,
        material_name: material_name.cloned().unwrap_or_default(),
        textures: textures.map(manifest::TextureReference::Texture).collect(),
        ..manifest::Draw::default()
    }
}

fn operation_of(order: &Order<'_>, operation: Operation) -> manifest::Operation {
    match operation {
        Operation::Keep => manifest::Operation::Keep,
        Operation::Hide => manifest::Operation::Hide,
        // A mesh that is gone cannot be shown: the original stays.
        Operation::Replace(mesh) => order
            .mesh_index(mesh)
            .map_or(manifest::Operation::Keep, |mesh| {
                manifest::Operation::Replace { mesh }
            }),
    }
}

fn appearances_of(document: &Document, order: &Order<'_>) -> manifest::Appearances {
    let components =
        (0_u32..)
            .zip(&document.rules)
            .map(|(target, rule)| manifest::AppearanceComponent {
                target,
                operation: operation_of(order, conditions::fixed(rule)),
                extra: Vec::new(),
            });
    let only = manifest::Appearance {
        id: ONLY_APPEARANCE.to_owned(),
        name: document.package.name.clone(),
        components: components.collect(),
        ..manifest::Appearance::default()
    };
    manifest::Appearances {
        default_appearance_id: ONLY_APPEARANCE.to_owned(),
        appearances: vec![only],
    }
}

fn group_of(group: &crate::document::parts::OptionGroup) -> manifest::OptionGroup {
    let choices = group.choices.iter().map(|choice| manifest::Choice {
        id: choice.export_id.clone(),
        name: choice.name.clone(),
        ..manifest::Choice::default()
    });
    let default = group
        .choices
        .iter()
        .find(|choice| choice.id == group.default);
    manifest::OptionGroup {
        id: group.export_id.clone(),
        name: group.name.clone(),
        default: default
            .map(|choice| choice.export_id.clone())
            .unwrap_or_default(),
        choices: choices.collect(),
        ..manifest::OptionGroup::default()
    }
}

fn rules_of(document: &Document, order: &Order<'_>) -> Vec<manifest::ComponentRule> {
    let rules = (0_u32..).zip(&document.rules).map(|(target, rule)| {
        let candidates =
            conditions::candidates(document, rule)
                .into_iter()
                .map(|(when, operation)| manifest::Candidate {
                    when: when.map(|when| conditions::exported(document, &when)),
                    operation: operation_of(order, operation),
                    ..manifest::Candidate::default()
                });
        manifest::ComponentRule {
            target,
            candidates: candidates.collect(),
            ..manifest::ComponentRule::default()
        }
    });
    rules.collect()
}
