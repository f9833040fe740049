//! Replays the trace of a bug on a library, and tells whether its bug shows.

use crate::campaign::{OracleSet, pool};
use crate::cli::{Allowed, ReplayArgs};
use crate::executor::{Item, Limits, Outcome, Pool, Verdict, processors};
use crate::exit::Failure;
use crate::oracle::noted::differences;
use crate::oracle::{leak, undecided_checks};
use crate::plan::{FoundSolver, Oracles};
use crate::store::SolverSpec;
use crate::trace_file;
use crate::triage::{FindingId, SuspectedBug};
use murxla_fsm::run::{LEFT_OUT, UNSUPPORTED};
use murxla_fsm::trace::{Script, noted};
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The expectation of a trace whose noted answers are wrong, although no oracle says so.
const NO_FINDING: &str = "ok";

/// The greatest number of replays of a bug that depends on the addresses of objects.
const MOST_TRIES: u32 = 16;

/// The result of a replay on a library.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Shown {
    /// The bug.
    Bug,
    /// No bug.
    Nothing,
    /// A bug of this other kind.
    Other(String),
    /// The trace cannot be tested on the library, for this reason.
    CannotTest(String),
}

impl Shown {
    /// Whether the bug shows. `None` if the replay does not tell.
    pub(super) fn is_bug(&self) -> Option<bool> {
        match self {
            Self::Bug => Some(true),
            Self::Nothing => Some(false),
            Self::Other(_) | Self::CannotTest(_) => None,
        }
    }
}

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bug => write!(f, "shows"),
            Self::Nothing => write!(f, "does not show"),
            Self::Other(kind) => write!(f, "shows another bug, {kind}"),
            Self::CannotTest(why) => write!(f, "cannot be tested: {why}"),
        }
    }
}

/// The trace of a bug, and how it is replayed.
#[derive(Clone)]
pub(super) struct BugReplay<'a> {
    pub(super) text: Arc<str>,
    pub(super) script: &'a Script,
    pub(super) args: &'a ReplayArgs,
    /// The limit on the CPU time, in seconds.
    pub(super) time_limit: f64,
    /// Whether the bug counts as absent only if the solver decides all checks.
    pub(super) must_decide: bool,
    pub(super) allowed: Allowed,
    pub(super) stop: &'a Arc<AtomicBool>,
}

/// A replay that has begun.
struct Begun {
    pool: Pool,
    oracles: OracleSet,
}

/// Replays traces on solvers, some at the same time. `each` gets the number of the replay and its
/// result, in their order. If nothing may be installed, the libraries must be there.
///
/// # Errors
/// The user has interrupted the command, or a defect of the program. Other errors are results.
pub(super) fn replay_all(
    replays: &[(&BugReplay<'_>, SolverSpec)],
    offline: bool,
    mut each: impl FnMut(usize, Shown),
) -> Result<(), Failure> {
    let jobs = replays.first().and_then(|(replay, _)| replay.args.jobs);
    let jobs = jobs.map_or_else(processors, usize::from);
    let mut number = 0;
    for together in replays.chunks(jobs.max(1)) {
        let begun = together
            .iter()
            .map(|(replay, solver)| replay.begin(solver, offline));
        // All begin before the first one is awaited.
        let begun: Vec<Result<Begun, Failure>> = begun.collect();
        for (begun, (replay, _)) in begun.into_iter().zip(together) {
            let shown = match begun.and_then(|begun| replay.finish(begun)) {
                Err(failure) if failure.ends_command() => return Err(failure),
                Err(failure) => Shown::CannotTest(failure.message),
                Ok(shown) => shown,
            };
            each(number, shown);
            number += 1;
        }
    }
    Ok(())
}

impl<'a> BugReplay<'a> {
    /// A replay that may leave checks undecided.
    pub(super) fn new(
        text: &str,
        script: &'a Script,
        args: &'a ReplayArgs,
        (allowed, stop): (Allowed, &'a Arc<AtomicBool>),
    ) -> Self {
        Self {
            text: text.into(),
            script,
            args,
            time_limit: args.time_limit,
            must_decide: false,
            allowed,
            stop,
        }
    }

    /// The bug that the header of the trace names. `None` for any bug.
    pub(super) fn wanted(&self) -> Option<FindingId> {
        let expected = || self.script.header("expect")?.to_owned().try_into().ok();
        trace_file::finding(self.script).or_else(expected)
    }

    /// Begins the replay on a library.
    fn begin(&self, solver: &SolverSpec, offline: bool) -> Result<Begun, Failure> {
        let subject = FoundSolver::find(solver, offline)?;
        let mut drive = subject.drive()?;
        drive.is_trusted = self.allowed.trust;
        drive.interrupt_as(self.script).map_err(Failure::trace)?;
        let limits = Limits {
            time: Duration::from_secs_f64(self.time_limit),
            sandbox: !self.allowed.trust,
            ..Limits::default()
        };
        let oracles = Oracles::of_trace(&self.args.oracles, self.script, self.allowed)?;
        let oracles = OracleSet::load(&subject, &drive.profile, &oracles, (&limits, 1), self.stop)?;
        let mut pool = pool(drive, &limits, 1, self.stop)?;
        pool.begin_list(match leak::is_of(self.script) {
            true => leak::repeated(&self.text),
            false => vec![Item::Trace(Arc::clone(&self.text))],
        })?;
        Ok(Begun { pool, oracles })
    }

    /// Waits for the end of the replay.
    fn finish(&self, begun: Begun) -> Result<Shown, Failure> {
        let Begun {
            mut pool,
            mut oracles,
        } = begun;
        let outcomes = pool.finish_list()?;
        if leak::is_of(self.script) {
            return Ok(match leak::growth(&outcomes) {
                Some(_) => Shown::Bug,
                None => Shown::Nothing,
            });
        }
        // There is none if the child was killed from outside.
        let mut first = outcomes.into_iter().next();
        let mut shown = Shown::Nothing;
        for _ in 0..self.tries() {
            let outcome = match first.take() {
                Some(outcome) => outcome,
                None => pool.run_one(Item::Trace(Arc::clone(&self.text)))?,
            };
            shown = self.judge(&outcome, &mut oracles)?;
            if shown == Shown::Bug {
                break;
            }
        }
        Ok(shown)
    }

    /// How often the trace is replayed, until its bug shows.
    fn tries(&self) -> u32 {
        let tries = self
            .script
            .header("tries")
            .and_then(|tries| tries.parse().ok());
        tries.unwrap_or(1).clamp(1, MOST_TRIES)
    }

    /// The suspected bugs that a replay on a library shows.
    ///
    /// # Errors
    /// The trace cannot be replayed.
    pub(super) fn bugs(
        &self,
        solver: &SolverSpec,
        offline: bool,
    ) -> Result<Vec<SuspectedBug>, Failure> {
        let Begun {
            mut pool,
            mut oracles,
        } = self.begin(solver, offline)?;
        let mut bugs = Vec::new();
        for outcome in pool.finish_list()? {
            if let Some(failure) = Failure::of_verdict(&outcome.verdict) {
                return Err(failure);
            }
            bugs.extend(suspected(&outcome, &mut oracles)?);
        }
        Ok(bugs)
    }

    /// The result of a replay, from its outcome.
    fn judge(&self, outcome: &Outcome, oracles: &mut OracleSet) -> Result<Shown, Failure> {
        // A wrapper may need a function that an old release does not have. The other releases are
        // tested.
        if let Verdict::Defect(message) = &outcome.verdict {
            return Ok(Shown::CannotTest(message.clone()));
        }
        if let Some(failure) = Failure::of_verdict(&outcome.verdict) {
            return Err(failure);
        }
        if outcome.verdict == Verdict::Ok {
            let mut left_out = noted(&outcome.trace, LEFT_OUT);
            let mut unsupported = noted(&outcome.trace, UNSUPPORTED);
            if let Some(what) = left_out.next().or_else(|| unsupported.next()) {
                return Ok(Shown::CannotTest(what.to_owned()));
            }
        }
        let bugs = suspected(outcome, oracles)?;
        let Some(id) = self.wanted() else {
            return Ok(match bugs.is_empty() {
                true => Shown::Nothing,
                false => Shown::Bug,
            });
        };
        let differs = !differences(self.script, &outcome.trace).is_empty();
        let is_shown = match id.as_str() {
            // No oracle tells that the noted answers are wrong.
            NO_FINDING => bugs.is_empty() && !differs,
            // The notes of a trace whose bug an oracle has found may be the right answers.
            _ => {
                let by_notes = differs && id.needs_other_process();
                by_notes || bugs.iter().any(|bug| id.is_of(&bug.violation.kind))
            }
        };
        Ok(match bugs.first() {
            _ if is_shown => Shown::Bug,
            Some(bug) => Shown::Other(bug.violation.kind.to_string()),
            None if self.must_decide && undecided_checks(outcome) > 0 => {
                Shown::CannotTest("a check is not decided".to_owned())
            }
            None => Shown::Nothing,
        })
    }
}

/// The suspected bug of a run, and those that the oracles find in a run that ended well.
fn suspected(outcome: &Outcome, oracles: &mut OracleSet) -> Result<Vec<SuspectedBug>, Failure> {
    let mut bugs: Vec<SuspectedBug> = SuspectedBug::of(outcome.clone()).into_iter().collect();
    if outcome.verdict == Verdict::Ok {
        for oracle in &mut oracles.workers {
            bugs.extend(oracle.examine(outcome)?.bugs);
        }
    }
    Ok(bugs)
}
