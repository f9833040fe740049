//! Algebraic numbers and real closed fields. Results are compared with exact fractions, and roots
//! with their polynomials.

use super::super::checks::{
    ALGEBRAIC_ORDER, ALGEBRAIC_RESULT, BOUNDS_OF_ROOT, FIELD_FRACTION, FIELD_INTERVAL, FIELD_KIND,
    FIELD_ORDER, FIELD_RESULT, INFINITESIMAL, NOT_ALGEBRAIC, NOTHING_PRINTED, NUMBER_OF_ROOT,
    POLYNOMIAL_OF_ROOT, POLYNOMIAL_SIGN, POWER_OF_ROOT, ROOT_COUNT, SQUARE_ROOTS, TRANSCENDENTAL,
    ZERO_AT_ROOT,
};
use super::super::ffi::{Ast, Context, RcfNum};
use super::{ExtensionCall, shown};
use crate::shared::actions::{NOTHING, Takes};
use murxla_fsm::action::{Arg, Effect, Invalid};
use murxla_fsm::arguments;
use murxla_fsm::rng::Rng;
use murxla_fsm::solver::{Error, Result};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{Signed, Zero};
use smallvec::smallvec;
use std::rc::Rc;
use std::str::FromStr;

arguments! {
    /// Two fractions.
    struct FractionsArgs<'c> {
        /// The first fraction, such as `-3/7`.
        first: Text,
        /// The second one.
        second: Text,
    }
}

arguments! {
    /// Two fractions, and the degree of a root.
    struct RootArgs<'c> {
        first: Text,
        second: Text,
        /// The degree, from 2 on.
        degree: Number,
    }
}

/// The largest degree of a root. Higher ones take long.
const DEGREE: u32 = 8;
/// The largest size of a number in bits.
const BITS: u64 = 256;

/// Two fractions.
pub(super) const FRACTIONS: Takes = Takes {
    params: FractionsArgs::PARAMS,
    pick: |cx| Some(smallvec![draw(cx.rng), draw(cx.rng)]),
    valid: |_, call| {
        let args = FractionsArgs::args(call)?;
        [args.first, args.second]
            .into_iter()
            .try_for_each(|text| fraction(text).map(drop).map_err(Invalid::Wrong))
    },
    names: NOTHING.names,
};

/// Two fractions, and the degree of a root.
pub(super) const FRACTIONS_AND_DEGREE: Takes = Takes {
    params: RootArgs::PARAMS,
    pick: |cx| {
        let degree = Arg::Number(cx.rng.range(2, 4));
        Some(smallvec![draw(cx.rng), draw(cx.rng), degree])
    },
    valid: |_, call| {
        let args = RootArgs::args(call)?;
        if !(2..=DEGREE).contains(&args.degree) {
            return Invalid::wrong(format!("the degree must be 2 to {DEGREE}"));
        }
        [args.first, args.second]
            .into_iter()
            .try_for_each(|text| fraction(text).map(drop).map_err(Invalid::Wrong))
    },
    names: NOTHING.names,
};

/// Draws a fraction.
fn draw(rng: &mut Rng) -> Arg {
    let numerator = i64::from(rng.range(0, 40)) - 20;
    let number = BigRational::new(BigInt::from(numerator), BigInt::from(rng.range(1, 9)));
    Arg::Text(number.to_string().into())
}

/// Reads a fraction.
///
/// # Errors
/// It is not one, or is too large.
fn fraction(text: &str) -> std::result::Result<BigRational, String> {
    let is_short =
        |number: &BigRational| number.numer().bits() <= BITS && number.denom().bits() <= BITS;
    let number = BigRational::from_str(text).ok().filter(is_short);
    let wrong = || format!("'{text}' is not a fraction of at most {BITS} bits, such as -3/7");
    number.ok_or_else(wrong)
}

/// The fractions that are arguments.
fn read_both(first: &str, second: &str) -> Result<[BigRational; 2]> {
    let read = |text| fraction(text).map_err(Error::Rejected);
    Ok([read(first)?, read(second)?])
}

fn write(cx: &Rc<Context>, number: &BigRational) -> Result<Ast> {
    cx.mk_numeral(&number.to_string(), &cx.mk_real_sort()?)
}

fn read(cx: &Rc<Context>, number: &Ast) -> Result<Option<BigRational>> {
    if cx.is_algebraic_number(number)? {
        return Ok(None);
    }
    Ok(BigRational::from_str(&cx.get_numeral_string(number)?).ok())
}

/// Arithmetic on algebraic numbers.
pub(super) fn algebraic(call: &mut ExtensionCall<'_>) -> Result<Effect> {
    let cx = &call.cx;
    let args = RootArgs::args(call.call)?;
    let [x, y] = read_both(args.first, args.second)?;
    let (a, b) = (write(cx, &x)?, write(cx, &y)?);
    let equal = |result: &Ast, exact: BigRational, case: &str| -> Result {
        let got = read(cx, result)?;
        ALGEBRAIC_RESULT.must_for_or(case, got.as_ref() == Some(&exact), || {
            let got = got.map_or("an irrational number".to_owned(), |got| got.to_string());
            format!("x = {x}, y = {y}: the {case} is {exact}, but Z3 says {got}")
        })
    };
    NOT_ALGEBRAIC.must(cx.algebraic_is_value(&a)?)?;
    equal(&cx.algebraic_add(&a, &b)?, &x + &y, "sum")?;
    equal(&cx.algebraic_sub(&a, &b)?, &x - &y, "difference")?;
    equal(&cx.algebraic_mul(&a, &b)?, &x * &y, "product")?;
    if !y.is_zero() {
        equal(&cx.algebraic_div(&a, &b)?, &x / &y, "quotient")?;
    }
    equal(&cx.algebraic_power(&a, 3)?, &x * &x * &x, "power")?;
    let order = x.cmp(&y);
    let said = [
        cx.algebraic_lt(&a, &b)? == order.is_lt(),
        cx.algebraic_le(&a, &b)? == order.is_le(),
        cx.algebraic_gt(&a, &b)? == order.is_gt(),
        cx.algebraic_ge(&a, &b)? == order.is_ge(),
        cx.algebraic_eq(&a, &b)? == order.is_eq(),
        cx.algebraic_neq(&a, &b)? == order.is_ne(),
        cx.algebraic_is_neg(&a)? == x.is_negative(),
        cx.algebraic_is_pos(&a)? == x.is_positive(),
        cx.algebraic_is_zero(&a)? == x.is_zero(),
        cx.algebraic_sign(&a)?.signum() == sign(&x),
    ];
    ALGEBRAIC_ORDER.must_or(said.iter().all(|right| *right), || {
        let names = "lt le gt ge eq neq is_neg is_pos is_zero sign";
        wrong_functions("Z3_algebraic_", names, &said, [&x, &y])
    })?;
    roots(cx, &x, args.degree)?;
    polynomials(cx, &x, &y)?;
    Ok(Effect::Done)
}

/// The functions with wrong results.
fn wrong_functions(prefix: &str, names: &str, said: &[bool], [x, y]: [&BigRational; 2]) -> String {
    let wrong = names.split(' ').zip(said).filter(|(_, right)| !**right);
    let wrong: Vec<String> = wrong.map(|(name, _)| format!("{prefix}{name}")).collect();
    format!("x = {x}, y = {y}: {} is wrong", wrong.join(", "))
}

fn sign(x: &BigRational) -> i32 {
    i32::from(x.is_positive()) - i32::from(x.is_negative())
}

/// Roots. A power of a root is the number.
fn roots(cx: &Rc<Context>, x: &BigRational, degree: u32) -> Result {
    let size = x.abs();
    let number = write(cx, &size)?;
    let root = cx.algebraic_root(&number, degree)?;
    let it = || format!("the root of degree {degree} of {size}");
    let power = cx.algebraic_power(&root, degree)?;
    POWER_OF_ROOT.must_or(cx.algebraic_eq(&power, &number)?, || {
        format!("{}, whose power is {}", it(), shown(cx, &power))
    })?;
    if !cx.is_algebraic_number(&root)? {
        return Ok(());
    }
    let place = cx.algebraic_get_i(&root)?;
    NUMBER_OF_ROOT.must_or(place > 0, || {
        format!("Z3_algebraic_get_i returns {place} for {}", it())
    })?;
    let coefficients = cx.items(&cx.algebraic_get_poly(&root)?)?;
    POLYNOMIAL_OF_ROOT.must_or(!coefficients.is_empty(), it)?;
    let lower = cx.get_algebraic_number_lower(&root, 10)?;
    let upper = cx.get_algebraic_number_upper(&root, 10)?;
    let is_between = cx.algebraic_le(&lower, &root)? && cx.algebraic_le(&root, &upper)?;
    BOUNDS_OF_ROOT.must_or(is_between, || {
        let [lower, upper] = [&lower, &upper].map(|bound| shown(cx, bound));
        format!("{} is not between {lower} and {upper}", it())
    })
}

/// The polynomial v² - x·x has the roots x and -x.
fn polynomials(cx: &Rc<Context>, x: &BigRational, y: &BigRational) -> Result {
    let variable = cx.mk_bound(0, &cx.mk_real_sort()?)?;
    let square = cx.mk_mul(&[variable.clone(), variable.clone()])?;
    let polynomial = cx.mk_sub(&[square, write(cx, &(x * x))?])?;
    let found = cx.roots(&polynomial, &[])?;
    let count = if x.is_zero() { 1 } else { 2 };
    ROOT_COUNT.must_or(found.len() == count, || {
        format!(
            "v^2 - {} has {count} roots, but Z3 finds {}",
            x * x,
            found.len()
        )
    })?;
    for root in &found {
        let at = cx.algebraic_eval(&polynomial, std::slice::from_ref(root))?;
        ZERO_AT_ROOT.must_or(at == 0, || {
            let root = shown(cx, root);
            format!(
                "v^2 - {} has the root {root}, and the sign {at} there",
                x * x
            )
        })?;
    }
    let at = cx.algebraic_eval(&polynomial, &[write(cx, y)?])?;
    let value = y * y - x * x;
    POLYNOMIAL_SIGN.must_or(at.signum() == sign(&value), || {
        format!(
            "v^2 - {} is {value} at {y}, but Z3 says that its sign is {at}",
            x * x
        )
    })?;
    let constant = cx.mk_const(cx.mk_string_symbol("v")?, &cx.mk_real_sort()?)?;
    let p = cx.mk_sub(&[
        cx.mk_mul(&[constant.clone(), constant.clone()])?,
        write(cx, x)?,
    ])?;
    let q = cx.mk_sub(&[constant.clone(), write(cx, y)?])?;
    cx.items(&cx.polynomial_subresultants(&p, &q, &constant)?)?;
    Ok(())
}

/// Arithmetic in a real closed field with transcendental numbers and an infinitesimal one.
pub(super) fn fields(call: &mut ExtensionCall<'_>) -> Result<Effect> {
    let cx = &call.cx;
    let args = FractionsArgs::args(call.call)?;
    let [x, y] = read_both(args.first, args.second)?;
    let number = |x: &BigRational| cx.rcf_mk_rational(&x.to_string());
    let (a, b) = (number(&x)?, number(&y)?);
    let equal = |result: RcfNum, exact: BigRational, case: &str| -> Result {
        let is_equal = cx.rcf_eq(&result, &number(&exact)?)?;
        FIELD_RESULT.must_for_or(case, is_equal, || {
            let got = cx
                .rcf_num_to_string(&result, true, false)
                .unwrap_or_default();
            format!("x = {x}, y = {y}: the {case} is {exact}, but Z3 says {got}")
        })
    };
    equal(cx.rcf_add(&a, &b)?, &x + &y, "sum")?;
    equal(cx.rcf_sub(&a, &b)?, &x - &y, "difference")?;
    equal(cx.rcf_mul(&a, &b)?, &x * &y, "product")?;
    equal(cx.rcf_neg(&a)?, -x.clone(), "negation")?;
    equal(cx.rcf_power(&a, 2)?, &x * &x, "power")?;
    if !y.is_zero() {
        equal(cx.rcf_div(&a, &b)?, &x / &y, "quotient")?;
        equal(cx.rcf_inv(&b)?, y.recip(), "inverse")?;
    }
    let order = x.cmp(&y);
    let said = [
        cx.rcf_lt(&a, &b)? == order.is_lt(),
        cx.rcf_le(&a, &b)? == order.is_le(),
        cx.rcf_gt(&a, &b)? == order.is_gt(),
        cx.rcf_ge(&a, &b)? == order.is_ge(),
        cx.rcf_neq(&a, &b)? == order.is_ne(),
        cx.rcf_is_rational(&a)?,
    ];
    FIELD_ORDER.must_or(said.iter().all(|right| *right), || {
        wrong_functions("Z3_rcf_", "lt le gt ge neq is_rational", &said, [&x, &y])
    })?;
    let tiny = cx.rcf_mk_infinitesimal()?;
    let small = number(&BigRational::new(BigInt::from(1), BigInt::from(1_000_000)))?;
    INFINITESIMAL.must(cx.rcf_lt(&tiny, &small)? && cx.rcf_gt(&tiny, &cx.rcf_mk_small_int(0)?)?)?;
    let (pi, e) = (cx.rcf_mk_pi()?, cx.rcf_mk_e()?);
    TRANSCENDENTAL.must(cx.rcf_gt(&pi, &e)? && cx.rcf_lt(&pi, &cx.rcf_mk_small_int(4)?)?)?;
    let size = &x * &x + BigRational::from_integer(BigInt::from(2));
    let roots = cx.rcf_roots(&[
        number(&-size.clone())?,
        cx.rcf_mk_small_int(0)?,
        cx.rcf_mk_small_int(1)?,
    ])?;
    SQUARE_ROOTS.must_or(roots.len() == 2, || {
        format!("v^2 - {size} has 2 roots, but Z3 finds {}", roots.len())
    })?;
    for root in &roots {
        equal(cx.rcf_power(root, 2)?, size.clone(), "square of a root")?;
    }
    let sum = cx.rcf_add(&cx.rcf_mul(&pi, &tiny)?, &roots[0])?;
    for number in [&a, &tiny, &pi, &roots[0], &sum] {
        describe(cx, number)?;
    }
    Ok(Effect::Done)
}

/// Reads a number by all getters.
fn describe(cx: &Rc<Context>, number: &RcfNum) -> Result {
    let texts = [
        cx.rcf_num_to_string(number, true, false)?,
        cx.rcf_num_to_string(number, false, true)?,
        cx.rcf_num_to_decimal_string(number, 5)?,
    ];
    NOTHING_PRINTED.must_for("a number", texts.iter().all(|text| !text.is_empty()))?;
    let (n, d) = cx.rcf_get_numerator_denominator(number)?;
    FIELD_FRACTION.must(cx.rcf_eq(&cx.rcf_div(&n, &d)?, number)?)?;
    if cx.rcf_is_rational(number)? {
        return Ok(());
    }
    let kinds = [
        cx.rcf_is_algebraic(number)?,
        cx.rcf_is_infinitesimal(number)?,
        cx.rcf_is_transcendental(number)?,
    ];
    FIELD_KIND.must(kinds.iter().filter(|is| **is).count() == 1)?;
    cx.rcf_extension_index(number)?;
    match kinds {
        [true, ..] => {
            check_interval(cx, number)?;
            for n in 0..cx.rcf_num_coefficients(number)? {
                cx.rcf_coefficient(number, n)?;
            }
            for n in 0..cx.rcf_num_sign_conditions(number)? {
                cx.rcf_sign_condition_sign(number, n)?;
                for m in 0..cx.rcf_num_sign_condition_coefficients(number, n)? {
                    cx.rcf_sign_condition_coefficient(number, n, m)?;
                }
            }
        }
        [_, true, _] => {
            cx.rcf_infinitesimal_name(number)?;
        }
        _ => {
            cx.rcf_transcendental_name(number)?;
        }
    }
    Ok(())
}

/// An algebraic number must be in its interval.
fn check_interval(cx: &Rc<Context>, number: &RcfNum) -> Result {
    if !cx.table().Z3_rcf_interval.exists() {
        return Ok(());
    }
    let Some([lower, upper]) = cx.interval_of(number)? else {
        return Ok(());
    };
    let below = |a: &RcfNum, b: &RcfNum, open: bool| {
        if open {
            cx.rcf_lt(a, b)
        } else {
            cx.rcf_le(a, b)
        }
    };
    let fits = [
        lower.map_or(Ok(true), |(bound, open)| below(&bound, number, open))?,
        upper.map_or(Ok(true), |(bound, open)| below(number, &bound, open))?,
    ];
    FIELD_INTERVAL.must(fits == [true; 2])
}
