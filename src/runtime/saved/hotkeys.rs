//! `driver_hotkeys`: which key starts and ends which driver (bem.md 15.6). It polls no keyboard.

use super::pairs::{Entry, Report, entries};
use super::phrases;
use super::selection::list;
use crate::base::findings::{Finding, Severity};
use crate::base::text::Message;
use crate::formats::bem::manifest::Manifest;
use crate::runtime::drivers::{Drivers, MAX_DRIVERS};
use std::collections::BTreeMap;

/// Most pairs of the text (HOT-01).
const MAX_PAIRS: usize = MAX_DRIVERS;

/// The keys of a package's drivers. Every driver is unbound at first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hotkeys {
    /// Driver index -> key.
    keys: BTreeMap<usize, String>,
}

/// Why a key cannot be bound.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the key {key} cannot stand in the text")]
pub struct KeyRefused {
    /// As handed in.
    pub key: String,
}

impl KeyRefused {
    /// The sentence for people.
    pub fn message(&self) -> Message {
        Message::new(&phrases::BAD_KEY).with("value", &self.key)
    }
}

impl Hotkeys {
    /// The key of a driver; none = unbound.
    pub fn key(&self, driver_idx: usize) -> Option<&str> {
        self.keys.get(&driver_idx).map(String::as_str)
    }

    /// The drivers a key controls, ascending; letter case does not matter.
    pub fn drivers_of(&self, key: &str) -> impl Iterator<Item = usize> {
        let keys = self.keys.iter();
        keys.filter(move |(_, bound)| bound.eq_ignore_ascii_case(key))
            .map(|(driver_idx, _)| *driver_idx)
    }

    /// Binds a driver; the empty key unbinds it.
    ///
    /// # Errors
    ///
    /// A key that cannot stand in the text (HOT-01); nothing is changed then.
    pub fn bind(&mut self, driver_idx: usize, key: &str) -> Result<(), KeyRefused> {
        if key.is_empty() {
            self.keys.remove(&driver_idx);
        } else if is_key(key) {
            self.keys.insert(driver_idx, key.to_owned());
        } else {
            return Err(KeyRefused {
                key: key.to_owned(),
            });
        }
        Ok(())
    }

    /// Reads the value of `driver_hotkeys`. `overlay_key`: the overlay's own hotkey, if it is known; meeting it is only
    /// told. Bad pairs are ignored, of a driver listed twice the first pair counts, a key bound twice stays so; one warning
    /// for each (HOT-01, HOT-02).
    pub fn read(
        manifest: &Manifest,
        text: &str,
        overlay_key: Option<&str>,
    ) -> (Self, Vec<Finding>) {
        let mut report = Report::new(Severity::Warning);
        let n_pairs = entries(text).count();
        if n_pairs > MAX_PAIRS {
            let message = Message::new(&phrases::TOO_MANY)
                .with("value", n_pairs)
                .with("limit", MAX_PAIRS);
            report.add("HOT-01", message);
        }
        let drivers = Drivers::new(manifest);
        let mut hotkeys = Self::default();
        let mut listed = Vec::new();
        for Entry { number, text, pair } in entries(text).take(MAX_PAIRS) {
            let Some((id, key)) = pair else {
                let message = Message::new(&phrases::BAD_PAIR)
                    .with("number", number)
                    .with("pair", text);
                report.add("HOT-01", message);
                continue;
            };
            let Some(driver_idx) = drivers.find(manifest, id) else {
                let message = Message::new(&phrases::UNKNOWN_DRIVER).with("id", id);
                report.add("HOT-01", message);
                continue;
            };
            if listed.contains(&driver_idx) {
                report.add("HOT-02", Message::new(&phrases::TWICE).with("id", id));
                continue;
            }
            listed.push(driver_idx);
            hotkeys.tell_clashes(manifest, (id, key), overlay_key, &mut report);
            if let Err(error) = hotkeys.bind(driver_idx, key) {
                report.add("HOT-01", error.message());
            }
        }
        (hotkeys, report.into_findings())
    }

    /// The value of `driver_hotkeys`: every driver that has an effect, in manifest order, unbound ones with an empty key. A
    /// driver whose id cannot stand in the text is left out.
    pub fn text(&self, manifest: &Manifest) -> String {
        let drivers = Drivers::new(manifest);
        let listed = manifest.drivers.iter().enumerate();
        list(listed.filter_map(|(driver_idx, driver)| {
            let is_effective = drivers.clock(driver_idx).is_some();
            let can_stand = !driver.id.is_empty() && !driver.id.contains(['&', ':']);
            (is_effective && can_stand)
                .then(|| (driver.id.as_str(), self.key(driver_idx).unwrap_or_default()))
        }))
    }

    fn tell_clashes(
        &self,
        manifest: &Manifest,
        (id, key): (&str, &str),
        overlay_key: Option<&str>,
        report: &mut Report,
    ) {
        if key.is_empty() {
            return;
        }
        let first = self.drivers_of(key).next();
        if let Some(first) = first.and_then(|idx| manifest.drivers.get(idx)) {
            let message = Message::new(&phrases::KEY_TWICE)
                .with("value", key)
                .with("first", &first.id)
                .with("id", id);
            report.add("HOT-02", message);
        }
        if overlay_key.is_some_and(|overlay| overlay.eq_ignore_ascii_case(key)) {
            let message = Message::new(&phrases::OVERLAY_KEY)
                .with("value", key)
                .with("id", id);
            report.add("HOT-02", message);
        }
    }
}

/// Whether a key can stand in the text: visible ASCII without `&` and `:` (HOT-01).
fn is_key(key: &str) -> bool {
    let mut letters = key.bytes();
    !key.is_empty() && letters.all(|letter| letter.is_ascii_graphic() && !b"&:".contains(&letter))
}
