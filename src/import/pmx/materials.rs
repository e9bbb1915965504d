//! Colours, maps and switches of the materials (PMX-60..66). Order and number are the file's: an index is an identity.

use crate::base::numbers;
use crate::formats::pmx::{Material, material_flags};
use crate::import::pmx::{causes, label};
use crate::import::report::{Cause, Tally};
use crate::import::textures::wanted::wanted;
use crate::import::transparency::lets_light_through;
use crate::import::vectors::finite_or_zero;
use crate::model::figure;
use crate::model::figure::{Model, Outline, Sphere, SphereMode, Texture, Toon};

/// Fills in the model's materials, whose triangles are known already.
pub(super) fn finish(file: &[Material], model: &mut Model, tally: &mut Tally) {
    let mut materials = std::mem::take(&mut model.materials);
    for (raw, material) in file.iter().zip(&mut materials) {
        fill(raw, &model.textures, material);
        material.transparent = lets_light_through(material, model);
    }
    for (index, (raw, material)) in file.iter().zip(&materials).enumerate() {
        note(index, raw, material, tally);
    }
    model.materials = materials;
}

fn fill(raw: &Material, textures: &[Texture], material: &mut figure::Material) {
    material.name = label(&raw.name, &raw.name_en);
    material.memo = raw.memo.view().into_owned();
    material.diffuse = color(raw.diffuse);
    material.specular = color(raw.specular);
    material.specular_power = finite_or_zero(raw.specular_power);
    material.ambient = color(raw.ambient);
    material.two_sided = raw.flags & material_flags::TWO_SIDED != 0;
    material.outline = outline(raw);
    material.texture = texture(raw.texture, textures);
    material.sphere = sphere(raw, textures);
    material.toon = toon(raw, textures);
    material.hidden = is_hidden(raw);
}

/// 0..1; what is no number becomes full.
fn color<const N: usize>(raw: [f32; N]) -> [f32; N] {
    raw.map(|part| {
        if part.is_nan() {
            1.0
        } else {
            part.clamp(0.0, 1.0)
        }
    })
}

fn is_hidden(raw: &Material) -> bool {
    let [_, _, _, alpha] = color(raw.diffuse);
    alpha <= 0.0
}

fn outline(raw: &Material) -> Option<Outline> {
    let size = finite_or_zero(raw.edge_size);
    let is_on = raw.flags & material_flags::OUTLINE != 0;
    (is_on && size > 0.0).then(|| Outline {
        color: color(raw.edge_colour),
        size,
    })
}

/// An index into the texture table. -1, what is out of range and an entry whose path names no file mean none, which is
/// plain colour and no missing texture (PMX-63, PMX-67).
fn texture(index: i32, textures: &[Texture]) -> Option<u32> {
    let index = u32::try_from(index).ok()?;
    let texture = textures.get(numbers::usize_of(index))?;
    (texture.image.is_some() || wanted(&texture.written).is_some()).then_some(index)
}

fn sphere(raw: &Material, textures: &[Texture]) -> Option<Sphere> {
    let mode = match raw.sphere_mode {
        1 => SphereMode::Multiply,
        2 => SphereMode::Add,
        3 => SphereMode::SubTexture,
        _ => return None,
    };
    texture(raw.sphere, textures).map(|texture| Sphere { texture, mode })
}

fn toon(raw: &Material, textures: &[Texture]) -> Toon {
    if raw.has_shared_toon() {
        return u8::try_from(raw.toon)
            .ok()
            .filter(|ramp| *ramp <= 9)
            .map_or(Toon::None, Toon::Shared);
    }
    texture(raw.toon, textures).map_or(Toon::None, Toon::Own)
}

fn note(index: usize, raw: &Material, material: &figure::Material, tally: &mut Tally) {
    let numbers_held = raw
        .diffuse
        .iter()
        .chain(&raw.specular)
        .chain(&raw.ambient)
        .chain(&raw.edge_colour)
        .chain([&raw.specular_power, &raw.edge_size]);
    let causes: [(bool, &'static Cause); 7] = [
        (
            numbers_held.into_iter().any(|number| !number.is_finite()),
            &causes::MATERIAL_NUMBER,
        ),
        (material.n_triangles == 0, &causes::MATERIAL_EMPTY),
        (material.hidden, &causes::MATERIAL_HIDDEN),
        (material.sphere.is_some(), &causes::MATERIAL_SPHERE),
        (material.toon != Toon::None, &causes::MATERIAL_TOON),
        (material.outline.is_some(), &causes::MATERIAL_OUTLINE),
        (
            raw.flags & material_flags::VERTEX_COLOUR != 0,
            &causes::MATERIAL_VERTEX_COLOR,
        ),
    ];
    for (is_so, cause) in causes {
        if is_so {
            let place = || format!("material:{index}");
            tally.add(cause, place, example(index, &material.name.local));
        }
    }
}

/// A record as an example is shown: its number and its name.
pub(super) fn example(index: usize, name: &str) -> String {
    const LONGEST: usize = 40;
    let name: String = name
        .chars()
        .filter(|letter| !letter.is_control())
        .take(LONGEST)
        .collect();
    format!("{index} {name}").trim_end().to_owned()
}
