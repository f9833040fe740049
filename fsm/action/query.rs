//! What can be asked after a check: `get-value`, `get-assertions`, `get-unsat-core`,
//! `get-unsat-assumptions` and `print-model`.

use super::{Action, Context, Effect, Invalid, Pick, Run, Validity, live};
use crate::model::Model;
use crate::solver::{Answer, Result, TermId};
use crate::sort::{SortId, SortKind};
use crate::trace::{Arg, Args, Call, Ids, Param};
use smallvec::{SmallVec, smallvec};

/// The last check must have had this answer, with nothing changed since.
///
/// # Errors
/// That it had another one.
pub fn after(model: &Model, wanted: Answer) -> Validity {
    live(model)?;
    match &model.last {
        Some(last) if last.answer == wanted => Ok(()),
        _ => Err(Invalid::NotNow(format!(
            "there is no '{}' before it",
            wanted.name()
        ))),
    }
}

/// An option that means the same to all solvers must be on.
///
/// # Errors
/// That it is not.
pub fn needs_option(on: bool, name: &str) -> Validity {
    if on {
        return Ok(());
    }
    Invalid::wrong(format!("needs the option '{name}'"))
}

/// A closed term of any sort but functions.
fn closed_term(cx: &mut Pick<'_>) -> Option<TermId> {
    let sorts: Vec<SortId> = cx
        .model
        .sorts
        .iter()
        .filter(|(id, sort)| {
            let kind = sort.kind();
            kind != SortKind::Fun
                && !cx.context.restrictions.get_value.has(kind)
                && !cx.model.pool(*id).is_empty()
        })
        .map(|(id, _)| id)
        .collect();
    let term = cx.model.pool(*cx.rng.pick(&sorts)?).pick(cx.rng)?;
    cx.model.term(term)?.free.is_empty().then_some(term)
}

/// `get-value`.
pub struct GetValue;

impl Action for GetValue {
    fn name(&self) -> &'static str {
        "get-value"
    }

    fn searches(&self) -> bool {
        true
    }

    fn params(&self) -> &'static [Param] {
        &[Param::Terms]
    }

    fn pick(&self, cx: &mut Pick<'_>) -> Option<(Args, Ids)> {
        if !cx.model.options.models || after(cx.model, Answer::Sat).is_err() {
            return None;
        }
        let count = 1 + cx.rng.index(5);
        let terms: SmallVec<[TermId; 4]> = (0..count).filter_map(|_| closed_term(cx)).collect();
        (!terms.is_empty()).then(|| (smallvec![Arg::Terms(terms)], Ids::default()))
    }

    fn valid(&self, model: &Model, call: &Call, _: &Context) -> Validity {
        needs_option(model.options.models, "produce-models")?;
        let closed = |id: &TermId| model.term(*id).is_some_and(|t| t.free.is_empty());
        if let Some(open) = call.terms(0).iter().find(|t| !closed(t)) {
            return Invalid::wrong(format!("{open} has free variables"));
        }
        after(model, Answer::Sat)
    }

    fn run(&self, cx: &mut Run<'_>, call: &Call) -> Result<Effect> {
        Ok(Effect::Values(cx.solver()?.get_value(call.terms(0))?))
    }

    fn apply(&self, model: &mut Model, call: &Call, _: &Effect, _: &Context) {
        for term in call.terms(0) {
            model.mark_used(*term);
        }
    }
}

/// `get-assertions`.
pub struct GetAssertions;

impl Action for GetAssertions {
    fn name(&self) -> &'static str {
        "get-assertions"
    }

    fn searches(&self) -> bool {
        true
    }

    fn run(&self, cx: &mut Run<'_>, _: &Call) -> Result<Effect> {
        Ok(Effect::Assertions(cx.solver()?.get_assertions()?))
    }
}

/// `get-unsat-core`.
pub struct GetUnsatCore;

impl Action for GetUnsatCore {
    fn name(&self) -> &'static str {
        "get-unsat-core"
    }

    fn searches(&self) -> bool {
        true
    }

    fn pick(&self, cx: &mut Pick<'_>) -> Option<(Args, Ids)> {
        let now = cx.model.options.cores && after(cx.model, Answer::Unsat).is_ok();
        now.then(Default::default)
    }

    fn valid(&self, model: &Model, _: &Call, _: &Context) -> Validity {
        needs_option(model.options.cores, "produce-unsat-cores")?;
        after(model, Answer::Unsat)
    }

    fn run(&self, cx: &mut Run<'_>, _: &Call) -> Result<Effect> {
        Ok(Effect::Core(cx.solver()?.get_unsat_core()?))
    }

    fn apply(&self, model: &mut Model, _: &Call, effect: &Effect, _: &Context) {
        if let (Some(last), Effect::Core(core)) = (&mut model.last, effect) {
            last.core = Some(core.clone());
        }
    }
}

/// `get-unsat-assumptions`.
pub struct GetUnsatAssumptions;

impl Action for GetUnsatAssumptions {
    fn name(&self) -> &'static str {
        "get-unsat-assumptions"
    }

    fn searches(&self) -> bool {
        true
    }

    fn pick(&self, cx: &mut Pick<'_>) -> Option<(Args, Ids)> {
        let now = cx.model.options.assumptions
            && after(cx.model, Answer::Unsat).is_ok()
            && cx.model.last.as_ref().is_some_and(|last| last.assuming);
        now.then(Default::default)
    }

    fn valid(&self, model: &Model, _: &Call, _: &Context) -> Validity {
        needs_option(model.options.assumptions, "produce-unsat-assumptions")?;
        after(model, Answer::Unsat)?;
        if model.last.as_ref().is_some_and(|last| last.assuming) {
            return Ok(());
        }
        Invalid::wrong("the last check had no assumptions")
    }

    fn run(&self, cx: &mut Run<'_>, _: &Call) -> Result<Effect> {
        Ok(Effect::Assumptions(cx.solver()?.get_unsat_assumptions()?))
    }

    fn apply(&self, model: &mut Model, _: &Call, effect: &Effect, _: &Context) {
        if let (Some(last), Effect::Assumptions(failed)) = (&mut model.last, effect) {
            last.failed = Some(failed.clone());
        }
    }
}

/// `get-model`, printed.
pub struct PrintModel;

impl Action for PrintModel {
    fn name(&self) -> &'static str {
        "print-model"
    }

    fn searches(&self) -> bool {
        true
    }

    fn pick(&self, cx: &mut Pick<'_>) -> Option<(Args, Ids)> {
        let now = cx.model.options.models && after(cx.model, Answer::Sat).is_ok();
        now.then(Default::default)
    }

    fn valid(&self, model: &Model, _: &Call, _: &Context) -> Validity {
        needs_option(model.options.models, "produce-models")?;
        after(model, Answer::Sat)
    }

    fn run(&self, cx: &mut Run<'_>, _: &Call) -> Result<Effect> {
        cx.solver()?.print_model()?;
        Ok(Effect::Done)
    }
}
