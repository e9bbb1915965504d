//! Reads a target catalogue of one character (bem.md 22.6) into a target profile.
//! It is strict about nonsense and generous about how a value is spelt; it fetches nothing and knows no game folder.
//!
//! Keys of our own, all optional: `rest_joints` (bone name -> `{"parent": name or null, "position": [x, y, z]}` in the
//! space of [`crate::geom`]), `geometry_preset` (`efmi` or `plain`) and, in a component, `max_influences` and `rigid`.

mod component;
mod error;
mod rest;
mod value;

pub use error::CatalogError;

use crate::base::findings::{Finding, Place, Severity};
use crate::base::limits;
use crate::base::numbers;
use crate::base::text::{Message, Phrase};
use crate::import::catalog::component::read_components;
use crate::import::catalog::error as say;
use crate::import::catalog::rest::read_rest_joints;
use crate::import::catalog::value::Node;
use crate::model::target::{GeometryPreset, TargetProfile};
use std::collections::BTreeMap;

/// What a catalogue holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Catalog {
    /// The character.
    pub profile: TargetProfile,
    /// What is legal but worth a look.
    pub findings: Vec<Finding>,
}

static NOT_VERIFIED: Phrase = Phrase::new(
    "该目录标注为未验证：导出的包可能无法在游戏中加载。",
    "このカタログは未検証とされています。書き出したパッケージがゲームで読み込めない可能性があります。",
    "The catalogue says that it is not verified: packages made for it may not load in the game.",
);
static NO_REST: Phrase = Phrase::new(
    "目录中没有静止姿势的关节位置（rest_joints）：模型不会自动贴合目标骨架。",
    "カタログに基準姿勢の関節位置（rest_joints）がありません。モデルは目標の骨格に自動では合わせられません。",
    "The catalogue has no rest-pose joints (rest_joints): a figure cannot be fitted to the target's skeleton.",
);

/// Reads a catalogue file.
///
/// # Errors
///
/// The first fault, with its place as a JSON pointer and what to do about it: no JSON, another kind of file, a required
/// key that is missing or of a wrong type, component numbers with gaps, values against TGT-01..07, ID-01..07, GEO-01.
pub fn read(bytes: &[u8]) -> Result<Catalog, CatalogError> {
    if numbers::u64_of(bytes.len()) > limits::CATALOG_BYTES {
        return Err(say::too_large(bytes.len()));
    }
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let json: serde_json::Value =
        serde_json::from_slice(bytes).map_err(|cause| say::not_json(&cause))?;
    let root = Node::root(&json);
    check_kind(&root)?;
    let mut findings = Vec::new();
    let profile = read_profile(&root, &mut findings)?;
    if root.get("verified").is_some_and(|node| node.is_false()) {
        findings.push(whole(
            "catalog-unverified",
            Severity::Warning,
            &NOT_VERIFIED,
        ));
    }
    if profile.rest_joints.is_empty() {
        findings.push(whole("catalog-no-rest", Severity::Hint, &NO_REST));
    }
    Ok(Catalog { profile, findings })
}

fn whole(rule: &'static str, severity: Severity, phrase: &'static Phrase) -> Finding {
    Finding::new(rule, severity, Place::Whole, Message::new(phrase))
}

fn check_kind(root: &Node<'_>) -> Result<(), CatalogError> {
    const KIND: &str = "bem-character-catalog";
    root.object()?;
    let kind = root.require("kind")?;
    if kind.text()? != KIND {
        return Err(say::kind(&kind, KIND));
    }
    let schema = root.require("schema")?;
    if schema.whole(0..=u32::MAX)? != 1 {
        return Err(say::schema(&schema));
    }
    const PLATFORM: &str = "windows-x64";
    match root.get("platform") {
        Some(platform) if platform.text()? != PLATFORM => Err(say::platform(&platform, PLATFORM)),
        _ => Ok(()),
    }
}

fn read_profile(
    root: &Node<'_>,
    findings: &mut Vec<Finding>,
) -> Result<TargetProfile, CatalogError> {
    let character_id = root.require("character_id")?.stable_id()?;
    let world_resource = root.require("world_resource")?.stable_id()?;
    let ui_node = root.require("ui_resource")?;
    let ui_resource = ui_node.stable_id()?;
    if world_resource == ui_resource {
        return Err(say::same_resources(&ui_node));
    }
    let name = match root.get("name") {
        Some(node) => node.text()?,
        None => character_id.clone(),
    };
    Ok(TargetProfile {
        name,
        profile_id: root.require("profile_id")?.stable_id()?,
        revision: root.require("revision")?.stable_id()?,
        snapshot: Some(read_snapshot(root)?),
        world_resource,
        ui_resource,
        components: read_components(&root.require("components")?, findings)?,
        rest_joints: match root.get("rest_joints") {
            Some(node) => read_rest_joints(&node)?,
            None => BTreeMap::new(),
        },
        geometry: read_preset(root)?,
        character_id,
        explicit: None,
    })
}

/// `source_snapshot` is an object with `manifest_version`, or the text itself; absent is fine (TGT-08).
fn read_snapshot(root: &Node<'_>) -> Result<String, CatalogError> {
    let Some(node) = root.get("source_snapshot").or_else(|| root.get("snapshot")) else {
        return Ok(String::new());
    };
    if node.is_object() {
        return node
            .get("manifest_version")
            .map_or_else(|| Ok(String::new()), |version| version.text());
    }
    node.text()
}

fn read_preset(root: &Node<'_>) -> Result<GeometryPreset, CatalogError> {
    let Some(node) = root.get("geometry_preset") else {
        return Ok(GeometryPreset::default());
    };
    match node.text()?.as_str() {
        "efmi" => Ok(GeometryPreset::Efmi),
        "plain" => Ok(GeometryPreset::Plain),
        _ => Err(say::preset(&node)),
    }
}
