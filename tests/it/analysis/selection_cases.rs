//! The sample cases of `tests/data/selection`: every number and every fault as a walk over all assignments found them.

use super::load::{self, Case};
use bem_studio::analysis::{Analysis, Budget, Fact, Metric, evaluate, prove};
use bem_studio::base::cancel::Cancel;
use bem_studio::base::findings::Severity;
use serde_json::Value;

const N_CASES: usize = 20;

fn cases() -> Vec<(String, Case)> {
    (1..=N_CASES)
        .map(|number| {
            let name = format!("sel-{number:02}.json");
            let case = load::case(&load::folder().join(&name));
            (name, case)
        })
        .collect()
}

fn proved(case: &Case) -> Analysis {
    let minor = case.json["minor"].as_u64().expect("a minor");
    prove(
        &case.manifest,
        u16::try_from(minor).expect("a small minor"),
        Some(&case.sizes),
        &Budget::EXACT,
        &Cancel::new(),
    )
    .expect("the case is analysed")
}

#[test]
fn every_sample_has_the_counts_and_maxima_of_its_walk() {
    for (name, case) in cases() {
        let analysis = proved(&case);
        let expected = &case.json["expected"];
        let counts = [
            ("assignments_in_all", analysis.summary.assignments_in_all),
            ("saved_assignments", analysis.summary.saved_assignments),
            (
                "effective_selections",
                analysis.summary.effective_selections,
            ),
        ];
        for (key, count) in counts {
            let count = count.map(|count| count.to_string());
            assert_eq!(count, Some(expected[key].to_string()), "{name}: {key}");
        }
        for metric in Metric::ALL {
            let maximum = analysis.summary.maximum(metric);
            let expected = expected[metric.code()].as_u64();
            let key = metric.code();
            assert_eq!(maximum.map(|max| max.lower), expected, "{name}: {key}");
            assert!(
                maximum.is_none_or(bem_studio::analysis::Maximum::is_exact),
                "{name}: {key} is exact"
            );
        }
    }
}

#[test]
fn every_sample_has_exactly_the_faults_of_its_walk() {
    for (name, case) in cases() {
        let analysis = proved(&case);
        let mut wanted: Vec<[String; 5]> = case.json["expected"]["failures"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|failure| {
                let text = |key: &str| failure[key].as_str().expect("a text").to_owned();
                [
                    text("rule"),
                    text("severity"),
                    text("at"),
                    text("kind"),
                    failure["failing_assignments"].to_string(),
                ]
            })
            .collect();
        let faults = analysis
            .facts
            .iter()
            .filter(|fact| !fact.rule.starts_with("HINT"));
        let mut found: Vec<[String; 5]> = faults.map(row).collect();
        wanted.sort();
        found.sort();
        assert_eq!(found, wanted, "{name}");
    }
}

fn row(fact: &Fact) -> [String; 5] {
    [
        fact.rule.to_owned(),
        fact.read
            .map(|severity| severity.code().to_owned())
            .unwrap_or_default(),
        fact.pointer.clone(),
        fact.kind.code().to_owned(),
        fact.saved_assignments
            .map(|count| count.to_string())
            .unwrap_or_default(),
    ]
}

#[test]
fn a_sample_without_rejections_gets_a_proof_of_that_very_manifest() {
    for (name, case) in cases() {
        let analysis = proved(&case);
        let rejects = analysis
            .facts
            .iter()
            .any(|fact| fact.export == Some(Severity::Error));
        assert_eq!(analysis.proof.is_none(), rejects, "{name}");
        let Some(proof) = analysis.proof else {
            continue;
        };
        assert!(proof.covers(&case.manifest, &case.sizes), "{name}");
        let mut other = case.manifest.clone();
        other.version.push('x');
        assert!(
            !proof.covers(&other, &case.sizes),
            "{name}: another manifest"
        );
        let mut sizes = case.sizes.clone();
        sizes[0] += 1;
        assert!(!proof.covers(&case.manifest, &sizes), "{name}: other sizes");
    }
}

#[test]
fn no_failing_selection_of_a_sample_is_nearer_than_the_one_reported() {
    for (name, case) in cases() {
        let analysis = proved(&case);
        let failures = case.json["expected"]["failures"]
            .as_array()
            .expect("a list");
        for failure in failures {
            let fact = analysis
                .facts
                .iter()
                .find(|fact| {
                    failure["rule"] == fact.rule
                        && failure["at"] == Value::String(fact.pointer.clone())
                        && failure["kind"] == fact.kind.code()
                })
                .expect("the fault is found");
            let distance = fact.example.as_ref().map(|state| state.off_default().len());
            let groups = case.manifest.option_groups.as_deref().expect("groups");
            let choices: Vec<u16> = groups
                .iter()
                .map(|group| {
                    let choice = failure["example"][&group.id].as_str().expect("a choice");
                    let place = group.choices.iter().position(|found| found.id == choice);
                    u16::try_from(place.expect("a known choice")).expect("a small index")
                })
                .collect();
            let other = evaluate::state_of(&case.manifest, &choices).expect("a state");
            assert!(
                distance <= Some(other.off_default().len()),
                "{name}: {} {}",
                fact.rule,
                fact.pointer
            );
        }
    }
}
