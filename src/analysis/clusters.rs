//! Which levels hang together through the diagrams that depend on them. It joins nothing itself.

use super::space::bit;
use crate::dd::{Diagrams, Node};

/// Sets of levels that hang together through shared nodes.
#[derive(Clone, Debug)]
pub(super) struct Clusters {
    /// Disjoint masks, ordered by their lowest level.
    pub(super) masks: Vec<u64>,
    /// Cluster by level; levels no node depends on have none.
    cluster_of: [u8; 64],
}

impl Clusters {
    /// The clusters of `nodes`; constants link nothing.
    pub(super) fn of(dd: &Diagrams, nodes: impl Iterator<Item = Node>) -> Self {
        let mut masks: Vec<u64> = Vec::new();
        for node in nodes {
            let mut mask = dd.support(node);
            let is_known = masks.iter().any(|known| mask & !known == 0);
            if mask == 0 || is_known {
                continue;
            }
            masks.retain(|known| {
                let is_apart = known & mask == 0;
                if !is_apart {
                    mask |= known;
                }
                is_apart
            });
            masks.push(mask);
        }
        masks.sort_unstable_by_key(|mask| mask.trailing_zeros());
        let mut cluster_of = [u8::MAX; 64];
        for (level, cluster) in cluster_of.iter_mut().enumerate() {
            let found = masks.iter().position(|mask| mask & bit(level) != 0);
            *cluster = found
                .and_then(|found| u8::try_from(found).ok())
                .unwrap_or(u8::MAX);
        }
        Self { masks, cluster_of }
    }

    /// The cluster a node lies in; `None` for constants and for nodes whose levels none of the clusters has.
    pub(super) fn place(&self, dd: &Diagrams, node: Node) -> Option<usize> {
        let cluster = *self.cluster_of.get(dd.level(node))?;
        (!node.is_constant() && cluster != u8::MAX).then_some(usize::from(cluster))
    }
}
