//! Drivers.

use super::package::{check_id, check_text};
use super::refusals::{DRIVER_COUNT, TWICE, no_such_part, refused};
use super::take_id;
use crate::base::text::Message;
use crate::document::edit::EditError;
use crate::document::ids::DriverId;
use crate::document::naming;
use crate::document::parts::{BindingEffect, Document, Driver};
use std::sync::Arc;

/// The most drivers of a package (DRV-01).
const MOST: usize = 16;

pub(super) fn add(next: &mut Document, driver: &Arc<Driver>) -> Result<(), EditError> {
    check(next, driver)?;
    if next.drivers.len() >= MOST {
        return Err(refused(Message::new(&DRIVER_COUNT)));
    }
    let taken = |id: &str| next.drivers.iter().any(|known| known.export_id == id);
    let name = driver.name.as_deref().unwrap_or_default();
    let export_id = naming::export_id(name, "driver", taken);
    let id = DriverId(take_id(next));
    next.drivers.push(Arc::new(Driver {
        id,
        export_id,
        ..driver.as_ref().clone()
    }));
    Ok(())
}

fn check(document: &Document, driver: &Driver) -> Result<(), EditError> {
    if let Some(name) = &driver.name {
        check_text("name", name)?;
    }
    for binding in &driver.bindings {
        if let BindingEffect::MorphParameter { target, .. } = &binding.effect
            && document.parameter(*target).is_none()
        {
            return Err(no_such_part(target));
        }
    }
    Ok(())
}

pub(super) fn set(next: &mut Document, driver: &Arc<Driver>) -> Result<(), EditError> {
    check(next, driver)?;
    check_id(&driver.export_id)?;
    let mut others = next.drivers.iter().filter(|other| other.id != driver.id);
    if others.any(|other| other.export_id == driver.export_id) {
        return Err(refused(Message::new(&TWICE).with("id", &driver.export_id)));
    }
    let entry = next.drivers.iter_mut().find(|known| known.id == driver.id);
    *entry.ok_or_else(|| no_such_part(driver.id))? = Arc::clone(driver);
    Ok(())
}

pub(super) fn remove(next: &mut Document, id: DriverId) -> Result<(), EditError> {
    let at = next.drivers.iter().position(|known| known.id == id);
    next.drivers.remove(at.ok_or_else(|| no_such_part(id))?);
    Ok(())
}
