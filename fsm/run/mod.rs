//! A run takes calls from a source, makes them on a solver, checks them by oracles, and reports
//! them to a sink.

mod explain;
mod generate;
mod option_search;
mod script;
mod session;
mod setup;
mod source;
mod steps;
mod walk;

pub use generate::{NO_ENTRY, STRATEGY_NOTE, generate, generate_guided};
pub use script::{ScriptSource, Strictness, replay};
pub use session::drive;
pub use setup::RunSetup;
pub use source::{Answers, CallSource, NextCall, Now, Outcome, Then};
pub use steps::StepSource;
pub use walk::WalkSource;

use crate::oracle::{BugKind, Violation};
use crate::solver::Answer;
use crate::state::InstanceState;
use crate::trace::{Note, ResolveError, comment};
use serde::{Deserialize, Serialize};

/// Receives what a run does, while it does it.
pub trait Sink {
    /// The text of a call, before the call is made.
    fn call(&mut self, text: &str);
    /// A note on the call, when the call has been made.
    fn note(&mut self, note: &Note);
    /// A line about the whole run, before its first call: the strategy, its entry, and what it has
    /// changed.
    fn about(&mut self, text: &str) {
        let _ = text;
    }
    /// An answer of a check.
    fn answer(&mut self, answer: Answer) {
        let _ = answer;
    }
    /// How many settings of options were not drawn, because they are known to be refused.
    fn avoided(&mut self, settings: u32) {
        let _ = settings;
    }
    /// Enters a phase. A run begins with [`Phase::Draw`].
    fn enter(&mut self, phase: Phase) {
        let _ = phase;
    }
    /// Whether the last call was interrupted because it reached a limit. Its result then means
    /// nothing, and the run ends.
    fn timed_out(&self) -> bool {
        false
    }
    /// The last state of an instance, when `reset`, `delete` or the end of the run ends it.
    fn end(&mut self, state: &InstanceState) {
        let _ = state;
    }
}

/// Collects the trace of the run.
impl Sink for String {
    fn call(&mut self, text: &str) {
        self.push_str(text);
    }

    fn note(&mut self, note: &Note) {
        self.push_str(&note.line());
    }

    fn about(&mut self, text: &str) {
        self.push_str(&comment(text));
    }
}

/// A phase of a run, for measurements of time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// Gets the next call from its source.
    Draw,
    /// Writes the call into the trace.
    Write,
    /// Makes the call.
    Call,
    /// Makes a call that searches, see [`ActionRow::searches`](crate::action::ActionRow::searches).
    Search,
    /// Brings the state of the instance up to date.
    Apply,
    /// Runs the oracles on the call.
    Oracle,
}

/// How a run ended that did not crash.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum End {
    /// In the final state, or at the end of the trace.
    Ok,
    /// The solver did something wrong.
    Violation(Box<Violation>),
    /// A search took too long, and was interrupted.
    TimedOut,
    /// The solver ran out of memory or of another resource. It has the solver's message.
    OutOfResources(String),
    /// The solver refused an option only when it was used.
    OptionRefused(String),
    /// The trace cannot be replayed here.
    ResolveError(ResolveError),
    /// Nothing was called: the run has drawn entries of the corpus that nobody has replayed. It has
    /// their numbers. See [`EntryStates`](crate::strategy::EntryStates).
    NeedsReplays(Vec<usize>),
}

impl End {
    /// The solver rejected a valid call.
    pub(crate) fn rejected(message: impl Into<String>) -> Self {
        Self::Violation(Violation::without_check(BugKind::Rejected, message).into())
    }
}
