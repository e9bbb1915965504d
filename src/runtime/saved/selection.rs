//! Saved selections: `options` and `parameters_saved` (bem.md ch. 23).

use super::pairs::{Entry, Report, entries};
use super::phrases;
use crate::base::findings::{Finding, Severity};
use crate::base::text::Message;
use crate::formats::bem::manifest::{Manifest, Parameter};
use crate::runtime::plan::PlanError;
use crate::runtime::selection::{Selection, SelectionError, groups_of, is_tick_of};
use std::collections::BTreeSet;
use std::fmt::{Display, Write as _};

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
    read(manifest, texts, Severity::Warning)
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
    let (selection, findings) = read(manifest, texts, Severity::Error);
    if findings.is_empty() {
        Ok(selection)
    } else {
        Err(findings)
    }
}

impl Selection {
    /// The value of `options`: every group with its saved choice, those not available too, in manifest order (SAV-04).
    pub fn options_text(&self, manifest: &Manifest) -> String {
        if let (Some(fixed), None) = (&manifest.appearances, &manifest.option_groups) {
            let appearance = fixed.appearances.get(self.appearance_idx());
            return appearance.map(|it| it.id.clone()).unwrap_or_default();
        }
        let groups = groups_of(manifest).iter().enumerate();
        list(groups.filter_map(|(group_idx, group)| {
            let choice = group.choices.get(self.choice_idx(group_idx)?)?;
            Some((group.id.as_str(), choice.id.as_str()))
        }))
    }

    /// The value of `parameters_saved`: every slider with its saved tick in manifest order (SAV-04).
    pub fn parameters_text(&self, manifest: &Manifest) -> String {
        let ids = manifest.parameters.iter().map(|it| it.id.as_str());
        list(ids.zip(self.ticks()))
    }
}

/// `id:value` pairs joined by `&`.
pub(super) fn list(pairs: impl Iterator<Item = (impl Display, impl Display)>) -> String {
    let mut out = String::new();
    for (id, value) in pairs {
        let joint = if out.is_empty() { "" } else { "&" };
        // Writing to a text cannot fail.
        write!(out, "{joint}{id}:{value}").unwrap_or_default();
    }
    out
}

fn read(
    manifest: &Manifest,
    texts: SavedTexts<'_>,
    severity: Severity,
) -> (Selection, Vec<Finding>) {
    let mut report = Report::new(severity);
    let mut selection = Selection::defaults(manifest);
    if manifest.appearances.is_some() && manifest.option_groups.is_none() {
        read_appearance(manifest, texts.options, &mut selection, &mut report);
    } else {
        read_options(manifest, texts.options, &mut selection, &mut report);
    }
    read_ticks(manifest, texts.parameters, &mut selection, &mut report);
    let effective = selection.effective_map(manifest);
    if let Some(constraint_idx) = effective.broken(&manifest.selection_constraints) {
        report.add(
            "SAV-04",
            PlanError::Unreachable { constraint_idx }.message(),
        );
        selection.reset_choices(manifest);
    }
    (selection, report.into_findings())
}

fn read_appearance(
    manifest: &Manifest,
    text: &str,
    selection: &mut Selection,
    report: &mut Report,
) {
    if !text.is_empty()
        && let Err(error) = selection.set_appearance(manifest, text)
    {
        report.add("SAV-02", error.message());
    }
}

fn read_options(manifest: &Manifest, text: &str, selection: &mut Selection, report: &mut Report) {
    let mut seen = BTreeSet::new();
    for (group, choice) in sound_pairs(text, report) {
        if !seen.insert(group) {
            report.add("SAV-02", Message::new(&phrases::TWICE).with("id", group));
        } else if let Err(error) = selection.choose(manifest, group, choice) {
            report.add("SAV-02", error.message());
        }
    }
}

fn read_ticks(manifest: &Manifest, text: &str, selection: &mut Selection, report: &mut Report) {
    let mut seen = BTreeSet::new();
    for (id, value) in sound_pairs(text, report) {
        if !seen.insert(id) {
            report.add("SAV-02", Message::new(&phrases::TWICE).with("id", id));
            continue;
        }
        let mut parameters = manifest.parameters.iter();
        let Some(parameter) = parameters.find(|parameter| parameter.id == id) else {
            let error = SelectionError::UnknownParameter {
                parameter: id.to_owned(),
            };
            report.add("SAV-02", error.message());
            continue;
        };
        read_tick(manifest, (parameter, value), selection, report);
    }
}

fn read_tick(
    manifest: &Manifest,
    (parameter, value): (&Parameter, &str),
    selection: &mut Selection,
    report: &mut Report,
) {
    let is_decimal = !value.is_empty() && value.bytes().all(|digit| digit.is_ascii_digit());
    let tick = value.parse().ok().filter(|_| is_decimal);
    let tick = tick.filter(|tick| is_tick_of(parameter, *tick));
    let taken = tick.filter(|tick| selection.set_tick(manifest, &parameter.id, *tick).is_ok());
    if taken.is_none() {
        let message = Message::new(&phrases::BAD_TICK)
            .with("parameter", &parameter.id)
            .with("value", value)
            .with("min", parameter.min)
            .with("max", parameter.max)
            .with("step", parameter.step);
        report.add("SAV-03", message);
    } else if value.len() > 1 && value.starts_with('0') {
        let message = Message::new(&phrases::LEADING_ZEROS)
            .with("parameter", &parameter.id)
            .with("value", value);
        report.add("SAV-03", message);
    }
}

/// The pairs of a list that have the form of SAV-01; the others are told.
pub(super) fn sound_pairs<'t>(text: &'t str, report: &mut Report) -> Vec<(&'t str, &'t str)> {
    let mut sound = Vec::new();
    for Entry { number, text, pair } in entries(text) {
        match pair {
            Some(pair) if !text.contains(char::is_whitespace) => sound.push(pair),
            _ => report.add(
                "SAV-01",
                Message::new(&phrases::BAD_PAIR)
                    .with("number", number)
                    .with("pair", text),
            ),
        }
    }
    sound
}
