//! Entry point and edges: cancellation, budgets, unresolved names, 1.0 packages, messages.

use super::load;
use bem_studio::analysis::{AnalysisError, Budget, Engine, Metric, Revision, Verdict, prove};
use bem_studio::base::cancel::Cancel;
use bem_studio::base::findings::Severity;
use bem_studio::base::text::Language;
use bem_studio::formats::bem::manifest::{
    Appearance, AppearanceComponent, Appearances, Candidate, Choice, ComponentRule, Condition,
    Draw, Manifest, Mesh, Operation, OptionGroup, Stream, Texture, TextureReference,
};

#[test]
fn a_raised_token_ends_the_proof() {
    let case = load::case(&load::folder().join("families/e3_alldiff_6x16.json"));
    let cancel = Cancel::new();
    cancel.raise();
    let result = prove(
        &case.manifest,
        3,
        Some(&case.sizes),
        &Budget::EXACT,
        &cancel,
    );
    assert_eq!(
        result,
        Err(AnalysisError::Cancelled),
        "the token was raised"
    );
}

#[test]
fn too_small_a_budget_of_nodes_is_an_ordinary_error() {
    let case = load::case(&load::folder().join("sel-01.json"));
    let budget = Budget {
        nodes: 3,
        ..Budget::EXACT
    };
    let result = prove(
        &case.manifest,
        3,
        Some(&case.sizes),
        &budget,
        &Cancel::new(),
    );
    assert_eq!(result, Err(AnalysisError::TooLarge { limit: 3 }), "3 nodes");
}

#[test]
fn an_unknown_group_is_told_by_its_place() {
    let mut case = load::case(&load::folder().join("sel-01.json"));
    case.manifest.meshes[0].draws[1].when = Some(Condition::Eq {
        group: "nobody".to_owned(),
        choice: "c0".to_owned(),
    });
    let result = prove(
        &case.manifest,
        3,
        Some(&case.sizes),
        &Budget::EXACT,
        &Cancel::new(),
    );
    let pointer = "/meshes/0/draws/1/when".to_owned();
    assert_eq!(
        result,
        Err(AnalysisError::Unresolved { pointer }),
        "the draw"
    );
}

#[test]
fn without_payload_sizes_the_byte_maxima_and_the_proof_are_left_out() {
    let case = load::case(&load::folder().join("sel-01.json"));
    let analysis =
        prove(&case.manifest, 3, None, &Budget::EXACT, &Cancel::new()).expect("it is analysed");
    assert_eq!(analysis.summary.maxima.len(), 3, "draws, indices, textures");
    assert!(analysis.proof.is_none(), "nothing was proved about bytes");
}

#[test]
fn an_exhausted_search_is_open_and_never_within() {
    let case = load::case(&load::folder().join("sel-13.json"));
    let budget = Budget {
        states: 0,
        steps: 0,
        ..Budget::EXACT
    };
    let analysis = prove(
        &case.manifest,
        2,
        Some(&case.sizes),
        &budget,
        &Cancel::new(),
    )
    .expect("analysed");
    for maximum in &analysis.summary.maxima {
        let is_honest = maximum.verdict() != Verdict::Within || maximum.upper <= maximum.limit;
        assert!(is_honest, "{}", maximum.metric.code());
    }
    assert!(analysis.proof.is_none(), "no proof of an open limit");
}

#[test]
fn messages_name_the_part_the_numbers_and_the_nearest_selection() {
    let case = load::case(&load::folder().join("sel-02.json"));
    let analysis = prove(
        &case.manifest,
        1,
        Some(&case.sizes),
        &Budget::EXACT,
        &Cancel::new(),
    )
    .expect("analysed");
    let fact = &analysis.facts[0];
    let english = fact.message.text(Language::En);
    assert!(
        english.starts_with("mesh0: several rules apply together in "),
        "{english}"
    );
    assert!(english.contains(" of 60 selections"), "{english}");
    for language in Language::ALL {
        let text = fact.message.text(language);
        assert!(!text.contains('{'), "all arguments are filled in: {text}");
    }
}

fn fixed_appearances(n_textures: u32, payload_bytes: u64) -> (Manifest, Vec<u64>) {
    let mesh = Mesh {
        index_size: 2,
        streams: vec![Stream::default()],
        indices: Some(1),
        draws: vec![Draw {
            count: 3,
            textures: (0..n_textures).map(TextureReference::Texture).collect(),
            ..Draw::default()
        }],
        ..Mesh::default()
    };
    let replace = AppearanceComponent {
        target: 0,
        operation: Operation::Replace { mesh: 0 },
        extra: Vec::new(),
    };
    let manifest = Manifest {
        meshes: vec![mesh],
        textures: (0..n_textures)
            .map(|_| Texture {
                payload: 2,
                ..Texture::default()
            })
            .collect(),
        appearances: Some(Appearances {
            default_appearance_id: "day".to_owned(),
            appearances: vec![Appearance {
                id: "day".to_owned(),
                components: vec![replace.clone(), replace],
                ..Appearance::default()
            }],
        }),
        ..Manifest::default()
    };
    (manifest, vec![100, 6, payload_bytes])
}

#[test]
fn an_appearance_counts_meshes_twice_and_payloads_once() {
    let (manifest, sizes) = fixed_appearances(2, 8);
    let analysis =
        prove(&manifest, 0, Some(&sizes), &Budget::EXACT, &Cancel::new()).expect("analysed");
    let cost = &analysis.summary.appearances[0];
    assert_eq!(cost.resident_bytes, Some(2 * 106 + 2 * 8), "resident");
    assert_eq!(cost.decoded_bytes, Some(106 + 8), "decoded");
    assert_eq!(cost.n_textures, 2, "textures");
    assert!(
        analysis
            .proof
            .is_some_and(|proof| proof.covers(&manifest, &sizes)),
        "proved"
    );
}

#[test]
fn an_appearance_over_its_limits_is_refused() {
    let (manifest, sizes) = fixed_appearances(33, 16 << 20);
    let analysis =
        prove(&manifest, 0, Some(&sizes), &Budget::EXACT, &Cancel::new()).expect("analysed");
    let rules: Vec<&str> = analysis.facts.iter().map(|fact| fact.rule).collect();
    assert_eq!(rules, ["APP-07", "APP-08"], "33 entries, 528 MiB");
    assert!(analysis.proof.is_none(), "nothing is proved");
}

fn toggles(n_groups: usize) -> Manifest {
    let choice = |id: &str| Choice {
        id: id.to_owned(),
        name: id.to_owned(),
        ..Choice::default()
    };
    let groups = (0..n_groups).map(|idx| OptionGroup {
        id: format!("g{idx}"),
        name: format!("Group {idx}"),
        default: "off".to_owned(),
        choices: vec![choice("off"), choice("on")],
        ..OptionGroup::default()
    });
    Manifest {
        option_groups: Some(groups.collect()),
        ..Manifest::default()
    }
}

fn is_on(group: usize) -> Condition {
    Condition::Eq {
        group: format!("g{group}"),
        choice: "on".to_owned(),
    }
}

/// 30 pairs of toggles declared apart: "some pair is on" has more than 2^30 diagram nodes.
fn some_pair() -> Vec<Condition> {
    let pair = |idx: usize| Condition::All(vec![is_on(idx), is_on(idx + 30)]);
    (0..30).map(pair).collect()
}

#[test]
fn conditions_too_entangled_to_prove_are_told_as_sel_01() {
    let mut manifest = toggles(60);
    manifest.component_rules = vec![ComponentRule {
        candidates: vec![Candidate {
            when: Some(Condition::Any(some_pair())),
            ..Candidate::default()
        }],
        ..ComponentRule::default()
    }];
    let budget = Budget {
        nodes: 300_000,
        ..Budget::EXACT
    };
    let analysis = prove(&manifest, 3, Some(&[]), &budget, &Cancel::new()).expect("told");
    let rules: Vec<&str> = analysis.facts.iter().map(|fact| fact.rule).collect();
    assert_eq!(rules, ["SEL-01"], "only that");
    assert_eq!(
        analysis.facts[0].read,
        Some(Severity::Warning),
        "reading goes on"
    );
    assert_eq!(
        analysis.summary.saved_assignments, None,
        "counts are unknown"
    );
    assert!(analysis.proof.is_none(), "nothing is proved");
}

#[test]
fn a_texture_used_in_too_many_ways_for_a_diagram_counts_as_always_used() {
    let mut manifest = toggles(60);
    manifest.component_rules = vec![ComponentRule {
        candidates: vec![Candidate {
            operation: Operation::Replace { mesh: 0 },
            ..Candidate::default()
        }],
        ..ComponentRule::default()
    }];
    let mut draws = vec![Draw {
        indices: Some(0),
        count: 3,
        ..Draw::default()
    }];
    draws.extend(some_pair().into_iter().map(|pair| Draw {
        when: Some(pair),
        indices: Some(0),
        count: 3,
        textures: vec![TextureReference::Texture(0)],
        ..Draw::default()
    }));
    manifest.meshes = vec![Mesh {
        index_size: 2,
        draws,
        ..Mesh::default()
    }];
    manifest.textures = vec![Texture {
        payload: 1,
        ..Texture::default()
    }];
    let sizes = [6, 1_000];
    let mut engine = Engine::new().expect("an engine");
    let revision = Revision {
        manifest: &manifest,
        minor: 3,
        payload_sizes: Some(&sizes),
    };
    let analysis = engine
        .check_live(revision, &Budget::LIVE, &Cancel::new())
        .expect("checked");
    assert!(analysis.facts.is_empty(), "{:?}", analysis.facts);
    let textures = analysis
        .summary
        .maximum(Metric::Textures)
        .expect("textures");
    assert_eq!(
        (textures.lower, textures.upper),
        (0, 1),
        "an honest interval"
    );
    assert_eq!(textures.verdict(), Verdict::Within, "one texture is fine");
    let bytes = analysis
        .summary
        .maximum(Metric::DecodedBytes)
        .expect("bytes");
    assert_eq!(
        (bytes.lower, bytes.upper),
        (6, 1_006),
        "the texture counts in full"
    );
}
