//! Which target bone each bone of a figure gives its weight to. It moves no vertex: that is the conversion's work.

/// One entry per bone of the figure, `targets[bone]`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BoneMap {
    /// `targets[bone]` for every bone of [`crate::model::figure::Model::bones`].
    pub targets: Vec<BoneTarget>,
}

/// Where one bone's weight goes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BoneTarget {
    /// Name of the target's bone as its tables write it; none = nowhere yet.
    pub target: Option<String>,
    /// How that was decided.
    pub by: MappedBy,
}

/// How a bone found its target (PMX-90).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MappedBy {
    /// Nothing was decided.
    #[default]
    Nobody,
    /// By its name, through the table of PMX-92.
    Name,
    /// Follows the bone whose rotation it appends.
    Append,
    /// Folded into the nearest ancestor that has a target.
    Parent,
    /// No ancestor has a target: the root.
    Root,
    /// The author said so.
    Author,
}
