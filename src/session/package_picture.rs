//! What the 3D view and a picture show of a package in one state. It draws nothing itself and judges no rule.

use crate::base::cancel::Cancel;
use crate::base::files;
use crate::base::findings::Finding;
use crate::base::limits;
use crate::base::progress::Progress;
use crate::base::text::{Message, Phrase};
use crate::convert::texture::Quality;
use crate::document::parts::Document;
use crate::export::build::{BuildError, build};
use crate::formats::bem::check::{self, Checked, Hooks};
use crate::formats::bem::package::Package;
use crate::formats::bem::payloads::Source;
use crate::formats::image::encode_png;
use crate::model::target::GeometryPreset;
use crate::preview::gpu::{Offscreen, Picture};
use crate::preview::look::Look;
use crate::preview::scene::ground::Ground;
use crate::preview::scene::package::{Numbered, PackageScene, PackageScenes, PackageSource};
use crate::runtime::plan::plan;
use crate::runtime::saved::{SavedTexts, parse_selection};
use crate::runtime::selection::Selection;
use crate::session::outputs::{self, OutputKind};
use crate::session::picture::framed;
use crate::session::release::{Failure, is_blocked};
use crate::session::words;
use std::path::Path;

static BAD_STATE: Phrase = Phrase::new(
    "包没有这样的状态。选项写作“组:选项&组:选项”，滑块写作“滑块:值&滑块:值”。",
    "パッケージにこの状態はありません。選択は「グループ:選択肢&グループ:選択肢」、スライダーは「スライダー:値&スライダー:値」と書きます。",
    "The package has no such state. Options are written group:choice&group:choice, sliders slider:tick&slider:tick.",
);
static NOTHING_SHOWN: Phrase = Phrase::new(
    "这个状态下没有任何网格可以显示。",
    "この状態で表示できるメッシュがありません。",
    "No mesh of this state can be shown.",
);
static NOT_BUILT: Phrase = Phrase::new(
    "项目还不能成为包，因此无法显示它的状态。请先解决这些问题。",
    "このプロジェクトはまだパッケージにできないため、状態を表示できません。先にこれらの問題を直してください。",
    "The project cannot become a package yet, so no state of it can be shown. Solve these problems first.",
);

/// A state of a package as the command line writes it: strict, see SAV-01 to SAV-04.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct State<'t> {
    /// `group:choice&group:choice`, of a 1.0 package the id of its appearance; empty = all defaults.
    pub options: &'t str,
    /// `slider:tick&slider:tick`; empty = all defaults.
    pub sliders: &'t str,
}

/// What was rendered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rendered {
    /// The whole selection, defaults included, as it is saved.
    pub options: String,
    /// All slider ticks, as they are saved.
    pub sliders: String,
    /// Triangles shown.
    pub n_triangles: usize,
    /// Names of the components whose original stays: the package has no geometry for them.
    pub kept: Vec<String>,
    /// What could not be shown.
    pub faults: Vec<Finding>,
}

/// The scene of a package in one state, on the ground.
///
/// `scenes` belongs to this package and keeps what was made for other states of it.
///
/// # Errors
///
/// The selection cannot be planned: it is not one that players can reach, or the package breaks a rule.
pub fn scene_of(
    package: PackageSource<'_>,
    selection: &Selection,
    scenes: &mut PackageScenes,
) -> Result<PackageScene, Message> {
    let plan = plan(package.manifest, selection).map_err(|error| error.message())?;
    let mut shown = scenes.scene(package, &plan);
    shown.scene.ground = shown.scene.bounds().map(Ground::under);
    Ok(shown)
}

/// Renders a package in one state without a window and writes the picture, of this size, as PNG. The geometry settings
/// are those proven in the game: packages do not name theirs.
///
/// # Errors
///
/// The file is no package, the state is none of its own, nothing of it can be shown, there is no OpenGL on this machine,
/// or the picture cannot be written.
pub fn render(
    path: &Path,
    state: State<'_>,
    (to, size): (&Path, (u32, u32)),
    cancel: &Cancel,
) -> Result<Rendered, Failure> {
    outputs::check(to, OutputKind::Picture, &[path.to_path_buf()])?;
    let package = open(path, cancel)?;
    let source = PackageSource {
        manifest: &package.manifest,
        payloads: &package.payloads,
    };
    let drawn = drawn(source, GeometryPreset::default(), state, size);
    let (rendered, png) = drawn.map_err(|failure| Failure {
        message: in_file(path, failure.message),
        ..failure
    })?;
    written(to, &png, cancel)?;
    Ok(rendered)
}

/// Renders the package that a document would become, like [`render`].
///
/// # Errors
///
/// What cannot be converted, and all that [`render`] fails by.
pub fn render_document(
    document: &Document,
    state: State<'_>,
    (to, size): (&Path, (u32, u32)),
    (cancel, progress): (&Cancel, &Progress),
) -> Result<Rendered, Failure> {
    outputs::check(to, OutputKind::Picture, &outputs::inputs_of(document))?;
    let built = build(document, Quality::Draft, cancel, progress).map_err(|error| match error {
        BuildError::Findings(findings) => Failure {
            message: Message::new(&NOT_BUILT),
            findings,
        },
        BuildError::Cancelled(cancelled) => words::cancelled(cancelled).into(),
    })?;
    let geometry = document.profile().map(|profile| profile.geometry);
    let source = PackageSource {
        manifest: &built.manifest,
        payloads: &Numbered(&built.payloads),
    };
    let (rendered, png) = drawn(source, geometry.unwrap_or_default(), state, size)?;
    written(to, &png, cancel)?;
    Ok(rendered)
}

/// A state as PNG.
fn drawn(
    package: PackageSource<'_>,
    geometry: GeometryPreset,
    state: State<'_>,
    size: (u32, u32),
) -> Result<(Rendered, Vec<u8>), Failure> {
    let texts = SavedTexts {
        options: state.options,
        parameters: state.sliders,
    };
    let selection = parse_selection(package.manifest, texts).map_err(|findings| Failure {
        message: Message::new(&BAD_STATE),
        findings,
    })?;
    let shown = scene_of(package, &selection, &mut PackageScenes::new(geometry))?;
    if shown.scene.parts.is_empty() && !shown.faults.is_empty() {
        return Err(Failure {
            message: Message::new(&NOTHING_SHOWN),
            findings: shown.faults,
        });
    }
    let camera = framed(&shown.scene, size.0, size.1);
    let picture = Picture {
        scene: &shown.scene,
        camera: &camera,
        look: &Look::DARK,
    };
    let image = Offscreen::new()
        .and_then(|mut offscreen| offscreen.image(&picture, size))
        .map_err(|error| error.message())?;
    let png = encode_png(image.width, image.height, &image.pixels);
    let png = png.map_err(|error| words::png_failed(&error))?;
    let rendered = Rendered {
        options: selection.options_text(package.manifest),
        sliders: selection.parameters_text(package.manifest),
        n_triangles: shown.scene.n_visible_triangles(),
        kept: shown.kept.into_iter().map(|kept| kept.name).collect(),
        faults: shown.faults,
    };
    Ok((rendered, png))
}

fn written(to: &Path, png: &[u8], cancel: &Cancel) -> Result<(), Failure> {
    cancel.check().map_err(words::cancelled)?;
    Ok(files::write_atomic(to, png).map_err(|error| words::file_error(&error))?)
}

/// Opens a package that no rule rejects: what breaks one is not shown as if it held (bem.md ch. 0).
fn open(path: &Path, cancel: &Cancel) -> Result<Package, Failure> {
    let file = files::open_capped(path, limits::BEM_COLLECTION_BYTES)
        .map_err(|error| Failure::from(words::file_error(&error)))?;
    let hooks = Hooks {
        cancel: Some(cancel),
        ..Hooks::default()
    };
    let source = Source::from(file);
    let Checked { package, findings } = check::open_with(source, check::Purpose::Read, hooks);
    cancel.check().map_err(words::cancelled)?;
    let is_rejected = is_blocked(&findings);
    match package.filter(|_| !is_rejected) {
        Some(package) => Ok(package),
        None => Err(Failure {
            message: words::package_broken(path, &findings),
            findings,
        }),
    }
}

fn in_file(path: &Path, what: Message) -> Message {
    Message::new(&words::IN_FILE)
        .with("path", path.display())
        .with_message("message", what)
}
