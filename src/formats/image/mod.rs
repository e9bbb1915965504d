//! Pictures as they lie on disk: recognised by content, decoded under caps (PMX-72).
//! It looks up no file and decides no use: whether a picture is transparent where it matters is the importer's question.
//!
//! Pixels come out as everything above wants them: RGBA8, straight alpha, top row first, colours as stored (sRGB).
//! Colour profiles, gamma chunks and EXIF turns are not applied: the programs figures are made with ignore them too.

mod bmp;
mod dds;
mod error;
mod kind;
mod png;
mod raster;
mod tga;

pub use error::ImageError;
pub use kind::{Kind, sniff};
pub use png::{PngError, encode_png};

use crate::base::limits;
use crate::base::numbers;
use crate::base::text::{Message, Phrase};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Decoded pixels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// Width in pixels, at least 1.
    pub width: u32,
    /// Height in pixels, at least 1.
    pub height: u32,
    /// `pixels[(y * width + x) * 4 + channel]`, channels R, G, B, A, top row first.
    pub pixels: Vec<u8>,
}

/// A picture with what was learnt on the way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decoded {
    /// What the content is, whatever the file is called.
    pub kind: Kind,
    /// The pixels.
    pub picture: Picture,
    /// What is odd about the file; it was decoded all the same.
    pub notes: Vec<Note>,
}

/// Something odd about a picture that could be decoded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// The file is called something else than what it holds.
    Extension {
        /// The extension in the file's name, without the dot.
        extension: String,
        /// What the content is.
        kind: Kind,
    },
    /// A JPEG without its end marker: the lower part may be grey.
    CutJpeg,
}

static EXTENSION: Phrase = Phrase::new(
    "扩展名是 .{extension}，内容却是 {kind}；已按内容读取。",
    "拡張子は .{extension} ですが、中身は {kind} です。中身に従って読み込みました。",
    "The extension is .{extension} but the content is {kind}; it was read by its content.",
);
static CUT_JPEG: Phrase = Phrase::new(
    "JPEG 没有结束标记：文件可能被截断，图片下部可能不完整。",
    "JPEG の終端マーカーがありません。ファイルが途中で切れていて、画像の下側が欠けている可能性があります。",
    "The JPEG has no end marker: the file may be cut off and the lower part of the picture missing.",
);

impl Note {
    /// A stable code for machine-readable output.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Extension { .. } => "image-extension",
            Self::CutJpeg => "image-cut",
        }
    }

    /// The sentence for people.
    pub fn message(&self) -> Message {
        match self {
            Self::Extension { extension, kind } => Message::new(&EXTENSION)
                .with("extension", extension)
                .with("kind", kind.name()),
            Self::CutJpeg => Message::new(&CUT_JPEG),
        }
    }
}

/// Decodes a picture of any supported kind.
///
/// `file_name` is only asked for its extension: TGA has no signature of its own, and another extension than the content
/// is noted. Caps: [`limits::IMAGE_FILE_BYTES`], [`limits::IMAGE_SIDE`], [`limits::IMAGE_PIXELS`]; they are checked
/// before pixels are allocated. A decoder that panics is an error like any other.
///
/// # Errors
///
/// When the content is no picture that is decoded, is beyond the caps or damaged.
pub fn decode(bytes: &[u8], file_name: &str) -> Result<Decoded, ImageError> {
    if bytes.is_empty() {
        return Err(ImageError::Empty);
    }
    if numbers::u64_of(bytes.len()) > limits::IMAGE_FILE_BYTES {
        return Err(ImageError::FileTooLarge {
            size_bytes: numbers::u64_of(bytes.len()),
        });
    }
    let extension = kind::extension_of(file_name);
    let kind = sniff(bytes, file_name).ok_or(ImageError::Unknown)?;
    let picture = catch_unwind(AssertUnwindSafe(|| pixels_of(kind, bytes)))
        .unwrap_or(Err(ImageError::Panicked { kind }))?;
    let mut notes = Vec::new();
    if !extension.is_empty() && !kind.goes_by(&extension) {
        notes.push(Note::Extension { extension, kind });
    }
    if kind == Kind::Jpeg && !raster::jpeg_is_whole(bytes) {
        notes.push(Note::CutJpeg);
    }
    Ok(Decoded {
        kind,
        picture,
        notes,
    })
}

fn pixels_of(kind: Kind, bytes: &[u8]) -> Result<Picture, ImageError> {
    match kind {
        Kind::Psd => Err(ImageError::Unsupported { kind }),
        Kind::Dds => dds::decode(bytes),
        Kind::Bmp => {
            let mut picture = raster::decode(kind, bytes)?;
            bmp::take_fourth_bytes(bytes, &mut picture);
            Ok(picture)
        }
        Kind::Tga => {
            let mut picture = raster::decode(kind, bytes)?;
            tga::mend_empty_alpha(bytes, &mut picture);
            Ok(picture)
        }
        Kind::Png | Kind::Jpeg | Kind::Gif | Kind::WebP => raster::decode(kind, bytes),
    }
}

/// Refuses sizes beyond the caps; called before any pixel is allocated.
fn check_size(kind: Kind, width: u32, height: u32) -> Result<(), ImageError> {
    let pixels = u64::from(width).saturating_mul(u64::from(height));
    if pixels == 0 {
        return Err(ImageError::NoPixels { kind });
    }
    if width > limits::IMAGE_SIDE || height > limits::IMAGE_SIDE || pixels > limits::IMAGE_PIXELS {
        return Err(ImageError::TooLarge {
            kind,
            width,
            height,
        });
    }
    Ok(())
}

/// Little-endian bytes at an offset, if the file reaches that far.
fn bytes_at<const N: usize>(bytes: &[u8], at: usize) -> Option<[u8; N]> {
    bytes.get(at..)?.first_chunk().copied()
}

fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    bytes_at(bytes, at).map(u16::from_le_bytes)
}

fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    bytes_at(bytes, at).map(u32::from_le_bytes)
}
