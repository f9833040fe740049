//! Actions of all solvers by their names in traces.

use murxla_fsm::action::{Action, Arg, Call, Ids, Role};
use murxla_fsm::actions::{ACTIONS, SetOption};
use murxla_fsm::op::Ops;
use murxla_fsm::trace::{TextLine, write_call};
use murxla_wrappers::WRAPPERS;
use std::collections::BTreeMap;
use std::sync::LazyLock;

static ALL: LazyLock<BTreeMap<&str, &dyn Action>> = LazyLock::new(|| {
    let extensions = WRAPPERS
        .iter()
        .flat_map(|wrapper| wrapper.constants().actions);
    let extensions = extensions.map(|extension| extension.action);
    let all = ACTIONS.iter().copied().chain(extensions);
    all.map(|action| (action.name(), action)).collect()
});

/// The action of this name.
#[must_use]
pub fn find(name: &str) -> Option<&'static dyn Action> {
    ALL.get(name).copied()
}

/// Whether all solvers have the action of this name.
#[must_use]
pub fn is_shared(name: &str) -> bool {
    ACTIONS.iter().any(|action| action.name() == name)
}

/// The names of all actions.
pub fn names() -> impl Iterator<Item = &'static str> {
    ALL.keys().copied()
}

/// What the action of this name does for a run.
#[must_use]
pub fn role(name: &str) -> Option<Role> {
    find(name).map(Action::role)
}

/// The name of the action in a line of a trace.
#[must_use]
pub fn action_of(line: &str) -> &str {
    let words = || line.split_whitespace();
    match words().next() {
        Some(seed) if seed.bytes().all(|b| b.is_ascii_digit()) => words().nth(1).unwrap_or(""),
        Some(action) => action,
        None => "",
    }
}

/// The name of the action in a line of a trace, if the line is that of a call.
#[must_use]
pub fn called(line: &str) -> Option<&str> {
    let TextLine::Code(code) = TextLine::of(line) else {
        return None;
    };
    Some(action_of(code)).filter(|action| !matches!(*action, "" | "return"))
}

/// The line of a call that sets an option.
#[must_use]
pub fn set_option(name: &str, value: &str) -> String {
    let args = [name, value].map(|word| Arg::Word(word.into()));
    let call = Call {
        seed: 0,
        action: &SetOption,
        args: args.into_iter().collect(),
        ids: Ids::default(),
    };
    let mut text = String::new();
    write_call(&mut text, &call, &Ops::with(&[]));
    text
}

/// A line of a trace without the seed of its call, which says nothing to readers.
#[must_use]
pub fn without_seed(line: &str) -> &str {
    let line = line.trim_start();
    match line.split_once(' ') {
        Some((seed, call)) if seed.bytes().all(|b| b.is_ascii_digit()) => call.trim_start(),
        _ => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use murxla_fsm::profile::Profile;

    #[test]
    fn actions_of_lines() {
        assert_eq!(
            action_of("   12 mk-term OP_AND SORT_BOOL 2 t1 t2"),
            "mk-term"
        );
        assert_eq!(action_of("check-sat"), "check-sat");
        assert_eq!(action_of("   "), "");
    }

    #[test]
    fn unsupported_actions_exist() {
        for wrapper in WRAPPERS {
            let text = wrapper.profile_with(None);
            let profile = Profile::load([(wrapper.name(), text)]).unwrap();
            for name in profile.out_of_scope.iter().flat_map(|row| &row.actions) {
                assert!(find(name).is_some(), "{}: {name}", wrapper.name());
            }
        }
    }

    #[test]
    fn actions_of_one_solver_are_found() {
        assert_eq!(role("z3-solve"), find("z3-solve").map(Action::role));
        assert!(find("z3-solve").is_some() && find("no-action").is_none());
    }
}
