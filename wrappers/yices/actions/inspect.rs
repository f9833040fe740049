//! Reads terms, types, and the tables that hold them.

use super::super::checks::{
    BUILD, CARDINALITY, COLLECTED, CONSTRUCTOR, ERROR_STAYS, FINITE_TYPE, FIRST_NAME,
    MORE_AFTER_COLLECTION, MORE_ELEMENTS, NOT_COUNTED, NOT_GROUND, NUMBER_ERROR, NUMERIC_TYPE,
    OWN_SUBTYPE, PARSED_TYPE_NAME, STALE_TERM_NAME, STALE_TYPE_NAME, STILL_COUNTED, TERM_AND_TYPE,
    TERM_OF_NAME, TUPLE_OF_PARTS, TUPLE_PART, TUPLE_TYPE, TUPLE_UPDATE, TUPLE_VALUE_PARTS,
    TUPLE_VALUES, TYPE_CHILDREN, TYPE_KINDS, TYPE_OF_NAME, UPDATE, WIDTH, WIDTH_ERROR,
};
use super::super::ffi::{Api, Sort as SortHandle, Term};
use super::super::{sorts, terms};
use super::literals::literals;
use super::{ExtensionCall, refute};
use crate::shared::actions::NamedTermArgs;
use crate::shared::actions::rows::{self, Row, Rows, first};
use murxla_fsm::action::{BadArguments, Effect};
use murxla_fsm::rng::Rng;
use murxla_fsm::solver::Result;
use std::collections::BTreeSet;

/// The largest number of terms of a graph that are read.
const MANY: usize = 200;

/// A term and its subterms, each once.
pub(super) fn subterms(api: Api, root: Term) -> Result<Vec<Term>> {
    let (mut seen, mut found, mut todo) = (BTreeSet::new(), Vec::new(), vec![root]);
    while let (Some(term), true) = (todo.pop(), found.len() < MANY) {
        if seen.insert(term) {
            found.push(term);
            todo.extend(parts(api, term)?);
        }
    }
    Ok(found)
}

/// The children of a term of any shape.
fn parts(api: Api, term: Term) -> Result<Vec<Term>> {
    if api.term_is_atomic(term)? {
        return Ok(Vec::new());
    }
    if api.term_is_composite(term)? {
        return Ok(api.children(term)?);
    }
    if api.term_is_projection(term)? {
        return Ok(vec![api.proj_arg(term)?]);
    }
    let (mut found, width) = (Vec::new(), api.term_bitsize(term)?);
    for n in 0..api.term_num_children(term)? {
        let part = if api.term_is_sum(term)? {
            api.sum_part(term, n)?.1
        } else if api.term_is_bvsum(term)? {
            api.bvsum_component(term, width, n)?.1
        } else {
            Some(api.product_component(term, n)?.0)
        };
        found.extend(part);
    }
    Ok(found)
}

/// Calls all getters on a term and all terms below it. They must agree.
pub(super) fn inspect(call: &mut ExtensionCall<'_>) -> Result<Effect> {
    let api = call.api;
    for term in subterms(api, call.term()?.term)? {
        let of = api.type_of_term(term)?;
        let flags = [
            (api.term_is_bool(term)?, api.type_is_bool(of)?),
            (api.term_is_int(term)?, api.type_is_int(of)?),
            (api.term_is_real(term)?, api.type_is_real(of)?),
            (api.term_is_arithmetic(term)?, api.type_is_arithmetic(of)?),
            (api.term_is_bitvector(term)?, api.type_is_bitvector(of)?),
            (api.term_is_tuple(term)?, api.type_is_tuple(of)?),
            (api.term_is_function(term)?, api.type_is_function(of)?),
            (
                api.term_is_scalar(term)?,
                api.type_is_scalar(of)? || api.type_is_uninterpreted(of)?,
            ),
        ];
        if flags.iter().any(|(term, of)| term != of) {
            return TERM_AND_TYPE.fails(format!("{flags:?}\n{}", api.describe(term)));
        }
        if api.type_is_bitvector(of)? != (api.term_bitsize(term)? > 0)
            || (api.type_is_bitvector(of)? && api.term_bitsize(term)? != api.bvtype_size(of)?)
        {
            return call.wrong(&WIDTH, term);
        }
        constructor(call, term)?;
        terms::children(api, term)?;
        type_laws(api, of)?;
    }
    let term = call.term()?.term;
    let closed = call
        .state
        .term(call.id()?)
        .is_some_and(|t| t.free.is_empty());
    // A term with free variables in the trace may have lost them by simplification.
    if closed && !api.term_is_ground(term)? {
        return call.wrong(&NOT_GROUND, term);
    }
    Ok(Effect::Done)
}

/// The last constructor of each shape, in the order in which the library numbers them: atoms,
/// composites, projections, sums, products.
const SHAPES: [i32; 5] = [5, 37, 39, 41, 42];

/// Shape and constructor must agree.
fn constructor(call: &ExtensionCall<'_>, term: Term) -> Result {
    let api = call.api;
    // Later releases have other numbers.
    if !api.version().starts_with("2.6.") {
        return Ok(());
    }
    let number = api.term_constructor(term)?;
    let shape = SHAPES.iter().position(|last| number <= *last);
    let shapes = [
        api.term_is_atomic(term)?,
        api.term_is_composite(term)?,
        api.term_is_projection(term)?,
        api.term_is_sum(term)? || api.term_is_bvsum(term)?,
        api.term_is_product(term)?,
    ];
    if shape != shapes.iter().position(|is| *is) {
        let text = api.describe(term);
        return CONSTRUCTOR.fails(format!("{number} for {shapes:?}\n{text}"));
    }
    Ok(())
}

/// A type is of one kind, and is a subtype of itself. Its children are the same one by one and all
/// at once.
fn type_laws(api: Api, of: SortHandle) -> Result {
    let kinds = [
        api.type_is_bool(of)?,
        api.type_is_int(of)?,
        api.type_is_real(of)?,
        api.type_is_bitvector(of)?,
        api.type_is_scalar(of)?,
        api.type_is_uninterpreted(of)?,
        api.type_is_tuple(of)?,
        api.type_is_function(of)?,
    ];
    let text = api.describe_type(of);
    if kinds.iter().filter(|is| **is).count() != 1 {
        return TYPE_KINDS.fails(format!("{kinds:?}\n{text}"));
    }
    if !api.test_subtype(of, of)? || !api.compatible_types(of, of)? {
        return OWN_SUBTYPE.fails(text);
    }
    let (int, real) = (api.int_type()?, api.real_type()?);
    if api.compatible_types(of, real)? != api.type_is_arithmetic(of)?
        || api.compatible_types(int, of)? != api.type_is_arithmetic(of)?
    {
        return NUMERIC_TYPE.fails(text);
    }
    if api.type_is_scalar(of)? == (api.scalar_type_card(of)? == 0) {
        return CARDINALITY.fails(text);
    }
    let count = api.type_num_children(of)?;
    let children = (0..count).map(|n| api.type_child(of, n));
    let children = children.collect::<Result<Vec<SortHandle>>>()?;
    if count > 0 && children != api.parts(of)? {
        return TYPE_CHILDREN.fails(text);
    }
    Ok(())
}

/// Gives a term a name that no other term has.
pub(super) fn set_symbol(call: &mut ExtensionCall<'_>) -> Result<Effect> {
    let NamedTermArgs { term, name } = NamedTermArgs::args(call.call)?;
    let (api, term) = (call.api, call.yices.content.terms.get(term)?.term);
    if api.get_term_by_name(name)?.is_some() {
        return Ok(Effect::Done);
    }
    api.set_term_name(term, name)?;
    TERM_OF_NAME.must(api.get_term_by_name(name)? == Some(term))?;
    Ok(Effect::Done)
}

/// Sets and removes names of terms and types.
pub(super) fn names(call: &mut ExtensionCall<'_>) -> Result<Effect> {
    let (api, term) = (call.api, call.term()?.term);
    let of = api.type_of_term(term)?;
    let (before, before_type) = (api.get_term_name(term)?, api.get_type_name(of)?);
    let name = format!("_again{}", call.id()?.0);
    let shadowed = api.get_term_by_name(&name)?;
    api.set_term_name(term, &name)?;
    TERM_OF_NAME.must(api.get_term_by_name(&name)? == Some(term))?;
    // A term keeps its first name. Its getter only returns this one.
    if before.is_none() && call.yices.rng.coin() {
        api.clear_term_name(term)?;
    } else {
        api.remove_term_name(&name)?;
    }
    STALE_TERM_NAME.must(api.get_term_by_name(&name)? == shadowed)?;
    if before.is_some() || api.get_term_name(term)?.is_none() {
        FIRST_NAME.must(api.get_term_name(term)? == before)?;
    } else {
        api.clear_term_name(term)?;
    }
    let shadowed = api.get_type_by_name(&name)?;
    api.set_type_name(of, &name)?;
    TYPE_OF_NAME.must(api.get_type_by_name(&name)? == Some(of))?;
    PARSED_TYPE_NAME.must(api.parse_type(&name)? == of)?;
    if before_type.is_none() {
        api.clear_type_name(of)?;
    } else {
        api.remove_type_name(&name)?;
    }
    STALE_TYPE_NAME
        .must(api.get_type_by_name(&name)? == shadowed && api.get_type_name(of)? == before_type)?;
    Ok(Effect::Done)
}

/// The numbers of terms and types, and of those with references.
fn sizes(api: Api) -> Result<[u32; 4]> {
    Ok([
        api.num_terms()?,
        api.num_types()?,
        api.num_posref_terms()?,
        api.num_posref_types()?,
    ])
}

/// Counts references, and frees unused terms and types. What the run uses must not change.
pub(super) fn memory(call: &mut ExtensionCall<'_>) -> Result<Effect> {
    let (api, term) = (call.api, call.term()?.term);
    let of = api.type_of_term(term)?;
    let before = sizes(api)?;
    api.incref_term(term)?;
    api.incref_type(of)?;
    let during = sizes(api)?;
    NOT_COUNTED.must(during[2] >= 1.max(before[2]) && during[3] >= 1.max(before[3]))?;
    // This instance does not know the terms of other instances of the process.
    if call.yices.lease.is_alone() && call.yices.rng.coin() {
        let (terms, types) = call.yices.content.in_use();
        let describe = |term: &Term| Ok((api.type_of_term(*term)?, api.describe(*term)));
        let described = terms.iter().map(describe).collect::<Result<Vec<_>>>()?;
        api.garbage_collect(&terms, &types, call.yices.rng.coin())?;
        let again = terms.iter().map(describe).collect::<Result<Vec<_>>>()?;
        COLLECTED.must(described == again)?;
        for of in types {
            type_laws(api, of)?;
        }
        let after = sizes(api)?;
        MORE_AFTER_COLLECTION.must(after[0] <= before[0] && after[1] <= before[1])?;
    }
    api.decref_term(term)?;
    api.decref_type(of)?;
    STILL_COUNTED.must(sizes(api)?[2..] == before[2..])?;
    Ok(Effect::Done)
}

/// Codes of errors that the library documents.
const INVALID_RATIONAL: i32 = 6;
const BV_TYPE_REQUIRED: i32 = 38;

/// The laws of Yices. They do not use the terms of the run.
pub(super) struct Laws;

/// Tests a law with its numbers.
type TestLaw = fn(Api, &mut Rng, &[u32]) -> Result;

impl Rows for Laws {
    type Make = TestLaw;
    const ROWS: &'static [Row<TestLaw>] = &[
        Row::new("finite-type", &[1..=5], finite_type),
        Row::new(
            "tuples",
            &[1..=4, 0..=2, 0..=2, 0..=2, 0..=2, 0..=3],
            tuples,
        ),
        Row::new("functions", &[1..=4], functions),
        Row::new("errors", &[], errors),
    ];
}

/// Tests a law.
pub(super) fn law(call: &mut ExtensionCall<'_>) -> Result<Effect> {
    let (law, numbers) = rows::called::<Laws>(call.call)?;
    (law.make)(call.api, &mut call.yices.rng, numbers)?;
    Ok(Effect::Done)
}

/// A type with a number of elements.
fn finite_type(api: Api, _: &mut Rng, numbers: &[u32]) -> Result {
    let size = first(numbers)?;
    let of = api.new_scalar_type(size)?;
    let last = api.constant(of, size as i32 - 1)?;
    FINITE_TYPE.must(
        api.scalar_type_card(of)? == size && api.scalar_const_value(last)? == size as i32 - 1,
    )?;
    type_laws(api, of)?;
    // Terms cannot all differ if there are more of them than elements.
    let terms = (0..=size).map(|_| api.new_uninterpreted_term(of));
    let mut terms = terms.collect::<Result<Vec<_>>>()?;
    let distinct = api.distinct(&mut terms)?;
    refute(api, distinct, &MORE_ELEMENTS)
}

/// An update of a function with a number of arguments.
fn functions(api: Api, rng: &mut Rng, numbers: &[u32]) -> Result {
    let arity = first(numbers)? as usize;
    let (int, bool) = (api.int_type()?, api.bool_type()?);
    let domain = vec![int; arity];
    let of = sorts::function_type(api, rng, &domain, bool)?;
    type_laws(api, of)?;
    let function = api.new_uninterpreted_term(of)?;
    let point = (0..arity).map(|_| api.new_uninterpreted_term(int));
    let point = point.collect::<Result<Vec<_>>>()?;
    let value = api.new_uninterpreted_term(bool)?;
    let updated = terms::updated(api, rng, function, &point, value)?;
    let applied = terms::applied(api, rng, updated, &point)?;
    let differ = api.xor2(applied, value)?;
    refute(api, differ, &UPDATE)
}

/// What the library says of wrong calls, and of itself.
fn errors(api: Api, _: &mut Rng, _: &[u32]) -> Result {
    let bool = api.bool_type()?;
    WIDTH_ERROR
        .must(api.bvtype_size(bool).is_err() && api.last_error() == (BV_TYPE_REQUIRED, bool))?;
    NUMBER_ERROR
        .must(api.parse_rational("1/x").is_err() && api.last_error().0 == INVALID_RATIONAL)?;
    ERROR_STAYS.must(api.last_error().0 == 0)?;
    api.is_thread_safe()?;
    BUILD.must(api.build().iter().all(Option::is_some) && api.has_delegate("y2sat")?)
}

/// The parts of a tuple are the terms that it was made of. The numbers: of parts, of the type of
/// each, and of the part that is updated.
fn tuples(api: Api, rng: &mut Rng, numbers: &[u32]) -> Result {
    let &[count, a, b, c, d, place] = numbers else {
        return Err(BadArguments.into());
    };
    let sorts = [api.bool_type()?, api.int_type()?, api.bv_type(8)?];
    let count = count as usize;
    let types = [a, b, c, d].into_iter().take(count);
    let types: Vec<SortHandle> = types.map(|of| sorts[of as usize % sorts.len()]).collect();
    let of = match *types {
        [a] if rng.coin() => api.tuple_type1(a)?,
        [a, b] if rng.coin() => api.tuple_type2(a, b)?,
        [a, b, c] if rng.coin() => api.tuple_type3(a, b, c)?,
        _ => api.tuple_type(&types)?,
    };
    type_laws(api, of)?;
    let parts = types.iter().map(|of| api.new_uninterpreted_term(*of));
    let parts = parts.collect::<Result<Vec<_>>>()?;
    let tuple = match *parts {
        [a, b] if rng.coin() => api.pair(a, b)?,
        [a, b, c] if rng.coin() => api.triple(a, b, c)?,
        _ => api.tuple(&parts)?,
    };
    TUPLE_TYPE.must(api.type_of_term(tuple)? == of)?;
    let place = place as usize % count;
    let other = api.new_uninterpreted_term(types[place])?;
    let updated = api.tuple_update(tuple, place as u32 + 1, other)?;
    for (n, part) in parts.iter().enumerate() {
        TUPLE_PART.must(api.select(n as u32 + 1, tuple)? == *part)?;
        let expected = if n == place { other } else { *part };
        TUPLE_UPDATE.must(api.select(n as u32 + 1, updated)? == expected)?;
    }
    let unknown = api.new_uninterpreted_term(of)?;
    let rebuilt = (0..count).map(|n| api.select(n as u32 + 1, unknown));
    let rebuilt = api.tuple(&rebuilt.collect::<Result<Vec<_>>>()?)?;
    let differ = api.neq(rebuilt, unknown)?;
    refute(api, differ, &TUPLE_OF_PARTS)?;
    let equal = api.eq(tuple, unknown)?;
    if let Ok((_, Some(model))) = api.solve(&[equal], None, None)
        && let Some(node) = model.node(unknown)?
    {
        let parts = api.val_expand_tuple(&model, &node)?;
        TUPLE_VALUE_PARTS.must(parts.is_some_and(|parts| parts.len() == count))?;
        let literals = literals(api, &model, &[tuple, unknown])?;
        TUPLE_VALUES.must(literals.is_none_or(|values| values[0] == values[1]))?;
    }
    Ok(())
}
