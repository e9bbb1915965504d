//! Rounding of measures to the small integers of vertex and pixel data, in one place. Half steps are rounded away from
//! zero; values beyond the range take its end; what is no number becomes 0.

/// `value` in -1..=1 as a whole number of steps, `-steps..=steps`: `clamp(round(steps * value))`.
pub fn signed(value: f64, steps: u16) -> i32 {
    let steps = f64::from(steps);
    #[expect(
        clippy::cast_possible_truncation,
        reason = "clamped to 16 bits and a sign just before"
    )]
    let whole = (value * steps).round().clamp(-steps, steps) as i32;
    whole
}

/// `value` in 0..=1 as 0..=255.
pub fn unorm8(value: f32) -> u8 {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "clamped to 0..=255 just before"
    )]
    let whole = (value * 255.0).round().clamp(0.0, 255.0) as u8;
    whole
}

/// `value` in 0..=1 as 0..=65535.
pub fn unorm16(value: f64) -> u16 {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "clamped to 0..=65535 just before"
    )]
    let whole = (value * 65_535.0).round().clamp(0.0, 65_535.0) as u16;
    whole
}
