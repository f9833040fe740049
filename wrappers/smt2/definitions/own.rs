//! What operators of one solver mean, if its parser does not have them.

use super::{overflow, param};
use crate::yices::{rational_coefficients, whole_coefficients};
use murxla_fsm::op::{BV_SADDO, BV_SDIVO, BV_SMULO, BV_SSUBO, BV_UADDO, BV_UMULO, BV_USUBO};
use murxla_fsm::sort::Sort;
use murxla_fsm::value::Value;
use num_rational::BigRational;

/// The body of a function of `count` parameters `x0`, `x1`, … that are all of the sort `sort`.
pub(super) fn body(name: &str, indices: &[u32], sort: &Sort, count: usize) -> Option<String> {
    let (solver, name) = name.split_once("-OP_")?;
    let index = indices.first().copied().unwrap_or(0);
    match (solver, sort) {
        ("btor", Sort::Bv(width)) => of_boolector(name, *width),
        ("cvc5", Sort::Bv(_)) if name == "BV_ULTBV" => Some(bit("(bvult x0 x1)")),
        ("cvc5", Sort::Bv(_)) if name == "BV_SLTBV" => Some(bit("(bvslt x0 x1)")),
        ("yices", Sort::Bool) => (name == "BVARRAY").then(|| bit("x0")),
        ("yices", Sort::Bv(width)) => of_words(name, index, *width),
        ("yices", Sort::Int | Sort::Real) => match name {
            "INT_POLY" | "REAL_POLY" => Some(sum(&whole_coefficients(indices, count), sort)),
            "REAL_RPOLY" => Some(sum(&rational_coefficients(indices, count), sort)),
            _ => of_numbers(name.split_once('_')?.1, index, sort),
        },
        _ => None,
    }
}

/// A bit-vector with one bit that is 1 if the formula holds.
fn bit(formula: &str) -> String {
    format!("(ite {formula} #b1 #b0)")
}

fn of_boolector(name: &str, width: u32) -> Option<String> {
    let op = match name {
        "INC" => return Some(format!("(bvadd x0 (_ bv1 {width}))")),
        "DEC" => return Some(format!("(bvsub x0 (_ bv1 {width}))")),
        "REDXOR" => {
            let bits = (1..width).map(|n| format!("((_ extract {n} {n}) x0)"));
            let first = "((_ extract 0 0) x0)".to_owned();
            return Some(bits.fold(first, |all, bit| format!("(bvxor {all} {bit})")));
        }
        "UADDO" => BV_UADDO,
        "SADDO" => BV_SADDO,
        "UMULO" => BV_UMULO,
        "SMULO" => BV_SMULO,
        "USUBO" => BV_USUBO,
        "SSUBO" => BV_SSUBO,
        "SDIVO" => BV_SDIVO,
        _ => return None,
    };
    overflow(op, width).map(|formula| bit(&formula))
}

fn of_words(name: &str, index: u32, width: u32) -> Option<String> {
    // A shift by the whole width is possible.
    let count = format!("(_ bv{index} {width})");
    let zero = format!("(_ bv0 {width})");
    Some(match name {
        "BVSQUARE" => "(bvmul x0 x0)".to_owned(),
        "BVPOWER" => {
            let one = format!("(_ bv1 {width})");
            (0..index).fold(one, |product, _| format!("(bvmul {product} x0)"))
        }
        "REDAND" => bit(&format!("(= x0 (bvnot {zero}))")),
        "REDOR" => bit(&format!("(distinct x0 {zero})")),
        "SHIFT_LEFT0" => format!("(bvshl x0 {count})"),
        "SHIFT_LEFT1" => format!("(bvnot (bvshl (bvnot x0) {count}))"),
        "SHIFT_RIGHT0" => format!("(bvlshr x0 {count})"),
        "SHIFT_RIGHT1" => format!("(bvnot (bvlshr (bvnot x0) {count}))"),
        "ASHIFT_RIGHT" => format!("(bvashr x0 {count})"),
        "BITEXTRACT" => format!("(= ((_ extract {index} {index}) x0) #b1)"),
        _ => return None,
    })
}

fn of_numbers(name: &str, index: u32, sort: &Sort) -> Option<String> {
    let number = |value: i32| literal(&BigRational::from_integer(value.into()), sort);
    let zero = number(0);
    Some(match (name, sort) {
        ("EQ0", _) => format!("(= x0 {zero})"),
        ("NEQ0", _) => format!("(distinct x0 {zero})"),
        ("GEQ0", _) => format!("(>= x0 {zero})"),
        ("GT0", _) => format!("(> x0 {zero})"),
        ("LEQ0", _) => format!("(<= x0 {zero})"),
        ("LT0", _) => format!("(< x0 {zero})"),
        ("SQUARE", _) => "(* x0 x0)".to_owned(),
        ("POWER", _) => match index {
            0 => number(1),
            1 => "x0".to_owned(),
            _ => format!("(*{})", " x0".repeat(index as usize)),
        },
        ("CEIL" | "FLOOR", Sort::Int) => "x0".to_owned(),
        ("CEIL", _) => "(- (to_int (- x0)))".to_owned(),
        ("FLOOR", _) => "(to_int x0)".to_owned(),
        _ => return None,
    })
}

fn literal(value: &BigRational, sort: &Sort) -> String {
    match sort {
        Sort::Int => Value::Int(value.to_integer()).to_string(),
        _ => Value::Real(value.clone()).to_string(),
    }
}

/// A sum of products of a coefficient and a parameter.
fn sum(coefficients: &[BigRational], sort: &Sort) -> String {
    let products = (coefficients.iter().enumerate())
        .map(|(n, coefficient)| format!(" (* {} {})", literal(coefficient, sort), param(n)));
    let products: String = products.collect();
    match coefficients.len() {
        1 => products.trim_start().to_owned(),
        _ => format!("(+{products})"),
    }
}
