//! Saved selections and slider ticks: `outfit:a&part:on`, `sleeve_length:500` (bem.md ch. 23).

use crate::base::findings::{Finding, Place};
use crate::base::text::{Message, Phrase};
use crate::formats::bem::check::report::{OnRead, Purpose, Report, Rule};
use crate::formats::bem::manifest::{Condition, Manifest, OptionGroup, Parameter};
use crate::formats::bem::player::{Strictness, pairs};
use std::collections::BTreeMap;

const SAV_01: Rule = Rule::warn("SAV-01");
const SAV_02: Rule = Rule::warn("SAV-02");
const SAV_03: Rule = Rule::warn("SAV-03");
const SAV_04: Rule = Rule::warn("SAV-04");
/// The keys under which the game saves the two texts.
const OPTIONS: &str = "options";
const PARAMETERS: &str = "parameters_saved";

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

/// What is told when a pair is passed over, and when it is an error; the latter says what would be right.
type Phrases = [&'static Phrase; 2];

static STRICT_NO_PAIR: Phrase = Phrase::new(
    "“{value}”不是“ID:值”的形式。写法：“outfit:a&part:on”，不含空格。",
    "「{value}」は「ID:値」の形ではありません。「outfit:a&part:on」のように、空白なしで書きます。",
    "“{value}” is no “id:value” pair. Write outfit:a&part:on, without spaces.",
);
static STRICT_GROUP: Phrase = Phrase::new(
    "没有选项组“{value}”。可用的：{known}",
    "オプション群「{value}」はありません。使えるもの：{known}",
    "There is no option group “{value}”. There are: {known}",
);
static STRICT_CHOICE: Phrase = Phrase::new(
    "选项组“{group}”没有选项“{value}”。可用的：{known}",
    "オプション群「{group}」に選択肢「{value}」はありません。使えるもの：{known}",
    "The option group {group} has no choice “{value}”. It has: {known}",
);
static STRICT_SLIDER: Phrase = Phrase::new(
    "没有滑块“{value}”。可用的：{known}",
    "スライダー「{value}」はありません。使えるもの：{known}",
    "There is no slider “{value}”. There are: {known}",
);
static STRICT_APPEARANCE: Phrase = Phrase::new(
    "没有外观“{value}”。可用的：{known}",
    "外観「{value}」はありません。使えるもの：{known}",
    "There is no appearance “{value}”. There are: {known}",
);
static STRICT_TWICE: Phrase = Phrase::new(
    "“{value}”出现了两次，请只留一个。",
    "「{value}」が二度あります。一つだけにしてください。",
    "“{value}” is there twice. Keep one of the two.",
);
static STRICT_TICK: Phrase = Phrase::new(
    "滑块“{slider}”的值“{value}”不可用：应为 {low} 到 {high}、步长 {step} 的整数。",
    "スライダー「{slider}」の値「{value}」は使えません。{low}〜{high}、{step} 刻みの整数にしてください。",
    "The value “{value}” of the slider {slider} cannot be used: a whole number from {low} to {high} in steps of {step} is wanted.",
);
static STRICT_UNREACHABLE: Phrase = Phrase::new(
    "这个选择不满足包的约束，玩家选不到。请换一个选项。",
    "この選択はパッケージの制約を満たさず、プレイヤーには選べません。別の選択肢にしてください。",
    "The selection breaks the package's constraints: no player can reach it. Take other choices.",
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
    for (place, key, value) in good_pairs(text, OPTIONS, &mut report) {
        let Some(group) = groups.iter().find(|group| group.id == key) else {
            let known = joined_ids(groups.iter().map(|group| &group.id));
            tell(
                &mut report,
                SAV_02,
                place,
                [&UNKNOWN_GROUP, &STRICT_GROUP],
                |it| it.with("value", key).with("known", known),
            );
            continue;
        };
        if !group.choices.iter().any(|choice| choice.id == value) {
            let known = joined_ids(group.choices.iter().map(|choice| &choice.id));
            tell(
                &mut report,
                SAV_02,
                place,
                [&UNKNOWN_CHOICE, &STRICT_CHOICE],
                |it| {
                    it.with("group", key)
                        .with("value", value)
                        .with("known", known)
                },
            );
        } else if saved.contains_key(key) {
            tell(&mut report, SAV_02, place, [&TWICE, &STRICT_TWICE], |it| {
                it.with("value", key)
            });
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
        let phrases = [&UNREACHABLE, &STRICT_UNREACHABLE];
        tell(
            &mut report,
            SAV_04,
            Place::Part(OPTIONS.to_owned()),
            phrases,
            |it| it,
        );
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
        let known = joined_ids(fixed.appearances.iter().map(|entry| &entry.id));
        let phrases = [&UNKNOWN_APPEARANCE, &STRICT_APPEARANCE];
        tell(
            &mut report,
            SAV_02,
            Place::Part(OPTIONS.to_owned()),
            phrases,
            |it| it.with("value", text).with("known", known),
        );
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
    for (place, key, value) in good_pairs(text, PARAMETERS, &mut report) {
        let known = manifest.parameters.iter().find(|slider| slider.id == key);
        let Some(slider) = known else {
            let known = joined_ids(manifest.parameters.iter().map(|slider| &slider.id));
            tell(
                &mut report,
                SAV_02,
                place,
                [&UNKNOWN_SLIDER, &STRICT_SLIDER],
                |it| it.with("value", key).with("known", known),
            );
            continue;
        };
        if saved.contains_key(key) {
            tell(&mut report, SAV_02, place, [&TWICE, &STRICT_TWICE], |it| {
                it.with("value", key)
            });
            continue;
        }
        saved.insert(key, tick(&mut report, slider, value, place));
    }
    let ticks = manifest.parameters.iter().map(|slider| {
        let tick = saved.get(slider.id.as_str());
        (slider.id.clone(), tick.copied().unwrap_or(slider.default))
    });
    (ticks.collect(), report.finish())
}

/// The tick a text means; the default where it means none (SAV-03).
fn tick(report: &mut Report, slider: &Parameter, text: &str, place: Place) -> u32 {
    let is_number = !text.is_empty() && text.bytes().all(|digit| digit.is_ascii_digit());
    let number: Option<u32> = text.parse().ok().filter(|_| is_number);
    let on_step = number.filter(|number| {
        (slider.min..=slider.max).contains(number)
            && number
                .saturating_sub(slider.min)
                .checked_rem(slider.step)
                .is_some_and(|rest| rest == 0)
    });
    let fill = |message: Message| {
        message
            .with("slider", &slider.id)
            .with("value", text)
            .with("low", slider.min)
            .with("high", slider.max)
            .with("step", slider.step)
    };
    match on_step {
        None => {
            tell(report, SAV_03, place, [&BAD_TICK, &STRICT_TICK], fill);
            slider.default
        }
        Some(number) => {
            if number.to_string() != text {
                tell(report, SAV_03, place, [&LEADING_ZEROS; 2], fill);
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

/// Pairs in form with their places; others are told (SAV-01).
fn good_pairs<'t>(text: &'t str, key: &str, report: &mut Report) -> Vec<(Place, &'t str, &'t str)> {
    let mut good = Vec::new();
    for (index, pair) in pairs(text).enumerate() {
        let place = Place::Part(format!("{key}/{index}"));
        let bad = match pair {
            Ok((key, value)) if !value.is_empty() => {
                good.push((place, key, value));
                continue;
            }
            Ok((key, _)) => key,
            Err(part) => part,
        };
        tell(report, SAV_01, place, [&NO_PAIR, &STRICT_NO_PAIR], |it| {
            it.with("value", bad)
        });
    }
    good
}

/// Ids as people read a list of them.
fn joined_ids(ids: impl Iterator<Item = impl AsRef<str>>) -> String {
    let mut out = String::new();
    for id in ids {
        if !out.is_empty() {
            out.push_str(", ");
        }
        out.push_str(id.as_ref());
    }
    if out.is_empty() { "-".to_owned() } else { out }
}

fn tell(
    report: &mut Report,
    rule: Rule,
    place: Place,
    [generous, strict]: Phrases,
    fill: impl FnOnce(Message) -> Message,
) {
    let phrase = match report.purpose() {
        Purpose::Read => generous,
        Purpose::Export => strict,
    };
    let rule = rule.on_read(OnRead::Warn);
    report.add(rule, place, fill(Message::new(phrase)));
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
