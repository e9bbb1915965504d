//! The sample files and their manifest, and files put together word by word.

use bem_studio::base::files::read_capped;
use bem_studio::bytes::Builder;
use serde_json::Value as Json;
use std::path::{Path, PathBuf};

/// The strip starts clockwise.
pub(crate) const CULL_RIGHT: u32 = 0x0001_0000;
/// The strip starts counter-clockwise.
pub(crate) const CULL_LEFT: u32 = 0x0002_0000;

/// Where samples lie.
pub(crate) fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/mdl")
}

/// The bytes of a sample.
pub(crate) fn bytes_of(name: &str) -> Vec<u8> {
    read_capped(&folder().join(name), 1 << 24).expect("the sample reads")
}

/// The verdicts about one of the folders `good`, `bad`, `foreign`, by file; their number is asserted.
pub(crate) fn verdicts(kind: &str, n_wanted: usize) -> Vec<(String, Json)> {
    let manifest: Json =
        serde_json::from_slice(&bytes_of("manifest.json")).expect("the manifest is JSON");
    let files = manifest[kind].as_object().expect("files");
    assert_eq!(files.len(), n_wanted, "samples of {kind}");
    let files = files.iter();
    files
        .map(|(name, verdict)| (format!("{kind}/{name}"), verdict.clone()))
        .collect()
}

/// A packet to put together.
#[derive(Clone, Debug, Default)]
pub(crate) struct Strip {
    pub(crate) flags: u32,
    pub(crate) tex_id: u32,
    /// x, y, z, weight.
    pub(crate) vertices: Vec<[i16; 4]>,
    /// x, y, z; whether the vertex completes a triangle.
    pub(crate) normals: Vec<([i16; 3], bool)>,
    pub(crate) uvs: Vec<[i16; 2]>,
}

impl Strip {
    /// A zigzag of vertices in the XY plane, those marked `S` not drawn.
    pub(crate) fn zigzag(flags: u32, marks: &str, normal: [i16; 3]) -> Self {
        let places = (0_i16..).zip(marks.chars());
        Self {
            flags,
            vertices: places
                .clone()
                .map(|(at, _)| [(at / 2).wrapping_mul(10), (at % 2) * 10, 0, 0x1000])
                .collect(),
            normals: places.map(|(_, mark)| (normal, mark != 'S')).collect(),
            ..Self::default()
        }
    }
}

/// An object to put together.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    pub(crate) type_bits: u32,
    pub(crate) translation: [f32; 3],
    pub(crate) parent: i32,
    pub(crate) strips: Vec<Strip>,
}

impl Default for Part {
    fn default() -> Self {
        Self {
            type_bits: 1,
            translation: [0.0; 3],
            parent: -1,
            strips: Vec::new(),
        }
    }
}

/// Puts a file together; `n_models` and the reserved word are the caller's.
pub(crate) fn file_of(n_models: i32, reserved: i32, parts: &[Part]) -> Vec<u8> {
    let n_packets: usize = parts.iter().map(|part| part.strips.len()).sum();
    let word = |size: usize| i32::try_from(size).expect("a small file");
    let data_start = 32 + 64 * parts.len() + 32 * n_packets;
    let mut data = Builder::default();
    let mut packets = Builder::default();
    let mut objects = Builder::default();
    for part in parts {
        objects.put_u32(part.type_bits);
        objects.put_i32(word(part.strips.len()));
        objects.put_f32s(&[-100.0, -100.0, -100.0, 100.0, 100.0, 100.0]);
        objects.put_f32s(&part.translation);
        objects.put_i32(part.parent);
        objects.put_i32(word(32 + 64 * parts.len() + packets.len()));
        objects.put(&[0; 12]);
        for strip in &part.strips {
            packets.put_u32(strip.flags);
            packets.put_i32(word(strip.vertices.len()));
            packets.put_u32(strip.tex_id);
            packets.put_u32(7);
            for array in 0..3 {
                while !(data_start + data.len()).is_multiple_of(16) {
                    data.put_u8(0);
                }
                let is_left_out = array == 2 && strip.uvs.is_empty();
                let start = data_start + data.len();
                packets.put_i32(if is_left_out { 0 } else { word(start) });
                put_array(&mut data, strip, array);
            }
            packets.put_i32(-5);
        }
    }
    let mut file = Builder::default();
    file.put_i32(n_models);
    file.put_i32(reserved);
    file.put_f32s(&[-200.0, -200.0, -200.0, 200.0, 200.0, 200.0]);
    for part in [objects, packets, data] {
        file.put(part.as_slice());
    }
    file.finish()
}

fn put_array(data: &mut Builder, strip: &Strip, array: usize) {
    let mut words: Vec<i16> = Vec::new();
    match array {
        0 => words.extend(strip.vertices.iter().flatten()),
        1 => {
            for ([x, y, z], is_drawn) in &strip.normals {
                let draw = if *is_drawn { 0x0fff } else { 0x0fff | i16::MIN };
                words.extend([*x, *y, *z, draw]);
            }
        }
        _ => words.extend(strip.uvs.iter().flatten()),
    }
    for word in words {
        data.put(&word.to_le_bytes());
    }
}

/// A file of one object with one strip.
pub(crate) fn one_strip(strip: Strip) -> Vec<u8> {
    let part = Part {
        strips: vec![strip],
        ..Part::default()
    };
    file_of(1, 0, &[part])
}
