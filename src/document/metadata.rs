//! What an opened package says beyond the format: kept in order and written back, never interpreted (bem.md ch. 3).

/// Members of an object that the format does not know: key and JSON text, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Metadata(pub Vec<(String, String)>);

impl Metadata {
    /// Whether there is none.
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// In which order an opened package names the keys of its objects: kind of object and keys (WRT-04).
/// Order is no content: two of them are always equal.
#[derive(Clone, Debug, Default)]
pub struct KeyOrders(pub Vec<(String, Vec<String>)>);

impl PartialEq for KeyOrders {
    fn eq(&self, _other: &Self) -> bool {
        true
    }
}

impl Eq for KeyOrders {}
