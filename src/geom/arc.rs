//! The arc cosine, with the same bits on every machine. It is not the system's: that one differs between platforms, and
//! its last bit would reach exported tangents.

use std::f64::consts::{FRAC_PI_2, PI};

/// The angle in radians, 0..=pi, whose cosine is `cosine`. Values beyond -1..=1 are taken as the nearer end; NaN stays
/// NaN. The error is below 1e-15.
pub fn acos(cosine: f64) -> f64 {
    if cosine <= -1.0 {
        return PI;
    }
    if cosine >= 1.0 {
        return 0.0;
    }
    let tangent_of_half = ((1.0 - cosine) / (1.0 + cosine)).sqrt();
    2.0 * atan_of_positive(tangent_of_half)
}

/// 1, 1/3, 1/5, ...: the next term of the series would be below 1e-19.
const ODD_SHARES: [f64; 12] = [
    1.0,
    1.0 / 3.0,
    1.0 / 5.0,
    1.0 / 7.0,
    1.0 / 9.0,
    1.0 / 11.0,
    1.0 / 13.0,
    1.0 / 15.0,
    1.0 / 17.0,
    1.0 / 19.0,
    1.0 / 21.0,
    1.0 / 23.0,
];

/// Only additions, products, quotients and square roots, which IEEE 754 fixes to the last bit.
fn atan_of_positive(tangent: f64) -> f64 {
    if tangent > 1.0 {
        return FRAC_PI_2 - atan_of_positive(tangent.recip());
    }
    let halved = |t: f64| t / (1.0 + (1.0 + t * t).sqrt());
    let small = halved(halved(tangent)); // at most tan(pi / 16)
    let square = small * small;
    // The series t - t^3/3 + t^5/5 - ..., from its last term.
    let shares = ODD_SHARES.iter().rev();
    let series = shares.fold(0.0, |sum, share| share - square * sum);
    4.0 * small * series
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_arc_cosine_agrees_with_the_systems_to_a_few_last_bits() {
        for step in -1000..=1000 {
            let cosine = f64::from(step) / 1000.0;
            let difference = (acos(cosine) - cosine.acos()).abs();
            assert!(difference < 2e-15, "acos({cosine}) is off by {difference}");
        }
    }

    #[test]
    fn beyond_the_ends_the_nearer_end_counts_and_nan_stays() {
        assert_eq!(acos(1.5), 0.0, "above one");
        assert_eq!(acos(-1.5), PI, "below minus one");
        assert!(acos(f64::NAN).is_nan(), "no number");
    }
}
