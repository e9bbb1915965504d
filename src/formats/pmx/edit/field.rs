//! Records for changing their fields, and the few edits that concern the file as a whole.

use crate::base::numbers::usize_of;
use crate::formats::pmx::bone::Bone;
use crate::formats::pmx::document::{Pmx, Standing};
use crate::formats::pmx::edit::EditError;
use crate::formats::pmx::frame::Frame;
use crate::formats::pmx::header::{Info, VERSION_21_BITS, Version};
use crate::formats::pmx::material::Material;
use crate::formats::pmx::morph::Morph;
use crate::formats::pmx::physics::{Body, Joint, SoftBody};
use crate::formats::pmx::table::{Span, Table};
use crate::formats::pmx::text::Text;

impl Pmx {
    /// A text in the encoding of this document, for putting into one of its fields.
    ///
    /// # Errors
    /// [`EditError::TextTooLong`] at 2 GiB.
    pub fn text(&self, view: &str) -> Result<Text, EditError> {
        Text::new(view, self.header.encoding).ok_or(EditError::TextTooLong)
    }

    /// Names and comments, for changing them.
    pub fn info_mut(&mut self) -> &mut Info {
        self.origin.info = Span::NONE;
        self.touch(Standing::TextsEdited);
        &mut self.info
    }

    /// A texture path, for changing it.
    pub fn texture_mut(&mut self, texture: u32) -> Option<&mut Text> {
        self.touch(Standing::TextsEdited);
        self.textures.record_mut(usize_of(texture))
    }

    /// A material, for changing it. Its index count moves the faces of those after it.
    pub fn material_mut(&mut self, material: u32) -> Option<&mut Material> {
        self.touch(Standing::RecordsEdited);
        self.materials.record_mut(usize_of(material))
    }

    /// A bone, for changing it.
    pub fn bone_mut(&mut self, bone: u32) -> Option<&mut Bone> {
        self.touch(Standing::RecordsEdited);
        self.bones.record_mut(usize_of(bone))
    }

    /// A morph, for changing it.
    pub fn morph_mut(&mut self, morph: u32) -> Option<&mut Morph> {
        self.touch(Standing::RecordsEdited);
        self.morphs.record_mut(usize_of(morph))
    }

    /// A display frame, for changing it.
    pub fn frame_mut(&mut self, frame: u32) -> Option<&mut Frame> {
        self.touch(Standing::RecordsEdited);
        self.frames.record_mut(usize_of(frame))
    }

    /// A rigid body, for changing it.
    pub fn body_mut(&mut self, body: u32) -> Option<&mut Body> {
        self.touch(Standing::RecordsEdited);
        self.bodies.record_mut(usize_of(body))
    }

    /// A joint, for changing it.
    pub fn joint_mut(&mut self, joint: u32) -> Option<&mut Joint> {
        self.touch(Standing::RecordsEdited);
        self.joints.record_mut(usize_of(joint))
    }

    /// A soft body, for changing it.
    pub fn soft_body_mut(&mut self, soft_body: u32) -> Option<&mut SoftBody> {
        self.touch(Standing::RecordsEdited);
        self.soft_bodies.as_mut()?.record_mut(usize_of(soft_body))
    }

    /// Makes a 2.0 document a 2.1 one with an empty soft-body section; one that is 2.1 stays as it is (PMX-41).
    ///
    /// # Errors
    /// [`EditError::TailInTheWay`] while there are bytes after the joints.
    pub fn upgrade_to_21(&mut self) -> Result<(), EditError> {
        if self.header.version() == Version::V21 {
            return Ok(());
        }
        if !self.tail().is_empty() {
            return Err(EditError::TailInTheWay);
        }
        self.header.version_bits = VERSION_21_BITS;
        self.origin.header = Span::NONE;
        self.soft_bodies = Some(Table::default());
        self.touch(Standing::RecordsEdited);
        Ok(())
    }

    /// Whether the bytes after the last section may speak of counts or indexes that have changed since: ask before
    /// saving (PMX-41).
    pub fn is_tail_stale(&self) -> bool {
        self.standing >= Standing::RecordsEdited && !self.tail().is_empty()
    }

    /// Removes the bytes after the last section.
    pub fn drop_tail(&mut self) {
        if !self.tail().is_empty() {
            self.tail = Span::NONE;
            self.touch(Standing::RecordsEdited);
        }
    }

    /// The document was edited at least like this.
    pub(super) fn touch(&mut self, standing: Standing) {
        self.standing = self.standing.max(standing);
    }
}
