//! What each edit does to the parts. A refused edit returns an error and no document.

use crate::base::numbers::{u32_of, usize_of};
use crate::base::text::{Message, Phrase};
use crate::document::condition::Condition;
use crate::document::edit::{Edit, EditError};
use crate::document::ids::{ChoiceId, GroupId, MeshId, SourceId, TextureId};
use crate::document::naming;
use crate::document::parts::{
    Choice, ComponentRule, Document, Draw, MaterialPlace, Mesh, Mips, Operation, OptionGroup,
    PackageFacts, Picture, Source, Target, Texture, TextureFormat,
};
use crate::model::bone_map::{BoneMap, BoneTarget, MappedBy};
use crate::model::target::TargetProfile;
use std::sync::Arc;

static NO_SUCH_PART: Phrase = Phrase::new(
    "{part} 已不在此文档中。",
    "{part} はこのドキュメントにもうありません。",
    "{part} is no longer part of this document.",
);
static TEXT_LENGTH: Phrase = Phrase::new(
    "“{field}”的长度必须为 1 到 256 字节，现为 {length} 字节。",
    "「{field}」は 1〜256 バイトにしてください（現在 {length} バイト）。",
    "\"{field}\" must be 1 to 256 bytes long; it has {length}.",
);
static BAD_ID: Phrase = Phrase::new(
    "ID“{id}”只能用字母、数字、“_”“.”“-”，以字母或数字开头，最多 96 个字符。",
    "ID「{id}」は英数字と「_」「.」「-」のみ、先頭は英数字、96 文字までです。",
    "The id \"{id}\" may hold only letters, digits, \"_\", \".\", \"-\", starting with a letter or digit, up to 96.",
);
static NO_TARGET: Phrase = Phrase::new(
    "请先选择角色。",
    "先にキャラクターを選んでください。",
    "Choose a character first.",
);
static NO_PLACE: Phrase = Phrase::new(
    "角色没有部件 {component} 的材质 {slot}。",
    "キャラクターにはパーツ {component} の材質 {slot} がありません。",
    "The character has no material {slot} on component {component}.",
);
static NO_TARGET_BONE: Phrase = Phrase::new(
    "角色骨架中没有骨骼“{bone}”。",
    "キャラクターの骨格にボーン「{bone}」がありません。",
    "The character's skeleton has no bone \"{bone}\".",
);
static MAP_LENGTH: Phrase = Phrase::new(
    "骨骼映射有 {given} 项，模型有 {wanted} 根骨骼。",
    "ボーン割り当ては {given} 件、モデルのボーンは {wanted} 本です。",
    "The bone map has {given} entries, the model {wanted} bones.",
);
static GROUP_SIZE: Phrase = Phrase::new(
    "选项组需要 1 到 64 个选项，现为 {given} 个。",
    "オプション群の選択肢は 1〜64 個です（現在 {given} 個）。",
    "A group needs 1 to 64 choices; {given} are given.",
);
static GROUP_COUNT: Phrase = Phrase::new(
    "一个包最多 64 个选项组。",
    "オプション群は 1 パッケージに 64 個までです。",
    "A package holds at most 64 option groups.",
);

fn refused(message: Message) -> EditError {
    EditError(message)
}

fn no_such_part(part: impl std::fmt::Display) -> EditError {
    refused(Message::new(&NO_SUCH_PART).with("part", part))
}

/// The document after `edit`.
pub(super) fn apply(edit: &Edit, document: &Document) -> Result<Document, EditError> {
    let mut next = document.clone();
    match edit {
        Edit::Together(_, edits) => {
            for edit in edits {
                next = apply(edit, &next)?;
            }
        }
        Edit::SetPackage(facts) => set_package(&mut next, facts)?,
        Edit::SetTarget(target) => set_target(&mut next, target),
        Edit::AddSource(source) => add_source(&mut next, source)?,
        Edit::RemoveSource(id) => remove_source(&mut next, *id)?,
        Edit::MapBone {
            source,
            bone,
            target,
        } => map_bone(&mut next, *source, *bone, target.as_deref())?,
        Edit::SetBoneMap { source, map } => set_bone_map(&mut next, *source, map)?,
        Edit::PlaceMaterial {
            source,
            material,
            place,
        } => place_material(&mut next, *source, *material, *place)?,
        Edit::SetTexture {
            texture,
            format,
            mips,
        } => set_texture(&mut next, *texture, *format, *mips)?,
        Edit::SetRule { component, rule } => set_rule(&mut next, *component, rule)?,
        Edit::AddGroup { name, choices } => add_group(&mut next, name, choices)?,
        Edit::RemoveGroup(group) => remove_group(&mut next, *group)?,
        Edit::RenameGroup {
            group,
            name,
            choices,
        } => rename_group(&mut next, *group, name, choices)?,
    }
    Ok(next)
}

fn set_package(next: &mut Document, facts: &PackageFacts) -> Result<(), EditError> {
    if !naming::is_stable_id(&facts.id) {
        return Err(refused(Message::new(&BAD_ID).with("id", &facts.id)));
    }
    for (field, text) in [
        ("name", &facts.name),
        ("author", &facts.author),
        ("version", &facts.version),
    ] {
        check_text(field, text)?;
    }
    next.package = facts.clone();
    Ok(())
}

fn check_text(field: &str, text: &str) -> Result<(), EditError> {
    if (1..=256).contains(&text.len()) {
        return Ok(());
    }
    Err(refused(
        Message::new(&TEXT_LENGTH)
            .with("field", field)
            .with("length", text.len()),
    ))
}

fn set_target(next: &mut Document, target: &Arc<Target>) {
    next.target = Some(Arc::clone(target));
    next.rules = vec![Arc::default(); target.profile.components.len()];
    let ids: Vec<SourceId> = next.sources.keys().copied().collect();
    for id in ids {
        if let Some(source) = next.sources.get_mut(&id) {
            let profile = target.profile.as_ref();
            for place in &mut Arc::make_mut(source).places {
                *place = place.filter(|place| has_place(profile, *place));
            }
        }
    }
    rebuild(next);
}

fn has_place(profile: &TargetProfile, place: MaterialPlace) -> bool {
    profile
        .components
        .get(usize_of(place.component))
        .is_some_and(|component| usize_of(place.slot) < component.materials.len())
}

fn add_source(next: &mut Document, source: &Arc<Source>) -> Result<(), EditError> {
    for place in source.places.iter().flatten() {
        check_place(next, *place)?;
    }
    let id = SourceId(take_id(next));
    next.sources.insert(id, Arc::clone(source));
    rebuild(next);
    Ok(())
}

fn check_place(document: &Document, place: MaterialPlace) -> Result<(), EditError> {
    let profile = document
        .profile()
        .ok_or_else(|| refused(Message::new(&NO_TARGET)))?;
    if has_place(profile, place) {
        return Ok(());
    }
    Err(refused(
        Message::new(&NO_PLACE)
            .with("component", place.component)
            .with("slot", place.slot),
    ))
}

fn remove_source(next: &mut Document, id: SourceId) -> Result<(), EditError> {
    next.sources.remove(&id).ok_or_else(|| no_such_part(id))?;
    rebuild(next);
    Ok(())
}

fn source_mut(next: &mut Document, id: SourceId) -> Result<&mut Source, EditError> {
    next.sources
        .get_mut(&id)
        .map(Arc::make_mut)
        .ok_or_else(|| no_such_part(id))
}

fn map_bone(
    next: &mut Document,
    id: SourceId,
    bone: u32,
    target: Option<&str>,
) -> Result<(), EditError> {
    if let Some(name) = target {
        let profile = next
            .profile()
            .ok_or_else(|| refused(Message::new(&NO_TARGET)))?;
        if !profile
            .components
            .iter()
            .any(|component| component.bone_names.iter().any(|known| known == name))
        {
            return Err(refused(Message::new(&NO_TARGET_BONE).with("bone", name)));
        }
    }
    let source = source_mut(next, id)?;
    let entry = match target {
        Some(name) => BoneTarget {
            target: Some(name.to_owned()),
            by: MappedBy::Author,
        },
        None => folded(source, bone),
    };
    let map = Arc::make_mut(&mut source.bone_map);
    *map.targets
        .get_mut(usize_of(bone))
        .ok_or_else(|| no_such_part(format!("{id}/bone:{bone}")))? = entry;
    Ok(())
}

/// The target of the nearest ancestor that has one.
fn folded(source: &Source, bone: u32) -> BoneTarget {
    let mut at = source
        .model
        .bones
        .get(usize_of(bone))
        .and_then(|bone| bone.parent);
    for _ in 0..source.model.bones.len() {
        let Some(index) = at else { break };
        if let Some(found) = source
            .bone_map
            .targets
            .get(usize_of(index))
            .and_then(|entry| entry.target.clone())
        {
            return BoneTarget {
                target: Some(found),
                by: MappedBy::Parent,
            };
        }
        at = source
            .model
            .bones
            .get(usize_of(index))
            .and_then(|bone| bone.parent);
    }
    BoneTarget::default()
}

fn set_bone_map(next: &mut Document, id: SourceId, map: &Arc<BoneMap>) -> Result<(), EditError> {
    let source = source_mut(next, id)?;
    let (given, wanted) = (map.targets.len(), source.model.bones.len());
    if given != wanted {
        return Err(refused(
            Message::new(&MAP_LENGTH)
                .with("given", given)
                .with("wanted", wanted),
        ));
    }
    source.bone_map = Arc::clone(map);
    Ok(())
}

fn place_material(
    next: &mut Document,
    id: SourceId,
    material: u32,
    place: Option<MaterialPlace>,
) -> Result<(), EditError> {
    if let Some(place) = place {
        check_place(next, place)?;
    }
    let source = source_mut(next, id)?;
    let entry = source.places.get_mut(usize_of(material));
    *entry.ok_or_else(|| no_such_part(format!("{id}/material:{material}")))? = place;
    rebuild(next);
    Ok(())
}

fn set_texture(
    next: &mut Document,
    id: TextureId,
    format: TextureFormat,
    mips: Mips,
) -> Result<(), EditError> {
    let texture = next.textures.get_mut(&id).ok_or_else(|| no_such_part(id))?;
    let texture = Arc::make_mut(texture);
    (texture.format, texture.mips) = (format, mips);
    Ok(())
}

fn set_rule(
    next: &mut Document,
    component: u32,
    rule: &Arc<ComponentRule>,
) -> Result<(), EditError> {
    for branch in &rule.branches {
        for (group, choice) in branch.when.atoms() {
            let known = next
                .group(group)
                .is_some_and(|group| group.choices.iter().any(|known| known.id == choice));
            if !known {
                return Err(no_such_part(choice));
            }
        }
    }
    let operations = rule
        .branches
        .iter()
        .map(|branch| branch.then)
        .chain([rule.otherwise]);
    for operation in operations {
        if let Operation::Replace(mesh) = operation
            && !next.meshes.contains_key(&mesh)
        {
            return Err(no_such_part(mesh));
        }
    }
    let entry = next.rules.get_mut(usize_of(component));
    *entry.ok_or_else(|| no_such_part(format!("component:{component}")))? = Arc::clone(rule);
    Ok(())
}

fn take_id(next: &mut Document) -> u32 {
    let id = next.next_id;
    next.next_id = id.saturating_add(1);
    id
}

fn add_group(next: &mut Document, name: &str, choices: &[String]) -> Result<(), EditError> {
    check_group(name, choices)?;
    if next.groups.len() >= 64 {
        return Err(refused(Message::new(&GROUP_COUNT)));
    }
    let id = GroupId(take_id(next));
    let taken = |id: &str| next.groups.iter().any(|group| group.export_id == id);
    let export_id = naming::export_id(name, "option", taken);
    let mut made: Vec<Choice> = Vec::with_capacity(choices.len());
    for name in choices {
        let export_id = naming::export_id(name, "choice", |id| {
            made.iter().any(|choice| choice.export_id == id)
        });
        made.push(Choice {
            id: ChoiceId(take_id(next)),
            export_id,
            name: name.clone(),
        });
    }
    let Some(default) = made.first().map(|choice| choice.id) else {
        return Ok(());
    };
    next.groups.push(Arc::new(OptionGroup {
        id,
        export_id,
        name: name.to_owned(),
        default,
        choices: made,
    }));
    Ok(())
}

fn check_group(name: &str, choices: &[String]) -> Result<(), EditError> {
    check_text("name", name)?;
    if choices.is_empty() || choices.len() > 64 {
        return Err(refused(
            Message::new(&GROUP_SIZE).with("given", choices.len()),
        ));
    }
    choices
        .iter()
        .try_for_each(|choice| check_text("name", choice))
}

fn remove_group(next: &mut Document, id: GroupId) -> Result<(), EditError> {
    let at = next
        .groups
        .iter()
        .position(|group| group.id == id)
        .ok_or_else(|| no_such_part(id))?;
    for rule in next.rules_naming(id) {
        let names = |condition: &Condition| condition.atoms().iter().any(|(group, _)| *group == id);
        Arc::make_mut(&mut next.rules[rule])
            .branches
            .retain(|branch| !names(&branch.when));
    }
    for mesh in next.meshes.values_mut() {
        for draw in &mut Arc::make_mut(mesh).draws {
            draw.when = draw
                .when
                .take()
                .filter(|when| !when.atoms().iter().any(|(group, _)| *group == id));
        }
    }
    next.groups.remove(at);
    Ok(())
}

fn rename_group(
    next: &mut Document,
    id: GroupId,
    name: &str,
    choices: &[String],
) -> Result<(), EditError> {
    check_group(name, choices)?;
    let group = next
        .groups
        .iter_mut()
        .find(|group| group.id == id)
        .ok_or_else(|| no_such_part(id))?;
    if group.choices.len() != choices.len() {
        return Err(refused(
            Message::new(&GROUP_SIZE).with("given", choices.len()),
        ));
    }
    let group = Arc::make_mut(group);
    name.clone_into(&mut group.name);
    for (choice, name) in group.choices.iter_mut().zip(choices) {
        name.clone_into(&mut choice.name);
    }
    Ok(())
}

/// Makes meshes, draws and textures follow where materials are placed.
///
/// One mesh per (component, figure), its draws in the figure's order. Parts that stay keep their ids and settings; a
/// component that gains its first mesh is replaced, one that loses its mesh is kept.
fn rebuild(next: &mut Document) {
    let wanted = wanted_meshes(next);
    let old_meshes = std::mem::take(&mut next.meshes);
    let old_textures = std::mem::take(&mut next.textures);
    for (component, source, draws) in wanted {
        let known = old_meshes
            .iter()
            .find(|(_, mesh)| mesh.component == component && mesh.source == source);
        let id = known.map_or_else(|| MeshId(take_id(next)), |(id, _)| *id);
        let mut mesh = Mesh {
            component,
            source,
            draws: Vec::with_capacity(draws.len()),
        };
        for (material, donor) in draws {
            let textures = wanted_textures(next, source, material, donor);
            let textures = textures
                .into_iter()
                .map(|texture| keep_texture(next, &old_textures, texture))
                .collect();
            let when = known
                .and_then(|(_, mesh)| mesh.draws.iter().find(|draw| draw.material == material))
                .and_then(|draw| draw.when.clone());
            mesh.draws.push(Draw {
                material,
                donor,
                textures,
                when,
            });
        }
        if known.is_none() {
            start_replacing(next, component, id);
        }
        next.meshes.insert(id, Arc::new(mesh));
    }
    stop_replacing(next);
}

type WantedMesh = (u32, SourceId, Vec<(u32, MaterialPlace)>);

fn wanted_meshes(document: &Document) -> Vec<WantedMesh> {
    let mut wanted: Vec<WantedMesh> = Vec::new();
    for component in 0..u32_of(document.rules.len()) {
        for (id, source) in &document.sources {
            let placed = source
                .places
                .iter()
                .zip(&source.model.materials)
                .enumerate();
            let draws: Vec<(u32, MaterialPlace)> = placed
                .filter(|(_, (_, material))| material.n_triangles > 0)
                .filter_map(|(at, (place, _))| place.map(|place| (u32_of(at), place)))
                .filter(|(_, place)| place.component == component)
                .collect();
            if !draws.is_empty() {
                wanted.push((component, *id, draws));
            }
        }
    }
    wanted
}

/// The textures a material brings for its donor: the donor's first original texture gets the material's picture.
fn wanted_textures(
    document: &Document,
    id: SourceId,
    material: u32,
    donor: MaterialPlace,
) -> Vec<Texture> {
    let names = document
        .profile()
        .and_then(|profile| profile.components.get(usize_of(donor.component)))
        .and_then(|component| component.material_textures.get(usize_of(donor.slot)));
    let material = document
        .sources
        .get(&id)
        .and_then(|source| source.model.materials.get(usize_of(material)));
    let (Some(original_name), Some(material)) = (names.and_then(|names| names.first()), material)
    else {
        return Vec::new();
    };
    let picture = match material.texture {
        Some(texture) => Picture::Figure {
            source: id,
            texture,
        },
        None => Picture::Plain(material.diffuse.map(byte_of)),
    };
    vec![Texture {
        original_name: original_name.clone(),
        picture,
        format: TextureFormat::default(),
        srgb: true,
        mips: Mips::default(),
    }]
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the value is clamped to 0..=255 first; NaN becomes 0"
)]
fn byte_of(share: f32) -> u8 {
    (share.clamp(0.0, 1.0) * 255.0).round() as u8
}

/// The id of an equal texture of this document, or of the one before with its settings, or a new one.
fn keep_texture(
    next: &mut Document,
    old: &std::collections::BTreeMap<TextureId, Arc<Texture>>,
    wanted: Texture,
) -> TextureId {
    let is_it = |known: &Texture| {
        known.original_name == wanted.original_name && known.picture == wanted.picture
    };
    if let Some((id, _)) = next.textures.iter().find(|(_, known)| is_it(known)) {
        return *id;
    }
    let (id, texture) = match old.iter().find(|(_, known)| is_it(known)) {
        Some((id, known)) => (*id, Arc::clone(known)),
        None => (TextureId(take_id(next)), Arc::new(wanted)),
    };
    next.textures.insert(id, texture);
    id
}

fn start_replacing(next: &mut Document, component: u32, mesh: MeshId) {
    let Some(rule) = next.rules.get_mut(usize_of(component)) else {
        return;
    };
    if rule.branches.is_empty() && rule.otherwise == Operation::Keep {
        Arc::make_mut(rule).otherwise = Operation::Replace(mesh);
    }
}

/// Operations whose mesh is gone fall back to keeping the original.
fn stop_replacing(next: &mut Document) {
    let meshes = &next.meshes;
    let is_gone = |operation: &Operation| matches!(operation, Operation::Replace(id) if !meshes.contains_key(id));
    for rule in &mut next.rules {
        if !is_gone(&rule.otherwise) && !rule.branches.iter().any(|branch| is_gone(&branch.then)) {
            continue;
        }
        let rule = Arc::make_mut(rule);
        let operations = rule
            .branches
            .iter_mut()
            .map(|branch| &mut branch.then)
            .chain([&mut rule.otherwise]);
        for operation in operations {
            if is_gone(operation) {
                *operation = Operation::Keep;
            }
        }
    }
}
