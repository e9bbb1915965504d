//! What a command of the command line has to tell, whatever it did: sentences for people, facts for scripts.
//! It prints nothing.

use crate::base::findings::Finding;
use crate::base::text::{Language, Message};
use serde_json::{Map, Value};

/// The result of a command that went well.
pub trait Answer {
    /// For people, one line each.
    fn lines(&self) -> Vec<Message>;

    /// For scripts; sentences inside are in `language`.
    fn facts(&self, language: Language) -> Map<String, Value>;

    /// What is worth knowing; nothing of it made the command fail.
    fn findings(&self) -> &[Finding];
}

/// The members of a JSON object.
pub(super) fn members(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(members) => members,
        _ => Map::new(),
    }
}
