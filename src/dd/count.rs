//! Exact counts of assignments: unsigned integers of 512 bits. It is no general big-number library.

use std::fmt::{self, Write as _};

/// How many 64-bit limbs a count has.
const N_LIMBS: usize = 8;

/// Ten to the 18th: decimal digits are taken out in packs of 18.
const PACK: u128 = 1_000_000_000_000_000_000;

/// A count of assignments, 0 to 2^512 - 1; what would be more stays at that greatest value.
///
/// 64 levels of 65 values have 65^64 < 2^386 assignments, so no count over a diagram reaches it.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Count {
    /// Most significant limb first, so that the derived order is that of the numbers.
    limbs: [u64; N_LIMBS],
}

impl Count {
    /// None at all.
    pub const ZERO: Self = Self {
        limbs: [0; N_LIMBS],
    };

    /// The greatest count.
    pub const MAX: Self = Self {
        limbs: [u64::MAX; N_LIMBS],
    };

    /// Whether it is none at all.
    pub fn is_zero(&self) -> bool {
        *self == Self::ZERO
    }

    /// The sum of both.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        let mut sum = *self;
        let mut carry = false;
        for (limb, add) in sum.limbs.iter_mut().zip(&other.limbs).rev() {
            (*limb, carry) = limb.carrying_add(*add, carry);
        }
        if carry { Self::MAX } else { sum }
    }

    /// What is left of it without `other`; none when `other` is the greater one.
    #[must_use]
    pub fn minus(&self, other: &Self) -> Self {
        let mut rest = *self;
        let mut borrow = false;
        for (limb, take) in rest.limbs.iter_mut().zip(&other.limbs).rev() {
            (*limb, borrow) = limb.borrowing_sub(*take, borrow);
        }
        if borrow { Self::ZERO } else { rest }
    }

    /// It, `factor` times.
    #[must_use]
    pub fn times_small(&self, factor: u64) -> Self {
        let mut product = *self;
        let mut carry = 0;
        for limb in product.limbs.iter_mut().rev() {
            (*limb, carry) = limb.carrying_mul(factor, carry);
        }
        if carry == 0 { product } else { Self::MAX }
    }

    /// The product of both.
    #[must_use]
    pub fn times(&self, other: &Self) -> Self {
        let mut sum = Self::ZERO;
        for limb in &other.limbs {
            sum = sum.shifted().plus(&self.times_small(*limb));
        }
        sum
    }

    /// It, 2^64 times.
    fn shifted(&self) -> Self {
        let mut limbs = self.limbs;
        limbs.rotate_left(1);
        match limbs.last_mut() {
            Some(last) if *last == 0 => Self { limbs },
            _ => Self::MAX,
        }
    }

    /// The number itself, if 64 bits hold it.
    pub fn to_u64(self) -> Option<u64> {
        let (last, rest) = self.limbs.split_last()?;
        rest.iter().all(|limb| *limb == 0).then_some(*last)
    }

    /// The number as a float, rounded: for shares and bars, never for a verdict.
    pub fn to_f64(self) -> f64 {
        const STEP: f64 = 4_294_967_296.0;
        self.limbs.iter().fold(0.0, |high, limb| {
            let top = f64::from(u32::try_from(limb >> 32).unwrap_or(u32::MAX));
            let low = f64::from(u32::try_from(limb & 0xFFFF_FFFF).unwrap_or(u32::MAX));
            high.mul_add(STEP, top).mul_add(STEP, low)
        })
    }

    /// Quotient and remainder by [`PACK`].
    fn split_pack(&self) -> (Self, u64) {
        let mut quotient = *self;
        let mut rest = 0_u128;
        for limb in &mut quotient.limbs {
            let value = (rest << 64) | u128::from(*limb);
            *limb = u64::try_from(value / PACK).unwrap_or(u64::MAX);
            rest = value % PACK;
        }
        (quotient, u64::try_from(rest).unwrap_or(0))
    }
}

impl From<u64> for Count {
    fn from(number: u64) -> Self {
        let mut limbs = [0; N_LIMBS];
        if let Some(last) = limbs.last_mut() {
            *last = number;
        }
        Self { limbs }
    }
}

impl fmt::Display for Count {
    /// All decimal digits, ungrouped.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut packs = Vec::new();
        let mut rest = *self;
        while !rest.is_zero() {
            let (quotient, pack) = rest.split_pack();
            packs.push(pack);
            rest = quotient;
        }
        let mut text = packs.pop().unwrap_or(0).to_string();
        for pack in packs.iter().rev() {
            write!(text, "{pack:018}")?;
        }
        out.pad_integral(true, "", &text)
    }
}

impl fmt::Debug for Count {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Count({self})")
    }
}
