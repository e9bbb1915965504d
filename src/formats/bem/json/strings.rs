//! Strings of the strict reader: escapes, surrogate pairs, and what must not be in them (JSON-04).

use crate::formats::bem::json::path::Path;
use crate::formats::bem::json::read::{FaultKind, Reader, SyntaxError};

impl Reader<'_> {
    /// The string that starts with the quote here. `zero`: the fault that U+0000 is in this place.
    pub(super) fn string(
        &mut self,
        path: &Path<'_>,
        zero: FaultKind,
    ) -> Result<String, SyntaxError> {
        let start = self.at;
        self.step();
        let mut out = String::new();
        loop {
            let rest = self.bytes.get(self.at..).unwrap_or_default();
            let Some(n_plain) = rest
                .iter()
                .position(|byte| matches!(byte, b'"' | b'\\' | 0..=0x1f))
            else {
                self.at = self.bytes.len();
                return Err(self.wanted("`\"`"));
            };
            let end = self.at.saturating_add(n_plain);
            out.push_str(self.text.get(self.at..end).unwrap_or_default());
            self.at = end;
            match self.peek() {
                Some(b'"') => {
                    self.step();
                    break;
                }
                Some(b'\\') => {
                    let letter = self.escape(path)?;
                    out.push(letter);
                }
                _ => return Err(self.wanted("an escaped control character")),
            }
        }
        if out.contains('\0') {
            self.fault(zero, start, path);
        }
        Ok(out)
    }

    fn escape(&mut self, path: &Path<'_>) -> Result<char, SyntaxError> {
        let start = self.at;
        self.step();
        let letter = match self.peek() {
            Some(b'"') => '"',
            Some(b'\\') => '\\',
            Some(b'/') => '/',
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => {
                self.step();
                let unit = self.four_hex_digits()?;
                return Ok(self.character(unit, start, path));
            }
            _ => return Err(self.wanted("an escape")),
        };
        self.step();
        Ok(letter)
    }

    /// The character of a UTF-16 unit, together with the second half of its pair where one follows.
    fn character(&mut self, unit: u32, start: usize, path: &Path<'_>) -> char {
        if let Some(letter) = char::from_u32(unit) {
            return letter;
        }
        if unit < 0xdc00
            && self
                .bytes
                .get(self.at..)
                .unwrap_or_default()
                .starts_with(b"\\u")
        {
            let before = self.at;
            self.at = self.at.saturating_add(2);
            if let Ok(low @ 0xdc00..=0xdfff) = self.four_hex_digits() {
                let code = 0x10000_u32
                    .saturating_add((unit & 0x3ff) << 10)
                    .saturating_add(low & 0x3ff);
                return char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER);
            }
            self.at = before;
        }
        self.fault(FaultKind::LoneSurrogate, start, path);
        char::REPLACEMENT_CHARACTER
    }

    fn four_hex_digits(&mut self) -> Result<u32, SyntaxError> {
        let mut unit = 0_u32;
        for _ in 0..4 {
            let digit = self.peek().and_then(|byte| char::from(byte).to_digit(16));
            let Some(digit) = digit else {
                return Err(self.wanted("four hexadecimal digits"));
            };
            unit = (unit << 4) | digit;
            self.step();
        }
        Ok(unit)
    }
}
