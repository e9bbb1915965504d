//! Hints: shown where they should be, never blocking.

use crate::bem::case_files::{FIXTURES, fixture, manifest_with};
use crate::bem::findings::{messages, open_read};
use crate::bem::rule_cases::{Made, made};
use bem_studio::base::findings::Severity;
use bem_studio::base::text::Language;
use bem_studio::formats::bem::check::{
    Profile, ProfileComponent, ProofFacts, Purpose, UnsteadyBinding, check_manifest,
    compare_with_profile, identity_hints, open, proof_hints, renumbering_hint,
};
use bem_studio::formats::bem::manifest::Manifest;
use bem_studio::formats::bem::package::Package;
use bem_studio::formats::bem::write::{WriteOptions, write};
use std::collections::BTreeSet;

/// The hints of a file; everything else told fails the test.
fn hints(made: &Made) -> BTreeSet<String> {
    let checked = open_read(&made.file());
    let told = messages(&checked.findings);
    let broken = checked
        .findings
        .iter()
        .filter(|finding| finding.severity > Severity::Hint);
    assert_eq!(broken.count(), 0, "{told}");
    checked
        .findings
        .iter()
        .map(|finding| finding.rule.to_string())
        .filter(|rule| rule.starts_with("HINT-"))
        .collect()
}

fn has(made: &Made, hint: &str) {
    assert!(hints(made).contains(hint), "{} lacks {hint}", made.what);
}

fn lacks(made: &Made, hint: &str) {
    assert!(!hints(made).contains(hint), "{} has {hint}", made.what);
}

#[test]
fn versions_and_capabilities_that_are_more_than_needed() {
    has(&made("F11").under(2), "HINT-01");
    lacks(&made("F11"), "HINT-01");
    has(
        &made("F11").with(
            "\"composable-options\"",
            "\"composable-options\",\"texture-astc\"",
        ),
        "HINT-02",
    );
    has(
        &made("F11").with(
            "\"composable-options\"",
            "\"composable-options\",\"keep-material-textures\"",
        ),
        "HINT-02",
    );
    for (name, _) in FIXTURES {
        lacks(&made(name), "HINT-02");
    }
}

#[test]
fn payloads_that_nothing_refers_to() {
    has(&made("F11").and(b"idle"), "HINT-03");
    lacks(&made("F11"), "HINT-03");
}

#[test]
fn textures_for_phones() {
    has(
        &made("F11")
            .with("\"mips\":1", "\"mips\":2")
            .payload(5, |bytes| bytes.resize(16, 0)),
        "HINT-05",
    );
    lacks(
        &made("F11")
            .with("\"mips\":1", "\"mips\":3")
            .payload(5, |bytes| bytes.resize(24, 0))
            .with("\"mips\":1", "\"mips\":3")
            .payload(6, |bytes| bytes.resize(24, 0)),
        "HINT-05",
    );
    let normal = made("F11").with("\"srgb\":true", "\"srgb\":false,\"semantic\":\"normal\"");
    has(&normal, "HINT-06");
    lacks(
        &made("F11").with(
            "\"srgb\":true",
            "\"srgb\":false,\"semantic\":\"normal\",\"normal_encoding\":\"xy-unorm\"",
        ),
        "HINT-06",
    );
    has(
        &made("F11").with(
            "\"original_name\":\"original\"",
            "\"original_name\":\"T_actor_sample_body_01_N\"",
        ),
        "HINT-06",
    );
    has(
        &made("F11")
            .with("\"format\":10", "\"format\":48")
            .payload(5, |bytes| bytes.resize(16, 0)),
        "HINT-07",
    );
    let wide = made("F11")
        .with("\"width\":4", "\"width\":8196")
        .payload(5, |bytes| bytes.resize(8196 / 4 * 8, 0));
    has(&wide, "HINT-07");
}

#[test]
fn drivers_that_meet() {
    let both = made("F15").with(
        r#"{"type":"material_float","component":0,"material_slot":0,"property":"_EmissionWeight","range":[0.0,1.5]}"#,
        r#"{"type":"morph_parameter","target":"sleeve_length"}"#,
    );
    has(&both, "HINT-08");
    lacks(&made("F15"), "HINT-08");
}

#[test]
fn driven_and_manual_sliders_on_the_same_vertices() {
    let second = |payload: &str| {
        made("F15")
            .with(r#""mesh_deformations":["#, &format!(r#""mesh_deformations":[{{"mesh":0,"parameter":"cuff","frames":[{{"value":0,"neutral":true}},{{"value":1000,"payload":{payload},"count":1,"encoding":"sparse-position-f32"}}]}},"#))
            .with(r#""parameters":["#, r#""parameters":[{"id":"cuff","name":"Cuff","min":0,"max":1000,"neutral":0,"default":0,"step":1},"#)
    };
    let delta = |vertex: u32| {
        bem_studio::formats::bem::delta::encode(&[bem_studio::formats::bem::delta::Record {
            vertex,
            offset: [0.0, 0.1, 0.0],
        }])
    };
    has(&second("9").and(&delta(2)), "HINT-09");
    lacks(&second("9").and(&delta(1)), "HINT-09");
}

#[test]
fn clocks_that_stand_still_or_leave_the_panel() {
    has(
        &made("F15").with("\"base_frequency\":0.8", "\"base_frequency\":0"),
        "HINT-12",
    );
    has(
        &made("F15").with("\"speed_multiplier\":1.0", "\"speed_multiplier\":0"),
        "HINT-12",
    );
    has(
        &made("F15").with("\"speed_multiplier\":1.0", "\"speed_multiplier\":5"),
        "HINT-12",
    );
    has(
        &made("F15").with(
            "\"waveform\":\"sine\",\"playback\":\"loop\"",
            "\"waveform\":\"jitter\",\"playback\":\"once\"",
        ),
        "HINT-12",
    );
    lacks(&made("F15"), "HINT-12");
}

#[test]
fn driven_keywords_without_a_static_state() {
    let keyword = |keyword: &str| {
        made("F15").with(
            r#"{"type":"material_float","component":0,"material_slot":0,"property":"_EmissionWeight","range":[0.0,1.5]}"#,
            &format!(r#"{{"type":"material_keyword","component":0,"material_slot":0,"keyword":"{keyword}"}}"#),
        )
    };
    has(&keyword("_RIM_ON"), "HINT-13");
    lacks(&keyword("_EMISSION"), "HINT-13");
}

#[test]
fn meshes_and_sliders_that_cannot_be_seen() {
    let without_position = made("F11").with("[0,0,3,0,0],[1,0,1,0,12]", "[1,0,3,0,0],[2,0,1,0,12]");
    has(&without_position, "HINT-15");
    let odd = made("F11").with(
        "[4,0,2,1,0],[6,3,4,1,8]",
        "[4,0,2,1,0],[6,3,2,1,8],[7,3,2,1,10]",
    );
    has(&odd, "HINT-15");
    lacks(&made("F11"), "HINT-15");
    let slider =
        r#"{"id":"cuff","name":"Cuff","min":0,"max":1000,"neutral":0,"default":0,"step":1},"#;
    has(
        &made("F13").with(r#""parameters":["#, &format!(r#""parameters":[{slider}"#)),
        "HINT-16",
    );
    let empty = made("F13")
        .with("\"count\":2", "\"count\":0")
        .payload(7, |bytes| {
            bytes.truncate(48);
            bytes[13] = b'0';
        });
    has(&empty, "HINT-16");
    lacks(&made("F13"), "HINT-16");
}

#[test]
fn odd_texts_and_phone_copies() {
    has(
        &made("F11").with("chr_0001_sample_uimodel", "chr_0001_sample_detail"),
        "HINT-17",
    );
    has(
        &made("F11").on_top("\"note\":\"C:\\\\Users\\\\me\\\\x.blend\","),
        "HINT-17",
    );
    has(&made("F11").on_top("\"note\":[\"/home/me/x\"],"), "HINT-17");
    has(
        &made("F11").on_top("\"android_install\":{\"revision\":1},"),
        "HINT-19",
    );
    lacks(&made("F11"), "HINT-17");
    lacks(&made("F11"), "HINT-19");
}

#[test]
fn the_fixtures_earn_no_hint_they_should_not() {
    for (name, _) in FIXTURES {
        let found = hints(&made(name));
        let expected: BTreeSet<String> = ["HINT-05"].map(str::to_owned).into();
        assert!(found.is_subset(&expected), "{name}: {found:?}");
    }
}

#[test]
fn hints_never_block_an_export() {
    let checked = open(made("F11").under(2).and(b"idle").file(), Purpose::Export);
    let told = messages(&checked.findings);
    assert!(checked.is_valid(), "{told}");
}

#[test]
fn proofs_tell_their_hints() {
    let manifest = manifest_with("F15", &[]);
    assert_eq!(
        proof_hints(&manifest, &ProofFacts::default()),
        [],
        "nothing known"
    );
    let facts = ProofFacts {
        draws_at_once: Some(257),
        texture_bytes_at_once: Some(401 << 20),
        budget: Some((125_001, 250_000)),
        unsteady_bindings: vec![UnsteadyBinding {
            driver: 1,
            binding: 0,
            slot: 0,
            is_sometimes_missing: false,
        }],
    };
    let found = proof_hints(&manifest, &facts);
    let rules: Vec<&str> = found.iter().map(|finding| &*finding.rule).collect();
    assert_eq!(rules, ["HINT-04", "HINT-07", "HINT-10", "HINT-11"], "hints");
    assert!(
        found[2].message.text(Language::En).contains("Glow pulse"),
        "the driver is named"
    );
    let facts = ProofFacts {
        draws_at_once: Some(256),
        texture_bytes_at_once: Some(400 << 20),
        budget: Some((125_000, 250_000)),
        unsteady_bindings: Vec::new(),
    };
    assert_eq!(proof_hints(&manifest, &facts), [], "at the limits");
}

#[test]
fn renumbered_payloads_are_told_where_metadata_may_name_them() {
    let package = Package::read(fixture("F11")).expect("opens");
    let mut payloads: Vec<Vec<u8>> = (0..7)
        .map(|id| package.payload(id).expect("decodes").into_owned())
        .collect();
    payloads.push(vec![9; 9]);
    let hint = |manifest: &Manifest, payloads: &[Vec<u8>]| {
        let options = WriteOptions::default();
        let (_, written) = write(manifest, payloads, 1, &options).expect("writes");
        renumbering_hint(manifest, 1, &written.numbering).map(|finding| finding.rule.to_string())
    };
    let noted = manifest_with(
        "F11",
        &[("\"schema\":1,", "\"schema\":1,\"note\":{\"payload\":3},")],
    );
    assert_eq!(
        hint(&noted, &payloads).as_deref(),
        Some("HINT-03"),
        "one was dropped"
    );
    assert_eq!(hint(&noted, &payloads[..7]), None, "all kept their numbers");
    assert_eq!(hint(&package.manifest, &payloads), None, "no metadata");
}

#[test]
fn a_changed_identity_is_told() {
    let opened = manifest_with("F14", &[]);
    assert_eq!(identity_hints(&opened, &opened), [], "unchanged");
    let mut changed = opened.clone();
    changed.package_id = "sample.other".to_owned();
    let found = identity_hints(&opened, &changed);
    assert_eq!(found.len(), 1, "one hint");
    assert_eq!(found[0].rule, "HINT-18", "its rule");
    let weapon = manifest_with("W14", &[]);
    assert_eq!(
        identity_hints(&opened, &weapon).len(),
        3,
        "id, kind and target id"
    );
}

#[test]
fn a_manifest_being_edited_is_judged_without_bytes() {
    let manifest = manifest_with("F13", &[]);
    let sizes = [48, 36, 36, 6, 6, 8, 8, 80];
    let judge = |sizes: Option<&[u64]>| check_manifest(&manifest, 3, sizes, Purpose::Export);
    let errors =
        |findings: &[bem_studio::base::findings::Finding]| crate::bem::findings::rules_of(findings);
    assert_eq!(errors(&judge(None)), [""; 0], "without sizes");
    assert_eq!(errors(&judge(Some(&sizes))), [""; 0], "with sizes");
    let mut wrong = sizes;
    wrong[0] = 47;
    wrong[3] = 8;
    assert_eq!(
        errors(&judge(Some(&wrong))),
        ["MESH-04", "MESH-19"],
        "wrong sizes"
    );
    assert_eq!(errors(&judge(Some(&sizes[..7]))), ["CON-13"], "too few");
    assert_eq!(fixture("F13").len(), 2817, "the fixture these sizes are of");
}

#[test]
fn every_sentence_speaks_all_three_languages() {
    // Whatever the case files make the rules say has no placeholder left in any language.
    for entry in std::fs::read_dir(crate::bem::case_files::folder())
        .expect("folder")
        .flatten()
    {
        let name = entry.file_name().into_string().expect("a name");
        if !name.ends_with("reject.bem") && !name.ends_with("warn.bem") && !name.ends_with("zip") {
            continue;
        }
        let checked = open_read(&crate::bem::case_files::bytes_of(&name));
        for finding in &checked.findings {
            for language in Language::ALL {
                let text = finding.message.text(language);
                let is_whole = !text.contains('{') || finding.rule == "SLOT-05";
                assert!(is_whole, "{name}: {text}");
                assert!(text.chars().count() > 4, "{name}: {text}");
            }
        }
    }
}

#[test]
fn texture_names_are_looked_up_in_the_profile_of_the_donor() {
    let package = Package::read(fixture("F12S")).expect("opens");
    let component = |names: &[&str]| ProfileComponent {
        material_textures: vec![names.iter().map(|name| (*name).to_owned()).collect()],
        ..ProfileComponent::default()
    };
    let told = |names: &[&str]| {
        let profile = Profile {
            components: vec![component(names), component(&[])],
        };
        let (manifest, payloads) = (&package.manifest, &package.payloads);
        let findings = compare_with_profile(manifest, payloads, &profile, Purpose::Export);
        let hints = findings
            .into_iter()
            .filter(|finding| finding.rule == "HINT-20");
        hints.map(|finding| finding.severity).collect::<Vec<_>>()
    };
    let draw = &package.manifest.meshes[0].draws[0];
    assert_eq!(draw.material_component, 0, "the donor");
    assert_eq!(told(&[]), [], "nothing is known");
    assert_eq!(told(&["T_other"]), [Severity::Hint], "another name");
    let slot = &package.manifest.texture_slots[0];
    let shown = slot.candidates.iter().find_map(|one| one.texture);
    let shown = usize::try_from(shown.expect("a texture")).expect("small");
    let name = &package.manifest.textures[shown].original_name;
    assert_eq!(told(&["T_other", name]), [], "the name of the slot");
}
