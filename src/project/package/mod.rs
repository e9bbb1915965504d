//! A package as a document: everything in it becomes a part with an id of its own, its payloads become blobs.
//!
//! Only packages that no rule rejects are opened so: what a table says of another table is true in them. Values that
//! reading tolerates with a warning stay where they can be mended (bem.md ch. 0).

mod blobs;
mod meshes;
mod motion;
mod options;
mod target;

pub use blobs::blobs_of;

use crate::base::numbers::usize_of;
use crate::document::blob::{Blob, BlobError};
use crate::document::condition::Condition;
use crate::document::ids::{ChoiceId, GroupId, MeshId, ParameterId, SlotId, TextureId};
use crate::document::metadata::{KeyOrders, Metadata};
use crate::document::parts::{Document, OpenedFacts, PackageFacts, TextureReference};
use crate::formats::bem::json::{self, Members};
use crate::formats::bem::manifest::{self, Manifest};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Why a package cannot become a document.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpenError {
    /// A table names an entry that another table does not have.
    #[error("{pointer} names what is not there")]
    Dangling {
        /// JSON pointer of the place, or of its table.
        pointer: String,
    },
    /// A payload cannot be read.
    #[error(transparent)]
    Blob(#[from] BlobError),
}

/// The document of a package. `blobs[id]` are its payloads.
///
/// # Errors
///
/// [`OpenError`]; none for a package that no rule rejects and whose payloads can be read.
pub fn document_of(manifest: &Manifest, blobs: &[Blob]) -> Result<Document, OpenError> {
    let mut opening = Opening::new(manifest, blobs);
    opening.name_parts();
    let groups = options::groups_of(&opening)?;
    let mut document = Document {
        package: PackageFacts {
            id: manifest.package_id.clone(),
            name: manifest.name.clone(),
            author: manifest.author.clone(),
            version: manifest.version.clone(),
        },
        target: Some(Arc::new(target::target_of(&manifest.target))),
        textures: meshes::textures_of(&opening)?,
        meshes: meshes::meshes_of(&opening)?,
        groups,
        constraints: options::constraints_of(&opening)?,
        rules: options::rules_of(&opening)?,
        slots: meshes::slots_of(&opening)?,
        parameters: motion::parameters_of(&opening)?,
        channels: motion::channels_of(&opening)?,
        root_offset: manifest
            .root_offset
            .as_ref()
            .map(|offset| Arc::new(motion::root_offset_of(offset))),
        drivers: motion::drivers_of(&mut opening)?,
        opened: Some(Arc::new(facts_of(manifest))),
        ..Document::default()
    };
    if manifest.option_groups.is_none() {
        document.appearances = options::appearances_of(&mut opening)?.map(Arc::new);
    }
    document.next_id = opening.next_id;
    Ok(document)
}

fn facts_of(manifest: &Manifest) -> OpenedFacts {
    let capabilities = manifest.required_capabilities.iter();
    OpenedFacts {
        metadata: metadata_of(&manifest.extra),
        key_orders: KeyOrders(manifest.key_orders.to_lists()),
        is_composable: manifest.option_groups.is_some(),
        lists_astc: capabilities.into_iter().any(|name| name == "texture-astc"),
    }
}

fn metadata_of(members: &Members) -> Metadata {
    let members = members.iter();
    Metadata(
        members
            .map(|(key, value)| (key.clone(), json::to_compact(value)))
            .collect(),
    )
}

/// A package on its way into a document: its tables, and the ids their entries got.
struct Opening<'a> {
    manifest: &'a Manifest,
    blobs: &'a [Blob],
    /// A phone copy's previews are numbers of payloads that were dropped (bem.md ch. 20).
    is_phone_copy: bool,
    next_id: u32,
    meshes: Vec<MeshId>,
    textures: Vec<TextureId>,
    groups: BTreeMap<&'a str, (GroupId, BTreeMap<&'a str, ChoiceId>)>,
    slots: BTreeMap<&'a str, SlotId>,
    parameters: BTreeMap<&'a str, ParameterId>,
}

impl<'a> Opening<'a> {
    fn new(manifest: &'a Manifest, blobs: &'a [Blob]) -> Self {
        Self {
            manifest,
            blobs,
            is_phone_copy: json::find(&manifest.extra, "android_install").is_some(),
            next_id: 0,
            meshes: Vec::new(),
            textures: Vec::new(),
            groups: BTreeMap::new(),
            slots: BTreeMap::new(),
            parameters: BTreeMap::new(),
        }
    }

    fn take_id(&mut self) -> u32 {
        let id = self.next_id;
        self.next_id = id.saturating_add(1);
        id
    }

    /// Gives every entry of a table that another may name its id.
    fn name_parts(&mut self) {
        let manifest = self.manifest;
        for _ in &manifest.meshes {
            let id = MeshId(self.take_id());
            self.meshes.push(id);
        }
        for _ in &manifest.textures {
            let id = TextureId(self.take_id());
            self.textures.push(id);
        }
        for group in manifest.option_groups.iter().flatten() {
            let id = GroupId(self.take_id());
            let choices = group.choices.iter();
            let choices = choices
                .map(|choice| (choice.id.as_str(), ChoiceId(self.take_id())))
                .collect();
            self.groups.insert(&group.id, (id, choices));
        }
        for slot in &manifest.texture_slots {
            let id = SlotId(self.take_id());
            self.slots.insert(&slot.id, id);
        }
        for parameter in &manifest.parameters {
            let id = ParameterId(self.take_id());
            self.parameters.insert(&parameter.id, id);
        }
    }

    fn blob(&self, payload: u32) -> Result<Blob, OpenError> {
        let blob = self.blobs.get(usize_of(payload));
        blob.cloned().ok_or_else(|| dangling("payload"))
    }

    fn mesh(&self, index: u32) -> Result<MeshId, OpenError> {
        let mesh = self.meshes.get(usize_of(index));
        mesh.copied().ok_or_else(|| dangling("/meshes"))
    }

    fn texture(&self, index: u32) -> Result<TextureId, OpenError> {
        let texture = self.textures.get(usize_of(index));
        texture.copied().ok_or_else(|| dangling("/textures"))
    }

    fn parameter(&self, id: &str) -> Result<ParameterId, OpenError> {
        let parameter = self.parameters.get(id);
        parameter.copied().ok_or_else(|| dangling("/parameters"))
    }

    fn references(
        &self,
        references: &[manifest::TextureReference],
    ) -> Result<Vec<TextureReference>, OpenError> {
        let one = |reference: &manifest::TextureReference| match reference {
            manifest::TextureReference::Texture(index) => {
                self.texture(*index).map(TextureReference::Texture)
            }
            manifest::TextureReference::Slot(id) => {
                let slot = self.slots.get(id.as_str());
                let slot = slot.ok_or_else(|| dangling("/texture_slots"))?;
                Ok(TextureReference::Slot(*slot))
            }
        };
        references.iter().map(one).collect()
    }

    fn when(&self, when: Option<&manifest::Condition>) -> Result<Option<Condition>, OpenError> {
        when.map(|when| self.condition(when)).transpose()
    }

    /// Recursion ends with the depth of the JSON.
    fn condition(&self, when: &manifest::Condition) -> Result<Condition, OpenError> {
        let all = |parts: &[manifest::Condition]| {
            let parts = parts.iter().map(|part| self.condition(part));
            parts.collect::<Result<Vec<Condition>, OpenError>>()
        };
        Ok(match when {
            manifest::Condition::Constant(value) => Condition::Constant(*value),
            manifest::Condition::Eq { group, choice } => {
                let group = self.groups.get(group.as_str());
                let named = group.and_then(|(group, choices)| {
                    let choice = choices.get(choice.as_str())?;
                    Some((*group, *choice))
                });
                let (group, choice) = named.ok_or_else(|| dangling("/option_groups"))?;
                Condition::Is { group, choice }
            }
            manifest::Condition::All(parts) => Condition::All(all(parts)?),
            manifest::Condition::Any(parts) => Condition::Any(all(parts)?),
            manifest::Condition::Not(part) => Condition::Not(Box::new(self.condition(part)?)),
        })
    }
}

fn dangling(pointer: impl Into<String>) -> OpenError {
    OpenError::Dangling {
        pointer: pointer.into(),
    }
}
