//! Judges: oracles that see the outcomes of runs and may run more children, one file each. The
//! subject and a judge's solver never share a process.

mod cross;
mod derive;
mod recheck;

pub use cross::CrossCheck;
pub use recheck::Recheck;

use crate::executor::{Error, Outcome};
use crate::triage::Charge;
use murxla_fsm::solver::Answer;
use murxla_fsm::trace::Script;

/// An oracle in the parent.
pub trait Judge {
    /// Judges runs that ended well.
    ///
    /// # Errors
    /// If children cannot be run.
    fn judge(&mut self, outcomes: &[Outcome]) -> Result<Vec<Charge>, Error>;
}

/// The answers of a trace's checks, each with the place of its line.
fn answers(script: &Script) -> Vec<(usize, Answer)> {
    let answered = |line: &murxla_fsm::trace::Line| {
        let check = line.action.text.starts_with("check-sat");
        let answer = line.notes.iter().find_map(|note| Answer::from_name(note))?;
        check.then_some((line.number, answer))
    };
    script.lines.iter().filter_map(answered).collect()
}
