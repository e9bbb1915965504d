//! Sentences of the session: jobs, facts, and what a failed file access means to the author.

use crate::analysis::AnalysisError;
use crate::base::cancel::Cancelled;
use crate::base::files::FileError;
use crate::base::findings::{Finding, Severity};
use crate::base::refusal;
use crate::base::text::{self, Message, Phrase};
use crate::export::seal::SealError;
use crate::formats::bem::write::WriteError;
use crate::formats::image::PngError;
use crate::session::intake::Figure;
use crate::session::release::Exported;
use std::path::Path;

macro_rules! words {
    ($($name:ident = $zh:literal, $ja:literal, $en:literal;)*) => {
        $(pub(super) static $name: Phrase = Phrase::new($zh, $ja, $en);)*
    };
}

words! {
    OPENING_SAMPLE = "打开示例", "サンプルを開いています", "Opening the sample";
    IMPORTING = "导入模型", "モデルを読み込んでいます", "Importing the model";
    READING_CATALOG = "读取角色目录", "キャラクターカタログを読んでいます", "Reading the catalogue";
    OPENING_PROJECT = "打开项目", "プロジェクトを開いています", "Opening the project";
    CHECKING_PACKAGE = "检查包", "パッケージを検査しています", "Checking the package";
    OPENING_RECOVERED = "打开恢复的文档", "復元した文書を開いています", "Opening the recovered document";
    COMPARING_RECOVERED = "比较恢复的文档", "復元した文書を比べています", "Comparing the recovered document";
    KEEPING_JOURNAL = "记录未保存的更改", "未保存の変更を記録しています", "Keeping unsaved changes";
    JOURNAL_FAILED = "未保存的更改目前无法自动留底，程序一旦意外退出就会丢失。请尽快保存。{what}",
        "未保存の変更を自動で控えておけません。異常終了すると失われます。早めに保存してください。{what}",
        "Unsaved changes cannot be kept for the case of a crash; save soon. {what}";
    JOURNAL_NOT_WRITTEN = "文档无法记录，这是程序内部的错误。请报告此问题。",
        "文書を記録できません。プログラム内部の誤りです。ご報告ください。",
        "The document cannot be recorded, which is a mistake of this program. Please report it.";
    JOURNAL_GONE = "{path} 中已没有可恢复的内容。", "{path} に復元できる内容はもうありません。", "There is nothing left to recover in {path}.";
    JOURNAL_HELD = "另一个窗口正在使用这份恢复的文档。", "この復元文書はほかのウィンドウで使用中です。", "Another window has this recovered document open.";
    RECOVERED = "已打开恢复的文档。它还没有保存；在保存或关闭之前，恢复记录会一直保留。",
        "復元した文書を開きました。まだ保存されていません。保存するか閉じるまで、復元の記録は残ります。",
        "Opened the recovered document. It is not saved yet; until you save or close it, its record stays.";
    SAVING = "保存", "保存しています", "Saving";
    EXPORTING = "导出", "書き出しています", "Exporting";
    DEEPENING = "深入验证", "詳しく検証しています", "Looking deeper";
    SHOWING = "显示", "表示しています", "Showing";
    CHECKING = "检查", "検査しています", "Checking";
    STAGE_PARSE = "解析模型", "モデルを解析しています", "Parsing the model";
    STAGE_TEXTURES = "读取贴图", "テクスチャを読んでいます", "Reading textures";
    STAGE_PROVE = "验证所有状态", "すべての状態を検証しています", "Proving every state";
    STAGE_WRITE = "写入文件", "ファイルに書いています", "Writing the file";
    CHANGED_WHILE_OPENING = "打开期间文档又有了未保存的更改，因此没有替换它。请先保存，再重新打开文件。",
        "開いている間に未保存の変更が加えられたため、置き換えませんでした。保存してから、もう一度開いてください。",
        "The document changed while the file was opening, so it was kept. Save it, then open the file again.";
    CANCELLED = "已取消。", "中止しました。", "Cancelled.";
    SAVED = "已保存到 {path}", "{path} に保存しました", "Saved to {path}";
    IMPORTED = "已导入“{name}”：{vertices} 个顶点，{materials} 个材质，{bones} 根骨骼",
        "「{name}」を読み込みました：頂点 {vertices}、材質 {materials}、ボーン {bones}",
        "Imported \"{name}\". Vertices: {vertices}, materials: {materials}, bones: {bones}";
    EXPORTED = "已导出 {path}：BEM {minor}，{size}，已重新读取并核对",
        "{path} を書き出しました：BEM {minor}、{size}、読み直して照合済み",
        "Exported {path}: BEM {minor}, {size}, read back and compared";
    SAVE_NEEDS_PLACE = "此项目还没有文件名，请用“另存为”。", "このプロジェクトにはまだファイル名がありません。「名前を付けて保存」を使ってください。", "This project has no file yet; use Save as.";
    CHARACTER_CHOSEN = "已选择角色“{name}”，骨骼和材质已自动映射。", "キャラクター「{name}」を選びました。ボーンと材質を自動で割り当てました。", "Character \"{name}\" chosen; bones and materials are mapped.";
    CATALOG_NEEDS_FIGURE = "已记住此角色；导入模型后会自动使用。", "このキャラクターを覚えました。モデルを読み込むと使われます。", "The character is remembered and will be used once a model is imported.";
    SETTINGS_NOT_KEPT = "设置无法保存：{what}", "設定を保存できません。{what}", "The settings could not be kept. {what}";
    NOT_FOUND = "找不到 {path}。文件可能被移动、改名或删除。",
        "{path} が見つかりません。移動・改名・削除された可能性があります。",
        "{path} was not found. It may have been moved, renamed or deleted.";
    NOT_A_FILE = "{path} 不是文件。请选择其中的模型文件（.pmx、.mdl）。",
        "{path} はファイルではありません。中のモデルファイル（.pmx、.mdl）を選んでください。",
        "{path} is not a file. Choose the model file (.pmx, .mdl) inside it.";
    FOLDER_WITHOUT_MODEL = "文件夹 {path} 中没有 PMX 或 MDL 模型。", "フォルダー {path} に PMX・MDL モデルがありません。", "There is no PMX or MDL model in the folder {path}.";
    FOLDER_WITH_MANY = "文件夹 {path} 中有 {n} 个模型（{names}）。请打开其中一个。",
        "フォルダー {path} にはモデルが {n} 個あります（{names}）。どれか 1 つを開いてください。",
        "The folder {path} holds {n} models ({names}). Open one of them.";
    TOO_LARGE = "{path} 有 {size}；最多读取 {limit}。", "{path} は {size} です。読めるのは {limit} までです。", "{path} is {size}; at most {limit} can be read.";
    NOT_AS_WRITTEN = "{path}：写入的内容与读回的不一致，原文件未改动。请检查磁盘后再试。",
        "{path}：書いた内容と読み直した内容が一致しません。元のファイルは変わっていません。ディスクを確認してください。",
        "{path}: what was written reads back differently; the old file is untouched. Check the disk and try again.";
    IO = "{path}：{what}。请检查权限和剩余空间，或换一个位置。",
        "{path}：{what}。権限と空き容量を確認するか、別の場所を選んでください。",
        "{path}: {what}. Check permissions and free space, or choose another place.";
    EMPTY_FILE = "{path} 是空文件。请从原始压缩包重新解压。", "{path} は空のファイルです。元の書庫から展開し直してください。", "{path} is empty. Unpack it again from where it came.";
    UNKNOWN_KIND = "{path} 不是 PMX 或 MDL 模型、角色目录、项目或 BEM 包。",
        "{path} は PMX・MDL モデル・キャラクターカタログ・プロジェクト・BEM パッケージのいずれでもありません。",
        "{path} is neither a PMX or MDL model, nor a character catalogue, a project or a BEM package.";
    PNG_SIZE = "{width} × {height} 像素的图片无法编码为 PNG：数据为 {bytes} 字节。请报告此问题。",
        "{width} × {height} ピクセルの画像を PNG にできません。データは {bytes} バイトです。ご報告ください。",
        "The picture of {width} × {height} pixels could not be written as PNG: its data have {bytes} B. Please report this.";
    PNG_ENCODER = "图片无法编码为 PNG。请换一个尺寸再试，并报告此问题。",
        "画像を PNG にできません。別のサイズで試し、この問題をご報告ください。",
        "The picture could not be written as PNG. Try another size, and please report this.";
    IN_FILE = "{path}：{message}", "{path}：{message}", "{path}: {message}";
    PACKAGE_BROKEN = "{path} 违反了包的规则，不能编辑：{what}", "{path} はパッケージの規則に反していて、編集できません。{what}", "{path} breaks a rule of the package format and cannot be edited. {what}";
    PACKAGE_OPENED = "已打开包“{name}”：可以编辑，再导出为新包。", "パッケージ「{name}」を開きました。編集して、新しいパッケージとして書き出せます。", "Opened the package \"{name}\": edit it and export it as a new one.";
    PACKAGE_OPENED_WARNINGS = "已打开包“{name}”，读取时有 {n} 处警告；导出前请在“问题”中查看。", "パッケージ「{name}」を開きました。読み込み時の警告は {n} 件です。書き出す前に「問題」を見てください。", "Opened the package \"{name}\". Warnings while reading: {n}; look at the problems before you export.";
    BAD_PROJECT = "{path} 无法作为项目打开：{what}", "{path} をプロジェクトとして開けません。{what}", "{path} cannot be opened as a project. {what}";
    PROJECT_NOT_WRITTEN = "项目无法写入 {path}，这是程序内部的错误。请报告此问题。",
        "プロジェクトを {path} に書けません。プログラム内部の誤りです。ご報告ください。",
        "The project cannot be written to {path}, which is a mistake of this program. Please report it.";
    SOURCE_CHANGED = "{path} 在保存项目后有改动；已按新内容导入。", "{path} はプロジェクト保存後に変わっています。新しい内容で読み込みました。", "{path} has changed since the project was saved; the new content was imported.";
    SOURCE_MISSING = "项目需要 {path}，但找不到。请把它放回原处，或从备份恢复后再打开。",
        "プロジェクトに必要な {path} が見つかりません。元の場所に戻してから開き直してください。",
        "The project needs {path}, which was not found. Put it back where it was and open the project again.";
    NOT_PROVED = "无法完成验证：{what}", "検証を完了できません。{what}", "The proof could not be completed. {what}";
    PROOF_TOO_LARGE = "条件太复杂，需要的判定节点超过 {limit} 个。请减少选项组，或简化条件。",
        "条件が複雑すぎて、判定ノードが {limit} 個では足りません。オプション群を減らすか、条件を簡単にしてください。",
        "The conditions are too complex: they need more than {limit} decision nodes. Use fewer option groups or simpler conditions.";
    PROOF_UNRESOLVED = "清单的 {place} 引用了不存在的内容。请先解决其他问题；如果没有其他问题，请报告。",
        "マニフェストの {place} が存在しないものを指しています。ほかの問題を先に直してください。ほかに問題がなければご報告ください。",
        "{place} of the manifest refers to something that is not there. Solve the other problems first; if there are none, please report this.";
    PROOF_UNCONFIRMED = "{rule} 的验证结果（{place}）没有得到确认，这是程序内部的错误。请报告此问题。",
        "{rule} の検証結果（{place}）を確認できませんでした。プログラム内部の誤りです。ご報告ください。",
        "The proof of {rule} at {place} was not confirmed, which is a mistake of this program. Please report it.";
    WHOLE_MANIFEST = "整个清单", "マニフェスト全体", "the manifest as a whole";
    NOT_SEALED = "包没有写出：{what}", "パッケージは書き出されませんでした。{what}", "No package was written. {what}";
    NOT_REWRITTEN = "{path} 没有写出：{what}", "{path} は書き出されませんでした。{what}", "{path} was not written. {what}";
    REPORT_COLLIDES = "报告不能写入 {path}：它是输入、输出，或在输出之内。请换一个名字。",
        "報告を {path} に書けません。入力か出力、または出力の中です。別の名前にしてください。",
        "The report cannot be written to {path}: it is an input, an output, or inside an output. Choose another name.";
    NO_MANIFEST = "这不是 BEM 包。", "BEM パッケージではありません。", "This is no BEM package.";
    CANNOT_EXPORT = "无法导出。阻止导出的问题：{n}；第一个：{first}", "書き出せません。妨げている問題：{n}。最初の 1 件：{first}", "Nothing was exported. Problems in the way: {n}; the first: {first}";
}

/// The author asked for it to stop.
pub(super) fn cancelled(_: Cancelled) -> Message {
    Message::new(&CANCELLED)
}

/// What a failed file access means, and what to do about it.
pub(super) fn file_error(error: &FileError) -> Message {
    match error {
        FileError::NotFound(path) => Message::new(&NOT_FOUND).with("path", path.display()),
        FileError::NotAFile(path) => Message::new(&NOT_A_FILE).with("path", path.display()),
        FileError::TooLarge {
            path,
            size_bytes,
            limit_bytes,
        } => Message::new(&TOO_LARGE)
            .with("path", path.display())
            .with("size", text::bytes(*size_bytes))
            .with("limit", text::bytes(*limit_bytes)),
        FileError::NotAsWritten(path) => Message::new(&NOT_AS_WRITTEN).with("path", path.display()),
        FileError::Io { path, source } => Message::new(&IO)
            .with("path", path.display())
            .with_message("what", refusal::reason(source)),
    }
}

/// A settings file could not be written.
pub(super) fn settings_not_kept(error: &FileError) -> Message {
    Message::new(&SETTINGS_NOT_KEPT).with_message("what", file_error(error))
}

/// A figure was imported.
pub(super) fn imported(figure: &Figure) -> Message {
    let model = &figure.model;
    Message::new(&IMPORTED)
        .with("name", figure.name())
        .with("vertices", text::grouped(model.vertices.positions.len()))
        .with("materials", text::grouped(model.materials.len()))
        .with("bones", text::grouped(model.bones.len()))
}

/// A package was written.
pub(super) fn exported(exported: &Exported) -> Message {
    Message::new(&EXPORTED)
        .with("path", exported.path.display())
        .with("minor", format!("1.{}", exported.minor))
        .with("size", text::bytes(exported.size_bytes))
}

/// A picture could not be written as PNG.
pub(super) fn png_failed(error: &PngError) -> Message {
    match error {
        PngError::Size {
            width,
            height,
            n_bytes,
        } => Message::new(&PNG_SIZE)
            .with("width", text::grouped(width))
            .with("height", text::grouped(height))
            .with("bytes", text::grouped(n_bytes)),
        // The encoder's own words are English: an argument for machines, not a part of the sentence.
        PngError::Encoder(reason) => Message::new(&PNG_ENCODER).with("reason", reason),
    }
}

/// Why there is no proof.
pub(super) fn not_proved(error: &AnalysisError) -> Message {
    let what = match error {
        AnalysisError::Cancelled => return Message::new(&CANCELLED),
        AnalysisError::TooLarge { limit } => {
            Message::new(&PROOF_TOO_LARGE).with("limit", text::grouped(limit))
        }
        AnalysisError::Unresolved { pointer } => at(Message::new(&PROOF_UNRESOLVED), pointer),
        AnalysisError::Unconfirmed { rule, pointer } => {
            at(Message::new(&PROOF_UNCONFIRMED).with("rule", rule), pointer)
        }
    };
    Message::new(&NOT_PROVED).with_message("what", what)
}

/// A place of the manifest; the empty pointer is the whole of it.
fn at(message: Message, pointer: &str) -> Message {
    if pointer.is_empty() {
        message.with_message("place", Message::new(&WHOLE_MANIFEST))
    } else {
        message.with("place", pointer)
    }
}

/// No package was written.
pub(super) fn not_sealed(error: &SealError) -> Message {
    match error {
        SealError::Write(WriteError::Cancelled(_)) => Message::new(&CANCELLED),
        error => Message::new(&NOT_SEALED).with_message("what", error.message()),
    }
}

/// Why a package cannot be shown or edited: the first rule that rejects it.
pub(super) fn package_broken(path: &Path, findings: &[Finding]) -> Message {
    let mut errors = findings
        .iter()
        .filter(|finding| finding.severity == Severity::Error);
    let what = errors.next().map(|first| first.message.clone());
    Message::new(&PACKAGE_BROKEN)
        .with("path", path.display())
        .with_message("what", what.unwrap_or_else(|| Message::new(&NO_MANIFEST)))
}
