//! Files that are taken for MDL by mistake, told by their first bytes (mdl.md ch. 5). None of them is read.

use crate::base::text::Phrase;
use crate::bytes::Cursor;

macro_rules! foreign {
    ($($(#[$doc:meta])* $kind:ident = $zh:literal, $ja:literal, $en:literal;)*) => {
        /// Another kind of file.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Foreign {
            $($(#[$doc])* $kind,)*
        }

        impl Foreign {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$kind),*];

            /// Its name for people.
            pub const fn label(self) -> &'static Phrase {
                match self {
                    $(Self::$kind => {
                        static NAME: Phrase = Phrase::new($zh, $ja, $en);
                        &NAME
                    })*
                }
            }
        }
    };
}

foreign! {
    /// `IDST`, version up to 10.
    GoldSrc = "GoldSrc / Half-Life MDL", "GoldSrc / Half-Life MDL", "GoldSrc / Half-Life MDL";
    /// `IDST`, version 11 and later.
    Source = "Source 引擎 MDL", "Source エンジン MDL", "Source engine MDL";
    /// `IDSQ`.
    GoldSrcSequence = "GoldSrc 序列", "GoldSrc シーケンス", "GoldSrc sequence";
    /// `IDPO`.
    Quake = "Quake MDL", "Quake MDL", "Quake MDL";
    /// `IDP2`.
    Quake2 = "Quake II MD2", "Quake II MD2", "Quake II MD2";
    /// `MDL2`, `MDL3`, `MDL5`, `MDL7`.
    GameStudio = "3D GameStudio MDL", "3D GameStudio MDL", "3D GameStudio MDL";
    /// `MDL4`.
    GameStudioOrFromSoftware =
        "3D GameStudio 或 FromSoftware MDL4", "3D GameStudio または FromSoftware MDL4", "3D GameStudio or FromSoftware MDL4";
    /// `MDLX`.
    Warcraft3 = "Warcraft III MDX", "Warcraft III MDX", "Warcraft III MDX";
    /// Text that begins with `Version {`.
    Warcraft3Text = "Warcraft III MDL（文本）", "Warcraft III MDL（テキスト）", "Warcraft III MDL (text)";
    /// `MDC `, `MDB `, `MDCl`.
    MetalGear3 = "Metal Gear Solid 3 MDL", "Metal Gear Solid 3 MDL", "Metal Gear Solid 3 MDL";
    /// 71 13 C8 00 or A3 53 B2 00.
    MetalGear2 = "Metal Gear Solid 2 KMS", "Metal Gear Solid 2 KMS", "Metal Gear Solid 2 KMS";
    /// Alike in its header, but whole numbers where MDL has floats.
    MetalGear1 = "Metal Gear Solid KMD", "Metal Gear Solid KMD", "Metal Gear Solid KMD";
    /// `MDN `, `MDP `, `FMDL`.
    MetalGearLater = "后期 Metal Gear 模型", "後期の Metal Gear モデル", "later Metal Gear model";
    /// `MDL `.
    FalcomOrFromSoftware = "Falcom 或 FromSoftware MDL", "Falcom または FromSoftware MDL", "Falcom or FromSoftware MDL";
    /// `PMX `, `Pmx `.
    Pmx = "MMD PMX", "MMD PMX", "MMD PMX";
    /// `Pmd`.
    Pmd = "MMD PMD", "MMD PMD", "MMD PMD";
    /// `BEM` and a zero byte.
    Bem = "BEM 包", "BEM パッケージ", "BEM package";
    /// `PK`, 3, 4.
    Zip = "ZIP 压缩包", "ZIP アーカイブ", "ZIP archive";
    /// `glTF`.
    Gltf = "二进制 glTF", "バイナリ glTF", "binary glTF";
    /// `RIFF`.
    Riff = "RIFF", "RIFF", "RIFF";
    /// PNG picture.
    Png = "PNG 图片", "PNG 画像", "PNG picture";
    /// DDS texture.
    Dds = "DDS 贴图", "DDS テクスチャ", "DDS texture";
}

/// How far into a file the first words of a text are looked for: comments may come before.
const LOOK_BYTES: usize = 4096;

impl Foreign {
    /// Its name in English, for machines.
    pub const fn name(self) -> &'static str {
        self.label().en
    }

    /// Whether it is a model that MMD programs make, which opens as such.
    pub const fn is_mmd(self) -> bool {
        matches!(self, Self::Pmx | Self::Pmd)
    }

    /// Whether it is a model of a game or another program, and nothing else that may be opened.
    pub const fn is_other_model(self) -> bool {
        !matches!(
            self,
            Self::Pmx | Self::Pmd | Self::Bem | Self::Zip | Self::Riff | Self::Png | Self::Dds
        )
    }

    /// The kind that the first bytes tell, if they tell any.
    pub fn of(bytes: &[u8]) -> Option<Self> {
        let magics: [(&[u8], Self); 25] = [
            (b"IDSQ", Self::GoldSrcSequence),
            (b"IDPO", Self::Quake),
            (b"IDP2", Self::Quake2),
            (b"MDL2", Self::GameStudio),
            (b"MDL3", Self::GameStudio),
            (b"MDL4", Self::GameStudioOrFromSoftware),
            (b"MDL5", Self::GameStudio),
            (b"MDL7", Self::GameStudio),
            (b"MDLX", Self::Warcraft3),
            (b"MDC ", Self::MetalGear3),
            (b"MDB ", Self::MetalGear3),
            (b"MDCl", Self::MetalGear3),
            (b"\x71\x13\xc8\0", Self::MetalGear2),
            (b"\xa3\x53\xb2\0", Self::MetalGear2),
            (b"MDN ", Self::MetalGearLater),
            (b"MDP ", Self::MetalGearLater),
            (b"FMDL", Self::MetalGearLater),
            (b"MDL ", Self::FalcomOrFromSoftware),
            (b"PMX ", Self::Pmx),
            (b"Pmx ", Self::Pmx),
            (b"Pmd", Self::Pmd),
            (b"BEM\0", Self::Bem),
            (b"PK\x03\x04", Self::Zip),
            (b"glTF", Self::Gltf),
            (b"RIFF", Self::Riff),
        ];
        let is_told = |(magic, _): &&(&[u8], Self)| bytes.starts_with(magic);
        if let Some((_, kind)) = magics.iter().find(is_told) {
            return Some(*kind);
        }
        if bytes.starts_with(b"\x89PNG") {
            return Some(Self::Png);
        }
        if bytes.starts_with(b"DDS ") {
            return Some(Self::Dds);
        }
        if bytes.starts_with(b"IDST") {
            return Some(studio_model(bytes));
        }
        if is_version_text(bytes) {
            return Some(Self::Warcraft3Text);
        }
        is_integer_header(bytes).then_some(Self::MetalGear1)
    }
}

/// The version follows the magic.
fn studio_model(bytes: &[u8]) -> Foreign {
    let mut cursor = Cursor::new(bytes);
    let version = cursor.u32().and_then(|_| cursor.i32());
    match version {
        Ok(version) if version > 10 => Foreign::Source,
        _ => Foreign::GoldSrc,
    }
}

/// Whether the first line that says something is `Version {`.
fn is_version_text(bytes: &[u8]) -> bool {
    let head = bytes.get(..LOOK_BYTES).unwrap_or(bytes);
    let mut rest = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
    loop {
        rest = rest.trim_ascii_start();
        if !rest.starts_with(b"//") {
            break;
        }
        let line = rest.iter().position(|byte| matches!(byte, b'\r' | b'\n'));
        rest = line.and_then(|line| rest.get(line..)).unwrap_or_default();
    }
    let after = rest.strip_prefix(b"Version").map(<[u8]>::trim_ascii_start);
    after.is_some_and(|after| after.starts_with(b"{"))
}

/// Largest coordinate of a KMD: its positions are 16-bit, and objects lie some of them apart.
const KMD_REACH: i32 = 1 << 20;
/// Bytes of a KMD's object record.
const KMD_OBJECT_BYTES: u64 = 88;

/// Whether this is the header of a KMD, which is laid out alike: two counts, then a box of whole numbers. As floats
/// those are denormals or NaN, so no MDL is taken for one.
fn is_integer_header(bytes: &[u8]) -> bool {
    let mut cursor = Cursor::new(bytes);
    let (Ok(n_shown), Ok(n_all)) = (cursor.i32(), cursor.i32()) else {
        return false;
    };
    let mut bounds = [0_i32; 6];
    for part in &mut bounds {
        let Ok(read) = cursor.i32() else {
            return false;
        };
        *part = read;
    }
    let [low_x, low_y, low_z, high_x, high_y, high_z] = bounds;
    let objects = u64::try_from(n_all).unwrap_or(u64::MAX);
    let needed = objects.saturating_mul(KMD_OBJECT_BYTES).saturating_add(32);
    (1..=n_all).contains(&n_shown)
        && needed <= crate::base::numbers::u64_of(bytes.len())
        && bounds.iter().any(|part| *part != 0)
        && bounds
            .iter()
            .all(|part| (-KMD_REACH..=KMD_REACH).contains(part))
        && low_x <= high_x
        && low_y <= high_y
        && low_z <= high_z
}
