//! The time for minimizing a trace, with the code of the `minimize` command. Candidates run in
//! children, one after the other. An item is a candidate that was run.
//!
//! Children are forked from this process, so it must have one thread. Benchmarks here must not use
//! more.
//!
//! ```text
//! cargo bench --bench minimize
//! ```

#[path = "../tests/common/planted.rs"]
mod planted;

use divan::Bencher;
use divan::counter::ItemsCount;
use murxla_executor::{Item, Limits, Outcome, Pool, Verdict};
use murxla_fsm::action::Context;
use murxla_fsm::solver::loaded::Unloaded;
use murxla_fsm::trace::lex;
use murxla_rs::campaign::pool;
use murxla_rs::judgement::Wanted;
use murxla_rs::minimize::{Minimized, RunPredicate, minimize};
use murxla_rs::payload::Drive;
use murxla_rs::plan::FoundSolver;
use murxla_rs::triage::Rules;
use planted::crashing;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

fn main() {
    divan::main();
}

/// The toy, with runs that are longer than those of campaigns.
fn toy() -> Drive {
    let toy = "toy".parse().expect("the name of a solver");
    let toy = FoundSolver::find(&toy, true).expect("the toy is compiled in");
    let long = r#"{ "runs": { "calls": [2000, 2000] } }"#;
    toy.drive_with(&[("long".to_owned(), long.to_owned())])
        .expect("the profiles are sound")
}

/// Each run has its own process, as in the command.
fn children(drive: Drive) -> Pool {
    let limits = Limits {
        batch: 1,
        ..Limits::default()
    };
    let stop = Arc::new(AtomicBool::new(false));
    pool(drive, &limits, 1, &stop).expect("the toy needs no library")
}

fn predicate() -> RunPredicate {
    let drive = toy();
    let rules = Rules::new(&drive.profile.errors).expect("the toy's profile is sound");
    let wanted = Wanted::Kind("crash-SIGSEGV".into());
    RunPredicate::new(children(drive), Vec::new(), rules, wanted, None, (1, 1))
}

fn bench(bencher: Bencher<'_, '_>, text: &str) {
    let drive = toy();
    let context = Context::new(drive.wrapper, &Unloaded, &drive.profile);
    let script = lex(text).expect("a valid trace");
    let run = |predicate: &mut RunPredicate| -> Minimized {
        let minimized = minimize(&script, text, &context, predicate, &mut |_| Ok(()));
        minimized.unwrap_or_else(|failure| panic!("{failure}"))
    };
    let minimized = run(&mut predicate());
    assert!(minimized.calls < 20, "{}", minimized.text);
    bencher
        .counter(ItemsCount::new(minimized.runs))
        .with_inputs(predicate)
        .bench_local_refs(run);
}

/// A trace with this number of lines. The bug needs nine of them.
#[divan::bench(args = [200, 2000], sample_size = 1, sample_count = 10)]
fn minimize_planted(bencher: Bencher<'_, '_>, lines: usize) {
    bench(bencher, &crashing(lines));
}

/// A trace of more than a thousand calls, like those that campaigns find.
#[divan::bench(sample_size = 1, sample_count = 10)]
fn minimize_found(bencher: Bencher<'_, '_>) {
    let mut drive = toy();
    // The toy answers `unknown` to all checks, because deciding takes long and the bug does not
    // need it.
    let forced = [("bug", "segfault"), ("effort", "0")];
    drive.user.options = forced.map(|(k, v)| (k.to_owned(), v.to_owned())).into();
    let mut pool = children(drive);
    let mut run = |seed| pool.run_one(Item::Seed(seed)).expect("children run");
    let is_it = |run: &Outcome| matches!(run.verdict, Verdict::Crash(_)) && run.calls.count > 1000;
    let found = (1..).map(&mut run).find(is_it).expect("there is one");
    bench(bencher, &found.trace);
}
