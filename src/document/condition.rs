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
}
