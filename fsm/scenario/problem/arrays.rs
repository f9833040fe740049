//! Arrays: what is read after some writes, in any order.

use super::domain::{BITS, INTEGERS};
use super::numbers::{Known, Numbers};
use super::{Constants, Formulas, Problem};
use crate::op;
use crate::solver::TermId;

/// Problems of arrays.
pub const ARRAYS: Problem = Problem {
    name: "arrays",
    domains: &[INTEGERS, BITS],
    constants: Constants {
        numbers: 4,
        arrays: 1,
        ..Constants::NONE
    },
    draw,
};

/// Formulas that are true for the hidden values, and some that no values satisfy.
fn draw(numbers: &mut Numbers<'_, '_>) -> Option<Formulas> {
    let true_formula = |numbers: &mut Numbers<'_, '_>| match numbers.rng.coin() {
        true => read(numbers),
        false => swapped(numbers),
    };
    Some(Formulas {
        solvable: numbers.several(3, true_formula)?,
        unsolvable: contradiction(numbers)?,
    })
}

fn select(numbers: &mut Numbers<'_, '_>, array: TermId, index: TermId) -> Option<TermId> {
    numbers.apply(op::ARRAY_SELECT, &[array, index])
}

fn store(
    numbers: &mut Numbers<'_, '_>,
    array: TermId,
    (index, value): (TermId, TermId),
) -> Option<TermId> {
    numbers.apply(op::ARRAY_STORE, &[array, index, value])
}

/// The array after some writes.
fn written(
    numbers: &mut Numbers<'_, '_>,
    array: TermId,
    writes: &[(Known, Known)],
) -> Option<TermId> {
    let mut array = array;
    for (index, value) in writes {
        array = store(numbers, array, (index.term, value.term))?;
    }
    Some(array)
}

/// One to four writes of constants at constants.
fn some_writes(numbers: &mut Numbers<'_, '_>) -> Option<Vec<(Known, Known)>> {
    let count = 1 + numbers.rng.below(4);
    let writes = (0..count).map(|_| Some((numbers.constant()?, numbers.constant()?)));
    writes.collect()
}

/// What is read after some writes. The hidden values decide which write counts.
fn read(numbers: &mut Numbers<'_, '_>) -> Option<TermId> {
    let array = *numbers.arrays.first()?;
    let (writes, at) = (some_writes(numbers)?, numbers.constant()?);
    let last = writes
        .iter()
        .rev()
        .find(|(index, _)| index.value == at.value);
    let expected = match last {
        Some((_, value)) => value.term,
        None => select(numbers, array, at.term)?,
    };
    let array = written(numbers, array, &writes)?;
    let element = select(numbers, array, at.term)?;
    numbers.equal(element, expected)
}

/// Writes at different indices may change places.
fn swapped(numbers: &mut Numbers<'_, '_>) -> Option<TermId> {
    let array = *numbers.arrays.first()?;
    let mut writes = some_writes(numbers)?;
    writes.sort_by(|(a, _), (b, _)| a.value.cmp(&b.value));
    writes.dedup_by(|(a, _), (b, _)| a.value == b.value);
    numbers.rng.shuffle(&mut writes);
    let one = written(numbers, array, &writes)?;
    numbers.rng.shuffle(&mut writes);
    let other = written(numbers, array, &writes)?;
    numbers.equal(one, other)
}

/// Formulas that no values satisfy together.
fn contradiction(numbers: &mut Numbers<'_, '_>) -> Option<Vec<TermId>> {
    let array = *numbers.arrays.first()?;
    let [i, j, v, w] = [(); 4].map(|()| numbers.constant());
    let [i, j, v, w] = [i?.term, j?.term, v?.term, w?.term];
    let writes = some_writes(numbers)?;
    let array = written(numbers, array, &writes)?;
    let after = store(numbers, array, (i, v))?;
    Some(match numbers.rng.below(4) {
        // What has been written is read.
        0 => {
            let element = select(numbers, after, i)?;
            vec![numbers.differ(element, v)?]
        }
        // A write changes one element.
        1 => {
            let (before, after) = (select(numbers, array, j)?, select(numbers, after, j)?);
            vec![numbers.differ(i, j)?, numbers.differ(before, after)?]
        }
        // The order of writes at different indices does not matter.
        2 => {
            let one = store(numbers, after, (j, w))?;
            let other = store(numbers, array, (j, w))?;
            let other = store(numbers, other, (i, v))?;
            vec![numbers.differ(i, j)?, numbers.differ(one, other)?]
        }
        // A write of the element that is read changes nothing.
        _ => {
            let element = select(numbers, array, i)?;
            let same = store(numbers, array, (i, element))?;
            vec![numbers.differ(same, array)?]
        }
    })
}
