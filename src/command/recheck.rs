//! `recheck`: replays the traces of bugs on another library, and says which bugs are still there.

use super::bug_replay::{BugReplay, replay_all};
use super::print_json;
use crate::bug_traces::BugTrace;
use crate::cli::{Allowed, ListFormat, RecheckArgs};
use crate::exit::{self, Failure};
use crate::judgement::Judgement;
use crate::plan::FoundSolver;
use crate::trace_file;
use murxla_store::SolverSpec;
use murxla_system::console::{complain, say};
use serde::Serialize;
use std::fmt::{self, Display};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The results of all traces.
#[derive(Serialize)]
struct Rechecked {
    solver: String,
    still: usize,
    gone: usize,
    different: usize,
    cannot_test: usize,
    /// Traces of other solvers, which are left out.
    other_solvers: usize,
    traces: Vec<RecheckedTrace>,
    #[serde(skip)]
    format: ListFormat,
}

/// The result of a trace.
#[derive(Serialize)]
struct RecheckedTrace {
    trace: String,
    result: RecheckResult,
    /// The kind of another bug, or why the trace cannot be tested.
    #[serde(skip_serializing_if = "String::is_empty")]
    detail: String,
}

#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "snake_case")]
enum RecheckResult {
    Still,
    Gone,
    Different,
    CannotTest,
}

/// The exit code by which `git bisect run` is told that a revision cannot be tested.
const SKIP_REVISION: u8 = 125;

/// Replays traces, and prints a line for each.
///
/// # Errors
/// There are no traces, or the solver is not there and cannot be installed.
pub fn run(args: &RecheckArgs, allowed: Allowed, stop: &Arc<AtomicBool>) -> Result<u8, Failure> {
    let counts = recheck(args, allowed, stop);
    if args.git_bisect {
        return match counts {
            Err(failure) if failure.ends_command() => Err(failure),
            Err(failure) => Err(Failure {
                code: SKIP_REVISION,
                ..failure
            }),
            Ok(Rechecked { still: 1.., .. }) => Ok(exit::FINDING),
            Ok(Rechecked {
                different: 0,
                cannot_test: 0,
                ..
            }) => Ok(exit::CLEAN),
            Ok(_) => Ok(SKIP_REVISION),
        };
    }
    Ok(match counts? {
        Rechecked {
            still: 0,
            different: 0,
            gone: 0,
            ..
        } => exit::TRACE,
        Rechecked {
            still: 0,
            different: 0,
            ..
        } => exit::CLEAN,
        _ => exit::FINDING,
    })
}

fn recheck(
    args: &RecheckArgs,
    allowed: Allowed,
    stop: &Arc<AtomicBool>,
) -> Result<Rechecked, Failure> {
    let traces = BugTrace::in_all(
        &args.paths,
        args.replays.oracles.reading(Some(&args.solver)),
    )?;
    let solver = &args.solver;
    // It is installed first, or the command ends.
    FoundSolver::find(solver, allowed.offline)?;
    let mut all = Rechecked {
        solver: solver.to_string(),
        still: 0,
        gone: 0,
        different: 0,
        cannot_test: 0,
        other_solvers: 0,
        traces: Vec::new(),
        format: args.format,
    };
    let (mut names, mut replays) = (Vec::new(), Vec::new());
    for trace in &traces {
        let name = trace.path.display();
        let (text, script) = match &trace.read {
            Ok(read) => read,
            Err(failure) => {
                all.add(&name, &Judgement::CannotTest(failure.message.clone()));
                continue;
            }
        };
        if trace_file::solver(script).is_some_and(|named| named.name != solver.name) {
            all.other_solvers += 1;
            continue;
        }
        names.push(name);
        replays.push(BugReplay::new(text, script, &args.replays, (allowed, stop)).of(trace));
    }
    if all.other_solvers > 0 {
        let others = all.other_solvers;
        complain!("traces of other solvers, which are left out: {others}");
    }
    let replays = replays.iter().map(|replay| (replay, solver.clone()));
    let replays: Vec<(&BugReplay<'_>, SolverSpec)> = replays.collect();
    replay_all(&replays, allowed.offline, |number, judgement| {
        all.add(&names[number], &judgement);
    })?;
    match args.format {
        ListFormat::Human => say!(
            "{solver}: {} still, {} gone, {} different, {} cannot be tested",
            all.still,
            all.gone,
            all.different,
            all.cannot_test
        ),
        ListFormat::Json => print_json(&all),
    }
    Ok(all)
}

impl Rechecked {
    /// Counts the result of a trace, and prints it in text for people.
    fn add(&mut self, name: &dyn Display, judgement: &Judgement) {
        let trace = RecheckedTrace::new(name, judgement);
        *match trace.result {
            RecheckResult::Still => &mut self.still,
            RecheckResult::Gone => &mut self.gone,
            RecheckResult::Different => &mut self.different,
            RecheckResult::CannotTest => &mut self.cannot_test,
        } += 1;
        if self.format == ListFormat::Human {
            say!("{trace}");
        }
        self.traces.push(trace);
    }
}

impl RecheckedTrace {
    fn new(name: &dyn Display, judgement: &Judgement) -> Self {
        let (result, detail) = match judgement {
            Judgement::Shows => (RecheckResult::Still, String::new()),
            Judgement::DoesNotShow => (RecheckResult::Gone, String::new()),
            Judgement::OtherBug(kind) => (RecheckResult::Different, kind.to_string()),
            Judgement::CannotTest(why) => (RecheckResult::CannotTest, why.clone()),
            Judgement::DependsOnTime(_) => (RecheckResult::CannotTest, judgement.to_string()),
        };
        Self {
            trace: name.to_string(),
            result,
            detail,
        }
    }
}

impl Display for RecheckedTrace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = match self.result {
            RecheckResult::Still => "still",
            RecheckResult::Gone => "gone",
            RecheckResult::Different => "different",
            RecheckResult::CannotTest => "cannot test",
        };
        write!(f, "{word:12} {}", self.trace)?;
        match self.detail.as_str() {
            "" => Ok(()),
            detail => write!(f, ": {detail}"),
        }
    }
}
