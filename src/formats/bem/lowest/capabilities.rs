//! The capabilities a package needs and from which minor each is known (bem.md ch. 1).

use crate::formats::bem::manifest::{BindingEffect, ComponentRenderer, Manifest, TargetStructure};
use crate::formats::bem::texture_layout::TextureFormat;

/// Capability, first minor, last minor: all of the format.
pub(crate) const KNOWN: [(&str, u16, u16); 16] = [
    ("native-materials", 0, 5),
    ("palette-u8", 0, 5),
    ("indices-u32", 0, 5),
    ("fixed-appearances", 0, 0),
    ("texture-astc", 0, 5),
    ("composable-options", 1, 5),
    ("keep-material-textures", 1, 5),
    ("texture-slots", 2, 5),
    ("resource-bone-aliases", 2, 5),
    ("body-parameters", 3, 5),
    ("mesh-position-deltas", 3, 5),
    ("multi-resource-targets", 4, 5),
    ("static-meshes", 4, 5),
    ("material-overrides-v1", 5, 5),
    ("root-offset-v1", 5, 5),
    ("dynamic-drivers-v1", 5, 5),
];

/// The three that every package lists (VER-06).
pub(crate) const BASE: [&str; 3] = ["native-materials", "palette-u8", "indices-u32"];

/// The capabilities to list: the base, the structure, and exactly what the content uses; a listed `texture-astc` stays
/// while ASTC textures are there (VER-04 to VER-11, DEC-02, DEC-41, DEC-42).
pub fn capabilities(manifest: &Manifest) -> Vec<String> {
    let mut names: Vec<&str> = BASE.to_vec();
    let is_fixed = manifest.option_groups.is_none();
    names.push(if is_fixed {
        "fixed-appearances"
    } else {
        "composable-options"
    });
    let lists_astc = manifest
        .required_capabilities
        .iter()
        .any(|name| name == "texture-astc");
    if lists_astc && uses_astc(manifest) {
        names.push("texture-astc");
    }
    names.extend(
        USES.iter()
            .filter(|(_, is_used)| is_used(manifest))
            .map(|(name, _)| name),
    );
    let is_option_less = manifest.option_groups.as_ref().is_some_and(Vec::is_empty);
    let reaches_1_3 = USES
        .iter()
        .any(|(name, is_used)| minor_of(name) >= Some(3) && is_used(manifest));
    if is_option_less && !reaches_1_3 {
        names.push("body-parameters");
    }
    names.into_iter().map(str::to_owned).collect()
}

/// The minor from which a capability is known; none if it is none of the format.
pub(crate) fn minor_of(name: &str) -> Option<u16> {
    KNOWN
        .iter()
        .find(|(known, ..)| *known == name)
        .map(|(_, first, _)| *first)
}

/// Whether a texture has an ASTC format.
pub fn uses_astc(manifest: &Manifest) -> bool {
    manifest
        .textures
        .iter()
        .any(|texture| TextureFormat::find(texture.format).is_some_and(TextureFormat::is_astc))
}

type IsUsed = fn(&Manifest) -> bool;

/// Capabilities of features, and whether a manifest uses the feature.
const USES: [(&str, IsUsed); 10] = [
    ("keep-material-textures", has_keep_overrides),
    ("texture-slots", |manifest| {
        !manifest.texture_slots.is_empty()
    }),
    ("resource-bone-aliases", has_aliases),
    ("body-parameters", |manifest| {
        !manifest.parameters.is_empty()
    }),
    ("mesh-position-deltas", |manifest| {
        !manifest.mesh_deformations.is_empty()
    }),
    ("multi-resource-targets", |manifest| {
        matches!(manifest.target.structure, TargetStructure::Explicit { .. })
    }),
    ("static-meshes", has_static),
    ("material-overrides-v1", |manifest| {
        has_draw_overrides(manifest) || has_material_bindings(manifest)
    }),
    ("root-offset-v1", |manifest| manifest.root_offset.is_some()),
    ("dynamic-drivers-v1", |manifest| {
        !manifest.drivers.is_empty()
    }),
];

fn has_keep_overrides(manifest: &Manifest) -> bool {
    manifest
        .component_rules
        .iter()
        .flat_map(|rule| &rule.candidates)
        .any(|candidate| !candidate.material_overrides.is_empty())
}

fn has_aliases(manifest: &Manifest) -> bool {
    manifest
        .target
        .components
        .iter()
        .any(|component| !component.bone_name_aliases.is_empty())
}

fn has_static(manifest: &Manifest) -> bool {
    let is_static = |renderer: &ComponentRenderer| renderer.renderer_kind == "static";
    let mut components = manifest.target.components.iter();
    components.any(|component| component.renderer.as_ref().is_some_and(is_static))
        || manifest.meshes.iter().any(|mesh| !mesh.is_skinned())
}

fn has_draw_overrides(manifest: &Manifest) -> bool {
    manifest
        .meshes
        .iter()
        .flat_map(|mesh| &mesh.draws)
        .any(|draw| draw.material_overrides.is_some())
}

fn has_material_bindings(manifest: &Manifest) -> bool {
    manifest
        .drivers
        .iter()
        .flat_map(|driver| &driver.bindings)
        .any(|binding| {
            matches!(
                binding.effect,
                BindingEffect::MaterialFloat { .. }
                    | BindingEffect::MaterialColor { .. }
                    | BindingEffect::MaterialKeyword { .. }
            )
        })
}
