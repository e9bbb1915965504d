//! What of a package cannot be shown, and how to say it. It handles nothing.

use crate::base::findings::{Finding, Place, Severity};
use crate::base::text::{Message, Phrase};
use crate::preview::scene::raw::RawError;
use crate::preview::scene::texture::TextureError;

/// Why something cannot be shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Cause {
    /// A payload cannot be had.
    Payload(u32),
    /// The mesh is broken.
    Mesh(RawError),
    /// The texture is broken.
    Texture(TextureError),
    /// A slider moves a mesh whose positions are not three 32-bit floats (PAR-13).
    NoFloats,
    /// A delta is broken (PAR-15 to PAR-17), or moves a vertex beyond all numbers (PAR-18).
    Delta(u32),
}

impl From<RawError> for Cause {
    fn from(error: RawError) -> Self {
        Self::Mesh(error)
    }
}

static MESH_NOT_SHOWN: Phrase = Phrase::new(
    "“{name}”无法显示：{detail}。",
    "「{name}」を表示できません。{detail}。",
    "“{name}” cannot be shown: {detail}.",
);
static TEXTURE_NOT_SHOWN: Phrase = Phrase::new(
    "贴图“{name}”无法显示：{detail}。",
    "テクスチャ「{name}」を表示できません。{detail}。",
    "The texture “{name}” cannot be shown: {detail}.",
);
static SLIDERS_NOT_SHOWN: Phrase = Phrase::new(
    "“{name}”的滑块效果无法显示：{detail}。",
    "「{name}」のスライダーの効果を表示できません。{detail}。",
    "What sliders do to “{name}” cannot be shown: {detail}.",
);
static PAYLOAD: Phrase = Phrase::new(
    "数据块 {payload} 无法读取",
    "データブロック {payload} を読めません",
    "payload {payload} cannot be read",
);
static NO_FLOATS: Phrase = Phrase::new(
    "网格的位置不是三个 32 位浮点数",
    "メッシュの位置が 32 ビット浮動小数 3 つではありません",
    "the positions of the mesh are not three 32-bit floats",
);
static DELTA: Phrase = Phrase::new(
    "数据块 {payload} 不是这个网格的有效形变",
    "データブロック {payload} はこのメッシュの正しい変形ではありません",
    "payload {payload} is no valid deformation of this mesh",
);

/// What is left out of a scene because of a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Missing {
    /// A mesh, or one of its draws.
    Mesh,
    /// The picture on a draw.
    Texture,
    /// The work of sliders.
    Sliders,
}

impl Cause {
    /// A warning about the thing called `name` at a place of the manifest.
    pub(super) fn finding(&self, missing: Missing, name: &str, pointer: String) -> Finding {
        let (rule, phrase) = match missing {
            Missing::Mesh => ("preview-mesh", &MESH_NOT_SHOWN),
            Missing::Texture => ("preview-texture", &TEXTURE_NOT_SHOWN),
            Missing::Sliders => ("preview-slider", &SLIDERS_NOT_SHOWN),
        };
        let message = Message::new(phrase)
            .with("name", name)
            .with_message("detail", self.detail());
        Finding::new(rule, Severity::Warning, Place::Pointer(pointer), message)
    }

    fn detail(&self) -> Message {
        match self {
            Self::Payload(payload) => Message::new(&PAYLOAD).with("payload", payload),
            Self::Mesh(error) => error.detail(),
            Self::Texture(error) => error.detail(),
            Self::NoFloats => Message::new(&NO_FLOATS),
            Self::Delta(payload) => Message::new(&DELTA).with("payload", payload),
        }
    }
}
