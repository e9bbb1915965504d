//! Values made before, by what they were made from, within a budget of bytes. It makes nothing itself.

use std::collections::BTreeMap;

/// What an entry costs besides its value, bytes: so that small entries are counted, too.
const ENTRY_BYTES: u64 = 256;

/// Values by key. Those used least lately go first; what the current turn has used stays.
#[derive(Debug)]
pub(super) struct Shelf<K, V> {
    entries: BTreeMap<K, Entry<V>>,
    n_bytes: u64,
    most_bytes: u64,
}

#[derive(Debug)]
struct Entry<V> {
    value: V,
    n_bytes: u64,
    /// The turn that used it last.
    turn: u64,
}

impl<K: Ord + Clone, V: Clone> Shelf<K, V> {
    /// An empty shelf that holds about `most_bytes`.
    pub(super) fn new(most_bytes: u64) -> Self {
        Self {
            entries: BTreeMap::new(),
            n_bytes: 0,
            most_bytes,
        }
    }

    /// The value of a key, if it is there.
    pub(super) fn get(&mut self, turn: u64, key: &K) -> Option<V> {
        let entry = self.entries.get_mut(key)?;
        entry.turn = turn;
        Some(entry.value.clone())
    }

    /// Puts a value of so many bytes there and hands it back.
    pub(super) fn put(&mut self, turn: u64, key: K, value: V, n_bytes: u64) -> V {
        let n_bytes = n_bytes.saturating_add(ENTRY_BYTES);
        let entry = Entry {
            value: value.clone(),
            n_bytes,
            turn,
        };
        self.n_bytes = self.n_bytes.saturating_add(n_bytes);
        if let Some(old) = self.entries.insert(key, entry) {
            self.n_bytes = self.n_bytes.saturating_sub(old.n_bytes);
        }
        value
    }

    /// Lets go of what was used least lately until the budget holds; what this turn has used stays.
    pub(super) fn tidy(&mut self, turn: u64) {
        if self.n_bytes <= self.most_bytes {
            return;
        }
        let old = self.entries.iter().filter(|(_, entry)| entry.turn < turn);
        let mut by_turn: Vec<(u64, K)> =
            old.map(|(key, entry)| (entry.turn, key.clone())).collect();
        by_turn.sort();
        for (_, key) in by_turn {
            if self.n_bytes <= self.most_bytes {
                break;
            }
            if let Some(entry) = self.entries.remove(&key) {
                self.n_bytes = self.n_bytes.saturating_sub(entry.n_bytes);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_used_least_lately_goes_first_and_the_current_turn_stays() {
        let mut shelf: Shelf<u32, u32> = Shelf::new(3 * (1000 + ENTRY_BYTES));
        for key in 0..3 {
            shelf.put(u64::from(key), key, key * 10, 1000);
        }
        assert_eq!(shelf.get(3, &0), Some(0), "used again");
        shelf.put(4, 9, 90, 2000);
        shelf.tidy(4);
        assert_eq!(shelf.get(5, &1), None, "the oldest is gone");
        assert_eq!(shelf.get(5, &2), None, "and the next");
        assert_eq!(shelf.get(5, &0), Some(0), "used lately");
        assert_eq!(shelf.get(5, &9), Some(90), "just made");
        shelf.put(6, 7, 70, 1_000_000);
        shelf.tidy(6);
        assert_eq!(shelf.get(7, &7), Some(70), "shown, however large");
        assert_eq!(shelf.get(7, &9), None, "all else made room");
    }

    #[test]
    fn replacing_a_value_counts_it_once() {
        let mut shelf: Shelf<u32, u32> = Shelf::new(10_000);
        for turn in 0..1000 {
            shelf.put(turn, 1, 1, 100);
        }
        assert_eq!(shelf.n_bytes, 100 + ENTRY_BYTES, "one entry");
    }
}
