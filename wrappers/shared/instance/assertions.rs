//! The formulas of an instance: which are asserted, on which level, and which are in a core.

use crate::shared::actions::checks::STRANGE_IN_CORE;
use murxla_fsm::solver::{Error, Result, TermId};
use std::collections::BTreeMap;
use std::ops::{Deref, Range};

/// The assertions in order, and their number at the beginning of each level.
#[derive(Debug)]
pub(crate) struct Assertions<T> {
    all: Vec<T>,
    levels: Vec<usize>,
}

impl<T> Default for Assertions<T> {
    fn default() -> Self {
        Self {
            all: Vec::new(),
            levels: Vec::new(),
        }
    }
}

impl<T> Deref for Assertions<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.all
    }
}

impl<T> Extend<T> for Assertions<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, more: I) {
        self.all.extend(more);
    }
}

impl<T> Assertions<T> {
    /// Adds an assertion on the innermost level.
    pub(crate) fn add(&mut self, assertion: T) {
        self.all.push(assertion);
    }

    /// The number of levels.
    pub(crate) fn depth(&self) -> usize {
        self.levels.len()
    }

    /// Begins levels.
    pub(crate) fn push(&mut self, levels: u32) {
        let depth = self.depth() + levels as usize;
        self.levels.resize(depth, self.all.len());
    }

    /// The number of levels after a pop. It is an error to remove more levels than there are. Not
    /// all libraries check this.
    pub(crate) fn check_pop(&self, levels: u32) -> Result<usize> {
        let depth = self.depth();
        depth.checked_sub(levels as usize).ok_or_else(|| {
            Error::Rejected(format!("pop of {levels} levels where {depth} were pushed"))
        })
    }

    /// Ends levels, and drops the assertions on them.
    pub(crate) fn pop(&mut self, levels: u32) -> Result {
        let depth = self.check_pop(levels)?;
        if let Some(height) = self.levels.drain(depth..).next() {
            self.all.truncate(height);
        }
        Ok(())
    }

    /// Forgets all assertions and levels.
    pub(crate) fn clear(&mut self) {
        self.all.clear();
        self.levels.clear();
    }

    /// The places of the assertions outside of all levels, and of those on each level.
    pub(crate) fn by_level(&self) -> impl Iterator<Item = Range<usize>> {
        let mut start = 0;
        let ends = self.levels.iter().copied().chain([self.all.len()]);
        ends.map(move |end| std::mem::replace(&mut start, end)..end)
    }
}

/// A formula, by its id and its handle.
pub(crate) type Formula<T> = (TermId, T);

/// The ids of the formulas in a core, each once. An element of the core means the first of the
/// `candidates` with the same `key`. If there is none, `text` describes the element in the error;
/// it is `None` if the element may be in a core. `what` names the kind of core.
pub(crate) fn core_ids<'a, T: Copy + 'a, K: Ord>(
    what: &str,
    core: &[T],
    candidates: impl IntoIterator<Item = &'a Formula<T>>,
    key: impl Fn(T) -> Result<K>,
    text: impl Fn(T) -> Result<Option<String>>,
) -> Result<Vec<TermId>> {
    let mut by_key = BTreeMap::new();
    for (id, candidate) in candidates {
        by_key.entry(key(*candidate)?).or_insert(*id);
    }
    let mut ids = Vec::new();
    for element in core {
        if let Some(id) = by_key.get(&key(*element)?) {
            if !ids.contains(id) {
                ids.push(*id);
            }
        } else if let Some(text) = text(*element)? {
            return STRANGE_IN_CORE.fails_for(what, text);
        }
    }
    Ok(ids)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels() {
        let mut assertions = Assertions::default();
        assertions.add('a');
        assertions.push(2);
        assertions.add('b');
        let ranges: Vec<_> = assertions.by_level().collect();
        assert_eq!(ranges, [0..1, 1..1, 1..2]);
        assert!(assertions.pop(3).is_err());
        assert_eq!(assertions.pop(1), Ok(()));
        assert_eq!((&assertions[..], assertions.depth()), (&['a'][..], 1));
    }

    #[test]
    fn cores() {
        let candidates = [(TermId(1), 'a'), (TermId(2), 'b'), (TermId(3), 'b')];
        let ids = |core: &[char]| {
            core_ids("a core", core, &candidates, Ok, |term| {
                Ok((term != '?').then(|| term.to_string()))
            })
        };
        assert_eq!(ids(&['b', '?', 'a', 'b']), Ok(vec![TermId(2), TermId(1)]));
        assert_eq!(ids(&['c']), STRANGE_IN_CORE.fails_for("a core", "c"));
    }
}
