//! Which of the options that a trace sets its bug needs: it does not show without them.

use super::bug_replay::{BugReplay, Where, replay_all};
use crate::cli::ReplayArgs;
use crate::exit::Failure;
use crate::judgement::{Judgement, OTHER_STATE};
use murxla_fsm::action::Action as _;
use murxla_fsm::actions::SetOption;
use murxla_fsm::trace::{Line, lex};
use murxla_store::SolverSpec;
use std::collections::BTreeSet;

/// The greatest number of options that are left out one by one.
const MOST: usize = 8;

/// The names of the options without which the bug of a trace does not show: one replay without all
/// options and, if the bug does not show in it, one without each. `None` if there are too many. An
/// option without which calls of the trace cannot be made, as `produce-models` for values, is
/// needed by these calls and not by the bug.
///
/// # Errors
/// The user has interrupted the command.
pub(super) fn needed_options(
    text: &str,
    solver: &SolverSpec,
    replays: &ReplayArgs,
    place: Where<'_>,
) -> Result<Option<BTreeSet<String>>, Failure> {
    let names = options(text);
    let mut sets = vec![names.iter().collect()];
    if names.is_empty() || shown_without(text, &sets, solver, replays, place)? == [Judgement::Shows]
    {
        return Ok(Some(BTreeSet::new()));
    }
    if names.len() > MOST {
        return Ok(None);
    }
    sets = names.iter().map(|name| vec![name]).collect();
    let shown = shown_without(text, &sets, solver, replays, place)?;
    let is_needed = |(name, shown): (&String, Judgement)| {
        let is_needed = match shown {
            Judgement::Shows => false,
            // The option is a limit, or lets the check be decided.
            Judgement::CannotTest(why) => why == OTHER_STATE,
            _ => true,
        };
        is_needed.then(|| name.clone())
    };
    let needed = names.iter().zip(shown).filter_map(is_needed);
    Ok(Some(needed.collect()))
}

/// Replays a trace without each of these sets of options.
fn shown_without(
    text: &str,
    sets: &[Vec<&String>],
    solver: &SolverSpec,
    replays: &ReplayArgs,
    (allowed, stop): Where<'_>,
) -> Result<Vec<Judgement>, Failure> {
    let texts: Vec<String> = sets.iter().map(|names| without(text, names)).collect();
    let scripts: Vec<_> = texts
        .iter()
        .map(|text| lex(text).unwrap_or_default())
        .collect();
    let replay = |(text, script)| BugReplay::new(text, script, replays, (allowed, stop));
    let all: Vec<BugReplay<'_>> = texts
        .iter()
        .map(String::as_str)
        .zip(&scripts)
        .map(replay)
        .collect();
    let all: Vec<_> = all.iter().map(|replay| (replay, solver.clone())).collect();
    let mut shown = Vec::new();
    replay_all(&all, true, |_, result| shown.push(result))?;
    Ok(shown)
}

/// The option that a call sets.
fn option_of(line: &Line) -> Option<&String> {
    let is_setting = line.action.text == SetOption.name();
    line.args
        .first()
        .filter(|_| is_setting)
        .map(|token| &token.text)
}

/// The options that a trace sets.
fn options(text: &str) -> BTreeSet<String> {
    let script = lex(text).unwrap_or_default();
    script.lines.iter().filter_map(option_of).cloned().collect()
}

/// A trace without the calls that set these options.
fn without(text: &str, names: &[&String]) -> String {
    let script = lex(text).unwrap_or_default();
    let is_left_out = |line: &&Line| option_of(line).is_some_and(|name| names.contains(&name));
    let left_out = script.lines.iter().filter(is_left_out);
    let left_out: BTreeSet<usize> = left_out.map(|line| line.number).collect();
    let lines = text.split_inclusive('\n').zip(1..);
    let kept = lines.filter(|(_, number)| !left_out.contains(number));
    kept.map(|(line, _)| line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_that_set_options_are_left_out() {
        let text = "# finding: exit-3-00000000\n0 new\n1 set-option a 1\n#= refused\n2 set-option b 2\n3 check-sat\n";
        let all = options(text);
        assert_eq!(all.iter().collect::<Vec<_>>(), ["a", "b"]);
        let bare = without(text, &all.iter().collect::<Vec<_>>());
        assert_eq!(
            bare,
            "# finding: exit-3-00000000\n0 new\n#= refused\n3 check-sat\n"
        );
    }
}
