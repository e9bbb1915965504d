//! Every rule of the rulebook with a case that obeys it and one that breaks it, and a count that none lacks either.

mod archives;
mod container;
mod files;
mod manifest;
mod meshes;
mod motion;
mod options;
mod selections;
mod target;

use crate::bem::case_files::bytes_of;
use crate::bem::findings::{messages, rules_of, verdict_of};
use crate::bem::rule_cases::{Made, made};
use bem_studio::analysis::{Budget, Engine, Fact, Metric, Revision};
use bem_studio::base::cancel::Cancel;
use bem_studio::base::findings::{Finding, Severity, worst};
use bem_studio::formats::bem::check::{Hooks, Purpose, StageA, open_with};
use bem_studio::formats::bem::lowest::Maxima;
use bem_studio::formats::bem::manifest::Manifest;
use bem_studio::formats::bem::source::Source;
use std::collections::{BTreeMap, BTreeSet};

/// What a rule is shown on.
#[derive(Debug)]
enum Case {
    /// A file that is opened and judged by both columns.
    File(Vec<u8>),
    /// What something other than opening tells.
    Told(Vec<Finding>),
    /// What is written, or refused to be, is as the rule wants it.
    Holds(bool),
}

/// A rule and its two cases.
struct Row {
    rule: &'static str,
    /// The verdict on reading the case that breaks it: the Read column.
    verdict: &'static str,
    obeys: fn() -> Case,
    breaks: fn() -> Case,
}

const fn row(
    rule: &'static str,
    verdict: &'static str,
    obeys: fn() -> Case,
    breaks: fn() -> Case,
) -> Row {
    Row {
        rule,
        verdict,
        obeys,
        breaks,
    }
}

/// Rules by prefix and how many each has: 01 to this number, none left out (bem.md).
const RULES: [(&str, usize); 27] = [
    ("VER", 14),
    ("CON", 15),
    ("JSON", 12),
    ("ID", 8),
    ("TGT", 29),
    ("APP", 8),
    ("OPT", 21),
    ("MESH", 24),
    ("TEX", 11),
    ("SLOT", 5),
    ("ALI", 2),
    ("PAR", 18),
    ("MAT", 10),
    ("ROOT", 5),
    ("DRV", 18),
    ("SND", 5),
    ("HOT", 2),
    ("ZIP", 12),
    ("COL", 6),
    ("LIM", 5),
    ("SEL", 3),
    ("WRT", 8),
    ("PRJ", 4),
    ("TASK", 3),
    ("DEF", 4),
    ("GEO", 4),
    ("SAV", 4),
];

/// Rules of steps that this folder does not test: unpacking makes a folder, which is the session's work.
const ELSEWHERE: [&str; 1] = ["PRJ-04"];

/// A case file, or a base fixture.
fn file(name: &str) -> Case {
    Case::File(bytes_of(name))
}

/// A base fixture as it is.
fn fixture(name: &str) -> Case {
    file(&format!("{name}.bem"))
}

/// A base fixture with texts of its manifest replaced.
fn edited(name: &str, changes: &[(&str, &str)]) -> Case {
    let changed = changes
        .iter()
        .fold(made(name), |made, (old, new)| made.with(old, new));
    Case::from(changed)
}

impl From<Made> for Case {
    fn from(made: Made) -> Self {
        Self::File(made.file())
    }
}

fn rows() -> impl Iterator<Item = &'static Row> {
    [
        archives::ROWS,
        container::ROWS,
        manifest::ROWS,
        target::ROWS,
        options::ROWS,
        meshes::ROWS,
        motion::ROWS,
        selections::ROWS,
        files::ROWS,
    ]
    .into_iter()
    .flatten()
}

/// What opening tells, all selections analysed.
fn opened(bytes: &[u8], purpose: Purpose) -> Vec<Finding> {
    opened_source(Source::from(bytes), purpose)
}

fn opened_source(source: Source, purpose: Purpose) -> Vec<Finding> {
    let analyse = |manifest: &Manifest, minor: u16, sizes: &[u64]| {
        let revision = Revision {
            manifest,
            minor,
            payload_sizes: Some(sizes),
        };
        let proved = Engine::new().and_then(|mut engine| {
            let mut proved = engine.prove(revision, &Budget::EXACT, &Cancel::new())?;
            engine.published(revision, &mut proved, &Cancel::new())?;
            Ok(proved)
        });
        let Ok(proved) = proved else {
            return StageA::default();
        };
        let most = |metric| {
            let maximum = proved.summary.maximum(metric);
            maximum.map_or(0, |maximum| maximum.upper)
        };
        let facts = proved.facts.iter();
        StageA {
            findings: match purpose {
                Purpose::Read => facts.filter_map(Fact::read_finding).collect(),
                Purpose::Export => facts.filter_map(Fact::export_finding).collect(),
            },
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
    open_with(source, purpose, hooks).findings
}

/// What is wrong with the case that obeys; none = nothing.
fn objection_to_obeying(row: &Row) -> Option<String> {
    let findings = match (row.obeys)() {
        Case::File(bytes) => opened(&bytes, Purpose::Read),
        Case::Told(findings) => findings,
        Case::Holds(holds) => return (!holds).then(|| "does not hold".to_owned()),
    };
    let told = rules_of(&findings);
    let is_fine =
        worst(&findings) < Some(Severity::Warning) && !told.iter().any(|id| id == row.rule);
    (!is_fine).then(|| messages(&findings))
}

/// What is wrong with the case that breaks the rule; none = nothing.
fn objection_to_breaking(row: &Row) -> Option<String> {
    let findings = match (row.breaks)() {
        Case::File(bytes) => {
            let exported = opened(&bytes, Purpose::Export);
            let is_refused = exported
                .iter()
                .any(|finding| finding.rule == row.rule && finding.severity == Severity::Error);
            if !is_refused {
                return Some(format!("export passes: {}", messages(&exported)));
            }
            opened(&bytes, Purpose::Read)
        }
        Case::Told(findings) => findings,
        Case::Holds(holds) => return (!holds).then(|| "does not hold".to_owned()),
    };
    let own: Vec<Finding> = findings
        .iter()
        .filter(|finding| finding.rule == row.rule)
        .cloned()
        .collect();
    let is_told = row.verdict == "ok" || !own.is_empty();
    let is_fine = is_told && verdict_of(&own) == row.verdict;
    (!is_fine).then(|| messages(&findings))
}

#[test]
fn every_rule_lets_the_good_pass_and_tells_the_bad() {
    let mut wrong = Vec::new();
    for row in rows() {
        if let Some(objection) = objection_to_obeying(row) {
            wrong.push(format!("{} is obeyed, but: {objection}", row.rule));
        }
        if let Some(objection) = objection_to_breaking(row) {
            wrong.push(format!(
                "{} is broken and has to give {}, but: {objection}",
                row.rule, row.verdict
            ));
        }
    }
    assert!(wrong.is_empty(), "{}\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn no_rule_lacks_its_cases() {
    let wanted: BTreeSet<String> = RULES
        .iter()
        .flat_map(|(prefix, n)| (1..=*n).map(move |number| format!("{prefix}-{number:02}")))
        .collect();
    assert_eq!(wanted.len(), 260, "rules of the rulebook");
    let mut n_rows: BTreeMap<String, usize> = BTreeMap::new();
    for row in rows() {
        *n_rows.entry(row.rule.to_owned()).or_default() += 1;
    }
    let shown: BTreeSet<String> = n_rows.keys().cloned().collect();
    let missing: Vec<&str> = wanted
        .difference(&shown)
        .map(String::as_str)
        .filter(|rule| !ELSEWHERE.contains(rule))
        .collect();
    let unknown: Vec<&String> = shown.difference(&wanted).collect();
    assert_eq!(missing, [""; 0], "rules without cases");
    assert_eq!(unknown, [""; 0], "rules that do not exist");
    assert!(
        n_rows.values().all(|n| *n == 1),
        "one row a rule: {n_rows:?}"
    );
}
