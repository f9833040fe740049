//! Orders: comparisons of constants. Solvers look for cycles of comparisons.

use super::domain::{INTEGERS, REALS, SIGNED, WORDS};
use super::numbers::{Known, Numbers};
use super::{Constants, Formulas, Problem};
use crate::op;
use crate::solver::TermId;

/// Problems of orders.
pub const ORDERS: Problem = Problem {
    name: "orders",
    domains: &[INTEGERS, REALS, SIGNED, WORDS],
    constants: Constants {
        numbers: 6,
        ..Constants::NONE
    },
    draw,
};

/// Clauses that are true for the hidden values, and a cycle.
fn draw(numbers: &mut Numbers<'_, '_>) -> Option<Formulas> {
    let most = 2 * numbers.constants.len() as u64;
    Some(Formulas {
        solvable: numbers.several(most, clause)?,
        unsolvable: cycle(numbers)?,
    })
}

/// One to three comparisons. One at least is true for the hidden values.
fn clause(numbers: &mut Numbers<'_, '_>) -> Option<TermId> {
    let (a, b) = (numbers.constant()?, numbers.constant()?);
    let mut literals = vec![true_literal(numbers, &a, &b)?];
    for _ in 0..numbers.rng.below(3) {
        let (a, b) = (numbers.constant()?.term, numbers.constant()?.term);
        let is_strict = numbers.rng.coin();
        literals.push(numbers.less(a, b, is_strict)?);
    }
    numbers.rng.shuffle(&mut literals);
    numbers.combine(op::OR, &literals)
}

/// A comparison that is true for the hidden values.
fn true_literal(numbers: &mut Numbers<'_, '_>, a: &Known, b: &Known) -> Option<TermId> {
    let (low, high) = if a.value <= b.value { (a, b) } else { (b, a) };
    let is_equal = low.value == high.value;
    match (numbers.rng.chance(20), is_equal) {
        (true, true) => numbers.equal(low.term, high.term),
        (true, false) => numbers.differ(low.term, high.term),
        (false, _) => {
            let is_strict = !is_equal && numbers.rng.coin();
            numbers.less(low.term, high.term, is_strict)
        }
    }
}

/// Comparisons along a cycle. One at least is strict.
fn cycle(numbers: &mut Numbers<'_, '_>) -> Option<Vec<TermId>> {
    let mut places: Vec<TermId> = numbers.constants.iter().map(|known| known.term).collect();
    numbers.rng.shuffle(&mut places);
    places.truncate(1 + numbers.rng.index(places.len()));
    let (count, strict) = (places.len(), numbers.rng.index(places.len()));
    let links = (0..count).map(|place| {
        let (a, b) = (places[place], places[(place + 1) % count]);
        match numbers.rng.chance(20) && place != strict {
            true => numbers.equal(a, b),
            false => {
                let is_strict = place == strict || numbers.rng.coin();
                numbers.less(a, b, is_strict)
            }
        }
    });
    links.collect()
}
