//! The shapes of drivers over one turn of the clock (bem.md 15.1).

use crate::base::numbers::u32_of_floor;
use crate::formats::bem::manifest::Waveform;
use std::f64::consts::TAU;

/// Steps of `jitter` in one turn (DEC-36).
const JITTER_STEPS: f64 = 64.0;
/// 2^24.
const JITTER_UNIT: f64 = 16_777_216.0;

/// The weight 0..=1 at a phase 0..=1; every shape is 0 at phase 0. An unknown shape moves nothing: 0.
pub fn weight(waveform: Waveform, phase: f64) -> f64 {
    match waveform {
        Waveform::Pingpong if phase < 0.5 => 2.0 * phase,
        Waveform::Pingpong => 2.0 - 2.0 * phase,
        Waveform::Sine => (1.0 - (TAU * phase).cos()) / 2.0,
        Waveform::Sawtooth => phase,
        Waveform::Step if phase < 0.5 => 0.0,
        Waveform::Step => 1.0,
        Waveform::Jitter => {
            let step = u32_of_floor(JITTER_STEPS * phase);
            f64::from(fmix32(step) >> 8) / JITTER_UNIT
        }
        Waveform::Unknown => 0.0,
    }
}

/// The hash of `jitter`: the last mixing of `MurmurHash3` on 32 bits (DEC-36).
pub const fn fmix32(number: u32) -> u32 {
    let mut h = number;
    h ^= h >> 16;
    h = h.wrapping_mul(0x85EB_CA6B);
    h ^= h >> 13;
    h = h.wrapping_mul(0xC2B2_AE35);
    h ^ (h >> 16)
}
