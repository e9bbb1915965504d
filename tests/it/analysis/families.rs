//! The families of `tests/data/selection/families`: large and awkward shapes with known exact values.

use super::load;
use bem_studio::analysis::{Analysis, Budget, Maximum, Metric, Verdict, prove};
use bem_studio::base::cancel::Cancel;

/// Name, the five maxima in the order of [`Metric::ALL`], legal saved assignments, created nodes.
struct Family(&'static str, [u64; 5], &'static str, u64);

const NARROW: [Family; 9] = [
    Family(
        "a_realistic",
        [24, 140_382, 56, 191_743_326, 191_743_326],
        "57600",
        4431,
    ),
    Family(
        "b0_toggles_own",
        [62, 32_256, 60, 403_478_168, 403_478_168],
        "18446744073709551616",
        132,
    ),
    Family(
        "c_chain",
        [7, 6_984, 60, 257_213_170, 257_213_170],
        "1208925819614629174706176",
        19_824,
    ),
    Family(
        "d2_tight_16",
        [4, 2_775, 48, 1_545_776_026, 1_545_776_026],
        "2821109907456",
        490,
    ),
    Family(
        "e1_pairs_8x4",
        [1, 300, 1, 1_117_176, 1_117_176],
        "65536",
        145_707,
    ),
    Family(
        "e3_alldiff_6x16",
        [2, 348, 6, 85_346_742, 85_346_742],
        "5765760",
        219_523,
    ),
    Family(
        "f_parts_finish_18",
        [2, 900, 18, 381_191_760, 381_191_760],
        "4722366482869645213696",
        324,
    ),
    Family(
        "g_max_indep",
        [2, 1_197, 64, 316_335_772, 316_335_772],
        "39402006196394479212279040100143613805079739270465446667948293404245721771497210\
         611414266254884915640806627990306816",
        7040,
    ),
    Family(
        "h_max_realistic",
        [34, 47_406, 56, 169_168_466, 169_168_466],
        "1097836977743846889275574204122529792",
        34_973,
    ),
];

const SHARED: Family = Family(
    "d_shared",
    [6, 3_960, 117, 754_222_556, 754_222_556],
    "281474976710656",
    564,
);

fn proved(name: &str, budget: &Budget) -> Analysis {
    let case = load::case(&load::folder().join(format!("families/{name}.json")));
    prove(&case.manifest, 5, Some(&case.sizes), budget, &Cancel::new()).expect("analysed")
}

fn check_exact(family: &Family) {
    let Family(name, maxima, saved, nodes) = family;
    let analysis = proved(name, &Budget::EXACT);
    let found: Vec<u64> = analysis
        .summary
        .maxima
        .iter()
        .map(|max| max.lower)
        .collect();
    assert_eq!(found, maxima, "{name}: maxima");
    let are_exact = analysis.summary.maxima.iter().all(Maximum::is_exact);
    assert!(are_exact, "{name}: every maximum is exact");
    let count = analysis
        .summary
        .saved_assignments
        .map(|count| count.to_string());
    assert_eq!(count.as_deref(), Some(*saved), "{name}: saved assignments");
    assert_eq!(
        analysis.summary.symbolic_nodes,
        Some(*nodes),
        "{name}: created nodes"
    );
}

#[test]
fn narrow_families_have_their_exact_values() {
    for family in &NARROW {
        check_exact(family);
    }
}

#[test]
#[ignore = "half a minute without optimisation"]
fn a_dense_shared_pool_has_its_exact_values() {
    check_exact(&SHARED);
}

#[test]
fn a_check_while_editing_settles_every_limit_of_every_family() {
    for Family(name, maxima, ..) in NARROW.iter().chain([&SHARED]) {
        let analysis = proved(name, &Budget::LIVE);
        for metric in Metric::ALL {
            let maximum = analysis.summary.maximum(metric).expect("a maximum");
            let true_value = maxima[metric as usize];
            let wanted = if true_value <= maximum.limit {
                Verdict::Within
            } else {
                Verdict::Exceeded
            };
            assert_eq!(maximum.verdict(), wanted, "{name}: {}", metric.code());
            assert!(
                maximum.lower <= true_value && true_value <= maximum.upper,
                "{name}: {} lies in its interval",
                metric.code()
            );
        }
    }
}
