//! Pseudo-Boolean sums: bounds on sums of numbers that count if a formula is true.

use super::domain::{INTEGERS, Number, REALS, SIGNED};
use super::numbers::{Numbers, integer};
use super::{Constants, Formulas, Problem};
use crate::op;
use crate::solver::TermId;
use num_traits::Signed;

/// Problems of pseudo-Boolean sums.
pub const SUMS: Problem = Problem {
    name: "sums",
    domains: &[INTEGERS, REALS, SIGNED],
    constants: Constants {
        truths: 6,
        ..Constants::NONE
    },
    draw,
};

/// Bounds that are true for the hidden values, and some that no values satisfy.
fn draw(numbers: &mut Numbers<'_, '_>) -> Option<Formulas> {
    let mut solvable = Vec::new();
    for _ in 0..1 + numbers.rng.below(4) {
        let literals = literals(numbers)?;
        let weights = literals.iter().map(|_| numbers.small(3)).collect();
        solvable.push(true_bound(numbers, &literals, weights)?);
    }
    Some(Formulas {
        solvable,
        unsolvable: contradiction(numbers)?,
    })
}

/// A formula and its hidden value.
type Literal = (TermId, bool);

/// Some of the constants, each at most once. Some are negated.
fn literals(numbers: &mut Numbers<'_, '_>) -> Option<Vec<Literal>> {
    let mut all = numbers.truths.clone();
    numbers.rng.shuffle(&mut all);
    all.truncate(1 + numbers.rng.index(all.len()));
    let literals = all.into_iter();
    let literals = literals.map(|(term, value)| match numbers.rng.chance(30) {
        true => Some((numbers.not(term)?, !value)),
        false => Some((term, value)),
    });
    literals.collect()
}

/// The sum of the weights of the formulas that are true, and its hidden value.
fn sum(
    numbers: &mut Numbers<'_, '_>,
    literals: &[Literal],
    weights: &[Number],
) -> Option<(TermId, Number)> {
    let (mut terms, mut value) = (Vec::new(), integer(0));
    for ((literal, holds), weight) in literals.iter().zip(weights) {
        let zero = numbers.number(&integer(0))?;
        let term = numbers.number(weight)?;
        terms.push(numbers.apply(op::ITE, &[*literal, term, zero])?);
        if *holds {
            value += weight;
        }
    }
    let add = numbers.ops.add;
    Some((numbers.combine(add, &terms)?, value))
}

/// A bound that is true for the hidden values.
fn true_bound(
    numbers: &mut Numbers<'_, '_>,
    literals: &[Literal],
    weights: Vec<Number>,
) -> Option<TermId> {
    let (sum, value) = sum(numbers, literals, &weights)?;
    let (strict, slack) = (numbers.rng.coin(), numbers.positive(2));
    let slack = if strict || numbers.rng.coin() {
        slack
    } else {
        integer(0)
    };
    let [below, above] = [&value - &slack, &value + &slack];
    match numbers.rng.below(4) {
        0 => {
            let value = numbers.number(&value)?;
            numbers.equal(sum, value)
        }
        1 => {
            let below = numbers.number(&below)?;
            numbers.less(below, sum, strict)
        }
        _ => {
            let above = numbers.number(&above)?;
            numbers.less(sum, above, strict)
        }
    }
}

/// Bounds that no values satisfy together.
fn contradiction(numbers: &mut Numbers<'_, '_>) -> Option<Vec<TermId>> {
    let literals = literals(numbers)?;
    let weights: Vec<Number> = literals.iter().map(|_| numbers.small(3)).collect();
    let (total, _) = sum(numbers, &literals, &weights)?;
    match numbers.rng.below(4) {
        // A sum is not above that of the positive weights.
        0 => {
            let positive = weights.iter().filter(|weight| weight.is_positive());
            let most: Number = positive.cloned().fold(integer(0), |sum, w| sum + w);
            let most = numbers.number(&most)?;
            Some(vec![numbers.less(most, total, true)?])
        }
        // The order of a sum does not matter.
        1 => {
            let pairs = literals.iter().copied().zip(weights).rev();
            let (literals, weights): (Vec<Literal>, Vec<Number>) = pairs.unzip();
            let (reversed, _) = sum(numbers, &literals, &weights)?;
            let bound = numbers.small(4);
            let bound = numbers.number(&bound)?;
            let at_most = numbers.less(total, bound, false)?;
            Some(vec![at_most, numbers.less(bound, reversed, true)?])
        }
        // A sum of even numbers is not odd.
        2 => {
            let weights: Vec<Number> = weights.iter().map(|w| w * integer(2)).collect();
            let (even, _) = sum(numbers, &literals, &weights)?;
            let odd = numbers.small(2) * integer(2) + integer(1);
            let odd = numbers.number(&odd)?;
            Some(vec![numbers.equal(even, odd)?])
        }
        _ => match numbers.truths.len() {
            6 => pigeons(numbers),
            _ => Some(vec![numbers.differ(total, total)?]),
        },
    }
}

/// Three pigeons do not fit into two holes.
fn pigeons(numbers: &mut Numbers<'_, '_>) -> Option<Vec<TermId>> {
    let places = numbers.truths.clone();
    let one = numbers.number(&integer(1))?;
    let mut formulas = Vec::new();
    for pigeon in places.chunks(2) {
        let (holes, _) = sum(numbers, pigeon, &[integer(1), integer(1)])?;
        formulas.push(numbers.less(one, holes, false)?);
    }
    for hole in [0, 1] {
        let pigeons: Vec<Literal> = places.iter().copied().skip(hole).step_by(2).collect();
        let weights = vec![integer(1); pigeons.len()];
        let (pigeons, _) = sum(numbers, &pigeons, &weights)?;
        formulas.push(numbers.less(pigeons, one, false)?);
    }
    Some(formulas)
}
