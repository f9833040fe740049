//! Association rules, mined with Apriori (Agrawal, Srikant: Fast Algorithms for Mining Association
//! Rules, VLDB 1994).

use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// Which rules are mined.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The least number of transactions that have all items of a rule.
    pub support: usize,
    /// The least share of the transactions with the antecedent that have the consequent, too: from
    /// 0 to 1.
    pub confidence: f64,
    /// The largest number of items of a rule. Entries that are nearly equal have many items in
    /// common, and the number of rules grows exponentially with this number.
    pub size: usize,
}

impl Limits {
    /// The default limits for this number of transactions. HistFuzz has 2,898. With fewer of them,
    /// rules need less support.
    #[must_use]
    pub fn of(transactions: usize) -> Self {
        let usual = Self::default();
        Self {
            support: (transactions * usual.support / 2898).clamp(3, usual.support),
            ..usual
        }
    }
}

impl Default for Limits {
    /// Those of HistFuzz, with rules of at most three items.
    fn default() -> Self {
        Self {
            support: 9,
            confidence: 0.5,
            size: 3,
        }
    }
}

/// An association rule: transactions with all items of the antecedent often have those of the
/// consequent, too.
#[derive(Clone, PartialEq, Debug)]
pub struct AssociationRule {
    /// Sorted, not empty.
    pub antecedent: Vec<u32>,
    /// Sorted, not empty, disjoint from the antecedent.
    pub consequent: Vec<u32>,
    /// The number of transactions that have all items.
    pub support: usize,
    /// The share of the transactions with the antecedent that have all items: from 0 to 1.
    pub confidence: f64,
}

/// Mines the rules of some transactions, which are sorted sets of items. The order of rules depends
/// on the items only.
#[must_use]
pub fn mine(transactions: &[Vec<u32>], limits: Limits) -> Vec<AssociationRule> {
    let frequent = frequent(transactions, limits);
    let mut rules = Vec::new();
    for (items, support) in &frequent {
        // Each bit says whether an item is in the antecedent. Some are, and some are not.
        for chosen in 1..(1_u32 << items.len()) - 1 {
            let side = |of: u32| {
                let numbered = items.iter().enumerate();
                let those = numbered.filter(|(bit, _)| (chosen >> bit) & 1 == of);
                those.map(|(_, item)| *item).collect::<Vec<u32>>()
            };
            let (antecedent, consequent) = (side(1), side(0));
            let Some(of_antecedent) = frequent.get(&antecedent) else {
                continue;
            };
            let confidence = *support as f64 / *of_antecedent as f64;
            if confidence >= limits.confidence {
                rules.push(AssociationRule {
                    antecedent,
                    consequent,
                    support: *support,
                    confidence,
                });
            }
        }
    }
    rules
}

/// The sets of items that enough transactions have, with the numbers of these transactions.
fn frequent(transactions: &[Vec<u32>], limits: Limits) -> BTreeMap<Vec<u32>, usize> {
    let mut transactions = transactions.to_vec();
    let mut all = BTreeMap::new();
    let mut shorter: FxHashSet<Vec<u32>> = FxHashSet::default();
    for size in 1..=limits.size {
        let mut counts: FxHashMap<Vec<u32>, usize> = FxHashMap::default();
        for items in &transactions {
            subsets(items, size, &shorter, &mut |set| {
                *counts.entry(set).or_default() += 1;
            });
        }
        counts.retain(|_, count| *count >= limits.support);
        if size == 1 {
            // Each item of a frequent set is frequent.
            for items in &mut transactions {
                items.retain(|item| counts.contains_key([*item].as_slice()));
            }
        }
        shorter = counts.keys().cloned().collect();
        all.extend(counts);
    }
    all
}

/// The sets of a size of sorted items whose first items are in `shorter`, which has the frequent
/// sets that are smaller by one.
fn subsets(
    items: &[u32],
    size: usize,
    shorter: &FxHashSet<Vec<u32>>,
    see: &mut dyn FnMut(Vec<u32>),
) {
    fn extend(
        set: &mut Vec<u32>,
        rest: &[u32],
        size: usize,
        shorter: &FxHashSet<Vec<u32>>,
        see: &mut dyn FnMut(Vec<u32>),
    ) {
        if set.len() == size {
            see(set.clone());
            return;
        }
        if size > 1 && set.len() + 1 == size && !shorter.contains(set) {
            return;
        }
        for (place, item) in rest.iter().enumerate() {
            set.push(*item);
            extend(set, &rest[place + 1..], size, shorter, see);
            set.pop();
        }
    }
    extend(&mut Vec::new(), items, size, shorter, see);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mined(transactions: &[&[u32]], support: usize, confidence: f64) -> Vec<AssociationRule> {
        let transactions: Vec<Vec<u32>> = transactions.iter().map(|t| t.to_vec()).collect();
        let limits = Limits {
            support,
            confidence,
            ..Limits::default()
        };
        mine(&transactions, limits)
    }

    fn rule(
        antecedent: &[u32],
        consequent: &[u32],
        support: usize,
        confidence: f64,
    ) -> AssociationRule {
        AssociationRule {
            antecedent: antecedent.to_vec(),
            consequent: consequent.to_vec(),
            support,
            confidence,
        }
    }

    #[test]
    fn rules_have_support_and_confidence() {
        let transactions: &[&[u32]] = &[&[1, 2], &[1, 2], &[1, 3], &[2], &[2]];
        // 1 and 2 are together twice. 1 occurs three times, 2 four times.
        assert_eq!(
            mined(transactions, 2, 0.6),
            [rule(&[1], &[2], 2, 2.0 / 3.0)]
        );
        assert_eq!(
            mined(transactions, 2, 0.5),
            [rule(&[1], &[2], 2, 2.0 / 3.0), rule(&[2], &[1], 2, 0.5)]
        );
        assert_eq!(mined(transactions, 3, 0.1), []);
    }

    #[test]
    fn rules_have_several_items() {
        let transactions: &[&[u32]] = &[&[1, 2, 3], &[1, 2, 3], &[1, 4], &[2, 4]];
        let rules = mined(transactions, 2, 0.9);
        assert!(rules.contains(&rule(&[1, 2], &[3], 2, 1.0)), "{rules:?}");
        assert!(rules.contains(&rule(&[3], &[1, 2], 2, 1.0)), "{rules:?}");
        assert!(rules.iter().all(|rule| rule.antecedent != [1]), "{rules:?}");
    }
}
