//! Corpora: traces from which strategies make runs.

use crate::action::{Context, Role};
use crate::edit::{Step, read_supported};
use crate::trace::lex;

/// A trace of a corpus.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Its name in the corpus, for messages: the name of a file.
    pub name: Box<str>,
    /// The text of the trace.
    pub text: Box<str>,
}

/// Traces from which strategies make runs. A process reads an entry whenever a run uses it, because the text needs a tenth of the
/// memory of the steps.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Corpus {
    entries: Vec<Entry>,
}

impl Corpus {
    /// A corpus with these entries. Their order decides which entry a seed draws.
    #[must_use]
    pub fn new(entries: Vec<Entry>) -> Self {
        Self { entries }
    }

    /// The entries, in order.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The numbers of the entries from which a solver can make a run: with all operators and sorts that they need, and a
    /// formula.
    #[must_use]
    pub fn usable(&self, context: &Context) -> Vec<usize> {
        let is_usable = |entry: &Entry| entry.steps(context).is_some();
        let numbered = self.entries.iter().enumerate();
        numbered
            .filter(|(_, entry)| is_usable(entry))
            .map(|(number, _)| number)
            .collect()
    }
}

impl Entry {
    /// The steps of the entry, without the calls of other solvers. `None` if the solver lacks a sort or an operator that it
    /// needs, if it asserts nothing, or if it is no trace.
    #[must_use]
    pub fn steps(&self, context: &Context) -> Option<Vec<Step>> {
        let steps = read_supported(&lex(&self.text).ok()?, context)?;
        let asserts = |step: &Step| matches!(step.call.action.role(), Role::Assert | Role::Check);
        steps.iter().any(asserts).then_some(steps)
    }
}
