//! Actions: what can be done to a solver, one small type each.
//!
//! An action *picks* arguments (it sees the model and draws randomness, never a solver) or is
//! *run* (it sees the solver and draws nothing); what it did is *applied* to the model. Its
//! parameter types are its schema: it has no print or parse code of its own.

mod children;
mod datatype;
mod function;
mod instance;
mod instantiate_sort;
mod levels;
mod mk_const;
mod mk_fun;
mod mk_sort;
mod mk_term;
mod mk_value;
mod operands;
mod pattern;
mod query;
mod recursion;
mod setup;
mod simplify;
mod solve;
mod tuple;

pub use children::TermGetChildren;
pub use instance::{Delete, New, Reset, ResetAssertions};
pub use instantiate_sort::InstantiateSort;
pub use levels::{Pop, Push};
pub use mk_const::{MkConst, MkVar};
pub use mk_fun::MkFun;
pub use mk_sort::MkSort;
pub(crate) use mk_term::application;
pub use mk_term::{MkTerm, apply_any, apply_op, apply_to, retype};
pub use mk_value::{MkSpecialValue, MkValue};
pub use operands::MissingArgs;
pub(crate) use operands::{may_stand, quantify};
pub(crate) use pattern::may_be_pattern;
pub use query::{
    GetAssertions, GetUnsatAssumptions, GetUnsatCore, GetValue, PrintModel, after, needs_option,
};
pub use recursion::{DefineFunsRec, MkRecFun};
pub use setup::{SetLogic, SetOption, logic_name};
pub use simplify::{Simplify, add_equal, no_function};
pub use solve::{AssertFormula, CheckSat, CheckSatAssuming, may_check, some_formula};

use crate::op::{Linear, Op, Ops};
use crate::option::{Conflicts, OptionInfo};
use crate::profile::{Defect, Profile, Restrictions, Runs};
use crate::rng::Rng;
use crate::solver::{Answer, Result, Solver, TermId};
use crate::state::{InstanceState, Options};
use crate::swarm::SwarmConfig;
use crate::trace::{Args, Call, Ids, Param, Returns, write_value};
use crate::value::Value;
use crate::wrapper::{ExtensionAction, Loaded, Wrapper};
use num_traits::Zero;
use std::fmt::Write as _;

/// All actions, in the order in which they are listed to users.
pub const ACTIONS: &[&dyn Action] = &[
    &New,
    &Delete,
    &Reset,
    &ResetAssertions,
    &SetLogic,
    &SetOption,
    &MkSort,
    &InstantiateSort,
    &MkConst,
    &MkVar,
    &MkValue,
    &MkSpecialValue,
    &MkTerm,
    &MkFun,
    &MkRecFun,
    &DefineFunsRec,
    &TermGetChildren,
    &Simplify,
    &AssertFormula,
    &CheckSat,
    &CheckSatAssuming,
    &Push,
    &Pop,
    &GetValue,
    &GetAssertions,
    &GetUnsatCore,
    &GetUnsatAssumptions,
    &PrintModel,
];

/// What holds for all runs of a campaign or replay on one solver.
#[derive(Debug)]
pub struct Context {
    /// The operators, base and the wrapper's own.
    pub ops: Ops,
    /// The actions of this solver alone that the loaded library has.
    pub actions: Vec<ExtensionAction>,
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
    /// What a profile leaves of a wrapper's operators and of those that its library has. Option
    /// fuzzing is off.
    #[must_use]
    pub fn new(wrapper: &dyn Wrapper, loaded: &dyn Loaded, profile: &Profile) -> Self {
        let ops = Ops::with(wrapper.ops());
        let supported = |op| loaded.supports(op) && !profile.excludes_op(ops.row(op).name);
        let own = wrapper.actions().iter();
        let own = own.filter(|own| loaded.offers(own.action.name()));
        let mut restrictions = profile.places();
        for op in ops.iter() {
            let name = ops.row(op).name;
            for (rules, kinds) in [
                (&mut restrictions.ops, profile.op_kinds(name)),
                (&mut restrictions.closed, profile.closed_kinds(name)),
                (&mut restrictions.constant, profile.constant_kinds(name)),
            ] {
                if !kinds.is_empty() {
                    rules.insert(op, kinds);
                }
            }
            if profile.takes_values(name) {
                restrictions.value_arguments.insert(op);
            }
        }
        Self {
            actions: own.copied().collect(),
            supported: ops.iter().map(supported).collect(),
            ops,
            recursion: loaded.has_recursion(),
            codatatypes: loaded.has_codatatypes(),
            forced: Vec::new(),
            options: Vec::new(),
            conflicts: Conflicts::default(),
            restrictions,
            no_shadowing: profile.no_shadowing,
            checks: true,
            explain: false,
            runs: profile.runs,
            linear: false,
            foreign: None,
        }
    }

    /// Leaves out what releases are known to get wrong: that of the solver, and those of its judges.
    pub fn exclude_known_defects<'a>(&mut self, defects: impl IntoIterator<Item = &'a Defect>) {
        for defect in defects {
            for (op, supported) in self.ops.iter().zip(&mut self.supported) {
                let row = self.ops.row(op);
                *supported &= !defect.is_of(row.name) && defect.theory() != Some(row.theory);
            }
            let kinds = { defect.theory().into_iter() }.flat_map(mk_sort::kinds_of);
            kinds.for_each(|kind| self.restrictions.sorts.insert(kind));
            self.restrictions.keep_formats(defect.right_formats());
        }
    }

    /// The action of this trace name.
    #[must_use]
    pub fn action(&self, name: &str) -> Option<&'static dyn Action> {
        let own = self.actions.iter().map(|own| own.action);
        let mut all = ACTIONS.iter().copied().chain(own);
        all.find(|action| action.name() == name)
    }

    /// Which arguments of `op` must be values, if any: the profile may say so, or the run that its arithmetic is linear.
    #[must_use]
    pub fn literals(&self, op: Op, swarm: &SwarmConfig) -> Option<Literals> {
        if self.restrictions.value_arguments.contains(&op) {
            return Some(Literals {
                first: 0,
                nonzero: false,
            });
        }
        let signature = self.ops.signature(op);
        let linear = signature.linear;
        let must_be = matches!(linear, Linear::Product | Linear::Quotient) && swarm.linear;
        (signature.literal || must_be).then_some(Literals {
            first: 1,
            nonzero: must_be && linear == Linear::Quotient,
        })
    }

    /// Whether the loaded library has `op`.
    #[must_use]
    pub fn supports(&self, op: Op) -> bool {
        self.supported.get(op.index()).copied().unwrap_or(false)
    }
}

/// Arguments that must be values.
#[derive(Clone, Copy, Debug)]
pub struct Literals {
    /// From which argument on.
    pub first: usize,
    /// Other values than zero.
    nonzero: bool,
}

impl Literals {
    /// Whether it may be this one.
    #[must_use]
    pub fn take(self, value: &Value) -> bool {
        !self.nonzero
            || match value {
                Value::Int(number) => !number.is_zero(),
                Value::Real(number) => !number.is_zero(),
                _ => true,
            }
    }
}

/// What terms are picked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// Anything.
    Explore,
    /// To bring what has been built into closed formulas.
    Close,
}

/// What an action may see while it picks.
pub struct Pick<'a> {
    /// The state of the instance.
    pub state: &'a InstanceState,
    /// The run's draws.
    pub rng: &'a mut Rng,
    /// The run's taste.
    pub swarm: &'a SwarmConfig,
    /// The campaign's settings.
    pub context: &'a Context,
    /// What terms are picked for.
    pub goal: Goal,
    /// What an operator lacked that was to be applied.
    pub missing_args: &'a mut Option<MissingArgs>,
}

/// What an action may see while it runs.
pub struct Run<'a> {
    /// The solver's library.
    pub loaded: &'a dyn Loaded,
    /// The open instance, if there is one.
    pub solver: &'a mut Option<Box<dyn Solver>>,
    /// The state before the call.
    pub state: &'a InstanceState,
    /// The campaign's settings.
    pub context: &'a Context,
}

impl Run<'_> {
    /// The open instance.
    ///
    /// # Errors
    /// If there is none; `Action::valid` excludes it.
    pub fn solver(&mut self) -> Result<&mut Box<dyn Solver>> {
        self.solver
            .as_mut()
            .ok_or_else(|| crate::solver::Error::Rejected("there is no instance".to_owned()))
    }
}

/// What a call resulted in, beyond the ids that it names.
#[derive(Clone, PartialEq, Debug)]
pub enum Effect {
    /// Nothing.
    Done,
    /// An option was refused.
    Refused(String),
    /// The answer of a check.
    Answer(Answer),
    /// Values, in the order of the terms asked for.
    Values(Vec<Option<Value>>),
    /// An unsatisfiable core.
    Core(Vec<TermId>),
    /// Unsatisfiable assumptions.
    Assumptions(Vec<TermId>),
    /// The number of assertions.
    Assertions(usize),
    /// What the solver says of some formulas in another way than by a check of its assertions: an action of its
    /// own solved them.
    Claim {
        /// The formulas.
        formulas: Vec<TermId>,
        /// What it says of all of them together.
        answer: Answer,
        /// In which way, for readers of the trace.
        by: String,
    },
}

/// The note on an option that was refused begins with this word.
pub const REFUSED: &str = "refused";

impl Effect {
    /// What the trace notes about it, one note a line, without the marker.
    #[must_use]
    pub fn notes(&self, call: &Call) -> Vec<String> {
        let list = |word: &str, terms: &[TermId]| {
            let mut text = word.to_owned();
            for term in terms {
                let written = write!(text, " {term}");
                debug_assert!(written.is_ok(), "writing into a String does not fail");
            }
            vec![text]
        };
        match self {
            Effect::Done => Vec::new(),
            Effect::Refused(reason) => {
                let first = reason.lines().next().unwrap_or("");
                vec![format!("{REFUSED} {first}")]
            }
            Effect::Answer(answer) => vec![answer.name().to_owned()],
            Effect::Values(values) => {
                let terms = call.terms(0).iter();
                // Readers of notes make the values again, which takes literals.
                let known = terms.zip(values).filter_map(|(term, value)| {
                    Some((term, value.as_ref().filter(|value| value.is_literal())?))
                });
                known
                    .map(|(term, value)| {
                        let mut text = format!("value {term}");
                        write_value(&mut text, value);
                        text
                    })
                    .collect()
            }
            Effect::Core(terms) => list("unsat-core", terms),
            Effect::Assumptions(terms) => list("unsat-assumptions", terms),
            Effect::Assertions(count) => vec![format!("assertions {count}")],
            Effect::Claim {
                formulas,
                answer,
                by,
            } => {
                let mut notes = list(&format!("solved {}", answer.name()), formulas);
                notes[0].push_str(&format!(" by {by}"));
                notes
            }
        }
    }
}

/// Why a call cannot be made in the present state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Invalid {
    /// It is wrong: ill-sorted, or not possible at this place in any run.
    Wrong(String),
    /// It depends on an answer that was another one this time, such as `get-value` after `unsat`.
    NotNow(String),
}

impl Invalid {
    /// A wrong call.
    pub fn wrong<T>(message: impl Into<String>) -> std::result::Result<T, Self> {
        Err(Invalid::Wrong(message.into()))
    }
}

/// Whether a call may be made.
pub type Validity = std::result::Result<(), Invalid>;

/// What an action does for a run. Components that treat some calls differently, such as the minimizer, the
/// statistics and `--check`, decide by the role, so that a new action needs no change there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Role {
    /// Opens an instance.
    Open,
    /// Sets the logic or an option.
    Configure,
    /// Declares or defines sorts, constants, variables or functions.
    Declare,
    /// Builds a term.
    Build,
    /// Asserts the formulas that are its arguments.
    Assert,
    /// Checks satisfiability; its arguments are assumptions.
    Check,
    /// Asks for something and leaves the assertions as they are.
    Query,
    /// Opens levels.
    Push,
    /// Closes levels.
    Pop,
    /// Removes all assertions and levels; sorts and terms stay.
    ClearAssertions,
    /// Makes the instance as new.
    Reset,
    /// Closes the instance.
    Close,
}

impl Role {
    /// Whether the sorts and terms made before cannot be used behind it.
    #[must_use]
    pub fn ends_instance(self) -> bool {
        matches!(self, Role::Reset | Role::Close)
    }

    /// Whether the assertions and levels before it do not count behind it.
    #[must_use]
    pub fn drops_assertions(self) -> bool {
        matches!(
            self,
            Role::Open | Role::ClearAssertions | Role::Reset | Role::Close
        )
    }
}

/// Something that can be done to a solver.
pub trait Action: Sync {
    /// The name in traces, `mk-term`.
    fn name(&self) -> &'static str;

    /// What it does for a run.
    fn role(&self) -> Role;

    /// The types of the arguments; none, if it does not say.
    fn params(&self) -> &'static [Param] {
        &[]
    }

    /// What it returns.
    fn returns(&self) -> Returns {
        Returns::Nothing
    }

    /// Whether the term that it returns is equal to its first argument in every model: the scheme `simplify` then
    /// looks for one that tells them apart.
    fn returns_equal(&self) -> bool {
        false
    }

    /// Whether it may take long: it searches, uses the result of a search, or preprocesses what was asserted. It may be
    /// interrupted, and a limit that it hits means nothing by itself.
    fn searches(&self) -> bool {
        false
    }

    /// Chooses arguments for a call that is valid now; `None` if there is none, or none was found
    /// cheaply. An action without arguments may be made whenever there is an instance, if it does not say.
    fn pick(&self, cx: &mut Pick<'_>) -> Option<(Args, Ids)> {
        let free = self.params().is_empty() && cx.state.live;
        free.then(Default::default)
    }

    /// Whether a call from a trace may be made now. A call that was picked is always valid.
    ///
    /// # Errors
    /// Why not.
    fn valid(&self, state: &InstanceState, call: &Call, context: &Context) -> Validity {
        let _ = (call, context);
        live(state)
    }

    /// Makes the call.
    ///
    /// # Errors
    /// What the solver says.
    fn run(&self, cx: &mut Run<'_>, call: &Call) -> Result<Effect>;

    /// Brings the model up to date.
    fn apply(&self, state: &mut InstanceState, call: &Call, effect: &Effect, context: &Context) {
        let _ = (state, call, effect, context);
    }
}

/// An instance must exist.
///
/// # Errors
/// That there is none.
pub fn live(state: &InstanceState) -> Validity {
    if state.live {
        return Ok(());
    }
    Invalid::wrong("there is no solver instance: 'new' is missing")
}

/// The symbol of the next declaration, with a prefix that tells its kind.
pub(crate) fn symbol(state: &InstanceState, prefix: &str) -> Box<str> {
    format!("_{prefix}{}", state.symbol()).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique() {
        for action in ACTIONS {
            let same = ACTIONS.iter().filter(|a| a.name() == action.name());
            assert_eq!(same.count(), 1, "{}", action.name());
        }
    }
}
