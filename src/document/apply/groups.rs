//! Option groups and their choices.

use super::package::{check_id, check_text};
use super::refusals::{
    EARLIER_GROUP, GROUP_COUNT, GROUP_SIZE, LAST_CHOICE, OTHER_CHOICES, TWICE, no_such_part,
    refused,
};
use super::substitute::replace_atoms;
use super::{known, take_id};
use crate::base::numbers::usize_of;
use crate::base::text::Message;
use crate::document::condition::Condition;
use crate::document::edit::EditError;
use crate::document::ids::{ChoiceId, GroupId};
use crate::document::metadata::Metadata;
use crate::document::naming;
use crate::document::parts::{Choice, Document, OptionGroup};
use std::collections::BTreeSet;
use std::sync::Arc;

/// The most groups of a package and the most choices of a group (OPT-01, OPT-02).
const MOST: usize = 64;

pub(super) fn add(next: &mut Document, name: &str, choices: &[String]) -> Result<(), EditError> {
    check_names(name, choices)?;
    if next.groups.len() >= MOST {
        return Err(refused(Message::new(&GROUP_COUNT)));
    }
    let id = GroupId(take_id(next));
    let taken = |id: &str| next.groups.iter().any(|group| group.export_id == id);
    let export_id = naming::export_id(name, "option", taken);
    let mut made: Vec<Choice> = Vec::with_capacity(choices.len());
    for name in choices {
        let choice = new_choice(next, &made, name);
        made.push(choice);
    }
    let Some(default) = made.first().map(|choice| choice.id) else {
        return Ok(());
    };
    next.groups.push(Arc::new(OptionGroup {
        id,
        export_id,
        name: name.to_owned(),
        description: None,
        default,
        choices: made,
        available_when: None,
        metadata: Metadata::default(),
    }));
    Ok(())
}

fn new_choice(next: &mut Document, others: &[Choice], name: &str) -> Choice {
    let export_id = naming::export_id(name, "choice", |id| {
        others.iter().any(|choice| choice.export_id == id)
    });
    Choice {
        id: ChoiceId(take_id(next)),
        export_id,
        name: name.to_owned(),
        description: None,
        preview: None,
        metadata: Metadata::default(),
    }
}

fn check_names(name: &str, choices: &[String]) -> Result<(), EditError> {
    check_text("name", name)?;
    check_size(choices.len())?;
    choices
        .iter()
        .try_for_each(|choice| check_text("name", choice))
}

fn check_size(n_choices: usize) -> Result<(), EditError> {
    if (1..=MOST).contains(&n_choices) {
        return Ok(());
    }
    Err(refused(Message::new(&GROUP_SIZE).with("given", n_choices)))
}

fn index_of(document: &Document, id: GroupId) -> Result<usize, EditError> {
    let at = document.groups.iter().position(|group| group.id == id);
    at.ok_or_else(|| no_such_part(id))
}

pub(super) fn remove(next: &mut Document, id: GroupId) -> Result<(), EditError> {
    let at = index_of(next, id)?;
    let group = next.groups.remove(at);
    // What players saw by default stays what they see.
    let available = group
        .available_when
        .clone()
        .unwrap_or(Condition::Constant(true));
    replace_atoms(next, id, &|choice| {
        if choice == group.default {
            available.clone()
        } else {
            Condition::Constant(false)
        }
    });
    Ok(())
}

pub(super) fn rename(
    next: &mut Document,
    id: GroupId,
    name: &str,
    choices: &[String],
) -> Result<(), EditError> {
    check_names(name, choices)?;
    let at = index_of(next, id)?;
    let group = &mut next.groups[at];
    if group.choices.len() != choices.len() {
        return Err(refused(
            Message::new(&GROUP_SIZE).with("given", choices.len()),
        ));
    }
    let group = Arc::make_mut(group);
    name.clone_into(&mut group.name);
    for (choice, name) in group.choices.iter_mut().zip(choices) {
        name.clone_into(&mut choice.name);
    }
    Ok(())
}

pub(super) fn set(next: &mut Document, group: &Arc<OptionGroup>) -> Result<(), EditError> {
    let at = index_of(next, group.id)?;
    check_text("name", &group.name)?;
    check_id(&group.export_id)?;
    let ids = |group: &OptionGroup| -> BTreeSet<ChoiceId> {
        group.choices.iter().map(|choice| choice.id).collect()
    };
    let known = &next.groups[at];
    if ids(known) != ids(group) || known.choices.len() != group.choices.len() {
        return Err(refused(
            Message::new(&OTHER_CHOICES).with("name", &group.name),
        ));
    }
    if !group
        .choices
        .iter()
        .any(|choice| choice.id == group.default)
    {
        return Err(no_such_part(group.default));
    }
    let mut taken = BTreeSet::new();
    for choice in &group.choices {
        check_text("name", &choice.name)?;
        check_id(&choice.export_id)?;
        if !taken.insert(choice.export_id.as_str()) {
            return Err(refused(Message::new(&TWICE).with("id", &choice.export_id)));
        }
    }
    let mut others = next.groups.iter().filter(|other| other.id != group.id);
    if others.any(|other| other.export_id == group.export_id) {
        return Err(refused(Message::new(&TWICE).with("id", &group.export_id)));
    }
    next.groups[at] = Arc::clone(group);
    check_availability(next)
}

/// A group may depend only on groups before it (OPT-10), so that availability has an order.
fn check_availability(document: &Document) -> Result<(), EditError> {
    for (at, group) in document.groups.iter().enumerate() {
        let Some(when) = &group.available_when else {
            continue;
        };
        known::condition(document, when)?;
        for (named, _) in when.atoms() {
            let before = document.groups.iter().take(at);
            if !before.into_iter().any(|other| other.id == named) {
                let other = document.group(named).map_or("", |other| &other.name);
                let message = Message::new(&EARLIER_GROUP);
                return Err(refused(
                    message.with("name", &group.name).with("other", other),
                ));
            }
        }
    }
    Ok(())
}

pub(super) fn add_choice(next: &mut Document, id: GroupId, name: &str) -> Result<(), EditError> {
    let at = index_of(next, id)?;
    check_text("name", name)?;
    let others = next.groups[at].choices.clone();
    check_size(others.len() + 1)?;
    let choice = new_choice(next, &others, name);
    Arc::make_mut(&mut next.groups[at]).choices.push(choice);
    Ok(())
}

pub(super) fn remove_choice(
    next: &mut Document,
    id: GroupId,
    gone: ChoiceId,
) -> Result<(), EditError> {
    let at = index_of(next, id)?;
    let choices = &next.groups[at].choices;
    if !choices.iter().any(|choice| choice.id == gone) {
        return Err(no_such_part(gone));
    }
    let Some(first) = choices.iter().find(|choice| choice.id != gone) else {
        return Err(refused(Message::new(&LAST_CHOICE)));
    };
    let first = first.id;
    let group = Arc::make_mut(&mut next.groups[at]);
    group.choices.retain(|choice| choice.id != gone);
    if group.default == gone {
        group.default = first;
    }
    replace_atoms(next, id, &|choice| {
        if choice == gone {
            Condition::Constant(false)
        } else {
            Condition::Is { group: id, choice }
        }
    });
    Ok(())
}

pub(super) fn move_to(next: &mut Document, id: GroupId, to: u32) -> Result<(), EditError> {
    let at = index_of(next, id)?;
    let group = next.groups.remove(at);
    let to = usize_of(to).min(next.groups.len());
    next.groups.insert(to, group);
    check_availability(next)
}
