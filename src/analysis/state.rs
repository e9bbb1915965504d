//! One selection as the proofs tell it: a choice for every group, what differs from the defaults, what is hidden.

use crate::formats::bem::manifest::Manifest;

/// What a group is set to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GroupState {
    /// Index of the saved choice.
    pub choice_idx: u16,
    /// The saved choice is the group's default.
    pub is_default: bool,
    /// The group exists in this selection; a hidden group's saved choice is its default here.
    pub is_available: bool,
}

/// A saved choice for every option group, in manifest order.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct State {
    /// One a group.
    pub groups: Vec<GroupState>,
}

impl State {
    /// The saved choice index of every group.
    pub fn choices(&self) -> Vec<u16> {
        self.groups.iter().map(|group| group.choice_idx).collect()
    }

    /// Indices of the groups that are there and leave their default.
    pub fn off_default(&self) -> Vec<usize> {
        self.indices(|group| group.is_available && !group.is_default)
    }

    /// Indices of the groups that do not exist in this selection.
    pub fn hidden(&self) -> Vec<usize> {
        self.indices(|group| !group.is_available)
    }

    /// The selection as group id -> choice id, every group named: what a saved selection holds.
    pub fn selection(&self, manifest: &Manifest) -> Vec<(String, String)> {
        let groups = manifest.option_groups.as_deref().unwrap_or_default();
        groups
            .iter()
            .zip(&self.groups)
            .filter_map(|(group, state)| {
                let choice = group.choices.get(usize::from(state.choice_idx))?;
                Some((group.id.clone(), choice.id.clone()))
            })
            .collect()
    }

    /// The groups of `indices` in words, `Outfit = B + Cape = On`; hidden ones are left out.
    pub fn words(&self, manifest: &Manifest, indices: &[usize]) -> String {
        let groups = manifest.option_groups.as_deref().unwrap_or_default();
        let mut words = Vec::new();
        for idx in indices {
            let (Some(group), Some(state)) = (groups.get(*idx), self.groups.get(*idx)) else {
                continue;
            };
            let choice = group.choices.get(usize::from(state.choice_idx));
            if let Some(choice) = choice.filter(|_| state.is_available) {
                words.push(format!("{} = {}", group.name, choice.name));
            }
        }
        words.join(" + ")
    }

    fn indices(&self, wanted: impl Fn(&GroupState) -> bool) -> Vec<usize> {
        self.groups
            .iter()
            .enumerate()
            .filter(|(_, group)| wanted(group))
            .map(|(idx, _)| idx)
            .collect()
    }
}
