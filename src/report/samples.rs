//! The counters of a campaign over time: evenly spaced samples, so few that a campaign of any length keeps all of it.

use super::Counters;
use serde::{Deserialize, Serialize};

/// So many samples are kept at most.
const MOST: usize = 400;

/// So many are made where campaigns are merged.
const STEPS: usize = MOST / 2;

/// Seconds between the first ones: also short campaigns have some.
const FIRST: f64 = 0.05;

/// Samples of a campaign, earlier parts included.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Samples {
    /// Seconds from one to the next, at least.
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
    /// Takes one if it is time. Where there are too many, every second one goes.
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

    /// Forgets what is later than the counters that the campaign goes on with.
    pub fn cut(&mut self, counters: &Counters) {
        self.taken.retain(|sample| sample.time <= counters.time);
    }

    /// What several campaigns with these ends had counted when each had run for the same share of its time, added up to
    /// `total`, in which a bug that several have found counts once.
    pub fn merged(campaigns: &[(Option<&Self>, &Counters)], total: &Counters) -> Self {
        let found: u64 = campaigns.iter().map(|(_, end)| end.found).sum();
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
            // Which of their bugs are the same, samples do not say.
            let sights = sum.found + sum.duplicates;
            sum.found = (sum.found * total.found).div_ceil(found.max(1));
            sum.duplicates = sights.saturating_sub(sum.found);
            sum
        };
        Self {
            interval: (total.time / STEPS as f64).max(FIRST),
            taken: { (0..STEPS).map(at) }.chain([total.clone()]).collect(),
        }
    }

    /// All of them.
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
