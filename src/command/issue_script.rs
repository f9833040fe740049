//! The script of an issue: a trace in SMT-LIB, with the values of its hidden assignment.

use super::output_check;
use super::script::{ScriptRunner, run_script, try_out};
use super::shows::{ClaimedBug, without_name};
use super::translate::{AssignedValues, Target, translated};
use crate::cli::Allowed;
use crate::exit::Failure;
use crate::reports::issue::{IssueProgram, IssueTrace, ScriptResult};
use crate::triage::Releases;
use murxla_executor::{Limits, ProgramRun};
use murxla_fsm::oracle::BugKind;
use murxla_fsm::run::Strictness;
use murxla_fsm::trace::Script;
use murxla_fsm::wrapper::AlwaysSet;
use murxla_store::{SolverSource, SolverSpec, Store, Version};
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
            .filter(|script| script.needs_assignment)
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

    /// Whether the script of a trace shows the bug without an option that it sets. An option with
    /// another keyword in scripts is not tried.
    pub(super) fn shows_without(&self, trace: &IssueTrace, option: &str) -> bool {
        let set = format!("(set-option :{option} ");
        let Ok(program) = &trace.program else {
            return false;
        };
        let lines = program.text.lines().filter(|line| !line.starts_with(&set));
        // Names of assertions are there for cores.
        let without_names = lines.map(|line| match option == CORES {
            true => unnamed(line),
            false => line.to_owned(),
        });
        let text: String = without_names.map(|line| line + "\n").collect();
        if text.len() == program.text.len() {
            return false;
        }
        let ended = run_script(self.runner, &text, self.limits, self.stop);
        ended.is_ok_and(|run| self.tells(&trace.script, &text, &run) == Some(true))
    }

    /// The releases on whose programs the script of a trace shows the bug, of those that are
    /// installed. `None` if none of them is.
    pub(super) fn releases(&self, trace: &IssueTrace, solver: &str) -> Option<Releases> {
        let program = trace.program.as_ref().ok()?;
        let versions = Store::from_env().ok()?.installed_releases(solver);
        let tested = versions
            .iter()
            .map(|version| (version, self.shows_on(trace, program, solver, version)));
        let releases = Releases::of(tested);
        releases.tested.is_some().then_some(releases)
    }

    /// Whether the script of a trace shows the bug on the program of a release. `None` if that is
    /// not known.
    pub(super) fn shows_on(
        &self,
        trace: &IssueTrace,
        program: &IssueProgram,
        solver: &str,
        version: &Version,
    ) -> Option<bool> {
        let release = SolverSpec {
            name: solver.to_owned(),
            source: SolverSource::Version(version.clone()),
        };
        let runner = ScriptRunner::find(&release, None)?;
        let run = run_script(&runner, &program.text, self.limits, self.stop).ok()?;
        // A release may not read the script.
        let is_read = !run.output.contains("(error");
        let can_tell = is_read || *self.claimed.kind == BugKind::Rejected;
        can_tell.then(|| self.tells(&trace.script, &program.text, &run))?
    }

    /// Whether the run of a script shows the bug. `None` if that is not known.
    fn tells(&self, calls: &Script, text: &str, run: &ProgramRun) -> Option<bool> {
        self.claimed.is_shown(text, run).or_else(|| {
            output_check::is_shown(calls, self.run?, &run.output, self.claimed, self.allowed)
        })
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

/// The option for which assertions have names.
const CORES: &str = "produce-unsat-cores";

/// A line of a script without the name of its assertion.
fn unnamed(line: &str) -> String {
    let formula = line
        .strip_prefix("(assert ")
        .and_then(|rest| rest.strip_suffix(')'));
    formula.map_or_else(
        || line.to_owned(),
        |formula| format!("(assert {})", without_name(formula)),
    )
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
