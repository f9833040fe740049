//! Laws of theories that only Z3 has: formulas that are true in every model, by the definitions of
//! their operators. Z3 must not find a model of their negations.

use super::super::checks::{
    CHARACTERS, COMPLEX, FINITE_DOMAIN, FINITE_FIELD, FINITE_SETS, FORMAT, LAW, LISTS, POLYMORPHIC,
    TUPLE, TUPLE_FIELDS,
};
use super::super::ffi::{Ast, Context, Decl, Sort};
use super::{ExtensionCall, satisfiable};
use crate::shared::actions::rows::{self, Row, Rows, first};
use murxla_fsm::action::{BadArguments, Effect};
use murxla_fsm::rng::Rng;
use murxla_fsm::solver::{Answer, Result};
use std::ops::RangeInclusive;
use std::rc::Rc;

/// Makes laws.
pub(super) struct LawMaker<'a> {
    cx: &'a Rc<Context>,
    rng: &'a mut Rng,
}

/// Makes formulas that are all true. The numbers decide the details.
pub(super) type MakeLaw = fn(&mut LawMaker<'_>, &[u32]) -> Result<Vec<Ast>>;

/// The laws of Z3.
pub(super) struct Laws;

/// The numbers of the formulas of a law. They are counted round, as laws have fewer.
const F: RangeInclusive<u32> = 0..=7;

impl Rows for Laws {
    type Make = MakeLaw;
    /// The first number chooses the formula. The comments of the functions say what the others are.
    const ROWS: &'static [Row<MakeLaw>] = &[
        Row::new("finite-sets", &[F], finite_sets),
        Row::new("functions-on-finite-sets", &[F], finite_functions),
        Row::new("arrays", &[F], arrays),
        Row::new("orders", &[F, 0..=3, 0..=5], orders),
        Row::new("closure", &[F], closure),
        Row::new("characters", &[F, 0..=0x2_ffff], characters),
        Row::new("powers", &[F, 0..=1], powers),
        Row::new("complex-numbers", &[F], complex),
        Row::new("finite-field", &[F, 0..=2], field),
        Row::new("finite-domain", &[F, 2..=9], domain),
        Row::new(
            "floating-point-integers",
            &[F, 0..=3, 0..=200, 0..=8, 0..=100, 0..=1],
            floats,
        ),
        Row::new("tuples", &[F], tuples),
        Row::new("lists", &[F], lists),
        Row::new("enumeration", &[F], enumeration),
        Row::new("polymorphic-function", &[F, 1..=8], polymorphic),
    ];
}

/// Tries to refute a law.
pub(super) fn refute(call: &mut ExtensionCall<'_>) -> Result<Effect> {
    let (law, numbers) = rows::called::<Laws>(call.call)?;
    let (number, numbers) = numbers.split_first().ok_or(BadArguments)?;
    let (cx, rng) = (&call.cx, &mut call.z3.rng);
    let formulas = (law.make)(&mut LawMaker { cx, rng }, numbers)?;
    let Some(formula) = formulas.get(*number as usize % formulas.len().max(1)) else {
        return Ok(Effect::Done);
    };
    if satisfiable(cx, &[cx.mk_not(formula)?])? == Answer::Sat {
        let text = cx.ast_to_string(formula)?;
        return LAW.fails_for(law.name, text);
    }
    Ok(Effect::Done)
}

impl LawMaker<'_> {
    fn fresh(&self, sort: &Sort) -> Result<Ast> {
        self.cx.mk_fresh_const("x", sort)
    }

    fn int(&self, value: i32) -> Result<Ast> {
        self.cx.mk_int(value, &self.cx.mk_int_sort()?)
    }

    fn and(&self, a: &Ast, b: &Ast) -> Result<Ast> {
        self.cx.mk_and(&[a.clone(), b.clone()])
    }

    fn or(&self, a: &Ast, b: &Ast) -> Result<Ast> {
        self.cx.mk_or(&[a.clone(), b.clone()])
    }

    fn apply(&self, decl: &Decl, args: &[&Ast]) -> Result<Ast> {
        let args: Vec<Ast> = args.iter().map(|arg| (*arg).clone()).collect();
        self.cx.apply(decl, &args)
    }

    /// A name that nothing else has.
    fn name(&mut self, stem: &str) -> Result<super::super::ffi::Symbol> {
        let text = format!("{}!{}", stem, self.rng.below(1 << 30));
        self.cx.mk_string_symbol(&text)
    }
}

/// Finite sets, which have a separate sort.
fn finite_sets(b: &mut LawMaker<'_>, _: &[u32]) -> Result<Vec<Ast>> {
    let cx = b.cx;
    let element = cx.mk_int_sort()?;
    let set = cx.mk_finite_set_sort(&element)?;
    FINITE_SETS
        .must(cx.is_finite_set_sort(&set)? && cx.get_finite_set_sort_basis(&set)? == element)?;
    let (s, t) = (b.fresh(&set)?, b.fresh(&set)?);
    let (x, y) = (b.fresh(&element)?, b.fresh(&element)?);
    let (in_s, in_t) = (
        cx.mk_finite_set_member(&x, &s)?,
        cx.mk_finite_set_member(&x, &t)?,
    );
    let is_in = |set: Result<Ast>| cx.mk_finite_set_member(&x, &set?);
    let without = b.and(&in_s, &cx.mk_not(&in_t)?)?;
    let part = b.and(&cx.mk_finite_set_subset(&s, &t)?, &in_s)?;
    let (low, high) = (b.int(-2)?, b.int(3)?);
    let between = b.and(&cx.mk_le(&low, &x)?, &cx.mk_le(&x, &high)?)?;
    let size = cx.mk_finite_set_size(&cx.mk_finite_set_singleton(&x)?)?;
    Ok(vec![
        cx.mk_iff(
            &is_in(cx.mk_finite_set_union(&s, &t))?,
            &b.or(&in_s, &in_t)?,
        )?,
        cx.mk_iff(
            &is_in(cx.mk_finite_set_intersect(&s, &t))?,
            &b.and(&in_s, &in_t)?,
        )?,
        cx.mk_iff(&is_in(cx.mk_finite_set_difference(&s, &t))?, &without)?,
        cx.mk_iff(&is_in(cx.mk_finite_set_singleton(&y))?, &cx.mk_eq(&x, &y)?)?,
        cx.mk_iff(&is_in(cx.mk_finite_set_range(&low, &high))?, &between)?,
        cx.mk_implies(&part, &in_t)?,
        cx.mk_not(&is_in(cx.mk_finite_set_empty(&set))?)?,
        cx.mk_eq(&size, &b.int(1)?)?,
    ])
}

/// Functions on finite sets. The functions are arrays.
fn finite_functions(b: &mut LawMaker<'_>, _: &[u32]) -> Result<Vec<Ast>> {
    let cx = b.cx;
    let element = cx.mk_int_sort()?;
    let (s, x) = (
        b.fresh(&cx.mk_finite_set_sort(&element)?)?,
        b.fresh(&element)?,
    );
    let f = b.fresh(&cx.mk_array_sort(&element, &element)?)?;
    let p = b.fresh(&cx.mk_array_sort(&element, &cx.mk_bool_sort()?)?)?;
    let in_s = cx.mk_finite_set_member(&x, &s)?;
    let image = cx.mk_finite_set_member(&cx.mk_select(&f, &x)?, &cx.mk_finite_set_map(&f, &s)?)?;
    let kept = cx.mk_finite_set_member(&x, &cx.mk_finite_set_filter(&p, &s)?)?;
    Ok(vec![
        cx.mk_implies(&in_s, &image)?,
        cx.mk_iff(&kept, &b.and(&in_s, &cx.mk_select(&p, &x)?)?)?,
    ])
}

/// Arrays that are made from functions and from other arrays, and arrays of several indices.
fn arrays(b: &mut LawMaker<'_>, _: &[u32]) -> Result<Vec<Ast>> {
    let cx = b.cx;
    let int = cx.mk_int_sort()?;
    let sort = cx.mk_array_sort(&int, &int)?;
    let (s, t, i, v) = (
        b.fresh(&sort)?,
        b.fresh(&sort)?,
        b.fresh(&int)?,
        b.fresh(&int)?,
    );
    let f = cx.mk_fresh_func_decl("f", &[int.clone(), int.clone()], &int)?;
    let g = cx.mk_fresh_func_decl("g", std::slice::from_ref(&int), &int)?;
    let (at_s, at_t) = (cx.mk_select(&s, &i)?, cx.mk_select(&t, &i)?);
    let mapped = cx.mk_select(&cx.mk_map(&f, &[s.clone(), t.clone()])?, &i)?;
    let differ = cx.mk_array_ext(&s, &t)?;
    let witness = cx.mk_eq(&cx.mk_select(&s, &differ)?, &cx.mk_select(&t, &differ)?)?;
    let grid = b.fresh(&cx.mk_array_sort_n(&[int.clone(), int.clone()], &int)?)?;
    let place = [i.clone(), v.clone()];
    let stored = cx.mk_select_n(&cx.mk_store_n(&grid, &place, &at_s)?, &place)?;
    Ok(vec![
        cx.mk_eq(&mapped, &b.apply(&f, &[&at_s, &at_t])?)?,
        cx.mk_eq(
            &cx.mk_select(&cx.mk_as_array(&g)?, &i)?,
            &b.apply(&g, &[&i])?,
        )?,
        cx.mk_implies(&witness, &cx.mk_eq(&s, &t)?)?,
        cx.mk_eq(&cx.mk_array_default(&cx.mk_const_array(&int, &v)?)?, &v)?,
        cx.mk_eq(&stored, &at_s)?,
    ])
}

/// Relations that are orders. Each is at least a partial order. The numbers: the kind of order, and
/// the number of the relation.
fn orders(b: &mut LawMaker<'_>, numbers: &[u32]) -> Result<Vec<Ast>> {
    let cx = b.cx;
    let sort = cx.mk_uninterpreted_sort(b.name("O")?)?;
    let &[kind, id] = numbers else {
        return Err(BadArguments.into());
    };
    let r = match kind {
        0 => cx.mk_linear_order(&sort, id)?,
        1 => cx.mk_partial_order(&sort, id)?,
        2 => cx.mk_piecewise_linear_order(&sort, id)?,
        _ => cx.mk_tree_order(&sort, id)?,
    };
    let (x, y, z) = (b.fresh(&sort)?, b.fresh(&sort)?, b.fresh(&sort)?);
    let (xy, yz, xz) = (
        b.apply(&r, &[&x, &y])?,
        b.apply(&r, &[&y, &z])?,
        b.apply(&r, &[&x, &z])?,
    );
    let yx = b.apply(&r, &[&y, &x])?;
    let mut laws = vec![
        b.apply(&r, &[&x, &x])?,
        cx.mk_implies(&b.and(&xy, &yx)?, &cx.mk_eq(&x, &y)?)?,
        cx.mk_implies(&b.and(&xy, &yz)?, &xz)?,
    ];
    if kind == 0 {
        laws.push(b.or(&xy, &yx)?);
    }
    Ok(laws)
}

/// The transitive closure of a relation.
fn closure(b: &mut LawMaker<'_>, _: &[u32]) -> Result<Vec<Ast>> {
    let cx = b.cx;
    let sort = cx.mk_uninterpreted_sort(b.name("O")?)?;
    let edge = cx.mk_fresh_func_decl("edge", &[sort.clone(), sort.clone()], &cx.mk_bool_sort()?)?;
    let path = cx.mk_transitive_closure(&edge)?;
    let (x, y, z) = (b.fresh(&sort)?, b.fresh(&sort)?, b.fresh(&sort)?);
    let first = b.apply(&path, &[&x, &y])?;
    let two = b.and(&first, &b.apply(&path, &[&y, &z])?)?;
    Ok(vec![
        cx.mk_implies(&b.apply(&edge, &[&x, &y])?, &first)?,
        cx.mk_implies(&two, &b.apply(&path, &[&x, &z])?)?,
    ])
}

/// Characters. The number is a code point.
fn characters(b: &mut LawMaker<'_>, numbers: &[u32]) -> Result<Vec<Ast>> {
    let cx = b.cx;
    let sort = cx.mk_char_sort()?;
    CHARACTERS.must(cx.is_char_sort(&sort)? && cx.is_seq_sort(&cx.mk_string_sort()?)?)?;
    let (x, y) = (b.fresh(&sort)?, b.fresh(&sort)?);
    let code = first(numbers)?;
    let number = cx.mk_char_to_int(&x)?;
    let digit = b.and(
        &cx.mk_le(&b.int(48)?, &number)?,
        &cx.mk_le(&number, &b.int(57)?)?,
    )?;
    let at_most = cx.mk_le(&number, &cx.mk_char_to_int(&y)?)?;
    let number = cx.mk_char_to_int(&cx.mk_char(code)?)?;
    Ok(vec![
        cx.mk_iff(&cx.mk_char_le(&x, &y)?, &at_most)?,
        cx.mk_eq(&cx.mk_char_from_bv(&cx.mk_char_to_bv(&x)?)?, &x)?,
        cx.mk_iff(&cx.mk_char_is_digit(&x)?, &digit)?,
        cx.mk_eq(&number, &cx.mk_unsigned_int(code, &cx.mk_int_sort()?)?)?,
    ])
}

/// Powers, of integers if the number is 0, otherwise of reals.
fn powers(b: &mut LawMaker<'_>, numbers: &[u32]) -> Result<Vec<Ast>> {
    let cx = b.cx;
    let sort = if first(numbers)? == 0 {
        cx.mk_int_sort()?
    } else {
        cx.mk_real_sort()?
    };
    let x = b.fresh(&sort)?;
    let square = cx.mk_mul(&[x.clone(), x.clone()])?;
    let mut laws = vec![cx.mk_eq(&cx.mk_power(&x, &cx.mk_int(2, &sort)?)?, &square)?];
    if cx.table().Z3_mk_seq_power.exists() {
        let s = b.fresh(&cx.mk_string_sort()?)?;
        let twice = cx.mk_seq_concat(&[s.clone(), s.clone()])?;
        laws.push(cx.mk_eq(&cx.mk_seq_power(&s, &b.int(2)?)?, &twice)?);
    }
    Ok(laws)
}

fn complex(b: &mut LawMaker<'_>, _: &[u32]) -> Result<Vec<Ast>> {
    let cx = b.cx;
    let real = cx.mk_real_sort()?;
    let (x, y) = (b.fresh(&real)?, b.fresh(&real)?);
    let z = cx.mk_complex(&x, &y)?;
    COMPLEX.must(cx.get_sort(&z)? == cx.mk_complex_sort()?)?;
    Ok(vec![
        cx.mk_eq(&cx.mk_real_part(&z)?, &x)?,
        cx.mk_eq(&cx.mk_imag_part(&z)?, &y)?,
    ])
}

/// A finite field. The number chooses its size.
fn field(b: &mut LawMaker<'_>, numbers: &[u32]) -> Result<Vec<Ast>> {
    let cx = b.cx;
    let primes = ["2", "7", "101"];
    let prime = primes[first(numbers)? as usize % primes.len()];
    let sort = cx.mk_finite_field_sort(prime)?;
    FINITE_FIELD.must(cx.get_finite_field_sort_size(&sort)? == prime)?;
    let (x, y, z) = (b.fresh(&sort)?, b.fresh(&sort)?, b.fresh(&sort)?);
    let number = |text: &str| cx.mk_numeral(text, &sort);
    let (zero, two) = (number("0")?, cx.mk_ff_add(&[number("1")?, number("1")?])?);
    let add = |a: &Ast, b: &Ast| cx.mk_ff_add(&[a.clone(), b.clone()]);
    let mul = |a: &Ast, b: &Ast| cx.mk_ff_mul(&[a.clone(), b.clone()]);
    let spread = add(&mul(&x, &y)?, &mul(&x, &z)?)?;
    let doubled = add(&x, &mul(&two, &y)?)?;
    Ok(vec![
        cx.mk_eq(&add(&x, &cx.mk_ff_neg(&x)?)?, &zero)?,
        cx.mk_eq(&mul(&x, &add(&y, &z)?)?, &spread)?,
        cx.mk_eq(&cx.mk_ff_bitsum(&[x.clone(), y.clone()])?, &doubled)?,
    ])
}

/// A finite domain of numbers, as relations have. The number is its size.
fn domain(b: &mut LawMaker<'_>, numbers: &[u32]) -> Result<Vec<Ast>> {
    let cx = b.cx;
    let size = u64::from(first(numbers)?);
    let sort = cx.mk_finite_domain_sort(b.name("D")?, size)?;
    FINITE_DOMAIN.must(cx.get_finite_domain_sort_size(&sort)? == Some(size))?;
    let (first, second) = (cx.mk_numeral("0", &sort)?, cx.mk_numeral("1", &sort)?);
    Ok(vec![cx.mk_distinct(&[first, second])?])
}

/// Small integers as floating-point numbers, made by all functions. The numbers: the format, the
/// integer plus 100, an exponent, a fraction, and a sign.
fn floats(b: &mut LawMaker<'_>, numbers: &[u32]) -> Result<Vec<Ast>> {
    let cx = b.cx;
    let &[format, number, exponent, fraction, sign] = numbers else {
        return Err(BadArguments.into());
    };
    let (named, sized) = match format {
        0 => (cx.mk_fpa_sort_half()?, cx.mk_fpa_sort(5, 11)?),
        1 => (cx.mk_fpa_sort_single()?, cx.mk_fpa_sort(8, 24)?),
        2 => (cx.mk_fpa_sort_double()?, cx.mk_fpa_sort(11, 53)?),
        _ => (cx.mk_fpa_sort_quadruple()?, cx.mk_fpa_sort(15, 113)?),
    };
    FORMAT.must(named == sized)?;
    let (number, exponent) = (number as i32 - 100, exponent as i32);
    let small = cx.mk_fpa_numeral_int_uint(sign == 1, exponent, fraction, &named)?;
    let large = cx.mk_fpa_numeral_int64_uint64(
        cx.fpa_is_numeral_negative(&small)?,
        i64::from(exponent),
        u64::from(fraction),
        &named,
    )?;
    let digits = number.to_string();
    Ok(vec![
        cx.mk_eq(
            &cx.mk_fpa_numeral_int(number, &named)?,
            &cx.mk_numeral(&digits, &named)?,
        )?,
        cx.mk_eq(&small, &large)?,
    ])
}

fn tuples(b: &mut LawMaker<'_>, _: &[u32]) -> Result<Vec<Ast>> {
    let cx = b.cx;
    let fields = [
        (b.name("first")?, cx.mk_int_sort()?),
        (b.name("second")?, cx.mk_bool_sort()?),
    ];
    let (sort, make, projections) = cx.tuple_sort(b.name("T")?, &fields)?;
    TUPLE.must(
        cx.get_tuple_sort_mk_decl(&sort)? == make && cx.get_tuple_sort_num_fields(&sort)? == 2,
    )?;
    TUPLE_FIELDS.must(
        cx.get_tuple_sort_field_decl(&sort, 1)? == projections[1]
            && !cx.is_recursive_datatype_sort(&sort)?,
    )?;
    let (x, y, t) = (
        b.fresh(&fields[0].1)?,
        b.fresh(&fields[1].1)?,
        b.fresh(&sort)?,
    );
    let made = b.apply(&make, &[&x, &y])?;
    let parts = (
        b.apply(&projections[0], &[&t])?,
        b.apply(&projections[1], &[&t])?,
    );
    Ok(vec![
        cx.mk_eq(&b.apply(&projections[0], &[&made])?, &x)?,
        cx.mk_eq(&b.apply(&projections[1], &[&made])?, &y)?,
        cx.mk_eq(&b.apply(&make, &[&parts.0, &parts.1])?, &t)?,
    ])
}

fn lists(b: &mut LawMaker<'_>, _: &[u32]) -> Result<Vec<Ast>> {
    let cx = b.cx;
    let element = cx.mk_int_sort()?;
    let (sort, [nil, is_nil, cons, is_cons, head, tail]) = cx.list_sort(b.name("L")?, &element)?;
    LISTS.must(cx.is_recursive_datatype_sort(&sort)?)?;
    let (x, l) = (b.fresh(&element)?, b.fresh(&sort)?);
    let longer = b.apply(&cons, &[&x, &l])?;
    Ok(vec![
        cx.mk_eq(&b.apply(&head, &[&longer])?, &x)?,
        cx.mk_eq(&b.apply(&tail, &[&longer])?, &l)?,
        cx.mk_xor(&b.apply(&is_nil, &[&l])?, &b.apply(&is_cons, &[&l])?)?,
        cx.mk_not(&cx.mk_eq(&longer, &l)?)?,
        b.apply(&is_nil, &[&b.apply(&nil, &[])?])?,
    ])
}

fn enumeration(b: &mut LawMaker<'_>, _: &[u32]) -> Result<Vec<Ast>> {
    let cx = b.cx;
    let names = [b.name("red")?, b.name("green")?, b.name("blue")?];
    let (sort, decls) = cx.enumeration_sort(b.name("E")?, &names)?;
    let colours = decls.iter().map(|decl| b.apply(decl, &[]));
    let colours = colours.collect::<Result<Vec<Ast>>>()?;
    let x = b.fresh(&sort)?;
    let one = colours.iter().map(|colour| cx.mk_eq(&x, colour));
    let one = one.collect::<Result<Vec<Ast>>>()?;
    Ok(vec![cx.mk_distinct(&colours)?, cx.mk_or(&one)?])
}

/// A function with a type variable is one function for each sort. The number is the width of
/// bit-vectors.
fn polymorphic(b: &mut LawMaker<'_>, numbers: &[u32]) -> Result<Vec<Ast>> {
    let cx = b.cx;
    let variable = cx.mk_type_variable(b.name("A")?)?;
    let f = cx.mk_fresh_func_decl("f", std::slice::from_ref(&variable), &variable)?;
    let mut laws = Vec::new();
    for sort in [
        cx.mk_int_sort()?,
        cx.mk_bool_sort()?,
        cx.mk_bv_sort(first(numbers)?)?,
    ] {
        let (x, y) = (b.fresh(&sort)?, b.fresh(&sort)?);
        let (fx, fy) = (b.apply(&f, &[&x])?, b.apply(&f, &[&y])?);
        POLYMORPHIC.must(cx.get_sort(&fx)? == sort)?;
        laws.push(cx.mk_implies(&cx.mk_eq(&x, &y)?, &cx.mk_eq(&fx, &fy)?)?);
    }
    Ok(laws)
}
