//! Actions that do one of several things: a row of a table. The name of the row and its numbers are
//! arguments of the call.

use super::{NOTHING, Takes};
use murxla_fsm::action::{Arg, BadArguments, Call, Invalid, Validity};
use murxla_fsm::arguments;
use murxla_fsm::rng::Rng;
use murxla_fsm::solver::Result;
use smallvec::smallvec;
use std::ops::RangeInclusive;

/// A row of a table.
pub(crate) struct Row<M: 'static> {
    pub(crate) name: &'static str,
    /// The ranges of its numbers.
    pub(crate) numbers: &'static [RangeInclusive<u32>],
    /// The function that does it.
    pub(crate) make: M,
}

impl<M: 'static> Row<M> {
    pub(crate) const fn new(
        name: &'static str,
        numbers: &'static [RangeInclusive<u32>],
        make: M,
    ) -> Self {
        Self {
            name,
            numbers,
            make,
        }
    }
}

/// A table.
pub(crate) trait Rows {
    /// The type of the functions.
    type Make: 'static;
    const ROWS: &'static [Row<Self::Make>];
}

arguments! {
    /// A row of a table.
    struct RowArgs<'c> {
        /// Its name.
        row: Word,
        /// Its numbers.
        numbers: Indices,
    }
}

/// A row of a table, with its numbers.
pub(crate) const fn row_of<T: Rows>() -> Takes {
    Takes {
        params: RowArgs::PARAMS,
        pick: |cx| {
            let [row, numbers] = draw::<T>(cx.rng)?;
            Some(smallvec![row, numbers])
        },
        valid: |_, call| {
            let args = RowArgs::args(call)?;
            is_row::<T>(args.row, args.numbers)
        },
        names: NOTHING.names,
    }
}

/// Draws a row and its numbers.
pub(crate) fn draw<T: Rows>(rng: &mut Rng) -> Option<[Arg; 2]> {
    let row = rng.pick(T::ROWS)?;
    let numbers = row.numbers.iter();
    let numbers = numbers.map(|range| rng.range(*range.start(), *range.end()));
    Some([Arg::Word(row.name.into()), Arg::Indices(numbers.collect())])
}

fn find<T: Rows>(name: &str) -> Option<&'static Row<T::Make>> {
    T::ROWS.iter().find(|row| row.name == name)
}

/// The table must have a row of this name, with these numbers.
pub(crate) fn is_row<T: Rows>(name: &str, numbers: &[u32]) -> Validity {
    let Some(row) = find::<T>(name) else {
        let names: Vec<&str> = T::ROWS.iter().map(|row| row.name).collect();
        return Invalid::wrong(format!("'{name}' is not one of {}", names.join(", ")));
    };
    let fits = |(range, number): (&RangeInclusive<u32>, &u32)| range.contains(number);
    if numbers.len() == row.numbers.len() && row.numbers.iter().zip(numbers).all(fits) {
        return Ok(());
    }
    let ranges = row.numbers.iter();
    let ranges = ranges.map(|range| format!("{} to {}", range.start(), range.end()));
    let ranges: Vec<String> = ranges.collect();
    let count = ranges.len();
    Invalid::wrong(match count {
        0 => format!("'{name}' takes no numbers"),
        1 => format!("'{name}' takes one number: {}", ranges.concat()),
        _ => format!("'{name}' takes {count} numbers: {}", ranges.join(", ")),
    })
}

/// The function and the numbers of a row.
///
/// # Errors
/// There is no such row. `valid` excludes this case.
pub(crate) fn row<T: Rows>(name: &str) -> Result<&'static Row<T::Make>> {
    Ok(find::<T>(name).ok_or(BadArguments)?)
}

/// The first of the numbers of a row.
///
/// # Errors
/// There is none. `valid` excludes this case.
pub(crate) fn first(numbers: &[u32]) -> Result<u32> {
    Ok(*numbers.first().ok_or(BadArguments)?)
}

/// The row that a call of an action names, and its numbers.
///
/// # Errors
/// It names none. `valid` excludes this case.
pub(crate) fn called<T: Rows>(call: &Call) -> Result<(&'static Row<T::Make>, &[u32])> {
    let args = RowArgs::args(call)?;
    Ok((row::<T>(args.row)?, args.numbers))
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Table;

    impl Rows for Table {
        type Make = ();
        const ROWS: &'static [Row<()>] =
            &[Row::new("one", &[1..=3], ()), Row::new("none", &[], ())];
    }

    #[test]
    fn rows_have_their_numbers() {
        let wrong = |name, numbers: &[u32]| match is_row::<Table>(name, numbers) {
            Err(Invalid::Wrong(why)) => why,
            other => panic!("{other:?}"),
        };
        assert!(is_row::<Table>("one", &[3]).is_ok() && is_row::<Table>("none", &[]).is_ok());
        assert_eq!(wrong("two", &[]), "'two' is not one of one, none");
        assert_eq!(wrong("one", &[4]), "'one' takes one number: 1 to 3");
        assert_eq!(wrong("none", &[4]), "'none' takes no numbers");
        for seed in 0..50 {
            match draw::<Table>(&mut Rng::new(seed)).unwrap() {
                [Arg::Word(name), Arg::Indices(numbers)] => {
                    assert!(is_row::<Table>(&name, &numbers).is_ok());
                }
                other => panic!("{other:?}"),
            }
        }
    }
}
