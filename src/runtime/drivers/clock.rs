//! One driver's clock and its states (bem.md 15.1, 15.2). Seconds are handed in.

use crate::formats::bem::manifest::{Driver, Playback};

/// Turns are rounded to this part of one: times of frames that add up to half a turn shall meet it, whatever the last bit
/// of their sum says.
const TURN_UNIT: f64 = 1_099_511_627_776.0;
const SLOWEST: f64 = 0.25;
const FASTEST: f64 = 4.0;

/// What a driver is doing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum State {
    /// At first and after a stop: it delivers nothing.
    #[default]
    Stopped,
    /// It delivers the current phase.
    Playing,
    /// It delivers the frozen phase.
    Paused,
    /// A once driver at its end: it delivers phase 1.
    Finished,
}

/// What the player can do to a driver (bem.md 15.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// Runs, from the start or from where it was paused.
    Start,
    /// Freezes a running one.
    Pause,
    /// Ends it.
    Stop,
    /// Runs a stopped one from the start, ends any other.
    Hotkey,
}

/// The clock of one driver.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Clock {
    is_once: bool,
    /// Hz.
    base_frequency: f64,
    speed: f64,
    state: State,
    /// Phase at the start of the run, or where the speed was changed last.
    anchor_phase: f64,
    /// Time played since then.
    elapsed_seconds: f64,
}

impl Clock {
    /// The clock of a driver, stopped.
    pub fn new(driver: &Driver) -> Self {
        Self {
            is_once: driver.playback == Playback::Once,
            base_frequency: driver.base_frequency,
            speed: driver.speed_multiplier.unwrap_or(1.0),
            state: State::Stopped,
            anchor_phase: 0.0,
            elapsed_seconds: 0.0,
        }
    }

    /// What it is doing.
    pub const fn state(&self) -> State {
        self.state
    }

    /// Factor on the frequency: `speed_multiplier` until the slider is moved.
    pub const fn speed(&self) -> f64 {
        self.speed
    }

    /// Where in its turn it stands, 0..1; 1 only at the end of a once run. 0 when stopped.
    pub fn phase(&self) -> f64 {
        let turns = self.elapsed_seconds * self.base_frequency * self.speed + self.anchor_phase;
        let turns = (turns * TURN_UNIT).round() / TURN_UNIT;
        if self.is_once {
            turns.clamp(0.0, 1.0)
        } else {
            turns.rem_euclid(1.0)
        }
    }

    /// The phase it delivers this frame; none while it is stopped.
    pub fn delivered_phase(&self) -> Option<f64> {
        match self.state {
            State::Stopped => None,
            State::Playing | State::Paused => Some(self.phase()),
            State::Finished => Some(1.0),
        }
    }

    /// Follows the table of bem.md 15.2; a command without an entry there does nothing (DEC-39).
    pub const fn command(&mut self, command: Command) {
        match (self.state, command) {
            (State::Stopped | State::Finished, Command::Start)
            | (State::Stopped, Command::Hotkey) => self.restart(State::Playing),
            (State::Paused, Command::Start) => self.state = State::Playing,
            (State::Playing, Command::Pause) => self.state = State::Paused,
            (State::Playing | State::Paused | State::Finished, Command::Stop | Command::Hotkey) => {
                self.restart(State::Stopped);
            }
            (State::Stopped, Command::Pause | Command::Stop)
            | (State::Playing, Command::Start)
            | (State::Paused | State::Finished, Command::Pause) => {}
        }
    }

    /// Moves the speed slider, 0.25..=4; it replaces `speed_multiplier`, and the phase stays what it is.
    pub fn set_speed(&mut self, speed: f64) {
        if speed.is_nan() {
            return;
        }
        self.anchor_phase = self.phase();
        self.elapsed_seconds = 0.0;
        self.speed = speed.clamp(SLOWEST, FASTEST);
    }

    /// Lets time pass while it plays. Time never runs back.
    pub fn advance(&mut self, seconds: f64) {
        if self.state != State::Playing || !seconds.is_finite() || seconds <= 0.0 {
            return;
        }
        self.elapsed_seconds += seconds;
        if self.is_once && self.phase() >= 1.0 {
            self.state = State::Finished;
        }
    }

    const fn restart(&mut self, state: State) {
        self.state = state;
        self.anchor_phase = 0.0;
        self.elapsed_seconds = 0.0;
    }
}
