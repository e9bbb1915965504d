//! The character catalogue as a file (bem.md 22.6): read and written field for field, so that nothing is lost on the way.
//! What a catalogue means for a figure is the importer's work, and stricter.

use crate::base::findings::Place;
use crate::base::text::{Message, Phrase};
use crate::formats::bem::authoring::{Read, parse, report};
use crate::formats::bem::check::report::{OnRead, Report, Rule};
use crate::formats::bem::json::{self, Members, Value};

const KIND: &str = "bem-character-catalog";
const JSON_10: Rule = Rule::reject("JSON-10");

static NO_CATALOG: Phrase = Phrase::new(
    "这不是角色目录：应为 kind 是“bem-character-catalog”、schema 为 1 的 JSON 对象。",
    "キャラクターのカタログではありません。kind が「bem-character-catalog」で schema が 1 の JSON オブジェクトが要ります。",
    "This is no character catalogue: a JSON object of kind bem-character-catalog and schema 1 is wanted.",
);
static BAD_MEMBER: Phrase = Phrase::new(
    "“{key}”缺失或类型不对。",
    "「{key}」がないか、型が違います。",
    "“{key}” is missing or of a wrong type.",
);

/// A catalogue file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CatalogFile {
    /// The character.
    pub character_id: String,
    /// Components by their numbers, in the order of the file.
    pub components: Vec<(String, CatalogComponent)>,
    /// All other members in order: names, hashes, textures, and what nobody knows yet.
    pub extra: Members,
}

/// One original mesh.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CatalogComponent {
    /// Complete name of the original LOD 0 mesh.
    pub mesh_name: String,
    /// Sum over all its submeshes.
    pub original_index_count: u32,
    /// Bone table in the original slot order.
    pub bone_names: Vec<String>,
    /// Material names in the original slot order.
    pub materials: Vec<String>,
    /// All other members in order.
    pub extra: Members,
}

/// Reads a catalogue. A byte order mark is fine.
pub fn read_catalog(bytes: &[u8]) -> Read<CatalogFile> {
    let mut report = report();
    let Some(value) = parse(bytes, JSON_10, OnRead::Warn, &mut report) else {
        return Read::of(report, None);
    };
    let is_catalog = value.get("schema") == Some(&Value::Integer(1))
        && value.get("kind").and_then(Value::text) == Some(KIND);
    let components = value.get("components").and_then(Value::members);
    let (true, Some(components)) = (is_catalog, components) else {
        report.add(JSON_10, Place::Whole, Message::new(&NO_CATALOG));
        return Read::of(report, None);
    };
    let catalog = CatalogFile {
        character_id: text(&mut report, &value, "character_id", ""),
        components: components
            .iter()
            .map(|(number, value)| {
                let pointer = format!("/components/{number}");
                (number.clone(), component(&mut report, value, &pointer))
            })
            .collect(),
        extra: others(&value, &["schema", "kind", "character_id", "components"]),
    };
    Read::of(report, Some(catalog))
}

fn component(report: &mut Report, value: &Value, pointer: &str) -> CatalogComponent {
    let count = value.get("original_index_count").and_then(Value::u32);
    if count.is_none() {
        bad_member(report, "original_index_count", pointer);
    }
    let known = [
        "mesh_name",
        "original_index_count",
        "bone_names",
        "materials",
    ];
    CatalogComponent {
        mesh_name: text(report, value, "mesh_name", pointer),
        original_index_count: count.unwrap_or_default(),
        bone_names: texts(report, value, "bone_names", pointer),
        materials: texts(report, value, "materials", pointer),
        extra: others(value, &known),
    }
}

/// The text of a catalogue: JSON indented by two, the mirror of [`read_catalog`].
pub fn write_catalog(catalog: &CatalogFile) -> String {
    let text = |text: &str| Value::Text(text.to_owned());
    let list = |texts: &[String]| Value::List(texts.iter().cloned().map(Value::Text).collect());
    let one = |(number, component): &(String, CatalogComponent)| {
        let count = Value::Integer(i64::from(component.original_index_count));
        let mut members = vec![
            ("mesh_name".to_owned(), text(&component.mesh_name)),
            ("original_index_count".to_owned(), count),
            ("bone_names".to_owned(), list(&component.bone_names)),
            ("materials".to_owned(), list(&component.materials)),
        ];
        members.extend(component.extra.iter().cloned());
        (number.clone(), Value::Object(members))
    };
    let mut members = vec![
        ("kind".to_owned(), text(KIND)),
        ("schema".to_owned(), Value::Integer(1)),
        ("character_id".to_owned(), text(&catalog.character_id)),
    ];
    members.extend(catalog.extra.iter().cloned());
    let components = catalog.components.iter().map(one).collect();
    members.push(("components".to_owned(), Value::Object(components)));
    json::to_indented(&Value::Object(members))
}

fn others(value: &Value, known: &[&str]) -> Members {
    let members = value.members().into_iter().flatten();
    members
        .filter(|(key, _)| !known.contains(&key.as_str()))
        .cloned()
        .collect()
}

fn bad_member(report: &mut Report, key: &str, pointer: &str) {
    let place = Place::Pointer(format!("{pointer}/{key}"));
    report.add(JSON_10, place, Message::new(&BAD_MEMBER).with("key", key));
}

fn text(report: &mut Report, value: &Value, key: &str, pointer: &str) -> String {
    let found = value.get(key).and_then(Value::text);
    if found.is_none() {
        bad_member(report, key, pointer);
    }
    found.unwrap_or_default().to_owned()
}

fn texts(report: &mut Report, value: &Value, key: &str, pointer: &str) -> Vec<String> {
    let all = value.get(key).and_then(Value::list).unwrap_or_default();
    let found: Option<Vec<String>> = all
        .iter()
        .map(|value| value.text().map(str::to_owned))
        .collect();
    if found.is_none() || value.get(key).and_then(Value::list).is_none() {
        bad_member(report, key, pointer);
    }
    found.unwrap_or_default()
}
