//! What is said about a project that cannot be read, in three languages.

use crate::base::text::{Message, Phrase, grouped};
use crate::project::error::{Part, ProjectError};
use crate::project::file;
use serde_json::error::Category;

macro_rules! words {
    ($($name:ident = $zh:literal, $ja:literal, $en:literal;)*) => {
        $(static $name: Phrase = Phrase::new($zh, $ja, $en);)*
    };
}

words! {
    NOT_JSON = "在第 {line} 行第 {column} 列无法作为 JSON 读取。请恢复项目文件的副本，或用文本编辑器修正该处。",
        "{line} 行 {column} 列で JSON として読めません。プロジェクトファイルの控えに戻すか、テキストエディターでそこを直してください。",
        "It is not readable as JSON, line {line}, column {column}. Go back to a copy of the project file, or mend that place in a text editor.";
    NO_PROJECT = "第 {line} 行第 {column} 列的内容与项目的格式不符：有字段缺失或类型不对。请恢复项目文件的副本。",
        "{line} 行 {column} 列の内容がプロジェクトの形式に合いません（項目が足りないか、型が違います）。プロジェクトファイルの控えに戻してください。",
        "Line {line}, column {column} is not of the shape of a project: a field is missing or of another type. Go back to a copy of the project file.";
    NO_KIND = "文件没有注明自己是 BEM Studio 项目。请选择本程序保存的项目文件。",
        "BEM Studio のプロジェクトだと書かれていません。このプログラムで保存したプロジェクトファイルを選んでください。",
        "The file does not say that it is a BEM Studio project. Choose a project file that this program saved.";
    OTHER_KIND = "文件注明的类型是“{found}”，项目应为“{wanted}”。请选择本程序保存的项目文件。",
        "ファイルの種類が「{found}」です。プロジェクトなら「{wanted}」です。このプログラムで保存したプロジェクトファイルを選んでください。",
        "The file says that it is of the kind \"{found}\"; a project is of the kind \"{wanted}\". Choose a project file that this program saved.";
    NEWER = "项目的版本是 {found}，本程序最高读取版本 {newest}。请更新本程序。",
        "プロジェクトのバージョンは {found} です。このプログラムが読めるのは {newest} までです。プログラムを更新してください。",
        "The project is of version {found}; this program reads up to version {newest}. Update the program.";
    NO_VERSION = "文件没有注明项目的版本。请恢复项目文件的副本。",
        "プロジェクトのバージョンが書かれていません。プロジェクトファイルの控えに戻してください。",
        "The file does not state the version of the project. Go back to a copy of the project file.";
    UNKNOWN_WORD = "{place} 的值“{word}”无法识别。请更新本程序，或恢复项目文件的副本。",
        "{place} の値「{word}」は認識できません。プログラムを更新するか、プロジェクトファイルの控えに戻してください。",
        "The value \"{word}\" of {place} is not known. Update the program, or go back to a copy of the project file.";
    DANGLING = "项目已损坏，引用了不存在的内容：{missing}（出自{place}）。请恢复项目文件的副本。",
        "プロジェクトが壊れていて、存在しないものを指しています：{missing}（参照元：{place}）。プロジェクトファイルの控えに戻してください。",
        "The project is damaged: {place} refers to {missing}, which is not there. Go back to a copy of the project file.";
    RULE_COUNT = "部件规则的数量（{rules}）与角色部件的数量（{components}）不同。请使用保存项目时的角色目录。",
        "パーツの規則の数（{rules}）がキャラクターのパーツの数（{components}）と違います。保存したときのキャラクターカタログを使ってください。",
        "The number of component rules ({rules}) is not that of the character's components ({components}). Use the character catalogue that the project was saved with.";
    FIGURE_CHANGED = "模型“{name}”已被改动。骨骼：现在 {bones}，项目中 {known_bones}；材质：现在 {materials}，项目中 {known_materials}。请放回原来的模型文件，或在新项目中导入它。",
        "モデル「{name}」が変わっています。ボーン：現在 {bones}、プロジェクトでは {known_bones}。材質：現在 {materials}、プロジェクトでは {known_materials}。元のモデルファイルに戻すか、新しいプロジェクトに読み込んでください。",
        "The figure \"{name}\" has changed. Bones: {bones} now, {known_bones} in the project; materials: {materials} now, {known_materials} in the project. Put the old model file back, or import the new one into a new project.";
    AMBIGUOUS = "项目已损坏：{place}的来源不明。请恢复项目文件的副本。",
        "プロジェクトが壊れています：{place}の出どころが決まりません。プロジェクトファイルの控えに戻してください。",
        "The project is damaged: it is not clear where {place} comes from. Go back to a copy of the project file.";
    MISSING_BLOB = "项目旁边的数据文件 {name} 不见了或已损坏。请把随项目保存的数据文件夹放回项目文件旁边。",
        "プロジェクトの横にあるはずのデータファイル {name} がないか、壊れています。一緒に保存したデータフォルダーをプロジェクトファイルの横に戻してください。",
        "The data file {name} that belongs beside the project is missing or damaged. Put the data folder that was saved with the project back beside the project file.";
    SOURCE = "模型 {n}", "モデル {n}", "figure {n}";
    MESH = "网格 {n}", "メッシュ {n}", "mesh {n}";
    TEXTURE = "贴图 {n}", "テクスチャ {n}", "texture {n}";
    GROUP = "选项组 {n}", "オプション群 {n}", "option group {n}";
    CHOICE = "选项组 {n} 的选项 {part}", "オプション群 {n} の選択肢 {part}", "choice {part} of option group {n}";
    MATERIAL = "模型 {n} 的材质 {part}", "モデル {n} の材質 {part}", "material {part} of figure {n}";
    FIGURE_TEXTURE = "模型 {n} 的贴图 {part}", "モデル {n} のテクスチャ {part}", "texture {part} of figure {n}";
    PLACE = "角色部件 {n} 的材质 {part}", "キャラクターのパーツ {n} の材質 {part}", "material {part} of the character's component {n}";
    RULE = "部件 {n} 的规则", "パーツ {n} の規則", "the rule of component {n}";
    CONSTRAINT = "选择约束 {n}", "選択の制約 {n}", "constraint {n}";
    APPEARANCE = "固定外观 {n}", "固定外観 {n}", "appearance {n}";
    SLOT = "贴图槽 {n}", "テクスチャスロット {n}", "texture slot {n}";
    PARAMETER = "滑块 {n}", "スライダー {n}", "slider {n}";
    DRIVER = "驱动 {n}", "ドライバー {n}", "driver {n}";
    BONE = "角色部件 {n} 的骨骼 {part}", "キャラクターのパーツ {n} のボーン {part}", "bone {part} of the character's component {n}";
}

/// What is wrong and what to do about it.
pub(super) fn message(error: &ProjectError) -> Message {
    match error {
        ProjectError::Text(cause) => {
            let phrase = match cause.classify() {
                Category::Data => &NO_PROJECT,
                Category::Io | Category::Syntax | Category::Eof => &NOT_JSON,
            };
            Message::new(phrase)
                .with("line", grouped(cause.line()))
                .with("column", grouped(cause.column()))
        }
        ProjectError::Kind { found } if found.is_empty() => Message::new(&NO_KIND),
        ProjectError::Kind { found } => Message::new(&OTHER_KIND)
            .with("found", found)
            .with("wanted", file::KIND),
        ProjectError::Version { found: 0 } => Message::new(&NO_VERSION),
        ProjectError::Version { found } => Message::new(&NEWER)
            .with("found", found)
            .with("newest", file::VERSION),
        ProjectError::UnknownWord { place, word } => Message::new(&UNKNOWN_WORD)
            .with("place", place)
            .with("word", word),
        ProjectError::Dangling { place, missing } => Message::new(&DANGLING)
            .with_message("place", named(*place))
            .with_message("missing", named(*missing)),
        ProjectError::Ambiguous { place } => {
            Message::new(&AMBIGUOUS).with_message("place", named(*place))
        }
        ProjectError::MissingBlob { name } => Message::new(&MISSING_BLOB).with("name", name),
        ProjectError::RuleCount {
            n_rules,
            n_components,
        } => Message::new(&RULE_COUNT)
            .with("rules", grouped(n_rules))
            .with("components", grouped(n_components)),
        ProjectError::FigureChanged {
            name,
            n_bones,
            n_materials,
            n_known_bones,
            n_known_materials,
        } => Message::new(&FIGURE_CHANGED)
            .with("name", name)
            .with("bones", grouped(n_bones))
            .with("known_bones", grouped(n_known_bones))
            .with("materials", grouped(n_materials))
            .with("known_materials", grouped(n_known_materials)),
    }
}

/// A part as it is called inside a sentence, by its number in the project file.
fn named(part: Part) -> Message {
    let one = |phrase, n: u32| Message::new(phrase).with("n", n);
    match part {
        Part::Source(id) => one(&SOURCE, id.0),
        Part::Mesh(id) => one(&MESH, id.0),
        Part::Texture(id) => one(&TEXTURE, id.0),
        Part::Group(id) => one(&GROUP, id.0),
        Part::Choice(group, choice) => one(&CHOICE, group.0).with("part", choice.0),
        Part::Material(source, material) => one(&MATERIAL, source.0).with("part", material),
        Part::FigureTexture(source, texture) => {
            one(&FIGURE_TEXTURE, source.0).with("part", texture)
        }
        Part::Place(component, slot) => one(&PLACE, component).with("part", slot),
        Part::Rule(component) => one(&RULE, component),
        Part::Constraint(at) => Message::new(&CONSTRAINT).with("n", at),
        Part::Appearance(id) => one(&APPEARANCE, id.0),
        Part::Slot(id) => one(&SLOT, id.0),
        Part::Parameter(id) => one(&PARAMETER, id.0),
        Part::Driver(id) => one(&DRIVER, id.0),
        Part::Bone(component, bone) => one(&BONE, component).with("part", bone),
    }
}
