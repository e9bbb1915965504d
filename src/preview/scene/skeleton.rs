//! Bones as points and lines between them. It poses nothing.

use crate::model::figure::Model;
use glam::Vec3;
use std::sync::Arc;

/// The bones of a figure, drawn over everything.
#[derive(Clone, Debug)]
pub struct Skeleton {
    /// One a bone, in the order of the figure's bones.
    pub joints: Arc<[Joint]>,
    /// The bones that stand out, ascending.
    pub highlighted: Vec<u32>,
}

/// Where a bone begins, and whom it hangs on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Joint {
    /// Metres.
    pub position: Vec3,
    /// Index of the parent; none = a root.
    pub parent: Option<u32>,
}

impl Skeleton {
    /// The bones of a figure in their rest pose.
    pub fn of_figure(model: &Model) -> Self {
        Self {
            joints: model
                .bones
                .iter()
                .map(|bone| Joint {
                    position: bone.position,
                    parent: bone.parent,
                })
                .collect(),
            highlighted: Vec::new(),
        }
    }

    /// The line from a joint's parent to it: (parent's index, from, to). `None` for roots and parents not there.
    pub fn link(&self, joint: usize) -> Option<(u32, Vec3, Vec3)> {
        let joint = self.joints.get(joint)?;
        let parent = joint.parent?;
        let from = self.joints.get(parent as usize)?.position;
        Some((parent, from, joint.position))
    }
}

impl PartialEq for Skeleton {
    /// The very same joints, highlighted alike.
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.joints, &other.joints) && self.highlighted == other.highlighted
    }
}
