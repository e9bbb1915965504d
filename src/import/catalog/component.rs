//! The components of a catalogue: one original mesh each, by the rules for targets (TGT-04..07).

use crate::base::findings::{Finding, Place, Severity};
use crate::base::text::{Message, Phrase};
use crate::import::catalog::error::{self as say, CatalogError};
use crate::import::catalog::value::Node;
use crate::model::target::TargetComponent;
use std::collections::BTreeMap;

/// Most components of a target (TGT-04).
const COMPONENTS: usize = 64;
/// Most bones of a component's table (TGT-06).
const BONES: usize = 65_536;
/// Most materials of a component's table (TGT-06).
const MATERIALS: usize = 256;
/// Most vertex streams (bem.md 22.2 shows 3; Unity has 4).
const STREAMS: usize = 4;
/// Highest semantic, format and stream number, and the dimensions, of bem.md 22.1.
const ATTRIBUTE_RANGES: [std::ops::RangeInclusive<u32>; 4] = [0..=13, 0..=11, 1..=4, 0..=3];

static LAYOUT: Phrase = Phrase::new(
    "部件 {mesh} 的顶点布局未经验证，写出的几何可能不合适。",
    "パーツ {mesh} の頂点レイアウトは未検証です。書き出した形状が合わない可能性があります。",
    "The vertex layout of {mesh} is not verified; geometry written for it may not fit.",
);

/// Reads `components`: numbered 0..N-1 without gaps.
pub(super) fn read_components(
    node: &Node<'_>,
    findings: &mut Vec<Finding>,
) -> Result<Vec<TargetComponent>, CatalogError> {
    let nodes = node.list()?;
    if nodes.is_empty() || nodes.len() > COMPONENTS {
        return Err(say::count(node, nodes.len(), 1, COMPONENTS));
    }
    let mut components = Vec::with_capacity(nodes.len());
    let mut seen: BTreeMap<String, u32> = BTreeMap::new();
    for (id, node) in (0_u32..).zip(&nodes) {
        let component = read_component(id, node)?;
        if let Some(first) = seen.insert(component.mesh_name.clone(), id) {
            return Err(say::mesh_twice(node, &component.mesh_name, first));
        }
        if [
            node.get("layout_verified"),
            node.get("source_layout_supported"),
        ]
        .into_iter()
        .flatten()
        .any(|claim| claim.is_false())
        {
            let message = Message::new(&LAYOUT).with("mesh", &component.mesh_name);
            let place = Place::Pointer(node.pointer().to_owned());
            findings.push(Finding::new(
                "catalog-layout",
                Severity::Warning,
                place,
                message,
            ));
        }
        components.push(component);
    }
    Ok(components)
}

fn read_component(id: u32, node: &Node<'_>) -> Result<TargetComponent, CatalogError> {
    if let Some(stated) = node.get("id")
        && stated.whole(0..=u32::MAX)? != id
    {
        return Err(say::id(&stated, id));
    }
    let count = node.require("original_index_count")?;
    let original_index_count = count.whole(3..=u32::MAX)?;
    if !original_index_count.is_multiple_of(3) {
        return Err(say::not_triangles(&count));
    }
    let bones = node.require("bone_names")?;
    let materials = node.require("materials")?;
    let strides = match node.get("strides") {
        Some(node) => read_strides(&node)?,
        None => Vec::new(),
    };
    Ok(TargetComponent {
        id,
        mesh_name: node.require("mesh_name")?.name()?,
        original_index_count,
        bone_names: read_names(&bones, BONES)?,
        material_textures: read_material_textures(node, materials.list()?.len())?,
        materials: read_names(&materials, MATERIALS)?,
        attributes: match node.get("attributes") {
            Some(node) => read_attributes(&node, strides.len())?,
            None => Vec::new(),
        },
        strides,
        max_influences: match node.get("max_influences") {
            Some(node) => Some(node.whole(1..=4)?),
            None => None,
        },
        rigid: match node.get("rigid") {
            Some(node) => Some(node.truth()?),
            None => None,
        },
        ..TargetComponent::default()
    })
}

fn read_names(node: &Node<'_>, most: usize) -> Result<Vec<String>, CatalogError> {
    let nodes = node.list()?;
    if nodes.len() > most {
        return Err(say::count(node, nodes.len(), 0, most));
    }
    nodes.iter().map(Node::name).collect()
}

fn read_strides(node: &Node<'_>) -> Result<Vec<u32>, CatalogError> {
    let nodes = node.list()?;
    if nodes.len() > STREAMS {
        return Err(say::count(node, nodes.len(), 0, STREAMS));
    }
    nodes.iter().map(|node| node.whole(1..=1024)).collect()
}

/// Rows of (semantic, format, dimension, stream); a fifth number, the offset a package writes there, is passed over.
fn read_attributes(node: &Node<'_>, n_streams: usize) -> Result<Vec<[u32; 4]>, CatalogError> {
    const ROWS: usize = 32;
    let rows = node.list()?;
    if rows.len() > ROWS {
        return Err(say::count(node, rows.len(), 0, ROWS));
    }
    rows.iter()
        .map(|row| {
            let numbers = row.list()?;
            let [semantic, format, dimension, stream, ..] = numbers.as_slice() else {
                return Err(say::count(row, numbers.len(), 4, 5));
            };
            if numbers.len() > 5 {
                return Err(say::count(row, numbers.len(), 4, 5));
            }
            let [semantics, formats, dimensions, streams] = ATTRIBUTE_RANGES;
            let stream_number = stream.whole(streams)?;
            if n_streams > 0 && usize::try_from(stream_number).is_ok_and(|at| at >= n_streams) {
                return Err(say::stream(stream, n_streams));
            }
            Ok([
                semantic.whole(semantics)?,
                format.whole(formats)?,
                dimension.whole(dimensions)?,
                stream_number,
            ])
        })
        .collect()
}

/// One list of texture names for each material slot; a slot may also be one name or `null`, missing slots are empty.
fn read_material_textures(
    component: &Node<'_>,
    n_materials: usize,
) -> Result<Vec<Vec<String>>, CatalogError> {
    let Some(node) = component.get("material_textures") else {
        return Ok(vec![Vec::new(); n_materials]);
    };
    let slots = node.list()?;
    if slots.len() > n_materials {
        return Err(say::count(&node, slots.len(), 0, n_materials));
    }
    let mut textures = slots
        .iter()
        .map(read_slot)
        .collect::<Result<Vec<_>, CatalogError>>()?;
    textures.resize(n_materials, Vec::new());
    Ok(textures)
}

fn read_slot(slot: &Node<'_>) -> Result<Vec<String>, CatalogError> {
    if slot.is_null() {
        return Ok(Vec::new());
    }
    match slot.text() {
        Ok(_) => Ok(vec![slot.name()?]),
        Err(_) => slot
            .list()?
            .iter()
            .map(|texture| match texture.get("name") {
                Some(name) => name.name(),
                None => texture.name(),
            })
            .collect(),
    }
}
