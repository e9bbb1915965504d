//! Makes packages for timing the proofs: a few shapes of any size, the same on every machine. Only what the proofs look
//! at is filled in.

use bem_studio::formats::bem::manifest::{
    Candidate, Choice, ComponentRule, Condition, Draw, Manifest, Mesh, Operation, OptionGroup,
    SlotCandidate, Stream, Texture, TextureReference, TextureSlot,
};

/// A package to prove.
pub(crate) struct Family {
    pub(crate) name: String,
    pub(crate) manifest: Manifest,
    /// Header minor whose limits hold.
    pub(crate) minor: u16,
    pub(crate) sizes: Vec<u64>,
}

/// A `SplitMix64` generator: the same numbers from the same seed, everywhere.
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number below `end`, which is not 0.
    pub(crate) fn below(&mut self, end: u32) -> u32 {
        u32::try_from(self.next() % u64::from(end.max(1))).unwrap_or(0)
    }
}

/// "Group `group` has choice `choice`."
pub(crate) fn eq(group: u32, choice: u32) -> Condition {
    Condition::Eq {
        group: format!("g{group}"),
        choice: format!("c{choice}"),
    }
}

fn not(condition: Condition) -> Condition {
    Condition::Not(Box::new(condition))
}

/// Outfits side by side as authors make them: a selector each, sub-options that exist while the outfit is worn, parts
/// that are kept, hidden or replaced, draws of two conditions, slots, neighbours that exclude each other. With 8
/// outfits, 64 parts and 58 draws a part it is as large as the format allows.
pub(crate) fn outfits(n_outfits: u32, n_parts: u32, n_draws: u32) -> Family {
    const SIZES: [u32; 8] = [8, 4, 3, 6, 3, 2, 4, 2];
    let mut maker = Maker::new(format!("outfits {n_outfits} x 8, {n_parts} parts"), 1);
    for outfit in 0..n_outfits {
        let first = outfit * 8;
        for (idx, n_choices) in (0_u32..).zip(SIZES) {
            let worn = match (idx, idx % 2) {
                (0, _) => None,
                (_, 0) => Some(not(eq(first, 0))),
                _ => Some(Condition::Any(vec![
                    eq(first, 1),
                    eq(first, 2),
                    eq(first, 3),
                ])),
            };
            maker.group(n_choices, worn);
        }
        if outfit > 0 {
            let both = Condition::All(vec![eq(first - 8, 5), eq(first, 5)]);
            maker.manifest.selection_constraints.push(not(both));
        }
    }
    let textures: Vec<u32> = (0..n_outfits * 18)
        .map(|_| maker.texture(1 << 20, 8 << 20))
        .collect();
    for outfit in 0..n_outfits {
        for slot in 0..4 {
            let group = outfit * 8 + 7 - slot;
            let entry = |choice: u32| textures[(outfit * 18 + slot * 2 + choice) as usize];
            let none = not(Condition::Any(vec![eq(group, 0), eq(group, 1)]));
            maker.slot(vec![
                (Some(eq(group, 0)), Some(entry(0))),
                (Some(eq(group, 1)), Some(entry(1))),
                (Some(none), None),
            ]);
        }
    }
    for part in 0..n_parts {
        let outfit = part % n_outfits;
        let (first, sub) = (outfit * 8, 1 + (part / n_outfits) % 7);
        let draws = (0..n_draws)
            .map(|draw| maker.outfit_draw(outfit, draw, &textures))
            .collect();
        let mesh = maker.mesh(draws);
        let bare = Condition::All(vec![not(eq(first, 0)), eq(first + sub, 1)]);
        let worn = Condition::All(vec![not(eq(first, 0)), not(eq(first + sub, 1))]);
        maker.rule(vec![
            (Some(eq(first, 0)), Operation::Keep),
            (Some(bare), Operation::Hide),
            (Some(worn), Operation::Replace { mesh }),
        ]);
    }
    maker.finish()
}

/// Groups each of which exists only with some choices of the one before, a part for each.
pub(crate) fn chain(n_groups: u32, n_choices: u32) -> Family {
    let mut maker = Maker::new(format!("chain {n_groups} x {n_choices}"), 2);
    for group in 0..n_groups {
        let available = group.checked_sub(1).map(|before| {
            if group.is_multiple_of(2) {
                not(eq(before, 0))
            } else {
                Condition::Any(vec![eq(before, 1), eq(before, 2), eq(before, 3)])
            }
        });
        maker.group(n_choices, available);
    }
    for group in 0..n_groups {
        let textures: Vec<u32> = (0..3).map(|_| maker.texture(1 << 18, 4 << 20)).collect();
        let mut draws = vec![maker.draw(None, &textures[..1])];
        for choice in 0..n_choices {
            let texture = textures[(choice % 3) as usize];
            draws.push(maker.draw(Some(eq(group, choice)), &[texture]));
        }
        let mesh = maker.mesh(draws);
        let mut candidates: Vec<(Option<Condition>, Operation)> = (0..n_choices)
            .map(|choice| {
                let operation = if choice.is_multiple_of(3) {
                    Operation::Replace { mesh }
                } else {
                    Operation::Hide
                };
                (Some(eq(group, choice)), operation)
            })
            .collect();
        let any = Condition::Any((0..n_choices).map(|choice| eq(group, choice)).collect());
        candidates.push((Some(not(any)), Operation::Keep));
        maker.rule(candidates);
    }
    maker.finish()
}

/// Groups that share a pool of textures, some a choice.
pub(crate) fn pool(n_groups: u32, n_choices: u32, n_pool: u32, kind: Pool) -> Family {
    let name = format!("pool {n_groups} x {n_choices}, {n_pool} textures, {kind:?}");
    let mut maker = Maker::new(name, 3);
    for _ in 0..n_groups {
        maker.group(n_choices, None);
    }
    let (n_each, least, most) = match kind {
        Pool::Tight => (3, 24 << 20, 38 << 20),
        Pool::Dense => (5, 1 << 19, 12 << 20),
    };
    let textures: Vec<u32> = (0..n_pool).map(|_| maker.texture(least, most)).collect();
    for group in 0..n_groups {
        let mut draws = vec![maker.draw(None, &[])];
        for choice in 0..n_choices {
            for _ in 0..n_each {
                let texture = textures[maker.dice.below(n_pool) as usize];
                draws.push(maker.draw(Some(eq(group, choice)), &[texture]));
            }
        }
        let mesh = maker.mesh(draws);
        maker.rule(vec![(None, Operation::Replace { mesh })]);
    }
    maker.finish()
}

/// How much a choice of [`pool`] takes of it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Pool {
    /// Few large textures: the byte limits are nearly reached.
    Tight,
    /// Many small ones.
    Dense,
}

/// Groups that must all differ, a texture for each choice.
pub(crate) fn all_different(n_groups: u32, n_choices: u32) -> Family {
    let mut maker = Maker::new(format!("all different {n_groups} x {n_choices}"), 4);
    for group in 0..n_groups {
        maker.group(n_choices, None);
        if let Some(groups) = maker.manifest.option_groups.as_mut()
            && let Some(group_made) = groups.last_mut()
        {
            group_made.default = format!("c{group}");
        }
    }
    for (left, right) in (0..n_groups).flat_map(|right| (0..right).map(move |left| (left, right))) {
        for choice in 0..n_choices {
            let both = Condition::All(vec![eq(left, choice), eq(right, choice)]);
            maker.manifest.selection_constraints.push(not(both));
        }
    }
    for group in 0..n_groups {
        let mut draws = vec![maker.draw(None, &[])];
        for choice in 0..n_choices {
            let texture = maker.texture(1 << 20, 8 << 20);
            draws.push(maker.draw(Some(eq(group, choice)), &[texture]));
        }
        let mesh = maker.mesh(draws);
        maker.rule(vec![(None, Operation::Replace { mesh })]);
    }
    maker.finish()
}

struct Maker {
    name: String,
    dice: Dice,
    manifest: Manifest,
    sizes: Vec<u64>,
}

impl Maker {
    fn new(name: String, seed: u64) -> Self {
        Self {
            name,
            dice: Dice::new(seed),
            manifest: Manifest {
                option_groups: Some(Vec::new()),
                ..Manifest::default()
            },
            sizes: Vec::new(),
        }
    }

    fn finish(self) -> Family {
        Family {
            name: self.name,
            manifest: self.manifest,
            minor: 5,
            sizes: self.sizes,
        }
    }

    fn payload(&mut self, n_bytes: u32) -> u32 {
        self.sizes.push(u64::from(n_bytes));
        u32::try_from(self.sizes.len() - 1).unwrap_or(0)
    }

    fn group(&mut self, n_choices: u32, available_when: Option<Condition>) {
        let groups = self.manifest.option_groups.get_or_insert_default();
        let choice = |choice: u32| Choice {
            id: format!("c{choice}"),
            ..Choice::default()
        };
        groups.push(OptionGroup {
            id: format!("g{}", groups.len()),
            default: "c0".to_owned(),
            choices: (0..n_choices).map(choice).collect(),
            available_when,
            ..OptionGroup::default()
        });
    }

    fn texture(&mut self, least: u32, most: u32) -> u32 {
        let n_bytes = least + self.dice.below(most - least);
        let payload = self.payload(n_bytes);
        self.manifest.textures.push(Texture {
            payload,
            ..Texture::default()
        });
        u32::try_from(self.manifest.textures.len() - 1).unwrap_or(0)
    }

    fn slot(&mut self, candidates: Vec<(Option<Condition>, Option<u32>)>) {
        let candidates = candidates
            .into_iter()
            .map(|(when, texture)| SlotCandidate { when, texture });
        self.manifest.texture_slots.push(TextureSlot {
            id: format!("s{}", self.manifest.texture_slots.len()),
            candidates: candidates.collect(),
        });
    }

    fn draw(&mut self, when: Option<Condition>, textures: &[u32]) -> Draw {
        let count = 3 * (1 + self.dice.below(900));
        let textures = textures.iter().copied().map(TextureReference::Texture);
        Draw {
            when,
            indices: Some(self.payload(2 * count)),
            count,
            textures: textures.collect(),
            ..Draw::default()
        }
    }

    fn outfit_draw(&mut self, outfit: u32, draw: u32, textures: &[u32]) -> Draw {
        let first = outfit * 8;
        let sub = first + 1 + self.dice.below(7);
        let choice = self.dice.below(2);
        let when = match draw % 3 {
            _ if draw == 0 => None,
            0 => Some(eq(sub, choice)),
            1 => Some(Condition::Any(vec![
                eq(sub, choice),
                eq(first, 1 + draw % 7),
            ])),
            _ => Some(Condition::All(vec![
                eq(first, 1 + draw % 7),
                eq(sub, choice),
            ])),
        };
        let texture = textures[(outfit * 18 + 8 + self.dice.below(10)) as usize];
        let mut made = self.draw(when, &[texture]);
        if draw.is_multiple_of(4) {
            let slot = format!("s{}", outfit * 4 + self.dice.below(4));
            made.textures.push(TextureReference::Slot(slot));
        }
        made
    }

    fn mesh(&mut self, draws: Vec<Draw>) -> u32 {
        let streams = [36_000, 24_000, 12_000].map(|n_bytes| Stream {
            payload: self.payload(n_bytes),
            ..Stream::default()
        });
        self.manifest.meshes.push(Mesh {
            index_size: 2,
            streams: streams.into(),
            draws,
            ..Mesh::default()
        });
        u32::try_from(self.manifest.meshes.len() - 1).unwrap_or(0)
    }

    fn rule(&mut self, candidates: Vec<(Option<Condition>, Operation)>) {
        let rules = &mut self.manifest.component_rules;
        let candidates = candidates.into_iter().map(|(when, operation)| Candidate {
            when,
            operation,
            ..Candidate::default()
        });
        rules.push(ComponentRule {
            target: u32::try_from(rules.len()).unwrap_or(0),
            candidates: candidates.collect(),
            ..ComponentRule::default()
        });
    }
}
