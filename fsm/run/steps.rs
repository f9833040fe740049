//! Runs from lists of steps.

use super::script::WAS_REFUSED;
use super::{Answers, CallSource, End, NextCall, Now, Outcome, Sink};
use crate::action::{Arg, Invalid, Noted};
use crate::edit::{Step, check, highest_ids};
use crate::state::InstanceState;
use crate::state::names::number_behind;
use crate::trace::Note;
use std::collections::VecDeque;

/// The calls of some steps, in order. A call that is not valid in the present state, or that the
/// solver does not have, is left out, with a note. So are the calls that need its result.
pub struct StepSource {
    steps: VecDeque<Step>,
    answers: Answers,
    /// The action of the last call, and whether it ended its run when the steps were recorded.
    last: (&'static str, bool),
    has_begun: bool,
    /// Whether other calls, which declare symbols, follow.
    is_continued: bool,
}

impl StepSource {
    /// The calls of these steps.
    #[must_use]
    pub fn new(steps: Vec<Step>, answers: Answers) -> Self {
        Self {
            steps: steps.into(),
            answers,
            last: ("", false),
            has_begun: false,
            is_continued: false,
        }
    }

    /// The same calls. The symbols of other calls, which follow, are other ones.
    #[must_use]
    pub(super) fn continued(self) -> Self {
        let is_continued = true;
        Self {
            is_continued,
            ..self
        }
    }

    /// Keeps the ids of all steps from being drawn for other calls.
    fn reserve_ids(&mut self, state: &mut InstanceState) {
        if !std::mem::replace(&mut self.has_begun, true) {
            let (sort, term) = highest_ids(self.steps.iter());
            state.ids.reserve(sort, term);
            if self.is_continued {
                let args = self.steps.iter().flat_map(|step| &step.call.args);
                let symbols = args.filter_map(|arg| match arg {
                    Arg::Text(symbol) => Some(&**symbol),
                    _ => None,
                });
                state.ids.reserve_symbols(number_behind(symbols));
            }
        }
    }
}

/// Notes that a call is left out.
pub(super) fn leave_out(sink: &mut dyn Sink, action: &str, message: &str) {
    sink.note(&Note::LeftOut {
        action: action.to_owned(),
        why: message.to_owned(),
    });
}

impl CallSource for StepSource {
    fn next(&mut self, now: &mut Now<'_>) -> Result<Option<NextCall>, End> {
        self.reserve_ids(now.state);
        while let Some(step) = self.steps.pop_front() {
            let action = step.call.action.name();
            let believed = self.answers == Answers::Noted;
            let validity = if believed && step.is_refused {
                Err(Invalid::NotNow(WAS_REFUSED.to_owned()))
            } else {
                check(now.state, &step.call, now.context)
            };
            match validity {
                Ok(()) => {
                    self.last = (action, step.is_end);
                    return Ok(Some(NextCall {
                        noted: Noted {
                            answer: step.answer.filter(|_| believed),
                            commands: Vec::new(),
                        },
                        call: step.call,
                    }));
                }
                Err(Invalid::NotNow(message)) => {
                    now.sink.note(&Note::Skipped {
                        action: action.to_owned(),
                        why: message,
                    });
                }
                Err(
                    Invalid::Wrong(message)
                    | Invalid::Forbidden(message)
                    | Invalid::Unsupported(message),
                ) => {
                    leave_out(now.sink, action, &message);
                }
            }
        }
        Ok(None)
    }

    fn on_outcome(&mut self, outcome: Outcome, now: &mut Now<'_>) -> Result<(), End> {
        let (action, is_end) = self.last;
        match outcome {
            Outcome::Made => Ok(()),
            Outcome::Unsupported(message) => {
                now.sink.note(&Note::NotMade);
                leave_out(now.sink, action, &message);
                Ok(())
            }
            Outcome::Ended(_) if is_end => {
                now.sink.note(&Note::Ended);
                Ok(())
            }
            Outcome::Ended(end) => Err(end),
        }
    }
}
