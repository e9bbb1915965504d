//! Packages of any kind the format knows, made from a number: the same number gives the same package. No test stands here.

/// A small generator of the same numbers everywhere (xorshift).
struct Dice(u64);

impl Dice {
    fn roll(&mut self, below: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % below as u64).expect("small")
    }

    fn within(&mut self, low: usize, high: usize) -> usize {
        low + self.roll(high - low + 1)
    }

    fn chance(&mut self) -> bool {
        self.roll(2) == 0
    }
}

/// A package: its minor, its manifest and its payloads, some of them equal and some unreferenced.
#[derive(Debug)]
pub(super) struct Random {
    pub minor: u16,
    pub text: String,
    pub payloads: Vec<Vec<u8>>,
}

struct Maker {
    dice: Dice,
    minor: u16,
    is_explicit: bool,
    n_components: usize,
    /// Choices of each group.
    groups: Vec<usize>,
    n_textures: usize,
    has_slot: bool,
    payloads: Vec<Vec<u8>>,
}

const N_VERTICES: usize = 3;
const N_BONES: usize = 2;
const N_MATERIALS: usize = 2;

/// The package of a number.
pub(super) fn package(seed: u64) -> Random {
    let mut dice = Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let minor = u16::try_from(dice.roll(6)).expect("small");
    let is_explicit = minor == 4 || (minor == 5 && dice.chance());
    let n_groups = if minor == 0 { 0 } else { dice.within(1, 3) };
    let mut maker = Maker {
        minor,
        is_explicit,
        n_components: dice.within(1, 3),
        groups: (0..n_groups).map(|_| dice.within(2, 4)).collect(),
        n_textures: dice.within(1, 4),
        has_slot: minor >= 2 && dice.chance(),
        payloads: Vec::new(),
        dice,
    };
    let text = maker.manifest();
    if maker.dice.chance() {
        let unreferenced = maker.noise(5);
        maker.payloads.push(unreferenced);
    }
    Random {
        minor,
        text,
        payloads: maker.payloads,
    }
}

fn list(items: impl IntoIterator<Item = String>) -> String {
    let items: Vec<String> = items.into_iter().collect();
    format!("[{}]", items.join(","))
}

impl Maker {
    fn noise(&mut self, n_bytes: usize) -> Vec<u8> {
        let base = self.dice.roll(200);
        // Few values: some payloads are equal, and some can be compressed.
        let span = if self.dice.chance() { 2 } else { 50 };
        let byte = |dice: &mut Dice| u8::try_from(base + dice.roll(span)).expect("a byte");
        (0..n_bytes).map(|_| byte(&mut self.dice)).collect()
    }

    fn add(&mut self, payload: Vec<u8>) -> usize {
        self.payloads.push(payload);
        self.payloads.len() - 1
    }

    fn manifest(&mut self) -> String {
        let target = self.target();
        let textures: Vec<String> = (0..self.n_textures).map(|n| self.texture(n)).collect();
        let meshes: Vec<String> = (0..self.n_components).map(|n| self.mesh(n)).collect();
        let mut members = vec![
            "\"schema\":1,\"package_id\":\"random.package\",\"name\":\"乱\",\"author\":\"A\",\"version\":\"1\"".to_owned(),
        ];
        if self.dice.chance() {
            members.push("\"note\":{\"text\":\"a\\\"b\\u0001\",\"list\":[1,null,[]]}".to_owned());
        }
        let mut capabilities = vec!["native-materials", "palette-u8", "indices-u32"];
        let body = if self.minor == 0 {
            capabilities.push("fixed-appearances");
            self.appearances()
        } else {
            capabilities.push("composable-options");
            self.options()
        };
        let motion = self.motion(&mut capabilities);
        if self.has_slot {
            capabilities.push("texture-slots");
        }
        if self.is_explicit {
            capabilities.push("multi-resource-targets");
            if target.contains("\"static\"") {
                capabilities.push("static-meshes");
            }
        }
        if meshes
            .iter()
            .any(|mesh| mesh.contains("material_overrides"))
        {
            capabilities.push("material-overrides-v1");
        }
        members.push(format!(
            "\"required_capabilities\":{}",
            list(capabilities.iter().map(|name| format!("\"{name}\"")))
        ));
        members.push(format!("\"target\":{target}"));
        members.push(format!("\"meshes\":{}", list(meshes)));
        members.push(format!("\"textures\":{}", list(textures)));
        members.push(body);
        members.extend(motion);
        format!("{{{}}}", members.join(","))
    }

    fn is_static(&self, component: usize) -> bool {
        self.is_explicit && component == 1
    }

    fn target(&self) -> String {
        let components = (0..self.n_components).map(|id| {
            let bones = if self.is_static(id) { 0 } else { N_BONES };
            let bones = list((0..bones).map(|bone| format!("\"bone{id}{bone}\"")));
            let materials = list((0..N_MATERIALS).map(|slot| format!("\"material{id}{slot}\"")));
            let place = if self.is_explicit {
                let kind = if self.is_static(id) { "static" } else { "skinned" };
                format!("\"resource\":\"r{id}\",\"renderer_kind\":\"{kind}\",\"renderer_path\":\"Mesh_all/lod0/m{id}\",")
            } else {
                String::new()
            };
            format!("{{\"id\":{id},{place}\"mesh_name\":\"mesh{id}\",\"original_index_count\":6,\"bone_names\":{bones},\"materials\":{materials}}}")
        });
        let components = list(components);
        let common = "\"platform\":\"windows-x64\",\"profile_id\":\"p\",\"revision\":\"r1\",\"snapshot\":\"s\"";
        if !self.is_explicit {
            return format!(
                "{{\"character_id\":\"chr\",{common},\"world_resource\":\"w\",\"ui_resource\":\"u\",\"components\":{components}}}"
            );
        }
        let resources = list((0..self.n_components).map(|id| {
            format!("{{\"id\":\"r{id}\",\"name\":\"res{id}\",\"asset_path\":\"assets/res{id}.prefab\",\"platforms\":[\"windows-x64\"],\"lod\":0}}")
        }));
        format!(
            "{{\"kind\":\"weapon\",\"id\":\"wpn\",{common},\"resources\":{resources},\"components\":{components}}}"
        )
    }

    fn texture(&mut self, number: usize) -> String {
        // Bytes of 8 x 8 in one level: RGBA32, BC1, BC7, ASTC 4x4, R8.
        let (format, n_bytes) =
            [(4, 256), (10, 32), (25, 64), (48, 64), (63, 64)][self.dice.roll(5)];
        let bytes = self.noise(n_bytes);
        let payload = self.add(bytes);
        let srgb = format != 63 && self.dice.chance();
        format!(
            "{{\"width\":8,\"height\":8,\"mips\":1,\"format\":{format},\"srgb\":{srgb},\"original_name\":\"t{number}\",\"payload\":{payload}}}"
        )
    }

    fn mesh(&mut self, component: usize) -> String {
        let is_static = self.is_static(component);
        let positions = (0..N_VERTICES * 3).map(|_| (self.dice.roll(64) as f32).to_le_bytes());
        let positions = positions.collect::<Vec<_>>().concat();
        let positions = self.add(positions);
        let places = self.noise(N_VERTICES * 8);
        let mut streams = vec![(12, positions), (8, self.add(places))];
        let mut attributes = vec!["[0,0,3,0,0]", "[4,4,4,1,0]"];
        if !is_static {
            streams.push((4, self.add(vec![0; N_VERTICES * 4])));
            attributes.push("[13,6,4,2,0]");
        }
        let kind = match (self.is_explicit, is_static) {
            (false, _) => "",
            (true, false) => "\"renderer_kind\":\"skinned\",",
            (true, true) => "\"renderer_kind\":\"static\",",
        };
        let bones = if is_static { 0 } else { N_BONES };
        let bones = list((0..bones).map(|index| format!("{{\"component\":{component},\"index\":{index},\"name\":\"bone{component}{index}\"}}")));
        let n_draws = self.dice.within(1, 3);
        let index_size = if self.dice.chance() { 2 } else { 4 };
        let index = |n: usize| u32::try_from(n % N_VERTICES).expect("small").to_le_bytes();
        let indices = |n: usize| {
            (0..n)
                .flat_map(|n| index(n)[..index_size].to_vec())
                .collect::<Vec<u8>>()
        };
        let shared = (self.minor == 0).then(|| self.add(indices(3 * n_draws)));
        let draws: Vec<String> = (0..n_draws)
            .map(|draw| {
                let where_from = if self.minor == 0 {
                    format!("\"start\":{}", 3 * draw)
                } else {
                    format!("\"indices\":{}", self.add(indices(3)))
                };
                self.draw(component, &where_from)
            })
            .collect();
        let own =
            shared.map(|payload| format!("\"indices\":{payload},\"index_count\":{},", 3 * n_draws));
        let streams = streams
            .iter()
            .map(|(stride, payload)| format!("{{\"stride\":{stride},\"payload\":{payload}}}"));
        format!(
            "{{{kind}\"vertex_count\":{N_VERTICES},\"index_size\":{index_size},{}\"streams\":{},\"attributes\":[{}],\"bones\":{bones},\"draws\":{}}}",
            own.unwrap_or_default(),
            list(streams),
            attributes.join(","),
            list(draws)
        )
    }

    fn draw(&mut self, component: usize, where_from: &str) -> String {
        let slot = self.dice.roll(N_MATERIALS);
        let when = if self.minor > 0 && self.dice.chance() {
            format!("\"when\":{},", self.condition(2))
        } else {
            String::new()
        };
        let mut textures = Vec::new();
        if self.dice.chance() {
            textures.push(self.dice.roll(self.n_textures).to_string());
        } else if self.has_slot {
            textures.push("{\"slot\":\"s\"}".to_owned());
        }
        let overrides = if self.minor == 5 && self.dice.chance() {
            ",\"material_overrides\":{\"floats\":{\"_A\":0.25,\"_B\":-3.0},\"colors\":{\"_C\":[0.0,1.5,2.0,8.0]},\"enable_keywords\":[\"_ON\"]}"
        } else {
            ""
        };
        format!(
            "{{{when}{where_from},\"count\":3,\"material_component\":{component},\"material_slot\":{slot},\"material_name\":\"material{component}{slot}\",\"textures\":{}{overrides}}}",
            list(textures)
        )
    }

    fn condition(&mut self, depth: usize) -> String {
        let kind = if depth == 0 { 0 } else { self.dice.roll(5) };
        match kind {
            1 => format!("{{\"not\":{}}}", self.condition(depth - 1)),
            2 => format!(
                "{{\"all\":{}}}",
                list([self.condition(depth - 1), self.condition(depth - 1)])
            ),
            3 => format!("{{\"any\":{}}}", list([self.condition(depth - 1)])),
            4 => self.dice.chance().to_string(),
            _ => {
                let group = self.dice.roll(self.groups.len());
                let choice = self.dice.roll(self.groups[group]);
                format!("{{\"eq\":[\"g{group}\",\"c{choice}\"]}}")
            }
        }
    }

    fn appearances(&mut self) -> String {
        let preview = self
            .dice
            .chance()
            .then(|| self.add(b"\x89PNG\r\n\x1a\n..".to_vec()));
        let preview = preview.map(|payload| format!(",\"preview\":{payload}"));
        let components = list((0..self.n_components).map(|n| {
            let operation = ["\"replace\",\"mesh\":", "\"keep\"", "\"hide\""][self.dice.roll(3)];
            let mesh = if operation.ends_with(':') {
                n.to_string()
            } else {
                String::new()
            };
            format!("{{\"target\":{n},\"operation\":{operation}{mesh}}}")
        }));
        format!(
            "\"default_appearance_id\":\"a\",\"appearances\":[{{\"id\":\"a\",\"name\":\"A\"{},\"components\":{components}}}]",
            preview.unwrap_or_default()
        )
    }

    fn options(&mut self) -> String {
        let groups: Vec<String> = (0..self.groups.len())
            .map(|group| {
                let available = if group > 0 && self.dice.chance() {
                    format!(",\"available_when\":{{\"eq\":[\"g{}\",\"c1\"]}}", group - 1)
                } else {
                    String::new()
                };
                let choices = list((0..self.groups[group]).map(|choice| format!("{{\"id\":\"c{choice}\",\"name\":\"C\"}}")));
                format!("{{\"id\":\"g{group}\",\"name\":\"G\",\"default\":\"c0\"{available},\"choices\":{choices}}}")
            })
            .collect();
        let rules = list((0..self.n_components).map(|n| {
            let when = self.condition(2);
            format!("{{\"target\":{n},\"candidates\":[{{\"when\":{when},\"operation\":\"replace\",\"mesh\":{n}}},{{\"when\":{{\"not\":{when}}},\"operation\":\"hide\"}}]}}")
        }));
        let constraints = if self.dice.chance() {
            format!("\"selection_constraints\":{},", list([self.condition(1)]))
        } else {
            String::new()
        };
        let slots = if self.has_slot {
            let texture = self.dice.roll(self.n_textures);
            format!(
                ",\"texture_slots\":[{{\"id\":\"s\",\"candidates\":[{{\"texture\":{texture}}},{{\"when\":false,\"texture\":null}}]}}]"
            )
        } else {
            String::new()
        };
        format!(
            "\"option_groups\":{},{constraints}\"component_rules\":{rules}{slots}",
            list(groups)
        )
    }

    fn motion(&mut self, capabilities: &mut Vec<&'static str>) -> Vec<String> {
        let mut members = Vec::new();
        if self.minor >= 3 {
            capabilities.extend(["body-parameters", "mesh-position-deltas"]);
            let record = [&1_u32.to_le_bytes()[..], &[0, 0, 128, 62], &[0; 8]].concat();
            let header = br#"{"count":1,"encoding":"sparse-position-f32"}"#;
            let length = u32::try_from(header.len()).expect("short").to_le_bytes();
            let delta = self.add([&length[..], header, &record].concat());
            members.push("\"parameters\":[{\"id\":\"p\",\"name\":\"P\",\"min\":0,\"max\":100,\"neutral\":0,\"default\":50,\"step\":10}]".to_owned());
            members.push(format!("\"mesh_deformations\":[{{\"mesh\":0,\"parameter\":\"p\",\"frames\":[{{\"value\":0,\"neutral\":true}},{{\"value\":100,\"payload\":{delta},\"count\":1,\"encoding\":\"sparse-position-f32\"}}]}}]"));
        }
        if self.minor == 5 && self.dice.chance() {
            capabilities.push("root-offset-v1");
            members.push(
                "\"root_offset\":{\"path\":\"Bip001\",\"translation\":[0.0,0.125,-0.0625]}"
                    .to_owned(),
            );
        }
        if self.minor == 5 && self.dice.chance() {
            capabilities.push("dynamic-drivers-v1");
            let bytes = self.noise(20);
            let sound = self.add(bytes);
            members.push(format!("\"drivers\":[{{\"id\":\"d\",\"name\":\"D\",\"waveform\":\"sine\",\"playback\":\"loop\",\"default_playing\":false,\"base_frequency\":1.5,\"speed_multiplier\":1.0,\"bindings\":[{{\"type\":\"morph_parameter\",\"target\":\"p\",\"range\":[0.25,0.75]}}],\"sound\":{{\"payload\":{sound},\"format\":\"ogg\",\"gain\":0.5,\"loop\":true,\"offset_seconds\":0.0}}}}]"));
        }
        members
    }
}
