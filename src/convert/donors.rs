//! Which bone of which component's table a target bone's name means: the mesh's own component first, then the others in
//! order as bone donors. Names are compared as PMX-91 says.

use crate::base::numbers::{u32_of, usize_of};
use crate::convert::error::ConvertError;
use crate::convert::joints;
use crate::formats::bem::json::Members;
use crate::formats::bem::manifest::PaletteBone;
use crate::model::bone_map::BoneMap;
use crate::model::figure::Model;
use crate::model::target::TargetProfile;
use std::collections::{BTreeMap, BTreeSet};

/// A bone of a component's table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct BoneRef {
    /// The component's place in the target.
    pub component: u32,
    /// Place in its bone table.
    pub index: u32,
}

impl BoneRef {
    /// The palette entry, with the name as the table writes it.
    pub fn palette_bone(self, target: &TargetProfile) -> PaletteBone {
        let component = target.components.get(usize_of(self.component));
        let name = component.and_then(|c| c.bone_names.get(usize_of(self.index)));
        PaletteBone {
            component: self.component,
            index: self.index,
            name: name.cloned().unwrap_or_default(),
            extra: Members::new(),
        }
    }
}

/// What every bone of a figure means in the bone tables of a target, seen from one component.
#[derive(Clone, Debug)]
pub struct BoneRefs<'a> {
    map: &'a BoneMap,
    refs: Vec<Option<BoneRef>>,
}

impl<'a> BoneRefs<'a> {
    /// Looks every mapped bone up, for a mesh that takes the place of `component`.
    ///
    /// # Errors
    ///
    /// A map of another figure, a component that is not there.
    pub fn new(
        model: &Model,
        map: &'a BoneMap,
        target: &TargetProfile,
        component: u32,
    ) -> Result<Self, ConvertError> {
        if map.targets.len() != model.bones.len() {
            return Err(ConvertError::MapOfOtherFigure {
                n_bones: model.bones.len(),
                n_targets: map.targets.len(),
            });
        }
        let tables = tables(target, component)?;
        let mut known: BTreeMap<&str, Option<BoneRef>> = BTreeMap::new();
        let refs = map.targets.iter().map(|mapped| {
            let name = mapped.target.as_deref()?;
            *known
                .entry(name)
                .or_insert_with(|| tables.iter().find_map(|table| table.find(name)))
        });
        Ok(Self {
            map,
            refs: refs.collect(),
        })
    }

    /// What `bone` of the figure means; `None` when it is mapped to nothing or to a bone that no table has.
    pub fn get(&self, bone: u32) -> Option<BoneRef> {
        self.refs.get(usize_of(bone)).copied().flatten()
    }

    /// The error for bones that have weight and no meaning: unmapped ones first.
    pub fn refusal(&self, bones: &BTreeSet<u32>) -> ConvertError {
        let target = |bone: &u32| {
            let mapped = self.map.targets.get(usize_of(*bone))?;
            mapped.target.clone()
        };
        let unmapped: Vec<u32> = bones
            .iter()
            .copied()
            .filter(|bone| target(bone).is_none())
            .collect();
        if unmapped.is_empty() {
            let names: BTreeSet<String> = bones.iter().filter_map(target).collect();
            ConvertError::BonesNotInTarget {
                names: names.into_iter().collect(),
            }
        } else {
            ConvertError::BonesUnmapped { bones: unmapped }
        }
    }
}

/// A component's bone table, by name as written and by the spelling that is compared.
struct Table<'a> {
    component: u32,
    exact: BTreeMap<&'a str, u32>,
    loose: BTreeMap<String, u32>,
}

impl Table<'_> {
    fn find(&self, name: &str) -> Option<BoneRef> {
        let index = self
            .exact
            .get(name)
            .or_else(|| self.loose.get(&joints::key(name)))?;
        Some(BoneRef {
            component: self.component,
            index: *index,
        })
    }
}

/// The tables of all components, the mesh's own first. Of equal names in one table the first counts.
fn tables(target: &TargetProfile, own: u32) -> Result<Vec<Table<'_>>, ConvertError> {
    if usize_of(own) >= target.components.len() {
        return Err(ConvertError::NoComponent { component: own });
    }
    let mut order: Vec<usize> = (0..target.components.len()).collect();
    order.sort_by_key(|place| u32_of(*place) != own);
    let table = |place: usize| {
        let mut table = Table {
            component: u32_of(place),
            exact: BTreeMap::new(),
            loose: BTreeMap::new(),
        };
        for (index, name) in (0_u32..).zip(&target.components[place].bone_names) {
            table.exact.entry(name).or_insert(index);
            table.loose.entry(joints::key(name)).or_insert(index);
        }
        table
    };
    Ok(order.into_iter().map(table).collect())
}
