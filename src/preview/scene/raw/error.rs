//! What can be wrong with a mesh of a package, and how to say it. It handles nothing.

use crate::base::text::{Message, Phrase, grouped};
use crate::preview::scene::surface::SurfaceError;

/// Why a mesh has no surface.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RawError {
    /// No vertices, or more than the format has (MESH-01).
    #[error("{vertex_count} vertices are declared")]
    VertexCount {
        /// As declared.
        vertex_count: u32,
    },
    /// It declares no position (HINT-15).
    #[error("the mesh declares no position")]
    NoPosition,
    /// An attribute has an unknown format or dimension, or reaches beyond its stream's vertex (MESH-06, MESH-07).
    #[error("attribute {semantic} does not fit into its stream")]
    Attribute {
        /// What it is (bem.md 22.1).
        semantic: u32,
    },
    /// A stream has another length than vertices times stride (MESH-04).
    #[error("stream {stream} has {n_bytes} bytes where {wanted_bytes} belong")]
    StreamLength {
        /// Its index.
        stream: u32,
        /// Its bytes.
        n_bytes: u64,
        /// Vertices times stride.
        wanted_bytes: u64,
    },
    /// A position or texture coordinate is no finite number.
    #[error("attribute {semantic} of vertex {vertex} is not finite")]
    NotFinite {
        /// What it is (bem.md 22.1).
        semantic: u32,
        /// The vertex.
        vertex: usize,
    },
    /// Indices are neither 2 nor 4 bytes long (MESH-02).
    #[error("indices of {index_size} bytes")]
    IndexSize {
        /// As declared.
        index_size: u32,
    },
    /// An index list is no whole number of triangles, or empty, or too long (MESH-17, MESH-19).
    #[error("{n_bytes} bytes are no triangles of indices of {index_size} bytes")]
    IndexLength {
        /// Bytes of the list.
        n_bytes: u64,
        /// Bytes of an index.
        index_size: u32,
    },
    /// An index names a vertex that is not there (MESH-20).
    #[error("index {place} names vertex {vertex}, there are {vertex_count}")]
    Index {
        /// Its place in the list.
        place: usize,
        /// The vertex it names.
        vertex: u32,
        /// How many there are.
        vertex_count: u32,
    },
    /// The arrays contradict each other, which none of the checks above lets through.
    #[error(transparent)]
    Surface(#[from] SurfaceError),
}

static VERTEX_COUNT: Phrase = Phrase::new(
    "声明的顶点数 {n} 不在 1 到 1,048,576 之间",
    "宣言された頂点数 {n} が 1〜1,048,576 の範囲外です",
    "the declared number of vertices, {n}, is not 1 to 1,048,576",
);
static NO_POSITION: Phrase = Phrase::new(
    "网格没有声明顶点位置",
    "メッシュに頂点の位置が宣言されていません",
    "the mesh declares no vertex positions",
);
static ATTRIBUTE: Phrase = Phrase::new(
    "顶点属性 {semantic} 放不进它的数据流",
    "頂点属性 {semantic} がストリームに収まりません",
    "the vertex attribute {semantic} does not fit into its stream",
);
static STREAM_LENGTH: Phrase = Phrase::new(
    "数据流 {stream} 有 {n} 字节，应为 {wanted} 字节",
    "ストリーム {stream} が {n} バイトあります。{wanted} バイトのはずです",
    "stream {stream} has {n} bytes where {wanted} belong",
);
static NOT_FINITE: Phrase = Phrase::new(
    "顶点 {vertex} 的属性 {semantic} 不是有限的数",
    "頂点 {vertex} の属性 {semantic} が有限の数ではありません",
    "the attribute {semantic} of vertex {vertex} is no finite number",
);
static INDEX_SIZE: Phrase = Phrase::new(
    "索引的大小 {n} 字节既不是 2 也不是 4",
    "索引の大きさ {n} バイトは 2 でも 4 でもありません",
    "the size of indices, {n} bytes, is neither 2 nor 4",
);
static INDEX_LENGTH: Phrase = Phrase::new(
    "索引数据有 {n} 字节，不是整数个三角形（每个索引 {size} 字节）",
    "索引のデータ {n} バイトは三角形の整数個になりません（索引 1 つ {size} バイト）",
    "the index list of {n} bytes is no whole number of triangles with indices of {size} bytes",
);
static INDEX: Phrase = Phrase::new(
    "第 {place} 个索引指向顶点 {vertex}，顶点却只有 {n} 个",
    "{place} 番目の索引が頂点 {vertex} を指していますが、頂点は {n} 個です",
    "index {place} names vertex {vertex}; vertices: {n}",
);

impl RawError {
    /// What is wrong, without a full stop: part of a sentence for people. Indices count from 0.
    pub fn detail(&self) -> Message {
        match self {
            Self::VertexCount { vertex_count } => {
                Message::new(&VERTEX_COUNT).with("n", grouped(vertex_count))
            }
            Self::NoPosition => Message::new(&NO_POSITION),
            Self::Attribute { semantic } => Message::new(&ATTRIBUTE).with("semantic", semantic),
            Self::StreamLength {
                stream,
                n_bytes,
                wanted_bytes,
            } => Message::new(&STREAM_LENGTH)
                .with("stream", stream)
                .with("n", grouped(n_bytes))
                .with("wanted", grouped(wanted_bytes)),
            Self::NotFinite { semantic, vertex } => Message::new(&NOT_FINITE)
                .with("vertex", grouped(vertex))
                .with("semantic", semantic),
            Self::IndexSize { index_size } => Message::new(&INDEX_SIZE).with("n", index_size),
            Self::IndexLength {
                n_bytes,
                index_size,
            } => Message::new(&INDEX_LENGTH)
                .with("n", grouped(n_bytes))
                .with("size", index_size),
            Self::Index {
                place,
                vertex,
                vertex_count,
            } => Message::new(&INDEX)
                .with("place", grouped(place))
                .with("vertex", grouped(vertex))
                .with("n", grouped(vertex_count)),
            Self::Surface(error) => error.detail(),
        }
    }
}
