//! What is wrong with a document, each with the part it speaks of and, where there is one, what mends it.

use crate::analysis::{Fact, State};
use crate::base::findings::{Finding, Place, Severity};
use crate::base::text::{self, Message, Phrase};
use crate::document::edit::Edit;
use crate::document::ids::SourceId;
use crate::document::parts::{Document, Operation, Picture, Source};
use crate::export::provenance::{Origin, Provenance};
use crate::model::bone_map::MappedBy;
use crate::session::action::Action;
use crate::session::compose;
use crate::session::selection::Selection;
use crate::session::showing::ShownState;

/// One problem of the document.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    /// What is wrong.
    pub finding: Finding,
    /// The part to look at.
    pub selection: Selection,
    /// What would mend it, if one step can.
    pub fix: Option<Fix>,
    /// A state that shows it, to be looked at.
    pub state: Option<ShownState>,
}

/// A mend that is offered.
#[derive(Clone, Debug, PartialEq)]
pub struct Fix {
    /// What the button says.
    pub label: &'static Phrase,
    /// What it does.
    pub action: Action,
}

impl Problem {
    /// Whether nothing can be exported while it stands.
    pub fn is_blocking(&self) -> bool {
        self.finding.severity == Severity::Error
    }
}

macro_rules! words {
    ($($name:ident = $zh:literal, $ja:literal, $en:literal;)*) => {
        $(static $name: Phrase = Phrase::new($zh, $ja, $en);)*
    };
}

words! {
    NO_FIGURE = "文档中没有模型：没有可以导出的内容。请导入 PMX 模型。",
        "モデルがありません。書き出すものがないので、PMX モデルを読み込んでください。",
        "There is no figure, so there is nothing to export. Import a PMX model.";
    NOTHING_CHANGES = "所有部件都保留原样：这个包不会改变任何东西。请把材质分配到部件。",
        "すべてのパーツが元のままです。このパッケージは何も変えません。材質をパーツに割り当ててください。",
        "Every component is kept: this package would change nothing. Place materials on components.";
    TEXTURE_MISSING = "找不到贴图“{written}”（用于 {name}）：将导出占位图。请把图片放回模型文件夹后重新导入。",
        "テクスチャ「{written}」（{name} 用）が見つかりません。代替画像を書き出します。画像をモデルのフォルダーに戻して読み込み直してください。",
        "The texture \"{written}\" (for {name}) was not found: a neutral placeholder is exported. Put the picture back into the model's folder and import again.";
    BONE_UNMAPPED = "骨骼“{bone}”带动 {weight} 个顶点的权重，但没有对应的游戏骨骼：将并入骨盆。",
        "ボーン「{bone}」（ウェイト計 {weight} 頂点分）に対応するゲームのボーンがありません。骨盤に統合されます。",
        "Bone \"{bone}\" carries weight (summed over the vertices: {weight}) and has no game bone: it will follow the pelvis.";
    BONES_FOLDED = "{n} 根有权重的骨骼不在名称表中，已并入父骨骼，第一根是“{bone}”。",
        "ウェイトのあるボーン {n} 本は名前表になく、親に統合しました。最初は「{bone}」です。",
        "Bones with weight that are not in the name table and were folded into their parents: {n} (first: \"{bone}\").";
    MATERIAL_LEFT_OUT = "材质“{material}”没有分配到任何部件，不会导出。",
        "材質「{material}」はどのパーツにも割り当てられておらず、書き出されません。",
        "Material \"{material}\" is placed on no component and will not be exported.";
    NO_AUTHOR = "尚未填写作者。", "作者が未入力です。", "The author is not filled in.";
    OUTGROWN = "此包使用固定外观（1.0），限制较小。转换为选项组后可用更高版本的限制。",
        "このパッケージは固定外観（1.0）で、上限が小さめです。オプション群へ変換すると、新しいバージョンの上限を使えます。",
        "This package has fixed appearances (1.0), whose limits are narrow. Converted to an option group it may use those of later versions.";
    CONVERT = "转换为选项组", "オプション群へ変換", "Convert to an option group";
    KEEP_IT = "并入父骨骼", "親ボーンへ統合", "Into its parent";
}

/// What is wrong with the document itself, whatever a package of it would be.
pub(super) fn of_document(document: &Document) -> Vec<Problem> {
    let mut problems = Vec::new();
    if document.sources.is_empty() && document.opened.is_none() {
        problems.push(problem(
            "no-figure",
            Severity::Error,
            Selection::Package,
            Message::new(&NO_FIGURE),
        ));
    }
    if document.target.is_some() && !replaces_anything(document) {
        let message = Message::new(&NOTHING_CHANGES);
        problems.push(problem(
            "nothing-changes",
            Severity::Warning,
            Selection::Component(0),
            message,
        ));
    }
    textures(document, &mut problems);
    for (id, source) in &document.sources {
        if document.target.is_some() {
            bones(*id, source, &mut problems);
            materials(*id, source, &mut problems);
        }
    }
    if document.package.author.trim() == compose::NO_AUTHOR {
        problems.push(problem(
            "no-author",
            Severity::Hint,
            Selection::Package,
            Message::new(&NO_AUTHOR),
        ));
    }
    problems
}

fn problem(
    code: &'static str,
    severity: Severity,
    selection: Selection,
    message: Message,
) -> Problem {
    let place = Place::Part(part_name(selection));
    Problem {
        finding: Finding::new(code, severity, place, message),
        selection,
        fix: None,
        state: None,
    }
}

/// How a part is called in machine-readable output.
fn part_name(selection: Selection) -> String {
    match selection {
        Selection::Package => "package".to_owned(),
        Selection::Target => "target".to_owned(),
        Selection::Source(id) => id.to_string(),
        Selection::Bones(id, None) => format!("{id}/bones"),
        Selection::Bones(id, Some(bone)) => format!("{id}/bone:{bone}"),
        Selection::Materials(id, None) => format!("{id}/materials"),
        Selection::Materials(id, Some(material)) => format!("{id}/material:{material}"),
        Selection::Component(component) => format!("component:{component}"),
        Selection::Texture(id) => id.to_string(),
        Selection::Group(id) => id.to_string(),
        Selection::Constraints => "constraints".to_owned(),
        Selection::Appearances => "appearances".to_owned(),
        Selection::Mesh(id) => id.to_string(),
        Selection::Slot(id) => id.to_string(),
        Selection::Parameter(id) => id.to_string(),
        Selection::RootOffset => "root-offset".to_owned(),
        Selection::Driver(id) => id.to_string(),
    }
}

fn replaces_anything(document: &Document) -> bool {
    let operations = document.operations();
    operations
        .iter()
        .any(|(_, operation)| **operation != Operation::Keep)
}

fn textures(document: &Document, problems: &mut Vec<Problem>) {
    for (id, texture) in &document.textures {
        let Picture::Figure {
            source,
            texture: at,
        } = &texture.picture
        else {
            continue;
        };
        let entry = document
            .sources
            .get(source)
            .and_then(|source| source.model.textures.get(*at as usize));
        let Some(entry) = entry.filter(|entry| entry.image.is_none()) else {
            continue;
        };
        let message = Message::new(&TEXTURE_MISSING)
            .with("written", &entry.written)
            .with("name", &texture.original_name);
        problems.push(problem(
            "texture-missing",
            Severity::Warning,
            Selection::Texture(*id),
            message,
        ));
    }
}

fn bones(id: SourceId, source: &Source, problems: &mut Vec<Problem>) {
    let weights = weights(source);
    let mut folded: Vec<u32> = Vec::new();
    for (bone, (entry, weight)) in (0_u32..).zip(source.bone_map.targets.iter().zip(&weights)) {
        if *weight <= 0.0 {
            continue;
        }
        let name = || {
            source
                .model
                .bones
                .get(bone as usize)
                .map_or("", |bone| bone.name.local.as_str())
                .to_owned()
        };
        match (&entry.target, entry.by) {
            (None, _) => {
                let message = Message::new(&BONE_UNMAPPED)
                    .with("bone", name())
                    .with("weight", format!("{weight:.1}"));
                let selection = Selection::Bones(id, Some(bone));
                let edit = Edit::MapBone {
                    source: id,
                    bone,
                    target: None,
                };
                let fix = Fix {
                    label: &KEEP_IT,
                    action: Action::Edit(Box::new(edit), None),
                };
                let unmapped = problem("bone-unmapped", Severity::Warning, selection, message);
                problems.push(Problem {
                    fix: Some(fix),
                    ..unmapped
                });
            }
            (Some(_), MappedBy::Parent | MappedBy::Root) => folded.push(bone),
            (Some(_), _) => {}
        }
    }
    if let Some(first) = folded.first() {
        let name = source
            .model
            .bones
            .get(*first as usize)
            .map_or("", |bone| bone.name.local.as_str());
        let message = Message::new(&BONES_FOLDED)
            .with("n", text::grouped(folded.len()))
            .with("bone", name);
        problems.push(problem(
            "bones-folded",
            Severity::Hint,
            Selection::Bones(id, Some(*first)),
            message,
        ));
    }
}

/// Sum of weights per bone, in vertices.
fn weights(source: &Source) -> Vec<f64> {
    let mut weights = vec![0.0; source.model.bones.len()];
    for influences in &source.model.vertices.influences {
        for (bone, weight) in influences.lanes() {
            if let Some(sum) = weights.get_mut(bone as usize) {
                *sum += f64::from(weight);
            }
        }
    }
    weights
}

fn materials(id: SourceId, source: &Source, problems: &mut Vec<Problem>) {
    for (at, (material, place)) in (0_u32..).zip(source.model.materials.iter().zip(&source.places))
    {
        if place.is_none() && material.n_triangles > 0 && !material.hidden {
            let message = Message::new(&MATERIAL_LEFT_OUT).with("material", &material.name.local);
            let selection = Selection::Materials(id, Some(at));
            problems.push(problem(
                "material-left-out",
                Severity::Hint,
                selection,
                message,
            ));
        }
    }
}

/// What is offered when fixed appearances break a rule: versions with option groups allow more (bem.md ch. 19).
pub(super) fn outgrown() -> Problem {
    let fix = Fix {
        label: &CONVERT,
        action: Action::Edit(Box::new(Edit::ConvertAppearances), None),
    };
    Problem {
        fix: Some(fix),
        ..problem(
            "outgrows-1.0",
            Severity::Warning,
            Selection::Appearances,
            Message::new(&OUTGROWN),
        )
    }
}

/// A proved fault, with the state that shows it.
pub(super) fn of_fact(
    document: &Document,
    provenance: &Provenance,
    fact: &Fact,
) -> Option<Problem> {
    let finding = fact.export_finding()?;
    let example = fact.example.as_ref();
    Some(Problem {
        state: example.map(|state| shown_state(document, state)),
        ..of_finding(document, provenance, finding)
    })
}

/// A state of the proofs as the view shows it: what stands at its default is left out.
pub fn shown_state(document: &Document, state: &State) -> ShownState {
    let groups = document.groups.iter().zip(&state.groups);
    let choices = groups.filter(|(_, state)| !state.is_default);
    ShownState {
        choices: choices
            .filter_map(|(group, state)| {
                let choice = group.choices.get(usize::from(state.choice_idx))?;
                Some((group.id, choice.id))
            })
            .collect(),
        ..ShownState::default()
    }
}

/// A finding about the package a document would become, led back to the part it came from.
pub(super) fn of_finding(
    document: &Document,
    provenance: &Provenance,
    finding: Finding,
) -> Problem {
    let origin = match &finding.place {
        Place::Pointer(pointer) => provenance.origin(pointer),
        _ => Origin::Package,
    };
    let selection = match origin {
        Origin::Package => Selection::Package,
        Origin::Target => Selection::Target,
        Origin::Component(component) => Selection::Component(component),
        Origin::Texture(id) => Selection::Texture(id),
        Origin::Group(id) => Selection::Group(id),
        Origin::Constraint(_) => Selection::Constraints,
        Origin::Slot(id) => Selection::Slot(id),
        Origin::Parameter(id) => Selection::Parameter(id),
        Origin::RootOffset => Selection::RootOffset,
        Origin::Driver(id) => Selection::Driver(id),
        Origin::Mesh(id, draw) => {
            let mesh = document.meshes.get(&id);
            let drawn = mesh.and_then(|mesh| draw.and_then(|draw| mesh.draws.get(draw)));
            let of_figure = mesh.and_then(|mesh| mesh.source());
            match (mesh, of_figure, drawn) {
                (Some(_), Some(source), Some(draw)) => {
                    Selection::Materials(source, draw.material())
                }
                (Some(mesh), Some(_), None) => Selection::Component(mesh.component),
                (Some(_), None, _) => Selection::Mesh(id),
                (None, _, _) => Selection::Package,
            }
        }
    };
    Problem {
        finding,
        selection,
        fix: None,
        state: None,
    }
}
