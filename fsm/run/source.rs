//! Where the calls of a run come from.

use super::{End, Sink};
use crate::action::{Call, Context, Noted};
use crate::state::InstanceState;

/// A source of calls: a random walk, a script, or a list of steps. The loop of a run asks it for a
/// call, makes the call, and tells the source the outcome.
pub trait CallSource {
    /// The next call, which is valid in the present state; `None` if the source has no more.
    ///
    /// # Errors
    /// How the run ends, if the source cannot go on.
    fn next(&mut self, now: &mut Now<'_>) -> Result<Option<NextCall>, End>;

    /// Takes note of the outcome of the last call. The run continues if this returns `Ok`.
    ///
    /// # Errors
    /// How the run ends.
    fn on_outcome(&mut self, outcome: Outcome, now: &mut Now<'_>) -> Result<(), End> {
        let _ = now;
        outcome.required()
    }

    /// The calls of this source, and then those of another one.
    fn then<S: CallSource>(self, second: S) -> Then<Self, S>
    where
        Self: Sized,
    {
        Then {
            first: self,
            second,
            is_first: true,
        }
    }
}

/// The view of a source on a run between two calls.
pub struct Now<'a> {
    /// The state of the instance. Calls change it. A source may only decide what is unknown, such
    /// as the answer of a check that is translated and not solved.
    pub state: &'a mut InstanceState,
    /// The configuration of all runs.
    pub context: &'a Context,
    /// Takes notes on calls that the source leaves out.
    pub sink: &'a mut dyn Sink,
}

/// A call to make.
pub struct NextCall {
    /// The call.
    pub call: Call,
    /// Noted results that replace those of the solver.
    pub noted: Noted,
}

impl From<Call> for NextCall {
    fn from(call: Call) -> Self {
        Self {
            call,
            noted: Noted::default(),
        }
    }
}

/// The outcome of a call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// It was made.
    Made,
    /// The solver does not have what the call needs. Nothing was called.
    Unsupported(String),
    /// It ended the run.
    Ended(End),
}

impl Outcome {
    /// The outcome for sources whose calls the solver must support.
    ///
    /// # Errors
    /// How the run ends, if the call was not made.
    pub fn required(self) -> Result<(), End> {
        match self {
            Outcome::Made => Ok(()),
            Outcome::Unsupported(message) => Err(End::rejected(message)),
            Outcome::Ended(end) => Err(end),
        }
    }
}

/// One source and then another one, see [`CallSource::then`].
pub struct Then<A, B> {
    first: A,
    second: B,
    is_first: bool,
}

impl<A: CallSource, B: CallSource> CallSource for Then<A, B> {
    fn next(&mut self, now: &mut Now<'_>) -> Result<Option<NextCall>, End> {
        if self.is_first {
            if let Some(call) = self.first.next(now)? {
                return Ok(Some(call));
            }
            self.is_first = false;
        }
        self.second.next(now)
    }

    fn on_outcome(&mut self, outcome: Outcome, now: &mut Now<'_>) -> Result<(), End> {
        if self.is_first {
            self.first.on_outcome(outcome, now)
        } else {
            self.second.on_outcome(outcome, now)
        }
    }
}

/// Whose answers count in a replay.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answers {
    /// The solver's.
    Solver,
    /// Those noted in the trace, where there are any. Translations use them, because they solve
    /// nothing.
    Noted,
}
