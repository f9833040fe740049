//! What is the same in all runs of a campaign or replay on one solver.

use super::Action;
use super::machine_state::MachineState;
use super::user_config::UserConfig;
use crate::op::{Op, OpRow, Ops};
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

/// What the solver has: what the loaded library has, without what the profile excludes.
pub struct Available {
    /// For each operator, whether it is there.
    pub ops: Vec<bool>,
    /// The extension actions.
    pub extensions: Vec<ExtensionAction>,
    /// The names that the loaded library has and that arguments of extension actions may contain.
    /// `None` if any name may be there, as without a library.
    pub names: Option<LibraryNames>,
    /// A component that the loaded library was built without, and the theory that needs it.
    pub missing_component: Option<(Theory, &'static str)>,
    /// Whether there are recursive functions.
    pub recursion: bool,
    /// Whether there are codatatypes.
    pub codatatypes: bool,
    /// Whether datatypes may have arrays and sequences of themselves as fields.
    pub nested_datatypes: bool,
    /// Whether the solver simplifies terms.
    pub simplifies: bool,
    /// Whether the library may lack single sorts, values or terms of theories that it supports.
    pub gaps: bool,
}

impl Available {
    /// Excludes the operators for which this holds.
    pub fn exclude_ops(&mut self, ops: &Ops, is_excluded: impl Fn(&OpRow) -> bool) {
        for (op, is_there) in ops.iter().zip(&mut self.ops) {
            *is_there &= !is_excluded(ops.row(op));
        }
    }
}

/// The options of the loaded library that runs fuzz, and what is known about its options.
#[derive(Default)]
pub struct FuzzedOptions {
    /// The options. Empty if option fuzzing is off.
    pub all: Vec<OptionInfo>,
    /// The options with which the solver reads or writes files.
    pub files: FileOptions,
    /// Option values that are not drawn together.
    pub conflicts: Conflicts,
    /// The options that are relevant for features of runs, as places in `all`. Empty if nothing was
    /// learned.
    pub relevance: Relevance,
}

impl FuzzedOptions {
    /// Whether an option with this name is fuzzed.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.all.iter().any(|option| option.name == name)
    }
}

/// What is the same in all runs of a campaign or replay on one solver: what the user asked for, and
/// what the solver and its profile allow.
pub struct Context {
    /// The user configuration.
    pub user: UserConfig,
    /// What makes the calls: a solver and its release, or a language. Messages about what is not
    /// supported name it.
    pub solver_label: String,
    /// The operators of the base table and the extension operators of the solver.
    pub ops: Ops,
    /// The actions that all solvers share.
    pub actions: &'static [&'static dyn Action],
    /// What the solver has of them, and of other things.
    pub available: Available,
    /// The options to fuzz.
    pub options: FuzzedOptions,
    /// Whether runs have plain names only.
    pub plain_names: bool,
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
        let extensions = self.available.extensions.iter();
        let extensions = extensions.map(|extension| extension.action);
        let mut all = self.actions.iter().copied().chain(extensions);
        all.find(|action| action.name() == name)
    }

    /// Whether the loaded library has `op`.
    #[must_use]
    pub fn supports(&self, op: Op) -> bool {
        self.available.ops.get(op.index()).copied().unwrap_or(false)
    }
}
