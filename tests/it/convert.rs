//! What `convert` and the tangents of `geom` promise, tested from outside.

mod deltas;
mod draws;
mod figures;
mod fit;
mod humanoid;
mod layout;
mod mesh;
mod mips;
mod normals;
mod refusals;
mod skin;
mod tangents;
mod tbn;
mod texture;
mod texture_sizes;
