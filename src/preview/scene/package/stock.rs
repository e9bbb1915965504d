//! Makes columns, surfaces, moved positions and pictures of a package, each once. Which are shown is decided elsewhere.

use super::fault::Cause;
use super::look;
use super::shelf::Shelf;
use super::{PackageSource, PayloadAccess, PayloadKey};
use crate::base::digest::Digest;
use crate::base::limits::{PACKAGE_PICTURE_SIDE, PACKAGE_PREVIEW_BYTES};
use crate::base::numbers::{u64_of, usize_of, usize_of_u64};
use crate::formats::bem::manifest::{Mesh, Texture};
use crate::model::image::Image;
use crate::model::target::GeometryPreset;
use crate::preview::scene::part::AlphaMode;
use crate::preview::scene::raw::{self, NormalSums, RawError, RawMesh, RawStream};
use crate::preview::scene::surface::{Columns, Surface};
use crate::preview::scene::texture;
use crate::runtime::plan::PlannedDraw;
use crate::runtime::shape::{self, Delta, FrameShare, Offsets};
use glam::Vec3;
use std::borrow::Cow;
use std::sync::Arc;

/// A mesh by all that makes up its columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct MeshKey(Digest);

impl MeshKey {
    pub(super) fn of(mesh: &Mesh, payloads: &dyn PayloadAccess) -> Self {
        let streams: Vec<(u32, PayloadKey)> = mesh
            .streams
            .iter()
            .map(|stream| (stream.stride, payloads.key(stream.payload)))
            .collect();
        let draws = mesh.draws.iter().filter_map(|draw| draw.indices);
        let lists: Vec<PayloadKey> = draws
            .chain(mesh.indices)
            .map(|payload| payloads.key(payload))
            .collect();
        let told = format!(
            "{} {} {:?} {streams:?} {lists:?}",
            mesh.vertex_count, mesh.index_size, mesh.attributes
        );
        Self(Digest::of(told.as_bytes()))
    }
}

/// A draw by its mesh and its indices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct DrawKey {
    mesh: MeshKey,
    indices: Option<PayloadKey>,
    /// First index and number of indices.
    part: (u64, u32),
}

impl DrawKey {
    pub(super) fn of(
        mesh_key: MeshKey,
        mesh: &Mesh,
        planned: &PlannedDraw,
        payloads: &dyn PayloadAccess,
    ) -> Self {
        let list = IndexList::of(mesh, planned.draw_idx, planned.start);
        Self {
            mesh: mesh_key,
            indices: list.map(|list| payloads.key(list.payload)),
            part: (list.map_or(0, |list| list.start), planned.count),
        }
    }
}

/// Where the indices of a draw lie.
#[derive(Clone, Copy, Debug)]
struct IndexList {
    payload: u32,
    /// First index.
    start: u64,
    /// The payload holds other draws, too (1.0).
    is_shared: bool,
}

impl IndexList {
    fn of(mesh: &Mesh, draw_idx: usize, planned_start: u64) -> Option<Self> {
        let draw = mesh.draws.get(draw_idx)?;
        match (draw.indices, mesh.indices) {
            (Some(payload), _) => Some(Self {
                payload,
                start: 0,
                is_shared: false,
            }),
            (None, Some(payload)) => Some(Self {
                payload,
                start: draw.start.map_or(planned_start, u64::from),
                is_shared: true,
            }),
            (None, None) => None,
        }
    }
}

/// A delta by its payload and the mesh it is for.
type DeltaKey = (PayloadKey, u32, u32);
/// Moved positions by their mesh and the shares of its frames.
type MovedKey = (MeshKey, Vec<(PayloadKey, u64)>);

/// A picture by its payload and how it is declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct PictureKey {
    payload: PayloadKey,
    /// Format, width, height, levels.
    declared: [u32; 4],
}

impl PictureKey {
    pub(super) fn of(entry: &Texture, payloads: &dyn PayloadAccess) -> Self {
        Self {
            payload: payloads.key(entry.payload),
            declared: [entry.format, entry.width, entry.height, entry.mips],
        }
    }
}

/// What was made of a package so far.
#[derive(Debug)]
pub(super) struct Stock {
    geometry: GeometryPreset,
    turn: u64,
    columns: Shelf<MeshKey, Result<Columns, Cause>>,
    surfaces: Shelf<DrawKey, Result<Surface, Cause>>,
    deltas: Shelf<DeltaKey, Result<Arc<Delta>, Cause>>,
    moved: Shelf<MovedKey, Arc<[Vec3]>>,
    pictures: Shelf<PictureKey, Result<Arc<Image>, Cause>>,
    alphas: Shelf<(DrawKey, PictureKey), AlphaMode>,
}

impl Stock {
    pub(super) fn new(geometry: GeometryPreset) -> Self {
        Self {
            geometry,
            turn: 0,
            columns: Shelf::new(PACKAGE_PREVIEW_BYTES / 2),
            surfaces: Shelf::new(PACKAGE_PREVIEW_BYTES / 4),
            deltas: Shelf::new(PACKAGE_PREVIEW_BYTES / 8),
            moved: Shelf::new(PACKAGE_PREVIEW_BYTES / 8),
            pictures: Shelf::new(PACKAGE_PREVIEW_BYTES),
            alphas: Shelf::new(PACKAGE_PREVIEW_BYTES / 64),
        }
    }

    /// A new scene begins.
    pub(super) fn next_turn(&mut self) {
        self.turn += 1;
    }

    /// A scene is done: what is beyond the budgets goes.
    pub(super) fn tidy(&mut self) {
        self.columns.tidy(self.turn);
        self.surfaces.tidy(self.turn);
        self.deltas.tidy(self.turn);
        self.moved.tidy(self.turn);
        self.pictures.tidy(self.turn);
        self.alphas.tidy(self.turn);
    }

    /// The vertices of a mesh as they are stored.
    pub(super) fn columns(
        &mut self,
        mesh: &Mesh,
        key: MeshKey,
        payloads: &dyn PayloadAccess,
    ) -> Result<Columns, Cause> {
        if let Some(known) = self.columns.get(self.turn, &key) {
            return known;
        }
        let made = columns_of(mesh, self.geometry, payloads);
        let n_bytes = match &made {
            Ok(columns) => u64_of(columns.positions.len()) * 32,
            Err(_) => 0,
        };
        self.columns.put(self.turn, key, made, n_bytes)
    }

    /// The surface of a draw as it is stored.
    pub(super) fn surface(
        &mut self,
        (mesh, planned): (&Mesh, &PlannedDraw),
        key: DrawKey,
        columns: &Columns,
        payloads: &dyn PayloadAccess,
    ) -> Result<Surface, Cause> {
        if let Some(known) = self.surfaces.get(self.turn, &key) {
            return known;
        }
        let made = IndexList::of(mesh, planned.draw_idx, planned.start)
            .ok_or_else(|| no_indices(mesh))
            .and_then(|list| triangles_of(mesh, list, planned.count, payloads))
            .and_then(|triangles| {
                let surface = Surface::new(columns.clone(), Arc::from(triangles));
                surface.map_err(|error| Cause::Mesh(error.into()))
            });
        let n_bytes = match &made {
            Ok(surface) => u64_of(surface.triangles().len()) * 12,
            Err(_) => 0,
        };
        self.surfaces.put(self.turn, key, made, n_bytes)
    }

    /// The positions of a mesh as sliders move them; none when they move nothing (bem.md ch. 12).
    pub(super) fn moved(
        &mut self,
        package: PackageSource<'_>,
        mesh_idx: u32,
        (key, columns): (MeshKey, &Columns),
        ticks: &[u32],
    ) -> Result<Option<Arc<[Vec3]>>, Cause> {
        let mut shares = shape::frame_shares(package.manifest, mesh_idx, ticks);
        shares.retain(|share| share.count > 0);
        let mesh = package.manifest.meshes.get(usize_of(mesh_idx));
        let Some(mesh) = mesh.filter(|_| !shares.is_empty()) else {
            return Ok(None);
        };
        let named = shares.iter();
        let named = named.map(|it| (package.payloads.key(it.payload), it.share.to_bits()));
        let moved_key = (key, named.collect());
        if let Some(known) = self.moved.get(self.turn, &moved_key) {
            return Ok(Some(known));
        }
        if shape::position_place(mesh).is_none() {
            return Err(Cause::NoFloats);
        }
        let mut offsets = Offsets::new(mesh.vertex_count);
        for share in &shares {
            let delta = self.delta(share, mesh.vertex_count, package.payloads)?;
            offsets.add(&delta, share.share);
        }
        let base = columns.positions.iter().enumerate();
        let moved: Arc<[Vec3]> = base
            .map(|(vertex, at)| Vec3::from_array(offsets.moved(vertex, at.to_array())))
            .collect();
        if let Some(share) = shares.first()
            && !moved.iter().all(|at| at.is_finite())
        {
            return Err(Cause::Delta(share.payload));
        }
        let n_bytes = u64_of(moved.len()) * 12;
        Ok(Some(self.moved.put(self.turn, moved_key, moved, n_bytes)))
    }

    fn delta(
        &mut self,
        share: &FrameShare,
        vertex_count: u32,
        payloads: &dyn PayloadAccess,
    ) -> Result<Arc<Delta>, Cause> {
        let key = (payloads.key(share.payload), share.count, vertex_count);
        if let Some(known) = self.deltas.get(self.turn, &key) {
            return known;
        }
        let made = bytes_of(payloads, share.payload).and_then(|bytes| {
            let delta = Delta::read(&bytes, share.count, vertex_count);
            delta
                .map(Arc::new)
                .map_err(|_told_by_check| Cause::Delta(share.payload))
        });
        let n_bytes = made
            .as_ref()
            .map_or(0, |delta| u64_of(delta.records().len()) * 16);
        self.deltas.put(self.turn, key, made, n_bytes)
    }

    /// The picture of a texture-table entry.
    pub(super) fn picture(
        &mut self,
        entry: &Texture,
        payloads: &dyn PayloadAccess,
    ) -> Result<Arc<Image>, Cause> {
        let key = PictureKey::of(entry, payloads);
        if let Some(known) = self.pictures.get(self.turn, &key) {
            return known;
        }
        let made = bytes_of(payloads, entry.payload).and_then(|bytes| {
            let picture = texture::picture(entry, &bytes, self.geometry, PACKAGE_PICTURE_SIDE);
            picture.map(Arc::new).map_err(Cause::Texture)
        });
        let n_bytes = made.as_ref().map_or(0, |image| u64_of(image.pixels.len()));
        self.pictures.put(self.turn, key, made, n_bytes)
    }

    /// What the alpha of a picture means on a draw.
    pub(super) fn alpha(
        &mut self,
        (draw, surface): (DrawKey, &Surface),
        (picture, image): (PictureKey, &Image),
    ) -> AlphaMode {
        let key = (draw, picture);
        if let Some(known) = self.alphas.get(self.turn, &key) {
            return known;
        }
        let made = look::alpha_of(surface, image);
        self.alphas.put(self.turn, key, made, 0)
    }
}

fn bytes_of(payloads: &dyn PayloadAccess, payload: u32) -> Result<Cow<'_, [u8]>, Cause> {
    // Why it cannot be had is told by the check of the package; here it is enough which one it is.
    payloads
        .bytes(payload)
        .map_err(|_told_by_check| Cause::Payload(payload))
}

fn no_indices(mesh: &Mesh) -> Cause {
    Cause::Mesh(RawError::IndexLength {
        n_bytes: 0,
        index_size: mesh.index_size,
    })
}

/// The vertices of a mesh. Normals that are missing are those of all its draws, shown or not, so that they do not change
/// with the state.
fn columns_of(
    mesh: &Mesh,
    geometry: GeometryPreset,
    payloads: &dyn PayloadAccess,
) -> Result<Columns, Cause> {
    // The skin is not read: streams without an attribute that is shown stay empty.
    let is_read = |stream: usize| {
        let mut attributes = mesh.attributes.iter();
        attributes.any(|it| usize_of(it.stream) == stream && raw::is_shown(it))
    };
    let streams = mesh.streams.iter().enumerate().map(|(stream, it)| {
        if is_read(stream) {
            bytes_of(payloads, it.payload)
        } else {
            Ok(Cow::Borrowed(&[][..]))
        }
    });
    let streams: Vec<Cow<'_, [u8]>> = streams.collect::<Result<_, _>>()?;
    let declared = mesh.streams.iter().zip(&streams);
    let streams: Vec<RawStream<'_>> = declared
        .map(|(stream, bytes)| RawStream {
            stride: stream.stride,
            bytes,
        })
        .collect();
    let raw_mesh = RawMesh {
        vertex_count: mesh.vertex_count,
        index_size: mesh.index_size,
        attributes: &mesh.attributes,
        streams: &streams,
        geometry,
    };
    let mut vertices = raw::vertices(&raw_mesh)?;
    if vertices.lacks_normals() {
        let mut sums = NormalSums::new(vertices.positions.len());
        let mut start = 0;
        for (draw_idx, draw) in mesh.draws.iter().enumerate() {
            let list = IndexList::of(mesh, draw_idx, start);
            start += u64::from(draw.count);
            // A broken list is told where it is shown.
            let triangles = list.map(|list| triangles_of(mesh, list, draw.count, payloads));
            if let Some(Ok(triangles)) = triangles {
                sums.add(&vertices.positions, &triangles);
            }
        }
        sums.fill(&mut vertices.normals);
    }
    Ok(vertices.into_columns())
}

/// The triangles of an index list with `count` indices.
fn triangles_of(
    mesh: &Mesh,
    list: IndexList,
    count: u32,
    payloads: &dyn PayloadAccess,
) -> Result<Vec<[u32; 3]>, Cause> {
    let bytes = bytes_of(payloads, list.payload)?;
    let index_size = u64::from(mesh.index_size);
    let wanted = u64::from(count).saturating_mul(index_size);
    let start = list.start.saturating_mul(index_size);
    let own = if list.is_shared {
        let rest = bytes.get(usize_of_u64(start)..).unwrap_or_default();
        rest.get(..usize_of_u64(wanted)).unwrap_or(rest)
    } else {
        &bytes
    };
    if u64_of(own.len()) != wanted {
        return Err(Cause::Mesh(RawError::IndexLength {
            n_bytes: u64_of(own.len()),
            index_size: mesh.index_size,
        }));
    }
    let raw_mesh = RawMesh {
        vertex_count: mesh.vertex_count,
        index_size: mesh.index_size,
        attributes: &[],
        streams: &[],
        geometry: GeometryPreset::default(),
    };
    Ok(raw::triangles(&raw_mesh, own)?)
}
