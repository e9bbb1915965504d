//! The pixels of a document's textures before they are encoded, and how they are to be stored.

use crate::base::numbers::usize_of;
use crate::convert::placeholder;
use crate::convert::texture::format::TextureFormat as StoredFormat;
use crate::convert::texture::{MipChain, Quality, TextureRole, TextureSettings};
use crate::document::parts::{Document, Mips, Picture, Texture, TextureFormat};
use crate::model::image::Image;
use crate::model::target::GeometryPreset;
use std::sync::Arc;

/// Side of the picture that stands for one colour: one block.
const PLAIN_SIDE: u32 = 4;

/// The picture of a texture: a figure's, one colour, or the neutral placeholder for one that is missing. Raw pictures are
/// stored as they are and have none.
pub(super) fn picture_of(document: &Document, texture: &Texture) -> Arc<Image> {
    match &texture.picture {
        Picture::Figure { source, texture } => {
            let source = document.sources.get(source);
            let entry = source.and_then(|source| source.model.textures.get(usize_of(*texture)));
            let image = entry.and_then(|entry| entry.image.clone());
            image.unwrap_or_else(|| Arc::new(placeholder::image()))
        }
        Picture::Plain(color) => Arc::new(Image {
            width: PLAIN_SIDE,
            height: PLAIN_SIDE,
            pixels: color.repeat((PLAIN_SIDE * PLAIN_SIDE) as usize),
        }),
        Picture::Raw(_) => Arc::new(placeholder::image()),
    }
}

/// How a texture is stored.
pub(super) fn settings_of(
    texture: &Texture,
    rows: GeometryPreset,
    quality: Quality,
) -> TextureSettings {
    TextureSettings {
        format: match texture.format {
            TextureFormat::Rgba32 => StoredFormat::Rgba32,
            TextureFormat::Bc7 => StoredFormat::Bc7,
        },
        role: if texture.srgb {
            TextureRole::Color
        } else {
            TextureRole::Data
        },
        quality,
        mips: match texture.mips {
            Mips::Full => MipChain::Full,
            Mips::Single => MipChain::Single,
        },
        rows,
    }
}
