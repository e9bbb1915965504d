//! The top level of the manifest: required keys, package facts, and which structure the version has (bem.md ch. 1, 3, 4).

use crate::base::text::{Message, Phrase};
use crate::formats::bem::check::Check;
use crate::formats::bem::check::facts::Structure;
use crate::formats::bem::check::ids::{ID_02, length_message};
use crate::formats::bem::check::report::{OnRead, Purpose, Rule};
use crate::formats::bem::check::view::{Object, Wanted};
use crate::formats::bem::json::Value;
use crate::formats::bem::json::path::Path;
use crate::formats::bem::limits::MAX_NAME_BYTES;

const JSON_09: Rule = Rule::reject("JSON-09").typed();
pub(super) const JSON_10: Rule = Rule::reject("JSON-10").typed();
const ID_04: Rule = Rule::reject("ID-04").typed();
const VER_13: Rule = Rule::reject("VER-13");
pub(super) const VER_14: Rule = Rule::reject("VER-14");

static BAD_SCHEMA: Phrase = Phrase::new(
    "“schema”为 {value}，必须是 {limit}。",
    "「schema」は {value} ですが、{limit} でなければなりません。",
    "“schema” is {value} and must be {limit}.",
);
static NO_OBJECT: Phrase = Phrase::new(
    "清单不是一个 JSON 对象。",
    "マニフェストが JSON オブジェクトではありません。",
    "The manifest is not a JSON object.",
);
static WRONG_STRUCTURE: Phrase = Phrase::new(
    "1.{minor} 版的包不能有“{key}”。",
    "バージョン 1.{minor} のパッケージに「{key}」は置けません。",
    "A package of version 1.{minor} cannot have “{key}”.",
);
static GROUPS_MISSING: Phrase = Phrase::new(
    "1.{minor} 版的包必须有“option_groups”。",
    "バージョン 1.{minor} のパッケージには「option_groups」が要ります。",
    "A package of version 1.{minor} needs “option_groups”.",
);
static TOO_EARLY: Phrase = Phrase::new(
    "“{key}”从 1.{needed} 版起才有，而这个包标为 1.{minor}。",
    "「{key}」は 1.{needed} からの機能ですが、このパッケージは 1.{minor} とされています。",
    "“{key}” exists only from version 1.{needed} on; this package says 1.{minor}.",
);
static TOO_EARLY_EMPTY: Phrase = Phrase::new(
    "空的“{key}”从 1.{needed} 版起才能出现（这个包标为 1.{minor}），按不存在处理；游戏会拒绝它。",
    "空の「{key}」も 1.{needed} からです（このパッケージは 1.{minor}）。ないものとして扱いますが、ゲームは拒否します。",
    "Even empty, “{key}” belongs to version 1.{needed} and later (this package says 1.{minor}). It is ignored here, but the game refuses it.",
);

/// Known keys of the top level; the explicit hint keys of other containers among them.
const KNOWN: [&str; 22] = [
    "schema",
    "package_id",
    "name",
    "author",
    "version",
    "required_capabilities",
    "target",
    "meshes",
    "textures",
    "default_appearance_id",
    "appearances",
    "option_groups",
    "component_rules",
    "selection_constraints",
    "texture_slots",
    "parameters",
    "mesh_deformations",
    "root_offset",
    "drivers",
    "format_version",
    "android_install",
    "description",
];

impl<'v> Check<'v> {
    pub(super) fn top_object<'p>(
        &mut self,
        value: &'v Value,
        path: &'p Path<'p>,
    ) -> Option<Object<'v, 'p>> {
        let members = value.members();
        if members.is_none() {
            self.at(Rule::reject("JSON-02"), path, Message::new(&NO_OBJECT));
        }
        members.map(|members| Object { members, path })
    }

    /// `schema`, the package's own facts, and keys that no later rule looks at.
    pub(super) fn top_members(&mut self, top: Object<'v, '_>) {
        self.schema(top);
        if top.has("package_id") {
            self.stable_id(ID_02, top, "package_id");
        } else {
            self.missing(JSON_10, top, "package_id");
        }
        for key in ["name", "author", "version"] {
            self.package_text(top, key);
        }
        self.description(top);
        self.metadata(top, &KNOWN);
        if self.report.purpose() == Purpose::Export {
            self.unwritten(top);
        }
    }

    fn schema(&mut self, top: Object<'v, '_>) {
        let Some(value) = top.get("schema") else {
            self.missing(JSON_10, top, "schema");
            return;
        };
        let path = top.path.key("schema");
        if let Some(number) = self.as_u32(JSON_09, value, &path)
            && number != 1
        {
            let message = Message::new(&BAD_SCHEMA)
                .with("value", number)
                .with("limit", 1);
            self.at(JSON_09, &path, message);
        }
    }

    /// `name`, `author`, `version` (ID-04). Both rules name the type of these three.
    fn package_text(&mut self, top: Object<'v, '_>, key: &str) {
        let Some(value) = top.get(key) else {
            self.missing(JSON_10, top, key);
            return;
        };
        let path = top.path.key(key);
        let Some(text) = value.text() else {
            self.wrong_type(JSON_10, &path, value, Wanted::Text);
            self.wrong_type(ID_04, &path, value, Wanted::Text);
            return;
        };
        if !(1..=MAX_NAME_BYTES).contains(&text.len()) {
            self.at(
                ID_04,
                &path,
                length_message(key, text.len(), MAX_NAME_BYTES),
            );
        }
    }

    /// Which structures the header allows: appearances or groups (VER-13), legacy or explicit target (VER-14, TGT-09).
    pub(super) fn structure(&mut self, top: Object<'v, '_>) {
        let wrong: &[&str] = if self.is_composable() {
            &["appearances", "default_appearance_id"]
        } else {
            &["option_groups"]
        };
        for key in wrong {
            if top.has(key) {
                let message = Message::new(&WRONG_STRUCTURE)
                    .with("key", key)
                    .with("minor", self.minor);
                self.member(VER_13, top, key, message);
            }
        }
        if self.is_composable() && !top.has("option_groups") {
            let message = Message::new(&GROUPS_MISSING).with("minor", self.minor);
            self.member(VER_13, top, "option_groups", message);
        }
        let is_explicit = top
            .get("target")
            .is_some_and(|target| target.get("resources").is_some());
        self.facts.structure = match (is_explicit, self.minor) {
            (false, _) => Structure::Legacy,
            (true, 4..) => Structure::Explicit,
            (true, _) => Structure::Unclear,
        };
    }

    /// Whether a top-level feature may be looked at: it is there and the header is late enough (VER-14).
    pub(super) fn is_timely(&mut self, top: Object<'v, '_>, key: &str, needed: u16) -> bool {
        let Some(value) = top.get(key) else {
            return false;
        };
        if self.minor >= needed {
            return true;
        }
        let is_empty = value.list().is_some_and(<[Value]>::is_empty);
        self.too_early(top, key, needed, is_empty);
        false
    }

    /// A member of a later version; empty arrays only earn a warning.
    pub(super) fn too_early(
        &mut self,
        object: Object<'v, '_>,
        key: &str,
        needed: u16,
        is_empty: bool,
    ) {
        let (phrase, on_read) = if is_empty {
            (&TOO_EARLY_EMPTY, OnRead::Warn)
        } else {
            (&TOO_EARLY, OnRead::Reject)
        };
        let message = Message::new(phrase)
            .with("key", key)
            .with("needed", needed)
            .with("minor", self.minor);
        self.member(VER_14.on_read(on_read), object, key, message);
    }
}
