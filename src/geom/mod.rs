//! Floor 1: vectors, boxes, tangents, the packed TBN word. It knows no file format.
//!
//! # The one space
//!
//! Everything above the readers lives in one space, told here and nowhere else: **left-handed, Y up, the figure faces
//! +Z, its own left is at -X, metres**. Front faces are clockwise: `cross(b - a, c - a)` points outward. Texture
//! coordinate (0, 0) is the **top-left** corner, v runs down, rows of pixels are stored top row first. Colours are
//! display-referred (sRGB) unless a name says linear. Vectors are `glam`'s.

pub mod arc;
pub mod bounds;
pub mod quantize;
pub mod tangents;
pub mod tbn;
