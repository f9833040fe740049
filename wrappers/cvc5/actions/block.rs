//! Excludes models.

use super::super::ffi::Term;
use super::{Extension, ExtensionCall, SEARCHING, kind};
use crate::cvc5::checks::{BLOCKED_MODEL, BLOCKED_NOTHING};
use crate::cvc5::instance::Instance;
use crate::shared::actions::{CallContext, Makes, NOTHING, Takes, TermsArg, has_model};
use crate::smt2::Script;
use murxla_fsm::action::{Arg, Args, Call, Effect, Invalid, Pick, Validity};
use murxla_fsm::op;
use murxla_fsm::solver::{Result, TermId};
use murxla_fsm::sort::{Sort, SortKind};
use murxla_fsm::state::{InstanceState, Leaf};
use smallvec::{SmallVec, smallvec};

/// Blocks the model: by the literals that make the assertions true, or by its values. The seed
/// decides.
pub(super) const BLOCK_MODEL: Extension = Extension {
    name: "cvc5-block-model",
    makes: Makes::Assertion,
    now: has_model,
    takes: Takes {
        pick: |cx| {
            let quiet = cx.state.assertions.formulas.is_empty() || !cx.state.options.incremental;
            (!quiet).then(Args::new)
        },
        ..NOTHING
    },
    does: block_model,
    writes: Some(|script, context| {
        let mode = match script.rng().coin() {
            true => "values",
            false => "literals",
        };
        write(script, context, &format!("(block-model :{mode})"))
    }),
    ..SEARCHING
};

/// Blocks the values of some terms.
pub(super) const BLOCK_MODEL_VALUES: Extension = Extension {
    name: "cvc5-block-model-values",
    takes: Takes {
        params: TermsArg::PARAMS,
        pick: pick_terms,
        valid: valid_terms,
        ..NOTHING
    },
    makes: Makes::Assertion,
    now: has_model,
    does: block_values,
    writes: Some(|script, context| {
        let TermsArg { terms } = TermsArg::args(context.call)?;
        let texts = terms.iter().map(|id| script.term_text(*id, &[]));
        let texts = texts.collect::<Result<Vec<String>>>()?.join(" ");
        write(script, context, &format!("(block-model-values ({texts}))"))
    }),
    ..SEARCHING
};

/// Writes the command, whose assertion has no name.
fn write(script: &mut Script, context: &CallContext<'_>, command: &str) -> Result<Effect> {
    script.write_query("produce-models", command);
    let sort = context.state.sort_id(&Sort::Bool);
    script.insert_unnamed(context.call.new_term()?, sort);
    Ok(Effect::Done)
}

/// Whether values of the sort are plain constants, which can be in equations.
fn is_plain(state: &InstanceState, id: TermId) -> bool {
    !matches!(
        kind(state, id),
        None | Some(SortKind::Fun | SortKind::Array | SortKind::RegLan | SortKind::Uninterpreted)
    )
}

fn pick_terms(cx: &mut Pick<'_>) -> Option<Args> {
    let state = cx.state;
    if !state.options.incremental {
        return None;
    }
    let subterms = state.terms.subterms(&state.assertions.formulas);
    let closed = |id: &&TermId| {
        let term = state.term(**id);
        term.is_some_and(|term| term.free.is_empty() && !term.is_value() && !term.is_part())
            && is_plain(state, **id)
    };
    let terms: Vec<TermId> = subterms.iter().filter(closed).copied().collect();
    let count = 1 + cx.rng.index(3);
    let some: Option<SmallVec<_>> = (0..count).map(|_| cx.rng.pick(&terms).copied()).collect();
    Some(smallvec![Arg::Terms(some?)])
}

fn valid_terms(state: &InstanceState, call: &Call) -> Validity {
    let TermsArg { terms } = TermsArg::args(call)?;
    let open = |id: &&TermId| !state.term(**id).is_some_and(|term| term.free.is_empty());
    match terms.iter().find(open) {
        Some(id) => Invalid::wrong(format!("{id} has free variables")),
        None if terms.is_empty() => Invalid::wrong("some values must be blocked"),
        None => Ok(()),
    }
}

fn block_model((instance, context): &mut ExtensionCall<'_>) -> Result<Effect> {
    let constants = context
        .state
        .terms
        .iter()
        .filter(|(_, term)| term.leaf == Leaf::Const);
    let ids: Vec<TermId> = constants.map(|(id, _)| id).collect();
    // Values of functions and arrays cannot be in equations.
    let told = ids.iter().all(|id| is_plain(context.state, *id));
    let blocked = if told { ids } else { Vec::new() };
    let mode = i32::from(instance.rng.coin());
    block(instance, context, &blocked, |instance| {
        instance.session.modes_block_models_mode_to_string(mode)?;
        instance.session.block_model(mode)
    })
}

fn block_values((instance, context): &mut ExtensionCall<'_>) -> Result<Effect> {
    let TermsArg { terms: ids } = TermsArg::args(context.call)?;
    let told = ids.iter().all(|id| is_plain(context.state, *id));
    let blocked = if told { ids } else { &[] };
    let terms = instance.content.terms(ids)?;
    block(instance, context, blocked, |instance| {
        instance.session.block_model_values(&terms)
    })
}

/// Makes the call, and adds the formula that blocks the model. The formula must be false if the
/// terms of `blocked` have their present values.
fn block(
    instance: &mut Instance,
    context: &CallContext<'_>,
    blocked: &[TermId],
    call: impl FnOnce(&Instance) -> Result,
) -> Result<Effect> {
    let mut equations = Vec::new();
    let equal = instance.kinds.of(op::EQUAL);
    for id in blocked {
        let term = *instance.content.terms.get(*id)?;
        let value = instance.classify_error(instance.session.get_value(term))?;
        if let Some(equal) = equal {
            equations.push(instance.session.mk_term(equal, &[term, value])?);
        }
    }
    instance.classify_error(call(instance))?;
    // The blocking formula is the last assertion. Assumptions of earlier checks are no longer
    // listed.
    let after: Vec<Term> = instance.session.get_assertions()?;
    let Some(blocker) = after.last() else {
        return BLOCKED_NOTHING.fails("");
    };
    if !equations.is_empty() {
        let all = [&[*blocker], &equations[..]].concat();
        instance.refute(&all, BLOCKED_MODEL.failed(instance.text(*blocker)))?;
    }
    let (out, content) = (context.call.new_term()?, &mut instance.content);
    content.terms.insert(out, *blocker);
    content.asserted.add((out, *blocker));
    Ok(Effect::Done)
}
