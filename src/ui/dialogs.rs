//! File dialogs that never block the window: the system's on a thread of its own, a typed path where it has none.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// What a file is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// A model to import.
    ImportFigure,
    /// A catalogue.
    ChooseCatalog,
    /// Anything that can be opened.
    Open,
    /// A package to look at.
    OpenPackage,
    /// Where the project goes.
    SaveProject,
    /// Where the package goes.
    ExportPackage,
}

impl Purpose {
    /// Whether a new file is named rather than one chosen.
    pub const fn is_saving(self) -> bool {
        matches!(self, Self::SaveProject | Self::ExportPackage)
    }

    /// Name and endings of the files that are meant.
    const fn kinds(self) -> (&'static str, &'static [&'static str]) {
        match self {
            Self::ImportFigure => ("PMX, MDL", &["pmx", "mdl"]),
            Self::ChooseCatalog => ("Catalogue", &["json"]),
            Self::Open => (
                "BEM Studio",
                &["bemstudio", "pmx", "mdl", "bem", "zip", "json"],
            ),
            Self::OpenPackage => ("BEM", &["bem", "zip"]),
            Self::SaveProject => ("BEM Studio", &["bemstudio"]),
            Self::ExportPackage => ("BEM", &["bem"]),
        }
    }
}

/// A question for a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// What for.
    pub purpose: Purpose,
    /// Where to begin.
    pub folder: Option<PathBuf>,
    /// A name to begin with, when saving.
    pub file_name: Option<String>,
}

/// What became of a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A path was given.
    Path(Purpose, PathBuf),
    /// The author changed their mind.
    Cancelled(Purpose),
    /// The system has no dialog: a path must be typed.
    Unavailable(Question),
}

/// Who asks the author for paths: the system, or a test.
pub trait Dialogs {
    /// Begins to ask. Only one question is open at a time; a second one is ignored.
    fn ask(&mut self, question: Question, wake: Arc<dyn Fn() + Send + Sync>);
    /// The answer, once there is one.
    fn poll(&mut self) -> Option<Answer>;
    /// Whether a question is open.
    fn is_open(&self) -> bool;
}

/// What the system's dialog gave, and how long it took.
type SystemAnswer = (Option<PathBuf>, Duration);

/// The system's dialogs, through rfd.
#[derive(Debug, Default)]
pub struct SystemDialogs {
    open: Option<(Question, Receiver<SystemAnswer>)>,
}

/// The portal answers "cancelled" and "there is no dialog" alike; only the latter comes at once.
const NO_DIALOG_WITHIN: Duration = Duration::from_millis(150);

impl Dialogs for SystemDialogs {
    fn ask(&mut self, question: Question, wake: Arc<dyn Fn() + Send + Sync>) {
        if self.open.is_some() {
            return;
        }
        let (sender, receiver) = channel();
        let asked = question.clone();
        let work = move || {
            let started = Instant::now();
            let path = ask_system(&asked);
            // The window may be gone by now.
            drop(sender.send((path, started.elapsed())));
            wake();
        };
        // A thread that cannot start drops the sender: `poll` reports the dialog as unavailable.
        drop(
            std::thread::Builder::new()
                .name("file dialog".to_owned())
                .spawn(work),
        );
        self.open = Some((question, receiver));
    }

    fn poll(&mut self) -> Option<Answer> {
        let (question, receiver) = self.open.as_ref()?;
        let answer = match receiver.try_recv() {
            Ok((Some(path), _)) => {
                Answer::Path(question.purpose, with_ending(question.purpose, path))
            }
            Ok((None, took)) if took < NO_DIALOG_WITHIN => Answer::Unavailable(question.clone()),
            Ok((None, _)) => Answer::Cancelled(question.purpose),
            Err(std::sync::mpsc::TryRecvError::Disconnected) => {
                Answer::Unavailable(question.clone())
            }
            Err(std::sync::mpsc::TryRecvError::Empty) => return None,
        };
        self.open = None;
        Some(answer)
    }

    fn is_open(&self) -> bool {
        self.open.is_some()
    }
}

fn ask_system(question: &Question) -> Option<PathBuf> {
    let (name, endings) = question.purpose.kinds();
    let mut dialog = rfd::FileDialog::new().add_filter(name, endings);
    if !question.purpose.is_saving() {
        dialog = dialog.add_filter("*", &["*"]);
    }
    if let Some(folder) = &question.folder {
        dialog = dialog.set_directory(folder);
    }
    if let Some(file_name) = &question.file_name {
        dialog = dialog.set_file_name(file_name);
    }
    if question.purpose.is_saving() {
        dialog.save_file()
    } else {
        dialog.pick_file()
    }
}

/// Some dialogs do not add the ending: a file saved without it would not be found again.
pub(super) fn with_ending(purpose: Purpose, path: PathBuf) -> PathBuf {
    let (_, endings) = purpose.kinds();
    let has_one = path.extension().is_some();
    match endings.first() {
        Some(ending) if purpose.is_saving() && !has_one => path.with_extension(ending),
        _ => path,
    }
}

/// Says something when there is no window to say it in.
pub(super) fn say(text: &str) {
    if std::env::var_os("DISPLAY").is_some() || cfg!(windows) || cfg!(target_os = "macos") {
        rfd::MessageDialog::new()
            .set_level(rfd::MessageLevel::Error)
            .set_description(text)
            .show();
    }
}

/// A display name as the name of a file: what file systems refuse becomes a dash.
pub(super) fn file_stem(name: &str) -> String {
    let stem: String = name
        .chars()
        .map(|letter| {
            if letter.is_control() || "\\/:*?\"<>|".contains(letter) {
                '-'
            } else {
                letter
            }
        })
        .take(60)
        .collect();
    let stem = stem.trim().trim_matches('.');
    if stem.is_empty() {
        "package".to_owned()
    } else {
        stem.to_owned()
    }
}
