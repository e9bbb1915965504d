//! Where sliders put the vertices of a mesh (bem.md ch. 12): which frames are read, their offsets, the moved positions.
//! Only positions change: normals, tangents, UVs, weights and bones stay.
//!
//! The way: [`frame_shares`] names the frames and their shares, [`Delta::read`] decodes each payload, [`Offsets`] sums
//! them, [`positions`] and [`moved_stream`] add the sum once to the base.

mod delta;
mod frames;
mod offsets;
mod stream;

pub use delta::{Delta, DeltaError};
pub use frames::{FrameShare, frame_shares};
pub use offsets::Offsets;
pub use stream::{PositionPlace, StreamError, moved_stream, position_place, positions};
