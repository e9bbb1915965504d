//! JSON that is only written: numbers of any size, members in the order they are given.

use std::fmt;

/// JSON with numbers of any size; members in order.
pub(super) enum Json {
    /// Text that is JSON as it stands.
    Raw(String),
    Text(String),
    List(Vec<Self>),
    Object(Vec<(String, Self)>),
}

impl Json {
    pub(super) fn number(number: impl fmt::Display) -> Self {
        Self::Raw(number.to_string())
    }

    pub(super) fn null() -> Self {
        Self::Raw("null".to_owned())
    }

    pub(super) fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    pub(super) fn maybe<T: fmt::Display>(number: Option<T>) -> Self {
        number.map_or_else(Self::null, Self::number)
    }

    pub(super) fn object<const N: usize>(members: [(&str, Self); N]) -> Self {
        let members = members.into_iter();
        Self::Object(
            members
                .map(|(key, value)| (key.to_owned(), value))
                .collect(),
        )
    }
}

impl fmt::Display for Json {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let quoted = |text: &str| serde_json::Value::from(text).to_string();
        match self {
            Self::Raw(text) => out.write_str(text),
            Self::Text(text) => out.write_str(&quoted(text)),
            Self::List(elements) => {
                out.write_str("[")?;
                for (idx, element) in elements.iter().enumerate() {
                    let comma = if idx > 0 { "," } else { "" };
                    write!(out, "{comma}{element}")?;
                }
                out.write_str("]")
            }
            Self::Object(members) => {
                out.write_str("{")?;
                for (idx, (key, value)) in members.iter().enumerate() {
                    let comma = if idx > 0 { "," } else { "" };
                    write!(out, "{comma}{}:{value}", quoted(key))?;
                }
                out.write_str("}")
            }
        }
    }
}
