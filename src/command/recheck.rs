//! `recheck`: replays the traces of bugs on another library, and says which bugs are still there.

use super::bug_replay::{BugReplay, replay_all};
use crate::bug_traces::BugTrace;
use crate::cli::{Allowed, RecheckArgs};
use crate::exit::{self, Failure};
use crate::judgement::Judgement;
use crate::plan::FoundSolver;
use crate::store::SolverSpec;
use crate::system::console::{complain, say};
use crate::trace_file;
use std::fmt::Display;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// How many traces have each result.
#[derive(Default)]
struct ResultCounts {
    still: usize,
    gone: usize,
    different: usize,
    cannot_test: usize,
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
            Ok(ResultCounts { still: 1.., .. }) => Ok(exit::FINDING),
            Ok(ResultCounts {
                different: 0,
                cannot_test: 0,
                ..
            }) => Ok(exit::CLEAN),
            Ok(_) => Ok(SKIP_REVISION),
        };
    }
    Ok(match counts? {
        ResultCounts {
            still: 0,
            different: 0,
            gone: 0,
            ..
        } => exit::TRACE,
        ResultCounts {
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
) -> Result<ResultCounts, Failure> {
    let traces = BugTrace::in_all(&args.paths, Some(&args.solver))?;
    let solver = &args.solver;
    // It is installed first, or the command ends.
    FoundSolver::find(solver, allowed.offline)?;
    let mut counts = ResultCounts::default();
    let (mut names, mut replays) = (Vec::new(), Vec::new());
    let mut others = 0;
    for trace in &traces {
        let name = trace.path.display();
        let (text, script) = match &trace.read {
            Ok(read) => read,
            Err(failure) => {
                counts.add(&name, &Judgement::CannotTest(failure.message.clone()));
                continue;
            }
        };
        if trace_file::solver(script).is_some_and(|named| named.name != solver.name) {
            others += 1;
            continue;
        }
        names.push(name);
        replays.push(BugReplay::new(text, script, &args.replays, (allowed, stop)).of(trace));
    }
    if others > 0 {
        complain!("traces of other solvers, which are left out: {others}");
    }
    let replays = replays.iter().map(|replay| (replay, solver.clone()));
    let replays: Vec<(&BugReplay<'_>, SolverSpec)> = replays.collect();
    replay_all(&replays, allowed.offline, |number, judgement| {
        counts.add(&names[number], &judgement);
    })?;
    let ResultCounts {
        still,
        gone,
        different,
        cannot_test,
    } = &counts;
    say!(
        "{solver}: {still} still, {gone} gone, {different} different, {cannot_test} cannot be tested"
    );
    Ok(counts)
}

impl ResultCounts {
    /// Prints and counts the result of a trace.
    fn add(&mut self, name: &dyn Display, judgement: &Judgement) {
        let (count, word, detail) = match judgement {
            Judgement::Shows => (&mut self.still, "still", String::new()),
            Judgement::DoesNotShow => (&mut self.gone, "gone", String::new()),
            Judgement::OtherBug(kind) => (&mut self.different, "different", kind.to_string()),
            Judgement::CannotTest(why) => (&mut self.cannot_test, "cannot test", why.clone()),
            Judgement::DependsOnTime(_) => {
                (&mut self.cannot_test, "cannot test", judgement.to_string())
            }
        };
        *count += 1;
        match detail.as_str() {
            "" => say!("{word:12} {name}"),
            detail => say!("{word:12} {name}: {detail}"),
        }
    }
}
