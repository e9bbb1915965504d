//! What an opened package said beyond the format, as members of the manifest again.

use crate::document::metadata::{KeyOrders, Metadata};
use crate::formats::bem::json::{self, Members, Value};
use crate::formats::bem::manifest;

/// The members; text that is no JSON stays a text.
pub(in crate::export) fn members(metadata: &Metadata) -> Members {
    let value = |text: &String| {
        json::parse(text.as_bytes())
            .map_or_else(|_| Value::Text(text.clone()), |parsed| parsed.value)
    };
    metadata
        .0
        .iter()
        .map(|(key, text)| (key.clone(), value(text)))
        .collect()
}

/// The key orders of the manifest.
pub(super) fn key_orders(orders: &KeyOrders) -> manifest::KeyOrders {
    manifest::KeyOrders::of_lists(&orders.0)
}
