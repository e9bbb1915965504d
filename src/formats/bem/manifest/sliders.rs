//! Sliders and the deformations they drive (bem.md ch. 12). It decodes no delta.

use crate::formats::bem::manifest::Condition;

/// An integer slider (bem.md ch. 12). Closed object.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parameter {
    /// Unique id.
    pub id: String,
    /// Display name.
    pub name: String,
    /// Lowest tick.
    pub min: u32,
    /// Highest tick.
    pub max: u32,
    /// Tick without deformation.
    pub neutral: u32,
    /// Tick at the start.
    pub default: u32,
    /// Ticks a step.
    pub step: u32,
    /// When the slider exists; none = always.
    pub available_when: Option<Condition>,
}

/// The frames of one parameter on one mesh. Closed object.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Channel {
    /// Mesh index.
    pub mesh: u32,
    /// Parameter id.
    pub parameter: String,
    /// Frames, ascending by value.
    pub frames: Vec<Frame>,
}

/// One frame of a channel. Closed objects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// Tick.
    pub value: u32,
    /// The deltas; none = the neutral frame.
    pub deltas: Option<FrameDeltas>,
}

/// The payload of a frame.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FrameDeltas {
    /// Payload ID.
    pub payload: u32,
    /// Number of records.
    pub count: u32,
    /// `sparse-position-f32`.
    pub encoding: String,
}
