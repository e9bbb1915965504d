//! Finds equal raw names among materials, bones and morphs.

use crate::base::numbers::u32_of;
use crate::formats::pmx::check::found::{Found, Spot};
use crate::formats::pmx::document::Pmx;
use crate::formats::pmx::section::Section;
use crate::formats::pmx::text::Text;
use crate::formats::pmx::warning::WarningCode;

/// One warning for every record whose name an earlier one has; the first place is the lowest such record.
pub(super) fn check_names(pmx: &Pmx, found: &mut Found) {
    check_table(pmx.materials(), Section::Materials, |m| &m.name, found);
    check_table(pmx.bones(), Section::Bones, |bone| &bone.name, found);
    check_table(pmx.morphs(), Section::Morphs, |morph| &morph.name, found);
}

fn check_table<T>(records: &[T], section: Section, name: impl Fn(&T) -> &Text, found: &mut Found) {
    let raw = |idx: &u32| {
        let place = usize::try_from(*idx).ok();
        let record = place.and_then(|place| records.get(place));
        record.map(|record| name(record).raw())
    };
    let mut order: Vec<u32> = (0..u32_of(records.len())).collect();
    order.sort_unstable_by(|a, b| raw(a).cmp(&raw(b)).then(a.cmp(b)));
    let mut n_repeats: u64 = 0;
    let mut first = u32::MAX;
    for pair in order.windows(2) {
        if let [before, after] = pair
            && raw(before) == raw(after)
        {
            n_repeats = n_repeats.saturating_add(1);
            first = first.min(*after);
        }
    }
    let spot = Spot {
        section,
        record: Some(first),
        item: None,
        field: "name",
    };
    found.add_many(WarningCode::DuplicateName, spot, n_repeats);
}
