//! The window's frame: panels in their places, commands carried out, files dropped, the close question.

use crate::base::files;
use crate::base::text::Message;
use crate::session::action::Action;
use crate::session::jobs::Wake;
use crate::session::selection::Selection;
use crate::session::settings::{self, Theme};
use crate::session::starts::{Start, Starts};
use crate::session::state::Session;
use crate::session::{crash, journal};
use crate::ui::close::{self, Closing, Then};
use crate::ui::commands::{self, Command};
use crate::ui::dialogs::{self, Answer, Dialogs, Purpose, Question, SystemDialogs};
use crate::ui::problems::{self, Walk};
use crate::ui::typed_path::TypedPath;
use crate::ui::view::{View, Wishes};
use crate::ui::{
    drop_hint, inspector, menu, outline, package, start, status, theme, viewport, words,
};
use eframe::glow;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

/// Frames after which a start has gone well.
const FRAMES_OF_A_START: u32 = 30;

/// What the window opens with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Opening {
    /// The start page.
    #[default]
    Start,
    /// The sample.
    Sample,
    /// A file.
    File(PathBuf),
}

/// The window.
pub struct StudioApp {
    session: Session,
    view: View,
    dialogs: Box<dyn Dialogs>,
    typed_path: TypedPath,
    wake: Wake,
    /// The title the window was given last.
    title: String,
    /// The count of failed starts, until this one went well.
    starts: Option<Starts>,
    n_frames: u32,
}

impl std::fmt::Debug for StudioApp {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("StudioApp")
            .field("session", &self.session)
            .finish_non_exhaustive()
    }
}

/// Opens the window and stays until it is closed.
///
/// # Errors
///
/// [`eframe::Error`] when there is no display or no OpenGL.
pub fn run(opening: Opening) -> eframe::Result {
    let has_display = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let is_unix = cfg!(all(unix, not(target_os = "macos")));
    if is_unix && !has_display("DISPLAY") && !has_display("WAYLAND_DISPLAY") {
        return Err(eframe::Error::AppCreation(
            "DISPLAY, WAYLAND_DISPLAY".into(),
        ));
    }
    let data = journal::default_folder().map(|folder| files::folder_of(&folder));
    if let Some(data) = &data {
        crash::report_panics_to(data.join("crashes"));
    }
    let starts = data.as_deref().map(Starts::new);
    let native = eframe::NativeOptions {
        viewport: egui::ViewportBuilder::default()
            .with_title(words::APP_NAME.en)
            .with_app_id("bem-studio")
            .with_inner_size([1280.0, 800.0])
            .with_min_inner_size([720.0, 480.0])
            .with_drag_and_drop(true),
        // Without a depth buffer the 3D view would draw far things over near ones.
        depth_buffer: 24,
        ..Default::default()
    };
    eframe::run_native(
        words::APP_NAME.en,
        native,
        Box::new(|creation| {
            let ctx = creation.egui_ctx.clone();
            let wake: Wake = Arc::new(move || ctx.request_repaint());
            let mut session = Session::new(settings::default_path(), Arc::clone(&wake));
            if let Some(folder) = journal::default_folder() {
                session.keep_journal(folder);
            }
            let mut app = StudioApp::new(
                &creation.egui_ctx,
                session,
                Box::new(SystemDialogs::default()),
                wake,
            );
            app.begin(starts, opening);
            Ok(Box::new(app))
        }),
    )
}

impl StudioApp {
    /// A window on `session` that asks for paths through `dialogs`.
    pub fn new(
        ctx: &egui::Context,
        session: Session,
        dialogs: Box<dyn Dialogs>,
        wake: Wake,
    ) -> Self {
        theme::install(ctx);
        Self {
            session,
            view: View::default(),
            dialogs,
            typed_path: TypedPath::default(),
            wake,
            title: String::new(),
            starts: None,
            n_frames: 0,
        }
    }

    /// Begins as asked; after failed starts, safely: with nothing open and without the 3D view.
    pub fn begin(&mut self, starts: Option<Starts>, opening: Opening) {
        let start = starts.as_ref().map(Starts::begin).unwrap_or_default();
        self.starts = starts;
        match start {
            Start::Usual => self.open(opening),
            Start::Safe => {
                self.view.viewport.leave_out();
                self.session.tell(Message::new(&words::SAFE_START));
            }
        }
    }

    /// Some frames with nothing left to load: the window works.
    fn follow_start(&mut self, ctx: &egui::Context) {
        if self.starts.is_none() {
            return;
        }
        ctx.request_repaint_after(std::time::Duration::from_millis(50));
        self.n_frames = self.n_frames.saturating_add(1);
        if self.n_frames > FRAMES_OF_A_START && self.session.jobs().is_empty() {
            self.starts.take().inspect(Starts::went_well);
        }
    }

    /// Opens what the program was started with.
    pub fn open(&mut self, opening: Opening) {
        match opening {
            Opening::Start => {}
            Opening::Sample => self.session.handle(Action::OpenSample),
            Opening::File(path) => self.session.handle(Action::Open(path)),
        }
    }

    /// The session, for tests.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// The session, for tests that wait for jobs.
    pub fn session_mut(&mut self) -> &mut Session {
        &mut self.session
    }

    fn follow_settings(&mut self, ctx: &egui::Context) {
        self.view.language = self.session.language();
        let settings = self.session.settings();
        ctx.set_theme(match settings.theme {
            Theme::System => egui::ThemePreference::System,
            Theme::Light => egui::ThemePreference::Light,
            Theme::Dark => egui::ThemePreference::Dark,
        });
        if let Some(scale) = settings.ui_scale {
            ctx.set_zoom_factor(scale);
        }
    }

    fn frame_ui(&mut self, ui: &mut egui::Ui, wishes: &mut Wishes) {
        let (session, view) = (&self.session, &mut self.view);
        egui::Panel::top("menu").show(ui, |ui| menu::menu_ui(ui, session, view, wishes));
        egui::Panel::bottom("status").show(ui, |ui| status::status_ui(ui, session, view, wishes));
        if session.document().is_some() {
            document_ui(ui, session, view, wishes);
        } else if let Some(open) = session.package() {
            egui::CentralPanel::default().show(ui, |ui| package::package_ui(ui, open, view));
        } else {
            egui::CentralPanel::default().show(ui, |ui| start::start_ui(ui, session, view, wishes));
        }
    }

    fn carry_out(&mut self, ctx: &egui::Context, wishes: Wishes) {
        let mut later = Wishes::default();
        for command in wishes.commands {
            self.command(ctx, command, &mut later);
        }
        for action in wishes.granted {
            self.session.handle(action);
        }
        for action in wishes.actions.into_iter().chain(later.actions) {
            self.act(action);
        }
    }

    /// Whatever would put something else on the desk asks first when there is something to lose.
    fn act(&mut self, action: Action) {
        let replaces_desk = match &action {
            Action::OpenSample => true,
            Action::Open(path) => Session::would_replace_desk(path),
            _ => false,
        };
        if replaces_desk && self.session.is_dirty() && self.view.closing == Closing::No {
            self.view.closing = Closing::Asking(Then::Do(Box::new(action)));
        } else {
            self.session.handle(action);
        }
    }

    fn command(&mut self, ctx: &egui::Context, command: Command, later: &mut Wishes) {
        if command.disabled_because(&self.session).is_some() {
            return;
        }
        match command {
            Command::OpenSample => later.act(Action::OpenSample),
            Command::ImportFigure => self.ask(Purpose::ImportFigure),
            Command::ChooseCatalog => self.ask(Purpose::ChooseCatalog),
            Command::Open => self.ask(Purpose::Open),
            Command::OpenPackage => self.ask(Purpose::OpenPackage),
            Command::Save if self.session.project_path().is_some() => later.act(Action::Save),
            Command::Save | Command::SaveAs => self.ask(Purpose::SaveProject),
            Command::Export => self.ask(Purpose::ExportPackage),
            Command::Close => close::ask(&self.session, &mut self.view, later, Then::Start),
            Command::Quit => {
                close::ask(&self.session, &mut self.view, later, Then::Quit);
                if self.view.closing == Closing::Granted {
                    ctx.send_viewport_cmd(egui::ViewportCommand::Close);
                }
            }
            Command::Undo => later.act(Action::Undo),
            Command::Redo => later.act(Action::Redo),
            Command::AddGroup => self.add_group(later),
            Command::NextProblem => {
                problems::walk(&self.session, &mut self.view, later, Walk::Next);
            }
            Command::PreviousProblem => {
                problems::walk(&self.session, &mut self.view, later, Walk::Previous);
            }
            Command::FrameAll | Command::ViewFront | Command::ViewSide | Command::ViewTop => {
                viewport::look(&mut self.view, command);
            }
        }
    }

    fn add_group(&self, later: &mut Wishes) {
        let view = &self.view;
        let edit = crate::document::edit::Edit::AddGroup {
            name: view.text(&words::GROUP_NEW_NAME).to_owned(),
            choices: vec![
                view.text(&words::GROUP_NEW_ON).to_owned(),
                view.text(&words::GROUP_NEW_OFF).to_owned(),
            ],
        };
        let next_id = self.session.document().map(|document| document.next_id);
        later.act(Action::Edit(Box::new(edit), None));
        if let Some(id) = next_id {
            later.act(Action::Select(Selection::Group(
                crate::document::ids::GroupId(id),
            )));
        }
    }

    fn ask(&mut self, purpose: Purpose) {
        let folder = self.session.folder_to_ask_in();
        let name = self
            .session
            .document()
            .map(|document| dialogs::file_stem(&document.package.name));
        let file_name = match purpose {
            Purpose::SaveProject => name.map(|name| format!("{name}.bemstudio")),
            Purpose::ExportPackage => name.map(|name| format!("{name}.bem")),
            _ => None,
        };
        self.dialogs.ask(
            Question {
                purpose,
                folder,
                file_name,
            },
            Arc::clone(&self.wake),
        );
    }

    fn take_answers(&mut self, ctx: &egui::Context) {
        let typed = self.typed_path.typed_path_ui(ctx, &self.view);
        let asked = self.dialogs.poll();
        for answer in typed.into_iter().chain(asked) {
            match answer {
                Answer::Path(purpose, path) => self.act(action_for(purpose, path)),
                Answer::Cancelled(_) => {}
                Answer::Unavailable(question) => self.typed_path.open(question),
            }
        }
    }

    fn take_dropped_files(&mut self, ctx: &egui::Context) {
        let dropped: Vec<PathBuf> = ctx.input(|input| {
            input
                .raw
                .dropped_files
                .iter()
                .map(|file| file.path().to_path_buf())
                .collect()
        });
        for path in dropped {
            self.act(Action::Open(path));
        }
    }

    fn follow_close_request(&mut self, ctx: &egui::Context) {
        let is_asked = ctx.input(|input| input.viewport().close_requested());
        if is_asked && self.session.is_dirty() && self.view.closing != Closing::Granted {
            ctx.send_viewport_cmd(egui::ViewportCommand::CancelClose);
            if self.view.closing == Closing::No {
                self.view.closing = Closing::Asking(Then::Quit);
            }
        }
    }

    fn follow_title(&mut self, ctx: &egui::Context) {
        let mark = if self.session.is_dirty() { "● " } else { "" };
        let title = if self.session.is_start() {
            words::APP_NAME.en.to_owned()
        } else {
            format!(
                "{mark}{} - {}",
                menu::document_name(&self.session, &self.view),
                words::APP_NAME.en
            )
        };
        if self.title != title {
            self.title.clone_from(&title);
            ctx.send_viewport_cmd(egui::ViewportCommand::Title(title));
        }
    }
}

impl eframe::App for StudioApp {
    fn logic(&mut self, ctx: &egui::Context, _frame: &mut eframe::Frame) {
        self.session.poll();
        self.follow_start(ctx);
        self.follow_settings(ctx);
        self.take_dropped_files(ctx);
        self.follow_close_request(ctx);
        self.follow_title(ctx);
        if !self.session.jobs().is_empty() {
            ctx.request_repaint_after(std::time::Duration::from_millis(100));
        }
    }

    fn ui(&mut self, ui: &mut egui::Ui, _frame: &mut eframe::Frame) {
        let mut wishes = Wishes::default();
        if self.view.closing == Closing::No && !self.typed_path.is_open() {
            wishes.commands = commands::pressed(ui.ctx());
        }
        self.frame_ui(ui, &mut wishes);
        close::close_ui(ui, &self.session, &mut self.view, &mut wishes);
        drop_hint::drop_hint_ui(ui, &self.view);
        let ctx = ui.ctx().clone();
        self.take_answers(&ctx);
        self.carry_out(&ctx, wishes);
        self.view.dialog_is_closed = !self.dialogs.is_open() && !self.typed_path.is_open();
        if self.view.closing == Closing::Granted {
            ctx.send_viewport_cmd(egui::ViewportCommand::Close);
        }
    }

    fn on_exit(&mut self, _gl: Option<&glow::Context>) {
        self.view.viewport.free();
        self.starts.take().inspect(Starts::went_well);
        // Without an answer of the author's, unsaved work stays in the journal.
        if self.view.closing == Closing::Granted || !self.session.is_dirty() {
            self.session.end();
        }
    }
}

fn document_ui(ui: &mut egui::Ui, session: &Session, view: &mut View, wishes: &mut Wishes) {
    // Shares of the window, so that the view keeps room in small windows and at large type.
    let (width, height) = (ui.available_width(), ui.available_height());
    egui::Panel::bottom("problems")
        .resizable(true)
        .default_size((height * 0.22).min(130.0))
        .size_range(56.0..=height * 0.5)
        .show(ui, |ui| problems::problems_ui(ui, session, view, wishes));
    egui::Panel::left("outline")
        .resizable(true)
        .default_size((width * 0.26).min(270.0))
        .size_range(120.0..=width * 0.3)
        .show(ui, |ui| outline::outline_ui(ui, session, view, wishes));
    egui::Panel::right("inspector")
        .resizable(true)
        .default_size((width * 0.34).min(400.0))
        .size_range(160.0..=width * 0.4)
        .show(ui, |ui| inspector::inspector_ui(ui, session, view, wishes));
    egui::CentralPanel::default()
        .frame(egui::Frame::NONE)
        .show(ui, |ui| viewport::viewport_ui(ui, session, view, wishes));
}

/// There is no window: says why where somebody can see it.
pub fn report_no_window(error: &eframe::Error) -> ExitCode {
    let message = Message::new(&words::NO_WINDOW).with("what", error);
    let language = settings::default_path()
        .map(|path| settings::read(&path).language())
        .unwrap_or_default();
    let text = message.text(language);
    dialogs::say(&text);
    let mut out = std::io::stderr().lock();
    // The terminal may be gone; the dialog has said it all the same.
    drop(writeln!(out, "{text}"));
    ExitCode::from(2)
}

fn action_for(purpose: Purpose, path: PathBuf) -> Action {
    match purpose {
        Purpose::ImportFigure => Action::ImportFigure(path),
        Purpose::ChooseCatalog => Action::ChooseCatalog(path),
        Purpose::Open | Purpose::OpenPackage => Action::Open(path),
        Purpose::SaveProject => Action::SaveAs(path),
        Purpose::ExportPackage => Action::Export(path),
    }
}
