//! Drivers that move sliders (bem.md 15.3): the checks of the tick formula, who decides a parameter, two on one target.

use super::fixtures::{driver, manifest, planned, planned_at};
use bem_studio::formats::bem::manifest::{
    BindingEffect, Channel, Condition, Manifest, Parameter, Waveform,
};
use bem_studio::runtime::drivers::{Command, Drivers, Written};
use bem_studio::runtime::plan::plan;
use bem_studio::runtime::selection::Selection;

fn morph(target: &str, range: [f64; 2]) -> BindingEffect {
    BindingEffect::MorphParameter {
        target: target.to_owned(),
        range,
    }
}

fn parameter(id: &str, min: u32, max: u32) -> Parameter {
    Parameter {
        id: id.to_owned(),
        min,
        max,
        neutral: min,
        default: min,
        step: 1,
        ..Parameter::default()
    }
}

/// A sawtooth driver at a phase: its ticks in a package of one slider.
fn tick_at(min: u32, max: u32, range: [f64; 2], weight: f64) -> u32 {
    let mut only = driver("d", vec![morph("p", range)]);
    only.waveform = Waveform::Sawtooth;
    only.playback = bem_studio::formats::bem::manifest::Playback::Once;
    let manifest = Manifest {
        option_groups: Some(Vec::new()),
        parameters: vec![parameter("p", min, max)],
        drivers: vec![only],
        ..Manifest::default()
    };
    let plan = planned(&manifest, &[]);
    let mut drivers = Drivers::new(&manifest);
    drivers.command(0, Command::Start);
    drivers.advance(weight);
    Written::by(&manifest, &plan, &drivers).ticks(&plan)[0]
}

#[test]
fn the_tick_formula_gives_the_printed_ticks() {
    assert_eq!(tick_at(0, 1000, [0.05, 1.0], 0.5), 525, "the first check");
    assert_eq!(tick_at(200, 800, [0.25, 0.75], 0.0), 350, "weight 0");
    assert_eq!(tick_at(200, 800, [0.25, 0.75], 0.5), 500, "weight a half");
    assert_eq!(tick_at(200, 800, [0.25, 0.75], 1.0), 650, "weight 1");
    assert_eq!(tick_at(0, 7, [0.0, 1.0], 0.5), 4, "3.5 goes up");
    assert_eq!(
        tick_at(0, 1000, [0.25, 0.25], 0.7),
        250,
        "equal ends stand still"
    );
}

#[test]
fn ticks_of_drivers_need_no_step() {
    let mut f15 = manifest("F15");
    f15.parameters[0].step = 500;
    let plan = planned(&f15, &[]);
    let mut drivers = Drivers::new(&f15);
    drivers.command(0, Command::Start);
    drivers.advance(0.25);
    let written = Written::by(&f15, &plan, &drivers);
    assert_eq!(written.ticks(&plan), [620], "between the steps");
}

#[test]
fn a_driver_decides_its_parameter_and_leaves_the_others() {
    let mut f15 = manifest("F15");
    f15.parameters.push(parameter("cuff_width", 0, 1000));
    f15.mesh_deformations.push(Channel {
        parameter: "cuff_width".to_owned(),
        ..f15.mesh_deformations[0].clone()
    });
    let plan = planned_at(&f15, &[("sleeve_length", 300), ("cuff_width", 40)]);
    let mut drivers = Drivers::new(&f15);
    let ticks = |drivers: &Drivers| Written::by(&f15, &plan, drivers).ticks(&plan);
    assert_eq!(ticks(&drivers), [300, 40], "stopped: the manual ticks");
    drivers.command(0, Command::Start);
    assert_eq!(ticks(&drivers), [50, 40], "playing: the driver's own");
    drivers.advance(0.25);
    drivers.command(0, Command::Pause);
    assert_eq!(ticks(&drivers), [620, 40], "paused: still the driver's");
    drivers.command(0, Command::Stop);
    assert_eq!(
        ticks(&drivers),
        [300, 40],
        "released in the very frame of the stop"
    );
}

#[test]
fn a_driver_does_not_move_a_slider_that_is_not_available() {
    let mut f15 = manifest("F15");
    f15.parameters[0].available_when = Some(Condition::Eq {
        group: "outfit".to_owned(),
        choice: "b".to_owned(),
    });
    let mut drivers = Drivers::new(&f15);
    drivers.command(0, Command::Start);
    let in_a = planned(&f15, &[]);
    assert_eq!(
        Written::by(&f15, &in_a, &drivers).ticks(&in_a),
        [0],
        "neutral"
    );
    let selection = Selection::with_choices(&f15, &[("outfit", "b")]).expect("it exists");
    let in_b = plan(&f15, &selection).expect("a plan");
    assert_eq!(
        Written::by(&f15, &in_b, &drivers).ticks(&in_b),
        [50],
        "driven"
    );
}

#[test]
fn of_two_drivers_on_one_slider_the_later_wins_while_it_delivers() {
    let manifest = Manifest {
        option_groups: Some(Vec::new()),
        parameters: vec![parameter("p", 0, 1000)],
        drivers: vec![
            driver("first", vec![morph("p", [0.1, 0.2])]),
            driver(
                "second",
                vec![morph("p", [0.5, 0.6]), morph("p", [0.7, 0.8])],
            ),
        ],
        ..Manifest::default()
    };
    let plan = planned(&manifest, &[]);
    let mut drivers = Drivers::new(&manifest);
    let tick = |drivers: &Drivers| Written::by(&manifest, &plan, drivers).ticks(&plan)[0];
    drivers.command(1, Command::Start);
    assert_eq!(tick(&drivers), 700, "the last binding of the second");
    drivers.command(0, Command::Start);
    assert_eq!(
        tick(&drivers),
        700,
        "started later, but earlier in the list"
    );
    drivers.command(1, Command::Stop);
    assert_eq!(tick(&drivers), 100, "now the first");
}
