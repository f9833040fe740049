//! Values of options and arguments, from their texts. An error says what is accepted.

use crate::seeds::{GivenSeed, SeedForm};
use crate::triage::FailOn;
use murxla_fsm::option::Category;
use regex::{Regex, RegexBuilder};

/// The least and the greatest limit on memory in MB.
const LEAST_MEMORY: u64 = 16;
const MOST_MEMORY: u64 = 1 << 30;

/// A seed: decimal, or hexadecimal with `0x`.
pub(super) fn seed(text: &str) -> Result<u64, String> {
    given_seed(text).map(|seed| seed.number)
}

/// As [`seed`], with the form in which it is given.
pub(super) fn given_seed(text: &str) -> Result<GivenSeed, String> {
    let (parsed, form) = match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(hex) => (u64::from_str_radix(hex, 16), SeedForm::Hexadecimal),
        None => (text.parse(), SeedForm::Decimal),
    };
    match parsed {
        Ok(number) => Ok(GivenSeed { number, form }),
        Err(_) => Err("a seed is a number below 2^64, decimal, or hexadecimal with 0x".to_owned()),
    }
}

/// The index of a shard and the number of shards.
pub(super) fn shard(text: &str) -> Result<(u64, u64), String> {
    let parsed = text
        .split_once('/')
        .and_then(|(index, count)| Some((index.parse().ok()?, count.parse().ok()?)));
    match parsed {
        Some((index, count)) if index < count => Ok((index, count)),
        Some((_, count @ 1..)) => {
            let last = count - 1;
            Err(format!("the shards are 0/{count} to {last}/{count}"))
        }
        _ => Err("a shard is I/N, such as 0/4 for the first of four".to_owned()),
    }
}

/// Units of durations, in seconds.
const UNITS: [(&str, f64); 5] = [
    ("ms", 0.001),
    ("s", 1.0),
    ("m", 60.0),
    ("h", 3600.0),
    ("d", 86400.0),
];

/// A duration in seconds: a number of seconds, or numbers with units.
pub(super) fn duration(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok().or_else(|| sum_of_units(text));
    match seconds {
        Some(seconds) if seconds > 0.0 && seconds <= 1e9 => Ok(seconds),
        _ => Err(
            "a duration above 0 and up to 1e9 seconds is needed, such as 0.5, 90s, 10m or 1h30m"
                .to_owned(),
        ),
    }
}

/// The seconds of numbers that each have a unit, such as `1h 30m`.
fn sum_of_units(text: &str) -> Option<f64> {
    let mut rest = text.trim();
    let mut seconds = 0.0;
    while !rest.is_empty() {
        let is_of_unit = |c: char| c.is_ascii_alphabetic();
        let (number, from_unit) = rest.split_at(rest.find(is_of_unit)?);
        let end = from_unit.find(|c| !is_of_unit(c));
        let (name, after) = from_unit.split_at(end.unwrap_or(from_unit.len()));
        let (_, unit) = UNITS.iter().find(|(unit, _)| *unit == name)?;
        let number: f64 = number.trim().parse().ok()?;
        seconds += (number >= 0.0).then_some(number * unit)?;
        rest = after.trim_start();
    }
    Some(seconds)
}

/// A number from 0 to 1.
pub(super) fn share(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(number) if (0.0..=1.0).contains(&number) => Ok(number),
        _ => Err("a number from 0 to 1 is needed, such as 0.5".to_owned()),
    }
}

/// A duration in seconds, or 0.
pub(super) fn duration_or_none(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(0.0) => Ok(0.0),
        _ => duration(text).map_err(|e| format!("{e}, or 0 for no limit")),
    }
}

/// A limit on memory in MB. Solvers need more than the smallest one to begin.
pub(super) fn memory(text: &str) -> Result<u64, String> {
    match text.parse::<u64>() {
        Ok(number @ (0 | LEAST_MEMORY..=MOST_MEMORY)) => Ok(number),
        _ => Err(format!(
            "a number of MB from {LEAST_MEMORY} to {MOST_MEMORY} is needed, or 0 for no limit"
        )),
    }
}

/// Which findings make the exit code 1.
pub(super) fn fail_on(text: &str) -> Result<FailOn, String> {
    FailOn::from_name(text).ok_or_else(|| {
        let names: Vec<&str> = FailOn::names().collect();
        format!("it is one of {}", names.join(", "))
    })
}

/// A number of runs or formulas.
pub(super) fn count(text: &str) -> Result<u64, String> {
    match text.parse() {
        Ok(number @ 1..) => Ok(number),
        _ => Err("a whole number from 1 on is needed, such as 1000000".to_owned()),
    }
}

/// The name of a strategy, with its weight: `opfuzz=3`. Without a weight it is 1.
pub(super) fn strategy(text: &str) -> Result<(String, u32), String> {
    let (name, weight) = text.split_once('=').unwrap_or((text, "1"));
    let weight = weight.parse().ok().filter(|weight| *weight <= 1_000_000);
    let weight = weight.ok_or("a weight is a number up to 1000000")?;
    Ok((name.to_owned(), weight))
}

/// A regular expression for a text of several lines.
pub(super) fn pattern(text: &str) -> Result<Regex, String> {
    let pattern = RegexBuilder::new(text).multi_line(true).build();
    pattern.map_err(|e| format!("it is not a regular expression: {e}"))
}

/// A category of options.
pub(super) fn category(text: &str) -> Result<Category, String> {
    Category::from_name(text).ok_or_else(|| {
        let names = Category::ALL.map(Category::name).join(", ");
        format!("a category is one of {names}")
    })
}

/// The name and the value of an option.
pub fn assignment(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        // A trace has one line for it.
        _ if text.contains(char::is_control) => Err("an option has no line breaks".to_owned()),
        Some((name, value)) if !name.is_empty() && !value.is_empty() => {
            Ok((name.to_owned(), value.to_owned()))
        }
        _ => Err("an option has the form NAME=VALUE".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds() {
        assert_eq!(seed("42"), Ok(42));
        assert_eq!(seed("0x2a"), Ok(42));
        assert!(seed("2a").is_err());
        assert!(seed("-1").is_err());
    }

    #[test]
    fn durations() {
        let accepted = [
            ("2", 2.0),
            ("0.5", 0.5),
            ("90s", 90.0),
            ("10m", 600.0),
            ("1.5 h", 5400.0),
            ("250ms", 0.25),
            ("1d", 86400.0),
            ("1h30m", 5400.0),
            ("1m 30.5s", 90.5),
        ];
        for (text, seconds) in accepted {
            assert_eq!(duration(text), Ok(seconds), "{text}");
        }
        for bad in [
            "", "s", "0", "-1s", "10x", "inf", "nan", "1e99h", "1h30", "2h-1m", "hm", "é",
        ] {
            assert!(duration(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn shards() {
        assert_eq!(shard("0/1"), Ok((0, 1)));
        assert_eq!(shard("3/4"), Ok((3, 4)));
        for bad in ["4/4", "0/0", "1", "/", "-1/4", "1/4/4"] {
            assert!(shard(bad).is_err(), "{bad}");
        }
    }
}
