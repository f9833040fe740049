//! The seeds of a campaign: which have been started, which have ended, and which come next.
//!
//! Several processes run at a time, so seeds do not end in the order in which they were started. A
//! campaign that continues begins with the seeds that its earlier part has not finished, and never
//! starts a seed again that has ended. So each seed is counted once, however the part ended.

use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use std::fmt;

/// A seed that the user gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GivenSeed {
    /// The seed.
    pub number: u64,
    /// How the user writes seeds.
    pub form: SeedForm,
}

/// How seeds are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SeedForm {
    /// As a decimal number.
    Decimal,
    /// With `0x`.
    #[default]
    Hexadecimal,
}

impl SeedForm {
    /// The text of a seed.
    #[must_use]
    pub fn text(self, seed: u64) -> String {
        match self {
            Self::Decimal => seed.to_string(),
            Self::Hexadecimal => format!("{seed:#x}"),
        }
    }
}

/// The part of a campaign's seeds that one of `count` machines runs: the seed at place `index`, and
/// each `count`-th after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Shard {
    /// Below `count`.
    pub index: u64,
    /// The number of shards.
    pub count: u64,
    /// The first seed of the campaign.
    pub seed: u64,
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { index, count, seed } = self;
        write!(f, "shard {index}/{count} of the seeds from {seed}")
    }
}

impl Shard {
    /// The number of seeds of this shard among the campaign's first `runs` seeds, from its seed
    /// `next` on.
    fn left(&self, runs: u64, next: u64) -> u64 {
        let place = next.wrapping_sub(self.seed);
        runs.saturating_sub(place).div_ceil(self.count)
    }
}

/// Some seeds in a row, at the distance of the campaign's seeds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Stretch {
    /// The first one.
    pub first: u64,
    /// The number of seeds.
    pub count: u64,
}

impl Stretch {
    /// Whether the seed is one of these, at the distance 1.
    fn has(&self, seed: u64) -> bool {
        seed.wrapping_sub(self.first) < self.count
    }

    /// The first seed behind these, at the distance 1.
    fn behind(&self) -> u64 {
        self.first.wrapping_add(self.count)
    }
}

/// The progress of a campaign.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Reached {
    /// The first seed that has not been started.
    pub next_seed: u64,
    /// The seeds that were started and have not ended. Older results directories do not have them.
    #[serde(default)]
    pub unfinished: Vec<Stretch>,
    /// All seeds that were started. Shards do not need them: theirs come one after the other.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub started: Vec<Stretch>,
}

impl Reached {
    /// A campaign that has run nothing, and begins with this seed.
    #[must_use]
    pub fn new(next_seed: u64) -> Self {
        Self {
            next_seed,
            ..Self::default()
        }
    }

    /// The first seed from 0 on that has not ended, unless the campaign is a shard.
    #[must_use]
    pub fn finished_below(&self) -> u64 {
        let open = self.unfinished.iter().map(|stretch| stretch.first);
        let not_started = first_new(&self.started, 0);
        open.fold(not_started, u64::min)
    }

    /// The same campaign, which goes on with the first seed from this one on that it has not
    /// started.
    #[must_use]
    pub fn going_on_from(self, seed: u64) -> Self {
        let next_seed = first_new(&self.started, seed);
        Self { next_seed, ..self }
    }
}

/// The first seed from this one on that is in none of these stretches.
fn first_new(started: &[Stretch], mut seed: u64) -> u64 {
    // Each stretch is left once, unless they have all seeds.
    for _ in started {
        let stretch = started.iter().find(|stretch| stretch.has(seed));
        seed = stretch.map_or(seed, Stretch::behind);
    }
    seed
}

/// The seeds of a running campaign.
#[derive(Debug)]
pub struct Seeds {
    /// Seeds that an earlier part has not finished.
    again: VecDeque<Stretch>,
    /// Seeds that were started and have not ended.
    open: Vec<Stretch>,
    /// All seeds that were started, unless this is a shard.
    started: Vec<Stretch>,
    next: u64,
    /// The distance between seeds.
    step: u64,
    /// The number of seeds to start; `u64::MAX` if there is no limit.
    left: u64,
}

impl Seeds {
    /// `runs` seeds, beginning with those that an earlier part has not finished.
    #[must_use]
    pub fn new(reached: Reached, runs: Option<u64>) -> Self {
        Self {
            again: reached.unfinished.into(),
            open: Vec::new(),
            next: first_new(&reached.started, reached.next_seed),
            started: reached.started,
            step: 1,
            left: runs.unwrap_or(u64::MAX),
        }
    }

    /// The seeds of a shard that have not ended, in a campaign of `runs` runs.
    #[must_use]
    pub fn of_shard(shard: &Shard, reached: Option<Reached>, runs: Option<u64>) -> Self {
        let reached = reached.unwrap_or_else(|| Reached::new(shard.seed.wrapping_add(shard.index)));
        let again: u64 = reached.unfinished.iter().map(|open| open.count).sum();
        let left = runs.map(|runs| again + shard.left(runs, reached.next_seed));
        Self {
            step: shard.count,
            ..Self::new(reached, left)
        }
    }

    /// The first seed.
    #[must_use]
    pub fn first(&self) -> u64 {
        self.again.front().map_or(self.next, |again| again.first)
    }

    /// The number of seeds to start, if there is a limit.
    #[must_use]
    pub fn left(&self) -> Option<u64> {
        (self.left < u64::MAX).then_some(self.left)
    }

    /// The number of seeds that have not ended, if there is a limit.
    #[must_use]
    pub fn unfinished(&self) -> Option<u64> {
        let open: u64 = self.open.iter().map(|open| open.count).sum();
        self.left().map(|left| left + open)
    }

    /// Starts the next seeds, at most `most`.
    pub fn begin(&mut self, most: u64) -> impl Iterator<Item = u64> + use<> {
        let most = most.min(self.left);
        let again = self.again.pop_front();
        let first = again.map_or(self.next, |again| again.first);
        let known = self.started.iter();
        let room = known.map(|known| known.first.wrapping_sub(first)).min();
        let count = again.map_or(room.unwrap_or(u64::MAX), |again| again.count);
        let count = count.min(most);
        let behind = first.wrapping_add(count.wrapping_mul(self.step));
        match again {
            None if self.step == 1 => {
                self.note_started(Stretch { first, count });
                self.next = first_new(&self.started, behind);
            }
            None => self.next = behind,
            Some(again) if count < again.count => self.again.push_front(Stretch {
                first: behind,
                count: again.count - count,
            }),
            Some(_) => {}
        }
        if self.left < u64::MAX {
            self.left -= count;
        }
        if count > 0 {
            self.open.push(Stretch { first, count });
        }
        let step = self.step;
        (0..count).map(move |n| first.wrapping_add(n.wrapping_mul(step)))
    }

    fn note_started(&mut self, new: Stretch) {
        let mut started = self.started.iter_mut();
        match started.find(|stretch| stretch.behind() == new.first) {
            Some(before) => before.count += new.count,
            None => self.started.push(new),
        }
    }

    /// A seed that was started has ended.
    pub fn end(&mut self, seed: u64) {
        // The place of the seed in a stretch.
        let place = |open: &Stretch| {
            let far = seed.wrapping_sub(open.first);
            let place = far / self.step;
            (far.is_multiple_of(self.step) && place < open.count).then_some(place)
        };
        let mut all = self.open.iter().enumerate();
        let found = all.find_map(|(at, open)| Some((at, *open, place(open)?)));
        debug_assert!(found.is_some(), "{seed} was not started");
        let Some((at, open, place)) = found else {
            return;
        };
        let before = Stretch {
            first: open.first,
            count: place,
        };
        let behind = Stretch {
            first: seed.wrapping_add(self.step),
            count: open.count - place - 1,
        };
        let left = [before, behind].into_iter().filter(|open| open.count > 0);
        self.open.splice(at..=at, left);
    }

    /// The progress of the campaign.
    #[must_use]
    pub fn reached(&self) -> Reached {
        let unfinished = self.open.iter().chain(&self.again);
        Reached {
            next_seed: self.next,
            unfinished: unfinished.copied().collect(),
            started: self.started.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use murxla_fsm::rng::Rng;

    /// Runs batches as several processes would, and sometimes stops as if killed.
    fn all(mut go_on: impl FnMut(Option<Reached>) -> Seeds, rng: &mut Rng) -> Vec<u64> {
        let (mut done, mut reached) = (Vec::new(), None);
        loop {
            let mut seeds = go_on(reached.take());
            let mut batches: Vec<VecDeque<u64>> = Vec::new();
            for _ in 0..1 + rng.below(50) {
                let batch: VecDeque<u64> = seeds.begin(1 + rng.below(7)).collect();
                batches.extend((!batch.is_empty()).then_some(batch));
                if batches.is_empty() {
                    return done;
                }
                let at = rng.index(batches.len());
                // Some wait for an oracle while later ones end.
                let place = rng.index(batches[at].len());
                if let Some(seed) = batches[at].remove(place) {
                    seeds.end(seed);
                    done.push(seed);
                }
                batches.retain(|batch| !batch.is_empty());
            }
            reached = Some(seeds.reached());
        }
    }

    #[test]
    fn shards_are_the_campaign() {
        let mut rng = Rng::new(5);
        for seed in [0, 1, 1000, u64::MAX - 20] {
            for (runs, count) in [(100, 1), (100, 3), (5, 8), (64, 8)] {
                let mut done = Vec::new();
                for index in 0..count {
                    let shard = Shard { index, count, seed };
                    let go_on = |reached| Seeds::of_shard(&shard, reached, Some(runs));
                    done.extend(all(go_on, &mut rng));
                }
                done.sort_unstable_by_key(|done| done.wrapping_sub(seed));
                let expected: Vec<u64> = (0..runs).map(|n| seed.wrapping_add(n)).collect();
                assert_eq!(done, expected, "{count} shards from {seed}");
            }
        }
    }

    /// Without shards, each part has its own number of runs.
    #[test]
    fn parts_leave_nothing_out() {
        let reached = Reached {
            next_seed: 10,
            unfinished: vec![Stretch { first: 3, count: 4 }],
            ..Reached::default()
        };
        let mut seeds = Seeds::new(reached, Some(6));
        assert_eq!(seeds.first(), 3);
        assert_eq!(seeds.begin(3).collect::<Vec<_>>(), [3, 4, 5]);
        assert_eq!(seeds.begin(3).collect::<Vec<_>>(), [6]);
        assert_eq!(seeds.begin(3).collect::<Vec<_>>(), [10, 11]);
        assert_eq!(seeds.left(), Some(0));
        assert_eq!(seeds.unfinished(), Some(6));
        seeds.end(10);
        seeds.end(3);
        assert_eq!(seeds.unfinished(), Some(4));
        let reached = seeds.reached();
        assert_eq!(reached.next_seed, 12);
        let open = reached.unfinished.iter();
        let open: Vec<_> = open.map(|open| (open.first, open.count)).collect();
        assert_eq!(open, [(4, 2), (6, 1), (11, 1)]);
        assert_eq!(Seeds::new(reached, None).left(), None);
    }

    /// A seed that the user gives again is not run again.
    #[test]
    fn seeds_that_were_started_are_left_out() {
        let go_on = |reached: &Seeds, seed| Seeds::new(reached.reached().going_on_from(seed), None);
        let run = |seeds: &mut Seeds, count| {
            let begun: Vec<u64> = seeds.begin(count).collect();
            begun.iter().for_each(|seed| seeds.end(*seed));
            begun
        };
        let mut first = Seeds::new(Reached::new(10), None);
        assert_eq!(run(&mut first, 3), [10, 11, 12]);
        let mut same = go_on(&first, 10);
        assert_eq!(run(&mut same, 2), [13, 14]);
        let mut before = go_on(&same, 8);
        assert_eq!(run(&mut before, 5), [8, 9]);
        assert_eq!(run(&mut before, 5), [15, 16, 17, 18, 19]);
        let mut far = go_on(&before, 100);
        assert_eq!(run(&mut far, 1), [100]);
        assert_eq!(go_on(&far, 9).first(), 20);
        assert_eq!(go_on(&far, 30).first(), 30);
        let mut last = go_on(&far, u64::MAX);
        assert_eq!(run(&mut last, 2), [u64::MAX, 0]);
        assert_eq!(go_on(&last, u64::MAX).first(), 1);
    }
}
