//! Fixed appearances turned into option groups.

use crate::bem::case_files::{fixture, manifest_with};
use bem_studio::formats::bem::composable::{
    ComposeError, ComposedStore, is_half_converted, to_composable,
};
use bem_studio::formats::bem::lowest::{Facts, lowest_minor};
use bem_studio::formats::bem::manifest::{Appearance, Condition, Operation};
use bem_studio::formats::bem::package::Package;
use bem_studio::formats::bem::write::{PayloadStore as _, WriteOptions, write_to};

fn eq(choice: &str) -> Condition {
    Condition::Eq {
        group: "appearance".to_owned(),
        choice: choice.to_owned(),
    }
}

#[test]
fn appearances_become_a_group_and_draws_get_payloads_of_their_own() {
    let package = Package::read(fixture("F10")).expect("opens");
    let sizes = package.payloads.sizes();
    let composed = to_composable(&package.manifest, sizes.len(), |id| {
        sizes.get(id as usize).copied()
    })
    .expect("converts");
    let manifest = &composed.manifest;
    let groups = manifest.option_groups.as_ref().expect("a group");
    assert_eq!(groups.len(), 1, "one group");
    assert_eq!(
        (&*groups[0].id, &*groups[0].default),
        ("appearance", "default"),
        "its facts"
    );
    let choices: Vec<&str> = groups[0].choices.iter().map(|choice| &*choice.id).collect();
    assert_eq!(choices, ["default", "hidden"], "choices");
    let first = &manifest.component_rules[0].candidates;
    assert_eq!(first[0].when, Some(eq("default")), "replaced by default");
    assert_eq!(
        first[0].operation,
        Operation::Replace { mesh: 0 },
        "operation"
    );
    assert_eq!(first[1].when, Some(eq("hidden")), "hidden otherwise");
    let second = &manifest.component_rules[1].candidates;
    assert_eq!(second.len(), 1, "equal operations are one candidate");
    assert_eq!(second[0].when, None, "that always holds");
    assert_eq!(manifest.appearances, None, "no appearances");
    assert!(
        manifest
            .required_capabilities
            .contains(&"composable-options".to_owned()),
        "capability"
    );
    assert_eq!(lowest_minor(manifest, &Facts::default()).minor, 1, "minor");

    let store = ComposedStore::new(&package.payloads, &composed);
    let indices: Vec<Vec<u8>> = manifest.meshes[0]
        .draws
        .iter()
        .map(|draw| {
            store
                .bytes(draw.indices.expect("own indices"))
                .expect("there")
                .into_owned()
        })
        .collect();
    assert_eq!(
        indices,
        [[0, 0, 1, 0, 2, 0], [2, 0, 1, 0, 0, 0]],
        "cut in two"
    );
    let mut sink = std::io::Cursor::new(Vec::new());
    write_to(manifest, &store, 1, &WriteOptions::default(), &mut sink).expect("writes");
    let again = Package::read(sink.into_inner()).expect("opens");
    assert_eq!(
        again.payloads.len(),
        7,
        "the whole index list is gone, two parts are there"
    );
}

#[test]
fn equal_operations_of_many_appearances_share_candidates_of_32_members() {
    let mut manifest = manifest_with("F10", &[]);
    let fixed = manifest.appearances.as_mut().expect("fixed");
    for n in 0..62 {
        fixed.appearances.push(Appearance {
            id: format!("x{n}"),
            ..fixed.appearances[1].clone()
        });
    }
    let composed = to_composable(&manifest, 6, |_| Some(12)).expect("converts");
    let candidates = &composed.manifest.component_rules[0].candidates;
    let members: Vec<usize> = candidates
        .iter()
        .map(|candidate| match &candidate.when {
            Some(Condition::Any(members)) => members.len(),
            Some(Condition::Eq { .. }) => 1,
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(members, [1, 32, 31], "members of the candidates");
    assert_eq!(
        lowest_minor(&composed.manifest, &Facts::default()).minor,
        2,
        "64 choices need 1.2"
    );
}

#[test]
fn a_half_converted_manifest_is_recognised_and_finished() {
    let manifest = manifest_with(
        "F11",
        &[
            (
                r#""index_size":2,"#,
                r#""index_size":2,"indices":3,"index_count":6,"#,
            ),
            (r#""indices":3,"count""#, r#""start":0,"count""#),
            (r#""indices":4,"count""#, r#""start":3,"count""#),
        ],
    );
    assert!(is_half_converted(&manifest), "recognised");
    let composed = to_composable(&manifest, 7, |_| Some(12)).expect("finishes");
    assert!(!is_half_converted(&composed.manifest), "finished");
    assert_eq!(
        composed.manifest.meshes[0].draws[1].indices,
        Some(8),
        "indices"
    );
    assert_eq!(composed.pieces[1].start, 6, "the second half");
    assert!(
        !is_half_converted(&manifest_with("F11", &[])),
        "a whole one"
    );
    assert!(
        !is_half_converted(&manifest_with("F10", &[])),
        "a fixed one"
    );
}

#[test]
fn a_draw_beyond_its_index_payload_stops_the_conversion() {
    let manifest = manifest_with("F10", &[]);
    assert_eq!(
        to_composable(&manifest, 6, |_| Some(11)),
        Err(ComposeError::Draw { mesh: 0, draw: 1 }),
        "the second draw"
    );
}
