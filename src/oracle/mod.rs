//! Oracles in the parent, one file each. They see the outcome of a run that ended well and ask another solver process
//! about it; `pool.rs` runs these processes. The solver under test and an oracle's solver never share a process.

mod cross;
mod derive;
pub mod noted;
mod pool;
mod recheck;

pub use cross::CrossCheck;
pub use pool::{OraclePool, OracleWorker};
pub use recheck::Recheck;

use crate::actions::role;
use crate::executor::Outcome;
use crate::triage::SuspectedBug;
use murxla_fsm::action::Role;
use murxla_fsm::solver::Answer;
use murxla_fsm::trace::{Line, Script};
use std::sync::Arc;

/// An oracle in the parent.
pub trait Oracle {
    /// The questions to its solver about a run that ended well.
    fn questions(&self, run: &Outcome) -> Vec<Question>;
}

/// A question to an oracle's solver.
pub struct Question {
    /// The trace that the solver runs.
    pub trace: Arc<str>,
    /// Reads the answer.
    pub evaluate: Evaluate,
}

/// Returns what is wrong with a run, given the run and the outcome of the question's trace.
pub type Evaluate = Box<dyn Fn(&Outcome, &Outcome) -> Option<SuspectedBug>>;

/// The answers of a trace's checks, each with the number of its line.
fn answers(script: &Script) -> Vec<(usize, Answer)> {
    let answered = |line: &Line| {
        let is_check = role(&line.action.text) == Some(Role::Check);
        let answer = line.answer()?;
        is_check.then_some((line.number, answer))
    };
    script.lines.iter().filter_map(answered).collect()
}
