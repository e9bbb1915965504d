//! Skin weights on the target's bones: folded, limited, normalised, packed into a palette (PMX-54, PMX-99, bem.md ch. 9).
//! Where a bone goes is the bone map's decision.

use crate::base::limits;
use crate::convert::donors::{BoneRef, BoneRefs};
use crate::convert::error::ConvertError;
use crate::geom::quantize::unorm16;
use crate::model::figure::{Influences, Model};
use std::collections::BTreeSet;

/// Weights below this are written as 0 in 16 bits, so their lanes are dropped.
const LEAST_WEIGHT: f64 = 0.5 / 65_535.0;

/// Bones of the target that move one vertex: the largest weight first, weights above 0 with a sum of 1; lanes from `n`
/// on are unused.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct FoldedLanes {
    bones: [BoneRef; 4],
    weights: [f64; 4],
    n: usize,
}

impl FoldedLanes {
    /// The used lanes.
    pub fn iter(&self) -> impl Iterator<Item = (BoneRef, f64)> + '_ {
        let lanes = self.bones.iter().copied().zip(self.weights.iter().copied());
        lanes.take(self.n)
    }

    fn add(&mut self, bone: BoneRef, weight: f64) {
        let known = self.bones.iter().take(self.n).position(|b| *b == bone);
        let lane = known.unwrap_or(self.n);
        let (Some(place), Some(sum)) = (self.bones.get_mut(lane), self.weights.get_mut(lane))
        else {
            return;
        };
        *place = bone;
        *sum += weight;
        self.n = self.n.max(lane + 1);
    }

    /// Largest weight first, ties in the order they came, at most `max` lanes, none too small to be written.
    fn settle(&mut self, max: usize) {
        let mut order = [0, 1, 2, 3];
        order.sort_by(|a: &usize, b: &usize| self.weights[*b].total_cmp(&self.weights[*a]));
        let (bones, weights) = (self.bones, self.weights);
        let total_of = |n: usize| order.iter().take(n).map(|lane| weights[*lane]).sum::<f64>();
        let mut n = self.n.min(max.clamp(1, 4));
        while n > 1 && weights[order[n - 1]] < LEAST_WEIGHT * total_of(n) {
            n -= 1;
        }
        let total = total_of(n);
        *self = Self::default();
        self.n = n;
        for (place, lane) in order.into_iter().enumerate().take(n) {
            self.bones[place] = bones[lane];
            self.weights[place] = weights[lane] / total;
        }
    }
}

/// Folds the weights of one vertex onto the target's bones: equal bones add up, the `max_influences` (1..=4) largest
/// stay and are normalised again (PMX-54).
///
/// # Errors
///
/// The set of bones with weight that mean nothing in the target.
pub fn fold(
    influences: &Influences,
    refs: &BoneRefs<'_>,
    max_influences: usize,
) -> Result<FoldedLanes, BTreeSet<u32>> {
    let mut folded = FoldedLanes::default();
    let mut strangers = BTreeSet::new();
    for (bone, weight) in influences.lanes() {
        match refs.get(bone) {
            Some(place) => folded.add(place, weight.into()),
            None => {
                strangers.insert(bone);
            }
        }
    }
    if !strangers.is_empty() {
        return Err(strangers);
    }
    folded.settle(max_influences);
    Ok(folded)
}

/// Skin of a mesh: palette entries and, for every vertex, up to four of them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Skin {
    /// The bones the mesh uses, at most 256: the own component's in the order of its table, then the donors'.
    pub palette: Vec<BoneRef>,
    /// `lanes[vertex]`.
    pub lanes: Vec<SkinLanes>,
}

/// Palette indices and weights of one vertex; lanes with weight 0 have index 0 (PMX-99).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SkinLanes {
    /// Indices into the palette.
    pub indices: [u8; 4],
    /// Largest first, sum 1.
    pub weights: [f64; 4],
}

impl SkinLanes {
    /// The weights in 16 bits, with a sum of exactly 65535: the residue of rounding goes to the strongest.
    pub fn unorm16(&self) -> [u16; 4] {
        let mut whole = self.weights.map(unorm16);
        let rest: u16 = whole.iter().skip(1).sum();
        whole[0] = u16::MAX - rest;
        whole
    }
}

/// Skins the given vertices of the figure, in the order given.
///
/// `component` is the one the mesh replaces.
///
/// # Errors
///
/// All bones with weight that mean nothing in the target; a vertex without weight; more than 256 bones, with their
/// number: nothing is ever dropped to make them fit.
pub fn skin(
    model: &Model,
    refs: &BoneRefs<'_>,
    component: u32,
    max_influences: usize,
    vertices: &[u32],
) -> Result<Skin, ConvertError> {
    let folded = fold_all(model, refs, max_influences, vertices)?;
    let used: BTreeSet<BoneRef> = folded
        .iter()
        .flat_map(|lanes| lanes.iter().map(|(bone, _)| bone))
        .collect();
    let mut palette: Vec<BoneRef> = used.into_iter().collect();
    palette.sort_by_key(|bone| (bone.component != component, *bone));
    if palette.len() > limits::PALETTE_BONES {
        return Err(ConvertError::TooManyBones {
            n_bones: palette.len(),
        });
    }
    let places: Vec<(BoneRef, u8)> = {
        let mut places: Vec<(BoneRef, u8)> = palette.iter().copied().zip(0..=u8::MAX).collect();
        places.sort_unstable();
        places
    };
    let index_of = |bone: BoneRef| {
        let found = places.binary_search_by_key(&bone, |(known, _)| *known);
        found.map_or(0, |at| places[at].1)
    };
    let lanes = folded.iter().map(|folded| {
        let mut lanes = SkinLanes::default();
        for (place, (bone, weight)) in folded.iter().enumerate() {
            lanes.indices[place] = index_of(bone);
            lanes.weights[place] = weight;
        }
        lanes
    });
    Ok(Skin {
        lanes: lanes.collect(),
        palette,
    })
}

/// Folds many vertices; the error names all bones that mean nothing, not only the first.
pub(super) fn fold_all(
    model: &Model,
    refs: &BoneRefs<'_>,
    max_influences: usize,
    vertices: &[u32],
) -> Result<Vec<FoldedLanes>, ConvertError> {
    let mut strangers = BTreeSet::new();
    let mut folded = Vec::with_capacity(vertices.len());
    for vertex in vertices {
        let place = crate::base::numbers::usize_of(*vertex);
        let influences = model.vertices.influences.get(place);
        match fold(
            &influences.copied().unwrap_or_default(),
            refs,
            max_influences,
        ) {
            Ok(lanes) if lanes.n == 0 => return Err(ConvertError::NoWeight { vertex: *vertex }),
            Ok(lanes) => folded.push(lanes),
            Err(bones) => strangers.extend(bones),
        }
    }
    if strangers.is_empty() {
        Ok(folded)
    } else {
        Err(refs.refusal(&strangers))
    }
}
