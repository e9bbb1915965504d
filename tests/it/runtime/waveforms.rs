//! The waveforms and the two tables of bem.md 15.1, number by number.

use super::fixtures::{is_near, manifest};
use bem_studio::formats::bem::manifest::{Driver, Playback, Waveform};
use bem_studio::runtime::drivers::{Clock, Command, Drivers, State, Written, fmix32, weight};

const PRINTED: [Waveform; 5] = [
    Waveform::Pingpong,
    Waveform::Sine,
    Waveform::Sawtooth,
    Waveform::Step,
    Waveform::Jitter,
];

/// Weight and tick of each of `PRINTED`.
type Columns = [(f64, u32); 5];

/// t, phase, then weight and tick of each of `PRINTED`: 1.2 Hz, speed 1, range 0.05..1 of 0..1000.
const LOOP_TABLE: [(f64, f64, Columns); 7] = [
    (
        0.0,
        0.0,
        [(0.0, 50), (0.0, 50), (0.0, 50), (0.0, 50), (0.0, 50)],
    ),
    (
        0.25,
        0.3,
        [
            (0.6, 620),
            (0.654_508, 672),
            (0.3, 335),
            (0.0, 50),
            (0.882_589, 888),
        ],
    ),
    (
        0.5,
        0.6,
        [
            (0.8, 810),
            (0.904_508, 909),
            (0.6, 620),
            (1.0, 1000),
            (0.321_216, 355),
        ],
    ),
    (
        0.75,
        0.9,
        [
            (0.2, 240),
            (0.095_492, 141),
            (0.9, 905),
            (1.0, 1000),
            (0.511_148, 536),
        ],
    ),
    (
        1.0,
        0.2,
        [
            (0.4, 430),
            (0.345_492, 378),
            (0.2, 240),
            (0.0, 50),
            (0.486_461, 512),
        ],
    ),
    (
        1.25,
        0.5,
        [
            (1.0, 1000),
            (1.0, 1000),
            (0.5, 525),
            (1.0, 1000),
            (0.665_202, 682),
        ],
    ),
    (
        2.0,
        0.4,
        [
            (0.8, 810),
            (0.904_508, 909),
            (0.4, 430),
            (0.0, 50),
            (0.497_861, 523),
        ],
    ),
];

/// t, phase, state, weight of each of `PRINTED`: once, 0.5 Hz, speed 1.
const ONCE_TABLE: [(f64, f64, State, [f64; 5]); 6] = [
    (0.0, 0.0, State::Playing, [0.0, 0.0, 0.0, 0.0, 0.0]),
    (0.5, 0.25, State::Playing, [0.5, 0.5, 0.25, 0.0, 0.332_601]),
    (1.0, 0.5, State::Playing, [1.0, 1.0, 0.5, 1.0, 0.665_202]),
    (1.5, 0.75, State::Playing, [0.5, 0.5, 0.75, 1.0, 0.783_502]),
    (2.0, 1.0, State::Finished, [0.0, 0.0, 1.0, 1.0, 0.886_428]),
    (3.0, 1.0, State::Finished, [0.0, 0.0, 1.0, 1.0, 0.886_428]),
];

#[test]
fn the_hash_of_jitter_gives_the_printed_values() {
    let printed = [
        (0, 0, 0.0),
        (1, 0x514E_28B7, 0.317_599),
        (2, 0x30F4_C306, 0.191_235),
        (3, 0x85F0_B427, 0.523_204),
        (16, 0x5525_53BC, 0.332_601),
        (32, 0xAA4A_A778, 0.665_202),
        (63, 0x73F7_4588, 0.452_992),
        (64, 0xE2EC_F888, 0.886_428),
    ];
    for (k, hash, value) in printed {
        assert_eq!(fmix32(k), hash, "step {k}");
        let phase = f64::from(k) / 64.0;
        let found = weight(Waveform::Jitter, phase);
        assert!(is_near(found, value), "step {k}: {found}");
    }
    assert_eq!(
        weight(Waveform::Jitter, 0.015).to_bits(),
        0,
        "0 below a 64th"
    );
}

#[test]
fn every_waveform_starts_at_zero_and_stays_in_its_range() {
    for waveform in PRINTED {
        assert_eq!(weight(waveform, 0.0).to_bits(), 0, "{waveform:?}");
        for step in 0..=1000 {
            let found = weight(waveform, f64::from(step) / 1000.0);
            assert!((0.0..=1.0).contains(&found), "{waveform:?} at {step}");
        }
    }
    assert_eq!(
        weight(Waveform::Unknown, 0.7).to_bits(),
        0,
        "an unknown one does nothing"
    );
}

#[test]
fn the_loop_table_comes_out_to_the_printed_digits_and_ticks() {
    for n_parts in [1, 3, 15] {
        for (column, waveform) in PRINTED.into_iter().enumerate() {
            let mut manifest = manifest("F15");
            manifest.drivers[0].waveform = waveform;
            let plan = super::fixtures::planned(&manifest, &[]);
            let mut drivers = Drivers::new(&manifest);
            drivers.command(0, Command::Start);
            let mut before = 0.0;
            for (t, phase, columns) in LOOP_TABLE {
                for _ in 0..n_parts {
                    drivers.advance((t - before) / f64::from(n_parts));
                }
                before = t;
                let (value, tick) = columns[column];
                let label = format!("{waveform:?} at {t} s in {n_parts} parts");
                let found = drivers.clock(0).expect("a clock").phase();
                assert!(is_near(found, phase), "{label}: phase {found}");
                let found = weight(waveform, found);
                assert!(is_near(found, value), "{label}: weight {found}");
                let written = Written::by(&manifest, &plan, &drivers);
                assert_eq!(written.ticks(&plan), [tick], "{label}");
            }
        }
    }
}

#[test]
fn the_once_table_comes_out_to_the_printed_digits_and_states() {
    for n_parts in [1, 3, 30] {
        for (column, waveform) in PRINTED.into_iter().enumerate() {
            let mut clock = Clock::new(&Driver {
                waveform,
                playback: Playback::Once,
                base_frequency: 0.5,
                ..Driver::default()
            });
            clock.command(Command::Start);
            let mut before = 0.0;
            for (t, phase, state, columns) in ONCE_TABLE {
                for _ in 0..n_parts {
                    clock.advance((t - before) / f64::from(n_parts));
                }
                before = t;
                let label = format!("{waveform:?} at {t} s in {n_parts} parts");
                assert!(is_near(clock.phase(), phase), "{label}: phase");
                assert_eq!(clock.state(), state, "{label}");
                let delivered = clock.delivered_phase().expect("it delivers");
                let found = weight(waveform, delivered);
                assert!(is_near(found, columns[column]), "{label}: {found}");
            }
        }
    }
}
