//! What importing a figure and choosing a character mean for the document: the automatic maps, as edits.

use crate::base::text::{Message, Phrase};
use crate::document::edit::Edit;
use crate::document::ids::SourceId;
use crate::document::parts::{Document, MaterialPlace, PackageFacts, Source, Target};
use crate::import::{bone_map, roles};
use crate::model::bone_map::{BoneMap, BoneTarget, MappedBy};
use crate::model::figure::Model;
use crate::model::target::TargetProfile;
use crate::session::intake::Figure;
use std::collections::BTreeMap;
use std::sync::Arc;

static CHOOSE_CHARACTER: Phrase = Phrase::new("选择角色", "キャラクターを選択", "Choose character");
static IMPORT_FIGURE: Phrase = Phrase::new("导入模型", "モデルを読み込み", "Import model");

/// Stands for an author who has not said their name.
pub const NO_AUTHOR: &str = "-";

/// An empty document named after a figure. Its package id comes from the figure's content: the same on every machine.
pub fn new_document(figure: &Figure) -> Document {
    let hex = figure.digest.to_hex();
    let short = hex.get(..16).unwrap_or(&hex);
    Document {
        package: PackageFacts {
            id: format!("studio.{short}"),
            name: figure.name(),
            author: NO_AUTHOR.to_owned(),
            version: "1.0.0".to_owned(),
        },
        ..Document::default()
    }
}

/// Brings a figure into a document, and with it the character if the document has none yet: one step.
pub fn add_figure(document: &Document, figure: &Figure, target: Option<&Arc<Target>>) -> Edit {
    let known = document.target.as_ref();
    let profile = known.or(target).map(|target| target.profile.as_ref());
    let source = Arc::new(source_of(figure, profile));
    let add = Edit::AddSource(source);
    match (known, target) {
        (None, Some(target)) => Edit::Together(
            &IMPORT_FIGURE,
            vec![Edit::SetTarget(Arc::clone(target)), add],
        ),
        _ => add,
    }
}

/// Chooses the character and maps every figure onto it: one step.
///
/// What the author decided by hand stays where the new character has such a bone; the same character read again keeps
/// every place that is still there.
pub fn choose_target(document: &Document, target: &Arc<Target>) -> Edit {
    let same = document
        .profile()
        .is_some_and(|known| known.character_id == target.profile.character_id);
    let mut edits = vec![Edit::SetTarget(Arc::clone(target))];
    for (id, source) in &document.sources {
        let map = remapped(source, &target.profile);
        if !same {
            edits.extend(placing(*id, &places(&source.model, &target.profile, &map)));
        }
        edits.push(Edit::SetBoneMap {
            source: *id,
            map: Arc::new(map),
        });
    }
    Edit::Together(&CHOOSE_CHARACTER, edits)
}

/// The guessed map, but with what the author said where the target has that bone.
fn remapped(source: &Source, profile: &TargetProfile) -> BoneMap {
    let mut map = bone_map::guess(&source.model, profile).map;
    let names = profile.bone_names();
    for (entry, before) in map.targets.iter_mut().zip(&source.bone_map.targets) {
        let is_known = before
            .target
            .as_deref()
            .is_some_and(|name| names.binary_search(&name).is_ok());
        if before.by == MappedBy::Author && is_known {
            entry.clone_from(before);
        }
    }
    map
}

fn placing(source: SourceId, places: &[Option<MaterialPlace>]) -> Vec<Edit> {
    let numbered = (0_u32..).zip(places);
    numbered
        .map(|(material, place)| Edit::PlaceMaterial {
            source,
            material,
            place: *place,
        })
        .collect()
}

fn source_of(figure: &Figure, profile: Option<&TargetProfile>) -> Source {
    let model = &figure.model;
    let (map, places) = if let Some(profile) = profile {
        let map = bone_map::guess(model, profile).map;
        let places = places(model, profile, &map);
        (map, places)
    } else {
        let targets = vec![BoneTarget::default(); model.bones.len()];
        (BoneMap { targets }, vec![None; model.materials.len()])
    };
    Source {
        name: figure.name(),
        path: figure.path.clone(),
        digest: figure.digest,
        model: Arc::clone(model),
        bone_map: Arc::new(map),
        places,
    }
}

/// Where each material goes at first: the component its name and bones speak for; several on one component take its
/// slots in turn, the last slot as often as needed.
fn places(model: &Model, profile: &TargetProfile, map: &BoneMap) -> Vec<Option<MaterialPlace>> {
    let guesses = roles::guess(model, profile, map);
    let mut taken: BTreeMap<u32, u32> = BTreeMap::new();
    let mut places = Vec::with_capacity(guesses.len());
    for guess in guesses {
        places.push(guess.component.and_then(|component| {
            let n_slots = profile
                .components
                .get(component as usize)
                .map_or(0, |known| known.materials.len());
            let last = u32::try_from(n_slots).ok()?.checked_sub(1)?;
            let next = taken.entry(component).or_insert(0);
            let slot = (*next).min(last);
            *next += 1;
            Some(MaterialPlace { component, slot })
        }));
    }
    places
}

/// A document with one figure placed on a character: what `import` writes.
///
/// # Errors
///
/// The sentence of a refused edit.
pub fn imported(figure: &Figure, target: &Arc<Target>) -> Result<Document, Message> {
    let document = new_document(figure);
    let edit = add_figure(&document, figure, Some(target));
    edit.apply(&document).map_err(|refused| refused.0)
}

/// A document with a figure and no character: enough to look at.
///
/// # Errors
///
/// The sentence of a refused edit.
pub fn alone(figure: &Figure) -> Result<Document, Message> {
    let document = new_document(figure);
    let edit = add_figure(&document, figure, None);
    edit.apply(&document).map_err(|refused| refused.0)
}
