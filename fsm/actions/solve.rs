//! `assert-formula`, `check-sat` and `check-sat-assuming`.

use crate::action::{
    Action, ActionRow, Arg, Args, Call, Context, Effect, Ids, Invalid, Pick, Role, Run, Validity,
    live,
};
use crate::arguments;
use crate::settings::swarm::Intent;
use crate::solver::{Result, TermId};
use crate::sort::Sort;
use crate::state::InstanceState;
use smallvec::{SmallVec, smallvec};

/// Draws a closed formula that the run may assert.
pub fn some_formula(cx: &mut Pick<'_>) -> Option<TermId> {
    formula(cx, 100)
}

/// Draws a closed formula. Formulas that have not been used are preferred. If none was drawn,
/// `again` is the chance in percent to draw one that has been used. In a planted run, the formula
/// is true under the hidden assignment.
fn formula(cx: &mut Pick<'_>, again: u32) -> Option<TermId> {
    let pool = cx.state.pool(cx.state.sorts.find(&Sort::Bool)?);
    let planted = cx.swarm.intent == Intent::Planted;
    let interesting = |id: &TermId| {
        let term = cx.state.term(*id);
        term.is_some_and(|t| t.free.is_empty() && !t.is_value())
            && !(planted && cx.state.truth(*id) != Some(true))
    };
    let among = |terms: &[TermId]| -> SmallVec<[TermId; 32]> {
        terms.iter().copied().filter(interesting).collect()
    };
    let results = cx.state.terms.unused_formulas();
    if !results.is_empty() && cx.rng.chance(90) {
        if !planted {
            return cx.rng.pick(results).copied();
        }
        if let Some(result) = cx.rng.pick(&among(results)) {
            return Some(*result);
        }
    }
    let roots = among(pool.roots());
    if !roots.is_empty() && cx.rng.chance(50) {
        return cx.rng.pick(&roots).copied();
    }
    if !cx.rng.chance(again) {
        return None;
    }
    cx.rng.pick(&among(pool.all())).copied()
}

/// Checks that a check is allowed. An instance that is not incremental allows one check only.
///
/// # Errors
/// A second check of such an instance.
pub fn may_check(state: &InstanceState) -> Validity {
    if state.checks.count > 0 && !state.options.incremental {
        return Invalid::wrong("a second check needs the option 'incremental'");
    }
    Ok(())
}

/// Checks that a term may be asserted or assumed: it is a closed formula, and each recursive
/// function has a definition.
///
/// # Errors
/// The sort of the term, its free variables, or the recursive function.
pub fn may_assert(state: &InstanceState, id: TermId) -> Validity {
    if state.is_formula(id) {
        return Ok(());
    }
    Invalid::wrong(match (state.undefined_function(), state.term(id)) {
        (Some(function), _) => format!("the recursive function {function} has no definition yet"),
        (None, Some(term)) if !term.free.is_empty() => format!("{id} contains free variables"),
        (None, Some(term)) if !term.is_part() => {
            let sort = state.sorts.view(term.sort);
            format!("{id} has sort {sort}, but Bool is expected")
        }
        (None, _) => format!("{id} is not a term"),
    })
}

/// Updates the state after a check. `assumptions` is `None` for a check without assumptions.
fn answered(state: &mut InstanceState, effect: &Effect, assumptions: Option<&[TermId]>) {
    state.checks.count += 1;
    if let Effect::Answer(answer) = effect {
        state.answer(*answer, assumptions);
    }
}

/// `assert`.
pub struct AssertFormula;

arguments! {
    /// What `assert-formula` takes.
    AssertFormula => AssertFormulaArgs {
        /// The formula.
        formula: Term,
    }
}

impl Action for AssertFormula {
    fn row(&self) -> ActionRow {
        ActionRow {
            params: Self::PARAMS,
            searches: true,
            ..ActionRow::new("assert-formula", Role::Assert)
        }
    }

    fn pick(&self, cx: &mut Pick<'_>) -> Option<(Args, Ids)> {
        // After the assertion a check must be possible.
        may_check(cx.state).ok()?;
        // If formulas that occur in others are asserted too, most problems are trivially
        // unsatisfiable.
        Some((smallvec![Arg::Term(formula(cx, 20)?)], Ids::default()))
    }

    fn valid_args(&self, state: &InstanceState, call: &Call, _: &Context) -> Validity {
        may_assert(state, Self::args(call)?.formula)
    }

    fn run(&self, cx: &mut Run<'_>, call: &Call) -> Result<Effect> {
        let formula = Self::args(call)?.formula;
        cx.solver()?.assert_formula(formula)?;
        Ok(Effect::Done)
    }

    fn apply(&self, state: &mut InstanceState, call: &Call, _: &Effect, _: &Context) {
        if let Ok(AssertFormulaArgs { formula }) = Self::args(call) {
            state.assert(formula);
        }
    }
}

/// `check-sat`.
pub struct CheckSat;

impl Action for CheckSat {
    fn row(&self) -> ActionRow {
        ActionRow {
            searches: true,
            ..ActionRow::new("check-sat", Role::Check)
        }
    }

    fn pick(&self, cx: &mut Pick<'_>) -> Option<(Args, Ids)> {
        self.valid_now(cx.state).ok()?;
        // The same check again is only seldom of interest.
        if cx.state.checks.last.is_some() && cx.rng.chance(80) {
            return None;
        }
        Some(Default::default())
    }

    fn valid_now(&self, state: &InstanceState) -> Validity {
        live(state)?;
        may_check(state)
    }

    fn run(&self, cx: &mut Run<'_>, _: &Call) -> Result<Effect> {
        Ok(Effect::Answer(cx.solver()?.check_sat()?))
    }

    fn apply(&self, state: &mut InstanceState, _: &Call, effect: &Effect, _: &Context) {
        answered(state, effect, None);
    }
}

/// `check-sat-assuming`. The assumptions may be any closed formulas.
pub struct CheckSatAssuming;

arguments! {
    /// What `check-sat-assuming` takes.
    CheckSatAssuming => CheckSatAssumingArgs<'c> {
        /// The formulas that are assumed for this check.
        assumptions: Terms,
    }
}

impl Action for CheckSatAssuming {
    fn row(&self) -> ActionRow {
        ActionRow {
            params: Self::PARAMS,
            searches: true,
            needed_option: Some("incremental"),
            ..ActionRow::new("check-sat-assuming", Role::Check)
        }
    }

    fn pick(&self, cx: &mut Pick<'_>) -> Option<(Args, Ids)> {
        self.valid_now(cx.state).ok()?;
        let count = 1 + cx.rng.weighted([8, 4, 2, 1, 1].into_iter())?;
        let terms: Option<SmallVec<_>> = (0..count).map(|_| formula(cx, 100)).collect();
        Some((smallvec![Arg::Terms(terms?)], Ids::default()))
    }

    fn valid_args(&self, state: &InstanceState, call: &Call, _: &Context) -> Validity {
        let assumptions = Self::args(call)?.assumptions;
        assumptions.iter().try_for_each(|id| may_assert(state, *id))
    }

    fn run(&self, cx: &mut Run<'_>, call: &Call) -> Result<Effect> {
        let assumptions = Self::args(call)?.assumptions;
        Ok(Effect::Answer(
            cx.solver()?.check_sat_assuming(assumptions)?,
        ))
    }

    fn apply(&self, state: &mut InstanceState, call: &Call, effect: &Effect, _: &Context) {
        let assumptions = Self::args(call).map_or(&[][..], |args| args.assumptions);
        for term in assumptions {
            state.terms.mark_used(*term);
        }
        answered(state, effect, Some(assumptions));
    }
}
