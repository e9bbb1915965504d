//! `required_capabilities`: known, complete, and in step with what the package uses (bem.md ch. 1).

use crate::base::text::{Message, Phrase};
use crate::formats::bem::check::Check;
use crate::formats::bem::check::facts::Structure;
use crate::formats::bem::check::report::{OnRead, Rule};
use crate::formats::bem::check::top::JSON_10;
use crate::formats::bem::check::view::Object;
use crate::formats::bem::json::path::Path;
use crate::formats::bem::lowest::{BASE, KNOWN};
use std::collections::BTreeMap;

const VER_04: Rule = Rule::reject("VER-04").typed();
const VER_05: Rule = Rule::reject("VER-05");
const VER_06: Rule = Rule::warn("VER-06");
const VER_07: Rule = Rule::reject("VER-07");
const VER_08: Rule = Rule::reject("VER-08");
const VER_09: Rule = Rule::reject("VER-09");
const VER_10: Rule = Rule::fine("VER-10");
const VER_11: Rule = Rule::reject("VER-11");
const VER_12: Rule = Rule::reject("VER-12");

const KEY: &str = "required_capabilities";

static UNKNOWN: Phrase = Phrase::new(
    "未知的能力“{value}”。",
    "「{value}」という機能は知られていません。",
    "The capability “{value}” is unknown.",
);
static TOO_EARLY: Phrase = Phrase::new(
    "能力“{value}”从 1.{needed} 版起才有，而这个包标为 1.{minor}。",
    "機能「{value}」は 1.{needed} からですが、このパッケージは 1.{minor} とされています。",
    "The capability “{value}” exists only from version 1.{needed} on; this package says 1.{minor}.",
);
static NOT_LISTED: Phrase = Phrase::new(
    "包使用了需要能力“{value}”的功能，却没有列出它。",
    "機能「{value}」を使っていますが、一覧に挙げられていません。",
    "The package uses what needs the capability “{value}”, but does not list it.",
);
static BASE_NOT_LISTED: Phrase = Phrase::new(
    "没有列出每个包都需要的能力“{value}”。",
    "どのパッケージにも要る機能「{value}」が挙げられていません。",
    "The capability “{value}”, which every package needs, is not listed.",
);
static FORBIDDEN: Phrase = Phrase::new(
    "1.{minor} 版的包不能列出能力“{value}”。",
    "バージョン 1.{minor} のパッケージは機能「{value}」を挙げられません。",
    "A package of version 1.{minor} cannot list the capability “{value}”.",
);
static RESOURCES_NOT_LISTED: Phrase = Phrase::new(
    "目标列有资源，却没有列出能力“{value}”。",
    "対象にリソースがありますが、機能「{value}」が挙げられていません。",
    "The target has resources, but the capability “{value}” is not listed.",
);
static NO_RESOURCES: Phrase = Phrase::new(
    "列出了能力“{value}”，目标却没有资源。",
    "機能「{value}」が挙げられていますが、対象にリソースがありません。",
    "The capability “{value}” is listed, but the target has no resources.",
);
static LEGACY_UNDER_1_4: Phrase = Phrase::new(
    "1.4 版的包应在目标中列出资源；这里没有。",
    "バージョン 1.4 のパッケージは対象にリソースを挙げますが、ありません。",
    "A package of version 1.4 lists resources in its target; this one has none.",
);
static UNUSED: Phrase = Phrase::new(
    "列出了能力“{value}”，但没有用到它。",
    "機能「{value}」が挙げられていますが、使われていません。",
    "The capability “{value}” is listed but not used.",
);

impl<'v> Check<'v> {
    /// All capability rules; every feature has been seen by now.
    pub(super) fn capabilities(&mut self, top: Object<'v, '_>) {
        let has_resources = self.facts.structure != Structure::Legacy;
        if self.minor == 4 && !has_resources {
            let rule = VER_12.on_read(OnRead::Warn);
            self.member(rule, top, "target", Message::new(&LEGACY_UNDER_1_4));
        }
        if !top.has(KEY) {
            self.missing(JSON_10, top, KEY);
            return;
        }
        let Some(elements) = self.optional_elements(VER_04, top, KEY) else {
            return;
        };
        let path = top.path.key(KEY);
        let mut seen = BTreeMap::new();
        for (index, value) in elements.iter().enumerate() {
            let path = path.index(index);
            let Some(name) = self.as_text(VER_04, value, &path) else {
                continue;
            };
            let twice = if self.minor == 0 {
                OnRead::Warn
            } else {
                OnRead::Reject
            };
            if self.unique(VER_04.on_read(twice), &mut seen, name, &path) {
                self.known_capability(name, &path);
            }
            self.facts.capabilities.push(name);
        }
        self.base_and_structure(&path);
        self.features(&path);
        self.resource_capabilities(has_resources, &path);
    }

    fn lists(&self, name: &str) -> bool {
        self.facts.capabilities.contains(&name)
    }

    fn known_capability(&mut self, name: &str, path: &Path<'_>) {
        let Some((_, first, _)) = KNOWN.iter().find(|(known, ..)| *known == name) else {
            self.at(VER_05, path, Message::new(&UNKNOWN).with("value", name));
            return;
        };
        // The two structure names have rules of their own (VER-07, VER-08).
        if *first > self.minor && name != "composable-options" {
            let is_harmless = name == "keep-material-textures" && !self.facts.used.keep_overrides;
            let rule = if is_harmless {
                VER_05.on_read(OnRead::Warn)
            } else {
                VER_05
            };
            let message = Message::new(&TOO_EARLY)
                .with("value", name)
                .with("needed", first)
                .with("minor", self.minor);
            self.at(rule, path, message);
        }
    }

    fn base_and_structure(&mut self, path: &Path<'_>) {
        for name in BASE {
            if !self.lists(name) {
                let message = Message::new(&BASE_NOT_LISTED).with("value", name);
                self.at(VER_06, path, message);
            }
        }
        let (rule, wanted, forbidden) = if self.is_composable() {
            (VER_08, "composable-options", "fixed-appearances")
        } else {
            (VER_07, "fixed-appearances", "composable-options")
        };
        if self.lists(forbidden) {
            let message = Message::new(&FORBIDDEN)
                .with("value", forbidden)
                .with("minor", self.minor);
            self.at(rule, path, message);
        }
        if !self.lists(wanted) {
            let is_tolerated = matches!(self.minor, 0 | 5);
            let rule = if is_tolerated {
                rule.on_read(OnRead::Warn)
            } else {
                rule
            };
            self.at(rule, path, Message::new(&NOT_LISTED).with("value", wanted));
        }
    }

    /// Features in use against capabilities listed (VER-09, VER-10, HINT-02). A feature that is too early for the header
    /// has been refused already (VER-14).
    fn features(&mut self, path: &Path<'_>) {
        let used = self.facts.used;
        let table = [
            ("keep-material-textures", 1, used.keep_overrides),
            ("texture-slots", 2, used.slots),
            ("resource-bone-aliases", 2, used.aliases),
            ("body-parameters", 3, used.parameters),
            ("mesh-position-deltas", 3, used.channels),
            ("static-meshes", 4, used.has_static),
            ("material-overrides-v1", 5, used.draw_overrides),
            ("root-offset-v1", 5, used.root_offset),
            ("dynamic-drivers-v1", 5, used.drivers),
        ];
        for (name, needed, is_used) in table {
            let is_listed = self.lists(name);
            if is_used && !is_listed && self.minor >= needed {
                self.at(VER_09, path, Message::new(&NOT_LISTED).with("value", name));
            }
            let is_used = is_used || (name == "material-overrides-v1" && used.material_bindings);
            if is_listed && !is_used && self.minor >= needed {
                self.hint_unused(name, path);
            }
        }
        let wants_overrides = used.material_bindings && !used.draw_overrides;
        if wants_overrides && !self.lists("material-overrides-v1") && self.minor >= 5 {
            let message = Message::new(&NOT_LISTED).with("value", "material-overrides-v1");
            self.at(VER_10, path, message);
        }
        let has_astc = self.facts.textures.iter().flatten().any(|texture| {
            texture
                .format
                .is_some_and(crate::formats::bem::texture_layout::TextureFormat::is_astc)
        });
        if self.lists("texture-astc") && !has_astc {
            self.hint_unused("texture-astc", path);
        }
    }

    fn hint_unused(&mut self, name: &str, path: &Path<'_>) {
        let message = Message::new(&UNUSED).with("value", name);
        let place = crate::base::findings::Place::Pointer(path.pointer());
        self.report.hint("HINT-02", place, message);
    }

    fn resource_capabilities(&mut self, has_resources: bool, path: &Path<'_>) {
        const RESOURCES: &str = "multi-resource-targets";
        if self.minor < 4 {
            return;
        }
        let message = |phrase, name| Message::new(phrase).with("value", name);
        match (has_resources, self.lists(RESOURCES)) {
            (true, false) => self.at(VER_11, path, message(&RESOURCES_NOT_LISTED, RESOURCES)),
            (false, true) => self.at(VER_11, path, message(&NO_RESOURCES, RESOURCES)),
            _ => {}
        }
        if self.lists("static-meshes") && !has_resources {
            let rule = if self.minor == 5 {
                VER_12.on_read(OnRead::Warn)
            } else {
                VER_12
            };
            self.at(rule, path, message(&NO_RESOURCES, "static-meshes"));
        }
    }
}
