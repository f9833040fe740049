//! Judges: oracles that see the outcomes of runs and have other solvers asked about them, one file each; `court.rs`
//! does the asking. The subject and a judge's solver never share a process.

mod cross;
mod derive;
mod pool;
mod recheck;

pub use cross::CrossCheck;
pub use pool::{OraclePool, OracleWorker};
pub use recheck::Recheck;

use crate::executor::Outcome;
use crate::triage::{SuspectedBug, action_of};
use murxla_fsm::solver::Answer;
use murxla_fsm::state::Options;
use murxla_fsm::trace::Script;
use std::sync::Arc;

/// An oracle in the parent.
pub trait Oracle {
    /// What its solver is to be asked about a run that ended well.
    fn questions(&self, run: &Outcome) -> Vec<Question>;
}

/// What the solver of a judge is asked.
pub struct Question {
    /// What it is to run.
    pub trace: Arc<str>,
    /// Reads the answer.
    pub charge: Reading,
}

/// What is wrong with a run, the first, if the second is how the trace ended that its judge asked for.
pub type Reading = Box<dyn Fn(&Outcome, &Outcome) -> Option<SuspectedBug>>;

/// The answers of a trace's checks, each with the place of its line.
fn answers(script: &Script) -> Vec<(usize, Answer)> {
    let answered = |line: &murxla_fsm::trace::Line| {
        let check = line.action.text.starts_with("check-sat");
        let answer = line.answer()?;
        check.then_some((line.number, answer))
    };
    script.lines.iter().filter_map(answered).collect()
}

/// A trace as a judge replays it: without the options of the subject's own. They may be what makes
/// the subject err (its judge shall not err with it), and mean nothing to another solver. The four
/// that every solver has stay: queries need them.
fn without_own_options(trace: &str) -> String {
    let mut kept = String::with_capacity(trace.len());
    let mut is_left_out = false;
    for line in trace.split_inclusive('\n') {
        // What follows a call, such as `#= refused`, belongs to it.
        if !line.trim_start().starts_with('#') {
            is_left_out = sets_own_option(line);
        }
        if !is_left_out {
            kept.push_str(line);
        }
    }
    kept
}

fn sets_own_option(line: &str) -> bool {
    let mut words = line
        .split_whitespace()
        .skip_while(|word| *word != "set-option");
    let name = words.nth(1).map(|name| name.trim_matches('"'));
    action_of(line) == "set-option" && name.is_some_and(|name| !Options::NAMES.contains(&name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn judges_do_not_see_own_options() {
        let trace = "1 new\n2 set-option bug wrong-sat\n#= refused\n\
            3 set-option produce-models true\nset-option \"a b\" c\n4 check-sat\n#= sat\n";
        let plain = "1 new\n3 set-option produce-models true\n4 check-sat\n#= sat\n";
        assert_eq!(without_own_options(trace), plain);
    }
}
