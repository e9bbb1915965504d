//! JSON to typed appearances, groups, conditions and rules. It judges nothing.

use crate::formats::bem::json::{Members, Value, find};
use crate::formats::bem::manifest::read::{Reader, set, set_some, text};
use crate::formats::bem::manifest::{
    Appearance, AppearanceComponent, Candidate, Choice, ComponentRule, Condition, KeepOverride,
    Kind, Operation, OptionGroup, TextureReference,
};

pub(super) fn appearance(reader: &mut Reader, value: &Value) -> Option<Appearance> {
    let mut out = Appearance::default();
    let extra = reader.object(Kind::Appearance, value, |reader, key, value| match key {
        "id" => set(&mut out.id, text(value)),
        "name" => set(&mut out.name, text(value)),
        "description" => set_some(&mut out.description, text(value)),
        "preview" => set_some(&mut out.preview, value.u32()),
        "components" => set(
            &mut out.components,
            reader.list(value, appearance_component),
        ),
        _ => false,
    })?;
    out.extra = extra;
    Some(out)
}

fn appearance_component(reader: &mut Reader, value: &Value) -> Option<AppearanceComponent> {
    let operation = operation(value.members()?);
    let mut target = 0;
    let extra = reader.object(
        Kind::AppearanceComponent,
        value,
        |_, key, value| match key {
            "target" => set(&mut target, value.u32()),
            "operation" => operation.is_some(),
            "mesh" => matches!(operation, Some(Operation::Replace { .. })),
            _ => false,
        },
    )?;
    Some(AppearanceComponent {
        target,
        operation: operation.unwrap_or_default(),
        extra,
    })
}

/// `operation` and `mesh` together; none if they say no operation.
fn operation(members: &Members) -> Option<Operation> {
    match find(members, "operation")?.text()? {
        "keep" => Some(Operation::Keep),
        "hide" => Some(Operation::Hide),
        "replace" => Some(Operation::Replace {
            mesh: find(members, "mesh")?.u32()?,
        }),
        _ => None,
    }
}

pub(super) fn option_group(reader: &mut Reader, value: &Value) -> Option<OptionGroup> {
    let mut out = OptionGroup::default();
    let extra = reader.object(Kind::OptionGroup, value, |reader, key, value| match key {
        "id" => set(&mut out.id, text(value)),
        "name" => set(&mut out.name, text(value)),
        "description" => set_some(&mut out.description, text(value)),
        "default" => set(&mut out.default, text(value)),
        "choices" => set(&mut out.choices, reader.list(value, choice)),
        "available_when" => set_some(&mut out.available_when, condition(value)),
        _ => false,
    })?;
    out.extra = extra;
    Some(out)
}

fn choice(reader: &mut Reader, value: &Value) -> Option<Choice> {
    let mut out = Choice::default();
    let extra = reader.object(Kind::Choice, value, |_, key, value| match key {
        "id" => set(&mut out.id, text(value)),
        "name" => set(&mut out.name, text(value)),
        "description" => set_some(&mut out.description, text(value)),
        "preview" => set_some(&mut out.preview, value.u32()),
        _ => false,
    })?;
    out.extra = extra;
    Some(out)
}

/// A condition; none where the JSON is none (OPT-04, OPT-05). Recursion ends with the depth of the JSON.
pub(super) fn condition(value: &Value) -> Option<Condition> {
    if let Some(truth) = value.truth() {
        return Some(Condition::Constant(truth));
    }
    let [(key, value)] = value.members()?.as_slice() else {
        return None;
    };
    let all = || -> Option<Vec<Condition>> { value.list()?.iter().map(condition).collect() };
    match key.as_str() {
        "eq" => {
            let [group, choice] = value.list()? else {
                return None;
            };
            Some(Condition::Eq {
                group: text(group)?,
                choice: text(choice)?,
            })
        }
        "all" => Some(Condition::All(all()?)),
        "any" => Some(Condition::Any(all()?)),
        "not" => Some(Condition::Not(Box::new(condition(value)?))),
        _ => None,
    }
}

pub(super) fn component_rule(reader: &mut Reader, value: &Value) -> Option<ComponentRule> {
    let mut out = ComponentRule::default();
    let extra = reader.object(Kind::ComponentRule, value, |reader, key, value| match key {
        "target" => set(&mut out.target, value.u32()),
        "candidates" => set(&mut out.candidates, reader.list(value, candidate)),
        _ => false,
    })?;
    out.extra = extra;
    Some(out)
}

fn candidate(reader: &mut Reader, value: &Value) -> Option<Candidate> {
    let operation = operation(value.members()?);
    let mut out = Candidate {
        operation: operation.unwrap_or_default(),
        ..Candidate::default()
    };
    let extra = reader.object(Kind::Candidate, value, |reader, key, value| match key {
        "when" => set_some(&mut out.when, condition(value)),
        "operation" => operation.is_some(),
        "mesh" => matches!(operation, Some(Operation::Replace { .. })),
        "material_overrides" => set(
            &mut out.material_overrides,
            reader.list(value, keep_override),
        ),
        _ => false,
    })?;
    out.extra = extra;
    Some(out)
}

fn keep_override(reader: &mut Reader, value: &Value) -> Option<KeepOverride> {
    let mut out = KeepOverride::default();
    let extra = reader.object(Kind::KeepOverride, value, |reader, key, value| match key {
        "material_slot" => set(&mut out.material_slot, value.u32()),
        "material_name" => set(&mut out.material_name, text(value)),
        "textures" => set(&mut out.textures, texture_references(reader, value)),
        _ => false,
    })?;
    out.extra = extra;
    Some(out)
}

/// The texture list of a draw or keep override.
pub(super) fn texture_references(
    reader: &mut Reader,
    value: &Value,
) -> Option<Vec<TextureReference>> {
    reader.list(value, |_, value| {
        if let Some(index) = value.u32() {
            return Some(TextureReference::Texture(index));
        }
        match value.members()?.as_slice() {
            [(key, slot)] if key == "slot" => Some(TextureReference::Slot(text(slot)?)),
            _ => None,
        }
    })
}
