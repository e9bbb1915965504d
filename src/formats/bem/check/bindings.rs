//! Bindings of drivers: sliders, properties, colours, keywords (bem.md 15.3).

use crate::base::text::{Message, Phrase};
use crate::formats::bem::check::Check;
use crate::formats::bem::check::facts::{Driver, MaterialBinding};
use crate::formats::bem::check::materials::{
    COLORS, FLOATS, bad_keyword, bad_property, is_keyword, is_property, length_of_list,
};
use crate::formats::bem::check::report::{OnRead, Rule};
use crate::formats::bem::check::view::Object;
use crate::formats::bem::json::Value;
use std::collections::BTreeSet;

const DRV_09: Rule = Rule::reject("DRV-09");
const DRV_10: Rule = Rule::warn("DRV-10").typed();
const DRV_11: Rule = Rule::reject("DRV-11");
const DRV_12: Rule = Rule::reject("DRV-12").typed();
const DRV_13: Rule = Rule::warn("DRV-13");
const DRV_14: Rule = Rule::reject("DRV-14");
const DRV_15: Rule = Rule::reject("DRV-15").typed();
const DRV_16: Rule = Rule::reject("DRV-16");
const DRV_17: Rule = Rule::warn("DRV-17");
const MAX_BINDINGS: usize = 32;
const MAX_SLOT: u32 = 255;
const TYPES: [&str; 4] = [
    "morph_parameter",
    "material_float",
    "material_color",
    "material_keyword",
];
const BINDING_KEYS: [&str; 9] = [
    "type",
    "target",
    "range",
    "component",
    "material_slot",
    "property",
    "colors",
    "keyword",
    "threshold",
];

static NO_EFFECT: Phrase = Phrase::new(
    "驱动器既没有绑定也没有声音，不起作用。",
    "ドライバーに割り当ても音もなく、働きません。",
    "The driver has neither bindings nor a sound, so it has no effect.",
);
static EMPTY_BINDINGS: Phrase = Phrase::new(
    "绑定列表是空的；只有声音的驱动器应省略它。",
    "割り当ての一覧が空です。音だけのドライバーでは省きます。",
    "The list of bindings is empty; a driver with only a sound leaves it out.",
);
static BINDING_DROPPED: Phrase = Phrase::new(
    "绑定类型“{value}”未知，此绑定不起作用。可用的有：{allowed}。",
    "割り当ての種類「{value}」は知られておらず、働きません。使えるのは {allowed} です。",
    "The binding type “{value}” is unknown, so the binding has no effect. Known are {allowed}.",
);
static OLD_NAME: Phrase = Phrase::new(
    "“blend_shape”是“morph_parameter”的旧名，导出时会改写。",
    "「blend_shape」は「morph_parameter」の古い名前で、書き出しでは置き換わります。",
    "“blend_shape” is an old name of “morph_parameter”; export writes the new one.",
);
static NO_PARAMETER: Phrase = Phrase::new(
    "绑定引用的滑块“{value}”不存在。",
    "割り当てが指すスライダー「{value}」がありません。",
    "The binding names the slider “{value}”, which does not exist.",
);
static BAD_RANGE: Phrase = Phrase::new(
    "范围 {low} 到 {high} 不合规：低值应小于高值。",
    "範囲 {low}〜{high} は使えません。下の値は上の値より小さくします。",
    "The range runs from {low} to {high}; the low end must be below the high end.",
);
static EQUAL_RANGE: Phrase = Phrase::new(
    "范围两端同为 {low}，驱动器不会带来变化。",
    "範囲の両端がどちらも {low} で、何も動きません。",
    "Both ends of the range are {low}, so nothing will move.",
);
static NO_COMPONENT: Phrase = Phrase::new(
    "绑定没有指明部件，按部件 0 处理。",
    "割り当てにパーツの指定がなく、パーツ 0 とみなします。",
    "The binding names no component; component 0 is taken.",
);
static UNKNOWN_COMPONENT: Phrase = Phrase::new(
    "绑定的部件 {value} 不存在（共 {limit} 个），此绑定不起作用。",
    "割り当てのパーツ {value} はなく（全 {limit} 個）、この割り当ては働きません。",
    "Component {value} does not exist ({limit} in all), so the binding has no effect.",
);
static BAD_SLOT: Phrase = Phrase::new(
    "材质位 {value} 超出 0 到 {limit}，不会命中任何材质。",
    "材質スロット {value} は 0〜{limit} を超えており、どの材質にも当たりません。",
    "The material slot {value} is beyond 0 to {limit} and hits no material.",
);
static BOUND_TWICE: Phrase = Phrase::new(
    "同一驱动器把“{value}”绑定了两次；以最后一次为准。",
    "同じドライバーが「{value}」を二度割り当てています。最後のものが優先されます。",
    "The driver binds “{value}” twice; the last binding wins.",
);

/// What a binding moves, for finding repeats.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Bound<'v> {
    Parameter(&'v str),
    Property(usize, u32, &'v str),
    Keyword(usize, u32, &'v str),
}

impl<'v> Check<'v> {
    pub(super) fn bindings(&mut self, object: Object<'v, '_>, driver: &mut Driver<'v>) {
        let has_sound = object.has("sound");
        let elements = self.optional_elements(DRV_09.typed(), object, "bindings");
        let path = object.path.key("bindings");
        match elements.map(<[Value]>::len) {
            Some(0) if has_sound => {
                let rule = DRV_09.on_read(OnRead::Warn);
                self.at(rule, &path, Message::new(&EMPTY_BINDINGS));
            }
            None if has_sound => {}
            Some(0) | None => {
                // A list of the wrong type has been told.
                if !object.has("bindings") || elements.is_some() {
                    let rule = DRV_09.on_read(OnRead::Warn);
                    self.at(rule, object.path, Message::new(&NO_EFFECT));
                }
            }
            Some(n) => {
                self.count(DRV_09, &path, n, (1, MAX_BINDINGS));
            }
        }
        let mut bound = BTreeSet::new();
        for (index, value) in elements.unwrap_or_default().iter().enumerate() {
            let path = path.index(index);
            let Some(binding) = self.as_object(DRV_10, value, &path) else {
                continue;
            };
            self.metadata(binding, &BINDING_KEYS);
            self.binding(binding, index, driver, &mut bound);
        }
    }

    fn binding(
        &mut self,
        binding: Object<'v, '_>,
        index: usize,
        driver: &mut Driver<'v>,
        bound: &mut BTreeSet<Bound<'v>>,
    ) {
        let Some(kind) = self.text(DRV_10, binding, "type") else {
            return;
        };
        let thing = match kind {
            "morph_parameter" | "blend_shape" => {
                if kind == "blend_shape" {
                    let rule = DRV_10.on_read(OnRead::Fine);
                    self.member(rule, binding, "type", Message::new(&OLD_NAME));
                }
                self.range(binding, (0.0, 1.0));
                self.morph_target(binding).map(|id| {
                    driver.parameters.push(id);
                    Bound::Parameter(id)
                })
            }
            "material_float" => {
                self.range(binding, FLOATS);
                self.material_binding(binding, index, "property", driver)
            }
            "material_color" => {
                self.colors(binding);
                self.material_binding(binding, index, "property", driver)
            }
            "material_keyword" => {
                self.float_within(DRV_16, binding, "threshold", (0.0, 1.0));
                self.material_binding(binding, index, "keyword", driver)
            }
            _ => {
                let message = Message::new(&BINDING_DROPPED)
                    .with("value", kind)
                    .with("allowed", TYPES.join(", "));
                self.member(DRV_10, binding, "type", message);
                None
            }
        };
        let Some(thing) = thing else { return };
        let name = match &thing {
            Bound::Parameter(name) | Bound::Property(_, _, name) | Bound::Keyword(_, _, name) => {
                *name
            }
        };
        if !bound.insert(thing) {
            self.at(
                DRV_17,
                binding.path,
                Message::new(&BOUND_TWICE).with("value", name),
            );
        }
    }

    fn morph_target(&mut self, binding: Object<'v, '_>) -> Option<&'v str> {
        let id = self.text(DRV_11, binding, "target")?;
        let parameters = self.facts.parameters.as_ref()?;
        if !parameters.by_id.contains_key(id) {
            let message = Message::new(&NO_PARAMETER).with("value", id);
            self.member(DRV_11, binding, "target", message);
            return None;
        }
        Some(id)
    }

    /// `range`: two numbers inside `limits`, low below high (DRV-12).
    fn range(&mut self, binding: Object<'v, '_>, limits: (f64, f64)) {
        let Some(elements) = self.optional_elements(DRV_12, binding, "range") else {
            return;
        };
        let path = binding.path.key("range");
        let [low, high] = elements else {
            self.at(DRV_12, &path, length_of_list(&path, elements.len(), 2));
            return;
        };
        let low = self.number_within(DRV_12, low, &path.index(0), limits);
        let high = self.number_within(DRV_12, high, &path.index(1), limits);
        let (Some(low), Some(high)) = (low, high) else {
            return;
        };
        let (rule, phrase) = if low > high {
            (DRV_12, &BAD_RANGE)
        } else if low == high {
            (DRV_12.on_read(OnRead::Warn), &EQUAL_RANGE)
        } else {
            return;
        };
        let message = Message::new(phrase).with("low", low).with("high", high);
        self.at(rule, &path, message);
    }

    /// `colors`: two arrays of four (DRV-15).
    fn colors(&mut self, binding: Object<'v, '_>) {
        let Some(elements) = self.elements(DRV_15, binding, "colors") else {
            return;
        };
        let path = binding.path.key("colors");
        if elements.len() != 2 {
            self.at(DRV_15, &path, length_of_list(&path, elements.len(), 2));
        }
        for (index, value) in elements.iter().enumerate() {
            self.four_numbers(DRV_15, value, &path.index(index), COLORS);
        }
    }

    /// `component`, `material_slot`, and the property or keyword (DRV-13, DRV-14).
    fn material_binding(
        &mut self,
        binding: Object<'v, '_>,
        index: usize,
        key: &str,
        driver: &mut Driver<'v>,
    ) -> Option<Bound<'v>> {
        self.facts.used.material_bindings = true;
        let component = self.bound_component(binding);
        let slot = self.bound_slot(binding);
        let name = self.text(DRV_14, binding, key)?;
        let is_keyword_binding = key == "keyword";
        if is_keyword_binding && !is_keyword(name) {
            self.member(DRV_14, binding, key, bad_keyword(name));
        } else if !is_keyword_binding && !is_property(name) {
            self.member(DRV_14, binding, key, bad_property(name));
        }
        let (component, slot) = (component?, slot?);
        driver.materials.push(MaterialBinding {
            binding: index,
            component,
            slot,
            name,
            is_keyword: is_keyword_binding,
        });
        Some(if is_keyword_binding {
            Bound::Keyword(component, slot, name)
        } else {
            Bound::Property(component, slot, name)
        })
    }

    fn bound_component(&mut self, binding: Object<'v, '_>) -> Option<usize> {
        if !binding.has("component") {
            self.member(DRV_13, binding, "component", Message::new(&NO_COMPONENT));
            return Some(0);
        }
        let number = self.u32(DRV_13, binding, "component")?;
        let n_components = self.n_components();
        let index = usize::try_from(number)
            .ok()
            .filter(|index| *index < n_components);
        if index.is_none() {
            let message = Message::new(&UNKNOWN_COMPONENT)
                .with("value", number)
                .with("limit", n_components);
            self.member(DRV_13, binding, "component", message);
        }
        index
    }

    fn bound_slot(&mut self, binding: Object<'v, '_>) -> Option<u32> {
        if !binding.has("material_slot") {
            self.not_written(DRV_13.on_read(OnRead::Fine), binding, "material_slot", "0");
            return Some(0);
        }
        let slot = self.u32(DRV_13, binding, "material_slot")?;
        if slot > MAX_SLOT {
            let message = Message::new(&BAD_SLOT)
                .with("value", slot)
                .with("limit", MAX_SLOT);
            self.member(DRV_13, binding, "material_slot", message);
        }
        Some(slot)
    }
}
