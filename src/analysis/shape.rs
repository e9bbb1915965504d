//! An option group as a level of the space: its values, what they count for and what they cost to choose.

use super::package::Group;

/// What the space knows of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    pub(super) n_choices: u16,
    pub(super) default: u16,
    /// The value "not there", which is `n_choices`, may be taken. Every group has it, so that a condition of existence
    /// can come and go without another arena.
    pub(super) may_be_hidden: bool,
}

impl Shape {
    pub(super) fn of(group: &Group) -> Self {
        Self {
            n_choices: group.n_choices,
            default: group.default,
            may_be_hidden: group.available_when.is_some(),
        }
    }

    pub(super) fn arity(self) -> u16 {
        self.n_choices + 1
    }
}

impl Shape {
    /// How many saved (or effective) choices stand behind each value.
    pub(super) fn weights(self, is_saved: bool) -> Vec<u64> {
        let mut weights = vec![1; usize::from(self.n_choices)];
        weights.push(match (self.may_be_hidden, is_saved) {
            (false, _) => 0,
            (true, false) => 1,
            (true, true) => u64::from(self.n_choices),
        });
        weights
    }

    /// 1 for every value but the default; being hidden is no choice of anyone's.
    pub(super) fn costs(self) -> Vec<u16> {
        (0..self.arity())
            .map(|value| u16::from(value != self.default && value < self.n_choices))
            .collect()
    }
}
