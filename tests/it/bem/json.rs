//! The strict JSON reader and the writers.

use bem_studio::formats::bem::json::{
    FaultKind, SyntaxError, Value, parse, to_compact, to_indented,
};
use proptest::prelude::*;

fn faults(text: &str) -> Vec<(FaultKind, usize, String)> {
    let parsed = parse(text.as_bytes()).expect("it can be read");
    parsed
        .faults
        .into_iter()
        .map(|fault| (fault.kind, fault.offset, fault.pointer))
        .collect()
}

fn value(text: &str) -> Value {
    parse(text.as_bytes()).expect("it can be read").value
}

fn syntax_offset(text: &str) -> usize {
    match parse(text.as_bytes()) {
        Err(SyntaxError::Unexpected { offset, .. }) => offset,
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn numbers_keep_their_kind() {
    assert_eq!(value("5"), Value::Integer(5), "an integer");
    assert_eq!(
        value("-0"),
        Value::Integer(0),
        "minus zero is zero (JSON-06)"
    );
    assert_eq!(value("5.0"), Value::Float(5.0), "a fraction makes a float");
    assert_eq!(
        value("5e2"),
        Value::Float(500.0),
        "an exponent makes a float"
    );
    assert_eq!(
        value("1e999"),
        Value::Float(f64::INFINITY),
        "beyond binary64"
    );
    assert_eq!(value("-1e999"), Value::Float(f64::NEG_INFINITY), "below");
    assert_eq!(
        value("18446744073709551616"),
        Value::Float(2_f64.powi(64)),
        "an integer that fits no integer"
    );
}

#[test]
fn broken_syntax_is_refused_at_its_offset() {
    let cases = [
        ("", 0),
        ("{", 1),
        ("[1,]", 3),
        ("{\"a\":1,}", 7),
        ("[1 2]", 3),
        ("{\"a\" 1}", 5),
        ("{a:1}", 1),
        ("01", 1),
        ("[1.]", 3),
        ("[.5]", 1),
        ("[+1]", 1),
        ("[1e]", 3),
        ("[-]", 2),
        ("NaN", 0),
        ("[Infinity]", 1),
        ("// no\n1", 0),
        ("1 x", 2),
        ("{} {}", 3),
        ("\"a", 2),
        ("\"\u{1}\"", 1),
        ("\"\\x\"", 2),
        ("\"\\u12g4\"", 5),
        ("tru", 0),
        ("[\u{feff}1]", 1),
        ("\u{a0}1", 0),
    ];
    for (text, offset) in cases {
        assert_eq!(syntax_offset(text), offset, "{text:?}");
    }
}

#[test]
fn text_that_is_no_utf_8_is_refused_at_its_offset() {
    let cases: [(&[u8], usize); 4] = [
        (b"\"\xff\"", 1),
        (b"\"a\xc0\xaf\"", 2),
        (b"\"\xed\xa0\x80\"", 1),
        (b"\"\xe7\x81\"", 1),
    ];
    for (bytes, offset) in cases {
        assert_eq!(
            parse(bytes),
            Err(SyntaxError::NotUtf8 { offset }),
            "{bytes:?}"
        );
    }
}

#[test]
fn repeated_keys_are_found_at_any_depth_and_after_unescaping() {
    let text = r#"{"a":1,"b":{"x":[{"k":1,"\u006b":2}]},"a":3}"#;
    assert_eq!(
        faults(text),
        [
            (FaultKind::RepeatedKey, 24, "/b/x/0/k".to_owned()),
            (FaultKind::RepeatedKey, 38, "/a".to_owned())
        ],
        "both places"
    );
    assert_eq!(
        to_compact(&value(text)),
        r#"{"a":1,"b":{"x":[{"k":1}]}}"#,
        "the first value stays"
    );
}

#[test]
fn repeats_in_large_objects_are_found_in_order_of_place() {
    let members: Vec<String> = (0..500).map(|n| format!("\"k{}\":{n}", n % 490)).collect();
    let text = format!("{{{}}}", members.join(","));
    let found = faults(&text);
    assert_eq!(found.len(), 10, "ten repeats");
    assert_eq!(found[0].2, "/k0", "the first of them");
    assert_eq!(found[9].2, "/k9", "the last of them");
}

#[test]
fn zero_characters_and_lone_surrogates_are_found_with_their_place() {
    assert_eq!(
        faults(r#"{"a":"x\u0000","\u0000":1}"#),
        [
            (FaultKind::ZeroInText, 5, "/a".to_owned()),
            (FaultKind::ZeroInKey, 15, String::new())
        ],
        "zero characters"
    );
    for text in [
        r#"["\ud800"]"#,
        r#"["\udc00"]"#,
        r#"["\ud800\u0041"]"#,
        r#"["\ud800x"]"#,
    ] {
        assert_eq!(
            faults(text),
            [(FaultKind::LoneSurrogate, 2, "/0".to_owned())],
            "{text}"
        );
    }
    assert_eq!(
        value(r#""\ud83d\ude00""#),
        Value::Text("😀".to_owned()),
        "a pair"
    );
    assert_eq!(
        value(r#""\ud800\u0041""#),
        Value::Text("\u{fffd}A".to_owned()),
        "what follows a lone half is kept"
    );
}

#[test]
fn a_byte_order_mark_is_skipped_and_reported() {
    assert_eq!(
        faults("\u{feff}{}"),
        [(FaultKind::ByteOrderMark, 0, String::new())],
        "reported"
    );
}

#[test]
fn depth_48_is_read_and_depth_49_is_not() {
    let nested = |n: usize| format!("{}{}", "[".repeat(n), "]".repeat(n));
    assert_eq!(faults(&nested(49)), [], "48 arrays in the root are fine");
    let found = faults(&nested(50));
    assert_eq!(found.len(), 1, "one fault");
    assert_eq!(
        (found[0].0, found[0].1),
        (FaultKind::TooDeep, 49),
        "its place"
    );
    let leaf = format!("{}1{}", "[".repeat(49), "]".repeat(49));
    assert_eq!(faults(&leaf).len(), 1, "the leaf counts");
}

#[test]
fn a_hundred_thousand_levels_are_one_fault() {
    let n = 100_000;
    let text = format!("{{\"x\":{}1{}}}", "[{\"a\":".repeat(n), "}]".repeat(n));
    let found = faults(&text);
    assert_eq!(found.len(), 1, "one fault");
    let broken = format!("{{\"x\":{}1{}}}", "[{\"a\":".repeat(n), "}}".repeat(n));
    assert!(
        parse(broken.as_bytes()).is_err(),
        "syntax counts down there too"
    );
}

#[test]
fn faults_of_a_kind_are_capped() {
    let text = format!("[{}\"\"]", "\"\\u0000\",".repeat(10_000));
    assert_eq!(faults(&text).len(), 64, "the first 64");
}

#[test]
fn floats_have_a_point_and_no_exponent() {
    let cases = [
        (0.0, "0.0"),
        (-0.0, "0.0"),
        (1.0, "1.0"),
        (0.35, "0.35"),
        (1e-7, "0.0000001"),
        (1e21, "1000000000000000000000.0"),
        (-65_536.5, "-65536.5"),
    ];
    for (number, text) in cases {
        assert_eq!(to_compact(&Value::Float(number)), text, "{number:?}");
    }
}

#[test]
fn indented_text_has_one_member_a_line() {
    assert_eq!(
        to_indented(&value(r#"{"a":[1,{"b":[]}],"c":{}}"#)),
        "{\n  \"a\": [\n    1,\n    {\n      \"b\": []\n    }\n  ],\n  \"c\": {}\n}\n",
        "layout"
    );
}

/// The same value as a general reader sees it.
fn general(value: &Value) -> serde_json::Value {
    match value {
        Value::Null => serde_json::Value::Null,
        Value::Bool(truth) => (*truth).into(),
        Value::Integer(number) => (*number).into(),
        Value::Float(number) => (*number).into(),
        Value::Text(text) => text.clone().into(),
        Value::List(elements) => elements.iter().map(general).collect(),
        Value::Object(members) => members
            .iter()
            .map(|(key, value)| (key.clone(), general(value)))
            .collect::<serde_json::Map<_, _>>()
            .into(),
    }
}

fn any_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::Bool),
        any::<i64>().prop_map(Value::Integer),
        any::<f64>()
            .prop_filter("finite", |number| number.is_finite())
            .prop_map(|number| Value::Float(number + 0.0)),
        any::<String>().prop_map(Value::Text),
    ];
    leaf.prop_recursive(4, 40, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::List),
            prop::collection::btree_map(any::<String>(), inner, 0..6)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

proptest! {
    #[test]
    fn what_is_written_reads_back_equal(value in any_value()) {
        for text in [to_compact(&value), to_indented(&value)] {
            let parsed = parse(text.as_bytes()).expect("own text");
            prop_assert_eq!(&parsed.value, &value);
        }
    }

    #[test]
    fn a_general_reader_sees_the_same(value in any_value()) {
        let text = to_compact(&value);
        let theirs: serde_json::Value = serde_json::from_str(&text).expect("standard JSON");
        prop_assert_eq!(theirs, general(&value));
    }

    #[test]
    fn both_readers_accept_and_refuse_the_same(text in r#"[\[\]{}:,"\\0-9a-fux.eE+\- tn]{0,24}"#) {
        let ours = parse(text.as_bytes());
        let theirs = serde_json::from_str::<serde_json::Value>(&text);
        let is_ours_alone = ours.as_ref().is_ok_and(|parsed| {
            parsed.faults.iter().any(|fault| fault.kind == FaultKind::LoneSurrogate)
                || to_compact(&parsed.value).contains("1e999")
        });
        prop_assert!(ours.is_ok() == theirs.is_ok() || is_ours_alone, "{:?} {:?}", ours, theirs);
    }
}
