//! A PMX document: everything the file holds, and the file itself for what no edit touched (PMX-30).
//! It interprets nothing: odd values are kept as they are and reported (PMX-26).

use crate::formats::pmx::bone::Bone;
use crate::formats::pmx::frame::Frame;
use crate::formats::pmx::header::{Header, Info};
use crate::formats::pmx::material::Material;
use crate::formats::pmx::morph::Morph;
use crate::formats::pmx::physics::{Body, Joint, SoftBody};
use crate::formats::pmx::table::{Span, Table};
use crate::formats::pmx::text::{Source, Text};
use crate::formats::pmx::vertices::Vertices;
use crate::formats::pmx::warning::Warning;
use std::sync::Arc;

/// A whole PMX document. Made by [`crate::formats::pmx::read`]; changed only by its editing methods, which know what
/// must be encoded anew when it is written.
#[derive(Clone, Debug)]
pub struct Pmx {
    pub(super) source: Arc<Source>,
    pub(super) header: Header,
    pub(super) info: Info,
    pub(super) vertices: Vertices,
    pub(super) faces: Vec<u32>,
    pub(super) textures: Table<Text>,
    pub(super) materials: Table<Material>,
    pub(super) bones: Table<Bone>,
    pub(super) morphs: Table<Morph>,
    pub(super) frames: Table<Frame>,
    pub(super) bodies: Table<Body>,
    pub(super) joints: Table<Joint>,
    pub(super) soft_bodies: Option<Table<SoftBody>>,
    pub(super) tail: Span,
    pub(super) warnings: Vec<Warning>,
    pub(super) salvaged: bool,
}

impl Pmx {
    /// Version, encoding, index sizes.
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// Names and comments of the model.
    pub const fn info(&self) -> &Info {
        &self.info
    }

    /// All vertices, as columns.
    pub const fn vertices(&self) -> &Vertices {
        &self.vertices
    }

    /// The face list: vertex indexes as stored, three to a face, possibly with a remainder; any may be out of range.
    pub fn faces(&self) -> &[u32] {
        &self.faces
    }

    /// The texture table: paths as written, unused and duplicate ones included.
    pub fn textures(&self) -> &[Text] {
        self.textures.records()
    }

    /// Materials, in draw order.
    pub fn materials(&self) -> &[Material] {
        self.materials.records()
    }

    /// Bones.
    pub fn bones(&self) -> &[Bone] {
        self.bones.records()
    }

    /// Morphs.
    pub fn morphs(&self) -> &[Morph] {
        self.morphs.records()
    }

    /// Display frames.
    pub fn frames(&self) -> &[Frame] {
        self.frames.records()
    }

    /// Rigid bodies.
    pub fn bodies(&self) -> &[Body] {
        self.bodies.records()
    }

    /// Joints.
    pub fn joints(&self) -> &[Joint] {
        self.joints.records()
    }

    /// Soft bodies; none in 2.0, and in a 2.1 file that ends after the joints (PMX-14).
    pub fn soft_bodies(&self) -> Option<&[SoftBody]> {
        self.soft_bodies.as_ref().map(Table::records)
    }

    /// The bytes after the last section, meaning unknown.
    pub fn tail(&self) -> &[u8] {
        self.source.bytes.get(self.tail.range()).unwrap_or_default()
    }

    /// What was odd when the document was read.
    pub fn warnings(&self) -> &[Warning] {
        &self.warnings
    }

    /// Whether it is what salvage kept of a broken file: never exact, never to be saved over its source (PMX-44).
    pub const fn is_salvaged(&self) -> bool {
        self.salvaged
    }
}
