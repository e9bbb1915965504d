//! Floor 4: the picture of a figure: a scene on the CPU, a camera, picking, and the GPU that draws them.
//! Nothing is changed from here: it reads models and shows them.
//!
//! # Who does what
//!
//! [`scene`] turns a model, or any arrays, into parts with a look of their own. [`camera`] says from where it is seen.
//! [`look`] holds what the window's theme decides. [`picking`] answers what lies under a pixel. None of these knows a
//! GPU; [`gpu`] is the one place that does, and the one place that may name its crates.
//!
//! # Handedness, told once
//!
//! The world is the left-handed space of [`crate::geom`]. View space is left-handed too: x right, y up, z **into** the
//! picture. So is the cube of normalised device coordinates that a GPU's clip space ends in, with z -1 at the near and
//! +1 at the far plane. Nothing on the way mirrors: [`camera::Camera::view_from_world`] turns and moves, and
//! [`camera::Camera::clip_from_view`] keeps the sign of z where a right-handed program would flip it. A figure seen
//! from the front therefore has its left hand on the right side of the picture, like a person facing you.
//!
//! Front faces are clockwise in the world and stay so on the screen. GPUs call counter-clockwise faces the front, so
//! the one place that culls ([`gpu`]'s parts pass) asks for the opposite of what its names say.
//!
//! # Colours
//!
//! Everything is display-referred: texels and material colours are multiplied as they are stored, the way the makers
//! of the models saw them, and reach the screen without tone mapping or a second encoding.

pub mod camera;
pub mod gpu;
pub mod look;
pub mod picking;
pub mod scene;
