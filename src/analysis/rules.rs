//! The yes-or-no proofs of bem.md 18.3: exactly one candidate everywhere, a draw for every replacement.
//! Raw predicates are asked first; the legal part of the space only where the raw answer does not decide.

use super::facts::FactKind;
use super::package::Package;
use super::predicates::Predicates;
use super::space::Space;
use crate::dd::{Node, Stop};

/// A fault as a set of legal maps.
#[derive(Clone, Debug)]
pub(super) struct Fault {
    pub(super) rule: &'static str,
    pub(super) kind: FactKind,
    pub(super) subject: Subject,
    /// The legal maps that show it, with the mask of the groups it speaks about.
    pub(super) legal: (Node, u64),
}

/// What a fault is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Subject {
    Component(usize),
    Candidate { component: usize, candidate: usize },
    Slot(usize),
    Whole,
}

impl Subject {
    pub(super) fn pointer(self) -> String {
        match self {
            Self::Component(component) => format!("/component_rules/{component}"),
            Self::Candidate {
                component,
                candidate,
            } => format!("/component_rules/{component}/candidates/{candidate}"),
            Self::Slot(slot) => format!("/texture_slots/{slot}"),
            Self::Whole => String::new(),
        }
    }
}

/// Every fault of OPT-17, OPT-18 and SLOT-04, in manifest order.
pub(super) fn faults(
    package: &Package,
    predicates: &Predicates,
    space: &mut Space,
) -> Result<Vec<Fault>, Stop> {
    let mut faults = Vec::new();
    for (component, nodes) in predicates.candidates.iter().enumerate() {
        exactly_one(
            space,
            "OPT-17",
            Subject::Component(component),
            nodes,
            &mut faults,
        )?;
        for (candidate, node) in nodes.iter().enumerate() {
            let Some(mesh) = package.components[component][candidate].mesh else {
                continue;
            };
            let hole = space.dd.and_not(*node, predicates.any_draw[mesh])?;
            let legal = space.legal(hole)?;
            if legal.0 != Node::FALSE {
                faults.push(Fault {
                    rule: "OPT-18",
                    kind: FactKind::NoDraw,
                    subject: Subject::Candidate {
                        component,
                        candidate,
                    },
                    legal,
                });
            }
        }
    }
    for (slot, nodes) in predicates.slots.iter().enumerate() {
        exactly_one(space, "SLOT-04", Subject::Slot(slot), nodes, &mut faults)?;
    }
    Ok(faults)
}

fn exactly_one(
    space: &mut Space,
    rule: &'static str,
    subject: Subject,
    nodes: &[Node],
    faults: &mut Vec<Fault>,
) -> Result<(), Stop> {
    let mut covered = Node::FALSE;
    let mut overlaps = Vec::new();
    for node in nodes {
        let both = space.dd.and(covered, *node)?;
        if both != Node::FALSE {
            overlaps.push(both);
        }
        covered = space.dd.or(covered, *node)?;
    }
    let overlap = space.dd.or_all(&overlaps)?;
    let gap = space.dd.not(covered)?;
    for (kind, node) in [(FactKind::Overlap, overlap), (FactKind::Gap, gap)] {
        let legal = space.legal(node)?;
        if legal.0 != Node::FALSE {
            faults.push(Fault {
                rule,
                kind,
                subject,
                legal,
            });
        }
    }
    Ok(())
}
