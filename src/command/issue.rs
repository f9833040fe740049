//! What an issue is written from: a replay of the shortest trace, its script on the solver's own
//! program, and a program in C if the script does not show the bug.

use super::bug_replay::{BugReplay, replay_all};
use super::c_program::{self, CProgramSource, Recording};
use super::compile::shortest_program;
use super::issue_script::issue_script;
use super::script::{self, ScriptRunner};
use crate::cli::{Allowed, ReplayArgs};
use crate::executor::{Limits, Outcome};
use crate::exit::Failure;
use crate::judgement::Judgement;
use crate::plan::named_by;
use crate::reports::issue::{Brief, Issue, IssueProgram, IssueRun, IssueTrace};
use crate::results::{EVIDENCE, FULL, KeptFinding, OUTPUT};
use crate::store::{SolverSource, SolverSpec, Store, Version};
use crate::triage::{Finding, SuspectedBug};
use murxla_fsm::run::Strictness;
use murxla_fsm::trace::{Line, Script, lex};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

/// The CPU time limit of the replay, and of the solver's own program. A run that hangs has made its
/// calls long before.
pub(super) const TIME: Duration = Duration::from_secs(5);

/// The sources of an issue.
pub(super) struct IssueSource {
    /// The shortest trace, or why there is none.
    pub(super) trace: Result<IssueTrace, String>,
    /// The C program, or why there is none. `None` if the script shows the bug, or the solver has
    /// no C API.
    pub(super) c: Option<Result<IssueProgram, String>>,
    run: IssueRun,
    /// The newest release that is installed, if it is newer, and what a replay shows there.
    pub(super) newest: Option<(Version, Judgement)>,
}

impl IssueSource {
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
            let recorded = record(known, trace, (solver, allowed), stop);
            if let Ok((outcome, _)) = &recorded {
                take_notes(trace, outcome, allowed);
            }
            let shows = try_script(known, trace, (solver, allowed), stop);
            match recorded {
                Ok((outcome, recording)) => {
                    run = shown_again(&known.finding, trace, outcome).unwrap_or(run);
                    let recording = recording.filter(|_| shows != Some(true));
                    let limits = Limits {
                        // The program has limits of its own where they are the bug.
                        time: 2 * TIME,
                        ..limits(allowed)
                    };
                    let program =
                        recording.map(|recording| shortest_program(&recording, &limits, stop));
                    c = program.map(Ok);
                }
                Err(why) => c = Some(Err(why.to_string())),
            }
        }
        if stop.load(Relaxed) {
            return Err(crate::executor::ExecutorError::Interrupted.into());
        }
        let read = trace.as_ref().ok();
        let newest = match read {
            Some(trace) => on_newest(&known.finding, trace, (solver, allowed), stop)?,
            None => None,
        };
        Ok(Self {
            trace,
            c,
            run,
            newest,
        })
    }

    /// The text of the issue, and its texts for the page.
    pub(super) fn texts(&self, known: &KeptFinding, platform: &str) -> (String, Brief) {
        let evidence = read(known, EVIDENCE);
        let issue = Issue {
            finding: &known.finding,
            sights: known.sights,
            always_set: always_set(&known.finding),
            platform,
            trace: &self.trace,
            c: self.c.as_ref(),
            run: &self.run,
            // The line about the releases says more.
            newest: self
                .newest
                .as_ref()
                .filter(|_| known.finding.releases.is_none())
                .map(|(version, shown)| format!("{version}: {shown}")),
            evidence: evidence.as_deref(),
        };
        (issue.text(), issue.brief())
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
        output: read(known, OUTPUT).unwrap_or_default(),
    }
}

/// The text of a file in the folder of a finding.
fn read(known: &KeptFinding, name: &str) -> Option<String> {
    let bytes = known.folder.read(name).ok()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

/// The replay, if it shows the bug by itself.
fn shown_again(finding: &Finding, trace: &IssueTrace, outcome: Outcome) -> Option<IssueRun> {
    let bug = SuspectedBug::of(outcome).filter(|bug| bug.violation.kind == finding.kind)?;
    Some(IssueRun {
        file: trace.name,
        message: bug.violation.message,
        last_call: bug.outcome.last_call,
        calls: lex(&bug.outcome.trace).ok(),
        output: bug.outcome.output,
    })
}

/// Replays the trace on the newest release that is installed. `None` if the finding is of this or a
/// newer one.
///
/// # Errors
/// The user has interrupted the command.
fn on_newest(
    finding: &Finding,
    trace: &IssueTrace,
    (solver, allowed): (Option<&SolverSpec>, Allowed),
    stop: &Arc<AtomicBool>,
) -> Result<Option<(Version, Judgement)>, Failure> {
    let Some(own) = solver
        .cloned()
        .or_else(|| named_by(&trace.script, allowed).ok())
    else {
        return Ok(None);
    };
    let newest = Store::from_env()?.newest_installed(&own.name);
    let found: Option<Version> = finding.version.parse().ok();
    let Some(newest) = newest.filter(|newest| found.is_some_and(|found| found < *newest)) else {
        return Ok(None);
    };
    let replays = ReplayArgs::with_limit(TIME.as_secs_f64());
    let offline = Allowed {
        offline: true,
        ..allowed
    };
    let replay = BugReplay::new(&trace.text, &trace.script, &replays, (offline, stop));
    let release = SolverSpec {
        name: own.name,
        source: SolverSource::Version(newest.clone()),
    };
    let mut shown = None;
    replay_all(&[(&replay, release)], true, |_, result| {
        shown = Some(result);
    })?;
    Ok(shown.map(|shown| (newest, shown)))
}

/// Runs the script on the solver's own program, if there is one. The result is stored with the
/// script.
fn try_script(
    known: &KeptFinding,
    trace: &mut IssueTrace,
    (solver, allowed): (Option<&SolverSpec>, Allowed),
    stop: &AtomicBool,
) -> Option<bool> {
    let named = named_by(&trace.script, allowed).ok();
    let solver = solver.cloned().or(named)?;
    let runner = ScriptRunner::find(&solver, &known.finding.version)?;
    let limits = limits(allowed);
    let program = trace.program.as_mut().ok()?;
    let finding = &known.finding;
    let result = script::try_out(&runner, &mut program.text, finding, &limits, stop);
    program.result = result.ok();
    program.result.as_ref()?.shows
}

/// Limits of the script and of the program.
fn limits(allowed: Allowed) -> Limits {
    Limits {
        time: TIME,
        sandbox: !allowed.trust,
        ..Limits::default()
    }
}

/// Replays the trace, and records the calls.
///
/// # Errors
/// The trace cannot be replayed.
fn record(
    known: &KeptFinding,
    trace: &IssueTrace,
    (solver, allowed): (Option<&SolverSpec>, Allowed),
    stop: &Arc<AtomicBool>,
) -> Result<(Outcome, Option<Recording>), Failure> {
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
    c_program::record(&source, stop)
}

/// Makes the script again if the replay notes commands that the trace does not have. Traces of
/// earlier versions of this program have none.
fn take_notes(trace: &mut IssueTrace, replay: &Outcome, allowed: Allowed) {
    let Ok(Script { lines, .. }) = lex(&replay.trace) else {
        return;
    };
    let is_new = |(noted, line): (&Line, &Line)| {
        noted.call() == line.call() && noted.commands().ne(line.commands())
    };
    if lines.len() == trace.script.lines.len() && lines.iter().zip(&trace.script.lines).any(is_new)
    {
        trace.script.lines = lines;
        trace.program = issue_script(&trace.script, allowed).map_err(|e| e.to_string());
    }
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
