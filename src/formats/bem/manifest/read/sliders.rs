//! JSON to typed sliders, channels and frames. It judges nothing; missing numbers of a slider get the values of PAR-02.

use crate::formats::bem::json::Value;
use crate::formats::bem::manifest::read::{Reader, options, set, set_some, text};
use crate::formats::bem::manifest::{Channel, Frame, FrameDeltas, Kind, Parameter};

pub(super) fn parameter(reader: &mut Reader, value: &Value) -> Option<Parameter> {
    let neutral = value.get("neutral").map_or(Some(0), Value::u32)?;
    let mut out = Parameter {
        max: 1000,
        neutral,
        default: neutral,
        step: 1,
        ..Parameter::default()
    };
    let mut is_readable = true;
    reader.object(Kind::Parameter, value, |_, key, value| {
        is_readable &= match key {
            "id" => set(&mut out.id, text(value)),
            "name" => set(&mut out.name, text(value)),
            "min" => set(&mut out.min, value.u32()),
            "max" => set(&mut out.max, value.u32()),
            "default" => set(&mut out.default, value.u32()),
            "step" => set(&mut out.step, value.u32()),
            "available_when" => set_some(&mut out.available_when, options::condition(value)),
            // `neutral` is read already; other keys only earn a warning (JSON-11).
            _ => true,
        };
        true
    })?;
    is_readable.then_some(out)
}

pub(super) fn channel(reader: &mut Reader, value: &Value) -> Option<Channel> {
    let mut out = Channel::default();
    let mut is_readable = true;
    reader.object(Kind::Channel, value, |reader, key, value| {
        is_readable &= match key {
            "mesh" => set(&mut out.mesh, value.u32()),
            "parameter" => set(&mut out.parameter, text(value)),
            "frames" => set(&mut out.frames, reader.list(value, frame)),
            _ => true,
        };
        true
    })?;
    is_readable.then_some(out)
}

fn frame(reader: &mut Reader, value: &Value) -> Option<Frame> {
    let mut out = Frame {
        value: 0,
        deltas: None,
    };
    let mut deltas = FrameDeltas::default();
    let mut is_neutral = false;
    let mut is_readable = true;
    reader.object(Kind::Frame, value, |_, key, value| {
        is_readable &= match key {
            "value" => set(&mut out.value, value.u32()),
            "neutral" => set(&mut is_neutral, value.truth()),
            "payload" => set(&mut deltas.payload, value.u32()),
            "count" => set(&mut deltas.count, value.u32()),
            "encoding" => set(&mut deltas.encoding, text(value)),
            _ => true,
        };
        true
    })?;
    if !is_neutral {
        out.deltas = Some(deltas);
    }
    is_readable.then_some(out)
}
