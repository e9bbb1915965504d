//! What only the eye needs: never saved with the document, never undone.

use crate::base::findings::Place;
use crate::base::text::{Language, Message, Phrase};
use crate::preview::camera::Camera;
use crate::session::action::Action;
use crate::ui::close::Closing;
use crate::ui::commands::Command;
use crate::ui::viewport::Viewport;

/// The state of the window itself.
#[derive(Debug)]
pub struct View {
    /// The language of this frame.
    pub language: Language,
    /// Where the 3D view looks from.
    pub camera: Camera,
    /// The 3D view's scene and renderer.
    pub viewport: Viewport,
    /// Text that filters the outline.
    pub outline_filter: String,
    /// Text that filters the bone table.
    pub bone_filter: String,
    /// Which bones the table lists.
    pub bone_rows: BoneRows,
    /// The table of the inspector shall bring the selected line into sight once.
    pub scroll_to_selection: bool,
    /// The question before something unsaved is closed.
    pub closing: Closing,
    /// No file dialog is open.
    pub dialog_is_closed: bool,
    /// The problem that was walked to last, by rule and place.
    pub problem: Option<(String, Place)>,
    /// The list of problems shall bring it into sight once.
    pub scroll_to_problem: bool,
    /// Text in a field that the document refuses.
    pub draft: Option<Draft>,
    /// Counts visits to text fields: what is typed in one visit is one step.
    pub n_visits: u64,
}

/// Which bones the bone table lists.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BoneRows {
    /// Those that move vertices.
    #[default]
    Weighted,
    /// All.
    All,
}

/// Text that stands in a field but not in the document.
#[derive(Clone, Debug)]
pub struct Draft {
    /// The field.
    pub field: egui::Id,
    /// Its text.
    pub text: String,
    /// Why the document refuses it.
    pub refused: Option<Message>,
}

impl Default for View {
    fn default() -> Self {
        Self {
            language: Language::default(),
            camera: Camera::default(),
            viewport: Viewport::default(),
            outline_filter: String::new(),
            bone_filter: String::new(),
            bone_rows: BoneRows::default(),
            scroll_to_selection: false,
            closing: Closing::default(),
            dialog_is_closed: true,
            problem: None,
            scroll_to_problem: false,
            draft: None,
            n_visits: 0,
        }
    }
}

impl View {
    /// A phrase in the language of this frame.
    pub fn text(&self, phrase: &Phrase) -> &'static str {
        phrase.text(self.language)
    }
}

/// What panels hand back at the end of a frame.
#[derive(Debug, Default)]
pub struct Wishes {
    /// For the session.
    pub actions: Vec<Action>,
    /// For the session, without asking again: the author has answered.
    pub granted: Vec<Action>,
    /// For the window: commands that may first need a file dialog or a question.
    pub commands: Vec<Command>,
}

impl Wishes {
    /// Asks the session for something.
    pub fn act(&mut self, action: Action) {
        self.actions.push(action);
    }

    /// Asks the window for something.
    pub fn command(&mut self, command: Command) {
        self.commands.push(command);
    }
}
