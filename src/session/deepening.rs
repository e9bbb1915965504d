//! What follows the quick check in the background: exact maxima, what the published tool would say, and repairs that were
//! proved. Nothing here is needed to export.

use crate::analysis::{Budget, Engine, Fact, Published, Refusal, Revision, Summary};
use crate::base::cancel::Cancel;
use crate::base::findings::{Place, Severity};
use crate::base::text::Message;
use crate::document::edit::Edit;
use crate::document::parts::Document;
use crate::export::skeleton::Skeleton;
use crate::session::problems::Problem;
use crate::session::repairing;
use crate::session::{rules, words};

/// Faults that repairs are looked for.
const MAX_REPAIRED: usize = 12;

/// What was found in the background.
#[derive(Clone, Debug)]
pub struct Deep {
    /// The revision it is of.
    pub revision: u64,
    /// Counts and maxima, exact as far as the budget reached.
    pub summary: Summary,
    /// What the published tool would say.
    pub published: Published,
    /// What only the deeper look tells, the worst first.
    pub facts: Vec<Fact>,
    /// Repairs of faults.
    pub repairs: Vec<Repaired>,
}

/// A fault with its repairs.
#[derive(Clone, Debug)]
pub struct Repaired {
    /// Rule ID.
    pub rule: &'static str,
    /// JSON pointer.
    pub pointer: String,
    /// What was proved to help.
    pub offers: Vec<Offer>,
}

/// A repair as a step of the document.
#[derive(Clone, Debug)]
pub struct Offer {
    /// What it does, in words.
    pub message: Message,
    /// States that fail before, and after, in decimal digits where they were counted.
    pub failing: (Option<String>, Option<String>),
    /// The step.
    pub edit: Edit,
}

impl Deep {
    /// The repairs of a problem.
    pub fn offers(&self, problem: &Problem) -> &[Offer] {
        let Place::Pointer(pointer) = &problem.finding.place else {
            return &[];
        };
        let is_it =
            |known: &&Repaired| known.rule == problem.finding.rule && known.pointer == *pointer;
        let known = self.repairs.iter().find(is_it);
        known.map_or(&[], |known| known.offers.as_slice())
    }

    /// Why the published tool would refuse; none when it accepts.
    pub fn refusal(&self) -> Option<&Refusal> {
        self.published.refusals.first()
    }
}

/// Looks deeper into a revision that was checked.
///
/// # Errors
///
/// It was cancelled, or the proof could not be completed.
pub(super) fn deepen(
    document: &Document,
    revision: u64,
    skeleton: &Skeleton,
    (engine, cancel): (&mut Engine, &Cancel),
) -> Result<Deep, Message> {
    let told = |error| words::not_proved(&error);
    let sizes = skeleton.payload_sizes.as_slice();
    let how = (&Budget::EXACT, cancel);
    let proved = rules::prove_again(engine, &skeleton.manifest, sizes, how).map_err(told)?;
    let mut analysis = proved.analysis;
    let asked = Revision {
        manifest: &skeleton.manifest,
        minor: proved.lowest.minor,
        payload_sizes: Some(sizes),
    };
    let published = engine
        .published(asked, &mut analysis, cancel)
        .map_err(told)?;
    let rejecting = |fact: &&Fact| fact.export == Some(Severity::Error);
    let mut repairs = Vec::new();
    for fact in analysis.facts.iter().filter(rejecting).take(MAX_REPAIRED) {
        let found = engine.repairs(asked, fact, cancel).map_err(told)?;
        let offers = found
            .into_iter()
            .filter_map(|repair| {
                let edit = repairing::edit_of(document, &skeleton.provenance, &repair)?;
                let count = |standing: crate::analysis::Standing| {
                    standing.failing_assignments.map(|count| count.to_string())
                };
                Some(Offer {
                    failing: (count(repair.before), count(repair.after)),
                    message: repair.message,
                    edit,
                })
            })
            .collect();
        repairs.push(Repaired {
            rule: fact.rule,
            pointer: fact.pointer.clone(),
            offers,
        });
    }
    let is_new = |fact: &Fact| matches!(fact.rule, "SEL-01" | "SEL-02" | "SEL-03" | "HINT-11");
    let facts = analysis.facts.into_iter().filter(is_new);
    Ok(Deep {
        revision,
        summary: analysis.summary,
        published,
        facts: facts.collect(),
        repairs,
    })
}
