//! What a player has set, and what of it is in effect (bem.md ch. 8, 18.1). It judges no package.

use crate::base::text::{Message, Phrase};
use crate::formats::bem::manifest::{Condition, Manifest, OptionGroup, Parameter};
use std::collections::BTreeMap;

/// One choice for every group, available or not, one tick for every slider; of a 1.0 package its appearance.
///
/// It belongs to the manifest it was made from: entry i is that of group, or parameter, i.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    appearance_idx: usize,
    choice_idxs: Vec<usize>,
    ticks: Vec<u32>,
}

/// Why something cannot be selected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SelectionError {
    /// There is no such appearance (1.0).
    #[error("there is no appearance {id}")]
    UnknownAppearance {
        /// The id asked for.
        id: String,
    },
    /// There is no such group.
    #[error("there is no group {group}")]
    UnknownGroup {
        /// The id asked for.
        group: String,
    },
    /// The group has no such choice.
    #[error("group {group} has no choice {choice}")]
    UnknownChoice {
        /// The group.
        group: String,
        /// The id asked for.
        choice: String,
    },
    /// There is no such slider.
    #[error("there is no slider {parameter}")]
    UnknownParameter {
        /// The id asked for.
        parameter: String,
    },
    /// The slider has no such tick (SAV-03).
    #[error("slider {parameter} has no tick {tick}: {min} to {max} in steps of {step}")]
    BadTick {
        /// The slider.
        parameter: String,
        /// The tick asked for.
        tick: u32,
        /// Lowest tick.
        min: u32,
        /// Highest tick.
        max: u32,
        /// Ticks a step.
        step: u32,
    },
}

static UNKNOWN_APPEARANCE: Phrase = Phrase::new(
    "没有外观“{id}”。",
    "外観「{id}」はありません。",
    "There is no appearance “{id}”.",
);
static UNKNOWN_GROUP: Phrase = Phrase::new(
    "没有选项组“{group}”。",
    "オプション群「{group}」はありません。",
    "There is no option group “{group}”.",
);
static UNKNOWN_CHOICE: Phrase = Phrase::new(
    "选项组“{group}”没有选项“{choice}”。",
    "オプション群「{group}」に選択肢「{choice}」はありません。",
    "The option group “{group}” has no choice “{choice}”.",
);
static UNKNOWN_PARAMETER: Phrase = Phrase::new(
    "没有滑块“{parameter}”。",
    "スライダー「{parameter}」はありません。",
    "There is no slider “{parameter}”.",
);
static BAD_TICK: Phrase = Phrase::new(
    "滑块“{parameter}”不能取 {tick}：允许 {min} 到 {max}，步长 {step}。",
    "スライダー「{parameter}」は {tick} にできません。{min}〜{max} を {step} 刻みで動きます。",
    "The slider “{parameter}” cannot stand at {tick}: it runs from {min} to {max} in steps of {step}.",
);

impl SelectionError {
    /// The sentence for people.
    pub fn message(&self) -> Message {
        match self {
            Self::UnknownAppearance { id } => Message::new(&UNKNOWN_APPEARANCE).with("id", id),
            Self::UnknownGroup { group } => Message::new(&UNKNOWN_GROUP).with("group", group),
            Self::UnknownChoice { group, choice } => Message::new(&UNKNOWN_CHOICE)
                .with("group", group)
                .with("choice", choice),
            Self::UnknownParameter { parameter } => {
                Message::new(&UNKNOWN_PARAMETER).with("parameter", parameter)
            }
            Self::BadTick {
                parameter,
                tick,
                min,
                max,
                step,
            } => Message::new(&BAD_TICK)
                .with("parameter", parameter)
                .with("tick", tick)
                .with("min", min)
                .with("max", max)
                .with("step", step),
        }
    }
}

impl Selection {
    /// Everything at its default. A default that names nothing (APP-02, OPT-03) counts as the first entry.
    pub fn defaults(manifest: &Manifest) -> Self {
        let appearances = manifest.appearances.as_ref();
        Self {
            appearance_idx: appearances
                .and_then(|all| {
                    let mut ids = all.appearances.iter().map(|appearance| &appearance.id);
                    ids.position(|id| *id == all.default_appearance_id)
                })
                .unwrap_or(0),
            choice_idxs: default_choices(manifest),
            ticks: manifest.parameters.iter().map(|it| it.default).collect(),
        }
    }

    /// The defaults with these choices: group id, choice id. Absent groups keep their default, a later pair of the same
    /// group wins.
    ///
    /// # Errors
    ///
    /// A group or choice the manifest does not have.
    pub fn with_choices(
        manifest: &Manifest,
        choices: &[(&str, &str)],
    ) -> Result<Self, SelectionError> {
        let mut selection = Self::defaults(manifest);
        for (group, choice) in choices {
            selection.choose(manifest, group, choice)?;
        }
        Ok(selection)
    }

    /// The defaults with this appearance of a 1.0 package.
    ///
    /// # Errors
    ///
    /// An appearance the manifest does not have.
    pub fn with_appearance(manifest: &Manifest, id: &str) -> Result<Self, SelectionError> {
        let mut selection = Self::defaults(manifest);
        selection.set_appearance(manifest, id)?;
        Ok(selection)
    }

    /// Takes a choice; what the group's existence hides is kept all the same (bem.md ch. 8).
    ///
    /// # Errors
    ///
    /// A group or choice the manifest does not have; nothing is changed then.
    pub fn choose(
        &mut self,
        manifest: &Manifest,
        group: &str,
        choice: &str,
    ) -> Result<(), SelectionError> {
        let groups = groups_of(manifest);
        let unknown_group = || SelectionError::UnknownGroup {
            group: group.to_owned(),
        };
        let group_idx = groups
            .iter()
            .position(|it| it.id == group)
            .ok_or_else(unknown_group)?;
        let choices = groups.get(group_idx).map_or(&[][..], |it| &it.choices);
        let choice_idx = choices.iter().position(|it| it.id == choice);
        let choice_idx = choice_idx.ok_or_else(|| SelectionError::UnknownChoice {
            group: group.to_owned(),
            choice: choice.to_owned(),
        })?;
        let place = self
            .choice_idxs
            .get_mut(group_idx)
            .ok_or_else(unknown_group)?;
        *place = choice_idx;
        Ok(())
    }

    /// Moves a slider by hand.
    ///
    /// # Errors
    ///
    /// An unknown slider, a tick outside its range or between its steps; nothing is changed then.
    pub fn set_tick(
        &mut self,
        manifest: &Manifest,
        parameter: &str,
        tick: u32,
    ) -> Result<(), SelectionError> {
        let unknown = || SelectionError::UnknownParameter {
            parameter: parameter.to_owned(),
        };
        let parameters = manifest.parameters.iter();
        let (parameter_idx, found) = parameters
            .enumerate()
            .find(|(_, it)| it.id == parameter)
            .ok_or_else(unknown)?;
        if !is_tick_of(found, tick) {
            return Err(SelectionError::BadTick {
                parameter: parameter.to_owned(),
                tick,
                min: found.min,
                max: found.max,
                step: found.step,
            });
        }
        *self.ticks.get_mut(parameter_idx).ok_or_else(unknown)? = tick;
        Ok(())
    }

    /// Chooses an appearance of a 1.0 package.
    ///
    /// # Errors
    ///
    /// An appearance the manifest does not have; nothing is changed then.
    pub fn set_appearance(&mut self, manifest: &Manifest, id: &str) -> Result<(), SelectionError> {
        let all = manifest.appearances.as_ref();
        let appearances = all.map_or(&[][..], |all| &all.appearances);
        let position = appearances.iter().position(|it| it.id == id);
        self.appearance_idx =
            position.ok_or_else(|| SelectionError::UnknownAppearance { id: id.to_owned() })?;
        Ok(())
    }

    /// Puts all sliders, `ticks[parameter]`.
    pub(super) fn put_ticks(&mut self, ticks: Vec<u32>) {
        self.ticks = ticks;
    }

    /// Index of the appearance (1.0).
    pub const fn appearance_idx(&self) -> usize {
        self.appearance_idx
    }

    /// Index of a group's saved choice, whether the group is available or not.
    pub fn choice_idx(&self, group_idx: usize) -> Option<usize> {
        self.choice_idxs.get(group_idx).copied()
    }

    /// Saved ticks, `ticks[parameter]`, whether the slider is available or not.
    pub fn ticks(&self) -> &[u32] {
        &self.ticks
    }

    /// The choices of the groups that are available (bem.md 18.1).
    pub fn effective_map<'m>(&self, manifest: &'m Manifest) -> EffectiveMap<'m> {
        let mut effective = EffectiveMap::default();
        for (group, choice_idx) in groups_of(manifest).iter().zip(&self.choice_idxs) {
            if effective.allows(group.available_when.as_ref())
                && let Some(choice) = group.choices.get(*choice_idx)
            {
                effective.choices.insert(&group.id, &choice.id);
            }
        }
        effective
    }
}

/// Whether a slider can be put on a tick by hand: in its range and on a step (SAV-03).
fn is_tick_of(parameter: &Parameter, tick: u32) -> bool {
    let is_on_step = tick
        .checked_sub(parameter.min)
        .and_then(|way| way.checked_rem(parameter.step))
        == Some(0);
    is_on_step && tick <= parameter.max
}

pub(super) fn groups_of(manifest: &Manifest) -> &[OptionGroup] {
    manifest.option_groups.as_deref().unwrap_or_default()
}

fn default_choices(manifest: &Manifest) -> Vec<usize> {
    let groups = groups_of(manifest).iter();
    groups
        .map(|group| {
            let mut ids = group.choices.iter().map(|choice| &choice.id);
            ids.position(|id| *id == group.default).unwrap_or(0)
        })
        .collect()
}

/// Group id -> choice id of the available groups: all that conditions can see (bem.md 18.1).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EffectiveMap<'m> {
    choices: BTreeMap<&'m str, &'m str>,
}

impl EffectiveMap<'_> {
    /// The choice of a group; none while the group is not available.
    pub fn choice(&self, group: &str) -> Option<&str> {
        self.choices.get(group).copied()
    }

    /// The value of a condition. Every `eq` on a group that is not available is false, so its `not` is true.
    pub fn holds(&self, condition: &Condition) -> bool {
        match condition {
            Condition::Constant(value) => *value,
            Condition::Eq { group, choice } => self.choice(group) == Some(choice),
            Condition::All(conditions) => conditions.iter().all(|it| self.holds(it)),
            Condition::Any(conditions) => conditions.iter().any(|it| self.holds(it)),
            Condition::Not(condition) => !self.holds(condition),
        }
    }

    /// The value of a `when` or `available_when`: an absent one is true (OPT-08).
    pub fn allows(&self, when: Option<&Condition>) -> bool {
        when.is_none_or(|condition| self.holds(condition))
    }

    /// The first constraint that does not hold, if there is one.
    pub fn broken(&self, constraints: &[Condition]) -> Option<usize> {
        constraints.iter().position(|it| !self.holds(it))
    }
}
