//! Which seeds have all formulas with so many operators.

use std::fmt;
use std::str::FromStr;

/// The last seeds of the smallest sizes of formulas. The process that reads the solver's library
/// knows them, and tells them to its parent as a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EnumeratedSizes {
    /// The last seed with a formula of 1 operator, of up to 2 operators, and so on.
    last_seeds: Vec<u64>,
}

/// The text behind the first seed and behind all others.
const BEGIN: &str = "formulas by their number of operators: ";
const SEED: &str = " up to seed ";

impl EnumeratedSizes {
    pub(super) fn new(last_seeds: Vec<u64>) -> Self {
        Self { last_seeds }
    }

    /// The greatest number of operators such that the seeds below `end` have all formulas with so
    /// many operators. `None` if formulas with one operator are missing.
    #[must_use]
    pub fn complete_below(&self, end: u64) -> Option<usize> {
        let complete = self.last_seeds.iter().take_while(|last| **last < end);
        Some(complete.count()).filter(|size| *size > 0)
    }
}

impl fmt::Display for EnumeratedSizes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seeds = self.last_seeds.iter().enumerate();
        let seeds = seeds.map(|(place, last)| format!("{}{SEED}{last}", place + 1));
        write!(f, "{BEGIN}{}", Vec::from_iter(seeds).join(", "))
    }
}

impl FromStr for EnumeratedSizes {
    type Err = ();

    /// Reads what [`Display`](fmt::Display) writes.
    fn from_str(text: &str) -> Result<Self, ()> {
        let seeds = text.strip_prefix(BEGIN).ok_or(())?.split(", ");
        let last = seeds.map(|seed| seed.split_once(SEED)?.1.parse().ok());
        let last_seeds = last.collect::<Option<_>>().ok_or(())?;
        Ok(Self { last_seeds })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_complete_behind_their_last_seeds() {
        let sizes = EnumeratedSizes::new(vec![3, 70, u64::MAX]);
        let complete = [3, 4, 70, 71, u64::MAX].map(|end| sizes.complete_below(end));
        assert_eq!(complete, [None, Some(1), Some(1), Some(2), Some(2)]);
        assert_eq!(sizes.to_string().parse(), Ok(sizes));
        assert_eq!("formulas".parse::<EnumeratedSizes>(), Err(()));
    }
}
