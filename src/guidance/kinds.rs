//! Which kinds of runs reach new blocks: those without a guide, and those that use one in some way.
//!
//! A kind is drawn with a probability in proportion to what its runs have reached lately for their
//! cost, and each kind has a minimum share (probability matching, as in Thierens: An Adaptive
//! Pursuit Strategy for Allocating Operator Probabilities, GECCO 2005).

use murxla_fsm::rng::Rng;
use murxla_fsm::strategy::GuideKind;
use serde::{Deserialize, Serialize};

/// In percent, the least share of each kind.
const LEAST: u32 = 5;

/// When the recent runs have cost so many calls, they count half.
const WINDOW: u64 = 400_000;

/// What each kind of runs has reached.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct KindRecords {
    /// Runs without a guide.
    pub unguided: KindCounts,
    /// Runs in which a strategy changes formulas of an entry.
    pub formulas: KindCounts,
    /// Runs that continue an entry.
    pub state: KindCounts,
    /// Runs that make the calls of an entry with other options, and continue them.
    pub options: KindCounts,
}

/// What one kind of runs has reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct KindCounts {
    /// The number of runs.
    pub runs: u64,
    /// The number of new blocks.
    pub blocks: u64,
    /// The rewards and the cost of recent runs.
    recent: (u64, u64),
}

impl KindCounts {
    /// The sum of two counts.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        let sum = |one: u64, other: u64| one.saturating_add(other);
        Self {
            runs: sum(self.runs, other.runs),
            blocks: sum(self.blocks, other.blocks),
            recent: (
                sum(self.recent.0, other.recent.0),
                sum(self.recent.1, other.recent.1),
            ),
        }
    }

    /// The reward for the cost. A kind without runs is worth a try.
    fn rate(&self) -> f64 {
        let (rewards, cost) = self.recent;
        (rewards + 1) as f64 / (cost + 1000) as f64
    }
}

impl KindRecords {
    /// Those of all kinds: without a guide, and then in the order of [`GuideKind::ALL`].
    #[must_use]
    pub fn all(&self) -> [KindCounts; 4] {
        [self.unguided, self.formulas, self.state, self.options]
    }

    fn all_mut(&mut self) -> [&mut KindCounts; 4] {
        [
            &mut self.unguided,
            &mut self.formulas,
            &mut self.state,
            &mut self.options,
        ]
    }

    /// All numbers.
    pub fn numbers(&self) -> impl Iterator<Item = u64> + use<> {
        let all = self.all().into_iter();
        all.flat_map(|counts| [counts.runs, counts.blocks, counts.recent.0, counts.recent.1])
    }

    /// Whether nothing was counted.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Adds those of another campaign.
    pub fn add(&mut self, other: &Self) {
        for (one, more) in self.all_mut().into_iter().zip(other.all()) {
            *one = one.plus(more);
        }
    }

    /// The counts of all guided runs.
    #[must_use]
    pub fn guided(&self) -> KindCounts {
        let guided = self.all().into_iter().skip(1);
        guided.fold(KindCounts::default(), KindCounts::plus)
    }
}

/// Draws the kinds of runs.
pub(super) struct Kinds {
    records: KindRecords,
    /// Whether strategies may change the formulas of an entry.
    uses_entries: bool,
}

impl Kinds {
    pub(super) fn new(records: KindRecords, uses_entries: bool) -> Self {
        Self {
            records,
            uses_entries,
        }
    }

    pub(super) fn records(&self) -> &KindRecords {
        &self.records
    }

    /// In percent, how often each kind is drawn.
    fn shares(&self) -> [u32; 4] {
        let mut rates = self.records.all().map(|counts| counts.rate());
        let mut least = [LEAST; 4];
        if !self.uses_entries {
            rates[1 + GuideKind::Formulas as usize] = 0.0;
            least[1 + GuideKind::Formulas as usize] = 0;
        }
        let sum: f64 = rates.iter().sum();
        let rest = f64::from(100 - least.iter().sum::<u32>());
        std::array::from_fn(|kind| least[kind] + (rates[kind] / sum * rest) as u32)
    }

    /// A kind. `None` for a run without a guide.
    pub(super) fn draw(&self, rng: &mut Rng) -> Option<GuideKind> {
        let drawn = rng.weighted(self.shares().into_iter())?;
        let (kind, _) = GuideKind::ALL.get(drawn.checked_sub(1)?)?;
        Some(*kind)
    }

    /// A run of a kind has ended. The reward grows with the logarithm of the worth of its new
    /// blocks: one run may reach a thousand in a part of the solver that nothing else has reached.
    pub(super) fn count(
        &mut self,
        kind: Option<GuideKind>,
        (blocks, worth): (u64, u64),
        cost: u64,
    ) {
        let all = self.records.all_mut();
        let counts = &mut *all[kind.map_or(0, |kind| 1 + kind as usize)];
        counts.runs += 1;
        counts.blocks += blocks;
        let reward = worth.checked_ilog2().map_or(0, |log| 1 + u64::from(log));
        counts.recent.0 += reward;
        counts.recent.1 += cost;
        let sum: u64 = all.iter().map(|counts| counts.recent.1).sum();
        if sum > WINDOW {
            for counts in all {
                counts.recent.0 /= 2;
                counts.recent.1 /= 2;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_reaches_more_is_drawn_more_often() {
        let mut kinds = Kinds::new(KindRecords::default(), true);
        assert_eq!(kinds.shares(), [25; 4]);
        for _ in 0..500 {
            kinds.count(None, (0, 0), 300);
            kinds.count(Some(GuideKind::State), (4, 4), 300);
        }
        let [unguided, formulas, state, _] = kinds.shares();
        assert!(
            state > 60 && unguided == LEAST && formulas < 30,
            "{:?}",
            kinds.shares()
        );
        let without = Kinds::new(kinds.records.clone(), false).shares();
        assert_eq!(without[1], 0);
        // Others catch up when nothing is left to reach.
        for _ in 0..5000 {
            kinds.count(Some(GuideKind::State), (0, 0), 300);
        }
        assert!(kinds.shares()[2] < 30, "{:?}", kinds.shares());
        assert_eq!(kinds.records().guided().runs, 5500);
        assert_eq!(kinds.records().guided().blocks, 2000);
    }
}
