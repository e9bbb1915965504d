//! A manifest with every name looked up: what the proofs work on. It judges nothing; `resolve` makes it.

use super::AnalysisError;

/// Largest payload that is weighed, far above the format's 512 MiB (CON-08): a million of them still add up.
const MAX_BYTES: u64 = 1 << 43;

/// Largest index that is weighed; the format knows 2 and 4 bytes (MESH-02).
const MAX_INDEX_SIZE: u64 = 8;

/// A condition over group and choice indices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Formula {
    Constant(bool),
    /// The group exists and this choice is taken.
    Eq {
        group: usize,
        choice: u16,
    },
    All(Vec<Self>),
    Any(Vec<Self>),
    Not(Box<Self>),
}

/// An option group.
#[derive(Clone, Debug)]
pub(super) struct Group {
    pub(super) n_choices: u16,
    pub(super) default: u16,
    /// `None` = always there.
    pub(super) available_when: Option<Formula>,
}

/// A texture of a draw or keep override.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum TextureUse {
    Entry(usize),
    Slot(usize),
}

/// A candidate of a component.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    pub(super) when: Formula,
    /// The mesh of a `replace`.
    pub(super) mesh: Option<usize>,
    /// It is a `hide`.
    pub(super) is_hidden: bool,
    /// Textures of all its keep overrides.
    pub(super) textures: Vec<TextureUse>,
}

/// A candidate of a texture slot.
#[derive(Clone, Debug)]
pub(super) struct SlotCandidate {
    pub(super) when: Formula,
    pub(super) texture: Option<usize>,
}

/// A draw of a mesh.
#[derive(Clone, Debug)]
pub(super) struct Draw {
    pub(super) when: Formula,
    pub(super) count: u64,
    pub(super) payload: usize,
    pub(super) textures: Vec<TextureUse>,
}

/// The frames of one parameter on a mesh.
#[derive(Clone, Debug)]
pub(super) struct Channel {
    /// `available_when` of the parameter.
    pub(super) when: Formula,
    /// Payloads of the frames other than the neutral one.
    pub(super) payloads: Vec<usize>,
}

/// A mesh.
#[derive(Clone, Debug)]
pub(super) struct Mesh {
    pub(super) index_size: u64,
    pub(super) streams: Vec<usize>,
    pub(super) draws: Vec<Draw>,
    pub(super) channels: Vec<Channel>,
}

/// The whole package.
#[derive(Clone, Debug)]
pub(super) struct Package {
    pub(super) groups: Vec<Group>,
    pub(super) constraints: Vec<Formula>,
    pub(super) components: Vec<Vec<Candidate>>,
    pub(super) slots: Vec<Vec<SlotCandidate>>,
    pub(super) meshes: Vec<Mesh>,
    /// Payload of each texture entry.
    pub(super) textures: Vec<usize>,
    /// Distinct payloads of sounds.
    pub(super) sounds: Vec<usize>,
}

impl Package {
    /// The size of a payload; 0 when sizes are not known.
    pub(super) fn size(sizes: Option<&[u64]>, payload: usize) -> u64 {
        sizes
            .and_then(|sizes| sizes.get(payload))
            .copied()
            .unwrap_or(0)
    }

    /// Every payload and index the proof weighs: that it is there, and of a size that sums cannot overflow with.
    pub(super) fn check_payloads(&self, sizes: &[u64]) -> Result<(), AnalysisError> {
        let check = |payload: usize, pointer: &dyn Fn() -> String| match sizes.get(payload) {
            Some(size) if *size <= MAX_BYTES => Ok(()),
            _ => Err(AnalysisError::Unresolved { pointer: pointer() }),
        };
        for (idx, payload) in self.textures.iter().enumerate() {
            check(*payload, &|| format!("/textures/{idx}/payload"))?;
        }
        for (idx, mesh) in self.meshes.iter().enumerate() {
            if mesh.index_size > MAX_INDEX_SIZE {
                let pointer = format!("/meshes/{idx}/index_size");
                return Err(AnalysisError::Unresolved { pointer });
            }
            for (stream, payload) in mesh.streams.iter().enumerate() {
                check(*payload, &|| {
                    format!("/meshes/{idx}/streams/{stream}/payload")
                })?;
            }
            for (draw_idx, draw) in mesh.draws.iter().enumerate() {
                check(draw.payload, &|| {
                    format!("/meshes/{idx}/draws/{draw_idx}/indices")
                })?;
            }
            for payload in mesh.channels.iter().flat_map(|channel| &channel.payloads) {
                check(*payload, &|| "/mesh_deformations".to_owned())?;
            }
        }
        for payload in &self.sounds {
            check(*payload, &|| "/drivers".to_owned())?;
        }
        Ok(())
    }
}
