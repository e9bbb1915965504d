//! What a package may hold, by minor (bem.md ch. 17 and the rules named). It judges nothing.

use crate::base::limits::MIB;

/// Highest minor of the format.
pub const MAX_MINOR: u16 = 5;
/// Bytes of the file header.
pub const HEADER_BYTES: u64 = 40;
/// Bytes of a directory entry.
pub const ENTRY_BYTES: u64 = 32;
/// Payload entries from 1.2 (CON-05), also the files of an editable project (PRJ-02).
pub const MAX_PAYLOADS: u32 = 16_384;
/// Meshes, and textures (JSON-12).
pub const MAX_TABLE: usize = 4096;
/// Components (TGT-04).
pub const MAX_COMPONENTS: usize = 64;
/// Resources of an explicit target (TGT-13).
pub const MAX_RESOURCES: usize = 32;
/// Bytes of a name (ID-04 to ID-07).
pub const MAX_NAME_BYTES: usize = 256;
/// Bytes of a path (TGT-15, TGT-21).
pub const MAX_PATH_BYTES: usize = 1024;
/// Characters of a stable id (ID-01).
pub const MAX_ID_BYTES: usize = 96;
/// Vertices of a mesh (MESH-01).
pub const MAX_VERTICES: u32 = 1_048_576;
/// Indices of a draw, of a 1.0 mesh, and active on a component (MESH-17, MESH-21, LIM-02).
pub const MAX_INDICES: u32 = 16_777_216;
/// Active draws of a replaced component (LIM-01).
pub const MAX_ACTIVE_DRAWS: u64 = 256;
/// Bytes of a preview picture (APP-06, ZIP-11).
pub const MAX_PREVIEW_BYTES: u64 = 8 * MIB;
/// Bytes of a sound (SND-02).
pub const MAX_SOUND_BYTES: u64 = 32 * MIB;
/// The PNG signature (APP-06).
pub const PNG_SIGNATURE: [u8; 8] = [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1a, b'\n'];

/// The limits that differ between minors (bem.md ch. 17).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Payload entries (CON-05).
    pub payloads: u32,
    /// Choices of a group (OPT-02).
    pub choices: usize,
    /// Candidates of a rule (OPT-14).
    pub candidates: usize,
    /// Component, draw and slot candidates of the package (OPT-16).
    pub all_candidates: usize,
    /// Declared draws of a mesh (MESH-16).
    pub draws: usize,
    /// References of a texture list, and textures active at once (MESH-23, OPT-21, LIM-03, APP-07).
    pub textures: usize,
    /// Bytes of a texture with all mips (TEX-06).
    pub texture_bytes: u64,
    /// Decoded, and resident, bytes of a selection (LIM-04, LIM-05, APP-08).
    pub selection_bytes: u64,
}

impl Limits {
    /// The limits of a minor; those of 1.2 hold for all later ones.
    pub const fn of(minor: u16) -> Self {
        let later = Self {
            payloads: MAX_PAYLOADS,
            choices: 64,
            candidates: 4096,
            all_candidates: 4096,
            draws: 4096,
            textures: 64,
            texture_bytes: 256 * MIB,
            selection_bytes: 1536 * MIB,
        };
        match minor {
            0 => Self {
                payloads: 4096,
                draws: 256,
                textures: 32,
                texture_bytes: 64 * MIB,
                selection_bytes: 512 * MIB,
                ..later
            },
            1 => Self {
                payloads: 4096,
                choices: 16,
                candidates: 512,
                all_candidates: 512,
                draws: 512,
                textures: 32,
                texture_bytes: 64 * MIB,
                selection_bytes: 768 * MIB,
            },
            _ => later,
        }
    }
}
