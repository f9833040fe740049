//! Applications for which Z3 has no function, or several functions.

use super::super::checks::{PARSED_COUNT, PARSED_EQUATION};
use super::Maker;
use crate::shared::encoding::{malformed, one, two};
use crate::z3::ffi::{Ast, BinderKind, Context, Decl, Quantifier, Sort};
use crate::z3::sets;
use crate::z3::terms::open;
use murxla_fsm::solver::{Error, Result};
use std::rc::Rc;

pub(in crate::z3) fn const_array(make: &mut Maker<'_>, args: &[Ast], _: &[u32]) -> Result<Ast> {
    let index = make.context.get_array_sort_domain(make.sort)?;
    make.context.mk_const_array(&index, one(args)?)
}

/// Made by its function, or by its definition.
pub(in crate::z3) fn set_minus(make: &mut Maker<'_>, args: &[Ast], _: &[u32]) -> Result<Ast> {
    let ((a, b), context) = (two(args)?, make.context);
    if make.rng.chance(70) {
        return context.mk_set_difference(a, b);
    }
    let others = context.mk_set_complement(b)?;
    context.mk_set_intersect(&[a.clone(), others])
}

pub(in crate::z3) fn set_singleton(make: &mut Maker<'_>, args: &[Ast], _: &[u32]) -> Result<Ast> {
    let empty = sets::empty(make.context, make.rng, make.sort)?;
    make.context.mk_set_add(&empty, one(args)?)
}

pub(in crate::z3) fn set_is_empty(make: &mut Maker<'_>, args: &[Ast], _: &[u32]) -> Result<Ast> {
    sets::is_empty(make.context, make.rng, one(args)?)
}

pub(in crate::z3) fn set_full(make: &mut Maker<'_>, args: &[Ast], _: &[u32]) -> Result<Ast> {
    let ([], context) = (args, make.context) else {
        return Err(malformed());
    };
    context.mk_full_set(&context.get_array_sort_domain(make.sort)?)
}

pub(in crate::z3) fn abs(make: &mut Maker<'_>, args: &[Ast], _: &[u32]) -> Result<Ast> {
    let (a, context) = (one(args)?, make.context);
    if make.rng.chance(70) && context.table().Z3_mk_abs.exists() {
        return context.mk_abs(a);
    }
    let zero = context.mk_int(0, make.sort)?;
    let natural = context.mk_ge(a, &zero)?;
    let minus = context.mk_unary_minus(a)?;
    context.mk_ite(&natural, a, &minus)
}

/// Z3 makes the closure of a function, and the argument is the array of the function.
pub(in crate::z3) fn transitive_closure(
    make: &mut Maker<'_>,
    args: &[Ast],
    _: &[u32],
) -> Result<Ast> {
    let ([relation, ends @ ..], context) = (args, make.context) else {
        return Err(malformed());
    };
    let relation = context.get_as_array_func_decl(relation)?;
    context.apply(&context.mk_transitive_closure(&relation)?, ends)
}

pub(in crate::z3) fn int_is_div(
    make: &mut Maker<'_>,
    args: &[Ast],
    indices: &[u32],
) -> Result<Ast> {
    let ([a], [divisor]) = (args, indices) else {
        return Err(malformed());
    };
    let (context, int) = (make.context, make.context.mk_int_sort()?);
    let divisor = context.mk_unsigned_int64(u64::from(*divisor), &int)?;
    if make.rng.chance(70) && context.table().Z3_mk_divides.exists() {
        match context.mk_divides(&divisor, a) {
            // The function of 4.8 refuses all arguments.
            Err(Error::Rejected(why)) if why.contains("invalid divides application") => {}
            made => return made,
        }
    }
    let rest = context.mk_mod(a, &divisor)?;
    context.mk_eq(&rest, &context.mk_int(0, &int)?)
}

pub(in crate::z3) fn bv_comp(make: &mut Maker<'_>, args: &[Ast], _: &[u32]) -> Result<Ast> {
    let ((a, b), context) = (two(args)?, make.context);
    if make.rng.coin() {
        let differing = context.mk_bvxor(a, b)?;
        let differ = context.mk_bvredor(&differing)?;
        return context.mk_bvnot(&differ);
    }
    let (equal, bit) = (context.mk_eq(a, b)?, context.mk_bv_sort(1)?);
    let (yes, no) = (context.mk_int(1, &bit)?, context.mk_int(0, &bit)?);
    context.mk_ite(&equal, &yes, &no)
}

// Overflow. Z3 has predicates for the absence of overflow in each direction.

pub(in crate::z3) fn bv_nego(make: &mut Maker<'_>, args: &[Ast], _: &[u32]) -> Result<Ast> {
    let none = make.context.mk_bvneg_no_overflow(one(args)?)?;
    make.not(&none)
}

pub(in crate::z3) fn bv_uaddo(make: &mut Maker<'_>, args: &[Ast], _: &[u32]) -> Result<Ast> {
    let (a, b) = two(args)?;
    let none = make.context.mk_bvadd_no_overflow(a, b, false)?;
    make.not(&none)
}

pub(in crate::z3) fn bv_saddo(make: &mut Maker<'_>, args: &[Ast], _: &[u32]) -> Result<Ast> {
    let (a, b) = two(args)?;
    let above = make.context.mk_bvadd_no_overflow(a, b, true)?;
    let below = make.context.mk_bvadd_no_underflow(a, b)?;
    make.not_both(&above, &below)
}

pub(in crate::z3) fn bv_umulo(make: &mut Maker<'_>, args: &[Ast], _: &[u32]) -> Result<Ast> {
    let none = bv_umul_no_overflow(make, args, &[])?;
    make.not(&none)
}

/// Without signs, a product can only be too large.
pub(in crate::z3) fn bv_umul_no_overflow(
    make: &mut Maker<'_>,
    args: &[Ast],
    _: &[u32],
) -> Result<Ast> {
    let (a, b) = two(args)?;
    make.context.mk_bvmul_no_overflow(a, b, false)
}

pub(in crate::z3) fn bv_smul_no_overflow(
    make: &mut Maker<'_>,
    args: &[Ast],
    _: &[u32],
) -> Result<Ast> {
    let (a, b) = two(args)?;
    make.context.mk_bvmul_no_overflow(a, b, true)
}

pub(in crate::z3) fn bv_smulo(make: &mut Maker<'_>, args: &[Ast], _: &[u32]) -> Result<Ast> {
    let above = bv_smul_no_overflow(make, args, &[])?;
    let (a, b) = two(args)?;
    let below = make.context.mk_bvmul_no_underflow(a, b)?;
    make.not_both(&above, &below)
}

pub(in crate::z3) fn bv_usubo(make: &mut Maker<'_>, args: &[Ast], _: &[u32]) -> Result<Ast> {
    let (a, b) = two(args)?;
    let none = make.context.mk_bvsub_no_underflow(a, b, false)?;
    make.not(&none)
}

pub(in crate::z3) fn bv_ssubo(make: &mut Maker<'_>, args: &[Ast], _: &[u32]) -> Result<Ast> {
    let (a, b) = two(args)?;
    let above = make.context.mk_bvsub_no_overflow(a, b)?;
    let below = make.context.mk_bvsub_no_underflow(a, b, true)?;
    make.not_both(&above, &below)
}

pub(in crate::z3) fn bv_sdivo(make: &mut Maker<'_>, args: &[Ast], _: &[u32]) -> Result<Ast> {
    let (a, b) = two(args)?;
    let none = make.context.mk_bvsdiv_no_overflow(a, b)?;
    make.not(&none)
}

/// Made by definition: the part before, as many of the new elements as fit, and the part after.
pub(in crate::z3) fn seq_update(make: &mut Maker<'_>, args: &[Ast], _: &[u32]) -> Result<Ast> {
    let ([a, at, new], context) = (args, make.context) else {
        return Err(malformed());
    };
    let int = context.mk_int_sort()?;
    let minus = |a: &Ast, b: &Ast| context.mk_sub(&[a.clone(), b.clone()]);
    let length = |a: &Ast| context.mk_seq_length(a);
    let (zero, all) = (context.mk_int(0, &int)?, length(a)?);
    let room = minus(&all, at)?;
    let behind = context.mk_add(&[at.clone(), length(new)?])?;
    let parts = [
        context.mk_seq_extract(a, &zero, at)?,
        context.mk_seq_extract(new, &zero, &room)?,
        context.mk_seq_extract(a, &behind, &all)?,
    ];
    let updated = context.mk_seq_concat(&parts)?;
    let inside = [context.mk_le(&zero, at)?, context.mk_lt(at, &all)?];
    let inside = context.mk_and(&inside)?;
    context.mk_ite(&inside, &updated, a)
}

/// The array of a function, in one of two ways.
pub(in crate::z3) fn lambda(make: &mut Maker<'_>, args: &[Ast], _: &[u32]) -> Result<Ast> {
    let context = make.context;
    let (variable, body) = two(args)?;
    let variable = std::slice::from_ref(variable);
    if make.rng.coin() {
        return context.lambda(variable, body);
    }
    let name = match make.rng.coin() {
        true => context.mk_string_symbol("x")?,
        false => context.mk_int_symbol(make.rng.range(0, 9) as i32)?,
    };
    context.quantifier_like(&Quantifier {
        kind: BinderKind::Lambda,
        plain: true,
        weight: 0,
        id: name,
        skolem_id: name,
        names: vec![name],
        sorts: vec![context.get_sort(&variable[0])?],
        patterns: Vec::new(),
        no_patterns: Vec::new(),
        body: &open(context, variable, body, true)?,
    })
}

/// Makes an array of several indices, which is how Z3 has functions of several arguments, from an
/// array of arrays.
pub(in crate::z3) fn uncurried(context: &Rc<Context>, array: &Ast, indices: usize) -> Result<Ast> {
    let (mut variables, mut element) = (Vec::new(), array.clone());
    for _ in 0..indices {
        let index = context.get_array_sort_domain(&context.get_sort(&element)?)?;
        let variable = context.mk_fresh_const("x", &index)?;
        element = context.mk_select(&element, &variable)?;
        variables.push(variable);
    }
    context.lambda(&variables, &element)
}

/// Made by definition: one of the characters 0 to 9.
pub(in crate::z3) fn str_is_digit(make: &mut Maker<'_>, args: &[Ast], _: &[u32]) -> Result<Ast> {
    let (a, context) = (one(args)?, make.context);
    let (first, last) = (context.mk_string("0")?, context.mk_string("9")?);
    if make.rng.coin() || !context.table().Z3_mk_str_le.exists() {
        let digits = context.mk_re_range(&first, &last)?;
        return context.mk_seq_in_re(a, &digits);
    }
    let int = context.mk_int_sort()?;
    let length = context.mk_seq_length(a)?;
    let parts = [
        context.mk_eq(&length, &context.mk_int(1, &int)?)?,
        context.mk_str_le(&first, a)?,
        context.mk_str_le(a, &last)?,
    ];
    context.mk_and(&parts)
}

/// The string of the character at a place. In old releases the function returns a string.
pub(in crate::z3) fn str_nth(make: &mut Maker<'_>, args: &[Ast], _: &[u32]) -> Result<Ast> {
    let ((string, place), context) = (two(args)?, make.context);
    if !context.table().Z3_get_lstring.exists() {
        return Err(Error::Unsupported("the characters of a string".to_owned()));
    }
    let character = context.mk_seq_nth(string, place)?;
    context.mk_seq_unit(&character)
}

/// Makes the order with a number on the elements of a sort.
type MakeOrder = fn(&Rc<Context>, &Sort, u32) -> Result<Decl>;

fn ordered(make: &Maker<'_>, order: MakeOrder, args: &[Ast], indices: &[u32]) -> Result<Ast> {
    let ([first, _], [number]) = (args, indices) else {
        return Err(malformed());
    };
    let sort = make.context.get_sort(first)?;
    make.context
        .apply(&order(make.context, &sort, *number)?, args)
}

pub(in crate::z3) fn linear_order(make: &mut Maker<'_>, args: &[Ast], n: &[u32]) -> Result<Ast> {
    ordered(make, Context::mk_linear_order, args, n)
}

pub(in crate::z3) fn partial_order(make: &mut Maker<'_>, args: &[Ast], n: &[u32]) -> Result<Ast> {
    ordered(make, Context::mk_partial_order, args, n)
}

pub(in crate::z3) fn piecewise_linear_order(
    make: &mut Maker<'_>,
    args: &[Ast],
    n: &[u32],
) -> Result<Ast> {
    ordered(make, Context::mk_piecewise_linear_order, args, n)
}

pub(in crate::z3) fn tree_order(make: &mut Maker<'_>, args: &[Ast], n: &[u32]) -> Result<Ast> {
    ordered(make, Context::mk_tree_order, args, n)
}

pub(in crate::z3) fn re_pow(make: &mut Maker<'_>, args: &[Ast], indices: &[u32]) -> Result<Ast> {
    let [n] = indices else {
        return Err(malformed());
    };
    if make.rng.chance(70) && make.context.table().Z3_mk_re_power.exists() {
        return make.context.mk_re_power(one(args)?, *n);
    }
    re_loop(make, args, &[*n, *n])
}

pub(in crate::z3) fn re_loop(make: &mut Maker<'_>, args: &[Ast], indices: &[u32]) -> Result<Ast> {
    let ([a], [low, high]) = (args, indices) else {
        return Err(malformed());
    };
    let context = make.context;
    match (*low, *high) {
        (low, high) if low > high => context.mk_re_empty(&context.get_sort(a)?),
        // In the function of Z3, 0 means that there is no upper bound.
        (_, 0) => context.mk_seq_to_re(&context.mk_string("")?),
        (low, high) => context.mk_re_loop(a, low, high),
    }
}

pub(in crate::z3) fn tuple(make: &mut Maker<'_>, args: &[Ast], _: &[u32]) -> Result<Ast> {
    let context = make.context;
    let constructor = context.get_datatype_sort_constructor(make.sort, 0)?;
    // Z3 does not check this.
    if args.len() != context.get_domain_size(&constructor)? as usize {
        return Err(malformed());
    }
    let constructor = match make.rng.coin() {
        // Release 4.8 does not recognize tuples that contain a recursive datatype.
        true => context
            .get_tuple_sort_mk_decl(make.sort)
            .unwrap_or(constructor),
        false => constructor,
    };
    context.apply(&constructor, args)
}

/// The projection of a tuple to the place in the index.
fn projection(make: &mut Maker<'_>, tuple: &Ast, indices: &[u32]) -> Result<Decl> {
    let (context, sort) = (make.context, make.context.get_sort(tuple)?);
    let size = context.get_domain_size(&context.get_datatype_sort_constructor(&sort, 0)?)?;
    let place = match indices {
        [place] if *place < size => *place,
        _ => return Err(malformed()),
    };
    let selector = context.get_datatype_sort_constructor_accessor(&sort, 0, place);
    match make.rng.coin() {
        true => context.get_tuple_sort_field_decl(&sort, place).or(selector),
        false => selector,
    }
}

pub(in crate::z3) fn tuple_select(
    make: &mut Maker<'_>,
    args: &[Ast],
    indices: &[u32],
) -> Result<Ast> {
    let projection = projection(make, one(args)?, indices)?;
    make.context.apply(&projection, args)
}

pub(in crate::z3) fn tuple_update(
    make: &mut Maker<'_>,
    args: &[Ast],
    indices: &[u32],
) -> Result<Ast> {
    let (tuple, value) = two(args)?;
    let projection = projection(make, tuple, indices)?;
    make.context
        .datatype_update_field(&projection, tuple, value)
}

/// A power of integers. In some releases, such as 4.8.12, the function returns a real.
pub(in crate::z3) fn int_power(make: &mut Maker<'_>, args: &[Ast], _: &[u32]) -> Result<Ast> {
    let ((a, b), context) = (two(args)?, make.context);
    let power = context.mk_power(a, b)?;
    if context.get_sort(&power)? == context.mk_int_sort()? {
        return Ok(power);
    }
    context.mk_real2int(&power)
}

/// The only index, which Z3 keeps as a number with a sign.
fn count(indices: &[u32]) -> Result<u32> {
    let count = *one(indices)?;
    i32::try_from(count).map_or_else(|_| Err(malformed()), |_| Ok(count))
}

pub(in crate::z3) fn at_most(make: &mut Maker<'_>, args: &[Ast], indices: &[u32]) -> Result<Ast> {
    make.context.mk_atmost(args, count(indices)?)
}

pub(in crate::z3) fn at_least(make: &mut Maker<'_>, args: &[Ast], indices: &[u32]) -> Result<Ast> {
    make.context.mk_atleast(args, count(indices)?)
}

/// The weights of the formulas of a pseudo-Boolean constraint, and its bound.
fn weights(indices: &[u32]) -> Result<(Vec<i32>, i32)> {
    let number = |index: &u32| i32::try_from(*index).map_err(|_| malformed());
    let (bound, weights) = indices.split_first().ok_or_else(malformed)?;
    let weights = weights.iter().map(number).collect::<Result<_>>()?;
    Ok((weights, number(bound)?))
}

pub(in crate::z3) fn pb_le(make: &mut Maker<'_>, args: &[Ast], indices: &[u32]) -> Result<Ast> {
    let (weights, bound) = weights(indices)?;
    make.context.mk_pble(args, &weights, bound)
}

pub(in crate::z3) fn pb_ge(make: &mut Maker<'_>, args: &[Ast], indices: &[u32]) -> Result<Ast> {
    let (weights, bound) = weights(indices)?;
    make.context.mk_pbge(args, &weights, bound)
}

pub(in crate::z3) fn pb_eq(make: &mut Maker<'_>, args: &[Ast], indices: &[u32]) -> Result<Ast> {
    let (weights, bound) = weights(indices)?;
    make.context.mk_pbeq(args, &weights, bound)
}

/// `xor` without arguments. The parser of Z3 accepts it, its functions do not.
pub(in crate::z3) fn xor_none(make: &mut Maker<'_>, _: &[Ast], _: &[u32]) -> Result<Ast> {
    parsed(make.context, "(assert xor)", &[])
}

/// `re.inter` with one argument. A constant is parsed in its place, and then replaced.
pub(in crate::z3) fn re_inter_one(make: &mut Maker<'_>, args: &[Ast], _: &[u32]) -> Result<Ast> {
    let (context, stand_in) = (
        make.context,
        make.context.mk_fresh_const("language", make.sort)?,
    );
    let name = context.ast_to_string(&stand_in)?;
    let text = format!("(assert (= {name} (re.inter {name})))");
    let equation = parsed(context, &text, std::slice::from_ref(&stand_in))?;
    match context.parts(&equation)? {
        Some((_, sides)) if sides.len() == 2 => {
            context.substitute(&sides[1], &[stand_in], &[one(args)?.clone()])
        }
        _ => PARSED_EQUATION.fails(text),
    }
}

/// Parses a text that asserts one formula. The parser knows these constants.
fn parsed(context: &Rc<Context>, text: &str, constants: &[Ast]) -> Result<Ast> {
    let decls = constants.iter().map(|constant| {
        let (decl, _) = context.parts(constant)?.ok_or_else(malformed)?;
        Ok((context.get_decl_name(&decl)?, decl))
    });
    let decls = decls.collect::<Result<Vec<_>>>()?;
    let formulas = context.items(&context.parse(text, &[], &decls)?)?;
    match formulas.into_iter().next() {
        Some(only) => Ok(only),
        None => PARSED_COUNT.fails(text),
    }
}
