//! The sentences about refused PMX files, in all languages.

use crate::base::text::{Message, Phrase};
use crate::formats::pmx::error::ReadError;

static REFUSED: Phrase = Phrase::new(
    "{section}，{field}：{code}（偏移 {offset}）。",
    "{section}、{field}：{code}（位置 {offset}）。",
    "{section}, {field}: {code} at offset {offset}.",
);

impl ReadError {
    /// The fault as one sentence for people (PMX-28).
    pub fn message(&self) -> Message {
        Message::new(&REFUSED)
            .with("section", self.section)
            .with("field", self.field)
            .with("code", self.code)
            .with("offset", self.offset)
    }
}
