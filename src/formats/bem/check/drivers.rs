//! Drivers: names, clock, playback (bem.md ch. 15). What they move is `bindings.rs`'s work, sounds that of `sounds.rs`.

use crate::base::text::{Message, Phrase};
use crate::formats::bem::check::Check;
use crate::formats::bem::check::facts::Driver;
use crate::formats::bem::check::ids::length_message;
use crate::formats::bem::check::report::{OnRead, Rule};
use crate::formats::bem::check::view::Object;
use crate::formats::bem::limits::MAX_NAME_BYTES;
use std::collections::BTreeMap;

const DRV_01: Rule = Rule::reject("DRV-01").typed();
const DRV_02: Rule = Rule::reject("DRV-02");
const DRV_03: Rule = Rule::warn("DRV-03").typed();
const DRV_04: Rule = Rule::warn("DRV-04").typed();
const DRV_05: Rule = Rule::warn("DRV-05").typed();
const DRV_06: Rule = Rule::reject("DRV-06").typed();
const DRV_07: Rule = Rule::reject("DRV-07");
const DRV_08: Rule = Rule::reject("DRV-08");
const MAX_DRIVERS: usize = 16;
const FREQUENCY: (f64, f64) = (0.0, 10.0);
const WAVEFORMS: [&str; 5] = ["pingpong", "sine", "jitter", "sawtooth", "step"];
const DRIVER_KEYS: [&str; 9] = [
    "id",
    "name",
    "waveform",
    "playback",
    "default_playing",
    "base_frequency",
    "speed_multiplier",
    "bindings",
    "sound",
];

static TOO_MANY: Phrase = Phrase::new(
    "有 {value} 个驱动器，最多 {limit} 个；多出的不起作用。",
    "ドライバーは {value} 個ですが、{limit} 個までです。余りは働きません。",
    "There are {value} drivers; {limit} are allowed. Those beyond have no effect.",
);
static EMPTY_ID: Phrase = Phrase::new(
    "驱动器的 ID 是空的。",
    "ドライバーの ID が空です。",
    "The driver's id is empty.",
);
static DROPPED: Phrase = Phrase::new(
    "“{key}”的值“{value}”未知，这个驱动器不起作用。可用的有：{allowed}。",
    "「{key}」の値「{value}」は知られておらず、このドライバーは働きません。使えるのは {allowed} です。",
    "“{key}” is “{value}”, which is unknown, so the driver has no effect. Known are {allowed}.",
);
static STARTS_PLAYING: Phrase = Phrase::new(
    "“default_playing”为 true，但驱动器从不自动播放。",
    "「default_playing」が true ですが、ドライバーが自動で動くことはありません。",
    "“default_playing” is true, but drivers never start by themselves.",
);
static NOT_WRITTEN: Phrase = Phrase::new(
    "缺少“{key}”，按 {value} 处理；导出时会写出。",
    "「{key}」がないため {value} とみなします。書き出しでは書かれます。",
    "“{key}” is missing; {value} is taken, and export writes it.",
);
static NO_FREQUENCY: Phrase = Phrase::new(
    "缺少频率，按每秒 {value} 次处理。",
    "周波数がないため毎秒 {value} 回とみなします。",
    "The frequency is missing; {value} Hz is taken.",
);

impl<'v> Check<'v> {
    pub(super) fn drivers(&mut self, top: Object<'v, '_>) {
        if !self.is_timely(top, "drivers", 5) {
            return;
        }
        let Some(elements) = self.optional_elements(DRV_01, top, "drivers") else {
            return;
        };
        self.facts.used.drivers = !elements.is_empty();
        let path = top.path.key("drivers");
        if elements.len() > MAX_DRIVERS {
            let message = Message::new(&TOO_MANY)
                .with("value", elements.len())
                .with("limit", MAX_DRIVERS);
            self.at(DRV_01.on_read(OnRead::Warn), &path, message);
        }
        let mut ids = BTreeMap::new();
        for (index, value) in elements.iter().enumerate() {
            let path = path.index(index);
            if let Some(object) = self.as_object(DRV_01, value, &path) {
                let driver = self.driver(object, index, &mut ids);
                self.facts.drivers.push(driver);
            }
        }
        self.sounds(&path);
        self.driven_positions();
    }

    fn driver(
        &mut self,
        object: Object<'v, '_>,
        index: usize,
        ids: &mut BTreeMap<&'v str, String>,
    ) -> Driver<'v> {
        self.metadata(object, &DRIVER_KEYS);
        if let Some(id) = self.text(DRV_02, object, "id") {
            if id.is_empty() {
                self.member(DRV_02, object, "id", Message::new(&EMPTY_ID));
            } else {
                self.id_form(DRV_02.on_read(OnRead::Warn), object, "id", id);
            }
            self.unique(DRV_02, ids, id, &object.path.key("id"));
        }
        self.driver_name(object);
        self.driver_word(DRV_04, object, "waveform", &WAVEFORMS);
        self.driver_word(DRV_05, object, "playback", &["loop", "once"]);
        self.driver_clock(object);
        let mut driver = Driver {
            index,
            has_sound: object.has("sound"),
            sound: self.sound(object),
            ..Driver::default()
        };
        self.bindings(object, &mut driver);
        driver
    }

    fn driver_name(&mut self, object: Object<'v, '_>) {
        if object.has("name")
            && let Some(name) = self.text(DRV_03, object, "name")
            && !(1..=MAX_NAME_BYTES).contains(&name.len())
        {
            let message = length_message("name", name.len(), MAX_NAME_BYTES);
            self.member(DRV_03, object, "name", message);
        }
    }

    /// A word with a default that drops the driver when it is unknown.
    fn driver_word(&mut self, rule: Rule, object: Object<'v, '_>, key: &str, known: &[&str]) {
        if object.has(key)
            && let Some(word) = self.text(rule, object, key)
            && !known.contains(&word)
        {
            let message = Message::new(&DROPPED)
                .with("key", key)
                .with("value", word)
                .with("allowed", known.join(", "));
            self.member(rule, object, key, message);
        }
    }

    /// `default_playing`, `base_frequency`, `speed_multiplier` (DRV-06 to DRV-08).
    fn driver_clock(&mut self, object: Object<'v, '_>) {
        if object.has("default_playing") {
            if self.truth(DRV_06, object, "default_playing") == Some(true) {
                let rule = DRV_06.on_read(OnRead::Warn);
                self.member(
                    rule,
                    object,
                    "default_playing",
                    Message::new(&STARTS_PLAYING),
                );
            }
        } else {
            let rule = DRV_06.on_read(OnRead::Fine);
            self.not_written(rule, object, "default_playing", "false");
        }
        if object.has("base_frequency") {
            self.float_within(DRV_07, object, "base_frequency", FREQUENCY);
        } else {
            let message = Message::new(&NO_FREQUENCY).with("value", "1.0");
            self.member(
                DRV_07.on_read(OnRead::Warn),
                object,
                "base_frequency",
                message,
            );
        }
        self.float_within(DRV_08, object, "speed_multiplier", FREQUENCY);
    }

    /// A member that reading supplies and export writes.
    pub(super) fn not_written(
        &mut self,
        rule: Rule,
        object: Object<'v, '_>,
        key: &str,
        taken: &str,
    ) {
        let message = Message::new(&NOT_WRITTEN)
            .with("key", key)
            .with("value", taken);
        self.member(rule, object, key, message);
    }
}
