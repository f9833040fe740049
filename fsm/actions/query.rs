//! Queries: `get-value`, `get-assertions`, `get-statistics`, `get-unsat-core`,
//! `get-unsat-assumptions` and `print-model`.

use crate::action::{
    Action, ActionRow, Arg, Args, Call, Context, Effect, Ids, Invalid, Pick, Role, Run, Validity,
    live,
};
use crate::arguments;
use crate::solver::{Answer, Result, TermId};
use crate::sort::{SortId, SortKind};
use crate::state::InstanceState;
use smallvec::{SmallVec, smallvec};

/// Checks that the last check had this answer, and that nothing has changed since.
///
/// # Errors
/// The last check had another answer.
pub fn after(state: &InstanceState, wanted: Answer) -> Validity {
    live(state)?;
    match &state.checks.last {
        Some(last) if last.answer == wanted => Ok(()),
        _ => Err(Invalid::NotNow(format!(
            "there is no '{}' before it",
            wanted.name()
        ))),
    }
}

/// Draws a closed term that is not a function.
fn closed_term(cx: &mut Pick<'_>) -> Option<TermId> {
    let sorts: Vec<SortId> = cx
        .state
        .sorts
        .iter()
        .filter(|(id, sort)| {
            let kind = sort.kind();
            kind != SortKind::Fun
                && !cx.context.restrictions.places.get_value.has(kind)
                && !cx.state.pool(*id).is_empty()
        })
        .map(|(id, _)| id)
        .collect();
    let term = cx.state.pool(*cx.rng.pick(&sorts)?).pick(cx.rng)?;
    cx.state.term(term)?.free.is_empty().then_some(term)
}

/// `get-value`.
pub struct GetValue;

arguments! {
    /// What `get-value` takes.
    GetValue => GetValueArgs<'c> {
        /// The terms whose values are asked for.
        terms: Terms,
    }
}

impl Action for GetValue {
    fn row(&self) -> ActionRow {
        ActionRow {
            params: Self::PARAMS,
            searches: true,
            needed_option: Some("produce-models"),
            ..ActionRow::new("get-value", Role::Query)
        }
    }

    fn pick(&self, cx: &mut Pick<'_>) -> Option<(Args, Ids)> {
        self.valid_now(cx.state).ok()?;
        let count = 1 + cx.rng.index(5);
        let terms: SmallVec<[TermId; 4]> = (0..count).filter_map(|_| closed_term(cx)).collect();
        (!terms.is_empty()).then(|| (smallvec![Arg::Terms(terms)], Ids::default()))
    }

    fn valid_now(&self, state: &InstanceState) -> Validity {
        self.row().option_is_on(state)?;
        after(state, Answer::Sat)
    }

    fn valid_args(&self, state: &InstanceState, call: &Call, _: &Context) -> Validity {
        let closed = |id: &TermId| state.term(*id).is_some_and(|t| t.free.is_empty());
        if let Some(open) = Self::args(call)?.terms.iter().find(|t| !closed(t)) {
            return Invalid::wrong(format!("{open} has free variables"));
        }
        Ok(())
    }

    fn run(&self, cx: &mut Run<'_>, call: &Call) -> Result<Effect> {
        let terms = Self::args(call)?.terms;
        let values = cx.solver()?.get_value(terms)?;
        Ok(Effect::Values(terms.iter().copied().zip(values).collect()))
    }

    fn apply(&self, state: &mut InstanceState, call: &Call, _: &Effect, _: &Context) {
        for term in Self::args(call).map_or(&[][..], |args| args.terms) {
            state.terms.mark_used(*term);
        }
    }
}

/// Asks for the counters of the instance, see
/// [`Solver::counters`](crate::solver::Solver::counters). In SMT-LIB it is
/// `(get-info :all-statistics)`.
pub struct GetStatistics;

impl Action for GetStatistics {
    fn row(&self) -> ActionRow {
        ActionRow::new("get-statistics", Role::Query)
    }

    fn run(&self, cx: &mut Run<'_>, _: &Call) -> Result<Effect> {
        Ok(Effect::Counters(cx.solver()?.counters()?))
    }

    fn apply(&self, state: &mut InstanceState, _: &Call, effect: &Effect, _: &Context) {
        if let Effect::Counters(counters) = effect {
            state.counters.clone_from(counters);
        }
    }
}

/// `get-assertions`.
pub struct GetAssertions;

impl Action for GetAssertions {
    fn row(&self) -> ActionRow {
        ActionRow {
            searches: true,
            ..ActionRow::new("get-assertions", Role::Query)
        }
    }

    fn run(&self, cx: &mut Run<'_>, _: &Call) -> Result<Effect> {
        Ok(Effect::Assertions(cx.solver()?.get_assertions()?))
    }
}

/// `get-unsat-core`.
pub struct GetUnsatCore;

impl Action for GetUnsatCore {
    fn row(&self) -> ActionRow {
        ActionRow {
            searches: true,
            needed_option: Some("produce-unsat-cores"),
            ..ActionRow::new("get-unsat-core", Role::Query)
        }
    }

    fn valid_now(&self, state: &InstanceState) -> Validity {
        self.row().option_is_on(state)?;
        after(state, Answer::Unsat)
    }

    fn run(&self, cx: &mut Run<'_>, _: &Call) -> Result<Effect> {
        Ok(Effect::Core(cx.solver()?.get_unsat_core()?))
    }

    fn apply(&self, state: &mut InstanceState, _: &Call, effect: &Effect, _: &Context) {
        if let (Some(last), Effect::Core(core)) = (&mut state.checks.last, effect) {
            last.core = Some(core.clone());
        }
    }
}

/// `get-unsat-assumptions`.
pub struct GetUnsatAssumptions;

impl Action for GetUnsatAssumptions {
    fn row(&self) -> ActionRow {
        ActionRow {
            searches: true,
            needed_option: Some("produce-unsat-assumptions"),
            ..ActionRow::new("get-unsat-assumptions", Role::Query)
        }
    }

    fn valid_now(&self, state: &InstanceState) -> Validity {
        self.row().option_is_on(state)?;
        after(state, Answer::Unsat)?;
        if state.checks.last.as_ref().is_some_and(|last| last.assuming) {
            return Ok(());
        }
        Invalid::wrong("the last check had no assumptions")
    }

    fn run(&self, cx: &mut Run<'_>, _: &Call) -> Result<Effect> {
        Ok(Effect::Assumptions(cx.solver()?.get_unsat_assumptions()?))
    }

    fn apply(&self, state: &mut InstanceState, _: &Call, effect: &Effect, _: &Context) {
        if let (Some(last), Effect::Assumptions(failed)) = (&mut state.checks.last, effect) {
            last.failed = Some(failed.clone());
        }
    }
}

/// `get-model`, printed.
pub struct PrintModel;

impl Action for PrintModel {
    fn row(&self) -> ActionRow {
        ActionRow {
            searches: true,
            needed_option: Some("produce-models"),
            ..ActionRow::new("print-model", Role::Query)
        }
    }

    fn valid_now(&self, state: &InstanceState) -> Validity {
        self.row().option_is_on(state)?;
        after(state, Answer::Sat)
    }

    fn run(&self, cx: &mut Run<'_>, _: &Call) -> Result<Effect> {
        cx.solver()?.print_model()?;
        Ok(Effect::Done)
    }
}
