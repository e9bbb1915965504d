//! Reads textures, materials, bones and frames, one record a call (pmx.md 1.3-1.5, 1.7).

use crate::base::numbers::u32_of;
use crate::formats::pmx::bone::{Append, Bone, Ik, IkLimit, LocalAxes, Tail, bone_flags};
use crate::formats::pmx::error::ErrorCode;
use crate::formats::pmx::frame::{Frame, FrameElement};
use crate::formats::pmx::header::{IndexKind, IndexSize};
use crate::formats::pmx::material::Material;
use crate::formats::pmx::read::reader::{Fallible, Reader};
use crate::formats::pmx::text::Text;

/// Reads a texture path.
pub(super) fn read_texture(reader: &mut Reader<'_>) -> Fallible<Text> {
    reader.text("path")
}

/// Reads a material.
pub(super) fn read_material(reader: &mut Reader<'_>) -> Fallible<Material> {
    let mut material = Material {
        name: reader.text("name")?,
        name_en: reader.text("name_en")?,
        diffuse: reader.f32s("diffuse")?,
        specular: reader.f32s("specular")?,
        specular_power: reader.f32("specular_power")?,
        ambient: reader.f32s("ambient")?,
        flags: reader.u8("flags")?,
        edge_colour: reader.f32s("edge_colour")?,
        edge_size: reader.f32("edge_size")?,
        texture: reader.index(IndexKind::Texture, "texture")?,
        sphere: reader.index(IndexKind::Texture, "sphere")?,
        sphere_mode: reader.u8("sphere_mode")?,
        ..Material::default()
    };
    let offset = reader.offset();
    material.toon_flag = reader.u8("toon_flag")?;
    if material.toon_flag > 1 && reader.sizes.texture != IndexSize::One {
        let value = (offset, i64::from(material.toon_flag));
        return Err(reader.refuse_value(ErrorCode::ToonFlag, "toon_flag", value));
    }
    material.toon = if material.has_shared_toon() {
        i32::from(reader.u8("toon")?)
    } else {
        reader.index(IndexKind::Texture, "toon")?
    };
    material.memo = reader.text("memo")?;
    material.index_count = reader.i32("index_count")?;
    Ok(material)
}

/// Reads a bone.
pub(super) fn read_bone(reader: &mut Reader<'_>) -> Fallible<Bone> {
    let mut bone = Bone {
        name: reader.text("name")?,
        name_en: reader.text("name_en")?,
        position: reader.f32s("position")?,
        parent: reader.index(IndexKind::Bone, "parent")?,
        layer: reader.i32("layer")?,
        flags: reader.u16("flags")?,
        ..Bone::default()
    };
    bone.tail = if bone.has(bone_flags::TAIL_IS_BONE) {
        Tail::Bone(reader.index(IndexKind::Bone, "tail")?)
    } else {
        Tail::Offset(reader.f32s("tail")?)
    };
    if bone.has(bone_flags::APPEND) {
        bone.append = Some(Append {
            parent: reader.index(IndexKind::Bone, "append_parent")?,
            ratio: reader.f32("append_ratio")?,
        });
    }
    if bone.has(bone_flags::FIXED_AXIS) {
        bone.fixed_axis = Some(reader.f32s("fixed_axis")?);
    }
    if bone.has(bone_flags::LOCAL_AXES) {
        bone.local_axes = Some(LocalAxes {
            x: reader.f32s("local_x")?,
            z: reader.f32s("local_z")?,
        });
    }
    if bone.has(bone_flags::EXTERNAL_PARENT) {
        bone.external_key = Some(reader.i32("external_key")?);
    }
    if bone.has(bone_flags::IK) {
        bone.ik = Some(Box::new(read_ik(reader)?));
    }
    Ok(bone)
}

fn read_ik(reader: &mut Reader<'_>) -> Fallible<Ik> {
    let target = reader.index(IndexKind::Bone, "ik_target")?;
    let loops = reader.i32("ik_loops")?;
    let angle = reader.f32("ik_angle")?;
    let smallest = u64::from(reader.sizes.bone.n_bytes()).saturating_add(1);
    let n_links = reader.count("ik_links", smallest)?;
    let mut ik = Ik {
        target,
        loops,
        angle,
        links: Vec::with_capacity(n_links),
        limits: Vec::new(),
    };
    for link in 0..n_links {
        let link = u32_of(link);
        reader.item = Some(link);
        ik.links.push(reader.index(IndexKind::Bone, "ik_link")?);
        let offset = reader.offset();
        match reader.u8("ik_limit")? {
            0 => {}
            1 => ik.limits.push(IkLimit {
                link,
                min: reader.f32s("ik_min")?,
                max: reader.f32s("ik_max")?,
            }),
            other => {
                let value = (offset, i64::from(other));
                return Err(reader.refuse_value(ErrorCode::IkLimitByte, "ik_limit", value));
            }
        }
    }
    Ok(ik)
}

/// Reads a display frame.
pub(super) fn read_frame(reader: &mut Reader<'_>) -> Fallible<Frame> {
    let mut frame = Frame {
        name: reader.text("name")?,
        name_en: reader.text("name_en")?,
        special: reader.u8("special")?,
        elements: Vec::new(),
    };
    let (bone, morph) = (reader.sizes.bone, reader.sizes.morph);
    let smallest = u64::from(bone.min(morph).n_bytes()).saturating_add(1);
    let n_elements = reader.count("elements", smallest)?;
    frame.elements.reserve_exact(n_elements);
    for element in 0..n_elements {
        reader.item = Some(u32_of(element));
        let offset = reader.offset();
        let kind = reader.u8("element_kind")?;
        if kind > 1 && bone != morph {
            let code = ErrorCode::FrameElementKind;
            let value = (offset, i64::from(kind));
            return Err(reader.refuse_value(code, "element_kind", value));
        }
        let mut element = FrameElement { kind, index: -1 };
        element.index = reader.index(element.points_at(), "element_index")?;
        frame.elements.push(element);
    }
    Ok(frame)
}
