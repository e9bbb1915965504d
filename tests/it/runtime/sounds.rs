//! When sounds start and stop (bem.md 15.5).

use super::fixtures::{driver, manifest};
use bem_studio::formats::bem::manifest::{Manifest, Playback, Sound};
use bem_studio::runtime::drivers::{Command, Drivers, SoundCue, SoundEvent};

const STOP: Option<SoundEvent> = Some(SoundEvent::Stop { driver_idx: 0 });

fn cue() -> SoundCue {
    SoundCue {
        driver_idx: 0,
        payload: 8,
        format: "ogg".to_owned(),
        gain: 0.8,
        is_looping: true,
        delay_seconds: 0.0,
    }
}

fn start() -> SoundEvent {
    SoundEvent::Start(cue())
}

#[test]
fn a_sound_runs_exactly_while_its_driver_plays() {
    let f15 = manifest("F15");
    let mut drivers = Drivers::new(&f15);
    let steps = [
        (Command::Pause, None),
        (Command::Stop, None),
        (Command::Start, Some(start())),
        (Command::Start, None),
        (Command::Pause, STOP),
        (Command::Pause, None),
        (Command::Start, Some(start())),
        (Command::Stop, STOP),
        (Command::Hotkey, Some(start())),
        (Command::Pause, STOP),
        (Command::Hotkey, None),
        (Command::Hotkey, Some(start())),
        (Command::Hotkey, STOP),
    ];
    for (number, (command, event)) in steps.into_iter().enumerate() {
        let found = drivers.command(0, command);
        assert_eq!(found, event, "step {number}, {command:?}");
        assert_eq!(drivers.advance(0.01), [], "time alone changes nothing");
    }
    assert_eq!(
        drivers.command(1, Command::Start),
        None,
        "a driver without sound is silent"
    );
}

#[test]
fn a_once_driver_ends_its_sound_with_itself() {
    let mut f15 = manifest("F15");
    f15.drivers[0].playback = Playback::Once;
    let mut drivers = Drivers::new(&f15);
    drivers.command(0, Command::Start);
    assert_eq!(drivers.advance(0.5), [], "still running");
    let ended: Vec<SoundEvent> = STOP.into_iter().collect();
    assert_eq!(drivers.advance(0.5), ended, "at the end, looping or not");
    assert_eq!(drivers.advance(0.5), [], "once only");
    assert_eq!(drivers.command(0, Command::Stop), None, "silent already");
    assert_eq!(
        drivers.command(0, Command::Start),
        Some(start()),
        "and again"
    );
}

#[test]
fn a_change_of_package_ends_every_sound() {
    let mut f15 = manifest("F15");
    let mut second = f15.drivers[0].clone();
    second.id = "second".to_owned();
    f15.drivers.push(second);
    let mut drivers = Drivers::new(&f15);
    for driver_idx in [0, 1, 2] {
        drivers.command(driver_idx, Command::Start);
    }
    let ended = [0, 2].map(|driver_idx| SoundEvent::Stop { driver_idx });
    assert_eq!(drivers.stop_all(), ended, "those that sounded");
    assert_eq!(drivers.delivering().count(), 0, "none delivers");
}

#[test]
fn what_a_sound_leaves_out_has_its_default() {
    let silent = driver("d", Vec::new());
    let mut sounding = silent.clone();
    sounding.sound = Some(Sound {
        payload: 3,
        offset_seconds: Some(1.5),
        ..Sound::default()
    });
    let manifest = Manifest {
        drivers: vec![sounding.clone()],
        ..Manifest::default()
    };
    assert_eq!(SoundCue::of(0, &silent), None, "no sound");
    let expected = SoundCue {
        driver_idx: 0,
        payload: 3,
        format: "bin".to_owned(),
        gain: 1.0,
        is_looping: true,
        delay_seconds: 1.5,
    };
    assert_eq!(
        Drivers::new(&manifest).command(0, Command::Start),
        Some(SoundEvent::Start(expected)),
        "a driver with nothing but a sound runs"
    );
}
