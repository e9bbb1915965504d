//! Makes PMX files of any size for timing: the same plan gives the same bytes on every machine (pmx.md ch. 8).
//! It writes the bytes itself, without the crate's writer.

/// What a made file holds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    /// Vertices; twice as many triangles follow from them.
    pub(crate) n_vertices: u32,
    /// 2.1 with QDEF in place of half of the BDEF4, instead of 2.0.
    pub(crate) is_21: bool,
    /// UTF-8 instead of UTF-16.
    pub(crate) is_utf8: bool,
    /// Extra UVs per vertex.
    pub(crate) n_extra_uvs: u8,
}

impl Plan {
    /// A 2.0 file in UTF-16 without extra UVs.
    pub(crate) const fn plain(n_vertices: u32) -> Self {
        Self {
            n_vertices,
            is_21: false,
            is_utf8: false,
            n_extra_uvs: 0,
        }
    }

    /// A 2.1 file in UTF-8 with two extra UVs.
    pub(crate) const fn rich(n_vertices: u32) -> Self {
        Self {
            n_vertices,
            is_21: true,
            is_utf8: true,
            n_extra_uvs: 2,
        }
    }
}

const N_TEXTURES: u32 = 30;
const N_MATERIALS: u32 = 40;
const N_BONES: u32 = 400;
const N_MORPHS: u32 = 80;
const N_FRAMES: u32 = 10;
const N_BODIES: u32 = 300;
const N_JOINTS: u32 = 400;

/// The bytes of the file.
pub(crate) fn build(plan: Plan) -> Vec<u8> {
    let mut maker = Maker {
        out: Vec::new(),
        plan,
        wide: plan.n_vertices > 65_535,
        seed: 0x2545_f491,
    };
    maker.header();
    maker.vertices();
    maker.faces();
    maker.materials();
    maker.bones();
    maker.morphs();
    maker.frames();
    maker.physics();
    maker.out
}

struct Maker {
    out: Vec<u8>,
    plan: Plan,
    /// Vertex indexes take 4 bytes instead of 2.
    wide: bool,
    seed: u32,
}

impl Maker {
    /// The next number of a fixed sequence, below `limit`.
    fn below(&mut self, limit: u32) -> u32 {
        self.seed = self
            .seed
            .wrapping_mul(1_664_525)
            .wrapping_add(1_013_904_223);
        (self.seed >> 8) % limit
    }

    /// The next number of the sequence, 0..1.
    fn share(&mut self) -> f32 {
        self.below(1 << 20) as f32 / (1 << 20) as f32
    }

    fn byte(&mut self, value: u8) {
        self.out.push(value);
    }

    fn word(&mut self, value: u32) {
        self.out.extend_from_slice(&value.to_le_bytes()[..2]);
    }

    fn int(&mut self, value: u32) {
        self.out.extend_from_slice(&value.to_le_bytes());
    }

    fn vertex(&mut self, value: u32) {
        if self.wide {
            self.int(value);
        } else {
            self.word(value);
        }
    }

    fn floats(&mut self, values: &[f32]) {
        for value in values {
            self.out.extend_from_slice(&value.to_le_bytes());
        }
    }

    fn random_floats(&mut self, count: u32) {
        for _ in 0..count {
            let value = self.share() * 2.0 - 1.0;
            self.floats(&[value]);
        }
    }

    fn text(&mut self, text: &str) {
        let raw: Vec<u8> = if self.plan.is_utf8 {
            text.as_bytes().to_vec()
        } else {
            text.encode_utf16().flat_map(u16::to_le_bytes).collect()
        };
        self.int(u32::try_from(raw.len()).unwrap_or(0));
        self.out.extend_from_slice(&raw);
    }

    fn names(&mut self, stem: &str, number: u32) {
        self.text(&format!("{stem}{number}"));
        self.text("");
    }

    fn header(&mut self) {
        self.out.extend_from_slice(b"PMX ");
        self.int(if self.plan.is_21 {
            0x4006_6666
        } else {
            0x4000_0000
        });
        let vertex_size = if self.wide { 4 } else { 2 };
        let encoding = u8::from(self.plan.is_utf8);
        let globals = [
            8,
            encoding,
            self.plan.n_extra_uvs,
            vertex_size,
            1,
            1,
            2,
            1,
            2,
        ];
        self.out.extend_from_slice(&globals);
        self.text("計測用モデル");
        self.text("Model for timing");
        self.text("同じ計画からは同じバイト列ができます。\r\n");
        self.text("");
    }

    fn vertices(&mut self) {
        self.int(self.plan.n_vertices);
        for _ in 0..self.plan.n_vertices {
            self.random_floats(8);
            self.random_floats(u32::from(self.plan.n_extra_uvs) * 4);
            match self.below(100) {
                0..40 => {
                    self.byte(0);
                    self.bones_of_vertex(1);
                }
                40..80 => {
                    self.byte(1);
                    self.bones_of_vertex(2);
                    self.random_floats(1);
                }
                80..95 => {
                    let is_qdef = self.plan.is_21 && self.below(2) == 0;
                    self.byte(if is_qdef { 4 } else { 2 });
                    self.bones_of_vertex(4);
                    self.floats(&[0.4, 0.3, 0.2, 0.1]);
                }
                _ => {
                    self.byte(3);
                    self.bones_of_vertex(2);
                    self.random_floats(10);
                }
            }
            self.floats(&[1.0]);
        }
    }

    fn bones_of_vertex(&mut self, count: u32) {
        for _ in 0..count {
            let bone = self.below(N_BONES);
            self.word(bone);
        }
    }

    fn n_triangles(&self) -> u32 {
        self.plan.n_vertices * 2
    }

    fn faces(&mut self) {
        self.int(self.n_triangles() * 3);
        for triangle in 0..self.n_triangles() {
            // Neighbours, as meshes have them.
            for corner in 0..3 {
                let vertex = (triangle / 2 + corner * (1 + triangle % 7)) % self.plan.n_vertices;
                self.vertex(vertex);
            }
        }
    }

    fn materials(&mut self) {
        self.int(N_TEXTURES);
        for number in 0..N_TEXTURES {
            self.text(&format!("tex\\布地{number}.png"));
        }
        self.int(N_MATERIALS);
        let each = self.n_triangles() / N_MATERIALS;
        for number in 0..N_MATERIALS {
            self.names("材質", number);
            self.random_floats(11);
            self.byte(0x1f);
            self.random_floats(5);
            self.byte(u8::try_from(number % N_TEXTURES).unwrap_or(0));
            self.byte(0xff);
            self.out.extend_from_slice(&[0, 1, 3]);
            self.text("");
            let is_last = number + 1 == N_MATERIALS;
            let before = each * number;
            let count = if is_last {
                self.n_triangles() - before
            } else {
                each
            };
            self.int(count * 3);
        }
    }

    fn bones(&mut self) {
        self.int(N_BONES);
        for number in 0..N_BONES {
            self.names("ボーン", number);
            self.random_floats(3);
            self.word(if number == 0 { 0xffff } else { number / 2 });
            self.int(0);
            match number % 20 {
                19 => {
                    self.word(0x003f);
                    self.word(number - 1);
                    self.word(number - 2);
                    self.int(40);
                    self.floats(&[2.0]);
                    self.int(2);
                    self.word(number - 3);
                    self.byte(1);
                    self.random_floats(6);
                    self.word(number - 4);
                    self.byte(0);
                }
                7 => {
                    self.word(0x011a);
                    self.random_floats(3);
                    self.word(number - 1);
                    self.floats(&[0.5]);
                }
                _ => {
                    self.word(0x001a);
                    self.random_floats(3);
                }
            }
        }
    }

    fn morphs(&mut self) {
        self.int(N_MORPHS);
        let n_offsets = (self.plan.n_vertices / 100).min(2_000);
        for number in 0..N_MORPHS {
            self.names("モーフ", number);
            self.byte(u8::try_from(1 + number % 4).unwrap_or(1));
            let is_uv = number % 10 == 9;
            self.byte(if is_uv { 3 } else { 1 });
            self.int(n_offsets);
            for _ in 0..n_offsets {
                let vertex = self.below(self.plan.n_vertices);
                self.vertex(vertex);
                self.random_floats(if is_uv { 4 } else { 3 });
            }
        }
    }

    fn frames(&mut self) {
        self.int(N_FRAMES);
        for number in 0..N_FRAMES {
            self.names("枠", number);
            self.byte(u8::from(number < 2));
            self.int(40);
            for element in 0..40 {
                if number == 1 {
                    self.byte(1);
                    self.byte(element);
                } else {
                    self.byte(0);
                    self.word(number * 40 + u32::from(element));
                }
            }
        }
    }

    fn physics(&mut self) {
        self.int(N_BODIES);
        for number in 0..N_BODIES {
            self.names("剛体", number);
            self.word(number);
            self.byte(1);
            self.word(0xfffe);
            self.byte(2);
            self.random_floats(14);
            self.byte(1);
        }
        self.int(N_JOINTS);
        for number in 0..N_JOINTS {
            self.names("ジョイント", number);
            self.byte(0);
            self.word(number % N_BODIES);
            self.word((number + 1) % N_BODIES);
            self.random_floats(24);
        }
        if self.plan.is_21 {
            self.int(0);
        }
    }
}
