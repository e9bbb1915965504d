//! The base fixtures of the rulebook, opened, and small things the tests share. No test stands here.

use bem_studio::base::files::read_capped;
use bem_studio::base::findings::Finding;
use bem_studio::base::text::Language;
use bem_studio::formats::bem::json;
use bem_studio::formats::bem::manifest::{Binding, BindingEffect, Driver, Manifest};
use bem_studio::formats::bem::package::Package;
use bem_studio::runtime::plan::{Plan, plan};
use bem_studio::runtime::selection::Selection;
use std::path::PathBuf;

/// A base fixture.
pub(super) fn package(name: &str) -> Package {
    Package::read(bytes(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The manifest of a base fixture.
pub(super) fn manifest(name: &str) -> Manifest {
    package(name).manifest
}

/// The manifest of a fixture with some of its text replaced, each once.
pub(super) fn manifest_with(name: &str, changes: &[(&str, &str)]) -> Manifest {
    let file = bytes(name);
    let size = u64::from_le_bytes(file[24..32].try_into().expect("eight bytes"));
    let end = 40 + usize::try_from(size).expect("a size");
    let mut text = String::from_utf8(file[40..end].to_vec()).expect("UTF-8");
    for (old, new) in changes {
        assert!(text.contains(old), "{name} has no {old}");
        text = text.replacen(old, new, 1);
    }
    let parsed = json::parse(text.as_bytes()).unwrap_or_else(|error| panic!("{error}: {text}"));
    Manifest::from_value(&parsed.value)
}

fn bytes(name: &str) -> Vec<u8> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/bem");
    read_capped(&path.join(format!("{name}.bem")), 1 << 20).expect("the fixture reads")
}

/// The plan with these choices and the default ticks.
pub(super) fn planned(manifest: &Manifest, choices: &[(&str, &str)]) -> Plan {
    let selection = Selection::with_choices(manifest, choices).expect("the choices exist");
    plan(manifest, &selection).unwrap_or_else(|error| panic!("{choices:?}: {error}"))
}

/// The plan with the default choices and these ticks.
pub(super) fn planned_at(manifest: &Manifest, ticks: &[(&str, u32)]) -> Plan {
    let mut selection = Selection::defaults(manifest);
    for (parameter, tick) in ticks {
        selection
            .set_tick(manifest, parameter, *tick)
            .unwrap_or_else(|error| panic!("{error}"));
    }
    plan(manifest, &selection).unwrap_or_else(|error| panic!("{ticks:?}: {error}"))
}

/// A driver of 1 Hz with these bindings.
pub(super) fn driver(id: &str, effects: Vec<BindingEffect>) -> Driver {
    let bindings = effects.into_iter().map(|effect| Binding {
        effect,
        extra: Vec::new(),
    });
    Driver {
        id: id.to_owned(),
        bindings: bindings.collect(),
        ..Driver::default()
    }
}

/// Rules of findings, in order.
pub(super) fn rules(findings: &[Finding]) -> Vec<&str> {
    for finding in findings {
        for language in Language::ALL {
            let text = finding.message.text(language);
            assert!(!text.contains('{'), "an argument is missing: {text}");
        }
    }
    findings.iter().map(|it| it.rule.as_ref()).collect()
}

/// Equal to the six digits the rulebook prints.
pub(super) fn is_near(found: f64, printed: f64) -> bool {
    (found - printed).abs() <= 5.1e-7
}
