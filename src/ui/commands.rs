//! One table of commands: label, shortcut and why it is disabled. Menu, buttons and keyboard are fed from it.

use crate::base::text::{Language, Phrase};
use crate::session::state::Session;
use egui::{Key, KeyboardShortcut, Modifiers};

/// What a user can ask for by menu, button or key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Command {
    /// Opens the sample.
    OpenSample,
    /// Asks for a model to import.
    ImportFigure,
    /// Asks for a catalogue.
    ChooseCatalog,
    /// Asks for any file.
    Open,
    /// Asks for a package.
    OpenPackage,
    /// Saves the project, asking where if it has no place.
    Save,
    /// Saves the project to a new place.
    SaveAs,
    /// Exports the package.
    Export,
    /// Closes the document.
    Close,
    /// Ends the program.
    Quit,
    /// Undo.
    Undo,
    /// Redo.
    Redo,
    /// Adds an option group.
    AddGroup,
    /// Shows the next problem.
    NextProblem,
    /// Shows the problem before.
    PreviousProblem,
    /// Shows the whole figure.
    FrameAll,
    /// Looks from the front.
    ViewFront,
    /// Looks from the figure's left.
    ViewSide,
    /// Looks from above.
    ViewTop,
}

/// One row of the table.
#[derive(Debug)]
pub struct Row {
    /// The command.
    pub command: Command,
    /// What menus and buttons call it.
    pub label: Phrase,
    /// Its keys.
    pub shortcut: Option<KeyboardShortcut>,
}

const CTRL: Modifiers = Modifiers::COMMAND;
const CTRL_SHIFT: Modifiers = Modifiers {
    alt: false,
    ctrl: false,
    shift: true,
    mac_cmd: false,
    command: true,
};

const fn key(modifiers: Modifiers, key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(modifiers, key)
}

macro_rules! table {
    ($($command:ident, $zh:literal, $ja:literal, $en:literal, $shortcut:expr;)*) => {
        /// Every command once. Longer chords stand before the shorter ones they contain.
        pub static TABLE: &[Row] = &[
            $(Row { command: Command::$command, label: Phrase::new($zh, $ja, $en), shortcut: $shortcut },)*
        ];
    };
}

table! {
    OpenSample, "打开示例", "サンプルを開く", "Open sample", None;
    ImportFigure, "导入 PMX 模型…", "PMX モデルを読み込む…", "Import PMX model…", Some(key(CTRL, Key::I));
    ChooseCatalog, "选择角色…", "キャラクターを選ぶ…", "Choose character…", None;
    Open, "打开…", "開く…", "Open…", Some(key(CTRL, Key::O));
    OpenPackage, "打开包…", "パッケージを開く…", "Open package…", None;
    SaveAs, "另存为…", "名前を付けて保存…", "Save as…", Some(key(CTRL_SHIFT, Key::S));
    Save, "保存", "保存", "Save", Some(key(CTRL, Key::S));
    Export, "导出包…", "パッケージを書き出す…", "Export package…", Some(key(CTRL, Key::E));
    Close, "关闭", "閉じる", "Close", Some(key(CTRL, Key::W));
    Quit, "退出", "終了", "Quit", Some(key(CTRL, Key::Q));
    Redo, "重做", "やり直す", "Redo", Some(key(CTRL_SHIFT, Key::Z));
    Undo, "撤销", "元に戻す", "Undo", Some(key(CTRL, Key::Z));
    AddGroup, "添加选项组", "オプション群を追加", "Add option group", None;
    PreviousProblem, "上一个问题", "前の問題", "Previous problem", Some(key(Modifiers::SHIFT, Key::F8));
    NextProblem, "下一个问题", "次の問題", "Next problem", Some(key(Modifiers::NONE, Key::F8));
    FrameAll, "显示全部", "全体を表示", "Frame all", Some(key(Modifiers::NONE, Key::Home));
    ViewFront, "正面", "正面", "Front view", None;
    ViewSide, "侧面", "側面", "Side view", None;
    ViewTop, "顶面", "上面", "Top view", None;
}

static NEEDS_DOCUMENT: Phrase = Phrase::new(
    "先打开或导入一个模型。",
    "先にモデルを開くか読み込んでください。",
    "Open or import something first.",
);
static NOTHING_TO_UNDO: Phrase = Phrase::new(
    "没有可撤销的步骤。",
    "元に戻す操作がありません。",
    "There is nothing to undo.",
);
static NOTHING_TO_REDO: Phrase = Phrase::new(
    "没有可重做的步骤。",
    "やり直す操作がありません。",
    "There is nothing to redo.",
);
static NO_PROBLEMS: Phrase =
    Phrase::new("没有问题。", "問題はありません。", "There are no problems.");
static BUSY: Phrase = Phrase::new(
    "请等当前任务结束。",
    "実行中の処理が終わるまでお待ちください。",
    "Wait until the running job has ended.",
);
static HAS_BLOCKERS: Phrase = Phrase::new(
    "“问题”面板里列出的错误阻止导出。",
    "「問題」パネルのエラーがあるため書き出せません。",
    "The errors in the problems panel block the export.",
);

impl Command {
    /// Its row.
    pub fn row(self) -> &'static Row {
        TABLE
            .iter()
            .find(|row| row.command == self)
            .unwrap_or(&TABLE[0])
    }

    /// Its label.
    pub fn label(self, language: Language) -> &'static str {
        self.row().label.text(language)
    }

    /// Why it cannot be asked for now; none = it can.
    pub fn disabled_because(self, session: &Session) -> Option<&'static Phrase> {
        let has_document = session.document().is_some();
        let needs_document = (!has_document).then_some(&NEEDS_DOCUMENT);
        match self {
            Self::OpenSample | Self::ImportFigure | Self::Open | Self::OpenPackage => {
                session.is_loading().then_some(&BUSY)
            }
            Self::Quit => None,
            Self::Close => session.is_start().then_some(&NEEDS_DOCUMENT),
            Self::ChooseCatalog => needs_document.or_else(|| session.is_loading().then_some(&BUSY)),
            Self::Save
            | Self::SaveAs
            | Self::AddGroup
            | Self::FrameAll
            | Self::ViewFront
            | Self::ViewSide
            | Self::ViewTop => needs_document,
            Self::Export => needs_document.or_else(|| {
                let blocked = session.check().is_some_and(|check| check.n_blocking() > 0);
                blocked.then_some(&HAS_BLOCKERS)
            }),
            Self::Undo => needs_document
                .or_else(|| session.undo_label().is_none().then_some(&NOTHING_TO_UNDO)),
            Self::Redo => needs_document
                .or_else(|| session.redo_label().is_none().then_some(&NOTHING_TO_REDO)),
            Self::NextProblem | Self::PreviousProblem => {
                session.problems().is_empty().then_some(&NO_PROBLEMS)
            }
        }
    }
}

/// The commands whose keys were pressed since the last frame, in table order.
///
/// Undo and redo are left to a text field that has the focus; plain keys too.
pub fn pressed(ctx: &egui::Context) -> Vec<Command> {
    let typing = ctx.egui_wants_keyboard_input();
    let mut found = Vec::new();
    for row in TABLE {
        let Some(shortcut) = row.shortcut else {
            continue;
        };
        let is_plain = !shortcut.modifiers.command;
        let belongs_to_field = is_plain || matches!(row.command, Command::Undo | Command::Redo);
        if typing && belongs_to_field {
            continue;
        }
        if ctx.input_mut(|input| input.consume_shortcut(&shortcut)) {
            found.push(row.command);
        }
    }
    let redo_too = KeyboardShortcut::new(CTRL, Key::Y);
    if !typing && ctx.input_mut(|input| input.consume_shortcut(&redo_too)) {
        found.push(Command::Redo);
    }
    found
}
