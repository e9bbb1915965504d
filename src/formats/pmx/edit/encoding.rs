//! Changing the encoding of a document: every text is encoded anew, or none (PMX-42).

use crate::formats::pmx::bone::Bone;
use crate::formats::pmx::document::{Pmx, Standing};
use crate::formats::pmx::edit::{EditError, TextPlace};
use crate::formats::pmx::frame::Frame;
use crate::formats::pmx::header::Encoding;
use crate::formats::pmx::material::Material;
use crate::formats::pmx::morph::Morph;
use crate::formats::pmx::physics::{Body, Joint, SoftBody};
use crate::formats::pmx::section::Section;
use crate::formats::pmx::table::{Span, Table};
use crate::formats::pmx::text::Text;

/// A record with texts.
trait Texts {
    /// Hands every text to `visit` with its field.
    fn each_text(&mut self, visit: &mut dyn FnMut(&'static str, &mut Text));
}

impl Pmx {
    /// Encodes every text anew.
    ///
    /// # Errors
    /// While any text does not decode cleanly, with the list of all that do not; or a text that becomes too long.
    pub fn set_encoding(&mut self, encoding: Encoding) -> Result<(), EditError> {
        if encoding == self.header.encoding {
            return Ok(());
        }
        let mut changed = self.clone();
        let mut unclean = Vec::new();
        let mut is_too_long = false;
        changed.each_text(&mut |place, text| {
            if !text.is_clean() {
                unclean.push(place);
            }
            match Text::new(&text.view(), encoding) {
                Some(new) => *text = new,
                None => is_too_long = true,
            }
        });
        if !unclean.is_empty() {
            return Err(EditError::Undecodable { texts: unclean });
        }
        if is_too_long {
            return Err(EditError::TextTooLong);
        }
        changed.header.encoding = encoding;
        changed.origin.header = Span::NONE;
        changed.origin.info = Span::NONE;
        changed.touch(Standing::TextsEdited);
        *self = changed;
        Ok(())
    }

    /// Hands every text of the document to `visit`; all records with texts are encoded from now on.
    fn each_text(&mut self, visit: &mut dyn FnMut(TextPlace, &mut Text)) {
        let info = &mut self.info;
        for (field, text) in [
            ("name", &mut info.name),
            ("name_en", &mut info.name_en),
            ("comment", &mut info.comment),
            ("comment_en", &mut info.comment_en),
        ] {
            let place = TextPlace {
                section: Section::Info,
                record: None,
                field,
            };
            visit(place, text);
        }
        visit_table(Section::Textures, &mut self.textures, visit);
        visit_table(Section::Materials, &mut self.materials, visit);
        visit_table(Section::Bones, &mut self.bones, visit);
        visit_table(Section::Morphs, &mut self.morphs, visit);
        visit_table(Section::Frames, &mut self.frames, visit);
        visit_table(Section::Bodies, &mut self.bodies, visit);
        visit_table(Section::Joints, &mut self.joints, visit);
        if let Some(soft_bodies) = &mut self.soft_bodies {
            visit_table(Section::SoftBodies, soft_bodies, visit);
        }
    }
}

fn visit_table<T: Texts>(
    section: Section,
    table: &mut Table<T>,
    visit: &mut dyn FnMut(TextPlace, &mut Text),
) {
    table.change_each(|idx, record| {
        record.each_text(&mut |field, text| {
            let place = TextPlace {
                section,
                record: u32::try_from(idx).ok(),
                field,
            };
            visit(place, text);
        });
        true
    });
}

impl Texts for Text {
    fn each_text(&mut self, visit: &mut dyn FnMut(&'static str, &mut Text)) {
        visit("path", self);
    }
}

impl Texts for Material {
    fn each_text(&mut self, visit: &mut dyn FnMut(&'static str, &mut Text)) {
        visit("name", &mut self.name);
        visit("name_en", &mut self.name_en);
        visit("memo", &mut self.memo);
    }
}

/// For records whose only texts are their two names.
macro_rules! names_are_texts {
    ($($record:ty),+) => {
        $(impl Texts for $record {
            fn each_text(&mut self, visit: &mut dyn FnMut(&'static str, &mut Text)) {
                visit("name", &mut self.name);
                visit("name_en", &mut self.name_en);
            }
        })+
    };
}

names_are_texts!(Bone, Morph, Frame, Body, Joint, SoftBody);
