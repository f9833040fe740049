//! The language of Yices' program.

use super::options::SOLVER_TYPE;
use super::search::MCSAT;
use super::{rational_coefficients, whole_coefficients};
use crate::smt2::{
    Applied, AssumptionRules, ImportRules, Language, LogicRules, OptionRules, Releases, SMT_LIB,
    TermRules, bit, param, spelling_without_divisible, standard_definition,
};
use murxla_fsm::sort::Sort;
use murxla_fsm::value::Value;
use murxla_fsm::wrapper::OptionArgument;
use num_rational::BigRational;

/// The language of Yices' program.
pub(crate) const LANGUAGE: Language = Language {
    solver: "yices",
    prefix: "yices",
    missing: &[
        "get-assertions",
        "produce-assertions",
        // Only in logics without nonlinear arithmetic, and cores only without
        // `check-sat-assuming`.
        "get-unsat-core",
        "produce-unsat-cores",
        "get-unsat-assumptions",
        "produce-unsat-assumptions",
    ],
    logics: LogicRules {
        known: LOGICS,
        other: |_| None,
        is_all_linear: true,
        // The model-constructing engine does not have `divisible`.
        has_linear_engine: true,
        ..SMT_LIB.logics
    },
    options: OptionRules {
        required: &[],
        arguments: &[OptionArgument {
            option: SOLVER_TYPE,
            value: MCSAT,
            argument: MCSAT_ARGUMENT,
        }],
        ..SMT_LIB.options
    },
    assumptions: AssumptionRules {
        formulas: Releases::None,
        has_level: true,
        ..SMT_LIB.assumptions
    },
    terms: TermRules {
        spelling: |_, op, indices| spelling_without_divisible(op, indices),
        // It has `abs` only in logics with integers.
        definition: |applied| Ok(standard_definition(applied).or_else(|| definition(applied))),
        overflow: Releases::None,
        has_chains_of_strings: false,
        ..SMT_LIB.terms
    },
    imports: ImportRules {
        // The call of `check-sat-assuming-model` checks the interpolant.
        printing_commands: &["get-unsat-model-interpolant"],
        ..SMT_LIB.imports
    },
    ..SMT_LIB
};

/// The argument of the program that chooses the model-constructing engine.
pub(super) const MCSAT_ARGUMENT: &str = "--mcsat";

/// Those that a run may draw.
const LOGICS: &[&str] = &[
    "QF_ABV",
    "QF_ANIRA",
    "QF_AUFBV",
    "QF_AUFBVLIA",
    "QF_AUFBVNIA",
    "QF_AUFLIA",
    "QF_AUFLIRA",
    "QF_AUFNIRA",
    "QF_AX",
    "QF_BV",
    "QF_BVLRA",
    "QF_LIA",
    "QF_LIRA",
    "QF_LRA",
    "QF_NIA",
    "QF_NIRA",
    "QF_NRA",
    "QF_UF",
    "QF_UFBV",
    "QF_UFLIA",
    "QF_UFLIRA",
    "QF_UFLRA",
    "QF_UFNIA",
    "QF_UFNIRA",
    "QF_UFNRA",
];

fn definition(applied: &Applied<'_>) -> Option<String> {
    let (name, sort) = (applied.own?, applied.sort()?);
    let index = applied.indices.first().copied().unwrap_or(0);
    let count = applied.args.len();
    match (sort, name) {
        (Sort::Bool, _) => (name == "BVARRAY").then(|| bit("x0")),
        (Sort::Bv(width), _) => of_words(name, index, *width),
        (Sort::Int | Sort::Real, "INT_POLY" | "REAL_POLY") => {
            Some(sum(&whole_coefficients(applied.indices, count), sort))
        }
        (Sort::Int | Sort::Real, "REAL_RPOLY") => {
            Some(sum(&rational_coefficients(applied.indices, count), sort))
        }
        (Sort::Int | Sort::Real, _) => of_numbers(name.split_once('_')?.1, index, sort),
        _ => None,
    }
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
