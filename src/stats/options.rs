//! Which options runs set, and which of them had an effect.

use crate::actions::role;
use murxla_fsm::action::{Action as _, Role};
use murxla_fsm::actions::SetOption;
use murxla_fsm::state::Options;
use murxla_fsm::trace::{Line, Note};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// The number of options that are listed.
const LISTED: usize = 10;

/// Counts of option settings.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct OptionCounts {
    set: u64,
    refused: u64,
    /// Refused when the option was used, which ended the run.
    pub(super) refused_late: u64,
    /// Not set, because the solver is known to refuse them.
    pub(super) avoided: u64,
    /// By option, without those that all solvers have.
    by_name: BTreeMap<String, OptionUse>,
}

/// How often runs set an option.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
struct OptionUse {
    /// Runs that set it.
    runs: u64,
    /// Instances of searches that set it, alone or with others.
    searched: u64,
    /// Those of them that did something else than the first instance of their run.
    effective: u64,
}

impl OptionCounts {
    /// Adds the calls of a run.
    pub(super) fn add(&mut self, lines: &[Line]) {
        let mut names: BTreeSet<&str> = BTreeSet::new();
        let mut first = None;
        for instance in lines.split(|line| role(&line.action.text) == Some(Role::Open)) {
            let mut set: BTreeSet<&str> = BTreeSet::new();
            for line in instance
                .iter()
                .filter(|line| line.action.text == SetOption.name())
            {
                self.set += 1;
                let is_refused = line.is_refused();
                self.refused += u64::from(is_refused);
                let name = line.args.first().map(|name| name.text.as_str());
                let own = name.filter(|name| !Options::NAMES.contains(name) && !is_refused);
                set.extend(own);
            }
            let done = answers_and_counters(instance);
            match (&first, done.is_empty()) {
                (_, true) => {}
                (None, false) => first = Some((problem(instance), done)),
                (Some((same, first)), false) if *same == problem(instance) => {
                    for name in &set {
                        let its = self.by_name.entry((*name).to_owned()).or_default();
                        its.searched += 1;
                        its.effective += u64::from(*first != done);
                    }
                }
                (Some(_), false) => {}
            }
            names.extend(set);
        }
        for name in names {
            self.by_name.entry(name.to_owned()).or_default().runs += 1;
        }
    }
}

/// The number of calls that make terms, assert or check: the same in all instances of a search.
fn problem(instance: &[Line]) -> usize {
    let roles = instance.iter().map(|line| role(&line.action.text));
    let counted = |role: &Option<Role>| {
        matches!(
            role,
            Some(Role::Declare | Role::Build | Role::Assert | Role::Check)
        )
    };
    roles.filter(counted).count()
}

/// The answers of an instance and its last counters. Empty if it was not asked for counters.
fn answers_and_counters(instance: &[Line]) -> Vec<&Note> {
    let is_count = |note: &Note| matches!(note, Note::Counters { .. });
    let has_counters = |line: &&Line| line.notes.iter().any(is_count);
    let counters = instance.iter().rev().find(has_counters);
    let Some(counters) = counters else {
        return Vec::new();
    };
    let answers = instance.iter().filter(|line| line.answer().is_some());
    let lines = answers.chain([counters]);
    lines.flat_map(|line| &line.notes).collect()
}

impl fmt::Display for OptionCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "options: {} set, {} refused, {} refused when used, {} avoided, {} different ones",
            self.set,
            self.refused,
            self.refused_late,
            self.avoided,
            self.by_name.len()
        )?;
        let mut most: Vec<(&String, &OptionUse)> = self.by_name.iter().collect();
        most.sort_by_key(|(_, its)| std::cmp::Reverse(its.runs));
        for (name, its) in most.iter().take(LISTED) {
            write!(f, "\n  {name}: {} runs", its.runs)?;
            if its.searched > 0 {
                write!(
                    f,
                    ", an effect in {} of {} instances",
                    its.effective, its.searched
                )?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use murxla_fsm::trace::lex;

    #[test]
    fn effects_are_seen_in_counters() {
        let instance = |option: &str, digest: &str| {
            format!(
                "new\n{option}check-sat\n#= sat\nget-statistics\n#= counters 2 {digest}\ndelete\n"
            )
        };
        let trace = instance("set-option incremental true\n", "aa")
            + &instance("set-option a 1\n", "aa")
            + &instance("set-option a 2\nset-option b 1\n", "bb")
            + "new\nset-option c 1\n#= refused why\ndelete\n";
        let mut counts = OptionCounts::default();
        counts.add(&lex(&trace).unwrap().lines);
        assert_eq!((counts.set, counts.refused), (5, 1));
        let its = |runs, searched, effective| OptionUse {
            runs,
            searched,
            effective,
        };
        assert_eq!(counts.by_name["a"], its(1, 2, 1));
        assert_eq!(counts.by_name["b"], its(1, 1, 1));
        assert_eq!(counts.by_name.len(), 2);
        assert!(
            counts
                .to_string()
                .contains("a: 1 runs, an effect in 1 of 2 instances")
        );
    }
}
