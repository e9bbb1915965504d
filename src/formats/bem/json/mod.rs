//! The JSON of manifests: values with members in order and exact integers, a strict reader, a compact writer.
//! It is no general JSON library.

pub mod path;
mod read;
mod strings;
mod write;

pub use read::{Fault, FaultKind, MAX_DEPTH, Parsed, SyntaxError, parse, parse_to_depth};
pub use write::{to_compact, to_indented};

/// A JSON value. Object members keep their order; keys are unique (JSON-03).
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number token without fraction and exponent that fits (JSON-06). `-0` is 0.
    Integer(i64),
    /// Any other number; infinite when the token is beyond binary64 (`1e999`).
    Float(f64),
    /// A text.
    Text(String),
    /// An array.
    List(Vec<Self>),
    /// An object.
    Object(Members),
}

/// The members of an object in order.
pub type Members = Vec<(String, Value)>;

impl Value {
    /// The members, if this is an object.
    pub fn members(&self) -> Option<&Members> {
        match self {
            Self::Object(members) => Some(members),
            _ => None,
        }
    }

    /// The elements, if this is an array.
    pub fn list(&self) -> Option<&[Self]> {
        match self {
            Self::List(elements) => Some(elements),
            _ => None,
        }
    }

    /// The text, if this is one.
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The truth value, if this is one.
    pub const fn truth(&self) -> Option<bool> {
        match self {
            Self::Bool(truth) => Some(*truth),
            _ => None,
        }
    }

    /// The number, if this is an integer `0..=u32::MAX` (JSON-06).
    pub fn u32(&self) -> Option<u32> {
        match self {
            Self::Integer(number) => u32::try_from(*number).ok(),
            _ => None,
        }
    }

    /// The number, if this is one of either form (JSON-07).
    #[expect(
        clippy::as_conversions,
        reason = "float fields are far below 2^53; larger integers round as any reader of floats would"
    )]
    pub const fn number(&self) -> Option<f64> {
        match self {
            Self::Integer(number) => Some(*number as f64),
            Self::Float(number) => Some(*number),
            _ => None,
        }
    }

    /// The member with this key, if this is an object that has it.
    pub fn get(&self, key: &str) -> Option<&Self> {
        self.members().and_then(|members| find(members, key))
    }
}

/// The value of a member, if it is there.
pub fn find<'a>(members: &'a Members, key: &str) -> Option<&'a Value> {
    members
        .iter()
        .find(|(name, _)| name == key)
        .map(|(_, value)| value)
}

/// A JSON pointer one step longer; `~` and `/` in the key are escaped (RFC 6901).
pub fn pointer_to(parent: &str, key: &str) -> String {
    let mut pointer =
        String::with_capacity(parent.len().saturating_add(key.len()).saturating_add(1));
    pointer.push_str(parent);
    append_step(&mut pointer, key);
    pointer
}

/// Adds a step to a JSON pointer.
fn append_step(pointer: &mut String, key: &str) {
    pointer.push('/');
    for letter in key.chars() {
        match letter {
            '~' => pointer.push_str("~0"),
            '/' => pointer.push_str("~1"),
            _ => pointer.push(letter),
        }
    }
}
