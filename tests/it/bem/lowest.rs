//! The lowest minor and its reasons: the examples of bem.md ch. 19.

use crate::bem::case_files::{FIXTURES, fixture, manifest_with};
use bem_studio::base::text::Language;
use bem_studio::formats::bem::lowest::{
    Facts, Maxima, capabilities, conversion_reasons, lowest_minor,
};
use bem_studio::formats::bem::manifest::{Choice, Manifest, Texture};
use bem_studio::formats::bem::package::Package;

fn minor(manifest: &Manifest) -> u16 {
    lowest_minor(manifest, &Facts::default()).minor
}

#[test]
fn every_fixture_has_the_minor_of_its_header_and_the_capabilities_it_lists() {
    for (name, expected) in FIXTURES {
        let package = Package::read(fixture(name)).expect("opens");
        assert_eq!(minor(&package.manifest), expected, "{name}");
        assert_eq!(
            capabilities(&package.manifest),
            package.manifest.required_capabilities,
            "{name}: capabilities"
        );
    }
}

#[test]
fn one_driver_is_named_as_the_only_reason() {
    let manifest = manifest_with(
        "F13",
        &[(
            "\"parameters\":",
            r#""drivers":[{"id":"glow","name":"Glow","base_frequency":1,"default_playing":false,"bindings":[{"type":"morph_parameter","target":"sleeve_length"}]}],"parameters":"#,
        )],
    );
    let lowest = lowest_minor(&manifest, &Facts::default());
    assert_eq!((lowest.minor, lowest.without()), (5, 3), "minors");
    assert_eq!(lowest.deciding().len(), 1, "reasons");
    assert_eq!(lowest.deciding()[0].pointer, "/drivers/0", "its place");
    let sentence = lowest.sentence().expect("a reason");
    assert_eq!(
        sentence.text(Language::En),
        "BEM 1.5 is needed only because of the driver Glow; without it 1.3.",
        "English"
    );
    assert_eq!(
        sentence.text(Language::Zh),
        "仅因驱动器“Glow”而需要 BEM 1.5；去掉后为 1.3。",
        "Chinese"
    );
    assert_eq!(
        sentence.text(Language::Ja),
        "ドライバー「Glow」があるため BEM 1.5 が必要です。なければ 1.3 で済みます。",
        "Japanese"
    );
}

#[test]
fn several_reasons_are_counted() {
    let lowest = lowest_minor(&manifest_with("F15", &[]), &Facts::default());
    assert_eq!((lowest.minor, lowest.without()), (5, 3), "minors");
    assert_eq!(
        lowest.deciding().len(),
        4,
        "overrides, offset and two drivers"
    );
    let text = lowest.sentence().expect("reasons").text(Language::En);
    assert!(
        text.contains("and 3 more; without all of them 1.3"),
        "{text}"
    );
}

#[test]
fn nothing_asks_for_more_than_the_structure_of_the_plain_fixtures() {
    for name in ["F10", "F11"] {
        let lowest = lowest_minor(&manifest_with(name, &[]), &Facts::default());
        assert_eq!(lowest.sentence(), None, "{name}");
    }
}

#[test]
fn twenty_choices_need_1_2() {
    let mut manifest = manifest_with("F11", &[]);
    let group = &mut manifest.option_groups.as_mut().expect("groups")[1];
    for n in 2..16 {
        group.choices.push(Choice {
            id: format!("p{n:02}"),
            ..Choice::default()
        });
    }
    assert_eq!(minor(&manifest), 1, "16 choices");
    let group = &mut manifest.option_groups.as_mut().expect("groups")[1];
    group.choices.push(Choice::default());
    assert_eq!(minor(&manifest), 2, "17 choices");
}

#[test]
fn a_texture_above_64_mib_needs_1_2() {
    let mut manifest = manifest_with("F11", &[]);
    manifest.textures[0] = Texture {
        width: 8192,
        height: 8192,
        mips: 1,
        format: 25,
        ..manifest.textures[0].clone()
    };
    assert_eq!(minor(&manifest), 1, "exactly 64 MiB");
    manifest.textures[0].mips = 2;
    assert_eq!(minor(&manifest), 2, "80 MiB");
}

#[test]
fn counts_and_maxima_above_the_limits_of_1_1_need_1_2() {
    let manifest = manifest_with("F11", &[]);
    let with = |n_payloads, textures, mib: u64| {
        let maxima = Some(Maxima {
            textures,
            decoded_bytes: mib << 20,
            resident_bytes: mib << 20,
        });
        lowest_minor(&manifest, &Facts { n_payloads, maxima }).minor
    };
    assert_eq!(with(4096, 32, 768), 1, "at the limits");
    assert_eq!(with(4097, 32, 768), 2, "payloads");
    assert_eq!(with(4096, 33, 768), 2, "textures");
    assert_eq!(with(4096, 32, 769), 2, "bytes");
}

#[test]
fn a_listed_capability_raises_the_minor_even_unused() {
    for (name, expected) in [
        ("texture-astc", 1),
        ("keep-material-textures", 1),
        ("texture-slots", 2),
        ("mesh-position-deltas", 3),
        ("static-meshes", 4),
        ("root-offset-v1", 5),
    ] {
        let listed = format!("\"composable-options\",\"{name}\"");
        let manifest = manifest_with("F11", &[("\"composable-options\"", &listed)]);
        assert_eq!(minor(&manifest), expected, "{name}");
        assert!(
            !capabilities(&manifest).iter().any(|other| other == name),
            "{name} is not needed"
        );
    }
}

#[test]
fn a_package_without_groups_needs_1_3_and_says_so_by_a_capability() {
    let mut manifest = manifest_with("F11", &[]);
    manifest.option_groups = Some(Vec::new());
    assert_eq!(minor(&manifest), 3, "minor");
    assert_eq!(
        capabilities(&manifest).last().map(String::as_str),
        Some("body-parameters"),
        "capability (DEC-42)"
    );
}

#[test]
fn a_listed_astc_capability_stays_while_astc_textures_are_there() {
    let manifest = manifest_with(
        "F11",
        &[
            (
                "\"composable-options\"",
                "\"composable-options\",\"texture-astc\"",
            ),
            ("\"format\":10", "\"format\":48"),
        ],
    );
    assert!(
        capabilities(&manifest).contains(&"texture-astc".to_owned()),
        "kept"
    );
    assert_eq!(minor(&manifest), 1, "and raises nothing");
}

#[test]
fn material_bindings_bring_the_capability_of_material_overrides() {
    let manifest = manifest_with(
        "F15",
        &[(
            r#","material_overrides":{"floats":{"_Smoothness":0.35},"enable_keywords":["_EMISSION"]}"#,
            "",
        )],
    );
    assert!(
        capabilities(&manifest).contains(&"material-overrides-v1".to_owned()),
        "VER-10"
    );
}

#[test]
fn fixed_appearances_are_offered_for_conversion_only_when_1_0_cannot_hold_them() {
    let plain = manifest_with("F10", &[]);
    assert_eq!(conversion_reasons(&plain, &Facts::default()), [], "plain");
    let alias = manifest_with(
        "F10",
        &[(
            r#""bone_names":["bone0"],"#,
            r#""bone_names":["bone0"],"bone_name_aliases":[{"index":0,"resource":"world","name":"x"}],"#,
        )],
    );
    let reasons = conversion_reasons(&alias, &Facts::default());
    assert_eq!(reasons.len(), 1, "one reason");
    assert_eq!(reasons[0].minor, 2, "its minor");
    let heavy = Facts {
        n_payloads: 6,
        maxima: Some(Maxima {
            resident_bytes: 600 << 20,
            ..Maxima::default()
        }),
    };
    assert_eq!(
        conversion_reasons(&plain, &heavy)[0].minor,
        1,
        "600 MiB fit 1.1"
    );
}
