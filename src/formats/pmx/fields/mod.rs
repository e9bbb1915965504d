//! The fields of every record in file order: one walk that the encoder and the checks share (pmx.md ch. 1).
//! Reading has its own walk, so that writer and reader prove each other.

mod mesh;
mod morph;
mod physics;
mod skeleton;

use crate::formats::pmx::header::IndexKind;
use crate::formats::pmx::section::Section;
use crate::formats::pmx::text::Text;

pub(super) use mesh::visit_vertex;

/// A record that can be walked.
pub(super) trait Record {
    /// The section it belongs to.
    const SECTION: Section;

    /// The index kinds among its fields: when the width of one changes, the record must be encoded anew.
    fn index_kinds(&self) -> &'static [IndexKind];

    /// Hands every field to `visitor`, in file order.
    fn visit<V: Visitor>(&self, visitor: &mut V) -> Result<(), V::Stop>;
}

/// Which values of a field have a meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Known {
    /// All.
    Any,
    /// 0 up to this one.
    UpTo(u8),
    /// Those without any of these bits.
    NoBits(u16),
}

/// What -1 means in an index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MinusOne {
    /// "None" or "all": legal.
    Legal,
    /// Nothing: the item points nowhere.
    Dangling,
}

/// What is done with each field.
pub(super) trait Visitor {
    /// Why the walk ends early.
    type Stop;

    /// The fields that follow belong to this item of the record, or to the record itself.
    fn at_item(&mut self, item: Option<u32>);

    /// A text with its length.
    fn text(&mut self, field: &'static str, text: &Text) -> Result<(), Self::Stop>;

    /// One byte.
    fn byte(&mut self, field: &'static str, value: u8, known: Known) -> Result<(), Self::Stop>;

    /// Two bytes.
    fn word(&mut self, field: &'static str, value: u16, known: Known) -> Result<(), Self::Stop>;

    /// Four bytes, signed.
    fn number(&mut self, field: &'static str, value: i32) -> Result<(), Self::Stop>;

    /// Floats that are one field.
    fn floats(&mut self, field: &'static str, values: &[f32]) -> Result<(), Self::Stop>;

    /// An index of any kind but vertex.
    fn index(
        &mut self,
        field: &'static str,
        kind: IndexKind,
        value: (i32, MinusOne),
    ) -> Result<(), Self::Stop>;

    /// A vertex index.
    fn vertex(&mut self, field: &'static str, value: u32) -> Result<(), Self::Stop>;

    /// A bone index of a vertex.
    fn vertex_bone(&mut self, field: &'static str, value: i32) -> Result<(), Self::Stop>;

    /// A shared toon: one byte.
    fn shared_toon(&mut self, field: &'static str, value: i32) -> Result<(), Self::Stop>;

    /// The count of a list inside the record.
    fn count(&mut self, field: &'static str, count: usize) -> Result<(), Self::Stop>;

    /// A block that is there when the flag is set: whether both agree.
    fn agreement(&mut self, field: &'static str, agree: bool) -> Result<(), Self::Stop>;
}

/// A list position as an item number.
pub(super) fn item(position: usize) -> Option<u32> {
    u32::try_from(position).ok()
}
