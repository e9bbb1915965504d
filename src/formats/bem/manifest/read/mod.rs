//! JSON to typed manifest, field for field; the mirror of `write`. It judges nothing and never fails: a member its field
//! cannot hold is kept in `extra`.

mod drivers;
mod meshes;
mod options;
mod sliders;
mod target;

use crate::formats::bem::json::{Members, Value};
use crate::formats::bem::manifest::{Appearances, KeyOrders, Kind, Manifest};

/// The typed form of a manifest's JSON.
pub(super) fn manifest(value: &Value) -> Manifest {
    let mut reader = Reader::default();
    let mut out = Manifest::default();
    let mut appearances = Appearances::default();
    let mut is_fixed = false;
    let extra = reader.object(Kind::Manifest, value, |reader, key, value| match key {
        "schema" => *value == Value::Integer(1),
        "package_id" => set(&mut out.package_id, text(value)),
        "name" => set(&mut out.name, text(value)),
        "author" => set(&mut out.author, text(value)),
        "version" => set(&mut out.version, text(value)),
        "required_capabilities" => set(&mut out.required_capabilities, texts(value)),
        "target" => set(&mut out.target, target::target(reader, value)),
        "meshes" => set(&mut out.meshes, reader.list(value, meshes::mesh)),
        "textures" => set(&mut out.textures, reader.list(value, meshes::texture)),
        "default_appearance_id" => {
            let is_taken = set(&mut appearances.default_appearance_id, text(value));
            is_fixed |= is_taken;
            is_taken
        }
        "appearances" => {
            let list = reader.list(value, options::appearance);
            let is_taken = set(&mut appearances.appearances, list);
            is_fixed |= is_taken;
            is_taken
        }
        "option_groups" => set_some(
            &mut out.option_groups,
            reader.list(value, options::option_group),
        ),
        "selection_constraints" => set(
            &mut out.selection_constraints,
            value
                .list()
                .and_then(|list| list.iter().map(options::condition).collect()),
        ),
        "component_rules" => set(
            &mut out.component_rules,
            reader.list(value, options::component_rule),
        ),
        "texture_slots" => set(
            &mut out.texture_slots,
            reader.list(value, meshes::texture_slot),
        ),
        "parameters" => set(&mut out.parameters, reader.list(value, sliders::parameter)),
        "mesh_deformations" => set(
            &mut out.mesh_deformations,
            reader.list(value, sliders::channel),
        ),
        "root_offset" => set_some(&mut out.root_offset, drivers::root_offset(reader, value)),
        "drivers" => set(&mut out.drivers, reader.list(value, drivers::driver)),
        _ => false,
    });
    out.extra = extra.unwrap_or_default();
    out.appearances = is_fixed.then_some(appearances);
    out.key_orders = reader.orders;
    out
}

/// Elements of a table that get a typed form: ours; the largest that any rule allows are the 131,072 aliases of a
/// component.
const MOST_ELEMENTS: usize = 1 << 18;

/// Walks objects and notes their key orders.
#[derive(Default)]
struct Reader {
    orders: KeyOrders,
}

impl Reader {
    /// Hands every member of an object to `take` and returns those it did not take; none if `value` is no object.
    fn object(
        &mut self,
        kind: Kind,
        value: &Value,
        mut take: impl FnMut(&mut Self, &str, &Value) -> bool,
    ) -> Option<Members> {
        let members = value.members()?;
        self.orders.note(kind, members);
        let mut extra = Members::new();
        for (key, value) in members {
            if !take(self, key, value) {
                extra.push((key.clone(), value.clone()));
            }
        }
        Some(extra)
    }

    /// The elements of an array; none if it is no array, one of them cannot be read, or there are more than any table may
    /// have: those would take a hundred times the room of their text.
    fn list<T>(
        &mut self,
        value: &Value,
        read: impl Fn(&mut Self, &Value) -> Option<T>,
    ) -> Option<Vec<T>> {
        let elements = value.list()?;
        if elements.len() > MOST_ELEMENTS {
            return None;
        }
        elements.iter().map(|element| read(self, element)).collect()
    }
}

/// Fills a field and says whether there was something to fill it with.
fn set<T>(field: &mut T, value: Option<T>) -> bool {
    let is_taken = value.is_some();
    if let Some(value) = value {
        *field = value;
    }
    is_taken
}

/// The same for an optional field.
fn set_some<T>(field: &mut Option<T>, value: Option<T>) -> bool {
    let is_taken = value.is_some();
    if is_taken {
        *field = value;
    }
    is_taken
}

fn text(value: &Value) -> Option<String> {
    value.text().map(str::to_owned)
}

fn texts(value: &Value) -> Option<Vec<String>> {
    value.list()?.iter().map(text).collect()
}

/// A finite number of either form.
fn number(value: &Value) -> Option<f64> {
    value.number().filter(|number| number.is_finite())
}

/// An array of exactly `N` finite numbers.
fn numbers<const N: usize>(value: &Value) -> Option<[f64; N]> {
    let found: Option<Vec<f64>> = value.list()?.iter().map(number).collect();
    found?.try_into().ok()
}
