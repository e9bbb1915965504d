//! What differs between a recovered document and the saved one, counted by kinds of parts.

use super::found;
use crate::base::cancel::Cancel;
use crate::base::progress::Progress;
use crate::base::text::{Message, Phrase};
use crate::document::parts::Document;
use crate::project::write;
use crate::session::{storage, words};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::path::Path;

static ROW: Phrase = Phrase::new(
    "{part}：{changed} 处改动，{added} 个仅在恢复版中，{gone} 个仅在已保存版中",
    "{part}：変更 {changed}、復元版のみ {added}、保存版のみ {gone}",
    "{part}: {changed} changed, {added} only in the recovered version, {gone} only in the saved one",
);
static SAME: Phrase = Phrase::new(
    "恢复的文档与已保存的相同。",
    "復元した文書は保存版と同じです。",
    "The recovered document equals the saved one.",
);
static OTHER: Phrase = Phrase::new("其他", "その他", "Other");

/// The lists of a project text and what they are called, in this order.
static PARTS: [(&str, Phrase); 13] = [
    (
        "package",
        Phrase::new("包的信息", "パッケージ情報", "Package facts"),
    ),
    ("target", Phrase::new("角色", "キャラクター", "Character")),
    ("sources", Phrase::new("模型", "モデル", "Figures")),
    ("meshes", Phrase::new("网格", "メッシュ", "Meshes")),
    ("textures", Phrase::new("贴图", "テクスチャ", "Textures")),
    (
        "groups",
        Phrase::new("选项组", "オプション群", "Option groups"),
    ),
    ("constraints", Phrase::new("约束", "制約", "Constraints")),
    (
        "rules",
        Phrase::new("部件规则", "パーツの規則", "Rules of components"),
    ),
    (
        "slots",
        Phrase::new("贴图槽", "テクスチャ枠", "Texture slots"),
    ),
    ("parameters", Phrase::new("滑块", "スライダー", "Sliders")),
    ("channels", Phrase::new("形变", "変形", "Deformations")),
    (
        "root_offset",
        Phrase::new("整体偏移", "全体の移動", "Root offset"),
    ),
    ("drivers", Phrase::new("驱动器", "ドライバー", "Drivers")),
];

/// What differs between the journal in `folder` and the project at `saved`: a line for each kind of part.
///
/// # Errors
///
/// A sentence: one of the two cannot be opened.
pub fn compare(
    folder: &Path,
    saved: &Path,
    cancel: &Cancel,
    progress: &Progress,
) -> Result<Vec<Message>, Message> {
    let recovered = found::open(folder, cancel, progress)?;
    let saved = storage::open(saved, cancel, progress)?;
    let recovered = members_of(&recovered.assembled.document)?;
    Ok(rows(&recovered, &members_of(&saved.document)?))
}

fn members_of(document: &Document) -> Result<Map<String, Value>, Message> {
    let bad = |reason: serde_json::Error| {
        Message::new(&words::JOURNAL_NOT_WRITTEN).with("reason", reason)
    };
    let text = write::write(document, Path::new("")).map_err(bad)?;
    match serde_json::from_str(&text).map_err(bad)? {
        Value::Object(members) => Ok(members),
        _ => Ok(Map::new()),
    }
}

fn rows(recovered: &Map<String, Value>, saved: &Map<String, Value>) -> Vec<Message> {
    let mut rows = Vec::new();
    for (key, phrase) in &PARTS {
        let counted = counted(recovered.get(*key), saved.get(*key));
        rows.extend(row(phrase, counted));
    }
    let is_other =
        |key: &&String| key.as_str() != "next_id" && !PARTS.iter().any(|(known, _)| known == key);
    let keys = recovered.keys().chain(saved.keys()).filter(is_other);
    let differs = |key: &&String| recovered.get(*key) != saved.get(*key);
    let mut others: Vec<&String> = keys.filter(differs).collect();
    others.sort();
    others.dedup();
    rows.extend(row(&OTHER, [others.len(), 0, 0]));
    if rows.is_empty() {
        rows.push(Message::new(&SAME));
    }
    rows
}

fn row(part: &'static Phrase, [changed, added, gone]: [usize; 3]) -> Option<Message> {
    (changed + added + gone > 0).then(|| {
        Message::new(&ROW)
            .with_message("part", Message::new(part))
            .with("changed", changed)
            .with("added", added)
            .with("gone", gone)
    })
}

/// Parts that are changed, only in the first, only in the second. Parts are told apart by their ids, else by place.
fn counted(recovered: Option<&Value>, saved: Option<&Value>) -> [usize; 3] {
    let (recovered, saved) = (parts_of(recovered), parts_of(saved));
    let both = |(id, part): &(&String, &&Value)| saved.get(*id).is_some_and(|saved| saved != *part);
    [
        recovered.iter().filter(both).count(),
        recovered
            .keys()
            .filter(|id| !saved.contains_key(*id))
            .count(),
        saved
            .keys()
            .filter(|id| !recovered.contains_key(*id))
            .count(),
    ]
}

fn parts_of(value: Option<&Value>) -> BTreeMap<String, &Value> {
    match value {
        None | Some(Value::Null) => BTreeMap::new(),
        Some(Value::Array(parts)) => {
            let named = parts.iter().enumerate().map(|(at, part)| {
                let id = part
                    .get("id")
                    .map_or_else(|| format!("#{at}"), Value::to_string);
                (id, part)
            });
            named.collect()
        }
        Some(whole) => BTreeMap::from([(String::new(), whole)]),
    }
}
