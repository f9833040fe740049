//! Equations and inequalities of polynomials, for the engines of nonlinear arithmetic.

use super::numbers::{Number, Numbers, integer};
use super::{Formulas, Problem};
use crate::op;
use crate::solver::TermId;

/// Problems of nonlinear arithmetic.
pub const POLYNOMIALS: Problem = Problem {
    name: "polynomials",
    constants: 3,
    draw,
};

/// The coefficients of monomials.
const COEFFICIENTS: [i64; 5] = [-2, -1, 1, 2, 3];

/// Formulas that are true for the hidden values, and some that no values satisfy.
fn draw(numbers: &mut Numbers<'_, '_>) -> Option<Formulas> {
    let mut solvable = Vec::new();
    if numbers.rng.coin() {
        solvable.push(roots(numbers)?);
    }
    for _ in 0..1 + numbers.rng.below(3) {
        solvable.push(true_formula(numbers)?);
    }
    Some(Formulas {
        solvable,
        unsolvable: contradiction(numbers)?,
    })
}

/// An equation of a product with 0, which the hidden value of a constant solves. The other factors
/// are 0 if the constant or its square is a small number, so there may be irrational solutions.
fn roots(numbers: &mut Numbers<'_, '_>) -> Option<TermId> {
    let (constant, ops) = (numbers.constant()?, numbers.ops);
    let value = numbers.number(&constant.value);
    let mut factors = vec![numbers.apply(ops.sub, &[constant.term, value])?];
    for _ in 0..numbers.rng.below(4) {
        let other = integer(numbers.rng.below(9) as i64 - 4);
        let other = numbers.number(&other);
        let power = match numbers.rng.coin() {
            true => constant.term,
            false => square(numbers, constant.term)?,
        };
        factors.push(numbers.apply(ops.sub, &[power, other])?);
    }
    let product = numbers.combine(ops.mul, &factors)?;
    let zero = numbers.number(&integer(0));
    numbers.apply(op::EQUAL, &[product, zero])
}

fn square(numbers: &mut Numbers<'_, '_>, term: TermId) -> Option<TermId> {
    numbers.apply(numbers.ops.mul, &[term, term])
}

/// A sum of monomials, and its hidden value.
fn polynomial(numbers: &mut Numbers<'_, '_>) -> Option<(TermId, Number)> {
    let constant = integer(numbers.rng.below(7) as i64 - 3);
    let (mut sum, mut value) = (vec![numbers.number(&constant)], constant);
    for _ in 0..1 + numbers.rng.below(3) {
        let mut product = integer(*numbers.rng.pick(&COEFFICIENTS)?);
        let mut factors = vec![numbers.number(&product)];
        for _ in 0..1 + numbers.rng.below(3) {
            let constant = numbers.constant()?;
            factors.push(constant.term);
            product *= constant.value;
        }
        sum.push(numbers.apply(numbers.ops.mul, &factors)?);
        value += product;
    }
    Some((numbers.apply(numbers.ops.add, &sum)?, value))
}

/// A formula that is true for the hidden values.
fn true_formula(numbers: &mut Numbers<'_, '_>) -> Option<TermId> {
    let (sum, value) = polynomial(numbers)?;
    let (ops, more) = (numbers.ops, numbers.positive(3));
    let [above, below, equal] = [&value + &more, &value - &more, value];
    let [above, below, equal] = [above, below, equal].map(|value| numbers.number(&value));
    match numbers.rng.below(4) {
        0 => numbers.apply(ops.lt, &[sum, above]),
        1 => numbers.apply(ops.gte, &[sum, below]),
        2 => {
            let other = numbers.apply(op::EQUAL, &[sum, above])?;
            numbers.not(other)
        }
        _ => numbers.apply(op::EQUAL, &[sum, equal]),
    }
}

/// Formulas that no values satisfy together.
fn contradiction(numbers: &mut Numbers<'_, '_>) -> Option<Vec<TermId>> {
    let (sum, value) = polynomial(numbers)?;
    let (ops, constant) = (numbers.ops, numbers.constant()?.term);
    let [zero, one, two, three] = [0, 1, 2, 3].map(|n| numbers.number(&integer(n)));
    Some(match numbers.rng.below(4) {
        // A square is not negative.
        0 => {
            let squares = [square(numbers, sum)?, square(numbers, constant)?];
            let squares = numbers.apply(ops.add, &squares)?;
            vec![numbers.apply(ops.lt, &[squares, zero])?]
        }
        // A sum has one value.
        1 => {
            let bound = numbers.number(&value);
            let below = numbers.apply(ops.lt, &[sum, bound])?;
            vec![below, numbers.apply(ops.gte, &[sum, bound])?]
        }
        // No number has a square of 2 and a cube of 3.
        2 => {
            let squared = square(numbers, constant)?;
            let cubed = numbers.apply(ops.mul, &[constant, constant, constant])?;
            let squared = numbers.apply(op::EQUAL, &[squared, two])?;
            vec![squared, numbers.apply(op::EQUAL, &[cubed, three])?]
        }
        // The square of a number is at least 1 if the number is.
        _ => {
            let squared = square(numbers, sum)?;
            let large = numbers.apply(ops.lte, &[one, sum])?;
            vec![large, numbers.apply(ops.lt, &[squared, one])?]
        }
    })
}
