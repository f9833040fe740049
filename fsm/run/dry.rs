//! A trace without a solver: its calls, what the model knows of their results, and its text again.

use super::replay::ENDED;
use crate::action::{Context, Effect, REFUSED, retype};
use crate::model::Model;
use crate::op::Ops;
use crate::solver::Answer;
use crate::sort::Sort;
use crate::trace::{Call, Line, Script, Trouble, note, resolve, write_call};

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
pub fn dry(
    script: &Script,
    context: &Context,
    see: &mut dyn FnMut(&Model, &Call),
) -> Result<Vec<Step>, Trouble> {
    let mut model = Model::default();
    let (sort, term) = script.highest_ids();
    model.reserve(sort, term);
    let mut steps = Vec::with_capacity(script.lines.len());
    for line in &script.lines {
        let call = match resolve(line, &model, context) {
            Ok(call) => call,
            Err(Trouble::NotNow(_)) => continue,
            Err(trouble) => return Err(trouble),
        };
        see(&model, &call);
        steps.push(apply(&mut model, line, call, context));
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

fn apply(model: &mut Model, line: &Line, call: Call, context: &Context) -> Step {
    let mut step = Step {
        call,
        answer: line.answer(),
        is_refused: line.is_noted(REFUSED),
        is_end: line.is_noted(ENDED),
        sort: None,
    };
    let call = &step.call;
    call.action.apply(model, call, &step.effect(), context);
    step.sort = sort_of(model, call);
    step
}

fn sort_of(model: &Model, call: &Call) -> Option<Sort> {
    let made = call.ids.term.and_then(|id| Some(model.term(id)?.sort));
    model.sorts.get(made.or(call.ids.sort)?).cloned()
}

/// Gives the applications of operators the sorts that they have now, after sorts or arguments further up have changed.
/// `None` if one of them is not well-sorted any more.
#[must_use]
pub fn retyped(steps: &[Step], context: &Context) -> Option<Vec<Step>> {
    let mut model = Model::default();
    for call in steps.iter().map(|step| &step.call) {
        let (sort, term) = (call.ids.sort, call.ids.term);
        model.reserve(
            sort.unwrap_or(crate::sort::SortId(0)),
            term.unwrap_or(crate::solver::TermId(0)),
        );
    }
    let mut steps = steps.to_vec();
    for step in &mut steps {
        retype(&model, context, &mut step.call)?;
        let effect = step.effect();
        step.call
            .action
            .apply(&mut model, &step.call, &effect, context);
        step.sort = sort_of(&model, &step.call);
    }
    Some(steps)
}
