//! Counts of 512 bits against arithmetic that is known.

use bem_studio::dd::Count;

#[test]
fn sixty_four_groups_of_sixty_four_choices_are_counted_to_the_last_digit() {
    let count = (0..64).fold(Count::from(1), |count, _| count.times_small(64));
    let digits = "39402006196394479212279040100143613805079739270465446667948293404245721771497\
                  210611414266254884915640806627990306816";
    assert_eq!(count.to_string(), digits.replace(' ', ""), "2^384");
}

#[test]
fn sums_products_and_differences_agree_with_128_bit_arithmetic() {
    let numbers = [0_u64, 1, 2, 63, 1 << 32, u64::MAX - 1, u64::MAX];
    for a in numbers {
        for b in numbers {
            let (x, y) = (Count::from(a), Count::from(b));
            let (wide_a, wide_b) = (u128::from(a), u128::from(b));
            assert_eq!(
                x.plus(&y).to_string(),
                (wide_a + wide_b).to_string(),
                "{a} + {b}"
            );
            let product = (wide_a * wide_b).to_string();
            assert_eq!(x.times(&y).to_string(), product, "{a} * {b}");
            assert_eq!(x.times_small(b).to_string(), product, "{a} * {b}, small");
            let difference = wide_a.saturating_sub(wide_b).to_string();
            assert_eq!(x.minus(&y).to_string(), difference, "{a} - {b}");
            assert_eq!(x < y, a < b, "order of {a} and {b}");
        }
    }
}

#[test]
fn what_does_not_fit_stays_at_the_greatest_count() {
    assert_eq!(Count::MAX.plus(&Count::from(1)), Count::MAX, "sum");
    assert_eq!(Count::MAX.times_small(2), Count::MAX, "small product");
    assert_eq!(Count::MAX.times(&Count::MAX), Count::MAX, "product");
}

#[test]
fn floats_of_counts_are_near_enough_for_shares() {
    assert_eq!(
        Count::from(1 << 53).to_f64(),
        9_007_199_254_740_992.0,
        "2^53"
    );
    let large = Count::from(u64::MAX).times(&Count::from(u64::MAX));
    assert!(
        (large.to_f64() / 2_f64.powi(128) - 1.0).abs() < 1e-12,
        "2^128"
    );
}

#[test]
fn a_count_pads_like_a_number() {
    assert_eq!(
        format!("{:>6}|{:06}", Count::from(42), Count::from(42)),
        "    42|000042",
        "width"
    );
}
