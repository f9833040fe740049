//! `bisect --options`: finds the settings of options with which a bug does not show.

use super::bug_replay::{BugReplay, show_all};
use crate::cli::Allowed;
use crate::console::complain;
use crate::exit::Failure;
use crate::payload::options_of;
use crate::plan::Subject;
use crate::store::SolverSpec;
use murxla_fsm::action::Action as _;
use murxla_fsm::actions::{New, SetOption};
use murxla_fsm::option::{OptionDomain, OptionInfo};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// No replay begins after this time.
const MOST_TIME: Duration = Duration::from_secs(60);

/// The number of replays between two looks at the clock.
const AT_ONCE: usize = 16;

/// The settings with which the bug of a trace does not show, one option each. The solver must
/// decide all checks.
///
/// # Errors
/// The solver is not there, or the user has interrupted the command.
pub(super) fn settings_without_bug(
    replay: &BugReplay<'_>,
    solver: &SolverSpec,
    (allowed, stop): (Allowed, &Arc<AtomicBool>),
) -> Result<Vec<String>, Failure> {
    let subject = Subject::find(solver, allowed.offline)?;
    let given = replay
        .script
        .lines
        .iter()
        .filter(|line| line.action.text == SetOption.name());
    let given: Vec<&str> = given
        .filter_map(|line| Some(line.args.first()?.text.as_str()))
        .collect();
    let options = options_of(&subject.drive()?, stop)?;
    let free = options
        .iter()
        .filter(|option| !given.contains(&option.name.as_str()));
    let settings: Vec<(&str, String)> = free
        .flat_map(|option| {
            others(option)
                .into_iter()
                .map(|value| (option.name.as_str(), value))
        })
        .collect();
    let with_setting = |(name, value): &(&str, String)| BugReplay {
        text: with_option(&replay.text, name, value).into(),
        must_decide: true,
        ..replay.clone()
    };
    let start = Instant::now();
    let mut found = Vec::new();
    for settings in settings.chunks(AT_ONCE) {
        if start.elapsed() > MOST_TIME {
            complain!(
                "not all options were tried within {} s",
                MOST_TIME.as_secs()
            );
            break;
        }
        let replays: Vec<BugReplay<'_>> = settings.iter().map(with_setting).collect();
        let replays: Vec<_> = replays
            .iter()
            .map(|replay| (replay, solver.clone()))
            .collect();
        show_all(&replays, allowed.offline, |number, shown| {
            if shown.is_bug() == Some(false) {
                let (name, value) = &settings[number];
                found.push(format!("{name}={value}"));
            }
        })?;
    }
    Ok(found)
}

/// The values of an option that are not its default. Numbers are left out, because they have too
/// many.
fn others(option: &OptionInfo) -> Vec<String> {
    let values = match &option.domain {
        OptionDomain::Bool => vec!["false".to_owned(), "true".to_owned()],
        OptionDomain::Mode(modes) => modes.clone(),
        OptionDomain::Integer(..) | OptionDomain::Decimal(..) => Vec::new(),
    };
    let is_other = |value: &String| option.default.as_ref() != Some(value);
    values.into_iter().filter(is_other).collect()
}

/// A trace that sets an option in each instance.
fn with_option(text: &str, name: &str, value: &str) -> String {
    let mut changed = String::new();
    for line in text.split_inclusive('\n') {
        changed.push_str(line);
        let mut words = line.split_whitespace();
        let first = words
            .next()
            .filter(|word| word.bytes().any(|b| !b.is_ascii_digit()));
        if first.or_else(|| words.next()) == Some(New.name()) {
            changed.push_str(&format!("0 {} {name} {value}\n", SetOption.name()));
        }
    }
    changed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_instance_gets_the_option() {
        let trace = "# new\n7 new\n8 check-sat\n9 delete\nnew\n";
        let with =
            "# new\n7 new\n0 set-option a true\n8 check-sat\n9 delete\nnew\n0 set-option a true\n";
        assert_eq!(with_option(trace, "a", "true"), with);
    }
}
