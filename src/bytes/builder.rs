//! Bytes put together in order, little-endian. It checks no meaning.

/// A growing list of bytes.
#[derive(Clone, Debug, Default)]
pub struct Builder {
    bytes: Vec<u8>,
}

impl Builder {
    /// Nothing yet, with room for `capacity` bytes; the caller answers for the size.
    pub fn with_capacity(capacity: usize) -> Self {
        Self {
            bytes: Vec::with_capacity(capacity),
        }
    }

    /// How many bytes there are.
    pub const fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// The bytes so far.
    pub fn as_slice(&self) -> &[u8] {
        &self.bytes
    }

    /// Forgets all bytes and keeps the room.
    pub fn clear(&mut self) {
        self.bytes.clear();
    }

    /// Adds bytes as they are.
    pub fn put(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// Adds a byte.
    pub fn put_u8(&mut self, value: u8) {
        self.bytes.push(value);
    }

    /// Adds two bytes.
    pub fn put_u16(&mut self, value: u16) {
        self.put(&value.to_le_bytes());
    }

    /// Adds four bytes.
    pub fn put_u32(&mut self, value: u32) {
        self.put(&value.to_le_bytes());
    }

    /// Adds four bytes, signed.
    pub fn put_i32(&mut self, value: i32) {
        self.put(&value.to_le_bytes());
    }

    /// Adds floats, bit for bit.
    pub fn put_f32s(&mut self, values: &[f32]) {
        for value in values {
            self.put(&value.to_le_bytes());
        }
    }

    /// The finished bytes.
    pub fn finish(self) -> Vec<u8> {
        self.bytes
    }
}
