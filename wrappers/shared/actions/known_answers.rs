//! Problems whose answers are known, because a solution was chosen first, or because formulas were
//! added that exclude all solutions. Actions solve them in instances of their own.

use crate::shared::actions::checks::{SAT_WITHOUT_SOLUTION, UNSAT_WITH_SOLUTION};
use murxla_fsm::solver::{Answer, Result};

/// The answer to such a problem must be the known one, or `unknown`. `what` names the problem, in
/// the plural, and `texts` are its formulas.
///
/// # Errors
/// The answer is the opposite one.
pub(crate) fn must_have(
    answer: Answer,
    solvable: bool,
    what: &str,
    texts: impl Iterator<Item = String>,
) -> Result {
    let check = match (answer, solvable) {
        (Answer::Sat, false) => &SAT_WITHOUT_SOLUTION,
        (Answer::Unsat, true) => &UNSAT_WITH_SOLUTION,
        _ => return Ok(()),
    };
    let texts = texts.collect::<Vec<_>>().join("\n");
    check.fails_for(what, texts)
}
