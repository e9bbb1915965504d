//! The set of legal maps whose weights add up to more than a limit, as a diagram: it tells how many there are and
//! which is nearest, where a maximum only tells whether there is one.

use super::maxima::{Work, merged};
use super::space::Space;
use super::terms::Term;
use crate::dd::{Node, Stop};
use std::collections::BTreeMap;

/// Where the sum is over the limit; `None` when that costs more than `work` holds.
///
/// `domain` is a legal node: what lies outside it does not matter, and is left out where that is cheap.
pub(super) fn above(
    space: &mut Space,
    domain: Node,
    terms: &[Term],
    limit: u64,
    work: Work,
) -> Result<Option<Node>, Stop> {
    let (base, terms) = merged(terms);
    let Some(room) = limit.checked_sub(base) else {
        return Ok(Some(domain));
    };
    let mut search = Search {
        space,
        memo: BTreeMap::new(),
        work,
    };
    search.above(domain, &terms, room)
}

/// Rest of the domain, rests of the predicates, what may still be added.
type Key = (Node, Vec<Term>, u64);

struct Search<'a> {
    space: &'a mut Space,
    memo: BTreeMap<Key, Node>,
    work: Work,
}

impl Search<'_> {
    fn above(&mut self, domain: Node, terms: &[Term], room: u64) -> Result<Option<Node>, Stop> {
        if domain == Node::FALSE {
            return Ok(Some(Node::FALSE));
        }
        let sum = terms
            .iter()
            .fold(0_u64, |sum, term| sum.saturating_add(term.1));
        if sum <= room {
            return Ok(Some(Node::FALSE));
        }
        let key = (domain, terms.to_vec(), room);
        if let Some(found) = self.memo.get(&key) {
            return Ok(Some(*found));
        }
        if !self.work.spend(10 + terms.len() as u64)? {
            return Ok(None);
        }
        let dd = &self.space.dd;
        let tops = terms.iter().map(|(node, _)| dd.level(*node));
        let level = tops
            .min()
            .unwrap_or_else(|| dd.n_levels())
            .min(dd.level(domain));
        let mut branches = Vec::new();
        for value in 0..self.space.dd.arity(level) {
            let rest = self.space.dd.child(domain, level, value);
            let Some(branch) = self.branch(rest, terms, room, (level, value))? else {
                return Ok(None);
            };
            branches.push(branch);
        }
        let mut result = Node::FALSE;
        let mut kinds = branches.clone();
        kinds.sort_unstable();
        kinds.dedup();
        for kind in kinds {
            let takes = |value: u16| branches.get(usize::from(value)) == Some(&kind);
            let here = self.space.dd.value_set(level, takes)?;
            let both = self.space.dd.and(here, kind)?;
            result = self.space.dd.or(result, both)?;
        }
        self.memo.insert(key, result);
        Ok(Some(result))
    }

    fn branch(
        &mut self,
        domain: Node,
        terms: &[Term],
        room: u64,
        (level, value): (usize, u16),
    ) -> Result<Option<Node>, Stop> {
        let mut gained = 0_u64;
        let mut rests = Vec::with_capacity(terms.len());
        for (node, weight) in terms {
            match self.space.dd.child(*node, level, value) {
                Node::TRUE => gained = gained.saturating_add(*weight),
                Node::FALSE => {}
                rest => rests.push((rest, *weight)),
            }
        }
        if gained > room {
            return Ok(Some(domain));
        }
        merge(&mut rests);
        self.above(domain, &rests, room - gained)
    }
}

/// Sorts by node and adds up the weights of equal ones.
fn merge(terms: &mut Vec<Term>) {
    terms.sort_unstable();
    terms.dedup_by(|later, kept| {
        let is_same = later.0 == kept.0;
        if is_same {
            kept.1 = kept.1.saturating_add(later.1);
        }
        is_same
    });
}
