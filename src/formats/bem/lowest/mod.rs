//! The lowest minor a manifest can be written as, and why (bem.md ch. 19). It changes nothing and refuses nothing.

mod capabilities;
mod phrases;
mod reasons;

pub(in crate::formats::bem) use capabilities::{BASE, KNOWN};
pub use capabilities::{capabilities, uses_astc};
pub use reasons::conversion_reasons;

use crate::base::text::Message;
use crate::formats::bem::manifest::Manifest;

/// What the manifest alone does not tell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// Number of payloads after equal ones are merged.
    pub n_payloads: usize,
    /// Largest values over all selections, where they are known.
    pub maxima: Option<Maxima>,
}

/// Largest values over all selections (bem.md 18.4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Maxima {
    /// Texture entries active at once.
    pub textures: u64,
    /// Decoded bytes.
    pub decoded_bytes: u64,
    /// Resident bytes.
    pub resident_bytes: u64,
}

/// One feature that needs a later version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// The minor it needs.
    pub minor: u16,
    /// JSON pointer of the first place that has it.
    pub pointer: String,
    /// Its name, to be used inside a sentence.
    pub feature: Message,
}

/// The lowest minor, and everything that asks for more than the structure alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lowest {
    /// 0..=5.
    pub minor: u16,
    /// The latest version first; features of one version in the order of the rulebook.
    pub reasons: Vec<Reason>,
    /// The minor of the structure itself: 0 fixed appearances, 1 option groups.
    pub base: u16,
}

impl Lowest {
    /// The reasons that ask for exactly the lowest minor.
    pub fn deciding(&self) -> &[Reason] {
        let n_deciding = self
            .reasons
            .iter()
            .take_while(|reason| reason.minor == self.minor)
            .count();
        self.reasons.get(..n_deciding).unwrap_or_default()
    }

    /// The minor that would do without the deciding features.
    pub fn without(&self) -> u16 {
        let later = self.reasons.get(self.deciding().len());
        later.map_or(self.base, |reason| reason.minor)
    }

    /// "Version 1.5 is needed only because of driver Glow; without it 1.3." None where nothing asks for more than the
    /// structure.
    pub fn sentence(&self) -> Option<Message> {
        let (first, more) = self.deciding().split_first()?;
        let phrase = if more.is_empty() {
            &phrases::BECAUSE
        } else {
            &phrases::BECAUSE_MORE
        };
        Some(
            Message::new(phrase)
                .with("minor", format_args!("1.{}", self.minor))
                .with("without", format_args!("1.{}", self.without()))
                .with("more", more.len())
                .with_message("feature", first.feature.clone()),
        )
    }
}

/// The lowest minor of a manifest. Capabilities count as listed: compute them first with [`capabilities()`] for what is to
/// be written.
pub fn lowest_minor(manifest: &Manifest, facts: &Facts) -> Lowest {
    if manifest.option_groups.is_none() {
        return Lowest {
            minor: 0,
            reasons: Vec::new(),
            base: 0,
        };
    }
    let mut reasons = reasons::of(manifest, facts);
    reasons.sort_by_key(|reason| std::cmp::Reverse(reason.minor));
    Lowest {
        minor: reasons.first().map_or(1, |reason| reason.minor),
        reasons,
        base: 1,
    }
}
