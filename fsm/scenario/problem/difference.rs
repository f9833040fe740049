//! Difference logic: bounds on the differences of two constants. Solvers have separate engines for
//! it, which look for cycles of bounds with a sum below zero.

use super::domain::{INTEGERS, Number, REALS};
use super::numbers::{Known, Numbers, integer};
use super::{Constants, Formulas, Problem};
use crate::op;
use crate::solver::TermId;

/// Problems of difference logic.
pub const DIFFERENCES: Problem = Problem {
    name: "differences",
    domains: &[INTEGERS, REALS],
    constants: Constants {
        numbers: 6,
        ..Constants::NONE
    },
    draw,
};

/// Two constants. `None` stands for the number 0.
type Pair = (Known, Option<Known>);

/// Clauses that are true for the hidden values, and bounds that no values satisfy.
fn draw(numbers: &mut Numbers<'_, '_>) -> Option<Formulas> {
    let count = numbers.constants.len() as u64;
    let clauses = 1 + count + numbers.rng.below(2 * count);
    let solvable = (0..clauses).map(|_| clause(numbers));
    Some(Formulas {
        solvable: solvable.collect::<Option<_>>()?,
        unsolvable: cycle(numbers)?,
    })
}

/// One to three comparisons. One at least is true for the hidden values.
fn clause(numbers: &mut Numbers<'_, '_>) -> Option<TermId> {
    let mut literals = vec![true_literal(numbers)?];
    for _ in 0..numbers.rng.below(3) {
        let (pair, difference) = some_pair(numbers)?;
        let bound = difference + numbers.small(4);
        let is_strict = numbers.rng.coin();
        literals.push(bounded(numbers, &pair, &bound, is_strict)?);
    }
    numbers.rng.shuffle(&mut literals);
    numbers.combine(op::OR, &literals)
}

/// Draws a pair. The number is its difference for the hidden values.
fn some_pair(numbers: &mut Numbers<'_, '_>) -> Option<(Pair, Number)> {
    let (a, b) = (numbers.constant()?, numbers.constant()?);
    let is_pair = a.term != b.term && !numbers.rng.chance(20);
    let b = is_pair.then_some(b);
    let zero = integer(0);
    let difference = &a.value - b.as_ref().map_or(&zero, |b| &b.value);
    Some(((a, b), difference))
}

/// A comparison that is true for the hidden values.
fn true_literal(numbers: &mut Numbers<'_, '_>) -> Option<TermId> {
    let (pair, difference) = some_pair(numbers)?;
    let more = numbers.positive(4);
    match numbers.rng.below(6) {
        0 => equation(numbers, &pair, &difference),
        1 => {
            let other = equation(numbers, &pair, &(difference + more))?;
            numbers.not(other)
        }
        2 => {
            let below = bounded(numbers, &pair, &(difference - more), false)?;
            numbers.not(below)
        }
        3 => bounded(numbers, &pair, &difference, false),
        _ => bounded(numbers, &pair, &(difference + more), true),
    }
}

/// `a - b = number`.
fn equation(numbers: &mut Numbers<'_, '_>, pair: &Pair, number: &Number) -> Option<TermId> {
    let [left, right] = sides(numbers, pair, number)?;
    numbers.equal(left, right)
}

/// `a - b <= bound`, or `<` if it is strict.
fn bounded(
    numbers: &mut Numbers<'_, '_>,
    pair: &Pair,
    bound: &Number,
    is_strict: bool,
) -> Option<TermId> {
    let [left, right] = sides(numbers, pair, bound)?;
    numbers.less(left, right, is_strict)
}

/// Terms whose comparison compares the difference of a pair with a number.
fn sides(numbers: &mut Numbers<'_, '_>, (a, b): &Pair, number: &Number) -> Option<[TermId; 2]> {
    let (ops, value) = (numbers.ops, numbers.number(number)?);
    Some(match b {
        None => [a.term, value],
        Some(b) if numbers.rng.coin() => [numbers.apply(ops.sub, &[a.term, b.term])?, value],
        Some(b) => [a.term, numbers.apply(ops.add, &[b.term, value])?],
    })
}

/// Bounds on the differences along a cycle of constants and the number 0. The differences have the
/// sum 0, but the bounds have one below it.
fn cycle(numbers: &mut Numbers<'_, '_>) -> Option<Vec<TermId>> {
    let constants = numbers.constants.iter().cloned().map(Some);
    let mut places: Vec<Option<Known>> = constants.chain([None]).collect();
    numbers.rng.shuffle(&mut places);
    places.truncate(2 + numbers.rng.index(places.len() - 1));
    let count = places.len();
    let mut left = -numbers.positive(2);
    let mut bounds = Vec::new();
    for place in 0..count {
        let bound = match place + 1 == count {
            true => left.clone(),
            false => numbers.small(4),
        };
        left -= &bound;
        bounds.push(match [&places[place], &places[(place + 1) % count]] {
            [Some(a), b] => bounded(numbers, &(a.clone(), b.clone()), &bound, false)?,
            // `0 - b <= bound`
            [None, b] => {
                let above = bounded(numbers, &(b.clone()?, None), &-bound, true)?;
                numbers.not(above)?
            }
        });
    }
    Some(bounds)
}
