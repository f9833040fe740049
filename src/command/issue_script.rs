//! The script of an issue: a trace in SMT-LIB, with the values of its hidden assignment.

use super::translate::{AssignedValues, Target, translated};
use crate::cli::Allowed;
use crate::exit::Failure;
use crate::reports::issue::IssueProgram;
use murxla_fsm::run::Strictness;
use murxla_fsm::trace::Script;
use std::collections::BTreeSet;

/// The script of an issue, for readers who cannot replay the trace.
///
/// # Errors
/// Calls that are not valid.
pub(super) fn issue_script(script: &Script, allowed: Allowed) -> Result<IssueProgram, Failure> {
    let target = Target::of(script);
    let script_of =
        |values: AssignedValues| translated(script, &target, Strictness::Lenient, values, allowed);
    let plain = script_of(AssignedValues::Comments)?;
    let assigned = script_of(AssignedValues::Definitions);
    let text = plain.text;
    Ok(IssueProgram {
        language: "smt2",
        title: "SMT-LIB",
        file: None,
        assignment: assigned
            .ok()
            .and_then(|script| assignment(&text, &script.text)),
        text,
        gaps: plain.gaps,
        result: None,
    })
}

/// The lines by which the script with an assignment differs from the one without. If there are
/// several instances, these are the lines of the last one: symbols may be the same in all of them.
fn assignment(plain: &str, assigned: &str) -> Option<String> {
    let [plain, assigned] = [plain, assigned].map(last_instance);
    let known: BTreeSet<&str> = plain.lines().collect();
    let new = assigned.lines().filter(|line| !known.contains(line));
    let lines: Vec<&str> = new.collect();
    (!lines.is_empty()).then(|| lines.join("\n"))
}

/// The part of a script that belongs to the last instance.
fn last_instance(script: &str) -> &str {
    script
        .rsplit_once("\n(reset)\n")
        .map_or(script, |(_, last)| last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_assignment_is_that_of_the_last_instance() {
        let script = |constant: &str| {
            let instance = format!("(set-logic ALL)\n{constant}\n(check-sat)\n");
            format!("; a comment\n{instance}(reset)\n{instance}")
        };
        let plain = script("(declare-const c Bool)");
        let assigned = script("(define-fun c () Bool true)");
        let expected = Some("(define-fun c () Bool true)".to_owned());
        assert_eq!(assignment(&plain, &assigned), expected);
        assert_eq!(assignment(&plain, &plain), None);
    }
}
