//! What holds for all runs of a campaign or replay on one solver.

use super::Action;
use super::machine_state::MachineState;
use crate::op::{Op, Ops};
use crate::option::{Conflicts, OptionInfo};
use crate::profile::{Restrictions, Runs};
use crate::state::Options;
use std::fmt;

/// An action of one solver, and where the machine takes it.
#[derive(Clone, Copy)]
pub struct ExtensionAction {
    /// The action.
    pub action: &'static dyn Action,
    /// The states of the machine that it is taken in, each with its weight there.
    pub states: &'static [(MachineState, u32)],
    /// Options, with their values, without which it is not taken: some runs set them.
    pub needs: &'static [(&'static str, &'static str)],
}

impl fmt::Debug for ExtensionAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} in {:?}", self.action.name(), self.states)
    }
}

/// What holds for all runs of a campaign or replay on one solver.
pub struct Context {
    /// The operators, base and the wrapper's own.
    pub ops: Ops,
    /// The actions that all solvers share.
    pub actions: &'static [&'static dyn Action],
    /// The actions of this solver alone that the loaded library has.
    pub extensions: Vec<ExtensionAction>,
    /// By operator, whether the loaded library has it.
    pub supported: Vec<bool>,
    /// Options to set in every run, in order, before any other.
    pub forced: Vec<(String, String)>,
    /// Options to fuzz; none if option fuzzing is off.
    pub options: Vec<OptionInfo>,
    /// Settings that are not drawn together.
    pub conflicts: Conflicts,
    /// Whether the loaded library has recursive functions.
    pub recursion: bool,
    /// Whether it has codatatypes.
    pub codatatypes: bool,
    /// Kinds of sorts that may not stand at some places.
    pub restrictions: Restrictions,
    /// No variable is bound twice on a way from a term to a leaf.
    pub no_shadowing: bool,
    /// Checks look at what the solver does.
    pub checks: bool,
    /// Notes tell the values of the hidden assignment.
    pub explain: bool,
    /// The odds of free, planted and refuted runs, and how long runs get.
    pub runs: Runs,
    /// Arithmetic is to be linear in every run, not in some only.
    pub linear: bool,
    /// The options that the trace needs without setting them, because the C++ original wrote it.
    pub foreign: Option<Options>,
}

impl Context {
    /// The action of this trace name.
    #[must_use]
    pub fn action(&self, name: &str) -> Option<&'static dyn Action> {
        let extensions = self.extensions.iter().map(|extension| extension.action);
        let mut all = self.actions.iter().copied().chain(extensions);
        all.find(|action| action.name() == name)
    }

    /// Whether the loaded library has `op`.
    #[must_use]
    pub fn supports(&self, op: Op) -> bool {
        self.supported.get(op.index()).copied().unwrap_or(false)
    }
}
