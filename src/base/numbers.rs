//! Every conversion between number types that could lose something, in one place.
//! It does no rounding of measures: that is each format's own rule.

/// A count or index of ours as `u32`. Tables that fill a `u32` are refused long before; beyond it the value saturates.
pub fn u32_of(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// A stored 32-bit number as an index into memory. Lossless on every platform we build for.
pub fn usize_of(number: u32) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

/// A stored 64-bit number as a size in memory; saturates where memory could not hold it anyway.
pub fn usize_of_u64(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

/// A size in memory as a 64-bit number. Lossless on every platform we build for.
pub fn u64_of(count: usize) -> u64 {
    u64::try_from(count).unwrap_or(u64::MAX)
}

/// The whole number at or below `number`; what lies outside a `u32` becomes its nearest end, NaN becomes 0.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "float to integer saturates, and the rest is cut on purpose"
)]
pub fn u32_of_floor(number: f64) -> u32 {
    number.floor() as u32
}

/// The nearest binary32; what is beyond its range becomes an infinity.
#[expect(
    clippy::cast_possible_truncation,
    reason = "rounding to nearest is what is wanted"
)]
pub const fn f32_of(number: f64) -> f32 {
    number as f32
}
