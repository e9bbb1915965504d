//! Texture formats and how many bytes their levels take (bem.md ch. 10). It decodes no pixel.

/// A texture format of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextureFormat {
    /// Unity's number.
    pub code: u32,
    /// Its name.
    pub name: &'static str,
    /// Width and height of a block in pixels.
    pub block: u32,
    /// Bytes of a block.
    pub block_bytes: u32,
}

/// R8, the format without colour space.
pub const R8: u32 = 63;

/// All formats, by number (TEX-01).
pub const FORMATS: [TextureFormat; 10] = [
    of(4, "RGBA32", 1, 4),
    of(10, "BC1", 4, 8),
    of(12, "BC3", 4, 16),
    of(25, "BC7", 4, 16),
    of(26, "BC4", 4, 8),
    of(27, "BC5", 4, 16),
    of(48, "ASTC 4x4", 4, 16),
    of(49, "ASTC 5x5", 5, 16),
    of(50, "ASTC 6x6", 6, 16),
    of(R8, "R8", 1, 1),
];

const fn of(code: u32, name: &'static str, block: u32, block_bytes: u32) -> TextureFormat {
    TextureFormat {
        code,
        name,
        block,
        block_bytes,
    }
}

impl TextureFormat {
    /// The format with this number.
    pub fn find(code: u32) -> Option<Self> {
        FORMATS.into_iter().find(|format| format.code == code)
    }

    /// Whether its top level must have sides that are multiples of 4 (TEX-03).
    pub const fn is_bc(self) -> bool {
        self.block == 4 && !self.is_astc()
    }

    /// Whether it is normally made by the phone installer only.
    pub const fn is_astc(self) -> bool {
        matches!(self.code, 48..=50)
    }

    /// Bytes of one level; sizes in pixels, blocks rounded up.
    pub fn level_bytes(self, width: u32, height: u32) -> u64 {
        let n_wide = u64::from(width.div_ceil(self.block));
        let n_high = u64::from(height.div_ceil(self.block));
        n_wide
            .saturating_mul(n_high)
            .saturating_mul(u64::from(self.block_bytes))
    }

    /// Bytes of `mips` levels from large to small; a level beyond 1x1 is 1x1 again (TEX-04, TEX-05).
    pub fn total_bytes(self, width: u32, height: u32, mips: u32) -> u64 {
        (0..mips.min(64)).fold(0, |sum: u64, level| {
            sum.saturating_add(self.level_bytes(side_at(width, level), side_at(height, level)))
        })
    }
}

/// A side at a level: halved and rounded down, at least 1.
pub fn side_at(side: u32, level: u32) -> u32 {
    side.checked_shr(level).unwrap_or(0).max(1)
}

/// Levels of a full chain down to 1x1.
pub fn full_mips(width: u32, height: u32) -> u32 {
    u32::BITS.saturating_sub(width.max(height).max(1).leading_zeros())
}
