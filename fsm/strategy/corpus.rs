//! Corpora: traces from which strategies make runs.

use crate::action::{Context, Role};
use crate::edit::{Step, read_supported};
use crate::state::InstanceState;
use crate::trace::lex;

/// A trace of a corpus.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Its name in the corpus, for messages: the name of a file.
    pub name: Box<str>,
    /// The text of the trace.
    pub text: Box<str>,
}

/// Traces from which strategies make runs. A process reads an entry whenever a run uses it, because
/// the text needs a tenth of the memory of the steps.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Corpus {
    entries: Vec<Entry>,
    digest: Option<Box<str>>,
}

impl Corpus {
    /// A corpus with these entries. Their order decides which entry a seed draws.
    #[must_use]
    pub fn new(entries: Vec<Entry>) -> Self {
        Self {
            entries,
            digest: None,
        }
    }

    /// The corpus with a digest of its entries, which the traces of runs then name.
    #[must_use]
    pub fn with_digest(mut self, digest: &str) -> Self {
        self.digest = Some(digest.into());
        self
    }

    /// The digest of its entries, if traces name it.
    #[must_use]
    pub fn digest(&self) -> Option<&str> {
        self.digest.as_deref()
    }

    /// The entries, in order.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }
}

impl Entry {
    /// The steps of the entry, without the calls of other solvers. `None` if the solver lacks a
    /// sort or an operator that it needs, if it asserts nothing, or if it is not a trace.
    #[must_use]
    pub fn steps(&self, context: &Context) -> Option<Vec<Step>> {
        self.read(context, &mut |_, _| ())
    }

    /// Like [`Entry::steps`]. `see` looks at each step, with the state after it.
    #[must_use]
    pub fn read(
        &self,
        context: &Context,
        see: &mut dyn FnMut(&Step, &InstanceState),
    ) -> Option<Vec<Step>> {
        let steps = read_supported(&lex(&self.text).ok()?, context, see)?;
        let asserts = |step: &Step| matches!(step.call.action.role(), Role::Assert | Role::Check);
        steps.iter().any(asserts).then_some(steps)
    }
}
