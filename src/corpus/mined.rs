//! What is mined from a corpus: skeletons, atoms, and rules about which atoms occur together.

use super::index::Index;
use super::read::ScriptReader;
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
        let readers = ScriptReader::all(None)?;
        let mut mined = Self::default();
        let mut atoms = BTreeSet::new();
        for entry in entries {
            let record = index.entries.get(&*entry.name);
            let own = record.map_or("", |record| &record.dialect);
            // The dialect that the index names comes first.
            let (first, others): (Vec<_>, Vec<_>) =
                readers.iter().partition(|reader| reader.is_named(own));
            let mut read = first
                .into_iter()
                .chain(others)
                .map(|reader| parts(entry, reader));
            let Some((parts, reader)) = read.find_map(|parts| parts) else {
                continue;
            };
            let ops = reader.ops();
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

fn parts<'d>(entry: &Entry, reader: &'d ScriptReader) -> Option<(EntryParts, &'d ScriptReader)> {
    let mut parts = EntryParts::default();
    entry.read(reader.context(), &mut |step, state| parts.see(step, state))?;
    Some((parts, reader))
}
