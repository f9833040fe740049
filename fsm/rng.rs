//! Deterministic random draws.
//!
//! The generator is PCG64-MCG, and this file defines every derived draw. A seed therefore gives the
//! same calls on every machine and with every release of the libraries below. A golden test checks
//! both.

use rand_core::{Rng as _, SeedableRng as _};
use rand_pcg::Pcg64Mcg;

/// Weights for many draws, for instance those of a hundred operators. A draw is a binary search.
#[derive(Clone, Debug, Default)]
pub struct Odds {
    /// The sum of the weights up to each index.
    sums: Vec<u64>,
}

impl FromIterator<u32> for Odds {
    fn from_iter<I: IntoIterator<Item = u32>>(weights: I) -> Self {
        let add = |sum: &mut u64, weight| {
            *sum += u64::from(weight);
            Some(*sum)
        };
        Self {
            sums: weights.into_iter().scan(0, add).collect(),
        }
    }
}

/// A seeded source of random draws.
#[derive(Clone, Debug)]
pub struct Rng(Pcg64Mcg);

impl Rng {
    /// A generator whose draws depend only on `seed`.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(Pcg64Mcg::seed_from_u64(seed))
    }

    /// 64 uniform bits.
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number in `0..n`; 0 if `n` is 0. The bias is below `n / 2^64`.
    pub fn below(&mut self, n: u64) -> u64 {
        ((u128::from(self.bits()) * u128::from(n)) >> 64) as u64
    }

    /// An index in `0..n`; 0 if `n` is 0.
    pub fn index(&mut self, n: usize) -> usize {
        self.below(n as u64) as usize
    }

    /// A number in `lo..=hi`; `lo` if the range is empty.
    pub fn range(&mut self, lo: u32, hi: u32) -> u32 {
        if hi <= lo {
            return lo;
        }
        lo + self.below(u64::from(hi - lo) + 1) as u32
    }

    /// A number in `1..=most`, nearly log-uniform: each power of two is as likely as the others to
    /// be the largest one that is not above the number. 1 if `most` is 0.
    pub fn log_uniform(&mut self, most: usize) -> usize {
        let most = most.clamp(1, 1 << 30) as u32;
        let low = 1 << self.below(u64::from(most.ilog2()) + 1);
        self.range(low, most.min(2 * low - 1)) as usize
    }

    /// True with probability `percent` / 100.
    pub fn chance(&mut self, percent: u32) -> bool {
        self.below(100) < u64::from(percent)
    }

    /// True with probability one half.
    pub fn coin(&mut self) -> bool {
        self.bits() >> 63 == 1
    }

    /// A random item, or `None` if there are none.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        if items.is_empty() {
            return None;
        }
        let index = self.index(items.len());
        items.get(index)
    }

    /// A random index, where weights are the odds. `None` if all weights are 0.
    pub fn weighted(&mut self, weights: impl Iterator<Item = u32> + Clone) -> Option<usize> {
        let total: u64 = weights.clone().map(u64::from).sum();
        if total == 0 {
            return None;
        }
        let mut left = self.below(total);
        for (index, weight) in weights.enumerate() {
            let weight = u64::from(weight);
            if left < weight {
                return Some(index);
            }
            left -= weight;
        }
        None
    }

    /// Like `weighted`, with the same results for the same weights.
    pub fn draw(&mut self, odds: &Odds) -> Option<usize> {
        let total = *odds.sums.last().filter(|total| **total > 0)?;
        let at = self.below(total);
        Some(odds.sums.partition_point(|sum| *sum <= at))
    }

    /// Puts the items into a uniformly random order (Fisher–Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.index(i + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Odds, Rng};

    /// Changing any of these numbers changes the meaning of every seed ever reported.
    #[test]
    fn golden() {
        let mut rng = Rng::new(42);
        let bits: Vec<u64> = (0..3).map(|_| rng.bits()).collect();
        let below: Vec<u64> = (0..8).map(|_| rng.below(10)).collect();
        let range: Vec<u32> = (0..4).map(|_| rng.range(5, 9)).collect();
        let weighted: Vec<_> = (0..6)
            .map(|_| rng.weighted([1, 0, 9].into_iter()))
            .collect();
        let mut order = [0, 1, 2, 3, 4];
        rng.shuffle(&mut order);
        assert_eq!(
            format!("{bits:x?} {below:?} {range:?} {weighted:?} {order:?}"),
            "[92d6e5d942f4ad9b, 2220622af23e6e6f, 5b1e9c797ef9e726] [2, 1, 3, 1, 8, 3, 5, 0] \
             [6, 8, 7, 7] [Some(2), Some(2), Some(2), Some(2), Some(0), Some(2)] [1, 3, 0, 2, 4]"
        );
    }

    #[test]
    fn odds_are_weights() {
        for weights in [&[3, 0, 1, 0, 0, 6, 0][..], &[0, 2], &[0, 0], &[]] {
            let odds: Odds = weights.iter().copied().collect();
            let (mut one, mut other) = (Rng::new(1), Rng::new(1));
            for _ in 0..100 {
                assert_eq!(one.draw(&odds), other.weighted(weights.iter().copied()));
            }
        }
    }

    #[test]
    fn empty_draws_are_harmless() {
        let mut rng = Rng::new(1);
        assert_eq!(rng.below(0), 0);
        assert_eq!(rng.range(7, 3), 7);
        assert_eq!(rng.pick::<u8>(&[]), None);
        assert_eq!(rng.weighted([0, 0].into_iter()), None);
        rng.shuffle::<u8>(&mut []);
    }
}
