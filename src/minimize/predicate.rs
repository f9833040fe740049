//! Decides whether a trace shows the bug.

use crate::executor::{Item, Outcome, Pool, Verdict};
use crate::exit::Failure;
use crate::oracle::OracleWorker;
use crate::triage::{FindingKey, Rules, SuspectedBug};

/// The bug that a trace must show.
#[derive(Clone, Debug)]
pub enum Wanted {
    /// A bug with this key. Its theories are ignored.
    Bug(FindingKey),
    /// A bug of this kind, with any message.
    Kind(String),
    /// A bug whose kind, message or output contains this text.
    Text(String),
}

/// Runs candidates and looks for the bug.
pub struct Predicate {
    pool: Pool,
    oracles: Vec<OracleWorker>,
    rules: Rules,
    wanted: Wanted,
    /// How often each candidate is run, because some bugs show only in some runs.
    repeat: usize,
    /// The number of candidates that run at the same time.
    jobs: usize,
    /// The number of runs so far.
    pub(super) runs: u64,
}

impl Predicate {
    /// Looks for the bug in runs of `pool` and in the reports of the oracles on these runs. Each run must be in its own
    /// process.
    #[must_use]
    pub fn new(
        pool: Pool,
        oracles: Vec<OracleWorker>,
        rules: Rules,
        wanted: Wanted,
        (repeat, jobs): (usize, usize),
    ) -> Self {
        Self {
            pool,
            oracles,
            rules,
            wanted,
            repeat,
            jobs,
            runs: 0,
        }
    }

    /// The number of candidates to run at the same time.
    pub(super) fn jobs(&self) -> usize {
        self.jobs
    }

    /// The place of the first trace that shows the bug, and its outcome. All traces are run at the same time. The first
    /// one in order counts, so the result does not depend on which run ends first.
    ///
    /// # Errors
    /// Children cannot be run.
    pub fn first(&mut self, traces: &[&str]) -> Result<Option<(usize, Outcome)>, Failure> {
        let repeat = self.repeat;
        let items = traces.iter().flat_map(|text| {
            let item = Item::Trace((*text).into());
            std::iter::repeat_n(item, repeat)
        });
        let first = self.pool.submit(items.collect::<Vec<_>>());
        let mut ended: Vec<Option<Outcome>> = Vec::new();
        ended.resize_with(traces.len() * repeat, || None);
        let count = ended.len();
        for _ in 0..count {
            // The user wants to stop.
            let Some(outcome) = self.pool.next_outcome()? else {
                return Err(crate::executor::ExecutorError::Interrupted.into());
            };
            self.runs += 1;
            let place = usize::try_from(outcome.ticket - first).unwrap_or(count);
            if let Some(slot) = ended.get_mut(place) {
                *slot = Some(outcome);
            }
        }
        for (place, outcome) in ended.into_iter().enumerate() {
            if let Some(outcome) = outcome
                && self.shows(&outcome)?
            {
                return Ok(Some((place / repeat, outcome)));
            }
        }
        Ok(None)
    }

    /// The suspected bugs of a run.
    ///
    /// # Errors
    /// If children cannot be run.
    pub fn suspected_bugs(&mut self, outcome: &Outcome) -> Result<Vec<SuspectedBug>, Failure> {
        let mut bugs: Vec<SuspectedBug> = SuspectedBug::of(outcome.clone()).into_iter().collect();
        if outcome.verdict == Verdict::Ok {
            for oracle in &mut self.oracles {
                bugs.extend(oracle.examine(outcome)?);
            }
        }
        Ok(bugs)
    }

    fn shows(&mut self, outcome: &Outcome) -> Result<bool, Failure> {
        let bugs = self.suspected_bugs(outcome)?;
        let is_wanted = |bug: &SuspectedBug| match &self.wanted {
            Wanted::Bug(wanted) => bug.key(&self.rules).without_theories() == *wanted,
            Wanted::Kind(kind) => bug.kind == *kind,
            Wanted::Text(text) => [&bug.kind, &bug.message, &bug.outcome.output]
                .iter()
                .any(|said| said.contains(text)),
        };
        Ok(bugs.iter().any(is_wanted))
    }
}
