//! The script of an issue: a trace in SMT-LIB, with the values of its hidden assignment.

use super::output_check;
use super::script::{ScriptRunner, try_out};
use super::shows::ClaimedBug;
use super::translate::{AssignedValues, Target, translated};
use crate::cli::Allowed;
use crate::executor::Limits;
use crate::exit::Failure;
use crate::reports::issue::{IssueProgram, IssueTrace, ScriptResult};
use murxla_fsm::run::Strictness;
use murxla_fsm::trace::Script;
use murxla_fsm::wrapper::AlwaysSet;
use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

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

/// How the script of a trace is tried on the solver's own program.
pub(super) struct ScriptTrial<'a> {
    pub(super) runner: &'a ScriptRunner,
    pub(super) claimed: &'a ClaimedBug<'a>,
    /// The calls of the run that showed the bug.
    pub(super) run: Option<&'a Script>,
    /// The options that each instance sets by itself, as far as the formulas may need them.
    pub(super) options: &'a [&'static AlwaysSet],
    pub(super) limits: &'a Limits,
    pub(super) allowed: Allowed,
    pub(super) stop: &'a AtomicBool,
}

impl ScriptTrial<'_> {
    /// Runs the script of a trace. If it does not show the bug, it gets the options that the
    /// wrapper always sets, as far as they make it show the bug. Returns whether the bug shows;
    /// `None` if that is not known.
    pub(super) fn shows(&self, trace: &mut IssueTrace) -> Option<bool> {
        let program = trace.program.as_mut().ok()?;
        let (text, result) = self.run(&trace.script, program.text.clone())?;
        let shows = result.shows;
        (program.text, program.result) = (text, Some(result));
        let is_set = |row: &AlwaysSet| program.text.contains(&format!(":{} ", row.option));
        let idle: Vec<&AlwaysSet> = self
            .options
            .iter()
            .copied()
            .filter(|row| !is_set(row))
            .collect();
        let single = idle.iter().map(std::slice::from_ref);
        let sets = single.chain((idle.len() > 1).then_some(&idle[..]));
        for set in sets.filter(|_| shows != Some(true)) {
            let with_options = self.run(&trace.script, with_options(&program.text, set));
            if let Some((text, result)) = with_options
                && result.shows == Some(true)
            {
                (program.text, program.result) = (text, Some(result));
                return Some(true);
            }
        }
        shows
    }

    /// Runs a script, which may get a question. The result says whether it shows the bug.
    fn run(&self, calls: &Script, mut text: String) -> Option<(String, ScriptResult)> {
        let result = try_out(self.runner, &mut text, self.claimed, self.limits, self.stop);
        let mut result = result.ok()?;
        if let (None, Some(run)) = (result.shows, self.run) {
            let output = &result.output;
            result.shows = output_check::is_shown(calls, run, output, self.claimed, self.allowed);
        }
        Some((text, result))
    }
}

/// A script with more options, after the comments at its beginning.
fn with_options(script: &str, rows: &[&AlwaysSet]) -> String {
    let is_comment = |line: &&str| line.starts_with(';');
    let comments = script.split_inclusive('\n').take_while(is_comment);
    let (head, rest) = script.split_at(comments.map(str::len).sum());
    let options = rows.iter();
    let options = options.map(|row| format!("(set-option :{} {})\n", row.option, row.value));
    format!("{head}{}{rest}", options.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_come_behind_the_comments() {
        let row = AlwaysSet {
            option: "arrays-exp",
            value: "true",
            theories: &[],
            formats: &[],
        };
        let script = "; murxla-rs\n(set-logic ALL)\n; sat\n(check-sat)\n";
        assert_eq!(
            with_options(script, &[&row]),
            "; murxla-rs\n(set-option :arrays-exp true)\n(set-logic ALL)\n; sat\n(check-sat)\n"
        );
    }

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
