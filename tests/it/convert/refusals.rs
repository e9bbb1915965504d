//! Meshes that cannot be built, and why.

use super::mesh::{fixture, fixture_target, whole};
use bem_studio::convert::error::ConvertError;
use bem_studio::convert::fit::FittedFigure;
use bem_studio::convert::layout::{Layout, SkinStream};
use bem_studio::convert::mesh::{self, DrawSource, MeshSource};
use bem_studio::model::bone_map::BoneMap;
use bem_studio::model::target::GeometryPreset;

#[test]
fn what_does_not_belong_together_is_refused() {
    let (model, map) = fixture();
    let target = fixture_target(GeometryPreset::Efmi);
    let all = whole(&model);
    let fitted = FittedFigure {
        positions: model.vertices.positions.clone(),
        normals: model.vertices.normals.clone(),
    };
    let layout = Layout::standard(SkinStream::UNorm16);
    let source = MeshSource {
        model: &model,
        fitted: &fitted,
        map: &map,
        target: &target,
        component: 0,
        layout: &layout,
        draws: &all,
    };
    let refusal = |source: MeshSource<'_>| mesh::convert(&source).expect_err("a refusal");
    assert_eq!(
        refusal(MeshSource {
            draws: &[],
            ..source
        }),
        ConvertError::EmptyDraw { draw: 0 },
        "no draws"
    );
    let draw = |material, triangles| {
        [DrawSource {
            material,
            triangles,
        }]
    };
    assert_eq!(
        refusal(MeshSource {
            draws: &draw(1, 1..1),
            ..source
        }),
        ConvertError::EmptyDraw { draw: 0 },
        "no triangle"
    );
    assert_eq!(
        refusal(MeshSource {
            draws: &draw(1, 0..2),
            ..source
        }),
        ConvertError::NoTriangles {
            draw: 0,
            material: 1,
            first: 0,
            end: 2
        },
        "too many triangles"
    );
    assert_eq!(
        refusal(MeshSource {
            draws: &draw(7, 0..0),
            ..source
        }),
        ConvertError::NoTriangles {
            draw: 0,
            material: 7,
            first: 0,
            end: 0
        },
        "no such material"
    );
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
