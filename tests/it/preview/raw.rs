//! Surfaces out of a package's vertex streams: what the conversion wrote comes back, and what is broken is named.
#![expect(
    clippy::expect_used,
    reason = "figures are sound, or the test is broken"
)]

use bem_studio::base::text::Language;
use bem_studio::convert::fit::{Fit, FitSettings};
use bem_studio::convert::layout::{Layout, SkinStream};
use bem_studio::convert::mesh::{self, ConvertedMesh, DrawSource, MeshSource};
use bem_studio::formats::bem::manifest::Attribute;
use bem_studio::formats::pmx;
use bem_studio::import::pmx::{Settings, import};
use bem_studio::import::{bone_map, catalog};
use bem_studio::model::target::{GeometryPreset, TargetComponent};
use bem_studio::preview::scene::raw::{RawError, RawMesh, RawStream, surfaces, vertices};
use bem_studio::preview::scene::surface::Surface;
use glam::{Vec2, Vec3};

/// Numbers that look random and are the same every time.
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let word = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        word ^ (word >> 31)
    }

    fn below(&mut self, end: u32) -> u32 {
        u32::try_from((self.next() >> 8) % u64::from(end)).expect("below a u32")
    }
}

fn attribute([semantic, format, dimension, stream, offset]: [u32; 5]) -> Attribute {
    Attribute {
        semantic,
        format,
        dimension,
        stream,
        offset,
    }
}

fn shown(mesh: &ConvertedMesh, geometry: GeometryPreset) -> Vec<Surface> {
    let streams: Vec<RawStream<'_>> = mesh
        .streams
        .iter()
        .map(|(stride, bytes)| RawStream {
            stride: *stride,
            bytes,
        })
        .collect();
    let raw = RawMesh {
        vertex_count: mesh.vertex_count,
        index_size: mesh.index_size,
        attributes: &mesh.attributes,
        streams: &streams,
        geometry,
    };
    let draws: Vec<&[u8]> = mesh
        .draws
        .iter()
        .map(|draw| draw.bytes.as_slice())
        .collect();
    surfaces(&raw, &draws).expect("a sound mesh")
}

#[test]
fn the_sample_comes_back_as_it_was_converted() {
    let file = include_bytes!("../../../resources/sample/humanoid.pmx");
    let catalogue = include_bytes!("../../../resources/sample/sample.catalog.json");
    let document = pmx::read(file.to_vec()).expect("a PMX file");
    let model = import(&document, Vec::new(), &Settings::default()).model;
    let mut target = catalog::read(catalogue).expect("a catalogue").profile;
    let map = bone_map::guess(&model, &target).map;
    let fit = Fit::new(&model, &map, &target, FitSettings::default()).expect("it fits");
    let fitted = fit.apply(&model);
    let draws: Vec<DrawSource> = (0..)
        .take(model.materials.len())
        .map(|material| DrawSource::whole(&model, material))
        .collect();
    let uncompressed = TargetComponent {
        strides: vec![40, 16, 32],
        ..TargetComponent::default()
    };
    let layouts = [
        (Layout::standard(SkinStream::UNorm16), 0.999_9),
        (Layout::of(&uncompressed), 0.999_999),
    ];
    for geometry in [GeometryPreset::Efmi, GeometryPreset::Plain] {
        target.geometry = geometry;
        for (layout, least_dot) in &layouts {
            let source = MeshSource {
                model: &model,
                fitted: &fitted,
                map: &map,
                target: &target,
                component: 0,
                layout,
                draws: &draws,
            };
            let converted = mesh::convert(&source).expect("a mesh");
            let surfaces = shown(&converted, geometry);
            assert_eq!(surfaces.len(), draws.len(), "one a draw");
            let columns = surfaces[0].columns();
            for (vertex, source) in converted.source_vertices.iter().enumerate() {
                let source = *source as usize;
                let at = columns.positions[vertex];
                assert!(
                    at.distance(fitted.positions[source]) < 1e-5,
                    "{vertex}: {at}"
                );
                let (uv, wanted) = (columns.uvs[vertex], model.vertices.uvs[source]);
                match geometry {
                    GeometryPreset::Efmi => assert_eq!(uv, wanted, "{vertex}: exactly"),
                    // 1 - (1 - v) is rounded once.
                    GeometryPreset::Plain => assert!(uv.distance(wanted) < 1e-6, "{vertex}: {uv}"),
                }
                let dot = columns.normals[vertex].dot(fitted.normals[source].normalize());
                assert!(dot > *least_dot, "{vertex}: normal off, {dot}");
            }
            for (draw, surface) in draws.iter().zip(&surfaces) {
                let material = &model.materials[draw.material as usize];
                let wanted = &model.triangles[material.triangle_range()];
                let back = surface.triangles().iter();
                let back = back.map(|it| it.map(|at| converted.source_vertices[at as usize]));
                assert!(back.eq(wanted.iter().copied()), "the same corners in order");
            }
        }
    }
}

/// Three vertices whose positions, and nothing else, are stored as `bytes`.
fn positions_of(format: u32, dimension: u32, bytes: &[u8]) -> Vec<Vec3> {
    let stride = u32::try_from(bytes.len()).expect("small");
    let stream = bytes.repeat(3);
    let mesh = RawMesh {
        vertex_count: 3,
        index_size: 2,
        attributes: &[attribute([0, format, dimension, 0, 0])],
        streams: &[RawStream {
            stride,
            bytes: &stream,
        }],
        geometry: GeometryPreset::Efmi,
    };
    vertices(&mesh).expect("it reads").positions
}

#[test]
fn positions_of_every_format_and_dimension_are_read() {
    let floats = |values: &[f32]| -> Vec<u8> {
        values
            .iter()
            .flat_map(|value| value.to_le_bytes())
            .collect()
    };
    let known: [(u32, u32, Vec<u8>, Vec3); 14] = [
        (0, 3, floats(&[1.5, -2.0, 0.25]), Vec3::new(1.5, -2.0, 0.25)),
        (
            0,
            4,
            floats(&[1.0, 2.0, 3.0, 9.0]),
            Vec3::new(1.0, 2.0, 3.0),
        ),
        (0, 2, floats(&[1.0, 2.0]), Vec3::new(1.0, 2.0, 0.0)),
        (0, 1, floats(&[7.0]), Vec3::new(7.0, 0.0, 0.0)),
        (
            1,
            3,
            vec![0, 0x3c, 0, 0xc0, 0, 0x38],
            Vec3::new(1.0, -2.0, 0.5),
        ),
        (2, 3, vec![0, 255, 51], Vec3::new(0.0, 1.0, 0.2)),
        (3, 3, vec![127, 0x81, 0], Vec3::new(1.0, -1.0, 0.0)),
        (4, 2, vec![255, 255, 0, 0], Vec3::new(1.0, 0.0, 0.0)),
        (5, 2, vec![255, 127, 1, 128], Vec3::new(1.0, -1.0, 0.0)),
        (6, 3, vec![1, 2, 200], Vec3::new(1.0, 2.0, 200.0)),
        (7, 3, vec![1, 254, 128], Vec3::new(1.0, -2.0, -128.0)),
        (8, 1, vec![0, 1], Vec3::new(256.0, 0.0, 0.0)),
        (9, 1, vec![0, 255], Vec3::new(-256.0, 0.0, 0.0)),
        (11, 1, vec![255; 4], Vec3::new(-1.0, 0.0, 0.0)),
    ];
    for (format, dimension, bytes, wanted) in known {
        let read = positions_of(format, dimension, &bytes);
        assert_eq!(read, [wanted; 3], "format {format}, dimension {dimension}");
    }
}

#[test]
fn missing_normals_are_those_of_the_triangles_around() {
    let corners = [Vec3::ZERO, Vec3::Y, Vec3::X, Vec3::new(5.0, 5.0, 5.0)];
    let bytes: Vec<u8> = corners
        .iter()
        .flat_map(Vec3::to_array)
        .flat_map(f32::to_le_bytes)
        .collect();
    let mesh = RawMesh {
        vertex_count: 4,
        index_size: 4,
        attributes: &[attribute([0, 0, 3, 0, 0])],
        streams: &[RawStream {
            stride: 12,
            bytes: &bytes,
        }],
        geometry: GeometryPreset::Efmi,
    };
    let list: Vec<u8> = [0_u32, 1, 2]
        .iter()
        .flat_map(|it| it.to_le_bytes())
        .collect();
    let made = surfaces(&mesh, &[&list]).expect("a surface");
    let columns = made[0].columns();
    // Clockwise as seen by who looks along +Z, so it faces -Z.
    assert_eq!(columns.normals[..3], [Vec3::NEG_Z; 3], "outward");
    assert_eq!(columns.normals[3], Vec3::ZERO, "no triangle names it");
    assert_eq!(columns.uvs[..], [Vec2::ZERO; 4], "no texture coordinates");
}

#[test]
fn a_word_that_is_not_packed_is_no_normal() {
    let vertex = |word: u32| -> Vec<u8> {
        let position = [0.0_f32; 3].iter().flat_map(|it| it.to_le_bytes());
        position.chain(word.to_le_bytes()).collect()
    };
    let bytes = [
        vertex(0xC800_0000),
        vertex(0x0000_0000),
        vertex(0xFFC0_0000),
    ]
    .concat();
    let mesh = RawMesh {
        vertex_count: 3,
        index_size: 2,
        attributes: &[attribute([0, 0, 3, 0, 0]), attribute([1, 0, 1, 0, 12])],
        streams: &[RawStream {
            stride: 16,
            bytes: &bytes,
        }],
        geometry: GeometryPreset::Efmi,
    };
    let read = vertices(&mesh).expect("it reads");
    assert_eq!(
        read.normals[0],
        Vec3::Z,
        "packed, though it is no number as a float"
    );
    assert_eq!(read.normals[1], Vec3::ZERO, "bit 30 is not set");
    assert!(
        read.normals[2].is_normalized(),
        "a pattern of NaN is a word"
    );
    assert!(read.lacks_normals(), "one is missing");
}

/// Three vertices with float positions.
fn three_floats() -> Vec<u8> {
    let values = [0.0_f32, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0];
    values
        .iter()
        .flat_map(|value| value.to_le_bytes())
        .collect()
}

const POSITION: [u32; 5] = [0, 0, 3, 0, 0];
const LIST: [u8; 6] = [0, 0, 1, 0, 2, 0];

/// Number of surfaces of a mesh with one stream of 12 bytes a vertex.
fn made(
    attributes: &[[u32; 5]],
    stream: &[u8],
    (vertex_count, index_size): (u32, u32),
    list: &[u8],
) -> Result<usize, RawError> {
    let attributes: Vec<Attribute> = attributes.iter().copied().map(attribute).collect();
    let mesh = RawMesh {
        vertex_count,
        index_size,
        attributes: &attributes,
        streams: &[RawStream {
            stride: 12,
            bytes: stream,
        }],
        geometry: GeometryPreset::Efmi,
    };
    surfaces(&mesh, &[list]).map(|surfaces| surfaces.len())
}

#[track_caller]
fn assert_named(found: Result<usize, RawError>, wanted: RawError) {
    assert_eq!(found, Err(wanted), "{wanted}");
    for language in Language::ALL {
        let text = wanted.detail().text(language);
        assert!(!text.contains('{'), "an empty place: {text}");
    }
}

#[test]
fn broken_vertices_are_named() {
    let floats = three_floats();
    assert_eq!(
        made(&[POSITION], &floats, (3, 2), &LIST),
        Ok(1),
        "a sound mesh"
    );
    assert_named(made(&[], &floats, (3, 2), &LIST), RawError::NoPosition);
    let length = RawError::StreamLength {
        stream: 0,
        n_bytes: 35,
        wanted_bytes: 36,
    };
    assert_named(made(&[POSITION], &floats[..35], (3, 2), &LIST), length);
    let mut not_finite = floats.clone();
    not_finite[16..20].copy_from_slice(&f32::NAN.to_le_bytes());
    let place = RawError::NotFinite {
        semantic: 0,
        vertex: 1,
    };
    assert_named(made(&[POSITION], &not_finite, (3, 2), &LIST), place);
    let misfits = [
        [0, 12, 3, 0, 0],
        [0, 0, 3, 0, 4],
        [0, 0, 3, 9, 0],
        [0, 0, 0, 0, 0],
        [0, 0, u32::MAX, 0, u32::MAX],
    ];
    for misfit in misfits {
        let error = RawError::Attribute { semantic: 0 };
        assert_named(made(&[misfit], &floats, (3, 2), &LIST), error);
    }
    for vertex_count in [0, 1_048_577, u32::MAX] {
        let error = RawError::VertexCount { vertex_count };
        assert_named(made(&[POSITION], &floats, (vertex_count, 2), &LIST), error);
    }
}

#[test]
fn broken_index_lists_are_named() {
    let floats = three_floats();
    let read = |index_size: u32, list: &[u8]| made(&[POSITION], &floats, (3, index_size), list);
    for index_size in [0, 1, 3, u32::MAX] {
        assert_named(read(index_size, &LIST), RawError::IndexSize { index_size });
    }
    for n_bytes in [0, 4, 5] {
        let error = RawError::IndexLength {
            n_bytes,
            index_size: 2,
        };
        let list = &LIST[..usize::try_from(n_bytes).expect("small")];
        assert_named(read(2, list), error);
    }
    let error = RawError::Index {
        place: 2,
        vertex: 3,
        vertex_count: 3,
    };
    assert_named(read(2, &[0, 0, 1, 0, 3, 0]), error);
}

#[test]
fn no_declaration_makes_it_panic() {
    let mut dice = Dice(7);
    let (mut n_good, mut n_bad) = (0, 0);
    for _ in 0..4000 {
        let strides: Vec<u32> = (0..=dice.below(3)).map(|_| dice.below(65)).collect();
        let vertex_count = dice.below(5);
        let streams: Vec<Vec<u8>> = strides
            .iter()
            .map(|stride| {
                let n_bytes = vertex_count * stride + u32::from(dice.below(20) == 0);
                (0..n_bytes)
                    .map(|_| dice.next().to_le_bytes()[2] & 0x3f)
                    .collect()
            })
            .collect();
        let attributes: Vec<Attribute> = (0..dice.below(5))
            .map(|_| {
                attribute([
                    [0, 0, 1, 4, 12][dice.below(5) as usize],
                    dice.below(13),
                    dice.below(6),
                    dice.below(4),
                    dice.below(20),
                ])
            })
            .collect();
        let list: Vec<u8> = (0..dice.below(30))
            .map(|_| dice.next().to_le_bytes()[1] & 3)
            .collect();
        let raw: Vec<RawStream<'_>> = strides
            .iter()
            .zip(&streams)
            .map(|(stride, bytes)| RawStream {
                stride: *stride,
                bytes,
            })
            .collect();
        let mesh = RawMesh {
            vertex_count,
            index_size: dice.below(6),
            attributes: &attributes,
            streams: &raw,
            geometry: GeometryPreset::Plain,
        };
        match vertices(&mesh) {
            Ok(_) => n_good += 1,
            Err(_) => n_bad += 1,
        }
        // An error is as good as a surface here.
        drop(surfaces(&mesh, &[&list]));
    }
    assert!(n_good > 100 && n_bad > 100, "{n_good} good, {n_bad} bad");
}
