//! `simplify`: the solver's own simplification of a term.

use super::{Action, Context, Effect, Invalid, Pick, Run, Validity, live};
use crate::model::{Leaf, Model, Term};
use crate::solver::{Result, TermId};
use crate::sort::Sort;
use crate::trace::{Args, Call, Ids, Param, Returns};

/// Names the simplification of a term.
pub struct Simplify;

impl Action for Simplify {
    fn name(&self) -> &'static str {
        "simplify"
    }

    fn params(&self) -> &'static [Param] {
        &[Param::Term]
    }

    fn returns(&self) -> Returns {
        Returns::Term
    }

    fn returns_equal(&self) -> bool {
        true
    }

    /// The scheme of the same name picks; alone the call would show nothing.
    fn pick(&self, _: &mut Pick<'_>) -> Option<(Args, Ids)> {
        None
    }

    fn valid(&self, model: &Model, call: &Call, _: &Context) -> Validity {
        live(model)?;
        no_function(model, call.term(0))
    }

    fn run(&self, cx: &mut Run<'_>, call: &Call) -> Result<Effect> {
        cx.solver()?.simplify(call.new_term(), call.term(0))?;
        Ok(Effect::Done)
    }

    fn apply(&self, model: &mut Model, call: &Call, _: &Effect, _: &Context) {
        add_equal(model, call);
    }
}

/// A term, which may be of any sort but that of functions.
///
/// # Errors
/// That it is one.
pub fn no_function(model: &Model, id: TermId) -> Validity {
    let sort = model.term(id).and_then(|t| model.sorts.get(t.sort));
    if matches!(sort, Some(Sort::Fun(..))) {
        return Invalid::wrong(format!("{id} is a function"));
    }
    Ok(())
}

/// The new term of a call whose action `returns_equal`.
pub fn add_equal(model: &mut Model, call: &Call) {
    let of = call.term(0);
    let Some(original) = model.term(of) else {
        return;
    };
    // Equal to the original, it has its value; what is in it only the solver knows.
    let mut term = Term::leaf(original.sort, Leaf::Same(of));
    term.assigned = original.value().cloned();
    term.add_variables(original);
    (term.depth, term.expansion) = (original.depth, original.expansion);
    model.mark_used(of);
    model.add_term(call.new_term(), term);
}
