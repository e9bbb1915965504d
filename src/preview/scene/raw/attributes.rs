//! The values of one vertex attribute, whatever format they are stored in (bem.md 22.1). It knows no meaning of them.

use super::{RawError, RawMesh};
use crate::base::numbers::{u64_of, usize_of};
use crate::formats::bem::manifest::Attribute;

/// Bytes of an element by format (bem.md ch. 9).
const ELEMENT_BYTES: [usize; 12] = [4, 2, 1, 1, 2, 2, 1, 1, 2, 2, 4, 4];
const FLOAT32: u32 = 0;

/// The place of an attribute in all vertices of its stream, checked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Column<'a> {
    bytes: &'a [u8],
    stride: usize,
    offset: usize,
    format: u32,
    element_bytes: usize,
    dimension: usize,
}

impl<'a> Column<'a> {
    /// The column of an attribute.
    pub(super) fn of(mesh: &RawMesh<'a>, attribute: &Attribute) -> Result<Self, RawError> {
        let broken = || RawError::Attribute {
            semantic: attribute.semantic,
        };
        let element_bytes = ELEMENT_BYTES.get(usize_of(attribute.format)).copied();
        let element_bytes = element_bytes.ok_or_else(broken)?;
        let dimension = usize_of(attribute.dimension);
        let stream = mesh.streams.get(usize_of(attribute.stream));
        let stream = stream.ok_or_else(broken)?;
        let (stride, offset) = (usize_of(stream.stride), usize_of(attribute.offset));
        let end = offset.saturating_add(element_bytes.saturating_mul(dimension));
        if !(1..=4).contains(&dimension) || end > stride {
            return Err(broken());
        }
        let wanted = u64::from(mesh.vertex_count).saturating_mul(u64::from(stream.stride));
        if u64_of(stream.bytes.len()) != wanted {
            return Err(RawError::StreamLength {
                stream: attribute.stream,
                n_bytes: u64_of(stream.bytes.len()),
                wanted_bytes: wanted,
            });
        }
        Ok(Self {
            bytes: stream.bytes,
            stride,
            offset,
            format: attribute.format,
            element_bytes,
            dimension,
        })
    }

    /// The first `N` elements of each vertex; elements beyond the dimension are 0.
    pub(super) fn vectors<const N: usize>(self) -> impl Iterator<Item = [f32; N]> + 'a {
        self.cells().map(move |cell| {
            let mut values = [0.0; N];
            let elements = cell.chunks_exact(self.element_bytes);
            for (value, element) in values.iter_mut().zip(elements) {
                *value = element_of(self.format, element);
            }
            values
        })
    }

    /// Each vertex's 32 raw bits, if the attribute is one 32-bit element.
    pub(super) fn words(self) -> Option<impl Iterator<Item = u32> + 'a> {
        let is_word = self.dimension == 1 && self.element_bytes == 4;
        is_word.then(|| {
            self.cells().map(|cell| {
                cell.first_chunk()
                    .map_or(0, |four| u32::from_le_bytes(*four))
            })
        })
    }

    /// The bytes of the attribute in each vertex.
    fn cells(self) -> impl Iterator<Item = &'a [u8]> + 'a {
        let range = self.offset..self.offset + self.element_bytes * self.dimension;
        let vertices = self.bytes.chunks_exact(self.stride);
        vertices.map(move |vertex| vertex.get(range.clone()).unwrap_or_default())
    }
}

/// One stored element as a number: normalised formats as -1..=1 or 0..=1, whole numbers as they are.
fn element_of(format: u32, bytes: &[u8]) -> f32 {
    match (format, bytes) {
        (FLOAT32, &[a, b, c, d]) => f32::from_le_bytes([a, b, c, d]),
        (1, &[a, b]) => half(u16::from_le_bytes([a, b])),
        (2, &[a]) => f32::from(a) / 255.0,
        (3, &[a]) => (f32::from(i8::from_le_bytes([a])) / 127.0).max(-1.0),
        (4, &[a, b]) => f32::from(u16::from_le_bytes([a, b])) / 65_535.0,
        (5, &[a, b]) => (f32::from(i16::from_le_bytes([a, b])) / 32_767.0).max(-1.0),
        (6, &[a]) => f32::from(a),
        (7, &[a]) => f32::from(i8::from_le_bytes([a])),
        (8, &[a, b]) => f32::from(u16::from_le_bytes([a, b])),
        (9, &[a, b]) => f32::from(i16::from_le_bytes([a, b])),
        (10, &[a, b, c, d]) => u32::from_le_bytes([a, b, c, d]) as f32,
        (11, &[a, b, c, d]) => i32::from_le_bytes([a, b, c, d]) as f32,
        _ => f32::NAN,
    }
}

/// An IEEE 754 half-precision number; exact.
fn half(bits: u16) -> f32 {
    let sign = u32::from(bits & 0x8000) << 16;
    let exponent = u32::from(bits >> 10) & 0x1f;
    let fraction = u32::from(bits & 0x3ff);
    let magnitude = match exponent {
        // Subnormal: a whole number of steps of 2^-24.
        0 => f32::from(bits & 0x3ff) * 2.0_f32.powi(-24),
        31 => f32::from_bits(0x7f80_0000 | (fraction << 13)),
        _ => f32::from_bits(((exponent + 112) << 23) | (fraction << 13)),
    };
    f32::from_bits(magnitude.to_bits() | sign)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_are_exact() {
        let known = [
            (0x0000, 0.0),
            (0x3c00, 1.0),
            (0xc000, -2.0),
            (0x3555, 0.333_251_95),
            (0x7bff, 65_504.0),
            (0x0400, 6.103_515_6e-5),
            (0x0001, 5.960_464_5e-8),
            (0x7c00, f32::INFINITY),
            (0xfc00, f32::NEG_INFINITY),
        ];
        for (bits, value) in known {
            assert_eq!(half(bits), value, "{bits:#06x}");
        }
        assert!(half(0x7e00).is_nan(), "no number");
        assert!(half(0x8000).is_sign_negative(), "minus zero");
    }

    #[test]
    fn every_format_has_its_ends() {
        let known: [(u32, &[u8], f32); 14] = [
            (0, &[0, 0, 0xc0, 0x3f], 1.5),
            (1, &[0, 0x3c], 1.0),
            (2, &[255], 1.0),
            (2, &[51], 0.2),
            (3, &[0x80], -1.0),
            (3, &[127], 1.0),
            (4, &[0xff, 0xff], 1.0),
            (5, &[0x00, 0x80], -1.0),
            (6, &[200], 200.0),
            (7, &[0xff], -1.0),
            (8, &[0x00, 0x01], 256.0),
            (9, &[0xff, 0xff], -1.0),
            (10, &[0, 0, 1, 0], 65_536.0),
            (11, &[0xff, 0xff, 0xff, 0xff], -1.0),
        ];
        for (format, bytes, value) in known {
            assert_eq!(element_of(format, bytes), value, "format {format}");
        }
    }
}
