//! Driver hotkeys and driver states saved as text: `lantern_swing:F1&glow_pulse:CTRL+F2`, `id:play` (bem.md 15.2, 15.6).

use crate::base::findings::{Finding, Place};
use crate::base::text::{Message, Phrase};
use crate::formats::bem::check::report::{Report, Rule};
use crate::formats::bem::manifest::Manifest;
use crate::formats::bem::player::{Strictness, pairs};
use std::collections::{BTreeMap, BTreeSet};

const HOT_01: Rule = Rule::warn("HOT-01");
const HOT_02: Rule = Rule::warn("HOT-02");
const MAX_PAIRS: usize = 16;

static NO_PAIR: Phrase = Phrase::new(
    "“{value}”不是“驱动器:按键”的形式，已忽略。",
    "「{value}」は「ドライバー:キー」の形ではないため、無視されます。",
    "“{value}” is no “driver:key” pair; it is ignored.",
);
static TOO_MANY: Phrase = Phrase::new(
    "有 {value} 个快捷键，最多 {limit} 个；多出的被忽略。",
    "ホットキーは {value} 個ですが、{limit} 個までです。余りは無視されます。",
    "There are {value} hotkeys; {limit} are allowed. Those beyond are ignored.",
);
static UNKNOWN_DRIVER: Phrase = Phrase::new(
    "没有驱动器“{value}”，已忽略。",
    "ドライバー「{value}」はないため、無視されます。",
    "There is no driver “{value}”; the pair is ignored.",
);
static BAD_STATE: Phrase = Phrase::new(
    "驱动器“{driver}”的状态“{value}”只能是“play”或“pause”，已忽略。",
    "ドライバー「{driver}」の状態「{value}」は「play」か「pause」だけのため、無視されます。",
    "The state “{value}” of the driver {driver} can only be play or pause; the pair is ignored.",
);
static DRIVER_TWICE: Phrase = Phrase::new(
    "驱动器“{value}”出现了两次，后一个被忽略。",
    "ドライバー「{value}」が二度あり、後のものは無視されます。",
    "The driver {value} is listed twice; the later pair is ignored.",
);
static KEY_TWICE: Phrase = Phrase::new(
    "按键“{value}”绑定了两次，后一个被忽略。",
    "キー「{value}」が二度割り当てられ、後のものは無視されます。",
    "The key {value} is bound twice; the later pair is ignored.",
);

/// What a saved `drivers=` entry asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SavedState {
    /// Playing.
    Play,
    /// Paused.
    Pause,
}

/// Reads `driver_hotkeys` (HOT-01, HOT-02): driver id and key, in the order of the text; unbound drivers are left out.
pub fn read_hotkeys(
    text: &str,
    manifest: &Manifest,
    strictness: Strictness,
) -> (Vec<(String, String)>, Vec<Finding>) {
    let mut report = strictness.report();
    let mut bound = Vec::new();
    let mut keys: BTreeSet<String> = BTreeSet::new();
    for (id, key) in known_pairs(text, manifest, &mut report) {
        if key.is_empty() {
            continue;
        }
        // `ctrl+f1` and `CTRL+F1` are one key.
        if keys.insert(key.to_ascii_uppercase()) {
            bound.push((id.to_owned(), key.to_owned()));
        } else {
            tell(
                &mut report,
                HOT_02,
                Message::new(&KEY_TWICE).with("value", key),
            );
        }
    }
    (bound, report.finish())
}

/// The text of hotkeys: every driver of the package in order, unbound ones with an empty key.
pub fn write_hotkeys(bound: &[(String, String)], manifest: &Manifest) -> String {
    let keys: BTreeMap<&str, &str> = bound
        .iter()
        .map(|(id, key)| (id.as_str(), key.as_str()))
        .collect();
    let pairs: Vec<String> = manifest
        .drivers
        .iter()
        .take(MAX_PAIRS)
        .map(|driver| {
            let key = keys.get(driver.id.as_str()).copied().unwrap_or_default();
            format!("{}:{key}", driver.id)
        })
        .collect();
    pairs.join("&")
}

/// Reads `drivers=`: driver id and what it shall do.
pub fn read_driver_states(
    text: &str,
    manifest: &Manifest,
    strictness: Strictness,
) -> (Vec<(String, SavedState)>, Vec<Finding>) {
    let mut report = strictness.report();
    let mut states = Vec::new();
    for (id, word) in known_pairs(text, manifest, &mut report) {
        let state = match word {
            "play" => SavedState::Play,
            "pause" => SavedState::Pause,
            _ => {
                let message = Message::new(&BAD_STATE)
                    .with("driver", id)
                    .with("value", word);
                tell(&mut report, HOT_01, message);
                continue;
            }
        };
        states.push((id.to_owned(), state));
    }
    (states, report.finish())
}

/// Pairs in form whose driver exists, each driver once, at most sixteen.
fn known_pairs<'t>(
    text: &'t str,
    manifest: &Manifest,
    report: &mut Report,
) -> Vec<(&'t str, &'t str)> {
    let mut good = Vec::new();
    let mut seen = BTreeSet::new();
    for pair in pairs(text) {
        match pair {
            Err(part) => tell(report, HOT_01, Message::new(&NO_PAIR).with("value", part)),
            Ok((id, _)) if !manifest.drivers.iter().any(|driver| driver.id == id) => {
                tell(
                    report,
                    HOT_01,
                    Message::new(&UNKNOWN_DRIVER).with("value", id),
                );
            }
            Ok((id, _)) if !seen.insert(id) => {
                tell(
                    report,
                    HOT_02,
                    Message::new(&DRIVER_TWICE).with("value", id),
                );
            }
            Ok(pair) => good.push(pair),
        }
    }
    if good.len() > MAX_PAIRS {
        let message = Message::new(&TOO_MANY)
            .with("value", good.len())
            .with("limit", MAX_PAIRS);
        tell(report, HOT_01, message);
        good.truncate(MAX_PAIRS);
    }
    good
}

fn tell(report: &mut Report, rule: Rule, message: Message) {
    report.add(rule, Place::Whole, message);
}
