//! Floor 2: the neutral, fully resolved imported model, and the target it is made for.
//!
//! Positions, axes, units and texture rows are those of [`crate::geom`]: left-handed, Y up, facing +Z, metres, V down.
//! No index here dangles: importers drop or repair what does and say so in their report. The model knows neither PMX
//! nor MDL nor BEM.

pub mod bone_map;
pub mod figure;
pub mod image;
pub mod target;
