//! Every case file gets exactly the verdict and the rules its manifest states.

use crate::bem::case_files::{bytes_of, folder};
use bem_studio::analysis::{Budget, Fact, Metric, prove};
use bem_studio::base::cancel::Cancel;
use bem_studio::base::findings::{Finding, Place, Severity, worst};
use bem_studio::base::text::{Language, Message, Phrase};
use bem_studio::formats::bem::check::{Hooks, Purpose, StageA, open, open_with};
use bem_studio::formats::bem::lowest::Maxima;
use bem_studio::formats::bem::manifest::Manifest;
use serde_json::{Map, Value};
use std::collections::BTreeSet;

/// Rules that need the analysis of all selections: their cases are judged where that is at hand.
const STAGE_A: [&str; 13] = [
    "OPT-11", "OPT-12", "OPT-17", "OPT-18", "SLOT-04", "LIM-01", "LIM-02", "LIM-03", "LIM-04",
    "LIM-05", "SEL-01", "SEL-02", "SEL-03",
];

struct Case {
    name: String,
    verdicts: Vec<String>,
    rules: Vec<String>,
    may: Vec<String>,
    alternatives: Map<String, Value>,
    is_only: bool,
}

fn texts(value: Option<&Value>) -> Vec<String> {
    let list = value.and_then(Value::as_array);
    list.into_iter()
        .flatten()
        .map(|text| text.as_str().expect("a text").to_owned())
        .collect()
}

fn cases() -> Vec<Case> {
    let manifest: Map<String, Value> =
        serde_json::from_slice(&bytes_of("manifest.json")).expect("manifest.json");
    manifest
        .into_iter()
        .map(|(name, entry)| Case {
            name,
            verdicts: match entry.get("verdicts") {
                Some(several) => texts(Some(several)),
                None => vec![
                    entry["verdict_on_reading"]
                        .as_str()
                        .expect("a verdict")
                        .to_owned(),
                ],
            },
            rules: texts(entry.get("rules")),
            may: texts(entry.get("may")),
            alternatives: entry
                .get("alt")
                .and_then(Value::as_object)
                .cloned()
                .unwrap_or_default(),
            is_only: entry["only"].as_bool().expect("only"),
        })
        .collect()
}

impl Case {
    fn needs_analysis(&self) -> bool {
        self.rules.iter().any(|rule| STAGE_A.contains(&&**rule))
    }

    /// What is wrong with these findings; empty = nothing.
    fn objections(&self, findings: &[Finding]) -> Vec<String> {
        let mut wrong = Vec::new();
        let verdict = match worst(findings) {
            Some(Severity::Error) => "reject",
            Some(Severity::Warning) => "warn",
            _ => "ok",
        };
        if !self.verdicts.iter().any(|wanted| wanted == verdict) {
            wrong.push(format!("verdict {verdict}, not {:?}", self.verdicts));
        }
        let told: BTreeSet<&str> = findings
            .iter()
            .map(|finding| &*finding.rule)
            .filter(|rule| !rule.starts_with("HINT-"))
            .collect();
        let mut allowed: BTreeSet<&str> = BTreeSet::new();
        for rule in &self.rules {
            let others = texts(self.alternatives.get(rule));
            let is_told = told.contains(&**rule) || others.iter().any(|id| told.contains(&**id));
            // Several verdicts: the rule comes with one of them only.
            if !is_told && self.verdicts.len() == 1 {
                wrong.push(format!("{rule} is not told"));
            }
            allowed.insert(rule);
        }
        allowed.extend(self.may.iter().map(|rule| &**rule));
        let is_free = self.may.iter().any(|rule| rule == "*");
        for rule in &told {
            let is_alternative = self
                .alternatives
                .values()
                .any(|others| texts(Some(others)).iter().any(|other| other == rule));
            if !allowed.contains(rule) && !is_alternative && !is_free {
                wrong.push(format!("{rule} is told besides"));
            }
        }
        if self.is_only && told.len() > self.rules.len() {
            wrong.push(format!("only {:?} may be told", self.rules));
        }
        wrong
    }
}

fn shown(findings: &[Finding]) -> String {
    findings
        .iter()
        .map(|finding| {
            let text = finding.message.text(Language::En);
            let severity = finding.severity.code();
            format!("    {} {severity} {}: {text}", finding.rule, finding.place)
        })
        .collect::<Vec<_>>()
        .join("\n")
}

#[test]
fn every_case_file_gets_its_verdict_and_its_rules() {
    let cases = cases();
    assert_eq!(cases.len(), 510, "case files");
    let mut failures = Vec::new();
    for case in cases.iter().filter(|case| !case.needs_analysis()) {
        let checked = open(bytes_of(&case.name), Purpose::Read);
        let wrong = case.objections(&checked.findings);
        if !wrong.is_empty() {
            let told = shown(&checked.findings);
            failures.push(format!("{}: {}\n{told}", case.name, wrong.join("; ")));
        }
    }
    assert!(
        failures.is_empty(),
        "{} cases fail\n{}",
        failures.len(),
        failures.join("\n")
    );
}

#[test]
fn with_the_analysis_at_hand_every_case_gets_its_verdict_and_its_rules() {
    let analyse = |manifest: &Manifest, minor: u16, sizes: &[u64]| {
        let proved = prove(manifest, minor, Some(sizes), &Budget::EXACT, &Cancel::new());
        let Ok(proved) = proved else {
            let message = Message::new(&NOT_PROVED);
            let finding = Finding::new("SEL-01", Severity::Warning, Place::Whole, message);
            return StageA {
                findings: vec![finding],
                ..StageA::default()
            };
        };
        let most = |metric| {
            let maximum = proved.summary.maximum(metric);
            maximum.map_or(0, |maximum| maximum.upper)
        };
        StageA {
            findings: proved.facts.iter().filter_map(Fact::read_finding).collect(),
            maxima: Some(Maxima {
                textures: most(Metric::Textures),
                decoded_bytes: most(Metric::DecodedBytes),
                resident_bytes: most(Metric::ResidentBytes),
            }),
            ..StageA::default()
        }
    };
    let hooks = Hooks {
        analyse: Some(&analyse),
        ..Hooks::default()
    };
    let mut failures = Vec::new();
    for case in cases() {
        let checked = open_with(bytes_of(&case.name), Purpose::Read, hooks);
        let wrong = case.objections(&checked.findings);
        if !wrong.is_empty() {
            let told = shown(&checked.findings);
            failures.push(format!("{}: {}\n{told}", case.name, wrong.join("; ")));
        }
    }
    assert!(
        failures.is_empty(),
        "{} cases fail\n{}",
        failures.len(),
        failures.join("\n")
    );
}

static NOT_PROVED: Phrase = Phrase::new("未证明", "未証明", "not proved");

#[test]
fn only_cases_of_selection_rules_wait_for_the_analysis() {
    let waiting: BTreeSet<String> = cases()
        .into_iter()
        .filter(Case::needs_analysis)
        .flat_map(|case| case.rules)
        .collect();
    let expected = ["LIM-01", "LIM-03", "LIM-05", "OPT-11", "OPT-17", "SEL-01"];
    assert_eq!(
        waiting,
        expected.map(str::to_owned).into(),
        "rules of the waiting cases"
    );
}

#[test]
fn what_reading_refuses_or_warns_of_is_refused_on_export() {
    for case in cases().iter().filter(|case| !case.needs_analysis()) {
        let checked = open(bytes_of(&case.name), Purpose::Export);
        let has_error = worst(&checked.findings) == Some(Severity::Error);
        if !case.rules.is_empty() {
            assert!(
                has_error,
                "{} passes\n{}",
                case.name,
                shown(&checked.findings)
            );
        }
        for finding in &checked.findings {
            let is_hint = finding.rule.starts_with("HINT-");
            assert_eq!(
                finding.severity == Severity::Hint,
                is_hint,
                "{}: {}",
                case.name,
                finding.rule
            );
        }
    }
}

#[test]
fn every_case_folder_entry_is_listed() {
    let listed: BTreeSet<String> = cases().into_iter().map(|case| case.name).collect();
    let found: BTreeSet<String> = std::fs::read_dir(folder())
        .expect("the folder")
        .flatten()
        .map(|entry| entry.file_name().into_string().expect("a name"))
        .filter(|name| name != "manifest.json" && name != "README.md")
        .collect();
    assert_eq!(found, listed, "files");
}
