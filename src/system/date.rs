//! The date, for people who read results. The system clock may jump, so nothing depends on it, and
//! this is the only file that reads it.

use serde::{Deserialize, Serialize};
use std::fmt::{self, Display};

const SECONDS_PER_DAY: u64 = 86_400;
/// The seconds from 1970 until the year 10000, which has too many digits.
const END: u64 = 253_402_300_800;

/// A second of UTC. As text: `2026-01-31T08:05:00Z`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Date {
    /// Since the beginning of 1970. Below [`END`].
    seconds: u64,
}

impl Date {
    /// The date of now, as the system clock has it.
    #[must_use]
    pub fn now() -> Self {
        #[expect(
            clippy::disallowed_types,
            reason = "the date is only shown, and no other clock knows it"
        )]
        let since = std::time::SystemTime::now().duration_since(std::time::SystemTime::UNIX_EPOCH);
        let seconds = since.map_or(0, |since| since.as_secs());
        Self {
            seconds: seconds.min(END - 1),
        }
    }

    /// Year, month from 1 and day from 1. Years are counted from March, so that the day that some
    /// years do not have is the last one.
    fn day(self) -> (u64, u64, u64) {
        // From 0000-03-01 on. 400 years have 146,097 days.
        let days = self.seconds / SECONDS_PER_DAY + 719_468;
        let (era, rest) = (days / 146_097, days % 146_097);
        let year = (rest - rest / 1460 + rest / 36_524 - rest / 146_096) / 365;
        let of_year = rest - (365 * year + year / 4 - year / 100);
        let month = (5 * of_year + 2) / 153;
        let day = of_year - (153 * month + 2) / 5 + 1;
        let (month, late) = match month {
            0..=9 => (month + 3, 0),
            _ => (month - 9, 1),
        };
        (era * 400 + year + late, month, day)
    }

    /// As people read it: `2026-01-31 08:05:00`.
    #[must_use]
    pub fn readable(self) -> String {
        let text = self.to_string();
        text.trim_end_matches('Z').replace('T', " ")
    }
}

impl Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = self.day();
        let time = self.seconds % SECONDS_PER_DAY;
        let (hour, minute, second) = (time / 3600, time / 60 % 60, time % 60);
        write!(
            f,
            "{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z"
        )
    }
}

impl From<Date> for String {
    fn from(date: Date) -> Self {
        date.to_string()
    }
}

impl TryFrom<String> for Date {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let wrong = || "a date is YYYY-MM-DDThh:mm:ssZ, from 1970 on".to_owned();
        let number = |from: usize, to: usize| -> Option<u64> {
            let digits = text.get(from..to)?;
            let is_number = digits.bytes().all(|digit| digit.is_ascii_digit());
            is_number.then(|| digits.parse().ok()).flatten()
        };
        let read = || {
            let (year, month, day) = (number(0, 4)?, number(5, 7)?, number(8, 10)?);
            let time = number(11, 13)? * 3600 + number(14, 16)? * 60 + number(17, 19)?;
            let is_month = (1970..=9999).contains(&year) && (1..=12).contains(&month);
            if !is_month || time >= SECONDS_PER_DAY || day == 0 {
                return None;
            }
            let (year, month) = if month > 2 {
                (year, month - 3)
            } else {
                (year - 1, month + 9)
            };
            let before = 365 * year + year / 4 - year / 100 + year / 400;
            let days = before + (153 * month + 2) / 5 + day - 1 - 719_468;
            Some(days * SECONDS_PER_DAY + time)
        };
        let seconds = read().filter(|seconds| *seconds < END).ok_or_else(wrong)?;
        let date = Self { seconds };
        // This also compares the separators, and refuses days that a month does not have.
        (date.to_string() == text).then_some(date).ok_or_else(wrong)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_written_and_read() {
        for (seconds, text) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_399, "2000-02-28T23:59:59Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (1_798_761_599, "2026-12-31T23:59:59Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"),
            (END - 1, "9999-12-31T23:59:59Z"),
        ] {
            let date = Date { seconds };
            assert_eq!(date.to_string(), text);
            assert_eq!(Date::try_from(text.to_owned()), Ok(date));
        }
        for days in 0..300_000 {
            let date = Date {
                seconds: days * SECONDS_PER_DAY + 7,
            };
            assert_eq!(Date::try_from(date.to_string()), Ok(date));
        }
        assert!(Date::now() > Date::default());
        assert_eq!(Date::default().readable(), "1970-01-01 00:00:00");
    }

    #[test]
    fn other_texts_are_refused() {
        for text in [
            "",
            "now",
            "1969-12-31T23:59:59Z",
            "2026-02-29T00:00:00Z",
            "2026-13-01T00:00:00Z",
            "2026-01-00T00:00:00Z",
            "2026-01-01T24:00:00Z",
            "2026-01-01 00:00:00Z",
            "2026-01-01T00:00:00",
            "2026-01-01T00:00:00Z ",
            "+026-01-01T00:00:00Z",
            "2026-01-01T00:00:00\u{1b}",
            "äöü6-01-01T00:00:00Z",
        ] {
            assert!(Date::try_from(text.to_owned()).is_err(), "{text}");
        }
    }
}
