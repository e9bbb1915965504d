//! Typed appearances, groups, conditions and rules to JSON. It judges nothing.

use crate::formats::bem::json::Value;
use crate::formats::bem::manifest::write::{Fields, Writer, integer};
use crate::formats::bem::manifest::{
    Appearance, AppearanceComponent, Candidate, Choice, ComponentRule, Condition, KeepOverride,
    Kind, Operation, OptionGroup, TextureReference,
};

pub(super) fn appearance(writer: Writer<'_>, appearance: &Appearance) -> Value {
    let mut fields = Fields::default();
    fields.text("id", &appearance.id);
    fields.text("name", &appearance.name);
    fields.optional_text("description", appearance.description.as_deref());
    fields.optional_integer("preview", appearance.preview);
    fields.list("components", &appearance.components, |component| {
        appearance_component(writer, component)
    });
    fields.finish(writer, Kind::Appearance, &appearance.extra)
}

fn appearance_component(writer: Writer<'_>, component: &AppearanceComponent) -> Value {
    let mut fields = Fields::default();
    fields.integer("target", component.target);
    operation(&mut fields, component.operation);
    fields.finish(writer, Kind::AppearanceComponent, &component.extra)
}

fn operation(fields: &mut Fields, operation: Operation) {
    match operation {
        Operation::Keep => fields.text("operation", "keep"),
        Operation::Hide => fields.text("operation", "hide"),
        Operation::Replace { mesh } => {
            fields.text("operation", "replace");
            fields.integer("mesh", mesh);
        }
    }
}

pub(super) fn option_group(writer: Writer<'_>, group: &OptionGroup) -> Value {
    let mut fields = Fields::default();
    fields.text("id", &group.id);
    fields.text("name", &group.name);
    fields.optional_text("description", group.description.as_deref());
    fields.text("default", &group.default);
    optional_condition(&mut fields, "available_when", group.available_when.as_ref());
    fields.list("choices", &group.choices, |entry| choice(writer, entry));
    fields.finish(writer, Kind::OptionGroup, &group.extra)
}

fn choice(writer: Writer<'_>, choice: &Choice) -> Value {
    let mut fields = Fields::default();
    fields.text("id", &choice.id);
    fields.text("name", &choice.name);
    fields.optional_text("description", choice.description.as_deref());
    fields.optional_integer("preview", choice.preview);
    fields.finish(writer, Kind::Choice, &choice.extra)
}

/// A condition. Recursion is as deep as the condition.
pub(super) fn condition(condition: &Condition) -> Value {
    let one = |key: &str, value| Value::Object(vec![(key.to_owned(), value)]);
    let all =
        |conditions: &[Condition]| Value::List(conditions.iter().map(self::condition).collect());
    match condition {
        Condition::Constant(truth) => Value::Bool(*truth),
        Condition::Eq { group, choice } => {
            let pair = [group, choice].map(|text| Value::Text(text.clone()));
            one("eq", Value::List(pair.to_vec()))
        }
        Condition::All(conditions) => one("all", all(conditions)),
        Condition::Any(conditions) => one("any", all(conditions)),
        Condition::Not(inner) => one("not", self::condition(inner)),
    }
}

/// A condition where there is one.
pub(super) fn optional_condition(fields: &mut Fields, key: &str, when: Option<&Condition>) {
    if let Some(when) = when {
        fields.put(key, condition(when));
    }
}

pub(super) fn component_rule(writer: Writer<'_>, rule: &ComponentRule) -> Value {
    let mut fields = Fields::default();
    fields.integer("target", rule.target);
    fields.list("candidates", &rule.candidates, |entry| {
        candidate(writer, entry)
    });
    fields.finish(writer, Kind::ComponentRule, &rule.extra)
}

fn candidate(writer: Writer<'_>, candidate: &Candidate) -> Value {
    let mut fields = Fields::default();
    optional_condition(&mut fields, "when", candidate.when.as_ref());
    operation(&mut fields, candidate.operation);
    fields.full_list(
        "material_overrides",
        &candidate.material_overrides,
        |entry| keep_override(writer, entry),
    );
    fields.finish(writer, Kind::Candidate, &candidate.extra)
}

fn keep_override(writer: Writer<'_>, entry: &KeepOverride) -> Value {
    let mut fields = Fields::default();
    fields.integer("material_slot", entry.material_slot);
    fields.text("material_name", &entry.material_name);
    fields.list("textures", &entry.textures, texture_reference);
    fields.finish(writer, Kind::KeepOverride, &entry.extra)
}

/// An element of a texture list.
pub(super) fn texture_reference(reference: &TextureReference) -> Value {
    match reference {
        TextureReference::Texture(index) => integer(*index),
        TextureReference::Slot(id) => {
            Value::Object(vec![("slot".to_owned(), Value::Text(id.clone()))])
        }
    }
}
