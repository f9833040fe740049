//! Answers that a trace notes: those of an earlier run, or those that an imported script expects.

use crate::actions::role;
use murxla_fsm::action::Role;
use murxla_fsm::solver::Answer;
use murxla_fsm::trace::{Line, Script, lex};
use std::fmt;

/// A check whose answer contradicts the noted one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Difference {
    /// The number of the check, from 1 on.
    pub check: usize,
    /// The noted answer.
    pub was: Answer,
    /// The answer of the replay.
    pub is: Answer,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (was, is) = (self.was.name(), self.is.name());
        write!(f, "check {} was {was}, now is {is}", self.check)
    }
}

/// The answers in a replay that contradict those in the trace.
#[must_use]
pub fn differences(script: &Script, replayed: &str) -> Vec<Difference> {
    let answers = |script: &Script| -> Vec<Option<Answer>> {
        let checks = script
            .lines
            .iter()
            .filter(|line| role(&line.action.text) == Some(Role::Check));
        checks.map(Line::answer).collect()
    };
    let Ok(again) = lex(replayed) else {
        return Vec::new();
    };
    let differ = |(n, (was, is)): (usize, (Option<Answer>, Option<Answer>))| {
        let (was, is) = (was?, is?);
        let open = was == Answer::Unknown || is == Answer::Unknown || was == is;
        (!open).then_some(Difference {
            check: n + 1,
            was,
            is,
        })
    };
    let pairs = answers(script).into_iter().zip(answers(&again));
    pairs.enumerate().filter_map(differ).collect()
}
