//! A trace without a solver: its calls, what the model knows of their results, and its text again.

use super::script::ENDED;
use crate::action::{Call, Context, Effect};
use crate::actions::retype;
use crate::op::Ops;
use crate::solver::Answer;
use crate::sort::Sort;
use crate::state::InstanceState;
use crate::trace::{Line, REFUSED, ResolveError, Script, note, resolve, write_call};

/// A call of a trace, and what became of it when the trace was written.
#[derive(Clone)]
pub struct Step {
    /// The call.
    pub call: Call,
    /// What its check answered, if it is one and was answered.
    pub answer: Option<Answer>,
    /// The solver refused the option that it sets.
    pub is_refused: bool,
    /// It ended its run, and others are behind it.
    pub is_end: bool,
    /// The sort of the term that it makes, or the one that it names.
    pub sort: Option<Sort>,
}

impl Step {
    fn effect(&self) -> Effect {
        match self.answer {
            Some(answer) => Effect::Answer(answer),
            None if self.is_refused => Effect::Refused(String::new()),
            None => Effect::Done,
        }
    }
}

/// Makes the calls of a trace on a model alone, which believes the answers that the trace has noted. Calls that
/// these answers rule out are left out. `see` is shown the model before each call that is made.
///
/// # Errors
/// The first call that could not be made on any solver of the context.
pub fn dry_run(
    script: &Script,
    context: &Context,
    see: &mut dyn FnMut(&InstanceState, &Call),
) -> Result<Vec<Step>, ResolveError> {
    let mut state = InstanceState::default();
    let (sort, term) = script.highest_ids();
    state.reserve(sort, term);
    let mut steps = Vec::with_capacity(script.lines.len());
    for line in &script.lines {
        let call = match resolve(line, &state, context) {
            Ok(call) => call,
            Err(ResolveError::NotNow(_)) => continue,
            Err(trouble) => return Err(trouble),
        };
        see(&state, &call);
        steps.push(apply(&mut state, line, call, context));
    }
    Ok(steps)
}

/// The text of calls, with their answers, for [`dry`] to read again.
#[must_use]
pub fn print(steps: &[Step], ops: &Ops) -> String {
    let mut text = String::new();
    for step in steps {
        write_call(&mut text, &step.call, ops);
        if let Some(answer) = step.answer {
            text.push_str(&note(answer.name()));
        }
        if step.is_refused {
            text.push_str(&note(REFUSED));
        }
        if step.is_end {
            text.push_str(&note(ENDED));
        }
    }
    text
}

fn apply(state: &mut InstanceState, line: &Line, call: Call, context: &Context) -> Step {
    let mut step = Step {
        call,
        answer: line.answer(),
        is_refused: line.is_noted(REFUSED),
        is_end: line.is_noted(ENDED),
        sort: None,
    };
    let call = &step.call;
    call.action.apply(state, call, &step.effect(), context);
    step.sort = sort_of(state, call);
    step
}

fn sort_of(state: &InstanceState, call: &Call) -> Option<Sort> {
    let made = call.ids.term.and_then(|id| Some(state.term(id)?.sort));
    state.sorts.get(made.or(call.ids.sort)?).cloned()
}

/// Gives the applications of operators the sorts that they have now, after sorts or arguments further up have changed.
/// `None` if one of them is not well-sorted any more.
#[must_use]
pub fn retyped(steps: &[Step], context: &Context) -> Option<Vec<Step>> {
    let mut state = InstanceState::default();
    for call in steps.iter().map(|step| &step.call) {
        let (sort, term) = (call.ids.sort, call.ids.term);
        state.reserve(
            sort.unwrap_or(crate::sort::SortId(0)),
            term.unwrap_or(crate::solver::TermId(0)),
        );
    }
    let mut steps = steps.to_vec();
    for step in &mut steps {
        retype(&state, context, &mut step.call)?;
        let effect = step.effect();
        step.call
            .action
            .apply(&mut state, &step.call, &effect, context);
        step.sort = sort_of(&state, &step.call);
    }
    Some(steps)
}
