//! The calls on which options are tried.

use crate::actions::role;
use crate::payload::counter;
use murxla_executor::Outcome;
use murxla_fsm::action::{Action as _, Role};
use murxla_fsm::actions::{Delete, GetStatistics, SetOption};
use murxla_fsm::features::features;
use murxla_fsm::option::setting_key;
use murxla_fsm::state::Options;
use murxla_fsm::trace::{Note, lex, notes_in};
use std::collections::BTreeSet;

/// Longer instances are not used. What has an effect on them is hard to attribute.
const CALLS: usize = 200;

/// The calls of one instance.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Base {
    /// The call that opens it.
    open: String,
    /// The other calls, and a query of the counters at the end.
    calls: String,
    /// Their features.
    pub(super) features: BTreeSet<String>,
}

/// A value of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Setting {
    pub(super) name: String,
    pub(super) value: String,
}

/// What calls have shown.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum CallsResult {
    /// The results of all calls.
    Results(String),
    /// The solver refused an option.
    Refusal,
    /// A bug, or something else than the end of the calls.
    Failure,
    /// Nothing: a limit, which depends on the machine, ended the calls.
    Nothing,
}

impl Setting {
    /// Its key in tables.
    pub(super) fn key(&self) -> String {
        setting_key(&self.name, &self.value)
    }
}

impl Base {
    /// The calls of the first instance of a trace that makes a check. Solver-specific options are
    /// left out.
    pub(super) fn of(trace: &str) -> Option<Self> {
        let script = lex(trace).ok()?;
        let role = |name: &str| role(name);
        let ends = |name: &str| role(name).is_some_and(Role::ends_instance);
        let mut instances = script.lines.split(|line| ends(&line.action.text));
        let lines = instances.find(|lines| {
            let mut roles = lines.iter().map(|line| role(&line.action.text));
            roles.any(|role| role == Some(Role::Check))
        })?;
        let (first, rest) = lines.split_first()?;
        if lines.len() > CALLS || role(&first.action.text) != Some(Role::Open) {
            return None;
        }
        let mut calls = String::new();
        for line in rest {
            let option = line
                .args
                .first()
                .filter(|_| line.action.text == SetOption.name());
            if option.is_some_and(|name| !Options::NAMES.contains(&&*name.text)) {
                continue;
            }
            calls.push_str(&line.call_and_results());
        }
        calls.push_str(&format!("{}\n{}\n", GetStatistics.name(), Delete.name()));
        Some(Self {
            open: first.call_and_results(),
            features: features(rest, role),
            calls,
        })
    }

    /// The trace of the calls with some settings.
    pub(super) fn with<'a>(&self, settings: impl IntoIterator<Item = &'a Setting>) -> String {
        let mut text = self.open.clone();
        for Setting { name, value } in settings {
            text.push_str(&format!("{} \"{name}\" \"{value}\"\n", SetOption.name()));
        }
        text + &self.calls
    }
}

impl CallsResult {
    /// The result of the calls in a replay.
    pub(super) fn of_outcome(outcome: &Outcome) -> Self {
        use murxla_executor::Verdict;
        match outcome.verdict {
            Verdict::Ok => {}
            Verdict::Timeout | Verdict::OutOfMemory | Verdict::Killed => {
                return CallsResult::Nothing;
            }
            _ => return CallsResult::Failure,
        }
        let mut results = String::new();
        for note in notes_in(&outcome.trace) {
            if let Note::Refused(_) | Note::LeftOutRest(_) = note {
                return CallsResult::Refusal;
            }
            results.push_str(&note.line());
        }
        match outcome.counters[counter::REFUSED] {
            0 => CallsResult::Results(results),
            _ => CallsResult::Refusal,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_instance_with_a_check_counts() {
        let trace = "1 new\n2 delete\n3 new\n4 set-option incremental true\n5 set-option verbose 3\n\
            6 mk-sort SORT_BOOL\nreturn s1\n7 mk-const s1 \"OP_p\"\nreturn t1\n8 mk-term OP_NOT SORT_BOOL 1 t1\n\
            return t2 s1\n9 assert-formula t2\n10 push 1\n11 check-sat\n#= sat\n12 reset\n13 check-sat\n";
        let base = Base::of(trace).unwrap();
        let features = Vec::from_iter(&base.features);
        assert_eq!(features, ["OP_NOT", "SORT_BOOL", "check-sat", "push"]);
        let setting = Setting {
            name: "a b".to_owned(),
            value: "true".to_owned(),
        };
        let text = base.with([&setting]);
        assert!(
            text.starts_with("3 new\nset-option \"a b\" \"true\"\n4 set-option incremental true\n"),
            "{text}"
        );
        assert!(
            text.ends_with("11 check-sat\nget-statistics\ndelete\n"),
            "{text}"
        );
        assert!(
            !text.contains("verbose") && text.contains("return t2 s1"),
            "{text}"
        );
        assert!(lex(&text).is_ok());
        assert_eq!(Base::of("1 new\n2 delete\n"), None);
    }
}
