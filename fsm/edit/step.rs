//! A step: a call with its outcome.

use crate::action::{Arg, Call, Effect};
use crate::op::Ops;
use crate::solver::Answer;
use crate::sort::Sort;
use crate::trace::{Note, write_call};
use rustc_hash::FxHasher;
use std::hash::{Hash as _, Hasher as _};

/// A call of a trace, with its outcome when the trace was written.
#[derive(Clone)]
pub struct Step {
    /// The call.
    pub call: Call,
    /// The answer, if the call is a check that was answered.
    pub answer: Option<Answer>,
    /// The solver refused the option that the call sets.
    pub is_refused: bool,
    /// The call ended its run, and the trace continues with another run.
    pub is_end: bool,
    /// The sort of the term that the call makes, or the sort that it makes.
    /// [`dry_run`](super::dry_run) finds it.
    pub sort: Option<Sort>,
}

impl Step {
    /// A step with an unknown outcome.
    #[must_use]
    pub fn new(call: Call) -> Self {
        Self {
            call,
            answer: None,
            is_refused: false,
            is_end: false,
            sort: None,
        }
    }

    /// The effect that the trace has noted.
    pub(super) fn effect(&self) -> Effect {
        match self.answer {
            Some(answer) => Effect::Answer(answer),
            None if self.is_refused => Effect::Refused(String::new()),
            None => Effect::Done,
        }
    }
}

/// The text of steps. [`read`](super::read) makes the same steps of it.
#[must_use]
pub fn print(steps: &[Step], ops: &Ops) -> String {
    let mut text = String::new();
    for step in steps {
        write_call(&mut text, &step.call, ops);
        if let Some(answer) = step.answer {
            text.push_str(&Note::Answer(answer).line());
        }
        if step.is_refused {
            text.push_str(&Note::Refused(String::new()).line());
        }
        if step.is_end {
            text.push_str(&Note::Ended.line());
        }
    }
    text
}

/// A hash of all that [`print()`] writes: two lists with the same fingerprint have the same text,
/// except by a very unlikely coincidence.
#[must_use]
pub fn fingerprint(steps: &[Step]) -> u64 {
    let mut hasher = FxHasher::default();
    for step in steps {
        let Call {
            seed,
            action,
            args,
            ids,
        } = &step.call;
        (seed, action.name(), ids.sort, ids.term).hash(&mut hasher);
        args.hash(&mut hasher);
        for arg in args {
            // The hash of a declaration is that of its first symbol.
            if let Arg::Datatypes(group) = arg {
                (group.members(), group.is_codata()).hash(&mut hasher);
            }
        }
        let answer = step.answer.map(Answer::name);
        (answer, step.is_refused, step.is_end).hash(&mut hasher);
    }
    hasher.finish()
}
