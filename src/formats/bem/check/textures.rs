//! The texture table as declared (bem.md ch. 10). Payload sizes are `bytes.rs`'s work.

use crate::base::text::{Message, Phrase, bytes};
use crate::formats::bem::check::Check;
use crate::formats::bem::check::facts::Texture;
use crate::formats::bem::check::ids::ID_06;
use crate::formats::bem::check::report::Rule;
use crate::formats::bem::check::top::JSON_10;
use crate::formats::bem::check::view::Object;
use crate::formats::bem::limits::MAX_TABLE;
use crate::formats::bem::texture_layout::{FORMATS, R8, TextureFormat, full_mips};

const JSON_12: Rule = Rule::reject("JSON-12");
const TEX_01: Rule = Rule::reject("TEX-01");
const TEX_02: Rule = Rule::reject("TEX-02");
const TEX_03: Rule = Rule::reject("TEX-03");
const TEX_04: Rule = Rule::reject("TEX-04");
const TEX_06: Rule = Rule::reject("TEX-06");
const TEX_07: Rule = Rule::reject("TEX-07").typed();
const TEX_08: Rule = Rule::reject("TEX-08");
const TEX_09: Rule = Rule::warn("TEX-09").typed();
const TEX_10: Rule = Rule::warn("TEX-10").typed();
const TEX_11: Rule = Rule::warn("TEX-11");

const MAX_SIDE: u32 = 32_768;
const MAX_MIPS: u32 = 16;
/// Sides above this lose their top levels on phones (HINT-07).
const PHONE_SIDE: u32 = 8192;
const KEYS: [&str; 9] = [
    "width",
    "height",
    "mips",
    "format",
    "srgb",
    "original_name",
    "semantic",
    "normal_encoding",
    "payload",
];

static UNKNOWN_FORMAT: Phrase = Phrase::new(
    "贴图格式 {value} 不受支持；可用的有 {allowed}。",
    "テクスチャ形式 {value} は使えません。使えるのは {allowed} です。",
    "The texture format {value} is not supported; {allowed} are.",
);
static NO_MULTIPLE: Phrase = Phrase::new(
    "{format} 贴图的尺寸 {width}×{height} 不是 {limit} 的倍数。",
    "{format} テクスチャの大きさ {width}×{height} が {limit} の倍数ではありません。",
    "The {format} texture is {width}×{height}; both sides must be multiples of {limit}.",
);
static TOO_LARGE: Phrase = Phrase::new(
    "贴图“{name}”的全部层级共 {value}，1.{minor} 版最多 {limit}。",
    "テクスチャ「{name}」は全段で {value} ですが、バージョン 1.{minor} では {limit} までです。",
    "All levels of the texture {name} take {value}; version 1.{minor} allows {limit}.",
);
static R8_SRGB: Phrase = Phrase::new(
    "R8 贴图不能是 sRGB。",
    "R8 テクスチャは sRGB にできません。",
    "An R8 texture cannot be sRGB.",
);
static NO_NAME: Phrase = Phrase::new(
    "贴图没有原名，无法知道要替换哪张贴图。",
    "テクスチャに元の名前がなく、どれを置き換えるのか分かりません。",
    "The texture has no original name, so nothing tells which one it replaces.",
);
static ENCODING_ALONE: Phrase = Phrase::new(
    "有“normal_encoding”却没有“semantic”为 normal；已忽略。",
    "「normal_encoding」がありますが「semantic」が normal ではありません。無視されます。",
    "“normal_encoding” stands without “semantic” normal; it is ignored.",
);
static NORMAL_SRGB: Phrase = Phrase::new(
    "法线贴图应为线性，不能是 sRGB。",
    "法線テクスチャは線形であるべきで、sRGB にはできません。",
    "A normal texture must be linear, not sRGB.",
);
static NORMAL_R8: Phrase = Phrase::new(
    "法线贴图不能用单通道的 R8 格式。",
    "法線テクスチャに単チャンネルの R8 形式は使えません。",
    "A normal texture cannot have the one-channel format R8.",
);
static FEWER_MIPS: Phrase = Phrase::new(
    "贴图“{name}”有 {value} 级 mip，完整的链应有 {limit} 级。",
    "テクスチャ「{name}」のミップは {value} 段ですが、そろえると {limit} 段です。",
    "The texture {name} has {value} mip levels; a full chain has {limit}.",
);
static NO_ENCODING: Phrase = Phrase::new(
    "贴图“{name}”像是法线贴图，却没有标明编码；手机端会拒绝它。",
    "テクスチャ「{name}」は法線のようですが、エンコードの指定がありません。スマートフォンでは拒否されます。",
    "The texture {name} looks like a normal map but names no encoding; phones refuse it.",
);
static LARGE_SIDE: Phrase = Phrase::new(
    "贴图“{name}”的边长 {value} 超过 {limit} 像素；手机端会去掉最大的几级。",
    "テクスチャ「{name}」の辺は {value} で {limit} 画素を超えます。スマートフォンでは上の段が省かれます。",
    "The texture {name} is {value} pixels wide or high; above {limit} phones drop the largest levels.",
);
static ASTC: Phrase = Phrase::new(
    "贴图“{name}”是 {format} 格式，多数电脑显卡无法使用。",
    "テクスチャ「{name}」は {format} 形式で、多くの PC の GPU では使えません。",
    "The texture {name} is {format}, which most desktop graphics cards cannot sample.",
);

impl<'v> Check<'v> {
    pub(super) fn textures(&mut self, top: Object<'v, '_>) {
        let Some(elements) = self.elements(JSON_10, top, "textures") else {
            return;
        };
        let path = top.path.key("textures");
        self.count(JSON_12, &path, elements.len(), (0, MAX_TABLE));
        let mut found = Vec::with_capacity(elements.len());
        for (index, value) in elements.iter().enumerate() {
            let path = path.index(index);
            let texture = match self.as_object(JSON_10, value, &path) {
                Some(object) => self.texture(object),
                None => Texture::default(),
            };
            found.push(texture);
        }
        self.facts.textures = Some(found);
    }

    fn texture(&mut self, object: Object<'v, '_>) -> Texture<'v> {
        self.metadata(object, &KEYS);
        let texture = Texture {
            width: self.u32_within(TEX_02, object, "width", (1, MAX_SIDE)),
            height: self.u32_within(TEX_02, object, "height", (1, MAX_SIDE)),
            mips: self.u32_within(TEX_04, object, "mips", (1, MAX_MIPS)),
            format: self.texture_format(object),
            name: self.original_name(object),
            payload: self.payload(JSON_10, object, "payload"),
        };
        if let (Some(format), Some(width), Some(height)) =
            (texture.format, texture.width, texture.height)
            && format.is_bc()
            && (width % 4 != 0 || height % 4 != 0)
        {
            let message = Message::new(&NO_MULTIPLE)
                .with("format", format.name)
                .with("width", width)
                .with("height", height)
                .with("limit", 4);
            self.at(TEX_03, object.path, message);
        }
        self.texture_size(object, &texture);
        let is_srgb = self.srgb(object, texture.format);
        self.normal_map(object, &texture, is_srgb);
        self.texture_hints(object, &texture);
        texture
    }

    /// TEX-06: the declared size, whatever the payload has.
    fn texture_size(&mut self, object: Object<'v, '_>, texture: &Texture<'v>) {
        let limit = self.limits.texture_bytes;
        if let Some(size) = texture.total_bytes()
            && size > limit
        {
            let message = Message::new(&TOO_LARGE)
                .with("name", texture.name.unwrap_or_default())
                .with("value", bytes(size))
                .with("minor", self.minor)
                .with("limit", bytes(limit));
            self.at(TEX_06, object.path, message);
        }
    }

    fn texture_format(&mut self, object: Object<'v, '_>) -> Option<TextureFormat> {
        let code = self.u32(TEX_01, object, "format")?;
        let format = TextureFormat::find(code);
        if format.is_none() {
            let allowed = FORMATS.map(|format| format!("{} ({})", format.code, format.name));
            let message = Message::new(&UNKNOWN_FORMAT)
                .with("value", code)
                .with("allowed", allowed.join(", "));
            self.member(TEX_01, object, "format", message);
        }
        format
    }

    fn original_name(&mut self, object: Object<'v, '_>) -> Option<&'v str> {
        let name = object.get("original_name").and_then(|value| value.text());
        if !object.has("original_name") || name == Some("") {
            self.member(TEX_08, object, "original_name", Message::new(&NO_NAME));
            // An empty name also breaks the length rule of all names.
            if name.is_some() {
                self.name(ID_06, object, "original_name");
            }
            return None;
        }
        self.name(ID_06, object, "original_name")
    }

    fn srgb(&mut self, object: Object<'v, '_>, format: Option<TextureFormat>) -> Option<bool> {
        if !object.has("srgb") {
            self.missing(TEX_07, object, "srgb");
        }
        let is_srgb = self.truth(TEX_07, object, "srgb")?;
        if is_srgb && format.is_some_and(|format| format.code == R8) {
            self.member(TEX_07, object, "srgb", Message::new(&R8_SRGB));
        }
        Some(is_srgb)
    }

    /// `semantic` and `normal_encoding`, which only phones look at (TEX-09 to TEX-11, HINT-06).
    fn normal_map(&mut self, object: Object<'v, '_>, texture: &Texture<'v>, srgb: Option<bool>) {
        let semantic = object.get("semantic").and_then(|value| value.text());
        let is_normal = semantic == Some("normal");
        if object.has("semantic") {
            self.word(TEX_09, object, "semantic", &["normal"]);
        }
        let mut has_encoding = false;
        if object.has("normal_encoding") {
            let known = ["xy-unorm", "xyz-unorm"];
            has_encoding = self
                .word(TEX_10, object, "normal_encoding", &known)
                .is_some();
            if !is_normal && has_encoding {
                self.member(
                    TEX_10,
                    object,
                    "normal_encoding",
                    Message::new(&ENCODING_ALONE),
                );
            }
        }
        let is_r8 = texture.format.is_some_and(|format| format.code == R8);
        if is_normal && srgb == Some(true) && !is_r8 {
            self.member(TEX_11, object, "srgb", Message::new(&NORMAL_SRGB));
        }
        if is_normal && is_r8 {
            self.member(TEX_11, object, "format", Message::new(&NORMAL_R8));
        }
        let name = texture.name.unwrap_or_default();
        if (is_normal || looks_like_normal_map(name)) && !has_encoding {
            let message = Message::new(&NO_ENCODING).with("name", name);
            self.report.hint("HINT-06", object.own_place(), message);
        }
    }

    fn texture_hints(&mut self, object: Object<'v, '_>, texture: &Texture<'v>) {
        let name = texture.name.unwrap_or_default();
        if let (Some(width), Some(height), Some(mips)) =
            (texture.width, texture.height, texture.mips)
        {
            let full = full_mips(width, height);
            if mips != full {
                let message = Message::new(&FEWER_MIPS)
                    .with("name", name)
                    .with("value", mips)
                    .with("limit", full);
                self.report.hint("HINT-05", object.place("mips"), message);
            }
            let side = width.max(height);
            if side > PHONE_SIDE {
                let message = Message::new(&LARGE_SIDE)
                    .with("name", name)
                    .with("value", side)
                    .with("limit", PHONE_SIDE);
                self.report.hint("HINT-07", object.own_place(), message);
            }
        }
        if let Some(format) = texture.format
            && format.is_astc()
        {
            let message = Message::new(&ASTC)
                .with("name", name)
                .with("format", format.name);
            self.report.hint("HINT-07", object.place("format"), message);
        }
    }
}

/// Names such as `T_actor_sample_body_01_N` or `..._Normal`.
fn looks_like_normal_map(name: &str) -> bool {
    let last = name.rsplit(['_', '-', '.']).next().unwrap_or_default();
    last.eq_ignore_ascii_case("n")
        || last.eq_ignore_ascii_case("normal")
        || last.eq_ignore_ascii_case("normalmap")
        || last.eq_ignore_ascii_case("nrm")
}
