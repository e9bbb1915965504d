//! What an MDL file holds, field by field (mdl.md ch. 1). It reads nothing.

use crate::formats::mdl::warning::Warning;

/// Bits of [`Object::type_bits`]. Others are kept and mean nothing here (MDL-04).
pub mod type_bits {
    /// Gouraud shading; required.
    pub const GOURAUD: u32 = 0x0001;
    /// Drawn translucent.
    pub const TRANSLUCENT: u32 = 0x0002;
    /// Drawn without light.
    pub const UNLIT: u32 = 0x0004;
    /// Drawn before its depth's turn.
    pub const RAISED: u32 = 0x0100;
    /// Drawn after its depth's turn.
    pub const SUNKEN: u32 = 0x0200;
    /// Said to be two-sided; siblings of the format use it the other way round, so it decides nothing (MDL-06).
    pub const TWO_SIDED: u32 = 0x0400;
}

/// Bits of [`Packet::flags`]. Others are kept and mean nothing here (MDL-04).
pub mod packet_flags {
    /// The vertices' fourth words are weights (MDL-21).
    pub const ENVELOPE: u32 = 0x0000_0001;
    /// The strip starts clockwise.
    pub const CULL_RIGHT: u32 = 0x0001_0000;
    /// The strip starts counter-clockwise.
    pub const CULL_LEFT: u32 = 0x0002_0000;
}

/// A whole file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mdl {
    /// Size of the file in bytes.
    pub size_bytes: u64,
    /// `n_models` of the header; the objects may be more (MDL-05).
    pub n_models: u32,
    /// The header's reserved word.
    pub reserved: i32,
    /// The header's box, in model space; finite, no denormals, but lower may exceed upper.
    pub bounds: Bounds,
    /// In file order; an object's index is its number.
    pub objects: Vec<Object>,
    /// What is odd but kept, in file order.
    pub warnings: Vec<Warning>,
}

/// A box as stored.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Bounds {
    /// Lower x, y, z.
    pub lower: [f32; 3],
    /// Upper x, y, z.
    pub upper: [f32; 3],
}

/// One object: a part of the figure that moves as a whole, but for its envelope.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Object {
    /// The `type` word, see [`type_bits`].
    pub type_bits: u32,
    /// Its box, in its own space; finite.
    pub bounds: Bounds,
    /// From the parent object, finite, each part below 1e7.
    pub translation: [f32; 3],
    /// Index of the parent object; none = a root. Parents form no loop.
    pub parent: Option<u32>,
    /// Its packets, in drawing order.
    pub packets: Vec<Packet>,
}

/// One strip of triangles.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Packet {
    /// The `flag` word, see [`packet_flags`].
    pub flags: u32,
    /// Hash of the texture's name; 0 = no texture.
    pub tex_id: u32,
    /// In strip order.
    pub vertices: Vec<Vertex>,
    /// As many as there are vertices.
    pub normals: Vec<Normal>,
    /// u and v with 12 fractional bits, as many as there are vertices; none = the packet has no UVs.
    pub uvs: Option<Vec<[i16; 2]>>,
}

impl Packet {
    /// Whether a flag is set.
    pub const fn has(&self, flag: u32) -> bool {
        self.flags & flag != 0
    }
}

/// A vertex as stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Vertex {
    /// x, y, z in units of the file, in the space of its object.
    pub position: [i16; 3],
    /// Envelope weight with 12 fractional bits.
    pub weight: i16,
}

/// A normal as stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Normal {
    /// x, y, z with 12 fractional bits.
    pub direction: [i16; 3],
    /// The draw flag: 0x0fff drawn, 0x8fff not drawn.
    pub draw: i16,
}

impl Normal {
    /// Whether the triangle that its vertex would complete is left out: bit 15 alone tells (MDL-10).
    pub const fn is_skipped(self) -> bool {
        self.draw < 0
    }
}

impl Mdl {
    /// Packets of all objects.
    pub fn n_packets(&self) -> usize {
        self.objects
            .iter()
            .map(|object| object.packets.len())
            .fold(0, usize::saturating_add)
    }

    /// Vertices of all packets.
    pub fn n_vertices(&self) -> usize {
        self.objects
            .iter()
            .flat_map(|object| &object.packets)
            .map(|packet| packet.vertices.len())
            .fold(0, usize::saturating_add)
    }
}
