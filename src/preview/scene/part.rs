//! A part: one material's surface and how it looks. What lies on it and whether it is shown is plain data.

use super::surface::Surface;
use crate::model::image::Image;
use std::sync::Arc;

/// A surface with one look.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// Its name for people; may be empty, need not be unique.
    pub label: String,
    /// Its triangles.
    pub surface: Surface,
    /// Multiplies the texture: R, G, B, A, 0..=1, display-referred.
    pub base_color: [f32; 4],
    /// What lies on it.
    pub texture: PartTexture,
    /// Whether it lets light through.
    pub alpha: AlphaMode,
    /// Both sides are drawn; otherwise back faces are left out.
    pub two_sided: bool,
    /// It is drawn.
    pub visible: bool,
    /// It is tinted so that it stands out.
    pub highlighted: bool,
}

/// What lies on a part.
#[derive(Clone, Debug, Default)]
pub enum PartTexture {
    /// Nothing: the base colour alone.
    #[default]
    Plain,
    /// A picture.
    Picture(Arc<Image>),
    /// A picture that was asked for and could not be had: a grey checker is shown in its place.
    Missing,
}

/// Whether a part lets light through.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AlphaMode {
    /// No; texels that are more than half clear are holes.
    #[default]
    Opaque,
    /// Yes, texel by texel, over whatever was drawn before it. It hides what is drawn behind it later.
    Blended,
}

impl AlphaMode {
    /// Texels with less alpha than this leave no mark, 0..=1.
    pub const fn least_alpha(self) -> f32 {
        match self {
            Self::Opaque => 0.5,
            Self::Blended => 4.0 / 255.0,
        }
    }
}

impl PartTexture {
    /// The picture drawn, the placeholder for a missing one; `None` for a plain colour.
    pub fn image(&self) -> Option<Arc<Image>> {
        match self {
            Self::Plain => None,
            Self::Picture(image) => Some(Arc::clone(image)),
            Self::Missing => Some(super::placeholder::checker()),
        }
    }
}

impl PartialEq for PartTexture {
    /// The very same picture.
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Plain, Self::Plain) | (Self::Missing, Self::Missing) => true,
            (Self::Picture(image), Self::Picture(other)) => Arc::ptr_eq(image, other),
            _ => false,
        }
    }
}
