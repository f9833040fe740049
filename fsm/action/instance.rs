//! `new`, `delete`, `reset` and `reset-assertions`.

use super::{Action, Context, Effect, Invalid, Pick, Run, Validity, live};
use crate::model::{Model, Options};
use crate::solver::Result;
use crate::trace::{Args, Call, Ids, Param};

/// Opens an instance.
pub struct New;

impl Action for New {
    fn name(&self) -> &'static str {
        "new"
    }

    fn params(&self) -> &'static [Param] {
        &[]
    }

    fn pick(&self, cx: &mut Pick<'_>) -> Option<(Args, Ids)> {
        (!cx.model.live).then(Default::default)
    }

    fn valid(&self, model: &Model, _: &Call, _: &Context) -> Validity {
        if model.live {
            return Invalid::wrong("there is an instance already: 'delete' is missing");
        }
        Ok(())
    }

    fn run(&self, cx: &mut Run<'_>, call: &Call) -> Result<Effect> {
        let mut solver = cx.loaded.open()?;
        solver.begin(call.seed);
        if cx.context.foreign {
            // The C++ original asks each solver for its defaults; traces do not record them.
            for name in Options::NAMES {
                solver.set_option(name, "true")?;
            }
        }
        *cx.solver = Some(solver);
        Ok(Effect::Done)
    }

    fn apply(&self, model: &mut Model, _: &Call, _: &Effect, context: &Context) {
        model.reset();
        model.live = true;
        if context.foreign {
            for name in Options::NAMES {
                if let Some(option) = model.options.get_mut(name) {
                    *option = true;
                }
            }
        }
    }
}

/// Closes the instance.
pub struct Delete;

impl Action for Delete {
    fn name(&self) -> &'static str {
        "delete"
    }

    fn params(&self) -> &'static [Param] {
        &[]
    }

    fn pick(&self, cx: &mut Pick<'_>) -> Option<(Args, Ids)> {
        cx.model.live.then(Default::default)
    }

    fn valid(&self, model: &Model, _: &Call, _: &Context) -> Validity {
        live(model)
    }

    fn run(&self, cx: &mut Run<'_>, _: &Call) -> Result<Effect> {
        *cx.solver = None;
        Ok(Effect::Done)
    }

    fn apply(&self, model: &mut Model, _: &Call, _: &Effect, _: &Context) {
        model.reset();
        model.live = false;
    }
}

/// `reset`: the instance is as new.
pub struct Reset;

impl Action for Reset {
    fn name(&self) -> &'static str {
        "reset"
    }

    fn params(&self) -> &'static [Param] {
        &[]
    }

    fn pick(&self, cx: &mut Pick<'_>) -> Option<(Args, Ids)> {
        cx.model.live.then(Default::default)
    }

    fn valid(&self, model: &Model, _: &Call, _: &Context) -> Validity {
        live(model)
    }

    fn run(&self, cx: &mut Run<'_>, _: &Call) -> Result<Effect> {
        cx.solver()?.reset()?;
        Ok(Effect::Done)
    }

    fn apply(&self, model: &mut Model, _: &Call, _: &Effect, _: &Context) {
        model.reset();
    }
}

/// `reset-assertions`: no assertions, no levels.
pub struct ResetAssertions;

impl Action for ResetAssertions {
    fn name(&self) -> &'static str {
        "reset-assertions"
    }

    fn params(&self) -> &'static [Param] {
        &[]
    }

    fn pick(&self, cx: &mut Pick<'_>) -> Option<(Args, Ids)> {
        (cx.model.live && cx.model.options.incremental).then(Default::default)
    }

    fn valid(&self, model: &Model, _: &Call, _: &Context) -> Validity {
        live(model)
    }

    fn run(&self, cx: &mut Run<'_>, _: &Call) -> Result<Effect> {
        cx.solver()?.reset_assertions()?;
        Ok(Effect::Done)
    }

    fn apply(&self, model: &mut Model, _: &Call, _: &Effect, _: &Context) {
        model.reset_assertions();
    }
}
