//! The counters of a campaign over time: evenly spaced samples, so few that a campaign of any length keeps all of it.

use super::Counters;
use serde::{Deserialize, Serialize};

/// So many samples are kept at most.
const MOST: usize = 400;

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
