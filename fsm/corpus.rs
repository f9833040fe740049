//! Corpora: traces from which strategies make runs.

use crate::action::{Context, Role};
use crate::edit::{Step, read_supported};
use crate::profile::Release;
use crate::state::InstanceState;
use crate::trace::lex;
use std::sync::Arc;

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
    digest: Option<Box<str>>,
    shows_bugs: bool,
}

impl Corpus {
    /// A corpus with these entries. Their order decides which entry a seed draws.
    #[must_use]
    pub fn new(entries: Vec<Entry>) -> Self {
        Self {
            entries,
            ..Self::default()
        }
    }

    /// A corpus of regression traces: each shows a bug of the release in its header.
    #[must_use]
    pub fn of_bugs(entries: Vec<Entry>) -> Self {
        Self {
            shows_bugs: true,
            ..Self::new(entries)
        }
    }

    /// A corpus of regression traces without those of this release or a later one of the solver: a campaign would only find
    /// their bugs again. Other corpora as they are.
    #[must_use]
    pub fn without_bugs_of(self: &Arc<Self>, solver: &str, version: &str) -> Arc<Self> {
        let Some(release) = Release::parse(version).filter(|_| self.shows_bugs) else {
            return Arc::clone(self);
        };
        let is_new = |entry: &&Entry| !entry.shows_bug_of(solver, &release);
        let entries = self.entries.iter().filter(is_new).cloned();
        Arc::new(Self::of_bugs(entries.collect()))
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
    /// Whether its header names this release or a later one of the solver.
    fn shows_bug_of(&self, solver: &str, release: &Release) -> bool {
        let script = lex(&self.text).ok();
        let named = script.as_ref().and_then(|script| script.header("solver"));
        let parts = named.and_then(|named| named.split_once('@'));
        parts.is_some_and(|(name, its)| {
            let its = Release::parse(its);
            name == solver && its.is_some_and(|its| its >= *release)
        })
    }

    /// The steps of the entry, without the calls of other solvers. `None` if the solver lacks a sort or an operator that it
    /// needs, if it asserts nothing, or if it is no trace.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bugs_of_a_release_are_left_out() {
        let entries = ["z3@4.8.5", "z3@5.4.0", "yices@2.6.5.post24", "toy"];
        let entries = entries.map(|name| Entry {
            name: name.into(),
            text: format!("# solver: {name}\n1 new\n").into(),
        });
        let names = |corpus: &Corpus| -> Vec<String> {
            let all = corpus.entries().iter();
            all.map(|entry| entry.name.to_string()).collect()
        };
        let bugs = Arc::new(Corpus::of_bugs(entries.to_vec()));
        let left = names(&bugs.without_bugs_of("z3", "4.8.14"));
        assert_eq!(left, ["z3@4.8.5", "yices@2.6.5.post24", "toy"]);
        let left = names(&bugs.without_bugs_of("yices", "2.6.5"));
        assert_eq!(left, ["z3@4.8.5", "z3@5.4.0", "toy"]);
        let others = Arc::new(Corpus::new(entries.to_vec()));
        assert_eq!(names(&others.without_bugs_of("z3", "4.8.14")).len(), 4);
    }
}
