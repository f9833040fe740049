//! The releases of a solver in which a bug shows, and the settings of options with which it does
//! not. Both are stored as data: in `finding.json`, and in the headers of traces.

use murxla_store::Version;
use serde::{Deserialize, Deserializer, Serialize};
use std::fmt;
use std::str::FromStr;

/// The releases in which a bug shows, as `bisect` has found them.
#[derive(Clone, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct Releases {
    /// The oldest and the newest release that were tested. `None` if none can be tested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tested: Option<(Version, Version)>,
    /// The ranges in which it shows, the oldest one first.
    pub bad: Vec<BadReleases>,
    /// The releases that cannot be tested, of those that were tried, the oldest first.
    pub cannot_test: Vec<Version>,
    /// Other releases were left out, because they are not installed.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub only_installed: bool,
}

/// Releases in which a bug shows. All that were tested between the first and the last one show it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BadReleases {
    /// The last tested release before them. It does not show the bug. `None` if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_good: Option<Version>,
    /// The first one.
    pub first_bad: Version,
    /// The last one.
    pub last_bad: Version,
    /// The first tested release after them. It does not show the bug. `None` if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fixed_in: Option<Version>,
}

impl Releases {
    /// The ranges, from what was found out: releases in order, and whether each shows the bug.
    /// `None` for a release that cannot be tested.
    #[must_use]
    pub fn of<'t>(found: impl Iterator<Item = (&'t Version, Option<bool>)>) -> Self {
        let mut releases = Self::default();
        let mut before: Option<(&Version, bool)> = None;
        for (version, shows) in found {
            let Some(shows) = shows else {
                releases.cannot_test.push(version.clone());
                continue;
            };
            match (before, shows) {
                (Some((_, true)), true) => {
                    if let Some(range) = releases.bad.last_mut() {
                        range.last_bad = version.clone();
                    }
                }
                (_, true) => releases.bad.push(BadReleases {
                    last_good: before.map(|(good, _)| good.clone()),
                    first_bad: version.clone(),
                    last_bad: version.clone(),
                    fixed_in: None,
                }),
                (Some((_, true)), false) => {
                    if let Some(range) = releases.bad.last_mut() {
                        range.fixed_in = Some(version.clone());
                    }
                }
                (_, false) => {}
            }
            let oldest = releases.tested.take().map(|(oldest, _)| oldest);
            releases.tested = Some((oldest.unwrap_or_else(|| version.clone()), version.clone()));
            before = Some((version, shows));
        }
        releases
    }

    /// Whether a release shows the bug. `None` if it was not tested.
    #[must_use]
    pub fn shows(&self, version: &Version) -> Option<bool> {
        let (oldest, newest) = self.tested.as_ref()?;
        let is_tested =
            oldest <= version && version <= newest && !self.cannot_test.contains(version);
        let is_in = |range: &BadReleases| range.first_bad <= *version && *version <= range.last_bad;
        is_tested.then(|| self.bad.iter().any(is_in))
    }

    /// Whether a release shows the bug by one and does not by the other.
    #[must_use]
    pub fn contradicts(&self, other: &Self) -> bool {
        let borders = self.bad.iter().chain(&other.bad).flat_map(|range| {
            let [good, fixed] = [&range.last_good, &range.fixed_in].map(Option::as_ref);
            [good, Some(&range.first_bad), Some(&range.last_bad), fixed]
        });
        let mut versions = borders
            .flatten()
            .chain(&self.cannot_test)
            .chain(&other.cannot_test);
        versions.any(|version| {
            let both = self.shows(version).zip(other.shows(version));
            both.is_some_and(|(its, others)| its != others)
        })
    }

    /// Whether a release has introduced the bug: the one before it does not have it.
    #[must_use]
    pub fn are_introduced_in(&self, version: &str) -> bool {
        let mut introduced = self.bad.iter().filter(|range| range.last_good.is_some());
        introduced.any(|range| range.first_bad.to_string() == version)
    }

    /// The border between two releases that differ, as a part of a sentence.
    fn border(&self, what: &str, before: &Version, version: &Version) -> String {
        let is_between = |other: &&Version| before < *other && *other < version;
        match self.cannot_test.iter().find(is_between) {
            Some(_) => {
                let [before, version] = [before, version].map(Version::of_solver);
                format!("{what} after {before}, at the latest in {version}")
            }
            None => format!("{what} in {}", version.of_solver()),
        }
    }

    /// Which releases are tested, after "the oldest" or "all releases".
    fn testable(&self, is_one: bool) -> &'static str {
        match (self.only_installed, is_one) {
            (false, _) => "that can be tested",
            (true, true) => "that is installed",
            (true, false) => "that are installed",
        }
    }

    /// In words, with the versions as the maintainers of the solver know them.
    #[must_use]
    pub fn sentence(&self) -> String {
        let Some((oldest, newest)) = &self.tested else {
            return "no release can be tested".to_owned();
        };
        let [oldest, newest] = [oldest, newest].map(Version::of_solver);
        if let [
            BadReleases {
                last_good: None,
                fixed_in: None,
                ..
            },
        ] = &self.bad[..]
        {
            return match oldest == newest {
                true => format!("in {oldest}, the only release {}", self.testable(true)),
                false => {
                    let which = self.testable(false);
                    format!("in all releases {which}, from {oldest} to {newest}")
                }
            };
        }
        let mut parts = Vec::new();
        for range in &self.bad {
            parts.push(match &range.last_good {
                Some(good) => self.border("introduced", good, &range.first_bad),
                None => format!("already in {oldest}, the oldest {}", self.testable(true)),
            });
            parts.push(match &range.fixed_in {
                Some(fixed) => self.border("fixed", &range.last_bad, fixed),
                None => format!("still in {newest}"),
            });
        }
        match parts.is_empty() {
            true => "no release shows the bug".to_owned(),
            false => parts.join(", "),
        }
    }
}

/// Separates the parts of the text in headers.
const PART: &str = "; ";
const ITEM: &str = ", ";
const TESTED: &str = "tested ";
const TO: &str = " to ";
const CANNOT_TEST: &str = "cannot_test ";
const ONLY_INSTALLED: &str = "only_installed";

/// The text in headers: `tested 4.8.5 to 5.4.1; last_good 4.8.8, first_bad 4.8.9, last_bad 5.4.1`.
impl fmt::Display for Releases {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tested = self.tested.iter();
        let tested = tested.map(|(oldest, newest)| format!("{TESTED}{oldest}{TO}{newest}"));
        let bad = self.bad.iter().map(BadReleases::to_string);
        let join = |all: &[Version]| {
            let texts: Vec<String> = all.iter().map(Version::to_string).collect();
            texts.join(ITEM)
        };
        let untested = (!self.cannot_test.is_empty()).then(|| join(&self.cannot_test));
        let untested = untested.map(|versions| format!("{CANNOT_TEST}{versions}"));
        let installed = self.only_installed.then(|| ONLY_INSTALLED.to_owned());
        let parts: Vec<String> = tested.chain(bad).chain(untested).chain(installed).collect();
        f.write_str(&parts.join(PART))
    }
}

impl fmt::Display for BadReleases {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(good) = &self.last_good {
            write!(f, "last_good {good}{ITEM}")?;
        }
        write!(
            f,
            "first_bad {}{ITEM}last_bad {}",
            self.first_bad, self.last_bad
        )?;
        match &self.fixed_in {
            Some(fixed) => write!(f, "{ITEM}fixed_in {fixed}"),
            None => Ok(()),
        }
    }
}

impl FromStr for Releases {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let mut releases = Self::default();
        for part in text.split(PART) {
            if let Some(tested) = part.strip_prefix(TESTED) {
                let (oldest, newest) = tested.split_once(TO).ok_or(())?;
                releases.tested = Some((oldest.parse()?, newest.parse()?));
            } else if let Some(versions) = part.strip_prefix(CANNOT_TEST) {
                let versions = versions.split(ITEM).map(str::parse);
                releases.cannot_test = versions.collect::<Result<_, ()>>()?;
            } else if part == ONLY_INSTALLED {
                releases.only_installed = true;
            } else {
                releases.bad.push(part.parse()?);
            }
        }
        Ok(releases)
    }
}

impl FromStr for BadReleases {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let value = |key: &str| -> Result<Option<Version>, ()> {
            let mut items = text.split(ITEM).filter_map(|item| item.split_once(' '));
            let item = items.find(|(name, _)| *name == key);
            item.map(|(_, version)| version.parse()).transpose()
        };
        Ok(Self {
            last_good: value("last_good")?,
            first_bad: value("first_bad")?.ok_or(())?,
            last_bad: value("last_bad")?.ok_or(())?,
            fixed_in: value("fixed_in")?,
        })
    }
}

/// Sets of settings of options, as `bisect --options` has found them. With each set, a bug does not
/// show. A setting is written `name=value`.
#[derive(Clone, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RightSettings(pub Vec<Vec<String>>);

impl RightSettings {
    /// In words.
    #[must_use]
    pub fn sentence(&self) -> String {
        let sets: Vec<String> = self.0.iter().map(|set| set.join(" and ")).collect();
        match sets.is_empty() {
            true => "with other values of options it shows, or a check is not decided".to_owned(),
            false => format!("it does not show with {}", sets.join(", or with ")),
        }
    }
}

/// The text in headers: `a=1 b=2; c=3`.
impl fmt::Display for RightSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sets: Vec<String> = self.0.iter().map(|set| set.join(" ")).collect();
        f.write_str(&sets.join(PART))
    }
}

impl From<&str> for RightSettings {
    fn from(text: &str) -> Self {
        let set = |set: &str| set.split_whitespace().map(str::to_owned).collect();
        let sets: Vec<Vec<String>> = text.split(PART).map(set).collect();
        Self(sets.into_iter().filter(|set| !set.is_empty()).collect())
    }
}

/// Reads a field of `finding.json`. The text that an earlier version of this program has written
/// there is no data, and is left out.
pub(super) fn data_or_none<'de, T, D>(from: D) -> Result<Option<T>, D::Error>
where
    T: serde::de::DeserializeOwned,
    D: Deserializer<'de>,
{
    let value = serde_json::Value::deserialize(from)?;
    Ok(serde_json::from_value(value).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Releases 1.0, 1.1 …: `s` shows, `r` does not, `x` cannot be tested.
    fn of(results: &str) -> Releases {
        let versions = (0..results.len()).map(|n| format!("1.{n}").parse().unwrap());
        let versions: Vec<Version> = versions.collect();
        let shows = results.chars().map(|letter| match letter {
            's' => Some(true),
            'r' => Some(false),
            _ => None,
        });
        Releases::of(versions.iter().zip(shows))
    }

    /// The same, where others were left out, because they are not installed.
    fn installed(results: &str) -> Releases {
        Releases {
            only_installed: true,
            ..of(results)
        }
    }

    #[test]
    fn releases_contradict_if_one_differs() {
        let shown: Vec<Option<bool>> = (0..6)
            .map(|n| of("xrsxsr").shows(&format!("1.{n}").parse().unwrap()))
            .collect();
        let expected = [None, Some(false), Some(true), None, Some(true), Some(false)];
        assert_eq!(shown, expected);
        for (one, other, differ) in [
            ("rss", "rss", false),
            ("rss", "rxs", false),
            ("rsr", "rrr", true),
            ("rrss", "rsss", true),
            ("xxss", "rrss", false),
            ("ssr", "sss", true),
        ] {
            assert_eq!(of(one).contradicts(&of(other)), differ, "{one} {other}");
        }
    }

    #[test]
    fn sentences_name_the_borders() {
        for (results, sentence) in [
            ("rrsr", "introduced in 1.2, fixed in 1.3"),
            ("sss", "in all releases that can be tested, from 1.0 to 1.2"),
            (
                "xrxsrs",
                "introduced after 1.1, at the latest in 1.3, fixed in 1.4, introduced in 1.5, still in 1.5",
            ),
            (
                "sr",
                "already in 1.0, the oldest that can be tested, fixed in 1.1",
            ),
            (
                "sxr",
                "already in 1.0, the oldest that can be tested, fixed after 1.0, at the latest in 1.2",
            ),
            ("rr", "no release shows the bug"),
            ("xs", "in 1.1, the only release that can be tested"),
            ("xx", "no release can be tested"),
        ] {
            assert_eq!(of(results).sentence(), sentence, "{results}");
        }
        for (results, sentence) in [
            ("sss", "in all releases that are installed, from 1.0 to 1.2"),
            (
                "sr",
                "already in 1.0, the oldest that is installed, fixed in 1.1",
            ),
            ("xs", "in 1.1, the only release that is installed"),
        ] {
            assert_eq!(installed(results).sentence(), sentence, "{results}");
        }
    }

    #[test]
    fn texts_and_json_are_read_as_they_are_written() {
        let all = ["rrsr", "sss", "xrxsrs", "sxr", "rr", "xs", "xx"];
        for releases in all.map(of).into_iter().chain(all.map(installed)) {
            assert_eq!(
                releases.to_string().parse(),
                Ok(releases.clone()),
                "{releases}"
            );
            let json = serde_json::to_string(&releases).unwrap();
            assert_eq!(serde_json::from_str::<Releases>(&json).unwrap(), releases);
        }
        let text = "tested 1.0 to 1.3; last_good 1.1, first_bad 1.2, last_bad 1.2, fixed_in 1.3";
        assert_eq!(of("rrsr").to_string(), text);
        for bad in ["introduced in 1.2", "tested 1.0", "first_bad x, last_bad 1"] {
            assert_eq!(bad.parse::<Releases>(), Err(()), "{bad}");
        }
        let settings = RightSettings::from("a=1 b=2; c=3");
        assert_eq!(settings.to_string(), "a=1 b=2; c=3");
        assert_eq!(
            settings.sentence(),
            "it does not show with a=1 and b=2, or with c=3"
        );
        assert_eq!(RightSettings::from(""), RightSettings::default());
    }

    #[test]
    fn sentences_have_the_versions_of_the_maintainers() {
        let text = "tested 2.6.4.post23 to 2.6.5.post24; last_good 2.6.4.post23, first_bad 2.6.5.post24, last_bad 2.6.5.post24";
        let releases: Releases = text.parse().unwrap();
        assert_eq!(releases.to_string(), text);
        assert_eq!(releases.sentence(), "introduced in 2.6.5, still in 2.6.5");
    }

    #[test]
    fn a_release_may_be_new() {
        assert!(of("rrs").are_introduced_in("1.2") && !of("rrs").are_introduced_in("1.1"));
        assert!(!of("ss").are_introduced_in("1.0"));
    }
}
