//! Counts, and how they are written.

use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;

/// Counts by name.
pub type Counts = BTreeMap<String, u64>;

/// How often each number occurred.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(transparent)]
pub(super) struct Distribution(BTreeMap<u64, u64>);

impl Distribution {
    pub(super) fn add(&mut self, number: u64) {
        *self.0.entry(number).or_default() += 1;
    }

    /// The quantile: the smallest number such that the given share of all numbers is at most as
    /// large. 0 without numbers.
    pub(super) fn quantile(&self, share: f64) -> u64 {
        let total: u64 = self.0.values().sum();
        let wanted = (total as f64 * share).ceil() as u64;
        let mut seen = 0;
        let at = |(_, count): &(&u64, &u64)| {
            seen += **count;
            seen >= wanted.max(1)
        };
        self.0.iter().find(at).map_or(0, |(number, _)| *number)
    }
}

impl fmt::Display for Distribution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [median, most] = [0.5, 0.9].map(|share| self.quantile(share));
        let max = self.0.keys().next_back().unwrap_or(&0);
        write!(f, "median {median}, 90 % up to {most}, max {max}")
    }
}

/// Counts one more of this name.
pub(super) fn bump(counts: &mut Counts, name: &str) {
    match counts.get_mut(name) {
        Some(count) => *count += 1,
        None => {
            counts.insert(name.to_owned(), 1);
        }
    }
}

/// Names with their counts, the most frequent first.
pub(super) fn listed(counts: &Counts) -> String {
    let sorted = most_first(counts).into_iter();
    joined(sorted.map(|(name, count)| format!("{name} {count}")))
}

fn most_first(counts: &Counts) -> Vec<(&str, u64)> {
    let counts = counts.iter().map(|(name, count)| (name.as_str(), *count));
    let mut sorted: Vec<_> = counts.collect();
    sorted.sort_by_key(|(name, count)| (std::cmp::Reverse(*count), *name));
    sorted
}

/// Percentages of the sum, from one on.
pub(super) fn shares(counts: &Counts) -> String {
    let sum: u64 = counts.values().sum();
    let percent = |count: u64| 100.0 * count as f64 / sum.max(1) as f64;
    let sorted = most_first(counts).into_iter();
    let shares = sorted.map(|(name, count)| (name, percent(count)));
    joined(
        shares
            .filter(|(_, share)| *share >= 1.0)
            .map(|(name, share)| format!("{name} {share:.0} %")),
    )
}

pub(super) fn joined(items: impl Iterator<Item = String>) -> String {
    let items: Vec<String> = items.collect();
    if items.is_empty() {
        return "none".to_owned();
    }
    items.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_of_nothing_and_of_some() {
        let mut some = Distribution::default();
        assert_eq!(some.to_string(), "median 0, 90 % up to 0, max 0");
        (1..=10).for_each(|n| some.add(n));
        assert_eq!(some.to_string(), "median 5, 90 % up to 9, max 10");
    }
}
