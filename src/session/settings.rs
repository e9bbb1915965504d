//! What the program remembers between starts: language, theme, recent files. Never anything of a package.
//!
//! Stored as JSON in the user's configuration folder. A broken file is put aside, not overwritten.

use crate::base::files::{self, FileError};
use crate::base::limits;
use crate::base::text::Language;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// How many recent files are remembered.
const MAX_RECENT: usize = 12;

/// Smallest size of everything.
pub const MIN_UI_SCALE: f32 = 0.75;
/// Largest size of everything.
pub const MAX_UI_SCALE: f32 = 3.0;

/// The settings.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// `zh`, `ja` or `en`; none = from the system.
    pub language: Option<String>,
    /// Light, dark, or as the system.
    pub theme: Theme,
    /// Size of everything, 0.75..=3.
    pub ui_scale: Option<f32>,
    /// Files opened last, newest first, absolute.
    pub recent: Vec<PathBuf>,
    /// Catalogue chosen last.
    pub catalog: Option<PathBuf>,
    /// Fields of a newer program, kept.
    #[serde(flatten)]
    pub extra: std::collections::BTreeMap<String, serde_json::Value>,
}

/// Colours of the window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Theme {
    /// As the system has it.
    #[default]
    System,
    /// Dark text on light ground.
    Light,
    /// Light text on dark ground.
    Dark,
}

impl Settings {
    /// The language to speak: the chosen one, else the system's.
    pub fn language(&self) -> Language {
        let system = || sys_locale::get_locale().unwrap_or_default();
        Language::from_locale(&self.language.clone().unwrap_or_else(system))
    }

    /// The same with a scale that a window can bear: a hand-edited file must not hide the program.
    fn within_limits(mut self) -> Self {
        let usable = self.ui_scale.filter(|scale| scale.is_finite());
        self.ui_scale = usable.map(|scale| scale.clamp(MIN_UI_SCALE, MAX_UI_SCALE));
        self
    }

    /// Puts a file at the top of the recent list; a path that is no Unicode text cannot be kept in JSON and is left out.
    pub fn remember(&mut self, path: &Path) {
        let path = files::absolute(path);
        if path.to_str().is_none() {
            return;
        }
        self.recent.retain(|known| *known != path);
        self.recent.insert(0, path);
        self.recent.truncate(MAX_RECENT);
    }
}

/// Where settings live: the user's configuration folder, or the folder that `BEM_STUDIO_CONFIG` names.
pub fn default_path() -> Option<PathBuf> {
    let folder = std::env::var_os("BEM_STUDIO_CONFIG")
        .map(PathBuf::from)
        .or_else(|| {
            directories::ProjectDirs::from("", "", "bem-studio")
                .map(|dirs| dirs.config_dir().to_path_buf())
        });
    folder.map(|folder| folder.join("settings.json"))
}

/// The user's documents, or home.
pub fn documents_folder() -> Option<PathBuf> {
    let dirs = directories::UserDirs::new()?;
    let documents = dirs
        .document_dir()
        .filter(|folder| files::is_folder(folder));
    Some(documents.unwrap_or_else(|| dirs.home_dir()).to_path_buf())
}

/// Reads settings; a missing file gives the defaults, a broken one is renamed to `settings.json.broken`.
pub fn read(path: &Path) -> Settings {
    let Ok(bytes) = files::read_capped(path, limits::MIB) else {
        return Settings::default();
    };
    let settings = serde_json::from_slice(&bytes).map(Settings::within_limits);
    settings.unwrap_or_else(|_| {
        let aside = path.with_extension("json.broken");
        // Best effort: without the copy the user only loses settings that could not be read anyway.
        drop(files::write_atomic(&aside, &bytes));
        Settings::default()
    })
}

/// Writes settings.
///
/// # Errors
///
/// [`FileError`]; the old settings are untouched.
pub fn write(path: &Path, settings: &Settings) -> Result<(), FileError> {
    files::make_folder(&files::folder_of(path))?;
    let text = serde_json::to_string_pretty(settings).map_err(|refused| FileError::Io {
        path: path.to_path_buf(),
        source: refused.into(),
    })?;
    files::write_atomic(path, text.as_bytes())
}
