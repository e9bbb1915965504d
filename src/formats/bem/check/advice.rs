//! Hints that the manifest and its payloads show by themselves (HINT-03, 08, 09, 12, 13, 15, 16, 17, 19).

use crate::base::findings::Place;
use crate::base::text::{Message, Phrase, grouped};
use crate::formats::bem::check::Check;
use crate::formats::bem::check::bytes::PayloadFacts;
use crate::formats::bem::check::facts::Structure;
use crate::formats::bem::check::skin::attribute_bytes;
use crate::formats::bem::check::view::Object;
use crate::formats::bem::json::Value;
use crate::formats::bem::json::path::Path;
use std::collections::{BTreeMap, BTreeSet};

/// Bindings looked at for hints: all that a package may have.
const MOST_HINTED: usize = 16 * 32;

static UNREFERENCED: Phrase = Phrase::new(
    "有 {n} 个数据块没有被引用（第一个是 {payload}）；导出时会去掉。",
    "参照されていないデータブロックが {n} 個あります（最初は {payload}）。書き出しでは省かれます。",
    "{n} payloads are not referred to (the first is {payload}); export drops them.",
);
static SAME_TARGET: Phrase = Phrase::new(
    "驱动器 {driver} 与驱动器 {first} 都控制“{value}”；同时运行时以列表中靠后的为准。",
    "ドライバー {driver} と {first} がどちらも「{value}」を動かします。同時に動くと一覧で後のものが優先されます。",
    "The drivers {first} and {driver} both move “{value}”; when both run, the later in the list wins.",
);
static SHARED_VERTICES: Phrase = Phrase::new(
    "网格 {mesh} 有 {n} 个顶点同时由驱动器控制的滑块和手动滑块移动，画面会出现重影。",
    "メッシュ {mesh} の {n} 頂点は、ドライバーが動かすスライダーと手で動かすスライダーの両方で動き、残像が出ます。",
    "In mesh {mesh}, {n} vertices are moved by a driven slider and by a manual one; they will ghost and flicker.",
);
static NO_SPEED: Phrase = Phrase::new(
    "“{key}”为 0，驱动器不会走动。",
    "「{key}」が 0 のため、ドライバーは進みません。",
    "“{key}” is 0, so the driver never advances.",
);
static BEYOND_PANEL: Phrase = Phrase::new(
    "“{key}”为 {value}，超出面板滑块的范围 {low} 到 {high}。",
    "「{key}」は {value} で、パネルのスライダーの範囲 {low}〜{high} の外です。",
    "“{key}” is {value}, outside the panel slider's {low} to {high}.",
);
static ONCE_JITTER: Phrase = Phrase::new(
    "“once”与“jitter”组合没有确定的终点。",
    "「once」と「jitter」の組み合わせには決まった終わりがありません。",
    "“once” together with “jitter” has no exact end.",
);
static NO_STATIC_KEYWORD: Phrase = Phrase::new(
    "驱动器控制的关键字“{value}”在部件 {component} 的绘制段上没有静态设置；停止后它会被关闭。",
    "ドライバーが動かすキーワード「{value}」は、パーツ {component} の描画区分で静的に設定されていません。停止すると無効になります。",
    "No draw of component {component} sets the driven keyword {value} statically; after a stop it will be disabled.",
);
static NO_POSITION: Phrase = Phrase::new(
    "网格 {mesh} 没有位置属性，无法预览。",
    "メッシュ {mesh} に位置の属性がなく、プレビューできません。",
    "Mesh {mesh} has no position attribute and cannot be previewed.",
);
static ODD_ATTRIBUTE: Phrase = Phrase::new(
    "网格 {mesh} 有一个 {value} 字节的顶点属性；引擎要求是 {limit} 的倍数。",
    "メッシュ {mesh} に {value} バイトの頂点属性があります。エンジンは {limit} の倍数を求めます。",
    "Mesh {mesh} has a vertex attribute of {value} bytes; the engine asks for multiples of {limit}.",
);
static NO_CHANNEL: Phrase = Phrase::new(
    "滑块“{value}”没有任何形变，拖动它不会有变化。",
    "スライダー「{value}」には変形がなく、動かしても何も変わりません。",
    "The slider {value} deforms nothing; moving it changes nothing.",
);
static EMPTY_CHANNEL: Phrase = Phrase::new(
    "这个形变通道的各帧都是空的。",
    "この変形チャンネルのフレームはすべて空です。",
    "All frames of this channel are empty.",
);
static ENDING: Phrase = Phrase::new(
    "“{key}”通常以“{limit}”结尾，这里是“{value}”。",
    "「{key}」はふつう「{limit}」で終わりますが、ここは「{value}」です。",
    "“{key}” usually ends with “{limit}”; here it is “{value}”.",
);
static LOCAL_PATH: Phrase = Phrase::new(
    "文本“{value}”看起来像本机路径，不应写进包里。",
    "文字列「{value}」はこのコンピューターのパスのようです。パッケージには入れるべきではありません。",
    "The text “{value}” looks like a path of somebody's computer; it does not belong in a package.",
);
static PHONE_COPY: Phrase = Phrase::new(
    "这是手机端转换过的副本，贴图已重新编码；修改时最好用原来的包。",
    "これはスマートフォン向けに変換された写しで、テクスチャは再符号化されています。編集には元のパッケージを使うほうがよいでしょう。",
    "This is a copy converted for a phone, its textures re-encoded; better edit the original package.",
);

impl<'v> Check<'v> {
    /// Hints of stage M.
    pub(super) fn manifest_hints(&mut self, top: Object<'v, '_>) {
        self.driver_hints(top);
        self.mesh_hints();
        self.slider_hints();
        self.text_hints(top);
    }

    fn driver_hints(&mut self, top: Object<'v, '_>) {
        let mut bound: BTreeMap<String, usize> = BTreeMap::new();
        let mut found = Vec::new();
        for driver in &self.facts.drivers {
            let sliders = driver.parameters.iter().map(|id| (*id).to_owned());
            let materials = driver
                .materials
                .iter()
                .map(|one| format!("{}/{}/{}", one.component, one.slot, one.name));
            let own: BTreeSet<String> = sliders.chain(materials).collect();
            for thing in own {
                if let Some(first) = bound.get(&thing) {
                    let message = Message::new(&SAME_TARGET)
                        .with("driver", driver.index)
                        .with("first", first)
                        .with("value", &thing);
                    found.push(("HINT-08", format!("/drivers/{}", driver.index), message));
                } else {
                    bound.insert(thing, driver.index);
                }
            }
            let n_hinted = MOST_HINTED.saturating_sub(found.len());
            let keywords = driver.materials.iter().filter(|one| one.is_keyword);
            for one in keywords.take(n_hinted) {
                if !self.has_static_keyword(one.component, one.name) {
                    let message = Message::new(&NO_STATIC_KEYWORD)
                        .with("value", one.name)
                        .with("component", one.component);
                    let pointer = format!("/drivers/{}/bindings/{}", driver.index, one.binding);
                    found.push(("HINT-13", pointer, message));
                }
            }
        }
        for (id, pointer, message) in found {
            self.report.hint(id, Place::Pointer(pointer), message);
        }
        if self.minor >= 5 {
            let drivers = top.get("drivers").and_then(Value::list).unwrap_or_default();
            for (index, driver) in drivers.iter().enumerate() {
                self.clock_hints(driver, &format!("/drivers/{index}"));
            }
        }
    }

    /// Whether any draw that can stand on this component sets the keyword.
    fn has_static_keyword(&self, component: usize, keyword: &str) -> bool {
        let meshes = self.facts.meshes.as_deref().unwrap_or_default();
        let mut own = self.facts.replacements.iter();
        own.any(|(target, mesh)| {
            *target == component
                && meshes.get(*mesh).is_some_and(|mesh| {
                    mesh.draws
                        .iter()
                        .any(|draw| draw.keywords.contains(keyword))
                })
        })
    }

    /// HINT-12.
    fn clock_hints(&mut self, driver: &Value, pointer: &str) {
        const PANEL: (f64, f64) = (0.25, 4.0);
        let number = |key: &str| driver.get(key).and_then(Value::number);
        for key in ["base_frequency", "speed_multiplier"] {
            let Some(value) = number(key) else { continue };
            let message = if value == 0.0 {
                Message::new(&NO_SPEED).with("key", key)
            } else if key == "speed_multiplier" && !(PANEL.0..=PANEL.1).contains(&value) {
                Message::new(&BEYOND_PANEL)
                    .with("key", key)
                    .with("value", value)
                    .with("low", PANEL.0)
                    .with("high", PANEL.1)
            } else {
                continue;
            };
            let place = Place::Pointer(format!("{pointer}/{key}"));
            self.report.hint("HINT-12", place, message);
        }
        let word = |key: &str| driver.get(key).and_then(Value::text);
        if word("playback") == Some("once") && word("waveform") == Some("jitter") {
            let place = Place::Pointer(pointer.to_owned());
            self.report
                .hint("HINT-12", place, Message::new(&ONCE_JITTER));
        }
    }

    /// HINT-15.
    fn mesh_hints(&mut self) {
        let mut found = Vec::new();
        for (mesh, entry) in self.facts.meshes.iter().flatten().enumerate() {
            let Some(attributes) = &entry.attributes else {
                continue;
            };
            let pointer = format!("/meshes/{mesh}/attributes");
            if !attributes.iter().any(|attribute| attribute.semantic == 0) {
                let message = Message::new(&NO_POSITION).with("mesh", mesh);
                found.push((pointer.clone(), message));
            }
            let odd = attributes
                .iter()
                .map(attribute_bytes)
                .find(|size| size % 4 != 0);
            if let Some(size) = odd {
                let message = Message::new(&ODD_ATTRIBUTE)
                    .with("mesh", mesh)
                    .with("value", size)
                    .with("limit", 4);
                found.push((pointer, message));
            }
        }
        for (pointer, message) in found {
            self.report
                .hint("HINT-15", Place::Pointer(pointer), message);
        }
    }

    /// HINT-16.
    fn slider_hints(&mut self) {
        let with_channel: BTreeSet<&str> = self
            .facts
            .channels
            .iter()
            .filter_map(|channel| channel.parameter)
            .collect();
        let idle: Vec<&str> = self
            .facts
            .parameters
            .iter()
            .flat_map(|parameters| parameters.by_id.keys().copied())
            .filter(|id| !with_channel.contains(id))
            .collect();
        for id in idle {
            let message = Message::new(&NO_CHANNEL).with("value", id);
            let place = Place::Pointer("/parameters".to_owned());
            self.report.hint("HINT-16", place, message);
        }
        let empty: Vec<usize> = self
            .facts
            .channels
            .iter()
            .enumerate()
            .filter(|(_, channel)| {
                !channel.frames.is_empty()
                    && channel.frames.iter().all(|frame| frame.count == Some(0))
            })
            .map(|(index, _)| index)
            .collect();
        for index in empty {
            let place = Place::Pointer(format!("/mesh_deformations/{index}"));
            self.report
                .hint("HINT-16", place, Message::new(&EMPTY_CHANNEL));
        }
    }

    /// HINT-17 and HINT-19.
    fn text_hints(&mut self, top: Object<'v, '_>) {
        if self.facts.structure == Structure::Legacy
            && let Some(target) = top.get("target")
        {
            for (key, ending) in [
                ("world_resource", "_postmodel"),
                ("ui_resource", "_uimodel"),
            ] {
                let text = target.get(key).and_then(Value::text).unwrap_or(ending);
                if !text.ends_with(ending) {
                    let message = Message::new(&ENDING)
                        .with("key", key)
                        .with("limit", ending)
                        .with("value", text);
                    let place = Place::Pointer(format!("/target/{key}"));
                    self.report.hint("HINT-17", place, message);
                }
            }
        }
        for (key, value) in top.members {
            self.local_paths(value, &top.path.key(key));
        }
        if top.has("android_install") {
            let place = top.place("android_install");
            self.report
                .hint("HINT-19", place, Message::new(&PHONE_COPY));
        }
    }

    /// Recursion ends with the depth of the JSON.
    fn local_paths(&mut self, value: &'v Value, path: &Path<'_>) {
        match value {
            Value::Text(text) if is_local_path(text) => {
                let message = Message::new(&LOCAL_PATH).with("value", text);
                let place = Place::Pointer(path.pointer());
                self.report.hint("HINT-17", place, message);
            }
            Value::List(elements) => {
                for (index, element) in elements.iter().enumerate() {
                    self.local_paths(element, &path.index(index));
                }
            }
            Value::Object(members) => {
                for (key, value) in members {
                    self.local_paths(value, &path.key(key));
                }
            }
            _ => {}
        }
    }

    /// HINT-03: payloads nothing refers to.
    pub(super) fn unreferenced_hint(&mut self, n_payloads: u32) {
        let mut unused = (0..n_payloads).filter(|id| !self.facts.referenced.contains(id));
        if let Some(first) = unused.next() {
            let message = Message::new(&UNREFERENCED)
                .with("n", grouped(unused.count().saturating_add(1)))
                .with("payload", first);
            self.report.hint("HINT-03", Place::Whole, message);
        }
    }

    /// HINT-09.
    pub(super) fn ghosting_hint(&mut self, payloads: &PayloadFacts) {
        let driven = self.driven_parameters();
        let mut by_mesh: BTreeMap<usize, (BTreeSet<u32>, BTreeSet<u32>)> = BTreeMap::new();
        for channel in &self.facts.channels {
            let (Some(mesh), Some(id)) = (channel.mesh, channel.parameter) else {
                continue;
            };
            let sets = by_mesh.entry(mesh).or_default();
            let set = if driven.contains(id) {
                &mut sets.0
            } else {
                &mut sets.1
            };
            let frames = channel.frames.iter().filter_map(|frame| frame.payload);
            set.extend(
                frames
                    .filter_map(|id| payloads.deltas.get(&id))
                    .flat_map(|delta| delta.vertices.iter().copied()),
            );
        }
        for (mesh, (driven, manual)) in by_mesh {
            let n = driven.intersection(&manual).count();
            if n > 0 {
                let message = Message::new(&SHARED_VERTICES)
                    .with("mesh", mesh)
                    .with("n", grouped(n));
                let place = Place::Pointer(format!("/meshes/{mesh}"));
                self.report.hint("HINT-09", place, message);
            }
        }
    }
}

/// A drive letter, a network share, or a folder that only user accounts have.
fn is_local_path(text: &str) -> bool {
    let bytes = text.as_bytes();
    // Most texts are short, and those need not be looked up.
    if bytes.len() < 2 {
        return false;
    }
    let has_drive =
        matches!(bytes, [letter, b':', b'\\' | b'/', ..] if letter.is_ascii_alphabetic());
    let is_share = bytes.starts_with(b"\\\\");
    let homes = ["/home/", "/Users/", "/root/", "/mnt/", "/tmp/", "/var/"];
    has_drive || is_share || homes.iter().any(|home| text.starts_with(home))
}
