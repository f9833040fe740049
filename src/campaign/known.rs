//! The bugs that traces show on the library under test before a campaign begins: the program's regression traces, and the
//! entries of the corpus. A campaign must not find them again.

use super::pool;
use crate::corpus::regressions;
use crate::executor::{Item, Verdict};
use crate::exit::Failure;
use crate::payload::Drive;
use crate::plan::Plan;
use crate::triage::{Rules, SuspectedBug};
use murxla_fsm::corpus::{Corpus, Entry};
use murxla_fsm::run::Strictness;
use murxla_fsm::strategy::Weights;
use murxla_fsm::trace::lex;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Bugs that traces show.
#[derive(Default)]
pub struct KnownBugs {
    /// The names of the traces, by the keys of their bugs.
    traces: BTreeMap<String, String>,
    /// The numbers of the entries of the corpus that show a bug.
    entries: BTreeSet<usize>,
}

/// Traces whose replays show known bugs, each once by its text: a name, and the number of an entry of the corpus.
type Traces = BTreeMap<Arc<str>, (String, Option<usize>)>;

impl KnownBugs {
    /// Replays the regression traces of the solver, and all entries of the corpus if strategies use them.
    ///
    /// # Errors
    /// The library does not load, or children cannot be run.
    pub fn find(plan: &Plan, rules: &Rules, stop: &Arc<AtomicBool>) -> Result<Self, Failure> {
        let mut found = Self::default();
        if !plan.drive.excludes_known_defects {
            return Ok(found);
        }
        let mut traces = traces(&plan.drive);
        let drive = Drive {
            strategies: Weights::walk(),
            corpus: Arc::default(),
            strictness: Strictness::Supported,
            interrupts: true,
            ..plan.drive.clone()
        };
        let mut pool = pool(drive, &plan.limits, plan.jobs, stop)?;
        pool.submit(traces.keys().cloned().map(Item::Trace));
        while let Some(outcome) = pool.next_outcome()? {
            let Item::Trace(text) = &outcome.item else {
                continue;
            };
            // Whether a limit on time is reached depends on the machine, and the same seed must make the same run.
            if matches!(outcome.verdict, Verdict::Timeout | Verdict::OutOfMemory) {
                continue;
            }
            let Some((name, number)) = traces.remove(text) else {
                continue;
            };
            let Some(bug) = SuspectedBug::of(outcome) else {
                continue;
            };
            found.entries.extend(number);
            // All wrong answers about the same theories have the same key. None of these bugs must be missed.
            if bug.wrong_answer().is_none() {
                found.traces.insert(bug.key(rules).to_string(), name);
            }
        }
        Ok(found)
    }

    /// The name of a trace that shows the bug with this key.
    #[must_use]
    pub fn trace(&self, key: &str) -> Option<&str> {
        self.traces.get(key).map(String::as_str)
    }

    /// The entries of a corpus that show no bug by themselves.
    #[must_use]
    pub fn without(&self, corpus: &Arc<Corpus>) -> Arc<Corpus> {
        match self.entries.is_empty() {
            true => Arc::clone(corpus),
            false => Arc::new(corpus.without(&self.entries)),
        }
    }

    /// A sentence about entries that are left out.
    #[must_use]
    pub fn remark(&self) -> Option<String> {
        let count = self.entries.len();
        (count > 0).then(|| {
            format!("entries of the corpus that are left out, because they show a bug of this library: {count}")
        })
    }
}

/// The traces to replay.
fn traces(drive: &Drive) -> Traces {
    let mut traces = Traces::new();
    let is_of_solver = |entry: &&Entry| {
        let script = lex(&entry.text).ok();
        let solver = script.as_ref().and_then(|script| script.header("solver"));
        let name = solver.and_then(|solver| solver.split('@').next());
        name == Some(drive.wrapper.name())
    };
    let regressions = regressions();
    for entry in regressions.entries().iter().filter(is_of_solver) {
        traces.insert(entry.text.as_ref().into(), (entry.name.to_string(), None));
    }
    for (number, entry) in drive.corpus.entries().iter().enumerate() {
        let named = (entry.name.to_string(), Some(number));
        traces.insert(entry.text.as_ref().into(), named);
    }
    traces
}
