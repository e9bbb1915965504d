//! Open-addressed look-up tables from numbers to numbers. They are never iterated, so their order reaches nothing.

/// A look-up table from non-zero `u64` keys to `u32` values.
#[derive(Clone, Debug, Default)]
pub(super) struct Lookup {
    /// 0 = free.
    keys: Vec<u64>,
    values: Vec<u32>,
    n_used: usize,
}

impl Lookup {
    /// Entries after which a cache is emptied rather than grown: 4 Mi entries in 8 Mi places are 96 MiB.
    const MAX_ENTRIES: usize = 1 << 22;

    /// The value of `key`.
    pub(super) fn get(&self, key: u64) -> Option<u32> {
        if self.keys.is_empty() {
            return None;
        }
        let mask = self.keys.len().wrapping_sub(1);
        let mut at = place_of(key, mask);
        loop {
            match self.keys.get(at) {
                Some(&found) if found == key => return self.values.get(at).copied(),
                Some(0) | None => return None,
                Some(_) => at = at.wrapping_add(1) & mask,
            }
        }
    }

    /// Gives `key` a value; the key must be new and not 0.
    pub(super) fn insert(&mut self, key: u64, value: u32) {
        if self.n_used.saturating_mul(2) >= self.keys.len() {
            self.grow();
        }
        self.put(key, value);
        self.n_used = self.n_used.saturating_add(1);
    }

    /// Forgets everything, keeping the memory.
    pub(super) fn clear(&mut self) {
        self.keys.fill(0);
        self.n_used = 0;
    }

    fn put(&mut self, key: u64, value: u32) {
        let mask = self.keys.len().wrapping_sub(1);
        let mut at = place_of(key, mask);
        while self.keys.get(at).is_some_and(|found| *found != 0) {
            at = at.wrapping_add(1) & mask;
        }
        if let (Some(k), Some(v)) = (self.keys.get_mut(at), self.values.get_mut(at)) {
            *k = key;
            *v = value;
        }
    }

    fn grow(&mut self) {
        if self.n_used >= Self::MAX_ENTRIES {
            // A cache may forget: the results it held are found again in the arena.
            self.clear();
            return;
        }
        let wanted = self.keys.len().saturating_mul(2).max(64);
        let old_keys = std::mem::replace(&mut self.keys, vec![0; wanted]);
        let old_values = std::mem::replace(&mut self.values, vec![0; wanted]);
        for (key, value) in old_keys.into_iter().zip(old_values) {
            if key != 0 {
                self.put(key, value);
            }
        }
    }
}

/// The key for a pair of ids of which at least one is not 0.
pub(super) fn pair(a: u32, b: u32) -> u64 {
    (u64::from(a) << 32) | u64::from(b)
}

fn place_of(key: u64, mask: usize) -> usize {
    let mixed = mix(key);
    usize::try_from(mixed ^ (mixed >> 32)).unwrap_or(usize::MAX) & mask
}

/// Spreads the bits of a number over all 64.
pub(super) fn mix(number: u64) -> u64 {
    let mut mixed = number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    mixed ^= mixed >> 32;
    mixed = mixed.wrapping_mul(0xD6E8_FEB8_6659_FD93);
    mixed ^ (mixed >> 29)
}

/// The hash of a node: its level and children.
pub(super) fn hash_node(level: u8, children: &[u32]) -> u32 {
    let mut hash = u64::from(level).wrapping_add(0x51_7C_C1_B7_27_22_0A_95);
    for child in children {
        hash = (hash.rotate_left(23) ^ u64::from(*child)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }
    u32::try_from(mix(hash) >> 32).unwrap_or(0)
}
