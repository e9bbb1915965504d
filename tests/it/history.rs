//! The history over long and random work: every step can be taken back and done again, and the caps hold.

#![expect(clippy::expect_used, reason = "tests and what they share fail loudly")]

use bem_studio::base::cancel::Cancel;
use bem_studio::base::progress::Progress;
use bem_studio::document::condition::Condition;
use bem_studio::document::edit::Edit;
use bem_studio::document::history::History;
use bem_studio::document::parts::{
    ComponentRule, Document, Mips, Operation, PackageFacts, SlotCandidate, TextureFormat, Ticks,
};
use bem_studio::session::{compose, intake, storage};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Numbers that look random (splitmix64).
struct Dice(u64);

impl Dice {
    fn roll(&mut self, n_sides: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((mixed ^ (mixed >> 31)) % (n_sides.max(1) as u64)).unwrap_or(0)
    }

    fn index(&mut self, n: usize) -> u32 {
        u32::try_from(self.roll(n)).unwrap_or(0)
    }

    fn of<'a, Part>(&mut self, parts: impl ExactSizeIterator<Item = &'a Part>) -> Option<&'a Part> {
        let at = self.roll(parts.len());
        parts.into_iter().nth(at)
    }
}

fn fixture(name: &str) -> Document {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data/bem")
        .join(name);
    let opened = storage::open_any(&path, &Cancel::new(), &Progress::new());
    opened.expect("a good package").document
}

fn sample(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("resources/sample")
        .join(name)
}

fn figure() -> Document {
    let target = intake::load_catalog(&sample("sample.catalog.json")).expect("a catalogue");
    let figure = sample("humanoid.pmx");
    let figure = intake::load_figure(&figure, None, &Cancel::new(), &Progress::new());
    compose::imported(&figure.expect("a figure"), &target).expect("imported")
}

/// Some edit that may well be refused.
fn random_edit(document: &Document, dice: &mut Dice) -> Option<Edit> {
    let n = dice.roll(1000);
    Some(match dice.roll(9) {
        0 => Edit::SetPackage(PackageFacts {
            name: format!("name {n}"),
            ..document.package.clone()
        }),
        1 => figure_edit(document, dice)?,
        2 | 3 => group_edit(document, dice, n)?,
        4 => Edit::SetRule {
            component: dice.index(document.rules.len() + 1),
            rule: Arc::new(ComponentRule::always(if n.is_multiple_of(2) {
                Operation::Hide
            } else {
                Operation::Keep
            })),
        },
        5 => {
            let texture = *dice.of(document.textures.keys())?;
            match n % 8 {
                0 => Edit::RemoveTexture(texture),
                odd => Edit::SetTexture {
                    texture,
                    format: [TextureFormat::Bc7, TextureFormat::Rgba32][odd % 2],
                    mips: [Mips::Full, Mips::Single][odd / 2 % 2],
                },
            }
        }
        6 => match dice.of(document.slots.iter()) {
            Some(slot) if n.is_multiple_of(3) => Edit::RemoveSlot(slot.id),
            _ => Edit::AddSlot {
                name: format!("slot {n}"),
                candidates: vec![SlotCandidate {
                    when: None,
                    texture: document.textures.keys().next().copied(),
                }],
            },
        },
        7 => match dice.of(document.parameters.iter()) {
            Some(parameter) if n.is_multiple_of(3) => Edit::RemoveParameter(parameter.id),
            _ => Edit::AddParameter {
                name: format!("slider {n}"),
                ticks: Ticks::default(),
            },
        },
        _ => match dice.of(document.meshes.keys()) {
            Some(mesh) if n.is_multiple_of(10) => Edit::RemoveMesh(*mesh),
            _ => Edit::RemoveDriver(dice.of(document.drivers.iter())?.id),
        },
    })
}

fn figure_edit(document: &Document, dice: &mut Dice) -> Option<Edit> {
    let source = *dice.of(document.sources.keys())?;
    let figure = &document.sources[&source];
    let bones = &document.profile()?.components.first()?.bone_names;
    Some(match dice.roll(12) {
        0 => Edit::RemoveSource(source),
        1..=4 => Edit::PlaceMaterial {
            source,
            material: dice.index(figure.places.len()),
            place: *dice.of(figure.places.iter())?,
        },
        _ => Edit::MapBone {
            source,
            bone: dice.index(figure.model.bones.len()),
            target: dice.of(bones.iter()).cloned(),
        },
    })
}

fn group_edit(document: &Document, dice: &mut Dice, n: usize) -> Option<Edit> {
    let add = Edit::AddGroup {
        name: format!("group {n}"),
        choices: vec!["A".to_owned(), "B".to_owned()],
    };
    let Some(group) = dice.of(document.groups.iter()) else {
        return Some(add);
    };
    let choice = dice.of(group.choices.iter())?.id;
    let group = group.id;
    Some(match dice.roll(7) {
        0 => Edit::RemoveGroup(group),
        1 => Edit::AddChoice {
            group,
            name: format!("choice {n}"),
        },
        2 => Edit::RemoveChoice { group, choice },
        3 => Edit::MoveGroup {
            group,
            to: dice.index(document.groups.len()),
        },
        4 => Edit::SetConstraints(vec![Arc::new(Condition::Is { group, choice })]),
        5 => Edit::SetConstraints(Vec::new()),
        _ => add,
    })
}

/// Random work on a document beside a plain list of all its states.
fn follow(start: Document, seed: u64) -> usize {
    let mut dice = Dice(seed);
    let mut history = History::new(start.clone());
    let (mut states, mut at, mut n_edits) = (vec![start], 0_usize, 0);
    for _ in 0..400 {
        match dice.roll(10) {
            0 => {
                assert_eq!(history.undo(), at > 0, "seed {seed}: undo");
                at = at.saturating_sub(1);
            }
            1 => {
                assert_eq!(history.redo(), at + 1 < states.len(), "seed {seed}: redo");
                at = (at + 1).min(states.len() - 1);
            }
            2 => {
                let to = dice.roll(states.len() + 1);
                let can = history.jump_to(to);
                assert_eq!(can, to < states.len(), "seed {seed}: jump");
                at = if can { to } else { at };
            }
            _ => {
                let Some(edit) = random_edit(&states[at], &mut dice) else {
                    continue;
                };
                let wanted = edit.apply(&states[at]);
                let done = history.apply(&edit, None);
                assert_eq!(done.is_ok(), wanted.is_ok(), "seed {seed}: {edit:?}");
                if let Ok(wanted) = wanted.map_err(drop)
                    && wanted != states[at]
                {
                    // An edit ends the branch that was taken back; a refused or empty one does not.
                    states.truncate(at + 1);
                    states.push(wanted);
                    at += 1;
                    n_edits += 1;
                }
            }
        }
        assert_eq!(**history.document(), states[at], "seed {seed}: present");
        let steps = history.steps();
        let present = steps.iter().position(|step| step.is_present);
        assert_eq!(
            (steps.len(), present),
            (states.len(), Some(at)),
            "seed {seed}: list"
        );
    }
    assert!(history.jump_to(0), "the start is there");
    for (n, state) in states.iter().enumerate() {
        assert_eq!(**history.document(), *state, "seed {seed}: step {n}");
        history.redo();
    }
    n_edits
}

#[test]
fn random_work_can_be_taken_back_and_done_again_step_by_step() {
    let starts = [
        fixture("F11.bem"),
        fixture("F13.bem"),
        fixture("F15.bem"),
        figure(),
    ];
    let mut n_edits = 0;
    for (seed, start) in (0..16).zip(starts.iter().cycle()) {
        n_edits += follow(start.clone(), seed);
    }
    assert!(n_edits > 1000, "{n_edits} edits changed something");
}

fn renamed(document: &Document, n: usize) -> Edit {
    Edit::SetPackage(PackageFacts {
        name: format!("name {n}"),
        ..document.package.clone()
    })
}

#[test]
fn a_thousand_steps_are_kept_and_cost_little() {
    let start = figure();
    let source = *start.sources.keys().next().expect("a figure");
    let bones = start.profile().expect("a target").components[0]
        .bone_names
        .clone();
    let mut history = History::new(start);
    for n in 0..1500 {
        let edit = Edit::MapBone {
            source,
            bone: 0,
            target: Some(bones[n % 2].clone()),
        };
        history.apply(&edit, None).expect("mapped");
    }
    assert_eq!(history.steps().len(), 1000, "the newest thousand");
    let held = history.held_bytes();
    assert!(held < 64 << 20, "{held} bytes");
    let mut n_undone = 0;
    while history.undo() {
        n_undone += 1;
    }
    assert_eq!(n_undone, 999, "all of them lead back");
}

#[test]
fn the_oldest_steps_go_when_memory_runs_out_and_the_last_stays() {
    let start = figure();
    let source = *start.sources.keys().next().expect("a figure");
    let figure = Arc::clone(&start.sources[&source]);
    let mut history = History::new(start.clone()).with_max_bytes(64 << 10);
    for n in 0..100 {
        history.apply(&renamed(&start, n), None).expect("renamed");
    }
    let n_small = history.steps().len();
    assert!((2..100).contains(&n_small), "{n_small} steps fit");
    assert!(history.held_bytes() <= 64 << 10, "within the cap");
    // A figure outweighs the cap: what takes it out can still be taken back.
    let mut history = history.with_max_bytes(1 << 10);
    history
        .apply(&Edit::RemoveSource(source), None)
        .expect("removed");
    assert_eq!(history.steps().len(), 2, "the last step stays");
    assert!(history.undo(), "it leads back");
    assert_eq!(history.document().sources[&source], figure, "to the figure");
}

#[test]
fn what_was_taken_back_stays_until_the_next_edit() {
    let start = fixture("F15.bem");
    let mut history = History::new(start.clone());
    for n in 0..5 {
        history.apply(&renamed(&start, n), None).expect("renamed");
    }
    history.mark_saved(history.revision());
    assert!(history.jump_to(1), "back to the first");
    assert!(history.is_dirty(), "not what is on disk");
    assert_eq!(history.steps().len(), 6, "all are there");
    let refused = Edit::RemoveGroup(bem_studio::document::ids::GroupId(9999));
    assert!(history.apply(&refused, None).is_err(), "refused");
    assert_eq!(history.steps().len(), 6, "a refused edit ends nothing");
    assert!(history.jump_to(5) && !history.is_dirty(), "what is on disk");
    assert!(history.steps()[5].is_saved, "and marked so");
    history.jump_to(1);
    history.apply(&renamed(&start, 9), None).expect("renamed");
    assert_eq!(history.steps().len(), 3, "the branch is gone");
    assert!(!history.redo() && !history.jump_to(5), "for good");
}
