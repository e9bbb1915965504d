//! The strict reader: bytes to [`Value`], with everything that breaks JSON-01 to JSON-05 on the way.
//! It judges no key and no number: that is the manifest rules' work.
//!
//! Written by hand because the rules ask for what general readers do not tell apart: `-0` (an integer) from `-0.0`, a
//! number beyond binary64 from broken syntax, and all repeated keys, zero characters and lone surrogates at once, each
//! with its place.

use crate::formats::bem::json::path::Path;
use crate::formats::bem::json::{Members, Value};

/// Deepest value: the root is 0, every member value or array element one deeper than its container (JSON-05).
pub const MAX_DEPTH: usize = 48;
/// Objects with fewer members are searched for repeats pair by pair.
const FEW_MEMBERS: usize = 16;
/// Most faults of one kind that are kept; hostile text can hold millions.
const MAX_FAULTS: usize = 64;

/// What reading gives.
#[derive(Clone, Debug, PartialEq)]
pub struct Parsed {
    /// The value. Of a repeated key the first value is kept, what lies too deep is `null`.
    pub value: Value,
    /// What the text does that the rules forbid although it can be read; in order of place, at most 64 of a kind.
    pub faults: Vec<Fault>,
}

/// A fault that does not stop the reader.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What it is.
    pub kind: FaultKind,
    /// Byte offset from the start of the text.
    pub offset: usize,
    /// JSON pointer of the value it belongs to.
    pub pointer: String,
}

/// Kinds of faults that do not stop the reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// The text starts with a byte order mark (JSON-01).
    ByteOrderMark,
    /// The object has this key already (JSON-03).
    RepeatedKey,
    /// U+0000 in a key (JSON-04).
    ZeroInKey,
    /// U+0000 in a text (JSON-04).
    ZeroInText,
    /// Half a surrogate pair in an escape (JSON-04); U+FFFD stands for it.
    LoneSurrogate,
    /// Deeper than [`MAX_DEPTH`] (JSON-05).
    TooDeep,
}

/// Why the text cannot be read at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SyntaxError {
    /// Not UTF-8 from this byte on (JSON-01).
    #[error("not UTF-8 at byte {offset}")]
    NotUtf8 {
        /// Byte offset from the start of the text.
        offset: usize,
    },
    /// Not standard JSON from this byte on (JSON-02).
    #[error("byte {offset}: {wanted} expected")]
    Unexpected {
        /// Byte offset from the start of the text.
        offset: usize,
        /// What would have been right there, in JSON's own terms.
        wanted: &'static str,
    },
}

/// Reads one JSON value with nothing but white space around it.
///
/// # Errors
///
/// Text that is not UTF-8 or not JSON. Other faults are collected in [`Parsed::faults`].
pub fn parse(bytes: &[u8]) -> Result<Parsed, SyntaxError> {
    parse_to_depth(bytes, MAX_DEPTH)
}

/// The same with another deepest level, which bounds the recursion.
///
/// # Errors
///
/// See [`parse`].
pub fn parse_to_depth(bytes: &[u8], max_depth: usize) -> Result<Parsed, SyntaxError> {
    let text = std::str::from_utf8(bytes).map_err(|error| SyntaxError::NotUtf8 {
        offset: error.valid_up_to(),
    })?;
    let mut reader = Reader {
        text,
        bytes: text.as_bytes(),
        at: 0,
        max_depth,
        faults: Vec::new(),
        elements: Vec::new(),
        members: Members::new(),
        offsets: Vec::new(),
    };
    if text.starts_with('\u{feff}') {
        reader.at = '\u{feff}'.len_utf8();
        reader.fault(FaultKind::ByteOrderMark, 0, &Path::ROOT);
    }
    reader.skip_space();
    let value = reader.value(0, &Path::ROOT)?;
    reader.skip_space();
    if reader.at < reader.bytes.len() {
        return Err(reader.wanted("end of text"));
    }
    Ok(Parsed {
        value,
        faults: reader.faults,
    })
}

pub(super) struct Reader<'a> {
    pub(super) text: &'a str,
    pub(super) bytes: &'a [u8],
    pub(super) at: usize,
    max_depth: usize,
    faults: Vec<Fault>,
    /// What is read so far of the containers that are open, innermost last: so that each gets exactly the room it needs.
    elements: Vec<Value>,
    members: Members,
    /// Where the keys of `members` start.
    offsets: Vec<usize>,
}

impl Reader<'_> {
    pub(super) fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    pub(super) fn step(&mut self) {
        self.at = self.at.saturating_add(1);
    }

    pub(super) fn wanted(&self, wanted: &'static str) -> SyntaxError {
        SyntaxError::Unexpected {
            offset: self.at,
            wanted,
        }
    }

    pub(super) fn fault(&mut self, kind: FaultKind, offset: usize, path: &Path<'_>) {
        let n_alike = self
            .faults
            .iter()
            .filter(|fault| fault.kind == kind)
            .count();
        if n_alike < MAX_FAULTS {
            self.faults.push(Fault {
                kind,
                offset,
                pointer: path.pointer(),
            });
        }
    }

    fn skip_space(&mut self) {
        while let Some(b' ' | b'\t' | b'\n' | b'\r') = self.peek() {
            self.step();
        }
    }

    /// Takes one byte if it is the wanted one.
    fn take(&mut self, byte: u8) -> bool {
        let is_there = self.peek() == Some(byte);
        if is_there {
            self.step();
        }
        is_there
    }

    /// The value that starts here. Recursion is at most `max_depth` deep.
    fn value(&mut self, depth: usize, path: &Path<'_>) -> Result<Value, SyntaxError> {
        if depth > self.max_depth {
            self.fault(FaultKind::TooDeep, self.at, path);
            self.skip_deep_value()?;
            return Ok(Value::Null);
        }
        match self.peek() {
            Some(b'{') => self.object(depth, path),
            Some(b'[') => self.list(depth, path),
            Some(b'"') => Ok(Value::Text(self.string(path, FaultKind::ZeroInText)?)),
            Some(b'-' | b'0'..=b'9') => self.number(),
            Some(b't') => self.word("true", Value::Bool(true)),
            Some(b'f') => self.word("false", Value::Bool(false)),
            Some(b'n') => self.word("null", Value::Null),
            _ => Err(self.wanted("a value")),
        }
    }

    fn word(&mut self, word: &'static str, value: Value) -> Result<Value, SyntaxError> {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        if !rest.starts_with(word.as_bytes()) {
            return Err(self.wanted("a value"));
        }
        self.at = self.at.saturating_add(word.len());
        Ok(value)
    }

    fn list(&mut self, depth: usize, path: &Path<'_>) -> Result<Value, SyntaxError> {
        self.step();
        self.skip_space();
        if self.take(b']') {
            return Ok(Value::List(Vec::new()));
        }
        let start = self.elements.len();
        loop {
            let here = path.index(self.elements.len().saturating_sub(start));
            let value = self.value(depth.saturating_add(1), &here)?;
            self.elements.push(value);
            self.skip_space();
            if self.take(b']') {
                return Ok(Value::List(self.elements.split_off(start)));
            }
            if !self.take(b',') {
                return Err(self.wanted("`,` or `]`"));
            }
            self.skip_space();
        }
    }

    fn object(&mut self, depth: usize, path: &Path<'_>) -> Result<Value, SyntaxError> {
        self.step();
        self.skip_space();
        if self.take(b'}') {
            return Ok(Value::Object(Members::new()));
        }
        let start = self.members.len();
        loop {
            let offset = self.at;
            if self.peek() != Some(b'"') {
                return Err(self.wanted("a key in quotes"));
            }
            let key = self.string(path, FaultKind::ZeroInKey)?;
            self.skip_space();
            if !self.take(b':') {
                return Err(self.wanted("`:`"));
            }
            self.skip_space();
            let here = path.key(&key);
            let value = self.value(depth.saturating_add(1), &here)?;
            self.members.push((key, value));
            self.offsets.push(offset);
            self.skip_space();
            if self.take(b'}') {
                break;
            }
            if !self.take(b',') {
                return Err(self.wanted("`,` or `}`"));
            }
            self.skip_space();
        }
        let mut members = self.members.split_off(start);
        self.drop_repeats(&mut members, start, path);
        self.offsets.truncate(start);
        Ok(Value::Object(members))
    }

    /// Keeps the first member of each key and reports the others. The offset of the first key lies at `start`.
    fn drop_repeats(&mut self, members: &mut Members, start: usize, path: &Path<'_>) {
        let repeats = repeated_members(members);
        if repeats.is_empty() {
            return;
        }
        for &index in &repeats {
            let offset = self.offsets.get(start.saturating_add(index)).copied();
            if let (Some((key, _)), Some(offset)) = (members.get(index), offset) {
                let here = path.key(key);
                self.fault(FaultKind::RepeatedKey, offset, &here);
            }
        }
        let mut index = 0_usize;
        members.retain(|_| {
            let is_kept = repeats.binary_search(&index).is_err();
            index = index.saturating_add(1);
            is_kept
        });
    }

    /// Checks the syntax of a value below the deepest level without recursion and without building it.
    fn skip_deep_value(&mut self) -> Result<(), SyntaxError> {
        let mut open: Vec<u8> = Vec::new();
        loop {
            self.skip_space();
            match self.peek() {
                Some(bracket @ (b'{' | b'[')) => {
                    self.step();
                    self.skip_space();
                    if !self.take(closing(bracket)) {
                        open.push(bracket);
                        if bracket == b'{' {
                            self.skip_key()?;
                        }
                        continue;
                    }
                }
                Some(b'"') => {
                    self.string(&Path::ROOT, FaultKind::ZeroInText)?;
                }
                Some(b'-' | b'0'..=b'9') => {
                    self.number()?;
                }
                Some(b't') => drop(self.word("true", Value::Null)?),
                Some(b'f') => drop(self.word("false", Value::Null)?),
                Some(b'n') => drop(self.word("null", Value::Null)?),
                _ => return Err(self.wanted("a value")),
            }
            // A value has ended: close what ends with it.
            loop {
                let Some(&bracket) = open.last() else {
                    return Ok(());
                };
                self.skip_space();
                if self.take(b',') {
                    self.skip_space();
                    if bracket == b'{' {
                        self.skip_key()?;
                    }
                    break;
                }
                if !self.take(closing(bracket)) {
                    return Err(self.wanted("`,` or a closing bracket"));
                }
                open.pop();
            }
        }
    }

    fn skip_key(&mut self) -> Result<(), SyntaxError> {
        if self.peek() != Some(b'"') {
            return Err(self.wanted("a key in quotes"));
        }
        self.string(&Path::ROOT, FaultKind::ZeroInKey)?;
        self.skip_space();
        if self.take(b':') {
            Ok(())
        } else {
            Err(self.wanted("`:`"))
        }
    }

    fn number(&mut self) -> Result<Value, SyntaxError> {
        let start = self.at;
        self.take(b'-');
        if !self.take(b'0') {
            self.digits()?;
        }
        let mut is_integer = true;
        if self.take(b'.') {
            is_integer = false;
            self.digits()?;
        }
        if self.take(b'e') || self.take(b'E') {
            is_integer = false;
            if !self.take(b'+') {
                self.take(b'-');
            }
            self.digits()?;
        }
        let token = self.text.get(start..self.at).unwrap_or_default();
        if is_integer && let Ok(number) = token.parse() {
            return Ok(Value::Integer(number));
        }
        let number = token.parse().map_err(|_error| self.wanted("a number"))?;
        Ok(Value::Float(number))
    }

    fn digits(&mut self) -> Result<(), SyntaxError> {
        if !matches!(self.peek(), Some(b'0'..=b'9')) {
            return Err(self.wanted("a digit"));
        }
        while let Some(b'0'..=b'9') = self.peek() {
            self.step();
        }
        Ok(())
    }
}

const fn closing(bracket: u8) -> u8 {
    if bracket == b'{' { b'}' } else { b']' }
}

/// Indices of members whose key came before in the same object, ascending.
fn repeated_members(members: &Members) -> Vec<usize> {
    if members.len() < FEW_MEMBERS {
        let repeats = members.iter().enumerate().filter(|(index, (key, _))| {
            members
                .iter()
                .take(*index)
                .any(|(earlier, _)| earlier == key)
        });
        return repeats.map(|(index, _)| index).collect();
    }
    let mut by_key: Vec<(usize, &str)> = members
        .iter()
        .enumerate()
        .map(|(index, (key, _))| (index, key.as_str()))
        .collect();
    by_key.sort_by_key(|&(index, key)| (key, index));
    let mut repeats: Vec<usize> = by_key
        .iter()
        .zip(by_key.iter().skip(1))
        .filter(|((_, earlier), (_, key))| earlier == key)
        .map(|(_, (index, _))| *index)
        .collect();
    repeats.sort_unstable();
    repeats
}
