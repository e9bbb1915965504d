//! Every place of a manifest that holds a payload ID: the eight kinds of bem.md ch. 20, in the order of WRT-02.

use crate::base::numbers::u32_of;
use crate::formats::bem::manifest::{Frame, Manifest};
use std::fmt;

/// A place that holds a payload ID. Numbers are indices into the tables of the manifest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ReferencePlace {
    /// `meshes[].streams[].payload`.
    Stream {
        /// Mesh.
        mesh: u32,
        /// Stream of the mesh.
        stream: u32,
    },
    /// `meshes[].indices` (1.0).
    MeshIndices {
        /// Mesh.
        mesh: u32,
    },
    /// `meshes[].draws[].indices` (1.1+).
    DrawIndices {
        /// Mesh.
        mesh: u32,
        /// Draw of the mesh.
        draw: u32,
    },
    /// `textures[].payload`.
    Texture {
        /// Texture.
        texture: u32,
    },
    /// `mesh_deformations[].frames[].payload`.
    Frame {
        /// Channel.
        channel: u32,
        /// Frame of the channel.
        frame: u32,
    },
    /// `appearances[].preview` (1.0).
    AppearancePreview {
        /// Appearance.
        appearance: u32,
    },
    /// `option_groups[].choices[].preview`.
    ChoicePreview {
        /// Group.
        group: u32,
        /// Choice of the group.
        choice: u32,
    },
    /// `drivers[].sound.payload` (1.5).
    Sound {
        /// Driver.
        driver: u32,
    },
}

impl fmt::Display for ReferencePlace {
    /// The JSON pointer.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stream { mesh, stream } => write!(out, "/meshes/{mesh}/streams/{stream}/payload"),
            Self::MeshIndices { mesh } => write!(out, "/meshes/{mesh}/indices"),
            Self::DrawIndices { mesh, draw } => write!(out, "/meshes/{mesh}/draws/{draw}/indices"),
            Self::Texture { texture } => write!(out, "/textures/{texture}/payload"),
            Self::Frame { channel, frame } => {
                write!(out, "/mesh_deformations/{channel}/frames/{frame}/payload")
            }
            Self::AppearancePreview { appearance } => {
                write!(out, "/appearances/{appearance}/preview")
            }
            Self::ChoicePreview { group, choice } => {
                write!(out, "/option_groups/{group}/choices/{choice}/preview")
            }
            Self::Sound { driver } => write!(out, "/drivers/{driver}/sound/payload"),
        }
    }
}

/// All payload references in the order in which a written package numbers its payloads (WRT-02): per mesh its streams,
/// then its indices; then textures, delta frames, previews, sounds.
pub fn references(manifest: &Manifest) -> Vec<(ReferencePlace, u32)> {
    // One walk serves both directions, so that what is counted is what is rewritten.
    let mut copy = manifest.clone();
    references_mut(&mut copy)
        .into_iter()
        .map(|(place, id)| (place, *id))
        .collect()
}

/// The same places for rewriting.
pub fn references_mut(manifest: &mut Manifest) -> Vec<(ReferencePlace, &mut u32)> {
    let mut found = Vec::new();
    for (mesh, entry) in numbered(&mut manifest.meshes) {
        for (stream, entry) in numbered(&mut entry.streams) {
            found.push((ReferencePlace::Stream { mesh, stream }, &mut entry.payload));
        }
        if let Some(id) = &mut entry.indices {
            found.push((ReferencePlace::MeshIndices { mesh }, id));
        }
        for (draw, entry) in numbered(&mut entry.draws) {
            if let Some(id) = &mut entry.indices {
                found.push((ReferencePlace::DrawIndices { mesh, draw }, id));
            }
        }
    }
    for (texture, entry) in numbered(&mut manifest.textures) {
        found.push((ReferencePlace::Texture { texture }, &mut entry.payload));
    }
    for (channel, entry) in numbered(&mut manifest.mesh_deformations) {
        for (frame, entry) in numbered(&mut entry.frames) {
            let place = ReferencePlace::Frame { channel, frame };
            if let Frame {
                deltas: Some(deltas),
                ..
            } = entry
            {
                found.push((place, &mut deltas.payload));
            }
        }
    }
    let fixed = manifest.appearances.iter_mut();
    for (appearance, entry) in numbered(fixed.flat_map(|fixed| &mut fixed.appearances)) {
        if let Some(id) = &mut entry.preview {
            found.push((ReferencePlace::AppearancePreview { appearance }, id));
        }
    }
    for (group, entry) in numbered(manifest.option_groups.iter_mut().flatten()) {
        for (choice, entry) in numbered(&mut entry.choices) {
            if let Some(id) = &mut entry.preview {
                found.push((ReferencePlace::ChoicePreview { group, choice }, id));
            }
        }
    }
    for (driver, entry) in numbered(&mut manifest.drivers) {
        if let Some(sound) = &mut entry.sound {
            found.push((ReferencePlace::Sound { driver }, &mut sound.payload));
        }
    }
    found
}

fn numbered<T>(entries: impl IntoIterator<Item = T>) -> impl Iterator<Item = (u32, T)> {
    entries
        .into_iter()
        .enumerate()
        .map(|(index, entry)| (u32_of(index), entry))
}
