//! The manifest of a document from the shapes of its meshes and textures. Skeleton and build both come through here, so
//! that what is checked while editing is what is written.
//!
//! Payloads are numbered in the order in which they are met; the order in the file is made later (WRT-02).

mod meshes;
mod metadata;
mod motion;
mod options;
mod target;
mod textures;

pub(super) use metadata::members;

use crate::base::numbers::u32_of;
use crate::convert::texture::format::TextureFormat;
use crate::document::blob::Blob;
use crate::document::parts::Document;
use crate::export::order::Order;
use crate::export::piece::Piece;
use crate::formats::bem::lowest::capabilities;
use crate::formats::bem::manifest::{self, Manifest};
use crate::model::target::TargetProfile;

/// Everything about a mesh that the manifest states, with its payloads.
#[derive(Clone, Debug, Default)]
pub(super) struct MeshShape {
    pub(super) vertex_count: u32,
    /// 2 or 4 bytes.
    pub(super) index_size: u32,
    /// Stride in bytes and payload, by stream.
    pub(super) streams: Vec<(u32, Piece)>,
    pub(super) attributes: Vec<manifest::Attribute>,
    pub(super) palette: Vec<manifest::PaletteBone>,
    /// Number of indices and payload, by draw.
    pub(super) draws: Vec<(u32, Piece)>,
}

/// Everything about a texture that the manifest states, with its payload.
#[derive(Clone, Debug)]
pub(super) struct TextureShape {
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) mips: u32,
    /// Format number (bem.md ch. 10).
    pub(super) format: u32,
    pub(super) payload: Piece,
}

impl TextureShape {
    pub(super) const fn new(
        (width, height, mips): (u32, u32, u32),
        format: TextureFormat,
        payload: Piece,
    ) -> Self {
        Self {
            width,
            height,
            mips,
            format: format.number(),
            payload,
        }
    }
}

/// A manifest and its payloads, by payload ID.
#[derive(Debug)]
pub(super) struct Assembled {
    pub(super) manifest: Manifest,
    pub(super) payloads: Vec<Piece>,
}

/// Gives payload numbers out in order.
#[derive(Default)]
struct Payloads {
    pieces: Vec<Piece>,
}

impl Payloads {
    fn add(&mut self, piece: Piece) -> u32 {
        self.pieces.push(piece);
        u32_of(self.pieces.len() - 1)
    }

    fn add_blob(&mut self, blob: &Blob) -> u32 {
        self.add(Piece::Blob(blob.clone()))
    }
}

/// What all parts of the manifest are made from.
#[derive(Clone, Copy)]
struct Scope<'a> {
    document: &'a Document,
    profile: &'a TargetProfile,
    order: &'a Order<'a>,
    is_fixed: bool,
}

/// The whole manifest. `meshes` and `textures` are those of `order`, by the same index.
pub(super) fn assemble(
    document: &Document,
    profile: &TargetProfile,
    order: &Order<'_>,
    meshes: Vec<MeshShape>,
    textures: Vec<TextureShape>,
) -> Assembled {
    let from = Scope {
        document,
        profile,
        order,
        is_fixed: document.is_fixed(),
    };
    let mut payloads = Payloads::default();
    let package = &document.package;
    let opened = document.opened.as_deref();
    let mut made = Manifest {
        package_id: package.id.clone(),
        name: package.name.clone(),
        author: package.author.clone(),
        version: package.version.clone(),
        target: target::target_of(document, profile),
        meshes: meshes::meshes_of(from, meshes, &mut payloads),
        textures: textures::textures_of(from, textures, &mut payloads),
        texture_slots: textures::slots_of(from),
        parameters: motion::parameters_of(from),
        mesh_deformations: motion::channels_of(from, &mut payloads),
        root_offset: motion::root_offset_of(document),
        ..Manifest::default()
    };
    if from.is_fixed {
        made.appearances = Some(options::appearances_of(from, &mut payloads));
    } else {
        made.option_groups = Some(options::groups_of(from, &mut payloads));
        made.selection_constraints = options::constraints_of(document);
        made.component_rules = options::rules_of(from);
    }
    made.drivers = motion::drivers_of(from, &mut payloads);
    if let Some(opened) = opened {
        made.extra = members(&opened.metadata);
        made.key_orders = metadata::key_orders(&opened.key_orders);
        if opened.lists_astc {
            made.required_capabilities = vec!["texture-astc".to_owned()];
        }
    }
    made.required_capabilities = capabilities(&made);
    Assembled {
        manifest: made,
        payloads: payloads.pieces,
    }
}
