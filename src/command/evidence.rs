//! What an issue is written from: a replay of the shortest trace, its script on the solver's own program, and a program in C
//! if the script does not show the bug.

use super::compile::shortest_program;
use super::program::{self, CProgramSource};
use super::script::{self, ScriptRunner};
use crate::cli::Allowed;
use crate::executor::{Limits, Outcome};
use crate::exit::Failure;
use crate::issue::{Issue, IssueProgram, IssueRun, IssueTrace};
use crate::plan::named_by;
use crate::report::{EVIDENCE, FULL, KeptFinding, OUTPUT};
use crate::store::SolverSpec;
use crate::triage::{Finding, SuspectedBug};
use murxla_fsm::run::Strictness;
use murxla_fsm::trace::lex;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

/// The CPU time limit of the replay, and of the solver's own program. A run that hangs has made its calls long before.
const TIME: Duration = Duration::from_secs(5);

/// What is known about a finding.
pub(super) struct FindingEvidence {
    /// The shortest trace, or why there is none.
    pub(super) trace: Result<IssueTrace, String>,
    /// The C program, or why there is none. `None` if the script shows the bug, or the solver has no C API.
    pub(super) c: Option<Result<IssueProgram, String>>,
    run: IssueRun,
}

impl FindingEvidence {
    /// Collects it. `solver` is the one that the user gives.
    ///
    /// # Errors
    /// The user has interrupted the command.
    pub(super) fn of(
        known: &KeptFinding,
        mut trace: Result<IssueTrace, String>,
        (solver, allowed): (Option<&SolverSpec>, Allowed),
        stop: &Arc<AtomicBool>,
    ) -> Result<Self, Failure> {
        let mut c = None;
        let mut run = first_run(known);
        if let Ok(trace) = &mut trace {
            let shows = try_script(known, trace, (solver, allowed), stop);
            let has_script = shows == Some(true);
            match replay(known, trace, has_script, (solver, allowed), stop) {
                Ok((outcome, program)) => {
                    run = shown_again(&known.finding, trace, outcome).unwrap_or(run);
                    c = program.map(Ok);
                }
                Err(why) => c = Some(Err(why.to_string())),
            }
        }
        if stop.load(Relaxed) {
            return Err(crate::executor::ExecutorError::Interrupted.into());
        }
        Ok(Self { trace, c, run })
    }

    /// The text of the issue.
    pub(super) fn issue(&self, known: &KeptFinding, platform: &str) -> String {
        let read = |name: &str| {
            let bytes = known.folder.read(name).ok()?;
            Some(String::from_utf8_lossy(&bytes).into_owned())
        };
        let evidence = read(EVIDENCE);
        let issue = Issue {
            finding: &known.finding,
            sights: known.sights,
            always_set: always_set(&known.finding),
            platform,
            trace: &self.trace,
            c: self.c.as_ref(),
            run: &self.run,
            output: &read(OUTPUT).unwrap_or_default(),
            evidence: evidence.as_deref(),
        };
        issue.text()
    }
}

/// The options that each instance of the solver sets by itself.
fn always_set(finding: &Finding) -> &'static [&'static str] {
    let named: Option<SolverSpec> = finding.solver.parse().ok();
    let wrapper = named.and_then(|solver| murxla_wrappers::find(&solver.name));
    wrapper.map_or(&[], murxla_fsm::wrapper::Wrapper::always_set)
}

/// The run in which the campaign has seen the finding first.
fn first_run(known: &KeptFinding) -> IssueRun {
    let Finding {
        message, last_call, ..
    } = &known.finding;
    let text = known.folder.read(FULL).unwrap_or_default();
    IssueRun {
        file: FULL,
        message: message.clone(),
        last_call: last_call.clone(),
        calls: lex(&String::from_utf8_lossy(&text)).ok(),
    }
}

/// The replay, if it shows the bug by itself.
fn shown_again(finding: &Finding, trace: &IssueTrace, outcome: Outcome) -> Option<IssueRun> {
    let bug = SuspectedBug::of(outcome).filter(|bug| bug.kind == finding.kind)?;
    Some(IssueRun {
        file: trace.name,
        message: bug.message,
        last_call: bug.outcome.last_call,
        calls: lex(&bug.outcome.trace).ok(),
    })
}

/// Runs the script on the solver's own program, if there is one. The result is stored with the script.
fn try_script(
    known: &KeptFinding,
    trace: &mut IssueTrace,
    (solver, allowed): (Option<&SolverSpec>, Allowed),
    stop: &AtomicBool,
) -> Option<bool> {
    let named = named_by(&trace.script, allowed).ok();
    let solver = solver.cloned().or(named)?;
    let runner = ScriptRunner::find(&solver, &known.finding.version)?;
    let limits = Limits {
        time: TIME,
        sandbox: !allowed.trust,
        ..Limits::default()
    };
    let program = trace.program.as_mut().ok()?;
    let finding = &known.finding;
    let result = script::try_out(&runner, &mut program.text, finding, &limits, stop);
    program.result = result.ok();
    program.result.as_ref()?.shows
}

/// Replays the trace, and makes a program in C if no script shows the bug.
fn replay(
    known: &KeptFinding,
    trace: &IssueTrace,
    has_script: bool,
    (solver, allowed): (Option<&SolverSpec>, Allowed),
    stop: &Arc<AtomicBool>,
) -> Result<(Outcome, Option<IssueProgram>), Failure> {
    let source = CProgramSource {
        name: &known.folder.path(trace.name),
        text: &trace.text,
        script: &trace.script,
        solver,
        strictness: Strictness::Lenient,
        time: TIME,
        // A report only reads: it installs nothing.
        allowed: Allowed {
            offline: true,
            ..allowed
        },
    };
    let (outcome, recording) = program::record(&source, stop)?;
    let limits = Limits {
        // The program has limits of its own where they are the bug.
        time: 2 * TIME,
        sandbox: !allowed.trust,
        ..Limits::default()
    };
    let recording = recording.filter(|_| !has_script);
    let program = recording.map(|recording| shortest_program(&recording, &limits, stop));
    Ok((outcome, program))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::triage::finding;
    use serde_json::json;

    #[test]
    fn reports_name_options_that_traces_do_not_have() {
        let of = |solver: &str| {
            always_set(&finding(
                "wrong-sat",
                "00000000",
                &json!({ "solver": solver }),
            ))
        };
        assert!(of("cvc5@1.4.2").contains(&"fp-exp"));
        assert!(of("z3=build/libz3.so").is_empty() && of("").is_empty());
    }
}
