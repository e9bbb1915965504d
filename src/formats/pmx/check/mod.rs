//! The warnings of the reader: everything odd that a document may hold (PMX-26, table of pmx.md ch. 2).
//! It changes nothing and refuses nothing.

mod circles;
mod found;
mod mesh;
mod names;
mod record;
mod text;

use crate::formats::pmx::check::found::{Found, Spot};
use crate::formats::pmx::check::record::{Checker, check_table};
use crate::formats::pmx::document::Pmx;
use crate::formats::pmx::header::{IndexKind, Version};
use crate::formats::pmx::material::material_flags;
use crate::formats::pmx::morph::Offsets;
use crate::formats::pmx::section::Section;
use crate::formats::pmx::vertices::DeformKind;
use crate::formats::pmx::warning::{Warning, WarningCode};

/// Everything odd, by section, code and field.
pub(super) fn check(pmx: &Pmx) -> Vec<Warning> {
    let mut found = Found::default();
    check_structure(pmx, &mut found);
    mesh::check_mesh(pmx, &mut found);
    let mut checker = Checker::new(pmx, &mut found);
    let info = pmx.info();
    for (field, text) in [
        ("name", &info.name),
        ("name_en", &info.name_en),
        ("comment", &info.comment),
        ("comment_en", &info.comment_en),
    ] {
        checker.check_text(field, text);
    }
    check_table(&mut checker, pmx.textures());
    check_table(&mut checker, pmx.materials());
    check_table(&mut checker, pmx.bones());
    check_table(&mut checker, pmx.morphs());
    check_table(&mut checker, pmx.frames());
    check_table(&mut checker, pmx.bodies());
    check_table(&mut checker, pmx.joints());
    check_table(&mut checker, pmx.soft_bodies().unwrap_or_default());
    circles::check_bones(pmx.bones(), &mut found);
    circles::check_groups(pmx.morphs(), &mut found);
    names::check_names(pmx, &mut found);
    if pmx.header().version() == Version::V20 {
        check_v21_in_v20(pmx, &mut found);
    }
    found.into_list()
}

impl Pmx {
    /// What is odd in the document as it stands now; [`Pmx::warnings`] is what was odd when it was read.
    pub fn check(&self) -> Vec<Warning> {
        check(self)
    }
}

fn check_structure(pmx: &Pmx, found: &mut Found) {
    let header = pmx.header();
    let whole = |section, field| Spot {
        section,
        record: None,
        item: None,
        field,
    };
    if !header.globals_extra.is_empty() {
        let spot = whole(Section::Header, "globals_extra");
        found.add(WarningCode::GlobalsExtra, spot);
    }
    if !pmx.tail().is_empty() {
        found.add(WarningCode::TailBytes, whole(Section::Tail, "tail"));
    }
    let has_soft_section = pmx.soft_bodies().is_some();
    if header.version() == Version::V21 && !has_soft_section && !pmx.is_salvaged() {
        let spot = whole(Section::SoftBodies, "count");
        found.add(WarningCode::SoftSectionAbsent, spot);
    }
    for kind in IndexKind::ALL {
        let n_addressable = header.index_sizes.of(kind).n_addressable(kind);
        if u64::try_from(pmx.n_records(kind)).unwrap_or(u64::MAX) > u64::from(n_addressable) {
            let spot = whole(Section::Header, kind.size_field());
            found.add(WarningCode::IndexSizeSmall, spot);
        }
    }
}

/// Things of 2.1 in a 2.0 file (PMX-06).
fn check_v21_in_v20(pmx: &Pmx, found: &mut Found) {
    let mut add = |section, record: usize, field| {
        let spot = Spot {
            section,
            record: u32::try_from(record).ok(),
            item: None,
            field,
        };
        found.add(WarningCode::V21InV20, spot);
    };
    for (record, deform) in pmx.vertices().deforms.iter().enumerate() {
        if *deform == DeformKind::Qdef {
            add(Section::Vertices, record, "deform_kind");
        }
    }
    for (record, material) in pmx.materials().iter().enumerate() {
        if material.flags & material_flags::V21 != 0 {
            add(Section::Materials, record, "flags");
        }
    }
    for (record, morph) in pmx.morphs().iter().enumerate() {
        if matches!(morph.offsets, Offsets::Flip(_) | Offsets::Impulse(_)) {
            add(Section::Morphs, record, "kind");
        }
    }
    for (record, joint) in pmx.joints().iter().enumerate() {
        if joint.kind > 0 {
            add(Section::Joints, record, "kind");
        }
    }
}
