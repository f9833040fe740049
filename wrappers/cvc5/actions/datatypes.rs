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
        session.dt_cons_decl("_end")?,
        session.dt_cons_decl("_link")?,
    ];
    session.add_selector(link, "_label", label)?;
    session.add_selector_self(link, "_next")?;
    let copy = session.cons_decl_copy(link)?;
    let same = session.cons_decl_is_equal(link, copy)?
        && session.cons_decl_hash(link)? == session.cons_decl_hash(copy)?
        && !session.cons_decl_is_equal(end, link)?;
    session.cons_decl_release(copy)?;
    COPY.must_for("declaration of a constructor", same)?;
    let text = session.cons_decl_to_string(link)?;
    DATATYPE_CONSTRUCTOR_TEXT.must(
        ["_link", "_label", "_next"]
            .iter()
            .all(|name| text.contains(name)),
    )?;
    let sort = if by_parts {
        let made = session.dt_decl("_list", infinite)?;
        DATATYPE_NEW.must(
            session.dt_decl_num_constructors(made)? == 0 && !session.dt_decl_is_resolved(made)?,
        )?;
        session.add_constructor(made, end)?;
        session.add_constructor(made, link)?;
        let copy = session.dt_decl_copy(made)?;
        let same = session.dt_decl_is_equal(made, copy)?
            && session.dt_decl_hash(made)? == session.dt_decl_hash(copy)?
            && session.dt_decl_num_constructors(copy)? == 2
            && session.dt_decl_name(copy)? == "_list"
            && session.dt_decl_to_string(copy)?.contains("_link")
            && !session.dt_decl_is_parametric(copy)?;
        session.dt_decl_release(copy)?;
        COPY.must_for("declaration of a datatype", same)?;
        let sort = session.dt_sort(made)?;
        DATATYPE_RESOLVED.must(session.dt_decl_is_resolved(made)?)?;
        sort
    } else {
        session.declare_dt("_list", &[end, link])?
    };
    let datatype = session.datatype(sort)?;
    DATATYPE_LIST.must(
        session.dt_is_codatatype(datatype)? == infinite
            && session.dt_num_constructors(datatype)? == 2
            && !session.dt_is_finite(datatype)?,
    )?;
    look_at_datatype(session, sort)
}

/// Makes a record or a tuple of two parts, and reads the parts.
pub(super) fn record(instance: &mut Instance, part: Sort, is_record: bool) -> Result {
    let session = &instance.session;
    let parts = [part, session.bool_sort()?];
    let sort = if is_record {
        session.record_sort(&[("_a", parts[0]), ("_b", parts[1])])?
    } else {
        session.tuple_sort(&parts)?
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
    let constructor = session.dt_constructor(session.datatype(sort)?, 0)?;
    let fields = [
        session.mk_const(parts[0], "_x")?,
        session.mk_const(parts[1], "_y")?,
    ];
    let make = [&[session.dt_cons_term(constructor)?], &fields[..]].concat();
    let made = session.mk_term(construct, &make)?;
    for (n, field) in (0..).zip(fields) {
        let selector = session.dt_sel_term(session.dt_selector(constructor, n)?)?;
        let selected = session.mk_term(select, &[selector, made])?;
        let same = session.mk_term(equal, &[selected, field])?;
        let simple = instance.classify_error(session.simplify(same, false))?;
        DATATYPE_RECORD_PARTS
            .must(session.is_bool_value(simple)? && session.bool_value(simple)?)?;
    }
    Ok(())
}

/// Reads a tuple sort and a value of it.
fn look_at_tuple(session: &Session, sort: Sort, parts: &[Sort]) -> Result {
    let all = session.tuple_sorts(sort)?;
    let mut same = all.len() == parts.len() && session.tuple_length(sort)? == parts.len() as u64;
    for (listed, part) in all.iter().zip(parts) {
        same &= session.sort_is_equal(*listed, *part)?;
    }
    DATATYPE_TUPLE_SORT.must(same)?;
    let parts = [session.mk_true()?, session.mk_false()?];
    let pair = session.mk_tuple(&parts)?;
    DATATYPE_TUPLE_VALUE.must(session.is_tuple_value(pair)?)?;
    let all = session.tuple_value(pair)?;
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
    let datatype = session.datatype(sort)?;
    let copy = session.dt_copy(datatype)?;
    let same = session.dt_is_equal(datatype, copy)?
        && session.dt_hash(datatype)? == session.dt_hash(copy)?
        && session.dt_to_string(datatype)? == session.dt_to_string(copy)?;
    session.dt_release(copy)?;
    COPY.must_for("datatype", same)?;
    let parametric = session.dt_is_parametric(datatype)?;
    let params = if parametric {
        session.dt_parameters(datatype)?.len() as u64
    } else {
        // The getter must not be called for a datatype with parameters.
        session.dt_is_finite(datatype)?;
        0
    };
    DATATYPE_PARAMETERS.must(session.dt_arity(sort)? == params)?;
    DATATYPE_SHAPE.must(
        session.dt_is_tuple(datatype)? == session.sort_is_tuple(sort)?
            && session.dt_is_record(datatype)? == session.sort_is_record(sort)?,
    )?;
    DATATYPE_WELL_FOUNDED
        .must(session.dt_is_codatatype(datatype)? || session.dt_is_well_founded(datatype)?)?;
    for n in 0..session.dt_num_constructors(datatype)? {
        let constructor = session.dt_constructor(datatype, n)?;
        let copy = session.dt_cons_copy(constructor)?;
        let named = session.dt_constructor_by_name(datatype, &session.dt_cons_name(copy)?)?;
        let same = session.dt_cons_is_equal(constructor, copy)?
            && session.dt_cons_hash(constructor)? == session.dt_cons_hash(named)?
            && session.dt_cons_to_string(constructor)? == session.dt_cons_to_string(copy)?;
        session.dt_cons_release(copy)?;
        COPY.must_for("constructor", same)?;
        look_at_constructor(session, sort, constructor)?;
        for place in 0..session.dt_num_selectors(constructor)? {
            let selector = session.dt_selector(constructor, place)?;
            let name = session.dt_sel_name(selector)?;
            let copy = session.dt_sel_copy(selector)?;
            let named = session.dt_cons_selector_by_name(constructor, &name)?;
            let first = session.dt_selector_by_name(datatype, &name)?;
            let same = session.dt_sel_is_equal(selector, copy)?
                && session.dt_sel_hash(selector)? == session.dt_sel_hash(named)?
                && session.dt_sel_to_string(selector)? == session.dt_sel_to_string(copy)?
                && session.dt_sel_name(named)? == name
                && session.dt_sel_name(first)? == name;
            session.dt_sel_release(copy)?;
            COPY.must_for("selector", same)?;
            let codomain = session.dt_sel_codomain(selector)?;
            let of = |term: Term| session.term_sort(term);
            let (select, update) = (
                of(session.dt_sel_term(selector)?)?,
                of(session.dt_sel_updater(selector)?)?,
            );
            DATATYPE_PART.must_for(
                "selector or updater",
                session.sort_is_selector(select)? && session.sort_is_updater(update)?,
            )?;
            let domain = session.sel_sort_domain(select)?;
            DATATYPE_SIGNATURE.must_for(
                "selector",
                session.sort_is_equal(session.sel_sort_codomain(select)?, codomain)?
                    && (parametric || session.sort_is_equal(domain, sort)?),
            )?;
        }
    }
    Ok(())
}

/// The sorts of a constructor and of its tester.
fn look_at_constructor(session: &Session, sort: Sort, constructor: Constructor) -> Result {
    let parametric = session.dt_is_parametric(session.datatype(sort)?)?;
    let term = if parametric {
        session.dt_cons_instantiated(constructor, sort)?
    } else {
        session.dt_cons_term(constructor)?
    };
    let made = session.term_sort(term)?;
    DATATYPE_PART.must_for("constructor", session.sort_is_constructor(made)?)?;
    let arity = session.dt_num_selectors(constructor)?;
    DATATYPE_SIGNATURE.must_for(
        "constructor",
        session.cons_sort_arity(made)? == arity
            && session.cons_sort_domain(made)?.len() as u64 == arity
            && session.sort_is_equal(session.cons_sort_codomain(made)?, sort)?,
    )?;
    let tester = session.term_sort(session.dt_cons_tester(constructor)?)?;
    DATATYPE_PART.must_for("tester", session.sort_is_tester(tester)?)?;
    DATATYPE_SIGNATURE.must_for(
        "tester",
        session.sort_is_bool(session.tester_sort_codomain(tester)?)?
            && (parametric || session.sort_is_equal(session.tester_sort_domain(tester)?, sort)?),
    )
}
