//! Why a picture could not be decoded, for programs and for people. A broken picture never stops an import (PMX-72).

use crate::base::limits;
use crate::base::text::{Message, Phrase, bytes, grouped};
use crate::formats::image::Kind;
use std::fmt;

/// Why a picture could not be decoded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ImageError {
    /// The file has no bytes.
    Empty,
    /// The file is beyond [`limits::IMAGE_FILE_BYTES`].
    FileTooLarge {
        /// Its size in bytes.
        size_bytes: u64,
    },
    /// The content is no picture format we know.
    Unknown,
    /// A format that is recognised but not decoded.
    Unsupported {
        /// The format.
        kind: Kind,
    },
    /// The header states a width or height of 0.
    NoPixels {
        /// The format.
        kind: Kind,
    },
    /// Beyond [`limits::IMAGE_SIDE`] or [`limits::IMAGE_PIXELS`].
    TooLarge {
        /// The format.
        kind: Kind,
        /// Stated width in pixels.
        width: u32,
        /// Stated height in pixels.
        height: u32,
    },
    /// The file is damaged or uses a variant the decoder does not know.
    Broken {
        /// The format.
        kind: Kind,
        /// The decoder's own words, English.
        reason: String,
    },
    /// The decoder failed in a way it should not.
    Panicked {
        /// The format.
        kind: Kind,
    },
    /// A DDS that is a cube map, a volume, an array, or has padded rows.
    DdsLayout,
    /// A DDS in a pixel format that is not taken.
    DdsFormat {
        /// The format's name.
        format: String,
    },
}

static EMPTY: Phrase = Phrase::new("文件是空的。", "ファイルが空です。", "The file is empty.");
static FILE_TOO_LARGE: Phrase = Phrase::new(
    "图片文件有 {size}，最多读取 {limit}。",
    "画像ファイルが {size} あります。読み込めるのは {limit} までです。",
    "The picture file has {size}; at most {limit} are read.",
);
static UNKNOWN: Phrase = Phrase::new(
    "内容不是可识别的图片（支持 PNG、JPEG、BMP、GIF、WebP、TGA、DDS）。",
    "中身が認識できる画像ではありません（対応：PNG、JPEG、BMP、GIF、WebP、TGA、DDS）。",
    "The content is no picture we recognise (PNG, JPEG, BMP, GIF, WebP, TGA and DDS are read).",
);
static UNSUPPORTED: Phrase = Phrase::new(
    "不支持读取 {kind}。请另存为 PNG。",
    "{kind} は読み込めません。PNG で保存し直してください。",
    "{kind} is not read. Please save it as PNG.",
);
static NO_PIXELS: Phrase = Phrase::new(
    "{kind} 文件的宽或高为 0。",
    "{kind} の幅または高さが 0 です。",
    "The {kind} has a width or height of 0.",
);
static TOO_LARGE: Phrase = Phrase::new(
    "图片为 {width} × {height} 像素，上限为每边 {side}、共 {pixels} 像素。请缩小后再用。",
    "画像が {width} × {height} ピクセルです。上限は一辺 {side}、合計 {pixels} ピクセルです。縮小してください。",
    "The picture has {width} × {height} pixels; at most {side} a side and {pixels} in all are read. Please scale it down.",
);
static BROKEN: Phrase = Phrase::new(
    "{kind} 文件已损坏，或是不支持的变体。请在图片软件中另存为 PNG。",
    "{kind} が壊れているか、対応していない種類です。画像ソフトで PNG として保存し直してください。",
    "The {kind} is damaged or of an unsupported variant. Please save it as PNG in a picture editor.",
);
static PANICKED: Phrase = Phrase::new(
    "读取该 {kind} 时解码器出错。请重新保存该文件。",
    "この {kind} を読み込む途中でデコーダーが失敗しました。保存し直してください。",
    "The decoder failed on this {kind}. Please save the file anew.",
);
static DDS_LAYOUT: Phrase = Phrase::new(
    "只读取普通的二维 DDS 贴图，不支持立方体贴图、体积贴图、数组和带行填充的文件。",
    "読み込めるのは通常の 2D の DDS だけです。キューブマップ、ボリューム、配列、行パディング付きは読み込めません。",
    "Only plain 2D DDS textures are read: no cube maps, volumes, arrays or padded rows.",
);
static DDS_FORMAT: Phrase = Phrase::new(
    "不支持 DDS 像素格式 {format}。可用：BC1、BC3、BC4、BC5、BC7、RGBA8、BGRA8、R8。",
    "DDS のピクセル形式 {format} は読み込めません。使えるのは BC1、BC3、BC4、BC5、BC7、RGBA8、BGRA8、R8 です。",
    "The DDS pixel format {format} is not read; BC1, BC3, BC4, BC5, BC7, RGBA8, BGRA8 and R8 are.",
);

impl ImageError {
    /// A stable code for machine-readable output.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Empty => "image-empty",
            Self::FileTooLarge { .. } | Self::TooLarge { .. } => "image-too-large",
            Self::Unknown => "image-unknown",
            Self::Unsupported { .. } | Self::DdsLayout | Self::DdsFormat { .. } => {
                "image-unsupported"
            }
            Self::NoPixels { .. } | Self::Broken { .. } | Self::Panicked { .. } => "image-broken",
        }
    }

    /// The sentence for people.
    pub fn message(&self) -> Message {
        match self {
            Self::Empty => Message::new(&EMPTY),
            Self::FileTooLarge { size_bytes } => Message::new(&FILE_TOO_LARGE)
                .with("size", bytes(*size_bytes))
                .with("limit", bytes(limits::IMAGE_FILE_BYTES)),
            Self::Unknown => Message::new(&UNKNOWN),
            Self::Unsupported { kind } => Message::new(&UNSUPPORTED).with("kind", kind.name()),
            Self::NoPixels { kind } => Message::new(&NO_PIXELS).with("kind", kind.name()),
            Self::TooLarge { width, height, .. } => Message::new(&TOO_LARGE)
                .with("width", grouped(width))
                .with("height", grouped(height))
                .with("side", grouped(limits::IMAGE_SIDE))
                .with("pixels", grouped(limits::IMAGE_PIXELS)),
            // The decoder's own words are English: an argument for machines, not a part of the sentence.
            Self::Broken { kind, reason } => Message::new(&BROKEN)
                .with("kind", kind.name())
                .with("reason", reason),
            Self::Panicked { kind } => Message::new(&PANICKED).with("kind", kind.name()),
            Self::DdsLayout => Message::new(&DDS_LAYOUT),
            Self::DdsFormat { format } => Message::new(&DDS_FORMAT).with("format", format),
        }
    }
}

impl fmt::Display for ImageError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(out)
    }
}

impl std::error::Error for ImageError {}
