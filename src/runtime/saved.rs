//! Saved texts (bem.md 15.2, ch. 23) as selections and commands, and back. Their grammar and rules, and the keys of
//! drivers, are `formats::bem::player`'s work.

use crate::base::findings::Finding;
use crate::formats::bem::manifest::Manifest;
use crate::formats::bem::player::Strictness;
use crate::formats::bem::player::hotkeys::SavedState;
use crate::formats::bem::player::selection as text;
use crate::runtime::drivers::{Command, Drivers};
use crate::runtime::selection::{Selection, groups_of};

/// The two texts of a saved selection.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SavedTexts<'t> {
    /// Value of `options`: `group:choice&group:choice`, of a 1.0 package the id of its appearance; empty = all defaults.
    pub options: &'t str,
    /// Value of `parameters_saved`: `id:tick&id:tick`; empty = all defaults.
    pub parameters: &'t str,
}

/// Reads a saved selection generously: bad pairs are ignored, bad ticks take the default, a selection that breaks a
/// constraint takes the default choices. One warning for each (SAV-01 to SAV-04).
pub fn read_selection(manifest: &Manifest, texts: SavedTexts<'_>) -> (Selection, Vec<Finding>) {
    read(manifest, texts, Strictness::Generous)
}

/// Reads a selection strictly, as the command line wants it.
///
/// # Errors
///
/// Everything against SAV-01 to SAV-04.
pub fn parse_selection(
    manifest: &Manifest,
    texts: SavedTexts<'_>,
) -> Result<Selection, Vec<Finding>> {
    let (selection, findings) = read(manifest, texts, Strictness::Strict);
    if findings.is_empty() {
        Ok(selection)
    } else {
        Err(findings)
    }
}

/// What saved driver states ask of the drivers of a package: `play` starts, `pause` pauses. Dropped drivers get none.
pub fn commands(
    manifest: &Manifest,
    drivers: &Drivers,
    states: &[(String, SavedState)],
) -> Vec<(usize, Command)> {
    let states = states.iter();
    states
        .filter_map(|(id, state)| {
            let command = match state {
                SavedState::Play => Command::Start,
                SavedState::Pause => Command::Pause,
            };
            Some((drivers.find(manifest, id)?, command))
        })
        .collect()
}

impl Selection {
    /// The value of `options`: every group with its saved choice, those not available too, in manifest order (SAV-04).
    pub fn options_text(&self, manifest: &Manifest) -> String {
        if is_fixed(manifest) {
            let fixed = manifest.appearances.as_ref();
            let appearance = fixed.and_then(|all| all.appearances.get(self.appearance_idx()));
            return appearance.map(|it| it.id.clone()).unwrap_or_default();
        }
        let groups = groups_of(manifest).iter().enumerate();
        let choices = groups.filter_map(|(group_idx, group)| {
            let choice = group.choices.get(self.choice_idx(group_idx)?)?;
            Some((group.id.clone(), choice.id.clone()))
        });
        text::write_options(&text::Selection {
            choices: choices.collect(),
        })
    }

    /// The value of `parameters_saved`: every slider with its saved tick in manifest order (SAV-04).
    pub fn parameters_text(&self, manifest: &Manifest) -> String {
        let ids = manifest.parameters.iter().map(|it| it.id.clone());
        let ticks: Vec<(String, u32)> = ids.zip(self.ticks().iter().copied()).collect();
        text::write_ticks(&ticks)
    }
}

const fn is_fixed(manifest: &Manifest) -> bool {
    manifest.appearances.is_some() && manifest.option_groups.is_none()
}

fn read(
    manifest: &Manifest,
    texts: SavedTexts<'_>,
    strictness: Strictness,
) -> (Selection, Vec<Finding>) {
    let (mut selection, mut findings) = if is_fixed(manifest) {
        read_appearance(manifest, texts.options, strictness)
    } else {
        read_choices(manifest, texts.options, strictness)
    };
    let (ticks, told) = text::read_ticks(texts.parameters, manifest, strictness);
    findings.extend(told);
    selection.put_ticks(ticks.into_iter().map(|(_, tick)| tick).collect());
    (selection, findings)
}

fn read_appearance(
    manifest: &Manifest,
    id: &str,
    strictness: Strictness,
) -> (Selection, Vec<Finding>) {
    let (id, findings) = text::read_appearance(id, manifest, strictness);
    let selection = Selection::with_appearance(manifest, &id);
    // A default that names nothing (APP-02) is all that can be refused here.
    let selection = selection.unwrap_or_else(|_| Selection::defaults(manifest));
    (selection, findings)
}

fn read_choices(
    manifest: &Manifest,
    options: &str,
    strictness: Strictness,
) -> (Selection, Vec<Finding>) {
    let (saved, findings) = text::read_options(options, manifest, strictness);
    let choices: Vec<(&str, &str)> = saved
        .choices
        .iter()
        .map(|(group, choice)| (group.as_str(), choice.as_str()))
        .collect();
    let selection = Selection::with_choices(manifest, &choices);
    // A default that names nothing (OPT-03) is all that can be refused here.
    let selection = selection.unwrap_or_else(|_| Selection::defaults(manifest));
    (selection, findings)
}
