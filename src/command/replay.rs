//! `replay`: makes the calls of a trace again.

use super::bug_replay::judged_on;
use super::reached::{Measuring, run_measured};
use crate::actions;
use crate::bug_traces::NamedTrace;
use crate::campaign::{OracleSet, covered_pool};
use crate::cli::{Allowed, Replay};
use crate::exit::{self, Failure};
use crate::judgement::{Judge, Judgement, Wanted, left_out_calls};
use crate::oracle::noted::differences;
use crate::oracle::{FailedQuestion, leak};
use crate::payload::{Drive, SolverPayload};
use crate::plan::{FoundSolver, Oracles};
use crate::replayed;
use crate::trace_file;
use crate::triage::{FindingId, Rules, SuspectedBug};
use murxla_executor::{Item, Limits, Outcome, Payload as _, Verdict, sandbox};
use murxla_fsm::action::Role;
use murxla_fsm::run::{End, Sink, Strictness};
use murxla_fsm::solver::Answer;
use murxla_fsm::trace::{Line, Note, Script, lex, notes_in};
use murxla_store::SolverSpec;
use murxla_system::console::{self, complain};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Replays a trace. Writes calls and answers to stdout, and how the replay ended to stderr, last.
///
/// # Errors
/// A bad trace, or a solver that is not there and cannot be installed.
pub fn run(args: &Replay, allowed: Allowed, stop: &Arc<AtomicBool>) -> Result<u8, Failure> {
    let reading = args.oracles.reading(args.solver.as_ref());
    let NamedTrace {
        path,
        text,
        script,
        is_imported,
    } = NamedTrace::find(&args.trace, reading)?;
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
        Some(_) => {
            let mut outcomes = Vec::new();
            run_measured(&mut pool, items, |outcome| outcomes.push(outcome))?;
            outcomes
        }
        None if is_leak => pool.run_list(items)?,
        None => vec![pool.run_one(items[0].clone())?],
    };
    if let Some(first) = outcomes.first() {
        print(first, args.verbose || args.explain);
    }
    let own = trace_file::solver(&script);
    let is_same_solver = own.is_none_or(|own| own.name == subject.spec.name);
    let with = (&mut oracles, is_same_solver.then_some(&subject.spec));
    let code = match is_leak {
        true => report_leak(&path, &script, &outcomes, with)?,
        false => report_run(&path, &script, &outcomes[0], with)?,
    };
    if is_imported && code == exit::CLEAN && !args.oracles.values {
        say_unread(&script, &outcomes[0]);
    }
    if let (Some(measuring), Some(coverage)) = (&measuring, pool.coverage()) {
        measuring.report(coverage)?;
    }
    Ok(code)
}

/// Says that a script asks for no values, if the replay has a model that they would check.
fn say_unread(script: &Script, outcome: &Outcome) {
    let is_query = |line: &Line| actions::role(&line.action.text) == Some(Role::Query);
    let is_sat = || {
        let run = lex(&outcome.trace);
        run.is_ok_and(|run| {
            run.lines
                .iter()
                .any(|line| line.answer() == Some(Answer::Sat))
        })
    };
    if !script.lines.iter().any(is_query) && is_sat() {
        complain!("the model was not read: --values asks for the values of the assertions");
    }
}

/// Prints all calls of a replay, or the one with which it ended early.
fn print(outcome: &Outcome, all: bool) {
    match &outcome.calls.last {
        Some(call) if !all => console::out(format!("{call}\n")),
        None if !all => {}
        _ => return console::out(replayed::calls(outcome)),
    }
    console::out(trace_file::end_by_time(&outcome.verdict));
}

/// Reports how a replay ended, what the oracles say of it, and what it shows of the trace's bug.
/// The solver is given if it is that of the trace, on any library.
fn report_run(
    file: &Path,
    script: &Script,
    outcome: &Outcome,
    (oracles, own): (&mut OracleSet, Option<&SolverSpec>),
) -> Result<u8, Failure> {
    let left_out = report_end(file, script, outcome)?;
    let mut bugs: Vec<SuspectedBug> = SuspectedBug::of(outcome.clone()).into_iter().collect();
    // Without all calls, answers cannot be compared.
    let is_whole = outcome.verdict == Verdict::Ok && left_out == 0;
    let mut has_difference = false;
    if is_whole {
        bugs.extend(report_oracles(outcome, oracles)?);
        for difference in differences(script, &outcome.trace) {
            complain!("{difference}");
            has_difference = true;
        }
    }
    let rules = Rules::default();
    let judge = Judge {
        is_same_solver: own.is_some(),
        ..Judge::new(Wanted::of_trace(script), &rules, Some(script))
    };
    let named = trace_file::named_bug(script);
    let of = |id: &FindingId| format!("did not reproduce: the trace is of {id}");
    let judgement = judge.judge(outcome, &bugs);
    let judgement = match own {
        Some(solver) => judged_on(solver, script, judgement),
        None => judgement,
    };
    Ok(match (judgement, &named) {
        (Judgement::Shows, _) if matches!(judge.wanted, Wanted::NotedAnswers) => {
            complain!("ended well{}", replayed::answers(outcome));
            exit::CLEAN
        }
        (Judgement::Shows, _) => {
            // Otherwise the verdict or an oracle has said what is wrong.
            if outcome.verdict == Verdict::Ok && bugs.is_empty() && !has_difference {
                let bug = named.as_ref().map_or("its bug", FindingId::as_str);
                complain!("shows {bug}{}", replayed::answers(outcome));
            }
            exit::FINDING
        }
        (Judgement::OtherBug(kind), Some(id)) => {
            complain!("{}, but the replay shows {kind}", of(id));
            exit::FINDING
        }
        (Judgement::DependsOnTime(_), Some(id)) if !bugs.is_empty() => {
            complain!(
                "{}, but the replay shows {}",
                of(id),
                bugs[0].violation.kind
            );
            exit::NOT_REPRODUCED
        }
        // The verdict says what has happened.
        (Judgement::OtherBug(_) | Judgement::DependsOnTime(_), _) if !bugs.is_empty() => {
            exit::FINDING
        }
        _ if left_out > 0 => {
            complain!(
                "ended well{}; calls left out: {left_out}",
                replayed::answers(outcome)
            );
            exit::TRACE
        }
        (Judgement::CannotTest(why), Some(id)) => {
            complain!("{}, which cannot be tested here: {why}", of(id));
            exit::TRACE
        }
        (Judgement::CannotTest(why), None) if outcome.verdict != Verdict::Ok => {
            complain!("{why}");
            exit::TRACE
        }
        (Judgement::DependsOnTime(why), Some(id)) => {
            complain!("{}, and the replay ended well, but {why}", of(id));
            exit::NOT_REPRODUCED
        }
        (_, Some(id)) => {
            let more = match id.needs_other_process() && oracles.workers.is_empty() {
                true => {
                    "; --cross-check SOLVER and --check find bugs that a run does not show by itself"
                }
                false => "",
            };
            complain!("{}, but the replay ended well{more}", of(id));
            exit::NOT_REPRODUCED
        }
        (_, None) => {
            let refused = refused(outcome);
            complain!("ended well{}{refused}", replayed::answers(outcome));
            exit::CLEAN
        }
    })
}

/// The options of a run that the solver has refused, for a message that ends with them.
fn refused(outcome: &Outcome) -> String {
    let script = lex(&outcome.trace).ok();
    let lines = script.iter().flat_map(|script| &script.lines);
    let mut calls: Vec<(String, usize)> = Vec::new();
    for call in lines.filter(|line| line.is_refused()).map(Line::call) {
        match calls.iter_mut().find(|(known, _)| *known == call) {
            Some((_, count)) => *count += 1,
            None => calls.push((call, 1)),
        }
    }
    let named = calls.into_iter().map(|(call, count)| match count {
        1 => call,
        _ => format!("{call} ({count} times)"),
    });
    let named: Vec<String> = named.collect();
    match named.is_empty() {
        true => String::new(),
        false => format!("; refused: {}", named.join(", ")),
    }
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
                false => "the rest of the run is not compared",
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

/// Reports which calls were left out, and how a replay ended, unless it ended well. Returns the
/// number of calls that were left out.
///
/// # Errors
/// The trace cannot be replayed.
fn report_end(file: &Path, script: &Script, outcome: &Outcome) -> Result<usize, Failure> {
    for note in notes_in(&outcome.trace).filter(Note::is_left_out) {
        complain!("{note}");
    }
    if let Some(failure) = Failure::of_verdict(&outcome.verdict) {
        return Err(failure.in_file(file));
    }
    console::err(replayed::end(outcome));
    Ok(left_out_calls(Some(script), outcome).count())
}

/// Reports whether the repetitions of a trace leak.
fn report_leak(
    file: &Path,
    script: &Script,
    repetitions: &[Outcome],
    oracles: (&mut OracleSet, Option<&SolverSpec>),
) -> Result<u8, Failure> {
    let ended_well = |outcome: &&Outcome| outcome.verdict == Verdict::Ok;
    if let Some(other) = repetitions.iter().find(|outcome| !ended_well(outcome)) {
        return report_run(file, script, other, oracles);
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

    fn note(&mut self, note: &Note) {
        self.call(&note.line());
        if let Note::LeftOut { .. } = note {
            complain!("{note}");
            self.incomplete = true;
        }
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
