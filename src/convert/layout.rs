//! Vertex layouts: which attributes lie where in which stream (bem.md 22.1, 22.2, ch. 9). It writes no vertex.

use crate::base::numbers::usize_of;
use crate::formats::bem::manifest::Attribute;
use crate::model::target::TargetComponent;

/// What a mesh's skin stream looks like (bem.md ch. 9).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SkinStream {
    /// There is none: a static mesh.
    None,
    /// Stride 4: one bone a vertex.
    Rigid,
    /// Stride 12: four 16-bit weights, four bytes of indices.
    #[default]
    UNorm16,
    /// Stride 32: four floats, four 32-bit indices; needs a 1.2 package (MESH-09).
    Float32,
}

impl SkinStream {
    /// (semantic, format, dimension) of its attributes, in order.
    const fn attributes(self) -> &'static [[u32; 3]] {
        match self {
            Self::None => &[],
            Self::Rigid => &[[13, 6, 4]],
            Self::UNorm16 => &[[12, 4, 4], [13, 6, 4]],
            Self::Float32 => &[[12, 0, 4], [13, 10, 4]],
        }
    }

    const ALL: [Self; 4] = [Self::None, Self::Rigid, Self::UNorm16, Self::Float32];
}

/// Number of the skin stream of a skinned mesh.
const SKIN_STREAM: u32 = 2;

/// A layout that this program can fill: positions are Float32 x 3, and the rules MESH-03 and MESH-05 to MESH-10 hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    strides: Vec<u32>,
    attributes: Vec<Attribute>,
    skin: SkinStream,
}

impl Layout {
    /// 16/12 and the skin: position and packed TBN word; UV and vertex colour.
    pub fn standard(skin: SkinStream) -> Self {
        Self::assemble(&STANDARD, skin)
    }

    /// The layout for a replacement of this component.
    ///
    /// Its declared attributes if they make up a layout that can be filled; else the known layout with its strides
    /// (16/12, 16/8 and 40/16, each with a skin of 12, 32, 4 or none); else the standard one. A rigid original gets the
    /// rigid skin (GEO-02), a component without bones, or with streams and no skin among them, none.
    pub fn of(component: &TargetComponent) -> Self {
        let skin = skin_of(component);
        let declared: Vec<Place> = component
            .attributes
            .iter()
            .map(|row| Place::of(*row))
            .filter(|place| place.stream < SKIN_STREAM)
            .collect();
        if is_fillable(&declared, &component.strides) {
            return Self::assemble(&declared, skin);
        }
        let known = match component.strides.as_slice() {
            [16, 8, ..] => UV_ONLY.as_slice(),
            [40, 16, ..] => UNCOMPRESSED.as_slice(),
            _ => STANDARD.as_slice(),
        };
        Self::assemble(known, skin)
    }

    /// `strides[stream]`, bytes a vertex.
    pub fn strides(&self) -> &[u32] {
        &self.strides
    }

    /// The declaration, stream by stream.
    pub fn attributes(&self) -> &[Attribute] {
        &self.attributes
    }

    /// The skin stream.
    pub fn skin(&self) -> SkinStream {
        self.skin
    }

    /// Packs the attributes in list order and puts the skin behind them.
    fn assemble(places: &[Place], skin: SkinStream) -> Self {
        let skin_places = skin
            .attributes()
            .iter()
            .map(|[semantic, format, dimension]| Place {
                semantic: *semantic,
                format: *format,
                dimension: *dimension,
                stream: SKIN_STREAM,
            });
        let mut places: Vec<Place> = places.iter().copied().chain(skin_places).collect();
        places.sort_by_key(|place| place.stream);
        let mut strides: Vec<u32> = Vec::new();
        let mut attributes = Vec::with_capacity(places.len());
        for place in places {
            let stream = usize_of(place.stream);
            if strides.len() <= stream {
                strides.resize(stream + 1, 0);
            }
            attributes.push(Attribute {
                semantic: place.semantic,
                format: place.format,
                dimension: place.dimension,
                stream: place.stream,
                offset: strides[stream],
            });
            strides[stream] += place.size_bytes();
        }
        Self {
            strides,
            attributes,
            skin,
        }
    }
}

/// An attribute without its offset.
#[derive(Clone, Copy, Debug)]
struct Place {
    semantic: u32,
    format: u32,
    dimension: u32,
    stream: u32,
}

impl Place {
    const fn of([semantic, format, dimension, stream]: [u32; 4]) -> Self {
        Self {
            semantic,
            format,
            dimension,
            stream,
        }
    }

    /// Bytes of one vertex's value; 0 for a format that does not exist.
    fn size_bytes(self) -> u32 {
        const ELEMENT_BYTES: [u32; 12] = [4, 2, 1, 1, 2, 2, 1, 1, 2, 2, 4, 4];
        let element = ELEMENT_BYTES.get(usize_of(self.format)).copied();
        element.unwrap_or(0).saturating_mul(self.dimension)
    }

    /// Whether there is something to write there: position, TBN word, normal, tangent, colour, texture coordinates and
    /// vertex colours in a texture coordinate.
    fn is_fillable(self) -> bool {
        matches!(
            (self.semantic, self.format, self.dimension),
            (0 | 1, 0, 3) | (1, 0, 1) | (2, 0, 4) | (3, 2, 4) | (4..=11, 0, 2) | (4..=11, 3, 4)
        )
    }
}

const STANDARD: [Place; 4] = [
    Place::of([0, 0, 3, 0]),
    Place::of([1, 0, 1, 0]),
    Place::of([4, 0, 2, 1]),
    Place::of([6, 3, 4, 1]),
];
const UV_ONLY: [Place; 3] = [
    Place::of([0, 0, 3, 0]),
    Place::of([1, 0, 1, 0]),
    Place::of([4, 0, 2, 1]),
];
const UNCOMPRESSED: [Place; 5] = [
    Place::of([0, 0, 3, 0]),
    Place::of([1, 0, 3, 0]),
    Place::of([2, 0, 4, 0]),
    Place::of([4, 0, 2, 1]),
    Place::of([5, 0, 2, 1]),
];

/// Whether the declared attributes fill streams 0 and 1 exactly as the strides say (when they say anything), with
/// positions and texture coordinates among them and nothing twice.
fn is_fillable(places: &[Place], strides: &[u32]) -> bool {
    let size_of = |stream: u32| -> u32 {
        let there = places.iter().filter(|place| place.stream == stream);
        there.fold(0, |sum, place| sum.saturating_add(place.size_bytes()))
    };
    let has = |semantic: u32| places.iter().any(|place| place.semantic == semantic);
    let once = places.iter().enumerate().all(|(at, place)| {
        let before = places.iter().take(at);
        before
            .filter(|other| other.semantic == place.semantic)
            .count()
            == 0
    });
    let sizes = [size_of(0), size_of(1)];
    places.iter().all(|place| place.is_fillable())
        && once
        && has(0)
        && has(4)
        && sizes.iter().all(|size| (1..=64).contains(size))
        && (strides.is_empty() || strides.iter().take(2).eq(sizes.iter()))
}

fn skin_of(component: &TargetComponent) -> SkinStream {
    if component.rigid == Some(true) {
        return SkinStream::Rigid;
    }
    let declared: Vec<[u32; 3]> = component
        .attributes
        .iter()
        .filter(|[_, _, _, stream]| *stream == SKIN_STREAM)
        .map(|[semantic, format, dimension, _]| [*semantic, *format, *dimension])
        .collect();
    let known = SkinStream::ALL
        .into_iter()
        .find(|skin| skin.attributes() == declared.as_slice());
    match component.strides.as_slice() {
        [_, _, 4] => SkinStream::Rigid,
        [_, _, 12] => SkinStream::UNorm16,
        [_, _, 32] => SkinStream::Float32,
        [] if !component.attributes.is_empty() => known.unwrap_or_default(),
        [_] | [_, _] => SkinStream::None,
        _ if component.bone_names.is_empty() => SkinStream::None,
        _ => SkinStream::default(),
    }
}
