//! What the manifest rules found out on their way, for the rules that come after: payload contents, versions, hints.
//! A fact is `None` where a finding already says why it is not to be had, so that no fault is told twice.

use crate::formats::bem::check::draws::UsedNames;
use crate::formats::bem::manifest::Attribute;
use crate::formats::bem::texture_layout::TextureFormat;
use std::collections::{BTreeMap, BTreeSet};

/// Which chapter judges the target.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Structure {
    /// Chapter 5.
    #[default]
    Legacy,
    /// Chapter 6.
    Explicit,
    /// Explicit keys under a header that has none: judged by neither.
    Unclear,
}

/// Everything known about a manifest.
#[derive(Debug, Default)]
pub(super) struct Facts<'v> {
    pub(super) structure: Structure,
    /// Ids of the explicit resources, with their LOD.
    pub(super) resources: Vec<Resource<'v>>,
    /// Index of the first resource with an id.
    pub(super) resource_ids: BTreeMap<&'v str, usize>,
    /// None where there is no readable list.
    pub(super) components: Option<Vec<Component<'v>>>,
    pub(super) textures: Option<Vec<Texture<'v>>>,
    /// None where groups are not to be had.
    pub(super) groups: Option<Groups<'v>>,
    pub(super) slots: Option<Slots<'v>>,
    pub(super) parameters: Option<Parameters<'v>>,
    pub(super) meshes: Option<Vec<Mesh<'v>>>,
    pub(super) channels: Vec<Channel<'v>>,
    /// Meshes with a channel.
    pub(super) deformed: BTreeSet<usize>,
    pub(super) drivers: Vec<Driver<'v>>,
    pub(super) appearances: Vec<Appearance>,
    /// Meshes that replace a component: (component, mesh).
    pub(super) replacements: BTreeSet<(usize, usize)>,
    pub(super) previews: Vec<Preview>,
    pub(super) used_names: UsedNames,
    /// Payload IDs that some place refers to.
    pub(super) referenced: BTreeSet<u32>,
    /// Payload IDs that some place refers to but that do not exist.
    pub(super) asked_for: BTreeSet<u32>,
    pub(super) used: Used,
    /// Capabilities as listed, with their index.
    pub(super) capabilities: Vec<&'v str>,
    /// An unknown member holds an integer, which could be a payload number (HINT-03).
    pub(super) has_integers_in_metadata: bool,
}

/// Features in use, for their capabilities.
#[derive(Clone, Copy, Debug, Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "one for each feature of the table of bem.md ch. 1"
)]
pub(super) struct Used {
    pub(super) keep_overrides: bool,
    pub(super) slots: bool,
    pub(super) aliases: bool,
    pub(super) parameters: bool,
    pub(super) channels: bool,
    pub(super) has_static: bool,
    pub(super) draw_overrides: bool,
    pub(super) root_offset: bool,
    pub(super) drivers: bool,
    pub(super) material_bindings: bool,
}

#[derive(Debug)]
pub(super) struct Resource<'v> {
    pub(super) id: &'v str,
    pub(super) lod: Option<u32>,
    pub(super) n_components: usize,
}

#[derive(Debug, Default)]
pub(super) struct Component<'v> {
    pub(super) bones: Option<Vec<Option<&'v str>>>,
    pub(super) materials: Option<Vec<Option<&'v str>>>,
    /// Index into the resources.
    pub(super) resource: Option<usize>,
    pub(super) kind: Option<RendererKind>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RendererKind {
    Skinned,
    Static,
}

#[derive(Debug, Default)]
pub(super) struct Texture<'v> {
    pub(super) name: Option<&'v str>,
    pub(super) format: Option<TextureFormat>,
    pub(super) width: Option<u32>,
    pub(super) height: Option<u32>,
    pub(super) mips: Option<u32>,
    pub(super) payload: Option<u32>,
}

impl Texture<'_> {
    /// Declared bytes of all levels (TEX-05).
    pub(super) fn total_bytes(&self) -> Option<u64> {
        let format = self.format?;
        Some(format.total_bytes(self.width?, self.height?, self.mips?))
    }
}

/// Groups by id: index in the list, and the ids of the choices.
#[derive(Debug, Default)]
pub(super) struct Groups<'v> {
    pub(super) by_id: BTreeMap<&'v str, (usize, BTreeSet<&'v str>)>,
}

/// Slots by id: the one original name of the candidates, where there is one.
#[derive(Debug, Default)]
pub(super) struct Slots<'v> {
    pub(super) by_id: BTreeMap<&'v str, Option<&'v str>>,
    pub(super) n_candidates: usize,
}

/// Sliders by id.
#[derive(Debug, Default)]
pub(super) struct Parameters<'v> {
    pub(super) by_id: BTreeMap<&'v str, Ticks>,
}

/// The numbers of a slider; none of them where one breaks a rule.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Ticks {
    pub(super) numbers: Option<TickNumbers>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct TickNumbers {
    pub(super) min: u32,
    pub(super) max: u32,
    pub(super) neutral: u32,
    pub(super) step: u32,
}

#[derive(Debug, Default)]
pub(super) struct Mesh<'v> {
    pub(super) kind: Option<RendererKind>,
    pub(super) vertex_count: Option<u32>,
    pub(super) index_size: Option<u32>,
    /// Stride and payload of each stream.
    pub(super) streams: Vec<(Option<u32>, Option<u32>)>,
    /// None where one is malformed.
    pub(super) attributes: Option<Vec<Attribute>>,
    /// Whether attributes and strides agree (MESH-07), so that offsets can be trusted.
    pub(super) is_packed: bool,
    /// 4, 12 or 32 where stream 2 is one of the three skin declarations (MESH-08).
    pub(super) skin_stride: Option<u32>,
    pub(super) n_palette: Option<usize>,
    pub(super) draws: Vec<Draw<'v>>,
    /// 1.0: payload and length of the index list.
    pub(super) indices: Option<u32>,
    pub(super) index_count: Option<u32>,
    /// The resource all its donors lie in.
    pub(super) resource: Option<usize>,
}

#[derive(Debug, Default)]
pub(super) struct Draw<'v> {
    pub(super) payload: Option<u32>,
    pub(super) count: Option<u32>,
    /// Valid texture indices.
    pub(super) textures: Vec<usize>,
    /// Static keywords of its overrides.
    pub(super) keywords: BTreeSet<&'v str>,
}

#[derive(Debug)]
pub(super) struct Channel<'v> {
    pub(super) mesh: Option<usize>,
    pub(super) parameter: Option<&'v str>,
    pub(super) frames: Vec<DeltaFrame>,
}

/// A frame with a delta payload.
#[derive(Clone, Copy, Debug)]
pub(super) struct DeltaFrame {
    pub(super) index: usize,
    pub(super) payload: Option<u32>,
    pub(super) count: Option<u32>,
    pub(super) is_known_encoding: bool,
}

#[derive(Debug, Default)]
pub(super) struct Driver<'v> {
    pub(super) index: usize,
    pub(super) has_sound: bool,
    pub(super) sound: Option<u32>,
    /// Parameter ids of the morph bindings.
    pub(super) parameters: Vec<&'v str>,
    pub(super) materials: Vec<MaterialBinding<'v>>,
}

/// What a material binding moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct MaterialBinding<'v> {
    pub(super) binding: usize,
    pub(super) component: usize,
    pub(super) slot: u32,
    pub(super) name: &'v str,
    pub(super) is_keyword: bool,
}

#[derive(Debug, Default)]
pub(super) struct Appearance {
    pub(super) index: usize,
    /// Mesh of each replaced component.
    pub(super) meshes: Vec<usize>,
}

#[derive(Debug)]
pub(super) struct Preview {
    pub(super) payload: u32,
    pub(super) pointer: String,
}
