//! Model files as they are: what `inspect` tells of PMX and MDL, and `rewrite` of PMX.

use crate::base::files;
use crate::base::findings::Finding;
use crate::base::limits;
use crate::base::text::{Language, Message};
use crate::formats::{mdl, pmx};
use crate::import;
use crate::session::intake;
use crate::session::outputs::{self, OutputKind};
use crate::session::words;
use serde_json::Value;
use std::path::Path;

/// What was seen in a file.
#[derive(Clone, Debug)]
pub struct Inspection {
    /// The facts, or the error, for scripts.
    pub json: Value,
    /// Whether the file could be read.
    pub is_good: bool,
    /// Why not.
    pub error: Option<Message>,
    /// What is odd about an MDL file; none = a PMX file, whose facts name its warnings.
    pub findings: Option<Vec<Finding>>,
}

impl Inspection {
    /// For people: the error's sentence, or the facts, one a line.
    pub fn text(&self, language: Language) -> String {
        match &self.error {
            Some(error) => error.text(language),
            None => lines_of(&self.json),
        }
    }
}

fn lines_of(json: &Value) -> String {
    let members = json.as_object().into_iter().flatten();
    let lines: Vec<String> = members
        .map(|(key, value)| format!("{key}: {value}"))
        .collect();
    lines.join("\n")
}

fn read_file(path: &Path) -> Result<Vec<u8>, Message> {
    files::read_capped(path, limits::PMX_FILE_BYTES - 1).map_err(|error| words::file_error(&error))
}

/// What to do with a file that is cut off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Damage {
    /// It is an error.
    Refuse,
    /// Whole records before the cut are kept, where the format allows it (PMX-44).
    Salvage,
}

/// Tells what is in a PMX or MDL file, told apart by content; a file called `.mdl` is taken at its word. Only a file that cannot be read from the disk is an error here.
///
/// # Errors
///
/// Why the file cannot be read from the disk.
pub fn inspect(path: &Path, damage: Damage) -> Result<Inspection, Message> {
    let bytes = read_file(path)?;
    if intake::is_called_mdl(path) || (!intake::is_pmx(&bytes) && mdl::is_likely(&bytes)) {
        return Ok(inspect_mdl(&bytes));
    }
    let seen = match damage {
        Damage::Refuse => pmx::read(bytes).map(|file| pmx::summary(&file).to_json()),
        Damage::Salvage => pmx::salvage(bytes).map(|salvaged| {
            let mut json = pmx::summary(&salvaged.pmx).to_json();
            if let (Some(members), Some(cut)) = (json.as_object_mut(), &salvaged.cut) {
                members.insert("cut".to_owned(), cut.to_json());
            }
            json
        }),
    };
    Ok(match seen {
        Ok(json) => Inspection {
            json,
            is_good: true,
            error: None,
            findings: None,
        },
        Err(error) => Inspection {
            json: serde_json::json!({ "error": error.to_json() }),
            is_good: false,
            error: Some(error.message()),
            findings: None,
        },
    })
}

fn inspect_mdl(bytes: &[u8]) -> Inspection {
    match mdl::read(bytes) {
        Ok(file) => {
            let facts = import::mdl::facts(&file);
            Inspection {
                json: facts.to_json(),
                is_good: true,
                error: None,
                findings: Some(facts.findings),
            }
        }
        Err(error) => {
            let mut json = serde_json::json!({ "error": error.to_json() });
            if let (Some(members), Some(foreign)) = (json.as_object_mut(), error.foreign) {
                members.insert("foreign".to_owned(), foreign.name().into());
            }
            Inspection {
                json,
                is_good: false,
                error: Some(error.message()),
                findings: Some(Vec::new()),
            }
        }
    }
}

/// Reads a PMX file and writes it back, then reads that back and compares (PMX-43). Returns the size in bytes.
///
/// # Errors
///
/// Why it cannot be read, written or compared.
pub fn rewrite(path: &Path, to: &Path) -> Result<u64, Message> {
    outputs::check(to, OutputKind::Model, &[path.to_path_buf()])?;
    let file = pmx::read(read_file(path)?).map_err(|error| error.message())?;
    let bytes = pmx::write(&file).map_err(|error| {
        Message::new(&words::NOT_REWRITTEN)
            .with("path", to.display())
            .with_message("what", error.message())
    })?;
    files::write_atomic(to, &bytes).map_err(|error| words::file_error(&error))?;
    Ok(crate::base::numbers::u64_of(bytes.len()))
}
