//! What `convert` and the tangents of `geom` promise, tested from outside.

#[cfg(test)]
mod deltas;
#[cfg(test)]
mod draws;
#[cfg(test)]
mod figures;
#[cfg(test)]
mod fit;
#[cfg(test)]
mod layout;
#[cfg(test)]
mod mesh;
#[cfg(test)]
mod mips;
#[cfg(test)]
mod normals;
#[cfg(test)]
mod refusals;
#[cfg(test)]
mod sample;
#[cfg(test)]
mod skin;
#[cfg(test)]
mod tangents;
#[cfg(test)]
mod tbn;
#[cfg(test)]
mod texture;
#[cfg(test)]
mod texture_sizes;
