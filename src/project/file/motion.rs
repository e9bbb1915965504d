//! Sliders, root offset and drivers.

use super::{Blob, Condition, Metadata};
use serde::{Deserialize, Serialize};

/// A slider.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Parameter {
    /// Part number.
    pub id: u32,
    /// Id in the package.
    pub export_id: String,
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
    /// When it exists.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub available_when: Option<Condition>,
}

/// What a slider does to a mesh.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Channel {
    /// Part number of the mesh.
    pub mesh: u32,
    /// Part number of the slider.
    pub parameter: u32,
    /// Frames in order.
    pub frames: Vec<Frame>,
}

/// A frame; without deltas the neutral one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Frame {
    /// Tick.
    pub value: u32,
    /// Offsets as they are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deltas: Option<RawDeltas>,
}

/// Offsets as an opened package had them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RawDeltas {
    /// Number of records.
    pub count: u32,
    /// The delta payload.
    pub blob: Blob,
}

/// A shift of the whole figure.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RootOffset {
    /// Path below the model root.
    pub path: String,
    /// Metres.
    pub translation: [f64; 3],
    /// Unknown members.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub metadata: Metadata,
}

/// A driver.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Driver {
    /// Part number.
    pub id: u32,
    /// Id in the package.
    pub export_id: String,
    /// Display name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// `pingpong`, `sine`, `jitter`, `sawtooth`, `step` or `unknown`.
    pub waveform: String,
    /// `loop`, `once` or `unknown`.
    pub playback: String,
    /// Hz.
    pub base_frequency: f64,
    /// Factor.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub speed_multiplier: Option<f64>,
    /// What it moves.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bindings: Vec<Binding>,
    /// Its sound.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sound: Option<Sound>,
    /// Unknown members.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub metadata: Metadata,
}

/// One thing a driver moves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Binding {
    /// What and how.
    pub effect: Effect,
    /// Unknown members.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub metadata: Metadata,
}

/// Kinds of bindings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Effect {
    /// Moves a slider.
    Slider {
        /// Part number of the slider.
        parameter: u32,
        /// Low and high share.
        range: [f64; 2],
    },
    /// Sets a float property.
    Float {
        /// Component index.
        component: u32,
        /// Index in its renderer's materials.
        slot: u32,
        /// Property name.
        property: String,
        /// Low and high.
        range: [f64; 2],
    },
    /// Sets a colour property.
    Color {
        /// Component index.
        component: u32,
        /// Index in its renderer's materials.
        slot: u32,
        /// Property name.
        property: String,
        /// From and to.
        colors: [[f64; 4]; 2],
    },
    /// Switches a keyword.
    Keyword {
        /// Component index.
        component: u32,
        /// Index in its renderer's materials.
        slot: u32,
        /// Keyword.
        keyword: String,
        /// On above it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        threshold: Option<f64>,
    },
    /// None of these.
    Unknown,
}

/// The sound of a driver.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sound {
    /// The sound file.
    pub blob: Blob,
    /// Kind of file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub format: Option<String>,
    /// 0..=2.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gain: Option<f64>,
    /// Whether it repeats.
    #[serde(default, rename = "loop", skip_serializing_if = "Option::is_none")]
    pub looping: Option<bool>,
    /// 0..=60.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub offset_seconds: Option<f64>,
    /// Unknown members.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub metadata: Metadata,
}
