//! Reads a trace without a solver: one call after the other, with its noted outcome and the state
//! of the instance.

use super::step::Step;
use crate::action::{Call, Context};
use crate::sort::Sort;
use crate::state::InstanceState;
use crate::trace::{Line, ResolveError, Script, resolve};

/// Reads a trace, one call after the other.
pub struct TraceReader<'a> {
    context: &'a Context,
    state: InstanceState,
}

impl<'a> TraceReader<'a> {
    /// Begins to read a trace. Terms have their values under the hidden assignment.
    #[must_use]
    pub fn new(script: &Script, context: &'a Context) -> Self {
        Self::with(InstanceState::default(), script, context)
    }

    /// Begins to read a trace without values of terms, which is faster.
    #[must_use]
    pub fn without_values(script: &Script, context: &'a Context) -> Self {
        Self::with(InstanceState::without_values(), script, context)
    }

    fn with(mut state: InstanceState, script: &Script, context: &'a Context) -> Self {
        let (sort, term) = script.highest_ids();
        state.ids.reserve(sort, term);
        Self { context, state }
    }

    /// The state after the calls that were read.
    #[must_use]
    pub fn state(&self) -> &InstanceState {
        &self.state
    }

    /// The call of the next line, with its noted outcome. The state does not change.
    ///
    /// # Errors
    /// Why the call cannot be made.
    pub fn resolve(&self, line: &Line) -> Result<Step, ResolveError> {
        Ok(Step {
            answer: line.answer(),
            is_refused: line.is_refused(),
            is_end: line.is_end(),
            ..Step::new(resolve(line, &self.state, self.context)?)
        })
    }

    /// Makes a call on the state.
    pub fn apply(&mut self, step: &mut Step) {
        apply(step, &mut self.state, self.context);
    }

    /// Reads the call of the next line.
    ///
    /// # Errors
    /// Why it cannot be made. Then nothing changes.
    pub fn read(&mut self, line: &Line) -> Result<Step, ResolveError> {
        let mut step = self.resolve(line)?;
        self.apply(&mut step);
        Ok(step)
    }
}

/// Makes a call with its noted outcome on a state, and notes the sort of its result.
pub(super) fn apply(step: &mut Step, state: &mut InstanceState, context: &Context) {
    let (call, effect) = (&step.call, step.effect());
    call.action.apply(state, call, &effect, context);
    step.sort = sort_of(state, call);
}

/// The sort of the term that a call has made, or the sort that it has made.
pub(crate) fn sort_of(state: &InstanceState, call: &Call) -> Option<Sort> {
    let made = call.ids.term.and_then(|id| Some(state.term(id)?.sort));
    state.sorts.get(made.or(call.ids.sort)?).cloned()
}
