//! Sliders, root offset and drivers: what moves in a package (bem.md ch. 12, 14, 15). No clock runs here.

use super::MaterialPlace;
use crate::document::blob::Blob;
use crate::document::condition::Condition;
use crate::document::ids::{DriverId, MeshId, ParameterId};
use crate::document::metadata::Metadata;

/// An integer slider.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// The slider.
    pub id: ParameterId,
    /// Stable id in the package.
    pub export_id: String,
    /// Display name.
    pub name: String,
    /// Its ticks.
    pub ticks: Ticks,
    /// When it exists; none = always.
    pub available_when: Option<Condition>,
}

/// The way of a slider in ticks (PAR-03, PAR-04).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ticks {
    /// Lowest.
    pub min: u32,
    /// Highest.
    pub max: u32,
    /// Without deformation.
    pub neutral: u32,
    /// At the start.
    pub default: u32,
    /// Ticks a step.
    pub step: u32,
}

impl Default for Ticks {
    fn default() -> Self {
        Self {
            min: 0,
            max: 1000,
            neutral: 0,
            default: 0,
            step: 1,
        }
    }
}

/// What one slider does to one mesh.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Channel {
    /// The mesh.
    pub mesh: MeshId,
    /// The slider.
    pub parameter: ParameterId,
    /// Frames, ascending by value; the first at the lowest tick, the last at the highest (PAR-07, PAR-08).
    pub frames: Vec<Frame>,
}

/// A shape at one tick.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// Tick.
    pub value: u32,
    /// The shape there.
    pub shape: FrameShape,
}

/// How a mesh is shaped at a frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FrameShape {
    /// As it is (PAR-09).
    Neutral,
    /// Offsets from the base as an opened package had them.
    Raw {
        /// Number of records.
        count: u32,
        /// The delta payload (PAR-15 to PAR-17).
        deltas: Blob,
    },
}

/// A local shift of a bone (bem.md ch. 14).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RootOffset {
    /// Path below the model root.
    pub path: String,
    /// Metres, local axes.
    pub translation: [f64; 3],
    /// Unknown members.
    pub metadata: Metadata,
}

/// A clock that moves sliders or material values.
#[derive(Clone, Debug, PartialEq)]
pub struct Driver {
    /// The driver.
    pub id: DriverId,
    /// Stable id in the package.
    pub export_id: String,
    /// Display name; none = the id is shown.
    pub name: Option<String>,
    /// Shape over one turn of the clock.
    pub waveform: Waveform,
    /// Once or for ever.
    pub playback: Playback,
    /// Hz, 0..=10.
    pub base_frequency: f64,
    /// Factor, 0..=10; none = 1.
    pub speed_multiplier: Option<f64>,
    /// What it moves.
    pub bindings: Vec<Binding>,
    /// Its sound.
    pub sound: Option<Sound>,
    /// Unknown members.
    pub metadata: Metadata,
}

/// Shapes of a driver (bem.md 15.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Waveform {
    /// To and fro.
    #[default]
    Pingpong,
    /// Soft to and fro.
    Sine,
    /// Deterministic tremble.
    Jitter,
    /// One way.
    Sawtooth,
    /// Switch.
    Step,
    /// None of these: the word as read lies in [`Driver::metadata`] and the driver does nothing (DRV-04).
    Unknown,
}

/// How long a driver runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Playback {
    /// For ever.
    #[default]
    Loop,
    /// One turn.
    Once,
    /// Neither: the word as read lies in [`Driver::metadata`] and the driver does nothing (DRV-05).
    Unknown,
}

/// One thing a driver moves.
#[derive(Clone, Debug, PartialEq)]
pub struct Binding {
    /// What and how.
    pub effect: BindingEffect,
    /// Unknown members.
    pub metadata: Metadata,
}

/// Kinds of bindings (bem.md 15.3). A material is a component with the index of a material of its renderer.
#[derive(Clone, Debug, PartialEq)]
pub enum BindingEffect {
    /// Moves a slider.
    MorphParameter {
        /// The slider.
        target: ParameterId,
        /// Low and high share of the slider's way, 0..=1.
        range: [f64; 2],
    },
    /// Sets a float property.
    MaterialFloat {
        /// Which material.
        material: MaterialPlace,
        /// Property name.
        property: String,
        /// Low and high.
        range: [f64; 2],
    },
    /// Sets a colour property.
    MaterialColor {
        /// Which material.
        material: MaterialPlace,
        /// Property name.
        property: String,
        /// From and to, R, G, B, A.
        colors: [[f64; 4]; 2],
    },
    /// Switches a keyword.
    MaterialKeyword {
        /// Which material.
        material: MaterialPlace,
        /// Keyword.
        keyword: String,
        /// On above it; none = 0.5.
        threshold: Option<f64>,
    },
    /// None of these: all members as read lie in [`Binding::metadata`] and the binding does nothing (DRV-10).
    Unknown,
}

/// The sound of a driver (bem.md 15.5).
#[derive(Clone, Debug, PartialEq)]
pub struct Sound {
    /// The sound file's bytes.
    pub bytes: Blob,
    /// Kind of file, such as `ogg`; none = not stated.
    pub format: Option<String>,
    /// 0..=2; none = 1.
    pub gain: Option<f64>,
    /// None = true.
    pub looping: Option<bool>,
    /// 0..=60; none = 0.
    pub offset_seconds: Option<f64>,
    /// Unknown members.
    pub metadata: Metadata,
}
