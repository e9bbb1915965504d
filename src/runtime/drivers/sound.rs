//! When the sounds of drivers start and stop (bem.md 15.5). Nothing is decoded or played here.

use crate::formats::bem::manifest::Driver;

/// What happens to a driver's sound.
#[derive(Clone, Debug, PartialEq)]
pub enum SoundEvent {
    /// It starts from its beginning, also after a pause (DEC-39).
    Start(SoundCue),
    /// It ends at once.
    Stop {
        /// Index into the manifest's drivers.
        driver_idx: usize,
    },
}

/// A sound that starts.
#[derive(Clone, Debug, PartialEq)]
pub struct SoundCue {
    /// Index into the manifest's drivers.
    pub driver_idx: usize,
    /// Payload ID of the clip.
    pub payload: u32,
    /// Ending of the cache file; `bin` where the package names none (SND-03).
    pub format: String,
    /// Loudness, 0..=2.
    pub gain: f64,
    /// Whether it starts anew when it ends while the driver still plays. A once driver ends it at its own end.
    pub is_looping: bool,
    /// Silence before it, 0..=60 s.
    pub delay_seconds: f64,
}

impl SoundCue {
    /// The sound of a driver, if it has one.
    pub fn of(driver_idx: usize, driver: &Driver) -> Option<Self> {
        let sound = driver.sound.as_ref()?;
        Some(Self {
            driver_idx,
            payload: sound.payload,
            format: sound.format.clone().unwrap_or_else(|| "bin".to_owned()),
            gain: sound.gain.unwrap_or(1.0),
            is_looping: sound.looping.unwrap_or(true),
            delay_seconds: sound.offset_seconds.unwrap_or(0.0),
        })
    }
}
