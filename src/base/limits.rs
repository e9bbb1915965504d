//! Every cap of the program with its unit, value and reason. It enforces nothing itself.

/// Bytes in a KiB.
pub const KIB: u64 = 1024;
/// Bytes in a MiB.
pub const MIB: u64 = 1024 * KIB;
/// Bytes in a GiB.
pub const GIB: u64 = 1024 * MIB;

/// PMX files of this size (bytes) and more are refused: offsets are signed 32-bit there (PMX-20).
pub const PMX_FILE_BYTES: u64 = 2 * GIB;
/// Largest refused PMX file in bytes that is read again with other index sizes, to find the cause of its fault (PMX-29):
/// ours; 12 readings of a hostile file this big take some seconds.
pub const PMX_SIZE_TRIAL_BYTES: u64 = 32 * MIB;
/// Largest MDL file in bytes: ours; figures of that format have some hundred KiB.
pub const MDL_FILE_BYTES: u64 = 64 * MIB;
/// Most packets of an MDL file: ours; objects may share packet records, so the file's size does not bound them.
pub const MDL_PACKETS: u64 = 262_144;
/// Most vertices of an MDL file: ours, four full meshes; packets may share data, so the file's size does not bound them.
pub const MDL_VERTICES: u64 = 4 * 1_048_576;
/// Largest `.bem` file in bytes (CON-03).
pub const BEM_FILE_BYTES: u64 = 2 * GIB;
/// Largest manifest in bytes (CON-04).
pub const BEM_MANIFEST_BYTES: u64 = 4 * MIB;
/// Largest stored or decoded payload in bytes (CON-08).
pub const BEM_PAYLOAD_BYTES: u64 = 512 * MIB;
/// Largest target catalogue in bytes: ours; the known one has 371 components and stays far below.
pub const CATALOG_BYTES: u64 = 64 * MIB;
/// Largest project file in bytes: ours; text of a document at every format limit is below this.
pub const PROJECT_BYTES: u64 = 256 * MIB;
/// Largest image file in bytes: ours; twice the largest texture payload of the format (TEX-06).
pub const IMAGE_FILE_BYTES: u64 = 512 * MIB;
/// Largest image side in pixels (TEX-02).
pub const IMAGE_SIDE: u32 = 32_768;
/// Most pixels decoded from one image: ours; 8192 x 8192, the largest RGBA32 texture of the format (TEX-06).
pub const IMAGE_PIXELS: u64 = 8192 * 8192;
/// Most files listed below a model's folder when textures are looked up: ours; a model pack has hundreds.
pub const TREE_FILES: usize = 100_000;
/// Deepest folder level walked below a model's folder: ours.
pub const TREE_DEPTH: usize = 16;
/// Longest side in pixels a texture keeps in the preview: ours; larger ones are halved there, so that thirty of them
/// still fit into the memory of a common graphics card.
pub const PREVIEW_TEXTURE_SIDE: u32 = 4096;
/// Longest side in pixels a package's texture is decoded to for the preview: ours; packages hold hundreds of textures.
pub const PACKAGE_PICTURE_SIDE: u32 = 2048;
/// Bytes of arrays, and as many of pictures, that the preview of one package keeps beyond what it shows: ours; room for
/// the states an author switches between.
pub const PACKAGE_PREVIEW_BYTES: u64 = 512 * MIB;
/// Most vertices of one mesh (MESH-01).
pub const MESH_VERTICES: usize = 1_048_576;
/// Most bones of a mesh's palette (MESH-11): vertices point into it with one byte.
pub const PALETTE_BONES: usize = 256;
/// Most indices of one draw (MESH-17).
pub const DRAW_INDICES: usize = 16_777_215;
/// Largest ZIP of a package or collection in bytes (COL-04).
pub const BEM_COLLECTION_BYTES: u64 = 4 * GIB;
