//! `pack`: an editable project or export task becomes a package of the lowest version that can carry it.
//!
//! What was written is read back, judged and compared before it replaces anything (bem.md ch. 19, 20).

use crate::analysis::Budget;
use crate::base::cancel::Cancel;
use crate::base::files::{self, FileError, StagedFile};
use crate::base::findings::Finding;
use crate::base::limits;
use crate::base::numbers::u32_of;
use crate::base::text::{self, Language, Message, Phrase};
use crate::export::seal::{Part, SealError};
use crate::formats::bem::check::renumbering_hint;
use crate::formats::bem::composable::{
    Composable, ComposeError, ComposedStore, is_half_converted, to_composable,
};
use crate::formats::bem::lowest::{self, Facts, Lowest, Maxima};
use crate::formats::bem::manifest::Manifest;
use crate::formats::bem::references::references_mut;
use crate::formats::bem::write::{
    self, Compression, Numbering, PayloadStore, WriteError, WriteOptions,
};
use crate::formats::bem::zip;
use crate::session::answer::{Answer, members};
use crate::session::loading::sizes_of;
use crate::session::outputs::{self, OutputKind};
use crate::session::release::{Failure, blocked, is_blocked};
use crate::session::renumbered::Renumbered;
use crate::session::rules::{self, Purpose};
use crate::session::sources::Sources;
use crate::session::{versions, words};
use serde_json::{Map, Value, json};
use std::path::{Path, PathBuf};

static PACKED: Phrase = Phrase::new(
    "已写出 {path}：BEM {minor}，{size}，{n} 个数据块，已重新读取并核对",
    "{path} を書き出しました：BEM {minor}、{size}、データブロック {n} 個、読み直して照合済み",
    "{path}: BEM {minor}, {size}, payloads: {n}, read back and compared",
);
static DROPPED: Phrase = Phrase::new(
    "合并或去掉了 {n} 个重复或无人引用的数据块。",
    "重複や参照されないデータブロック {n} 個をまとめるか省きました。",
    "Payloads that were merged as equal or dropped as unreferenced: {n}.",
);
static CONVERTED: Phrase = Phrase::new(
    "因{feature}，固定外观已转换为选项组“appearance”；工程文件没有改动。",
    "{feature}があるため、固定の外観をオプション群「appearance」に変換しました。プロジェクトは変わっていません。",
    "Because of {feature} the fixed appearances became the option group “appearance”; the project is unchanged.",
);
static FINISHED: Phrase = Phrase::new(
    "已补完到选项组的转换；工程文件没有改动。",
    "オプション群への変換を完了しました。プロジェクトは変わっていません。",
    "The conversion to option groups was finished; the project is unchanged.",
);
static HALF_CONVERTED: Phrase = Phrase::new(
    "工程既有选项组又留有固定外观的内容，转换只做了一半。用“--convert”补完转换，或删除其中一种。",
    "プロジェクトにオプション群と固定の外観の内容が混ざり、変換が途中です。「--convert」で完了するか、どちらかを消してください。",
    "The project has option groups and still parts of fixed appearances: it is half converted. Finish it with --convert, or delete one of the two.",
);
static NOT_CONVERTED: Phrase = Phrase::new(
    "固定外观无法转换为选项组：网格 {mesh} 的绘制段 {draw} 超出索引数据。",
    "固定の外観をオプション群に変換できません。メッシュ {mesh} の描画区分 {draw} がインデックスの外に出ています。",
    "The fixed appearances cannot become option groups: draw {draw} of mesh {mesh} reaches beyond its indices.",
);
static NO_OUTPUT: Phrase = Phrase::new(
    "请用 -o 给出要写的包。只有导出任务自带输出位置。",
    "書き出すパッケージを -o で指定してください。出力先を持つのは書き出しタスクだけです。",
    "Name the package to write with -o. Only an export task says where it goes.",
);

/// In what a package is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Container {
    /// Binary; 0 = blocks as they are, 1..=22 = Zstandard of that level.
    Binary {
        /// The level.
        level: u8,
    },
    /// A ZIP.
    Zip,
}

/// What to do with a half-converted project.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HalfConverted {
    /// It is an error.
    Refuse,
    /// The conversion is finished.
    Finish,
}

/// A package that was packed.
#[derive(Clone, Debug)]
pub struct Packed {
    /// Where it lies, absolute.
    pub path: PathBuf,
    /// The project or task it was packed from.
    pub project: PathBuf,
    /// Whether it is a ZIP.
    pub container: Container,
    /// Its manifest as written.
    pub manifest: Manifest,
    /// Its version and why.
    pub lowest: Lowest,
    /// Size of the file in bytes.
    pub size_bytes: u64,
    /// Payloads it holds.
    pub n_payloads: usize,
    /// Payloads of the project that it does not hold.
    pub n_dropped: usize,
    /// What was done to the manifest on the way.
    pub notices: Vec<Message>,
    /// What is worth knowing.
    pub findings: Vec<Finding>,
}

impl Answer for Packed {
    fn lines(&self) -> Vec<Message> {
        let mut lines = vec![
            Message::new(&PACKED)
                .with("path", self.path.display())
                .with("minor", format_args!("1.{}", self.lowest.minor))
                .with("size", text::bytes(self.size_bytes))
                .with("n", self.n_payloads),
        ];
        lines.extend(self.lowest.sentence());
        lines.extend(self.notices.iter().cloned());
        if self.n_dropped > 0 {
            lines.push(Message::new(&DROPPED).with("n", self.n_dropped));
        }
        lines
    }

    fn facts(&self, language: Language) -> Map<String, Value> {
        let notices = self.notices.iter().map(|notice| notice.text(language));
        let manifest = &self.manifest;
        members(json!({
            "format_version": format!("1.{}", self.lowest.minor),
            "container": match self.container {
                Container::Binary { .. } => "binary",
                Container::Zip => "zip",
            },
            "output": self.path.display().to_string(),
            "project_file": self.project.display().to_string(),
            "size": self.size_bytes,
            "payload_count": self.n_payloads,
            "payloads_dropped": self.n_dropped,
            "deformations": manifest.mesh_deformations.len(),
            "package": {
                "package_id": manifest.package_id,
                "name": manifest.name,
                "author": manifest.author,
                "version": manifest.version,
                "required_capabilities": manifest.required_capabilities,
            },
            "reasons": versions::reasons_json(&self.lowest, language),
            "notices": notices.collect::<Vec<String>>(),
        }))
    }

    fn findings(&self) -> &[Finding] {
        &self.findings
    }
}

/// Packs a package. `to` goes before the place that a task names.
///
/// # Errors
///
/// Every rule that stands in the way, or why the machine refuses; the old file is untouched.
pub fn pack(
    sources: Sources,
    to: Option<&Path>,
    container: Container,
    half: HalfConverted,
    cancel: &Cancel,
) -> Result<Packed, Failure> {
    let to = output_of(&sources, to, container)?;
    let mut sources = sources;
    let composed = composed(&mut sources, half, cancel)?;
    let mut store: &dyn PayloadStore = &sources.payloads;
    let composed_store = composed
        .as_ref()
        .map(|composed| ComposedStore::new(&sources.payloads, composed));
    if let Some(composed) = &composed_store {
        store = composed;
    }
    let manifest = match &composed {
        Some(composed) => &composed.manifest,
        None => &sources.manifest,
    };
    let ready = Ready::of(manifest, store, cancel)?;
    let (lowest, mut findings) = judged(&ready, cancel)?;
    findings.extend(renumbering_hint(manifest, lowest.minor, &ready.numbering));
    let size_bytes = written(&ready, &lowest, &to, container, &sources, cancel)?;
    sources.findings.append(&mut findings);
    Ok(Packed {
        path: to,
        project: sources.path,
        container,
        n_payloads: ready.payloads.len(),
        n_dropped: store.len() - ready.payloads.len(),
        manifest: ready.manifest,
        lowest,
        size_bytes,
        notices: sources.notices,
        findings: sources.findings,
    })
}

/// Where the package goes: nowhere it is read from, over nothing of another kind (WRT-08).
fn output_of(
    sources: &Sources,
    to: Option<&Path>,
    container: Container,
) -> Result<PathBuf, Message> {
    let wanted = to.or(sources.output.as_deref());
    let to = files::absolute(wanted.ok_or_else(|| Message::new(&NO_OUTPUT))?);
    if to_is_of_task(&to, sources) {
        let folder = files::folder_of(&to);
        files::make_folder(&folder).map_err(|error| words::file_error(&error))?;
    }
    let ends_with_zip = to
        .extension()
        .is_some_and(|ending| ending.eq_ignore_ascii_case("zip"));
    let kind = if container == Container::Zip && ends_with_zip {
        OutputKind::Archive
    } else {
        OutputKind::Package
    };
    outputs::check(&to, kind, &sources.inputs)?;
    Ok(to)
}

/// The folders a task names need not exist: an empty one is lost in many an archive.
fn to_is_of_task(to: &Path, sources: &Sources) -> bool {
    sources.output.as_deref().map(files::absolute).as_deref() == Some(to)
}

/// The project as option groups, where fixed appearances cannot carry it or its author asked for it (bem.md ch. 19).
fn composed(
    sources: &mut Sources,
    half: HalfConverted,
    cancel: &Cancel,
) -> Result<Option<Composable>, Failure> {
    let notice = if is_half_converted(&sources.manifest) {
        if half == HalfConverted::Refuse {
            return Err(Message::new(&HALF_CONVERTED).into());
        }
        Message::new(&FINISHED)
    } else {
        let Some(feature) = outgrown(sources, cancel) else {
            return Ok(None);
        };
        Message::new(&CONVERTED).with_message("feature", feature)
    };
    let payloads = &sources.payloads;
    let composed = to_composable(&sources.manifest, payloads.len(), |id| payloads.size(id));
    match composed {
        Ok(composed) => {
            sources.notices.push(notice);
            Ok(Some(composed))
        }
        Err(ComposeError::NoAppearances) => Ok(None),
        Err(ComposeError::Draw { mesh, draw }) => Err(Message::new(&NOT_CONVERTED)
            .with("mesh", mesh)
            .with("draw", draw)
            .into()),
    }
}

/// The first feature that fixed appearances cannot carry.
fn outgrown(sources: &Sources, cancel: &Cancel) -> Option<Message> {
    let manifest = &sources.manifest;
    if manifest.option_groups.is_some() || manifest.appearances.is_none() {
        return None;
    }
    // What is listed without being used is not written and asks for nothing.
    let mut listed = manifest.clone();
    listed.required_capabilities = lowest::capabilities(manifest);
    let reasons = |maxima: Option<Maxima>| {
        let facts = Facts {
            n_payloads: sources.payloads.len(),
            maxima,
        };
        lowest::conversion_reasons(&listed, &facts)
    };
    let mut found = reasons(None);
    if found.is_empty() {
        let sizes = sizes_of(&sources.payloads);
        let proved = rules::prove(&listed, &sizes, &Budget::EXACT, cancel).ok()?;
        found = reasons(rules::maxima_of(&proved.analysis.summary));
    }
    found.into_iter().next().map(|reason| reason.feature)
}

/// A manifest with exactly the payloads that will be in the file, in file order.
struct Ready<'p> {
    manifest: Manifest,
    payloads: Renumbered<'p>,
    numbering: Numbering,
}

impl<'p> Ready<'p> {
    fn of(
        manifest: &Manifest,
        payloads: &'p dyn PayloadStore,
        cancel: &Cancel,
    ) -> Result<Self, Failure> {
        let mut manifest = write::normalise(manifest);
        manifest.required_capabilities = lowest::capabilities(&manifest);
        let numbering = write::number_payloads(&manifest, payloads, cancel);
        let numbering = numbering.map_err(|error| match error {
            WriteError::MissingPayload { .. } => missing(&manifest, &sizes_of(payloads)),
            error => words::not_sealed(&SealError::Write(error)).into(),
        })?;
        for (_, payload) in references_mut(&mut manifest) {
            *payload = numbering.new_id(*payload).unwrap_or(*payload);
        }
        Ok(Self {
            manifest,
            payloads: Renumbered::of(payloads, &numbering),
            numbering,
        })
    }
}

/// What the rules say of a manifest that refers to payloads the project does not have (CON-13).
fn missing(manifest: &Manifest, sizes: &[u64]) -> Failure {
    let minor = rules::lowest_minor(manifest, sizes.len());
    blocked(rules::of_manifest(manifest, minor, sizes))
}

/// All rules as for every export (WRT-06): the lowest version and what is worth knowing.
fn judged(ready: &Ready<'_>, cancel: &Cancel) -> Result<(Lowest, Vec<Finding>), Failure> {
    let manifest = &ready.manifest;
    let sizes = sizes_of(&ready.payloads);
    let proved = rules::prove_whole(manifest, &sizes, &Budget::EXACT, cancel);
    let lowest = match &proved {
        Ok(proved) => proved.lowest.clone(),
        Err(_) => lowest::lowest_minor(
            manifest,
            &Facts {
                n_payloads: sizes.len(),
                maxima: None,
            },
        ),
    };
    let mut findings = rules::of_payloads(manifest, lowest.minor, &ready.payloads, cancel);
    cancel.check().map_err(words::cancelled)?;
    if is_blocked(&findings) {
        return Err(blocked(findings));
    }
    let proved = proved.map_err(|error| words::not_proved(&error))?;
    findings.extend(rules::facts(&proved.analysis.facts, Purpose::Export));
    if is_blocked(&findings) {
        return Err(blocked(findings));
    }
    Ok((lowest, findings))
}

/// Writes beside the place, reads back, judges, compares, and only then replaces what was there. Returns the size.
fn written(
    ready: &Ready<'_>,
    lowest: &Lowest,
    to: &Path,
    container: Container,
    sources: &Sources,
    cancel: &Cancel,
) -> Result<u64, Failure> {
    let io = |error: FileError| words::file_error(&error);
    let mut staged = StagedFile::beside(to).map_err(io)?;
    let (manifest, payloads, minor) = (&ready.manifest, &ready.payloads, lowest.minor);
    let written = match container {
        Container::Binary { level } => {
            let options = WriteOptions {
                compression: match level {
                    0 => Compression::Raw,
                    level => Compression::Zstd {
                        level: i32::from(level),
                    },
                },
                cancel: cancel.clone(),
            };
            write::write_to(manifest, payloads, minor, &options, staged.sink())
        }
        Container::Zip => {
            let thumbnail = sources.thumbnail.as_deref();
            zip::write_package(manifest, payloads, minor, thumbnail, cancel, staged.sink())
        }
    };
    let written = written.map_err(|error| match error {
        WriteError::Io(source) => io(FileError::Io {
            path: to.to_path_buf(),
            source,
        }),
        error => words::not_sealed(&SealError::Write(error)),
    })?;
    let bytes = staged.read_back(limits::BEM_FILE_BYTES).map_err(io)?;
    compared(ready, minor, bytes, cancel)?;
    cancel.check().map_err(words::cancelled)?;
    staged.commit().map_err(io)?;
    Ok(written.size_bytes)
}

/// What was written must be a valid package of that version with that manifest and those payloads.
fn compared(ready: &Ready<'_>, minor: u16, bytes: Vec<u8>, cancel: &Cancel) -> Result<(), Failure> {
    let differs = |part| words::not_sealed(&SealError::Differs { part });
    let judged = rules::judge(bytes, Purpose::Read, cancel);
    let Some(mut package) = judged.package.filter(|_| !is_blocked(&judged.findings)) else {
        return Err(blocked(judged.findings));
    };
    if package.minor != minor {
        return Err(differs(Part::Version).into());
    }
    let extra = &mut package.manifest.extra;
    extra.retain(|(key, _)| key != "format_version");
    if package.manifest.to_value() != ready.manifest.to_value() {
        return Err(differs(Part::Manifest).into());
    }
    if package.payloads.len() != ready.payloads.len() {
        return Err(differs(Part::PayloadCount).into());
    }
    for id in 0..u32_of(ready.payloads.len()) {
        cancel.check().map_err(words::cancelled)?;
        let failed = |error| words::not_sealed(&SealError::Payload(error));
        let read = package.payload(id).map_err(failed)?;
        if read != ready.payloads.bytes(id).map_err(failed)? {
            return Err(differs(Part::Payload(id)).into());
        }
    }
    Ok(())
}
