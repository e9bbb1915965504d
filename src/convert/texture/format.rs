//! Texture formats by the numbers of bem.md ch. 10 and the exact sizes of their mip chains. It holds no pixel.

/// A texture format of the package format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TextureFormat {
    /// Four bytes R, G, B, A.
    Rgba32,
    /// DXT1: colour without alpha.
    Bc1,
    /// DXT5: colour and smooth alpha.
    Bc3,
    /// Colour and alpha, the best of the block formats.
    Bc7,
    /// One channel.
    Bc4,
    /// Two channels.
    Bc5,
    /// Blocks of 4 x 4; normally made by the phone installer.
    Astc4,
    /// Blocks of 5 x 5.
    Astc5,
    /// Blocks of 6 x 6.
    Astc6,
    /// One byte, the red channel.
    R8,
}

impl TextureFormat {
    /// All of them, in the order of bem.md's table.
    pub const ALL: [Self; 10] = [
        Self::Rgba32,
        Self::Bc1,
        Self::Bc3,
        Self::Bc7,
        Self::Bc4,
        Self::Bc5,
        Self::Astc4,
        Self::Astc5,
        Self::Astc6,
        Self::R8,
    ];

    /// The number in a manifest.
    pub const fn number(self) -> u32 {
        match self {
            Self::Rgba32 => 4,
            Self::Bc1 => 10,
            Self::Bc3 => 12,
            Self::Bc7 => 25,
            Self::Bc4 => 26,
            Self::Bc5 => 27,
            Self::Astc4 => 48,
            Self::Astc5 => 49,
            Self::Astc6 => 50,
            Self::R8 => 63,
        }
    }

    /// The format with this number in a manifest (TEX-01).
    pub fn from_number(number: u32) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|format| format.number() == number)
    }

    /// Pixels along one side of a block.
    pub const fn block_side(self) -> u32 {
        match self {
            Self::Rgba32 | Self::R8 => 1,
            Self::Bc1 | Self::Bc3 | Self::Bc7 | Self::Bc4 | Self::Bc5 | Self::Astc4 => 4,
            Self::Astc5 => 5,
            Self::Astc6 => 6,
        }
    }

    /// Bytes a block.
    pub const fn block_bytes(self) -> u32 {
        match self {
            Self::R8 => 1,
            Self::Rgba32 => 4,
            Self::Bc1 | Self::Bc4 => 8,
            _ => 16,
        }
    }

    /// Whether both sides of the top level must be multiples of 4 (TEX-03).
    pub const fn wants_multiples_of_4(self) -> bool {
        matches!(
            self,
            Self::Bc1 | Self::Bc3 | Self::Bc7 | Self::Bc4 | Self::Bc5
        )
    }

    /// Whether it can hold colour marked as sRGB: the one- and two-channel formats have no such form.
    pub const fn has_srgb(self) -> bool {
        !matches!(self, Self::R8 | Self::Bc4 | Self::Bc5)
    }

    /// Whether it keeps an alpha channel.
    pub const fn has_alpha(self) -> bool {
        !matches!(self, Self::R8 | Self::Bc1 | Self::Bc4 | Self::Bc5)
    }
}

/// Size of level `level` along one side: halved, rounded down, at least 1.
pub fn side_at(side: u32, level: u32) -> u32 {
    side.checked_shr(level).unwrap_or(0).max(1)
}

/// Number of levels down to 1 x 1.
pub fn full_chain(width: u32, height: u32) -> u32 {
    u32::BITS - width.max(height).max(1).leading_zeros()
}

/// Bytes of one level of the given size.
pub fn level_bytes(format: TextureFormat, width: u32, height: u32) -> u64 {
    let blocks = |side: u32| u64::from(side.div_ceil(format.block_side()));
    blocks(width)
        .saturating_mul(blocks(height))
        .saturating_mul(format.block_bytes().into())
}

/// Bytes of `mips` levels from `width` x `height` downwards: the payload's exact size (TEX-05). More levels than the
/// size has are 1 x 1 levels.
pub fn mip_chain_bytes(format: TextureFormat, width: u32, height: u32, mips: u32) -> u64 {
    (0..mips)
        .map(|level| level_bytes(format, side_at(width, level), side_at(height, level)))
        .fold(0, u64::saturating_add)
}
