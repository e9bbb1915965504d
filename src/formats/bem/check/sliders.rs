//! Sliders as declared (bem.md ch. 12). What they deform is `channels.rs`'s work.

use crate::base::text::{Message, Phrase};
use crate::formats::bem::check::Check;
use crate::formats::bem::check::conditions::Scope;
use crate::formats::bem::check::facts::{Parameters, TickNumbers, Ticks};
use crate::formats::bem::check::ids::{ID_02, ID_03, ID_05};
use crate::formats::bem::check::phrases;
use crate::formats::bem::check::report::{OnRead, Rule};
use crate::formats::bem::check::top::JSON_10;
use crate::formats::bem::check::view::Object;
use std::collections::BTreeMap;

const JSON_11: Rule = Rule::warn("JSON-11");
const PAR_01: Rule = Rule::reject("PAR-01");
const PAR_02: Rule = Rule::reject("PAR-02").typed();
const PAR_03: Rule = Rule::reject("PAR-03");
const PAR_04: Rule = Rule::reject("PAR-04");
const MAX_PARAMETERS: usize = 64;
const MAX_TICK: u32 = 1000;

const PARAMETER_KEYS: [&str; 8] = [
    "id",
    "name",
    "min",
    "max",
    "neutral",
    "default",
    "step",
    "available_when",
];

static DEFAULTED: Phrase = Phrase::new(
    "滑块缺少“{key}”，按 {value} 处理。",
    "スライダーに「{key}」がありません。{value} とみなします。",
    "The slider lacks “{key}”; {value} is taken.",
);
static BAD_SPAN: Phrase = Phrase::new(
    "滑块的范围 {low} 到 {high} 不合规：应满足 0 ≤ 最小 < 最大 ≤ {limit}。",
    "スライダーの範囲 {low}〜{high} は使えません。0 ≤ 最小 < 最大 ≤ {limit} とします。",
    "The slider runs from {low} to {high}; 0 ≤ lowest < highest ≤ {limit} is needed.",
);
static OFF_STEP: Phrase = Phrase::new(
    "“{key}”为 {value}，不在 {low} 到 {high} 之间以 {step} 为步长的刻度上。",
    "「{key}」は {value} ですが、{low}〜{high} を {step} ずつ刻んだ目盛りの上にありません。",
    "“{key}” is {value}, which is no tick between {low} and {high} in steps of {step}.",
);

impl<'v> Check<'v> {
    pub(super) fn parameters(&mut self, top: Object<'v, '_>) {
        if !self.is_timely(top, "parameters", 3) {
            // Without the key no slider exists; under an early header nothing is known about them.
            if !top.has("parameters") {
                self.facts.parameters = Some(Parameters::default());
            }
            return;
        }
        let Some(elements) = self.optional_elements(JSON_10, top, "parameters") else {
            return;
        };
        self.facts.used.parameters = !elements.is_empty();
        let path = top.path.key("parameters");
        self.count(PAR_01, &path, elements.len(), (0, MAX_PARAMETERS));
        let mut ids = BTreeMap::new();
        let mut parameters = Parameters::default();
        for (index, value) in elements.iter().enumerate() {
            let path = path.index(index);
            let Some(object) = self.as_object(JSON_10, value, &path) else {
                continue;
            };
            self.closed(JSON_11, object, &PARAMETER_KEYS);
            let id = self.stable_id(ID_02, object, "id");
            self.name(ID_05, object, "name");
            let numbers = self.ticks(object);
            if let Some(id) = id
                && self.unique(ID_03, &mut ids, id, &path.key("id"))
            {
                parameters.by_id.insert(id, Ticks { numbers });
            }
        }
        self.facts.parameters = Some(parameters);
        for (index, value) in elements.iter().enumerate() {
            let path = path.index(index);
            if let Some(members) = value.members() {
                let object = Object {
                    members,
                    path: &path,
                };
                self.optional_condition(object, "available_when", Scope::Slider);
            }
        }
    }

    /// The numbers of a slider; none where they break a rule.
    fn ticks(&mut self, object: Object<'v, '_>) -> Option<TickNumbers> {
        let min = self.tick(object, "min", 0);
        let max = self.tick(object, "max", MAX_TICK);
        let neutral = self.tick(object, "neutral", 0);
        let default = self.tick(object, "default", neutral.unwrap_or_default());
        let step = self.tick(object, "step", 1);
        let (min, max, step) = (min?, max?, step?);
        let mut is_sound = true;
        if min >= max || max > MAX_TICK {
            let message = Message::new(&BAD_SPAN)
                .with("low", min)
                .with("high", max)
                .with("limit", MAX_TICK);
            self.at(PAR_03, object.path, message);
            is_sound = false;
        }
        if !(1..=MAX_TICK).contains(&step) {
            let message = Message::new(&phrases::RANGE)
                .with("key", "step")
                .with("value", step)
                .with("low", 1)
                .with("high", MAX_TICK);
            self.member(PAR_03, object, "step", message);
            is_sound = false;
        }
        let (neutral, default) = (neutral?, default?);
        let numbers = TickNumbers {
            min,
            max,
            neutral,
            step,
        };
        if !is_sound {
            return None;
        }
        for (key, tick) in [("max", max), ("neutral", neutral), ("default", default)] {
            if !numbers.has_tick(tick) {
                self.member(PAR_04, object, key, numbers.off_step(key, tick));
                is_sound = false;
            }
        }
        is_sound.then_some(numbers)
    }

    fn tick(&mut self, object: Object<'v, '_>, key: &str, default: u32) -> Option<u32> {
        if object.has(key) {
            return self.u32(PAR_02, object, key);
        }
        let message = Message::new(&DEFAULTED)
            .with("key", key)
            .with("value", default);
        let rule = PAR_02.on_read(OnRead::Warn);
        self.member(rule, object, key, message);
        Some(default)
    }
}

impl TickNumbers {
    pub(super) fn has_tick(self, tick: u32) -> bool {
        let is_inside = (self.min..=self.max).contains(&tick);
        is_inside
            && tick
                .saturating_sub(self.min)
                .checked_rem(self.step)
                .is_some_and(|rest| rest == 0)
    }

    pub(super) fn off_step(self, key: &str, value: u32) -> Message {
        Message::new(&OFF_STEP)
            .with("key", key)
            .with("value", value)
            .with("low", self.min)
            .with("high", self.max)
            .with("step", self.step)
    }
}
