//! Reads terms, types, and the tables that hold them.

use super::super::ffi::{Api, Sort as SortHandle, Term};
use super::super::{sorts, terms};
use super::{ExtensionCall, must, refute, wrong};
use crate::extension::NamedTermArgs;
use murxla_fsm::action::Effect;
use murxla_fsm::rng::Rng;
use murxla_fsm::solver::Result;
use std::collections::BTreeSet;

/// The largest number of terms of a graph that are read.
const MANY: usize = 200;

/// A term and the terms below it, each once.
pub(super) fn below(api: Api, root: Term) -> Result<Vec<Term>> {
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
    if api.is_atomic(term) {
        return Ok(Vec::new());
    }
    if api.is_composite(term) {
        return api.children(term);
    }
    if api.is_projection(term) {
        return Ok(vec![api.projected(term)?]);
    }
    let (mut found, width) = (Vec::new(), api.width(term));
    for n in 0..api.num_children(term)? {
        let part = if api.is_sum(term) {
            api.sum_part(term, n)?.1
        } else if api.is_bv_sum(term) {
            api.bv_sum_part(term, width, n)?.1
        } else {
            Some(api.product_part(term, n)?.0)
        };
        found.extend(part);
    }
    Ok(found)
}

/// Calls all getters on a term and all terms below it. They must agree.
pub(super) fn inspect(call: &mut ExtensionCall<'_>) -> Result<Effect> {
    let api = call.api;
    for term in below(api, call.term()?.term)? {
        let of = api.type_of(term)?;
        let flags = [
            (api.term_is_bool(term), api.is_bool(of)),
            (api.term_is_int(term), api.is_int_type(of)),
            (api.term_is_real(term), api.is_real(of)),
            (api.term_is_arithmetic(term), api.is_arithmetic(of)),
            (api.term_is_bv(term), api.is_bv(of)),
            (api.term_is_tuple(term), api.is_tuple(of)),
            (api.term_is_function(term), api.is_function(of)),
            (
                api.term_is_scalar(term),
                api.is_scalar(of) || api.is_uninterpreted(of),
            ),
        ];
        if flags.iter().any(|(term, of)| term != of) {
            return call.wrong(&format!("a term and its type are {flags:?}"), term);
        }
        if api.is_bv(of) != (api.width(term) > 0)
            || (api.is_bv(of) && api.width(term) != api.bv_width(of)?)
        {
            return call.wrong("a term has another width than its type", term);
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
    if closed && !api.is_ground(term) {
        return call.wrong("a closed term is not ground", term);
    }
    Ok(Effect::Done)
}

/// The last constructor of each shape, in the order in which the library numbers them: atoms, composites, projections,
/// sums, products.
const SHAPES: [i32; 5] = [5, 37, 39, 41, 42];

/// Shape and constructor must agree.
fn constructor(call: &ExtensionCall<'_>, term: Term) -> Result {
    let api = call.api;
    // Later releases have other numbers.
    if !api.version().starts_with("2.6.") {
        return Ok(());
    }
    let number = api.constructor(term)?;
    let shape = SHAPES.iter().position(|last| number <= *last);
    let shapes = [
        api.is_atomic(term),
        api.is_composite(term),
        api.is_projection(term),
        api.is_sum(term) || api.is_bv_sum(term),
        api.is_product(term),
    ];
    if shape != shapes.iter().position(|is| *is) {
        return call.wrong(
            &format!("the constructor {number} does not fit the shapes {shapes:?}"),
            term,
        );
    }
    Ok(())
}

/// A type is of one kind, and is a subtype of itself. Its children are the same one by one and all at once.
fn type_laws(api: Api, of: SortHandle) -> Result {
    let kinds = [
        api.is_bool(of),
        api.is_int_type(of),
        api.is_real(of),
        api.is_bv(of),
        api.is_scalar(of),
        api.is_uninterpreted(of),
        api.is_tuple(of),
        api.is_function(of),
    ];
    let text = api.type_to_string(of);
    if kinds.iter().filter(|is| **is).count() != 1 {
        return wrong(format!("the type {text} is of the kinds {kinds:?}"));
    }
    if !api.is_subtype(of, of) || !api.are_compatible(of, of) {
        return wrong(format!("the type {text} is no subtype of itself"));
    }
    let (int, real) = (api.int_type()?, api.real_type()?);
    if api.are_compatible(of, real) != api.is_arithmetic(of)
        || api.are_compatible(int, of) != api.is_arithmetic(of)
    {
        return wrong(format!("{text} and the type of numbers"));
    }
    if api.is_scalar(of) == (api.cardinality(of) == 0) {
        return wrong(format!("the number of elements of the type {text}"));
    }
    let count = api.type_children(of)?;
    let children = (0..count).map(|n| api.type_child(of, n));
    let children = children.collect::<Result<Vec<SortHandle>>>()?;
    if count > 0 && children != api.all_type_children(of)? {
        return wrong(format!("the children of the type {text}"));
    }
    Ok(())
}

/// Gives a term a name that no other term has.
pub(super) fn set_symbol(call: &mut ExtensionCall<'_>) -> Result<Effect> {
    let NamedTermArgs { term, name } = NamedTermArgs::args(call.call)?;
    let (api, term) = (call.api, call.yices.content.terms.get(term)?.term);
    if api.term_by_name(name)?.is_some() {
        return Ok(Effect::Done);
    }
    api.set_term_name(term, name)?;
    must(
        api.term_by_name(name)? == Some(term),
        "a name stands for another term than it was given to",
    )?;
    Ok(Effect::Done)
}

/// Sets and removes names of terms and types.
pub(super) fn names(call: &mut ExtensionCall<'_>) -> Result<Effect> {
    let (api, term) = (call.api, call.term()?.term);
    let of = api.type_of(term)?;
    let (before, before_type) = (api.term_name(term), api.type_name(of));
    let name = format!("_again{}", call.id()?.0);
    let shadowed = api.term_by_name(&name)?;
    api.set_term_name(term, &name)?;
    must(
        api.term_by_name(&name)? == Some(term),
        "a name stands for another term than it was given to",
    )?;
    // A term keeps its first name. Its getter only returns this one.
    if before.is_none() && call.yices.rng.coin() {
        api.clear_term_name(term)?;
    } else {
        api.remove_term_name(&name)?;
    }
    must(
        api.term_by_name(&name)? == shadowed,
        "a name that was taken away still stands for a term",
    )?;
    if before.is_some() || api.term_name(term).is_none() {
        must(
            api.term_name(term) == before,
            "a term has lost its first name",
        )?;
    } else {
        api.clear_term_name(term)?;
    }
    let shadowed = api.type_by_name(&name)?;
    api.set_type_name(of, &name)?;
    must(
        api.type_by_name(&name)? == Some(of),
        "a name stands for another type than it was given to",
    )?;
    let text = api.parse_type(&name)?;
    must(text == of, "the name of a type is parsed as another type")?;
    if before_type.is_none() {
        api.clear_type_name(of)?;
    } else {
        api.remove_type_name(&name)?;
    }
    must(
        api.type_by_name(&name)? == shadowed && api.type_name(of) == before_type,
        "a name that was taken away still stands for a type",
    )?;
    Ok(Effect::Done)
}

/// Counts references, and frees unused terms and types. What the run uses must not change.
pub(super) fn memory(call: &mut ExtensionCall<'_>) -> Result<Effect> {
    let (api, term) = (call.api, call.term()?.term);
    let of = api.type_of(term)?;
    let before = api.sizes();
    api.keep_term(term)?;
    api.keep_type(of)?;
    let during = api.sizes();
    must(
        during[2] >= 1.max(before[2]) && during[3] >= 1.max(before[3]),
        "what has a reference is not counted",
    )?;
    // This instance does not know the terms of other instances of the process.
    if call.yices.lease.is_alone() && call.yices.rng.coin() {
        let (terms, types) = call.yices.content.in_use();
        let describe = |term: &Term| Ok((api.type_of(*term)?, api.term_to_string(*term)));
        let described = terms.iter().map(describe).collect::<Result<Vec<_>>>()?;
        api.collect_garbage(&terms, &types, call.yices.rng.coin());
        let again = terms.iter().map(describe).collect::<Result<Vec<_>>>()?;
        must(
            described == again,
            "a term that is in use is another one after a collection",
        )?;
        for of in types {
            type_laws(api, of)?;
        }
        let after = api.sizes();
        must(
            after[0] <= before[0] && after[1] <= before[1],
            "there are more terms or types after a collection",
        )?;
    }
    api.release_term(term)?;
    api.release_type(of)?;
    must(
        api.sizes()[2..] == before[2..],
        "references that were given back are still counted",
    )?;
    Ok(Effect::Done)
}

/// Codes of errors that the library documents.
const INVALID_RATIONAL: i32 = 6;
const BV_TYPE_REQUIRED: i32 = 38;

/// Tests finite types, tuples, functions of several arguments, and error codes. The terms of the run are not used.
pub(super) fn laws(call: &mut ExtensionCall<'_>) -> Result<Effect> {
    let (api, rng) = (call.api, &mut call.yices.rng);
    match rng.below(4) {
        0 => {
            let size = 1 + rng.below(5) as u32;
            let of = api.scalar_type(size)?;
            let last = api.constant(of, size as i32 - 1)?;
            must(
                api.cardinality(of) == size && api.scalar_literal(last)? == size as i32 - 1,
                "a finite type and its elements",
            )?;
            type_laws(api, of)?;
            // Terms cannot all differ if there are more of them than elements.
            let terms = (0..=size).map(|_| api.uninterpreted(of));
            let mut terms = terms.collect::<Result<Vec<_>>>()?;
            let distinct = api.distinct(&mut terms)?;
            refute(api, distinct, "more elements differ than a type has")?;
        }
        1 => tuples(api, rng)?,
        2 => {
            let (int, bool) = (api.int_type()?, api.bool_type()?);
            let arity = 1 + rng.index(4);
            let domain = vec![int; arity];
            let of = sorts::function_type(api, rng, &domain, bool)?;
            type_laws(api, of)?;
            let function = api.uninterpreted(of)?;
            let point = (0..arity).map(|_| api.uninterpreted(int));
            let point = point.collect::<Result<Vec<_>>>()?;
            let value = api.uninterpreted(bool)?;
            let updated = terms::updated(api, rng, function, &point, value)?;
            let applied = terms::applied(api, rng, updated, &point)?;
            let differ = api.xor2(applied, value)?;
            refute(
                api,
                differ,
                "a function has another value where it was updated",
            )?;
        }
        _ => {
            let bool = api.bool_type()?;
            must(
                api.bv_width(bool).is_err() && api.last_error() == (BV_TYPE_REQUIRED, bool),
                "the error of the width of a Boolean type",
            )?;
            must(
                api.parse_rational("1/x").is_err() && api.last_error().0 == INVALID_RATIONAL,
                "the error of a wrong number",
            )?;
            must(api.last_error().0 == 0, "an error is not forgotten")?;
            must(
                api.build().iter().all(Option::is_some) && api.has_delegate("y2sat"),
                "what the library says of its build",
            )?;
        }
    }
    Ok(Effect::Done)
}

/// The parts of a tuple are the terms of which it was made.
fn tuples(api: Api, rng: &mut Rng) -> Result {
    let sorts = [api.bool_type()?, api.int_type()?, api.bv_type(8)?];
    let count = 1 + rng.index(4);
    let types: Vec<SortHandle> = (0..count).map(|_| sorts[rng.index(sorts.len())]).collect();
    let of = match *types {
        [a] if rng.coin() => api.tuple_type1(a)?,
        [a, b] if rng.coin() => api.tuple_type2(a, b)?,
        [a, b, c] if rng.coin() => api.tuple_type3(a, b, c)?,
        _ => api.tuple_type(&types)?,
    };
    type_laws(api, of)?;
    let parts = types.iter().map(|of| api.uninterpreted(*of));
    let parts = parts.collect::<Result<Vec<_>>>()?;
    let tuple = match *parts {
        [a, b] if rng.coin() => api.pair(a, b)?,
        [a, b, c] if rng.coin() => api.triple(a, b, c)?,
        _ => api.tuple(&parts)?,
    };
    must(api.type_of(tuple)? == of, "the type of a tuple")?;
    let place = rng.index(count);
    let other = api.uninterpreted(types[place])?;
    let updated = api.tuple_update(tuple, place as u32 + 1, other)?;
    for (n, part) in parts.iter().enumerate() {
        must(
            api.select(n as u32 + 1, tuple)? == *part,
            "a part of a tuple is another term than was put in",
        )?;
        let expected = if n == place { other } else { *part };
        must(
            api.select(n as u32 + 1, updated)? == expected,
            "a part of a changed tuple is another term",
        )?;
    }
    let unknown = api.uninterpreted(of)?;
    let rebuilt = (0..count).map(|n| api.select(n as u32 + 1, unknown));
    let rebuilt = api.tuple(&rebuilt.collect::<Result<Vec<_>>>()?)?;
    let differ = api.neq(rebuilt, unknown)?;
    refute(api, differ, "a tuple differs from the tuple of its parts")?;
    let equal = api.eq(tuple, unknown)?;
    if let Ok((_, Some(model))) = api.check_formulas(&[equal], None, None)?
        && let Some(node) = model.node(unknown)?
    {
        let parts = model.node_parts(node);
        must(
            parts.is_some_and(|parts| parts.len() == count),
            "the value of a tuple has more or fewer parts",
        )?;
        let literals = model.literals(&[tuple, unknown])?;
        must(
            literals.is_none_or(|values| values[0] == values[1]),
            "equal tuples have different values",
        )?;
    }
    Ok(())
}
