//! Conditions over option groups, by typed ids instead of names (bem.md ch. 8).

use crate::document::ids::{ChoiceId, GroupId};

/// When something holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// Always or never.
    Constant(bool),
    /// The group is available and this choice is taken.
    Is {
        /// The group.
        group: GroupId,
        /// One of its choices.
        choice: ChoiceId,
    },
    /// All of them hold.
    All(Vec<Self>),
    /// At least one of them holds.
    Any(Vec<Self>),
    /// It does not hold.
    Not(Box<Self>),
}

impl Condition {
    /// Whether it names a group.
    pub fn names(&self, group: GroupId) -> bool {
        self.atoms().iter().any(|(named, _)| *named == group)
    }

    /// Every (group, choice) it names, in order of appearance, repeats included.
    pub fn atoms(&self) -> Vec<(GroupId, ChoiceId)> {
        let mut atoms = Vec::new();
        let mut open = vec![self];
        while let Some(condition) = open.pop() {
            match condition {
                Self::Constant(_) => {}
                Self::Is { group, choice } => atoms.push((*group, *choice)),
                Self::All(parts) | Self::Any(parts) => open.extend(parts.iter().rev()),
                Self::Not(part) => open.push(part),
            }
        }
        atoms
    }

    /// The same with every atom replaced; parts that became constant are gone, as far as that can be seen at a glance.
    #[must_use]
    pub fn with_atoms(&self, replace: &impl Fn(GroupId, ChoiceId) -> Self) -> Self {
        let parts_of = |parts: &[Self], neutral: bool| {
            let mut kept = Vec::with_capacity(parts.len());
            for part in parts {
                match part.with_atoms(replace) {
                    Self::Constant(value) if value == neutral => {}
                    Self::Constant(value) => return Err(Self::Constant(value)),
                    part => kept.push(part),
                }
            }
            match kept.len() {
                0 => Err(Self::Constant(neutral)),
                1 => Err(kept.remove(0)),
                _ => Ok(kept),
            }
        };
        match self {
            Self::Constant(value) => Self::Constant(*value),
            Self::Is { group, choice } => replace(*group, *choice),
            Self::All(parts) => parts_of(parts, true).map_or_else(|decided| decided, Self::All),
            Self::Any(parts) => parts_of(parts, false).map_or_else(|decided| decided, Self::Any),
            Self::Not(part) => match part.with_atoms(replace) {
                Self::Constant(value) => Self::Constant(!value),
                part => Self::Not(Box::new(part)),
            },
        }
    }
}
