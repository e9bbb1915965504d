//! What every imported model owes those above it, whatever the file held.

use bem_studio::base::text::Language;
use bem_studio::formats::pmx::Pmx;
use bem_studio::import::report::{Report, Section};
use bem_studio::model::figure::{Influences, Model, MorphEffect, Toon};
use glam::Vec3;

/// No index dangles, no number is wild, parents form no circle.
pub(super) fn check(name: &str, model: &Model) {
    check_vertices(name, model);
    check_materials(name, model);
    check_bones(name, model);
    check_morphs(name, model);
}

fn check_vertices(name: &str, model: &Model) {
    let vertices = &model.vertices;
    let n_vertices = vertices.positions.len();
    for (column, length) in [
        ("normals", vertices.normals.len()),
        ("uvs", vertices.uvs.len()),
        ("influences", vertices.influences.len()),
        ("edge scales", vertices.edge_scales.len()),
    ] {
        assert_eq!(length, n_vertices, "{name}: {column}");
    }
    for vertex in 0..n_vertices {
        let normal = vertices.normals[vertex];
        assert!(
            vertices.positions[vertex].is_finite(),
            "{name}: position {vertex}"
        );
        assert!(vertices.uvs[vertex].is_finite(), "{name}: uv {vertex}");
        assert!(
            vertices.edge_scales[vertex].is_finite(),
            "{name}: edge {vertex}"
        );
        assert!(
            (normal.length() - 1.0).abs() < 1e-4,
            "{name}: normal {vertex} {normal}"
        );
        check_influences(name, model, &vertices.influences[vertex]);
    }
    for corner in model.triangles.iter().flatten() {
        assert!((*corner as usize) < n_vertices, "{name}: corner {corner}");
    }
}

fn check_influences(name: &str, model: &Model, influences: &Influences) {
    let sum: f32 = influences.weights.iter().sum();
    if model.bones.is_empty() {
        assert_eq!(sum, 0.0, "{name}: no bones, no weight");
        return;
    }
    assert!((sum - 1.0).abs() < 1e-5, "{name}: {influences:?}");
    assert!(
        influences.weights.is_sorted_by(|a, b| a >= b),
        "{name}: {influences:?}"
    );
    for (bone, weight) in influences.bones.iter().zip(influences.weights) {
        assert!(
            (*bone as usize) < model.bones.len(),
            "{name}: {influences:?}"
        );
        assert!(
            weight > 0.0 || *bone == 0,
            "{name}: stale lane in {influences:?}"
        );
    }
}

fn check_materials(name: &str, model: &Model) {
    let mut next = 0;
    for material in &model.materials {
        assert_eq!(
            material.first_triangle, next,
            "{name}: ranges follow one another"
        );
        next += material.n_triangles;
        let own_toon = match material.toon {
            Toon::Own(texture) => Some(texture),
            Toon::None | Toon::Shared(_) => None,
        };
        let sphere = material.sphere.map(|sphere| sphere.texture);
        for texture in [material.texture, sphere, own_toon].into_iter().flatten() {
            assert!(
                (texture as usize) < model.textures.len(),
                "{name}: texture {texture}"
            );
        }
        let colors = material
            .diffuse
            .iter()
            .chain(&material.specular)
            .chain(&material.ambient);
        for part in colors {
            assert!((0.0..=1.0).contains(part), "{name}: colour {part}");
        }
        assert!(
            material.specular_power.is_finite(),
            "{name}: specular power"
        );
    }
    assert_eq!(
        next as usize,
        model.triangles.len(),
        "{name}: all triangles are owned"
    );
}

fn check_bones(name: &str, model: &Model) {
    for (index, bone) in model.bones.iter().enumerate() {
        assert!(bone.position.is_finite(), "{name}: bone {index}");
        if let Some(append) = bone.append {
            assert!(
                (append.parent as usize) < model.bones.len(),
                "{name}: append of {index}"
            );
            assert!(
                append.parent as usize != index,
                "{name}: {index} appends to itself"
            );
        }
        let mut at = bone.parent;
        for _ in 0..=model.bones.len() {
            at = at.and_then(|parent| model.bones[parent as usize].parent);
        }
        assert_eq!(at, None, "{name}: the ancestors of {index} end");
    }
}

fn check_morphs(name: &str, model: &Model) {
    for (index, morph) in model.morphs.iter().enumerate() {
        match &morph.effect {
            MorphEffect::Vertex(offsets) => {
                let ascends = offsets.is_sorted_by(|(a, _), (b, _)| a < b);
                assert!(ascends, "{name}: morph {index} ascends");
                for (vertex, offset) in offsets {
                    assert!(
                        (*vertex as usize) < model.vertices.positions.len(),
                        "{name}: {index}"
                    );
                    assert!(offset.is_finite(), "{name}: morph {index}");
                }
            }
            MorphEffect::Group(members) => {
                for (member, ratio) in members {
                    let member = &model.morphs[*member as usize].effect;
                    assert!(
                        !matches!(member, MorphEffect::Group(_)),
                        "{name}: {index} nests"
                    );
                    assert!(ratio.is_finite(), "{name}: morph {index}");
                }
            }
            MorphEffect::NotExported { .. } => {}
        }
    }
}

/// The ledger accounts for everything the document holds, and every line speaks three languages.
pub(super) fn check_ledger(name: &str, file: &Pmx, report: &Report) {
    for (section, count) in [
        (Section::Info, 1),
        (Section::Vertices, file.vertices().len()),
        (Section::Textures, file.textures().len()),
        (Section::Materials, file.materials().len()),
        (Section::Bones, file.bones().len()),
        (Section::Morphs, file.morphs().len()),
        (Section::Frames, file.frames().len()),
        (Section::Bodies, file.bodies().len()),
        (Section::Joints, file.joints().len()),
        (
            Section::SoftBodies,
            file.soft_bodies().unwrap_or_default().len(),
        ),
    ] {
        let entry = report.section(section);
        assert_eq!(entry.n_total(), count as u64, "{name}: {}", section.code());
    }
    let faces = report.section(Section::Faces).n_total();
    assert!(faces <= file.faces().len() as u64 / 3, "{name}: faces");
    for finding in &report.findings {
        for language in Language::ALL {
            let text = finding.message.text(language);
            assert!(!text.contains('{'), "{name}: {text} has an empty place");
        }
    }
}

/// Whether the winding of most triangles agrees with the normals at their corners.
pub(super) fn faces_outward(model: &Model) -> usize {
    let at = |corner: u32| model.vertices.positions[corner as usize];
    model
        .triangles
        .iter()
        .filter(|[a, b, c]| {
            let face = (at(*b) - at(*a)).cross(at(*c) - at(*a));
            let normals: Vec3 = [a, b, c]
                .into_iter()
                .map(|corner| model.vertices.normals[*corner as usize])
                .sum();
            face.dot(normals) > 0.0
        })
        .count()
}
