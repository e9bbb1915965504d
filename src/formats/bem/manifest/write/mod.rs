//! Typed manifest to JSON, field for field; the mirror of `read`. It judges nothing and rounds nothing.
//!
//! Absent optional members and empty optional arrays and objects are left out (WRT-05).

mod drivers;
mod meshes;
mod options;
mod sliders;
mod target;

use crate::formats::bem::json::{Members, Value};
use crate::formats::bem::manifest::{KeyOrders, Kind, Manifest};

/// The JSON of a manifest.
pub(super) fn manifest(manifest: &Manifest) -> Value {
    let writer = Writer {
        orders: &manifest.key_orders,
    };
    let mut fields = Fields::default();
    let has_own_schema = manifest.extra.iter().any(|(key, _)| key == "schema");
    if !has_own_schema {
        fields.put("schema", Value::Integer(1));
    }
    fields.text("package_id", &manifest.package_id);
    fields.text("name", &manifest.name);
    fields.text("author", &manifest.author);
    fields.text("version", &manifest.version);
    fields.texts("required_capabilities", &manifest.required_capabilities);
    fields.put("target", target::target(writer, &manifest.target));
    fields.list("meshes", &manifest.meshes, |mesh| {
        meshes::mesh(writer, mesh)
    });
    fields.list("textures", &manifest.textures, |texture| {
        meshes::texture(writer, texture)
    });
    if let Some(fixed) = &manifest.appearances {
        fields.text("default_appearance_id", &fixed.default_appearance_id);
        fields.list("appearances", &fixed.appearances, |appearance| {
            options::appearance(writer, appearance)
        });
    }
    if let Some(groups) = &manifest.option_groups {
        fields.list("option_groups", groups, |group| {
            options::option_group(writer, group)
        });
    }
    fields.full_list(
        "selection_constraints",
        &manifest.selection_constraints,
        options::condition,
    );
    if manifest.option_groups.is_some() || !manifest.component_rules.is_empty() {
        fields.list("component_rules", &manifest.component_rules, |rule| {
            options::component_rule(writer, rule)
        });
    }
    fields.full_list("texture_slots", &manifest.texture_slots, |slot| {
        meshes::texture_slot(writer, slot)
    });
    fields.full_list("parameters", &manifest.parameters, |parameter| {
        sliders::parameter(writer, parameter)
    });
    fields.full_list(
        "mesh_deformations",
        &manifest.mesh_deformations,
        |channel| sliders::channel(writer, channel),
    );
    if let Some(offset) = &manifest.root_offset {
        fields.put("root_offset", drivers::root_offset(writer, offset));
    }
    fields.full_list("drivers", &manifest.drivers, |driver| {
        drivers::driver(writer, driver)
    });
    fields.finish(writer, Kind::Manifest, &manifest.extra)
}

/// Knows in which order keys are named.
#[derive(Clone, Copy)]
struct Writer<'a> {
    orders: &'a KeyOrders,
}

/// The members of an object being written, in the rulebook's order.
#[derive(Default)]
struct Fields {
    members: Members,
}

impl Fields {
    fn put(&mut self, key: &str, value: Value) {
        self.members.push((key.to_owned(), value));
    }

    fn text(&mut self, key: &str, text: &str) {
        self.put(key, Value::Text(text.to_owned()));
    }

    fn optional_text(&mut self, key: &str, text: Option<&str>) {
        if let Some(text) = text {
            self.text(key, text);
        }
    }

    fn texts(&mut self, key: &str, texts: &[String]) {
        self.list(key, texts, |text| Value::Text(text.clone()));
    }

    fn integer(&mut self, key: &str, number: u32) {
        self.put(key, integer(number));
    }

    fn optional_integer(&mut self, key: &str, number: Option<u32>) {
        if let Some(number) = number {
            self.integer(key, number);
        }
    }

    fn optional_float(&mut self, key: &str, number: Option<f64>) {
        if let Some(number) = number {
            self.put(key, Value::Float(number));
        }
    }

    /// An array that is written even when empty.
    fn list<T>(&mut self, key: &str, elements: &[T], write: impl Fn(&T) -> Value) {
        self.put(key, Value::List(elements.iter().map(write).collect()));
    }

    /// An array that is left out when empty.
    fn full_list<T>(&mut self, key: &str, elements: &[T], write: impl Fn(&T) -> Value) {
        if !elements.is_empty() {
            self.list(key, elements, write);
        }
    }

    /// The finished object. A member of `extra` with a known key takes the place of the typed one.
    fn finish(mut self, writer: Writer<'_>, kind: Kind, extra: &Members) -> Value {
        if !extra.is_empty() {
            self.members
                .retain(|(key, _)| !extra.iter().any(|(other, _)| other == key));
        }
        let n_known = self.members.len();
        self.members.extend(extra.iter().cloned());
        Value::Object(writer.orders.arrange(kind, self.members, n_known))
    }

    /// The finished object of a kind without metadata.
    fn finish_closed(self, writer: Writer<'_>, kind: Kind) -> Value {
        let n_known = self.members.len();
        Value::Object(writer.orders.arrange(kind, self.members, n_known))
    }
}

fn integer(number: u32) -> Value {
    Value::Integer(i64::from(number))
}

fn floats(numbers: &[f64]) -> Value {
    Value::List(numbers.iter().copied().map(Value::Float).collect())
}
