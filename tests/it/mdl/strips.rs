//! Strips, parity, restarts and winding, against the worked examples and a second way to the answer.

use super::bench::{CULL_LEFT, CULL_RIGHT, Strip, one_strip};
use bem_studio::formats::mdl;
use bem_studio::import;
use bem_studio::model::figure::Model;
use glam::Vec3;

fn imported(bytes: &[u8]) -> Model {
    let file = mdl::read(bytes).expect("it reads");
    import::mdl::import(&file, Vec::new(), &import::mdl::Settings::default()).model
}

/// Triangles as strip places, back in the file's space and winding: each begins with its least place.
fn places(strip: &Strip, model: &Model) -> Vec<[usize; 3]> {
    let place = |corner: u32| {
        let position = model.vertices.positions[corner as usize] * 1000.0;
        strip
            .vertices
            .iter()
            .position(|[x, y, z, _]| {
                let stored = Vec3::new(-f32::from(*x), f32::from(*y), f32::from(*z));
                stored.distance(position) < 0.01
            })
            .expect("a stored vertex")
    };
    let triangles = model.triangles.iter();
    triangles
        // The mirror turned winding round.
        .map(|[a, b, c]| least_first([*a, *c, *b].map(place)))
        .collect()
}

fn least_first([a, b, c]: [usize; 3]) -> [usize; 3] {
    if a < b && a < c {
        [a, b, c]
    } else if b < c {
        [b, c, a]
    } else {
        [c, a, b]
    }
}

fn triangles(flags: u32, marks: &str) -> Vec<[usize; 3]> {
    let strip = Strip::zigzag(flags, marks, [0, 0, 0x1000]);
    places(&strip, &imported(&one_strip(strip.clone())))
}

#[test]
fn a_lone_skipped_vertex_is_a_hole_and_parity_goes_on() {
    assert_eq!(
        triangles(CULL_RIGHT, "SSDDSDD"),
        [[0, 2, 1], [1, 2, 3], [3, 4, 5], [4, 6, 5]],
        "the worked example"
    );
}

#[test]
fn two_skipped_vertices_in_a_row_restart_parity() {
    assert_eq!(
        triangles(CULL_RIGHT, "SSSDD"),
        [[1, 2, 3], [2, 3, 4]].map(|[a, b, c]| if a == 2 { [a, b, c] } else { [a, c, b] }),
        "the third skip moves the start: i = 3 is even and swapped, i = 4 is odd"
    );
    assert_eq!(
        triangles(CULL_LEFT, "SSDDSSDD"),
        [[0, 1, 2], [1, 3, 2], [4, 5, 6], [5, 7, 6]],
        "a second strip in one packet starts like the first"
    );
}

#[test]
fn the_first_two_vertices_complete_nothing_whatever_their_flag() {
    assert_eq!(
        triangles(CULL_LEFT, "DDDD"),
        triangles(CULL_LEFT, "SSDD"),
        "drawn or not"
    );
    assert_eq!(triangles(CULL_LEFT, "DD"), Vec::<[usize; 3]>::new(), "two");
    assert_eq!(triangles(CULL_LEFT, ""), Vec::<[usize; 3]>::new(), "none");
}

/// The rule in other words: walk backwards from each drawn vertex to the restart that it counts from.
fn told_again(flags: u32, marks: &str) -> Vec<[usize; 3]> {
    let marks: Vec<char> = marks.chars().collect();
    let skipped = |i: usize| marks[i] == 'S';
    let mut triangles = Vec::new();
    for i in 2..marks.len() {
        if skipped(i) {
            continue;
        }
        let restart = (2..i)
            .rev()
            .find(|j| skipped(*j) && skipped(j - 1))
            .map_or(0, |j| j - 1);
        let is_odd = (i - restart) % 2 == 1;
        let is_swapped = is_odd == (flags == CULL_LEFT);
        triangles.push(if is_swapped {
            least_first([i - 2, i, i - 1])
        } else {
            [i - 2, i - 1, i]
        });
    }
    triangles
}

#[test]
fn all_strips_of_nine_vertices_agree_with_the_rule_told_another_way() {
    for pattern in 0..512_u32 {
        let marks: String = (0..9)
            .map(|bit| if (pattern >> bit) & 1 == 1 { 'S' } else { 'D' })
            .collect();
        for flags in [CULL_LEFT, CULL_RIGHT] {
            assert_eq!(
                triangles(flags, &marks),
                told_again(flags, &marks),
                "{marks} {flags:x}"
            );
        }
    }
}

#[test]
fn a_packet_without_a_cull_flag_faces_the_way_its_normals_do_and_is_two_sided() {
    for flags in [0, CULL_LEFT | CULL_RIGHT] {
        for (normal, expected) in [
            ([0, 0, 0x1000], [[0, 2, 1], [1, 2, 3]]),
            ([0, 0, -0x1000], [[0, 1, 2], [1, 3, 2]]),
            ([0, 0, 0], [[0, 1, 2], [1, 3, 2]]),
        ] {
            let strip = Strip::zigzag(flags, "SSDD", normal);
            let model = imported(&one_strip(strip.clone()));
            assert_eq!(places(&strip, &model), expected, "{flags:x} {normal:?}");
            assert!(model.materials[0].two_sided, "both sides are drawn");
        }
    }
    let strip = Strip::zigzag(CULL_LEFT, "SSDD", [0, 0, -0x1000]);
    let model = imported(&one_strip(strip));
    assert!(!model.materials[0].two_sided, "one side is");
}

#[test]
fn triangles_with_two_equal_positions_are_dropped_and_still_count_for_parity() {
    let mut strip = Strip::zigzag(CULL_LEFT, "SSDDDD", [0, 0, 0x1000]);
    strip.vertices[3] = strip.vertices[2];
    let bytes = one_strip(strip.clone());
    let file = mdl::read(&bytes).expect("it reads");
    let facts = import::mdl::facts(&file);
    assert_eq!(
        (facts.triangles, facts.degenerate_drawn),
        (2, 2),
        "two of the four have area"
    );
    let found = places(&strip, &imported(&bytes));
    assert_eq!(
        found,
        [[0, 1, 2], [2, 5, 4]],
        "the last is odd, as if none were lost"
    );
}
