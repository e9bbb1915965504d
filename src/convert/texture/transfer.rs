//! The sRGB transfer curve between bytes and linear light, with the same bits on every machine. It knows no picture.

use std::sync::LazyLock;

static LINEAR: LazyLock<Vec<f32>> = LazyLock::new(|| {
    (0..=u8::MAX)
        .map(|byte| linear_light(f64::from(byte)))
        .collect()
});

/// `STEPS[n]` is the light at which byte `n` turns into `n + 1`.
static STEPS: LazyLock<Vec<f32>> = LazyLock::new(|| {
    (0..u8::MAX)
        .map(|byte| linear_light(f64::from(byte) + 0.5))
        .collect()
});

/// Linear light 0..=1 of an sRGB byte.
pub(super) fn to_linear(byte: u8) -> f32 {
    LINEAR[usize::from(byte)]
}

/// The sRGB byte nearest to an amount of linear light; halves go up, NaN gives 0.
pub(super) fn from_linear(light: f32) -> u8 {
    let steps = STEPS.partition_point(|step| *step <= light);
    u8::try_from(steps).unwrap_or(u8::MAX)
}

/// Light of an sRGB value given in 255ths. The power 2.4 is taken as a square times a fifth root, by Newton's rule: only
/// operations that IEEE 754 fixes to the last bit.
fn linear_light(value: f64) -> f32 {
    let encoded = value / 255.0;
    let light = if encoded <= 0.040_45 {
        encoded / 12.92
    } else {
        let base = (encoded + 0.055) / 1.055;
        let square = base * base;
        square * fifth_root(square)
    };
    #[expect(
        clippy::cast_possible_truncation,
        reason = "light between 0 and 1; pictures are filtered in single precision"
    )]
    let light = light as f32;
    light
}

/// The fifth root of a number between 0 and 1, both excluded but for 1.
fn fifth_root(number: f64) -> f64 {
    (0..60).fold(1.0, |root: f64, _| {
        let fourth = root * root * root * root;
        (4.0 * root + number / fourth) / 5.0
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_comes_back_from_linear_light() {
        for byte in 0..=u8::MAX {
            assert_eq!(from_linear(to_linear(byte)), byte, "byte {byte}");
        }
    }

    #[test]
    fn the_curve_is_the_standards() {
        for byte in 0..=u8::MAX {
            let encoded = f64::from(byte) / 255.0;
            let light = if encoded <= 0.040_45 {
                encoded / 12.92
            } else {
                ((encoded + 0.055) / 1.055).powf(2.4)
            };
            let difference = (f64::from(to_linear(byte)) - light).abs();
            assert!(difference < 1e-7, "byte {byte} is off by {difference}");
        }
        assert_eq!(from_linear(0.5), 188, "half the light");
        assert_eq!(from_linear(-1.0), 0, "below");
        assert_eq!(from_linear(2.0), 255, "above");
        assert_eq!(from_linear(f32::NAN), 0, "no number");
    }
}
