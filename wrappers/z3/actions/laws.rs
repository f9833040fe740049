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
use std::ffi::CStr;
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
    if satisfiable(cx, &[cx.not(formula)?])? == Answer::Sat {
        let text = cx.ast_to_string(formula)?;
        return LAW.fails_for(law.name, text);
    }
    Ok(Effect::Done)
}

impl LawMaker<'_> {
    fn fresh(&self, sort: &Sort) -> Result<Ast> {
        self.cx.fresh(c"x", sort)
    }

    fn int(&self, value: i32) -> Result<Ast> {
        self.cx.int(value, &self.cx.int_sort()?)
    }

    fn and(&self, a: &Ast, b: &Ast) -> Result<Ast> {
        self.cx.conjunction(&[a.clone(), b.clone()])
    }

    fn or(&self, a: &Ast, b: &Ast) -> Result<Ast> {
        self.cx.disjunction(&[a.clone(), b.clone()])
    }

    fn apply(&self, decl: &Decl, args: &[&Ast]) -> Result<Ast> {
        let args: Vec<Ast> = args.iter().map(|arg| (*arg).clone()).collect();
        self.cx.apply(decl, &args)
    }

    /// A name that nothing else has.
    fn name(&mut self, stem: &CStr) -> Result<super::super::ffi::Symbol> {
        let text = format!("{}!{}", stem.to_string_lossy(), self.rng.below(1 << 30));
        self.cx.symbol(&super::super::ffi::c_text(&text)?)
    }
}

/// Finite sets, which have a separate sort.
fn finite_sets(b: &mut LawMaker<'_>, _: &[u32]) -> Result<Vec<Ast>> {
    let cx = b.cx;
    let element = cx.int_sort()?;
    let set = cx.finite_set_sort(&element)?;
    FINITE_SETS.must(cx.is_finite_set_sort(&set)? && cx.finite_set_element(&set)? == element)?;
    let (s, t) = (b.fresh(&set)?, b.fresh(&set)?);
    let (x, y) = (b.fresh(&element)?, b.fresh(&element)?);
    let (in_s, in_t) = (cx.finite_member(&x, &s)?, cx.finite_member(&x, &t)?);
    let is_in = |set: Result<Ast>| cx.finite_member(&x, &set?);
    let without = b.and(&in_s, &cx.not(&in_t)?)?;
    let part = b.and(&cx.finite_subset(&s, &t)?, &in_s)?;
    let (low, high) = (b.int(-2)?, b.int(3)?);
    let between = b.and(&cx.le(&low, &x)?, &cx.le(&x, &high)?)?;
    let size = cx.finite_size(&cx.finite_singleton(&x)?)?;
    Ok(vec![
        cx.iff(&is_in(cx.finite_union(&s, &t))?, &b.or(&in_s, &in_t)?)?,
        cx.iff(&is_in(cx.finite_intersect(&s, &t))?, &b.and(&in_s, &in_t)?)?,
        cx.iff(&is_in(cx.finite_difference(&s, &t))?, &without)?,
        cx.iff(&is_in(cx.finite_singleton(&y))?, &cx.eq(&x, &y)?)?,
        cx.iff(&is_in(cx.finite_range(&low, &high))?, &between)?,
        cx.implies(&part, &in_t)?,
        cx.not(&is_in(cx.finite_empty(&set))?)?,
        cx.eq(&size, &b.int(1)?)?,
    ])
}

/// Functions on finite sets. The functions are arrays.
fn finite_functions(b: &mut LawMaker<'_>, _: &[u32]) -> Result<Vec<Ast>> {
    let cx = b.cx;
    let element = cx.int_sort()?;
    let (s, x) = (b.fresh(&cx.finite_set_sort(&element)?)?, b.fresh(&element)?);
    let f = b.fresh(&cx.array_sort(&element, &element)?)?;
    let p = b.fresh(&cx.array_sort(&element, &cx.bool_sort()?)?)?;
    let in_s = cx.finite_member(&x, &s)?;
    let image = cx.finite_member(&cx.element(&f, &x)?, &cx.finite_map(&f, &s)?)?;
    let kept = cx.finite_member(&x, &cx.finite_filter(&p, &s)?)?;
    Ok(vec![
        cx.implies(&in_s, &image)?,
        cx.iff(&kept, &b.and(&in_s, &cx.element(&p, &x)?)?)?,
    ])
}

/// Arrays that are made from functions and from other arrays, and arrays of several indices.
fn arrays(b: &mut LawMaker<'_>, _: &[u32]) -> Result<Vec<Ast>> {
    let cx = b.cx;
    let int = cx.int_sort()?;
    let sort = cx.array_sort(&int, &int)?;
    let (s, t, i, v) = (
        b.fresh(&sort)?,
        b.fresh(&sort)?,
        b.fresh(&int)?,
        b.fresh(&int)?,
    );
    let f = cx.fresh_decl(c"f", &[int.clone(), int.clone()], &int)?;
    let g = cx.fresh_decl(c"g", std::slice::from_ref(&int), &int)?;
    let (at_s, at_t) = (cx.element(&s, &i)?, cx.element(&t, &i)?);
    let mapped = cx.element(&cx.map(&f, &[s.clone(), t.clone()])?, &i)?;
    let differ = cx.array_ext(&s, &t)?;
    let witness = cx.eq(&cx.element(&s, &differ)?, &cx.element(&t, &differ)?)?;
    let grid = b.fresh(&cx.array_sort_n(&[int.clone(), int.clone()], &int)?)?;
    let place = [i.clone(), v.clone()];
    let stored = cx.select(&cx.store_n(&grid, &place, &at_s)?, &place)?;
    Ok(vec![
        cx.eq(&mapped, &b.apply(&f, &[&at_s, &at_t])?)?,
        cx.eq(&cx.element(&cx.as_array(&g)?, &i)?, &b.apply(&g, &[&i])?)?,
        cx.implies(&witness, &cx.eq(&s, &t)?)?,
        cx.eq(&cx.array_default(&cx.const_array(&int, &v)?)?, &v)?,
        cx.eq(&stored, &at_s)?,
    ])
}

/// Relations that are orders. Each is at least a partial order. The numbers: the kind of order, and
/// the number of the relation.
fn orders(b: &mut LawMaker<'_>, numbers: &[u32]) -> Result<Vec<Ast>> {
    let cx = b.cx;
    let sort = cx.uninterpreted_sort(b.name(c"O")?)?;
    let &[kind, id] = numbers else {
        return Err(BadArguments.into());
    };
    let r = match kind {
        0 => cx.linear_order(&sort, id)?,
        1 => cx.partial_order(&sort, id)?,
        2 => cx.piecewise_linear_order(&sort, id)?,
        _ => cx.tree_order(&sort, id)?,
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
        cx.implies(&b.and(&xy, &yx)?, &cx.eq(&x, &y)?)?,
        cx.implies(&b.and(&xy, &yz)?, &xz)?,
    ];
    if kind == 0 {
        laws.push(b.or(&xy, &yx)?);
    }
    Ok(laws)
}

/// The transitive closure of a relation.
fn closure(b: &mut LawMaker<'_>, _: &[u32]) -> Result<Vec<Ast>> {
    let cx = b.cx;
    let sort = cx.uninterpreted_sort(b.name(c"O")?)?;
    let edge = cx.fresh_decl(c"edge", &[sort.clone(), sort.clone()], &cx.bool_sort()?)?;
    let path = cx.transitive_closure(&edge)?;
    let (x, y, z) = (b.fresh(&sort)?, b.fresh(&sort)?, b.fresh(&sort)?);
    let first = b.apply(&path, &[&x, &y])?;
    let two = b.and(&first, &b.apply(&path, &[&y, &z])?)?;
    Ok(vec![
        cx.implies(&b.apply(&edge, &[&x, &y])?, &first)?,
        cx.implies(&two, &b.apply(&path, &[&x, &z])?)?,
    ])
}

/// Characters. The number is a code point.
fn characters(b: &mut LawMaker<'_>, numbers: &[u32]) -> Result<Vec<Ast>> {
    let cx = b.cx;
    let sort = cx.char_sort()?;
    CHARACTERS.must(cx.is_char_sort(&sort)? && cx.is_seq_sort(&cx.string_sort()?)?)?;
    let (x, y) = (b.fresh(&sort)?, b.fresh(&sort)?);
    let code = first(numbers)?;
    let number = cx.char_to_int(&x)?;
    let digit = b.and(&cx.le(&b.int(48)?, &number)?, &cx.le(&number, &b.int(57)?)?)?;
    let at_most = cx.le(&number, &cx.char_to_int(&y)?)?;
    let number = cx.char_to_int(&cx.char(code)?)?;
    Ok(vec![
        cx.iff(&cx.char_le(&x, &y)?, &at_most)?,
        cx.eq(&cx.char_from_bv(&cx.char_to_bv(&x)?)?, &x)?,
        cx.iff(&cx.char_is_digit(&x)?, &digit)?,
        cx.eq(&number, &cx.unsigned_int(code, &cx.int_sort()?)?)?,
    ])
}

/// Powers, of integers if the number is 0, otherwise of reals.
fn powers(b: &mut LawMaker<'_>, numbers: &[u32]) -> Result<Vec<Ast>> {
    let cx = b.cx;
    let sort = if first(numbers)? == 0 {
        cx.int_sort()?
    } else {
        cx.real_sort()?
    };
    let x = b.fresh(&sort)?;
    let square = cx.product(&[x.clone(), x.clone()])?;
    let mut laws = vec![cx.eq(&cx.power(&x, &cx.int(2, &sort)?)?, &square)?];
    if cx.api().Z3_mk_seq_power.exists() {
        let s = b.fresh(&cx.string_sort()?)?;
        let twice = cx.seq_concat(&[s.clone(), s.clone()])?;
        laws.push(cx.eq(&cx.seq_power(&s, &b.int(2)?)?, &twice)?);
    }
    Ok(laws)
}

fn complex(b: &mut LawMaker<'_>, _: &[u32]) -> Result<Vec<Ast>> {
    let cx = b.cx;
    let real = cx.real_sort()?;
    let (x, y) = (b.fresh(&real)?, b.fresh(&real)?);
    let z = cx.complex(&x, &y)?;
    COMPLEX.must(cx.sort_of(&z)? == cx.complex_sort()?)?;
    Ok(vec![
        cx.eq(&cx.real_part(&z)?, &x)?,
        cx.eq(&cx.imag_part(&z)?, &y)?,
    ])
}

/// A finite field. The number chooses its size.
fn field(b: &mut LawMaker<'_>, numbers: &[u32]) -> Result<Vec<Ast>> {
    let cx = b.cx;
    let primes = [(c"2", "2"), (c"7", "7"), (c"101", "101")];
    let (prime, size) = primes[first(numbers)? as usize % primes.len()];
    let sort = cx.finite_field_sort(prime)?;
    FINITE_FIELD.must(cx.finite_field_size(&sort)? == size)?;
    let (x, y, z) = (b.fresh(&sort)?, b.fresh(&sort)?, b.fresh(&sort)?);
    let number = |text: &CStr| cx.numeral(text, &sort);
    let (zero, two) = (number(c"0")?, cx.ff_add(&[number(c"1")?, number(c"1")?])?);
    let add = |a: &Ast, b: &Ast| cx.ff_add(&[a.clone(), b.clone()]);
    let mul = |a: &Ast, b: &Ast| cx.ff_mul(&[a.clone(), b.clone()]);
    let spread = add(&mul(&x, &y)?, &mul(&x, &z)?)?;
    let doubled = add(&x, &mul(&two, &y)?)?;
    Ok(vec![
        cx.eq(&add(&x, &cx.ff_neg(&x)?)?, &zero)?,
        cx.eq(&mul(&x, &add(&y, &z)?)?, &spread)?,
        cx.eq(&cx.ff_bitsum(&[x.clone(), y.clone()])?, &doubled)?,
    ])
}

/// A finite domain of numbers, as relations have. The number is its size.
fn domain(b: &mut LawMaker<'_>, numbers: &[u32]) -> Result<Vec<Ast>> {
    let cx = b.cx;
    let size = u64::from(first(numbers)?);
    let sort = cx.finite_domain_sort(b.name(c"D")?, size)?;
    FINITE_DOMAIN.must(cx.finite_domain_size(&sort)? == Some(size))?;
    let (first, second) = (cx.numeral(c"0", &sort)?, cx.numeral(c"1", &sort)?);
    Ok(vec![cx.distinct(&[first, second])?])
}

/// Small integers as floating-point numbers, made by all functions. The numbers: the format, the
/// integer plus 100, an exponent, a fraction, and a sign.
fn floats(b: &mut LawMaker<'_>, numbers: &[u32]) -> Result<Vec<Ast>> {
    let cx = b.cx;
    let &[format, number, exponent, fraction, sign] = numbers else {
        return Err(BadArguments.into());
    };
    let (named, sized) = match format {
        0 => (cx.fp_sort_half()?, cx.fp_sort(5, 11)?),
        1 => (cx.fp_sort_single()?, cx.fp_sort(8, 24)?),
        2 => (cx.fp_sort_double()?, cx.fp_sort(11, 53)?),
        _ => (cx.fp_sort_quadruple()?, cx.fp_sort(15, 113)?),
    };
    FORMAT.must(named == sized)?;
    let (number, exponent) = (number as i32 - 100, exponent as i32);
    let small = cx.fp_small_parts(sign == 1, exponent, fraction, &named)?;
    let large = cx.fp_parts(
        cx.is_negative(&small)?,
        i64::from(exponent),
        u64::from(fraction),
        &named,
    )?;
    let digits = super::super::ffi::c_text(&number.to_string())?;
    Ok(vec![
        cx.eq(&cx.fp_int(number, &named)?, &cx.numeral(&digits, &named)?)?,
        cx.eq(&small, &large)?,
    ])
}

fn tuples(b: &mut LawMaker<'_>, _: &[u32]) -> Result<Vec<Ast>> {
    let cx = b.cx;
    let fields = [
        (b.name(c"first")?, cx.int_sort()?),
        (b.name(c"second")?, cx.bool_sort()?),
    ];
    let (sort, make, projections) = cx.tuple_sort(b.name(c"T")?, &fields)?;
    TUPLE.must(cx.tuple_make(&sort)? == make && cx.tuple_size(&sort)? == 2)?;
    TUPLE_FIELDS.must(cx.tuple_field(&sort, 1)? == projections[1] && !cx.is_recursive(&sort)?)?;
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
        cx.eq(&b.apply(&projections[0], &[&made])?, &x)?,
        cx.eq(&b.apply(&projections[1], &[&made])?, &y)?,
        cx.eq(&b.apply(&make, &[&parts.0, &parts.1])?, &t)?,
    ])
}

fn lists(b: &mut LawMaker<'_>, _: &[u32]) -> Result<Vec<Ast>> {
    let cx = b.cx;
    let element = cx.int_sort()?;
    let (sort, [nil, is_nil, cons, is_cons, head, tail]) = cx.list_sort(b.name(c"L")?, &element)?;
    LISTS.must(cx.is_recursive(&sort)?)?;
    let (x, l) = (b.fresh(&element)?, b.fresh(&sort)?);
    let longer = b.apply(&cons, &[&x, &l])?;
    Ok(vec![
        cx.eq(&b.apply(&head, &[&longer])?, &x)?,
        cx.eq(&b.apply(&tail, &[&longer])?, &l)?,
        cx.xor(&b.apply(&is_nil, &[&l])?, &b.apply(&is_cons, &[&l])?)?,
        cx.not(&cx.eq(&longer, &l)?)?,
        b.apply(&is_nil, &[&b.apply(&nil, &[])?])?,
    ])
}

fn enumeration(b: &mut LawMaker<'_>, _: &[u32]) -> Result<Vec<Ast>> {
    let cx = b.cx;
    let names = [b.name(c"red")?, b.name(c"green")?, b.name(c"blue")?];
    let (sort, decls) = cx.enumeration_sort(b.name(c"E")?, &names)?;
    let colours = decls.iter().map(|decl| b.apply(decl, &[]));
    let colours = colours.collect::<Result<Vec<Ast>>>()?;
    let x = b.fresh(&sort)?;
    let one = colours.iter().map(|colour| cx.eq(&x, colour));
    let one = one.collect::<Result<Vec<Ast>>>()?;
    Ok(vec![cx.distinct(&colours)?, cx.disjunction(&one)?])
}

/// A function with a type variable is one function for each sort. The number is the width of
/// bit-vectors.
fn polymorphic(b: &mut LawMaker<'_>, numbers: &[u32]) -> Result<Vec<Ast>> {
    let cx = b.cx;
    let variable = cx.type_variable(b.name(c"A")?)?;
    let f = cx.fresh_decl(c"f", std::slice::from_ref(&variable), &variable)?;
    let mut laws = Vec::new();
    for sort in [
        cx.int_sort()?,
        cx.bool_sort()?,
        cx.bv_sort(first(numbers)?)?,
    ] {
        let (x, y) = (b.fresh(&sort)?, b.fresh(&sort)?);
        let (fx, fy) = (b.apply(&f, &[&x])?, b.apply(&f, &[&y])?);
        POLYMORPHIC.must(cx.sort_of(&fx)? == sort)?;
        laws.push(cx.implies(&cx.eq(&x, &y)?, &cx.eq(&fx, &fy)?)?);
    }
    Ok(laws)
}
