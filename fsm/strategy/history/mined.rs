//! What a corpus has: skeletons, atoms, and rules about which atoms occur together.

use super::atom::{AtomSignature, Contents};
use super::rules::{AssociationRule, Limits, mine};
use super::skeleton::{Part, Skeleton, original, part, skeleton};
use crate::action::{Arg, Role};
use crate::edit::Step;
use crate::op::Ops;
use crate::solver::TermId;
use crate::state::InstanceState;
use crate::theory::Theories;
use rustc_hash::{FxHashMap, FxHashSet};

/// The skeletons and atoms of an entry.
#[derive(Default)]
pub struct EntryParts {
    /// The skeletons of its assertions.
    pub skeletons: Vec<Skeleton>,
    /// Its atoms.
    pub atoms: Vec<EntryAtom>,
    seen: FxHashSet<TermId>,
    contents: Contents,
    /// Terms of later instances have no part: a run takes those of the first.
    is_over: bool,
}

/// An atom of an entry.
pub struct EntryAtom {
    /// Its name in the entry.
    pub term: TermId,
    /// Its abstraction.
    pub signature: AtomSignature,
    /// The same for atoms that are equal up to names.
    pub structure: u64,
}

impl EntryParts {
    /// Looks at a step of the entry, with the state after it.
    pub fn see(&mut self, step: &Step, state: &InstanceState) {
        let role = step.call.action.role();
        self.is_over |= role.ends_instance();
        if self.is_over {
            return;
        }
        if let Some(term) = step.call.ids.term {
            self.contents.see(state, term);
        }
        if !matches!(role, Role::Assert | Role::Check) {
            return;
        }
        for arg in &step.call.args {
            let formulas = match arg {
                Arg::Term(id) => std::slice::from_ref(id),
                Arg::Terms(ids) => ids,
                _ => &[],
            };
            for formula in formulas {
                self.skeletons.extend(skeleton(state, *formula));
                self.take_atoms(state, *formula);
            }
        }
    }

    fn take_atoms(&mut self, state: &InstanceState, formula: TermId) {
        let mut todo = vec![formula];
        while let Some(id) = todo.pop() {
            let id = original(state, id);
            if !self.seen.insert(id) {
                continue;
            }
            match part(state, id) {
                Some((Part::Hole, _)) => self.atoms.extend(self.atom(state, id)),
                Some((_, inside)) => todo.extend(inside),
                None => {}
            }
        }
    }

    fn atom(&self, state: &InstanceState, term: TermId) -> Option<EntryAtom> {
        Some(EntryAtom {
            term,
            signature: self.contents.signature(state, term)?,
            structure: self.contents.structure(state, term)?,
        })
    }
}

/// The skeletons, atoms and rules of a corpus.
#[derive(Default)]
pub struct Mined {
    /// The different skeletons, in the order of the entries.
    pub(super) skeletons: Vec<Skeleton>,
    /// By the number of a signature.
    pub(super) groups: Vec<Group>,
    /// The items of rules are numbers of signatures.
    pub(super) rules: Vec<AssociationRule>,
}

/// The atoms with a signature.
pub(super) struct Group {
    /// The theories of the signature.
    pub(super) theories: Theories,
    /// The different ones, in the order of the entries.
    pub(super) atoms: Vec<Atom>,
}

/// An atom of a corpus.
#[derive(Clone, Copy)]
pub(super) struct Atom {
    /// The number of its entry.
    pub(super) entry: usize,
    /// Its name there.
    pub(super) term: TermId,
}

/// Collects what the entries of a corpus have.
#[derive(Default)]
pub(crate) struct Miner {
    mined: Mined,
    skeletons: FxHashSet<Skeleton>,
    signatures: FxHashMap<AtomSignature, u32>,
    structures: FxHashSet<u64>,
    /// The sorted signatures of each entry.
    transactions: Vec<Vec<u32>>,
}

impl Miner {
    /// Adds what the entry with a number has.
    pub(crate) fn add(&mut self, entry: usize, parts: EntryParts, ops: &Ops) {
        for skeleton in parts.skeletons {
            if self.skeletons.insert(skeleton.clone()) {
                self.mined.skeletons.push(skeleton);
            }
        }
        let mut transaction = Vec::new();
        for EntryAtom {
            term,
            signature,
            structure,
        } in parts.atoms
        {
            let next = self.signatures.len() as u32;
            let theories = signature.theories(ops);
            let number = *self.signatures.entry(signature).or_insert(next);
            transaction.push(number);
            if number == next {
                let atoms = Vec::new();
                self.mined.groups.push(Group { theories, atoms });
            }
            if self.structures.insert(structure) {
                self.mined.groups[number as usize]
                    .atoms
                    .push(Atom { entry, term });
            }
        }
        transaction.sort_unstable();
        transaction.dedup();
        self.transactions.push(transaction);
    }

    /// Mines the rules.
    pub(crate) fn mined(mut self) -> Mined {
        self.mined.rules = mine(&self.transactions, Limits::of(self.transactions.len()));
        self.mined
    }
}
