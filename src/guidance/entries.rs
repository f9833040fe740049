//! The entries of a campaign, and their energies.
//!
//! An entry is drawn with a probability in proportion to its energy. As in AFLFast (Böhme, Pham,
//! Roychoudhury: Coverage-based Greybox Fuzzing as Markov Chain, CCS 2016), energies are powers of
//! two of how often an entry was used. There they grow while an entry is rarely used; here they
//! fall with the cost of runs that give nothing new, and are restored by a run that does, as in
//! EcoFuzz (Yue et al., USENIX Security 2020). So entries whose runs are cheap are used more often.
//! How many runs reach a block is not known, because a breakpoint counts the first one only.

use murxla_fsm::rng::Rng;
use murxla_fsm::trace::{header_line, header_of};
use murxla_system::digest::hash_bytes;
use std::collections::{BTreeMap, BTreeSet};

/// The folder of a results directory that has the entries.
pub const FOLDER: &str = "entries";

/// The names of their files: so many digits of a digest, and an ending.
const DIGITS: usize = 16;
const ENDING: &str = ".trace";

/// The largest number of entries, and of bytes of their texts.
pub const MOST: usize = 1000;
const MOST_BYTES: usize = 16 << 20;

/// The energy of an entry whose run has reached one new block.
const ENERGY: u32 = 64;

/// After runs with this cost that give nothing new, the energy of their entry is halved. A run
/// costs some hundred calls.
const HALF: u64 = 1000;

/// The key of the line that says what the blocks are worth that an entry was the first to reach.
const BLOCKS: &str = "new blocks";

/// An entry as a file of a results directory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredEntry {
    /// The name of the file.
    pub name: String,
    /// Its content: a trace. The first line says what its new blocks are worth.
    pub text: String,
}

impl StoredEntry {
    /// Whether a file of this name may be an entry: it has a digest and an ending.
    #[must_use]
    pub fn is_name(name: &str) -> bool {
        let is_digit = |c: u8| c.is_ascii_digit() || (b'a'..=b'f').contains(&c);
        let digest = name.strip_suffix(ENDING).unwrap_or_default();
        digest.len() == DIGITS && digest.bytes().all(is_digit)
    }
}

/// The entries of several campaigns. If there are too many, those are removed that were the first
/// to reach few blocks.
#[must_use]
pub fn merged(all: impl Iterator<Item = StoredEntry>) -> Vec<StoredEntry> {
    let all: BTreeMap<String, String> = all.map(|entry| (entry.name, entry.text)).collect();
    let all = all
        .into_iter()
        .map(|(name, text)| StoredEntry { name, text });
    let pool = EntryPool::new(String::new(), all.collect());
    let entries = pool.entries.into_values();
    let stored = |PoolEntry { name, text, .. }| StoredEntry { name, text };
    entries.map(stored).collect()
}

/// An entry.
pub(super) struct PoolEntry {
    /// The name of its file.
    pub(super) name: String,
    pub(super) text: String,
    /// The seed of its run, if it is of this part of the campaign.
    seed: Option<u64>,
    /// What the blocks are worth that its run and the runs that it has guided have reached first.
    blocks: u64,
    /// The cost of the runs that it has guided since the last new block.
    barren: u64,
    is_stored: bool,
}

impl PoolEntry {
    fn energy(&self) -> u32 {
        let gain = 1 + self.blocks.max(1).ilog2();
        (ENERGY * gain)
            .checked_shr((self.barren / HALF).min(32) as u32)
            .unwrap_or(0)
            .max(1)
    }
}

/// The entries by their numbers, which grow.
pub(super) struct EntryPool {
    /// The header of new entries, which names the solver.
    head: String,
    entries: BTreeMap<u64, PoolEntry>,
    next: u64,
    /// The number of bytes of their texts.
    bytes: usize,
    /// The names of stored entries that were removed from the pool.
    removed: BTreeSet<String>,
}

impl EntryPool {
    /// The pool with the entries that a results directory has stored.
    pub(super) fn new(head: String, stored: Vec<StoredEntry>) -> Self {
        let mut pool = Self {
            head,
            entries: BTreeMap::new(),
            next: 0,
            bytes: 0,
            removed: BTreeSet::new(),
        };
        for StoredEntry { name, text } in stored {
            let first = header_of(&text).next().and_then(|line| line.entry());
            let blocks = first.filter(|(key, _)| *key == BLOCKS);
            let blocks = blocks.and_then(|(_, number)| number.parse().ok());
            pool.insert(PoolEntry {
                name,
                text,
                seed: None,
                blocks: blocks.unwrap_or(1),
                barren: 0,
                is_stored: true,
            });
        }
        pool
    }

    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    /// One of the entries, with its number.
    pub(super) fn draw(&self, rng: &mut Rng) -> Option<(u64, &PoolEntry)> {
        let energies = self.entries.values().map(PoolEntry::energy);
        let drawn = rng.weighted(energies)?;
        let (number, entry) = self.entries.iter().nth(drawn)?;
        Some((*number, entry))
    }

    /// An entry has guided a run, whose new blocks are worth so much.
    pub(super) fn count(&mut self, number: u64, blocks: u64, cost: u64) {
        let Some(entry) = self.entries.get_mut(&number) else {
            return;
        };
        entry.blocks = entry.blocks.saturating_add(blocks);
        entry.barren = match blocks {
            0 => entry.barren.saturating_add(cost),
            _ => 0,
        };
    }

    /// Adds the trace of a run whose new blocks are worth so much.
    pub(super) fn add(&mut self, seed: u64, blocks: u64, trace: String) {
        let digest = hash_bytes(trace.as_bytes());
        let name = format!("{}{ENDING}", &digest[..DIGITS]);
        if self.entries.values().any(|entry| entry.name == name) {
            return;
        }
        self.removed.remove(&name);
        self.insert(PoolEntry {
            name,
            text: [&header_line(BLOCKS, blocks), &*self.head, &trace].concat(),
            seed: Some(seed),
            blocks,
            barren: 0,
            is_stored: false,
        });
    }

    /// Adds an entry. If there are too many, those with the least energy are removed, and the older
    /// ones among them.
    fn insert(&mut self, entry: PoolEntry) {
        self.bytes += entry.text.len();
        self.entries.insert(self.next, entry);
        self.next += 1;
        while self.entries.len() > MOST || self.bytes > MOST_BYTES {
            let energies = self.entries.iter().map(|(n, entry)| (entry.energy(), *n));
            let Some((_, least)) = energies.min() else {
                return;
            };
            self.remove(least);
        }
    }

    fn remove(&mut self, number: u64) {
        let Some(entry) = self.entries.remove(&number) else {
            return;
        };
        self.bytes -= entry.text.len();
        if entry.is_stored {
            self.removed.insert(entry.name);
        }
    }

    /// Removes the entry of the run of a seed.
    pub(super) fn remove_of(&mut self, seed: u64) {
        let mut all = self.entries.iter();
        let found = all.find(|(_, entry)| entry.seed == Some(seed));
        if let Some(number) = found.map(|(number, _)| *number) {
            self.remove(number);
        }
    }

    /// The entries to store, and the names of those to remove.
    pub(super) fn changes(&self) -> (Vec<StoredEntry>, Vec<String>) {
        let new = self.entries.values().filter(|entry| !entry.is_stored);
        let new = new.map(|entry| StoredEntry {
            name: entry.name.clone(),
            text: entry.text.clone(),
        });
        (new.collect(), self.removed.iter().cloned().collect())
    }

    pub(super) fn are_stored(&mut self) {
        self.removed.clear();
        for entry in self.entries.values_mut() {
            entry.is_stored = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pool() -> EntryPool {
        EntryPool::new(String::new(), Vec::new())
    }

    #[test]
    fn energy_fades_and_comes_back() {
        let mut pool = pool();
        pool.add(1, 1, "0 new\n".to_owned());
        pool.add(2, 1, "0 new\n0 delete\n".to_owned());
        let energies = |pool: &EntryPool| pool.entries.values().map(PoolEntry::energy).collect();
        let all: Vec<u32> = energies(&pool);
        assert_eq!(all, [64, 64]);
        (0..6).for_each(|_| pool.count(0, 0, 400));
        let all: Vec<u32> = energies(&pool);
        assert_eq!(all, [16, 64]);
        (0..100).for_each(|_| pool.count(0, 0, 400));
        let all: Vec<u32> = energies(&pool);
        assert_eq!(all, [1, 64]);
        pool.count(0, 3, 400);
        let all: Vec<u32> = energies(&pool);
        assert_eq!(all, [64 * 3, 64]);
        let mut rng = Rng::new(1);
        let mut drawn = (0..400).filter_map(|_| pool.draw(&mut rng));
        assert!(drawn.by_ref().filter(|(number, _)| *number == 0).count() > 250);
    }

    #[test]
    fn the_least_entries_are_removed() {
        let mut pool = pool();
        for seed in 0..MOST as u64 {
            pool.add(seed, 1, format!("{seed} new\n"));
        }
        (0..20).for_each(|_| pool.count(7, 0, 400));
        pool.are_stored();
        let name = pool.entries[&7].name.clone();
        pool.add(5000, 2, "0 delete\n".to_owned());
        assert_eq!(pool.len(), MOST);
        let (new, removed) = pool.changes();
        assert_eq!((new.len(), removed), (1, vec![name]));
        assert_eq!(new[0].text, "# new blocks: 2\n0 delete\n");
        pool.remove_of(5000);
        assert_eq!(pool.changes().0.len(), 0);
        let large = "x".repeat(1 << 20);
        for n in 0..20 {
            pool.add(n, 1, format!("{n}{large}"));
        }
        assert!(
            pool.bytes <= MOST_BYTES && pool.len() <= 16,
            "{}",
            pool.len()
        );
    }

    #[test]
    fn stored_entries_keep_their_blocks() {
        let stored = |text: &str| StoredEntry {
            name: "a.trace".to_owned(),
            text: text.to_owned(),
        };
        let all = [stored("# new blocks: 8\n0 new\n"), stored("0 new\n")];
        let pool = EntryPool::new(String::new(), all.to_vec());
        let blocks: Vec<u64> = pool.entries.values().map(|entry| entry.blocks).collect();
        assert_eq!(blocks, [8, 1]);
        assert_eq!(merged(all.into_iter()).len(), 1);
        assert!(StoredEntry::is_name("0123456789abcdef.trace"));
        for name in ["a.trace", "0123456789abcdeg.trace", "0123456789abcdef"] {
            assert!(!StoredEntry::is_name(name));
        }
    }
}
