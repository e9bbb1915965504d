//! Bytes to document, and what salvage keeps of broken ones.

use crate::formats::pmx::document::Pmx;
use crate::formats::pmx::error::ReadError;

/// What salvage made of a file (PMX-44).
#[derive(Clone, Debug)]
pub struct Salvaged {
    /// All whole records before the fault; [`Pmx::is_salvaged`] unless there was none.
    pub pmx: Pmx,
    /// The fault that cut the file; none when the file reads without one.
    pub cut: Option<ReadError>,
}

/// Reads a file; every byte is accounted for, oddities are kept and listed in [`Pmx::warnings`].
///
/// # Errors
/// The first fault in reading order (PMX-21..PMX-25), with what salvage could keep.
pub fn read(bytes: Vec<u8>) -> Result<Pmx, ReadError> {
    drop(bytes);
    todo!("the reader follows")
}

/// Reads what is whole of a file that is cut in its morphs or later; only when the user asks for it (PMX-44).
///
/// # Errors
/// Any fault that is not a shortage of bytes there.
pub fn salvage(bytes: Vec<u8>) -> Result<Salvaged, ReadError> {
    drop(bytes);
    todo!("the reader follows")
}
