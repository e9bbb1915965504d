//! A fault of a package with its proof: where, in how many selections, and the nearest one that shows it.

use super::state::State;
use crate::base::findings::{Finding, Place, Severity};
use crate::base::text::Message;
use crate::dd::Count;

/// What is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FactKind {
    /// No selection is legal (OPT-11).
    Unreachable,
    /// The defaults are not legal (OPT-12).
    Default,
    /// Two or more candidates hold at once (OPT-17, SLOT-04).
    Overlap,
    /// No candidate holds (OPT-17, SLOT-04).
    Gap,
    /// A replacement has no draw (OPT-18).
    NoDraw,
    /// A limit is exceeded (LIM-01 to LIM-05, APP-07, APP-08).
    Limit,
    /// A limit could not be proved within the budget (SEL-03).
    Open,
    /// A material slot of a driver is another one in other selections (HINT-10).
    Unsteady,
    /// The analysis itself is over a limit of the format (SEL-01, SEL-02).
    Effort,
}

impl FactKind {
    /// The word used in machine-readable output.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Unreachable => "unreachable",
            Self::Default => "default",
            Self::Overlap => "overlap",
            Self::Gap => "gap",
            Self::NoDraw => "no draw",
            Self::Limit => "limit",
            Self::Open => "open",
            Self::Unsteady => "unsteady",
            Self::Effort => "effort",
        }
    }
}

/// One proved fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// Rule ID.
    pub rule: &'static str,
    /// What is wrong.
    pub kind: FactKind,
    /// JSON pointer; empty for the package as a whole.
    pub pointer: String,
    /// Candidates that hold in the example, of the component or slot at `pointer`; empty where it is not about them.
    pub candidates: Vec<usize>,
    /// Legal saved assignments that show it; `None` = too costly to count.
    pub saved_assignments: Option<Count>,
    /// Legal effective selections that show it; `None` = too costly to count.
    pub effective_selections: Option<Count>,
    /// A selection that shows it: the nearest to the defaults, save where [`Self::is_nearest`] is false.
    pub example: Option<State>,
    /// No selection nearer to the defaults shows it (proved).
    pub is_nearest: bool,
    /// Severity when the package was read; `None` = allowed there.
    pub read: Option<Severity>,
    /// Severity when the package is to be written; `None` = allowed there.
    pub export: Option<Severity>,
    /// The sentence for people.
    pub message: Message,
}

impl Fact {
    /// The finding for a package that was read.
    pub fn read_finding(&self) -> Option<Finding> {
        self.read.map(|severity| self.finding(severity))
    }

    /// The finding for a package that is to be written.
    pub fn export_finding(&self) -> Option<Finding> {
        self.export.map(|severity| self.finding(severity))
    }

    fn finding(&self, severity: Severity) -> Finding {
        let place = if self.pointer.is_empty() {
            Place::Whole
        } else {
            Place::Pointer(self.pointer.clone())
        };
        Finding::new(self.rule, severity, place, self.message.clone())
    }
}
