//! Root offset, drivers and sounds of 1.5 (bem.md ch. 14, 15). No clock runs here.

use crate::formats::bem::json::Members;

/// A local shift of a bone (bem.md ch. 14).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RootOffset {
    /// Path below the model root.
    pub path: String,
    /// Metres, local axes.
    pub translation: [f64; 3],
    /// Unknown members.
    pub extra: Members,
}

/// A clock that moves sliders or material values (bem.md ch. 15).
#[derive(Clone, Debug, PartialEq)]
pub struct Driver {
    /// Unique id.
    pub id: String,
    /// Display name; none = the id is shown.
    pub name: Option<String>,
    /// Shape over one turn of the clock.
    pub waveform: Waveform,
    /// Once or for ever.
    pub playback: Playback,
    /// Always false when written.
    pub default_playing: bool,
    /// Hz, 0..=10.
    pub base_frequency: f64,
    /// Factor, 0..=10; none = 1.
    pub speed_multiplier: Option<f64>,
    /// What it moves.
    pub bindings: Vec<Binding>,
    /// Its sound.
    pub sound: Option<Sound>,
    /// Unknown members.
    pub extra: Members,
}

impl Default for Driver {
    fn default() -> Self {
        Self {
            id: String::new(),
            name: None,
            waveform: Waveform::default(),
            playback: Playback::default(),
            default_playing: false,
            base_frequency: 1.0,
            speed_multiplier: None,
            bindings: Vec::new(),
            sound: None,
            extra: Members::new(),
        }
    }
}

impl Driver {
    /// Whether it does anything: a known waveform and playback, and something to move or to play (DRV-04, 05, 09).
    pub fn is_effective(&self) -> bool {
        self.waveform != Waveform::Unknown
            && self.playback != Playback::Unknown
            && (self.sound.is_some() || !self.bindings.is_empty())
    }

    /// What to show people: the name if it has 1..=256 bytes, else the id (DRV-03).
    pub fn shown_name(&self) -> &str {
        match self.name.as_deref() {
            Some(name) if (1..=256).contains(&name.len()) => name,
            _ => &self.id,
        }
    }
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
    /// None of these: the word as read lies in [`Driver::extra`] and the driver does nothing (DRV-04).
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
    /// Neither: the word as read lies in [`Driver::extra`] and the driver does nothing (DRV-05).
    Unknown,
}

/// One thing a driver moves.
#[derive(Clone, Debug, PartialEq)]
pub struct Binding {
    /// What and how.
    pub effect: BindingEffect,
    /// Unknown members.
    pub extra: Members,
}

/// Kinds of bindings (bem.md 15.3).
#[derive(Clone, Debug, PartialEq)]
pub enum BindingEffect {
    /// Moves a slider.
    MorphParameter {
        /// Parameter id.
        target: String,
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
    /// None of these: all members as read lie in [`Binding::extra`] and the binding does nothing (DRV-10).
    Unknown,
}

/// A material of a renderer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct MaterialPlace {
    /// Component index.
    pub component: u32,
    /// Index in that renderer's material array.
    pub material_slot: u32,
}

/// The sound of a driver (bem.md 15.5).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sound {
    /// Payload ID.
    pub payload: u32,
    /// Names the cache file; none = `bin`.
    pub format: Option<String>,
    /// 0..=2; none = 1.
    pub gain: Option<f64>,
    /// None = true.
    pub looping: Option<bool>,
    /// 0..=60; none = 0.
    pub offset_seconds: Option<f64>,
    /// Unknown members.
    pub extra: Members,
}
