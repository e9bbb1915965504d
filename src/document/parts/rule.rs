//! What happens to a component, and when (bem.md ch. 8).

use super::TextureReference;
use crate::document::condition::Condition;
use crate::document::ids::MeshId;
use crate::document::metadata::Metadata;
use std::sync::Arc;

/// The rule of one component.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ComponentRule {
    /// As it is authored: the order decides, so that exactly one case holds in every state.
    Ordered(OrderedRule),
    /// As an opened package states it: the author answers for exactly one holding in every state (OPT-17).
    Candidates(CandidateRule),
}

/// The first branch that holds decides, else `otherwise`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OrderedRule {
    /// In order.
    pub branches: Vec<Branch>,
    /// When no branch holds.
    pub otherwise: Operation,
}

/// One branch of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// When it holds.
    pub when: Condition,
    /// What happens then.
    pub then: Operation,
}

/// Candidates without an order of their own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CandidateRule {
    /// At least one.
    pub candidates: Vec<Candidate>,
    /// Unknown members.
    pub metadata: Metadata,
}

/// One candidate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// When it holds; none = always.
    pub when: Option<Condition>,
    /// What happens then.
    pub then: Operation,
    /// Unknown members.
    pub metadata: Metadata,
}

/// What happens to a component.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Operation {
    /// The original stays.
    #[default]
    Keep,
    /// The original stays with other textures (OPT-19).
    Retexture(Arc<[KeepOverride]>),
    /// Nothing is drawn.
    Hide,
    /// This mesh takes its place.
    Replace(MeshId),
}

/// Textures of one kept material.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeepOverride {
    /// Index into the component's own materials.
    pub slot: u32,
    /// Replacement textures.
    pub textures: Vec<TextureReference>,
    /// Unknown members.
    pub metadata: Metadata,
}

impl Default for ComponentRule {
    fn default() -> Self {
        Self::Ordered(OrderedRule::default())
    }
}

impl From<OrderedRule> for ComponentRule {
    fn from(rule: OrderedRule) -> Self {
        Self::Ordered(rule)
    }
}

impl ComponentRule {
    /// A rule that does the same in every state.
    pub const fn always(operation: Operation) -> Self {
        Self::Ordered(OrderedRule {
            branches: Vec::new(),
            otherwise: operation,
        })
    }

    /// The ordered list, if it is one.
    pub const fn ordered(&self) -> Option<&OrderedRule> {
        match self {
            Self::Ordered(rule) => Some(rule),
            Self::Candidates(_) => None,
        }
    }

    /// The same as an ordered list. Where exactly one candidate holds in every state, nothing changes: the last one is
    /// what happens when no other holds.
    pub fn to_ordered(&self) -> OrderedRule {
        let rule = match self {
            Self::Ordered(rule) => return rule.clone(),
            Self::Candidates(rule) => rule,
        };
        let Some((last, first)) = rule.candidates.split_last() else {
            return OrderedRule::default();
        };
        OrderedRule {
            branches: first
                .iter()
                .map(|candidate| Branch {
                    when: candidate.when.clone().unwrap_or(Condition::Constant(true)),
                    then: candidate.then.clone(),
                })
                .collect(),
            otherwise: last.then.clone(),
        }
    }

    /// Everything that may happen, in order.
    pub fn operations(&self) -> Vec<&Operation> {
        match self {
            Self::Ordered(rule) => {
                let branches = rule.branches.iter().map(|branch| &branch.then);
                branches.chain([&rule.otherwise]).collect()
            }
            Self::Candidates(rule) => rule
                .candidates
                .iter()
                .map(|candidate| &candidate.then)
                .collect(),
        }
    }

    /// The same for changing.
    pub fn operations_mut(&mut self) -> Vec<&mut Operation> {
        match self {
            Self::Ordered(rule) => {
                let branches = rule.branches.iter_mut().map(|branch| &mut branch.then);
                branches.chain([&mut rule.otherwise]).collect()
            }
            Self::Candidates(rule) => rule
                .candidates
                .iter_mut()
                .map(|candidate| &mut candidate.then)
                .collect(),
        }
    }

    /// Every condition it names, in order.
    pub fn conditions(&self) -> Vec<&Condition> {
        match self {
            Self::Ordered(rule) => rule.branches.iter().map(|branch| &branch.when).collect(),
            Self::Candidates(rule) => rule
                .candidates
                .iter()
                .filter_map(|candidate| candidate.when.as_ref())
                .collect(),
        }
    }
}

impl Operation {
    /// The mesh that takes the component's place, if one does.
    pub const fn mesh(&self) -> Option<MeshId> {
        match self {
            Self::Replace(mesh) => Some(*mesh),
            Self::Keep | Self::Retexture(_) | Self::Hide => None,
        }
    }

    /// The textures it names.
    pub fn textures(&self) -> impl Iterator<Item = TextureReference> {
        let overrides: &[KeepOverride] = match self {
            Self::Retexture(overrides) => overrides,
            Self::Keep | Self::Hide | Self::Replace(_) => &[],
        };
        overrides
            .iter()
            .flat_map(|entry| entry.textures.iter().copied())
    }
}
