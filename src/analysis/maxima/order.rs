//! Another order of the groups, in which what belongs together lies together: narrow problems that were declared apart
//! become narrow to walk.

use crate::analysis::space::bit;
use crate::analysis::terms::Term;
use crate::base::cancel::Cancel;
use crate::dd::{Diagrams, Node, Stop};

/// A sum carried over into another order.
#[derive(Debug)]
pub(super) struct Reordered {
    pub(super) dd: Diagrams,
    /// Old level by new level.
    pub(super) old_level: Vec<usize>,
    pub(super) domain: Node,
    pub(super) terms: Vec<Term>,
}

/// How groups are linked.
struct Links {
    /// Groups that share a predicate with each group.
    linked: Vec<u64>,
    /// Bits of a choice of each group.
    bits: Vec<f64>,
}

impl Links {
    fn of(dd: &Diagrams, mask: u64, nodes: &[Node]) -> Self {
        let mut links: Vec<u64> = nodes.iter().map(|node| dd.support(*node) & mask).collect();
        links.sort_unstable();
        links.dedup();
        let mut linked = vec![0_u64; dd.n_levels()];
        for (level, linked) in linked.iter_mut().enumerate() {
            for link in &links {
                if link & bit(level) != 0 {
                    *linked |= link & !bit(level);
                }
            }
        }
        let bits = dd.arities().iter().map(|arity| f64::from(*arity).log2());
        Self {
            linked,
            bits: bits.collect(),
        }
    }

    /// Bits of choices of taken groups that groups not taken still depend on.
    fn width(&self, taken: u64) -> f64 {
        let waiting = self.linked.iter().zip(&self.bits).enumerate();
        waiting
            .filter(|(level, (linked, _))| taken & bit(*level) != 0 && *linked & !taken != 0)
            .map(|(_, (_, bits))| bits)
            .sum()
    }

    /// The greatest width on the way.
    fn greatest_width(&self, order: &[usize]) -> f64 {
        let mut taken = 0;
        let mut greatest = 0_f64;
        for level in order {
            taken |= bit(*level);
            greatest = greatest.max(self.width(taken));
        }
        greatest
    }
}

/// Bits by which another order must be narrower to be worth the trouble.
const WORTH_BITS: f64 = 2.0;

/// An order that is clearly narrower than the declared one, as old level by new level; groups outside `mask` last.
pub(super) fn narrower_order(dd: &Diagrams, mask: u64, nodes: &[Node]) -> Option<Vec<usize>> {
    let links = Links::of(dd, mask, nodes);
    let order = narrow_order(&links, mask);
    let declared: Vec<usize> = (0..dd.n_levels())
        .filter(|level| mask & bit(*level) != 0)
        .collect();
    let gained = links.greatest_width(&declared) - links.greatest_width(&order);
    (gained >= WORTH_BITS).then(|| {
        let outside = (0..dd.n_levels()).filter(|level| mask & bit(*level) == 0);
        order.iter().copied().chain(outside).collect()
    })
}

/// Greedily: each next group is the one after which the fewest bits wait; ties go to the group that is linked to more
/// of what was taken, then to the first.
fn narrow_order(links: &Links, mask: u64) -> Vec<usize> {
    let mut order = Vec::new();
    let mut taken = 0_u64;
    while taken != mask {
        let open = (0..links.linked.len()).filter(|level| mask & !taken & bit(*level) != 0);
        let key = |level: usize| {
            let ties = (links.linked[level] & taken).count_ones();
            let width = links.width(taken | bit(level));
            (width, std::cmp::Reverse(ties), level)
        };
        let next = open.map(key).min_by(|a, b| {
            a.0.total_cmp(&b.0)
                .then_with(|| (a.1, a.2).cmp(&(b.1, b.2)))
        });
        let Some((_, _, level)) = next else {
            break;
        };
        order.push(level);
        taken |= bit(level);
    }
    order
}

/// Carries `hard` and `terms` over into `order`; `None` when that needs more than `max_nodes` diagram nodes.
pub(super) fn reordered(
    dd: &Diagrams,
    order: Vec<usize>,
    (hard, terms): (&[Node], &[Term]),
    (max_nodes, cancel): (usize, &Cancel),
) -> Result<Option<Reordered>, Stop> {
    let arities: Vec<u16> = order.iter().map(|level| dd.arity(*level)).collect();
    let Some(mut there) = Diagrams::new(&arities) else {
        return Ok(None);
    };
    there.begin(max_nodes, cancel);
    let mut new_level = vec![0; order.len()];
    for (new, old) in order.iter().enumerate() {
        new_level[*old] = new;
    }
    let carried = (|| {
        let mut nodes = Vec::with_capacity(hard.len());
        for node in hard {
            nodes.push(dd.copy_into(*node, &mut there, &new_level)?);
        }
        let domain = there.and_all(&nodes)?;
        let mut carried = Vec::with_capacity(terms.len());
        for (node, weight) in terms {
            carried.push((dd.copy_into(*node, &mut there, &new_level)?, *weight));
        }
        Ok((domain, carried))
    })();
    match carried {
        Err(Stop::NodeLimit { .. }) => Ok(None),
        Err(stop) => Err(stop),
        Ok((domain, terms)) => Ok(Some(Reordered {
            dd: there,
            old_level: order,
            domain,
            terms,
        })),
    }
}
