//! The inputs of an action: while it picks arguments, and while it runs.

use super::{Context, Noted, SwarmConfig};
use crate::op::Op;
use crate::rng::Rng;
use crate::solver::loaded::Loaded;
use crate::solver::{Error, Result, Solver};
use crate::sort::Sort;
use crate::state::InstanceState;
use crate::trace::Note;

/// The purpose of the picked terms.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// Anything.
    Explore,
    /// To combine the terms to closed formulas.
    Close,
}

/// The sorts for which an operator found no arguments.
#[derive(Clone, Debug)]
pub struct MissingArgs {
    /// The operator.
    pub op: Op,
    /// The sorts.
    pub sorts: Vec<Sort>,
}

/// The inputs of an action that picks arguments.
pub struct Pick<'a> {
    /// The state of the instance.
    pub state: &'a InstanceState,
    /// The random numbers of the run.
    pub rng: &'a mut Rng,
    /// The random configuration of the run.
    pub swarm: &'a SwarmConfig,
    /// The configuration of all runs.
    pub context: &'a Context,
    /// The purpose of the picked terms.
    pub goal: Goal,
    /// Is set if an operator finds no arguments of some sorts.
    pub missing_args: &'a mut Option<MissingArgs>,
}

/// The inputs of an action that runs.
pub struct Run<'a> {
    /// The solver's library.
    pub loaded: &'a dyn Loaded,
    /// The open instance, if there is one.
    pub solver: &'a mut Option<Box<dyn Solver>>,
    /// The state before the call.
    pub state: &'a InstanceState,
    /// The configuration of all runs.
    pub context: &'a Context,
    /// The notes of the trace on the call. Translations use it, because they solve nothing.
    pub noted: &'a Noted,
    /// Adds a note to the trace at once. It is there, too, if the call then crashes.
    pub note: &'a mut dyn FnMut(Note),
}

impl Run<'_> {
    /// The open instance.
    ///
    /// # Errors
    /// See [`open_instance`].
    pub fn solver(&mut self) -> Result<&mut Box<dyn Solver>> {
        open_instance(self.solver)
    }
}

/// The open instance.
///
/// # Errors
/// There is none. `Action::valid` excludes this case.
pub fn open_instance(solver: &mut Option<Box<dyn Solver>>) -> Result<&mut Box<dyn Solver>> {
    let missing = || Error::Rejected("there is no instance".to_owned());
    solver.as_mut().ok_or_else(missing)
}
