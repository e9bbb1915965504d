//! The JSON value of manifests: members in order, integers exact. It is no general JSON library.

/// A JSON value. Object members keep their order; keys are unique (JSON-03).
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number token without fraction and exponent that fits (JSON-06).
    Integer(i64),
    /// Any other finite number.
    Float(f64),
    /// A text.
    Text(String),
    /// An array.
    List(Vec<Value>),
    /// An object.
    Object(Members),
}

/// The members of an object in order.
pub type Members = Vec<(String, Value)>;
