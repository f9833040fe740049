//! The terms of a run. Those that assertions and queries depend on are live.

use std::collections::{BTreeMap, BTreeSet};

/// A term of a run.
#[derive(Default)]
pub(super) struct Term {
    pub(super) op: Option<String>,
    args: Vec<u32>,
    pub(super) depth: u64,
    quantified: bool,
    pub(super) live: bool,
}

/// The terms of a run: those that exist now, and those that existed before a reset or whose ids
/// were used again.
#[derive(Default)]
pub(super) struct RunTerms {
    pub(super) now: BTreeMap<u32, Term>,
    pub(super) past: Vec<Term>,
}

impl RunTerms {
    /// Adds a term with this id. Returns whether it contains a quantifier.
    pub(super) fn add(&mut self, id: u32, op: Option<String>, args: Vec<u32>) -> bool {
        let known = |id: &u32| self.now.get(id);
        let depth = args.iter().filter_map(known).map(|t| t.depth + 1).max();
        let quantified = matches!(op.as_deref(), Some("OP_FORALL" | "OP_EXISTS"))
            || args.iter().filter_map(known).any(|t| t.quantified);
        let term = Term {
            op,
            args,
            depth: depth.unwrap_or(0),
            quantified,
            live: false,
        };
        self.past.extend(self.now.insert(id, term));
        quantified
    }

    /// Marks the term and all its parts as live.
    pub(super) fn mark(&mut self, id: u32) {
        let mut todo = vec![id];
        while let Some(id) = todo.pop() {
            if let Some(term) = self.now.get_mut(&id).filter(|term| !term.live) {
                term.live = true;
                todo.extend(&term.args);
            }
        }
    }

    /// The number of different terms in it, including itself.
    pub(super) fn size(&self, id: u32) -> u64 {
        let (mut seen, mut todo) = (BTreeSet::new(), vec![id]);
        while let Some(id) = todo.pop() {
            if seen.insert(id) {
                todo.extend(self.now.get(&id).iter().flat_map(|term| &term.args));
            }
        }
        seen.len() as u64
    }
}
