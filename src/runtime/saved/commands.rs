//! `drivers=`: what drivers shall do where no panel exists (bem.md 15.2).

use super::pairs::Report;
use super::phrases;
use super::selection::sound_pairs;
use crate::base::findings::{Finding, Severity};
use crate::base::text::Message;
use crate::formats::bem::manifest::Manifest;
use crate::runtime::drivers::{Command, Drivers};

/// Reads `id:play` and `id:pause` pairs joined by `&` into commands, in their order. Bad pairs are ignored and told as
/// those of the other lists (SAV-01, SAV-02).
pub fn read_commands(manifest: &Manifest, text: &str) -> (Vec<(usize, Command)>, Vec<Finding>) {
    let mut report = Report::new(Severity::Warning);
    let drivers = Drivers::new(manifest);
    let mut commands: Vec<(usize, Command)> = Vec::new();
    for (id, value) in sound_pairs(text, &mut report) {
        let command = match value {
            "play" => Command::Start,
            "pause" => Command::Pause,
            _ => {
                let message = Message::new(&phrases::UNKNOWN_COMMAND)
                    .with("id", id)
                    .with("value", value)
                    .with("allowed", "play, pause");
                report.add("SAV-02", message);
                continue;
            }
        };
        match drivers.find(manifest, id) {
            None => report.add(
                "SAV-02",
                Message::new(&phrases::UNKNOWN_DRIVER).with("id", id),
            ),
            Some(driver_idx) if commands.iter().any(|(idx, _)| *idx == driver_idx) => {
                report.add("SAV-02", Message::new(&phrases::TWICE).with("id", id));
            }
            Some(driver_idx) => commands.push((driver_idx, command)),
        }
    }
    (commands, report.into_findings())
}
