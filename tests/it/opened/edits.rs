//! Editing what packages brought along: every reference follows, undo leads back, and what results still exports.

use bem_studio::base::cancel::Cancel;
use bem_studio::base::files;
use bem_studio::document::condition::Condition;
use bem_studio::document::edit::{DrawSettings, Edit};
use bem_studio::document::history::History;
use bem_studio::document::parts::{
    ComponentRule, Document, OptionGroup, Parameter, Picture, TextureSlot,
};
use bem_studio::export::skeleton::skeleton;
use bem_studio::formats::bem::check::{Purpose, check_manifest};
use bem_studio::formats::bem::lowest::{Facts, lowest_minor};
use bem_studio::session::package;
use std::path::Path;
use std::sync::Arc;

/// The base fixtures that hold, by what they carry.
const FIXTURES: [&str; 8] = ["F10", "F11", "F11K", "F12S", "F12W", "F13", "F14", "F15"];

fn opened(name: &str) -> Document {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/bem");
    let path = folder.join(format!("{name}.bem"));
    assert!(files::is_file(&path), "{}", path.display());
    let opened = package::open(&path, &Cancel::new()).expect("readable");
    *opened.document.expect("it holds")
}

/// Every edit that makes sense on this document, each part taken in turn.
fn edits(document: &Document) -> Vec<Edit> {
    let mut edits = Vec::new();
    for (id, mesh) in &document.meshes {
        edits.push(Edit::RemoveMesh(*id));
        for (draw, entry) in (0_u32..).zip(&mesh.draws) {
            edits.push(Edit::SetDraw {
                mesh: *id,
                draw,
                settings: DrawSettings {
                    donor: entry.donor,
                    textures: Vec::new(),
                    when: Some(Condition::Constant(true)),
                    overrides: None,
                },
            });
        }
    }
    for (id, texture) in &document.textures {
        if matches!(texture.picture, Picture::Raw(_)) {
            edits.push(Edit::RemoveTexture(*id));
        }
    }
    for group in &document.groups {
        edits.push(Edit::RemoveGroup(group.id));
        edits.push(Edit::SetGroup(Arc::new(OptionGroup {
            name: "renamed".to_owned(),
            export_id: "renamed".to_owned(),
            ..group.as_ref().clone()
        })));
        for choice in &group.choices {
            edits.push(Edit::RemoveChoice {
                group: group.id,
                choice: choice.id,
            });
        }
        edits.push(Edit::MoveGroup {
            group: group.id,
            to: 0,
        });
    }
    for slot in &document.slots {
        edits.push(Edit::RemoveSlot(slot.id));
        edits.push(Edit::SetSlot(Arc::new(TextureSlot {
            export_id: "renamed".to_owned(),
            ..slot.as_ref().clone()
        })));
    }
    for parameter in &document.parameters {
        edits.push(Edit::RemoveParameter(parameter.id));
        edits.push(Edit::SetParameter(Arc::new(Parameter {
            export_id: "renamed".to_owned(),
            ..parameter.as_ref().clone()
        })));
    }
    for channel in &document.channels {
        edits.push(Edit::SetChannel(Arc::clone(channel)));
        edits.push(Edit::RemoveChannel {
            mesh: channel.mesh,
            parameter: channel.parameter,
        });
    }
    for driver in &document.drivers {
        edits.push(Edit::SetDriver(Arc::clone(driver)));
        edits.push(Edit::RemoveDriver(driver.id));
    }
    for (component, rule) in (0_u32..).zip(&document.rules) {
        edits.push(Edit::SetRule {
            component,
            rule: Arc::new(rule.to_ordered().into()),
        });
    }
    edits.push(Edit::SetConstraints(Vec::new()));
    edits.push(Edit::SetRootOffset(None));
    if document.appearances.is_some() {
        edits.push(Edit::ConvertAppearances);
    }
    edits
}

#[test]
fn every_edit_of_an_opened_package_can_be_undone_and_leaves_no_loose_end() {
    for name in FIXTURES {
        let start = opened(name);
        for edit in edits(&start) {
            let mut history = History::new(start.clone());
            if history.apply(&edit, None).is_err() {
                assert_eq!(
                    **history.document(),
                    start,
                    "{name}: {edit:?} changed nothing"
                );
                continue;
            }
            let next = Arc::clone(history.document());
            let made = skeleton(&next).expect("raw parts become a manifest");
            let loose = check_manifest(
                &made.manifest,
                lowest_minor(&made.manifest, &Facts::default()).minor,
                Some(&made.payload_sizes),
                Purpose::Read,
            );
            let loose = loose.iter().filter(|finding| {
                let dangling = ["OPT-04", "SLOT-05", "MESH-23", "PAR-06", "DRV-11", "CON-13"];
                dangling.contains(&finding.rule.as_ref())
            });
            let loose: Vec<_> = loose.collect();
            assert!(loose.is_empty(), "{name}: {edit:?} left {loose:?}");
            while history.undo() {}
            assert_eq!(**history.document(), start, "{name}: {edit:?} undone");
            while history.redo() {}
            assert_eq!(*history.document(), next, "{name}: {edit:?} done again");
        }
    }
}

#[test]
fn converted_appearances_are_a_group_with_the_same_states() {
    let fixed = opened("F10");
    let appearances = fixed.appearances.as_ref().expect("fixed");
    let converted = Edit::ConvertAppearances.apply(&fixed).expect("converted");
    let group = converted.groups.first().expect("one group");
    let ids = |texts: Vec<&String>| texts.into_iter().cloned().collect::<Vec<String>>();
    assert_eq!(
        ids(group
            .choices
            .iter()
            .map(|choice| &choice.export_id)
            .collect()),
        ids(appearances
            .all
            .iter()
            .map(|known| &known.export_id)
            .collect()),
        "a choice for each"
    );
    let made = skeleton(&converted).expect("a manifest");
    assert!(made.manifest.appearances.is_none(), "no appearances left");
    assert!(
        made.manifest
            .meshes
            .iter()
            .all(|mesh| mesh.indices.is_none()),
        "an index list a draw"
    );
    let minor = lowest_minor(&made.manifest, &Facts::default()).minor;
    assert_eq!(minor, 1, "the first version with groups");
}

#[test]
fn fixed_appearances_refuse_what_needs_groups_and_say_how_to_get_there() {
    let fixed = opened("F10");
    let refused = Edit::AddGroup {
        name: "Hat".to_owned(),
        choices: vec!["On".to_owned()],
    };
    let why = refused.apply(&fixed).expect_err("refused");
    assert!(why.to_string().contains("Convert"), "{why}");
}

#[test]
fn removing_a_group_keeps_what_players_saw_by_default() {
    let start = opened("F11");
    let group = start.groups.first().expect("a group").id;
    let without = Edit::RemoveGroup(group).apply(&start).expect("removed");
    for rule in &without.rules {
        let ComponentRule::Candidates(rule) = rule.as_ref() else {
            panic!("as the package states it")
        };
        assert_eq!(rule.candidates.len(), 1, "only the default case is left");
        assert!(rule.candidates[0].when.is_none(), "and it always holds");
    }
}
