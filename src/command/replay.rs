//! `replay`: makes the calls of a trace again.

use super::reached::{Measuring, run_measured};
use crate::bug_traces::NamedTrace;
use crate::campaign::{OracleSet, covered_pool};
use crate::cli::{Allowed, Replay};
use crate::executor::{Item, Limits, Outcome, Payload as _, Verdict, sandbox};
use crate::exit::{self, Failure};
use crate::oracle::noted::differences;
use crate::oracle::{FailedQuestion, leak};
use crate::payload::{Drive, SolverPayload};
use crate::plan::{FoundSolver, Oracles};
use crate::replayed;
use crate::system::console::{self, complain};
use crate::trace_file;
use crate::triage::{FindingId, SuspectedBug};
use murxla_fsm::oracle::BugKind;
use murxla_fsm::run::{End, LEFT_OUT, LEFT_OUT_REST, Sink, Strictness};
use murxla_fsm::solver::Answer;
use murxla_fsm::trace::{Line, Script, lex, note, noted};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Replays a trace. Writes calls and answers to stdout, and how the replay ended to stderr, last.
///
/// # Errors
/// A bad trace, or a solver that is not there and cannot be installed.
pub fn run(args: &Replay, allowed: Allowed, stop: &Arc<AtomicBool>) -> Result<u8, Failure> {
    let NamedTrace { path, text, script } = NamedTrace::find(&args.trace, args.solver.as_ref())?;
    let subject = FoundSolver::of_trace(args.solver.as_ref(), &script, allowed)?;
    let mut drive = subject.drive()?;
    if args.lenient {
        drive.strictness = Strictness::Lenient;
    }
    drive.user.explain = args.explain;
    drive.is_trusted = allowed.trust;
    let measuring = Measuring::of(args, &subject.spec.to_string())?;
    if args.in_process {
        return in_process(drive, &path, &text, measuring.as_ref());
    }
    drive.interrupt_as(&script).map_err(Failure::trace)?;
    let oracles = Oracles::of_trace(&args.oracles, &script, allowed)?;
    let limits = Limits {
        time: match args.time_limit {
            limit if limit > 0.0 && limit < 1e9 => Duration::from_secs_f64(limit),
            _ => Duration::from_secs(1_000_000_000),
        },
        memory: args.memory << 20,
        sandbox: !allowed.trust,
        ..Limits::default()
    };
    let mut oracles = OracleSet::load(&subject, &drive.profile, &oracles, (&limits, 1), stop)?;
    let coverage = measuring.as_ref().map(Measuring::start).transpose()?;
    let mut pool = covered_pool(drive, &limits, 1, stop, coverage)?;
    if let (Some(measuring), Some(coverage)) = (&measuring, pool.coverage()) {
        measuring.check_libraries(coverage)?;
    }
    let text = Arc::from(text);
    let is_leak = leak::is_of(&script);
    let items = match is_leak {
        true => leak::repeated(&text),
        false => vec![Item::Trace(text)],
    };
    let outcomes = match measuring {
        Some(_) => run_measured(&mut pool, items)?,
        None if is_leak => pool.run_list(items)?,
        None => vec![pool.run_one(items[0].clone())?],
    };
    if let Some(first) = outcomes.first() {
        print(first, args.verbose || args.explain);
    }
    let code = match is_leak {
        true => report_leak(&path, &script, &outcomes)?,
        false => report_run(&path, &script, &outcomes[0], &mut oracles)?,
    };
    if let (Some(measuring), Some(coverage)) = (&measuring, pool.coverage()) {
        measuring.report(coverage)?;
    }
    Ok(code)
}

/// Prints all calls of a replay, or the one with which it ended early.
fn print(outcome: &Outcome, all: bool) {
    match &outcome.last_call {
        Some(call) if !all => console::out(format!("{call}\n")),
        None if !all => {}
        _ => return console::out(replayed::calls(outcome)),
    }
    console::out(trace_file::end_by_time(&outcome.verdict));
}

/// Reports how a replay ended, and what the oracles say of it.
fn report_run(
    file: &Path,
    script: &Script,
    outcome: &Outcome,
    oracles: &mut OracleSet,
) -> Result<u8, Failure> {
    if let Some(code) = report_end(file, script, outcome)? {
        return Ok(code);
    }
    let bugs = report_oracles(outcome, oracles)?;
    let differences = differences(script, &outcome.trace);
    for difference in &differences {
        complain!("{difference}");
    }
    let Some(id) = trace_file::finding(script) else {
        if !bugs.is_empty() || !differences.is_empty() {
            return Ok(exit::FINDING);
        }
        complain!("ended well{}", answers(outcome));
        return Ok(exit::CLEAN);
    };
    if bugs.iter().any(|bug| id.is_of(&bug.violation.kind)) {
        return Ok(exit::FINDING);
    }
    // The trace of an oracle's finding has the right answers as notes if it is minimized, or is
    // evidence.
    if id.needs_other_process() && !differences.is_empty() {
        return Ok(exit::FINDING);
    }
    if let Some(bug) = bugs.first() {
        complain_of_other(&id, &bug.violation.kind);
        return Ok(exit::FINDING);
    }
    let more = match id.needs_other_process() && oracles.workers.is_empty() {
        true => "; --cross-check SOLVER and --check find what a run does not show by itself",
        false => "",
    };
    complain!("did not reproduce: the trace is of {id}, but the replay ended well{more}");
    Ok(exit::NOT_REPRODUCED)
}

/// The answers of the checks of a run, for a message that ends with them.
fn answers(outcome: &Outcome) -> String {
    let script = lex(&outcome.trace).ok();
    let lines = script.iter().flat_map(|script| &script.lines);
    let answers: Vec<&str> = lines.filter_map(Line::answer).map(Answer::name).collect();
    match answers.as_slice() {
        [] => String::new(),
        answers => format!(": {}", answers.join(", ")),
    }
}

/// Says that the replay of a finding shows another kind of bug.
fn complain_of_other(id: &FindingId, kind: &BugKind) {
    complain!("did not reproduce: the trace is of {id}, but the replay shows {kind}");
}

/// Reports what the oracles in other processes say of a run that ended well. Returns their
/// suspected bugs.
fn report_oracles(
    outcome: &Outcome,
    oracles: &mut OracleSet,
) -> Result<Vec<SuspectedBug>, Failure> {
    let mut bugs = Vec::new();
    for (oracle, release) in oracles.workers.iter_mut().zip(&oracles.releases) {
        let examination = oracle.examine(outcome)?;
        for FailedQuestion {
            verdict,
            is_continued,
        } in examination.failures
        {
            let what = match is_continued {
                true => "one check is not compared",
                false => "not compared to the end",
            };
            complain!("{what}: {} ended with {verdict}", release.name);
        }
        for bug in examination.bugs {
            console::err(replayed::bug(&bug));
            bugs.push(bug);
        }
    }
    Ok(bugs)
}

/// Reports how a replay ended. Returns the exit code, unless it ended well and has all calls.
fn report_end(file: &Path, script: &Script, outcome: &Outcome) -> Result<Option<u8>, Failure> {
    let left_out = noted(&outcome.trace, LEFT_OUT);
    let left_out = left_out.inspect(|note| complain!("{note}"));
    // If the run of the trace ended in the same way, the replay has all of its calls.
    let mut notes = script.lines.iter().flat_map(|line| &line.notes);
    let ends_early = notes.any(|note| note.starts_with(LEFT_OUT_REST));
    let left_out = left_out.filter(|note| !(ends_early && note.starts_with(LEFT_OUT_REST)));
    let left_out = left_out.count();
    if let Some(failure) = Failure::of_verdict(&outcome.verdict) {
        return Err(failure.in_file(file));
    }
    if outcome.verdict == Verdict::Ok {
        if left_out == 0 {
            return Ok(None);
        }
        // Without all calls, answers cannot be compared.
        complain!("ended well{}; calls left out: {left_out}", answers(outcome));
        return Ok(Some(exit::TRACE));
    }
    console::err(replayed::end(outcome));
    if let Some(bug) = SuspectedBug::of(outcome.clone())
        && let Some(id) = trace_file::finding(script).filter(|id| !id.is_of(&bug.violation.kind))
    {
        complain_of_other(&id, &bug.violation.kind);
        if bug.is_limit_while_solving() {
            return Ok(Some(exit::NOT_REPRODUCED));
        }
    }
    Ok(Some(exit::FINDING))
}

/// Reports whether the repetitions of a trace leak.
fn report_leak(file: &Path, script: &Script, repetitions: &[Outcome]) -> Result<u8, Failure> {
    let ended_well = |outcome: &&Outcome| outcome.verdict == Verdict::Ok;
    if let Some(other) = repetitions.iter().find(|outcome| !ended_well(outcome)) {
        return Ok(report_end(file, script, other)?.unwrap_or(exit::FINDING));
    }
    complain!("{}", leak::grown(repetitions));
    if leak::growth(repetitions).is_some() {
        return Ok(exit::FINDING);
    }
    complain!("did not reproduce: the trace is of a leak, but memory in use does not grow");
    Ok(exit::NOT_REPRODUCED)
}

/// Prints each line before its call is made, so that they are visible after a crash.
#[derive(Default)]
struct Print {
    incomplete: bool,
}

impl Sink for Print {
    fn call(&mut self, text: &str) {
        console::out(text);
    }

    fn note(&mut self, text: &str) {
        self.call(&note(text));
    }

    fn left_out(&mut self, text: &str) {
        self.note(text);
        complain!("{text}");
        self.incomplete = true;
    }
}

fn in_process(
    drive: Drive,
    file: &Path,
    text: &str,
    measuring: Option<&Measuring<'_>>,
) -> Result<u8, Failure> {
    let mut coverage = measuring.map(Measuring::start).transpose()?;
    let is_trusted = drive.is_trusted;
    let mut payload = SolverPayload::new(drive);
    if !is_trusted {
        sandbox::restrict(&payload.file_needs(), None)
            .map_err(|e| Failure::configuration(format!("cannot restrict the process: {e}")))?;
    }
    let version = payload.load().map_err(Failure::configuration)?;
    complain!("version {version}");
    if let (Some(measuring), Some(coverage)) = (measuring, &mut coverage) {
        coverage
            .cover_this_process()
            .map_err(Failure::configuration)?;
        measuring.check_libraries(coverage)?;
    }
    let mut print = Print::default();
    let end = payload.run_item(&Item::Trace(Arc::from(text)), &mut print);
    let code = match end {
        End::Ok if print.incomplete => exit::TRACE,
        End::Ok => exit::CLEAN,
        End::ResolveError(trouble) => return Err(Failure::unresolved(&trouble).in_file(file)),
        other => {
            complain!("{}", Verdict::from(other));
            exit::FINDING
        }
    };
    if let (Some(measuring), Some(coverage)) = (measuring, &coverage) {
        measuring.report(coverage)?;
    }
    Ok(code)
}
