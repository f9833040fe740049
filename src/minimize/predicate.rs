//! Decides by runs whether a trace shows the bug.

use super::{ExpectedAnswers, Predicate};
use crate::executor::{Item, Outcome, Pool, Verdict};
use crate::exit::Failure;
use crate::oracle::{OracleWorker, leak, undecided_checks};
use crate::payload::SearchLimit;
use crate::replayed;
use crate::triage::{FindingId, FindingKey, Rules, SuspectedBug};
use murxla_fsm::oracle::BugKind;
use murxla_fsm::solver::Answer;
use regex::Regex;
use std::sync::Arc;

/// The bug that a trace must show.
#[derive(Clone, Debug)]
pub enum Wanted {
    /// A bug with this key, see [`FindingKey::is_same_bug`].
    Bug(FindingKey),
    /// The finding with this id, see [`FindingId::find_in`].
    Finding(FindingId),
    /// A bug of this kind, with any message.
    Kind(BugKind),
    /// A bug whose kind, message or output contains this text.
    Text(String),
    /// This wrong answer, whichever oracle shows that it is wrong.
    Answer {
        /// The answer.
        answer: Answer,
        /// The answers that a trace notes, if they show that it is wrong.
        noted: Option<Arc<ExpectedAnswers>>,
    },
    /// A leak. It shows if a trace is run several times in one process.
    Leak,
    /// A run whose printed text matches this, with or without a bug. See [`replayed::whole`].
    Output(Regex),
}

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
                return Err(crate::executor::ExecutorError::Interrupted.into());
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
            return Ok(leak::growth(runs).and(runs.first()));
        }
        for outcome in runs {
            if self.contradicts(outcome) || self.shows(outcome)? {
                return Ok(Some(outcome));
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
                bugs.extend(oracle.examine(outcome)?.bugs);
            }
        }
        Ok(bugs)
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

    /// Whether the run has the wrong answer by the answers that are noted.
    fn contradicts(&self, outcome: &Outcome) -> bool {
        match &self.wanted {
            Wanted::Answer {
                answer,
                noted: Some(noted),
            } if outcome.verdict == Verdict::Ok => noted.contradict(&outcome.trace, *answer),
            _ => false,
        }
    }

    fn shows(&mut self, outcome: &Outcome) -> Result<bool, Failure> {
        let bugs = self.suspected_bugs(outcome)?;
        if let Wanted::Output(pattern) = &self.wanted {
            return Ok(pattern.is_match(&replayed::whole(outcome, &bugs)));
        }
        let is_wanted = |bug: &SuspectedBug| match &self.wanted {
            Wanted::Bug(wanted) => bug.key(&self.rules).is_same_bug(wanted),
            Wanted::Kind(kind) => bug.violation.kind == *kind,
            Wanted::Answer { answer, .. } => bug.wrong_answer() == Some(*answer),
            Wanted::Leak => bug.violation.kind == BugKind::Leak,
            Wanted::Finding(id) => id.find_in(std::slice::from_ref(bug), &self.rules).is_some(),
            Wanted::Text(text) => bug.says(text),
            Wanted::Output(_) => false,
        };
        Ok(bugs.iter().any(is_wanted))
    }
}
