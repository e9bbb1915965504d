//! Choices that change nothing: those under which everything that depends on the selection is alike.

use super::space::{Space, bit};
use crate::dd::{Diagrams, Node, Stop};

/// What depends on the selection. The existence of other groups is compared as it is; the plan only where the selection
/// is legal.
pub(super) struct Observed {
    existence: Vec<Node>,
    plan: Vec<Node>,
    /// Groups each of `plan` depends on.
    plan_supports: Vec<u64>,
}

/// What is left of everything observed once a group has a choice.
struct Cut {
    choice: u16,
    existence: Vec<Node>,
    plan: Vec<Node>,
}

impl Observed {
    /// `existence[group]`: the group is there; `plan`: all that is selected.
    pub(super) fn new(dd: &Diagrams, existence: Vec<Node>, mut plan: Vec<Node>) -> Self {
        plan.sort_unstable();
        plan.dedup();
        Self {
            existence,
            plan_supports: plan.iter().map(|node| dd.support(*node)).collect(),
            plan,
        }
    }

    /// Of `choices` of a group, those that are like an earlier one, each with the first it is like.
    pub(super) fn alike(
        &self,
        space: &mut Space,
        group: usize,
        choices: &[u16],
    ) -> Result<Vec<(u16, u16)>, Stop> {
        let mut kinds: Vec<Cut> = Vec::new();
        let mut alike = Vec::new();
        for choice in choices {
            let cut = self.cut(space, group, *choice)?;
            let mut first = None;
            for kind in &kinds {
                if is_alike(space, group, kind, &cut)? {
                    first = Some(kind.choice);
                    break;
                }
            }
            match first {
                Some(first) => alike.push((*choice, first)),
                None => kinds.push(cut),
            }
        }
        Ok(alike)
    }

    fn cut(&self, space: &mut Space, group: usize, choice: u16) -> Result<Cut, Stop> {
        let mut fixed = vec![None; space.dd.n_levels()];
        fixed[group] = Some(choice);
        let mut cut = Cut {
            choice,
            existence: Vec::new(),
            plan: Vec::new(),
        };
        for node in &self.existence {
            if space.dd.support(*node) & bit(group) != 0 {
                cut.existence.push(space.dd.restrict(*node, &fixed)?);
            }
        }
        for (node, support) in self.plan.iter().zip(&self.plan_supports) {
            if support & bit(group) != 0 {
                cut.plan.push(space.dd.restrict(*node, &fixed)?);
            }
        }
        Ok(cut)
    }
}

fn is_alike(space: &mut Space, group: usize, a: &Cut, b: &Cut) -> Result<bool, Stop> {
    if a.existence != b.existence {
        return Ok(false);
    }
    let Some(domain) = legal_for_both(space, group, (a.choice, b.choice))? else {
        return Ok(false);
    };
    for (left, right) in a.plan.iter().zip(&b.plan) {
        if left == right {
            continue;
        }
        let only_left = space.dd.and_not(*left, *right)?;
        let only_right = space.dd.and_not(*right, *left)?;
        let differs = space.dd.or(only_left, only_right)?;
        let differs = space.dd.and(differs, domain)?;
        if happens_beside(space, group, differs)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// What the groups linked with `group` may be with either choice; `None` when that is not the same for both.
fn legal_for_both(
    space: &mut Space,
    group: usize,
    (a, b): (u16, u16),
) -> Result<Option<Node>, Stop> {
    let (domain, _) = space.legal_over(bit(group))?;
    let mut cuts = [Node::FALSE; 2];
    for (cut, choice) in cuts.iter_mut().zip([a, b]) {
        let mut fixed = vec![None; space.dd.n_levels()];
        fixed[group] = Some(choice);
        *cut = space.dd.restrict(domain, &fixed)?;
    }
    Ok((cuts[0] == cuts[1]).then_some(cuts[0]))
}

/// Whether `node` happens legally, what is legal around `group` being part of it already.
fn happens_beside(space: &mut Space, group: usize, node: Node) -> Result<bool, Stop> {
    let support = space.dd.support(node);
    let mut legal = node;
    for idx in 0..space.parts.len() {
        let (mask, part) = (space.parts[idx].mask, space.parts[idx].node);
        if mask & support != 0 && mask & bit(group) == 0 {
            legal = space.dd.and(legal, part)?;
        }
    }
    Ok(legal != Node::FALSE)
}
