//! The date, for people who read results. The system clock may jump, so nothing depends on it, and
//! this is the only file that reads it.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use std::fmt::{self, Display};

/// A second of UTC. As text: `2026-01-31T08:05:00Z`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
pub struct Date(Timestamp);

impl Date {
    /// The date of now, as the system clock has it.
    #[must_use]
    pub fn now() -> Self {
        let seconds = Timestamp::now().as_second();
        Self(Timestamp::from_second(seconds).unwrap_or_default())
    }

    /// As people read it: `2026-01-31 08:05:00`.
    #[must_use]
    pub fn readable(self) -> String {
        self.0.strftime("%Y-%m-%d %H:%M:%S").to_string()
    }
}

impl Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_written_and_read() {
        let now = serde_json::to_string(&Date::now()).unwrap();
        assert_eq!(now.len(), "\"2026-01-31T08:05:00Z\"".len(), "{now}");
        for text in ["2000-02-29T00:00:00Z", "2026-12-31T23:59:59Z"] {
            let date: Date = serde_json::from_str(&format!("\"{text}\"")).unwrap();
            assert_eq!(date.to_string(), text);
        }
        assert!(Date::now() > Date::default());
        assert_eq!(Date::default().readable(), "1970-01-01 00:00:00");
        for text in [
            "",
            "now",
            "2026-02-30T00:00:00Z",
            "2026-01-01T00:00:00\u{1b}",
        ] {
            assert!(serde_json::from_str::<Date>(&format!("{text:?}")).is_err());
        }
    }
}
