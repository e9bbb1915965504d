//! What can be odd about the bytes of a text (PMX-32).

use crate::formats::pmx::header::Encoding;
use crate::formats::pmx::text::Text;
use crate::formats::pmx::warning::WarningCode;

/// Everything odd about `text`, each once.
pub(super) fn oddities(text: &Text) -> Vec<WarningCode> {
    let raw = text.raw();
    let mut codes = Vec::new();
    match text.encoding() {
        Encoding::Utf16 => {
            let (units, rest) = raw.as_chunks::<2>();
            let units = units.iter().map(|unit| u16::from_le_bytes(*unit));
            if !rest.is_empty() {
                codes.push(WarningCode::TextOddLength);
            }
            if char::decode_utf16(units.clone()).any(|letter| letter.is_err()) {
                codes.push(WarningCode::TextUnpairedSurrogate);
            }
            if raw.starts_with(b"\xff\xfe") {
                codes.push(WarningCode::TextBom);
            }
            if units.clone().any(|unit| unit == 0) {
                codes.push(WarningCode::TextNul);
            }
        }
        Encoding::Utf8 => {
            if std::str::from_utf8(raw).is_err() {
                codes.push(WarningCode::TextInvalidUtf8);
            }
            if raw.starts_with(b"\xef\xbb\xbf") {
                codes.push(WarningCode::TextBom);
            }
            if raw.contains(&0) {
                codes.push(WarningCode::TextNul);
            }
        }
    }
    codes
}
