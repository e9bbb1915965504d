//! Answers for clusters that were asked before. Node ids of one arena are canonical, so equal ids are equal questions,
//! in whatever revision of the package they are asked.

use super::branch::Warmth;
use super::cluster::Cluster;
use super::question::Answer;
use crate::analysis::space::bit;
use crate::analysis::terms::Term;
use crate::dd::Node;
use std::collections::BTreeMap;

/// Answers kept: a package has a few for each of its meshes.
const MAX_KEPT: usize = 4_096;

/// What is asked: the domain and the terms.
type Key = (Node, Vec<Term>);

/// Answers by what was asked. They belong to one arena.
#[derive(Debug, Default)]
pub(in crate::analysis) struct Answers {
    kept: BTreeMap<Key, Answer>,
    warmth: BTreeMap<usize, Warmth>,
}

impl Answers {
    /// The answer for a cluster.
    pub(super) fn get(&self, cluster: &Cluster) -> Option<Answer> {
        let mut answer = self.kept.get(&key(cluster)).cloned()?;
        // The same question may have been asked over more groups, which then do not matter to it.
        for (level, value) in answer.values.iter_mut().enumerate() {
            if cluster.mask & bit(level) == 0 {
                *value = None;
            }
        }
        Some(answer)
    }

    /// Multipliers of earlier searches about a topic, to begin later ones with.
    pub(super) fn warmth(&mut self, topic: usize) -> &mut Warmth {
        self.warmth.entry(topic).or_default()
    }

    /// Forgets everything: the arena is another one.
    pub(in crate::analysis) fn clear(&mut self) {
        self.kept.clear();
    }

    /// Keeps the answer for a cluster.
    pub(super) fn put(&mut self, cluster: &Cluster, answer: &Answer) {
        if self.kept.len() >= MAX_KEPT {
            self.kept.clear();
        }
        self.kept.insert(key(cluster), answer.clone());
    }
}

fn key(cluster: &Cluster) -> Key {
    (cluster.domain, cluster.terms.clone())
}
