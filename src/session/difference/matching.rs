//! Meshes and textures have no ids: they are recognised by what they hold, so that a table in another order is no
//! difference. Payload numbers become contents.

use crate::base::numbers::{u32_of, usize_of};
use crate::formats::bem::json::Value;
use crate::formats::bem::manifest::{Manifest, Operation, TextureReference};
use crate::formats::bem::references::references;
use crate::session::difference::parts::Content;
use std::collections::BTreeMap;

/// The key under which an element of a table says which one it is.
pub(super) const IDENTITY: &str = "#";
/// Members that stand for a payload number: its content and its bytes.
pub(super) const CONTENT: &str = "#content";
pub(super) const SIZE: &str = "#bytes";

/// A manifest and the contents of its payloads.
pub(super) struct Comparable<'m> {
    manifest: &'m Manifest,
    contents: &'m [Content],
}

impl<'m> Comparable<'m> {
    pub(super) const fn of(manifest: &'m Manifest, contents: &'m [Content]) -> Self {
        Self { manifest, contents }
    }

    /// The JSON of a manifest with contents in place of payload numbers.
    fn value(&self, manifest: &Manifest) -> Value {
        let mut value = manifest.to_value();
        for (place, payload) in references(manifest) {
            let content = self.contents.get(usize_of(payload)).copied().flatten();
            let (digest, size) = content.map_or_else(
                || (format!("?{payload}"), 0),
                |(digest, size)| (digest.to_hex(), size),
            );
            if let Some(place) = at_pointer(&mut value, &place.to_string()) {
                *place = Value::Object(vec![
                    (CONTENT.to_owned(), Value::Text(digest)),
                    (
                        SIZE.to_owned(),
                        Value::Integer(i64::try_from(size).unwrap_or(i64::MAX)),
                    ),
                ]);
            }
        }
        sort_keys(&mut value);
        value
    }
}

/// Key order is no content. Recursion ends with the depth of the JSON.
fn sort_keys(value: &mut Value) {
    match value {
        Value::Object(members) => {
            members.sort_by(|(a, _), (b, _)| a.cmp(b));
            for (_, value) in members {
                sort_keys(value);
            }
        }
        Value::List(elements) => elements.iter_mut().for_each(sort_keys),
        _ => {}
    }
}

fn at_pointer<'v>(value: &'v mut Value, pointer: &str) -> Option<&'v mut Value> {
    let steps = pointer.split('/').skip(1);
    steps
        .into_iter()
        .try_fold(value, |value, step| match value {
            Value::List(elements) => elements.get_mut(step.parse::<usize>().ok()?),
            Value::Object(members) => members
                .iter_mut()
                .find(|(key, _)| key == step)
                .map(|(_, value)| value),
            _ => None,
        })
}

/// Both as JSON, elements of tables without ids marked with the place they have in the first.
pub(super) fn matched(before: &Comparable<'_>, after: &Comparable<'_>) -> (Value, Value) {
    let mut second = after.manifest.clone();
    let first = before.value(before.manifest);
    let textures = matches(
        table(&first, "textures"),
        table(&after.value(&second), "textures"),
        |a, b| a.get("original_name") == b.get("original_name"),
    );
    renumber_textures(&mut second, &textures);
    let meshes = matches(
        table(&first, "meshes"),
        table(&after.value(&second), "meshes"),
        shares_stream,
    );
    renumber_meshes(&mut second, &meshes);
    let mut second = after.value(&second);
    let mut first = first;
    for (name, places) in [("textures", &textures), ("meshes", &meshes)] {
        mark(&mut first, name, u32_of);
        mark(&mut second, name, |index| {
            places.get(index).copied().unwrap_or(u32::MAX)
        });
    }
    for side in [&mut first, &mut second] {
        mark_channels(side);
    }
    (first, second)
}

fn table<'v>(value: &'v Value, name: &str) -> &'v [Value] {
    value.get(name).and_then(Value::list).unwrap_or_default()
}

/// For each element of `after` its place in `before`; those without one get places behind it.
///
/// Equal ones belong together; then those at the same place or alike, in order.
fn matches(
    before: &[Value],
    after: &[Value],
    is_alike: impl Fn(&Value, &Value) -> bool,
) -> Vec<u32> {
    let mut taken: BTreeMap<usize, usize> = BTreeMap::new();
    let mut places: Vec<Option<usize>> = vec![None; after.len()];
    let mut round = |fits: &dyn Fn(usize, usize) -> bool| {
        for (index, place) in places.iter_mut().enumerate() {
            if place.is_some() {
                continue;
            }
            let free = (0..before.len()).filter(|old| !taken.contains_key(old));
            // The same place first, so that equal twins keep theirs.
            let found = std::iter::once(index)
                .filter(|old| *old < before.len() && !taken.contains_key(old))
                .chain(free)
                .find(|old| fits(*old, index));
            if let Some(found) = found {
                taken.insert(found, index);
                *place = Some(found);
            }
        }
    };
    let pair = |old: usize, new: usize| Some((before.get(old)?, after.get(new)?));
    round(&|old, new| pair(old, new).is_some_and(|(a, b)| a == b));
    round(&|old, new| pair(old, new).is_some_and(|(a, b)| is_alike(a, b)));
    let mut next = before.len();
    places
        .into_iter()
        .map(|place| {
            u32_of(place.unwrap_or_else(|| {
                next += 1;
                next - 1
            }))
        })
        .collect()
}

/// Whether two meshes have a vertex stream in common, or the same vertices and material.
fn shares_stream(a: &Value, b: &Value) -> bool {
    let contents = |mesh: &Value| -> Vec<Value> {
        let streams = table(mesh, "streams").iter();
        streams
            .filter_map(|stream| stream.get("payload").cloned())
            .collect()
    };
    let (streams, others) = (contents(a), contents(b));
    let materials = |mesh: &Value| {
        let draw = table(mesh, "draws").first();
        draw.and_then(|draw| draw.get("material_name").cloned())
    };
    streams.iter().any(|stream| others.contains(stream)) || materials(a) == materials(b)
}

fn renumber_textures(manifest: &mut Manifest, places: &[u32]) {
    let renumber = |texture: &mut u32| {
        if let Some(place) = places.get(usize_of(*texture)) {
            *texture = *place;
        }
    };
    let draws = manifest.meshes.iter_mut().flat_map(|mesh| &mut mesh.draws);
    let drawn = draws.flat_map(|draw| &mut draw.textures);
    let candidates = manifest.component_rules.iter_mut();
    let candidates = candidates.flat_map(|rule| &mut rule.candidates);
    let kept = candidates
        .flat_map(|candidate| &mut candidate.material_overrides)
        .flat_map(|kept| &mut kept.textures);
    for reference in drawn.chain(kept) {
        if let TextureReference::Texture(texture) = reference {
            renumber(texture);
        }
    }
    let slots = manifest.texture_slots.iter_mut();
    for candidate in slots.flat_map(|slot| &mut slot.candidates) {
        candidate.texture.iter_mut().for_each(renumber);
    }
}

fn renumber_meshes(manifest: &mut Manifest, places: &[u32]) {
    let renumber = |mesh: &mut u32| {
        if let Some(place) = places.get(usize_of(*mesh)) {
            *mesh = *place;
        }
    };
    let operation = |operation: &mut Operation| {
        if let Operation::Replace { mesh } = operation {
            renumber(mesh);
        }
    };
    let rules = manifest.component_rules.iter_mut();
    for candidate in rules.flat_map(|rule| &mut rule.candidates) {
        operation(&mut candidate.operation);
    }
    let fixed = manifest.appearances.iter_mut();
    let fixed = fixed.flat_map(|all| &mut all.appearances);
    for component in fixed.flat_map(|appearance| &mut appearance.components) {
        operation(&mut component.operation);
    }
    for channel in &mut manifest.mesh_deformations {
        renumber(&mut channel.mesh);
    }
}

fn elements<'v>(value: &'v mut Value, name: &str) -> &'v mut [Value] {
    match at_pointer(value, &format!("/{name}")) {
        Some(Value::List(elements)) => elements,
        _ => &mut [],
    }
}

fn mark(value: &mut Value, name: &str, place: impl Fn(usize) -> u32) {
    for (index, element) in elements(value, name).iter_mut().enumerate() {
        if let Value::Object(members) = element {
            let place = Value::Integer(i64::from(place(index)));
            members.insert(0, (IDENTITY.to_owned(), place));
        }
    }
}

/// A channel is known by its mesh and slider.
fn mark_channels(value: &mut Value) {
    for element in elements(value, "mesh_deformations") {
        let mesh = element.get("mesh").and_then(Value::u32).unwrap_or_default();
        let parameter = element.get("parameter").and_then(Value::text);
        let identity = format!("{mesh}:{}", parameter.unwrap_or_default());
        if let Value::Object(members) = element {
            members.insert(0, (IDENTITY.to_owned(), Value::Text(identity)));
        }
    }
}
