//! What a profile says of the runs: their kinds, their lengths, and the time of their searches.

use schemars::JsonSchema;
use serde::Deserialize;

/// The greatest number of calls, and the greatest value of `one_in`. With far more calls, a run
/// would not fit into the memory of its process.
const MOST: u32 = 1_000_000;
/// The greatest factor of a longer search.
const MOST_TIMES: u32 = 1000;
/// The shortest and the longest search, in seconds.
const SEARCH: (f64, f64) = (0.001, 3600.0);

/// The greatest bounds of the strategy `storm`. Larger runs would not fit into the memory of their
/// process.
const MOST_STORM: StormBounds = StormBounds {
    formulas: 10_000,
    depth: 1000,
    assertions: 1000,
    sets: 1000,
};

/// The odds of the kinds of runs, their lengths, and the time of their searches.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Runs {
    /// The odds of runs whose formulas are drawn freely.
    free: u32,
    /// The odds of runs whose formulas are satisfiable.
    planted: u32,
    /// The odds of runs whose formulas are not.
    refuted: u32,
    /// The smallest and the largest budget of calls of a run. When the budget is used up, the run
    /// heads for its end; it is cut off at three times the budget.
    pub calls: (u32, u32),
    /// The CPU time of a search in seconds, after which it is interrupted and the run ends. Some
    /// runs allow more. If it is absent, only the time limit of the run ends a search.
    #[schemars(range(min = SEARCH.0, max = SEARCH.1))]
    pub search: Option<f64>,
    /// Which runs allow more, and how much.
    pub long_searches: LongSearches,
    /// In percent of the walks: those with small sorts only, whose checks are decided by trying all
    /// assignments.
    #[schemars(range(min = 0, max = 100))]
    pub small: u32,
    /// How many values of terms are computed to decide the formulas of a check by trying all
    /// assignments. 0 switches this oracle off.
    pub exhaustive: u32,
    /// The size of the runs of the strategy `storm`.
    pub storm: StormBounds,
}

/// The bounds of the strategy `storm`. The paper found that large sets need fewer of them to show a
/// bug; `benches/papers.py storm` measures it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct StormBounds {
    /// The greatest number of constructed formulas.
    #[schemars(range(min = 1, max = MOST_STORM.formulas))]
    pub formulas: usize,
    /// The greatest number of connectives on a way from a constructed formula to one of the entry.
    #[schemars(range(min = 1, max = MOST_STORM.depth))]
    pub depth: usize,
    /// The greatest number of assertions of a set.
    #[schemars(range(min = 1, max = MOST_STORM.assertions))]
    pub assertions: usize,
    /// The greatest number of sets of assertions.
    #[schemars(range(min = 1, max = MOST_STORM.sets))]
    pub sets: usize,
}

impl Default for StormBounds {
    fn default() -> Self {
        Self {
            formulas: 300,
            depth: 20,
            assertions: 64,
            sets: 10,
        }
    }
}

impl StormBounds {
    /// The bounds with their names in profiles.
    fn named(self) -> [(&'static str, usize); 4] {
        [
            ("formulas", self.formulas),
            ("depth", self.depth),
            ("assertions", self.assertions),
            ("sets", self.sets),
        ]
    }

    fn check(self) -> Result<(), String> {
        let bounds = self.named().into_iter().zip(MOST_STORM.named());
        for ((name, bound), (_, most)) in bounds {
            if !(1..=most).contains(&bound) {
                return Err(format!(
                    "\"{name}\" of \"storm\" is a number from 1 to {most}: {bound}"
                ));
            }
        }
        Ok(())
    }
}

/// Searches that take long are rare and cost most of the time, but parts of a solver are reached
/// only by long searches. So a few runs may search longer. More or longer ones reach no more blocks
/// in the same CPU time: `docs/performance.md`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct LongSearches {
    /// One in this number of runs may search longer.
    #[schemars(range(min = 1, max = MOST))]
    one_in: u64,
    /// How many times as long such a search may take.
    #[schemars(range(min = 1, max = MOST_TIMES))]
    times: u32,
}

impl Default for LongSearches {
    fn default() -> Self {
        Self {
            one_in: 32,
            times: 8,
        }
    }
}

impl LongSearches {
    /// How many times the CPU time of a search the run of this seed may use. Replays (`None`) may
    /// always search longer, because otherwise they could miss what such a run has found.
    #[must_use]
    pub fn search_factor(self, seed: Option<u64>) -> u32 {
        match seed {
            Some(seed) if seed % self.one_in != 0 => 1,
            _ => self.times,
        }
    }
}

impl Default for Runs {
    fn default() -> Self {
        Self {
            free: 35,
            planted: 50,
            refuted: 15,
            calls: (30, 220),
            search: None,
            long_searches: LongSearches::default(),
            small: 10,
            exhaustive: 5000,
            storm: StormBounds::default(),
        }
    }
}

impl Runs {
    /// The odds of free, planted and refuted runs.
    #[must_use]
    pub fn odds(self) -> [u32; 3] {
        [self.free, self.planted, self.refuted]
    }

    /// Checks the bounds.
    pub(super) fn check(self) -> Result<(), String> {
        let (least, most) = self.calls;
        if !(1..=MOST).contains(&least) || !(least..=MOST).contains(&most) {
            return Err(format!(
                "\"calls\" of \"runs\" are the least and the greatest number, from 1 to {MOST}: [{least}, {most}]"
            ));
        }
        let LongSearches { one_in, times } = self.long_searches;
        if !(1..=u64::from(MOST)).contains(&one_in) || !(1..=MOST_TIMES).contains(&times) {
            return Err(format!(
                "\"long-searches\" of \"runs\" are \"one-in\" 1 to {MOST} runs and 1 to {MOST_TIMES} \"times\" as long: \
                 {one_in}, {times}"
            ));
        }
        if self.small > 100 {
            return Err(format!(
                "\"small\" of \"runs\" is a share in percent, from 0 to 100: {}",
                self.small
            ));
        }
        self.storm.check()?;
        match self.search {
            Some(seconds) if !(SEARCH.0..=SEARCH.1).contains(&seconds) => Err(format!(
                "\"search\" of \"runs\" is a time in seconds, from {} to {}: {seconds}",
                SEARCH.0, SEARCH.1
            )),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Profile;
    use super::*;

    #[test]
    fn some_runs_search_longer() {
        let text = r#"{"runs": {"long-searches": {"one-in": 4, "times": 20}}}"#;
        let long = Profile::load([("p", text)]).unwrap().runs.long_searches;
        let granted: Vec<u32> = (0..8).map(|seed| long.search_factor(Some(seed))).collect();
        assert_eq!(granted, [20, 1, 1, 1, 20, 1, 1, 1]);
        assert_eq!(long.search_factor(None), 20);
    }

    #[test]
    fn storm_has_bounds() {
        let load = |bounds: &str| {
            let text = format!(r#"{{"runs": {{"storm": {bounds}}}}}"#);
            Profile::load([("p", text.as_str())]).map(|profile| profile.runs.storm)
        };
        let usual = StormBounds::default();
        assert_eq!(load("{}"), Ok(usual));
        let few = StormBounds {
            assertions: 4,
            ..usual
        };
        assert_eq!(load(r#"{"assertions": 4}"#), Ok(few));
        for (bounds, name) in [
            (r#"{"depth": 0}"#, "\"depth\" of \"storm\""),
            (r#"{"sets": 1001}"#, "\"sets\" of \"storm\""),
        ] {
            assert!(load(bounds).unwrap_err().contains(name), "{bounds}");
        }
    }
}
