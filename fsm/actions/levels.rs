//! `push` and `pop`.

use crate::action::{
    Action, ActionRow, Arg, Args, Call, Context, Effect, Ids, Invalid, Pick, Role, Run, Validity,
};
use crate::arguments;
use crate::solver::Result;
use crate::state::InstanceState;
use smallvec::smallvec;

/// The largest number of levels that one call pushes, and that are open, in generated runs.
const MAX_LEVELS: u32 = 5;

/// `push`.
pub struct Push;

impl Action for Push {
    fn row(&self) -> ActionRow {
        ActionRow {
            params: Self::PARAMS,
            searches: true,
            needed_option: Some("incremental"),
            ..ActionRow::new("push", Role::Push)
        }
    }

    fn pick(&self, cx: &mut Pick<'_>) -> Option<(Args, Ids)> {
        self.valid_now(cx.state).ok()?;
        let open = cx.state.assertions.levels.len() as u32;
        if open >= MAX_LEVELS {
            return None;
        }
        let most = if cx.rng.chance(70) {
            1
        } else {
            MAX_LEVELS - open
        };
        let levels = cx.rng.range(1, most);
        Some((smallvec![Arg::Number(levels)], Ids::default()))
    }

    fn valid_args(&self, _: &InstanceState, call: &Call, _: &Context) -> Validity {
        if Self::args(call)?.count > 1000 {
            return Invalid::wrong("more than 1000 levels at once");
        }
        Ok(())
    }

    fn run(&self, cx: &mut Run<'_>, call: &Call) -> Result<Effect> {
        let levels = Self::args(call)?.count;
        cx.solver()?.push(levels)?;
        Ok(Effect::Done)
    }

    fn apply(&self, state: &mut InstanceState, call: &Call, _: &Effect, _: &Context) {
        let count = Self::args(call).map_or(0, |args| args.count);
        for _ in 0..count {
            state.assertions.open_level();
        }
        state.discard_last_check();
    }
}

/// `pop`.
pub struct Pop;

arguments! {
    /// What `push` and `pop` take.
    Push, Pop => LevelArgs {
        /// How many levels.
        count: Number,
    }
}

impl Action for Pop {
    fn row(&self) -> ActionRow {
        ActionRow {
            params: Self::PARAMS,
            needed_option: Some("incremental"),
            ..ActionRow::new("pop", Role::Pop)
        }
    }

    fn pick(&self, cx: &mut Pick<'_>) -> Option<(Args, Ids)> {
        let open = cx.state.assertions.levels.len() as u32;
        if open == 0 {
            return None;
        }
        let levels = if cx.rng.chance(70) {
            1
        } else {
            cx.rng.range(1, open)
        };
        Some((smallvec![Arg::Number(levels)], Ids::default()))
    }

    fn valid_args(&self, state: &InstanceState, call: &Call, _: &Context) -> Validity {
        let (levels, open) = (Self::args(call)?.count, state.assertions.levels.len());
        if levels as usize > open {
            return Invalid::wrong(format!("'pop {levels}', but {open} levels are open"));
        }
        Ok(())
    }

    fn run(&self, cx: &mut Run<'_>, call: &Call) -> Result<Effect> {
        let levels = Self::args(call)?.count;
        cx.solver()?.pop(levels)?;
        Ok(Effect::Done)
    }

    fn apply(&self, state: &mut InstanceState, call: &Call, _: &Effect, _: &Context) {
        let count = Self::args(call).map_or(0, |args| args.count);
        for _ in 0..count {
            state.close_level();
        }
    }
}
