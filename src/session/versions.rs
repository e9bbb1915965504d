//! `lowest`: which version a package needs and what each reason for it costs (bem.md ch. 19).

use crate::analysis::Budget;
use crate::base::cancel::Cancel;
use crate::base::findings::Finding;
use crate::base::text::{Language, Message, Phrase};
use crate::formats::bem::lowest::{self, Facts, Lowest};
use crate::formats::bem::manifest::Manifest;
use crate::formats::bem::write::number_payloads;
use crate::session::answer::{Answer, members};
use crate::session::loading::{self, Loaded, Tolerance};
use crate::session::release::Failure;
use crate::session::rules;
use serde_json::{Map, Value, json};
use std::path::{Path, PathBuf};

static NEEDS: Phrase = Phrase::new(
    "{path}：需要 BEM {minor}",
    "{path}：BEM {minor} が必要",
    "{path}: needs BEM {minor}",
);
static NEEDS_LESS: Phrase = Phrase::new(
    "{path}：需要 BEM {minor}，文件写的是 {header}",
    "{path}：BEM {minor} が必要。ファイルの表記は {header}",
    "{path}: needs BEM {minor}; the file says {header}",
);
static REASON: Phrase = Phrase::new(
    "  BEM {minor}：{feature}（{place}）；只去掉它：{without}",
    "  BEM {minor}：{feature}（{place}）。これだけなければ {without}",
    "  BEM {minor}: {feature} ({place}); without it alone: {without}",
);
static STEP: Phrase = Phrase::new(
    "不含任何需要 BEM {minor} 的内容时：{without}",
    "BEM {minor} を要するものがすべてなければ：{without}",
    "Without everything that needs BEM {minor}: {without}",
);
static FIXED: Phrase = Phrase::new(
    "  固定外观用 1.0 就够；以下内容要求转换成选项组：{feature}（{place}）",
    "  固定の外観は 1.0 です。オプション群への変換を要するもの：{feature}（{place}）",
    "  fixed appearances are 1.0; what asks for option groups: {feature} ({place})",
);
static WHOLE: Phrase = Phrase::new("整体", "全体", "as a whole");

/// The version a package needs.
#[derive(Clone, Debug)]
pub struct Versions {
    /// The file.
    pub path: PathBuf,
    /// Minor of its header; none = a project.
    pub header: Option<u16>,
    /// The lowest minor and its reasons; capabilities count as listed.
    pub lowest: Lowest,
    /// The minor this program would write: capabilities that nothing uses are left out.
    pub written: u16,
    /// Whether every limit over all selections could be counted.
    pub is_proved: bool,
    /// What is worth knowing.
    pub findings: Vec<Finding>,
}

impl Answer for Versions {
    fn lines(&self) -> Vec<Message> {
        let lowest = &self.lowest;
        let phrase = match self.header {
            Some(header) if header != lowest.minor => &NEEDS_LESS,
            _ => &NEEDS,
        };
        let head = Message::new(phrase)
            .with("path", self.path.display())
            .with("minor", format_args!("1.{}", lowest.minor))
            .with(
                "header",
                format_args!("1.{}", self.header.unwrap_or_default()),
            );
        let mut lines = vec![head];
        for (index, reason) in lowest.reasons.iter().enumerate() {
            let phrase = if lowest.minor == 0 { &FIXED } else { &REASON };
            let line = Message::new(phrase)
                .with("minor", format_args!("1.{}", reason.minor))
                .with_message("feature", reason.feature.clone())
                .with("without", format_args!("1.{}", without_one(lowest, index)));
            lines.push(match reason.pointer.as_str() {
                "" => line.with_message("place", Message::new(&WHOLE)),
                pointer => line.with("place", pointer),
            });
        }
        let steps = ladder(lowest).into_iter();
        lines.extend(steps.map(|(minor, without)| {
            Message::new(&STEP)
                .with("minor", format_args!("1.{minor}"))
                .with("without", format_args!("1.{without}"))
        }));
        lines
    }

    fn facts(&self, language: Language) -> Map<String, Value> {
        let lowest = &self.lowest;
        let ladder = ladder(lowest).into_iter();
        let ladder = ladder.map(|(minor, without)| json!({ "minor": minor, "without": without }));
        members(json!({
            "file": self.path.display().to_string(),
            "header_minor": self.header,
            "format_version": format!("1.{}", lowest.minor),
            "minor": lowest.minor,
            "written_minor": self.written,
            "base_minor": lowest.base,
            "reasons": reasons_json(lowest, language),
            "ladder": ladder.collect::<Vec<Value>>(),
            "proved": self.is_proved,
            "sentence": lowest.sentence().map(|sentence| sentence.text(language)),
        }))
    }

    fn findings(&self) -> &[Finding] {
        &self.findings
    }
}

/// Reasons for scripts: minor, at, feature, and the minor without that one alone.
pub(super) fn reasons_json(lowest: &Lowest, language: Language) -> Value {
    let reasons = lowest.reasons.iter().enumerate();
    let one = |(index, reason): (usize, &lowest::Reason)| {
        json!({
            "minor": reason.minor,
            "at": reason.pointer,
            "feature": reason.feature.text(language),
            "without": without_one(lowest, index),
        })
    };
    reasons.map(one).collect()
}

/// The minor if one reason were gone and all others stayed.
fn without_one(lowest: &Lowest, index: usize) -> u16 {
    let others = lowest.reasons.iter().enumerate();
    let others = others.filter(|(other, _)| *other != index);
    let highest = others.map(|(_, reason)| reason.minor).max();
    highest.map_or(lowest.base, |minor| minor.max(lowest.base))
}

/// Each minor that something needs, with the one that would do without all of that.
fn ladder(lowest: &Lowest) -> Vec<(u16, u16)> {
    let mut minors: Vec<u16> = lowest.reasons.iter().map(|reason| reason.minor).collect();
    minors.retain(|minor| *minor > lowest.base && lowest.minor > 0);
    minors.dedup();
    let next = minors.iter().copied().skip(1).chain([lowest.base]);
    minors.iter().copied().zip(next).collect()
}

/// Tells the lowest version of a package or project. A package that states too low a version is told too.
///
/// # Errors
///
/// It cannot be read, or rules other than those of its version reject it.
pub fn lowest(path: &Path, cancel: &Cancel) -> Result<Versions, Failure> {
    let loaded = loading::load(path, Tolerance::AnyVersion, cancel)?;
    Ok(of(loaded, cancel))
}

/// The version of an opened package.
pub(super) fn of(loaded: Loaded, cancel: &Cancel) -> Versions {
    let sizes = loaded.sizes();
    let n_payloads = n_merged(&loaded, cancel);
    // What is listed changes no maximum: one proof serves both.
    let proved = rules::prove(&loaded.manifest, &sizes, &Budget::EXACT, cancel).ok();
    let maxima = proved
        .as_ref()
        .and_then(|proved| rules::maxima_of(&proved.analysis.summary));
    let facts = Facts { n_payloads, maxima };
    let told = |manifest: &Manifest| {
        let mut lowest = lowest::lowest_minor(manifest, &facts);
        if manifest.option_groups.is_none() {
            lowest.reasons = lowest::conversion_reasons(manifest, &facts);
        }
        lowest
    };
    let lowest = told(&loaded.manifest);
    let mut used = loaded.manifest.clone();
    used.required_capabilities = lowest::capabilities(&used);
    let written = told(&used);
    let asked = written.reasons.iter().map(|reason| reason.minor).max();
    Versions {
        header: loaded.minor,
        written: asked.unwrap_or_default().max(written.minor),
        lowest,
        is_proved: maxima.is_some(),
        findings: loaded.warnings,
        path: loaded.path,
    }
}

/// Payloads after equal ones are merged; where they cannot be read, all of them.
fn n_merged(loaded: &Loaded, cancel: &Cancel) -> usize {
    let payloads = &*loaded.payloads;
    number_payloads(&loaded.manifest, payloads, cancel)
        .map_or_else(|_| payloads.len(), |numbering| numbering.kept().len())
}
