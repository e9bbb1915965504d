//! What a picture file is, told by its content (PMX-72). It decodes nothing.

use crate::formats::image::{tga, u32_at};

/// The picture formats that are recognised.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// PNG.
    Png,
    /// JPEG.
    Jpeg,
    /// Windows bitmap; also what nearly all `.spa` and `.sph` files are.
    Bmp,
    /// GIF; the first frame counts.
    Gif,
    /// WebP; the first frame counts.
    WebP,
    /// TGA, which has no signature.
    Tga,
    /// DDS; the largest mip level counts.
    Dds,
    /// PSD: recognised and named, not decoded.
    Psd,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Self; 8] = [
        Self::Png,
        Self::Jpeg,
        Self::Bmp,
        Self::Gif,
        Self::WebP,
        Self::Tga,
        Self::Dds,
        Self::Psd,
    ];

    /// The name people use.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Png => "PNG",
            Self::Jpeg => "JPEG",
            Self::Bmp => "BMP",
            Self::Gif => "GIF",
            Self::WebP => "WebP",
            Self::Tga => "TGA",
            Self::Dds => "DDS",
            Self::Psd => "PSD",
        }
    }

    /// The extensions a file of this kind goes by, lower case; the first is the usual one.
    pub const fn extensions(self) -> &'static [&'static str] {
        match self {
            Self::Png => &["png"],
            Self::Jpeg => &["jpg", "jpeg", "jpe", "jfif"],
            Self::Bmp => &["bmp", "dib"],
            Self::Gif => &["gif"],
            Self::WebP => &["webp"],
            Self::Tga => TGA_EXTENSIONS,
            Self::Dds => &["dds"],
            Self::Psd => &["psd"],
        }
    }

    /// Whether `extension` (lower case, no dot) surprises nobody for this content: its own, or `spa` and `sph`, which
    /// name a use and no format.
    pub fn goes_by(self, extension: &str) -> bool {
        SPHERE_EXTENSIONS.contains(&extension) || self.extensions().contains(&extension)
    }

    /// Whether a file is called like a picture that can be decoded; its content may still be something else.
    pub fn is_picture_name(file_name: &str) -> bool {
        let extension = extension_of(file_name);
        Self::ALL
            .into_iter()
            .any(|kind| kind != Self::Psd && kind.goes_by(&extension))
    }
}

const TGA_EXTENSIONS: &[&str] = &["tga", "icb", "vda", "vst"];
const SPHERE_EXTENSIONS: &[&str] = &["spa", "sph"];

/// The extension of a file name, lower case without the dot; empty when there is none.
pub(super) fn extension_of(file_name: &str) -> String {
    let last = file_name.rsplit(['/', '\\']).next().unwrap_or(file_name);
    match last.rsplit_once('.') {
        Some((_, extension)) => extension.trim().to_ascii_lowercase(),
        None => String::new(),
    }
}

/// Tells the kind by content; the name is asked only for TGA, whose header proves little. `None` = no picture we know.
pub fn sniff(bytes: &[u8], file_name: &str) -> Option<Kind> {
    const SIGNATURES: [(&[u8], Kind); 6] = [
        (b"\x89PNG", Kind::Png),
        (b"\xff\xd8\xff", Kind::Jpeg),
        (b"BM", Kind::Bmp),
        (b"DDS ", Kind::Dds),
        (b"GIF8", Kind::Gif),
        (b"8BPS", Kind::Psd),
    ];
    let by_signature = SIGNATURES
        .iter()
        .find(|(signature, _)| bytes.starts_with(signature))
        .map(|(_, kind)| *kind);
    if by_signature.is_some() {
        return by_signature;
    }
    if bytes.starts_with(b"RIFF") && u32_at(bytes, 8) == Some(u32::from_le_bytes(*b"WEBP")) {
        return Some(Kind::WebP);
    }
    let extension = extension_of(file_name);
    let called_tga = TGA_EXTENSIONS.contains(&extension.as_str())
        || SPHERE_EXTENSIONS.contains(&extension.as_str());
    (tga::has_footer(bytes) || (called_tga && tga::header_is_plausible(bytes))).then_some(Kind::Tga)
}
