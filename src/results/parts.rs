//! The parts of a campaign: each start of the program on a results directory is one.

use crate::events::is_count;
use murxla_system::date::Date;
use serde::{Deserialize, Serialize};

/// The number of parts in a results directory. If there are more, the first ones are removed.
const MOST_PARTS: usize = 1000;
/// The length in bytes of the arguments of a part, and of its options. Longer ones are cut.
const MOST_TEXT: usize = 4096;
/// The last word of the text that was cut.
const CUT: &str = "…";

/// What a part was started with.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct PartSettings {
    /// The arguments of the command line as they were given, without the program.
    pub arguments: Vec<String>,
    /// The seed of its first run.
    pub seed: u64,
    /// The theories that its runs may use.
    pub theories: Vec<String>,
    /// The strategies, with their weights if the user has given some.
    pub strategies: Vec<String>,
    /// The options that all runs set, as on the command line.
    pub options: Vec<String>,
    /// The options that are fuzzed: a pattern and a category. Empty if none are.
    pub fuzzed: String,
}

impl PartSettings {
    fn texts(&self) -> [&Vec<String>; 4] {
        [
            &self.arguments,
            &self.theories,
            &self.strategies,
            &self.options,
        ]
    }
}

/// A part of a campaign.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Part {
    /// When it was started.
    pub started: Date,
    /// When its results were stored the last time.
    pub stored: Date,
    /// The number of runs that it has counted.
    pub runs: u64,
    /// What it was started with.
    #[serde(flatten)]
    pub settings: PartSettings,
}

impl Part {
    /// A part that begins now.
    pub(super) fn begin(mut settings: PartSettings) -> Self {
        let PartSettings {
            arguments,
            theories,
            strategies,
            options,
            fuzzed,
            ..
        } = &mut settings;
        for words in [arguments, theories, strategies, options] {
            cut(words);
        }
        if fuzzed.len() > MOST_TEXT {
            CUT.clone_into(fuzzed);
        }
        let started = Date::now();
        Self {
            started,
            stored: started,
            runs: 0,
            settings,
        }
    }
}

/// The length of all words.
fn length(words: &[String]) -> usize {
    words.iter().map(|word| word.len() + 1).sum()
}

/// Removes words from the end if there are too many.
fn cut(words: &mut Vec<String>) {
    if length(words) <= MOST_TEXT {
        return;
    }
    while length(words) > MOST_TEXT {
        words.pop();
    }
    words.push(CUT.to_owned());
}

/// Whether a campaign can have stored these parts.
pub(super) fn are_plausible(parts: &[Part]) -> bool {
    let most = MOST_TEXT + CUT.len() + 1;
    let is_plausible = |part: &Part| {
        let texts = part.settings.texts();
        is_count(part.runs)
            && part.settings.fuzzed.len() <= MOST_TEXT
            && texts.iter().all(|words| length(words) <= most)
    };
    parts.len() <= MOST_PARTS && parts.iter().all(is_plausible)
}

/// Adds a part.
pub(super) fn add(parts: &mut Vec<Part>, part: Part) {
    parts.push(part);
    parts.drain(..parts.len().saturating_sub(MOST_PARTS));
}

/// The parts of several campaigns in the order in which they were started.
pub(super) fn merged<'a>(parts: impl Iterator<Item = &'a Part>) -> Vec<Part> {
    let mut all: Vec<Part> = parts.cloned().collect();
    all.sort_by_key(|part| part.started);
    all.drain(..all.len().saturating_sub(MOST_PARTS));
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(arguments: &[&str]) -> Part {
        Part::begin(PartSettings {
            arguments: arguments.iter().map(|word| (*word).to_owned()).collect(),
            ..PartSettings::default()
        })
    }

    #[test]
    fn what_is_stored_is_plausible() {
        let long = "x".repeat(MOST_TEXT);
        let many = vec!["--known"; MOST_TEXT];
        let mut parts = Vec::new();
        for arguments in [&["-m", "1"][..], &["-m", &long], &[&long], &many, &[]] {
            add(&mut parts, part(arguments));
        }
        assert!(are_plausible(&parts));
        assert_eq!(parts[0].settings.arguments, ["-m", "1"]);
        assert_eq!(parts[1].settings.arguments, ["-m", CUT]);
        assert_eq!(parts[2].settings.arguments, [CUT]);
        for _ in 0..MOST_PARTS {
            add(&mut parts, part(&["last"]));
        }
        assert_eq!(parts.len(), MOST_PARTS);
        assert_eq!(parts[0].settings.arguments, ["last"]);
        let twice = merged(parts.iter().chain(&parts));
        assert!(are_plausible(&twice));
        parts.push(part(&[]));
        assert!(!are_plausible(&parts));
    }

    #[test]
    fn what_no_campaign_has_stored_is_refused() {
        let mut long = part(&[]);
        long.settings.options.push("x".repeat(2 * MOST_TEXT));
        let mut many = part(&[]);
        many.runs = u64::MAX;
        assert!(!are_plausible(&[long]) && !are_plausible(&[many]));
        let read = |text: &str| serde_json::from_str::<Part>(text);
        let date = r#""started": "2026-01-01T00:00:00Z", "stored": "2026-01-01T00:00:00Z""#;
        assert!(read(&format!(r#"{{{date}, "runs": 1}}"#)).is_ok());
        assert!(read(&format!(r#"{{{date}, "runs": -1}}"#)).is_err());
        assert!(read(r#"{"started": "today", "stored": "today", "runs": 1}"#).is_err());
    }
}
