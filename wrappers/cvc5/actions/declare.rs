//! Declarations, and sorts and terms for which there are no other actions.

use super::super::ffi::{Sort as SortHandle, Term};
use super::inspect::look_at_value;
use super::{Extension, ExtensionCall, SEARCHING, datatypes, needs_quantifiers};
use crate::cvc5::checks::{
    ABSTRACT_KIND, CARDINALITY, DECLARED_AGAIN, DECLARED_FRESH, FAMILY_ARITY, FAMILY_COUNT,
    FAMILY_OF, FAMILY_PARAMETERS, MADE_KIND, NULLABLE_ELEMENT, NULLABLE_TRUE, NULLABLE_VALUE,
    OPPOSITE_ANSWER, ORACLE_VALUE, REGEXP_CONSTANT, ROOT, SKOLEM_INDICES, SKOLEM_NUMBER,
};
use crate::cvc5::instance::Instance;
use crate::shared::actions::rows::{self, Row, Rows, first};
use crate::shared::actions::{NOTHING, SortArg, Takes, is_answered};
use murxla_fsm::action::{Arg, Effect, Invalid, Validity};
use murxla_fsm::arguments;
use murxla_fsm::op;
use murxla_fsm::solver::{Answer, Error, Result};
use murxla_fsm::sort::{Sort, SortId, SortKind};
use murxla_fsm::state::InstanceState;
use smallvec::smallvec;

const OF_SORT: Extension = Extension {
    takes: Takes {
        params: SortArg::PARAMS,
        pick: |cx| {
            let sorts = cx.state.sorts.iter();
            let plain = sorts.filter(|(_, sort)| is_plain(sort.kind()));
            let plain: Vec<SortId> = plain.map(|(id, _)| id).collect();
            Some(smallvec![Arg::Sort(*cx.rng.pick(&plain)?)])
        },
        valid: |state, call| is_plain_sort(state, SortArg::args(call)?.sort),
        ..NOTHING
    },
    ..SEARCHING
};

/// The sort must be plain.
fn is_plain_sort(state: &InstanceState, sort: SortId) -> Validity {
    match state.sorts.get(sort) {
        Some(sort) if is_plain(sort.kind()) => Ok(()),
        _ => Invalid::wrong(format!("{sort} is not a plain sort")),
    }
}

/// Whether a sort has no parts, so that every context allows it.
fn is_plain(kind: SortKind) -> bool {
    use SortKind::{Bool, Bv, Fp, Int, Real, Rm, String, Uninterpreted};
    [Bool, Bv, Fp, Int, Real, Rm, String, Uninterpreted].contains(&kind)
}

/// Declares functions twice, and a pool of terms.
pub(super) const DECLARE: Extension = Extension {
    name: "cvc5-declare",
    stale: true,
    does: declare,
    ..OF_SORT
};

arguments! {
    /// What `cvc5-exotica` takes.
    struct ExoticaArgs<'c> {
        /// A plain sort.
        sort: Sort,
        /// The name of a kind of objects.
        kind: Word,
        /// Its numbers.
        numbers: Indices,
    }
}

/// Makes sorts and terms of one of several rare kinds, and reads them.
pub(super) const EXOTICA: Extension = Extension {
    name: "cvc5-exotica",
    takes: Takes {
        params: ExoticaArgs::PARAMS,
        pick: |cx| {
            let mut args = (OF_SORT.takes.pick)(cx)?;
            args.extend(rows::draw::<RareKinds>(cx.rng)?);
            Some(args)
        },
        valid: |state, call| {
            let args = ExoticaArgs::args(call)?;
            is_plain_sort(state, args.sort)?;
            rows::is_row::<RareKinds>(args.kind, args.numbers)
        },
        ..NOTHING
    },
    stale: true,
    does: make_rare_objects,
    ..SEARCHING
};

/// The kinds of rare objects.
struct RareKinds;

/// Makes objects of a sort. Each number gives other objects.
type MakeObjects = fn(&mut Instance, SortHandle, &[u32]) -> Result;

impl Rows for RareKinds {
    type Make = MakeObjects;
    const ROWS: &'static [Row<MakeObjects>] = &[
        Row::new("nullable", &[], |instance, sort, _| {
            nullables(instance, sort)
        }),
        Row::new("family", &[1..=3], |instance, sort, numbers| {
            families(instance, sort, first(numbers)? as usize)
        }),
        Row::new("skolem", &[0..=19], |instance, sort, numbers| {
            skolems(instance, sort, first(numbers)? as i32)
        }),
        Row::new("abstract", &[], |instance, _, _| abstracts(instance)),
        Row::new("datatype", &[], |instance, sort, _| {
            datatypes::declare(instance, sort, false)
        }),
        Row::new("codatatype", &[], |instance, sort, _| {
            datatypes::declare(instance, sort, true)
        }),
        Row::new("record", &[], |instance, sort, _| {
            datatypes::record(instance, sort, true)
        }),
        Row::new("tuple", &[], |instance, sort, _| {
            datatypes::record(instance, sort, false)
        }),
        Row::new("square-root", &[2..=9], |instance, _, numbers| {
            roots(instance, i64::from(first(numbers)?))
        }),
        Row::new("constants", &[], |instance, sort, _| {
            constants(instance, sort)
        }),
    ];
}

/// Repeats the last check with a plugin.
pub(super) const PLUGIN: Extension = Extension {
    name: "cvc5-plugin",
    now: is_answered,
    does: plugin,
    ..SEARCHING
};

/// Declares a function that an oracle of cvc5 computes: a callback.
pub(super) const ORACLE: Extension = Extension {
    name: "cvc5-oracle",
    takes: Takes {
        // An internal check of cvc5 refuses oracles that return elements of uninterpreted sorts.
        valid: |state, call| {
            let SortArg { sort } = SortArg::args(call)?;
            match state.sorts.get(sort).map(Sort::kind) {
                Some(kind) if is_plain(kind) && kind != SortKind::Uninterpreted => Ok(()),
                _ => Invalid::wrong(format!("{sort} is not a sort of an oracle")),
            }
        },
        ..OF_SORT.takes
    },
    does: oracle,
    ..OF_SORT
};

fn declare((instance, context): &mut ExtensionCall<'_>) -> Result<Effect> {
    let sort = *instance
        .content
        .sorts
        .get(SortArg::args(context.call)?.sort)?;
    let session = &instance.session;
    let declared = |fresh: bool| session.declare_fun("_again", &[sort], sort, fresh);
    let (one, two) = (declared(false)?, declared(false)?);
    DECLARED_AGAIN.must(session.term_is_equal(one, two)?)?;
    let (one, two) = (declared(true)?, declared(true)?);
    DECLARED_FRESH.must(session.term_is_disequal(one, two)?)?;
    if needs_quantifiers(context.state).is_ok() {
        let element = session.mk_const(sort, "_element")?;
        let pool = instance.classify_error(session.declare_pool("_pool", sort, &[element]))?;
        session.term_get_sort(pool)?;
    }
    Ok(Effect::Done)
}

fn make_rare_objects((instance, context): &mut ExtensionCall<'_>) -> Result<Effect> {
    let args = ExoticaArgs::args(context.call)?;
    let sort = *instance.content.sorts.get(args.sort)?;
    let kind = rows::row::<RareKinds>(args.kind)?;
    (kind.make)(instance, sort, args.numbers)?;
    Ok(Effect::Done)
}

/// Makes terms of a nullable sort, and reads them.
fn nullables(instance: &Instance, sort: SortHandle) -> Result {
    let session = &instance.session;
    let nullable = session.mk_nullable_sort(sort)?;
    MADE_KIND.must_for("nullable sort", session.sort_is_nullable(nullable)?)?;
    let element = session.sort_nullable_get_element_sort(nullable)?;
    NULLABLE_ELEMENT.must(session.sort_is_equal(element, sort)?)?;
    let constant = session.mk_const(sort, "_element")?;
    let (some, null) = (
        session.mk_nullable_some(constant)?,
        session.mk_nullable_null(nullable)?,
    );
    let value = session.mk_nullable_val(some)?;
    NULLABLE_VALUE.must(session.sort_is_equal(session.term_get_sort(value)?, sort)?)?;
    let (is_null, is_some) = (
        session.mk_nullable_is_null(null)?,
        session.mk_nullable_is_some(some)?,
    );
    if let Some(equal) = instance.kinds.of(op::EQUAL) {
        session.mk_nullable_lift(equal, &[some, null])?;
        let got = session.mk_term(equal, &[value, constant])?;
        for truth in [is_null, is_some, got] {
            let simple = instance.classify_error(session.simplify(truth, false))?;
            let is_true =
                session.term_is_boolean_value(simple)? && session.term_get_boolean_value(simple)?;
            NULLABLE_TRUE.must(is_true)?;
        }
    }
    Ok(())
}

/// Makes a sort constructor and a sort by it, and reads them.
fn families(instance: &Instance, sort: SortHandle, arity: usize) -> Result {
    let session = &instance.session;
    let family = session.mk_uninterpreted_sort_constructor_sort(arity as u64, "_family")?;
    MADE_KIND.must_for(
        "family of sorts",
        session.sort_is_uninterpreted_sort_constructor(family)?,
    )?;
    FAMILY_ARITY
        .must(session.sort_uninterpreted_sort_constructor_get_arity(family)? == arity as u64)?;
    let params = vec![sort; arity];
    let member = session.sort_instantiate(family, &params)?;
    MADE_KIND.must_for("member of a family", session.sort_is_instantiated(member)?)?;
    let of = session.sort_get_uninterpreted_sort_constructor(member)?;
    FAMILY_OF.must(session.sort_is_equal(of, family)?)?;
    let by = session.sort_get_instantiated_parameters(member)?;
    FAMILY_COUNT.must(by.len() == arity)?;
    for param in by {
        FAMILY_PARAMETERS.must(session.sort_is_equal(param, sort)?)?;
    }
    session.mk_const(member, "_member")?;
    Ok(())
}

/// Makes a skolem by its number: one that takes two arrays, or no terms.
fn skolems(instance: &Instance, sort: SortHandle, id: i32) -> Result {
    let session = &instance.session;
    let name = session.skolem_id_to_string(id)?;
    // For some skolems, such as the internal one, the getter of the arity ends the process.
    let arity = || session.get_num_idxs_for_skolem_id(id);
    // Releases differ in upper and lower case.
    let indices = match name.to_uppercase().as_str() {
        "ARRAY_DEQ_DIFF" if arity()? == 2 => {
            let array = session.mk_array_sort(sort, sort)?;
            vec![
                session.mk_const(array, "_a")?,
                session.mk_const(array, "_b")?,
            ]
        }
        "DIV_BY_ZERO" | "INT_DIV_BY_ZERO" | "MOD_BY_ZERO" if arity()? == 0 => Vec::new(),
        _ => return Ok(()),
    };
    let skolem = session.mk_skolem(id, &indices)?;
    MADE_KIND.must_for("skolem", session.term_is_skolem(skolem)?)?;
    SKOLEM_NUMBER.must(session.term_get_skolem_id(skolem)? == id)?;
    let kept = session.term_get_skolem_indices(skolem)?;
    SKOLEM_INDICES.must(kept.len() == indices.len())
}

/// Reads the square root of a small number, which is rational or algebraic.
fn roots(instance: &Instance, square: i64) -> Result {
    let kinds = [op::REAL_MUL, op::EQUAL].map(|op| instance.kinds.of(op));
    let [Some(multiply), Some(equal)] = kinds else {
        return Ok(());
    };
    let session = match instance.scratch_solver(&[("produce-models", "true")]) {
        Err(Error::Unsupported(_)) => return Ok(()),
        session => session?,
    };
    let x = session.mk_const(session.get_real_sort()?, "_x")?;
    let squared = session.mk_term(multiply, &[x, x])?;
    let number = session.mk_real_int64(square)?;
    session.assert_formula(session.mk_term(equal, &[squared, number])?)?;
    let answer = session.answer(session.check_sat()?)?;
    ROOT.must(answer != Answer::Unsat)?;
    if answer == Answer::Sat {
        look_at_value(&session, session.get_value(x)?)?;
    }
    Ok(())
}

/// Makes an abstract sort, which stands for several sorts.
fn abstracts(instance: &Instance) -> Result {
    let session = &instance.session;
    let width = session.mk_bv_sort(8)?;
    let kind = session.sort_get_kind(width)?;
    let some = session.mk_abstract_sort(kind)?;
    MADE_KIND.must_for("abstract sort", session.sort_is_abstract(some)?)?;
    ABSTRACT_KIND.must(session.sort_abstract_get_kind(some)? == kind)
}

/// Makes constants for which the API has functions.
fn constants(instance: &Instance, sort: SortHandle) -> Result {
    let session = &instance.session;
    let real = session.term_get_sort(session.mk_pi()?)?;
    MADE_KIND.must_for("pi", session.sort_is_real(real)?)?;
    let made = [
        session.mk_regexp_all()?,
        session.mk_regexp_allchar()?,
        session.mk_regexp_none()?,
    ];
    for (term, op) in made
        .into_iter()
        .zip([op::RE_ALL, op::RE_ALLCHAR, op::RE_NONE])
    {
        let kind = instance.kinds.of(op);
        let Some(kind) = kind else { continue };
        let same = session.term_is_equal(term, session.mk_term(kind, &[])?)?;
        REGEXP_CONSTANT.must(same)?;
    }
    if session.sort_is_uninterpreted_sort(sort)? {
        let bound = session.mk_cardinality_constraint(sort, 3)?;
        MADE_KIND.must_for(
            "cardinality constraint",
            session.term_is_cardinality_constraint(bound)?,
        )?;
        let (of, upper) = session.term_get_cardinality_constraint(bound)?;
        let agree = session.sort_is_equal(of, sort)? && upper == 3;
        CARDINALITY.must(agree)?;
    }
    Ok(())
}

fn plugin((instance, context): &mut ExtensionCall<'_>) -> Result<Effect> {
    let Some(last) = &context.state.checks.last else {
        return Ok(Effect::Done);
    };
    let mut session = instance.scratch_solver(&[])?;
    session.add_plugin()?;
    instance.define_functions_in(&session)?;
    let formulas: Vec<_> = context.state.checked().collect();
    for formula in instance.content.terms(&formulas)? {
        session.assert_formula(formula)?;
    }
    let answer = session.answer(session.check_sat()?)?;
    let opposite = [(Answer::Sat, Answer::Unsat), (Answer::Unsat, Answer::Sat)];
    OPPOSITE_ANSWER.must_for("with a plugin", !opposite.contains(&(last.answer, answer)))?;
    Ok(Effect::Done)
}

fn oracle((instance, context): &mut ExtensionCall<'_>) -> Result<Effect> {
    let sort = *instance
        .content
        .sorts
        .get(SortArg::args(context.call)?.sort)?;
    let (Some(apply), Some(equal)) = (
        instance.kinds.of(op::UF_APPLY),
        instance.kinds.of(op::EQUAL),
    ) else {
        return Ok(Effect::Done);
    };
    let session = instance.scratch_solver(&[("oracles", "true")])?;
    let function = session.declare_oracle_fun("_oracle", &[sort], sort)?;
    let [x, y]: [Term; 2] = [session.mk_const(sort, "_x")?, session.mk_const(sort, "_y")?];
    let asked = session.mk_term(apply, &[function, x])?;
    session.assert_formula(session.mk_term(equal, &[asked, y])?)?;
    let differ = instance.negation(session.mk_term(equal, &[x, y])?)?;
    session.assert_formula(differ)?;
    let answer = session.answer(session.check_sat()?)?;
    ORACLE_VALUE.must(answer != Answer::Sat)?;
    Ok(Effect::Done)
}
