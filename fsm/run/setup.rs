//! The setup of all runs, made from a wrapper, its library and a profile.

use crate::action::Action as _;
use crate::action::{Available, Context, ExtensionAction, FuzzedOptions, UserConfig};
use crate::actions::{ACTIONS, MkRecFun, Simplify, kinds_of};
use crate::machine::Machine;
use crate::op::Ops;
use crate::option::files::FileOptions;
use crate::profile::{Defect, OutOfScope, Profile};
use crate::solver::loaded::Loaded;
use crate::strategy::Mix;
use crate::theory::Theories;
use crate::wrapper::Wrapper;

/// The setup of all runs of a campaign or replay.
pub struct RunSetup {
    /// The operators, the options, and what the user asked for.
    pub context: Context,
    /// The machine.
    pub machine: Machine,
    /// The theories that runs may draw from.
    pub theories: Theories,
    /// The strategies that make runs.
    pub strategies: Mix,
}

impl RunSetup {
    /// Random walks over everything that the library supports and the profile allows. Option
    /// fuzzing is off.
    ///
    /// # Errors
    /// The profile has the weight of an action that does not exist.
    pub fn walks(
        wrapper: &dyn Wrapper,
        loaded: &dyn Loaded,
        profile: &Profile,
    ) -> Result<Self, String> {
        let context = Context::new(wrapper, loaded, profile);
        let weights = profile.weights.clone().into_iter().collect();
        let machine = Machine::new(wrapper.constants().actions, weights)?;
        Ok(Self {
            machine: machine.offering(wrapper.constants().actions, &context.available.extensions),
            theories: profile.theories(),
            strategies: Mix::walk(),
            context,
        })
    }
}

impl Context {
    /// The context for a wrapper and its library, as the profile restricts it. Option fuzzing is
    /// off.
    #[must_use]
    pub fn new(wrapper: &dyn Wrapper, loaded: &dyn Loaded, profile: &Profile) -> Self {
        let ops = Ops::with(wrapper.constants().ops);
        let supported = |op| loaded.supports(op) && !profile.excludes_op(ops.row(op).name);
        let extensions = wrapper.constants().actions.iter();
        let extensions = extensions.filter(|extension| loaded.offers(extension.action.name()));
        let mut restrictions = profile.places();
        restrictions.sorts = restrictions.sorts.union(loaded.missing_sorts());
        for op in ops.iter() {
            let name = ops.row(op).name;
            for (rules, kinds) in [
                (&mut restrictions.ops.kinds, profile.op_kinds(name)),
                (&mut restrictions.ops.closed, profile.closed_kinds(name)),
                (&mut restrictions.ops.constant, profile.constant_kinds(name)),
            ] {
                if !kinds.is_empty() {
                    rules.insert(op, kinds);
                }
            }
            if profile.takes_values(name) {
                restrictions.ops.values.insert(op);
            }
            let indices = profile.wrong_indices(name);
            if !indices.is_empty() {
                restrictions.ops.indices.insert(op, indices);
            }
        }
        let available = Available {
            ops: ops.iter().map(supported).collect(),
            extensions: extensions.copied().collect(),
            names: loaded.names(),
            missing_component: loaded.missing_component(),
            recursion: loaded.has_recursion(),
            codatatypes: loaded.has_codatatypes(),
            nested_datatypes: loaded.has_nested_datatypes(),
            simplifies: profile.weights.get(Simplify.name()) != Some(&0),
            gaps: loaded.has_gaps(),
        };
        Self {
            user: UserConfig::default(),
            solver_label: format!("{} {}", wrapper.name(), loaded.version())
                .trim_end()
                .to_owned(),
            ops,
            actions: ACTIONS,
            available,
            options: FuzzedOptions {
                files: FileOptions::refused(wrapper.file_options()),
                ..FuzzedOptions::default()
            },
            plain_names: false,
            restrictions,
            no_shadowing: profile.no_shadowing,
            checks: true,
            runs: profile.runs,
            foreign: None,
        }
    }

    /// Leaves out known defects: those of the solver, and those of the solvers that its oracles
    /// use.
    pub fn exclude_known_defects<'a>(&mut self, defects: impl IntoIterator<Item = &'a Defect>) {
        for defect in defects {
            self.available.exclude_ops(&self.ops, |row| {
                defect.is_of(row.name) || defect.theory == Some(row.theory)
            });
            self.exclude_wrong_sorts(defect);
        }
    }

    /// Leaves out the sorts that a known defect is of.
    pub fn exclude_wrong_sorts(&mut self, defect: &Defect) {
        let kinds = defect.theory.into_iter().flat_map(kinds_of);
        kinds.for_each(|kind| self.restrictions.sorts.insert(kind));
        self.restrictions.keep_formats(defect.right_formats());
    }

    /// Leaves out the operators, actions, options and names about which the maintainers of the
    /// solver do not accept reports. The theories of runs are chosen elsewhere.
    pub fn exclude_out_of_scope(&mut self, parts: &[OutOfScope]) {
        for part in parts {
            let available = &mut self.available;
            available.exclude_ops(&self.ops, |row| {
                part.operators.iter().any(|name| name == row.name)
            });
            let name = |extension: &ExtensionAction| extension.action.name();
            available
                .extensions
                .retain(|extension| !part.has_action(name(extension)));
            available.recursion &= !part.has_action(MkRecFun.name());
            available.codatatypes &= !part.codatatypes;
            self.options
                .all
                .retain(|option| !part.has_option(&option.name));
            self.plain_names |= part.unusual_names;
        }
    }
}
