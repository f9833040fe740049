//! `new`, `delete`, `reset` and `reset-assertions`.

use crate::action::{
    Action, ActionRow, Args, Call, Context, Effect, Ids, Invalid, Pick, Role, Run, Validity,
};
use crate::solver::{Result, Solver};
use crate::state::{InstanceState, Options};

/// Opens an instance.
pub struct New;

impl Action for New {
    fn row(&self) -> ActionRow {
        ActionRow::new("new", Role::Open)
    }

    fn valid_now(&self, state: &InstanceState) -> Validity {
        if state.live {
            return Invalid::wrong("an instance is already open: 'delete' is missing");
        }
        Ok(())
    }

    fn run(&self, cx: &mut Run<'_>, call: &Call) -> Result<Effect> {
        let mut solver = cx.loaded.open()?;
        solver.begin(call.seed);
        set_defaults(solver.as_mut(), cx.context)?;
        *cx.solver = Some(solver);
        Ok(Effect::Done)
    }

    fn apply(&self, state: &mut InstanceState, call: &Call, _: &Effect, context: &Context) {
        state.reset();
        state.live = true;
        state.assignment = state.assignment.restart(call.seed);
        state.options = context.foreign.unwrap_or_default();
    }
}

/// Sets the options that a trace of the C++ original needs. The original asks each solver for its
/// defaults, and its traces do not record them.
fn set_defaults(solver: &mut dyn Solver, context: &Context) -> Result {
    let mut needed = context.foreign.unwrap_or_default();
    for name in Options::NAMES {
        if needed.get_mut(name).is_some_and(|on| *on) {
            solver.set_option(name, "true")?;
        }
    }
    Ok(())
}

/// Closes the instance.
pub struct Delete;

impl Action for Delete {
    fn row(&self) -> ActionRow {
        ActionRow::new("delete", Role::Close)
    }

    fn run(&self, cx: &mut Run<'_>, _: &Call) -> Result<Effect> {
        *cx.solver = None;
        Ok(Effect::Done)
    }

    fn apply(&self, state: &mut InstanceState, _: &Call, _: &Effect, _: &Context) {
        state.reset();
        state.live = false;
    }
}

/// `reset`: makes the instance as new.
pub struct Reset;

impl Action for Reset {
    fn row(&self) -> ActionRow {
        ActionRow::new("reset", Role::Reset)
    }

    fn run(&self, cx: &mut Run<'_>, _: &Call) -> Result<Effect> {
        let context = cx.context;
        let solver = cx.solver()?;
        solver.reset()?;
        set_defaults(solver.as_mut(), context)?;
        Ok(Effect::Done)
    }

    fn apply(&self, state: &mut InstanceState, _: &Call, _: &Effect, context: &Context) {
        state.reset();
        state.options = context.foreign.unwrap_or_default();
    }
}

/// `reset-assertions`: removes all assertions and levels.
pub struct ResetAssertions;

impl Action for ResetAssertions {
    fn row(&self) -> ActionRow {
        ActionRow::new("reset-assertions", Role::ClearAssertions)
    }

    fn pick(&self, cx: &mut Pick<'_>) -> Option<(Args, Ids)> {
        (cx.state.live && cx.state.options.incremental).then(Default::default)
    }

    fn run(&self, cx: &mut Run<'_>, _: &Call) -> Result<Effect> {
        cx.solver()?.reset_assertions()?;
        Ok(Effect::Done)
    }

    fn apply(&self, state: &mut InstanceState, _: &Call, _: &Effect, _: &Context) {
        state.reset_assertions();
    }
}
