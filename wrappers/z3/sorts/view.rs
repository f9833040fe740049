//! Reads sorts. Names of sorts that are made of others, and sorts of floating-point formats.

use super::super::checks::FIELD_SIZE;
use crate::z3::ffi::{self, Context, Sort};
use murxla_fsm::rng::Rng;
use murxla_fsm::solver::Result;
use murxla_fsm::sort::SortView;
use num_bigint::BigUint;
use std::rc::Rc;
use std::sync::Arc;

/// The name of the sort of tuples without components.
pub(in crate::z3) const UNIT_TUPLE: &str = "UnitTuple";

/// Formats for which Z3 has a function.
const HALF: (u32, u32) = (5, 11);
const SINGLE: (u32, u32) = (8, 24);
const DOUBLE: (u32, u32) = (11, 53);
const QUADRUPLE: (u32, u32) = (15, 113);

/// Makes a sort of floating-point numbers, in one of the ways for its format.
pub(in crate::z3) fn format_sort_in_some_way(
    cx: &Rc<Context>,
    rng: &mut Rng,
    exponent: u32,
    significand: u32,
) -> Result<Sort> {
    match (exponent, significand) {
        HALF if rng.coin() => cx.mk_fpa_sort_16(),
        SINGLE if rng.coin() => cx.mk_fpa_sort_32(),
        DOUBLE if rng.coin() => cx.mk_fpa_sort_64(),
        QUADRUPLE if rng.coin() => cx.mk_fpa_sort_128(),
        _ => format_sort(cx, exponent, significand),
    }
}

/// The sort of a format. `Z3_mk_fpa_sort` refuses significands of two bits, but `Z3_mk_fpa_fp`
/// makes numbers with them.
pub(in crate::z3) fn format_sort(
    cx: &Rc<Context>,
    exponent: u32,
    significand: u32,
) -> Result<Sort> {
    if significand > 2 {
        return cx.mk_fpa_sort(exponent, significand);
    }
    let zero = |width| cx.mk_unsigned_int64(0, &cx.mk_bv_sort(width)?);
    cx.get_sort(&cx.mk_fpa_fp(&zero(1)?, &zero(exponent)?, &zero(significand - 1)?)?)
}

/// The name of a sort that a sort constructor makes.
pub(in crate::z3) fn named(cx: &Rc<Context>, symbol: &str, args: &[Sort]) -> Result<String> {
    if args.is_empty() {
        return Ok(symbol.to_owned());
    }
    let mut name = format!("({symbol}");
    for arg in args {
        name.push_str(&format!(" {}", view(cx, arg)?));
    }
    Ok(name + ")")
}

/// The name of an instance of a datatype with parameters. All instances have the same symbol, and
/// only the printed sort has the arguments.
fn instance(cx: &Rc<Context>, sort: &Sort, symbol: String) -> Result<String> {
    if !cx.table().Z3_mk_polymorphic_datatype.exists() {
        return Ok(symbol);
    }
    let printed = cx.sort_to_string(sort)?.replace('|', "");
    let words: Vec<&str> = printed.split_whitespace().collect();
    let name = words.join(" ").replace("(RegEx String)", "RegLan");
    Ok(if name.starts_with(&format!("({symbol} ")) {
        name
    } else {
        symbol
    })
}

/// The number of elements of a finite field.
pub(in crate::z3) fn field_size(cx: &Rc<Context>, sort: &Sort) -> Result<BigUint> {
    let text = cx.get_finite_field_sort_size(sort)?;
    text.parse()
        .or_else(|_| FIELD_SIZE.fails(format!("'{text}'")))
}

/// Reads a sort by its getters.
pub(in crate::z3) fn view(cx: &Rc<Context>, sort: &Sort) -> Result<SortView> {
    Ok(match cx.get_sort_kind(sort)? as u32 {
        ffi::Z3_BOOL_SORT => SortView::Bool,
        ffi::Z3_INT_SORT => SortView::Int,
        ffi::Z3_REAL_SORT => SortView::Real,
        ffi::Z3_BV_SORT => SortView::Bv(cx.get_bv_sort_size(sort)?),
        ffi::Z3_ROUNDING_MODE_SORT => SortView::Rm,
        ffi::Z3_FLOATING_POINT_SORT => {
            SortView::Fp(cx.fpa_get_ebits(sort)?, cx.fpa_get_sbits(sort)?)
        }
        ffi::Z3_FINITE_FIELD_SORT => SortView::Ff(Arc::new(field_size(cx, sort)?)),
        ffi::Z3_ARRAY_SORT => {
            let index = view(cx, &cx.get_array_sort_domain(sort)?)?;
            let element = view(cx, &cx.get_array_sort_range(sort)?)?;
            SortView::Array(Box::new((index, element)))
        }
        ffi::Z3_SEQ_SORT if cx.is_string_sort(sort)? => SortView::String,
        ffi::Z3_SEQ_SORT => SortView::Seq(Box::new(view(cx, &cx.get_seq_sort_basis(sort)?)?)),
        ffi::Z3_RE_SORT if cx.is_string_sort(&cx.get_re_sort_basis(sort)?)? => SortView::RegLan,
        ffi::Z3_DATATYPE_SORT => {
            let name = cx.get_symbol_string(cx.get_sort_name(sort)?)?;
            if name != UNIT_TUPLE && !name.starts_with("(Tuple ") {
                return Ok(SortView::Dt(instance(cx, sort, name)?));
            }
            let parts = 0..cx.get_domain_size(&cx.get_datatype_sort_constructor(sort, 0)?)?;
            let parts = parts.map(|n| {
                view(
                    cx,
                    &cx.get_range(&cx.get_datatype_sort_constructor_accessor(sort, 0, n)?)?,
                )
            });
            SortView::Tuple(parts.collect::<Result<_>>()?)
        }
        ffi::Z3_UNINTERPRETED_SORT => {
            SortView::Uninterpreted(cx.get_symbol_string(cx.get_sort_name(sort)?)?)
        }
        _ => SortView::Other(cx.sort_to_string(sort)?),
    })
}
