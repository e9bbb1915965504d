//! A window under test: its harness, a file dialog that answers from a list, and folders of its own.

use super::camera::Camera;
use bem_studio::document::parts::Document;
use bem_studio::session::action::Action;
use bem_studio::session::state::Session;
use bem_studio::ui::app::StudioApp;
use bem_studio::ui::dialogs::{Answer, Dialogs, Question};
use egui_kittest::kittest::Queryable as _;
use egui_kittest::{Harness, HarnessBuilder};
use std::cell::RefCell;
use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

/// Paths the fake dialog will give, in order.
type Answers = Rc<RefCell<VecDeque<PathBuf>>>;

/// A dialog that answers at once; without an answer left it is cancelled.
struct FakeDialogs {
    answers: Answers,
    given: Option<Answer>,
}

impl Dialogs for FakeDialogs {
    fn ask(&mut self, question: Question, _wake: Arc<dyn Fn() + Send + Sync>) {
        let path = self.answers.borrow_mut().pop_front();
        self.given = Some(match path {
            Some(path) => Answer::Path(question.purpose, path),
            None => Answer::Cancelled(question.purpose),
        });
    }

    fn poll(&mut self) -> Option<Answer> {
        self.given.take()
    }

    fn is_open(&self) -> bool {
        self.given.is_some()
    }
}

/// A window with nothing open.
pub(super) struct Desk {
    pub(super) harness: Harness<'static, StudioApp>,
    answers: Answers,
    pub(super) folder: tempfile::TempDir,
}

/// Where the sample lies in the source tree.
pub(super) fn sample(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("resources/sample")
        .join(name)
}

impl Desk {
    pub(super) fn new() -> Self {
        Self::sized(1280.0, 800.0)
    }

    pub(super) fn sized(width: f32, height: f32) -> Self {
        Self::built(Harness::builder().with_size(egui::vec2(width, height)))
    }

    /// A window whose pictures can be taken.
    pub(super) fn with_camera(width: f32, height: f32, camera: &Camera) -> Self {
        let builder = Harness::builder().with_size(egui::vec2(width, height));
        Self::built(builder.renderer(camera.clone()))
    }

    fn built(builder: HarnessBuilder<StudioApp>) -> Self {
        let answers = Answers::default();
        let dialogs = FakeDialogs {
            answers: Rc::clone(&answers),
            given: None,
        };
        let folder = tempfile::tempdir().expect("a folder for the test");
        let settings = folder.path().join("settings.json");
        let harness = builder.build_eframe(move |creation| {
            let mut session = Session::new(Some(settings), Arc::new(|| {}));
            session.handle(Action::SetLanguage(bem_studio::base::text::Language::En));
            StudioApp::new(
                &creation.egui_ctx,
                session,
                Box::new(dialogs),
                Arc::new(|| {}),
            )
        });
        Self {
            harness,
            answers,
            folder,
        }
    }

    /// The next file dialog is answered with this path.
    pub(super) fn will_choose(&self, path: impl Into<PathBuf>) {
        self.answers.borrow_mut().push_back(path.into());
    }

    /// A path in the test's own folder.
    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(super) fn session(&self) -> &Session {
        self.harness.state().session()
    }

    /// The document that is open.
    pub(super) fn document(&self) -> Arc<Document> {
        Arc::clone(self.session().document().expect("a document is open"))
    }

    /// Draws some frames, lets every job end, and draws what came of it.
    pub(super) fn settle(&mut self) {
        for _ in 0..3 {
            self.harness.run_steps(2);
            self.harness.state_mut().session_mut().settle();
        }
        self.harness.run_steps(2);
    }

    /// Sends an action as a panel would.
    pub(super) fn act(&mut self, action: Action) {
        self.harness.state_mut().session_mut().handle(action);
        self.settle();
    }

    /// Clicks the one widget with this label.
    pub(super) fn click(&mut self, label: &str) {
        self.harness.get_by_label(label).click();
        self.settle();
    }

    /// Clicks the widget with this label that was added last: an entry of a list that is open over others.
    pub(super) fn click_last(&mut self, label: &str) {
        let last = self
            .harness
            .get_all_by_label(label)
            .last()
            .expect("at least one");
        last.click();
        self.settle();
    }

    /// Chooses an entry of an open list; it may be scrolled out of sight.
    pub(super) fn choose(&mut self, label: &str) {
        self.harness.get_by_label(label).click_accesskit();
        self.settle();
    }

    /// Opens the sample figure and character from the source tree.
    pub(super) fn open_sample(&mut self) {
        self.act(Action::ImportFigure(sample("humanoid.pmx")));
        self.act(Action::ChooseCatalog(sample("sample.catalog.json")));
        assert!(
            self.session().document().is_some(),
            "the sample is open: {:?}",
            self.notices()
        );
    }

    /// Every notice in English.
    pub(super) fn notices(&self) -> Vec<String> {
        self.session()
            .notices()
            .iter()
            .map(|notice| notice.message.to_string())
            .collect()
    }
}
