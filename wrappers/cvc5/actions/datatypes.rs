//! Declares datatypes, records and tuples, and reads them by all getters.

use super::super::ffi::{Constructor, Session, Sort, Term};
use crate::cvc5::checks::{
    COPY, DATATYPE_CONSTRUCTOR_TEXT, DATATYPE_LIST, DATATYPE_NEW, DATATYPE_PARAMETERS,
    DATATYPE_PART, DATATYPE_RECORD, DATATYPE_RECORD_PARTS, DATATYPE_RESOLVED, DATATYPE_SHAPE,
    DATATYPE_SIGNATURE, DATATYPE_TUPLE_PARTS, DATATYPE_TUPLE_SORT, DATATYPE_TUPLE_VALUE,
    DATATYPE_WELL_FOUNDED,
};
use crate::cvc5::instance::Instance;
use murxla_fsm::op;
use murxla_fsm::solver::Result;

/// Declares lists of labels of a sort. As a codatatype, it has infinite lists, too.
pub(super) fn declare(instance: &mut Instance, label: Sort, infinite: bool) -> Result {
    let by_parts = infinite || instance.rng.coin();
    let session = &instance.session;
    let [end, link] = [
        session.mk_dt_cons_decl("_end")?,
        session.mk_dt_cons_decl("_link")?,
    ];
    session.dt_cons_decl_add_selector(link, "_label", label)?;
    session.dt_cons_decl_add_selector_self(link, "_next")?;
    let copy = session.dt_cons_decl_copy(link)?;
    let same = session.dt_cons_decl_is_equal(link, copy)?
        && session.dt_cons_decl_hash(link)? == session.dt_cons_decl_hash(copy)?
        && !session.dt_cons_decl_is_equal(end, link)?;
    session.dt_cons_decl_release(copy)?;
    COPY.must_for("declaration of a constructor", same)?;
    let text = session.dt_cons_decl_to_string(link)?;
    DATATYPE_CONSTRUCTOR_TEXT.must(
        ["_link", "_label", "_next"]
            .iter()
            .all(|name| text.contains(name)),
    )?;
    let sort = if by_parts {
        let made = session.mk_dt_decl("_list", infinite)?;
        DATATYPE_NEW.must(
            session.dt_decl_get_num_constructors(made)? == 0
                && !session.dt_decl_is_resolved(made)?,
        )?;
        session.dt_decl_add_constructor(made, end)?;
        session.dt_decl_add_constructor(made, link)?;
        let copy = session.dt_decl_copy(made)?;
        let same = session.dt_decl_is_equal(made, copy)?
            && session.dt_decl_hash(made)? == session.dt_decl_hash(copy)?
            && session.dt_decl_get_num_constructors(copy)? == 2
            && session.dt_decl_get_name(copy)? == "_list"
            && session.dt_decl_to_string(copy)?.contains("_link")
            && !session.dt_decl_is_parametric(copy)?;
        session.dt_decl_release(copy)?;
        COPY.must_for("declaration of a datatype", same)?;
        let sort = session.mk_dt_sort(made)?;
        DATATYPE_RESOLVED.must(session.dt_decl_is_resolved(made)?)?;
        sort
    } else {
        session.declare_dt("_list", &[end, link])?
    };
    let datatype = session.sort_get_datatype(sort)?;
    DATATYPE_LIST.must(
        session.dt_is_codatatype(datatype)? == infinite
            && session.dt_get_num_constructors(datatype)? == 2
            && !session.dt_is_finite(datatype)?,
    )?;
    look_at_datatype(session, sort)
}

/// Makes a record or a tuple of two parts, and reads the parts.
pub(super) fn record(instance: &mut Instance, part: Sort, is_record: bool) -> Result {
    let session = &instance.session;
    let parts = [part, session.get_boolean_sort()?];
    let sort = if is_record {
        session.mk_record_sort(&[("_a", parts[0]), ("_b", parts[1])])?
    } else {
        session.mk_tuple_sort(&parts)?
    };
    DATATYPE_RECORD.must(
        session.sort_is_record(sort)? == is_record && session.sort_is_tuple(sort)? != is_record,
    )?;
    look_at_datatype(session, sort)?;
    if !is_record {
        look_at_tuple(session, sort, &parts)?;
    }
    let kinds = [op::DT_APPLY_CONS, op::DT_APPLY_SEL, op::EQUAL].map(|op| instance.kinds.of(op));
    let [Some(construct), Some(select), Some(equal)] = kinds else {
        return Ok(());
    };
    let constructor = session.dt_get_constructor(session.sort_get_datatype(sort)?, 0)?;
    let fields = [
        session.mk_const(parts[0], "_x")?,
        session.mk_const(parts[1], "_y")?,
    ];
    let make = [&[session.dt_cons_get_term(constructor)?], &fields[..]].concat();
    let made = session.mk_term(construct, &make)?;
    for (n, field) in (0..).zip(fields) {
        let selector = session.dt_sel_get_term(session.dt_cons_get_selector(constructor, n)?)?;
        let selected = session.mk_term(select, &[selector, made])?;
        let same = session.mk_term(equal, &[selected, field])?;
        let simple = instance.classify_error(session.simplify(same, false))?;
        DATATYPE_RECORD_PARTS.must(
            session.term_is_boolean_value(simple)? && session.term_get_boolean_value(simple)?,
        )?;
    }
    Ok(())
}

/// Reads a tuple sort and a value of it.
fn look_at_tuple(session: &Session, sort: Sort, parts: &[Sort]) -> Result {
    let all = session.sort_tuple_get_element_sorts(sort)?;
    let mut same =
        all.len() == parts.len() && session.sort_tuple_get_length(sort)? == parts.len() as u64;
    for (listed, part) in all.iter().zip(parts) {
        same &= session.sort_is_equal(*listed, *part)?;
    }
    DATATYPE_TUPLE_SORT.must(same)?;
    let parts = [session.mk_true()?, session.mk_false()?];
    let pair = session.mk_tuple(&parts)?;
    DATATYPE_TUPLE_VALUE.must(session.term_is_tuple_value(pair)?)?;
    let all = session.term_get_tuple_value(pair)?;
    let mut same = all.len() == parts.len();
    for (listed, part) in all.iter().zip(parts) {
        same &= session.term_is_equal(*listed, part)?;
    }
    DATATYPE_TUPLE_PARTS.must(same)
}

/// Reads a datatype, its constructors and their selectors by all getters. In 1.4.2 two handles for
/// the same object are not equal, although equality should be structural. Copies and hashes are
/// equal.
pub(super) fn look_at_datatype(session: &Session, sort: Sort) -> Result {
    let datatype = session.sort_get_datatype(sort)?;
    let copy = session.dt_copy(datatype)?;
    let same = session.dt_is_equal(datatype, copy)?
        && session.dt_hash(datatype)? == session.dt_hash(copy)?
        && session.dt_to_string(datatype)? == session.dt_to_string(copy)?;
    session.dt_release(copy)?;
    COPY.must_for("datatype", same)?;
    let parametric = session.dt_is_parametric(datatype)?;
    let params = if parametric {
        session.dt_get_parameters(datatype)?.len() as u64
    } else {
        // The getter must not be called for a datatype with parameters.
        session.dt_is_finite(datatype)?;
        0
    };
    DATATYPE_PARAMETERS.must(session.sort_dt_get_arity(sort)? == params)?;
    DATATYPE_SHAPE.must(
        session.dt_is_tuple(datatype)? == session.sort_is_tuple(sort)?
            && session.dt_is_record(datatype)? == session.sort_is_record(sort)?,
    )?;
    DATATYPE_WELL_FOUNDED
        .must(session.dt_is_codatatype(datatype)? || session.dt_is_well_founded(datatype)?)?;
    for n in 0..session.dt_get_num_constructors(datatype)? {
        let constructor = session.dt_get_constructor(datatype, n)?;
        let copy = session.dt_cons_copy(constructor)?;
        let named =
            session.dt_get_constructor_by_name(datatype, &session.dt_cons_get_name(copy)?)?;
        let same = session.dt_cons_is_equal(constructor, copy)?
            && session.dt_cons_hash(constructor)? == session.dt_cons_hash(named)?
            && session.dt_cons_to_string(constructor)? == session.dt_cons_to_string(copy)?;
        session.dt_cons_release(copy)?;
        COPY.must_for("constructor", same)?;
        look_at_constructor(session, sort, constructor)?;
        for place in 0..session.dt_cons_get_num_selectors(constructor)? {
            let selector = session.dt_cons_get_selector(constructor, place)?;
            let name = session.dt_sel_get_name(selector)?;
            let copy = session.dt_sel_copy(selector)?;
            let named = session.dt_cons_get_selector_by_name(constructor, &name)?;
            let first = session.dt_get_selector(datatype, &name)?;
            let same = session.dt_sel_is_equal(selector, copy)?
                && session.dt_sel_hash(selector)? == session.dt_sel_hash(named)?
                && session.dt_sel_to_string(selector)? == session.dt_sel_to_string(copy)?
                && session.dt_sel_get_name(named)? == name
                && session.dt_sel_get_name(first)? == name;
            session.dt_sel_release(copy)?;
            COPY.must_for("selector", same)?;
            let codomain = session.dt_sel_get_codomain_sort(selector)?;
            let of = |term: Term| session.term_get_sort(term);
            let (select, update) = (
                of(session.dt_sel_get_term(selector)?)?,
                of(session.dt_sel_get_updater_term(selector)?)?,
            );
            DATATYPE_PART.must_for(
                "selector or updater",
                session.sort_is_dt_selector(select)? && session.sort_is_dt_updater(update)?,
            )?;
            let domain = session.sort_dt_selector_get_domain(select)?;
            DATATYPE_SIGNATURE.must_for(
                "selector",
                session.sort_is_equal(session.sort_dt_selector_get_codomain(select)?, codomain)?
                    && (parametric || session.sort_is_equal(domain, sort)?),
            )?;
        }
    }
    Ok(())
}

/// The sorts of a constructor and of its tester.
fn look_at_constructor(session: &Session, sort: Sort, constructor: Constructor) -> Result {
    let parametric = session.dt_is_parametric(session.sort_get_datatype(sort)?)?;
    let term = if parametric {
        session.dt_cons_get_instantiated_term(constructor, sort)?
    } else {
        session.dt_cons_get_term(constructor)?
    };
    let made = session.term_get_sort(term)?;
    DATATYPE_PART.must_for("constructor", session.sort_is_dt_constructor(made)?)?;
    let arity = session.dt_cons_get_num_selectors(constructor)?;
    DATATYPE_SIGNATURE.must_for(
        "constructor",
        session.sort_dt_constructor_get_arity(made)? == arity
            && session.sort_dt_constructor_get_domain(made)?.len() as u64 == arity
            && session.sort_is_equal(session.sort_dt_constructor_get_codomain(made)?, sort)?,
    )?;
    let tester = session.term_get_sort(session.dt_cons_get_tester_term(constructor)?)?;
    DATATYPE_PART.must_for("tester", session.sort_is_dt_tester(tester)?)?;
    DATATYPE_SIGNATURE.must_for(
        "tester",
        session.sort_is_boolean(session.sort_dt_tester_get_codomain(tester)?)?
            && (parametric
                || session.sort_is_equal(session.sort_dt_tester_get_domain(tester)?, sort)?),
    )
}
