//! Display frames of a PMX file: how MMD lists bones and morphs (pmx.md 1.7).

use crate::formats::pmx::header::IndexKind;
use crate::formats::pmx::text::Text;

/// One display frame.
#[derive(Clone, Debug, Default)]
pub struct Frame {
    /// Name.
    pub name: Text,
    /// English name.
    pub name_en: Text,
    /// 1 for the two that every model has; others than 0 and 1 are kept.
    pub special: u8,
    /// What it lists, in order.
    pub elements: Vec<FrameElement>,
}

/// An entry of a display frame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FrameElement {
    /// `element_kind`: 0 bone, 1 morph; others are kept and count as bones (PMX-25).
    pub kind: u8,
    /// `element_index`: bone or morph index.
    pub index: i32,
}

impl FrameElement {
    /// What `index` is an index of.
    pub const fn points_at(&self) -> IndexKind {
        if self.kind == 1 {
            IndexKind::Morph
        } else {
            IndexKind::Bone
        }
    }
}
