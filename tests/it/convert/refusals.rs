//! Meshes that cannot be built, and why.

use super::mesh::{fixture, fixture_target, whole};
use bem_studio::convert::error::ConvertError;
use bem_studio::convert::fit::FittedFigure;
use bem_studio::convert::layout::{Layout, SkinStream};
use bem_studio::convert::mesh::{self, DrawSource, MeshSource};
use bem_studio::model::bone_map::BoneMap;
use bem_studio::model::target::GeometryPreset;

/// What these draws of the fixture are refused with.
fn refused_draws(draws: &[DrawSource]) -> ConvertError {
    let (model, map) = fixture();
    let fitted = FittedFigure {
        positions: model.vertices.positions.clone(),
        normals: model.vertices.normals.clone(),
    };
    let refused = mesh::convert(&MeshSource {
        model: &model,
        fitted: &fitted,
        map: &map,
        target: &fixture_target(GeometryPreset::Efmi),
        component: 0,
        layout: &Layout::standard(SkinStream::UNorm16),
        draws,
    });
    refused.expect_err("a refusal")
}

#[test]
fn draws_that_are_not_in_the_figure_are_refused() {
    let draw = |material, triangles| {
        refused_draws(&[DrawSource {
            material,
            triangles,
        }])
    };
    let missing = |material, first, end| ConvertError::NoTriangles {
        draw: 0,
        material,
        first,
        end,
    };
    assert_eq!(
        refused_draws(&[]),
        ConvertError::EmptyDraw { draw: 0 },
        "no draws"
    );
    assert_eq!(
        draw(1, 1..1),
        ConvertError::EmptyDraw { draw: 0 },
        "no triangle"
    );
    assert_eq!(draw(1, 0..2), missing(1, 0, 2), "too many triangles");
    assert_eq!(draw(7, 0..0), missing(7, 0, 0), "no such material");
}

#[test]
fn parts_that_do_not_belong_together_are_refused() {
    let (model, map) = fixture();
    let fitted = FittedFigure {
        positions: model.vertices.positions.clone(),
        normals: model.vertices.normals.clone(),
    };
    let target = fixture_target(GeometryPreset::Efmi);
    let layout = Layout::standard(SkinStream::UNorm16);
    let draws = whole(&model);
    let source = MeshSource {
        model: &model,
        fitted: &fitted,
        map: &map,
        target: &target,
        component: 0,
        layout: &layout,
        draws: &draws,
    };
    let refusal = |source: MeshSource<'_>| mesh::convert(&source).expect_err("a refusal");
    assert_eq!(
        refusal(MeshSource {
            component: 5,
            ..source
        }),
        ConvertError::NoComponent { component: 5 },
        "no such component"
    );
    assert_eq!(
        refusal(MeshSource {
            fitted: &FittedFigure::default(),
            ..source
        }),
        ConvertError::FitOfOtherFigure {
            n_vertices: 3,
            n_fitted: 0
        },
        "another figure's fit"
    );
    assert_eq!(
        refusal(MeshSource {
            map: &BoneMap::default(),
            ..source
        }),
        ConvertError::MapOfOtherFigure {
            n_bones: 2,
            n_targets: 0
        },
        "another figure's map"
    );
}
