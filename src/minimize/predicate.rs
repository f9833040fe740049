//! Whether a trace shows the bug.

use crate::executor::{Item, Outcome, Pool, Verdict};
use crate::exit::Failure;
use crate::oracle::OracleWorker;
use crate::triage::{FindingKey, Rules, SuspectedBug};

/// What a trace must show.
#[derive(Clone, Debug)]
pub enum Wanted {
    /// A finding with this key, theories aside.
    Bug(FindingKey),
    /// A finding of this kind, whatever its message.
    Kind(String),
    /// A finding whose kind, message or output has this text.
    Text(String),
}

/// Runs candidates.
pub struct Predicate {
    pool: Pool,
    oracles: Vec<OracleWorker>,
    rules: Rules,
    wanted: Wanted,
    /// How often each candidate is run: some bugs show in some runs only.
    repeat: usize,
    /// Candidates run at the same time.
    jobs: usize,
    /// Runs so far.
    pub(super) runs: u64,
}

impl Predicate {
    /// Looks for what is wanted in runs of `pool`, each of which must be a process of its own, and in what the oracles
    /// report on these runs.
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

    /// How many candidates to run at the same time.
    pub(super) fn jobs(&self) -> usize {
        self.jobs
    }

    /// The first of some traces that shows the bug, with the run that showed it. All of them are run at the same time, and
    /// the first in order counts, so that the result does not depend on which run ends first.
    ///
    /// # Errors
    /// If children cannot be run.
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

    /// What a run is suspected of.
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
