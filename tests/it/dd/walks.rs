//! Nearest assignments and differently shaped ones, against a walk over all of them.

use bem_studio::dd::{Costs, Diagrams, Node};

/// Some functions over 3 x 2 x 3 values, made from numbers.
fn functions() -> (Diagrams, Vec<Node>) {
    let mut dd = Diagrams::new(&[3, 2, 3]).expect("a small space");
    let mut functions = Vec::new();
    let mut seed = 7_u32;
    for _ in 0..400 {
        let mut points = Vec::new();
        for point in 0..18_u16 {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            if seed >> 29 == 0 {
                let at = [point / 6, point / 3 % 2, point % 3];
                let literals: Vec<Node> = (0..3)
                    .map(|level| dd.literal(level, at[level]).expect("a literal"))
                    .collect();
                points.push(dd.and_all(&literals).expect("a point"));
            }
        }
        functions.push(dd.or_all(&points).expect("a function"));
    }
    (dd, functions)
}

fn all_points() -> impl Iterator<Item = [u16; 3]> {
    (0..18).map(|point| [point / 6, point / 3 % 2, point % 3])
}

fn distance(at: &[u16], home: &[u16]) -> u32 {
    at.iter().zip(home).map(|(a, b)| u32::from(a != b)).sum()
}

#[test]
fn the_nearest_assignment_is_true_and_none_is_nearer() {
    let (dd, functions) = functions();
    for home in [[0, 0, 0], [2, 1, 1], [1, 0, 2]] {
        let costs = Costs::distance_from(&dd, &home);
        for node in &functions {
            let best = all_points()
                .filter(|at| dd.holds(*node, at))
                .map(|at| distance(&at, &home))
                .min();
            let found = dd.nearest(*node, &costs);
            assert_eq!(found.as_ref().map(|(cost, _)| *cost), best, "distance");
            let Some((cost, values)) = found else {
                continue;
            };
            let at: Vec<u16> = values
                .iter()
                .zip(&home)
                .map(|(value, home)| value.unwrap_or(*home))
                .collect();
            assert!(dd.holds(*node, &at), "it is true");
            assert_eq!(distance(&at, &home), cost, "its own distance");
        }
    }
}

#[test]
fn cubes_are_true_throughout_and_differ_and_come_by_distance() {
    let (dd, functions) = functions();
    let home = [1, 1, 1];
    let costs = Costs::distance_from(&dd, &home);
    for node in &functions {
        let mut last = 0;
        let mut seen = Vec::new();
        for (cost, cube) in dd.cubes(*node, &costs) {
            assert!(cost >= last, "costs never fall");
            last = cost;
            assert!(!seen.contains(&cube), "each is told once");
            let inside = |at: &[u16; 3]| {
                cube.iter()
                    .zip(at)
                    .all(|(value, at)| value.is_none_or(|v| v == *at))
            };
            assert!(
                all_points().filter(inside).all(|at| dd.holds(*node, &at)),
                "true whatever the free levels are"
            );
            seen.push(cube);
        }
        assert_eq!(
            seen.is_empty(),
            *node == Node::FALSE,
            "a true function has a cube"
        );
    }
}

#[test]
fn every_shape_of_a_function_is_told() {
    let mut dd = Diagrams::new(&[2, 3, 2]).expect("a small space");
    let a = dd.literal(0, 1).expect("a literal");
    let b = dd.literal(1, 2).expect("a literal");
    let c = dd.literal(2, 1).expect("a literal");
    let left = dd.and(a, b).expect("a and b");
    let right = dd
        .not(a)
        .and_then(|absent| dd.and(absent, c))
        .expect("not a, and c");
    let node = dd.or(left, right).expect("either");
    let costs = Costs::distance_from(&dd, &[0, 0, 0]);
    let cubes: Vec<_> = dd.cubes(node, &costs).collect();
    let expected = vec![
        (1, vec![Some(0), None, Some(1)]),
        (2, vec![Some(1), Some(2), None]),
    ];
    assert_eq!(cubes, expected, "two ways");
}
