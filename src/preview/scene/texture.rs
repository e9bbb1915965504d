//! A texture payload of a package as a picture (bem.md ch. 10). Which texture lies on which part is decided elsewhere.

use crate::base::limits;
use crate::base::numbers::{u64_of, usize_of, usize_of_u64};
use crate::base::text::{Message, Phrase, grouped};
use crate::formats::bem::manifest::Texture;
use crate::formats::bem::texture_layout::{TextureFormat, side_at};
use crate::formats::image::{StoredError, StoredLevel, decode_rows};
use crate::model::image::Image;
use crate::model::target::GeometryPreset;
use crate::preview::shrinking::{Fitting, fitting, halved};
use std::borrow::Cow;

/// Most levels of a texture (TEX-04).
const MOST_MIPS: u32 = 16;
/// Rows decoded at once, at least.
const STRIP_ROWS: u32 = 64;
/// Shortest longest side that strips are halved to: below it a strip would be most of a large level.
const STRIP_SIDE: u32 = 256;

/// Why a payload is no picture.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TextureError {
    /// There is no such format (TEX-01).
    #[error("there is no texture format {code}")]
    Format {
        /// As declared.
        code: u32,
    },
    /// A side or the number of levels is 0 or too large (TEX-02, TEX-04).
    #[error("{width} x {height} pixels in {mips} levels")]
    Size {
        /// As declared, pixels.
        width: u32,
        /// As declared, pixels.
        height: u32,
        /// As declared.
        mips: u32,
    },
    /// The payload has another length than its levels (TEX-05).
    #[error("the payload has {n_bytes} bytes, its levels have {wanted_bytes}")]
    Length {
        /// Bytes of the payload.
        n_bytes: u64,
        /// Bytes of all declared levels.
        wanted_bytes: u64,
    },
    /// The level could not be decoded.
    #[error(transparent)]
    Level(#[from] StoredError),
}

static FORMAT: Phrase = Phrase::new(
    "没有编号为 {code} 的贴图格式",
    "番号 {code} のテクスチャ形式はありません",
    "there is no texture format with the number {code}",
);
static SIZE: Phrase = Phrase::new(
    "贴图声明为 {width} × {height} 像素、{mips} 级，超出了格式的范围",
    "テクスチャの {width} × {height} ピクセル、{mips} 段という宣言は形式の範囲外です",
    "the texture declares {width} × {height} pixels in {mips} levels, which the format does not allow",
);
static LENGTH: Phrase = Phrase::new(
    "贴图数据有 {bytes} 字节，各级总共应为 {wanted} 字节",
    "テクスチャのデータが {bytes} バイトあります。全段の合計は {wanted} バイトのはずです",
    "the texture has {bytes} bytes where its levels add up to {wanted}",
);
static LEVEL: Phrase = Phrase::new(
    "贴图数据无法解码",
    "テクスチャのデータを展開できません",
    "the texture's data cannot be decoded",
);

impl TextureError {
    /// What is wrong, without a full stop: part of a sentence for people.
    pub fn detail(&self) -> Message {
        match self {
            Self::Format { code } => Message::new(&FORMAT).with("code", code),
            Self::Size {
                width,
                height,
                mips,
            } => Message::new(&SIZE)
                .with("width", grouped(width))
                .with("height", grouped(height))
                .with("mips", mips),
            Self::Length {
                n_bytes,
                wanted_bytes,
            } => Message::new(&LENGTH)
                .with("bytes", grouped(n_bytes))
                .with("wanted", grouped(wanted_bytes)),
            Self::Level(error) => Message::new(&LEVEL).with("reason", error),
        }
    }
}

/// The first level no side of which is longer than `most_side`, top row first.
///
/// Where even the smallest stored level is larger, that one is halved until it fits. ASTC is decoded like the others.
/// `geometry` says which row comes first in the payload (bem.md 22.4). Costs memory for the picture, and for some rows of
/// a level that has to be halved.
///
/// # Errors
///
/// See [`TextureError`].
pub fn picture(
    texture: &Texture,
    payload: &[u8],
    geometry: GeometryPreset,
    most_side: u32,
) -> Result<Image, TextureError> {
    let most_side = most_side.max(1);
    let (format, level_idx) = checked(texture, payload, most_side)?;
    let before = format.total_bytes(texture.width, texture.height, level_idx);
    let (width, height) = (
        side_at(texture.width, level_idx),
        side_at(texture.height, level_idx),
    );
    let size_bytes = format.level_bytes(width, height);
    let bytes = payload
        .get(usize_of_u64(before)..)
        .and_then(|rest| rest.get(..usize_of_u64(size_bytes)))
        .unwrap_or_default();
    let level = StoredLevel {
        format,
        width,
        height,
        bytes,
    };
    let mut image = decoded(&level, most_side.max(STRIP_SIDE))?;
    if image.width.max(image.height) > most_side {
        image = smaller(&image, most_side);
    }
    if geometry == GeometryPreset::Plain {
        turn_over(&mut image);
    }
    Ok(image)
}

/// The format and the level to decode.
fn checked(
    texture: &Texture,
    payload: &[u8],
    most_side: u32,
) -> Result<(TextureFormat, u32), TextureError> {
    let code = texture.format;
    let format = TextureFormat::find(code).ok_or(TextureError::Format { code })?;
    let (width, height, mips) = (texture.width, texture.height, texture.mips);
    let sides = 1..=limits::IMAGE_SIDE;
    if !sides.contains(&width) || !sides.contains(&height) || !(1..=MOST_MIPS).contains(&mips) {
        return Err(TextureError::Size {
            width,
            height,
            mips,
        });
    }
    let (n_bytes, wanted_bytes) = (
        u64_of(payload.len()),
        format.total_bytes(width, height, mips),
    );
    if n_bytes != wanted_bytes {
        return Err(TextureError::Length {
            n_bytes,
            wanted_bytes,
        });
    }
    let level_idx = (0..mips).find(|level| side_at(width.max(height), *level) <= most_side);
    Ok((format, level_idx.unwrap_or(mips - 1)))
}

/// The picture halved until no side is longer.
fn smaller(image: &Image, most_side: u32) -> Image {
    let fitting = fitting(image, most_side);
    Image {
        width: fitting.width,
        height: fitting.height,
        pixels: fitting.rgba.into_owned(),
    }
}

/// A level in stored row order, halved where it is too large, some rows at a time.
fn decoded(level: &StoredLevel<'_>, most_side: u32) -> Result<Image, StoredError> {
    let times = |side: u32| (0..32).find(|n| side >> n <= most_side).unwrap_or(0);
    let (times_x, times_y) = (times(level.width), times(level.height));
    if (times_x, times_y) == (0, 0) {
        return Ok(Image {
            width: level.width,
            height: level.height,
            pixels: decode_rows(level, 0..level.height)?,
        });
    }
    let (width, height) = (
        (level.width >> times_x).max(1),
        (level.height >> times_y).max(1),
    );
    let n_bytes = usize_of(width) * usize_of(height) * 4;
    let mut pixels = Vec::with_capacity(n_bytes);
    let least_rows = level.format.block << times_y;
    let strip_rows = least_rows * STRIP_ROWS.div_ceil(least_rows);
    for start in (0..level.height).step_by(usize_of(strip_rows)) {
        let end = level.height.min(start + strip_rows);
        let strip = Fitting {
            width: level.width,
            height: end - start,
            rgba: Cow::Owned(decode_rows(level, start..end)?),
        };
        pixels.extend_from_slice(&halved(strip, (times_x, times_y)).rgba);
    }
    // A last strip of less than one row of the picture has no place in it.
    pixels.truncate(n_bytes);
    Ok(Image {
        width,
        height,
        pixels,
    })
}

/// Puts the last row first.
fn turn_over(image: &mut Image) {
    let row_bytes = usize_of(image.width) * 4;
    let rows = image.pixels.chunks_exact(row_bytes).rev();
    image.pixels = rows.flatten().copied().collect();
}
