//! Materials from looks: one for each texture and way of drawing, in order of first occurrence.

use crate::base::numbers::u32_of;
use crate::formats::mdl::type_bits;
use crate::import::mdl::mesh::{Group, Mesh};
use crate::import::mdl::textures;
use crate::import::transparency::lets_light_through;
use crate::model::figure::{Label, Material, Model};

/// Moves a mesh into a model whose textures are known; `ids[i]` belongs to texture `i`.
pub(super) fn finish(mesh: Mesh, ids: &[u32], model: &mut Model) {
    model.vertices = mesh.vertices;
    let mut materials = Vec::with_capacity(mesh.groups.len());
    for group in mesh.groups {
        let first_triangle = u32_of(model.triangles.len());
        let mut material = material(&group, ids, model);
        model.triangles.extend(group.triangles);
        material.first_triangle = first_triangle;
        material.n_triangles = u32_of(model.triangles.len()).saturating_sub(first_triangle);
        material.transparent = group.look.drawing & type_bits::TRANSLUCENT != 0
            || lets_light_through(&material, model);
        materials.push(material);
    }
    model.materials = materials;
}

fn material(group: &Group, ids: &[u32], model: &Model) -> Material {
    let look = group.look;
    let index = ids.iter().position(|id| *id == look.tex_id);
    let texture = index.and_then(|index| model.textures.get(index));
    let file = texture.and_then(|texture| texture.file.as_deref());
    let local = match look.tex_id {
        0 => "untextured".to_owned(),
        id => textures::written(id),
    };
    Material {
        name: Label {
            local,
            english: file.map(textures::stem).unwrap_or_default().to_owned(),
        },
        memo: format!("type {:08x}, flag {:08x}", group.type_bits, group.flags),
        diffuse: [1.0; 4],
        ambient: [0.5; 3],
        two_sided: look.is_two_sided,
        texture: index.map(u32_of),
        ..Material::default()
    }
}
