//! Which entries of a corpus runs leave out, because they show a bug of the solver by themselves,
//! and which they seldom use, because the solver answers none of their checks.
//!
//! A replay of an entry says so. There may be thousands of entries, so an entry is replayed when a
//! run draws it for the first time. Until then, the run cannot be made. Whether an entry shows a
//! bug depends on the library only, so a seed makes the same run whenever the entry is replayed.
//! CPU time would not.

use std::cell::RefCell;
use std::collections::BTreeSet;

/// What is known about an entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EntryState {
    /// It has not been replayed.
    Unknown,
    /// Runs may use it.
    Usable,
    /// The solver answers none of its checks. Runs seldom use it.
    Unanswered,
    /// It shows a bug by itself. Runs do not use it.
    ShowsBug,
}

/// What is known about the entries of a corpus, by their numbers.
pub trait EntryStates {
    /// What is known about an entry.
    fn state(&self, number: usize) -> EntryState;
}

/// Runs may use all entries.
pub struct AllUsable;

impl EntryStates for AllUsable {
    fn state(&self, _: usize) -> EntryState {
        EntryState::Usable
    }
}

/// The entries that a run draws.
pub struct DrawnEntries<'a> {
    states: &'a dyn EntryStates,
    unknown: RefCell<BTreeSet<usize>>,
}

impl<'a> DrawnEntries<'a> {
    /// The run has drawn nothing yet.
    #[must_use]
    pub fn new(states: &'a dyn EntryStates) -> Self {
        Self {
            states,
            unknown: RefCell::default(),
        }
    }

    /// What is known about an entry that the run has drawn. One that nobody has replayed is noted.
    pub(super) fn state(&self, number: usize) -> EntryState {
        let state = self.states.state(number);
        if state == EntryState::Unknown {
            self.unknown.borrow_mut().insert(number);
        }
        state
    }

    /// The entries without which the run cannot be made, because nobody has replayed them.
    #[must_use]
    pub fn unknown(&self) -> Vec<usize> {
        self.unknown.borrow().iter().copied().collect()
    }
}
