//! The packed TBN word of bem.md 22.3.

use super::figures::Dice;
use bem_studio::geom::tangents::{BitangentSign, Tangent};
use bem_studio::geom::tbn;
use glam::{DVec3, Vec3};

const PLUS: BitangentSign = BitangentSign::Positive;
const MINUS: BitangentSign = BitangentSign::Negative;

/// Normal, tangent, sign, quantised x, y, turn, word, tangent read back.
type Row = (Vec3, Vec3, BitangentSign, [i32; 3], u32, Vec3);

fn table() -> [Row; 9] {
    let v = Vec3::new;
    let third = Vec3::ONE.normalize();
    let diagonal = v(1.0, -1.0, 0.0).normalize();
    [
        (
            Vec3::Z,
            Vec3::X,
            PLUS,
            [0, 0, 128],
            0xC800_0000,
            v(1.0, 0.002, 0.0),
        ),
        (
            Vec3::Z,
            Vec3::X,
            MINUS,
            [0, 0, 128],
            0x4800_0000,
            v(1.0, 0.002, 0.0),
        ),
        (
            Vec3::Z,
            Vec3::Y,
            PLUS,
            [0, 0, 383],
            0xD7F0_0000,
            v(0.002, 1.0, 0.0),
        ),
        (
            Vec3::Z,
            -Vec3::X,
            PLUS,
            [0, 0, -383],
            0xE810_0000,
            v(-1.0, -0.002, 0.0),
        ),
        (
            -Vec3::Z,
            Vec3::X,
            PLUS,
            [511, 511, 383],
            0xD7F7_FDFF,
            v(1.0, 0.002, 0.0),
        ),
        (
            Vec3::Y,
            Vec3::X,
            PLUS,
            [0, 511, 383],
            0xD7F7_FC00,
            v(1.0, 0.0, 0.002),
        ),
        (
            Vec3::X,
            Vec3::Y,
            PLUS,
            [511, 0, 128],
            0xC800_01FF,
            v(0.0, 1.0, 0.002),
        ),
        (
            v(0.6, 0.0, 0.8),
            v(0.8, 0.0, -0.6),
            PLUS,
            [219, 0, 43],
            0xC2B0_00DB,
            v(0.8, 0.0023, -0.6),
        ),
        (third, diagonal, PLUS, [170, 170, 0], 0xC002_A8AA, diagonal),
    ]
}

fn field(word: u32, from: u32) -> i32 {
    let ten = i32::try_from((word >> from) & 0x3FF).expect("ten bits");
    if ten >= 512 { ten - 1024 } else { ten }
}

#[test]
fn the_table_of_the_rulebook_holds_in_both_directions() {
    for (normal, direction, bitangent, steps, word, read) in table() {
        let packed = tbn::encode(
            normal,
            Tangent {
                direction,
                bitangent,
            },
        );
        assert_eq!(packed, word, "{normal} {direction}: {packed:#X}");
        assert_eq!(
            [0, 10, 20].map(|from| field(packed, from)),
            steps,
            "steps of {normal} {direction}"
        );
        let (seen_normal, seen) = tbn::decode(word).expect("a packed word");
        assert!(
            (seen.direction - read).length() < 1e-3,
            "{word:#X} gives {}, not {read}",
            seen.direction
        );
        assert!(
            (seen_normal - normal).length() < 3e-3,
            "{word:#X}: {seen_normal}"
        );
        assert_eq!(seen.bitangent, bitangent, "{word:#X}");
    }
}

#[test]
fn bytes_in_a_stream_are_those_of_the_table() {
    assert_eq!(
        0xC2B0_00DB_u32.to_le_bytes(),
        [0xdb, 0x00, 0xb0, 0xc2],
        "order"
    );
}

#[test]
fn a_word_without_the_packed_bit_has_no_frame() {
    assert_eq!(tbn::decode(0x8800_0000), None, "bit 30 is clear");
    assert_eq!(tbn::decode(0), None, "zero");
}

#[test]
fn random_frames_come_back_within_three_tenths_of_a_degree() {
    let mut dice = Dice::new(22);
    let (mut worst_normal, mut worst_tangent) = (0.0_f64, 0.0_f64);
    for _ in 0..20_000 {
        let normal = dice.direction();
        let direction = normal.cross(dice.direction()).normalize();
        let bitangent = if dice.next() & 1 == 0 { PLUS } else { MINUS };
        let (seen_normal, seen) = tbn::decode(tbn::encode(
            normal,
            Tangent {
                direction,
                bitangent,
            },
        ))
        .expect("packed");
        assert_eq!(seen.bitangent, bitangent, "sign of {normal} {direction}");
        assert!(seen.direction.dot(seen_normal).abs() < 1e-6, "orthogonal");
        let angle = |a: Vec3, b: Vec3| {
            let (a, b) = (a.as_dvec3(), b.as_dvec3());
            DVec3::cross(a, b).length().atan2(a.dot(b)).to_degrees()
        };
        worst_normal = worst_normal.max(angle(normal, seen_normal));
        worst_tangent = worst_tangent.max(angle(direction, seen.direction));
    }
    assert!(
        (0.18..0.24).contains(&worst_normal),
        "normal {worst_normal} degrees"
    );
    assert!(
        (0.24..0.33).contains(&worst_tangent),
        "tangent {worst_tangent} degrees"
    );
}

#[test]
fn every_ten_bit_normal_decodes_to_a_unit_frame() {
    for x in (0..1024).step_by(7) {
        for y in (0..1024).step_by(5) {
            let word = x | (y << 10) | ((x ^ y) << 20) | 0xC000_0000;
            let (normal, tangent) = tbn::decode(word).expect("packed");
            assert!((normal.length() - 1.0).abs() < 1e-5, "{word:#X}: {normal}");
            assert!(
                (tangent.direction.length() - 1.0).abs() < 1e-5,
                "{word:#X}: {tangent:?}"
            );
        }
    }
}

#[test]
fn frames_without_direction_are_packed_all_the_same() {
    for broken in [Vec3::ZERO, Vec3::NAN, Vec3::INFINITY, Vec3::Z] {
        for normal in [Vec3::Z, Vec3::ZERO, Vec3::NAN] {
            let tangent = Tangent {
                direction: broken,
                bitangent: PLUS,
            };
            let (normal, tangent) = tbn::decode(tbn::encode(normal, tangent)).expect("packed");
            assert_eq!(normal, Vec3::Z, "the fallback normal");
            assert!(tangent.direction.is_finite(), "{broken} gives {tangent:?}");
        }
    }
}
