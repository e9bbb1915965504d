//! Saved selections and slider ticks: `outfit:a&part:on`, `sleeve_length:500` (bem.md ch. 23).

use crate::base::findings::{Finding, Place};
use crate::base::text::{Message, Phrase};
use crate::formats::bem::check::report::{OnRead, Report, Rule};
use crate::formats::bem::manifest::{Condition, Manifest, OptionGroup, Parameter};
use crate::formats::bem::player::{Strictness, pairs};
use std::collections::BTreeMap;

const SAV_01: Rule = Rule::warn("SAV-01");
const SAV_02: Rule = Rule::warn("SAV-02");
const SAV_03: Rule = Rule::warn("SAV-03");
const SAV_04: Rule = Rule::warn("SAV-04");

static NO_PAIR: Phrase = Phrase::new(
    "“{value}”不是“ID:值”的形式，已忽略。",
    "「{value}」は「ID:値」の形ではないため、無視されます。",
    "“{value}” is no “id:value” pair; it is ignored.",
);
static UNKNOWN_GROUP: Phrase = Phrase::new(
    "没有选项组“{value}”，已忽略。",
    "オプション群「{value}」はないため、無視されます。",
    "There is no option group “{value}”; the pair is ignored.",
);
static UNKNOWN_CHOICE: Phrase = Phrase::new(
    "选项组“{group}”没有选项“{value}”，已忽略。",
    "オプション群「{group}」に選択肢「{value}」はないため、無視されます。",
    "The option group {group} has no choice “{value}”; the pair is ignored.",
);
static UNKNOWN_SLIDER: Phrase = Phrase::new(
    "没有滑块“{value}”，已忽略。",
    "スライダー「{value}」はないため、無視されます。",
    "There is no slider “{value}”; the pair is ignored.",
);
static UNKNOWN_APPEARANCE: Phrase = Phrase::new(
    "没有外观“{value}”，采用默认外观。",
    "外観「{value}」はないため、既定の外観になります。",
    "There is no appearance “{value}”; the default is taken.",
);
static TWICE: Phrase = Phrase::new(
    "“{value}”出现了两次，后一个被忽略。",
    "「{value}」が二度あり、後のものは無視されます。",
    "“{value}” is there twice; the later pair is ignored.",
);
static BAD_TICK: Phrase = Phrase::new(
    "滑块“{slider}”的值“{value}”不可用：应为 {low} 到 {high}、步长 {step} 的整数；采用默认值。",
    "スライダー「{slider}」の値「{value}」は使えません。{low}〜{high}、{step} 刻みの整数とします。既定値になります。",
    "The value “{value}” of the slider {slider} cannot be used: a whole number from {low} to {high} in steps of {step}. The default is taken.",
);
static LEADING_ZEROS: Phrase = Phrase::new(
    "滑块“{slider}”的值“{value}”前面有多余的零。",
    "スライダー「{slider}」の値「{value}」の先頭に余分なゼロがあります。",
    "The value “{value}” of the slider {slider} has leading zeros.",
);
static UNREACHABLE: Phrase = Phrase::new(
    "这个选择不满足包的约束，采用全部默认值。",
    "この選択はパッケージの制約を満たさないため、すべて既定になります。",
    "The selection breaks the package's constraints; all defaults are taken.",
);

/// A saved selection, complete: one choice for every group, in manifest order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    /// Group id and choice id.
    pub choices: Vec<(String, String)>,
}

impl Selection {
    /// All defaults.
    pub fn defaults(manifest: &Manifest) -> Self {
        let groups = manifest.option_groups.iter().flatten();
        Self {
            choices: groups
                .map(|group| (group.id.clone(), group.default.clone()))
                .collect(),
        }
    }

    /// The choice of a group.
    pub fn choice(&self, group: &str) -> Option<&str> {
        self.choices
            .iter()
            .find(|(id, _)| id == group)
            .map(|(_, choice)| choice.as_str())
    }
}

/// Reads the `options` text of a package with groups (SAV-01, 02, 04). The empty text means all defaults.
pub fn read_options(
    text: &str,
    manifest: &Manifest,
    strictness: Strictness,
) -> (Selection, Vec<Finding>) {
    let mut report = strictness.report();
    let groups = manifest.option_groups.as_deref().unwrap_or_default();
    let mut saved: BTreeMap<&str, &str> = BTreeMap::new();
    for (key, value) in good_pairs(text, &mut report) {
        let Some(group) = groups.iter().find(|group| group.id == key) else {
            tell(
                &mut report,
                SAV_02,
                Message::new(&UNKNOWN_GROUP).with("value", key),
            );
            continue;
        };
        if !group.choices.iter().any(|choice| choice.id == value) {
            let message = Message::new(&UNKNOWN_CHOICE)
                .with("group", key)
                .with("value", value);
            tell(&mut report, SAV_02, message);
        } else if saved.contains_key(key) {
            tell(&mut report, SAV_02, Message::new(&TWICE).with("value", key));
        } else {
            saved.insert(key, value);
        }
    }
    let mut selection = Selection::defaults(manifest);
    for (group, choice) in &mut selection.choices {
        if let Some(value) = saved.get(group.as_str()) {
            (*value).clone_into(choice);
        }
    }
    if !satisfies_constraints(&selection, manifest) {
        tell(&mut report, SAV_04, Message::new(&UNREACHABLE));
        selection = Selection::defaults(manifest);
    }
    (selection, report.finish())
}

/// Reads the `options` text of a 1.0 package: an appearance id; empty = the default.
pub fn read_appearance(
    text: &str,
    manifest: &Manifest,
    strictness: Strictness,
) -> (String, Vec<Finding>) {
    let mut report = strictness.report();
    let Some(fixed) = &manifest.appearances else {
        return (String::new(), report.finish());
    };
    let is_known = fixed.appearances.iter().any(|entry| entry.id == text);
    if is_known {
        return (text.to_owned(), report.finish());
    }
    if !text.is_empty() {
        let message = Message::new(&UNKNOWN_APPEARANCE).with("value", text);
        tell(&mut report, SAV_02, message);
    }
    (fixed.default_appearance_id.clone(), report.finish())
}

/// Reads the `parameters_saved` text (SAV-01 to SAV-03): one tick for every slider, in manifest order.
pub fn read_ticks(
    text: &str,
    manifest: &Manifest,
    strictness: Strictness,
) -> (Vec<(String, u32)>, Vec<Finding>) {
    let mut report = strictness.report();
    let mut saved: BTreeMap<&str, u32> = BTreeMap::new();
    for (key, value) in good_pairs(text, &mut report) {
        let known = manifest.parameters.iter().find(|slider| slider.id == key);
        let Some(slider) = known else {
            tell(
                &mut report,
                SAV_02,
                Message::new(&UNKNOWN_SLIDER).with("value", key),
            );
            continue;
        };
        if saved.contains_key(key) {
            tell(&mut report, SAV_02, Message::new(&TWICE).with("value", key));
            continue;
        }
        saved.insert(key, tick(&mut report, slider, value));
    }
    let ticks = manifest.parameters.iter().map(|slider| {
        let tick = saved.get(slider.id.as_str());
        (slider.id.clone(), tick.copied().unwrap_or(slider.default))
    });
    (ticks.collect(), report.finish())
}

/// The tick a text means; the default where it means none (SAV-03).
fn tick(report: &mut Report, slider: &Parameter, text: &str) -> u32 {
    let is_number = !text.is_empty() && text.bytes().all(|digit| digit.is_ascii_digit());
    let number: Option<u32> = text.parse().ok().filter(|_| is_number);
    let on_step = number.filter(|number| {
        (slider.min..=slider.max).contains(number)
            && number
                .saturating_sub(slider.min)
                .checked_rem(slider.step)
                .is_some_and(|rest| rest == 0)
    });
    let message = |phrase| {
        Message::new(phrase)
            .with("slider", &slider.id)
            .with("value", text)
            .with("low", slider.min)
            .with("high", slider.max)
            .with("step", slider.step)
    };
    match on_step {
        None => {
            tell(report, SAV_03, message(&BAD_TICK));
            slider.default
        }
        Some(number) => {
            if number.to_string() != text {
                tell(report, SAV_03, message(&LEADING_ZEROS));
            }
            number
        }
    }
}

/// The text of a selection: all groups in manifest order.
pub fn write_options(selection: &Selection) -> String {
    joined(&selection.choices)
}

/// The text of slider ticks: all of them in manifest order.
pub fn write_ticks(ticks: &[(String, u32)]) -> String {
    joined(ticks)
}

fn joined(pairs: &[(String, impl std::fmt::Display)]) -> String {
    let pairs: Vec<String> = pairs
        .iter()
        .map(|(key, value)| format!("{key}:{value}"))
        .collect();
    pairs.join("&")
}

/// Pairs in form; others are told (SAV-01).
fn good_pairs<'t>(text: &'t str, report: &mut Report) -> Vec<(&'t str, &'t str)> {
    let mut good = Vec::new();
    for pair in pairs(text) {
        match pair {
            Ok((key, value)) if !value.is_empty() => good.push((key, value)),
            Ok((key, _)) => tell(report, SAV_01, Message::new(&NO_PAIR).with("value", key)),
            Err(part) => tell(report, SAV_01, Message::new(&NO_PAIR).with("value", part)),
        }
    }
    good
}

fn tell(report: &mut Report, rule: Rule, message: Message) {
    report.add(rule.on_read(OnRead::Warn), Place::Whole, message);
}

/// Whether a selection is legal: every constraint holds for its effective map (bem.md 18.1).
pub fn satisfies_constraints(selection: &Selection, manifest: &Manifest) -> bool {
    let groups = manifest.option_groups.as_deref().unwrap_or_default();
    let effective = effective_choices(selection, groups);
    manifest
        .selection_constraints
        .iter()
        .all(|constraint| holds(constraint, &effective))
}

/// The choices of the groups that exist; a group's availability looks only at earlier groups.
pub fn effective_choices<'s>(
    selection: &'s Selection,
    groups: &[OptionGroup],
) -> BTreeMap<&'s str, &'s str> {
    let mut effective = BTreeMap::new();
    for ((id, choice), group) in selection.choices.iter().zip(groups) {
        let is_available = group
            .available_when
            .as_ref()
            .is_none_or(|condition| holds(condition, &effective));
        if is_available {
            effective.insert(id.as_str(), choice.as_str());
        }
    }
    effective
}

/// Whether a condition holds; every atom of a group that does not exist is false.
fn holds(condition: &Condition, effective: &BTreeMap<&str, &str>) -> bool {
    match condition {
        Condition::Constant(truth) => *truth,
        Condition::Eq { group, choice } => effective.get(group.as_str()) == Some(&choice.as_str()),
        Condition::All(all) => all.iter().all(|inner| holds(inner, effective)),
        Condition::Any(any) => any.iter().any(|inner| holds(inner, effective)),
        Condition::Not(inner) => !holds(inner, effective),
    }
}
