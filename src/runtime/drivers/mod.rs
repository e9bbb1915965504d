//! The drivers of a package at work (bem.md ch. 15): their clocks, what they write in a frame, what stays when they let
//! go. No sound is played and no time is taken here.
//!
//! A frame: [`Drivers::advance`] by the seconds gone, [`Written::by`] what they write, [`Written::ticks`] for the
//! sliders, [`Materials::update`] for the materials. Commands and `advance` answer with the sounds that start and stop.

mod clock;
mod materials;
mod sound;
mod targets;
mod waveform;
mod written;

pub use clock::{Clock, Command, State};
pub use materials::{Materials, StaticMaterial, StaticValue};
pub use sound::{SoundCue, SoundEvent};
pub use targets::{MaterialTarget, RendererMaterial, TargetName, renderer_material};
pub use waveform::{fmix32, weight};
pub use written::{MaterialValue, MaterialWrite, Written};

use crate::formats::bem::manifest::{Driver, Manifest};

/// Drivers that have an effect at all; those beyond are dropped (DRV-01).
pub const MAX_DRIVERS: usize = 16;

/// The drivers of a manifest, by their index there. All are stopped at first, whatever `default_playing` says (DRV-06).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Drivers {
    rows: Vec<Row>,
}

#[derive(Clone, Debug, PartialEq)]
struct Row {
    /// None: the driver is dropped (DRV-04, DRV-05, DRV-09).
    clock: Option<Clock>,
    cue: Option<SoundCue>,
    is_sounding: bool,
}

impl Drivers {
    /// The drivers of a manifest, stopped.
    pub fn new(manifest: &Manifest) -> Self {
        let drivers = manifest.drivers.iter().take(MAX_DRIVERS).enumerate();
        let rows = drivers.map(|(driver_idx, driver)| Row {
            clock: driver.is_effective().then(|| Clock::new(driver)),
            cue: SoundCue::of(driver_idx, driver),
            is_sounding: false,
        });
        Self {
            rows: rows.collect(),
        }
    }

    /// The clock of a driver; none if the driver is dropped or not there.
    pub fn clock(&self, driver_idx: usize) -> Option<&Clock> {
        self.rows.get(driver_idx)?.clock.as_ref()
    }

    /// The driver with this id that has an effect.
    pub fn find(&self, manifest: &Manifest, id: &str) -> Option<usize> {
        let is_it =
            |(idx, driver): &(usize, &Driver)| driver.id == id && self.clock(*idx).is_some();
        let mut drivers = manifest.drivers.iter().enumerate();
        drivers.find(is_it).map(|(idx, _)| idx)
    }

    /// Gives a driver a command (bem.md 15.2); what that does to its sound.
    pub fn command(&mut self, driver_idx: usize, command: Command) -> Option<SoundEvent> {
        let row = self.rows.get_mut(driver_idx)?;
        row.clock.as_mut()?.command(command);
        row.sound_event(driver_idx)
    }

    /// Puts the speed slider of a driver; the phase does not change (bem.md 15.1).
    pub fn set_speed(&mut self, driver_idx: usize, speed: f64) {
        let row = self.rows.get_mut(driver_idx);
        if let Some(clock) = row.and_then(|row| row.clock.as_mut()) {
            clock.set_speed(speed);
        }
    }

    /// Lets time pass; the sounds of those that finished stop.
    pub fn advance(&mut self, seconds: f64) -> Vec<SoundEvent> {
        let mut events = Vec::new();
        for (driver_idx, row) in self.rows.iter_mut().enumerate() {
            if let Some(clock) = &mut row.clock {
                clock.advance(seconds);
            }
            events.extend(row.sound_event(driver_idx));
        }
        events
    }

    /// Stops all of them: what a change of package, or unloading it, does.
    pub fn stop_all(&mut self) -> Vec<SoundEvent> {
        let all = 0..self.rows.len();
        all.filter_map(|driver_idx| self.command(driver_idx, Command::Stop))
            .collect()
    }

    /// The drivers that deliver, in the order of the list, each with its phase.
    pub fn delivering(&self) -> impl Iterator<Item = (usize, f64)> {
        let rows = self.rows.iter().enumerate();
        rows.filter_map(|(idx, row)| Some((idx, row.clock.as_ref()?.delivered_phase()?)))
    }
}

impl Row {
    /// Sound follows the state: it runs exactly while the driver plays.
    fn sound_event(&mut self, driver_idx: usize) -> Option<SoundEvent> {
        let cue = self.cue.as_ref()?;
        let is_playing = self.clock.as_ref()?.state() == State::Playing;
        if is_playing == self.is_sounding {
            return None;
        }
        self.is_sounding = is_playing;
        Some(if is_playing {
            SoundEvent::Start(cue.clone())
        } else {
            SoundEvent::Stop { driver_idx }
        })
    }
}
