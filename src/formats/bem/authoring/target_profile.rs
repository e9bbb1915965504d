//! The resource target spec, what one wants to know about prefabs of the game, and the target profile, what is known of
//! them (bem.md ch. 21). Finding it out takes the game's files and is not done here.

use crate::base::findings::Place;
use crate::base::text::{Message, Phrase};
use crate::formats::bem::authoring::{Read, parse, report};
use crate::formats::bem::check::is_stable_id;
use crate::formats::bem::check::report::{OnRead, Report, Rule};
use crate::formats::bem::json::{self, Members, Value, find};
use crate::formats::bem::manifest::{Manifest, Target};

const SPEC_KIND: &str = "bem-resource-target-spec";
const PROFILE_KIND: &str = "bem-target-profile";
const JSON_10: Rule = Rule::reject("JSON-10");
const ID_02: Rule = Rule::reject("ID-02");
const TGT_10: Rule = Rule::reject("TGT-10");
const TGT_13: Rule = Rule::reject("TGT-13");
const MAX_RESOURCES: usize = 32;

static WRONG_KIND: Phrase = Phrase::new(
    "这不是“{wanted}”：应为 kind 是它、schema 为 1 的 JSON 对象。",
    "「{wanted}」ではありません。kind がこれで schema が 1 の JSON オブジェクトが要ります。",
    "This is no {wanted}: a JSON object of that kind and schema 1 is wanted.",
);
static BAD_MEMBER: Phrase = Phrase::new(
    "“{key}”缺失或类型不对。",
    "「{key}」がないか、型が違います。",
    "“{key}” is missing or of a wrong type.",
);
static BAD_ID: Phrase = Phrase::new(
    "“{key}”的值“{value}”不是合规的 ID。",
    "「{key}」の「{value}」は ID として使えません。",
    "“{value}” cannot be the “{key}”: it is no stable id.",
);
static BAD_TARGET_KIND: Phrase = Phrase::new(
    "目标类型“{value}”只能是“character”或“weapon”。",
    "対象の種類「{value}」は「character」か「weapon」だけです。",
    "The target kind “{value}” is neither character nor weapon.",
);
static RESOURCES: Phrase = Phrase::new(
    "应有 1 到 {limit} 个资源，实际 {n} 个。",
    "リソースは 1〜{limit} 個ですが、{n} 個あります。",
    "There are {n} resources; 1 to {limit} are wanted.",
);

/// What one wants to know about prefabs of the game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ResourceTargetSpec {
    /// `character` or `weapon`.
    pub target_kind: String,
    /// The character or weapon.
    pub id: String,
    /// Names the profile.
    pub profile_id: String,
    /// Revision of the profile.
    pub revision: String,
    /// Snapshot of the game the facts are to be read from.
    pub snapshot: String,
    /// Prefabs.
    pub resources: Vec<WantedResource>,
    /// Unknown members.
    pub extra: Members,
}

/// One prefab of a spec.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WantedResource {
    /// Stable id in the package.
    pub id: String,
    /// `assets/....prefab`.
    pub asset_path: String,
    /// `windows-x64`, `android-arm64`.
    pub platforms: Vec<String>,
    /// 0..=3.
    pub lod: u32,
    /// Renderers to look at, as the file writes them; none = all.
    pub renderer_paths: Option<Value>,
    /// Unknown members.
    pub extra: Members,
}

/// What is known of a target.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TargetProfileFile {
    /// Version of the format it is for, such as `1.4`.
    pub bem_format: String,
    /// The target as it goes into a manifest.
    pub target: Target,
    /// Capabilities a package for it lists; may lack some of the base (VER-06).
    pub required_capabilities: Vec<String>,
    /// Where the facts come from.
    pub evidence: Option<Value>,
    /// Unknown members, confirmation flags among them.
    pub extra: Members,
}

/// Reads a resource target spec. A byte order mark is fine.
pub fn read_resource_spec(bytes: &[u8]) -> Read<ResourceTargetSpec> {
    let mut report = report();
    let Some(value) = of_kind(bytes, SPEC_KIND, &mut report) else {
        return Read::of(report, None);
    };
    let root = Place::Whole;
    let mut id = |key| stable_id(&mut report, &value, key, "");
    let mut spec = ResourceTargetSpec {
        id: id("id"),
        profile_id: id("profile_id"),
        revision: id("revision"),
        ..ResourceTargetSpec::default()
    };
    spec.target_kind = text(&mut report, &value, "target_kind", "");
    if !matches!(&*spec.target_kind, "character" | "weapon") {
        let message = Message::new(&BAD_TARGET_KIND).with("value", &spec.target_kind);
        report.add(TGT_10, Place::Pointer("/target_kind".to_owned()), message);
    }
    spec.snapshot = text(&mut report, &value, "snapshot", "");
    let resources = value.get("resources").and_then(Value::list);
    let n_resources = resources.map_or(0, <[Value]>::len);
    if !(1..=MAX_RESOURCES).contains(&n_resources) {
        let message = Message::new(&RESOURCES)
            .with("n", n_resources)
            .with("limit", MAX_RESOURCES);
        report.add(TGT_13, root, message);
    }
    for (index, resource) in resources.unwrap_or_default().iter().enumerate() {
        let pointer = format!("/resources/{index}");
        spec.resources
            .push(wanted_resource(&mut report, resource, &pointer));
    }
    let known = [
        "schema",
        "kind",
        "target_kind",
        "id",
        "profile_id",
        "revision",
        "snapshot",
        "resources",
    ];
    spec.extra = others(&value, &known);
    Read::of(report, Some(spec))
}

fn wanted_resource(report: &mut Report, value: &Value, pointer: &str) -> WantedResource {
    let platforms = value.get("platforms").and_then(Value::list);
    let platforms = platforms.and_then(|all| {
        let texts = all.iter().map(|it| it.text().map(str::to_owned));
        texts.collect::<Option<Vec<String>>>()
    });
    let lod = value.get("lod").and_then(Value::u32);
    if platforms.is_none() {
        bad_member(report, "platforms", pointer);
    }
    if lod.is_none() {
        bad_member(report, "lod", pointer);
    }
    let known = ["id", "asset_path", "platforms", "lod", "renderer_paths"];
    WantedResource {
        id: stable_id(report, value, "id", pointer),
        asset_path: text(report, value, "asset_path", pointer),
        platforms: platforms.unwrap_or_default(),
        lod: lod.unwrap_or_default(),
        renderer_paths: value.get("renderer_paths").cloned(),
        extra: others(value, &known),
    }
}

/// The text of a spec: JSON indented by two, the mirror of [`read_resource_spec`].
pub fn write_resource_spec(spec: &ResourceTargetSpec) -> String {
    let mut members = heading(SPEC_KIND);
    let texts = [
        ("target_kind", &spec.target_kind),
        ("id", &spec.id),
        ("profile_id", &spec.profile_id),
        ("revision", &spec.revision),
        ("snapshot", &spec.snapshot),
    ];
    members.extend(texts.map(|(key, text)| member(key, Value::Text(text.clone()))));
    let one = |resource: &WantedResource| {
        let platforms = resource.platforms.iter().cloned().map(Value::Text);
        let mut members = vec![
            member("id", Value::Text(resource.id.clone())),
            member("asset_path", Value::Text(resource.asset_path.clone())),
            member("platforms", Value::List(platforms.collect())),
            member("lod", Value::Integer(i64::from(resource.lod))),
        ];
        let paths = resource.renderer_paths.iter().cloned();
        members.extend(paths.map(|paths| member("renderer_paths", paths)));
        members.extend(resource.extra.iter().cloned());
        Value::Object(members)
    };
    let resources = spec.resources.iter().map(one).collect();
    members.push(member("resources", Value::List(resources)));
    members.extend(spec.extra.iter().cloned());
    json::to_indented(&Value::Object(members))
}

/// Reads a target profile. Whether its target keeps the rules of chapter 6 is told when a package is made from it.
pub fn read_target_profile(bytes: &[u8]) -> Read<TargetProfileFile> {
    let mut report = report();
    let Some(value) = of_kind(bytes, PROFILE_KIND, &mut report) else {
        return Read::of(report, None);
    };
    let target = value.get("target").filter(|it| it.members().is_some());
    if target.is_none() {
        bad_member(&mut report, "target", "");
    }
    let members = ["target", CAPABILITIES]
        .into_iter()
        .filter_map(|key| Some(member(key, value.get(key)?.clone())));
    let manifest = Manifest::from_value(&Value::Object(members.collect()));
    let known = [
        "schema",
        "kind",
        "bem_format",
        "target",
        CAPABILITIES,
        "evidence",
    ];
    let profile = TargetProfileFile {
        bem_format: text(&mut report, &value, "bem_format", ""),
        target: manifest.target,
        required_capabilities: manifest.required_capabilities,
        evidence: value.get("evidence").cloned(),
        extra: others(&value, &known),
    };
    Read::of(report, Some(profile))
}

const CAPABILITIES: &str = "required_capabilities";

/// The text of a profile: JSON indented by two, the mirror of [`read_target_profile`].
pub fn write_target_profile(profile: &TargetProfileFile) -> String {
    let manifest = Manifest {
        target: profile.target.clone(),
        required_capabilities: profile.required_capabilities.clone(),
        ..Manifest::default()
    };
    let value = manifest.to_value();
    let mut members = heading(PROFILE_KIND);
    members.push(member(
        "bem_format",
        Value::Text(profile.bem_format.clone()),
    ));
    for key in ["target", CAPABILITIES] {
        let found = value.get(key).cloned();
        members.extend(found.map(|found| member(key, found)));
    }
    let evidence = profile.evidence.iter().cloned();
    members.extend(evidence.map(|evidence| member("evidence", evidence)));
    members.extend(profile.extra.iter().cloned());
    json::to_indented(&Value::Object(members))
}

fn heading(kind: &str) -> Members {
    vec![
        member("schema", Value::Integer(1)),
        member("kind", Value::Text(kind.to_owned())),
    ]
}

fn member(key: &str, value: Value) -> (String, Value) {
    (key.to_owned(), value)
}

/// The JSON of a file of this kind.
fn of_kind(bytes: &[u8], kind: &str, report: &mut Report) -> Option<Value> {
    let value = parse(bytes, JSON_10, OnRead::Reject, report)?;
    let is_it = value.get("schema") == Some(&Value::Integer(1))
        && value.get("kind").and_then(Value::text) == Some(kind);
    if !is_it {
        let message = Message::new(&WRONG_KIND).with("wanted", kind);
        report.add(JSON_10, Place::Whole, message);
        return None;
    }
    Some(value)
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
    let members = value.members();
    let found = members.and_then(|members| find(members, key)?.text());
    if found.is_none_or(str::is_empty) {
        bad_member(report, key, pointer);
    }
    found.unwrap_or_default().to_owned()
}

fn stable_id(report: &mut Report, value: &Value, key: &str, pointer: &str) -> String {
    let id = text(report, value, key, pointer);
    if !id.is_empty() && !is_stable_id(&id) {
        let message = Message::new(&BAD_ID).with("key", key).with("value", &id);
        let place = Place::Pointer(format!("{pointer}/{key}"));
        report.add(ID_02, place, message);
    }
    id
}
