//! Where in a file a fault or warning stands. It reads nothing.

use crate::formats::mdl::error::{ErrorCode, ReadError, Value};
use crate::formats::mdl::warning::{Warning, WarningCode};

/// A place in the file, for faults and warnings.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Place {
    pub(super) object: Option<u32>,
    pub(super) packet: Option<u32>,
    pub(super) field: &'static str,
    pub(super) offset: u64,
}

impl Place {
    pub(super) const fn in_header(field: &'static str, offset: u64) -> Self {
        Self {
            object: None,
            packet: None,
            field,
            offset,
        }
    }

    /// The same record, another field, `bytes_on` bytes from the start of the record.
    pub(super) const fn field(self, field: &'static str, bytes_on: u64) -> Self {
        Self {
            field,
            offset: self.offset.saturating_add(bytes_on),
            ..self
        }
    }

    pub(super) const fn fault(self, code: ErrorCode) -> ReadError {
        ReadError {
            code,
            object: self.object,
            packet: self.packet,
            field: self.field,
            offset: self.offset,
            value: None,
            want: None,
            left: None,
            foreign: None,
        }
    }

    pub(super) fn bad_number(self, code: ErrorCode, number: impl Into<i64>) -> ReadError {
        ReadError {
            value: Some(Value::Number(number.into())),
            ..self.fault(code)
        }
    }

    pub(super) const fn bad_float(self, code: ErrorCode, float: f32) -> ReadError {
        ReadError {
            value: Some(Value::Float(float.to_bits())),
            ..self.fault(code)
        }
    }

    pub(super) const fn warning(self, code: WarningCode) -> Warning {
        Warning {
            code,
            object: self.object,
            packet: self.packet,
            field: self.field,
            offset: self.offset,
        }
    }
}

impl ReadError {
    pub(super) const fn short(self, want: u64, left: u64) -> Self {
        Self {
            want: Some(want),
            left: Some(left),
            ..self
        }
    }
}
