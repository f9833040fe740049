//! What is mined from a corpus: skeletons, atoms, and rules about which atoms occur together.

use super::index::Index;
use super::read::Dialect;
use crate::exit::Failure;
use murxla_fsm::strategy::corpus::Entry;
use murxla_fsm::strategy::history::{self, AssociationRule, EntryParts, Limits};
use std::collections::{BTreeMap, BTreeSet};

/// What is mined from a corpus. Skeletons and signatures are texts, because each dialect has
/// operators of its own.
#[derive(Default)]
pub struct Mined {
    /// How often each skeleton occurs.
    pub skeletons: BTreeMap<String, usize>,
    /// The number of different atoms.
    pub atoms: usize,
    /// The signatures of each entry that has some, by its name.
    pub signatures: BTreeMap<String, BTreeSet<String>>,
    /// All signatures. The items of rules are their numbers.
    pub items: Vec<String>,
    /// The rules.
    pub rules: Vec<AssociationRule>,
}

impl Mined {
    /// Mines a corpus with an index. An entry that no dialect reads has nothing.
    ///
    /// # Errors
    /// A solver has a wrong profile.
    pub fn new(entries: &[Entry], index: &Index, limits: Limits) -> Result<Self, Failure> {
        let dialects = Dialect::all(None)?;
        let mut mined = Self::default();
        let mut atoms = BTreeSet::new();
        for entry in entries {
            let record = index.entries.get(&*entry.name);
            let own = record.map_or("", |record| &record.dialect);
            // The dialect that the index names comes first.
            let (first, others): (Vec<_>, Vec<_>) =
                dialects.iter().partition(|dialect| dialect.is_named(own));
            let mut read = first
                .into_iter()
                .chain(others)
                .map(|dialect| parts(entry, dialect));
            let Some((parts, dialect)) = read.find_map(|parts| parts) else {
                continue;
            };
            let ops = dialect.ops();
            for skeleton in &parts.skeletons {
                *mined
                    .skeletons
                    .entry(history::text(skeleton, ops))
                    .or_default() += 1;
            }
            atoms.extend(parts.atoms.iter().map(|atom| atom.structure));
            let signatures = parts.atoms.iter().map(|atom| atom.signature.text(ops));
            let signatures: BTreeSet<String> = signatures.collect();
            if !signatures.is_empty() {
                mined.signatures.insert(entry.name.to_string(), signatures);
            }
        }
        mined.atoms = atoms.len();
        let items: BTreeSet<&String> = mined.signatures.values().flatten().collect();
        mined.items = items.into_iter().cloned().collect();
        let number = |text: &String| {
            mined
                .items
                .binary_search(text)
                .map(|number| number as u32)
                .ok()
        };
        let transactions = mined.signatures.values();
        let transactions: Vec<Vec<u32>> = transactions
            .map(|texts| texts.iter().filter_map(number).collect())
            .collect();
        mined.rules = history::mine(&transactions, limits);
        Ok(mined)
    }
}

fn parts<'d>(entry: &Entry, dialect: &'d Dialect) -> Option<(EntryParts, &'d Dialect)> {
    let mut parts = EntryParts::default();
    entry.read(dialect.context(), &mut |step, state| parts.see(step, state))?;
    Some((parts, dialect))
}
