//! Counters of the work of an instance, as `Solver::counters` returns them.

use murxla_fsm::glob::matches;
use std::collections::BTreeMap;

/// Counters that a wrapper leaves out: a pattern of the name, see [`matches`], and the reason.
pub(crate) type Unstable = &'static [(&'static str, &'static str)];

/// The counters in the order of their names. The values of a name that a solver lists several times
/// are added. Counters that are zero are left out, so that a counter that is not listed is zero.
pub(crate) fn listed(
    all: impl IntoIterator<Item = (String, u64)>,
    unstable: Unstable,
) -> Vec<(String, u64)> {
    let mut counters = BTreeMap::<String, u64>::new();
    for (name, value) in all {
        let is_left_out = unstable.iter().any(|(pattern, _)| matches(pattern, &name));
        if value != 0 && !is_left_out {
            let sum = counters.entry(name).or_default();
            *sum = sum.wrapping_add(value);
        }
    }
    counters.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_names_are_added() {
        let all = [("b", 2), ("memory", 7), ("c", 0), ("a", 1), ("b", 3)];
        let all = all.map(|(name, value)| (name.to_owned(), value));
        let listed = listed(all, &[("mem*", "differs")]);
        assert_eq!(listed, [("a".to_owned(), 1), ("b".to_owned(), 5)]);
    }
}
