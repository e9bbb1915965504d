//! What the 3D view shows of the open document: one state of it, as players would see it. It draws nothing itself.

use crate::base::findings::Finding;
use crate::base::text::Message;
use crate::document::ids::{AppearanceId, ChoiceId, GroupId, MeshId, ParameterId, SourceId};
use crate::document::parts::Document;
use crate::export::BuiltPayloads;
use crate::export::skeleton::Skeleton;
use crate::formats::bem::payloads::PayloadError;
use crate::formats::bem::write::PayloadStore as _;
use crate::preview::scene::package::{
    PackageScene, PackageScenes, PackageSource, PayloadAccess, PayloadKey,
};
use crate::preview::scene::part::Part;
use crate::runtime::plan::{Plan, plan};
use crate::runtime::selection::{Selection, SelectionError};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};

/// What is chosen in the view; what is not named stands at its default.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ShownState {
    /// Choices by group.
    pub choices: BTreeMap<GroupId, ChoiceId>,
    /// The fixed appearance of an opened 1.0 package.
    pub appearance: Option<AppearanceId>,
    /// Slider positions in ticks.
    pub ticks: BTreeMap<ParameterId, u32>,
}

/// One state of the document.
#[derive(Clone, Debug, Default)]
pub struct Shown {
    /// Raw meshes that are drawn, a part each draw.
    pub parts: Vec<Part>,
    /// `owners[part]`: mesh and draw.
    pub owners: Vec<(MeshId, usize)>,
    /// Materials of figures that are drawn.
    pub figure_draws: BTreeSet<(SourceId, u32)>,
    /// Names of the components whose original stays.
    pub kept: Vec<String>,
    /// Why the state cannot be shown, or parts of it that cannot.
    pub faults: Vec<Message>,
}

/// The scenes of the document on the desk, kept over states and edits.
pub(super) type Scenes = Arc<Mutex<PackageScenes>>;

/// Scenes for a document.
pub(super) fn scenes_for(document: &Document) -> Scenes {
    let geometry = document.profile().map(|profile| profile.geometry);
    Arc::new(Mutex::new(PackageScenes::new(geometry.unwrap_or_default())))
}

/// The document in one state.
pub(super) fn show(
    document: &Document,
    skeleton: &Skeleton,
    state: &ShownState,
    scenes: &Scenes,
) -> Shown {
    let planned = selection_of(document, skeleton, state)
        .map_err(|error| error.message())
        .and_then(|selection| {
            plan(&skeleton.manifest, &selection).map_err(|error| error.message())
        });
    let plan = match planned {
        Ok(plan) => plan,
        Err(message) => {
            return Shown {
                faults: vec![message],
                ..Shown::default()
            };
        }
    };
    let source = PackageSource {
        manifest: &skeleton.manifest,
        payloads: &Contents(&skeleton.payloads),
    };
    let mut scenes = scenes.lock().unwrap_or_else(PoisonError::into_inner);
    shown_of(document, skeleton, scenes.scene(source, &plan), &plan)
}

fn selection_of(
    document: &Document,
    skeleton: &Skeleton,
    state: &ShownState,
) -> Result<Selection, SelectionError> {
    let manifest = &skeleton.manifest;
    let mut selection = Selection::defaults(manifest);
    for (group, choice) in &state.choices {
        let group = document.group(*group);
        let named = group.and_then(|group| {
            let choice = group.choices.iter().find(|known| known.id == *choice)?;
            Some((&group.export_id, &choice.export_id))
        });
        if let Some((group, choice)) = named {
            selection.choose(manifest, group, choice)?;
        }
    }
    let fixed = document.appearances.iter().flat_map(|fixed| &fixed.all);
    let chosen = fixed
        .into_iter()
        .find(|known| state.appearance == Some(known.id));
    if let Some(appearance) = chosen {
        selection.set_appearance(manifest, &appearance.export_id)?;
    }
    for (parameter, tick) in &state.ticks {
        if let Some(parameter) = document.parameter(*parameter) {
            selection.set_tick(manifest, &parameter.export_id, *tick)?;
        }
    }
    Ok(selection)
}

/// Raw parts from the package's scene; of figures only which draws are chosen, since their bytes are not made yet.
fn shown_of(document: &Document, skeleton: &Skeleton, scene: PackageScene, plan: &Plan) -> Shown {
    let meshes = &skeleton.provenance.meshes;
    let mesh_at = |index: u32| meshes.get(index as usize).copied();
    let mut shown = Shown {
        kept: scene.kept.into_iter().map(|kept| kept.name).collect(),
        ..Shown::default()
    };
    for (part, owner) in scene.scene.parts.into_iter().zip(scene.owners) {
        if let Some(mesh) = mesh_at(owner.mesh) {
            shown.parts.push(part);
            shown.owners.push((mesh, owner.draw_idx));
        }
    }
    for component_idx in 0..plan.components.len() {
        let Some(replacement) = plan.replacement(component_idx) else {
            continue;
        };
        let mesh = mesh_at(replacement.mesh).and_then(|id| document.meshes.get(&id));
        let Some((mesh, source)) = mesh.and_then(|mesh| Some((mesh, mesh.source()?))) else {
            continue;
        };
        let draws = replacement.draws.iter();
        let materials = draws.filter_map(|draw| mesh.draws.get(draw.draw_idx)?.material());
        shown
            .figure_draws
            .extend(materials.map(|material| (source, material)));
    }
    let is_of_figure = |finding: &&Finding| {
        let origin = finding.place.to_string();
        let mut figures = (0_u32..).zip(meshes).filter(|(_, id)| {
            let mesh = document.meshes.get(id);
            mesh.is_some_and(|mesh| mesh.source().is_some())
        });
        figures.any(|(at, _)| {
            let pointer = format!("/meshes/{at}");
            origin == pointer || origin.starts_with(&format!("{pointer}/"))
        })
    };
    let faults = scene.faults.iter().filter(|finding| !is_of_figure(finding));
    shown.faults = faults.map(|finding| finding.message.clone()).collect();
    shown
}

/// Payloads told apart by their content, so that what was shown before an edit is shown again without decoding.
struct Contents<'a>(&'a BuiltPayloads);

impl PayloadAccess for Contents<'_> {
    fn key(&self, payload: u32) -> PayloadKey {
        let digest = self.0.digest(payload);
        digest.map_or(PayloadKey::Number(payload), PayloadKey::Content)
    }

    fn bytes(&self, payload: u32) -> Result<Cow<'_, [u8]>, PayloadError> {
        self.0.bytes(payload)
    }
}
