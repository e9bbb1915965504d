//! Everything in a manifest that asks for a later minor, in the order of bem.md ch. 19.

use crate::base::limits::MIB;
use crate::base::text::{Message, Phrase, bytes, grouped};
use crate::formats::bem::limits::Limits;
use crate::formats::bem::lowest::capabilities::{capabilities, minor_of};
use crate::formats::bem::lowest::{Facts, Reason, phrases};
use crate::formats::bem::manifest::{Manifest, TargetStructure, Texture};
use crate::formats::bem::texture_layout::TextureFormat;

/// All reasons of a composable manifest; the caller sorts them.
pub(super) fn of(manifest: &Manifest, facts: &Facts) -> Vec<Reason> {
    let mut found = Reasons::default();
    version_5(manifest, &mut found);
    version_4(manifest, &mut found);
    version_3(manifest, &mut found);
    version_2(manifest, facts, &mut found);
    listed_capabilities(manifest, &mut found);
    found.0
}

/// Why a manifest of fixed appearances cannot be written as 1.0 and needs converting; empty = it can.
pub fn conversion_reasons(manifest: &Manifest, facts: &Facts) -> Vec<Reason> {
    let mut found = Reasons::default();
    version_5(manifest, &mut found);
    version_4(manifest, &mut found);
    version_3(manifest, &mut found);
    let fixed = Limits::of(0);
    slots_and_aliases(manifest, &mut found);
    sizes(manifest, facts, fixed, &mut found);
    listed_capabilities(manifest, &mut found);
    found
        .0
        .sort_by_key(|reason| std::cmp::Reverse(reason.minor));
    found.0
}

#[derive(Default)]
struct Reasons(Vec<Reason>);

impl Reasons {
    fn add(&mut self, minor: u16, pointer: impl Into<String>, feature: Message) {
        self.0.push(Reason {
            minor,
            pointer: pointer.into(),
            feature,
        });
    }

    /// One reason for all places of a kind: the first is named.
    fn add_first(&mut self, minor: u16, phrase: &'static Phrase, places: &[(String, String)]) {
        if let Some((pointer, name)) = places.first() {
            self.add(
                minor,
                pointer.clone(),
                Message::new(phrase)
                    .with("name", name)
                    .with("n", places.len()),
            );
        }
    }
}

fn version_5(manifest: &Manifest, found: &mut Reasons) {
    let mut draws = Vec::new();
    for (mesh, entry) in manifest.meshes.iter().enumerate() {
        for (draw, entry) in entry.draws.iter().enumerate() {
            if entry.material_overrides.is_some() {
                draws.push((
                    format!("/meshes/{mesh}/draws/{draw}/material_overrides"),
                    entry.material_name.clone(),
                ));
            }
        }
    }
    found.add_first(5, &phrases::DRAW_OVERRIDES, &draws);
    if manifest.root_offset.is_some() {
        found.add(5, "/root_offset", Message::new(&phrases::ROOT_OFFSET));
    }
    for (index, driver) in manifest.drivers.iter().enumerate() {
        found.add(
            5,
            format!("/drivers/{index}"),
            Message::new(&phrases::DRIVER).with("name", driver.shown_name()),
        );
    }
}

fn version_4(manifest: &Manifest, found: &mut Reasons) {
    let target = &manifest.target;
    let has_key = |extra: &[(String, _)], keys: &[&str]| {
        extra.iter().any(|(key, _)| keys.contains(&key.as_str()))
    };
    let stray_component = target.components.iter().any(|component| {
        has_key(
            &component.extra,
            &["resource", "renderer_kind", "renderer_path"],
        )
    });
    let stray_mesh = manifest
        .meshes
        .iter()
        .any(|mesh| mesh.renderer_kind.is_some() || has_key(&mesh.extra, &["renderer_kind"]));
    if matches!(target.structure, TargetStructure::Explicit { .. }) {
        found.add(4, "/target/resources", Message::new(&phrases::RESOURCES));
    } else if has_key(&target.extra, &["kind", "id", "resources"]) || stray_component || stray_mesh
    {
        found.add(4, "/target", Message::new(&phrases::EXPLICIT_KEYS));
    }
}

fn version_3(manifest: &Manifest, found: &mut Reasons) {
    let sliders: Vec<(String, String)> = manifest
        .parameters
        .iter()
        .enumerate()
        .map(|(index, parameter)| (format!("/parameters/{index}"), parameter.name.clone()))
        .collect();
    found.add_first(3, &phrases::SLIDER, &sliders);
    if !manifest.mesh_deformations.is_empty() && sliders.is_empty() {
        found.add(3, "/mesh_deformations", Message::new(&phrases::CHANNELS));
    }
    let is_option_less = manifest.option_groups.as_ref().is_some_and(Vec::is_empty);
    if is_option_less {
        found.add(3, "/option_groups", Message::new(&phrases::NO_GROUPS));
    }
}

fn version_2(manifest: &Manifest, facts: &Facts, found: &mut Reasons) {
    let first = Limits::of(1);
    slots_and_aliases(manifest, found);
    for (index, group) in manifest.option_groups.iter().flatten().enumerate() {
        if group.choices.len() > first.choices {
            found.add(
                2,
                format!("/option_groups/{index}/choices"),
                Message::new(&phrases::CHOICES)
                    .with("name", &group.name)
                    .with("n", group.choices.len())
                    .with("limit", first.choices),
            );
        }
    }
    let n_candidates = candidate_total(manifest);
    if n_candidates > first.all_candidates {
        found.add(
            2,
            "",
            Message::new(&phrases::CANDIDATES)
                .with("n", n_candidates)
                .with("limit", first.all_candidates),
        );
    }
    sizes(manifest, facts, first, found);
}

fn slots_and_aliases(manifest: &Manifest, found: &mut Reasons) {
    let slots: Vec<(String, String)> = manifest
        .texture_slots
        .iter()
        .enumerate()
        .map(|(index, slot)| (format!("/texture_slots/{index}"), slot.id.clone()))
        .collect();
    found.add_first(2, &phrases::SLOT, &slots);
    let aliases: Vec<(String, String)> = manifest
        .target
        .components
        .iter()
        .enumerate()
        .filter(|(_, component)| !component.bone_name_aliases.is_empty())
        .map(|(index, component)| {
            (
                format!("/target/components/{index}/bone_name_aliases"),
                component.mesh_name.clone(),
            )
        })
        .collect();
    found.add_first(2, &phrases::ALIAS, &aliases);
    let wide: Vec<(String, String)> = manifest
        .meshes
        .iter()
        .enumerate()
        .filter(|(_, mesh)| {
            mesh.is_skinned()
                && mesh
                    .streams
                    .get(2)
                    .is_some_and(|stream| stream.stride == 32)
        })
        .map(|(index, _)| (format!("/meshes/{index}/streams/2"), index.to_string()))
        .collect();
    found.add_first(2, &phrases::WIDE_SKIN, &wide);
}

/// What exceeds the limits of an early version.
fn sizes(manifest: &Manifest, facts: &Facts, limits: Limits, found: &mut Reasons) {
    let n_payloads = facts.n_payloads;
    if u32::try_from(n_payloads).is_ok_and(|n| n > limits.payloads) {
        let feature = Message::new(&phrases::PAYLOADS)
            .with("n", grouped(n_payloads))
            .with("limit", grouped(limits.payloads));
        found.add(2, "", feature);
    }
    for (index, texture) in manifest.textures.iter().enumerate() {
        let size = texture_bytes(texture);
        if size > limits.texture_bytes {
            let feature = Message::new(&phrases::TEXTURE)
                .with("name", &texture.original_name)
                .with("size", bytes(size))
                .with("limit", bytes(limits.texture_bytes));
            found.add(2, format!("/textures/{index}"), feature);
        }
    }
    let Some(maxima) = facts.maxima else { return };
    let limit = u64::try_from(limits.textures).unwrap_or(u64::MAX);
    if maxima.textures > limit {
        let feature = Message::new(&phrases::ACTIVE_TEXTURES)
            .with("n", maxima.textures)
            .with("limit", limit);
        // 1.0 and 1.1 have the same limit.
        found.add(2, "", feature);
    }
    let most = maxima.decoded_bytes.max(maxima.resident_bytes);
    if most > limits.selection_bytes {
        let feature = Message::new(&phrases::SELECTION)
            .with("size", bytes(most))
            .with("limit", bytes(limits.selection_bytes));
        // What fixed appearances may not hold, the first composable version may up to its own limit.
        let minor = if most > 768 * MIB { 2 } else { 1 };
        found.add(minor, "", feature);
    }
}

/// Capabilities that are listed though nothing uses them.
fn listed_capabilities(manifest: &Manifest, found: &mut Reasons) {
    let used = capabilities(manifest);
    for (index, name) in manifest.required_capabilities.iter().enumerate() {
        let minor = minor_of(name).unwrap_or(0);
        if minor >= 2 && !used.contains(name) {
            found.add(
                minor,
                format!("/required_capabilities/{index}"),
                Message::new(&phrases::CAPABILITY).with("name", name),
            );
        }
    }
}

/// Component candidates, draws and slot candidates of the whole package (OPT-16).
pub(crate) fn candidate_total(manifest: &Manifest) -> usize {
    let rules = manifest.component_rules.iter();
    let draws = manifest.meshes.iter();
    let slots = manifest.texture_slots.iter();
    rules
        .map(|rule| rule.candidates.len())
        .chain(draws.map(|mesh| mesh.draws.len()))
        .chain(slots.map(|slot| slot.candidates.len()))
        .fold(0, usize::saturating_add)
}

/// Bytes a texture declares with all its levels; 0 for an unknown format (TEX-01 speaks then).
fn texture_bytes(texture: &Texture) -> u64 {
    TextureFormat::find(texture.format).map_or(0, |format| {
        format.total_bytes(texture.width, texture.height, texture.mips)
    })
}
