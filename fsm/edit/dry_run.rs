//! Steps made without a solver, on the state of an instance alone.

use super::reader::{TraceReader, apply};
use super::rename::highest_ids;
use super::step::Step;
use super::validity::check;
use crate::action::{Action, Arg, Call, Context, Invalid, Role};
use crate::actions::{MkTerm, retype};
use crate::op::UF_APPLY;
use crate::solver::TermId;
use crate::sort::Sort;
use crate::state::InstanceState;
use crate::trace::{ResolveError, Script};
use crate::value::Value;
use rustc_hash::FxHashMap;

/// The result of a dry run.
pub struct DryRun {
    /// The steps that were made.
    pub steps: Vec<Step>,
    /// The state after the last step. It has no values of terms.
    pub state: InstanceState,
}

impl DryRun {
    /// Makes a step that is valid.
    fn make(&mut self, mut step: Step, context: &Context) {
        apply(&mut step, &mut self.state, context);
        self.steps.push(step);
    }
}

/// The steps of a trace, with the answers that it has noted. Calls that these answers rule out are
/// left out, such as `get-value` after `unsat`.
///
/// # Errors
/// The first call that could not be made on any solver of the context.
pub fn read(script: &Script, context: &Context) -> Result<Vec<Step>, ResolveError> {
    read_with(script, context, &mut |_, _| ())
}

/// Like [`read`]. `see` looks at each step, with the state after it.
///
/// # Errors
/// As for [`read`].
pub fn read_with(
    script: &Script,
    context: &Context,
    see: &mut dyn FnMut(&Step, &InstanceState),
) -> Result<Vec<Step>, ResolveError> {
    let mut reader = TraceReader::without_values(script, context);
    let mut steps = Vec::with_capacity(script.lines.len());
    for line in &script.lines {
        match reader.read(line) {
            Ok(step) => {
                see(&step, reader.state());
                steps.push(step);
            }
            Err(ResolveError::NotNow(_)) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(steps)
}

/// The steps of a trace that a solver supports. Calls that it does not support are left out, and so
/// are calls that need their results. Functions as values need a logic that has them, although some
/// solvers accept them without it. `None` if an assertion or a check would be left out. `see` looks
/// at each step, with the state after it.
#[must_use]
pub fn read_supported(
    script: &Script,
    context: &Context,
    see: &mut dyn FnMut(&Step, &InstanceState),
) -> Option<Vec<Step>> {
    let mut reader = TraceReader::without_values(script, context);
    let mut steps = Vec::with_capacity(script.lines.len());
    for line in &script.lines {
        match reader.resolve(line) {
            Ok(Step { call, .. }) if !needs_more(&call, reader.state(), context) => {
                let mut step = Step::new(call);
                reader.apply(&mut step);
                see(&step, reader.state());
                steps.push(step);
            }
            Err(ResolveError::NotNow(_)) => {}
            Ok(_) | Err(_) => {
                let action = context.action(&line.action.text);
                let role = action.map(Action::role);
                if let Some(Role::Assert | Role::Check) = role {
                    return None;
                }
            }
        }
    }
    Some(steps)
}

/// Whether a valid call needs what the solver or the logic does not have: codatatypes, datatypes
/// inside of other sorts in their own declarations, or functions as values.
pub(crate) fn needs_more(call: &Call, state: &InstanceState, context: &Context) -> bool {
    let is_missing = |arg: &Arg| match arg {
        Arg::Datatypes(group) => {
            !context.available.codatatypes && group.is_codata()
                || !context.available.nested_datatypes && group.is_nested()
        }
        _ => false,
    };
    let is_function = |id: &TermId| {
        let sort = state.term(*id).and_then(|term| state.sorts.get(term.sort));
        matches!(sort, Some(Sort::Fun(..)))
    };
    let takes_function = || {
        MkTerm::of(call).is_some_and(|term| {
            let applied = usize::from(term.op == UF_APPLY);
            term.terms.iter().skip(applied).any(is_function)
        })
    };
    call.args.iter().any(is_missing) || !state.is_higher_order() && takes_function()
}

/// Makes steps one after the other, with their noted answers. Calls that these answers rule out are
/// left out. The application of an operator whose result has another sort than before, because an
/// edit has changed sorts or arguments further up, is given that sort.
///
/// # Errors
/// Why the first call that is not valid is not.
pub fn dry_run(steps: Vec<Step>, context: &Context) -> Result<DryRun, Invalid> {
    let mut run = DryRun {
        steps: Vec::with_capacity(steps.len()),
        state: InstanceState::without_values(),
    };
    let (sort, term) = highest_ids(steps.iter());
    run.state.ids.reserve(sort, term);
    for mut step in steps {
        let mut validity = check(&run.state, &step.call, context);
        if let Err(Invalid::Wrong(_)) = &validity
            && retype(&run.state, context, &mut step.call).is_some()
        {
            validity = check(&run.state, &step.call, context);
        }
        match validity {
            Ok(()) => run.make(step, context),
            Err(Invalid::NotNow(_)) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(run)
}

/// The values of terms under the hidden assignment, as far as they are known. Terms with free
/// variables have none.
#[must_use]
pub fn values(steps: &[Step], context: &Context) -> FxHashMap<TermId, Value> {
    let mut state = InstanceState::default();
    let (sort, term) = highest_ids(steps.iter());
    state.ids.reserve(sort, term);
    let mut values = FxHashMap::default();
    for step in steps {
        if check(&state, &step.call, context).is_err() {
            return values;
        }
        apply(&mut step.clone(), &mut state, context);
        let id = step.call.ids.term;
        let value = id.and_then(|id| state.term(id)?.assigned.clone());
        values.extend(id.zip(value));
    }
    values
}
