//! What a package comes to: its counts and its five maxima, each exact or an honest interval.

use super::state::State;
use crate::dd::Count;

/// One of the five maxima (bem.md 18.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Metric {
    /// Active draws of one replaced component.
    Draws,
    /// Active indices of one replaced component.
    Indices,
    /// Texture entries active at once.
    Textures,
    /// Decoded bytes, each payload once; sounds not counted.
    DecodedBytes,
    /// Resident bytes, all delta frames counted.
    ResidentBytes,
}

impl Metric {
    /// All five, in the order of the summary.
    pub const ALL: [Self; 5] = [
        Self::Draws,
        Self::Indices,
        Self::Textures,
        Self::DecodedBytes,
        Self::ResidentBytes,
    ];

    /// Its name in the summary.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Draws => "max_selected_draws",
            Self::Indices => "max_selected_indices",
            Self::Textures => "max_selected_textures",
            Self::DecodedBytes => "max_selected_decoded_bytes",
            Self::ResidentBytes => "max_resident_bytes",
        }
    }
}

/// How a maximum stands to its limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verdict {
    /// Proved: no legal selection is over the limit.
    Within,
    /// Proved: there is a legal selection over the limit.
    Exceeded,
    /// Not proved either way within the budget. Never to be shown as fine.
    Open,
}

/// A maximum over all legal selections: `lower` is attained, `upper` is proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Maximum {
    /// Which one.
    pub metric: Metric,
    /// What the format allows.
    pub limit: u64,
    /// The value of `witness`.
    pub lower: u64,
    /// No legal selection has more.
    pub upper: u64,
    /// A legal selection with the value `lower`.
    pub witness: State,
    /// Component and candidate it is attained at, for draws and indices; `None` where nothing is ever replaced.
    pub candidate: Option<(usize, usize)>,
}

impl Maximum {
    /// Whether the number is known exactly.
    pub fn is_exact(&self) -> bool {
        self.lower == self.upper
    }

    /// How it stands to its limit.
    pub fn verdict(&self) -> Verdict {
        if self.upper <= self.limit {
            Verdict::Within
        } else if self.lower > self.limit {
            Verdict::Exceeded
        } else {
            Verdict::Open
        }
    }
}

/// What a fixed appearance of a 1.0 package comes to (APP-07, APP-08).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AppearanceCost {
    /// Its id.
    pub id: String,
    /// Distinct texture entries.
    pub n_textures: u64,
    /// Each payload once; `None` without payload sizes.
    pub decoded_bytes: Option<u64>,
    /// A mesh used twice counts twice; `None` without payload sizes.
    pub resident_bytes: Option<u64>,
}

/// The numbers of a package.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Product of the numbers of choices; none for 1.0.
    pub assignments_in_all: Option<Count>,
    /// Legal saved assignments.
    pub saved_assignments: Option<Count>,
    /// Distinct legal effective maps.
    pub effective_selections: Option<Count>,
    /// The maxima in the order of [`Metric::ALL`]; those of bytes only with payload sizes, none when nothing is legal.
    pub maxima: Vec<Maximum>,
    /// Bytes of all sounds, outside the maxima; added to the decoded one for LIM-04 when writing.
    pub sound_bytes: u64,
    /// 1.0 only: one for each appearance.
    pub appearances: Vec<AppearanceCost>,
    /// Diagram nodes that checking by the format's own rule creates (SEL-01); `None` when not counted.
    pub symbolic_nodes: Option<u64>,
}

impl Summary {
    /// One of the maxima.
    pub fn maximum(&self, metric: Metric) -> Option<&Maximum> {
        self.maxima.iter().find(|maximum| maximum.metric == metric)
    }
}
