//! A PMX document: everything the file holds, and the file itself for what no edit touched (PMX-30).
//! It interprets nothing: odd values are kept as they are and reported (PMX-26).

use crate::base::numbers::u32_of;
use crate::formats::pmx::bone::Bone;
use crate::formats::pmx::frame::Frame;
use crate::formats::pmx::header::{Encoding, Header, IndexKind, IndexSizes, Info, VERSION_20_BITS};
use crate::formats::pmx::material::Material;
use crate::formats::pmx::morph::Morph;
use crate::formats::pmx::physics::{Body, Joint, SoftBody};
use crate::formats::pmx::table::{Span, Table};
use crate::formats::pmx::text::{Source, Text};
use crate::formats::pmx::vertices::Vertices;
use crate::formats::pmx::warning::Warning;
use std::sync::Arc;

/// A whole PMX document. Made by [`crate::formats::pmx::read()`]; changed only by its editing methods, which know what
/// must be encoded anew when it is written.
#[derive(Clone, Debug)]
pub struct Pmx {
    pub(super) source: Arc<Source>,
    pub(super) origin: Origin,
    pub(super) standing: Standing,
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
}

/// Where the parts that have no [`Table`] lie in the source, and with what the source was written.
#[derive(Clone, Debug, Default)]
pub(super) struct Origin {
    /// Signature to globals.
    pub(super) header: Span,
    /// The four texts.
    pub(super) info: Span,
    /// All vertex records, without their count.
    pub(super) vertices: Span,
    /// Where each vertex record starts, [`Origin::GONE`] for edited ones; empty until a vertex is edited.
    pub(super) vertex_starts: Vec<u32>,
    /// All face indexes, without their count.
    pub(super) faces: Span,
    /// The index sizes of the source.
    pub(super) sizes: IndexSizes,
}

impl Origin {
    /// In [`Origin::vertex_starts`]: the vertex must be encoded.
    pub(super) const GONE: u32 = u32::MAX;
}

/// What became of a document since its file was read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Standing {
    /// Nothing.
    #[default]
    AsRead,
    /// Texts were edited.
    TextsEdited,
    /// Records were edited, inserted, deleted or moved: counts and indexes may have changed (PMX-41).
    RecordsEdited,
    /// It is what salvage kept (PMX-44).
    Salvaged,
}

impl Pmx {
    /// A document without anything, to be filled from `source`.
    pub(super) fn empty(source: Arc<Source>) -> Self {
        Self {
            source,
            origin: Origin::default(),
            standing: Standing::AsRead,
            header: Header {
                version_bits: VERSION_20_BITS,
                encoding: Encoding::Utf16,
                n_extra_uvs: 0,
                index_sizes: IndexSizes::default(),
                globals_extra: Vec::new(),
            },
            info: Info::default(),
            vertices: Vertices::default(),
            faces: Vec::new(),
            textures: Table::default(),
            materials: Table::default(),
            bones: Table::default(),
            morphs: Table::default(),
            frames: Table::default(),
            bodies: Table::default(),
            joints: Table::default(),
            soft_bodies: None,
            tail: Span::NONE,
            warnings: Vec::new(),
        }
    }

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
        matches!(self.standing, Standing::Salvaged)
    }

    /// Whether writing gives the very bytes that were read.
    pub const fn is_as_read(&self) -> bool {
        matches!(self.standing, Standing::AsRead)
    }

    /// The bytes the document was read from.
    pub fn source_bytes(&self) -> &[u8] {
        &self.source.bytes
    }

    /// Where a vertex that was not edited lies in the source, given where it starts.
    pub(super) fn vertex_span(&self, idx: usize, start: u32) -> Span {
        let kind = self.vertices.deforms.get(idx).copied().unwrap_or_default();
        let n_sets = u32::from(self.header.n_extra_uvs);
        let data = u32_of(kind.n_data_bytes(self.origin.sizes.bone));
        let end = [32, n_sets.saturating_mul(16), 1, data, 4]
            .into_iter()
            .fold(start, u32::saturating_add);
        Span { start, end }
    }

    /// How many records of a kind there are that indexes can point at.
    pub fn n_records(&self, kind: IndexKind) -> usize {
        match kind {
            IndexKind::Vertex => self.vertices.len(),
            IndexKind::Texture => self.textures().len(),
            IndexKind::Material => self.materials().len(),
            IndexKind::Bone => self.bones().len(),
            IndexKind::Morph => self.morphs().len(),
            IndexKind::Body => self.bodies().len(),
        }
    }
}
