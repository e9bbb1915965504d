//! What stands there when a driver lets go (the table of bem.md 15.4).

use super::fixtures::{driver, manifest, planned};
use bem_studio::formats::bem::manifest::{BindingEffect, Manifest, MaterialPlace};
use bem_studio::runtime::drivers::{
    Command, Drivers, MaterialTarget, MaterialValue, Materials, TargetName, Written,
};

const PLACE: MaterialPlace = MaterialPlace {
    component: 0,
    material_slot: 0,
};

fn property(name: &str) -> MaterialTarget {
    MaterialTarget {
        place: PLACE,
        name: TargetName::Property(name.to_owned()),
    }
}

fn keyword(name: &str) -> MaterialTarget {
    MaterialTarget {
        place: PLACE,
        name: TargetName::Keyword(name.to_owned()),
    }
}

/// F15, whose draw 0 also gets a static colour and a disabled keyword, with a driver of every kind on and off of them.
fn driven() -> Manifest {
    let mut f15 = manifest("F15");
    let overrides = f15.meshes[0].draws[0].material_overrides.as_mut();
    let overrides = overrides.expect("the fixture has some");
    overrides.colors.push(("_Tint".to_owned(), [0.5; 4]));
    overrides.disable_keywords.push("_RIM_ON".to_owned());
    let float = |name: &str| BindingEffect::MaterialFloat {
        material: PLACE,
        property: name.to_owned(),
        range: [2.0, 4.0],
    };
    let color = |name: &str| BindingEffect::MaterialColor {
        material: PLACE,
        property: name.to_owned(),
        colors: [[1.0; 4], [3.0; 4]],
    };
    let switch = |name: &str| BindingEffect::MaterialKeyword {
        material: PLACE,
        keyword: name.to_owned(),
        threshold: None,
    };
    let effects = vec![
        float("_Smoothness"),
        float("_Free"),
        color("_Tint"),
        color("_FreeTint"),
        switch("_EMISSION"),
        switch("_RIM_ON"),
        switch("_FREE"),
        float("_Tint2"),
    ];
    f15.drivers = vec![driver("all", effects)];
    f15
}

#[test]
fn released_values_are_those_of_the_table() {
    let f15 = driven();
    let plan = planned(&f15, &[]);
    let mut drivers = Drivers::new(&f15);
    let mut materials = Materials::default();
    materials.update(&Written::by(&f15, &plan, &drivers));
    assert_eq!(
        materials.values().count(),
        0,
        "stopped at first: base values hold"
    );
    drivers.command(0, Command::Start);
    drivers.advance(0.5);
    materials.update(&Written::by(&f15, &plan, &drivers));
    for (target, value) in materials.values() {
        let expected = match value {
            MaterialValue::Float(_) => MaterialValue::Float(4.0),
            MaterialValue::Color(_) => MaterialValue::Color([3.0; 4]),
            MaterialValue::Keyword(_) => MaterialValue::Keyword(true),
        };
        assert_eq!(value, expected, "{target:?} at the top of its turn");
    }
    drivers.command(0, Command::Stop);
    materials.update(&Written::by(&f15, &plan, &drivers));
    let table = [
        (property("_Smoothness"), MaterialValue::Float(0.35)),
        (property("_Free"), MaterialValue::Float(2.0)),
        (property("_Tint"), MaterialValue::Color([0.5; 4])),
        (property("_FreeTint"), MaterialValue::Color([1.0; 4])),
        (keyword("_EMISSION"), MaterialValue::Keyword(true)),
        (keyword("_RIM_ON"), MaterialValue::Keyword(false)),
        (keyword("_FREE"), MaterialValue::Keyword(false)),
    ];
    for (target, value) in table {
        assert_eq!(materials.value(&target), Some(value), "{target:?}");
    }
    materials.update(&Written::default());
    assert_eq!(
        materials.value(&property("_Free")),
        Some(MaterialValue::Float(2.0)),
        "it stays so"
    );
}

#[test]
fn pause_and_the_end_of_once_are_no_releases() {
    let mut f15 = driven();
    f15.drivers[0].playback = bem_studio::formats::bem::manifest::Playback::Once;
    f15.drivers[0].waveform = bem_studio::formats::bem::manifest::Waveform::Sawtooth;
    let plan = planned(&f15, &[]);
    let mut drivers = Drivers::new(&f15);
    let mut materials = Materials::default();
    let mut free = |drivers: &Drivers| {
        materials.update(&Written::by(&f15, &plan, drivers));
        materials.value(&property("_Free"))
    };
    drivers.command(0, Command::Start);
    drivers.advance(0.5);
    drivers.command(0, Command::Pause);
    assert_eq!(free(&drivers), Some(MaterialValue::Float(3.0)), "paused");
    drivers.command(0, Command::Start);
    drivers.advance(0.5);
    drivers.advance(7.0);
    assert_eq!(free(&drivers), Some(MaterialValue::Float(4.0)), "finished");
    drivers.command(0, Command::Hotkey);
    assert_eq!(free(&drivers), Some(MaterialValue::Float(2.0)), "released");
}

#[test]
fn a_target_another_driver_still_writes_is_not_released() {
    let mut f15 = manifest("F15");
    let float = |range| BindingEffect::MaterialFloat {
        material: PLACE,
        property: "_Free".to_owned(),
        range,
    };
    f15.drivers = vec![
        driver("first", vec![float([1.0, 2.0])]),
        driver("second", vec![float([5.0, 6.0])]),
    ];
    let plan = planned(&f15, &[]);
    let mut drivers = Drivers::new(&f15);
    let mut materials = Materials::default();
    let mut free = |drivers: &Drivers| {
        materials.update(&Written::by(&f15, &plan, drivers));
        materials.value(&property("_Free"))
    };
    drivers.command(0, Command::Start);
    drivers.command(1, Command::Start);
    drivers.advance(0.25);
    assert_eq!(free(&drivers), Some(MaterialValue::Float(5.5)), "the later");
    drivers.command(1, Command::Stop);
    assert_eq!(free(&drivers), Some(MaterialValue::Float(1.5)), "the other");
    drivers.command(0, Command::Stop);
    assert_eq!(
        free(&drivers),
        Some(MaterialValue::Float(1.0)),
        "released by the one that wrote last"
    );
}

#[test]
fn a_target_whose_draw_is_gone_is_released_with_the_new_selection() {
    let f15 = driven();
    let mut drivers = Drivers::new(&f15);
    drivers.command(0, Command::Start);
    let written = Written::by(&f15, &planned(&f15, &[("outfit", "b")]), &drivers);
    assert_eq!(
        written.materials[&property("_Smoothness")].released,
        MaterialValue::Float(2.0),
        "slot 0 is draw 1 now, which sets nothing"
    );
}
