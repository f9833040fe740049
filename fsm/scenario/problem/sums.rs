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
    Some(Formulas {
        solvable: numbers.several(4, true_bound)?,
        unsolvable: contradiction(numbers)?,
    })
}

/// A part of a sum: its weight, if a formula is true, otherwise 0.
#[derive(Clone)]
struct Summand {
    formula: TermId,
    /// The hidden value of the formula.
    holds: bool,
    weight: Number,
}

/// Summands of some of the constants, each at most once. Some are negated.
fn some_summands(numbers: &mut Numbers<'_, '_>) -> Option<Vec<Summand>> {
    let mut all = numbers.truths.clone();
    numbers.rng.shuffle(&mut all);
    all.truncate(1 + numbers.rng.index(all.len()));
    for (formula, holds) in &mut all {
        if numbers.rng.chance(30) {
            (*formula, *holds) = (numbers.not(*formula)?, !*holds);
        }
    }
    let summands = all.into_iter().map(|(formula, holds)| Summand {
        formula,
        holds,
        weight: numbers.small(3),
    });
    Some(summands.collect())
}

/// A sum, and its hidden value.
fn sum(numbers: &mut Numbers<'_, '_>, summands: &[Summand]) -> Option<(TermId, Number)> {
    let (mut terms, mut value) = (Vec::new(), integer(0));
    for summand in summands {
        let zero = numbers.number(&integer(0))?;
        let weight = numbers.number(&summand.weight)?;
        terms.push(numbers.apply(op::ITE, &[summand.formula, weight, zero])?);
        if summand.holds {
            value += &summand.weight;
        }
    }
    let add = numbers.ops.add;
    Some((numbers.combine(add, &terms)?, value))
}

/// A bound that is true for the hidden values.
fn true_bound(numbers: &mut Numbers<'_, '_>) -> Option<TermId> {
    let summands = some_summands(numbers)?;
    let (sum, value) = sum(numbers, &summands)?;
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
    let mut summands = some_summands(numbers)?;
    let (total, _) = sum(numbers, &summands)?;
    match numbers.rng.below(4) {
        // A sum is not above that of the positive weights.
        0 => {
            let weights = summands.into_iter().map(|summand| summand.weight);
            let positive = weights.filter(Signed::is_positive);
            let most = positive.fold(integer(0), |sum, weight| sum + weight);
            let most = numbers.number(&most)?;
            Some(vec![numbers.less(most, total, true)?])
        }
        // The order of a sum does not matter.
        1 => {
            summands.reverse();
            let (reversed, _) = sum(numbers, &summands)?;
            let bound = numbers.small(4);
            let bound = numbers.number(&bound)?;
            let at_most = numbers.less(total, bound, false)?;
            Some(vec![at_most, numbers.less(bound, reversed, true)?])
        }
        // A sum of even numbers is not odd.
        2 => {
            for summand in &mut summands {
                summand.weight *= integer(2);
            }
            let (even, _) = sum(numbers, &summands)?;
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
    let places = numbers.truths.iter().map(|(formula, holds)| Summand {
        formula: *formula,
        holds: *holds,
        weight: integer(1),
    });
    let places: Vec<Summand> = places.collect();
    let one = numbers.number(&integer(1))?;
    let mut formulas = Vec::new();
    for pigeon in places.chunks(2) {
        let (holes, _) = sum(numbers, pigeon)?;
        formulas.push(numbers.less(one, holes, false)?);
    }
    for hole in [0, 1] {
        let pigeons: Vec<Summand> = places.iter().skip(hole).step_by(2).cloned().collect();
        let (pigeons, _) = sum(numbers, &pigeons)?;
        formulas.push(numbers.less(pigeons, one, false)?);
    }
    Some(formulas)
}
