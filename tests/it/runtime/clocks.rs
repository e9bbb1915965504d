//! The clock and the states of bem.md 15.1 and 15.2.

use super::fixtures::{driver, is_near};
use bem_studio::formats::bem::manifest::{
    BindingEffect, Driver, Manifest, Playback, Sound, Waveform,
};
use bem_studio::runtime::drivers::{Clock, Command, Drivers, State};

fn clock(playback: Playback) -> Clock {
    Clock::new(&Driver {
        playback,
        base_frequency: 1.0,
        ..Driver::default()
    })
}

/// A clock brought into a state, at phase 0.25 where it has one.
fn clock_in(state: State) -> Clock {
    let mut clock = clock(Playback::Once);
    if state != State::Stopped {
        clock.command(Command::Start);
        clock.advance(if state == State::Finished { 1.0 } else { 0.25 });
    }
    if state == State::Paused {
        clock.command(Command::Pause);
    }
    assert_eq!(clock.state(), state, "brought there");
    clock
}

#[test]
fn every_transition_is_that_of_the_table() {
    use Command::{Hotkey, Pause, Start, Stop};
    use State::{Finished, Paused, Playing, Stopped};
    let table = [
        (Stopped, Start, Playing, 0.0),
        (Stopped, Pause, Stopped, 0.0),
        (Stopped, Stop, Stopped, 0.0),
        (Stopped, Hotkey, Playing, 0.0),
        (Playing, Start, Playing, 0.25),
        (Playing, Pause, Paused, 0.25),
        (Playing, Stop, Stopped, 0.0),
        (Playing, Hotkey, Stopped, 0.0),
        (Paused, Start, Playing, 0.25),
        (Paused, Pause, Paused, 0.25),
        (Paused, Stop, Stopped, 0.0),
        (Paused, Hotkey, Stopped, 0.0),
        (Finished, Start, Playing, 0.0),
        (Finished, Pause, Finished, 1.0),
        (Finished, Stop, Stopped, 0.0),
        (Finished, Hotkey, Stopped, 0.0),
    ];
    for (before, command, after, phase) in table {
        let mut clock = clock_in(before);
        clock.command(command);
        let label = format!("{before:?} and {command:?}");
        assert_eq!(clock.state(), after, "{label}");
        assert!(is_near(clock.phase(), phase), "{label}: {}", clock.phase());
    }
}

#[test]
fn a_state_delivers_what_the_table_says() {
    let delivered = |state| clock_in(state).delivered_phase();
    assert_eq!(delivered(State::Stopped), None, "nothing");
    assert_eq!(delivered(State::Playing), Some(0.25), "the current phase");
    assert_eq!(delivered(State::Paused), Some(0.25), "the frozen phase");
    assert_eq!(delivered(State::Finished), Some(1.0), "the end");
    let mut paused = clock_in(State::Paused);
    paused.advance(10.0);
    assert_eq!(paused.delivered_phase(), Some(0.25), "still frozen");
}

#[test]
fn a_once_driver_goes_the_way_of_the_case() {
    let mut clock = clock(Playback::Once);
    clock.command(Command::Start);
    assert_eq!(clock.state(), State::Playing, "started");
    clock.advance(0.25);
    clock.command(Command::Pause);
    assert_eq!(clock.state(), State::Paused, "paused");
    clock.advance(5.0);
    clock.command(Command::Start);
    assert_eq!(clock.state(), State::Playing, "goes on");
    assert!(is_near(clock.phase(), 0.25), "from where it was");
    clock.advance(0.75);
    assert_eq!(clock.state(), State::Finished, "run out");
    clock.command(Command::Stop);
    assert_eq!(clock.state(), State::Stopped, "stopped");
    clock.command(Command::Start);
    assert_eq!(
        (clock.state(), clock.phase().to_bits()),
        (State::Playing, 0),
        "from 0"
    );
}

#[test]
fn the_speed_slider_never_jumps() {
    let mut clock = Clock::new(&Driver {
        base_frequency: 1.2,
        ..Driver::default()
    });
    clock.command(Command::Start);
    clock.advance(1.0);
    clock.set_speed(2.0);
    assert!(is_near(clock.phase(), 0.2), "the same phase");
    clock.advance(0.25);
    assert!(is_near(clock.phase(), 0.8), "at 1.25 s");
    clock.advance(0.25);
    assert!(is_near(clock.phase(), 0.4), "at 1.5 s");
}

#[test]
fn the_speed_slider_replaces_the_multiplier_within_its_ends() {
    let mut clock = Clock::new(&Driver {
        speed_multiplier: Some(10.0),
        ..Driver::default()
    });
    assert_eq!(clock.speed().to_bits(), 10.0_f64.to_bits(), "as authored");
    clock.set_speed(9.0);
    assert_eq!(clock.speed().to_bits(), 4.0_f64.to_bits(), "upper end");
    clock.set_speed(0.0);
    assert_eq!(clock.speed().to_bits(), 0.25_f64.to_bits(), "lower end");
    clock.set_speed(f64::NAN);
    assert_eq!(clock.speed().to_bits(), 0.25_f64.to_bits(), "no number");
}

#[test]
fn a_frequency_of_zero_never_moves_and_never_ends() {
    let mut clock = Clock::new(&Driver {
        playback: Playback::Once,
        base_frequency: 0.0,
        ..Driver::default()
    });
    clock.command(Command::Start);
    clock.advance(1e6);
    assert_eq!(
        (clock.state(), clock.phase().to_bits()),
        (State::Playing, 0),
        "stands still"
    );
}

#[test]
fn time_that_is_none_does_nothing() {
    let mut clock = clock(Playback::Loop);
    clock.command(Command::Start);
    for seconds in [-1.0, f64::NAN, f64::INFINITY, 0.0] {
        clock.advance(seconds);
    }
    assert_eq!(clock.phase().to_bits(), 0, "still at the start");
}

#[test]
fn frames_of_any_length_meet_the_half_and_the_end() {
    for n_frames in [3, 7, 10, 30, 60, 144, 1000] {
        let frame = 1.0 / f64::from(n_frames);
        let mut once = clock(Playback::Once);
        once.command(Command::Start);
        for _ in 0..n_frames {
            once.advance(frame);
        }
        assert_eq!(once.state(), State::Finished, "{n_frames} frames");
    }
}

#[test]
fn drivers_without_effect_are_dropped_and_none_starts_by_itself() {
    let morph = || BindingEffect::MorphParameter {
        target: "p".to_owned(),
        range: [0.0, 1.0],
    };
    let silent = Driver {
        sound: None,
        ..driver("silent", Vec::new())
    };
    let sounding = Driver {
        sound: Some(Sound::default()),
        ..driver("sounding", Vec::new())
    };
    let shapeless = Driver {
        waveform: Waveform::Unknown,
        ..driver("shapeless", vec![morph()])
    };
    let endless = Driver {
        playback: Playback::Unknown,
        ..driver("endless", vec![morph()])
    };
    let eager = Driver {
        default_playing: true,
        ..driver("eager", vec![morph()])
    };
    let mut manifest = Manifest {
        drivers: vec![silent, sounding, shapeless, endless, eager],
        ..Manifest::default()
    };
    let drivers = Drivers::new(&manifest);
    let clocks: Vec<bool> = (0..5).map(|idx| drivers.clock(idx).is_some()).collect();
    assert_eq!(
        clocks,
        [false, true, false, false, true],
        "those with an effect"
    );
    assert_eq!(drivers.delivering().count(), 0, "none runs");
    manifest.drivers = (0..17)
        .map(|number| driver(&format!("d{number}"), vec![morph()]))
        .collect();
    let drivers = Drivers::new(&manifest);
    assert!(drivers.clock(15).is_some(), "the sixteenth");
    assert!(drivers.clock(16).is_none(), "the seventeenth is dropped");
    assert_eq!(drivers.find(&manifest, "d16"), None, "and cannot be found");
    assert_eq!(drivers.find(&manifest, "d3"), Some(3), "others can");
}
