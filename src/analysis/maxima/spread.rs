//! How many legal maps come to more than a limit, and the nearest one of them: every cluster's sums with their counts,
//! cluster by cluster put together. Sums that cannot reach the limit are dropped, those that surely pass it are one.

use super::graph::{Graph, Layer};
use super::work::Work;
use crate::dd::{Count, Stop};
use std::collections::BTreeMap;

/// How the values of each level count, and what they cost to choose.
#[derive(Clone, Debug)]
pub(in crate::analysis) struct Weights {
    /// `saved[level][value]`: saved choices behind the value.
    pub(in crate::analysis) saved: Vec<Vec<u64>>,
    /// `distance[level][value]`: 0 for the default.
    pub(in crate::analysis) distance: Vec<Vec<u16>>,
}

/// All maps with one sum.
#[derive(Clone, Copy, Debug)]
struct Cell {
    saved: Count,
    effective: Count,
    /// Of the nearest of them.
    distance: u32,
}

impl Cell {
    const ONE: fn() -> Self = || Self {
        saved: Count::from(1),
        effective: Count::from(1),
        distance: 0,
    };

    fn merge(&mut self, other: &Self) {
        self.saved = self.saved.plus(&other.saved);
        self.effective = self.effective.plus(&other.effective);
        self.distance = self.distance.min(other.distance);
    }
}

/// Cells by sum.
type Sums = BTreeMap<u64, Cell>;

/// A cluster's sums, node by node and layer by layer.
#[derive(Debug)]
struct Spread<'a> {
    graph: &'a Graph,
    /// `rows[layer][node]`; the last row has the end alone.
    rows: Vec<Vec<Sums>>,
}

/// What is above the limit.
#[derive(Clone, Debug)]
pub(in crate::analysis) struct Above {
    pub(in crate::analysis) saved: Count,
    pub(in crate::analysis) effective: Count,
    /// The levels counted, bit `l` = level `l`.
    pub(in crate::analysis) mask: u64,
    /// The nearest of them: a value for each level counted.
    pub(in crate::analysis) values: Vec<(usize, u16)>,
}

/// Counts where `graphs` together sum up to at least `need`; `None` when that costs more than `work` holds.
pub(super) fn above(
    graphs: &[Graph],
    need: u64,
    weights: &Weights,
    work: &mut Work,
) -> Result<Option<Above>, Stop> {
    let ranges: Vec<(u64, u64)> = graphs.iter().map(range).collect();
    let total = |pick: fn(&(u64, u64)) -> u64| ranges.iter().map(pick).sum::<u64>();
    let (least, most) = (total(|range| range.0), total(|range| range.1));
    let mut spreads = Vec::with_capacity(graphs.len());
    for (graph, (own_least, own_most)) in graphs.iter().zip(&ranges) {
        // A sum of this cluster matters from what the others can do at best to what they do at least; what is cut to
        // the roof must stay among the cluster's own sums, for the others to count on it.
        let floor = need.saturating_sub(most - own_most);
        let roof = need.saturating_sub(least - own_least).max(*own_least);
        match Spread::of(graph, (floor, roof), weights, work)? {
            Some(spread) => spreads.push(spread),
            None => return Ok(None),
        }
    }
    let Some(folded) = fold(&spreads, &ranges, need, work)? else {
        return Ok(None);
    };
    Ok(Some(traced(&spreads, &folded, weights)))
}

/// Least and greatest sum of a graph.
fn range(graph: &Graph) -> (u64, u64) {
    let rows = rests(graph);
    rows[0].first().copied().flatten().unwrap_or((0, 0))
}

/// Least and greatest rest of every node, layer by layer; `None` where nothing is legal.
fn rests(graph: &Graph) -> Vec<Vec<Option<(u64, u64)>>> {
    let mut rows = vec![vec![Some((0, 0))]];
    for layer in graph.layers.iter().rev() {
        let below = &rows[rows.len() - 1];
        let row = (0..layer.n_nodes).map(|node| {
            layer
                .arcs(node)
                .filter_map(|arc| {
                    let (least, most) = below[arc.target as usize]?;
                    Some((least + arc.gain, most + arc.gain))
                })
                .reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)))
        });
        let row = row.collect();
        rows.push(row);
    }
    rows.reverse();
    rows
}

impl<'a> Spread<'a> {
    fn of(
        graph: &'a Graph,
        (floor, roof): (u64, u64),
        weights: &Weights,
        work: &mut Work,
    ) -> Result<Option<Self>, Stop> {
        let rests = rests(graph);
        let mut rows = vec![vec![Sums::from([(0, Cell::ONE())])]];
        for (idx, layer) in graph.layers.iter().enumerate() {
            let n_next = rests[idx + 1].len();
            let mut next = vec![Sums::new(); n_next];
            for (node, sums) in rows[idx].iter().enumerate() {
                let n_steps = (sums.len() * layer.arity) as u64;
                if !work.spend(8 * n_steps)? {
                    return Ok(None);
                }
                for arc in layer.arcs(node) {
                    let target = arc.target as usize;
                    let Some((least, most)) = rests[idx + 1][target] else {
                        continue;
                    };
                    for (sum, cell) in sums {
                        let sum = sum + arc.gain;
                        if sum + most < floor {
                            continue;
                        }
                        let sum = sum.min(roof.saturating_sub(least));
                        let cell = stepped(cell, layer, arc.value, weights);
                        let place = next[target].entry(sum);
                        place.and_modify(|old| old.merge(&cell)).or_insert(cell);
                    }
                }
            }
            rows.push(next);
        }
        Ok(Some(Self { graph, rows }))
    }

    fn sums(&self) -> &Sums {
        &self.rows[self.rows.len() - 1][0]
    }

    /// The nearest values with the sum, found backwards.
    fn trace(&self, sum: u64, weights: &Weights, values: &mut Vec<(usize, u16)>) {
        let mut at = (0_usize, sum);
        for (idx, layer) in self.graph.layers.iter().enumerate().rev() {
            let wanted = self.rows[idx + 1][at.0][&at.1].distance;
            let found = self.rows[idx].iter().enumerate().find_map(|(node, sums)| {
                layer.arcs(node).find_map(|arc| {
                    if arc.target as usize != at.0 {
                        return None;
                    }
                    let own = u32::from(weights.distance[layer.level][usize::from(arc.value)]);
                    sums.iter().find_map(|(sum, cell)| {
                        // A sum that was cut to the roof came from one that is at least as large.
                        let is_it = sum + arc.gain >= at.1 && cell.distance + own == wanted;
                        let is_exact = sum + arc.gain == at.1 || self.is_roof(idx + 1, at);
                        (is_it && is_exact).then_some((node, *sum, arc.value))
                    })
                })
            });
            let Some((node, sum, value)) = found else {
                return;
            };
            values.push((layer.level, value));
            at = (node, sum);
        }
    }

    /// Whether a sum is the greatest of its node: the one larger ones may have been cut to.
    fn is_roof(&self, row: usize, (node, sum): (usize, u64)) -> bool {
        self.rows[row][node].last_key_value().map(|(most, _)| *most) == Some(sum)
    }
}

fn stepped(cell: &Cell, layer: &Layer, value: u16, weights: &Weights) -> Cell {
    let place = usize::from(value);
    Cell {
        saved: cell.saved.times_small(weights.saved[layer.level][place]),
        effective: cell.effective,
        distance: cell.distance + u32::from(weights.distance[layer.level][place]),
    }
}

/// Sums of the first clusters put together, after each cluster.
fn fold(
    spreads: &[Spread<'_>],
    ranges: &[(u64, u64)],
    need: u64,
    work: &mut Work,
) -> Result<Option<Vec<Sums>>, Stop> {
    let mut folded = vec![Sums::from([(0, Cell::ONE())])];
    for (idx, spread) in spreads.iter().enumerate() {
        let rest = &ranges[idx + 1..];
        let least: u64 = rest.iter().map(|range| range.0).sum();
        let most: u64 = rest.iter().map(|range| range.1).sum();
        let mut next = Sums::new();
        for (sum, cell) in &folded[idx] {
            if !work.spend(8 * spread.sums().len() as u64)? {
                return Ok(None);
            }
            for (own, other) in spread.sums() {
                let sum = sum + own;
                if sum + most < need {
                    continue;
                }
                let sum = sum.min(need.saturating_sub(least));
                let cell = Cell {
                    saved: cell.saved.times(&other.saved),
                    effective: cell.effective.times(&other.effective),
                    distance: cell.distance + other.distance,
                };
                let place = next.entry(sum);
                place.and_modify(|old| old.merge(&cell)).or_insert(cell);
            }
        }
        folded.push(next);
    }
    Ok(Some(folded))
}

fn traced(spreads: &[Spread<'_>], folded: &[Sums], weights: &Weights) -> Above {
    let last = &folded[folded.len() - 1];
    let mut above = Above {
        saved: Count::ZERO,
        effective: Count::ZERO,
        mask: 0,
        values: Vec::new(),
    };
    for cell in last.values() {
        above.saved = above.saved.plus(&cell.saved);
        above.effective = above.effective.plus(&cell.effective);
    }
    let nearest = last.iter().min_by_key(|(sum, cell)| (cell.distance, **sum));
    let Some((mut sum, mut distance)) = nearest.map(|(sum, cell)| (*sum, cell.distance)) else {
        return above;
    };
    for (idx, spread) in spreads.iter().enumerate().rev() {
        let roof = folded[idx + 1].last_key_value().map(|(most, _)| *most);
        let found = folded[idx].iter().find_map(|(before, cell)| {
            spread.sums().iter().find_map(|(own, other)| {
                let is_it = cell.distance + other.distance == distance;
                let is_sum = before + own == sum || (roof == Some(sum) && before + own >= sum);
                (is_it && is_sum).then_some((*before, cell.distance, *own))
            })
        });
        let Some((before, rest, own)) = found else {
            return above;
        };
        spread.trace(own, weights, &mut above.values);
        (sum, distance) = (before, rest);
    }
    above
}
