//! Everything that can change a document, one variant a change, each with a label for the undo menu.
//! What a variant does to the parts is told in `apply`.

use crate::base::text::{Message, Phrase};
use crate::document::apply;
use crate::document::condition::Condition;
use crate::document::ids::{
    ChoiceId, DriverId, GroupId, MeshId, ParameterId, SlotId, SourceId, TextureId,
};
use crate::document::labels as words;
use crate::document::parts::{
    Channel, ComponentRule, Document, Driver, MaterialOverrides, MaterialPlace, Mips, OptionGroup,
    PackageFacts, Parameter, RootOffset, SlotCandidate, Source, Target, Texture, TextureFormat,
    TextureReference, TextureSlot, Ticks,
};
use crate::model::bone_map::BoneMap;
use std::sync::Arc;

/// One change of a document.
#[derive(Clone, Debug, PartialEq)]
pub enum Edit {
    /// Several changes that are one step, called by this name.
    Together(&'static Phrase, Vec<Self>),
    /// Changes name, author, version or id of the package.
    SetPackage(PackageFacts),
    /// Chooses the character. Materials are left unplaced where the new target has no such place.
    SetTarget(Arc<Target>),
    /// Brings in a figure with its maps; the parts it is placed on are replaced.
    AddSource(Arc<Source>),
    /// Takes a figure out again, with its meshes and textures.
    RemoveSource(SourceId),
    /// Gives one bone's weight to a bone of the target, or to its parent's (`None`).
    MapBone {
        /// The figure.
        source: SourceId,
        /// Its bone.
        bone: u32,
        /// Name of the target's bone.
        target: Option<String>,
    },
    /// Replaces the whole bone map of a figure.
    SetBoneMap {
        /// The figure.
        source: SourceId,
        /// The new map, one entry a bone.
        map: Arc<BoneMap>,
    },
    /// Places a material of a figure on a material of the target, or nowhere.
    PlaceMaterial {
        /// The figure.
        source: SourceId,
        /// Its material.
        material: u32,
        /// Where it goes.
        place: Option<MaterialPlace>,
    },
    /// Changes how a texture is stored.
    SetTexture {
        /// The texture.
        texture: TextureId,
        /// Pixel format.
        format: TextureFormat,
        /// Levels.
        mips: Mips,
    },
    /// Brings in a texture that no figure has: raw levels, or one colour.
    AddTexture(Arc<Texture>),
    /// Takes a texture out, and with it every place that names it.
    RemoveTexture(TextureId),
    /// Sets what a draw takes from the game and when it is drawn.
    SetDraw {
        /// The mesh.
        mesh: MeshId,
        /// Which of its draws.
        draw: u32,
        /// Its new settings.
        settings: DrawSettings,
    },
    /// Takes a raw mesh out; where it stood, the original stays.
    RemoveMesh(MeshId),
    /// Sets the whole rule of one component.
    SetRule {
        /// Index of the component.
        component: u32,
        /// Its new rule.
        rule: Arc<ComponentRule>,
    },
    /// Turns fixed appearances into one option group with a choice for each (bem.md ch. 19).
    ConvertAppearances,
    /// Adds an option group at the end.
    AddGroup {
        /// Display name.
        name: String,
        /// Display names of its choices, at least one; the first is the default.
        choices: Vec<String>,
    },
    /// Removes a group. Whatever depended on it behaves as with its default choice.
    RemoveGroup(GroupId),
    /// Changes the display names of a group and its choices; ids stay.
    RenameGroup {
        /// The group.
        group: GroupId,
        /// Its new name.
        name: String,
        /// New names of its choices, in order.
        choices: Vec<String>,
    },
    /// Replaces a group by one with the same choices, in any order: names, ids, default, availability, previews.
    SetGroup(Arc<OptionGroup>),
    /// Adds a choice at the end of a group.
    AddChoice {
        /// The group.
        group: GroupId,
        /// Display name.
        name: String,
    },
    /// Removes a choice. What it alone led to is gone; of the default, the first other becomes the default.
    RemoveChoice {
        /// The group.
        group: GroupId,
        /// The choice.
        choice: ChoiceId,
    },
    /// Puts a group at another place of the list.
    MoveGroup {
        /// The group.
        group: GroupId,
        /// Its new index.
        to: u32,
    },
    /// Sets what every selection must satisfy.
    SetConstraints(Vec<Arc<Condition>>),
    /// Adds a texture slot.
    AddSlot {
        /// What its id is made from.
        name: String,
        /// Its candidates.
        candidates: Vec<SlotCandidate>,
    },
    /// Replaces a texture slot by one with the same id.
    SetSlot(Arc<TextureSlot>),
    /// Removes a texture slot, and with it every place that names it.
    RemoveSlot(SlotId),
    /// Adds a slider.
    AddParameter {
        /// Display name.
        name: String,
        /// Its ticks.
        ticks: Ticks,
    },
    /// Replaces a slider by one with the same id. Frames beyond its new way are refused.
    SetParameter(Arc<Parameter>),
    /// Removes a slider with its frames, and the bindings that move it.
    RemoveParameter(ParameterId),
    /// Sets what a slider does to a mesh, anew or in place of what it did.
    SetChannel(Arc<Channel>),
    /// Takes the frames of a slider off a mesh.
    RemoveChannel {
        /// The mesh.
        mesh: MeshId,
        /// The slider.
        parameter: ParameterId,
    },
    /// Shifts the whole figure, or no longer.
    SetRootOffset(Option<Arc<RootOffset>>),
    /// Adds a driver; its ids are made here.
    AddDriver(Arc<Driver>),
    /// Replaces a driver by one with the same id.
    SetDriver(Arc<Driver>),
    /// Removes a driver.
    RemoveDriver(DriverId),
}

/// What of a draw can be set, whatever its triangles are.
#[derive(Clone, Debug, PartialEq)]
pub struct DrawSettings {
    /// Original material that is copied for it.
    pub donor: MaterialPlace,
    /// Replacement textures.
    pub textures: Vec<TextureReference>,
    /// When it is drawn; none = always.
    pub when: Option<Condition>,
    /// Properties and keywords it changes.
    pub overrides: Option<Arc<MaterialOverrides>>,
}

/// Why an edit was refused. The document is unchanged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct EditError(pub Message);

impl Edit {
    /// The document after this edit; the document itself is not changed.
    ///
    /// # Errors
    ///
    /// [`EditError`] when a part it names is gone or a value is not allowed; says which and why.
    pub fn apply(&self, document: &Document) -> Result<Document, EditError> {
        apply::apply(self, document)
    }

    /// What the undo menu calls it.
    pub fn label(&self) -> Message {
        Message::new(match self {
            Self::Together(label, _) => label,
            Self::SetPackage(_) => &words::SET_PACKAGE,
            Self::SetTarget(_) => &words::SET_TARGET,
            Self::AddSource(_) => &words::ADD_SOURCE,
            Self::RemoveSource(_) => &words::REMOVE_SOURCE,
            Self::MapBone { .. } => &words::MAP_BONE,
            Self::SetBoneMap { .. } => &words::SET_BONE_MAP,
            Self::PlaceMaterial { .. } => &words::PLACE_MATERIAL,
            Self::SetTexture { .. } => &words::SET_TEXTURE,
            Self::AddTexture(_) => &words::ADD_TEXTURE,
            Self::RemoveTexture(_) => &words::REMOVE_TEXTURE,
            Self::SetDraw { .. } => &words::SET_DRAW,
            Self::RemoveMesh(_) => &words::REMOVE_MESH,
            Self::SetRule { .. } => &words::SET_RULE,
            Self::ConvertAppearances => &words::CONVERT_APPEARANCES,
            Self::SetGroup(_) => &words::SET_GROUP,
            Self::AddChoice { .. } => &words::ADD_CHOICE,
            Self::RemoveChoice { .. } => &words::REMOVE_CHOICE,
            Self::MoveGroup { .. } => &words::MOVE_GROUP,
            Self::SetConstraints(_) => &words::SET_CONSTRAINTS,
            Self::AddSlot { .. } => &words::ADD_SLOT,
            Self::SetSlot(_) => &words::SET_SLOT,
            Self::RemoveSlot(_) => &words::REMOVE_SLOT,
            Self::AddParameter { .. } => &words::ADD_PARAMETER,
            Self::SetParameter(_) => &words::SET_PARAMETER,
            Self::RemoveParameter(_) => &words::REMOVE_PARAMETER,
            Self::SetChannel(_) => &words::SET_CHANNEL,
            Self::RemoveChannel { .. } => &words::REMOVE_CHANNEL,
            Self::SetRootOffset(_) => &words::SET_ROOT_OFFSET,
            Self::AddDriver(_) => &words::ADD_DRIVER,
            Self::SetDriver(_) => &words::SET_DRIVER,
            Self::RemoveDriver(_) => &words::REMOVE_DRIVER,
            Self::AddGroup { .. } => &words::ADD_GROUP,
            Self::RemoveGroup(_) => &words::REMOVE_GROUP,
            Self::RenameGroup { .. } => &words::RENAME_GROUP,
        })
    }
}
