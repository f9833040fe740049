//! Decides by runs whether a trace shows the bug.

use super::Predicate;
use crate::exit::Failure;
use crate::judgement::{Judge, Judgement, Wanted};
use crate::oracle::restate::trials;
use crate::oracle::{OracleWorker, leak, suspected_bugs, undecided_checks};
use crate::payload::SearchLimit;
use crate::triage::{Rules, SuspectedBug};
use murxla_coverage::Coverage;
use murxla_executor::{Item, Outcome, Pool};
use murxla_fsm::action::Context;
use murxla_fsm::wrapper::Wrapper;
use std::sync::Arc;

/// Runs candidates and looks for the bug.
pub struct RunPredicate {
    pool: Pool,
    oracles: Vec<OracleWorker>,
    rules: Rules,
    wanted: Wanted,
    /// The header of the traces that are run.
    head: String,
    /// How often each candidate is run, because some bugs show only in some runs.
    repeat: usize,
    /// The number of candidates that run at the same time.
    jobs: usize,
    /// The number of runs so far.
    runs: u64,
}

impl Predicate for RunPredicate {
    fn jobs(&self) -> usize {
        self.jobs
    }

    fn runs(&self) -> u64 {
        self.runs
    }

    fn first_kept(&mut self, traces: &[&str]) -> Result<Option<(usize, Arc<str>)>, Failure> {
        let first = self.first(traces)?;
        Ok(first.map(|(place, outcome)| (place, outcome.trace)))
    }
}

impl RunPredicate {
    /// Looks for the bug in runs of `pool` and in the reports of the oracles on these runs. Each
    /// run must be in its own process, except for leaks: then the batches of `pool` have
    /// [`leak::REPEATS`] items.
    #[must_use]
    pub fn new(
        pool: Pool,
        oracles: Vec<OracleWorker>,
        rules: Rules,
        wanted: Wanted,
        search_limit: Option<SearchLimit>,
        (repeat, jobs): (usize, usize),
    ) -> Self {
        Self {
            pool,
            oracles,
            rules,
            head: search_limit.map_or(String::new(), SearchLimit::line),
            repeat: match wanted {
                Wanted::Leak => leak::REPEATS,
                _ => repeat,
            },
            wanted,
            jobs,
            runs: 0,
        }
    }

    /// The place of the first trace that shows the bug, and its outcome. All traces are run at the
    /// same time. The first one in order counts, so the result does not depend on which run ends
    /// first.
    ///
    /// # Errors
    /// Children cannot be run.
    pub fn first(&mut self, traces: &[&str]) -> Result<Option<(usize, Outcome)>, Failure> {
        let repeat = self.repeat;
        let mut first = None;
        for text in traces {
            let item = Item::Trace((self.head.clone() + text).into());
            let ticket = self.pool.submit(std::iter::repeat_n(item, repeat));
            first.get_or_insert(ticket);
        }
        let first = first.unwrap_or_default();
        let mut ended: Vec<Option<Outcome>> = Vec::new();
        ended.resize_with(traces.len() * repeat, || None);
        let count = ended.len();
        for _ in 0..count {
            // The user wants to stop.
            let Some(outcome) = self.pool.next_outcome()? else {
                return Err(murxla_executor::ExecutorError::Interrupted.into());
            };
            self.runs += 1;
            let place = usize::try_from(outcome.ticket - first).unwrap_or(count);
            if let Some(slot) = ended.get_mut(place) {
                *slot = Some(outcome);
            }
        }
        let ended: Vec<Outcome> = ended.into_iter().flatten().collect();
        for (place, runs) in ended.chunks(repeat).enumerate() {
            if let Some(outcome) = self.showing(runs)? {
                return Ok(Some((place, outcome.clone())));
            }
        }
        Ok(None)
    }

    /// The first run of a trace that shows the bug.
    fn showing<'r>(&mut self, runs: &'r [Outcome]) -> Result<Option<&'r Outcome>, Failure> {
        if let Wanted::Leak = self.wanted {
            let is_shown = self.judge().judge_leak(runs) == Judgement::Shows;
            return Ok(runs.first().filter(|_| is_shown));
        }
        for outcome in runs {
            let bugs = self.suspected_bugs(outcome)?;
            if self.judge().judge(outcome, &bugs) == Judgement::Shows {
                return Ok(Some(outcome));
            }
        }
        Ok(None)
    }

    fn judge(&self) -> Judge<'_> {
        Judge::new(self.wanted.clone(), &self.rules, None)
    }

    /// The suspected bugs of a run.
    ///
    /// # Errors
    /// If children cannot be run.
    pub fn suspected_bugs(&mut self, outcome: &Outcome) -> Result<Vec<SuspectedBug>, Failure> {
        Ok(suspected_bugs(outcome, &mut self.oracles)?)
    }

    /// Runs a trace in a process of its own, and judges what it shows. If coverage is measured, the
    /// outcome has all blocks that it reaches. The solver must decide all checks of a trace that
    /// does not show the bug.
    ///
    /// # Errors
    /// Children cannot be run, or the user wants to stop.
    pub fn judged(&mut self, text: &str) -> Result<(Judgement, Outcome), Failure> {
        if let Some(coverage) = self.pool.coverage() {
            coverage.forget();
        }
        self.pool
            .submit([Item::Trace((self.head.clone() + text).into())]);
        let outcome = self.pool.next_outcome()?;
        let outcome = outcome.ok_or(murxla_executor::ExecutorError::Interrupted)?;
        let bugs = self.suspected_bugs(&outcome)?;
        let judge = Judge {
            must_decide: true,
            ..self.judge()
        };
        Ok((judge.judge(&outcome, &bugs), outcome))
    }

    /// The coverage of the runs, if it is measured.
    #[must_use]
    pub fn coverage(&self) -> Option<&Coverage> {
        self.pool.coverage()
    }

    /// The worse bug that a bug is, see [`restate`](crate::oracle::restate). `None` if it is not
    /// one.
    ///
    /// # Errors
    /// If children cannot be run.
    pub fn restate(
        &mut self,
        bug: &SuspectedBug,
        subject: (&dyn Wrapper, &Context),
    ) -> Result<Option<SuspectedBug>, Failure> {
        let oracles = self.oracles.iter();
        let names: Vec<String> = oracles.map(|oracle| oracle.solver().to_owned()).collect();
        for trial in trials(bug, subject, &names) {
            let oracle = trial.other.and_then(|number| self.oracles.get_mut(number));
            let run = match oracle {
                Some(oracle) => oracle.run(&trial.trace)?,
                None => self
                    .pool
                    .run_one(Item::Trace(trial.trace.as_str().into()))?,
            };
            let worse = trial.worse_bug(bug, run);
            if worse.is_some() {
                return Ok(worse);
            }
        }
        Ok(None)
    }

    /// How many checks of a trace the solver does not decide within the limits, and how many those
    /// of the oracles.
    ///
    /// # Errors
    /// If children cannot be run, or the solver cannot make the calls.
    pub fn undecided(&mut self, text: &str) -> Result<(usize, usize), Failure> {
        let item = Item::Trace((self.head.clone() + text).into());
        let outcome = self.pool.run_one(item)?;
        if let Some(failure) = Failure::of_verdict(&outcome.verdict) {
            return Err(failure);
        }
        let mut of_oracles = 0;
        for oracle in &mut self.oracles {
            of_oracles += oracle.examine(&outcome)?.undecided;
        }
        Ok((undecided_checks(&outcome), of_oracles))
    }
}
