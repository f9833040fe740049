//! Equations of polynomials modulo a number: over finite fields and bit-vectors.

use super::domain::{BITS, FIELDS};
use super::numbers::{Numbers, integer};
use super::polynomials::polynomial;
use super::{Constants, Formulas, Problem};
use crate::op;
use crate::solver::TermId;
use crate::sort::Sort;
use num_traits::ToPrimitive;

/// Problems of equations modulo a number.
pub const RESIDUES: Problem = Problem {
    name: "residues",
    domains: &[FIELDS, BITS],
    constants: Constants {
        numbers: 3,
        ..Constants::NONE
    },
    draw,
};

/// Equations that the hidden values solve, and one that no values solve.
fn draw(numbers: &mut Numbers<'_, '_>) -> Option<Formulas> {
    let true_formula = |numbers: &mut Numbers<'_, '_>| {
        let (sum, value) = polynomial(numbers)?;
        let (equal, other) = (
            numbers.number(&value)?,
            numbers.number(&(value + integer(1)))?,
        );
        match numbers.rng.chance(70) {
            true => numbers.equal(sum, equal),
            false => numbers.differ(sum, other),
        }
    };
    Some(Formulas {
        solvable: numbers.several(3, true_formula)?,
        unsolvable: contradiction(numbers)?,
    })
}

/// The largest exponent of a power.
const EXPONENT: u32 = 5;

/// Formulas that no values satisfy together.
fn contradiction(numbers: &mut Numbers<'_, '_>) -> Option<Vec<TermId>> {
    let (sum, value) = polynomial(numbers)?;
    let size = match numbers.sort {
        Sort::Ff(size) => size.to_u32(),
        _ => None,
    };
    let mul = numbers.ops.mul;
    Some(match (numbers.rng.below(3), size) {
        // Fermat's little theorem.
        (0, Some(size @ ..=EXPONENT)) => {
            let power = numbers.apply(mul, &vec![sum; size as usize])?;
            vec![numbers.differ(power, sum)?]
        }
        // A square is 0 or 1 modulo 4.
        (0, None) => {
            let square = numbers.apply(mul, &[sum, sum])?;
            let rest = numbers.small(3) * integer(4) + integer(2 + numbers.rng.below(2) as i64);
            let rest = numbers.number(&rest)?;
            vec![numbers.equal(square, rest)?]
        }
        // A product is 0 if a factor is.
        (1, _) => {
            let factor = numbers.constant()?.term;
            let zero = numbers.number(&integer(0))?;
            let product = numbers.apply(mul, &[sum, factor])?;
            let is_zero = numbers.equal(factor, zero)?;
            vec![is_zero, numbers.differ(product, zero)?]
        }
        // A sum has one value.
        _ => {
            let mut formulas = Vec::new();
            for value in [value.clone(), value + integer(1)] {
                let value = numbers.number(&value)?;
                formulas.push(numbers.apply(op::EQUAL, &[value, sum])?);
            }
            formulas
        }
    })
}
