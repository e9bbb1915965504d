//! Why a block or an archive member cannot be decoded, inside a sentence of any language.

use crate::base::text::{Message, Phrase, grouped};
use crate::formats::bem::container::frame::FrameError;
use crate::formats::bem::zip::inflate::InflateError;

macro_rules! words {
    ($($name:ident = $zh:literal, $ja:literal, $en:literal;)*) => {
        $(static $name: Phrase = Phrase::new($zh, $ja, $en);)*
    };
}

words! {
    NO_FRAME = "开头不是 Zstandard 帧", "Zstandard のフレームで始まっていません", "it does not start with a Zstandard frame";
    DICTIONARY = "该帧需要词典", "フレームが辞書を求めています", "the frame asks for a dictionary";
    NO_CONTENT_SIZE = "该帧没有注明内容大小", "フレームに内容の大きさが書かれていません", "the frame does not state its content size";
    OTHER_CONTENT_SIZE = "该帧注明 {found} 字节，目录为 {wanted} 字节", "フレームは {found} バイト、ディレクトリは {wanted} バイトと書いています", "the frame states {found} bytes, the directory {wanted}";
    NOT_ONE_FRAME = "数据块不是恰好一个帧", "ブロックがちょうど 1 つのフレームではありません", "the block is not exactly one frame";
    CONTENT_DAMAGED = "内容无法解码", "内容を復号できません", "the content cannot be decoded";
    NO_MEMORY = "没有足够内存（需要 {wanted} 字节）", "メモリーが足りません（{wanted} バイト必要）", "there is no memory for {wanted} bytes";
    PACKED_DAMAGED = "压缩数据已损坏", "圧縮データが壊れています", "the packed data is damaged";
    OTHER_SIZE = "解压后不是目录注明的 {wanted} 字节", "展開すると目次の {wanted} バイトになりません", "it does not unpack to the {wanted} bytes the directory states";
    OTHER_CRC = "校验和不符", "チェックサムが違います", "the checksum differs";
}

/// What is wrong with a Zstandard block.
pub(super) fn of_frame(error: FrameError) -> Message {
    match error {
        FrameError::NoFrame => Message::new(&NO_FRAME),
        FrameError::Dictionary => Message::new(&DICTIONARY),
        FrameError::NoContentSize => Message::new(&NO_CONTENT_SIZE),
        FrameError::OtherContentSize {
            found_bytes,
            wanted_bytes,
        } => Message::new(&OTHER_CONTENT_SIZE)
            .with("found", grouped(found_bytes))
            .with("wanted", grouped(wanted_bytes)),
        FrameError::NotOneFrame => Message::new(&NOT_ONE_FRAME),
        FrameError::Damaged => Message::new(&CONTENT_DAMAGED),
        FrameError::NoMemory { wanted_bytes } => {
            Message::new(&NO_MEMORY).with("wanted", grouped(wanted_bytes))
        }
    }
}

/// What is wrong with a member of an archive.
pub(super) fn of_member(error: InflateError) -> Message {
    match error {
        InflateError::Damaged => Message::new(&PACKED_DAMAGED),
        InflateError::OtherSize { wanted_bytes } => {
            Message::new(&OTHER_SIZE).with("wanted", grouped(wanted_bytes))
        }
        InflateError::OtherCrc => Message::new(&OTHER_CRC),
        InflateError::NoMemory { wanted_bytes } => {
            Message::new(&NO_MEMORY).with("wanted", grouped(wanted_bytes))
        }
    }
}
