//! Whole meshes, byte for byte.

use super::figures::{bone, lanes, mapped, numbered_target, target, triangles};
use bem_studio::convert::fit::{Fit, FitSettings};
use bem_studio::convert::layout::Layout;
use bem_studio::convert::mesh::{self, ConvertedMesh, DrawSource, MeshSource};
use bem_studio::model::bone_map::{BoneMap, MappedBy};
use bem_studio::model::figure::{Material, Model, Vertices};
use bem_studio::model::target::{GeometryPreset, TargetProfile};
use glam::{Vec2, Vec3};

/// The triangle of the rulebook's fixtures, drawn from both sides: two materials, two bones.
pub(super) fn fixture() -> (Model, BoneMap) {
    let model = Model {
        vertices: Vertices {
            positions: vec![Vec3::ZERO, Vec3::X, Vec3::Y],
            normals: vec![Vec3::Z; 3],
            // The fixtures' v runs up from the bottom left, a figure's runs down.
            uvs: vec![Vec2::Y, Vec2::ONE, Vec2::ZERO],
            influences: vec![lanes(&[(0, 1.0)]), lanes(&[(1, 1.0)]), lanes(&[(0, 1.0)])],
            edge_scales: vec![1.0; 3],
        },
        triangles: vec![[0, 1, 2], [2, 1, 0]],
        materials: vec![
            Material {
                first_triangle: 0,
                n_triangles: 1,
                ..Material::default()
            },
            Material {
                first_triangle: 1,
                n_triangles: 1,
                ..Material::default()
            },
        ],
        bones: vec![bone("a", None, Vec3::ZERO), bone("b", None, Vec3::ZERO)],
        ..Model::default()
    };
    let map = BoneMap {
        targets: vec![
            mapped("bone0", MappedBy::Author),
            mapped("bone1", MappedBy::Author),
        ],
    };
    (model, map)
}

pub(super) fn fixture_target(geometry: GeometryPreset) -> TargetProfile {
    TargetProfile {
        geometry,
        ..target(&[&["bone0"], &["bone1"]])
    }
}

pub(super) fn whole(model: &Model) -> Vec<DrawSource> {
    (0..)
        .take(model.materials.len())
        .map(|m| DrawSource::whole(model, m))
        .collect()
}

fn converted(
    model: &Model,
    map: &BoneMap,
    target: &TargetProfile,
    draws: &[DrawSource],
) -> ConvertedMesh {
    let fit = Fit::new(model, map, target, FitSettings::default()).expect("fits");
    mesh::convert(&MeshSource {
        model,
        fitted: &fit.apply(model),
        map,
        target,
        component: 0,
        layout: &Layout::of(&target.components[0]),
        draws,
    })
    .expect("a mesh")
}

fn bytes(hex: &str) -> Vec<u8> {
    hex.split_whitespace()
        .map(|byte| u8::from_str_radix(byte, 16).expect("hex"))
        .collect()
}

#[test]
fn the_fixture_triangle_gives_the_rulebooks_bytes_with_the_plain_preset() {
    let (model, map) = fixture();
    let target = fixture_target(GeometryPreset::Plain);
    let mesh = converted(&model, &map, &target, &whole(&model));
    assert_eq!((mesh.vertex_count, mesh.index_size), (3, 2), "sizes");
    let streams = [
        (
            16,
            "00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 c8
             00 00 80 3f 00 00 00 00 00 00 00 00 00 00 00 c8
             00 00 00 00 00 00 80 3f 00 00 00 00 00 00 00 c8",
        ),
        (
            12,
            "00 00 00 00 00 00 00 00 00 00 00 00
             00 00 80 3f 00 00 00 00 00 00 00 00
             00 00 00 00 00 00 80 3f 00 00 00 00",
        ),
        (
            12,
            "ff ff 00 00 00 00 00 00 00 00 00 00
             ff ff 00 00 00 00 00 00 01 00 00 00
             ff ff 00 00 00 00 00 00 00 00 00 00",
        ),
    ];
    for (stream, ((stride, written), (should, hex))) in mesh.streams.iter().zip(streams).enumerate()
    {
        assert_eq!(*stride, should, "stride of stream {stream}");
        assert_eq!(*written, bytes(hex), "stream {stream}");
    }
    assert_eq!(
        mesh.draws[0].bytes,
        bytes("00 00 01 00 02 00"),
        "first draw"
    );
    assert_eq!(
        mesh.draws[1].bytes,
        bytes("02 00 01 00 00 00"),
        "second draw"
    );
    assert_eq!(
        mesh.draws.iter().map(|d| d.count).collect::<Vec<_>>(),
        [3, 3],
        "counts"
    );
    let palette: Vec<(u32, u32, &str)> = mesh
        .palette
        .iter()
        .map(|bone| (bone.component, bone.index, bone.name.as_str()))
        .collect();
    assert_eq!(palette, [(0, 0, "bone0"), (1, 0, "bone1")], "palette");
    assert_eq!(mesh.source_vertices, [0, 1, 2], "sources");
}

#[test]
fn the_efmi_preset_stores_top_rows_first_coordinates_and_turned_tangents() {
    let (model, map) = fixture();
    let plain = converted(
        &model,
        &map,
        &fixture_target(GeometryPreset::Plain),
        &whole(&model),
    );
    let efmi = converted(
        &model,
        &map,
        &fixture_target(GeometryPreset::Efmi),
        &whole(&model),
    );
    let uv = |mesh: &ConvertedMesh, vertex: usize| -> [f32; 2] {
        let at = vertex * 12;
        [at, at + 4]
            .map(|at| f32::from_le_bytes(mesh.streams[1].1[at..at + 4].try_into().expect("four")))
    };
    for vertex in 0..3 {
        let [u, v] = uv(&plain, vertex);
        assert_eq!(uv(&efmi, vertex), [u, 1.0 - v], "vertex {vertex}");
        // v = 0 addresses the first stored row, and EFMI stores the top row first.
        assert_eq!(
            uv(&efmi, vertex),
            model.vertices.uvs[vertex].to_array(),
            "vertex {vertex}"
        );
        let word = &efmi.streams[0].1[vertex * 16 + 12..vertex * 16 + 16];
        assert_eq!(
            word,
            0x6810_0000_u32.to_le_bytes(),
            "-X and negative at {vertex}"
        );
    }
    assert_eq!(efmi.streams[2], plain.streams[2], "the skin is the same");
}

#[test]
fn only_used_vertices_are_written_in_the_figures_order() {
    let (model, map) = triangles(4, 12, |corner| lanes(&[(corner, 1.0)]));
    let target = numbered_target(12);
    let draws = [DrawSource::whole(&model, 3), DrawSource::whole(&model, 1)];
    let mesh = converted(&model, &map, &target, &draws);
    assert_eq!(
        mesh.source_vertices,
        [3, 4, 5, 9, 10, 11],
        "ascending, whatever the draws"
    );
    assert_eq!(mesh.vertex_count, 6, "six of twelve");
    assert_eq!(
        mesh.draws[0].bytes,
        bytes("03 00 04 00 05 00"),
        "the last triangle first"
    );
    assert_eq!(
        mesh.draws[1].bytes,
        bytes("00 00 01 00 02 00"),
        "then the second"
    );
    assert_eq!(mesh.palette.len(), 6, "only their bones");
    let first = f32::from_le_bytes(mesh.streams[0].1[..4].try_into().expect("four"));
    assert_eq!(
        first, model.vertices.positions[3].x,
        "vertex 0 is the figure's 3"
    );
}

#[test]
fn equal_vertices_are_neither_merged_nor_split() {
    let (mut model, map) = fixture();
    model.vertices.positions.fill(Vec3::ONE);
    let mesh = converted(
        &model,
        &map,
        &fixture_target(GeometryPreset::Efmi),
        &whole(&model),
    );
    assert_eq!(mesh.vertex_count, 3, "three places, one position");
}

#[test]
fn indices_take_four_bytes_only_beyond_65536_vertices() {
    for (n_triangles, index_size) in [(21_845, 2), (21_846, 4)] {
        let (mut model, map) = triangles(n_triangles, 1, |_| lanes(&[(0, 1.0)]));
        let mut last = *model.triangles.last().expect("a triangle");
        if n_triangles == 21_845 {
            // One more vertex: 65,536, the most that two bytes can count.
            for column in [&mut model.vertices.positions, &mut model.vertices.normals] {
                column.push(Vec3::Y);
            }
            model.vertices.uvs.push(Vec2::ZERO);
            model.vertices.influences.push(lanes(&[(0, 1.0)]));
            last = [0, 1, 65_535];
            model.triangles.push(last);
        }
        let count = u32::try_from(model.triangles.len()).expect("few");
        model.materials = vec![Material {
            n_triangles: count,
            ..Material::default()
        }];
        let mesh = converted(&model, &map, &numbered_target(1), &whole(&model));
        assert_eq!(
            mesh.index_size, index_size,
            "{} vertices",
            mesh.vertex_count
        );
        let indices = &mesh.draws[0];
        assert_eq!(
            indices.bytes.len(),
            (indices.count * index_size) as usize,
            "bytes"
        );
        let end = &indices.bytes[indices.bytes.len() - index_size as usize..];
        let read = match end {
            [a, b] => u32::from(u16::from_le_bytes([*a, *b])),
            four => u32::from_le_bytes(four.try_into().expect("four")),
        };
        assert_eq!(read, last[2], "the last index");
    }
}

#[test]
fn other_layouts_hold_the_same_vertices() {
    let (model, map) = fixture();
    let mut target = fixture_target(GeometryPreset::Plain);
    target.components[0].strides = vec![40, 16, 32];
    let mesh = converted(&model, &map, &target, &whole(&model));
    let floats = |stream: usize, vertex: usize| -> Vec<f32> {
        let (stride, bytes) = &mesh.streams[stream];
        let row = &bytes[vertex * *stride as usize..][..*stride as usize];
        row.chunks_exact(4)
            .map(|f| f32::from_le_bytes(f.try_into().expect("four")))
            .collect()
    };
    assert_eq!(
        floats(0, 1),
        [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 1.0],
        "position, normal, tangent and its sign"
    );
    assert_eq!(floats(1, 2), [0.0, 1.0, 0.0, 1.0], "both coordinates");
    assert_eq!(floats(2, 1)[..4], [1.0, 0.0, 0.0, 0.0], "weights");
    assert_eq!(
        mesh.streams[2].1[32 + 16..32 + 20],
        [1, 0, 0, 0],
        "the index, 32 bits wide"
    );

    target.components[0].strides = vec![16, 8, 4];
    let mesh = converted(&model, &map, &target, &whole(&model));
    let strides: Vec<u32> = mesh.streams.iter().map(|(stride, _)| *stride).collect();
    assert_eq!(strides, [16, 8, 4], "rigid, UV only");
    assert_eq!(
        mesh.streams[2].1,
        [0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0],
        "one bone a vertex"
    );
}

#[test]
fn a_rigid_mesh_follows_the_strongest_bone_only() {
    let (model, map) = triangles(1, 3, |_| lanes(&[(2, 0.5), (1, 0.3), (0, 0.2)]));
    let mut target = numbered_target(3);
    target.components[0].rigid = Some(true);
    let mesh = converted(&model, &map, &target, &whole(&model));
    assert_eq!(mesh.palette.len(), 1, "one bone");
    assert_eq!(mesh.palette[0].name, "b2", "the strongest");
}

#[test]
fn the_component_limits_the_influences() {
    let (model, map) = triangles(1, 4, |_| lanes(&[(0, 0.4), (1, 0.3), (2, 0.2), (3, 0.1)]));
    let mut target = numbered_target(4);
    for (max, n) in [
        (None, 4),
        (Some(1), 1),
        (Some(2), 2),
        (Some(4), 4),
        (Some(9), 4),
        (Some(0), 1),
    ] {
        target.components[0].max_influences = max;
        let mesh = converted(&model, &map, &target, &whole(&model));
        assert_eq!(mesh.palette.len(), n, "{max:?}");
    }
}

#[test]
fn a_static_mesh_has_no_palette_and_asks_for_no_bones() {
    let (model, map) = fixture();
    let target = target(&[&[]]);
    let mesh = converted(&model, &map, &target, &whole(&model));
    assert!(mesh.palette.is_empty(), "no palette");
    assert_eq!(mesh.streams.len(), 2, "no skin stream");
    assert!(mesh.attributes.iter().all(|a| a.semantic < 12), "MESH-10");
}

#[test]
fn the_same_input_gives_the_same_bytes() {
    let (model, map) = triangles(50, 40, |corner| {
        lanes(&[(corner % 40, 0.7), ((corner + 7) % 40, 0.3)])
    });
    let target = numbered_target(40);
    let once = converted(&model, &map, &target, &whole(&model));
    let again = converted(&model, &map, &target, &whole(&model));
    assert_eq!(once, again, "twice the same");
}
