//! The laws of the document: every edit can be taken back, a refused one leaves nothing behind, parts keep their ids.

#![expect(clippy::expect_used, reason = "tests and what they share fail loudly")]

use bem_studio::base::digest::Digest;
use bem_studio::base::text::Phrase;
use bem_studio::document::condition::Condition;
use bem_studio::document::edit::Edit;
use bem_studio::document::history::History;
use bem_studio::document::ids::{ChoiceId, GroupId, MeshId, SourceId, TextureId};
use bem_studio::document::parts::{
    Branch, ComponentRule, Document, MaterialPlace, Mips, Operation, OrderedRule, PackageFacts,
    Source, Target, TextureFormat, TextureReference,
};
use bem_studio::model::bone_map::{BoneMap, BoneTarget, MappedBy};
use bem_studio::model::figure::{Bone, Label, Material, Model, Texture};
use bem_studio::model::target::{TargetComponent, TargetProfile};
use std::path::PathBuf;
use std::sync::Arc;

fn label(name: &str) -> Label {
    Label {
        local: name.to_owned(),
        english: String::new(),
    }
}

fn target(n_components: u32) -> Arc<Target> {
    let component = |id| TargetComponent {
        id,
        mesh_name: format!("S_{id}_lod0"),
        original_index_count: 3,
        bone_names: vec!["Bip001_Pelvis".to_owned(), format!("Bip001_{id}")],
        materials: vec![format!("M_{id}_a"), format!("M_{id}_b")],
        material_textures: vec![vec![format!("T_{id}_a_D")], vec![format!("T_{id}_b_D")]],
        ..TargetComponent::default()
    };
    let profile = TargetProfile {
        components: (0..n_components).map(component).collect(),
        ..TargetProfile::default()
    };
    Arc::new(Target::of_catalog(
        PathBuf::from("/c.json"),
        Digest::of(b"c"),
        Arc::new(profile),
    ))
}

fn figure(places: Vec<Option<MaterialPlace>>) -> Arc<Source> {
    let material = |name, texture| Material {
        name: label(name),
        texture,
        n_triangles: 1,
        ..Material::default()
    };
    let model = Model {
        materials: vec![
            material("a", Some(0)),
            material("b", Some(1)),
            material("c", None),
        ],
        textures: vec![Texture::default(), Texture::default()],
        bones: vec![
            Bone {
                name: label("root"),
                ..Bone::default()
            },
            Bone {
                name: label("child"),
                parent: Some(0),
                ..Bone::default()
            },
        ],
        ..Model::default()
    };
    let mapped = BoneTarget {
        target: Some("Bip001_Pelvis".to_owned()),
        by: MappedBy::Name,
    };
    Arc::new(Source {
        name: "figure".to_owned(),
        path: PathBuf::from("/f.pmx"),
        digest: Digest::of(b"f"),
        model: Arc::new(model),
        bone_map: Arc::new(BoneMap {
            targets: vec![mapped, BoneTarget::default()],
        }),
        places,
    })
}

const fn at(component: u32, slot: u32) -> MaterialPlace {
    MaterialPlace { component, slot }
}

/// A document with a target, a figure on two components and an option group.
fn full() -> Document {
    let edits = [
        Edit::SetTarget(target(3)),
        Edit::AddSource(figure(vec![Some(at(0, 0)), Some(at(1, 0)), None])),
        Edit::AddGroup {
            name: "Outfit".to_owned(),
            choices: vec!["Day".to_owned(), "夜".to_owned()],
        },
    ];
    edits.iter().fold(Document::default(), |document, edit| {
        edit.apply(&document).expect("a good edit")
    })
}

fn group_of(document: &Document) -> (GroupId, ChoiceId) {
    let group = document.groups.first().expect("a group");
    (group.id, group.choices[1].id)
}

/// Every variant of an edit, each changing [`full`].
fn every_variant(document: &Document) -> Vec<Edit> {
    static LABEL: Phrase = Phrase::new("一起", "まとめて", "Together");
    let source = *document.sources.keys().next().expect("a figure");
    let texture = *document.textures.keys().next().expect("a texture");
    let (group, choice) = group_of(document);
    let facts = PackageFacts {
        id: "a.b".to_owned(),
        name: "n".to_owned(),
        author: "a".to_owned(),
        version: "2".to_owned(),
    };
    let branch = Branch {
        when: Condition::Is { group, choice },
        then: Operation::Hide,
    };
    let rule = ComponentRule::Ordered(OrderedRule {
        branches: vec![branch],
        otherwise: Operation::Keep,
    });
    let moved = BoneTarget {
        target: Some("Bip001_1".to_owned()),
        by: MappedBy::Author,
    };
    vec![
        Edit::SetPackage(facts.clone()),
        Edit::SetTarget(target(2)),
        Edit::AddSource(figure(vec![Some(at(2, 1)), None, Some(at(2, 0))])),
        Edit::RemoveSource(source),
        Edit::MapBone {
            source,
            bone: 1,
            target: Some("Bip001_2".to_owned()),
        },
        Edit::SetBoneMap {
            source,
            map: Arc::new(BoneMap {
                targets: vec![moved.clone(), moved],
            }),
        },
        Edit::PlaceMaterial {
            source,
            material: 2,
            place: Some(at(2, 1)),
        },
        Edit::SetTexture {
            texture,
            format: TextureFormat::Rgba32,
            mips: Mips::Single,
        },
        Edit::SetRule {
            component: 1,
            rule: Arc::new(rule.clone()),
        },
        Edit::AddGroup {
            name: "Hat".to_owned(),
            choices: vec!["On".to_owned()],
        },
        Edit::RemoveGroup(group),
        Edit::RenameGroup {
            group,
            name: "新".to_owned(),
            choices: vec!["x".to_owned(), "y".to_owned()],
        },
        Edit::Together(
            &LABEL,
            vec![
                Edit::SetPackage(facts),
                Edit::SetRule {
                    component: 0,
                    rule: Arc::new(rule),
                },
            ],
        ),
    ]
}

#[test]
fn every_edit_can_be_undone_to_the_start_and_redone_to_the_end() {
    let start = full();
    let variants = every_variant(&start);
    assert_eq!(
        variants.len(),
        13,
        "a new variant of an edit wants its case here"
    );
    for edit in variants {
        let mut history = History::new(start.clone());
        history
            .apply(&edit, None)
            .unwrap_or_else(|refused| panic!("{edit:?}: {refused}"));
        let end = Arc::clone(history.document());
        assert_ne!(*end, start, "{edit:?} changes something");
        assert!(history.is_dirty(), "{edit:?} is unsaved");
        assert!(history.undo(), "{edit:?} can be undone");
        assert_eq!(**history.document(), start, "{edit:?} undone");
        assert!(!history.is_dirty(), "{edit:?}: undone to what is saved");
        assert!(history.redo(), "{edit:?} can be redone");
        assert_eq!(*history.document(), end, "{edit:?} redone");
    }
}

/// Edits that [`full`] refuses, each for a reason of its own.
fn refused_by(start: &Document) -> Vec<Edit> {
    let source = *start.sources.keys().next().expect("a figure");
    let (group, _) = group_of(start);
    let long = "x".repeat(257);
    let facts = |id: &str, name: &str| PackageFacts {
        id: id.to_owned(),
        name: name.to_owned(),
        author: "a".to_owned(),
        version: "1".to_owned(),
    };
    let missing = ComponentRule::always(Operation::Replace(MeshId(999)));
    vec![
        Edit::SetPackage(facts("_bad", "n")),
        Edit::SetPackage(facts("good", "")),
        Edit::SetPackage(facts("good", &long)),
        Edit::AddSource(figure(vec![Some(at(9, 0)), None, None])),
        Edit::RemoveSource(SourceId(999)),
        Edit::MapBone {
            source,
            bone: 99,
            target: None,
        },
        Edit::MapBone {
            source,
            bone: 0,
            target: Some("nobody".to_owned()),
        },
        Edit::SetBoneMap {
            source,
            map: Arc::new(BoneMap::default()),
        },
        Edit::PlaceMaterial {
            source,
            material: 0,
            place: Some(at(0, 9)),
        },
        Edit::PlaceMaterial {
            source,
            material: 99,
            place: None,
        },
        Edit::SetTexture {
            texture: TextureId(999),
            format: TextureFormat::Bc7,
            mips: Mips::Full,
        },
        Edit::SetRule {
            component: 9,
            rule: Arc::default(),
        },
        Edit::SetRule {
            component: 0,
            rule: Arc::new(missing),
        },
        Edit::AddGroup {
            name: "g".to_owned(),
            choices: Vec::new(),
        },
        Edit::AddGroup {
            name: long,
            choices: vec!["a".to_owned()],
        },
        Edit::RemoveGroup(GroupId(999)),
        Edit::RenameGroup {
            group,
            name: "g".to_owned(),
            choices: vec!["only one".to_owned()],
        },
    ]
}

#[test]
fn a_refused_edit_leaves_no_step() {
    let start = full();
    for edit in refused_by(&start) {
        let mut history = History::new(start.clone());
        assert!(history.apply(&edit, None).is_err(), "{edit:?} is refused");
        assert_eq!(**history.document(), start, "{edit:?} changed nothing");
        assert!(
            history.undo_label().is_none() && !history.is_dirty(),
            "{edit:?} left no step"
        );
    }
}

#[test]
fn an_edit_that_changes_nothing_leaves_no_step() {
    let start = full();
    let mut history = History::new(start.clone());
    history
        .apply(
            &Edit::SetTarget(Arc::clone(start.target.as_ref().expect("a target"))),
            None,
        )
        .expect("the same target");
    let source = *start.sources.keys().next().expect("a figure");
    let same = Edit::PlaceMaterial {
        source,
        material: 0,
        place: Some(at(0, 0)),
    };
    history.apply(&same, None).expect("the same place");
    assert_eq!(history.undo_label(), None, "no step");
}

#[test]
fn edits_of_one_gesture_are_one_step() {
    let mut history = History::new(full());
    let named = |name: &str| {
        Edit::SetPackage(PackageFacts {
            id: "p".to_owned(),
            name: name.to_owned(),
            author: "a".to_owned(),
            version: "1".to_owned(),
        })
    };
    for name in ["a", "ab", "abc"] {
        history.apply(&named(name), Some(1)).expect("typed");
    }
    history
        .apply(&named("other"), Some(2))
        .expect("another gesture");
    assert!(history.undo(), "one step back");
    assert_eq!(
        history.document().package.name,
        "abc",
        "the end of the first gesture"
    );
    assert!(history.undo(), "another step back");
    assert_eq!(**history.document(), full(), "the start");
}

#[test]
fn parts_keep_their_ids_and_settings_when_materials_move() {
    let start = full();
    let source = *start.sources.keys().next().expect("a figure");
    let (mesh, _) = start.mesh_of(0).expect("a mesh on the first component");
    let TextureReference::Texture(texture) = start.meshes[&mesh].draws[0].textures[0] else {
        panic!("a texture of its own")
    };
    let stored = Edit::SetTexture {
        texture,
        format: TextureFormat::Rgba32,
        mips: Mips::Single,
    };
    let document = stored.apply(&start).expect("stored otherwise");
    let moved = Edit::PlaceMaterial {
        source,
        material: 2,
        place: Some(at(0, 1)),
    }
    .apply(&document)
    .expect("placed");
    assert_eq!(
        moved.mesh_of(0).map(|(id, mesh)| (id, mesh.draws.len())),
        Some((mesh, 2)),
        "the same mesh, two draws"
    );
    assert_eq!(
        moved.textures[&texture], document.textures[&texture],
        "its texture keeps its settings"
    );
    let gone = Edit::PlaceMaterial {
        source,
        material: 1,
        place: None,
    }
    .apply(&moved)
    .expect("left out");
    assert!(gone.mesh_of(1).is_none(), "no mesh without a material");
    assert_eq!(
        *gone.rules[1],
        ComponentRule::always(Operation::Keep),
        "a component that loses its mesh is kept"
    );
    let back = Edit::PlaceMaterial {
        source,
        material: 1,
        place: Some(at(1, 0)),
    }
    .apply(&gone)
    .expect("back");
    let (again, _) = back.mesh_of(1).expect("a mesh again");
    assert!(
        !start.meshes.contains_key(&again),
        "ids are never used twice"
    );
}
