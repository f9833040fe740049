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
    judges: Vec<OracleWorker>,
    rules: Rules,
    wanted: Wanted,
    /// A bug that shows now and then only is looked for so often.
    repeat: usize,
    /// Candidates run at the same time.
    jobs: usize,
    /// Runs so far.
    pub(super) runs: u64,
}

impl Predicate {
    /// Looks for what is wanted in runs of `pool`, of which each is a process of its own, or in what the judges say
    /// of them.
    #[must_use]
    pub fn new(
        pool: Pool,
        judges: Vec<OracleWorker>,
        rules: Rules,
        wanted: Wanted,
        (repeat, jobs): (usize, usize),
    ) -> Self {
        Self {
            pool,
            judges,
            rules,
            wanted,
            repeat,
            jobs,
            runs: 0,
        }
    }

    /// How many candidates are worth asking for at once.
    pub(super) fn jobs(&self) -> usize {
        self.jobs
    }

    /// The first of some traces that shows the bug, with the run that showed it. All of them are run at the same
    /// time, so that the answer does not depend on how many that are.
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
            // There are fewer when the user wants to stop.
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

    /// What a run is charged with.
    ///
    /// # Errors
    /// If children cannot be run.
    pub fn charges(&mut self, outcome: &Outcome) -> Result<Vec<SuspectedBug>, Failure> {
        let mut charges: Vec<SuspectedBug> =
            SuspectedBug::of(outcome.clone()).into_iter().collect();
        if outcome.verdict == Verdict::Ok {
            for judge in &mut self.judges {
                charges.extend(judge.examine(outcome)?);
            }
        }
        Ok(charges)
    }

    fn shows(&mut self, outcome: &Outcome) -> Result<bool, Failure> {
        let charges = self.charges(outcome)?;
        let is_it = |charge: &SuspectedBug| match &self.wanted {
            Wanted::Bug(bug) => charge.key(&self.rules).without_theories() == *bug,
            Wanted::Kind(kind) => charge.kind == *kind,
            Wanted::Text(text) => [&charge.kind, &charge.message, &charge.outcome.output]
                .iter()
                .any(|said| said.contains(text)),
        };
        Ok(charges.iter().any(is_it))
    }
}
