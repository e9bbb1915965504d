//! Manifests of about 4 MiB that repeat one thing as often as they can: judging them takes time in proportion.

use crate::bem::case_files::pack;
use crate::bem::findings::open_read;
use crate::bem::rule_cases::made;
use bem_studio::formats::bem::json::parse;
use bem_studio::formats::bem::manifest::Manifest;

/// As many pieces as fit `n_bytes`, joined by commas.
fn fill(n_bytes: usize, piece: impl Fn(usize) -> String) -> String {
    let mut out = String::new();
    let mut n = 0;
    while out.len() < n_bytes {
        out.push_str(&piece(n));
        out.push(',');
        n += 1;
    }
    out.pop();
    out
}

/// A fixture's manifest with something put behind the first `place`.
fn behind(name: &str, place: &str, what: &str) -> String {
    let text = made(name).text;
    assert!(text.contains(place), "{name} has no {place}");
    text.replacen(place, &format!("{place}{what}"), 1)
}

fn judged_in_time(what: &str, text: &str) {
    // Too long by the fixture around it: the rest is broken syntax, which has to be quick as well.
    let text = text.get(..4_194_304).unwrap_or(text);
    let file = pack(5, text, &made("F15").payloads);
    let start = std::time::Instant::now();
    let checked = open_read(&file);
    let took = start.elapsed();
    let n = checked.findings.len();
    assert!(n < 2000, "{what}: {n} findings");
    // Unoptimised builds on busy machines are slow; anything that is not linear takes minutes.
    assert!(took.as_secs() < 60, "{what}: {took:?}");
}

const MOST: usize = 4_000_000;

#[test]
fn metadata() {
    let keys = fill(MOST, |n| format!("\"k{n}\":{n}"));
    judged_in_time("keys", &behind("F11", "{", &format!("{keys},")));
    let same = fill(MOST, |_| "\"k\":1".to_owned());
    judged_in_time("one key", &behind("F11", "{", &format!("{same},")));
    let numbers = fill(MOST, |_| "-1".to_owned());
    judged_in_time(
        "numbers",
        &behind("F11", "{", &format!("\"x\":[{numbers}],")),
    );
    let open = "[".repeat(MOST / 2);
    let close = "]".repeat(MOST / 2);
    judged_in_time(
        "arrays",
        &behind("F11", "{", &format!("\"x\":{open}{close},")),
    );
}

#[test]
fn tables() {
    let meshes = fill(MOST, |n| {
        format!(
            "{{\"vertex_count\":{n},\"index_size\":2,\"streams\":[{{\"stride\":16,\"payload\":0}}]}}"
        )
    });
    judged_in_time(
        "meshes",
        &behind("F11", "\"meshes\":[", &format!("{meshes},")),
    );
    let draw = r#"{"when":{"eq":["outfit","b"]},"indices":4,"count":3,"material_component":1,"material_slot":0,"material_name":"material1","textures":[1]}"#;
    let draws = fill(MOST, |_| draw.to_owned());
    judged_in_time("draws", &behind("F11", "\"draws\":[", &format!("{draws},")));
    let textures = fill(MOST, |n| (n % 2).to_string());
    judged_in_time(
        "texture list",
        &behind("F11", "\"textures\":[", &format!("{textures},")),
    );
    let groups = fill(MOST, |n| {
        format!(
            "{{\"id\":\"g{n}\",\"available_when\":{{\"eq\":[\"g{}\",\"a\"]}}}}",
            n / 2
        )
    });
    judged_in_time(
        "groups",
        &behind("F11", "\"option_groups\":[", &format!("{groups},")),
    );
    let rules = fill(MOST, |n| {
        format!("{{\"target\":{n},\"candidates\":[{{\"operation\":\"replace\",\"mesh\":0}}]}}")
    });
    judged_in_time(
        "rules",
        &behind("F11", "\"component_rules\":[", &format!("{rules},")),
    );
    let resources = fill(MOST / 2, |n| format!("{{\"id\":\"r{n}\"}}"));
    let components = fill(MOST / 2, |n| format!("{{\"resource\":\"r{n}\"}}"));
    let text = behind("F14", "\"resources\":[", &format!("{resources},"));
    let place = "\"components\":[";
    let text = text.replacen(place, &format!("{place}{components},"), 1);
    judged_in_time("resources", &text);
}

#[test]
fn motion() {
    let frames = fill(MOST, |n| {
        format!(
            "{{\"value\":{n},\"payload\":7,\"count\":{n},\"encoding\":\"sparse-position-f32\"}}"
        )
    });
    judged_in_time(
        "frames",
        &behind("F15", "\"frames\":[", &format!("{frames},")),
    );
    let channels = fill(MOST, |n| {
        format!(
            "{{\"mesh\":0,\"parameter\":\"p{n}\",\"frames\":[{{\"value\":9,\"payload\":7,\"count\":2,\"encoding\":\"sparse-position-f32\"}}]}}"
        )
    });
    judged_in_time(
        "channels",
        &behind("F15", "\"mesh_deformations\":[", &format!("{channels},")),
    );
    let bindings = fill(MOST, |n| {
        format!("{{\"type\":\"material_keyword\",\"component\":0,\"keyword\":\"K{n}\"}}")
    });
    judged_in_time(
        "bindings",
        &behind("F15", "\"bindings\":[", &format!("{bindings},")),
    );
}

#[test]
fn a_table_beyond_every_limit_keeps_its_text_and_takes_no_typed_form() {
    let many = |n: usize| format!("[{}]", vec!["{}"; n].join(","));
    let typed = |n: usize| {
        let text = format!("{{\"meshes\":{}}}", many(n));
        Manifest::from_value(&parse(text.as_bytes()).expect("JSON").value)
    };
    assert_eq!(typed(1 << 18).meshes.len(), 1 << 18, "typed");
    let raw = typed((1 << 18) + 1);
    assert_eq!(raw.meshes, [], "not typed");
    assert_eq!(raw.extra.len(), 1, "but kept");
}
