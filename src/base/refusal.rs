//! Why the machine refused a file or a thread, in three languages. What the author can do about it is the caller's.

use crate::base::text::{Message, Phrase};
use std::io::{Error, ErrorKind};

static NOT_FOUND: Phrase = Phrase::new(
    "找不到文件或文件夹",
    "ファイルまたはフォルダーが見つかりません",
    "the file or folder was not found",
);
static NO_PERMISSION: Phrase = Phrase::new(
    "没有访问权限",
    "アクセスする権限がありません",
    "permission was denied",
);
static EXISTS: Phrase = Phrase::new(
    "已有同名的文件或文件夹",
    "同じ名前のファイルまたはフォルダーがあります",
    "a file or folder of this name is already there",
);
static FULL: Phrase = Phrase::new("磁盘已满", "ディスクに空きがありません", "the disk is full");
static QUOTA: Phrase = Phrase::new(
    "超出了允许的存储配额",
    "許された容量を超えています",
    "the storage quota is used up",
);
static READ_ONLY: Phrase = Phrase::new(
    "磁盘是只读的",
    "ディスクが読み取り専用です",
    "the disk is read-only",
);
static NO_FOLDER: Phrase = Phrase::new(
    "路径中有一段不是文件夹",
    "パスの途中にフォルダーでないものがあります",
    "a part of the path is no folder",
);
static IS_FOLDER: Phrase = Phrase::new(
    "这是文件夹，不是文件",
    "ファイルではなくフォルダーです",
    "this is a folder, not a file",
);
static BAD_NAME: Phrase = Phrase::new(
    "系统不接受这个名称",
    "この名前はシステムで使えません",
    "the system does not accept this name",
);
static BUSY: Phrase = Phrase::new(
    "文件正被其他程序使用",
    "ほかのプログラムが使用中です",
    "another program is using the file",
);
static TOO_LARGE: Phrase = Phrase::new(
    "对这个磁盘来说文件太大",
    "このディスクには大きすぎるファイルです",
    "the file is too large for this disk",
);
static NO_MEMORY: Phrase = Phrase::new(
    "内存不足",
    "メモリが足りません",
    "there is not enough memory",
);
static TIMED_OUT: Phrase = Phrase::new(
    "设备没有响应",
    "機器が応答しません",
    "the device does not answer",
);
static ENDED_EARLY: Phrase = Phrase::new(
    "数据提前结束",
    "データが途中で終わりました",
    "the data ended early",
);
static NUMBERED: Phrase = Phrase::new(
    "系统错误 {number}",
    "システムエラー {number}",
    "system error {number}",
);
static UNNAMED: Phrase = Phrase::new(
    "系统没有说明原因",
    "システムから理由が示されていません",
    "the system gave no reason",
);

/// The reason as a part of a sentence, without a full stop. A reason that has no words here is told by its number.
pub fn reason(error: &Error) -> Message {
    let phrase = match error.kind() {
        ErrorKind::NotFound => &NOT_FOUND,
        ErrorKind::PermissionDenied => &NO_PERMISSION,
        ErrorKind::AlreadyExists => &EXISTS,
        ErrorKind::StorageFull => &FULL,
        ErrorKind::QuotaExceeded => &QUOTA,
        ErrorKind::ReadOnlyFilesystem => &READ_ONLY,
        ErrorKind::NotADirectory => &NO_FOLDER,
        ErrorKind::IsADirectory => &IS_FOLDER,
        ErrorKind::InvalidFilename => &BAD_NAME,
        ErrorKind::ResourceBusy | ErrorKind::ExecutableFileBusy | ErrorKind::WouldBlock => &BUSY,
        ErrorKind::FileTooLarge => &TOO_LARGE,
        ErrorKind::OutOfMemory => &NO_MEMORY,
        ErrorKind::TimedOut => &TIMED_OUT,
        ErrorKind::UnexpectedEof | ErrorKind::WriteZero => &ENDED_EARLY,
        _ => match error.raw_os_error() {
            Some(number) => return Message::new(&NUMBERED).with("number", number),
            None => &UNNAMED,
        },
    };
    Message::new(phrase)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::text::Language;

    #[test]
    fn a_reason_without_words_is_told_by_its_number() {
        let odd = Error::from_raw_os_error(9999);
        assert_eq!(
            reason(&odd).text(Language::En),
            "system error 9999",
            "number"
        );
        let denied = Error::from(ErrorKind::PermissionDenied);
        assert_eq!(reason(&denied).text(Language::Zh), "没有访问权限", "words");
        let own = Error::other("strip of odd size");
        assert!(
            !reason(&own).text(Language::Ja).contains("strip"),
            "no English inside Japanese"
        );
    }
}
