//! LIM and SEL: what holds in all selections, on manifests with payload sizes instead of payloads.

use super::{Case, Row, file, fixture, row};
use crate::analysis::published;
use crate::bem::case_files::manifest_with;
use bem_studio::analysis::{Budget, Engine, Fact, Revision, prove};
use bem_studio::base::cancel::Cancel;
use bem_studio::formats::bem::manifest::Manifest;

const DRAW_A: &str = r#"{"when":{"eq":["outfit","a"]},"indices":3,"count":3"#;
const DRAW_B: &str = r#"{"when":{"eq":["outfit","b"]},"indices":4,"count":3"#;

/// What the proof of F11 tells when both draws show at once, with this many indices.
fn both_draws(first: u64, second: u64) -> Case {
    let a = format!("{{\"indices\":3,\"count\":{first}");
    let b = format!("{{\"indices\":4,\"count\":{second}");
    let manifest = manifest_with("F11", &[(DRAW_A, &a), (DRAW_B, &b)]);
    let sizes = [48, 36, 36, first * 2, second * 2, 8, 8];
    let proved = prove(&manifest, 1, Some(&sizes), &Budget::EXACT, &Cancel::new());
    let proved = proved.expect("proved");
    Case::Told(proved.facts.iter().filter_map(Fact::read_finding).collect())
}

/// What the proof of F11 tells when its first texture has this many bytes.
fn texture_of(n_bytes: u64) -> Case {
    let sizes = [48, 36, 36, 6, 6, n_bytes, 8];
    let manifest = manifest_with("F11", &[]);
    let proved = prove(&manifest, 1, Some(&sizes), &Budget::EXACT, &Cancel::new());
    let proved = proved.expect("proved");
    Case::Told(proved.facts.iter().filter_map(Fact::read_finding).collect())
}

/// Streams and indices of F11.
const BESIDES: u64 = 48 + 36 + 36 + 6;
const MOST: u64 = 768 << 20;

/// What the proof of a manifest without sizes tells with a budget.
fn told(manifest: &Manifest, minor: u16, budget: &Budget) -> Case {
    let proved = prove(manifest, minor, None, budget, &Cancel::new());
    let proved = proved.expect("proved");
    Case::Told(proved.facts.iter().filter_map(Fact::read_finding).collect())
}

/// F11 with so many constraints that each tie two far groups to three near ones: few nodes, but counting passes each of
/// them on some sixty levels.
fn tied_groups(n: usize) -> Case {
    let group = |id: usize, n_choices: usize| {
        let choices: Vec<String> = (0..n_choices)
            .map(|choice| format!("{{\"id\":\"c{choice}\",\"name\":\"C\"}}"))
            .collect();
        let choices = choices.join(",");
        format!("{{\"id\":\"g{id}\",\"name\":\"G\",\"default\":\"c0\",\"choices\":[{choices}]}}")
    };
    let groups: Vec<String> = (0..62)
        .map(|id| group(id, if matches!(id, 0 | 1 | 60 | 61) { 64 } else { 2 }))
        .collect();
    let eq = |group: usize, choice: usize| format!("{{\"eq\":[\"g{group}\",\"c{choice}\"]}}");
    let not = |condition: String| format!("{{\"not\":{condition}}}");
    let constraints: Vec<String> = (0..n)
        .map(|index| {
            let (x, y, z) = (index % 64, index / 64 % 64, index / 4096);
            let far = [eq(60, x), eq(61, y)].join(",");
            let far = if z == 0 {
                format!("{{\"all\":[{far}]}}")
            } else {
                format!("{{\"any\":[{far}]}}")
            };
            let near = [not(eq(0, x)), not(eq(1, y)), not(eq(2, z))].join(",");
            format!("{{\"any\":[{near},{far}]}}")
        })
        .collect();
    let top = format!(
        "\"selection_constraints\":[{}],\"option_groups\":[{},",
        constraints.join(","),
        groups.join(",")
    );
    told(
        &manifest_with("F11", &[("\"option_groups\":[", &top)]),
        2,
        &Budget::EXACT,
    )
}

/// What the published tool says of so many parts whose finishes are declared after all parts: its search for the largest
/// state passes twice as many states for each part more.
fn parts_with_finishes(n_parts: u32) -> Case {
    let case = published::parts_with_finishes(n_parts);
    let revision = Revision {
        manifest: &case.manifest,
        minor: 5,
        payload_sizes: Some(&case.sizes),
    };
    let told = Engine::new().and_then(|mut engine| {
        let mut proved = engine.check_live(revision, &Budget::EXACT, &Cancel::new())?;
        engine.published(revision, &mut proved, &Cancel::new())?;
        Ok(proved.facts)
    });
    let facts = told.expect("assessed");
    Case::Told(facts.iter().filter_map(Fact::read_finding).collect())
}

pub(super) const ROWS: &[Row] = &[
    row(
        "LIM-01",
        "reject",
        || file("LIM-01-1-ok.bem"),
        || file("LIM-01-2-reject.bem"),
    ),
    row(
        "LIM-02",
        "reject",
        || both_draws(8_388_606, 8_388_609),
        || both_draws(8_388_609, 8_388_609),
    ),
    row(
        "LIM-03",
        "reject",
        || file("LIM-03-1-ok.bem"),
        || file("LIM-03-2-reject.bem"),
    ),
    row(
        "LIM-04",
        "reject",
        || texture_of(MOST - BESIDES),
        || texture_of(MOST - BESIDES + 1),
    ),
    row(
        "LIM-05",
        "reject",
        || file("LIM-05-1-ok.bem"),
        || file("LIM-05-2-reject.bem"),
    ),
    row(
        "SEL-01",
        "warn",
        || fixture("F11"),
        || file("SEL-01-1-warn.bem"),
    ),
    row("SEL-02", "warn", || tied_groups(1000), || tied_groups(5000)),
    row(
        "SEL-03",
        "warn",
        || parts_with_finishes(4),
        || parts_with_finishes(19),
    ),
];
