//! Everything that can change a document, one variant a change, each with a label for the undo menu.
//! What a variant does to the parts is told in `apply`.

use crate::base::text::{Message, Phrase};
use crate::document::apply;
use crate::document::ids::{GroupId, SourceId, TextureId};
use crate::document::parts::{
    ComponentRule, Document, MaterialPlace, Mips, PackageFacts, Source, Target, TextureFormat,
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
    /// Sets the whole rule of one component.
    SetRule {
        /// Index of the component.
        component: u32,
        /// Its new rule.
        rule: Arc<ComponentRule>,
    },
    /// Adds an option group at the end.
    AddGroup {
        /// Display name.
        name: String,
        /// Display names of its choices, at least one; the first is the default.
        choices: Vec<String>,
    },
    /// Removes a group and every branch of a rule that names it.
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
            Self::SetRule { .. } => &words::SET_RULE,
            Self::AddGroup { .. } => &words::ADD_GROUP,
            Self::RemoveGroup(_) => &words::REMOVE_GROUP,
            Self::RenameGroup { .. } => &words::RENAME_GROUP,
        })
    }
}

/// Labels of edits.
mod words {
    use super::Phrase;

    pub(super) static SET_PACKAGE: Phrase =
        Phrase::new("修改包信息", "パッケージ情報を変更", "Change package facts");
    pub(super) static SET_TARGET: Phrase =
        Phrase::new("选择角色", "キャラクターを選択", "Choose character");
    pub(super) static ADD_SOURCE: Phrase =
        Phrase::new("导入模型", "モデルを読み込み", "Import model");
    pub(super) static REMOVE_SOURCE: Phrase =
        Phrase::new("移除模型", "モデルを取り除く", "Remove model");
    pub(super) static MAP_BONE: Phrase = Phrase::new("映射骨骼", "ボーンを割り当て", "Map bone");
    pub(super) static SET_BONE_MAP: Phrase =
        Phrase::new("映射全部骨骼", "ボーンをまとめて割り当て", "Map all bones");
    pub(super) static PLACE_MATERIAL: Phrase =
        Phrase::new("分配材质", "材質を割り当て", "Place material");
    pub(super) static SET_TEXTURE: Phrase = Phrase::new(
        "修改贴图格式",
        "テクスチャ形式を変更",
        "Change texture format",
    );
    pub(super) static SET_RULE: Phrase = Phrase::new(
        "修改部件规则",
        "パーツの規則を変更",
        "Change component rule",
    );
    pub(super) static ADD_GROUP: Phrase =
        Phrase::new("添加选项组", "オプション群を追加", "Add option group");
    pub(super) static REMOVE_GROUP: Phrase =
        Phrase::new("删除选项组", "オプション群を削除", "Remove option group");
    pub(super) static RENAME_GROUP: Phrase = Phrase::new(
        "重命名选项组",
        "オプション群の名前を変更",
        "Rename option group",
    );
}
