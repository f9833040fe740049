//! Checks: oracles beside the live solver, one file each. They see each call after it was made,
//! and decide by the call's seed whether to look, so that a replay looks at the same calls.

mod core;
mod sort;
mod value;

use crate::action::Effect;
use crate::model::Model;
use crate::solver::{Result, Solver};
use crate::trace::Call;

/// What a check may see.
pub struct Seen<'a> {
    /// The call.
    pub call: &'a Call,
    /// What it resulted in.
    pub effect: &'a Effect,
    /// The state after it.
    pub model: &'a Model,
}

/// An oracle beside the live solver.
pub trait Check: Sync {
    /// The name of its findings, `wrong-sort`.
    fn name(&self) -> &'static str;

    /// Looks at a call that has been made.
    ///
    /// # Errors
    /// `Error::Check` with what contradicts what.
    fn after(&self, seen: &Seen<'_>, solver: &mut dyn Solver) -> Result;
}

/// All checks, in the order in which they look.
pub const CHECKS: &[&dyn Check] = &[&sort::PredictedSort, &value::ReadBack, &core::Members];
