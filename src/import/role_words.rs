//! Words by which materials, textures and meshes tell which part of a character they are, in Chinese, Japanese and
//! English. It knows no figure and no target.

/// A part of a character. Ordered: of equally good words, the later part wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Part {
    Body,
    Face,
    Eye,
    Brow,
    Mouth,
    Hair,
    Cloth,
    Shoe,
    Ear,
    Tail,
    Metal,
    Accessory,
    Weapon,
}

impl Part {
    /// The parts whose component takes this part, best first; the body takes everything in the end.
    pub(super) const fn homes(self) -> &'static [Self] {
        match self {
            Self::Body => &[Self::Body],
            Self::Face => &[Self::Face, Self::Body],
            Self::Eye => &[Self::Eye, Self::Face, Self::Body],
            Self::Brow => &[Self::Brow, Self::Face, Self::Eye, Self::Body],
            Self::Mouth => &[Self::Mouth, Self::Face, Self::Body],
            Self::Hair => &[Self::Hair, Self::Face, Self::Body],
            Self::Cloth => &[Self::Cloth, Self::Body],
            Self::Shoe => &[Self::Shoe, Self::Cloth, Self::Body],
            Self::Ear => &[Self::Ear, Self::Hair, Self::Face, Self::Body],
            Self::Tail => &[Self::Tail, Self::Hair, Self::Cloth, Self::Body],
            Self::Metal => &[Self::Metal, Self::Accessory, Self::Cloth, Self::Body],
            Self::Accessory => &[Self::Accessory, Self::Metal, Self::Cloth, Self::Body],
            Self::Weapon => &[Self::Weapon, Self::Accessory, Self::Metal, Self::Body],
        }
    }
}

/// Words, apart by spaces, that may stand anywhere in a name; longer ones are listed so that they win over what they contain.
const CJK: &[(Part, &str)] = &[
    (
        Part::Body,
        "肌 体 體 身体 素体 ボディ 裸 皮肤 皮膚 首 腕 手 足 脚 腿 爪 指甲 胴 胸 腹 ネイル \
         スキン",
    ),
    (
        Part::Face,
        "顔 脸 臉 面部 フェイス 頬 鼻 照れ 紅潮 腮红 顔影 頭 头",
    ),
    (
        Part::Eye,
        "目 眼 瞳 虹彩 白目 眼白 目光 ハイライト 高光 アイ 星目 ハート目 眼球",
    ),
    (
        Part::Brow,
        "眉 眉毛 睫 睫毛 まつげ まつ毛 まゆ マユ 二重 アイライン 眼线",
    ),
    (
        Part::Mouth,
        "口 口内 口腔 歯 牙 牙齿 舌 舌头 唇 リップ くち",
    ),
    (
        Part::Hair,
        "髪 发 髮 頭髪 头发 前髪 刘海 後髪 ヘア アホ毛 呆毛 もみあげ ツインテール \
         ポニーテール 髪影 马尾",
    ),
    (
        Part::Cloth,
        "服 衣 衣装 衣服 スカート 裙 裙子 ドレス 袖 襟 上着 シャツ ズボン パンツ 下着 内衣 裤 \
         外套 コート ジャケット マント 披风 タイツ ストッキング 丝袜 靴下 袜 ソックス 手袋 \
         手套 リボン ネクタイ 领带 水着 泳装 フリル 帯 布 着物 セーター パーカー ニーソ \
         グローブ ベルト",
    ),
    (Part::Shoe, "靴 鞋 シューズ ブーツ 靴子 鞋子 ヒール"),
    (Part::Ear, "耳 猫耳 獣耳 ケモミミ 兽耳"),
    (Part::Tail, "尻尾 尾巴 しっぽ 尾"),
    (
        Part::Metal,
        "金具 金属 メタル 鉄 銀 ボタン バックル チェーン 锁链 纽扣",
    ),
    (
        Part::Accessory,
        "飾 飾り 髪飾り 饰 头饰 发饰 装飾 アクセ アクセサリー 小物 メガネ 眼鏡 眼镜 帽 帽子 \
         ヘッドホン ヘアピン ヘアゴム 耳飾り ピアス イヤリング 首輪 ネックレス 项链 耳环 手錶 \
         指輪 戒指 カチューシャ リング 鈴 バッグ 翼 羽",
    ),
    (Part::Weapon, "武器 剣 剑 刀 銃 枪 盾 弓 杖 槍"),
];

/// English words, apart by spaces; a word of a name begins with them, or is the whole of a short one (see [`begins`]).
const LATIN: &[(Part, &str)] = &[
    (
        Part::Body,
        "body skin hada karada torso arm hand leg foot nail neck",
    ),
    (Part::Face, "face kao cheek blush nose facial head"),
    (
        Part::Eye,
        "eye eyes iris pupil hitomi sclera eyewhite highlight eyelight",
    ),
    (
        Part::Brow,
        "brow eyebrow lash eyelash mayu matsuge eyeline eyeliner",
    ),
    (Part::Mouth, "mouth teeth tooth tongue lip kuchi"),
    (
        Part::Hair,
        "hair kami bang bangs fringe ponytail twintail ahoge",
    ),
    (
        Part::Cloth,
        "cloth clothes clothing dress skirt shirt coat jacket cape sleeve collar pants \
         trousers shorts stocking socks sock tights glove ribbon tie bikini swimsuit \
         underwear uniform kimono fuku sweater hoodie frill lace fabric outfit costume belt \
         bra panty",
    ),
    (Part::Shoe, "shoe shoes boot boots heel sandal kutsu"),
    (Part::Ear, "ear ears nekomimi mimi kemomimi"),
    (Part::Tail, "tail shippo"),
    (
        Part::Metal,
        "metal button buckle chain gold silver iron steel zipper",
    ),
    (
        Part::Accessory,
        "accessory accessories acc ornament hairpin hairband earring necklace glasses hat cap \
         headphone headset ring wing bag bell prop piercing choker deco",
    ),
    (
        Part::Weapon,
        "weapon sword gun shield bow staff blade spear knife",
    ),
];

/// The part a name speaks of. The longest word counts; of equally long ones the last in the name, which in all three
/// languages is the noun that the others describe.
pub(super) fn part_of(name: &str) -> Option<Part> {
    let by_cjk = CJK.iter().flat_map(|(part, words)| {
        words.split_whitespace().filter_map(|word| {
            let place = name.rfind(word)?;
            Some((word.chars().count().saturating_mul(2), place, *part))
        })
    });
    let tokens = latin_tokens(name);
    let by_latin = LATIN.iter().flat_map(|(part, words)| {
        words.split_whitespace().filter_map(|word| {
            let (place, _) = tokens.iter().rfind(|(_, token)| begins(token, word))?;
            Some((word.chars().count(), *place, *part))
        })
    });
    by_cjk.chain(by_latin).max().map(|(_, _, part)| part)
}

/// Short words must be whole words but for a plural: `armor` is no arm, `ties` is a tie.
fn begins(token: &str, word: &str) -> bool {
    const SHORT: usize = 4;
    match token.strip_prefix(word) {
        Some(rest) => rest.is_empty() || rest == "s" || word.len() > SHORT,
        None => false,
    }
}

/// Runs of Latin letters, lower case, cut where a capital follows a small letter, each with its place in the name.
fn latin_tokens(name: &str) -> Vec<(usize, String)> {
    let mut tokens: Vec<(usize, String)> = Vec::new();
    let mut before = ' ';
    for (place, letter) in name.char_indices() {
        if letter.is_ascii_alphabetic() {
            let starts = !before.is_ascii_alphabetic()
                || (before.is_ascii_lowercase() && letter.is_ascii_uppercase());
            if starts {
                tokens.push((place, String::new()));
            }
            if let Some((_, token)) = tokens.last_mut() {
                token.push(letter.to_ascii_lowercase());
            }
        }
        before = letter;
    }
    tokens
}
