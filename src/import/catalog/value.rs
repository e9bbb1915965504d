//! A JSON value together with where it stands, so that every complaint can say so.
//! Values are taken generously: a number may be written as text, a list as an object with the keys 0, 1, 2, ...

use crate::import::catalog::error::{self as say, CatalogError};
use serde_json::Value;
use std::ops::RangeInclusive;

/// A value and its JSON pointer.
pub(super) struct Node<'json> {
    value: &'json Value,
    pointer: String,
}

impl<'json> Node<'json> {
    pub(super) fn root(value: &'json Value) -> Self {
        Self {
            value,
            pointer: String::new(),
        }
    }

    pub(super) fn pointer(&self) -> &str {
        &self.pointer
    }

    /// The value as JSON text, shortened: for messages.
    pub(super) fn shown(&self) -> String {
        const LONGEST: usize = 60;
        let text = self.value.to_string();
        let mut shown: String = text.chars().take(LONGEST).collect();
        if shown.len() < text.len() {
            shown.push('…');
        }
        shown
    }

    fn child(&self, key: &str, value: &'json Value) -> Self {
        let escaped = key.replace('~', "~0").replace('/', "~1");
        Self {
            value,
            pointer: format!("{}/{escaped}", self.pointer),
        }
    }

    /// A member that is there and not `null`.
    pub(super) fn get(&self, key: &str) -> Option<Self> {
        let value = self.value.get(key)?;
        (!value.is_null()).then(|| self.child(key, value))
    }

    pub(super) fn require(&self, key: &str) -> Result<Self, CatalogError> {
        self.get(key).ok_or_else(|| say::missing(self, key))
    }

    pub(super) fn is_object(&self) -> bool {
        self.value.is_object()
    }

    pub(super) fn is_false(&self) -> bool {
        self.value.as_bool() == Some(false)
    }

    pub(super) fn is_null(&self) -> bool {
        self.value.is_null()
    }

    pub(super) fn object(&self) -> Result<Vec<(&'json str, Self)>, CatalogError> {
        let members = self
            .value
            .as_object()
            .ok_or_else(|| say::wrong_type(self, &say::OBJECT))?;
        Ok(members
            .iter()
            .map(|(key, value)| (key.as_str(), self.child(key, value)))
            .collect())
    }

    /// An array, or an object whose keys are 0, 1, 2, ... without gaps.
    pub(super) fn list(&self) -> Result<Vec<Self>, CatalogError> {
        if let Some(values) = self.value.as_array() {
            return Ok(values
                .iter()
                .enumerate()
                .map(|(index, value)| self.child(&index.to_string(), value))
                .collect());
        }
        let mut numbered = Vec::new();
        for (key, node) in self
            .object()
            .map_err(|_not_an_object| say::wrong_type(self, &say::LIST))?
        {
            let number = key.parse::<u32>().ok();
            let number = number.filter(|number| number.to_string() == key);
            numbered.push((number.ok_or_else(|| say::not_a_number(&node, key))?, node));
        }
        numbered.sort_by_key(|(number, _)| *number);
        for (wanted, (number, node)) in (0_u32..).zip(&numbered) {
            if *number != wanted {
                return Err(say::gap(node, wanted));
            }
        }
        Ok(numbered.into_iter().map(|(_, node)| node).collect())
    }

    /// A text; a number stands for its digits.
    pub(super) fn text(&self) -> Result<String, CatalogError> {
        match self.value {
            Value::String(text) => Ok(text.clone()),
            Value::Number(number) => Ok(number.to_string()),
            _ => Err(say::wrong_type(self, &say::TEXT)),
        }
    }

    /// A text of `1..=256` bytes without NUL (ID-06, ID-07).
    pub(super) fn name(&self) -> Result<String, CatalogError> {
        let text = self.text()?;
        if text.is_empty() || text.len() > 256 || text.contains('\0') {
            return Err(say::name(self));
        }
        Ok(text)
    }

    /// An id as ID-01 wants it.
    pub(super) fn stable_id(&self) -> Result<String, CatalogError> {
        let text = self.text()?;
        let is_first = |letter: char| letter.is_ascii_alphanumeric();
        let is_rest = |letter: char| letter.is_ascii_alphanumeric() || "_.-".contains(letter);
        if text.len() <= 96 && text.starts_with(is_first) && text.chars().all(is_rest) {
            Ok(text)
        } else {
            Err(say::stable_id(self))
        }
    }

    /// A whole number in `range`: an integer, a float without fraction, or digits in a text.
    pub(super) fn whole(&self, range: RangeInclusive<u32>) -> Result<u32, CatalogError> {
        let number = match self.value {
            Value::String(digits) => digits.trim().parse::<u64>().ok(),
            Value::Number(number) => number.as_u64().or_else(|| {
                let float = number.as_f64()?;
                // The text of a float without fraction is its digits.
                (float.fract() == 0.0 && float >= 0.0)
                    .then(|| format!("{float:.0}").parse().ok())
                    .flatten()
            }),
            _ => return Err(say::wrong_type(self, &say::WHOLE)),
        };
        number
            .and_then(|number| u32::try_from(number).ok())
            .filter(|number| range.contains(number))
            .ok_or_else(|| say::range(self, *range.start(), *range.end()))
    }

    pub(super) fn truth(&self) -> Result<bool, CatalogError> {
        match self.value {
            Value::Bool(truth) => Ok(*truth),
            _ => Err(say::wrong_type(self, &say::TRUTH)),
        }
    }

    /// Three finite numbers.
    pub(super) fn point(&self) -> Result<[f64; 3], CatalogError> {
        let numbers: Option<Vec<f64>> = self
            .list()?
            .iter()
            .map(|node| node.value.as_f64().filter(|number| number.is_finite()))
            .collect();
        numbers
            .and_then(|numbers| numbers.try_into().ok())
            .ok_or_else(|| say::wrong_type(self, &say::POINT))
    }
}
