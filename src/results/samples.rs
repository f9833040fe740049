//! The counters of a campaign over time, as a limited number of evenly spaced samples.

use crate::events::{Counters, is_time};
use murxla_coverage::BlockCount;
use serde::{Deserialize, Serialize};

/// The largest number of samples.
const MOST: usize = 400;

/// The number of samples of merged campaigns.
const STEPS: usize = MOST / 2;

/// Seconds between the first samples. It is small, so that short campaigns have some, too.
const FIRST: f64 = 0.05;

/// Samples of a campaign, earlier parts included.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Samples {
    /// The shortest time between two samples, in seconds.
    interval: f64,
    /// In the order of their times.
    taken: Vec<Counters>,
}

impl Default for Samples {
    fn default() -> Self {
        Self {
            interval: FIRST,
            taken: Vec::new(),
        }
    }
}

impl Samples {
    /// Takes a sample if enough time has passed. If there are too many samples, every second one is
    /// removed.
    pub fn take(&mut self, counters: &Counters) {
        let due = self
            .taken
            .last()
            .map_or(0.0, |last| last.time + self.interval);
        if counters.time < due {
            return;
        }
        self.taken.push(counters.clone());
        if self.taken.len() > MOST {
            let mut keep = [true, false].into_iter().cycle();
            self.taken.retain(|_| keep.next().unwrap_or(true));
            self.interval *= 2.0;
        }
    }

    /// Removes samples that are later than the counters with which the campaign continues.
    pub fn cut(&mut self, counters: &Counters) {
        self.taken.retain(|sample| sample.time <= counters.time);
    }

    /// The samples of merged campaigns, given by their samples and final counters. Each merged
    /// sample adds the counters that the campaigns had after the same share of their times. In
    /// `total`, a bug that several campaigns have found counts once, and so does a block that
    /// several have reached.
    pub fn merged(campaigns: &[(Option<&Self>, &Counters)], total: &Counters) -> Self {
        let found: u64 = campaigns.iter().map(|(_, end)| end.found).sum();
        let most = campaigns.iter().fold(None, |most, (_, end)| {
            BlockCount::larger(most, end.coverage)
        });
        let at = |n: usize| {
            let share = n as f64 / STEPS as f64;
            let mut sum = Counters::default();
            for (samples, end) in campaigns {
                let time = end.time * share;
                let taken = samples.map_or(&[][..], |samples| &samples.taken);
                let before = taken.iter().take_while(|sample| sample.time <= time);
                let before = before.last().cloned().unwrap_or_default();
                sum = &sum + &Counters { time, ..before };
            }
            // Samples do not say which findings and blocks are the same, so the numbers are scaled.
            let sights = sum.found + sum.duplicates;
            sum.found = sum.found.saturating_mul(total.found).div_ceil(found.max(1));
            sum.duplicates = sights.saturating_sub(sum.found);
            if let (Some(now), Some(most), Some(total)) = (&mut sum.coverage, most, total.coverage)
            {
                now.reached = now.reached.saturating_mul(total.reached) / most.reached.max(1);
            }
            sum
        };
        let samples = (0..STEPS).map(at);
        Self {
            interval: (total.time / STEPS as f64).max(FIRST),
            taken: samples.chain([total.clone()]).collect(),
        }
    }

    /// Whether a campaign can have taken these samples.
    pub(super) fn is_plausible(&self) -> bool {
        let mut taken = self.taken.iter();
        self.interval > 0.0
            && is_time(self.interval)
            && self.taken.len() <= MOST
            && self.taken.is_sorted_by_key(|sample| sample.time)
            && taken.all(Counters::is_plausible)
    }

    /// All samples.
    #[must_use]
    pub fn all(&self) -> &[Counters] {
        &self.taken
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(time: f64) -> Counters {
        Counters {
            time,
            ..Counters::default()
        }
    }

    #[test]
    fn samples_are_few_and_even() {
        let mut samples = Samples::default();
        for tick in 0..200_000 {
            samples.take(&at(f64::from(tick) / 100.0));
            assert!(samples.all().len() <= MOST);
        }
        let times: Vec<f64> = samples.all().iter().map(|sample| sample.time).collect();
        assert!(times.len() > MOST / 3, "{}", times.len());
        assert_eq!(times[0], 0.0);
        let mut steps = times.windows(2).map(|pair| pair[1] - pair[0]);
        assert!(steps.all(|step| step < 2.0 * samples.interval), "{times:?}");
        samples.cut(&at(1000.0));
        assert!(samples.all().iter().all(|sample| sample.time <= 1000.0));
    }
}
