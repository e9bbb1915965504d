//! Names of members that are not marked as UTF-8: still UTF-8 if they can be, else GBK or Shift-JIS, one of the two for
//! the whole archive, since one program on one computer wrote it.

use encoding_rs::{Encoding, GBK, SHIFT_JIS};

/// Decodes the unmarked names of one archive.
#[derive(Clone, Copy, Debug)]
pub(super) struct NameDecoder {
    legacy: &'static Encoding,
}

impl NameDecoder {
    /// Decides the encoding by all unmarked names.
    pub(super) fn for_names(names: &[&[u8]]) -> Self {
        let (mut gbk, mut sjis) = (0_usize, 0_usize);
        let legacy = names
            .iter()
            .filter(|name| std::str::from_utf8(name).is_err());
        for name in legacy {
            gbk = gbk.saturating_add(faults(GBK, name));
            sjis = sjis.saturating_add(faults(SHIFT_JIS, name));
        }
        // Equal: phones write GBK (bem.md 16.3).
        let legacy = if sjis < gbk { SHIFT_JIS } else { GBK };
        Self { legacy }
    }

    /// The name as text; bytes that fit no encoding become U+FFFD.
    pub(super) fn decode(self, name: &[u8]) -> String {
        std::str::from_utf8(name).map_or_else(
            |_| self.legacy.decode_without_bom_handling(name).0.into_owned(),
            str::to_owned,
        )
    }
}

/// How badly an encoding fits: broken sequences count most. Shift-JIS read as GBK is full of letters from GBK's rare
/// first rows (lead bytes below 0xA1); GBK read as Shift-JIS is full of half-width katakana.
fn faults(encoding: &'static Encoding, name: &[u8]) -> usize {
    let (text, is_broken) = encoding.decode_without_bom_handling(name);
    let n_odd = if encoding == GBK {
        rare_gbk_letters(name)
    } else {
        text.chars()
            .filter(|letter| matches!(letter, '\u{ff61}'..='\u{ff9f}'))
            .count()
    };
    let broken = if is_broken { 100 } else { 0_usize };
    broken.saturating_add(n_odd)
}

/// Two-byte letters whose lead byte is below 0xA1.
fn rare_gbk_letters(name: &[u8]) -> usize {
    let mut bytes = name.iter();
    let mut n_rare = 0_usize;
    while let Some(lead) = bytes.next() {
        if *lead >= 0x81 {
            n_rare = n_rare.saturating_add(usize::from(*lead < 0xa1));
            bytes.next();
        }
    }
    n_rare
}
