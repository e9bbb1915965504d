//! Whether every part that a hand-edited project names is there: nothing above checks again.

use crate::document::ids::{ChoiceId, GroupId};
use crate::document::parts::{Document, Operation, Picture};
use crate::project::error::{Part, ProjectError};
use std::collections::BTreeSet;

type Choices = BTreeSet<(GroupId, ChoiceId)>;

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
    let choices: Choices = document
        .groups
        .iter()
        .flat_map(|group| group.choices.iter().map(|choice| (group.id, choice.id)))
        .collect();
    check_meshes(document)?;
    check_textures(document)?;
    check_places(document)?;
    for group in &document.groups {
        if !choices.contains(&(group.id, group.default)) {
            return dangling(Part::Group(group.id), Part::Choice(group.id, group.default));
        }
    }
    check_rules(document, &choices)
}

const fn dangling(place: Part, missing: Part) -> Result<(), ProjectError> {
    Err(ProjectError::Dangling { place, missing })
}

fn check_meshes(document: &Document) -> Result<(), ProjectError> {
    for (id, mesh) in &document.meshes {
        let place = Part::Mesh(*id);
        let Some(source) = document.sources.get(&mesh.source) else {
            return dangling(place, Part::Source(mesh.source));
        };
        for draw in &mesh.draws {
            if draw.material as usize >= source.model.materials.len() {
                return dangling(place, Part::Material(mesh.source, draw.material));
            }
            let mut textures = draw.textures.iter();
            if let Some(texture) = textures.find(|id| !document.textures.contains_key(id)) {
                return dangling(place, Part::Texture(*texture));
            }
        }
    }
    Ok(())
}

fn check_textures(document: &Document) -> Result<(), ProjectError> {
    for (id, texture) in &document.textures {
        let Picture::Figure { source, texture } = texture.picture else {
            continue;
        };
        let figure = document.sources.get(&source);
        if figure.is_none_or(|figure| texture as usize >= figure.model.textures.len()) {
            return dangling(Part::Texture(*id), Part::FigureTexture(source, texture));
        }
    }
    Ok(())
}

fn check_places(document: &Document) -> Result<(), ProjectError> {
    let placed = document.sources.iter().flat_map(|(id, source)| {
        let places = source.places.iter().flatten();
        places.map(|place| (Part::Source(*id), place))
    });
    let donors = document.meshes.iter().flat_map(|(id, mesh)| {
        let draws = mesh.draws.iter();
        draws.map(|draw| (Part::Mesh(*id), &draw.donor))
    });
    for (part, place) in placed.chain(donors) {
        let component = document
            .profile()
            .and_then(|profile| profile.components.get(place.component as usize));
        if component.is_none_or(|component| place.slot as usize >= component.materials.len()) {
            return dangling(part, Part::Place(place.component, place.slot));
        }
    }
    Ok(())
}

fn check_rules(document: &Document, choices: &Choices) -> Result<(), ProjectError> {
    for (component, rule) in (0_u32..).zip(&document.rules) {
        let place = Part::Rule(component);
        let branches = rule.branches.iter();
        for operation in branches.map(|branch| branch.then).chain([rule.otherwise]) {
            if let Operation::Replace(mesh) = operation
                && !document.meshes.contains_key(&mesh)
            {
                return dangling(place, Part::Mesh(mesh));
            }
        }
        let atoms = rule.branches.iter().flat_map(|branch| branch.when.atoms());
        if let Some((group, choice)) = atoms.into_iter().find(|atom| !choices.contains(atom)) {
            return dangling(place, Part::Choice(group, choice));
        }
    }
    Ok(())
}
