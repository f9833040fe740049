//! Elements of uninterpreted sorts. Solvers give them names, and our values have numbers for them.

use std::collections::BTreeMap;

/// The names that an instance has met, each sort with its own numbers.
#[derive(Debug, Default)]
pub(crate) struct Elements(BTreeMap<String, BTreeMap<String, u32>>);

impl Elements {
    /// The number of the element of this name: the next one, unless the name is known.
    pub(crate) fn number(&mut self, sort: String, name: String) -> u32 {
        let names = self.0.entry(sort).or_default();
        let next = names.len() as u32;
        *names.entry(name).or_insert(next)
    }
}
