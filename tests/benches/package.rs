//! Makes packages of any size for timing: the same plan gives the same bytes on every machine.
//! Payloads are made when they are asked for, so that a writer's own memory can be seen.

#![expect(
    clippy::cast_possible_truncation,
    reason = "noise is cut on purpose, counts are small"
)]

use bem_studio::base::memory;
use bem_studio::formats::bem::payloads::PayloadError;
use bem_studio::formats::bem::write::PayloadStore;
use std::borrow::Cow;

/// Meshes of the largest manifest, each with a component of its own.
const N_MESHES: usize = 16;
/// Draws of each of them: with the 16 component candidates they make up the 4,096 of OPT-16.
const N_DRAWS: usize = 255;
/// Textures a draw of the largest manifest names.
const N_TEXTURES: usize = 20;

/// The largest manifest the format has room for, just below 4 MiB, and its payloads: 4,080 draws, all with conditions,
/// texture lists and material overrides.
pub(crate) fn crowded() -> (String, Vec<Vec<u8>>) {
    let draws = |mesh: usize| {
        let draws = (0..N_DRAWS).map(|draw| crowded_draw(mesh, draw));
        draws.collect::<Vec<_>>().join(",")
    };
    let meshes = (0..N_MESHES).map(|mesh| mesh_text(3, mesh, 0, &draws(mesh)));
    let textures = (0..N_TEXTURES).map(|texture| texture_text(4, 4, 1, 10, texture, 4 + texture));
    let text = manifest_text(
        N_MESHES,
        &meshes.collect::<Vec<_>>().join(","),
        &textures.collect::<Vec<_>>().join(","),
    );
    let mut payloads = vec![
        Content::Positions.bytes(3),
        Content::Places.bytes(3),
        Content::Skin.bytes(3),
        [0_u16, 1, 2].map(u16::to_le_bytes).concat(),
    ];
    payloads.extend((0..N_TEXTURES).map(|n| Content::Blocks.seeded(8, n as u64)));
    (text, payloads)
}

fn crowded_draw(mesh: usize, draw: usize) -> String {
    let choice =
        |group: usize| format!("{{\"eq\":[\"group{group}\",\"c{}\"]}}", (draw + group) % 4);
    let textures: Vec<String> = (0..N_TEXTURES).map(|n| n.to_string()).collect();
    format!(
        "{{\"when\":{{\"any\":[{{\"all\":[{},{},{}]}},{{\"not\":{{\"any\":[{},{}]}}}},{{\"all\":[{},{}]}}]}},\
         \"indices\":3,\"count\":3,\"material_component\":{mesh},\"material_slot\":{slot},\
         \"material_name\":\"M_component{mesh}_material{slot}\",\"textures\":[{}],\
         \"material_overrides\":{{\"floats\":{{\"_Smoothness\":0.35,\"_EmissionWeight\":{}.5,\"_OutlineWidth\":1.25}},\
         \"colors\":{{\"_BaseColor\":[1.0,0.5,0.25,1.0],\"_EmissionColor\":[0.0,0.0,0.125,1.0]}},\
         \"vectors\":{{\"_Offset\":[0.0,-1.5,2.5,0.0]}},\"enable_keywords\":[\"_EMISSION\",\"_OUTLINE_ON\"],\
         \"disable_keywords\":[\"_ALPHATEST_ON\"]}},\"note\":\"segment {draw} of mesh {mesh}, {filler}\"}}",
        choice(0),
        choice(1),
        choice(2),
        choice(3),
        choice(4),
        choice(5),
        choice(6),
        textures.join(","),
        draw % 100,
        slot = draw % 8,
        filler = "x".repeat(258),
    )
}

/// What a payload holds.
#[derive(Clone, Copy, Debug)]
enum Content {
    /// Position and packed frame, 16 bytes a vertex.
    Positions,
    /// Texture place and colour, 12 bytes a vertex.
    Places,
    /// Four 16-bit weights and four bones, 12 bytes a vertex.
    Skin,
    /// 32-bit indices below a vertex count.
    Indices(u32),
    /// Texture blocks of 16 bytes, half of them noise.
    Blocks,
    /// Pixels of 4 bytes with smooth colours and a little grain.
    Pixels,
}

impl Content {
    fn bytes(self, n_vertices: usize) -> Vec<u8> {
        let stride = if matches!(self, Self::Positions) {
            16
        } else {
            12
        };
        self.seeded(n_vertices * stride, 1)
    }

    /// So many bytes of it.
    fn seeded(self, size: usize, seed: u64) -> Vec<u8> {
        let mut dice = (seed + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut roll = move || {
            dice ^= dice << 13;
            dice ^= dice >> 7;
            dice ^= dice << 17;
            dice
        };
        // As the library reserves large buffers.
        let mut out = memory::buffer(size + 16).unwrap_or_default();
        let mut n = 0_u32;
        while out.len() < size {
            let noise = roll();
            let low = noise as u32;
            match self {
                Self::Positions => {
                    let angle = n as f32 * 0.001;
                    out.extend((angle.sin() + (low & 0xff) as f32 * 1e-5).to_le_bytes());
                    out.extend((n as f32 * 1e-6).to_le_bytes());
                    out.extend(angle.cos().to_le_bytes());
                    out.extend((((low >> 2) & 0x3fff_0fff) | (1 << 30)).to_le_bytes());
                }
                Self::Places => {
                    out.extend(((n % 1024) as f32 / 1024.0).to_le_bytes());
                    out.extend(((low & 0xfff) as f32 / 4096.0).to_le_bytes());
                    out.extend([0xff, 0xff, 0xff, 0xff]);
                }
                Self::Skin => {
                    let first = (low & 0x3fff) as u16;
                    for weight in [u16::MAX - first, first, 0, 0] {
                        out.extend(weight.to_le_bytes());
                    }
                    let bone = (n / 64 % 64) as u8;
                    out.extend([bone, (low >> 16) as u8 % 64, 0, 0]);
                }
                Self::Indices(n_vertices) => {
                    let near = (n / 2 + low % 32) % n_vertices;
                    out.extend(near.to_le_bytes());
                }
                Self::Blocks => {
                    out.extend([0x40, (n >> 4) as u8, (n >> 8) as u8, 0x7f]);
                    out.extend((n >> 3).to_le_bytes());
                    out.extend(noise.to_le_bytes());
                }
                Self::Pixels => {
                    let smooth = (n >> 5) as u8;
                    out.extend([smooth ^ (low & 3) as u8, smooth, (n >> 9) as u8, 0xff]);
                }
            }
            n = n.wrapping_add(1);
        }
        out.truncate(size);
        out
    }
}

/// A package of figures in their largest form: meshes of a million vertices, textures of 4096 x 4096.
#[derive(Debug)]
pub(crate) struct Large {
    /// Its manifest.
    pub(crate) text: String,
    contents: Vec<(Content, usize)>,
}

/// Vertices of a mesh of it (MESH-01).
const N_VERTICES: usize = 1 << 20;
/// Indices of a mesh of it.
const N_INDICES: usize = 6 << 20;

impl Large {
    /// About so many MiB of decoded payloads, a third of them meshes.
    pub(crate) fn new(mebibytes: usize) -> Self {
        let mut contents = Vec::new();
        let n_meshes = (mebibytes / 3 / 64).max(1);
        let mut meshes = Vec::new();
        for mesh in 0..n_meshes {
            let first = contents.len();
            contents.extend([
                (Content::Positions, N_VERTICES * 16),
                (Content::Places, N_VERTICES * 12),
                (Content::Skin, N_VERTICES * 12),
                (Content::Indices(1 << 20), N_INDICES * 4),
            ]);
            let draw = format!(
                "{{\"indices\":{},\"count\":{N_INDICES},\"material_component\":{mesh},\"material_slot\":0,\
                 \"material_name\":\"M_component{mesh}_material0\",\"textures\":[]}}",
                first + 3
            );
            meshes.push(mesh_text(N_VERTICES, mesh, first, &draw));
        }
        let mut textures = Vec::new();
        let wanted = mebibytes << 20;
        while contents.iter().map(|(_, size)| *size).sum::<usize>() < wanted {
            let texture = textures.len();
            let (content, format, mips) = match texture % 4 {
                3 => (Content::Pixels, 4, 1),
                _ => (Content::Blocks, 25, 13),
            };
            let payload = contents.len();
            textures.push(texture_text(4096, 4096, mips, format, texture, payload));
            let size = if format == 4 { 64 << 20 } else { full_chain() };
            contents.push((content, size));
        }
        Self {
            text: manifest_text(n_meshes, &meshes.join(","), &textures.join(",")),
            contents,
        }
    }

    /// Bytes of all payloads.
    pub(crate) fn decoded_bytes(&self) -> usize {
        self.contents.iter().map(|(_, size)| *size).sum()
    }

    /// Bytes of the largest payload.
    pub(crate) fn largest_bytes(&self) -> usize {
        let sizes = self.contents.iter().map(|(_, size)| *size);
        sizes.max().unwrap_or_default()
    }
}

/// Bytes of a 4096 x 4096 texture of 16-byte blocks with all 13 mips.
fn full_chain() -> usize {
    (0..13)
        .map(|mip| ((4096_usize >> mip).div_ceil(4)).pow(2) * 16)
        .sum()
}

impl PayloadStore for Large {
    fn len(&self) -> usize {
        self.contents.len()
    }

    fn size(&self, payload: u32) -> Option<u64> {
        let (_, size) = self.contents.get(payload as usize)?;
        Some(*size as u64)
    }

    fn bytes(&self, payload: u32) -> Result<Cow<'_, [u8]>, PayloadError> {
        let found = self.contents.get(payload as usize);
        let (content, size) = found.ok_or(PayloadError::NoSuchPayload {
            payload,
            n_payloads: self.contents.len() as u32,
        })?;
        Ok(Cow::Owned(content.seeded(*size, u64::from(payload))))
    }
}

fn mesh_text(n_vertices: usize, mesh: usize, first_payload: usize, draws: &str) -> String {
    let bones: Vec<String> = (0..64)
        .map(|bone| format!("{{\"component\":{mesh},\"index\":{bone},\"name\":\"Bone{bone}\"}}"))
        .collect();
    format!(
        "{{\"vertex_count\":{n_vertices},\"index_size\":{},\"streams\":[{{\"stride\":16,\"payload\":{first_payload}}},\
         {{\"stride\":12,\"payload\":{}}},{{\"stride\":12,\"payload\":{}}}],\"attributes\":[[0,0,3,0,0],[1,0,1,0,12],\
         [4,0,2,1,0],[3,2,4,1,8],[12,4,4,2,0],[13,6,4,2,8]],\"bones\":[{}],\"draws\":[{draws}]}}",
        if n_vertices > 65_536 { 4 } else { 2 },
        first_payload + 1,
        first_payload + 2,
        bones.join(",")
    )
}

fn texture_text(
    width: usize,
    height: usize,
    mips: u32,
    format: u32,
    number: usize,
    payload: usize,
) -> String {
    format!(
        "{{\"width\":{width},\"height\":{height},\"mips\":{mips},\"format\":{format},\"srgb\":true,\
         \"original_name\":\"T_texture{number}_D\",\"payload\":{payload}}}"
    )
}

fn manifest_text(n_components: usize, meshes: &str, textures: &str) -> String {
    let list = |n: usize, name: &dyn Fn(usize) -> String| {
        let items: Vec<String> = (0..n).map(name).collect();
        items.join(",")
    };
    let bones = list(64, &|bone| format!("\"Bone{bone}\""));
    let components = list(n_components, &|id| {
        let materials = list(8, &|slot| format!("\"M_component{id}_material{slot}\""));
        format!(
            "{{\"id\":{id},\"mesh_name\":\"S_component{id}\",\"original_index_count\":3,\"bone_names\":[{bones}],\
             \"materials\":[{materials}]}}"
        )
    });
    let groups = list(7, &|group| {
        let choices = list(4, &|choice| {
            format!("{{\"id\":\"c{choice}\",\"name\":\"Choice\"}}")
        });
        format!(
            "{{\"id\":\"group{group}\",\"name\":\"Group\",\"default\":\"c0\",\"choices\":[{choices}]}}"
        )
    });
    let rules = list(n_components, &|target| {
        format!(
            "{{\"target\":{target},\"candidates\":[{{\"operation\":\"replace\",\"mesh\":{target}}}]}}"
        )
    });
    let overrides = if meshes.contains("material_overrides") {
        ",\"material-overrides-v1\""
    } else {
        ""
    };
    format!(
        "{{\"schema\":1,\"package_id\":\"bench.package\",\"name\":\"Bench\",\"author\":\"Bench\",\"version\":\"1\",\
         \"required_capabilities\":[\"native-materials\",\"palette-u8\",\"indices-u32\",\"composable-options\"{overrides}],\
         \"target\":{{\"character_id\":\"chr_bench\",\"platform\":\"windows-x64\",\"profile_id\":\"bench\",\
         \"revision\":\"r1\",\"snapshot\":\"\",\"world_resource\":\"chr_bench_postmodel\",\
         \"ui_resource\":\"chr_bench_uimodel\",\"components\":[{components}]}},\"meshes\":[{meshes}],\
         \"textures\":[{textures}],\"option_groups\":[{groups}],\"component_rules\":[{rules}]}}"
    )
}

/// Manifests of the same size with thousands of faults, made of a good one.
pub(crate) fn hostile(text: &str) -> Vec<(&'static str, String)> {
    let fill = |piece: &dyn Fn(usize) -> String| {
        let mut out = String::new();
        let mut n = 0;
        while out.len() < 4_100_000 {
            out.push_str(&piece(n));
            out.push(',');
            n += 1;
        }
        out.pop();
        out
    };
    let (small, _) = text.split_once("\"meshes\":[").unwrap_or((text, ""));
    let with = |member: String| format!("{small}{member}}}");
    vec![
        (
            "every draw is wrong",
            text.replace("\"material_slot\":", "\"material_slot\":9")
                .replace("\"count\":3", "\"count\":4")
                .replace("\"eq\":[\"group0\"", "\"eq\":[\"group\""),
        ),
        (
            "negative numbers",
            with(format!("\"x\":[{}]", fill(&|_| "-1".to_owned()))),
        ),
        (
            "one key over and over",
            with(fill(&|_| "\"k\":1".to_owned())),
        ),
        ("different keys", with(fill(&|n| format!("\"k{n}\":{n}")))),
        (
            "arrays in arrays",
            with(format!(
                "\"x\":{}{}",
                "[".repeat(2_000_000),
                "]".repeat(2_000_000)
            )),
        ),
        (
            "empty meshes",
            with(format!("\"meshes\":[{}]", fill(&|_| "{}".to_owned()))),
        ),
        (
            "empty textures",
            with(format!("\"textures\":[{}]", fill(&|_| "{}".to_owned()))),
        ),
        (
            "numbers for groups",
            with(format!("\"option_groups\":[{}]", fill(&|_| "1".to_owned()))),
        ),
        (
            "draws of one mesh",
            with(format!(
                "\"meshes\":[{{\"draws\":[{}]}}]",
                fill(&|_| "{\"when\":{\"eq\":[]}}".to_owned())
            )),
        ),
        (
            "frames of one channel",
            with(format!(
                "\"mesh_deformations\":[{{\"frames\":[{}]}}]",
                fill(&|n| format!("{{\"value\":{n}}}"))
            )),
        ),
        (
            "zero characters",
            with(format!("\"x\":[{}]", fill(&|_| "\"\\u0000\"".to_owned()))),
        ),
    ]
}

/// A binary package of 1.5 with all blocks raw.
pub(crate) fn packed(manifest: &str, payloads: &[Vec<u8>]) -> Vec<u8> {
    let front = 40 + manifest.len() + 32 * payloads.len();
    let total = front + payloads.iter().map(Vec::len).sum::<usize>();
    let mut out = b"BEM\0PKG\0\x01\0\x05\0".to_vec();
    out.extend(40_u32.to_le_bytes());
    out.extend((total as u64).to_le_bytes());
    out.extend((manifest.len() as u64).to_le_bytes());
    out.extend((payloads.len() as u32).to_le_bytes());
    out.extend(0_u32.to_le_bytes());
    out.extend(manifest.as_bytes());
    let mut offset = front as u64;
    for payload in payloads {
        let size = payload.len() as u64;
        for field in [0, offset, size, size] {
            out.extend(field.to_le_bytes());
        }
        offset += size;
    }
    out.extend(payloads.concat());
    out
}
