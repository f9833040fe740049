//! On which features of runs a setting has an effect, as learned from observations (the first half
//! of Falcon, Yao et al., ISSTA 2021, §4.1).
//!
//! A feature is what a run has: an operator, a kind of sort, a command, a logic. An observation
//! compares the calls of one run with the same calls under other settings. A setting has an effect
//! if an answer, a value or a counter differs.

use super::OptionInfo;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// A setting is relevant for a feature if the lower bound of its probability is at least this. The
/// paper has no number.
pub const RELEVANT: f64 = 0.05;

/// Runs prefer at most one option in this many. Half of these are specific for their features, if
/// there are so many.
const PREFERRED: usize = 10;

/// Pairs of a setting and a feature that were seen in fewer observations are not relevant, because
/// they may be accidents.
const LEAST_HITS: u32 = 2;

/// Pairs with fewer hits are not specific.
const SPECIFIC_HITS: u32 = 5;

/// The quantile of the normal distribution for a confidence of 95 %.
const SURE: f64 = 1.96;

/// That for 99.7 %. There are thousands of pairs, so that with 95 % many look specific by accident.
const VERY_SURE: f64 = 3.0;

/// How many observations have seen what.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(from = "Stored", into = "Stored")]
pub struct Correlations {
    /// The number of observations.
    observations: u32,
    /// By feature: the number of observations that have it.
    trials: BTreeMap<String, u32>,
    /// By setting, see [`setting_key`](super::setting_key).
    settings: BTreeMap<String, SettingCounts>,
}

/// The counts of a setting.
#[derive(Clone, Debug, Default, PartialEq)]
struct SettingCounts {
    /// Observations in which it had an effect.
    hits: u32,
    /// Observations in which the solver refused it.
    conflicts: u32,
    /// By feature: observations with the feature in which the setting had an effect.
    by_feature: BTreeMap<String, u32>,
}

/// The effects of all settings on the calls of one run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RunEffects {
    /// The features of the run.
    pub features: BTreeSet<String>,
    /// The settings that had an effect.
    pub effective: BTreeSet<String>,
    /// The settings that the solver refused.
    pub refused: BTreeSet<String>,
}

/// What is known about a setting and a feature.
#[derive(Clone, Debug, PartialEq)]
pub struct Pair<'a> {
    /// The setting.
    pub setting: &'a str,
    /// The feature.
    pub feature: &'a str,
    /// The number of observations with the feature, and those of them in which the setting had an
    /// effect.
    pub with: (u32, u32),
    /// The same for observations without the feature.
    pub without: (u32, u32),
}

impl Pair<'_> {
    /// The share of observations with the feature in which the setting had an effect.
    #[must_use]
    pub fn probability(&self) -> f64 {
        share(self.with)
    }

    /// The bounds between which the probability is with a confidence of 95 %.
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        wilson(self.with, SURE)
    }

    /// How many times the probability is larger than without knowing the feature.
    #[must_use]
    pub fn lift(&self) -> f64 {
        let all = (self.with.0 + self.without.0, self.with.1 + self.without.1);
        self.probability() / share(all).max(f64::MIN_POSITIVE)
    }

    /// What options are ranked by: large if the effect is both likely and due to the feature.
    fn rank(&self) -> f64 {
        self.bounds().0 * self.lift()
    }

    /// Whether the setting probably has an effect on runs with the feature.
    fn is_relevant(&self) -> bool {
        self.with.1 >= LEAST_HITS && self.bounds().0 >= RELEVANT
    }

    /// Whether the setting has an effect because of the feature: it was seen several times and,
    /// with a confidence of 99.7 %, is more frequent with the feature than without it.
    #[must_use]
    pub fn is_specific(&self) -> bool {
        self.with.1 >= SPECIFIC_HITS
            && wilson(self.with, VERY_SURE).0 > wilson(self.without, VERY_SURE).1
    }
}

fn share((trials, hits): (u32, u32)) -> f64 {
    f64::from(hits) / f64::from(trials.max(1))
}

/// The interval of Wilson (E. B. Wilson, 1927), with the quantile `z` of the normal distribution.
fn wilson((trials, hits): (u32, u32), z: f64) -> (f64, f64) {
    if trials == 0 {
        return (0.0, 1.0);
    }
    let (n, p) = (f64::from(trials), share((trials, hits)));
    let scale = 1.0 + z * z / n;
    let middle = (p + z * z / (2.0 * n)) / scale;
    let half = z * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt() / scale;
    ((middle - half).max(0.0), (middle + half).min(1.0))
}

impl Correlations {
    /// The number of observations.
    #[must_use]
    pub fn observations(&self) -> u32 {
        self.observations
    }

    /// Adds an observation.
    pub fn add(&mut self, seen: &RunEffects) {
        self.observations += 1;
        for feature in &seen.features {
            *self.trials.entry(feature.clone()).or_default() += 1;
        }
        for setting in &seen.refused {
            self.settings.entry(setting.clone()).or_default().conflicts += 1;
        }
        for setting in &seen.effective {
            let counts = self.settings.entry(setting.clone()).or_default();
            counts.hits += 1;
            for feature in &seen.features {
                *counts.by_feature.entry(feature.clone()).or_default() += 1;
            }
        }
    }

    /// Adds the observations of another table.
    pub fn join(&mut self, other: &Self) {
        self.observations += other.observations;
        for (feature, trials) in &other.trials {
            *self.trials.entry(feature.clone()).or_default() += trials;
        }
        for (setting, its) in &other.settings {
            let counts = self.settings.entry(setting.clone()).or_default();
            counts.hits += its.hits;
            counts.conflicts += its.conflicts;
            for (feature, hits) in &its.by_feature {
                *counts.by_feature.entry(feature.clone()).or_default() += hits;
            }
        }
    }

    /// The same table with a fraction of its weight: `of` observations count as one. A table of
    /// another release is a first guess, which few observations of the present release outweigh.
    #[must_use]
    pub fn scaled_down(&self, of: u32) -> Self {
        let of = of.max(1);
        let less = |counts: &BTreeMap<String, u32>| -> BTreeMap<String, u32> {
            let all = counts.iter().map(|(name, n)| (name.clone(), n / of));
            all.filter(|(_, n)| *n > 0).collect()
        };
        let settings = self.settings.iter().map(|(setting, its)| {
            let counts = SettingCounts {
                hits: its.hits / of,
                conflicts: its.conflicts / of,
                by_feature: less(&its.by_feature),
            };
            (setting.clone(), counts)
        });
        Self {
            observations: self.observations / of,
            trials: less(&self.trials),
            settings: settings
                .filter(|(_, its)| its.hits + its.conflicts > 0)
                .collect(),
        }
    }

    /// The table without pairs that are not relevant, which is all that runs need.
    #[must_use]
    pub fn relevant_part(&self) -> Self {
        let mut part = self.clone();
        for (setting, counts) in &mut part.settings {
            counts.by_feature.retain(|feature, _| {
                self.pair(setting, feature)
                    .is_some_and(|pair| pair.is_relevant())
            });
        }
        part.settings
            .retain(|_, counts| !counts.by_feature.is_empty());
        part
    }

    /// All settings with an observed effect, each with the number of observations in which it had
    /// one.
    pub fn effects(&self) -> impl Iterator<Item = (&str, u32)> {
        self.settings
            .iter()
            .map(|(setting, its)| (setting.as_str(), its.hits))
    }

    /// The settings that the solver has refused, each with the number of times.
    pub fn conflicts(&self) -> impl Iterator<Item = (&str, u32)> {
        let all = self.settings.iter();
        all.filter(|(_, its)| its.conflicts > 0)
            .map(|(setting, its)| (setting.as_str(), its.conflicts))
    }

    /// The features that were observed.
    pub fn features(&self) -> impl Iterator<Item = &str> {
        self.trials.keys().map(String::as_str)
    }

    /// All pairs in which the setting had an effect.
    pub fn pairs(&self) -> impl Iterator<Item = Pair<'_>> {
        self.settings.iter().flat_map(|(setting, its)| {
            let features = its.by_feature.keys();
            features.filter_map(|feature| self.pair(setting, feature))
        })
    }

    fn pair<'a>(&'a self, setting: &'a str, feature: &'a str) -> Option<Pair<'a>> {
        let its = self.settings.get(setting)?;
        let hits = *its.by_feature.get(feature)?;
        let trials = *self.trials.get(feature)?;
        Some(Pair {
            setting,
            feature,
            with: (trials, hits),
            without: (
                self.observations.saturating_sub(trials),
                its.hits.saturating_sub(hits),
            ),
        })
    }

    /// The probability that a setting has an effect on a run with these features: that of its most
    /// telling feature.
    #[must_use]
    pub fn probability(&self, setting: &str, features: &BTreeSet<String>) -> f64 {
        let pairs = features
            .iter()
            .filter_map(|feature| self.pair(setting, feature));
        let relevant = pairs.filter(Pair::is_relevant);
        relevant.map(|pair| pair.probability()).fold(0.0, f64::max)
    }

    /// The options that are relevant for each feature, by their places in a list of options.
    #[must_use]
    pub fn relevance(&self, options: &[OptionInfo]) -> Relevance {
        let places: BTreeMap<&str, usize> = options
            .iter()
            .enumerate()
            .map(|(place, option)| (option.name.as_str(), place))
            .collect();
        let mut by_feature: BTreeMap<String, BTreeMap<usize, Rank>> = BTreeMap::new();
        for pair in self.pairs().filter(Pair::is_relevant) {
            let name = pair.setting.split('=').next().unwrap_or_default();
            if let Some(place) = places.get(name) {
                let its = by_feature.entry(pair.feature.to_owned()).or_default();
                its.entry(*place).or_default().raise(Rank {
                    number: pair.rank(),
                    is_specific: pair.is_specific(),
                });
            }
        }
        Relevance {
            by_feature,
            most: options.len().div_ceil(PREFERRED),
        }
    }
}

/// The rank of an option for some features.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Rank {
    /// That of the best pair of one of its settings and one of the features.
    number: f64,
    /// Whether such a pair is specific.
    is_specific: bool,
}

impl Rank {
    /// Takes another pair into account.
    fn raise(&mut self, other: Self) {
        self.number = self.number.max(other.number);
        self.is_specific |= other.is_specific;
    }
}

/// Which options runs with which features prefer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Relevance {
    /// By feature: the places of options, with their ranks.
    by_feature: BTreeMap<String, BTreeMap<usize, Rank>>,
    /// The greatest number of options that a run prefers.
    most: usize,
}

impl Relevance {
    /// Whether nothing is known.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.by_feature.is_empty()
    }

    /// The places of the options that a run with these features prefers, those of the highest rank
    /// first. Options that are specific for a feature have the first half of the places.
    #[must_use]
    pub fn of<'a>(&self, features: impl IntoIterator<Item = &'a str>) -> Vec<usize> {
        let features = features.into_iter();
        let known = features.filter_map(|name| self.by_feature.get(name));
        let mut ranks: BTreeMap<usize, Rank> = BTreeMap::new();
        for (place, rank) in known.flatten() {
            ranks.entry(*place).or_default().raise(*rank);
        }
        let mut ranks: Vec<(usize, Rank)> = ranks.into_iter().collect();
        ranks.sort_by(|(_, one), (_, other)| {
            let by_number = other.number.total_cmp(&one.number);
            by_number.then(other.is_specific.cmp(&one.is_specific))
        });
        let mut reserved = self.most.div_ceil(2);
        let (first, rest): (Vec<_>, Vec<_>) = ranks.into_iter().partition(|(_, rank)| {
            let is_first = rank.is_specific && reserved > 0;
            reserved -= usize::from(is_first);
            is_first
        });
        let all = first.into_iter().chain(rest);
        all.take(self.most).map(|(place, _)| place).collect()
    }
}

/// The table as it is stored. Names of features stand once.
#[derive(Serialize, Deserialize)]
struct Stored {
    observations: u32,
    /// Features with their trials.
    features: Vec<(String, u32)>,
    /// By setting: hits, conflicts, and then the numbers of features, each followed by its hits.
    settings: BTreeMap<String, Vec<u32>>,
}

impl From<Correlations> for Stored {
    fn from(table: Correlations) -> Self {
        let numbers: BTreeMap<&String, u32> = table.trials.keys().zip(0..).collect();
        let counts = |its: &SettingCounts| {
            let pairs = its.by_feature.iter();
            let pairs = pairs.filter_map(|(feature, hits)| Some([*numbers.get(feature)?, *hits]));
            [its.hits, its.conflicts]
                .into_iter()
                .chain(pairs.flatten())
                .collect()
        };
        let settings = table.settings.iter();
        Self {
            settings: settings
                .map(|(setting, its)| (setting.clone(), counts(its)))
                .collect(),
            observations: table.observations,
            features: table.trials.clone().into_iter().collect(),
        }
    }
}

impl From<Stored> for Correlations {
    fn from(stored: Stored) -> Self {
        let counts = |numbers: &Vec<u32>| {
            let pairs = numbers.get(2..).unwrap_or_default().chunks_exact(2);
            let by_feature = pairs.filter_map(|pair| {
                let (feature, _) = stored.features.get(usize::try_from(pair[0]).ok()?)?;
                Some((feature.clone(), pair[1]))
            });
            SettingCounts {
                hits: numbers.first().copied().unwrap_or_default(),
                conflicts: numbers.get(1).copied().unwrap_or_default(),
                by_feature: by_feature.collect(),
            }
        };
        let settings = stored.settings.iter();
        Self {
            settings: settings
                .map(|(setting, its)| (setting.clone(), counts(its)))
                .collect(),
            observations: stored.observations,
            trials: stored.features.iter().cloned().collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::option::OptionDomain;

    fn set(names: &[&str]) -> BTreeSet<String> {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    /// 40 observations: half of them have A, and then the setting a=true has an effect.
    fn table() -> Correlations {
        let mut table = Correlations::default();
        for n in 0..40 {
            let (feature, effect): (&[&str], &[&str]) = match n % 2 {
                0 => (&["A", "always"], &["a=true", "seed=*"]),
                _ => (&["B", "always"], &["seed=*"]),
            };
            table.add(&RunEffects {
                features: set(feature),
                effective: set(effect),
                refused: set(&["c=true"]),
            });
        }
        table
    }

    #[test]
    fn effects_belong_to_features() {
        let table = table();
        let specific: Vec<_> = table.pairs().filter(Pair::is_specific).collect();
        assert_eq!(specific.len(), 1, "{specific:?}");
        assert_eq!((specific[0].setting, specific[0].feature), ("a=true", "A"));
        assert!(table.probability("a=true", &set(&["A", "B"])) > 0.99);
        assert_eq!(table.probability("a=true", &set(&["B"])), 0.0);
        assert_eq!(table.conflicts().collect::<Vec<_>>(), [("c=true", 40)]);
        let names = (0..9).map(|n| format!("o{n}"));
        let names = ["seed", "a"].map(str::to_owned).into_iter().chain(names);
        let options = names.map(|name| OptionInfo::new(name, OptionDomain::Bool));
        let options: Vec<OptionInfo> = options.collect();
        let relevance = table.relevance(&options);
        assert_eq!(relevance.of(["A"]), [1, 0]);
        assert_eq!(relevance.of(["B", "unknown"]), [0]);
        // A run prefers one option of ten, first what is specific for its features.
        assert_eq!(table.relevance(&options[..10]).of(["A"]), [1]);
        assert_eq!(table.relevance(&options[..10]).of(["B"]), [0]);
    }

    #[test]
    fn tables_are_stored_joined_and_scaled_down() {
        let table = table();
        let text = serde_json::to_string(&table).unwrap();
        assert_eq!(serde_json::from_str::<Correlations>(&text).unwrap(), table);
        let mut twice = table.clone();
        twice.join(&table);
        assert_eq!(twice.observations(), 80);
        assert_eq!(twice.scaled_down(2), table);
        assert_eq!(table.scaled_down(1000).pairs().count(), 0);
        // A damaged table has fewer pairs.
        let damaged = text.replace("[20,0,0,20", "[20,0,77,20");
        assert!(serde_json::from_str::<Correlations>(&damaged).is_ok());
        assert_eq!(table.relevant_part().conflicts().count(), 0);
    }

    #[test]
    fn intervals_of_wilson() {
        // The example of Brown, Cai and DasGupta (2001) is computed by hand: 0 of 10 and 10 of 10.
        let (low, high) = wilson((10, 0), SURE);
        assert!(low == 0.0 && (high - 0.2775).abs() < 0.001, "{high}");
        assert!((wilson((10, 10), SURE).0 - 0.7225).abs() < 0.001);
        assert_eq!(wilson((0, 0), SURE), (0.0, 1.0));
    }
}
