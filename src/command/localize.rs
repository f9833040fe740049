//! `bisect --options`: finds the settings of options with which a bug does not show.

use super::bug_replay::{BugReplay, replay_all};
use crate::actions::{called, set_option};
use crate::cli::Allowed;
use crate::exit::Failure;
use crate::judgement::Judgement;
use crate::payload::options_of;
use crate::plan::FoundSolver;
use crate::triage::RightSettings;
use murxla_fsm::action::Action as _;
use murxla_fsm::actions::{New, SetOption};
use murxla_fsm::option::{OptionDomain, OptionInfo};
use murxla_store::SolverSpec;
use murxla_system::console::complain;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// The time after which no further replay begins.
const MOST_TIME: Duration = Duration::from_secs(300);

/// The least limit on the CPU time of a replay, in seconds. It is longer if the bug takes longer.
const LEAST_LIMIT: f64 = 1.0;

/// How much longer than the first replay another one may take.
const SLOWER: f64 = 4.0;

/// The number of replays between two looks at the clock.
const AT_ONCE: usize = 4;

/// The numbers of parts into which the settings are divided to find a set of them with which the
/// bug does not show. With all of them at once, a solver often decides nothing.
const PARTS: [usize; 5] = [1, 2, 4, 8, 16];

/// An option and a value for it.
type NamedSetting = (String, String);

/// Settings that are made together.
type SettingSet = Vec<NamedSetting>;

/// The sets of settings with which the bug of a trace does not show. The solver must decide all
/// checks. If there are options with which alone it does not show, each set has one of them. If
/// there are none, the result is one smallest set at most: the bug shows if a setting is left out.
/// `None` if the bug does not show without settings.
///
/// # Errors
/// The solver is not there, or the user has interrupted the command.
pub(super) fn settings_without_bug(
    replay: &BugReplay<'_>,
    solver: &SolverSpec,
    (allowed, stop): (Allowed, &Arc<AtomicBool>),
) -> Result<Option<RightSettings>, Failure> {
    let subject = FoundSolver::find(solver, allowed.offline)?;
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
    let single: Vec<SettingSet> = free
        .flat_map(|option| {
            let values = others(option).into_iter();
            values.map(|value| vec![(option.name.clone(), value)])
        })
        .collect();
    let start = Instant::now();
    let mut search = SettingSearch {
        replay,
        solver,
        time_limit: replay.args.time_limit,
        start,
    };
    if search.replay_with(&[Vec::new()])? != [Judgement::Shows] {
        return Ok(None);
    }
    // A search that takes much longer decides nothing, as a rule.
    let limit = SLOWER * start.elapsed().as_secs_f64();
    search.time_limit = limit.max(LEAST_LIMIT).min(search.time_limit);
    let mut found = Vec::new();
    // With these, the bug shows as before.
    let mut without_effect: SettingSet = Vec::new();
    for sets in single.chunks(AT_ONCE) {
        for (set, shown) in sets.iter().zip(search.replay_with(sets)?) {
            let is_new = || without_effect.last().map(|(name, _)| name) != Some(&set[0].0);
            match shown.is_shown() {
                Some(false) => found.push(set.clone()),
                Some(true) if is_new() => without_effect.extend(set.iter().cloned()),
                _ => {}
            }
        }
    }
    if found.is_empty() {
        found.extend(smallest_set(&without_effect, |sets| {
            search.first_without_bug(sets)
        })?);
    }
    if search.is_late() {
        complain!(
            "not all settings were tried within {} s",
            MOST_TIME.as_secs()
        );
    }
    let text = |(name, value): &NamedSetting| format!("{name}={value}");
    let sets = found.iter().map(|set| set.iter().map(text).collect());
    Ok(Some(RightSettings(sets.collect())))
}

/// The search for settings with which a bug does not show.
struct SettingSearch<'a> {
    replay: &'a BugReplay<'a>,
    solver: &'a SolverSpec,
    /// The limit on the CPU time of a replay, in seconds.
    time_limit: f64,
    start: Instant,
}

impl SettingSearch<'_> {
    /// Whether the time is over.
    fn is_late(&self) -> bool {
        self.start.elapsed() > MOST_TIME
    }

    /// What replays with these sets of settings show. Nothing if the time is over.
    fn replay_with(&self, sets: &[SettingSet]) -> Result<Vec<Judgement>, Failure> {
        let mut results = Vec::new();
        if self.is_late() {
            return Ok(results);
        }
        let with_settings = |set: &SettingSet| BugReplay {
            text: with_options(&self.replay.text, set).into(),
            time_limit: self.time_limit,
            must_decide: true,
            ..self.replay.clone()
        };
        let replays: Vec<BugReplay<'_>> = sets.iter().map(with_settings).collect();
        let replays: Vec<_> = replays
            .iter()
            .map(|replay| (replay, self.solver.clone()))
            .collect();
        replay_all(&replays, self.replay.allowed.offline, |_, shown| {
            results.push(shown);
        })?;
        Ok(results)
    }

    /// The first of these sets with which the bug does not show.
    fn first_without_bug(&self, sets: &[SettingSet]) -> Result<Option<SettingSet>, Failure> {
        for sets in sets.chunks(AT_ONCE) {
            let shown = self.replay_with(sets)?;
            if let Some(place) = shown
                .iter()
                .position(|shown| shown.is_shown() == Some(false))
            {
                return Ok(Some(sets[place].clone()));
            }
        }
        Ok(None)
    }
}

/// A smallest set of these settings with which the bug does not show, by delta debugging.
/// `first_without_bug` gives the first of several sets with which it does not show.
///
/// # Errors
/// Those of `first_without_bug`.
fn smallest_set(
    settings: &[NamedSetting],
    first_without_bug: impl Fn(&[SettingSet]) -> Result<Option<SettingSet>, Failure>,
) -> Result<Option<SettingSet>, Failure> {
    let groups: Vec<SettingSet> = PARTS.iter().flat_map(|n| groups(settings, *n)).collect();
    let Some(mut set) = first_without_bug(&groups)? else {
        return Ok(None);
    };
    let mut parts = 2;
    while set.len() > 1 {
        let smaller: Vec<SettingSet> = (0..parts).map(|n| remove_part(&set, n, parts)).collect();
        match first_without_bug(&smaller)? {
            Some(smaller) => {
                set = smaller;
                parts = (parts - 1).clamp(2, set.len().max(2));
            }
            None if parts >= set.len() => break,
            None => parts = (2 * parts).min(set.len()),
        }
    }
    Ok(Some(set))
}

/// Divides settings into `number` groups in two ways: neighbours together, and every `number`-th
/// setting together. Groups of fewer than two are left out.
fn groups(settings: &[NamedSetting], number: usize) -> Vec<SettingSet> {
    let size = settings.len().div_ceil(number).max(1);
    let mut groups: Vec<SettingSet> = settings
        .chunks(size)
        .map(<[NamedSetting]>::to_vec)
        .collect();
    let in_turns = |first| settings.iter().skip(first).step_by(number).cloned();
    if number > 1 {
        groups.extend((0..number).map(|first| in_turns(first).collect()));
    }
    groups.retain(|group| group.len() > 1);
    groups
}

/// Divides a set into `parts` parts, and leaves out the one with the number `part`.
fn remove_part(set: &[NamedSetting], part: usize, parts: usize) -> SettingSet {
    let (from, to) = (part * set.len() / parts, (part + 1) * set.len() / parts);
    [&set[..from], &set[to..]].concat()
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

/// A trace that sets options in each instance.
fn with_options(text: &str, settings: &[NamedSetting]) -> String {
    let calls = settings.iter().map(|(name, value)| set_option(name, value));
    let calls = calls.collect::<String>();
    let after = |line| {
        if called(line) == Some(New.name()) {
            &*calls
        } else {
            ""
        }
    };
    let lines = text.split_inclusive('\n');
    lines.flat_map(|line| [line, after(line)]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(names: &str) -> SettingSet {
        let setting = |name: &str| (name.to_owned(), "true".to_owned());
        names.split(' ').map(setting).collect()
    }

    #[test]
    fn each_instance_gets_the_options() {
        let trace = "# new\n7 new\n8 check-sat\n9 delete\nnew\n";
        let set = "    0 set-option a true\n    0 set-option b true\n";
        let with = format!("# new\n7 new\n{set}8 check-sat\n9 delete\nnew\n{set}");
        assert_eq!(with_options(trace, &settings("a b")), with);
    }

    /// With `d` and `t`, the bug does not show. With `a` and `j`, nothing is decided.
    #[test]
    fn a_smallest_set_is_found() {
        let all = settings("a b c d e f g h i j k l m n o p q r s t");
        let has = |set: &SettingSet, name| set.iter().any(|(other, _)| other == name);
        let without_bug =
            |set: &&SettingSet| has(set, "d") && has(set, "t") && !(has(set, "a") && has(set, "j"));
        let first = |sets: &[SettingSet]| Ok(sets.iter().find(without_bug).cloned());
        let found = smallest_set(&all, first).map_err(|e| e.message);
        assert_eq!(found, Ok(Some(settings("d t"))));
        let none = smallest_set(&all[..10], first).map_err(|e| e.message);
        assert_eq!(none, Ok(None));
    }

    #[test]
    fn settings_are_grouped() {
        let all = settings("a b c d e");
        assert_eq!(groups(&all, 1), std::slice::from_ref(&all));
        let halves = ["a b c", "d e", "a c e", "b d"].map(settings);
        assert_eq!(groups(&all, 2), halves);
        assert!(groups(&[], 4).is_empty());
        assert_eq!(remove_part(&all, 0, 2), settings("c d e"));
        assert_eq!(remove_part(&all, 4, 5), settings("a b c d"));
    }
}
