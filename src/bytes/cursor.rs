//! A place in untrusted bytes that only moves forward. It never moves when there is too little left.

use crate::base::numbers::u64_of;

/// Fewer bytes than wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{want} bytes wanted at offset {offset}, {left} left")]
pub struct Short {
    /// Bytes from the start to the place of reading.
    pub offset: u64,
    /// Bytes wanted there.
    pub want: u64,
    /// Bytes there are.
    pub left: u64,
}

/// A place in a byte slice.
#[derive(Clone, Copy, Debug)]
pub struct Cursor<'a> {
    bytes: &'a [u8],
    rest: &'a [u8],
}

impl<'a> Cursor<'a> {
    /// At the start of `bytes`.
    pub const fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, rest: bytes }
    }

    /// Bytes from the start to here.
    pub const fn offset(&self) -> usize {
        self.bytes.len().saturating_sub(self.rest.len())
    }

    /// Bytes from here to the end.
    pub const fn left(&self) -> usize {
        self.rest.len()
    }

    /// The bytes from here to the end, without moving.
    pub const fn rest(&self) -> &'a [u8] {
        self.rest
    }

    /// Moves to where `rest` begins, which must be the end of [`Cursor::rest`]: the way back for code that has looked
    /// ahead by itself.
    pub const fn continue_at(&mut self, rest: &'a [u8]) {
        if rest.len() <= self.rest.len() {
            self.rest = rest;
        }
    }

    /// Moves `count` bytes forward and gives them.
    ///
    /// # Errors
    /// [`Short`] when fewer are left; the place stays.
    pub fn take(&mut self, count: usize) -> Result<&'a [u8], Short> {
        match self.rest.split_at_checked(count) {
            Some((taken, rest)) => {
                self.rest = rest;
                Ok(taken)
            }
            None => Err(self.short(count)),
        }
    }

    /// Moves `N` bytes forward and gives them.
    ///
    /// # Errors
    /// [`Short`] when fewer are left; the place stays.
    pub fn array<const N: usize>(&mut self) -> Result<&'a [u8; N], Short> {
        match self.rest.split_first_chunk::<N>() {
            Some((taken, rest)) => {
                self.rest = rest;
                Ok(taken)
            }
            None => Err(self.short(N)),
        }
    }

    /// Reads a byte.
    ///
    /// # Errors
    /// [`Short`] at the end.
    pub fn u8(&mut self) -> Result<u8, Short> {
        self.array().map(|[byte]| *byte)
    }

    /// Reads two bytes.
    ///
    /// # Errors
    /// [`Short`] when fewer are left.
    pub fn u16(&mut self) -> Result<u16, Short> {
        self.array().map(|bytes| u16::from_le_bytes(*bytes))
    }

    /// Reads four bytes.
    ///
    /// # Errors
    /// [`Short`] when fewer are left.
    pub fn u32(&mut self) -> Result<u32, Short> {
        self.array().map(|bytes| u32::from_le_bytes(*bytes))
    }

    /// Reads four bytes, signed.
    ///
    /// # Errors
    /// [`Short`] when fewer are left.
    pub fn i32(&mut self) -> Result<i32, Short> {
        self.array().map(|bytes| i32::from_le_bytes(*bytes))
    }

    /// Reads `N` floats as one field.
    ///
    /// # Errors
    /// [`Short`] when fewer than 4 N bytes are left.
    pub fn f32s<const N: usize>(&mut self) -> Result<[f32; N], Short> {
        self.take(N.saturating_mul(4)).map(floats)
    }

    fn short(&self, want: usize) -> Short {
        Short {
            offset: u64_of(self.offset()),
            want: u64_of(want),
            left: u64_of(self.rest.len()),
        }
    }
}

/// The first `N` floats of `bytes`, little-endian, bit for bit; 0 where the bytes end early.
#[inline]
pub fn floats<const N: usize>(bytes: &[u8]) -> [f32; N] {
    let (words, _) = bytes.as_chunks::<4>();
    let mut out = [0.0; N];
    for (slot, word) in out.iter_mut().zip(words) {
        *slot = f32::from_le_bytes(*word);
    }
    out
}
