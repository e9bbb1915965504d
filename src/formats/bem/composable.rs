//! Fixed appearances turned into option groups (bem.md ch. 19): one group, one choice per appearance, one index payload
//! per draw. It decides nothing: whether to convert is the author's choice.

use crate::base::numbers::{u32_of, u64_of, usize_of, usize_of_u64};
use crate::formats::bem::lowest::capabilities;
use crate::formats::bem::manifest::{
    Appearance, AppearanceComponent, Appearances, Candidate, Choice, ComponentRule, Condition,
    Manifest, Mesh, OptionGroup,
};
use crate::formats::bem::payloads::PayloadError;
use crate::formats::bem::write::PayloadStore;
use std::borrow::Cow;

/// Id of the group the appearances become.
pub const GROUP_ID: &str = "appearance";
/// Its name, as other tools write it; the author may change it.
pub const GROUP_NAME: &str = "外观";
/// Members of one `any` (OPT-06).
const MAX_MEMBERS: usize = 32;

/// A manifest with option groups and the payloads it added.
#[derive(Clone, Debug, PartialEq)]
pub struct Composable {
    /// The converted manifest.
    pub manifest: Manifest,
    /// Index payloads cut out of old ones; the first has the ID behind the last old payload, and so on.
    pub pieces: Vec<Piece>,
}

/// A part of an existing payload that becomes one of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The payload it is cut from.
    pub payload: u32,
    /// First byte.
    pub start: u64,
    /// Number of bytes.
    pub size_bytes: u64,
}

/// Why a manifest cannot be converted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ComposeError {
    /// It has neither appearances nor groups.
    #[error("there are neither appearances nor option groups")]
    NoAppearances,
    /// A draw reaches beyond its mesh's indices (MESH-19, MESH-21).
    #[error("draw {draw} of mesh {mesh} reaches beyond its index payload")]
    Draw {
        /// The mesh.
        mesh: u32,
        /// The draw.
        draw: u32,
    },
}

/// Whether a manifest has option groups and still parts of fixed appearances, as exporters that know only half of the
/// option fields write them. Such a manifest can be finished with [`to_composable`].
pub fn is_half_converted(manifest: &Manifest) -> bool {
    let lists_fixed = manifest
        .required_capabilities
        .iter()
        .any(|name| name == "fixed-appearances");
    let has_parts = manifest.appearances.is_some()
        || manifest.meshes.iter().any(|mesh| {
            mesh.indices.is_some() || mesh.draws.iter().any(|draw| draw.start.is_some())
        });
    manifest.option_groups.is_some() && (lists_fixed || has_parts)
}

/// Converts fixed appearances, or finishes a half-converted manifest.
///
/// `payload_size` gives the decoded size of an old payload; `n_payloads` is their number.
///
/// # Errors
///
/// Nothing to convert, or draws that do not fit their index payload.
pub fn to_composable(
    manifest: &Manifest,
    n_payloads: usize,
    payload_size: impl Fn(u32) -> Option<u64>,
) -> Result<Composable, ComposeError> {
    let mut out = manifest.clone();
    let mut pieces = Vec::new();
    for (index, mesh) in out.meshes.iter_mut().enumerate() {
        cut_indices(mesh, u32_of(index), n_payloads, &payload_size, &mut pieces)?;
    }
    let fixed = out.appearances.take();
    if out.option_groups.is_none() {
        let fixed = fixed.ok_or(ComposeError::NoAppearances)?;
        out.component_rules = component_rules(&fixed, out.target.components.len());
        out.option_groups = Some(vec![option_group(fixed)]);
    }
    out.required_capabilities = capabilities(&out);
    Ok(Composable {
        manifest: out,
        pieces,
    })
}

/// Gives every draw of a 1.0 mesh an index payload of its own.
fn cut_indices(
    mesh: &mut Mesh,
    mesh_index: u32,
    n_payloads: usize,
    payload_size: impl Fn(u32) -> Option<u64>,
    pieces: &mut Vec<Piece>,
) -> Result<(), ComposeError> {
    mesh.index_count = None;
    let Some(payload) = mesh.indices.take() else {
        mesh.draws.iter_mut().for_each(|draw| draw.start = None);
        return Ok(());
    };
    let size = payload_size(payload).unwrap_or(0);
    let index_size = u64::from(mesh.index_size);
    let mut next_start = 0_u32;
    for (draw_index, draw) in mesh.draws.iter_mut().enumerate() {
        let first = draw.start.take().unwrap_or(next_start);
        next_start = first.saturating_add(draw.count);
        if draw.indices.is_some() {
            continue;
        }
        let piece = Piece {
            payload,
            start: u64::from(first).saturating_mul(index_size),
            size_bytes: u64::from(draw.count).saturating_mul(index_size),
        };
        if piece.size_bytes == 0 || piece.start.saturating_add(piece.size_bytes) > size {
            return Err(ComposeError::Draw {
                mesh: mesh_index,
                draw: u32_of(draw_index),
            });
        }
        draw.indices = Some(u32_of(n_payloads.saturating_add(pieces.len())));
        pieces.push(piece);
    }
    Ok(())
}

fn option_group(fixed: Appearances) -> OptionGroup {
    OptionGroup {
        id: GROUP_ID.to_owned(),
        name: GROUP_NAME.to_owned(),
        default: fixed.default_appearance_id,
        choices: fixed.appearances.into_iter().map(choice).collect(),
        ..OptionGroup::default()
    }
}

fn choice(appearance: Appearance) -> Choice {
    Choice {
        id: appearance.id,
        name: appearance.name,
        description: appearance.description,
        preview: appearance.preview,
        extra: appearance.extra,
    }
}

fn component_rules(fixed: &Appearances, n_components: usize) -> Vec<ComponentRule> {
    let rule = |target: usize| ComponentRule {
        target: u32_of(target),
        candidates: candidates(fixed, target),
        ..ComponentRule::default()
    };
    (0..n_components).map(rule).collect()
}

/// One candidate for each different operation on a component, in order of first appearance (DEC-43).
fn candidates(fixed: &Appearances, target: usize) -> Vec<Candidate> {
    let mut kinds: Vec<(&AppearanceComponent, Vec<&str>)> = Vec::new();
    for appearance in &fixed.appearances {
        let Some(component) = appearance.components.get(target) else {
            continue;
        };
        let same = kinds.iter_mut().find(|(other, _)| {
            other.operation == component.operation && other.extra == component.extra
        });
        match same {
            Some((_, ids)) => ids.push(&appearance.id),
            None => kinds.push((component, vec![&appearance.id])),
        }
    }
    let is_always = kinds.len() == 1;
    let mut out = Vec::new();
    for (component, ids) in kinds {
        let candidate = |when| Candidate {
            when,
            operation: component.operation,
            extra: component.extra.clone(),
            ..Candidate::default()
        };
        if is_always {
            out.push(candidate(None));
        } else {
            out.extend(
                ids.chunks(MAX_MEMBERS)
                    .map(|ids| candidate(Some(one_of(ids)))),
            );
        }
    }
    out
}

fn one_of(ids: &[&str]) -> Condition {
    let eq = |id: &&str| Condition::Eq {
        group: GROUP_ID.to_owned(),
        choice: (*id).to_owned(),
    };
    match ids {
        [id] => eq(id),
        _ => Condition::Any(ids.iter().map(eq).collect()),
    }
}

/// The old payloads followed by the pieces of a [`Composable`].
#[derive(Debug)]
pub struct ComposedStore<'a, P: ?Sized> {
    old: &'a P,
    pieces: &'a [Piece],
}

impl<'a, P: PayloadStore + ?Sized> ComposedStore<'a, P> {
    /// Payloads for the manifest of `composable`; `old` are those of the manifest it was made from.
    pub const fn new(old: &'a P, composable: &'a Composable) -> Self {
        Self {
            old,
            pieces: composable.pieces.as_slice(),
        }
    }

    fn piece(&self, payload: u32) -> Option<&Piece> {
        let index = usize_of(payload).checked_sub(self.old.len())?;
        self.pieces.get(index)
    }
}

impl<P: PayloadStore + ?Sized> PayloadStore for ComposedStore<'_, P> {
    fn len(&self) -> usize {
        self.old.len().saturating_add(self.pieces.len())
    }

    fn size(&self, payload: u32) -> Option<u64> {
        match self.piece(payload) {
            Some(piece) => Some(piece.size_bytes),
            None => self.old.size(payload),
        }
    }

    fn bytes(&self, payload: u32) -> Result<Cow<'_, [u8]>, PayloadError> {
        let Some(piece) = self.piece(payload) else {
            return self.old.bytes(payload);
        };
        let whole = self.old.bytes(piece.payload)?;
        let start = usize_of_u64(piece.start);
        let end = start.saturating_add(usize_of_u64(piece.size_bytes));
        let part = whole.get(start..end).ok_or(PayloadError::OutsideFile {
            payload: piece.payload,
        })?;
        debug_assert_eq!(u64_of(part.len()), piece.size_bytes, "a whole piece");
        Ok(Cow::Owned(part.to_vec()))
    }
}
