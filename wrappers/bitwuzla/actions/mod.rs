//! The extension actions of Bitwuzla.

mod parse;

use super::checks::{
    ABOUT, INTERPOLANT_CONTRADICTS, INTERPOLANT_IMPLIED, NAMES, NO_INTERPOLANTS, STATISTIC,
    SUBSTITUTED_ONE, SUBSTITUTED_SORT, UNSAT_ASSUMPTION, VALUE_AGAIN, VALUE_IMPOSSIBLE,
};
use super::ffi::Term;
use super::instance::Instance;
use super::{options, terms, values};
use crate::shared::actions::{
    self, CallContext, ExtensionSolver, NOTHING, Takes, TermArg, actions, are_replacements,
    has_model, is_unsat, mark_used,
};
use crate::smt2::Script;
use murxla_fsm::action::{
    Arg, Args, Call, Effect, ExtensionAction, Invalid, Pick, Validity, needs_option,
};
use murxla_fsm::arguments;
use murxla_fsm::op;
use murxla_fsm::solver::{Answer, Error, Result, TermId};
use murxla_fsm::sort::SortKind;
use murxla_fsm::state::names::Names;
use murxla_fsm::state::{InstanceState, Leaf};
use smallvec::smallvec;

type Extension = actions::Extension<Instance>;
type ExtensionCall<'a> = <Instance as ExtensionSolver>::ExtensionCall<'a>;

/// The extension actions, with the states of the machine in which they are taken.
pub(super) const ACTIONS: &[ExtensionAction] = actions! { Instance;
    TERM_VALUE; Sat 4;
    SUBSTITUTE_TERM; Terms 3;
    IS_UNSAT_ASSUMPTION; Unsat 6;
    GET_INTERPOLANT; Unsat 3;
    SIMPLIFY; Assert 1;
    parse::PRINT_SMT2; Assert 1 Sat 1 Unsat 1;
    parse::PRINT_BTOR2; Assert 1 Sat 2 Unsat 2;
    parse::RUN_SCRIPT; Assert 1 Sat 1 Unsat 1;
    parse::PARSE_MISTAKES; Assert 1;
    MISC; Terms 1;
};

const PLAIN: Extension = Extension::PLAIN;

/// Reads the value of a term, makes it again, and assumes that the term equals it.
const TERM_VALUE: Extension = Extension {
    name: "bitwuzla-term-value",
    takes: Takes {
        params: TermArg::PARAMS,
        pick: |cx| {
            let term = any_term(cx)?;
            let state = cx.state;
            let sort = state.sorts.get(state.term(term)?.sort)?.kind();
            let has_literals = [SortKind::Bool, SortKind::Bv, SortKind::Fp, SortKind::Rm];
            let fits = state.options.incremental && has_literals.contains(&sort);
            fits.then(|| smallvec![Arg::Term(term)])
        },
        valid: |state, call| {
            let TermArg { term } = TermArg::args(call)?;
            match state.term(term).is_some_and(|term| term.free.is_empty()) {
                true => Ok(()),
                false => Invalid::wrong(format!("{term} is open")),
            }
        },
        ..NOTHING
    },
    now: has_model,
    // This call makes a check, so that the last check is another one.
    stale: true,
    searches: true,
    apply: mark_used,
    does: term_value,
    ..PLAIN
};

arguments! {
    /// What `bitwuzla-substitute-term` takes.
    struct SubstitutionArgs<'c> {
        /// The terms in which others are replaced.
        of: Terms,
        /// The terms to replace.
        from: Terms,
        /// Their replacements.
        to: Terms,
    }
}

/// Replaces terms by others inside of some terms, one by one and all at once.
const SUBSTITUTE_TERM: Extension = Extension {
    name: "bitwuzla-substitute-term",
    takes: Takes {
        params: SubstitutionArgs::PARAMS,
        pick: pick_substitution,
        valid: valid_substitution,
        ..NOTHING
    },
    does: substitute,
    ..PLAIN
};

/// Whether one assumption failed must agree with the list of failed assumptions.
const IS_UNSAT_ASSUMPTION: Extension = Extension {
    name: "bitwuzla-is-unsat-assumption",
    takes: Takes {
        params: TermArg::PARAMS,
        pick: |cx| {
            let last = cx.state.checks.last.as_ref().filter(|last| last.assuming)?;
            let term = *cx.rng.pick(&last.assumptions)?;
            Some(smallvec![Arg::Term(term)])
        },
        valid: |state, call| {
            let TermArg { term } = TermArg::args(call)?;
            let mut assumed = state.checks.last.iter().flat_map(|last| &last.assumptions);
            match assumed.any(|id| *id == term) {
                true => Ok(()),
                false => Invalid::wrong(format!("{term} was not assumed")),
            }
        },
        ..NOTHING
    },
    now: |state| {
        needs_option(state.options.assumptions, "produce-unsat-assumptions")?;
        is_unsat(state)
    },
    does: is_unsat_assumption,
    ..PLAIN
};

arguments! {
    /// What `bitwuzla-get-interpolant` takes.
    struct InterpolantArgs {
        /// How many assertions are the first part.
        first: Number,
    }
}

/// Asks a new solver for an interpolant between the first assertions, as many as the argument says,
/// and the others. The new solver must find the assertions unsatisfiable, too. Further solvers
/// prove that the first assertions imply the interpolant, and that the interpolant contradicts the
/// others.
const GET_INTERPOLANT: Extension = Extension {
    name: "bitwuzla-get-interpolant",
    takes: Takes {
        params: InterpolantArgs::PARAMS,
        pick: |cx| {
            let count = cx.state.assertions.formulas.len();
            let first = 1 + cx.rng.index(count.checked_sub(1).filter(|n| *n > 0)?) as u32;
            Some(smallvec![Arg::Number(first)])
        },
        valid: |state, call| {
            let first = InterpolantArgs::args(call)?.first as usize;
            match first > 0 && first < state.assertions.formulas.len() {
                true => Ok(()),
                false => Invalid::wrong("there are not so many assertions"),
            }
        },
        ..NOTHING
    },
    now: is_unsat,
    searches: true,
    does: get_interpolant,
    ..PLAIN
};

/// Preprocesses the assertions.
const SIMPLIFY: Extension = Extension {
    name: "bitwuzla-simplify",
    stale: true,
    searches: true,
    does: |(instance, _)| {
        instance.session.simplify()?;
        instance.content.extra.preprocessed = true;
        Ok(Effect::Done)
    },
    ..PLAIN
};

/// Reads what the library says about itself.
const MISC: Extension = Extension {
    name: "bitwuzla-misc",
    does: miscellaneous,
    ..PLAIN
};

impl ExtensionSolver for Instance {
    const SOLVER: &'static str = super::LANGUAGE.solver;
    type Script = Script;
    const SAMPLED: bool = false;
    /// 0.9.1 prints names without bars: traces/bitwuzla/printed-without-bars.trace.
    fn round_trips(names: Names) -> bool {
        names.are_plain()
    }

    type ExtensionCall<'a> = (&'a mut Self, CallContext<'a>);
}

/// Any term that has been made, except bodies with patterns, which are parts of quantifiers.
fn any_term(cx: &mut Pick<'_>) -> Option<TermId> {
    let newest = cx.state.ids.term().0;
    let id = TermId(1 + cx.rng.below(u64::from(newest.saturating_sub(1))) as u32);
    let term = cx.state.term(id).filter(|term| !term.is_part());
    term.map(|_| id)
}

fn term_value((instance, context): &mut ExtensionCall<'_>) -> Result<Effect> {
    let session = &instance.session;
    let TermArg { term: id } = TermArg::args(context.call)?;
    let term = *instance.content.terms.get(id)?;
    let said = session.get_value(term)?;
    let Some(value) = values::read(session, &mut instance.rng, said)? else {
        return Ok(Effect::Done);
    };
    let again = values::write(
        session,
        &mut instance.rng,
        session.term_get_sort(term)?,
        &value,
    )?;
    if again != said {
        return VALUE_AGAIN.fails(value.to_string());
    }
    let equal = instance.kinds.of(op::EQUAL).unwrap_or_default();
    let assumed = instance.content.assumed.iter();
    let mut assumed: Vec<Term> = assumed.map(|(_, term)| *term).collect();
    assumed.push(session.mk_term2(equal, term, again)?);
    match session.check_sat_assuming(&assumed)? {
        Answer::Unsat => VALUE_IMPOSSIBLE.fails(format!("{id} is {value}")),
        _ => Ok(Effect::Done),
    }
}

/// Bitwuzla also replaces variables where they are bound, and then rejects the result.
fn is_replaceable(state: &InstanceState, term: TermId) -> bool {
    state.term(term).is_some_and(|term| term.leaf != Leaf::Var)
}

fn pick_substitution(cx: &mut Pick<'_>) -> Option<Args> {
    let of = (0..=cx.rng.index(3)).map(|_| any_term(cx));
    let of = of.collect::<Option<_>>()?;
    let (mut from, mut to) = (smallvec![], smallvec![]);
    for _ in 0..=cx.rng.index(3) {
        let term = any_term(cx)?;
        let state = cx.state;
        let place = cx.rng.index(usize::MAX);
        let pool = state.pool(state.term(term)?.sort).values();
        if is_replaceable(state, term) && !from.contains(&term) && !pool.is_empty() {
            from.push(term);
            to.push(pool[place % pool.len()]);
        }
    }
    let is_some = !from.is_empty();
    is_some.then(|| smallvec![Arg::Terms(of), Arg::Terms(from), Arg::Terms(to)])
}

fn valid_substitution(state: &InstanceState, call: &Call) -> Validity {
    let SubstitutionArgs { of, from, to } = SubstitutionArgs::args(call)?;
    are_replacements(state, from, to)?;
    if of.is_empty() {
        return Invalid::wrong("there is nothing in which terms are replaced");
    }
    match from.iter().all(|term| is_replaceable(state, *term)) {
        true => Ok(()),
        false => Invalid::wrong("a variable cannot be replaced: it may be bound"),
    }
}

fn substitute((instance, context): &mut ExtensionCall<'_>) -> Result<Effect> {
    let (session, content) = (&instance.session, &instance.content);
    let args = SubstitutionArgs::args(context.call)?;
    let of = content.terms(args.of)?;
    let (from, to) = (content.terms(args.from)?, content.terms(args.to)?);
    let mut all = of.clone();
    session.substitute_terms(&mut all, &from, &to)?;
    for (term, result) in of.iter().zip(all) {
        SUBSTITUTED_ONE.must(session.substitute_term(*term, &from, &to)? == result)?;
        SUBSTITUTED_SORT.must(session.term_is_equal_sort(*term, result)?)?;
        terms::view_of(session, result)?;
    }
    Ok(Effect::Done)
}

fn is_unsat_assumption((instance, context): &mut ExtensionCall<'_>) -> Result<Effect> {
    let TermArg { term: id } = TermArg::args(context.call)?;
    let term = *instance.content.terms.get(id)?;
    let said = instance.session.is_unsat_assumption(term)?;
    if said != instance.session.get_unsat_assumptions()?.contains(&term) {
        return UNSAT_ASSUMPTION.fails(format!("{id} is an unsat assumption: {said}"));
    }
    Ok(Effect::Done)
}

/// Whether formulas are unsatisfiable, by a new solver. `None` if it does not know.
fn refuted(instance: &Instance, formulas: &[Term]) -> Result<Option<bool>> {
    let session = instance.session.second_solver()?;
    for formula in formulas {
        session.assert(*formula)?;
    }
    Ok(match session.check_sat()? {
        Answer::Unsat => Some(true),
        Answer::Sat => Some(false),
        Answer::Unknown => None,
    })
}

fn get_interpolant((instance, context): &mut ExtensionCall<'_>) -> Result<Effect> {
    if !instance.session.api().interpolates() {
        return Err(Error::Unsupported("interpolation".to_owned()));
    }
    let (asserted, assumed) = (&instance.content.asserted, &instance.content.assumed);
    let formulas = asserted.iter().chain(assumed).map(|(_, term)| *term);
    let formulas: Vec<Term> = formulas.collect();
    let InterpolantArgs { first } = InterpolantArgs::args(context.call)?;
    let first = (first as usize).min(asserted.len());
    let (a, b) = formulas.split_at(first);
    // A formula on both sides counts as one of the first.
    let b: Vec<Term> = b.iter().copied().filter(|term| !a.contains(term)).collect();
    let session = instance.second_solver()?;
    options::set(&session, "produce-interpolants", "true")?;
    for formula in a.iter().chain(&b) {
        session.assert(*formula)?;
    }
    if session.check_sat()? != Answer::Unsat {
        return Ok(Effect::Done);
    }
    let interpolant = session.get_interpolant(a)?;
    let listed = session.get_interpolants(&[a.to_vec(), b.clone()])?;
    NO_INTERPOLANTS.must(!listed.is_empty())?;
    let not = instance.kinds.of(op::NOT).unwrap_or_default();
    for interpolant in listed.into_iter().take(1).chain([interpolant]) {
        let negated = session.mk_term1(not, interpolant)?;
        let implied = [a, &[negated]].concat();
        let contradicts = [&b[..], &[interpolant]].concat();
        for (check, formulas) in [
            (&INTERPOLANT_IMPLIED, implied),
            (&INTERPOLANT_CONTRADICTS, contradicts),
        ] {
            if refuted(instance, &formulas)? == Some(false) {
                return check.fails(session.term_to_string(interpolant)?);
            }
        }
    }
    Ok(Effect::Done)
}

fn miscellaneous((instance, _): &mut ExtensionCall<'_>) -> Result<Effect> {
    let session = &instance.session;
    let [version, git, copyright] = session.api().about();
    if version.is_empty() || !copyright.contains("Bitwuzla") {
        return ABOUT.fails(format!("'{version}' '{git}'"));
    }
    let (answers, modes) = session.api().names();
    let modes = modes.map(|mode| mode.trim_start_matches("BITWUZLA_RM_").to_owned());
    if answers != ["sat", "unsat", "unknown"] || modes != ["RNE", "RNA", "RTN", "RTP", "RTZ"] {
        return NAMES.fails(format!("{answers:?} and {modes:?}"));
    }
    let statistics = session.get_statistics()?;
    match statistics.iter().find(|(key, _)| key.is_empty()) {
        Some((_, value)) => STATISTIC.fails(value.as_str()),
        None => Ok(Effect::Done),
    }
}
