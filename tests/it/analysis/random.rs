//! Small random packages from a seed: chained availability, constraints, slots, overrides, shared payloads and meshes,
//! sliders; some whole, some broken. They are small enough to be walked through assignment by assignment.

use bem_studio::formats::bem::manifest::{
    Candidate, Channel, Choice, Component, ComponentRule, Condition, Draw, Frame, FrameDeltas,
    KeepOverride, Manifest, Mesh, Operation, OptionGroup, Parameter, SlotCandidate, Stream,
    Texture, TextureReference, TextureSlot,
};

const MIB: u64 = 1 << 20;

/// A `SplitMix64` generator: the same numbers from the same seed, everywhere.
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number below `end`.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.next() % end as u64).expect("a small number")
    }

    pub(crate) fn index(&mut self, end: usize) -> u32 {
        u32::try_from(self.below(end)).expect("a small number")
    }

    /// True once in `n` times.
    pub(crate) fn once_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }
}

/// A random package, its header minor and payload sizes.
pub(crate) struct Package {
    pub(crate) manifest: Manifest,
    pub(crate) minor: u16,
    pub(crate) sizes: Vec<u64>,
}

/// The package of a seed.
pub(crate) fn package(seed: u64) -> Package {
    let mut maker = Maker {
        dice: Dice::new(seed),
        manifest: Manifest {
            name: format!("random {seed}"),
            ..Manifest::default()
        },
        sizes: Vec::new(),
    };
    maker.groups();
    maker.textures();
    maker.meshes();
    maker.sliders();
    maker.rules();
    let minor = if maker.dice.once_in(2) { 1 } else { 3 };
    Package {
        manifest: maker.manifest,
        minor,
        sizes: maker.sizes,
    }
}

struct Maker {
    dice: Dice,
    manifest: Manifest,
    sizes: Vec<u64>,
}

impl Maker {
    fn payload(&mut self, max_bytes: u64) -> u32 {
        if !self.sizes.is_empty() && self.dice.once_in(4) {
            return self.dice.index(self.sizes.len());
        }
        self.sizes.push(self.dice.next() % max_bytes);
        u32::try_from(self.sizes.len() - 1).expect("few payloads")
    }

    fn groups(&mut self) {
        let n_groups = 2 + self.dice.below(5);
        let mut n_assignments = 1;
        let mut groups: Vec<OptionGroup> = Vec::new();
        for idx in 0..n_groups {
            let n_choices = 1 + self.dice.below(4);
            n_assignments *= n_choices;
            if n_assignments > 300 {
                break;
            }
            let available_when =
                (idx > 0 && self.dice.once_in(2)).then(|| condition(&mut self.dice, &groups, 2));
            groups.push(OptionGroup {
                id: format!("g{idx}"),
                name: format!("Group {idx}"),
                default: format!("c{}", self.dice.below(n_choices)),
                choices: (0..n_choices)
                    .map(|choice| Choice {
                        id: format!("c{choice}"),
                        name: format!("Choice {choice}"),
                        ..Choice::default()
                    })
                    .collect(),
                available_when,
                ..OptionGroup::default()
            });
        }
        for _ in 0..self.dice.below(3) {
            let one = condition(&mut self.dice, &groups, 2);
            // Mostly mild ones, so that most packages have legal selections.
            let constraint = if self.dice.once_in(4) {
                one
            } else {
                let other = condition(&mut self.dice, &groups, 1);
                Condition::Any(vec![one, other])
            };
            self.manifest.selection_constraints.push(constraint);
        }
        self.manifest.option_groups = Some(groups);
    }

    fn textures(&mut self) {
        let is_crowded = self.dice.once_in(5);
        let n_textures = if is_crowded { 30 } else { 1 } + self.dice.below(10);
        let max_bytes = if is_crowded { 40 * MIB } else { 400 * MIB };
        for idx in 0..n_textures {
            let payload = self.payload(max_bytes);
            self.manifest.textures.push(Texture {
                payload,
                original_name: format!("t{idx}"),
                ..Texture::default()
            });
        }
        for idx in 0..self.dice.below(4) {
            let groups = self.manifest.option_groups.clone().unwrap_or_default();
            let conditions = alternatives(&mut self.dice, &groups);
            let candidates = conditions
                .into_iter()
                .map(|when| SlotCandidate {
                    when,
                    texture: (!self.dice.once_in(3)).then(|| self.dice.index(n_textures)),
                })
                .collect();
            self.manifest.texture_slots.push(TextureSlot {
                id: format!("s{idx}"),
                candidates,
            });
        }
    }

    fn references(&mut self) -> Vec<TextureReference> {
        let n_textures = self.manifest.textures.len();
        let n_slots = self.manifest.texture_slots.len();
        let most = if n_textures > 20 { 24 } else { 4 };
        (0..self.dice.below(most))
            .map(|_| {
                if n_slots > 0 && self.dice.once_in(4) {
                    TextureReference::Slot(format!("s{}", self.dice.below(n_slots)))
                } else {
                    TextureReference::Texture(self.dice.index(n_textures))
                }
            })
            .collect()
    }

    fn meshes(&mut self) {
        let groups = self.manifest.option_groups.clone().unwrap_or_default();
        for _ in 0..=self.dice.below(3) {
            let mut draws = Vec::new();
            let n_draws = if self.dice.once_in(25) { 253 } else { 0 } + 1 + self.dice.below(6);
            let is_large = self.dice.once_in(6);
            for idx in 0..n_draws {
                let is_free = idx > 6 || self.dice.once_in(3);
                let when = (!is_free).then(|| condition(&mut self.dice, &groups, 2));
                let count = if is_large { 9_000_000 } else { 3_000 };
                draws.push(Draw {
                    when,
                    indices: Some(self.payload(5 * MIB)),
                    count: self.dice.index(count) / 3 * 3 + 3,
                    textures: self.references(),
                    ..Draw::default()
                });
            }
            let streams = (0..=self.dice.below(3))
                .map(|_| Stream {
                    payload: self.payload(80 * MIB),
                    ..Stream::default()
                })
                .collect();
            self.manifest.meshes.push(Mesh {
                index_size: if self.dice.once_in(2) { 2 } else { 4 },
                streams,
                draws,
                ..Mesh::default()
            });
        }
    }

    fn sliders(&mut self) {
        let groups = self.manifest.option_groups.clone().unwrap_or_default();
        let n_meshes = self.manifest.meshes.len();
        for idx in 0..self.dice.below(3) {
            let available_when = self
                .dice
                .once_in(2)
                .then(|| condition(&mut self.dice, &groups, 2));
            self.manifest.parameters.push(Parameter {
                id: format!("p{idx}"),
                available_when,
                max: 1000,
                step: 1,
                ..Parameter::default()
            });
            if self.dice.once_in(3) {
                continue;
            }
            let frames = (0..2 + self.dice.below(2))
                .map(|frame| Frame {
                    value: u32::try_from(frame).expect("few frames"),
                    deltas: (frame > 0).then(|| FrameDeltas {
                        payload: self.payload(120 * MIB),
                        ..FrameDeltas::default()
                    }),
                })
                .collect();
            self.manifest.mesh_deformations.push(Channel {
                mesh: self.dice.index(n_meshes),
                parameter: format!("p{idx}"),
                frames,
            });
        }
    }

    fn rules(&mut self) {
        let groups = self.manifest.option_groups.clone().unwrap_or_default();
        let n_meshes = self.manifest.meshes.len();
        for idx in 0..=self.dice.index(4) {
            let conditions = alternatives(&mut self.dice, &groups);
            let candidates = conditions
                .into_iter()
                .map(|when| self.candidate(when, n_meshes))
                .collect();
            self.manifest.component_rules.push(ComponentRule {
                target: idx,
                candidates,
                ..ComponentRule::default()
            });
            self.manifest.target.components.push(Component {
                id: idx,
                mesh_name: format!("part{idx}"),
                ..Component::default()
            });
        }
    }

    fn candidate(&mut self, when: Option<Condition>, n_meshes: usize) -> Candidate {
        let operation = match self.dice.below(5) {
            0 => Operation::Hide,
            1 | 2 => Operation::Keep,
            _ => Operation::Replace {
                mesh: self.dice.index(n_meshes),
            },
        };
        let material_overrides = if operation == Operation::Keep && self.dice.once_in(2) {
            vec![KeepOverride {
                textures: self.references(),
                ..KeepOverride::default()
            }]
        } else {
            Vec::new()
        };
        Candidate {
            when,
            operation,
            material_overrides,
            ..Candidate::default()
        }
    }
}

/// Every saved assignment of a small package, the first group fastest.
pub(crate) fn assignments(manifest: &Manifest) -> Vec<Vec<u16>> {
    let groups = manifest.option_groups.as_deref().unwrap_or_default();
    let n_all: usize = groups.iter().map(|group| group.choices.len()).product();
    (0..n_all)
        .map(|mut number| {
            let choices = groups.iter().map(|group| {
                let choice = number % group.choices.len();
                number /= group.choices.len();
                u16::try_from(choice).expect("a small index")
            });
            choices.collect()
        })
        .collect()
}

/// A condition over some of the groups.
pub(crate) fn condition(dice: &mut Dice, groups: &[OptionGroup], depth: usize) -> Condition {
    if groups.is_empty() || dice.once_in(25) {
        return Condition::Constant(dice.once_in(2));
    }
    let parts = |dice: &mut Dice| -> Vec<Condition> {
        (0..=dice.below(3))
            .map(|_| condition(dice, groups, depth - 1))
            .collect()
    };
    match if depth == 0 { 0 } else { dice.below(5) } {
        1 => Condition::All(parts(dice)),
        2 => Condition::Any(parts(dice)),
        3 => Condition::Not(Box::new(condition(dice, groups, depth - 1))),
        _ => {
            let group = &groups[dice.below(groups.len())];
            let choice = &group.choices[dice.below(group.choices.len())];
            Condition::Eq {
                group: group.id.clone(),
                choice: choice.id.clone(),
            }
        }
    }
}

/// Conditions of alternatives: mostly such that exactly one holds, sometimes not.
fn alternatives(dice: &mut Dice, groups: &[OptionGroup]) -> Vec<Option<Condition>> {
    if dice.once_in(5) {
        return vec![None];
    }
    let mut conditions: Vec<Condition> = Vec::new();
    if dice.once_in(3) && !groups.is_empty() {
        // One for each choice of a group; "hidden" goes with the first.
        let group = &groups[dice.below(groups.len())];
        let choices: Vec<Condition> = group
            .choices
            .iter()
            .map(|choice| Condition::Eq {
                group: group.id.clone(),
                choice: choice.id.clone(),
            })
            .collect();
        conditions.clone_from(&choices);
        let hidden = Condition::Not(Box::new(Condition::Any(choices.clone())));
        conditions[0] = Condition::Any(vec![choices[0].clone(), hidden]);
    } else {
        // Each the case of none before.
        for _ in 0..=dice.below(3) {
            let mut one = vec![condition(dice, groups, 2)];
            one.extend(
                conditions
                    .iter()
                    .map(|before| Condition::Not(Box::new(before.clone()))),
            );
            conditions.push(Condition::All(one));
        }
        let none = conditions.clone();
        conditions.push(Condition::Not(Box::new(Condition::Any(none))));
    }
    if dice.once_in(6) {
        let place = dice.below(conditions.len());
        conditions[place] = condition(dice, groups, 2);
    }
    conditions.into_iter().map(Some).collect()
}
