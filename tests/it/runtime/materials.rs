//! Drivers that move materials (bem.md 15.3, DEC-12): values, what slot k means, static overrides (ch. 13).

use super::fixtures::{driver, is_near, manifest, planned};
use bem_studio::formats::bem::manifest::{
    BindingEffect, Manifest, MaterialOverrides, MaterialPlace, Waveform,
};
use bem_studio::runtime::drivers::{
    Command, Drivers, MaterialTarget, MaterialValue, RendererMaterial, StaticMaterial, StaticValue,
    TargetName, Written, renderer_material,
};

fn place(component: u32, material_slot: u32) -> MaterialPlace {
    MaterialPlace {
        component,
        material_slot,
    }
}

fn property(component: u32, material_slot: u32, name: &str) -> MaterialTarget {
    MaterialTarget {
        place: place(component, material_slot),
        name: TargetName::Property(name.to_owned()),
    }
}

fn float(material: MaterialPlace, name: &str, range: [f64; 2]) -> BindingEffect {
    BindingEffect::MaterialFloat {
        material,
        property: name.to_owned(),
        range,
    }
}

/// F15 with one sawtooth driver of these bindings, started and run to a phase.
fn running(effects: Vec<BindingEffect>, phase: f64) -> (Manifest, Drivers) {
    let mut f15 = manifest("F15");
    let mut only = driver("d", effects);
    only.waveform = Waveform::Sawtooth;
    f15.drivers = vec![only];
    let mut drivers = Drivers::new(&f15);
    drivers.command(0, Command::Start);
    drivers.advance(phase);
    (f15, drivers)
}

#[test]
fn floats_and_colours_are_mixed_and_keywords_switched() {
    let keyword = |threshold: Option<f64>| BindingEffect::MaterialKeyword {
        material: place(0, 0),
        keyword: format!("K{}", threshold.is_some()).to_uppercase(),
        threshold,
    };
    let effects = vec![
        float(place(0, 0), "_Weight", [-1.0, 3.0]),
        BindingEffect::MaterialColor {
            material: place(0, 0),
            property: "_Color".to_owned(),
            colors: [[0.0, 1.0, 8.0, 1.0], [4.0, 0.0, 8.0, 0.5]],
        },
        keyword(None),
        keyword(Some(0.25)),
    ];
    for (phase, weight, color, is_on, is_on_early) in [
        (0.0, -1.0, [0.0, 1.0, 8.0, 1.0], false, false),
        (0.25, 0.0, [1.0, 0.75, 8.0, 0.875], false, false),
        (0.5, 1.0, [2.0, 0.5, 8.0, 0.75], false, true),
        (0.75, 2.0, [3.0, 0.25, 8.0, 0.625], true, true),
    ] {
        let (f15, drivers) = running(effects.clone(), phase);
        let written = Written::by(&f15, &planned(&f15, &[]), &drivers);
        let value = |target: &MaterialTarget| written.materials[target].value;
        let keyword = |name: &str| MaterialTarget {
            place: place(0, 0),
            name: TargetName::Keyword(name.to_owned()),
        };
        assert_eq!(
            value(&property(0, 0, "_Weight")),
            MaterialValue::Float(weight),
            "float at {phase}"
        );
        assert_eq!(
            value(&property(0, 0, "_Color")),
            MaterialValue::Color(color),
            "colour at {phase}"
        );
        assert_eq!(
            value(&keyword("KFALSE")),
            MaterialValue::Keyword(is_on),
            "above a half, at {phase}"
        );
        assert_eq!(
            value(&keyword("KTRUE")),
            MaterialValue::Keyword(is_on_early),
            "above a quarter, at {phase}"
        );
    }
}

#[test]
fn the_glow_of_the_fixture_pulses() {
    let f15 = manifest("F15");
    let plan = planned(&f15, &[]);
    let mut drivers = Drivers::new(&f15);
    drivers.command(1, Command::Start);
    drivers.advance(0.625);
    let written = Written::by(&f15, &plan, &drivers);
    let glow = &written.materials[&property(0, 0, "_EmissionWeight")];
    let MaterialValue::Float(value) = glow.value else {
        panic!("no float: {glow:?}");
    };
    assert!(is_near(value, 1.5), "half a turn of 0.8 Hz: {value}");
}

#[test]
fn slot_k_is_the_kth_active_draw_of_a_replaced_component() {
    let f11k7 = manifest("F11K7");
    let all = planned(&f11k7, &[]);
    let some = planned(&f11k7, &[("k1", "off"), ("k2", "off")]);
    let draw = |plan, slot| renderer_material(&f11k7, plan, place(0, slot));
    let expected = |draw_idx| Some(RendererMaterial::Draw { mesh: 0, draw_idx });
    assert_eq!(draw(&all, 1), expected(1), "all active");
    assert_eq!(draw(&all, 7), expected(7), "the last");
    assert_eq!(draw(&all, 8), None, "beyond");
    assert_eq!(draw(&some, 1), expected(3), "two are gone");
    assert_eq!(draw(&some, 6), None, "the array is shorter");
}

#[test]
fn slot_k_is_the_original_material_of_a_kept_component_and_nothing_of_a_hidden_one() {
    let f11 = manifest("F11");
    let kept = planned(&f11, &[]);
    let hidden = planned(&f11, &[("outfit", "b"), ("part", "off")]);
    let original = RendererMaterial::Original {
        component: 1,
        material_slot: 0,
    };
    assert_eq!(
        renderer_material(&f11, &kept, place(1, 0)),
        Some(original),
        "kept"
    );
    assert_eq!(
        renderer_material(&f11, &kept, place(1, 1)),
        None,
        "beyond its materials"
    );
    assert_eq!(
        renderer_material(&f11, &hidden, place(1, 0)),
        None,
        "hidden"
    );
    assert_eq!(
        renderer_material(&f11, &kept, place(9, 0)),
        None,
        "no such component"
    );
}

#[test]
fn bindings_that_hit_nothing_write_nothing() {
    let effects = vec![
        float(place(9, 0), "_A", [0.0, 1.0]),
        float(place(0, 1), "_B", [0.0, 1.0]),
        float(place(0, 256), "_C", [0.0, 1.0]),
        BindingEffect::Unknown,
        BindingEffect::MorphParameter {
            target: "nothing".to_owned(),
            range: [0.0, 1.0],
        },
    ];
    let (f15, drivers) = running(effects, 0.5);
    let written = Written::by(&f15, &planned(&f15, &[]), &drivers);
    assert_eq!(written, Written::default(), "nothing at all");
}

#[test]
fn the_later_driver_wins_a_material_too() {
    let mut f15 = manifest("F15");
    f15.drivers = vec![
        driver("first", vec![float(place(0, 0), "_A", [1.0, 2.0])]),
        driver("second", vec![float(place(0, 0), "_A", [5.0, 6.0])]),
    ];
    let plan = planned(&f15, &[]);
    let mut drivers = Drivers::new(&f15);
    drivers.command(0, Command::Start);
    drivers.command(1, Command::Start);
    let value = |drivers: &Drivers| {
        Written::by(&f15, &plan, drivers).materials[&property(0, 0, "_A")].value
    };
    assert_eq!(value(&drivers), MaterialValue::Float(5.0), "the later");
    drivers.command(1, Command::Stop);
    assert_eq!(value(&drivers), MaterialValue::Float(1.0), "the other");
}

#[test]
fn static_overrides_are_resolved_as_reading_says() {
    let name = |name: &str| name.to_owned();
    let overrides = MaterialOverrides {
        floats: vec![(name("_A"), 1.0), (name("_B"), 2.0), (name("_C"), 3.0)],
        colors: vec![(name("_B"), [1.0; 4]), (name("_C"), [2.0; 4])],
        vectors: vec![(name("_C"), [3.0; 4])],
        disable_keywords: vec![name("BOTH"), name("OFF")],
        enable_keywords: vec![name("BOTH"), name("ON")],
        ..MaterialOverrides::default()
    };
    let found = StaticMaterial::of(&overrides);
    let values: Vec<(&str, StaticValue)> = found.properties.into_iter().collect();
    assert_eq!(
        values,
        [
            ("_A", StaticValue::Float(1.0)),
            ("_B", StaticValue::Color([1.0; 4])),
            ("_C", StaticValue::Vector([3.0; 4])),
        ],
        "the later list wins"
    );
    let keywords: Vec<(&str, bool)> = found.keywords.into_iter().collect();
    assert_eq!(
        keywords,
        [("BOTH", true), ("OFF", false), ("ON", true)],
        "enable wins"
    );
    let f15 = manifest("F15");
    let draw = |draw_idx| StaticMaterial::at(&f15, RendererMaterial::Draw { mesh: 0, draw_idx });
    assert_eq!(
        draw(0).properties.get("_Smoothness"),
        Some(&StaticValue::Float(0.35)),
        "the fixture's"
    );
    assert_eq!(draw(1), StaticMaterial::default(), "a draw without");
    let original = RendererMaterial::Original {
        component: 1,
        material_slot: 0,
    };
    assert_eq!(
        StaticMaterial::at(&f15, original),
        StaticMaterial::default(),
        "originals have none"
    );
}
