//! The input language of Yices. Terms are written as text and made by the API at the same time. The
//! parser must make the same ones.

use super::super::checks::{
    PRINTED_TYPE, QUANTIFIER_REFUSED, TERM_OF_TEXT, TEXT_NOT_PARSED, TYPE_OF_TEXT,
};
use super::super::ffi::{Api, Sort as SortHandle, Term};
use super::super::ops::Encoding::{self, Bin, Nary, Ter, Un};
use super::{ExtensionCall, are_sat};
use murxla_fsm::action::Effect;
use murxla_fsm::rng::Rng;
use murxla_fsm::solver::{Error, Result};

/// An operator with a number: its place in the text, and its function.
type Indexed = fn(Api, Term, u32) -> Result<Term>;

/// The operators for formulas.
const FORMULAS: &[(&str, Encoding)] = &[
    ("not", Un(Api::not)),
    ("and", Nary(Api::and2, Api::and)),
    ("or", Nary(Api::or2, Api::or)),
    ("xor", Nary(Api::xor2, Api::xor)),
    ("=>", Bin(Api::implies)),
    ("<=>", Bin(Api::iff)),
    ("=", Bin(Api::eq)),
    ("/=", Bin(Api::neq)),
    ("ite", Ter(Api::ite)),
    ("if", Ter(Api::ite)),
    (
        "bool-to-bv",
        Nary(
            |api, a, b| api.bv_array(&mut [b, a]),
            |api, bits| {
                bits.reverse();
                api.bv_array(bits)
            },
        ),
    ),
];

/// The operators for numbers.
const NUMBERS: &[(&str, Encoding)] = &[
    ("+", Nary(Api::add, Api::sum)),
    ("*", Nary(Api::mul, Api::product)),
    ("-", Bin(Api::sub)),
    ("-", Un(Api::neg)),
    ("/", Bin(Api::division)),
    ("div", Bin(Api::idiv)),
    ("mod", Bin(Api::imod)),
    ("divides", Bin(Api::divides)),
    ("abs", Un(Api::abs)),
    ("floor", Un(Api::floor)),
    ("ceil", Un(Api::ceil)),
    ("is-int", Un(Api::is_int)),
    ("<", Bin(Api::lt)),
    ("<=", Bin(Api::leq)),
    (">", Bin(Api::gt)),
    (">=", Bin(Api::geq)),
    ("=", Bin(Api::arith_eq)),
    ("/=", Bin(Api::arith_neq)),
    ("distinct", Nary(Api::neq, Api::distinct)),
];

/// The operators for bit-vectors of one width.
const VECTORS: &[(&str, Encoding)] = &[
    ("bv-not", Un(Api::bv_not)),
    ("bv-neg", Un(Api::bv_neg)),
    ("bv-redand", Un(Api::redand)),
    ("bv-redor", Un(Api::redor)),
    ("bv-comp", Bin(Api::redcomp)),
    ("bv-add", Nary(Api::bv_add, Api::bv_sum)),
    ("bv-mul", Nary(Api::bv_mul, Api::bv_product)),
    ("bv-and", Nary(Api::bv_and2, Api::bv_and)),
    ("bv-or", Nary(Api::bv_or2, Api::bv_or)),
    ("bv-xor", Nary(Api::bv_xor2, Api::bv_xor)),
    ("bv-concat", Nary(Api::bv_concat2, Api::bv_concat)),
    ("bv-sub", Bin(Api::bv_sub)),
    ("bv-nand", Bin(Api::bv_nand)),
    ("bv-nor", Bin(Api::bv_nor)),
    ("bv-xnor", Bin(Api::bv_xnor)),
    ("bv-div", Bin(Api::bv_div)),
    ("bv-rem", Bin(Api::bv_rem)),
    ("bv-sdiv", Bin(Api::bv_sdiv)),
    ("bv-srem", Bin(Api::bv_srem)),
    ("bv-smod", Bin(Api::bv_smod)),
    ("bv-shl", Bin(Api::bv_shl)),
    ("bv-lshr", Bin(Api::bv_lshr)),
    ("bv-ashr", Bin(Api::bv_ashr)),
    ("bv-lt", Bin(Api::bv_ult)),
    ("bv-le", Bin(Api::bv_ule)),
    ("bv-gt", Bin(Api::bv_ugt)),
    ("bv-ge", Bin(Api::bv_uge)),
    ("bv-slt", Bin(Api::bv_slt)),
    ("bv-sle", Bin(Api::bv_sle)),
    ("bv-sgt", Bin(Api::bv_sgt)),
    ("bv-sge", Bin(Api::bv_sge)),
    ("=", Bin(Api::bv_eq)),
    ("/=", Bin(Api::bv_neq)),
];

/// The operators for a bit-vector and a number.
const INDEXED: &[(&str, Indexed)] = &[
    ("bv-repeat", Api::bv_repeat),
    ("bv-pow", Api::bv_power),
    ("bv-rotate-left", Api::rotate_left),
    ("bv-rotate-right", Api::rotate_right),
    ("bv-shift-left0", Api::shift_left0),
    ("bv-shift-left1", Api::shift_left1),
    ("bv-shift-right0", Api::shift_right0),
    ("bv-shift-right1", Api::shift_right1),
    ("bv-ashift-right", Api::ashift_right),
    ("bv-sign-extend", Api::sign_extend),
    ("bv-zero-extend", Api::zero_extend),
    ("bit", Api::bit),
    ("^", Api::power),
];

/// Types, as text.
const TYPES: &[&str] = &[
    "bool",
    "int",
    "real",
    "(bitvector 8)",
    "(-> int bool)",
    "(-> int int real)",
    "(tuple int bool (bitvector 3))",
    "(-> (tuple int int) (-> bool bool))",
];

/// The largest number of letters of a text to which operators are applied.
const LONG: usize = 300;

/// A text and the term that it stands for.
#[derive(Clone)]
struct Written {
    text: String,
    term: Term,
}

/// Leaves: numbers and bit-vectors in all notations, and named constants.
fn leaves(api: Api, rng: &mut Rng, names: &mut Vec<String>) -> Result<Vec<Written>> {
    let mut leaves = Vec::new();
    let mut add = |text: String, term: Term| leaves.push(Written { text, term });
    let number = rng.below(20) as i32;
    add(number.to_string(), api.int32(number)?);
    add(format!("-{number}"), api.int32(-number)?);
    add(format!("{number}/7"), api.rational32(number, 7)?);
    add(format!("{number}.25"), api.rational32(4 * number + 1, 4)?);
    add(format!("{number}e2"), api.int32(100 * number)?);
    add("true".to_owned(), api.truth()?);
    add("false".to_owned(), api.falsity()?);
    let byte = rng.below(256) as u32;
    add(format!("0b{byte:08b}"), api.bv_uint32(8, byte)?);
    add(format!("0x{byte:02x}"), api.bv_uint32(8, byte)?);
    add(format!("(mk-bv 8 {byte})"), api.bv_uint32(8, byte)?);
    let sorts = [
        api.bool_type()?,
        api.bool_type()?,
        api.int_type()?,
        api.int_type()?,
        api.real_type()?,
        api.bv_type(8)?,
        api.bv_type(8)?,
    ];
    for sort in sorts {
        let name = format!("_w{}", names.len());
        let term = api.uninterpreted(sort)?;
        api.set_term_name(term, &name)?;
        add(name.clone(), term);
        names.push(name);
    }
    Ok(leaves)
}

/// Writes terms, and parses each.
pub(super) fn syntax(call: &mut ExtensionCall<'_>) -> Result<Effect> {
    let (api, rng) = (call.api, &mut call.yices.rng);
    if let Some(text) = rng.pick(TYPES) {
        let parsed = api.parse_type(text)?;
        let again = api.parse_type(&api.type_to_string(parsed))?;
        if again != parsed {
            return PRINTED_TYPE.fails(*text);
        }
    }
    let mut names = Vec::new();
    let result = write_terms(api, rng, &mut names);
    for name in names {
        api.remove_term_name(&name)?;
    }
    result.map(|()| Effect::Done)
}

fn write_terms(api: Api, rng: &mut Rng, names: &mut Vec<String>) -> Result {
    let mut made = leaves(api, rng, names)?;
    for leaf in &made {
        compare(api, &leaf.text, leaf.term)?;
    }
    for _ in 0..10 {
        let Some((text, term)) = apply(api, rng, &made)? else {
            continue;
        };
        let term = match term {
            Ok(term) => term,
            // What the API refuses, such as a division by a term, the parser may refuse or not.
            Err(_) => {
                drop(api.parse_term(&text));
                continue;
            }
        };
        compare(api, &text, term)?;
        if text.len() <= LONG {
            made.push(Written { text, term });
        }
    }
    Ok(())
}

/// Parses a text, and compares the result with a term. If it is another term, it must be equal in
/// all models.
fn compare(api: Api, text: &str, term: Term) -> Result {
    let parsed = match api.parse_term(text) {
        Ok(parsed) => parsed,
        Err(Error::Rejected(why)) => {
            return TEXT_NOT_PARSED.fails(format!("{why}\n{text}"));
        }
        Err(error) => return Err(error),
    };
    if parsed == term {
        return Ok(());
    }
    if !api.are_compatible(api.type_of(parsed)?, api.type_of(term)?) {
        return TYPE_OF_TEXT.fails(text);
    }
    let differ = api.neq(parsed, term)?;
    if are_sat(api, &[differ])? {
        return TERM_OF_TEXT.fails(text);
    }
    Ok(())
}

/// An application to some of the terms: its text, and what the API makes.
fn apply(api: Api, rng: &mut Rng, made: &[Written]) -> Result<Option<(String, Result<Term>)>> {
    let Some(first) = rng.pick(made).cloned() else {
        return Ok(None);
    };
    let of = api.type_of(first.term)?;
    let fits = |other: &&Written| {
        api.type_of(other.term)
            .is_ok_and(|its| api.are_compatible(its, of))
    };
    let others: Vec<&Written> = made.iter().filter(fits).collect();
    let mut other = || rng.pick(&others).map_or(&first, |other| *other).clone();
    let (second, third) = (other(), other());
    if let Some(special) = special(api, rng, of, &first, &second)? {
        return Ok(Some(special));
    }
    let table = if api.is_bool(of) {
        FORMULAS
    } else if api.is_bv(of) {
        VECTORS
    } else if api.is_arithmetic(of) {
        NUMBERS
    } else {
        return Ok(None);
    };
    let Some((name, encoding)) = rng.pick(table) else {
        return Ok(None);
    };
    let [a, b, c] = [first.term, second.term, third.term];
    let (count, term) = match encoding {
        Un(make) => (1, make(api, a)),
        Bin(make) => (2, make(api, a, b)),
        Ter(make) => (3, make(api, a, b, c)),
        Nary(make, _) if rng.coin() => (2, make(api, a, b)),
        Nary(_, make) => (3, make(api, &mut [a, b, c])),
        _ => return Ok(None),
    };
    let args = [first.text, second.text, third.text];
    Ok(Some((
        format!("({name} {})", args[..count].join(" ")),
        term,
    )))
}

/// Texts of other forms: with numbers, with variables, with tuples and functions.
fn special(
    api: Api,
    rng: &mut Rng,
    of: SortHandle,
    first: &Written,
    second: &Written,
) -> Result<Option<(String, Result<Term>)>> {
    let (a, b) = (&first.text, &second.text);
    let made = match rng.below(14) {
        0 | 1 if api.is_bv(of) => {
            let Some((name, make)) = rng.pick(INDEXED) else {
                return Ok(None);
            };
            let number = 1 + rng.below(7) as u32;
            if *name == "^" {
                return Ok(None);
            }
            (
                format!("({name} {a} {number})"),
                make(api, first.term, number),
            )
        }
        2 if api.is_bv(of) => {
            let low = rng.below(u64::from(api.width(first.term))) as u32;
            let high = low + rng.below(u64::from(api.width(first.term) - low)) as u32;
            (
                format!("(bv-extract {high} {low} {a})"),
                api.bv_extract(first.term, low, high),
            )
        }
        3 if api.is_arithmetic(of) => {
            let number = rng.below(4) as u32;
            (format!("(^ {a} {number})"), api.power(first.term, number))
        }
        4 => (
            format!("(let ((_l {a})) (= _l {b}))"),
            api.eq(first.term, second.term),
        ),
        5 => {
            let number = 1 + rng.below(2) as u32;
            let tuple = api.pair(first.term, second.term)?;
            (
                format!("(select (mk-tuple {a} {b}) {number})"),
                api.select(number, tuple),
            )
        }
        6 => {
            let tuple = api.pair(first.term, second.term)?;
            (
                format!("(= (tuple-update (mk-tuple {a} {b}) 1 {b}) (mk-tuple {b} {b}))"),
                api.tuple_update(tuple, 1, second.term)
                    .and_then(|tuple| api.eq(tuple, api.pair(second.term, second.term)?)),
            )
        }
        7 => {
            let sort = api.type_to_string(of);
            // An application of a lambda to its argument is its body.
            (format!("((lambda (_v::{sort}) _v) {a})"), Ok(first.term))
        }
        8 => {
            let sort = api.type_to_string(of);
            let text = format!("(forall (_v::{sort}) (= _v {a}))");
            let variable = api.variable(of)?;
            let body = api.eq(variable, first.term)?;
            let quantified = api.forall(&mut [variable], body);
            // Each parse has variables of its own, so that the terms differ.
            let parsed = api.parse_term(&text);
            if parsed.is_ok() != quantified.is_ok() {
                return QUANTIFIER_REFUSED.fails(text);
            }
            let printed = api.term_to_string(parsed?);
            api.parse_term(&printed)?;
            return Ok(None);
        }
        _ => return Ok(None),
    };
    Ok(Some(made))
}
