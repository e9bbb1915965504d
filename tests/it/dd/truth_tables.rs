//! Every operator against the truth tables of all functions of a small space.

use bem_studio::base::cancel::Cancel;
use bem_studio::dd::{Diagrams, Measure, Node, Stop};

/// Level values of point `point`, first level slowest.
fn values(arities: &[u16], point: usize) -> Vec<u16> {
    let mut rest = point;
    let mut values: Vec<u16> = arities
        .iter()
        .rev()
        .map(|arity| {
            let value = rest % usize::from(*arity);
            rest /= usize::from(*arity);
            u16::try_from(value).expect("a value")
        })
        .collect();
    values.reverse();
    values
}

fn n_points(arities: &[u16]) -> usize {
    arities.iter().map(|arity| usize::from(*arity)).product()
}

/// The function whose truth table has the bits of `table`.
fn function(dd: &mut Diagrams, table: u32) -> Node {
    let arities = dd.arities().to_vec();
    let mut points = Vec::new();
    for point in 0..n_points(&arities) {
        if (table >> point) & 1 == 1 {
            let literals: Vec<Node> = values(&arities, point)
                .into_iter()
                .enumerate()
                .map(|(level, value)| dd.literal(level, value).expect("a literal"))
                .collect();
            points.push(dd.and_all(&literals).expect("a point"));
        }
    }
    dd.or_all(&points).expect("a function")
}

fn table(dd: &Diagrams, node: Node) -> u32 {
    let arities = dd.arities().to_vec();
    (0..n_points(&arities))
        .filter(|point| dd.holds(node, &values(&arities, *point)))
        .fold(0, |table, point| table | (1 << point))
}

fn space(arities: &[u16]) -> (Diagrams, Vec<Node>) {
    let mut dd = Diagrams::new(arities).expect("a small space");
    let all = 1_u32 << n_points(arities);
    let functions = (0..all).map(|table| function(&mut dd, table)).collect();
    (dd, functions)
}

const SPACES: [&[u16]; 3] = [&[2, 2, 2], &[2, 3], &[3, 1, 2]];

#[test]
fn equal_functions_are_the_same_node_and_others_are_not() {
    for arities in SPACES {
        let (dd, functions) = space(arities);
        for (number, node) in (0_u32..).zip(&functions) {
            assert_eq!(table(&dd, *node), number, "{arities:?}");
        }
        let mut distinct = functions.clone();
        distinct.sort();
        distinct.dedup();
        assert_eq!(distinct.len(), functions.len(), "{arities:?}");
    }
}

#[test]
fn and_or_not_agree_with_the_truth_tables_of_all_functions() {
    for arities in SPACES {
        let (mut dd, functions) = space(arities);
        let full = (1_u32 << n_points(arities)) - 1;
        for (a, x) in (0_u32..).zip(&functions) {
            assert_eq!(dd.not(*x), Ok(functions[(!a & full) as usize]), "not {a}");
            for (b, y) in (0_u32..).zip(&functions) {
                assert_eq!(
                    dd.and(*x, *y),
                    Ok(functions[(a & b) as usize]),
                    "{a} and {b}"
                );
                assert_eq!(dd.or(*x, *y), Ok(functions[(a | b) as usize]), "{a} or {b}");
                let differs = functions[(a & !b) as usize];
                assert_eq!(dd.and_not(*x, *y), Ok(differs), "{a} and not {b}");
                assert_eq!(dd.meets(*x, *y), Ok(a & b != 0), "{a} meets {b}");
            }
        }
    }
}

#[test]
fn restriction_and_quantification_agree_with_the_truth_tables() {
    for arities in SPACES {
        let (mut dd, functions) = space(arities);
        for node in &functions {
            for level in 0..arities.len() {
                let mut parts = Vec::new();
                for value in 0..arities[level] {
                    let mut fixed = vec![None; arities.len()];
                    fixed[level] = Some(value);
                    let part = dd.restrict(*node, &fixed).expect("a restriction");
                    for point in 0..n_points(arities) {
                        let mut at = values(arities, point);
                        let found = dd.holds(part, &at);
                        at[level] = value;
                        assert_eq!(found, dd.holds(*node, &at), "{arities:?} level {level}");
                    }
                    parts.push(part);
                }
                let some = dd.or_all(&parts).expect("a union");
                let all = dd.and_all(&parts).expect("an intersection");
                assert_eq!(dd.exists(*node, 1 << level), Ok(some), "exists {level}");
                assert_eq!(dd.for_all(*node, 1 << level), Ok(all), "for all {level}");
            }
        }
    }
}

#[test]
fn counts_are_the_numbers_of_true_points_with_their_weights() {
    for arities in SPACES {
        let (dd, functions) = space(arities);
        let plain = Measure::plain(&dd);
        let rows: Vec<Vec<u64>> = arities
            .iter()
            .map(|arity| (0..u64::from(*arity)).map(|value| value * 3 + 1).collect())
            .collect();
        let weighted = Measure::new(&rows, u64::MAX);
        for (number, node) in (0_u32..).zip(&functions) {
            let expected = u64::from(number.count_ones());
            assert_eq!(dd.count(*node, &plain).to_u64(), Some(expected), "{number}");
            let expected: u64 = (0..n_points(arities))
                .filter(|point| (number >> point) & 1 == 1)
                .map(|point| {
                    let at = values(arities, point);
                    let weights = at.iter().map(|value| u64::from(*value) * 3 + 1);
                    weights.product::<u64>()
                })
                .sum();
            assert_eq!(
                dd.count(*node, &weighted).to_u64(),
                Some(expected),
                "{number}"
            );
        }
    }
}

#[test]
fn levels_that_are_not_counted_are_as_if_they_were_not_there() {
    let mut dd = Diagrams::new(&[2, 5, 3]).expect("a small space");
    let node = dd.literal(2, 1).expect("a literal");
    let rows = vec![vec![1; 2], vec![1; 5], vec![1; 3]];
    let all = dd.count(node, &Measure::new(&rows, 0b111));
    let some = dd.count(node, &Measure::new(&rows, 0b101));
    assert_eq!(
        (all.to_u64(), some.to_u64()),
        (Some(10), Some(2)),
        "with and without level 1"
    );
}

#[test]
fn a_copy_in_another_order_of_levels_is_the_same_function() {
    let arities = [2, 3, 1, 2];
    let order = [2, 0, 3, 1];
    let mut dd = Diagrams::new(&arities).expect("a small space");
    let mut other = Diagrams::new(&[3, 2, 2, 1]).expect("the same space in another order");
    for number in 0..1_u32 << n_points(&arities) {
        let node = function(&mut dd, number);
        let copy = dd.copy_into(node, &mut other, &order).expect("a copy");
        for point in 0..n_points(&arities) {
            let at = values(&arities, point);
            let mut there = vec![0; 4];
            for (level, value) in at.iter().enumerate() {
                there[order[level]] = *value;
            }
            assert_eq!(
                other.holds(copy, &there),
                dd.holds(node, &at),
                "{number} at {at:?}"
            );
        }
    }
}

#[test]
fn an_exhausted_node_limit_is_an_error_and_leaves_the_arena_good() {
    let mut dd = Diagrams::new(&[2; 10]).expect("ten levels");
    dd.begin(12, &Cancel::new());
    let literals: Vec<Node> = (0..10)
        .map(|level| dd.literal(level, 1).expect("fits"))
        .collect();
    let stop = Err(Stop::NodeLimit { limit: 12 });
    assert_eq!(dd.and_all(&literals), stop, "nine more nodes do not fit");
    dd.begin(100, &Cancel::new());
    let all = dd.and_all(&literals).expect("with more room it fits");
    assert_eq!(
        dd.count(all, &Measure::plain(&dd)).to_u64(),
        Some(1),
        "one point"
    );
}

#[test]
fn a_raised_token_stops_long_operations() {
    let mut dd = Diagrams::new(&[8; 24]).expect("24 levels");
    let cancel = Cancel::new();
    dd.begin(usize::MAX, &cancel);
    let mut pairs = Vec::new();
    for level in 0..12 {
        let mut same = Vec::new();
        for value in 0..8 {
            let a = dd.literal(level, value).expect("a literal");
            let b = dd.literal(level + 12, value).expect("a literal");
            same.push(dd.and(a, b).expect("both"));
        }
        pairs.push(dd.or_all(&same).expect("the same value"));
    }
    cancel.raise();
    assert_eq!(
        dd.and_all(&pairs),
        Err(Stop::Cancelled),
        "8^12 nodes would be made"
    );
}

#[test]
fn spaces_that_are_too_large_are_refused() {
    assert!(Diagrams::new(&[2; 64]).is_some(), "64 levels");
    assert!(Diagrams::new(&[2; 65]).is_none(), "65 levels");
    assert!(Diagrams::new(&[65]).is_some(), "65 values");
    assert!(Diagrams::new(&[66]).is_none(), "66 values");
    assert!(Diagrams::new(&[0]).is_none(), "no value");
    assert!(Diagrams::new(&[]).is_some(), "no level at all");
}
