//! Replays the trace of a bug on a library, and tells whether its bug shows.

use crate::bug_traces::{self, BugTrace};
use crate::campaign::{OracleSet, pool};
use crate::cli::{Allowed, ReplayArgs};
use crate::exit::Failure;
use crate::judgement::{Judge, Judgement, Wanted};
use crate::oracle::{leak, noted, suspected_bugs};
use crate::plan::{FoundSolver, Oracles};
use crate::replayed;
use crate::trace_file::{self, named_bug};
use crate::triage::{Rules, SuspectedBug, bad_memory};
use murxla_executor::{Item, Limits, Pool, processors};
use murxla_fsm::trace::Script;
use murxla_store::{Instrument, SolverSource, SolverSpec};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The greatest number of replays of a bug that depends on the addresses of objects.
const MOST_TRIES: u32 = 16;

/// Why a replay that ends well says nothing about damaged memory.
const UNNOTICED: &str = "the C library has noticed no damaged memory";

/// What a replay may do, and what interrupts it.
pub(super) type Where<'a> = (Allowed, &'a Arc<AtomicBool>);

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
    /// Whether the bug is damaged memory, which the C library notices only by chance.
    pub(super) is_damage: bool,
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
    mut each: impl FnMut(usize, Judgement),
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
        for (begun, (replay, solver)) in begun.into_iter().zip(together) {
            let judgement = match begun.and_then(|begun| replay.finish(begun)) {
                Err(failure) if failure.ends_command() => return Err(failure),
                Err(failure) => Judgement::CannotTest(failure.message),
                Ok(judgement) => judged_on(solver, replay.script, judgement),
            };
            each(number, judgement);
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
            is_damage: false,
            allowed,
            stop,
        }
    }

    /// The replay of a trace that may be in the folder of a finding, which says more.
    pub(super) fn of(self, trace: &BugTrace) -> Self {
        let finding = trace.finding.as_ref().map(bug_traces::finding);
        let finding = finding.and_then(Result::ok);
        Self {
            is_damage: finding
                .is_some_and(|finding| bad_memory(&finding.observed.message).is_some()),
            ..self
        }
    }

    /// Decides what a replay shows.
    pub(super) fn judge<'r>(&'r self, rules: &'r Rules) -> Judge<'r> {
        Judge {
            must_decide: self.must_decide,
            ..Judge::new(Wanted::of_trace(self.script), rules, Some(self.script))
        }
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
    fn finish(&self, begun: Begun) -> Result<Judgement, Failure> {
        let Begun {
            mut pool,
            mut oracles,
        } = begun;
        let outcomes = pool.finish_list()?;
        let rules = Rules::default();
        let judge = self.judge(&rules);
        if let Wanted::Leak = judge.wanted {
            return Ok(judge.judge_leak(&outcomes));
        }
        // There is none if the child was killed from outside.
        let mut first = outcomes.into_iter().next();
        let mut judgement = Judgement::DoesNotShow;
        for _ in 0..self.tries() {
            let outcome = match first.take() {
                Some(outcome) => outcome,
                None => pool.run_one(Item::Trace(Arc::clone(&self.text)))?,
            };
            let bugs = suspected_bugs(&outcome, &mut oracles.workers)?;
            judgement = judge.judge(&outcome, &bugs);
            if judgement == Judgement::Shows {
                break;
            }
        }
        Ok(match judgement {
            Judgement::DoesNotShow if self.is_damage => Judgement::CannotTest(UNNOTICED.to_owned()),
            judgement => judgement,
        })
    }

    /// See [`needed_part`].
    pub(super) fn needed_part(&self) -> Option<Instrument> {
        needed_part(self.script)
    }

    /// How often the trace is replayed, until its bug shows.
    fn tries(&self) -> u32 {
        let tries = self
            .script
            .header("tries")
            .and_then(|tries| tries.parse().ok());
        tries.unwrap_or(1).clamp(1, MOST_TRIES)
    }

    /// What a replay on an installed library shows: the kinds of bugs, or how it ends well. The
    /// text continues a sentence about the library.
    ///
    /// # Errors
    /// The trace cannot be replayed.
    pub(super) fn shown_on(&self, solver: &SolverSpec) -> Result<String, Failure> {
        let Begun {
            mut pool,
            mut oracles,
        } = self.begin(solver, true)?;
        let mut shown = String::new();
        for outcome in pool.finish_list()?.into_iter().take(1) {
            if let Some(failure) = Failure::of_verdict(&outcome.verdict) {
                return Err(failure);
            }
            let bugs = suspected_bugs(&outcome, &mut oracles.workers)?;
            let kinds: Vec<String> = bugs.iter().map(|b| b.violation.kind.to_string()).collect();
            shown = match kinds.is_empty() {
                true => format!("ends well{}", replayed::answers(&outcome)),
                false => format!("shows {}", kinds.join(", ")),
            };
        }
        Ok(shown)
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
            bugs.extend(suspected_bugs(&outcome, &mut oracles.workers)?);
            if bugs.is_empty() && matches!(Wanted::of_trace(self.script), Wanted::Any) {
                bugs.extend(noted::wrong_answer(self.script, &outcome));
            }
        }
        Ok(bugs)
    }
}

/// The part of the build of a trace that its bug needs to show. `None` if it shows in releases.
fn needed_part(script: &Script) -> Option<Instrument> {
    let part = Instrument::that_shows(&named_bug(script)?.kind())?;
    let own = trace_file::solver(script)?;
    may_have(&own, part).then_some(part)
}

/// What a replay on a library shows that may lack what the bug needs to show.
pub(super) fn judged_on(solver: &SolverSpec, script: &Script, judgement: Judgement) -> Judgement {
    let missing = needed_part(script).filter(|part| !may_have(solver, *part));
    match (&judgement, missing) {
        (Judgement::DoesNotShow, Some(part)) => {
            Judgement::CannotTest(format!("{solver} is built without {}", part.what()))
        }
        _ => judgement,
    }
}

/// Whether a solver may be built with a part. That of a library that the user has given is unknown.
fn may_have(solver: &SolverSpec, part: Instrument) -> bool {
    match &solver.source {
        SolverSource::Version(version) => version.instrumentation().has(part),
        SolverSource::Path(_) => true,
        SolverSource::Any => false,
    }
}
