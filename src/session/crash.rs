//! What is told after a crash: versions and the last actions by name. No path, no name and no text of the author.

use crate::base::files;
use std::collections::VecDeque;
use std::panic::{Location, PanicHookInfo};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// How many actions are remembered.
const MAX_ACTIONS: usize = 50;
/// How many reports are kept; the last place is used again.
const MAX_REPORTS: usize = 20;

static ACTIONS: Mutex<VecDeque<String>> = Mutex::new(VecDeque::new());

/// Remembers an action by its name, which holds nothing of the author's.
pub(super) fn note(name: String) {
    let mut actions = ACTIONS.lock().unwrap_or_else(PoisonError::into_inner);
    if actions.len() == MAX_ACTIONS {
        actions.pop_front();
    }
    actions.push_back(name);
}

/// From now on every panic, also one that is caught, leaves a report in `folder` before it goes its way.
pub fn report_panics_to(folder: PathBuf) {
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        // There is nobody left to tell when the report cannot be written.
        drop(write(&folder, &report(panic)));
        before(panic);
    }));
}

fn report(panic: &PanicHookInfo<'_>) -> String {
    // A text that was put together at run time may hold a name; a fixed one cannot.
    let fixed = panic.payload().downcast_ref::<&'static str>().copied();
    let thread = std::thread::current();
    told(panic.location(), fixed, thread.name().unwrap_or("?"))
}

/// The text of a report.
fn told(place: Option<&Location<'_>>, what: Option<&str>, thread: &str) -> String {
    let mut text = format!(
        "BEM Studio {} ({} {})\nthread: {thread}\nplace: {}\nwhat: {}\n",
        env!("CARGO_PKG_VERSION"),
        std::env::consts::OS,
        std::env::consts::ARCH,
        place.map(short).unwrap_or_default(),
        what.unwrap_or("(told at run time; left out)"),
    );
    text.push_str("last actions, the newest last:\n");
    let actions = ACTIONS.lock().unwrap_or_else(PoisonError::into_inner);
    for action in actions.iter() {
        text.push_str("  ");
        text.push_str(action);
        text.push('\n');
    }
    text
}

/// The last two parts of the source's path, and the line: the rest tells of the machine it was built on.
fn short(place: &Location<'_>) -> String {
    let parts: Vec<&str> = place.file().rsplit(['/', '\\']).take(2).collect();
    let file: Vec<&str> = parts.into_iter().rev().collect();
    format!("{}:{}", file.join("/"), place.line())
}

fn write(folder: &Path, text: &str) -> Result<(), files::FileError> {
    files::make_folder(folder)?;
    let name = |n: usize| folder.join(format!("crash-{n}.txt"));
    let free = (1..MAX_REPORTS).find(|n| !files::is_taken(&name(*n)));
    files::write_atomic(&name(free.unwrap_or(MAX_REPORTS)), text.as_bytes())
}
