//! Reads rigid bodies, joints and soft bodies, one record a call (pmx.md 1.7).

use crate::base::numbers::u32_of;
use crate::formats::pmx::header::{IndexKind, IndexSize};
use crate::formats::pmx::physics::{
    Anchor, Body, CLUSTER_FIELDS, CONFIG_FIELDS, ITERATION_FIELDS, Joint, STIFFNESS_FIELDS,
    SoftBody,
};
use crate::formats::pmx::read::reader::{Fallible, Reader};

/// Reads a rigid body.
pub(super) fn read_body(reader: &mut Reader<'_>) -> Fallible<Body> {
    Ok(Body {
        name: reader.text("name")?,
        name_en: reader.text("name_en")?,
        bone: reader.index(IndexKind::Bone, "bone")?,
        group: reader.u8("group")?,
        mask: reader.u16("mask")?,
        shape: reader.u8("shape")?,
        size: reader.f32s("size")?,
        position: reader.f32s("position")?,
        rotation: reader.f32s("rotation")?,
        mass: reader.f32("mass")?,
        linear_damping: reader.f32("linear_damping")?,
        angular_damping: reader.f32("angular_damping")?,
        restitution: reader.f32("restitution")?,
        friction: reader.f32("friction")?,
        mode: reader.u8("mode")?,
    })
}

/// Reads a joint.
pub(super) fn read_joint(reader: &mut Reader<'_>) -> Fallible<Joint> {
    Ok(Joint {
        name: reader.text("name")?,
        name_en: reader.text("name_en")?,
        kind: reader.u8("kind")?,
        body_a: reader.index(IndexKind::Body, "body_a")?,
        body_b: reader.index(IndexKind::Body, "body_b")?,
        position: reader.f32s("position")?,
        rotation: reader.f32s("rotation")?,
        position_min: reader.f32s("position_min")?,
        position_max: reader.f32s("position_max")?,
        rotation_min: reader.f32s("rotation_min")?,
        rotation_max: reader.f32s("rotation_max")?,
        spring_position: reader.f32s("spring_position")?,
        spring_rotation: reader.f32s("spring_rotation")?,
    })
}

/// Reads a soft body.
pub(super) fn read_soft_body(reader: &mut Reader<'_>) -> Fallible<SoftBody> {
    let mut soft = SoftBody {
        name: reader.text("name")?,
        name_en: reader.text("name_en")?,
        shape: reader.u8("shape")?,
        material: reader.index(IndexKind::Material, "material")?,
        group: reader.u8("group")?,
        mask: reader.u16("mask")?,
        flags: reader.u8("flags")?,
        link_distance: reader.i32("link_distance")?,
        clusters: reader.i32("clusters")?,
        mass: reader.f32("mass")?,
        margin: reader.f32("margin")?,
        aero: reader.i32("aero")?,
        config: read_floats(reader, CONFIG_FIELDS)?,
        cluster_config: read_floats(reader, CLUSTER_FIELDS)?,
        iterations: [0; 4],
        stiffness: [0.0; 3],
        anchors: Vec::new(),
        pins: Vec::new(),
    };
    for (value, field) in soft.iterations.iter_mut().zip(ITERATION_FIELDS) {
        *value = reader.i32(field)?;
    }
    soft.stiffness = read_floats(reader, STIFFNESS_FIELDS)?;
    read_anchors(reader, &mut soft.anchors)?;
    read_pins(reader, &mut soft.pins)?;
    Ok(soft)
}

/// Reads floats that are a field each.
fn read_floats<const N: usize>(
    reader: &mut Reader<'_>,
    fields: [&'static str; N],
) -> Fallible<[f32; N]> {
    let mut values = [0.0; N];
    for (value, field) in values.iter_mut().zip(fields) {
        *value = reader.f32(field)?;
    }
    Ok(values)
}

fn read_anchors(reader: &mut Reader<'_>, anchors: &mut Vec<Anchor>) -> Fallible<()> {
    let (body, vertex) = (reader.sizes.body, reader.sizes.vertex);
    let smallest = u64::from(body.n_bytes())
        .saturating_add(u64::from(vertex.n_bytes()))
        .saturating_add(1);
    let n_anchors = reader.count("anchors", smallest)?;
    anchors.reserve_exact(n_anchors);
    for anchor in 0..n_anchors {
        reader.item = Some(u32_of(anchor));
        anchors.push(Anchor {
            body: reader.index(IndexKind::Body, "anchor_body")?,
            vertex: read_vertex_index(reader, "anchor_vertex")?,
            near: reader.u8("anchor_near")?,
        });
    }
    reader.item = None;
    Ok(())
}

fn read_pins(reader: &mut Reader<'_>, pins: &mut Vec<u32>) -> Fallible<()> {
    let smallest = u64::from(reader.sizes.vertex.n_bytes());
    let n_pins = reader.count("pins", smallest)?;
    pins.reserve_exact(n_pins);
    for pin in 0..n_pins {
        reader.item = Some(u32_of(pin));
        pins.push(read_vertex_index(reader, "pin_vertex")?);
    }
    reader.item = None;
    Ok(())
}

/// A vertex index: unsigned at 1 and 2 bytes, and at 4 kept as its bits (PMX-07).
fn read_vertex_index(reader: &mut Reader<'_>, field: &'static str) -> Fallible<u32> {
    match reader.sizes.vertex {
        IndexSize::One => reader.u8(field).map(u32::from),
        IndexSize::Two => reader.u16(field).map(u32::from),
        IndexSize::Four => reader.i32(field).map(i32::cast_unsigned),
    }
}
