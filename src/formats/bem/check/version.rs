//! The header against what the content needs (VER-02, HINT-01), and ZIP's own statement of it (ZIP-10).

use crate::base::findings::Place;
use crate::base::text::{Message, Phrase};
use crate::formats::bem::check::Check;
use crate::formats::bem::check::report::Rule;
use crate::formats::bem::lowest::{Facts, lowest_minor};
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

impl Check<'_> {
    /// Compares the header with the lowest minor. A package whose structure does not fit its header has been refused by
    /// VER-13 already.
    pub(super) fn version(&mut self, manifest: &Manifest, facts: &Facts) {
        let has_groups = manifest.option_groups.is_some();
        if has_groups != self.is_composable() {
            return;
        }
        let lowest = lowest_minor(manifest, facts);
        let is_zip = self.payload_ids.zip_gaps.is_some();
        if lowest.minor > self.minor {
            let mut message = Message::new(&TOO_LOW)
                .with("minor", self.minor)
                .with("limit", lowest.minor);
            if let Some(why) = lowest.sentence() {
                message = message.with_message("why", why);
            }
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
    }
}
