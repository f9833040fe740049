//! The time of a campaign with `--max-time`. It is the time of everything but writing the results.
//!
//! Runs are started until the end comes near. What remains is for what is open then:
//!
//! | open | remains |
//! |---|---|
//! | nothing | 3 %, at most 2 s: for bugs of the last runs |
//! | decisions about suspected bugs | 10 % |
//! | findings to minimize | 25 %, or `--minimize-time` |
//!
//! If all of it is done before the end, more runs are started. Searches for leaks come last, and
//! not in the last tenth.

use super::Campaign;
use std::time::Duration;

/// The part of the time that always remains, in percent, and its largest length.
const LAST: u32 = 3;
const MOST_OF_LAST: Duration = Duration::from_secs(2);

/// The parts of the time that remain for decisions, and for minimizing, in percent.
const DECISIONS: u32 = 10;
const MINIMIZING: u32 = 25;

/// The longest time of the search for the call that leaks memory. It is also at most the time for
/// decisions.
const LEAK_SEARCH: Duration = Duration::from_secs(30);

fn percent(of: Duration, percent: u32) -> Duration {
    of * percent / 100
}

/// How long before the end of this time no more runs are started.
fn reserve(
    time: Duration,
    decides: bool,
    minimizes: bool,
    minimize_time: Option<Duration>,
) -> Duration {
    let minimizing = minimize_time.unwrap_or_else(|| percent(time, MINIMIZING));
    let reserves = [
        (true, percent(time, LAST).min(MOST_OF_LAST)),
        (decides, percent(time, DECISIONS)),
        (minimizes, minimizing),
    ];
    let open = reserves.into_iter().filter(|(is_open, _)| *is_open);
    let longest = open.map(|(_, reserve)| reserve).max();
    longest.unwrap_or_default().min(time)
}

impl Campaign<'_> {
    /// The time limit, if there is one.
    fn time_limit(&self) -> Option<Duration> {
        self.plan.runs.until?.time
    }

    /// Whether the number of runs is what ends the campaign. Then the order of decisions must not
    /// depend on time; otherwise, suspected bugs must be confirmed soon.
    pub(super) fn has_fixed_runs(&self) -> bool {
        let until = self.plan.runs.until;
        until.is_some_and(|until| until.runs.is_some() && until.time.is_none())
    }

    /// The time until the time limit, if there is one.
    pub(super) fn time_left(&self) -> Option<Duration> {
        Some(
            self.time_limit()?
                .saturating_sub(self.scheduler.started.elapsed()),
        )
    }

    /// Whether the time limit has passed.
    pub(super) fn is_time_over(&self) -> bool {
        self.time_left().is_some_and(|left| left.is_zero())
    }

    /// Whether no more runs are started, because the time limit is near.
    pub(super) fn is_ending(&self) -> bool {
        let Some((time, left)) = self.time_limit().zip(self.time_left()) else {
            return false;
        };
        let decides = self.undecided() > self.decider.tasks.last();
        let minimizes = self.decider.open_minimizations() > 0;
        left <= reserve(time, decides, minimizes, self.plan.findings.minimize_time)
    }

    /// Whether a search for a leak may begin. It must not delay the last decisions.
    pub(super) fn has_time_for_leaks(&self) -> bool {
        let left = self.time_left();
        self.scheduler.seeds.left() == Some(0)
            || left.is_none_or(|left| left > self.time_of_leak_search())
    }

    /// How long the search for the call that leaks memory may take.
    pub(super) fn time_of_leak_search(&self) -> Duration {
        let share = self.time_limit().map(|time| percent(time, DECISIONS));
        share.map_or(LEAK_SEARCH, |share| share.min(LEAK_SEARCH))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_part_of_the_time_is_for_what_is_open() {
        let seconds = Duration::from_secs;
        let minute = seconds(60);
        assert_eq!(reserve(minute, false, false, None).as_millis(), 1800);
        assert_eq!(reserve(seconds(3600), false, false, None), seconds(2));
        assert_eq!(reserve(minute, true, false, None), seconds(6));
        assert_eq!(reserve(minute, true, true, None), seconds(15));
        assert_eq!(reserve(minute, false, true, Some(seconds(30))), seconds(30));
        assert_eq!(reserve(minute, false, true, Some(seconds(90))), minute);
    }
}
