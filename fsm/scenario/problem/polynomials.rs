//! Equations and inequalities of polynomials, for the engines of nonlinear arithmetic.

use super::domain::{INTEGERS, Number, REALS};
use super::numbers::{Numbers, integer};
use super::{Constants, Formulas, Problem};
use crate::solver::TermId;

/// Problems of nonlinear arithmetic.
pub const POLYNOMIALS: Problem = Problem {
    name: "polynomials",
    domains: &[INTEGERS, REALS],
    constants: Constants {
        numbers: 3,
        ..Constants::NONE
    },
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
    solvable.extend(numbers.several(3, true_formula)?);
    Some(Formulas {
        solvable,
        unsolvable: contradiction(numbers)?,
    })
}

/// An equation of a product with 0, which the hidden value of a constant solves. The other factors
/// are 0 if the constant or its square is a small number, so there may be irrational solutions.
fn roots(numbers: &mut Numbers<'_, '_>) -> Option<TermId> {
    let (constant, ops) = (numbers.constant()?, numbers.ops);
    let value = numbers.number(&constant.value)?;
    let mut factors = vec![numbers.apply(ops.sub, &[constant.term, value])?];
    for _ in 0..numbers.rng.below(4) {
        let other = numbers.small(4);
        let other = numbers.number(&other)?;
        let power = match numbers.rng.coin() {
            true => constant.term,
            false => square(numbers, constant.term)?,
        };
        factors.push(numbers.apply(ops.sub, &[power, other])?);
    }
    let product = numbers.combine(ops.mul, &factors)?;
    let zero = numbers.number(&integer(0))?;
    numbers.equal(product, zero)
}

fn square(numbers: &mut Numbers<'_, '_>, term: TermId) -> Option<TermId> {
    numbers.apply(numbers.ops.mul, &[term, term])
}

/// A sum of monomials, and its hidden value.
pub(super) fn polynomial(numbers: &mut Numbers<'_, '_>) -> Option<(TermId, Number)> {
    let constant = numbers.small(3);
    let (mut sum, mut value) = (vec![numbers.number(&constant)?], constant);
    for _ in 0..1 + numbers.rng.below(3) {
        let mut product = integer(*numbers.rng.pick(&COEFFICIENTS)?);
        let mut factors = vec![numbers.number(&product)?];
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
    let more = numbers.positive(3);
    let [above, below] = [&value + &more, &value - &more];
    let [above, below, equal] = [above, below, value].map(|value| numbers.number(&value));
    match numbers.rng.below(4) {
        0 => numbers.less(sum, above?, true),
        1 => numbers.less(below?, sum, false),
        2 => numbers.differ(sum, above?),
        _ => numbers.equal(sum, equal?),
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
            vec![numbers.less(squares, zero?, true)?]
        }
        // A sum has one value.
        1 => {
            let bound = numbers.number(&value)?;
            let below = numbers.less(sum, bound, true)?;
            vec![below, numbers.less(bound, sum, false)?]
        }
        // No number has a square of 2 and a cube of 3.
        2 => {
            let squared = square(numbers, constant)?;
            let cubed = numbers.apply(ops.mul, &[constant, constant, constant])?;
            vec![numbers.equal(squared, two?)?, numbers.equal(cubed, three?)?]
        }
        // The square of a number is at least 1 if the number is.
        _ => {
            let squared = square(numbers, sum)?;
            let large = numbers.less(one?, sum, false)?;
            vec![large, numbers.less(squared, one?, true)?]
        }
    })
}
