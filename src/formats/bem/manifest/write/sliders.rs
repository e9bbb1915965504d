//! Typed sliders, channels and frames to JSON. It judges nothing.

use crate::formats::bem::json::Value;
use crate::formats::bem::manifest::write::{Fields, Writer, options};
use crate::formats::bem::manifest::{Channel, Frame, Kind, Parameter};

pub(super) fn parameter(writer: Writer<'_>, parameter: &Parameter) -> Value {
    let mut fields = Fields::default();
    fields.text("id", &parameter.id);
    fields.text("name", &parameter.name);
    fields.integer("min", parameter.min);
    fields.integer("max", parameter.max);
    fields.integer("neutral", parameter.neutral);
    fields.integer("default", parameter.default);
    fields.integer("step", parameter.step);
    options::optional_condition(
        &mut fields,
        "available_when",
        parameter.available_when.as_ref(),
    );
    fields.finish_closed(writer, Kind::Parameter)
}

pub(super) fn channel(writer: Writer<'_>, channel: &Channel) -> Value {
    let mut fields = Fields::default();
    fields.integer("mesh", channel.mesh);
    fields.text("parameter", &channel.parameter);
    fields.list("frames", &channel.frames, |entry| frame(writer, entry));
    fields.finish_closed(writer, Kind::Channel)
}

fn frame(writer: Writer<'_>, frame: &Frame) -> Value {
    let mut fields = Fields::default();
    fields.integer("value", frame.value);
    if let Some(deltas) = &frame.deltas {
        fields.integer("payload", deltas.payload);
        fields.integer("count", deltas.count);
        fields.text("encoding", &deltas.encoding);
    } else {
        fields.put("neutral", Value::Bool(true));
    }
    fields.finish_closed(writer, Kind::Frame)
}
