//! Which part of the document each place of a manifest came from: how a finding finds its way back to the author.

use crate::document::ids::{DriverId, GroupId, MeshId, ParameterId, SlotId, TextureId};

/// A part of the document that a manifest place was made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The package as a whole.
    Package,
    /// The character.
    Target,
    /// A component and its rule.
    Component(u32),
    /// A mesh; the draw, if one is meant.
    Mesh(MeshId, Option<usize>),
    /// A texture.
    Texture(TextureId),
    /// An option group.
    Group(GroupId),
    /// A condition that every selection satisfies, by its place in the list.
    Constraint(usize),
    /// A texture slot.
    Slot(SlotId),
    /// A slider.
    Parameter(ParameterId),
    /// The shift of the whole figure.
    RootOffset,
    /// A driver.
    Driver(DriverId),
}

/// The tables of one manifest by index.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Provenance {
    /// `meshes[i]` became mesh i.
    pub meshes: Vec<MeshId>,
    /// `textures[i]` became texture i.
    pub textures: Vec<TextureId>,
    /// `groups[i]` became option group i.
    pub groups: Vec<GroupId>,
    /// `slots[i]` became texture slot i.
    pub slots: Vec<SlotId>,
    /// `parameters[i]` became slider i.
    pub parameters: Vec<ParameterId>,
    /// The slider of `channels[i]` moves deformation i.
    pub channels: Vec<ParameterId>,
    /// `drivers[i]` became driver i.
    pub drivers: Vec<DriverId>,
}

impl Provenance {
    /// Where a JSON pointer of the manifest leads in the document.
    pub fn origin(&self, pointer: &str) -> Origin {
        let parts: Vec<&str> = pointer.split('/').skip(1).collect();
        let index = |at: usize| parts.get(at).and_then(|part| part.parse::<usize>().ok());
        let component = |at: usize| {
            parts
                .get(at)
                .and_then(|part| part.parse::<u32>().ok())
                .map(Origin::Component)
        };
        let found = match (parts.first().copied().unwrap_or(""), index(1)) {
            ("target", _) if parts.get(1) == Some(&"components") => {
                component(2).or(Some(Origin::Target))
            }
            ("target", _) => Some(Origin::Target),
            ("meshes", Some(at)) => {
                let draw = (parts.get(2) == Some(&"draws")).then(|| index(3)).flatten();
                self.meshes.get(at).map(|mesh| Origin::Mesh(*mesh, draw))
            }
            ("textures", Some(at)) => self
                .textures
                .get(at)
                .map(|texture| Origin::Texture(*texture)),
            ("option_groups", Some(at)) => self.groups.get(at).map(|group| Origin::Group(*group)),
            ("selection_constraints", at) => at.map(Origin::Constraint),
            ("texture_slots", Some(at)) => self.slots.get(at).copied().map(Origin::Slot),
            ("parameters", Some(at)) => self.parameters.get(at).copied().map(Origin::Parameter),
            ("mesh_deformations", Some(at)) => {
                self.channels.get(at).copied().map(Origin::Parameter)
            }
            ("root_offset", _) => Some(Origin::RootOffset),
            ("drivers", Some(at)) => self.drivers.get(at).copied().map(Origin::Driver),
            ("component_rules", _) => component(1),
            ("appearances", _) => component(3),
            _ => None,
        };
        found.unwrap_or(Origin::Package)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pointers_lead_to_the_parts_they_were_made_from() {
        let provenance = Provenance {
            meshes: vec![MeshId(7)],
            textures: vec![TextureId(8), TextureId(9)],
            groups: vec![GroupId(3)],
            slots: vec![SlotId(5)],
            parameters: vec![ParameterId(6)],
            channels: vec![ParameterId(6)],
            drivers: vec![DriverId(4)],
        };
        let cases = [
            ("", Origin::Package),
            ("/name", Origin::Package),
            ("/target/revision", Origin::Target),
            ("/target/components/2/materials", Origin::Component(2)),
            ("/meshes/0", Origin::Mesh(MeshId(7), None)),
            ("/meshes/0/draws/4/count", Origin::Mesh(MeshId(7), Some(4))),
            ("/meshes/1", Origin::Package),
            ("/textures/1/width", Origin::Texture(TextureId(9))),
            ("/option_groups/0/choices/1", Origin::Group(GroupId(3))),
            ("/selection_constraints/2/all/0", Origin::Constraint(2)),
            ("/texture_slots/0/candidates/1", Origin::Slot(SlotId(5))),
            ("/parameters/0/min", Origin::Parameter(ParameterId(6))),
            (
                "/mesh_deformations/0/frames/1",
                Origin::Parameter(ParameterId(6)),
            ),
            ("/root_offset/path", Origin::RootOffset),
            ("/drivers/0/bindings/1", Origin::Driver(DriverId(4))),
            ("/component_rules/3/candidates/0", Origin::Component(3)),
            ("/appearances/0/components/2", Origin::Component(2)),
        ];
        for (pointer, origin) in cases {
            assert_eq!(provenance.origin(pointer), origin, "{pointer}");
        }
    }
}
