//! What a call resulted in.

use crate::solver::{Answer, TermId};
use crate::value::Value;

/// What a call resulted in, beyond the ids that it names.
#[derive(Clone, PartialEq, Debug)]
pub enum Effect {
    /// Nothing.
    Done,
    /// An option was refused.
    Refused(String),
    /// The answer of a check.
    Answer(Answer),
    /// Terms with their values; `None` where the value is not known.
    Values(Vec<(TermId, Option<Value>)>),
    /// An unsatisfiable core.
    Core(Vec<TermId>),
    /// Unsatisfiable assumptions.
    Assumptions(Vec<TermId>),
    /// The number of assertions.
    Assertions(usize),
    /// What the solver says of some formulas in another way than by a check of its assertions: an action of its
    /// own solved them.
    Claim {
        /// The formulas.
        formulas: Vec<TermId>,
        /// What it says of all of them together.
        answer: Answer,
        /// In which way, for readers of the trace.
        by: String,
    },
}
