//! The results of calls.

use crate::solver::{Answer, TermId};
use crate::value::Value;

/// The notes of a trace on a call. Translations take answers from them, because they do not solve.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Noted {
    /// The answer, if the call is a check or solves formulas of its own.
    pub answer: Option<Answer>,
    /// The commands that do the same as the call, see
    /// [`Note::Command`](crate::trace::Note::Command).
    pub commands: Vec<String>,
}

/// The result of a call, except for the ids that it names.
#[derive(Clone, PartialEq, Debug)]
pub enum Effect {
    /// Nothing.
    Done,
    /// An option was refused.
    Refused(String),
    /// The answer of a check.
    Answer(Answer),
    /// Terms with their values. A value is `None` if it is not known.
    Values(Vec<(TermId, Option<Value>)>),
    /// An unsatisfiable core.
    Core(Vec<TermId>),
    /// Unsatisfiable assumptions.
    Assumptions(Vec<TermId>),
    /// The number of assertions.
    Assertions(usize),
    /// Counters of the work of the instance, by name.
    Counters(Vec<(String, u64)>),
    /// An answer for some formulas that does not come from a check of the assertions: an extension
    /// action solved the formulas.
    Claim {
        /// The formulas.
        formulas: Vec<TermId>,
        /// The answer for their conjunction.
        answer: Answer,
        /// How the action solved them, for readers of the trace.
        by: String,
    },
}
