//! The limit of searches in the header of a trace. A bug that needs an interrupted search shows
//! only with this limit.

use murxla_fsm::trace::{Script, header_line, header_of};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// The CPU time of a search in seconds, after which it is interrupted and the run ends.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(try_from = "f64")]
pub struct SearchLimit(f64);

impl SearchLimit {
    /// The key in the header.
    const KEY: &'static str = "search-limit";

    /// No search takes so long.
    pub const NEVER: Self = Self(1e9);

    /// The limit in the header of a trace.
    ///
    /// # Errors
    /// It is not a time in seconds.
    pub fn named_by(script: &Script) -> Result<Option<Self>, String> {
        script.header(Self::KEY).map(str::parse).transpose()
    }

    /// The limit in the header of the text of a trace. `None` if it is not valid, too.
    pub(super) fn of_text(text: &str) -> Option<Self> {
        let mut entries = header_of(text).filter_map(|line| line.entry());
        let (_, value) = entries.find(|(key, _)| *key == Self::KEY)?;
        value.parse().ok()
    }

    /// Its line in the header.
    #[must_use]
    pub fn line(self) -> String {
        header_line(Self::KEY, self)
    }

    /// Its time in seconds.
    pub(super) fn seconds(self) -> f64 {
        self.0
    }

    /// The number of ticks that a search may take. A tick takes `tick` seconds.
    pub(super) fn ticks(self, tick: f64) -> u32 {
        (self.0 / tick).round().max(1.0) as u32
    }
}

impl From<Duration> for SearchLimit {
    fn from(time: Duration) -> Self {
        Self(time.as_secs_f64())
    }
}

impl FromStr for SearchLimit {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let seconds = text.parse::<f64>().ok();
        let limit = seconds.and_then(|seconds| Self::try_from(seconds).ok());
        limit.ok_or_else(|| {
            let key = Self::KEY;
            format!("the header has '{key}: {text}', which is not a time in seconds, 0.001 or more")
        })
    }
}

impl TryFrom<f64> for SearchLimit {
    type Error = &'static str;

    fn try_from(seconds: f64) -> Result<Self, Self::Error> {
        if !(0.001..=Self::NEVER.0).contains(&seconds) {
            return Err("a limit of searches is a time in seconds, 0.001 or more");
        }
        Ok(Self(seconds))
    }
}

impl fmt::Display for SearchLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use murxla_fsm::trace::lex;

    #[test]
    fn the_header_has_the_limit() {
        let limit = SearchLimit::from(Duration::from_millis(160));
        let text = format!("# solver: toy\n{}1 new\n", limit.line());
        assert_eq!(text.lines().nth(1), Some("# search-limit: 0.16"));
        assert_eq!(SearchLimit::of_text(&text), Some(limit));
        let script = lex(&text).unwrap();
        assert_eq!(SearchLimit::named_by(&script), Ok(Some(limit)));
        assert_eq!(limit.ticks(0.02), 8);
        assert_eq!(SearchLimit::NEVER.ticks(0.001), u32::MAX);
    }

    #[test]
    fn other_values_are_errors() {
        for bad in ["", "x", "0", "-1", "nan", "inf", "1e-300", "1e300"] {
            let text = format!("# search-limit: {bad}\n1 new\n");
            assert_eq!(SearchLimit::of_text(&text), None, "{bad}");
            assert!(
                SearchLimit::named_by(&lex(&text).unwrap()).is_err(),
                "{bad}"
            );
        }
        assert_eq!(SearchLimit::of_text("1 new\n# search-limit: 1\n"), None);
    }
}
