//! The arena: nodes by id, the unique table, literals, evaluation. It combines nothing; that is `apply`'s work.

#![expect(
    clippy::indexing_slicing,
    reason = "every id was made by this arena's table, and ids are never freed"
)]

use super::hashing::{Lookup, hash_node};
use crate::base::cancel::Cancel;
use crate::base::numbers::{u32_of, usize_of};

/// A function over the levels of the arena that made it; equal exactly when the functions are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Node(pub(super) u32);

impl Node {
    /// The function that is never true.
    pub const FALSE: Self = Self(0);
    /// The function that is always true.
    pub const TRUE: Self = Self(1);

    /// The constant function `value`.
    pub fn constant(value: bool) -> Self {
        if value { Self::TRUE } else { Self::FALSE }
    }

    /// Whether it is one of the two constant functions.
    pub fn is_constant(self) -> bool {
        self.0 < 2
    }

    /// Its number in the arena, for tables beside it: 0 false, 1 true, others in order of making.
    pub fn number(self) -> u32 {
        self.0
    }
}

/// Why an operation did not finish. The arena and all nodes made so far stay good.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Stop {
    /// The arena may not hold more nodes in this run.
    #[error("more than {limit} diagram nodes")]
    NodeLimit {
        /// Most nodes allowed.
        limit: usize,
    },
    /// The run's token was raised.
    #[error("cancelled")]
    Cancelled,
}

/// Most children stored in an arena: 256 MiB.
const MAX_CHILDREN: usize = 1 << 26;

/// How many operations pass between two looks at the cancel token.
const POLL_INTERVAL: u32 = 1024;

/// An arena of diagrams over fixed levels.
#[derive(Clone, Debug)]
pub struct Diagrams {
    pub(super) arities: Vec<u16>,
    /// Level by node id; the two constants lie below the last level.
    pub(super) levels: Vec<u8>,
    /// Start of the node's children, by node id.
    first: Vec<u32>,
    pub(super) children: Vec<u32>,
    /// Bit `l` = the function depends on level `l`, by node id.
    pub(super) supports: Vec<u64>,
    /// The negation by node id, 0 = not computed yet (the constants are computed).
    pub(super) negations: Vec<u32>,
    hashes: Vec<u32>,
    /// Open-addressed node ids, 0 = free.
    unique: Vec<u32>,
    pub(super) and_cache: Lookup,
    pub(super) or_cache: Lookup,
    /// Children of nodes under construction, as a stack.
    pub(super) scratch: Vec<u32>,
    limit: usize,
    cancel: Cancel,
    n_until_poll: u32,
}

impl Diagrams {
    /// Most levels an arena can have: a support is 64 bits.
    pub const MAX_LEVELS: usize = 64;
    /// Most values a level can have: 64 choices and one more for "not there".
    pub const MAX_ARITY: u16 = 65;

    /// An empty arena over levels of `arities` values each, first level on top. `None` when there are more than
    /// [`Self::MAX_LEVELS`] levels or a level has no value or more than [`Self::MAX_ARITY`].
    pub fn new(arities: &[u16]) -> Option<Self> {
        let fits = arities.len() <= Self::MAX_LEVELS
            && arities
                .iter()
                .all(|arity| (1..=Self::MAX_ARITY).contains(arity));
        let bottom = u8::try_from(arities.len()).ok().filter(|_| fits)?;
        Some(Self {
            arities: arities.to_vec(),
            levels: vec![bottom; 2],
            first: vec![0; 2],
            children: Vec::new(),
            supports: vec![0; 2],
            negations: vec![1, 0],
            hashes: vec![0; 2],
            unique: vec![0; 256],
            and_cache: Lookup::default(),
            or_cache: Lookup::default(),
            scratch: Vec::new(),
            limit: usize::MAX,
            cancel: Cancel::new(),
            n_until_poll: POLL_INTERVAL,
        })
    }

    /// Begins a run: from now on the arena may hold `max_nodes` nodes in all and looks at `cancel`.
    pub fn begin(&mut self, max_nodes: usize, cancel: &Cancel) {
        self.limit = max_nodes.min(usize_of(u32::MAX >> 1));
        self.cancel = cancel.clone();
        self.n_until_poll = POLL_INTERVAL;
        self.scratch.clear();
    }

    /// Does `work` with at most `n_more` further nodes; `None` when that is not enough, though the run's own limit may
    /// allow more. What was made stays.
    ///
    /// # Errors
    ///
    /// [`Stop`] when the run's own budget is used up or the token was raised.
    pub fn within<T>(
        &mut self,
        n_more: usize,
        work: impl FnOnce(&mut Self) -> Result<T, Stop>,
    ) -> Result<Option<T>, Stop> {
        let whole = self.limit;
        let narrow = self.n_nodes().saturating_add(n_more);
        self.limit = whole.min(narrow);
        let done = work(self);
        self.limit = whole;
        match done {
            Err(Stop::NodeLimit { .. }) if narrow < whole => Ok(None),
            other => other.map(Some),
        }
    }

    /// Number of values of each level.
    pub fn arities(&self) -> &[u16] {
        &self.arities
    }

    /// Number of levels.
    pub fn n_levels(&self) -> usize {
        self.arities.len()
    }

    /// Number of values of a level; 1 beyond the last.
    pub fn arity(&self, level: usize) -> u16 {
        self.arities.get(level).copied().unwrap_or(1)
    }

    /// Nodes made so far, the two constants not counted.
    pub fn n_nodes(&self) -> usize {
        self.levels.len().saturating_sub(2)
    }

    /// Children stored so far: the memory of the arena is about four bytes for each and forty for each node.
    pub fn n_children(&self) -> usize {
        self.children.len()
    }

    /// Bit `l` is set exactly when the function depends on level `l`.
    pub fn support(&self, node: Node) -> u64 {
        self.supports[usize_of(node.0)]
    }

    /// The uppermost level the function depends on; the number of levels for a constant.
    pub fn level(&self, node: Node) -> usize {
        usize::from(self.levels[usize_of(node.0)])
    }

    /// The function that is left when `level` has `value`; `level` lies on or above the node's own.
    pub fn child(&self, node: Node, level: usize, value: u16) -> Node {
        if self.level(node) == level && !node.is_constant() {
            Node(self.children_of(node.0)[usize::from(value)])
        } else {
            node
        }
    }

    /// The function "`level` has `value`". False when the level has no such value.
    ///
    /// # Errors
    ///
    /// [`Stop`] when the node budget is used up or the token was raised.
    pub fn literal(&mut self, level: usize, value: u16) -> Result<Node, Stop> {
        self.value_set(level, |found| found == value)
    }

    /// The function "`level` has a value that `is_member` takes".
    ///
    /// # Errors
    ///
    /// [`Stop`] when the node budget is used up or the token was raised.
    pub fn value_set(
        &mut self,
        level: usize,
        is_member: impl Fn(u16) -> bool,
    ) -> Result<Node, Stop> {
        self.scratch.clear();
        for value in 0..self.arity(level) {
            let inside = level < self.n_levels() && is_member(value);
            self.scratch.push(u32::from(inside));
        }
        let level = u8::try_from(level).unwrap_or(u8::MAX);
        self.make(level, 0).map(Node)
    }

    /// Whether the function is true where level `l` has `values[l]`. Missing or too large values count as false.
    pub fn holds(&self, node: Node, values: &[u16]) -> bool {
        let mut at = node;
        while !at.is_constant() {
            let level = self.level(at);
            let child = values
                .get(level)
                .and_then(|value| self.children_of(at.0).get(usize::from(*value)));
            let Some(child) = child else {
                return false;
            };
            at = Node(*child);
        }
        at == Node::TRUE
    }

    /// The children of a node, one a value of its level; empty for a constant.
    pub(super) fn children_of(&self, id: u32) -> &[u32] {
        if id < 2 {
            return &[];
        }
        let id = usize_of(id);
        let start = usize_of(self.first[id]);
        let n_children = usize::from(self.arities[usize::from(self.levels[id])]);
        &self.children[start..start.saturating_add(n_children)]
    }

    /// Counts one operation and looks at the token now and then.
    pub(super) fn tick(&mut self) -> Result<(), Stop> {
        self.n_until_poll = self.n_until_poll.wrapping_sub(1);
        if self.n_until_poll == 0 {
            self.n_until_poll = POLL_INTERVAL;
            if self.cancel.is_raised() {
                return Err(Stop::Cancelled);
            }
        }
        Ok(())
    }

    /// The node with the children in `scratch[base..]`, which are taken off the stack.
    pub(super) fn make(&mut self, level: u8, base: usize) -> Result<u32, Stop> {
        let first_child = self.scratch.get(base).copied().unwrap_or(0);
        if self.scratch[base..]
            .iter()
            .all(|child| *child == first_child)
        {
            self.scratch.truncate(base);
            return Ok(first_child);
        }
        let hash = hash_node(level, &self.scratch[base..]);
        let mask = self.unique.len().wrapping_sub(1);
        let mut at = usize_of(hash) & mask;
        loop {
            let found = self.unique[at];
            if found == 0 {
                break;
            }
            let id = usize_of(found);
            if self.hashes[id] == hash
                && self.levels[id] == level
                && self.children_of(found) == &self.scratch[base..]
            {
                self.scratch.truncate(base);
                return Ok(found);
            }
            at = at.wrapping_add(1) & mask;
        }
        self.push(level, base, hash, at)
    }

    fn push(&mut self, level: u8, base: usize, hash: u32, at: usize) -> Result<u32, Stop> {
        if self.n_nodes() >= self.limit || self.children.len() >= MAX_CHILDREN {
            return Err(Stop::NodeLimit { limit: self.limit });
        }
        let id = u32_of(self.levels.len());
        let mut support = 1_u64.wrapping_shl(u32::from(level));
        for child in &self.scratch[base..] {
            support |= self.supports[usize_of(*child)];
        }
        self.levels.push(level);
        self.first.push(u32_of(self.children.len()));
        self.children.extend_from_slice(&self.scratch[base..]);
        self.scratch.truncate(base);
        self.supports.push(support);
        self.negations.push(0);
        self.hashes.push(hash);
        self.unique[at] = id;
        if self.levels.len().saturating_mul(2) >= self.unique.len() {
            self.grow();
        }
        Ok(id)
    }

    fn grow(&mut self) {
        let wanted = self.unique.len().saturating_mul(2);
        let mask = wanted.wrapping_sub(1);
        let mut unique = vec![0; wanted];
        for (id, hash) in self.hashes.iter().enumerate().skip(2) {
            let mut at = usize_of(*hash) & mask;
            while unique[at] != 0 {
                at = at.wrapping_add(1) & mask;
            }
            unique[at] = u32_of(id);
        }
        self.unique = unique;
    }
}
