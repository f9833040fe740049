//! Reads terms and sorts by all getters, which must agree.

use super::super::ffi::{Outcome, Session, Sort, Term};
use super::super::sorts;
use super::datatypes::look_at_datatype;
use super::{Extension, ExtensionCall, SEARCHING};
use crate::cvc5::checks::{
    COPY, SORT_DIFFERS, SORT_KINDS, SORT_SYMBOL, TERM_ALGEBRAIC, TERM_FRACTION, TERM_ORDER,
    TERM_VALUE, TERM_WIDTHS, ensure,
};
use crate::shared::actions::{NOTHING, Takes, TermArg};
use murxla_fsm::action::{Arg, Effect};
use murxla_fsm::solver::{Answer, Result, TermId};
use murxla_fsm::value::Value;
use num_traits::ToPrimitive;
use smallvec::smallvec;

/// A walk through a term and its sorts.
pub(super) const INSPECT: Extension = Extension {
    name: "cvc5-inspect",
    takes: Takes {
        params: TermArg::PARAMS,
        pick: |cx| {
            let last = cx.state.ids.term().0;
            let id = TermId(cx.rng.below(u64::from(last)) as u32);
            // A body with patterns is only a part of a quantifier.
            cx.state.term(id).filter(|term| !term.is_part())?;
            Some(smallvec![Arg::Term(id)])
        },
        ..NOTHING
    },
    does: inspect,
    ..SEARCHING
};

/// The largest number of terms that are read.
const TERMS: usize = 40;

fn inspect((instance, context): &mut ExtensionCall<'_>) -> Result<Effect> {
    let TermArg { term: id } = TermArg::args(context.call)?;
    let root = *instance.content.terms.get(id)?;
    let session = &instance.session;
    let mut todo = vec![root];
    let mut before: Option<Term> = None;
    for _ in 0..TERMS {
        let Some(term) = todo.pop() else { break };
        look_at_term(session, term)?;
        let sort = session.term_get_sort(term)?;
        look_at_sort(session, sort)?;
        // This is called only here, because 1.4.2 prints a line each time.
        let differs = session.sort_is_disequal(sort, sort)?;
        ensure(&SORT_DIFFERS, !differs, &session.sort_to_string(sort)?)?;
        if let Some(before) = before {
            compare(session, before, term)?;
        }
        before = Some(term);
        todo.extend(session.children(term)?);
    }
    let traced = context.state.term(id);
    if let Some(Value::Int(number)) = traced
        .filter(|term| term.is_value())
        .and_then(|t| t.value())
    {
        let text = instance.text(root);
        let said = (
            session
                .term_is_int32_value(root)?
                .then(|| session.term_get_int32_value(root))
                .transpose()?,
            session
                .term_is_uint32_value(root)?
                .then(|| session.term_get_uint32_value(root))
                .transpose()?,
            session
                .term_is_uint64_value(root)?
                .then(|| session.term_get_uint64_value(root))
                .transpose()?,
        );
        let fits = (number.to_i32(), number.to_u32(), number.to_u64());
        if said != fits {
            return TERM_WIDTHS.fails(format!("{text} reads as {said:?}"));
        }
    }
    Ok(Effect::Done)
}

fn look_at_term(session: &Session, term: Term) -> Result {
    let text = session.term_to_string(term)?;
    session.kind_hash(session.term_get_kind(term)?)?;
    session.copy_and_release(term)?;
    if session.term_has_op(term)? {
        let op = session.term_get_op(term)?;
        let copy = session.op_copy(op)?;
        let same = session.op_is_equal(op, copy)? && !session.op_is_disequal(op, copy)?;
        if !same || session.op_hash(op)? != session.op_hash(copy)? {
            return COPY.fails_for("operator", text);
        }
        session.op_release(copy)?;
    }
    // The getters for values of other sorts must say no.
    let sort = session.term_get_sort(term)?;
    let numeric = session.sort_is_integer(sort)? || session.sort_is_real(sort)?;
    let claims = [
        (
            session.term_is_boolean_value(term)?,
            session.sort_is_boolean(sort)?,
        ),
        (session.term_is_int32_value(term)?, numeric),
        (session.term_is_uint32_value(term)?, numeric),
        (session.term_is_uint64_value(term)?, numeric),
        (session.term_is_real32_value(term)?, numeric),
        (session.term_is_real_algebraic_number(term)?, numeric),
        (session.term_is_bv_value(term)?, session.sort_is_bv(sort)?),
        (session.term_is_fp_value(term)?, session.sort_is_fp(sort)?),
        (session.term_is_rm_value(term)?, session.sort_is_rm(sort)?),
        (
            session.term_is_string_value(term)?,
            session.sort_is_string(sort)?,
        ),
        (
            session.term_is_const_array(term)?,
            session.sort_is_array(sort)?,
        ),
        (
            session.term_is_uninterpreted_sort_value(term)?,
            session.sort_is_uninterpreted_sort(sort)?,
        ),
        (
            session.term_is_cardinality_constraint(term)?,
            session.sort_is_boolean(sort)?,
        ),
    ];
    let fits = claims.iter().all(|(value, of_sort)| !value || *of_sort);
    ensure(&TERM_VALUE, fits, &text)?;
    if session.term_is_real32_value(term)? {
        let (short, long) = (
            session.term_get_real32_value(term)?,
            session.term_get_real64_value(term)?,
        );
        let agree = (i64::from(short.0), u64::from(short.1)) == long;
        ensure(&TERM_FRACTION, agree, &text)?;
    }
    if session.term_is_rm_value(term)? {
        session.rm_to_string(session.term_get_rm_value(term)?)?;
    }
    if session.term_is_real_algebraic_number(term)? {
        let variable = session.mk_var(sort, "_v")?;
        session.term_get_real_algebraic_number_defining_polynomial(term, variable)?;
        let bounds = [
            session.term_get_real_algebraic_number_lower_bound(term)?,
            session.term_get_real_algebraic_number_upper_bound(term)?,
        ];
        let values =
            session.term_is_real_value(bounds[0])? && session.term_is_real_value(bounds[1])?;
        ensure(&TERM_ALGEBRAIC, values, &text)?;
    }
    if session.term_is_skolem(term)? {
        let id = session.term_get_skolem_id(term)?;
        session.skolem_id_to_string(id)?;
        session.skolem_id_hash(id)?;
        session.term_get_skolem_indices(term)?;
    }
    Ok(())
}

/// Compares equality, order and hashes of two terms.
fn compare(session: &Session, a: Term, b: Term) -> Result {
    let equal = session.term_is_equal(a, b)?;
    let order = (session.term_compare(a, b)?, session.term_compare(b, a)?);
    let agree = equal != session.term_is_disequal(a, b)?
        && equal == (order.0 == 0)
        && order.0.signum() == -order.1.signum()
        && equal == (session.term_get_id(a)? == session.term_get_id(b)?)
        && (!equal || session.term_hash(a)? == session.term_hash(b)?);
    ensure(&TERM_ORDER, agree, &session.term_to_string(a)?)
}

fn look_at_sort(session: &Session, sort: Sort) -> Result {
    let text = session.sort_to_string(sort)?;
    let copy = session.sort_copy(sort)?;
    let agree = session.sort_is_equal(sort, copy)?
        && session.sort_compare(sort, copy)? == 0
        && session.sort_hash(sort)? == session.sort_hash(copy)?;
    session.sort_release(copy)?;
    if !agree {
        return COPY.fails_for("sort", text);
    }
    session.sort_kind_hash(session.sort_get_kind(sort)?)?;
    session.sort_kind_to_string(session.sort_get_kind(sort)?)?;
    if session.sort_has_symbol(sort)? {
        ensure(
            &SORT_SYMBOL,
            !session.sort_get_symbol(sort)?.is_empty(),
            &text,
        )?;
    }
    let special = [
        session.sort_is_dt_constructor(sort)?,
        session.sort_is_dt_selector(sort)?,
        session.sort_is_dt_tester(sort)?,
        session.sort_is_dt_updater(sort)?,
        session.sort_is_nullable(sort)?,
        session.sort_is_record(sort)?,
        session.sort_is_abstract(sort)?,
        session.sort_is_uninterpreted_sort_constructor(sort)?,
        // In the API a nullable is an instance of a datatype, too.
        session.sort_is_instantiated(sort)? && !session.sort_is_nullable(sort)?,
        session.sort_is_boolean(sort)?,
        session.sort_is_integer(sort)?,
        session.sort_is_real(sort)?,
        session.sort_is_bv(sort)?,
        session.sort_is_fp(sort)?,
        session.sort_is_array(sort)?,
        session.sort_is_string(sort)?,
    ];
    let many = special.iter().filter(|is| **is).count() > 1;
    ensure(&SORT_KINDS, !many, &text)?;
    sorts::view::view(session, sort)?;
    if session.sort_is_dt(sort)? {
        look_at_datatype(session, sort)?;
    }
    Ok(())
}

/// Reads a value of a model, as `cvc5-inspect` reads terms.
pub(in super::super) fn look_at_value(session: &Session, value: Term) -> Result {
    look_at_term(session, value)?;
    look_at_sort(session, session.term_get_sort(value)?)
}

/// Reads the result of a check by its other getters.
pub(in super::super) fn look_at_result(
    session: &Session,
    outcome: Outcome,
    answer: Answer,
) -> Result<Option<String>> {
    let copy = session.result_copy(outcome)?;
    let same = session.result_is_equal(outcome, copy)?
        && !session.result_is_disequal(outcome, copy)?
        && session.result_hash(outcome)? == session.result_hash(copy)?
        && !session.result_is_null(outcome)?;
    session.result_release(copy)?;
    if !same {
        return COPY.fails_for("result", answer.name());
    }
    if answer != Answer::Unknown {
        return Ok(None);
    }
    let explanation = session.result_get_unknown_explanation(outcome)?;
    session.unknown_explanation_to_string(explanation).map(Some)
}
