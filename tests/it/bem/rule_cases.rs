//! One change, one rule: cases for every rule that the case files do not show, made from the fixtures by replacing text.

use crate::bem::case_files::{fixture, manifest_text, pack};
use crate::bem::findings::{messages, open_read, rules, verdict};
use bem_studio::formats::bem::package::Package;

/// A fixture with changes.
#[derive(Clone, Debug)]
pub(super) struct Made {
    pub minor: u16,
    pub text: String,
    pub payloads: Vec<Vec<u8>>,
    pub what: String,
}

/// An unchanged fixture.
pub(super) fn made(name: &str) -> Made {
    let file = fixture(name);
    let package = Package::read(file.clone()).expect("opens");
    let n_payloads = u32::try_from(package.payloads.len()).expect("a count");
    Made {
        minor: package.minor,
        text: manifest_text(&file).to_owned(),
        payloads: (0..n_payloads)
            .map(|id| package.payload(id).expect("decodes").into_owned())
            .collect(),
        what: name.to_owned(),
    }
}

impl Made {
    /// The first `old` becomes `new`.
    pub(super) fn with(mut self, old: &str, new: &str) -> Self {
        assert!(self.text.contains(old), "{} has no {old}", self.what);
        self.text = self.text.replacen(old, new, 1);
        self.what = format!("{}: {old} -> {new}", self.what);
        self
    }

    /// Members added at the front of the top level; `members` ends with a comma.
    pub(super) fn on_top(self, members: &str) -> Self {
        self.with("{\"schema\":1,", &format!("{{\"schema\":1,{members}"))
    }

    /// Another header minor.
    pub(super) fn under(mut self, minor: u16) -> Self {
        self.minor = minor;
        self.what = format!("{} under 1.{minor}", self.what);
        self
    }

    /// Another content of a payload.
    pub(super) fn payload(mut self, id: usize, change: impl FnOnce(&mut Vec<u8>)) -> Self {
        change(&mut self.payloads[id]);
        self.what = format!("{}, payload {id} changed", self.what);
        self
    }

    /// One more payload.
    pub(super) fn and(mut self, payload: &[u8]) -> Self {
        self.payloads.push(payload.to_vec());
        self
    }

    /// The file, all blocks raw.
    pub(super) fn file(&self) -> Vec<u8> {
        pack(self.minor, &self.text, &self.payloads)
    }

    /// Verdict and broken rules when read.
    pub(super) fn gives(&self, expected: &str, expected_rules: &[&str]) {
        let checked = open_read(&self.file());
        let told = messages(&checked.findings);
        assert_eq!(verdict(&checked), expected, "{}\n{told}", self.what);
        assert_eq!(rules(&checked), expected_rules, "{}\n{told}", self.what);
    }

    pub(super) fn is_ok(&self) {
        self.gives("ok", &[]);
    }

    pub(super) fn rejects(&self, expected_rules: &[&str]) {
        self.gives("reject", expected_rules);
    }

    pub(super) fn warns(&self, expected_rules: &[&str]) {
        self.gives("warn", expected_rules);
    }
}
