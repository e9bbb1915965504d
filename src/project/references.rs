//! Whether every part that a hand-edited project names is there: nothing above checks again.

use crate::base::numbers::usize_of;
use crate::document::condition::Condition;
use crate::document::ids::{ChoiceId, GroupId};
use crate::document::parts::{
    BindingEffect, Document, Draw, MaterialPlace, Mesh, Operation, Picture, TextureReference,
};
use crate::project::error::{Part, ProjectError};
use std::collections::BTreeSet;

/// Refuses the first reference that leads nowhere.
pub(super) fn check(document: &Document) -> Result<(), ProjectError> {
    let n_components = document
        .profile()
        .map_or(0, |profile| profile.components.len());
    if document.rules.len() != n_components {
        return Err(ProjectError::RuleCount {
            n_rules: document.rules.len(),
            n_components,
        });
    }
    let groups = document.groups.iter();
    let choices = groups.flat_map(|group| group.choices.iter().map(|choice| (group.id, choice.id)));
    let known = Known {
        document,
        choices: choices.collect(),
    };
    known.meshes()?;
    known.textures()?;
    known.places()?;
    known.groups()?;
    known.rules()?;
    known.appearances()?;
    known.motion()
}

const fn dangling(place: Part, missing: Part) -> Result<(), ProjectError> {
    Err(ProjectError::Dangling { place, missing })
}

/// A document and what its conditions may name.
struct Known<'a> {
    document: &'a Document,
    choices: BTreeSet<(GroupId, ChoiceId)>,
}

impl Known<'_> {
    fn condition(&self, place: Part, when: Option<&Condition>) -> Result<(), ProjectError> {
        let atoms = when.map(Condition::atoms).unwrap_or_default();
        match atoms.into_iter().find(|atom| !self.choices.contains(atom)) {
            Some((group, choice)) => dangling(place, Part::Choice(group, choice)),
            None => Ok(()),
        }
    }

    fn references(
        &self,
        place: Part,
        references: impl IntoIterator<Item = TextureReference>,
    ) -> Result<(), ProjectError> {
        for reference in references {
            match reference {
                TextureReference::Texture(id) if !self.document.textures.contains_key(&id) => {
                    return dangling(place, Part::Texture(id));
                }
                TextureReference::Slot(id) if self.document.slot(id).is_none() => {
                    return dangling(place, Part::Slot(id));
                }
                TextureReference::Texture(_) | TextureReference::Slot(_) => {}
            }
        }
        Ok(())
    }

    fn operation(&self, place: Part, operation: &Operation) -> Result<(), ProjectError> {
        if let Some(mesh) = operation.mesh()
            && !self.document.meshes.contains_key(&mesh)
        {
            return dangling(place, Part::Mesh(mesh));
        }
        self.references(place, operation.textures())
    }

    fn meshes(&self) -> Result<(), ProjectError> {
        for (id, mesh) in &self.document.meshes {
            let place = Part::Mesh(*id);
            self.origin(place, mesh)?;
            for draw in &mesh.draws {
                self.references(place, draw.textures.iter().copied())?;
                self.condition(place, draw.when.as_ref())?;
            }
        }
        Ok(())
    }

    fn origin(&self, place: Part, mesh: &Mesh) -> Result<(), ProjectError> {
        if let Some(raw) = mesh.raw() {
            let components = self.document.profile().map(|profile| &profile.components);
            let is_there = |component: u32, bone: u32| {
                let component =
                    components.and_then(|components| components.get(usize_of(component)));
                component.is_some_and(|component| usize_of(bone) < component.bone_names.len())
            };
            let mut bones = raw.bones.iter();
            return match bones.find(|bone| !is_there(bone.component, bone.index)) {
                Some(bone) => dangling(place, Part::Bone(bone.component, bone.index)),
                None => Ok(()),
            };
        }
        let Some(id) = mesh.source() else {
            return Ok(());
        };
        let Some(source) = self.document.sources.get(&id) else {
            return dangling(place, Part::Source(id));
        };
        let n_materials = source.model.materials.len();
        let mut materials = mesh.draws.iter().filter_map(Draw::material);
        match materials.find(|material| usize_of(*material) >= n_materials) {
            Some(material) => dangling(place, Part::Material(id, material)),
            None => Ok(()),
        }
    }

    fn textures(&self) -> Result<(), ProjectError> {
        for (id, texture) in &self.document.textures {
            let Picture::Figure { source, texture } = &texture.picture else {
                continue;
            };
            let figure = self.document.sources.get(source);
            if figure.is_none_or(|figure| usize_of(*texture) >= figure.model.textures.len()) {
                return dangling(Part::Texture(*id), Part::FigureTexture(*source, *texture));
            }
        }
        for slot in &self.document.slots {
            let place = Part::Slot(slot.id);
            for candidate in &slot.candidates {
                self.condition(place, candidate.when.as_ref())?;
                self.references(place, candidate.texture.map(TextureReference::Texture))?;
            }
        }
        Ok(())
    }

    fn places(&self) -> Result<(), ProjectError> {
        let placed = self.document.sources.iter().flat_map(|(id, source)| {
            let places = source.places.iter().flatten();
            places.map(|place| (Part::Source(*id), *place))
        });
        let donors = self.document.meshes.iter().flat_map(|(id, mesh)| {
            let draws = mesh.draws.iter();
            draws.map(|draw| (Part::Mesh(*id), draw.donor))
        });
        let kept = self
            .document
            .operations()
            .into_iter()
            .flat_map(|(component, operation)| {
                let overrides = match operation {
                    Operation::Retexture(overrides) => &overrides[..],
                    Operation::Keep | Operation::Hide | Operation::Replace(_) => &[],
                };
                overrides.iter().map(move |entry| {
                    let slot = entry.slot;
                    (Part::Rule(component), MaterialPlace { component, slot })
                })
            });
        for (part, place) in placed.chain(donors).chain(kept) {
            let component = self
                .document
                .profile()
                .and_then(|profile| profile.components.get(usize_of(place.component)));
            if component.is_none_or(|component| usize_of(place.slot) >= component.materials.len()) {
                return dangling(part, Part::Place(place.component, place.slot));
            }
        }
        Ok(())
    }

    fn groups(&self) -> Result<(), ProjectError> {
        for group in &self.document.groups {
            let place = Part::Group(group.id);
            if !self.choices.contains(&(group.id, group.default)) {
                return dangling(place, Part::Choice(group.id, group.default));
            }
            self.condition(place, group.available_when.as_ref())?;
        }
        for (at, constraint) in self.document.constraints.iter().enumerate() {
            self.condition(Part::Constraint(at), Some(constraint))?;
        }
        Ok(())
    }

    fn rules(&self) -> Result<(), ProjectError> {
        for (component, rule) in (0_u32..).zip(&self.document.rules) {
            let place = Part::Rule(component);
            for operation in rule.operations() {
                self.operation(place, operation)?;
            }
            for when in rule.conditions() {
                self.condition(place, Some(when))?;
            }
        }
        Ok(())
    }

    fn appearances(&self) -> Result<(), ProjectError> {
        let Some(fixed) = &self.document.appearances else {
            return Ok(());
        };
        let default = Part::Appearance(fixed.default);
        if !fixed.all.iter().any(|known| known.id == fixed.default) {
            return dangling(default, default);
        }
        for appearance in &fixed.all {
            let place = Part::Appearance(appearance.id);
            if appearance.operations.len() != self.document.rules.len() {
                return Err(ProjectError::RuleCount {
                    n_rules: appearance.operations.len(),
                    n_components: self.document.rules.len(),
                });
            }
            for (operation, _) in &appearance.operations {
                self.operation(place, operation)?;
            }
        }
        Ok(())
    }

    fn motion(&self) -> Result<(), ProjectError> {
        for parameter in &self.document.parameters {
            let place = Part::Parameter(parameter.id);
            self.condition(place, parameter.available_when.as_ref())?;
        }
        for channel in &self.document.channels {
            let place = Part::Parameter(channel.parameter);
            if self.document.parameter(channel.parameter).is_none() {
                return dangling(place, place);
            }
            if !self.document.meshes.contains_key(&channel.mesh) {
                return dangling(place, Part::Mesh(channel.mesh));
            }
        }
        for driver in &self.document.drivers {
            for binding in &driver.bindings {
                if let BindingEffect::MorphParameter { target, .. } = &binding.effect
                    && self.document.parameter(*target).is_none()
                {
                    return dangling(Part::Driver(driver.id), Part::Parameter(*target));
                }
            }
        }
        Ok(())
    }
}
