//! The rest-pose joints of a catalogue, a key of our own. The fit needs them; nothing else does.

use crate::import::catalog::error::{self as say, CatalogError};
use crate::import::catalog::value::Node;
use crate::model::target::RestJoint;
use glam::DVec3;
use std::collections::BTreeMap;

/// Farthest a joint may stand from the origin, in metres: ours; beyond it the unit is surely wrong.
const FARTHEST_M: f64 = 100.0;
/// Most joints: ours; a character has a few hundred, and checking the parents takes their square in the worst case.
const JOINTS: usize = 4096;

/// Reads `rest_joints`: parents exist and form no cycle, positions are metres.
pub(super) fn read_rest_joints(
    node: &Node<'_>,
) -> Result<BTreeMap<String, RestJoint>, CatalogError> {
    let members = node.object()?;
    if members.len() > JOINTS {
        return Err(say::count(node, members.len(), 0, JOINTS));
    }
    let mut joints = BTreeMap::new();
    for (name, joint) in &members {
        let at = joint.require("position")?;
        let position = DVec3::from(at.point()?);
        if position.abs().max_element() > FARTHEST_M {
            return Err(say::far(&at));
        }
        let parent = match joint.get("parent") {
            Some(parent) => Some(parent.name()?),
            None => None,
        };
        joints.insert(
            (*name).to_owned(),
            RestJoint {
                parent,
                position: position.as_vec3(),
            },
        );
    }
    for (name, joint) in &members {
        check_parents(name, joint, &joints)?;
    }
    Ok(joints)
}

/// Walks up from one joint; more steps than joints means a circle.
fn check_parents(
    name: &str,
    node: &Node<'_>,
    joints: &BTreeMap<String, RestJoint>,
) -> Result<(), CatalogError> {
    let mut at = name;
    for _ in 0..=joints.len() {
        let Some(joint) = joints.get(at) else {
            return Err(say::no_such_parent(node, at));
        };
        match &joint.parent {
            None => return Ok(()),
            Some(parent) => at = parent,
        }
    }
    Err(say::parent_circle(node))
}
