//! Palettes that overflow, and how draws are cut then.

use super::figures::{lanes, numbered_target, triangles};
use bem_studio::convert::error::ConvertError;
use bem_studio::convert::fit::{Fit, FitSettings};
use bem_studio::convert::layout::{Layout, SkinStream};
use bem_studio::convert::mesh::{self, DrawSource, MeshSource};
use bem_studio::convert::split;
use bem_studio::model::bone_map::BoneMap;
use bem_studio::model::figure::{Material, Model};

fn proposed(model: &Model, map: &BoneMap, draws: &[DrawSource]) -> Vec<Vec<DrawSource>> {
    let target = numbered_target(1_000);
    let layout = Layout::standard(SkinStream::UNorm16);
    let fitted = Fit::new(model, map, &target, FitSettings::default())
        .expect("fits")
        .apply(model);
    let source = MeshSource {
        model,
        fitted: &fitted,
        map,
        target: &target,
        component: 0,
        layout: &layout,
        draws,
    };
    let meshes = split::propose(&source).expect("a proposal");
    for draws in &meshes {
        let part = MeshSource { draws, ..source };
        let converted = mesh::convert(&part).expect("every proposed mesh can be built");
        assert!(
            converted.palette.len() <= 256,
            "{} bones",
            converted.palette.len()
        );
    }
    meshes
}

fn whole(model: &Model) -> Vec<DrawSource> {
    (0..)
        .take(model.materials.len())
        .map(|m| DrawSource::whole(model, m))
        .collect()
}

#[test]
fn more_than_256_bones_are_refused_with_their_number() {
    let (model, map) = triangles(100, 300, |corner| lanes(&[(corner, 1.0)]));
    let target = numbered_target(300);
    let layout = Layout::standard(SkinStream::UNorm16);
    let fitted = Fit::new(&model, &map, &target, FitSettings::default())
        .expect("fits")
        .apply(&model);
    let convert = |n_draws: usize| {
        let draws = &whole(&model)[..n_draws];
        let source = MeshSource {
            model: &model,
            fitted: &fitted,
            map: &map,
            target: &target,
            component: 0,
            layout: &layout,
            draws,
        };
        mesh::convert(&source).map(|mesh| mesh.palette.len())
    };
    assert_eq!(convert(85), Ok(255), "255 fit");
    assert_eq!(
        convert(86),
        Err(ConvertError::TooManyBones { n_bones: 258 }),
        "258 do not"
    );
    assert_eq!(
        convert(100),
        Err(ConvertError::TooManyBones { n_bones: 300 }),
        "nor do 300"
    );
}

#[test]
fn draws_are_gathered_in_file_order_as_long_as_they_fit() {
    // 100 draws with 6 bones each, every bone of its own: 42 draws have 252 bones.
    let (model, map) = triangles(100, 600, |corner| {
        lanes(&[(corner * 2, 0.5), (corner * 2 + 1, 0.5)])
    });
    let draws = whole(&model);
    let meshes = proposed(&model, &map, &draws);
    let sizes: Vec<usize> = meshes.iter().map(Vec::len).collect();
    assert_eq!(sizes, [42, 42, 16], "draws a mesh");
    assert_eq!(meshes.concat(), draws, "nothing is lost, moved or doubled");
}

#[test]
fn exactly_256_bones_are_one_mesh() {
    let (model, map) = triangles(64, 256, |corner| {
        lanes(&[
            (corner / 3 * 4 + corner % 3, 0.75),
            (corner / 3 * 4 + 3, 0.25),
        ])
    });
    assert_eq!(proposed(&model, &map, &whole(&model)).len(), 1, "they fit");
}

#[test]
fn a_material_beyond_256_bones_is_cut_by_triangles_in_file_order() {
    let (mut model, map) = triangles(200, 600, |corner| lanes(&[(corner, 1.0)]));
    let material = |first_triangle, n_triangles| Material {
        first_triangle,
        n_triangles,
        ..Material::default()
    };
    model.materials = vec![material(0, 10), material(10, 180), material(190, 10)];
    let meshes = proposed(&model, &map, &whole(&model));
    let part = |material, triangles| DrawSource {
        material,
        triangles,
    };
    assert_eq!(
        meshes,
        [
            vec![part(0, 0..10)],
            vec![part(1, 0..85)],
            vec![part(1, 85..170)],
            vec![part(1, 170..180), part(2, 0..10)],
        ],
        "the last piece shares its mesh with what follows"
    );
}

#[test]
fn a_static_mesh_is_never_split() {
    let (model, map) = triangles(200, 600, |corner| lanes(&[(corner, 1.0)]));
    let target = numbered_target(600);
    let draws = whole(&model);
    let source = MeshSource {
        model: &model,
        fitted: &bem_studio::convert::fit::FittedFigure::default(),
        map: &map,
        target: &target,
        component: 0,
        layout: &Layout::standard(SkinStream::None),
        draws: &draws,
    };
    assert_eq!(split::propose(&source), Ok(vec![draws.clone()]), "one mesh");
}
