//! Runs from traces.

use super::source::{Answers, CallSource, NextCall, Now, Outcome};
use super::{End, Sink, drive};
use crate::action::{Call, Context, Noted, Role};
use crate::solver::Answer;
use crate::solver::loaded::Loaded;
use crate::state::{InstanceState, LastCheck};
use crate::trace::{Conversion, Line, Note, ResolveError, Script, Token, conversion, resolve};
use std::borrow::Cow;
use std::collections::BTreeSet;

/// How a replay treats calls that cannot be made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Strictness {
    /// The first one that is not supported ends the replay.
    Strict,
    /// Calls that are not supported, and calls that need their results, are left out. One that is
    /// wrong or forbidden ends the replay.
    Supported,
    /// Calls that are wrong or forbidden are left out, too.
    Lenient,
}

/// Why a call that sets an option is skipped, if the trace notes that the option was refused.
pub(super) const WAS_REFUSED: &str = "it was refused";

/// Makes the calls of a trace, see [`ScriptSource`].
pub fn replay(
    script: &Script,
    context: &Context,
    strictness: Strictness,
    answers: Answers,
    loaded: &dyn Loaded,
    sink: &mut dyn Sink,
) -> End {
    let mut source = ScriptSource::new(script, strictness, answers);
    drive(&mut source, context, answers, loaded, sink)
}

/// The calls of a trace.
///
/// A call that depends on an answer is skipped if the answer is another one this time. The sink
/// gets a note on each call that is skipped or left out. A call that is noted to have ended its run
/// may end it again, and the replay continues after it.
pub struct ScriptSource<'s> {
    script: &'s Script,
    /// The place of the line whose call comes next.
    next: usize,
    strictness: Strictness,
    answers: Answers,
    /// Results of calls that were left out.
    missing: BTreeSet<&'s str>,
    /// The answer of the last check is not known.
    is_open: bool,
    /// The last line, after steps of its conversion, and their number. The line itself comes when
    /// no step is left.
    converting: Option<(Line, usize)>,
}

/// The largest number of steps in which a line is converted, for each of its words.
const STEPS_PER_WORD: usize = 4;

impl<'s> ScriptSource<'s> {
    /// The calls of a script.
    #[must_use]
    pub fn new(script: &'s Script, strictness: Strictness, answers: Answers) -> Self {
        Self {
            script,
            next: 0,
            strictness,
            answers,
            missing: BTreeSet::new(),
            is_open: false,
            converting: None,
        }
    }

    /// The next line, and its number of steps of conversion.
    fn line(&mut self, now: &mut Now<'_>) -> Option<(Cow<'s, Line>, usize)> {
        if let Some((line, steps)) = self.converting.take() {
            return Some((Cow::Owned(line), steps));
        }
        loop {
            let line = self.script.lines.get(self.next)?;
            self.next += 1;
            if self.answers == Answers::Solver || !line.is_refused() {
                return Some((Cow::Borrowed(line), 0));
            }
            now.sink.note(&Note::Skipped {
                action: line.action.text.clone(),
                why: format!("line {}: {WAS_REFUSED}", line.number),
            });
        }
    }

    /// The first step of the conversion of a line, if the line is one of the C++ original that
    /// needs it.
    fn convert(&mut self, line: &Line, steps: usize, now: &Now<'_>) -> Option<Conversion> {
        if now.context.foreign.is_none() || steps > STEPS_PER_WORD * line.args.len() {
            return None;
        }
        conversion(line, now.state, now.context)
    }

    /// The call of a line.
    fn resolve(&mut self, line: &Line, now: &mut Now<'_>) -> Result<NextCall, ResolveError> {
        let noted = match self.answers {
            Answers::Solver => Noted::default(),
            Answers::Noted => Noted {
                answer: line.answer().or_else(|| line.claimed_answer()),
                commands: line.commands().map(str::to_owned).collect(),
            },
        };
        if self.answers == Answers::Noted {
            let action = now.context.action(&line.action.text);
            if action.is_some_and(|action| action.role() == Role::Check) {
                self.is_open = noted.answer.is_none();
            }
        }
        let call = if self.is_open {
            resolve_after_any(line, now.state, now.context)?
        } else {
            resolve(line, now.state, now.context)?
        };
        Ok(NextCall { call, noted })
    }

    /// Continues after a call that cannot be made, if that is possible.
    fn leave_out(
        &mut self,
        line: &'s Line,
        error: ResolveError,
        sink: &mut dyn Sink,
    ) -> Result<(), End> {
        let action = line.action.text.clone();
        let is_missing = |token: &&Token| self.missing.contains(token.text.as_str());
        let missing = line.args.iter().find(is_missing);
        let may_leave_out = match (&error, self.strictness) {
            (_, Strictness::Strict) => false,
            (_, Strictness::Lenient) => true,
            (error, Strictness::Supported) => {
                missing.is_some() || matches!(error, ResolveError::Unsupported(_))
            }
        };
        match error {
            ResolveError::NotNow(error) => sink.note(&Note::Skipped {
                action,
                why: error.to_string(),
            }),
            error if !may_leave_out => return Err(End::ResolveError(error)),
            ResolveError::Bad(error)
            | ResolveError::Unsupported(error)
            | ResolveError::Forbidden(error) => {
                let error = match missing {
                    Some(id) => line.error(id, format!("needs {}, which was left out", id.text)),
                    None => error,
                };
                sink.note(&Note::LeftOut {
                    action,
                    why: error.to_string(),
                });
                self.missing.extend(results(line));
            }
        }
        Ok(())
    }
}

/// The names of the results of a line.
fn results(line: &Line) -> impl Iterator<Item = &str> {
    line.returns.iter().map(|id| id.text.as_str())
}

impl CallSource for ScriptSource<'_> {
    fn next(&mut self, now: &mut Now<'_>) -> Result<Option<NextCall>, End> {
        if self.next == 0 {
            let (sort, term) = self.script.highest_ids();
            now.state.ids.reserve(sort, term);
        }
        while let Some((line, steps)) = self.line(now) {
            if let Some(step) = self.convert(&line, steps, now) {
                self.converting = Some((step.line, steps + 1));
                match step.call {
                    Some(call) => return Ok(Some(call.into())),
                    None => continue,
                }
            }
            match self.resolve(&line, now) {
                Ok(call) => return Ok(Some(call)),
                Err(error) => {
                    if let Some(line) = self.script.lines.get(self.next - 1) {
                        self.leave_out(line, error, now.sink)?;
                    }
                }
            }
        }
        Ok(None)
    }

    fn on_outcome(&mut self, outcome: Outcome, now: &mut Now<'_>) -> Result<(), End> {
        let Some(line) = self.script.lines.get(self.next.wrapping_sub(1)) else {
            return outcome.required();
        };
        match outcome {
            Outcome::Made => {
                for id in results(line) {
                    self.missing.remove(id);
                }
                Ok(())
            }
            Outcome::Unsupported(message) => {
                self.converting = None;
                if self.strictness != Strictness::Strict {
                    now.sink.note(&Note::NotMade);
                }
                let error = ResolveError::Unsupported(line.error(&line.action, message));
                self.leave_out(line, error, now.sink)
            }
            Outcome::Ended(_) if line.is_end() => {
                now.sink.note(&Note::Ended);
                Ok(())
            }
            Outcome::Ended(end) => Err(end),
        }
    }
}

/// The call of a line after a check without a noted answer. The answer is then the one that the
/// call needs.
fn resolve_after_any(
    line: &Line,
    state: &mut InstanceState,
    context: &Context,
) -> Result<Call, ResolveError> {
    let resolved = resolve(line, state, context);
    let (Err(ResolveError::NotNow(_)), Some(last)) = (&resolved, state.checks.last.clone()) else {
        return resolved;
    };
    for answer in [Answer::Sat, Answer::Unsat] {
        state.checks.last = Some(LastCheck {
            answer,
            ..last.clone()
        });
        if let Ok(call) = resolve(line, state, context) {
            return Ok(call);
        }
    }
    state.checks.last = Some(last);
    resolved
}
