//! And, or, not over diagrams. Results are cached for the life of the arena, so asking again is free.

use super::arena::{Diagrams, Node, Stop};
use super::hashing::pair;
use crate::base::numbers::usize_of;

/// The two operations that share one recursion.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Operation {
    And,
    Or,
}

impl Diagrams {
    /// True where both are.
    ///
    /// # Errors
    ///
    /// [`Stop`] when the node budget is used up or the token was raised.
    pub fn and(&mut self, a: Node, b: Node) -> Result<Node, Stop> {
        self.scratch.clear();
        self.apply(Operation::And, a.0, b.0).map(Node)
    }

    /// True where at least one is.
    ///
    /// # Errors
    ///
    /// [`Stop`] when the node budget is used up or the token was raised.
    pub fn or(&mut self, a: Node, b: Node) -> Result<Node, Stop> {
        self.scratch.clear();
        self.apply(Operation::Or, a.0, b.0).map(Node)
    }

    /// True where it is not.
    ///
    /// # Errors
    ///
    /// [`Stop`] when the node budget is used up or the token was raised.
    pub fn not(&mut self, a: Node) -> Result<Node, Stop> {
        self.scratch.clear();
        self.negate(a.0).map(Node)
    }

    /// True where `a` is and `b` is not.
    ///
    /// # Errors
    ///
    /// [`Stop`] when the node budget is used up or the token was raised.
    pub fn and_not(&mut self, a: Node, b: Node) -> Result<Node, Stop> {
        let other = self.not(b)?;
        self.and(a, other)
    }

    /// Whether there is an assignment where both are true.
    ///
    /// # Errors
    ///
    /// [`Stop`] when the node budget is used up or the token was raised.
    pub fn meets(&mut self, a: Node, b: Node) -> Result<bool, Stop> {
        Ok(self.and(a, b)? != Node::FALSE)
    }

    /// True where all are; halves are joined before wholes, so that neighbours meet early.
    ///
    /// # Errors
    ///
    /// [`Stop`] when the node budget is used up or the token was raised.
    pub fn and_all(&mut self, nodes: &[Node]) -> Result<Node, Stop> {
        self.fold(Operation::And, nodes)
    }

    /// True where at least one is; halves are joined before wholes.
    ///
    /// # Errors
    ///
    /// [`Stop`] when the node budget is used up or the token was raised.
    pub fn or_all(&mut self, nodes: &[Node]) -> Result<Node, Stop> {
        self.fold(Operation::Or, nodes)
    }

    fn fold(&mut self, operation: Operation, nodes: &[Node]) -> Result<Node, Stop> {
        match nodes {
            [] => Ok(Node::constant(operation == Operation::And)),
            [only] => Ok(*only),
            _ => {
                let (left, right) = nodes.split_at(nodes.len() / 2);
                let left = self.fold(operation, left)?;
                let right = self.fold(operation, right)?;
                self.scratch.clear();
                self.apply(operation, left.0, right.0).map(Node)
            }
        }
    }

    fn apply(&mut self, operation: Operation, a: u32, b: u32) -> Result<u32, Stop> {
        // `absorbing` decides alone, `neutral` never does.
        let (absorbing, neutral) = match operation {
            Operation::And => (0, 1),
            Operation::Or => (1, 0),
        };
        if a == absorbing || b == absorbing {
            return Ok(absorbing);
        }
        if a == neutral || a == b {
            return Ok(b);
        }
        if b == neutral {
            return Ok(a);
        }
        if self.negations.get(usize_of(a)) == Some(&b) {
            return Ok(absorbing);
        }
        let (a, b) = if a < b { (a, b) } else { (b, a) };
        let key = pair(a, b);
        let cache = match operation {
            Operation::And => &self.and_cache,
            Operation::Or => &self.or_cache,
        };
        if let Some(found) = cache.get(key) {
            return Ok(found);
        }
        self.tick()?;
        let level = self.level(Node(a)).min(self.level(Node(b)));
        let base = self.scratch.len();
        for value in 0..self.arity(level) {
            let left = self.child(Node(a), level, value);
            let right = self.child(Node(b), level, value);
            let joined = self.apply(operation, left.0, right.0)?;
            self.scratch.push(joined);
        }
        let result = self.make(u8::try_from(level).unwrap_or(u8::MAX), base)?;
        match operation {
            Operation::And => self.and_cache.insert(key, result),
            Operation::Or => self.or_cache.insert(key, result),
        }
        Ok(result)
    }

    fn negate(&mut self, a: u32) -> Result<u32, Stop> {
        match a {
            0 => return Ok(1),
            1 => return Ok(0),
            _ => {}
        }
        let known = self.negations.get(usize_of(a)).copied().unwrap_or(0);
        if known != 0 {
            return Ok(known);
        }
        self.tick()?;
        let level = self.level(Node(a));
        let base = self.scratch.len();
        for value in 0..self.arity(level) {
            let child = self.child(Node(a), level, value);
            let negated = self.negate(child.0)?;
            self.scratch.push(negated);
        }
        let result = self.make(u8::try_from(level).unwrap_or(u8::MAX), base)?;
        for (from, to) in [(a, result), (result, a)] {
            if let Some(slot) = self.negations.get_mut(usize_of(from)) {
                *slot = to;
            }
        }
        Ok(result)
    }
}
