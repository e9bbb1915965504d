//! The header against what the content needs (VER-02, HINT-01), and ZIP's own statement of it (ZIP-10).

use crate::base::findings::Place;
use crate::base::text::{Message, Phrase};
use crate::formats::bem::check::Check;
use crate::formats::bem::check::report::{OnRead, Report, Rule};
use crate::formats::bem::json::Value;
use crate::formats::bem::lowest::{Facts, Lowest, lowest_minor};
use crate::formats::bem::manifest::Manifest;

const VER_02: Rule = Rule::reject("VER-02");
const ZIP_10: Rule = Rule::reject("ZIP-10");

static TOO_LOW: Phrase = Phrase::new(
    "这个包标为 1.{minor}，但内容需要更高的版本。{why}",
    "このパッケージは 1.{minor} とされていますが、内容にはより新しい版が要ります。{why}",
    "The package says 1.{minor}, but its content needs a later version. {why}",
);
static HIGHER: Phrase = Phrase::new(
    "这个包标为 1.{minor}，内容只需要 1.{limit}。",
    "このパッケージは 1.{minor} とされていますが、内容は 1.{limit} で足ります。",
    "The package says 1.{minor}; its content needs only 1.{limit}.",
);

static MALFORMED: Phrase = Phrase::new(
    "“format_version”不是 1.0 到 1.5 之一；按内容推断为 1.{limit}。",
    "「format_version」が 1.0〜1.5 のどれでもありません。内容から 1.{limit} とみなします。",
    "“format_version” is none of 1.0 to 1.5; from the content it is taken as 1.{limit}.",
);

impl Check<'_> {
    /// Compares the header with the lowest minor. A package whose structure does not fit its header has been refused by
    /// VER-13 already.
    pub(super) fn version(&mut self, manifest: &Manifest, facts: &Facts) -> Option<u16> {
        let has_groups = manifest.option_groups.is_some();
        if has_groups != self.is_composable() {
            return None;
        }
        let lowest = lowest_minor(manifest, facts);
        let is_zip = self.payload_ids.zip_gaps.is_some();
        if lowest.minor > self.minor {
            let message = too_low(self.minor, &lowest);
            let first = lowest.deciding().first();
            let pointer = first.map_or_else(String::new, |reason| reason.pointer.clone());
            let rule = if is_zip { ZIP_10 } else { VER_02 };
            self.report.add(rule, Place::Pointer(pointer), message);
        } else if lowest.minor < self.minor {
            let message = Message::new(&HIGHER)
                .with("minor", self.minor)
                .with("limit", lowest.minor);
            self.report.hint("HINT-01", Place::Whole, message);
        }
        Some(lowest.minor)
    }
}

/// The minor of a ZIP: as stated, or inferred where nothing usable is stated. A statement that is too low is refused, and
/// the content judged by what it needs. Also says whether it was inferred.
pub(super) fn zip_minor(
    report: &mut Report,
    value: &Value,
    manifest: &Manifest,
    n_payloads: usize,
) -> (u16, bool) {
    let facts = Facts {
        n_payloads,
        maxima: None,
    };
    let lowest = lowest_minor(manifest, &facts);
    let Some(stated) = value.get("format_version") else {
        return (lowest.minor, true);
    };
    let place = Place::Pointer("/format_version".to_owned());
    let minor = stated.text().and_then(|text| match text.as_bytes() {
        [b'1', b'.', digit @ b'0'..=b'5'] => {
            Some(u16::from(*digit).saturating_sub(u16::from(b'0')))
        }
        _ => None,
    });
    match minor {
        None => {
            let message = Message::new(&MALFORMED).with("limit", lowest.minor);
            report.add(ZIP_10.on_read(OnRead::Warn), place, message);
            (lowest.minor, true)
        }
        Some(minor) if minor < lowest.minor => {
            report.add(ZIP_10, place, too_low(minor, &lowest));
            (lowest.minor, true)
        }
        Some(minor) => (minor, false),
    }
}

fn too_low(minor: u16, lowest: &Lowest) -> Message {
    let message = Message::new(&TOO_LOW)
        .with("minor", minor)
        .with("limit", lowest.minor);
    match lowest.sentence() {
        Some(why) => message.with_message("why", why),
        None => message.with("why", ""),
    }
}
