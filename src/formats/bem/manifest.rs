//! The manifest as typed values, both target structures, all minors (bem.md ch. 3-15).
//! It holds what the text says, right or wrong by the rules: judging is the validator's work.
//!
//! Indices are those of the manifest's own tables, counted from 0. `extra` members are unknown metadata: read, kept in
//! order and written back (bem.md ch. 3).

use crate::formats::bem::json::Members;

/// A whole manifest. `option_groups` present = composable (1.1+), absent = fixed appearances (1.0).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Manifest {
    /// Stable id of the package, the same over all its releases.
    pub package_id: String,
    /// Display name.
    pub name: String,
    /// Author.
    pub author: String,
    /// Version of this release, free text.
    pub version: String,
    /// Capabilities as listed.
    pub required_capabilities: Vec<String>,
    /// What the package is for.
    pub target: Target,
    /// Replacement meshes.
    pub meshes: Vec<Mesh>,
    /// Texture table.
    pub textures: Vec<Texture>,
    /// 1.0 only.
    pub appearances: Option<Appearances>,
    /// 1.1+.
    pub option_groups: Option<Vec<OptionGroup>>,
    /// 1.1+: conditions that every legal selection satisfies.
    pub selection_constraints: Vec<Condition>,
    /// 1.1+: one per component, in order.
    pub component_rules: Vec<ComponentRule>,
    /// 1.2+.
    pub texture_slots: Vec<TextureSlot>,
    /// 1.3+.
    pub parameters: Vec<Parameter>,
    /// 1.3+.
    pub mesh_deformations: Vec<Channel>,
    /// 1.5.
    pub root_offset: Option<RootOffset>,
    /// 1.5.
    pub drivers: Vec<Driver>,
    /// Unknown members of the top level.
    pub extra: Members,
}

/// `target` in either structure.
#[derive(Clone, Debug, PartialEq)]
pub struct Target {
    /// Which structure, with what belongs to it alone.
    pub structure: TargetStructure,
    /// `windows-x64`, a constant of the format.
    pub platform: String,
    /// Where the facts came from.
    pub profile_id: String,
    /// Revision of the facts.
    pub revision: String,
    /// Snapshot the facts were read from; optional in the legacy structure.
    pub snapshot: Option<String>,
    /// Every component that is replaced, kept, hidden, or lends bones or materials.
    pub components: Vec<Component>,
    /// Unknown members.
    pub extra: Members,
}

/// The two target structures (bem.md ch. 5 and 6).
#[derive(Clone, Debug, PartialEq)]
pub enum TargetStructure {
    /// 1.0-1.3, optional in 1.5.
    Legacy {
        /// The character.
        character_id: String,
        /// Scene model.
        world_resource: String,
        /// Detail-view model.
        ui_resource: String,
    },
    /// 1.4, optional in 1.5.
    Explicit {
        /// `character` or `weapon`.
        kind: String,
        /// The character or weapon.
        id: String,
        /// Prefabs.
        resources: Vec<Resource>,
    },
}

impl Default for Target {
    fn default() -> Self {
        Self {
            structure: TargetStructure::Legacy {
                character_id: String::new(),
                world_resource: String::new(),
                ui_resource: String::new(),
            },
            platform: "windows-x64".to_owned(),
            profile_id: String::new(),
            revision: String::new(),
            snapshot: None,
            components: Vec::new(),
            extra: Members::new(),
        }
    }
}

/// A prefab of an explicit target. Closed object.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Resource {
    /// Unique id.
    pub id: String,
    /// Prefab name, lower case.
    pub name: String,
    /// `assets/....prefab`.
    pub asset_path: String,
    /// `windows-x64`, `android-arm64`.
    pub platforms: Vec<String>,
    /// 0..=3.
    pub lod: u32,
}

/// A component of the target.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Component {
    /// Equal to its index.
    pub id: u32,
    /// Explicit structure only: resource, renderer kind and path.
    pub renderer: Option<ComponentRenderer>,
    /// Complete name of the original LOD 0 mesh.
    pub mesh_name: String,
    /// Sum over all its submeshes.
    pub original_index_count: u32,
    /// Original bone table.
    pub bone_names: Vec<String>,
    /// Legacy 1.2+: other names of bones per model.
    pub bone_name_aliases: Vec<BoneAlias>,
    /// Original material table.
    pub materials: Vec<String>,
    /// Unknown members.
    pub extra: Members,
}

/// Where an explicit component sits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ComponentRenderer {
    /// Id of its resource.
    pub resource: String,
    /// `skinned` or `static`.
    pub renderer_kind: String,
    /// Path inside the prefab; may be empty.
    pub renderer_path: String,
}

/// Another name of a bone (bem.md ch. 11). Closed object.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BoneAlias {
    /// Index into the component's bone table.
    pub index: u32,
    /// `world` or `ui`.
    pub resource: String,
    /// The name there.
    pub name: String,
}

/// The fixed appearances of 1.0.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Appearances {
    /// Id of the default one.
    pub default_appearance_id: String,
    /// All of them.
    pub appearances: Vec<Appearance>,
}

/// One complete, independent state of a 1.0 package.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Appearance {
    /// Unique id.
    pub id: String,
    /// Display name.
    pub name: String,
    /// Free text.
    pub description: Option<String>,
    /// Payload ID of a PNG.
    pub preview: Option<u32>,
    /// One per component, in order.
    pub components: Vec<AppearanceComponent>,
    /// Unknown members.
    pub extra: Members,
}

/// What an appearance does to one component.
#[derive(Clone, Debug, PartialEq)]
pub struct AppearanceComponent {
    /// Component index.
    pub target: u32,
    /// What happens to it.
    pub operation: Operation,
    /// Unknown members.
    pub extra: Members,
}

/// What happens to a component.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Operation {
    /// The original stays.
    #[default]
    Keep,
    /// Nothing is drawn.
    Hide,
    /// This mesh takes its place.
    Replace {
        /// Index into [`Manifest::meshes`].
        mesh: u32,
    },
}

/// A group of mutually exclusive choices (bem.md ch. 8).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OptionGroup {
    /// Unique id.
    pub id: String,
    /// Display name.
    pub name: String,
    /// Free text.
    pub description: Option<String>,
    /// Id of the default choice.
    pub default: String,
    /// All choices.
    pub choices: Vec<Choice>,
    /// When the group exists; none = always.
    pub available_when: Option<Condition>,
    /// Unknown members.
    pub extra: Members,
}

/// One choice of a group.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Choice {
    /// Id, unique in its group.
    pub id: String,
    /// Display name.
    pub name: String,
    /// Free text.
    pub description: Option<String>,
    /// Payload ID of a PNG.
    pub preview: Option<u32>,
    /// Unknown members.
    pub extra: Members,
}

/// A condition over option groups (bem.md ch. 8).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Condition {
    /// `true` or `false`.
    Constant(bool),
    /// The group exists and this choice is taken.
    Eq {
        /// Group id.
        group: String,
        /// Choice id.
        choice: String,
    },
    /// All hold; 1..=32 of them.
    All(Vec<Condition>),
    /// At least one holds; 1..=32 of them.
    Any(Vec<Condition>),
    /// It does not hold.
    Not(Box<Condition>),
}

/// The candidates of one component: exactly one holds in every legal selection.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ComponentRule {
    /// Component index.
    pub target: u32,
    /// Candidates in order.
    pub candidates: Vec<Candidate>,
    /// Unknown members.
    pub extra: Members,
}

/// One candidate of a component.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Candidate {
    /// When it holds; none = always.
    pub when: Option<Condition>,
    /// What happens then.
    pub operation: Operation,
    /// With `keep`: textures of kept materials that change (`keep-material-textures`).
    pub material_overrides: Vec<KeepOverride>,
    /// Unknown members.
    pub extra: Members,
}

/// Textures of one kept material.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct KeepOverride {
    /// Index into the component's own materials.
    pub material_slot: u32,
    /// Equal to that table entry.
    pub material_name: String,
    /// Replacement textures.
    pub textures: Vec<TextureReference>,
    /// Unknown members.
    pub extra: Members,
}

/// A texture of a draw or keep override.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TextureReference {
    /// Index into [`Manifest::textures`].
    Texture(u32),
    /// Id of a texture slot (1.2+).
    Slot(String),
}

/// A replacement mesh (bem.md ch. 9).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mesh {
    /// Explicit structure only: `skinned` or `static`.
    pub renderer_kind: Option<String>,
    /// Number of vertices.
    pub vertex_count: u32,
    /// 2 or 4 bytes.
    pub index_size: u32,
    /// Vertex streams.
    pub streams: Vec<Stream>,
    /// Vertex declaration.
    pub attributes: Vec<Attribute>,
    /// Palette of a skinned mesh.
    pub bones: Vec<PaletteBone>,
    /// Draw segments in order.
    pub draws: Vec<Draw>,
    /// 1.0 only: payload ID of the whole index list.
    pub indices: Option<u32>,
    /// 1.0 only: length of the whole index list.
    pub index_count: Option<u32>,
    /// Unknown members.
    pub extra: Members,
}

impl Mesh {
    /// Whether it has a skin: every mesh but a `static` one of the explicit structure.
    pub fn is_skinned(&self) -> bool {
        self.renderer_kind.as_deref() != Some("static")
    }
}

/// A vertex stream.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stream {
    /// Bytes a vertex, 1..=64.
    pub stride: u32,
    /// Payload ID.
    pub payload: u32,
    /// Unknown members.
    pub extra: Members,
}

/// A vertex attribute, written as an array of these five (bem.md 22.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Attribute {
    /// 0 Position .. 13 BlendIndices.
    pub semantic: u32,
    /// 0 Float32 .. 11 SInt32.
    pub format: u32,
    /// 1..=4 components.
    pub dimension: u32,
    /// Index of its stream.
    pub stream: u32,
    /// Byte offset in the stream's vertex.
    pub offset: u32,
}

/// A palette entry: a bone of a donor component.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PaletteBone {
    /// Component index.
    pub component: u32,
    /// Index into its bone table.
    pub index: u32,
    /// Equal to that table entry.
    pub name: String,
    /// Unknown members.
    pub extra: Members,
}

/// A draw segment: triangles with one material.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Draw {
    /// 1.1+: when it is drawn; none = always.
    pub when: Option<Condition>,
    /// 1.1+: payload ID of its indices.
    pub indices: Option<u32>,
    /// 1.0 only: first index in the mesh's list.
    pub start: Option<u32>,
    /// Number of indices, a multiple of 3.
    pub count: u32,
    /// Component that lends the material.
    pub material_component: u32,
    /// Index into its materials.
    pub material_slot: u32,
    /// Equal to that table entry.
    pub material_name: String,
    /// Replacement textures.
    pub textures: Vec<TextureReference>,
    /// 1.5: changed properties and keywords.
    pub material_overrides: Option<MaterialOverrides>,
    /// Unknown members.
    pub extra: Members,
}

/// Properties and keywords a draw changes in its copied material (bem.md ch. 13). Lists keep their order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MaterialOverrides {
    /// Property -> value.
    pub floats: Vec<(String, f64)>,
    /// Property -> R, G, B, A.
    pub colors: Vec<(String, [f64; 4])>,
    /// Property -> x, y, z, w.
    pub vectors: Vec<(String, [f64; 4])>,
    /// Keywords switched off.
    pub disable_keywords: Vec<String>,
    /// Keywords switched on.
    pub enable_keywords: Vec<String>,
    /// Unknown members.
    pub extra: Members,
}

/// A texture-table entry (bem.md ch. 10).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Texture {
    /// Pixels.
    pub width: u32,
    /// Pixels.
    pub height: u32,
    /// Levels stored.
    pub mips: u32,
    /// Unity texture format number.
    pub format: u32,
    /// Colour data.
    pub srgb: bool,
    /// Name of the texture object it replaces.
    pub original_name: String,
    /// `normal` or absent.
    pub semantic: Option<String>,
    /// `xy-unorm` or `xyz-unorm`.
    pub normal_encoding: Option<String>,
    /// Payload ID.
    pub payload: u32,
    /// Unknown members.
    pub extra: Members,
}

/// A texture whose replacement depends on the selection (bem.md ch. 11). Closed object.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextureSlot {
    /// Unique id.
    pub id: String,
    /// Candidates in order.
    pub candidates: Vec<SlotCandidate>,
}

/// One candidate of a slot. Closed object.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SlotCandidate {
    /// When it holds; none = always.
    pub when: Option<Condition>,
    /// Index into [`Manifest::textures`]; none = the original stays.
    pub texture: Option<u32>,
}

/// An integer slider (bem.md ch. 12). Closed object.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parameter {
    /// Unique id.
    pub id: String,
    /// Display name.
    pub name: String,
    /// Lowest tick.
    pub min: u32,
    /// Highest tick.
    pub max: u32,
    /// Tick without deformation.
    pub neutral: u32,
    /// Tick at the start.
    pub default: u32,
    /// Ticks a step.
    pub step: u32,
    /// When the slider exists; none = always.
    pub available_when: Option<Condition>,
}

/// The frames of one parameter on one mesh. Closed object.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Channel {
    /// Mesh index.
    pub mesh: u32,
    /// Parameter id.
    pub parameter: String,
    /// Frames, ascending by value.
    pub frames: Vec<Frame>,
}

/// One frame of a channel. Closed objects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// Tick.
    pub value: u32,
    /// The deltas; none = the neutral frame.
    pub deltas: Option<FrameDeltas>,
}

/// The payload of a frame.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FrameDeltas {
    /// Payload ID.
    pub payload: u32,
    /// Number of records.
    pub count: u32,
    /// `sparse-position-f32`.
    pub encoding: String,
}

/// A local shift of a bone (bem.md ch. 14).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RootOffset {
    /// Path below the model root.
    pub path: String,
    /// Metres, local axes.
    pub translation: [f64; 3],
    /// Unknown members.
    pub extra: Members,
}

/// A clock that moves sliders or material values (bem.md ch. 15).
#[derive(Clone, Debug, PartialEq)]
pub struct Driver {
    /// Unique id.
    pub id: String,
    /// Display name; none = the id is shown.
    pub name: Option<String>,
    /// Shape over one turn of the clock.
    pub waveform: Waveform,
    /// Once or for ever.
    pub playback: Playback,
    /// Always false when written.
    pub default_playing: bool,
    /// Hz, 0..=10.
    pub base_frequency: f64,
    /// Factor, 0..=10; none = 1.
    pub speed_multiplier: Option<f64>,
    /// What it moves.
    pub bindings: Vec<Binding>,
    /// Its sound.
    pub sound: Option<Sound>,
    /// Unknown members.
    pub extra: Members,
}

/// Shapes of a driver (bem.md 15.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Waveform {
    /// To and fro.
    #[default]
    Pingpong,
    /// Soft to and fro.
    Sine,
    /// Deterministic tremble.
    Jitter,
    /// One way.
    Sawtooth,
    /// Switch.
    Step,
}

/// How long a driver runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Playback {
    /// For ever.
    #[default]
    Loop,
    /// One turn.
    Once,
}

/// One thing a driver moves.
#[derive(Clone, Debug, PartialEq)]
pub struct Binding {
    /// What and how.
    pub effect: BindingEffect,
    /// Unknown members.
    pub extra: Members,
}

/// Kinds of bindings (bem.md 15.3).
#[derive(Clone, Debug, PartialEq)]
pub enum BindingEffect {
    /// Moves a slider.
    MorphParameter {
        /// Parameter id.
        target: String,
        /// Low and high share of the slider's way, 0..=1.
        range: [f64; 2],
    },
    /// Sets a float property.
    MaterialFloat {
        /// Which material.
        material: MaterialPlace,
        /// Property name.
        property: String,
        /// Low and high.
        range: [f64; 2],
    },
    /// Sets a colour property.
    MaterialColor {
        /// Which material.
        material: MaterialPlace,
        /// Property name.
        property: String,
        /// From and to, R, G, B, A.
        colors: [[f64; 4]; 2],
    },
    /// Switches a keyword.
    MaterialKeyword {
        /// Which material.
        material: MaterialPlace,
        /// Keyword.
        keyword: String,
        /// On above it; none = 0.5.
        threshold: Option<f64>,
    },
}

/// A material of a renderer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct MaterialPlace {
    /// Component index.
    pub component: u32,
    /// Index in that renderer's material array.
    pub material_slot: u32,
}

/// The sound of a driver (bem.md 15.5).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sound {
    /// Payload ID.
    pub payload: u32,
    /// Names the cache file; none = `bin`.
    pub format: Option<String>,
    /// 0..=2; none = 1.
    pub gain: Option<f64>,
    /// None = true.
    pub looping: Option<bool>,
    /// 0..=60; none = 0.
    pub offset_seconds: Option<f64>,
    /// Unknown members.
    pub extra: Members,
}
