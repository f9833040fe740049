//! Runs from traces.

use super::{End, Session, Sink, Stop};
use crate::action::{Call, Context};
use crate::loaded::Loaded;
use crate::solver::Answer;
use crate::state::{InstanceState, LastCheck};
use crate::trace::{ENDED, Line, REFUSED, ResolveError, Script, Token, resolve};
use std::collections::BTreeSet;

/// How a replay treats calls that cannot be made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Strictness {
    /// The first one that is not supported ends the replay.
    Strict,
    /// Calls that are not supported, and calls that need their results, are left out.
    Lenient,
}

/// Whose answers count in a replay.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answers {
    /// The solver's.
    Solver,
    /// Those noted in the trace, where there are any: for translations, which solve nothing.
    Noted,
}

/// The notes on calls that a lenient replay left out begin with this word.
pub const LEFT_OUT: &str = "left out";

/// Makes the calls of a trace. Calls that depend on an answer that is another one this time are
/// skipped. What is skipped or left out is told to the sink as a note. A call that is noted to have
/// ended its run may end it again: the replay goes on behind it.
pub fn replay(
    script: &Script,
    context: &Context,
    strictness: Strictness,
    answers: Answers,
    loaded: &dyn Loaded,
    sink: &mut dyn Sink,
) -> End {
    let mut session = Session::new(context, loaded, answers, sink);
    let (sort, term) = script.highest_ids();
    session.state.reserve(sort, term);
    let mut missing: BTreeSet<&str> = BTreeSet::new();
    // Nobody knows what the last check answers.
    let mut is_open = false;
    for line in &script.lines {
        let noted = match answers {
            Answers::Solver => None,
            Answers::Noted => line.answer(),
        };
        if answers == Answers::Noted && line.is_noted(REFUSED) {
            let action = &line.action.text;
            let note = format!("skipped {action}: line {}: it was refused", line.number);
            session.sink.note(&note);
            continue;
        }
        if matches!(
            line.action.text.as_str(),
            "check-sat" | "check-sat-assuming"
        ) {
            is_open = answers == Answers::Noted && noted.is_none();
        }
        let made = if is_open {
            resolve_behind_any(line, &mut session.state, context)
        } else {
            resolve(line, &session.state, context)
        };
        let made = made.and_then(|call| match session.make(&call, noted) {
            Ok(()) => Ok(None),
            Err(Stop::End(end)) => Ok(Some(end)),
            Err(Stop::Unsupported(message)) => {
                Err(ResolveError::Unsupported(line.error(&line.action, message)))
            }
        });
        let ids = line.returns.iter().map(|id| id.text.as_str());
        match made {
            Ok(None) => ids.for_each(|id| {
                missing.remove(id);
            }),
            Ok(Some(_)) if line.is_noted(ENDED) => session.sink.note(ENDED),
            Ok(Some(end)) => return end,
            Err(ResolveError::NotNow(error)) => {
                let note = format!("skipped {}: {error}", line.action.text);
                session.sink.note(&note);
            }
            Err(trouble) if strictness == Strictness::Strict => return End::ResolveError(trouble),
            Err(ResolveError::Bad(error) | ResolveError::Unsupported(error)) => {
                let known = |token: &&Token| missing.contains(token.text.as_str());
                let error = match line.args.iter().find(known) {
                    Some(id) => line.error(id, format!("needs {}, which was left out", id.text)),
                    None => error,
                };
                let note = format!("{LEFT_OUT} {}: {error}", line.action.text);
                session.sink.note(&note);
                missing.extend(ids);
            }
        }
    }
    End::Ok
}

/// The call of a line. Behind a check whose answer nobody has noted, it is the one that the call needs.
fn resolve_behind_any(
    line: &Line,
    state: &mut InstanceState,
    context: &Context,
) -> Result<Call, ResolveError> {
    let resolved = resolve(line, state, context);
    let (Err(ResolveError::NotNow(_)), Some(last)) = (&resolved, state.last.clone()) else {
        return resolved;
    };
    for answer in [Answer::Sat, Answer::Unsat] {
        state.last = Some(LastCheck {
            answer,
            ..last.clone()
        });
        if let Ok(call) = resolve(line, state, context) {
            return Ok(call);
        }
    }
    state.last = Some(last);
    resolved
}
