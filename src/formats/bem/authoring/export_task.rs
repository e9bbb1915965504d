//! The export task `*.bemproj.json` (bem.md ch. 21): what to build from what, and under which package facts. It builds
//! nothing.

use crate::base::findings::{Finding, Place};
use crate::base::text::{Message, Phrase};
use crate::formats::bem::authoring::paths::comparable_path;
use crate::formats::bem::authoring::{Read, parse, report};
use crate::formats::bem::check::is_stable_id;
use crate::formats::bem::check::report::{OnRead, Report, Rule};
use crate::formats::bem::json::{self, Members, Value};
use crate::formats::bem::manifest::Manifest;

const TASK_01: Rule = Rule::reject("TASK-01");
const TASK_02: Rule = Rule::reject("TASK-02");
const TASK_03: Rule = Rule::reject("TASK-03");
const KIND: &str = "bem-export-task";

static NO_TASK: Phrase = Phrase::new(
    "这不是导出任务：应为 schema 1、kind 为“bem-export-task”的 JSON 对象。",
    "書き出しタスクではありません。schema 1、kind「bem-export-task」の JSON オブジェクトが要ります。",
    "This is no export task: it must be a JSON object of schema 1 and kind “bem-export-task”.",
);
static BAD_MODE: Phrase = Phrase::new(
    "“mode”只能是“convert”或“pack”。",
    "「mode」は「convert」か「pack」だけです。",
    "“mode” is either convert or pack.",
);
static NO_PATH: Phrase = Phrase::new(
    "“{key}”应为非空文本。",
    "「{key}」は空でない文字列でなければなりません。",
    "“{key}” must be a text that is not empty.",
);
static BAD_OUTPUT: Phrase = Phrase::new(
    "输出文件“{value}”应以 .bem 结尾。",
    "出力「{value}」は .bem で終わらなければなりません。",
    "The output “{value}” must end with .bem.",
);
static BAD_PACKAGE: Phrase = Phrase::new(
    "“package”应是只含“id”、“name”、“author”、“version”的对象，且“id”必填。",
    "「package」は「id」・「name」・「author」・「version」だけを持つオブジェクトで、「id」は必須です。",
    "“package” is an object of only id, name, author and version; id is required.",
);
static BAD_FACT: Phrase = Phrase::new(
    "包信息“{key}”应为非空文本。",
    "パッケージ情報「{key}」は空でない文字列でなければなりません。",
    "The package's “{key}” must be a text that is not empty.",
);
static BAD_ID: Phrase = Phrase::new(
    "包 ID“{value}”不合规。",
    "パッケージ ID「{value}」は使えません。",
    "The package id “{value}” cannot be used.",
);
static OUTPUT_IS_INPUT: Phrase = Phrase::new(
    "输出文件“{value}”同时是输入文件。",
    "出力「{value}」が入力でもあります。",
    "The output “{value}” is also an input.",
);
static REPORT_COLLIDES: Phrase = Phrase::new(
    "报告文件“{value}”同时是输入、输出或任务文件。",
    "報告「{value}」が入力・出力・タスクのどれかでもあります。",
    "The report “{value}” is also an input, the output, or the task file.",
);

/// What a task does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TaskMode {
    /// Converts a source archive.
    Convert,
    /// Packs an editable project.
    #[default]
    Pack,
}

/// Package facts that override those of the manifest.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PackageFacts {
    /// Stable id.
    pub id: String,
    /// Display name.
    pub name: Option<String>,
    /// Author.
    pub author: Option<String>,
    /// Version of the release.
    pub version: Option<String>,
}

impl PackageFacts {
    /// Puts the facts into a manifest; the source stays as it is (TASK-02).
    pub fn apply_to(&self, manifest: &mut Manifest) {
        manifest.package_id.clone_from(&self.id);
        let facts = [
            (&mut manifest.name, &self.name),
            (&mut manifest.author, &self.author),
            (&mut manifest.version, &self.version),
        ];
        for (field, fact) in facts {
            if let Some(fact) = fact {
                field.clone_from(fact);
            }
        }
    }
}

/// An export task. Paths are relative to the task file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ExportTask {
    /// What it does.
    pub mode: TaskMode,
    /// Archive or `project.json`.
    pub source: String,
    /// Recipe of a conversion.
    pub recipe: Option<String>,
    /// Deformation spec.
    pub deformations: Option<String>,
    /// The package to be written.
    pub output: String,
    /// The report to be written.
    pub report: Option<String>,
    /// Facts of the package.
    pub package: PackageFacts,
    /// Unknown members.
    pub extra: Members,
}

impl ExportTask {
    /// A new task with the usual defaults. `stem`: the source's name without ending; `unique`: 32 hex digits of the
    /// caller's choice.
    pub fn new(source: &str, stem: &str, unique: &str) -> Self {
        Self {
            source: source.to_owned(),
            output: format!("dist/{stem}.bem"),
            report: Some("reports/build.json".to_owned()),
            package: PackageFacts {
                id: format!("creator.{unique}"),
                name: Some(stem.to_owned()),
                author: Some("未填写".to_owned()),
                version: Some("1.0.0".to_owned()),
            },
            ..Self::default()
        }
    }

    /// The task's own inputs, as written.
    fn inputs(&self) -> impl Iterator<Item = &str> {
        let optional = [&self.recipe, &self.deformations];
        std::iter::once(&*self.source).chain(optional.into_iter().flatten().map(String::as_str))
    }
}

/// Reads a task (TASK-01, TASK-02). A byte order mark is fine.
pub fn read_task(bytes: &[u8]) -> Read<ExportTask> {
    let mut report = report();
    let value = parse(bytes, TASK_01, OnRead::Warn, &mut report);
    let Some(value) = value else {
        return Read::of(report, None);
    };
    let is_task = value.get("schema") == Some(&Value::Integer(1))
        && value.get("kind").and_then(Value::text) == Some(KIND);
    let Some(members) = value.members().filter(|_| is_task) else {
        report.add(TASK_01, Place::Whole, Message::new(&NO_TASK));
        return Read::of(report, None);
    };
    let mut task = ExportTask {
        mode: match value.get("mode").and_then(Value::text) {
            Some("convert") => TaskMode::Convert,
            Some("pack") => TaskMode::Pack,
            _ => {
                let place = Place::Pointer("/mode".to_owned());
                report.add(TASK_01, place, Message::new(&BAD_MODE));
                TaskMode::Pack
            }
        },
        source: path(&mut report, &value, "source").unwrap_or_default(),
        output: path(&mut report, &value, "output").unwrap_or_default(),
        package: package(&mut report, &value),
        ..ExportTask::default()
    };
    let optional =
        |report: &mut Report, key: &str| value.get(key).and_then(|_| path(report, &value, key));
    task.recipe = optional(&mut report, "recipe");
    task.deformations = optional(&mut report, "deformations");
    task.report = optional(&mut report, "report");
    if !task.output.is_empty() && !is_package_path(&task.output) {
        let message = Message::new(&BAD_OUTPUT).with("value", &task.output);
        report.add(TASK_01, Place::Pointer("/output".to_owned()), message);
    }
    task.extra = members
        .iter()
        .filter(|(key, _)| !KEYS.contains(&key.as_str()))
        .cloned()
        .collect();
    Read::of(report, Some(task))
}

const KEYS: [&str; 9] = [
    "schema",
    "kind",
    "mode",
    "source",
    "recipe",
    "deformations",
    "output",
    "report",
    "package",
];

fn path(report: &mut Report, value: &Value, key: &str) -> Option<String> {
    let text = value.get(key).and_then(Value::text).unwrap_or_default();
    if text.is_empty() {
        let message = Message::new(&NO_PATH).with("key", key);
        report.add(TASK_01, Place::Pointer(format!("/{key}")), message);
        return None;
    }
    Some(text.to_owned())
}

/// Whether a path ends with `.bem`, in exactly these letters.
fn is_package_path(path: &str) -> bool {
    matches!(path.rsplit_once('.'), Some((_, "bem")))
}

/// TASK-02.
fn package(report: &mut Report, value: &Value) -> PackageFacts {
    let place = |key: &str| Place::Pointer(format!("/package{key}"));
    let Some(members) = value.get("package").and_then(Value::members) else {
        report.add(TASK_02, place(""), Message::new(&BAD_PACKAGE));
        return PackageFacts::default();
    };
    let mut facts = PackageFacts::default();
    let mut has_id = false;
    for (key, value) in members {
        let text = value.text().filter(|text| !text.is_empty());
        let is_known = matches!(key.as_str(), "id" | "name" | "author" | "version");
        if !is_known {
            report.add(TASK_02, place(""), Message::new(&BAD_PACKAGE));
        } else if text.is_none() {
            let message = Message::new(&BAD_FACT).with("key", key);
            report.add(TASK_02, place(&format!("/{key}")), message);
        }
        let text = text.map(str::to_owned);
        match key.as_str() {
            "id" => {
                has_id = true;
                facts.id = text.unwrap_or_default();
            }
            "name" => facts.name = text,
            "author" => facts.author = text,
            "version" => facts.version = text,
            _ => {}
        }
    }
    if !has_id {
        report.add(TASK_02, place(""), Message::new(&BAD_PACKAGE));
    } else if !facts.id.is_empty() && !is_stable_id(&facts.id) {
        let message = Message::new(&BAD_ID).with("value", &facts.id);
        report.add(TASK_02, place("/id"), message);
    }
    facts
}

/// Output and report against everything that is read (TASK-03, WRT-08).
///
/// `task_path` and `more_inputs` (payload files of the project, files named by the deformation spec) are written as seen
/// from the task file's folder.
///
/// Paths are compared as text; files that are the same by a link are for whoever opens them to find.
pub fn collisions(task: &ExportTask, task_path: &str, more_inputs: &[String]) -> Vec<Finding> {
    let mut report = report();
    let inputs: Vec<String> = task
        .inputs()
        .chain(more_inputs.iter().map(String::as_str))
        .map(comparable_path)
        .collect();
    let output = comparable_path(&task.output);
    if inputs.contains(&output) {
        let message = Message::new(&OUTPUT_IS_INPUT).with("value", &task.output);
        report.add(TASK_03, Place::Pointer("/output".to_owned()), message);
    }
    if let Some(path) = &task.report {
        let own = comparable_path(path);
        if inputs.contains(&own) || own == output || own == comparable_path(task_path) {
            let message = Message::new(&REPORT_COLLIDES).with("value", path);
            report.add(TASK_03, Place::Pointer("/report".to_owned()), message);
        }
    }
    report.finish()
}

/// The text of a task file: JSON indented by two.
pub fn write_task(task: &ExportTask) -> String {
    let text = |text: &str| Value::Text(text.to_owned());
    let mut members: Members = vec![
        ("schema".to_owned(), Value::Integer(1)),
        ("kind".to_owned(), text(KIND)),
    ];
    let mode = match task.mode {
        TaskMode::Convert => "convert",
        TaskMode::Pack => "pack",
    };
    let mut put = |key: &str, value: Option<&str>| {
        if let Some(value) = value {
            members.push((key.to_owned(), text(value)));
        }
    };
    put("mode", Some(mode));
    put("source", Some(&task.source));
    put("recipe", task.recipe.as_deref());
    put("deformations", task.deformations.as_deref());
    put("output", Some(&task.output));
    put("report", task.report.as_deref());
    let facts = [
        ("id", Some(&task.package.id)),
        ("name", task.package.name.as_ref()),
        ("author", task.package.author.as_ref()),
        ("version", task.package.version.as_ref()),
    ];
    let package = facts
        .into_iter()
        .filter_map(|(key, fact)| Some((key.to_owned(), text(fact?))));
    members.push(("package".to_owned(), Value::Object(package.collect())));
    members.extend(task.extra.iter().cloned());
    json::to_indented(&Value::Object(members))
}
