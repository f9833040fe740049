//! `show actions`: what each action does, and which checks are its own.
//!
//! The texts are those of the table in `traces/README.md`, which is the manual of traces. A test
//! compares the table with the actions of the program.

use crate::triage::checks::checks;
use murxla_fsm::action::Action;
use murxla_fsm::actions::ACTIONS;
use murxla_fsm::solver::Check;
use murxla_fsm::wrapper::Wrapper;
use murxla_wrappers::WRAPPERS;

const MANUAL: &str = include_str!("../../traces/README.md");

/// A line for each action, and under it the checks that only this action makes. With a solver: the
/// actions of all solvers, and its own.
pub(super) fn table(wrapper: Option<&dyn Wrapper>) -> String {
    let base = ACTIONS.iter().map(|action| (*action, String::new()));
    let wrappers = WRAPPERS.iter().copied().filter(|other| {
        let name = wrapper.map(Wrapper::name);
        name.is_none_or(|name| other.name() == name)
    });
    let own = wrappers.flat_map(|wrapper| {
        let actions = wrapper.constants().actions.iter();
        actions.map(move |own| (own.action, own_checks(wrapper, own.action.name())))
    });
    base.chain(own)
        .map(|(action, checks)| line(action) + &checks)
        .collect()
}

fn line(action: &dyn Action) -> String {
    let name = action.name();
    format!("{name:28} {}\n", meaning(name).unwrap_or_default())
}

/// The last column of the row of an action in the manual, without marks for emphasis.
fn meaning(action: &str) -> Option<String> {
    let begin = format!("| `{action}` |");
    let row = MANUAL.lines().find_map(|line| line.strip_prefix(&begin))?;
    let mut columns = row.splitn(3, '|').skip(2);
    let meaning = columns.next()?.trim().trim_end_matches('|').trim();
    Some(meaning.replace('*', ""))
}

/// The checks that have the name of the action in their ids: `z3.law.refuted` is one of `z3-law`.
fn own_checks(wrapper: &dyn Wrapper, action: &str) -> String {
    let Some((_, word)) = action.split_once('-') else {
        return String::new();
    };
    let is_own = |check: &&Check| {
        let mut segments = check.id().split('.');
        let topic = segments.nth(1).unwrap_or_default();
        check.id().split('.').next() == Some(wrapper.name())
            && (topic == word || Some(topic) == word.strip_suffix('s'))
    };
    let all = checks(Some(wrapper.name())).filter(is_own);
    let lines = all.map(|check| format!("  wrong: {:38} {}\n", check.id(), check.sentence()));
    lines.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_action_has_a_meaning() {
        let all = table(None);
        let empty: Vec<&str> = all
            .lines()
            .filter(|line| line.split_whitespace().count() < 2)
            .collect();
        assert!(empty.is_empty(), "{empty:?}");
        assert_eq!(meaning("delete").as_deref(), Some("closes it"));
        assert!(all.contains("z3.optimize.surpassed"));
    }

    #[test]
    fn a_solver_has_its_own_actions() {
        let z3 = murxla_wrappers::find("z3").unwrap();
        let text = table(Some(z3));
        assert!(text.contains("\nz3-optimize ") && !text.contains("\ncvc5-"));
    }
}
