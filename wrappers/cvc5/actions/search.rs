//! Searches for formulas and for subsets of the assertions. A second solver checks the results.

use super::super::ffi::{Grammar, Session, Term};
use super::separate::{ABDUCTION, Choices, HAS_GRAMMAR, INTERPOLATION, options_of_separate};
use super::{Extension, ExtensionCall, SEARCHING, formula, kind, write};
use crate::cvc5::checks::{
    ABDUCT_CONTRADICTS, ABDUCT_IMPLIES, ELIMINATED, ELIMINATED_SORT, INTERPOLANT_FOLLOWS,
    INTERPOLANT_IMPLIES, TIMEOUT_CORE, TIMEOUT_CORE_AFTER_CHECK, TIMEOUT_CORE_NOT_EMPTY,
};
use crate::cvc5::instance::Instance;
use crate::shared::actions::{CallContext, NOTHING, Takes, TermArg, TermsArg};
use murxla_fsm::action::needs_option;
use murxla_fsm::action::{Arg, Args, Call, Effect, Invalid, Pick, Validity};
use murxla_fsm::actions::{may_assert, may_check};
use murxla_fsm::op::{EXISTS, FORALL, PATTERN};
use murxla_fsm::solver::{Answer, Contradiction, Error, Result, TermId};
use murxla_fsm::sort::{Sort, SortKind};
use murxla_fsm::state::InstanceState;
use smallvec::{SmallVec, smallvec};

const SEARCH: Extension = Extension {
    takes: Takes {
        params: TermArg::PARAMS,
        pick: |cx| Some(smallvec![Arg::Term(formula(cx)?)]),
        valid: |state, call| may_assert(state, TermArg::args(call)?.term),
        ..NOTHING
    },
    stale: true,
    now: may_check,
    ..SEARCHING
};

/// Searches for an interpolant between the assertions and a formula that follows from them, and for
/// the next ones.
pub(super) const GET_INTERPOLANT: Extension = Extension {
    name: "cvc5-get-interpolant",
    does: get_interpolant,
    writes: Some(write::get_interpolant),
    ..SEARCH
};

/// Searches for a formula that, added to the assertions, implies another one, and for the next
/// ones.
pub(super) const GET_ABDUCT: Extension = Extension {
    name: "cvc5-get-abduct",
    does: get_abduct,
    writes: Some(write::get_abduct),
    ..SEARCH
};

/// Searches for a subset of the assertions that is sufficient for the answer.
pub(super) const GET_TIMEOUT_CORE: Extension = Extension {
    name: "cvc5-get-timeout-core",
    takes: Takes {
        params: &[],
        pick: |cx| (!cx.state.assertions.formulas.is_empty()).then(Args::new),
        valid: SEARCHING.takes.valid,
        ..SEARCH.takes
    },
    needs: &[("timeout-core-timeout", "50")],
    now: may_search_timeout_core,
    does: |(instance, context)| timeout_core(instance, context, None),
    writes: Some(write::get_timeout_core),
    ..SEARCH
};

/// Searches for a subset of the assumptions that is sufficient for the answer.
pub(super) const GET_TIMEOUT_CORE_ASSUMING: Extension = Extension {
    name: "cvc5-get-timeout-core-assuming",
    takes: Takes {
        params: TermsArg::PARAMS,
        pick: |cx| {
            let count = 1 + cx.rng.index(4);
            let some: Option<SmallVec<_>> = (0..count).map(|_| formula(cx)).collect();
            Some(smallvec![Arg::Terms(some?)])
        },
        valid: |state, call| match TermsArg::args(call)?.terms {
            [] => Invalid::wrong("something must be assumed"),
            terms => terms.iter().try_for_each(|id| may_assert(state, *id)),
        },
        ..SEARCH.takes
    },
    needs: &[("timeout-core-timeout", "50")],
    now: may_search_timeout_core,
    does: |(instance, context)| {
        let assumed = instance
            .content
            .terms(TermsArg::args(context.call)?.terms)?;
        timeout_core(instance, context, Some(&assumed))
    },
    writes: Some(write::get_timeout_core_assuming),
    ..SEARCH
};

/// Eliminates the quantifiers of a formula.
pub(super) const GET_QUANTIFIER_ELIMINATION: Extension = Extension {
    name: "cvc5-get-quantifier-elimination",
    stale: false,
    now: SEARCHING.now,
    takes: Takes {
        pick: quantified,
        valid: is_quantified,
        ..SEARCH.takes
    },
    does: |(instance, context)| eliminate(instance, context, false),
    ..SEARCH
};

/// Asks for one disjunct of such a formula.
pub(super) const GET_QUANTIFIER_ELIMINATION_DISJUNCT: Extension = Extension {
    name: "cvc5-get-quantifier-elimination-disjunct",
    stale: false,
    now: SEARCHING.now,
    takes: Takes {
        pick: quantified,
        valid: is_quantified,
        ..SEARCH.takes
    },
    does: |(instance, context)| eliminate(instance, context, true),
    ..SEARCH
};

/// The largest number of further results.
const MORE: usize = 3;

fn get_interpolant((instance, context): &mut ExtensionCall<'_>) -> Result<Effect> {
    let conjecture = *instance
        .content
        .terms
        .get(TermArg::args(context.call)?.term)?;
    let separate = searcher(instance, context, "produce-interpolants", INTERPOLATION)?;
    let grammar = grammar(instance, context, separate.as_ref())?;
    let found = match grammar {
        Some(grammar) => separate
            .as_ref()
            .unwrap_or(&instance.session)
            .get_interpolant_with_grammar(conjecture, grammar),
        None => separate
            .as_ref()
            .unwrap_or(&instance.session)
            .get_interpolant(conjecture),
    };
    let mut found = instance.classify_error(found)?;
    for _ in 0..MORE {
        let Some(interpolant) = found else { break };
        let negation = instance.negation(interpolant)?;
        instance.refute(&[negation], INTERPOLANT_FOLLOWS.failed(""))?;
        let counter = [interpolant, instance.negation(conjecture)?];
        instance.refute_without_assertions(&counter, INTERPOLANT_IMPLIES.failed(""))?;
        let again = separate.is_some() || context.state.options.incremental;
        if !again || instance.rng.coin() {
            break;
        }
        let session = separate.as_ref().unwrap_or(&instance.session);
        found = instance.classify_error(session.get_interpolant_next())?;
    }
    Ok(Effect::Done)
}

/// A new solver with a limit, or `None` if the instance of the run has the option and is used.
fn searcher(
    instance: &mut Instance,
    context: &CallContext<'_>,
    option: &'static str,
    others: Choices,
) -> Result<Option<Session>> {
    let options = options_of_separate(&mut instance.rng, context.state, (option, others));
    let made = options.map(|options| instance.scratch_with_assertions(&options));
    made.transpose()
}

/// Sometimes a grammar of Boolean combinations of formulas. The seed decides.
fn grammar(
    instance: &mut Instance,
    context: &CallContext<'_>,
    separate: Option<&Session>,
) -> Result<Option<Grammar>> {
    let sort = context.state.sorts.find(&Sort::Bool);
    let (true, Some(sort)) = (instance.rng.chance(HAS_GRAMMAR), sort) else {
        return Ok(None);
    };
    let pool = context.state.pool(sort).all().iter().copied();
    let closed: Vec<TermId> = pool
        .filter(|id| context.state.is_formula(*id))
        .take(6)
        .collect();
    let mut rules = instance.content.terms(&closed)?;
    let session = separate.unwrap_or(&instance.session);
    let start = session.mk_var(session.get_boolean_sort()?, "_start")?;
    let grammar = session.mk_grammar(&[], &[start])?;
    rules.push(session.mk_term(instance.kinds.not, &[start])?);
    rules.push(session.mk_term(instance.kinds.or, &[start, start])?);
    session.grammar_add_rules(grammar, start, &rules)?;
    Ok(Some(grammar))
}

fn get_abduct((instance, context): &mut ExtensionCall<'_>) -> Result<Effect> {
    let conjecture = *instance
        .content
        .terms
        .get(TermArg::args(context.call)?.term)?;
    let separate = searcher(instance, context, "produce-abducts", ABDUCTION)?;
    let grammar = grammar(instance, context, separate.as_ref())?;
    let in_grammar = grammar.is_some();
    let found = match grammar {
        Some(grammar) => separate
            .as_ref()
            .unwrap_or(&instance.session)
            .get_abduct_with_grammar(conjecture, grammar),
        None => separate
            .as_ref()
            .unwrap_or(&instance.session)
            .get_abduct(conjecture),
    };
    let mut found = instance.classify_error(found)?;
    for _ in 0..MORE {
        let Some(abduct) = found else { break };
        let counter = [abduct, instance.negation(conjecture)?];
        instance.refute(&counter, ABDUCT_IMPLIES.failed(""))?;
        // Nothing can be added to unsatisfiable assertions.
        let session = instance.scratch_with_assertions(&[("incremental", "true")])?;
        let before = session.answer(session.check_sat()?)?;
        session.assert_formula(abduct)?;
        let after = session.answer(session.check_sat()?)?;
        if (before, after) == (Answer::Sat, Answer::Unsat) {
            let text = instance.text(abduct);
            return match in_grammar {
                true => ABDUCT_CONTRADICTS.fails_for("in a grammar", text),
                false => ABDUCT_CONTRADICTS.fails(text),
            };
        }
        let again = separate.is_some() || context.state.options.incremental;
        if !again || instance.rng.coin() {
            break;
        }
        let session = separate.as_ref().unwrap_or(&instance.session);
        found = instance.classify_error(session.get_abduct_next())?;
    }
    Ok(Effect::Done)
}

/// Whether a core may be searched for with a timeout. cvc5 refuses it if unsat cores are off.
fn may_search_timeout_core(state: &InstanceState) -> Validity {
    may_check(state)?;
    needs_option(state.options.cores, "produce-unsat-cores")
}

/// An unsatisfiable subset is a core for the oracles, unless a second solver finds it satisfiable.
fn timeout_core(
    instance: &mut Instance,
    context: &CallContext<'_>,
    assumed: Option<&[Term]>,
) -> Result<Effect> {
    let (core, outcome) = instance.classify_error(match assumed {
        Some(assumed) => instance.session.get_timeout_core_assuming(assumed),
        None => instance.session.get_timeout_core(),
    })?;
    let answer = instance.session.answer(outcome)?;
    let candidates = match assumed {
        Some(_) => TermsArg::args(context.call)?.terms,
        None => &context.state.assertions.formulas[..],
    };
    let formulas = core;
    let candidates = instance.content.terms.pairs(candidates)?;
    let core = instance.ids("the timeout core", &formulas, &candidates)?;
    match (answer, assumed) {
        (Answer::Unsat, None) => {
            // Cores after a check are known to be wrong:
            // traces/cvc5/timeout-core-false-1.4.2.trace. They have a separate check and make no
            // claim, so that they do not hide other errors.
            let first = context.state.checks.count == 0;
            let check = if first {
                &TIMEOUT_CORE
            } else {
                &TIMEOUT_CORE_AFTER_CHECK
            };
            let refuted = instance.refute_without_assertions(&formulas, check.failed(""));
            refuted.map_err(|error| match error {
                Error::Contradiction(failed) => Error::WrongCore(failed),
                other => other,
            })?;
            Ok(if first {
                Effect::Core(core)
            } else {
                Effect::Done
            })
        }
        (Answer::Sat, _) if !core.is_empty() => TIMEOUT_CORE_NOT_EMPTY.fails(""),
        _ => Ok(Effect::Done),
    }
}

/// A closed formula that begins with a quantifier without patterns, and has no other quantifier.
fn quantified(cx: &mut Pick<'_>) -> Option<Args> {
    let state = cx.state;
    let fits = |id: &TermId| is_quantified_term(state, *id);
    let sort = state.sorts.find(&Sort::Bool)?;
    let all = state.pool(sort).all().iter().copied();
    let all: Vec<TermId> = all.filter(fits).collect();
    Some(smallvec![Arg::Term(*cx.rng.pick(&all)?)])
}

fn is_quantified_term(state: &InstanceState, id: TermId) -> bool {
    let quantifier = |id: &TermId| {
        let op = state.term(*id).and_then(|term| term.op);
        op.is_some_and(|op| [FORALL, EXISTS, PATTERN].contains(&op))
    };
    // The result may contain elements of uninterpreted sorts, which cannot be asserted.
    let element = |id: &TermId| kind(state, *id) == Some(SortKind::Uninterpreted);
    let inside = state.terms.subterms(&[id]);
    !inside.iter().any(element)
        && state.is_formula(id)
        && quantifier(&id)
        && inside.iter().filter(|t| quantifier(t)).count() == 1
}

fn is_quantified(state: &InstanceState, call: &Call) -> Validity {
    let TermArg { term } = TermArg::args(call)?;
    if is_quantified_term(state, term) {
        return Ok(());
    }
    Invalid::wrong(format!(
        "{term} is not a quantifier over a formula without quantifiers"
    ))
}

/// Uses a new instance, because in some theories a search in the instance of the run would not end.
fn eliminate(instance: &mut Instance, context: &CallContext<'_>, disjunct: bool) -> Result<Effect> {
    let formula = *instance
        .content
        .terms
        .get(TermArg::args(context.call)?.term)?;
    let session = instance.scratch_with_assertions(&[])?;
    let made = if disjunct {
        session.get_quantifier_elimination_disjunct(formula)
    } else {
        session.get_quantifier_elimination(formula)
    };
    let made = instance.classify_error(made)?;
    let sort = session.term_get_sort(made)?;
    if !session.sort_is_boolean(sort)? {
        return ELIMINATED_SORT.fails(instance.text(made));
    }
    if !disjunct {
        let differ = session.mk_term(instance.kinds.xor, &[formula, made])?;
        instance.refute(&[differ], ELIMINATED.failed(""))?;
    }
    Ok(Effect::Done)
}

impl Instance {
    /// Reports what is `wrong` if some formulas are satisfiable without the assertions.
    pub(super) fn refute_without_assertions(
        &self,
        formulas: &[Term],
        wrong: Contradiction,
    ) -> Result {
        let session = match self.scratch_with_definitions(&[]) {
            Err(Error::Unsupported(_)) => return Ok(()),
            session => session?,
        };
        for formula in formulas {
            session.assert_formula(*formula)?;
        }
        match session.answer(session.check_sat()?)? {
            Answer::Sat => Err(Error::Contradiction(wrong)),
            _ => Ok(()),
        }
    }
}
