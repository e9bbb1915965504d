//! What a package carries without effect: candidates, draws, choices and groups that never come into play, conditions
//! that never decide anything, choices that change nothing. Advice only: none of it breaks a rule.

use super::alike::Observed;
use super::engine::{Engine, Loaded};
use super::error::{AnalysisError, Budget};
use super::package::{Formula, Package};
use super::phrases;
use super::predicates::{Predicates, any_of};
use super::space::Space;
use crate::base::cancel::Cancel;
use crate::base::findings::{Finding, Place, Severity};
use crate::base::text::{Message, Phrase};
use crate::dd::{Node, Stop};
use crate::formats::bem::manifest::Manifest;

/// What kind of idleness.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum IdleKind {
    /// A group that never exists.
    GroupNever,
    /// A choice that can never be taken.
    ChoiceNever,
    /// A choice that looks and behaves like another one of its group, `same_as`.
    ChoiceSame {
        /// Index of the other choice.
        same_as: usize,
    },
    /// A candidate of a component that never holds.
    CandidateNever,
    /// A draw that is never drawn.
    DrawNever,
    /// A candidate of a texture slot that never holds.
    SlotCandidateNever,
    /// A condition that is always true where it matters, though it says more than `true`.
    ConditionAlways,
    /// A constraint that forbids nothing the others allow.
    ConstraintIdle,
}

impl IdleKind {
    /// A code of ours, for machine-readable output and for muting.
    pub const fn code(self) -> &'static str {
        match self {
            Self::GroupNever => "group-never",
            Self::ChoiceNever => "choice-never",
            Self::ChoiceSame { .. } => "choice-same",
            Self::CandidateNever => "candidate-never",
            Self::DrawNever => "draw-never",
            Self::SlotCandidateNever => "slot-candidate-never",
            Self::ConditionAlways => "condition-always",
            Self::ConstraintIdle => "constraint-idle",
        }
    }
}

/// One thing without effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Idle {
    /// What kind.
    pub kind: IdleKind,
    /// JSON pointer of the thing.
    pub pointer: String,
    /// The sentence for people.
    pub message: Message,
}

impl Idle {
    /// It as a hint.
    pub fn finding(&self) -> Finding {
        let place = Place::Pointer(self.pointer.clone());
        Finding::new(
            self.kind.code(),
            Severity::Hint,
            place,
            self.message.clone(),
        )
    }
}

impl Engine {
    /// Everything without effect in the revision that was checked last, whose manifest is given, in manifest order.
    /// Empty when no selection is legal.
    ///
    /// # Errors
    ///
    /// [`AnalysisError`]: the conditions are too large together, or the token was raised.
    pub fn idle(
        &mut self,
        manifest: &Manifest,
        cancel: &Cancel,
    ) -> Result<Vec<Idle>, AnalysisError> {
        let Some(loaded) = self.loaded.take() else {
            return Ok(Vec::new());
        };
        self.space.dd.begin(Budget::EXACT.nodes, cancel);
        let Loaded {
            package,
            predicates,
            ..
        } = &loaded;
        let mut search = Search {
            space: &mut self.space,
            package,
            predicates,
            manifest,
            used: Vec::new(),
            found: Vec::new(),
        };
        let done = search.run();
        let found = std::mem::take(&mut search.found);
        self.loaded = Some(loaded);
        done?;
        Ok(found)
    }
}

struct Search<'a> {
    space: &'a mut Space,
    package: &'a Package,
    predicates: &'a Predicates,
    manifest: &'a Manifest,
    /// Where each mesh takes the place of some component.
    used: Vec<Node>,
    found: Vec<Idle>,
}

impl Search<'_> {
    fn run(&mut self) -> Result<(), Stop> {
        if !self.space.is_reachable {
            return Ok(());
        }
        self.used = self.meshes_used()?;
        self.groups()?;
        self.constraints()?;
        self.components()?;
        self.draws()?;
        self.slots()
    }

    fn meshes_used(&mut self) -> Result<Vec<Node>, Stop> {
        let mut uses = vec![Vec::new(); self.package.meshes.len()];
        for (candidates, nodes) in self
            .package
            .components
            .iter()
            .zip(&self.predicates.candidates)
        {
            for (candidate, node) in candidates.iter().zip(nodes) {
                if let Some(mesh) = candidate.mesh {
                    uses[mesh].push(*node);
                }
            }
        }
        uses.into_iter()
            .map(|nodes| any_of(self.space, nodes))
            .collect()
    }

    /// Whether some legal map satisfies `node`.
    fn happens(&mut self, node: Node) -> Result<bool, Stop> {
        Ok(self.space.legal(node)?.0 != Node::FALSE)
    }

    fn tell(&mut self, kind: IdleKind, pointer: String, phrase: &'static Phrase, words: Words) {
        let mut message = Message::new(phrase).with("name", words.name);
        if let Some(other) = words.other {
            message = message.with("other", other);
        }
        self.found.push(Idle {
            kind,
            pointer,
            message,
        });
    }

    fn groups(&mut self) -> Result<(), Stop> {
        let observed = self.observed()?;
        for (idx, group) in self.package.groups.iter().enumerate() {
            let pointer = format!("/option_groups/{idx}");
            if let Some(formula) = &group.available_when {
                let available = self.space.available(idx);
                if !self.happens(available)? {
                    let words = Words::new(self.group_name(idx));
                    self.tell(IdleKind::GroupNever, pointer, &phrases::GROUP_NEVER, words);
                    continue;
                }
                let absent = self.space.dd.not(available)?;
                if !is_constant(formula) && !self.happens(absent)? {
                    let words = Words::new(self.group_name(idx));
                    let place = format!("{pointer}/available_when");
                    self.tell(
                        IdleKind::ConditionAlways,
                        place,
                        &phrases::CONDITION_ALWAYS,
                        words,
                    );
                }
            }
            self.choices(idx, &observed)?;
        }
        Ok(())
    }

    fn choices(&mut self, group: usize, observed: &Observed) -> Result<(), Stop> {
        let mut live = Vec::new();
        for choice in 0..self.package.groups[group].n_choices {
            let taken = self.space.dd.literal(group, choice)?;
            if self.happens(taken)? {
                live.push(choice);
            } else {
                let words = Words::new(self.choice_name(group, choice));
                let pointer = format!("/option_groups/{group}/choices/{choice}");
                self.tell(
                    IdleKind::ChoiceNever,
                    pointer,
                    &phrases::CHOICE_NEVER,
                    words,
                );
            }
        }
        for (choice, first) in observed.alike(self.space, group, &live)? {
            let words = Words {
                name: self.choice_name(group, choice),
                other: Some(self.choice_name(group, first)),
            };
            let pointer = format!("/option_groups/{group}/choices/{choice}");
            let kind = IdleKind::ChoiceSame {
                same_as: usize::from(first),
            };
            self.tell(kind, pointer, &phrases::CHOICE_SAME, words);
        }
        Ok(())
    }

    /// Everything a player can see or meet.
    fn observed(&mut self) -> Result<Observed, Stop> {
        let n_groups = self.package.groups.len();
        let available = (0..n_groups).map(|idx| self.space.available(idx)).collect();
        let predicates = self.predicates;
        let mut plan: Vec<Node> = predicates.candidates.iter().flatten().copied().collect();
        plan.extend(predicates.slots.iter().flatten());
        for (mesh, used) in self.used.iter().enumerate() {
            let (draws, channels) = (&predicates.draws[mesh], &predicates.channels[mesh]);
            for node in draws.iter().chain(channels) {
                plan.push(self.space.dd.and(*used, *node)?);
            }
        }
        Ok(Observed::new(&self.space.dd, available, plan))
    }

    /// Constraints that the others imply; of several equal ones the first counts.
    fn constraints(&mut self) -> Result<(), Stop> {
        let constraints = self.space.constraints.clone();
        let mut idle = Vec::new();
        for (idx, node) in constraints.iter().enumerate() {
            if *node == Node::TRUE {
                idle.push(idx);
            }
        }
        for mask in self
            .space
            .parts
            .iter()
            .map(|part| part.mask)
            .collect::<Vec<_>>()
        {
            let inside = |node: &Node| self.space.dd.support(*node) & mask != 0;
            let members = constraints.iter().enumerate();
            let members: Vec<(usize, Node)> = members
                .filter(|(_, node)| inside(node))
                .map(|(idx, node)| (idx, *node))
                .collect();
            let existence: Vec<Node> = self
                .space
                .existence
                .iter()
                .copied()
                .filter(inside)
                .collect();
            idle.append(&mut implied(self.space, &existence, &members)?);
        }
        idle.sort_unstable();
        for idx in idle {
            let words = Words::new((idx + 1).to_string());
            let pointer = format!("/selection_constraints/{idx}");
            self.tell(
                IdleKind::ConstraintIdle,
                pointer,
                &phrases::CONSTRAINT_IDLE,
                words,
            );
        }
        Ok(())
    }

    fn components(&mut self) -> Result<(), Stop> {
        for component in 0..self.package.components.len() {
            for (idx, node) in self.predicates.candidates[component].iter().enumerate() {
                let formula = &self.package.components[component][idx].when;
                let pointer = format!("/component_rules/{component}/candidates/{idx}");
                let name = self.component_name(component);
                let kinds = (IdleKind::CandidateNever, &phrases::CANDIDATE_NEVER);
                self.condition((*node, Node::TRUE), formula, (pointer, name), kinds)?;
            }
        }
        Ok(())
    }

    fn draws(&mut self) -> Result<(), Stop> {
        for mesh in 0..self.package.meshes.len() {
            let used = self.used[mesh];
            if !self.happens(used)? {
                // The mesh itself is idle; its candidates have been told.
                continue;
            }
            for (idx, node) in self.predicates.draws[mesh].iter().enumerate() {
                let formula = &self.package.meshes[mesh].draws[idx].when;
                let pointer = format!("/meshes/{mesh}/draws/{idx}");
                let kinds = (IdleKind::DrawNever, &phrases::DRAW_NEVER);
                let name = format!("{mesh}/{idx}");
                self.condition((*node, used), formula, (pointer, name), kinds)?;
            }
        }
        Ok(())
    }

    fn slots(&mut self) -> Result<(), Stop> {
        for slot in 0..self.package.slots.len() {
            for (idx, node) in self.predicates.slots[slot].iter().enumerate() {
                let formula = &self.package.slots[slot][idx].when;
                let pointer = format!("/texture_slots/{slot}/candidates/{idx}");
                let name = self.manifest.texture_slots[slot].id.clone();
                let kinds = (IdleKind::SlotCandidateNever, &phrases::SLOT_CANDIDATE_NEVER);
                self.condition((*node, Node::TRUE), formula, (pointer, name), kinds)?;
            }
        }
        Ok(())
    }

    /// A condition that never holds where it is asked, or always does.
    fn condition(
        &mut self,
        (node, asked): (Node, Node),
        formula: &Formula,
        (pointer, name): (String, String),
        (never, phrase): (IdleKind, &'static Phrase),
    ) -> Result<(), Stop> {
        let holds = self.space.dd.and(asked, node)?;
        if !self.happens(holds)? {
            self.tell(never, pointer, phrase, Words::new(name));
            return Ok(());
        }
        let fails = self.space.dd.and_not(asked, node)?;
        if !is_constant(formula) && !self.happens(fails)? {
            let place = format!("{pointer}/when");
            let words = Words::new(name);
            self.tell(
                IdleKind::ConditionAlways,
                place,
                &phrases::CONDITION_ALWAYS,
                words,
            );
        }
        Ok(())
    }

    fn group_name(&self, group: usize) -> String {
        let groups = self.manifest.option_groups.as_deref().unwrap_or_default();
        groups
            .get(group)
            .map(|group| group.name.clone())
            .unwrap_or_default()
    }

    fn choice_name(&self, group: usize, choice: u16) -> String {
        let groups = self.manifest.option_groups.as_deref().unwrap_or_default();
        groups
            .get(group)
            .and_then(|group| group.choices.get(usize::from(choice)))
            .map(|choice| choice.name.clone())
            .unwrap_or_default()
    }

    fn component_name(&self, component: usize) -> String {
        let components = &self.manifest.target.components;
        components
            .get(component)
            .map(|component| component.mesh_name.clone())
            .unwrap_or_default()
    }
}

/// Arguments of a message.
struct Words {
    name: String,
    other: Option<String>,
}

impl Words {
    fn new(name: String) -> Self {
        Self { name, other: None }
    }
}

/// The members that `existence` and the other members imply, from the last to the first; what was found idle is not
/// counted on any more.
fn implied(
    space: &mut Space,
    existence: &[Node],
    members: &[(usize, Node)],
) -> Result<Vec<usize>, Stop> {
    let mut before = vec![space.dd.and_all(existence)?];
    for (idx, (_, node)) in members.iter().enumerate() {
        before.push(space.dd.and(before[idx], *node)?);
    }
    let mut after = Node::TRUE;
    let mut idle = Vec::new();
    for (place, (idx, node)) in members.iter().enumerate().rev() {
        let others = space.dd.and(before[place], after)?;
        if space.dd.and_not(others, *node)? == Node::FALSE {
            idle.push(*idx);
        } else {
            after = space.dd.and(after, *node)?;
        }
    }
    Ok(idle)
}

/// Whether a formula says no more than `true` or `false`.
fn is_constant(formula: &Formula) -> bool {
    matches!(formula, Formula::Constant(_))
}
