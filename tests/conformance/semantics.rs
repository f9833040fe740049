//! A table of known results, taken from the definitions of the SMT-LIB theories.

use crate::suite::{Attempt, Failures, Instance, Stop, TestedSolver, ensure, expect_answer};
use murxla_fsm::op::{self, Op};
use murxla_fsm::solver::{Answer, TermId};
use murxla_fsm::value::{Bv, Ff, Format, Fp, Rm, Str, Value};
use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use std::sync::Arc;

/// Each line is `operator [index …] argument … = result`. Notation of values:
/// - integers as usual, reals with a `/`, bit-vectors `#b…`;
/// - floating-point numbers: the width of the exponent, `#`, and the bits;
/// - strings in quotes, without blanks and escapes;
/// - sequences of integers `<1,2>`, elements of finite fields `#f3m7`.
const TABLE: &str = include_str!("../data/semantics.txt");

/// The number of seeds with which a row is tested.
const SEEDS: u32 = 4;

/// A row of the table.
struct Row {
    op: Op,
    indices: Vec<u32>,
    args: Vec<Value>,
    result: Value,
}

impl Row {
    fn parse(line: &str, tested: &TestedSolver<'_>) -> Option<Row> {
        let (call, result) = line.split_once(" = ")?;
        let (name, rest) = call.split_once(' ')?;
        let (indices, args) = match rest.strip_prefix('[') {
            Some(rest) => rest.split_once(']')?,
            None => ("", rest),
        };
        let indices = indices.split_whitespace().map(|n| n.parse().ok());
        Some(Row {
            op: tested.ops.find(&format!("OP_{name}"))?,
            indices: indices.collect::<Option<_>>()?,
            args: args.split_whitespace().map(value).collect::<Option<_>>()?,
            result: value(result)?,
        })
    }
}

/// The value of a literal.
pub(crate) fn value(text: &str) -> Option<Value> {
    if let Some(bits) = text.strip_prefix("#b") {
        let digits = BigUint::parse_bytes(bits.as_bytes(), 2)?;
        return Some(Value::Bv(Bv::new(bits.len() as u32, digits)));
    }
    if let Some((value, size)) = text.strip_prefix("#f").and_then(|t| t.split_once('m')) {
        let (value, size) = (value.parse().ok()?, size.parse().ok()?);
        return Ff::new(&Arc::new(size), &value).map(Value::Ff);
    }
    if let Some((exponent, bits)) = text.split_once('#') {
        let exponent = exponent.parse().ok()?;
        let significand = u32::try_from(bits.len()).ok()?.checked_sub(exponent)?;
        let format = Format::new(exponent, significand);
        return Fp::parse(format, bits).map(Value::Fp);
    }
    if let Some(mode) = Rm::from_name(text) {
        return Some(Value::Rm(mode));
    }
    if let Some(literal) = text.strip_prefix('"').and_then(|t| t.strip_suffix('"')) {
        return Str::parse(literal).map(Value::String);
    }
    if let Some(elements) = text.strip_prefix('<').and_then(|t| t.strip_suffix('>')) {
        let elements = elements.split(',').filter(|element| !element.is_empty());
        return elements.map(value).collect::<Option<_>>().map(Value::Seq);
    }
    match text {
        "true" | "false" => Some(Value::Bool(text == "true")),
        _ if text.contains('/') => text.parse::<BigRational>().ok().map(Value::Real),
        _ => text.parse::<BigInt>().ok().map(Value::Int),
    }
}

/// Checks that each row of the table holds and that its negation is unsatisfiable. Half of the
/// seeds apply the operator to values, which tests the solver's rewriter. The others apply it to
/// constants that are equal to the values, which tests its decision procedures.
pub(crate) fn table(tested: &TestedSolver<'_>, failures: &mut Failures) {
    let lines = TABLE.lines().filter(|line| !line.is_empty());
    for (number, line) in lines.enumerate() {
        let Some(row) = Row::parse(line, tested) else {
            failures.0.push(format!("cannot parse '{line}'"));
            continue;
        };
        if tested.defect(row.op).is_some() {
            continue; // `evaluation` tests that the operator is wrong.
        }
        let answers = [Answer::Sat, Answer::Unsat];
        let checks = (0..SEEDS).flat_map(|seed| answers.map(|expected| (seed, expected)));
        // An old release is tested with one seed and answer, which differ from row to row.
        let (skipped, used) = match tested.is_default {
            true => (0, usize::MAX),
            false => (number % (2 * SEEDS as usize), 1),
        };
        for (seed, expected) in checks.skip(skipped).take(used) {
            let what = || format!("{line} ({} expected, seed {seed})", expected.name());
            failures.attempt(&what, || check(tested, &row, seed, expected));
        }
    }
}

fn check(tested: &TestedSolver<'_>, row: &Row, seed: u32, expected: Answer) -> Attempt {
    let mut instance = tested.open(seed, &[("produce-models", "true")])?;
    let on_constants = seed % 2 == 1;
    let mut args = Vec::new();
    let mut facts = Vec::new();
    for (n, value) in row.args.iter().enumerate() {
        let written = instance.value(value)?;
        if on_constants {
            let sort = instance.predicted(written);
            let constant = instance.constant(sort, &format!("a{n}"))?;
            facts.push(instance.term(op::EQUAL, &[constant, written], &[])?);
            args.push(constant);
        } else {
            args.push(written);
        }
    }
    let term = instance.term(row.op, &args, &row.indices)?;
    let result = instance.value(&row.result)?;
    let relation = match expected {
        Answer::Sat => op::EQUAL,
        _ => op::DISTINCT,
    };
    facts.push(instance.term(relation, &[term, result], &[])?);
    for fact in facts {
        instance.assert(fact)?;
    }
    let answer = instance.check()?;
    if answer == Answer::Unknown && on_constants {
        return Ok(()); // A solver may answer `unknown` in hard theories, but not on values.
    }
    expect_answer(answer, expected)?;
    if answer == Answer::Sat {
        check_value(&mut instance, term, &row.result)?;
    }
    Ok(())
}

/// `term` has the value `expected` in the model, or a value that the wrapper cannot read.
pub(crate) fn check_value(instance: &mut Instance<'_>, term: TermId, expected: &Value) -> Attempt {
    let values = instance.call().get_value(&[term])?;
    let [read] = &values[..] else {
        let count = values.len();
        return Err(Stop::Failed(format!("{count} values for one term")));
    };
    ensure(read.as_ref().is_none_or(|r| r == expected), || {
        format!("has the value {read:?} instead of {expected}")
    })
}
