//! Everything a user can ask for. What each does is told in `state`.

use crate::base::text::Language;
use crate::document::edit::Edit;
use crate::session::selection::Selection;
use crate::session::settings::Theme;
use crate::session::showing::ShownState;
use std::path::PathBuf;

/// One wish of the user, handled in the order it was uttered.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// Opens the sample figure on the sample character.
    OpenSample,
    /// Opens a file or folder by what it contains: model, catalogue, project or package.
    Open(PathBuf),
    /// Opens what a crash left in this folder ([`crate::session::journal::Found`]).
    OpenRecovered(PathBuf),
    /// Tells what differs between what a crash left in this folder and what is saved.
    CompareRecovered(PathBuf),
    /// Removes what a crash left in this folder.
    DiscardRecovered(PathBuf),
    /// Leaves what crashes left for the next start.
    DecideLater,
    /// Imports a model into the document, or into a new one.
    ImportFigure(PathBuf),
    /// Chooses the character described by a catalogue file.
    ChooseCatalog(PathBuf),
    /// Writes the project where it lies. Without a place nothing happens but a notice.
    Save,
    /// Writes the project to a new place, which becomes its own.
    SaveAs(PathBuf),
    /// Writes the package.
    Export(PathBuf),
    /// Changes the document. Edits with the same key in a row are one step of the history.
    Edit(Box<Edit>, Option<u64>),
    /// Takes the last step back.
    Undo,
    /// Does the step taken back last again.
    Redo,
    /// Goes to a step by its place in the list of steps.
    JumpTo(usize),
    /// Shows a part.
    Select(Selection),
    /// Shows another state of the document in the 3D view.
    Show(ShownState),
    /// Asks a job to stop.
    CancelJob(u64),
    /// Takes a notice away.
    DismissNotice(u64),
    /// Speaks another language.
    SetLanguage(Language),
    /// Changes the colours.
    SetTheme(Theme),
    /// Changes the size of everything.
    SetUiScale(f32),
    /// Forgets a recent file.
    ForgetRecent(PathBuf),
    /// Closes the document or package, back to the start page. Unsaved changes are gone: the window asks first.
    Close,
}

impl Action {
    /// The action by name, without anything of the author's.
    pub fn name(&self) -> String {
        let name = match self {
            Self::Edit(edit, _) => return format!("Edit: {}", edit.label().text(Language::En)),
            Self::OpenSample => "OpenSample",
            Self::Open(_) => "Open",
            Self::OpenRecovered(_) => "OpenRecovered",
            Self::CompareRecovered(_) => "CompareRecovered",
            Self::DiscardRecovered(_) => "DiscardRecovered",
            Self::DecideLater => "DecideLater",
            Self::ImportFigure(_) => "ImportFigure",
            Self::ChooseCatalog(_) => "ChooseCatalog",
            Self::Save => "Save",
            Self::SaveAs(_) => "SaveAs",
            Self::Export(_) => "Export",
            Self::Undo => "Undo",
            Self::Redo => "Redo",
            Self::JumpTo(_) => "JumpTo",
            Self::Select(_) => "Select",
            Self::Show(_) => "Show",
            Self::CancelJob(_) => "CancelJob",
            Self::DismissNotice(_) => "DismissNotice",
            Self::SetLanguage(_) => "SetLanguage",
            Self::SetTheme(_) => "SetTheme",
            Self::SetUiScale(_) => "SetUiScale",
            Self::ForgetRecent(_) => "ForgetRecent",
            Self::Close => "Close",
        };
        name.to_owned()
    }
}
