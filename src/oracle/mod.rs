//! Oracles in the parent. They see the outcome of a run that ended well or has reached a limit, and
//! ask another solver process about it. The solver under test and an oracle's solver never share a
//! process.
//!
//! | file | holds |
//! |---|---|
//! | `cross.rs` | `--cross-check`: another solver makes the same calls |
//! | `undecided.rs` | the same for checks that only the other solver decides |
//! | `pair.rs` | the two solvers, and the calls that the other one makes |
//! | `fresh_check.rs` | `--check`: the claims of a run are checked in a fresh instance |
//! | `derive.rs` | the traces that check claims |
//! | `pool.rs` | the processes of these oracles |
//! | `noted.rs` | answers that a trace notes |
//! | `restate.rs` | what else a bug may be: a wrong `sat`, or a bug of a plain check |
//! | `leak.rs` | memory leaks, for which the solver under test repeats a run |

mod cross;
mod derive;
mod fresh_check;
pub mod leak;
pub mod noted;
mod pair;
mod pool;
pub mod restate;
mod undecided;

pub use cross::CrossCheck;
pub use fresh_check::FreshCheck;
pub use pair::ReferenceProfile;
pub use pool::{FailedQuestion, OraclePool, OracleWorker};

use crate::actions::role;
use crate::triage::SuspectedBug;
use murxla_executor::{ExecutorError, Outcome, Verdict};
use murxla_fsm::action::Role;
use murxla_fsm::solver::Answer;
use murxla_fsm::trace::{Script, lex};
use std::borrow::Cow;
use std::sync::Arc;

/// An oracle in the parent.
pub trait Oracle {
    /// The name of its solver, with the version.
    fn solver(&self) -> &str;

    /// The questions to its solver about a run, see [`examined_part`]. Their answers may lead to
    /// more questions.
    fn questions(&self, run: &Outcome) -> Vec<Question>;

    /// The number of checks that were compared: both solvers have answered `sat` or `unsat`. `None`
    /// if it compares no answers.
    fn compared(&self) -> Option<u64> {
        None
    }
}

/// A question to an oracle's solver.
pub struct Question {
    /// The trace that the solver runs.
    pub trace: Arc<str>,
    /// Reads the answer.
    pub evaluate: Evaluate,
}

/// Reads the answer: the run, and the outcome of the question's trace.
pub type Evaluate = Box<dyn Fn(&Outcome, &Outcome) -> Evaluation>;

/// The result of a question about a run.
pub enum Evaluation {
    /// Nothing is wrong.
    Nothing,
    /// Something is wrong.
    Bug(Box<SuspectedBug>),
    /// Another question to the same solver must be answered.
    Ask(Question),
}

impl Evaluation {
    fn bug(bug: SuspectedBug) -> Self {
        Self::Bug(Box::new(bug))
    }
}

/// The checks of a trace: the numbers of their lines, and their answers.
fn checks(script: &Script) -> impl Iterator<Item = (usize, Option<Answer>)> {
    let lines = script.lines.iter();
    let checks = lines.filter(|line| role(&line.action.text) == Some(Role::Check));
    checks.map(|line| (line.number, line.answer()))
}

/// The answers of the checks of a trace. A check has none if the trace ends there, or notes none.
pub fn answers(script: &Script) -> impl Iterator<Item = Option<Answer>> {
    checks(script).map(|(_, answer)| answer)
}

/// How many checks of a run have no answer that can be compared: `unknown`, or none because the run
/// ended there.
#[must_use]
pub fn undecided_checks(run: &Outcome) -> usize {
    let script = lex(&run.trace).ok();
    let checks = script.iter().flat_map(checks);
    let is_undecided = |answer: &Option<Answer>| answer.is_none_or(|a| a == Answer::Unknown);
    checks.filter(|(_, answer)| is_undecided(answer)).count()
}

/// The suspected bug that a run shows by itself, and those that the oracles find if it ended well.
///
/// # Errors
/// If children cannot be run.
pub fn suspected_bugs(
    run: &Outcome,
    oracles: &mut [OracleWorker],
) -> Result<Vec<SuspectedBug>, ExecutorError> {
    let mut bugs: Vec<SuspectedBug> = SuspectedBug::of(run.clone()).into_iter().collect();
    if run.verdict == Verdict::Ok {
        for oracle in oracles {
            bugs.extend(oracle.examine(run)?.bugs);
        }
    }
    Ok(bugs)
}

/// The part of a run that oracles examine: all of it, unless it has reached a limit. Then it is
/// without the last call, which has no result.
pub fn examined_part(run: &Outcome) -> Cow<'_, Outcome> {
    if run.verdict == Verdict::Ok {
        return Cow::Borrowed(run);
    }
    let script = lex(&run.trace).ok();
    let last = script.and_then(|script| Some(script.lines.last()?.number));
    let before = run.trace.split_inclusive('\n');
    let before: String = before.take(last.map_or(0, |last| last - 1)).collect();
    let mut part = Outcome {
        verdict: Verdict::Ok,
        trace: before.into(),
        ..run.clone()
    };
    part.calls.last = None;
    part.cost.interrupted = None;
    Cow::Owned(part)
}
