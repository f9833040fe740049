//! An action that only the toy has. It is an example of an asserting action: `--check`, the
//! minimizer and the statistics know its role, and not its name.

use super::bugs::Bug;
use super::instance::Instance;
use murxla_fsm::action::{
    Action, ActionRow, Arg, Args, Call, Context, Effect, ExtensionAction, Ids, MachineState, Pick,
    Role, Run, Validity,
};
use murxla_fsm::actions::{may_assert, may_check, some_formula};
use murxla_fsm::arguments;
use murxla_fsm::solver::{Error, Result, TermId};
use murxla_fsm::state::InstanceState;
use smallvec::{SmallVec, smallvec};

/// The actions that only the toy has. A profile must raise the weight, because no other solver can
/// replay runs with this action.
pub(super) const ACTIONS: &[ExtensionAction] = &[ExtensionAction {
    action: &AssertAll,
    states: &[(MachineState::Assert, 0)],
    needs: &[],
}];

/// Asserts several formulas with one call.
struct AssertAll;

arguments! {
    /// What `toy-assert-all` takes.
    AssertAll => AssertAllArgs<'c> {
        /// The formulas.
        formulas: Terms,
    }
}

impl Action for AssertAll {
    fn row(&self) -> ActionRow {
        ActionRow {
            params: Self::PARAMS,
            ..ActionRow::new("toy-assert-all", Role::Assert)
        }
    }

    fn pick(&self, cx: &mut Pick<'_>) -> Option<(Args, Ids)> {
        may_check(cx.state).ok()?;
        let count = 1 + cx.rng.index(3);
        let formulas = (0..count).map(|_| some_formula(cx));
        let formulas: Option<SmallVec<[TermId; 4]>> = formulas.collect();
        Some((smallvec![Arg::Terms(formulas?)], Ids::default()))
    }

    fn valid_args(&self, state: &InstanceState, call: &Call, _: &Context) -> Validity {
        let formulas = Self::args(call)?.formulas;
        formulas.iter().try_for_each(|id| may_assert(state, *id))
    }

    fn run(&self, cx: &mut Run<'_>, call: &Call) -> Result<Effect> {
        let solver = cx.solver()?;
        let instance = solver.as_any().downcast_mut::<Instance>();
        let instance = instance.ok_or_else(|| Error::Unsupported(self.name().to_owned()))?;
        instance.assert_all(Self::args(call)?.formulas)?;
        Ok(Effect::Done)
    }

    fn apply(&self, state: &mut InstanceState, call: &Call, _: &Effect, _: &Context) {
        if let Ok(AssertAllArgs { formulas }) = Self::args(call) {
            for formula in formulas {
                state.assert(*formula);
            }
        }
    }
}

impl Instance {
    /// Asserts formulas. The bug `assert-all` forgets the last one of several.
    fn assert_all(&mut self, formulas: &[TermId]) -> Result {
        let mut formulas = self.formulas(formulas)?;
        if self.bug == Bug::AssertAll && formulas.len() > 1 {
            formulas.pop();
        }
        for formula in formulas {
            self.assertions.add(formula);
        }
        self.last = None;
        Ok(())
    }
}
