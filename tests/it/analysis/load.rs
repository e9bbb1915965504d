//! Manifests of the test data as typed values: as much of the JSON as the proofs look at. It is no reader.

use bem_studio::formats::bem::manifest::{
    Candidate, Channel, Choice, Component, ComponentRule, Condition, Draw, Frame, FrameDeltas,
    KeepOverride, Manifest, Mesh, Operation, OptionGroup, Parameter, SlotCandidate, Stream,
    Texture, TextureReference, TextureSlot,
};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// A manifest with what belongs to it.
pub(crate) struct Case {
    pub(crate) manifest: Manifest,
    pub(crate) sizes: Vec<u64>,
    pub(crate) json: Value,
}

/// The folder of the selection cases.
pub(crate) fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/selection")
}

/// Reads a file whose root (or whose `manifest`) is a manifest, with `payload_sizes` at the root.
pub(crate) fn case(path: &Path) -> Case {
    let bytes = bem_studio::base::files::read_capped(path, 64 << 20).expect("the case reads");
    let json: Value = serde_json::from_slice(&bytes).expect("the case is JSON");
    let root = json.get("manifest").unwrap_or(&json);
    let manifest = manifest(root);
    let sizes = list(&json, "payload_sizes")
        .iter()
        .map(|size| size.as_u64().expect("a size"))
        .collect();
    Case {
        manifest,
        sizes,
        json,
    }
}

fn manifest(root: &Value) -> Manifest {
    let mut manifest = Manifest {
        name: text(root, "name"),
        option_groups: Some(list(root, "option_groups").iter().map(group).collect()),
        selection_constraints: list(root, "selection_constraints")
            .iter()
            .map(condition)
            .collect(),
        component_rules: list(root, "component_rules").iter().map(rule).collect(),
        texture_slots: list(root, "texture_slots").iter().map(slot).collect(),
        meshes: list(root, "meshes").iter().map(mesh).collect(),
        textures: list(root, "textures").iter().map(texture).collect(),
        parameters: list(root, "parameters").iter().map(parameter).collect(),
        mesh_deformations: list(root, "mesh_deformations")
            .iter()
            .map(channel)
            .collect(),
        ..Manifest::default()
    };
    if let Some(target) = root.get("target") {
        manifest.target.components = list(target, "components")
            .iter()
            .map(|component| Component {
                id: number(component, "id"),
                mesh_name: text(component, "mesh_name"),
                ..Component::default()
            })
            .collect();
    }
    manifest
}

fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value
        .get(key)
        .and_then(Value::as_array)
        .map_or(&[], Vec::as_slice)
}

fn text(value: &Value, key: &str) -> String {
    value
        .get(key)
        .and_then(Value::as_str)
        .unwrap_or_default()
        .to_owned()
}

fn number(value: &Value, key: &str) -> u32 {
    let number = value.get(key).and_then(Value::as_u64).unwrap_or(0);
    u32::try_from(number).expect("a 32-bit number")
}

fn maybe_number(value: &Value, key: &str) -> Option<u32> {
    value.get(key).filter(|found| !found.is_null())?;
    Some(number(value, key))
}

fn when(value: &Value, key: &str) -> Option<Condition> {
    value.get(key).map(condition)
}

fn condition(value: &Value) -> Condition {
    if let Some(constant) = value.as_bool() {
        return Condition::Constant(constant);
    }
    let parts = |key: &str| list(value, key).iter().map(condition).collect();
    if let Some(pair) = value.get("eq") {
        let name = |idx: usize| pair[idx].as_str().expect("a name").to_owned();
        return Condition::Eq {
            group: name(0),
            choice: name(1),
        };
    }
    if value.get("all").is_some() {
        return Condition::All(parts("all"));
    }
    if value.get("any").is_some() {
        return Condition::Any(parts("any"));
    }
    Condition::Not(Box::new(condition(value.get("not").expect("a condition"))))
}

fn group(value: &Value) -> OptionGroup {
    OptionGroup {
        id: text(value, "id"),
        name: text(value, "name"),
        default: text(value, "default"),
        choices: list(value, "choices")
            .iter()
            .map(|choice| Choice {
                id: text(choice, "id"),
                name: text(choice, "name"),
                ..Choice::default()
            })
            .collect(),
        available_when: when(value, "available_when"),
        ..OptionGroup::default()
    }
}

fn references(value: &Value, key: &str) -> Vec<TextureReference> {
    list(value, key)
        .iter()
        .map(|reference| match reference.as_u64() {
            Some(index) => TextureReference::Texture(u32::try_from(index).expect("an index")),
            None => TextureReference::Slot(text(reference, "slot")),
        })
        .collect()
}

fn rule(value: &Value) -> ComponentRule {
    ComponentRule {
        target: number(value, "target"),
        candidates: list(value, "candidates")
            .iter()
            .map(|candidate| Candidate {
                when: when(candidate, "when"),
                operation: match text(candidate, "operation").as_str() {
                    "replace" => Operation::Replace {
                        mesh: number(candidate, "mesh"),
                    },
                    "hide" => Operation::Hide,
                    _ => Operation::Keep,
                },
                material_overrides: list(candidate, "material_overrides")
                    .iter()
                    .map(|entry| KeepOverride {
                        material_slot: number(entry, "material_slot"),
                        textures: references(entry, "textures"),
                        ..KeepOverride::default()
                    })
                    .collect(),
                ..Candidate::default()
            })
            .collect(),
        ..ComponentRule::default()
    }
}

fn slot(value: &Value) -> TextureSlot {
    TextureSlot {
        id: text(value, "id"),
        candidates: list(value, "candidates")
            .iter()
            .map(|candidate| SlotCandidate {
                when: when(candidate, "when"),
                texture: maybe_number(candidate, "texture"),
            })
            .collect(),
    }
}

fn mesh(value: &Value) -> Mesh {
    Mesh {
        vertex_count: number(value, "vertex_count"),
        index_size: number(value, "index_size"),
        streams: list(value, "streams")
            .iter()
            .map(|stream| Stream {
                stride: number(stream, "stride"),
                payload: number(stream, "payload"),
                ..Stream::default()
            })
            .collect(),
        draws: list(value, "draws")
            .iter()
            .map(|draw| Draw {
                when: when(draw, "when"),
                indices: maybe_number(draw, "indices"),
                count: number(draw, "count"),
                textures: references(draw, "textures"),
                ..Draw::default()
            })
            .collect(),
        ..Mesh::default()
    }
}

fn texture(value: &Value) -> Texture {
    Texture {
        payload: number(value, "payload"),
        original_name: text(value, "original_name"),
        ..Texture::default()
    }
}

fn parameter(value: &Value) -> Parameter {
    Parameter {
        id: text(value, "id"),
        available_when: when(value, "available_when"),
        max: 1000,
        step: 1,
        ..Parameter::default()
    }
}

fn channel(value: &Value) -> Channel {
    Channel {
        mesh: number(value, "mesh"),
        parameter: text(value, "parameter"),
        frames: list(value, "frames")
            .iter()
            .map(|frame| Frame {
                value: number(frame, "value"),
                deltas: maybe_number(frame, "payload").map(|payload| FrameDeltas {
                    payload,
                    ..FrameDeltas::default()
                }),
            })
            .collect(),
    }
}
