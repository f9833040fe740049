//! The arguments of a campaign that decide what its runs do, to compare the parts of a campaign.

use super::Cli;
use clap::parser::ValueSource;
use clap::{ArgMatches, CommandFactory as _};
use murxla_system::escape::one_line;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fmt::{self, Display};
use std::sync::OnceLock;

/// The arguments that do not decide what runs do: how many there are, and what becomes of their
/// results.
const OTHERS: [&str; 25] = [
    "baseline",
    "batch",
    "color",
    "config",
    "config_profile",
    "continuous",
    "coverage",
    "fail_on",
    "format",
    "jobs",
    "known",
    "max_runs",
    "max_time",
    "metrics",
    "minimize",
    "minimize_time",
    "no_filter",
    "offline",
    "out",
    "quiet",
    "restart",
    "seed",
    "shard",
    "stats",
    "verbose",
];

/// The number of characters of a value that are shown.
const SHOWN: usize = 100;

/// An argument that two parts of a campaign do not have in common.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// The option.
    option: String,
    /// Its values in the earlier part, separated by commas. `None` if it is not given.
    before: Option<String>,
    /// Its values in the later part.
    now: Option<String>,
}

impl Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = |value: &Option<String>| match value.as_deref() {
            None => "not given".to_owned(),
            // A flag.
            Some("true") => "given".to_owned(),
            Some(value) => {
                let mut shown: String = value.chars().take(SHOWN).collect();
                if shown.len() < value.len() {
                    shown.push('…');
                }
                one_line(&shown)
            }
        };
        let (now, before) = (value(&self.now), value(&self.before));
        write!(f, "--{} {now}, previously {before}", self.option)
    }
}

/// The command line, with what a configuration file adds.
static WITH_CONFIGURATION: OnceLock<Vec<OsString>> = OnceLock::new();

/// A configuration file adds to the command line.
pub fn set_arguments(arguments: &[OsString]) {
    WITH_CONFIGURATION.get_or_init(|| arguments.to_vec());
}

/// The arguments of this process, and those of its configuration file.
#[must_use]
pub fn arguments() -> Vec<String> {
    let given = match WITH_CONFIGURATION.get() {
        Some(arguments) => arguments.clone(),
        None => std::env::args_os().collect(),
    };
    let given = given.iter().skip(1);
    given
        .map(|arg| arg.to_string_lossy().into_owned())
        .collect()
}

/// The arguments that decide what runs do and that differ between two parts of a campaign. `None`
/// if this version of the program does not know the arguments of the earlier part.
#[must_use]
pub fn differences(before: &[String], now: &[String]) -> Option<Vec<Difference>> {
    let (mut before, now) = (settings(before)?, settings(now)?);
    let mut all = Vec::new();
    for (option, now) in now {
        let before = before.remove(&option);
        if before.as_ref() != Some(&now) {
            let now = Some(now);
            all.push(Difference {
                option,
                before,
                now,
            });
        }
    }
    let gone = before.into_iter();
    all.extend(gone.map(|(option, before)| Difference {
        option,
        before: Some(before),
        now: None,
    }));
    Some(all)
}

/// The options that decide what runs do, with their values.
fn settings(arguments: &[String]) -> Option<BTreeMap<String, String>> {
    let command = Cli::command().no_binary_name(true);
    let matches = command.clone().try_get_matches_from(arguments).ok()?;
    let decides = |arg: &&clap::Arg| !OTHERS.contains(&arg.get_id().as_str());
    let args = command.get_arguments().filter(decides);
    let given = args.filter_map(|arg| {
        let value = value(&matches, arg.get_id().as_str())?;
        Some((arg.get_long()?.to_owned(), value))
    });
    Some(given.collect())
}

/// The values of an argument, if it is given.
fn value(matches: &ArgMatches, id: &str) -> Option<String> {
    let known = matches.try_get_raw(id).ok()??;
    let is_given = matches.value_source(id) == Some(ValueSource::CommandLine);
    let values = known.map(|value| value.to_string_lossy());
    is_given.then(|| values.collect::<Vec<_>>().join(","))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<String> {
        line.split_whitespace().map(str::to_owned).collect()
    }

    fn compare(before: &str, now: &str) -> Option<Vec<String>> {
        let all = differences(&words(before), &words(now))?;
        Some(all.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn the_other_arguments_exist() {
        let command = Cli::command();
        for name in OTHERS {
            let mut args = command.get_arguments();
            assert!(args.any(|arg| arg.get_id() == name), "{name}");
        }
    }

    #[test]
    fn only_what_decides_about_runs_is_compared() {
        let before = "--solver toy -m 5 -o bug=abort --theories bv,int --linear --out a";
        let equal = "--solver=toy --max-time 8h --seed 3 --option bug=abort --theories=bv,int --linear --quiet --stats";
        assert_eq!(compare(before, equal), Some(Vec::new()));
        let other = "--solver toy -m 5 -o bug=exit -o models=true --theories bv --standard";
        let expected = [
            "--option bug=exit,models=true, previously bug=abort",
            "--standard given, previously not given",
            "--theories bv, previously bv,int",
            "--linear not given, previously given",
        ];
        assert_eq!(compare(before, other).unwrap(), expected);
    }

    #[test]
    fn unknown_arguments_are_not_compared() {
        for unknown in ["--solver toy --unheard-of", "--help", "--solver toy …"] {
            assert_eq!(compare(unknown, "--solver toy -m 5"), None, "{unknown}");
        }
        let long = format!("--solver toy --profile {}\u{1b}", "x".repeat(1000));
        let shown = compare(&long, "--solver toy").unwrap().concat();
        assert!(shown.len() < 200 && !shown.contains('\u{1b}'), "{shown}");
    }
}
