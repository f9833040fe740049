//! What is the same in all runs of a campaign or replay on one solver.

use super::Action;
use super::machine_state::MachineState;
use super::user_config::UserConfig;
use crate::op::{Op, Ops};
use crate::option::files::FileOptions;
use crate::option::{Conflicts, OptionInfo, Relevance};
use crate::profile::{Restrictions, Runs};
use crate::solver::loaded::LibraryNames;
use crate::state::Options;
use crate::theory::Theory;
use std::fmt;

/// An action that only one solver has, and the states of the machine in which it is taken.
#[derive(Clone, Copy)]
pub struct ExtensionAction {
    /// The action.
    pub action: &'static dyn Action,
    /// The states of the machine, each with the weight of the action.
    pub states: &'static [(MachineState, u32)],
    /// Options, with their values, without which it is not taken. Some runs set them.
    pub needs: &'static [(&'static str, &'static str)],
}

impl fmt::Debug for ExtensionAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} in {:?}", self.action.name(), self.states)
    }
}

/// What is the same in all runs of a campaign or replay on one solver: what the user asked for, and
/// what the solver and its profile allow.
pub struct Context {
    /// The user configuration.
    pub user: UserConfig,
    /// The operators of the base table and the extension operators of the solver.
    pub ops: Ops,
    /// The actions that all solvers share.
    pub actions: &'static [&'static dyn Action],
    /// The extension actions that the loaded library has.
    pub extensions: Vec<ExtensionAction>,
    /// The names that the loaded library has and that arguments of extension actions may contain.
    /// `None` if any name may be there, as without a library.
    pub names: Option<LibraryNames>,
    /// For each operator, whether the loaded library has it.
    pub supported: Vec<bool>,
    /// A component that the loaded library was built without, and the theory that needs it.
    pub missing_component: Option<(Theory, &'static str)>,
    /// Options to fuzz. Empty if option fuzzing is off.
    pub options: Vec<OptionInfo>,
    /// What makes the calls: a solver and its release, or a language. Messages about what is not
    /// supported name it.
    pub solver_label: String,
    /// The options with which the solver reads or writes files.
    pub files: FileOptions,
    /// Option values that are not drawn together.
    pub conflicts: Conflicts,
    /// The options that are relevant for features of runs, as places in `options`. Empty if nothing
    /// was learned.
    pub relevance: Relevance,
    /// Whether runs have plain names only.
    pub plain_names: bool,
    /// Whether the loaded library has recursive functions.
    pub recursion: bool,
    /// Whether it has codatatypes.
    pub codatatypes: bool,
    /// Whether it simplifies terms.
    pub simplifies: bool,
    /// Whether its runs have datatypes with arrays and sequences of themselves as fields.
    pub nested_datatypes: bool,
    /// Whether it may lack single sorts, values or terms of theories that it supports.
    pub gaps: bool,
    /// Kinds of sorts that are not allowed at some places.
    pub restrictions: Restrictions,
    /// Whether no variable may be bound twice on a path from a term to a leaf.
    pub no_shadowing: bool,
    /// Whether oracles check what the solver does.
    pub checks: bool,
    /// The odds of free, planted and refuted runs, and the lengths of runs.
    pub runs: Runs,
    /// For a trace of the C++ original: the options that the trace needs but does not set.
    pub foreign: Option<Options>,
}

impl Context {
    /// The action with this name in traces.
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
