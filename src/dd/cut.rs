//! Restriction, quantification and moving between arenas: operations that take levels away or rename them.

use super::arena::{Diagrams, Node, Stop};
use super::hashing::Lookup;
use crate::base::numbers::{u32_of, usize_of};

impl Diagrams {
    /// The function with every level `l` for which `fixed[l]` is given set to that value. Levels beyond the list are
    /// free; a value the level does not have makes the function false there.
    ///
    /// # Errors
    ///
    /// [`Stop`] when the node budget is used up or the token was raised.
    pub fn restrict(&mut self, node: Node, fixed: &[Option<u16>]) -> Result<Node, Stop> {
        let mut mask = 0_u64;
        for (level, value) in fixed.iter().enumerate().take(self.n_levels()) {
            if value.is_some() {
                mask |= bit(level);
            }
        }
        self.scratch.clear();
        let mut memo = Lookup::default();
        self.restrict_in(node, fixed, mask, &mut memo)
    }

    fn restrict_in(
        &mut self,
        node: Node,
        fixed: &[Option<u16>],
        mask: u64,
        memo: &mut Lookup,
    ) -> Result<Node, Stop> {
        if self.support(node) & mask == 0 {
            return Ok(node);
        }
        if let Some(found) = memo.get(u64::from(node.0)) {
            return Ok(Node(found));
        }
        self.tick()?;
        let level = self.level(node);
        let result = if let Some(value) = fixed.get(level).copied().flatten() {
            match self.children_of(node.0).get(usize::from(value)) {
                Some(child) => self.restrict_in(Node(*child), fixed, mask, memo)?,
                None => Node::FALSE,
            }
        } else {
            let base = self.scratch.len();
            for value in 0..self.arity(level) {
                let child = self.child(node, level, value);
                let rest = self.restrict_in(child, fixed, mask, memo)?;
                self.scratch.push(rest.0);
            }
            Node(self.make(u8::try_from(level).unwrap_or(u8::MAX), base)?)
        };
        memo.insert(u64::from(node.0), result.0);
        Ok(result)
    }

    /// True where the function is true for some values of the levels in `mask` (bit `l` = level `l`).
    ///
    /// # Errors
    ///
    /// [`Stop`] when the node budget is used up or the token was raised.
    pub fn exists(&mut self, node: Node, mask: u64) -> Result<Node, Stop> {
        let mut memo = Lookup::default();
        self.exists_in(node, mask, &mut memo)
    }

    /// True where the function is true whatever the levels in `mask` are.
    ///
    /// # Errors
    ///
    /// [`Stop`] when the node budget is used up or the token was raised.
    pub fn for_all(&mut self, node: Node, mask: u64) -> Result<Node, Stop> {
        let inverse = self.not(node)?;
        let some = self.exists(inverse, mask)?;
        self.not(some)
    }

    fn exists_in(&mut self, node: Node, mask: u64, memo: &mut Lookup) -> Result<Node, Stop> {
        if self.support(node) & mask == 0 {
            return Ok(node);
        }
        if let Some(found) = memo.get(u64::from(node.0)) {
            return Ok(Node(found));
        }
        self.tick()?;
        let level = self.level(node);
        let mut parts = Vec::with_capacity(usize::from(self.arity(level)));
        for value in 0..self.arity(level) {
            let child = self.child(node, level, value);
            parts.push(self.exists_in(child, mask, memo)?);
        }
        let result = if mask & bit(level) == 0 {
            self.scratch.clear();
            self.scratch.extend(parts.iter().map(|part| part.0));
            Node(self.make(u8::try_from(level).unwrap_or(u8::MAX), 0)?)
        } else {
            parts.sort_unstable();
            parts.dedup();
            self.or_all(&parts)?
        };
        memo.insert(u64::from(node.0), result.0);
        Ok(result)
    }

    /// The same function in `target`, whose level `level_of[l]` has the values of our level `l`.
    ///
    /// # Errors
    ///
    /// [`Stop`] when the node budget is used up or the token was raised.
    pub fn copy_into(
        &self,
        node: Node,
        target: &mut Self,
        level_of: &[usize],
    ) -> Result<Node, Stop> {
        let mut memo = Lookup::default();
        self.copy_in(node, target, level_of, &mut memo)
    }

    fn copy_in(
        &self,
        node: Node,
        target: &mut Self,
        level_of: &[usize],
        memo: &mut Lookup,
    ) -> Result<Node, Stop> {
        if node.is_constant() {
            return Ok(node);
        }
        if let Some(found) = memo.get(u64::from(node.0)) {
            return Ok(Node(found));
        }
        let level = self.level(node);
        let there = level_of.get(level).copied().unwrap_or(level);
        let children = self.children_of(node.0);
        let mut branches: Vec<Node> = Vec::new();
        let mut kinds: Vec<u32> = children.to_vec();
        kinds.sort_unstable();
        kinds.dedup();
        for kind in kinds {
            let below = self.copy_in(Node(kind), target, level_of, memo)?;
            let takes = |value: u16| children.get(usize::from(value)) == Some(&kind);
            let here = target.value_set(there, takes)?;
            branches.push(target.and(here, below)?);
        }
        let result = target.or_all(&branches)?;
        memo.insert(u64::from(node.0), result.0);
        Ok(result)
    }

    /// How many nodes the diagrams of `roots` have together, the constants not counted.
    pub fn n_nodes_of(&self, roots: &[Node]) -> usize {
        let mut seen = vec![false; self.levels.len()];
        let mut open: Vec<u32> = roots.iter().map(|root| root.0).collect();
        let mut n_found = 0_u32;
        while let Some(id) = open.pop() {
            match seen.get_mut(usize_of(id)) {
                Some(mark) if !*mark && id >= 2 => *mark = true,
                _ => continue,
            }
            n_found = n_found.saturating_add(1);
            open.extend_from_slice(self.children_of(id));
        }
        usize_of(n_found.min(u32_of(seen.len())))
    }
}

/// The mask of one level.
pub(super) fn bit(level: usize) -> u64 {
    u32::try_from(level)
        .ok()
        .and_then(|level| 1_u64.checked_shl(level))
        .unwrap_or(0)
}
