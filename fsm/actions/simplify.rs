//! `simplify`: the solver's simplification of a term.

use crate::action::{
    Action, ActionRow, Args, Call, Context, Effect, Ids, Invalid, Pick, Returns, Role, Run,
    Validity,
};
use crate::arguments;
use crate::solver::{Result, TermId};
use crate::sort::Sort;
use crate::state::{InstanceState, Leaf, Term};

/// Simplifies a term. The result is a new term.
pub struct Simplify;

arguments! {
    /// What `simplify` takes.
    Simplify => SimplifyArgs {
        /// The term that is simplified.
        term: Term,
    }
}

impl Action for Simplify {
    fn row(&self) -> ActionRow {
        ActionRow {
            params: Self::PARAMS,
            returns: Returns::Term,
            returns_equal: true,
            ..ActionRow::new("simplify", Role::Build)
        }
    }

    /// Only the scenario of the same name makes the call, because alone the call would show no
    /// error.
    fn pick(&self, _: &mut Pick<'_>) -> Option<(Args, Ids)> {
        None
    }

    fn valid_args(&self, state: &InstanceState, call: &Call, _: &Context) -> Validity {
        no_function(state, Self::args(call)?.term)
    }

    fn run(&self, cx: &mut Run<'_>, call: &Call) -> Result<Effect> {
        let term = Self::args(call)?.term;
        cx.solver()?.simplify(call.new_term()?, term)?;
        Ok(Effect::Done)
    }

    fn apply(&self, state: &mut InstanceState, call: &Call, _: &Effect, _: &Context) {
        if let (Ok(SimplifyArgs { term }), Ok(id)) = (Self::args(call), call.new_term()) {
            add_equal(state, id, term);
        }
    }
}

/// Checks that a term is not a function.
///
/// # Errors
/// The term is a function.
pub fn no_function(state: &InstanceState, id: TermId) -> Validity {
    let sort = state.term(id).and_then(|t| state.sorts.get(t.sort));
    if matches!(sort, Some(Sort::Fun(..))) {
        return Invalid::wrong(format!("{id} is a function"));
    }
    Ok(())
}

/// Adds the result of a call whose action
/// [`returns_equal`](crate::action::ActionRow::returns_equal). It is equal to `of` in every model.
pub fn add_equal(state: &mut InstanceState, id: TermId, of: TermId) {
    let Some(original) = state.term(of) else {
        return;
    };
    // The term has the value of the original. Its structure is not known.
    let mut term = Term::leaf(original.sort, Leaf::Same(of));
    term.assigned = original.value().cloned();
    term.add_variables(original);
    (term.depth, term.expansion) = (original.depth, original.expansion);
    state.terms.mark_used(of);
    state.add_term(id, term);
}
