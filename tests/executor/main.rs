//! Tests of the executor, with a payload that crashes, hangs and misbehaves like solver libraries
//! do.
//!
//! Only a process with one thread may fork, and cargo's test harness has several. So this target
//! has its own `main`. A test that does not end is ended by SIGALRM.

#[path = "../common/mod.rs"]
mod common;
mod fake;
mod kills;

use common::process::LIMIT;
use fake::{
    SEARCH, all, all_ok, cpu_time, ends_with, error, item, limits, pool, pool_of, run, run_between,
    time_limit,
};
use kills::{
    be_a_victim, be_busy, interrupt, killed_from_outside, no_orphans_after_drop, parent_killed,
    parent_killed_at_any_moment,
};
use libtest_mimic::{Arguments, Trial};
use murxla_executor::{ExecutorError, Item, Limits, Verdict, pause, wait_for_outcome};
use murxla_fsm::oracle::{BugKind, Violation};
use murxla_fsm::trace::ResolveError;
use std::process::ExitCode;
use std::time::Duration;

/// The time within which an expected event must happen, even on a busy machine.
const SOON: Duration = Duration::from_secs(60);

const SEGFAULT: Verdict = Verdict::Crash(libc::SIGSEGV);

fn endings() {
    let outcome = ends_with(Verdict::Crash(libc::SIGABRT), limits(), "abort");
    assert_eq!(&*outcome.trace, "abort\n");
    assert_eq!(outcome.calls.last.as_deref(), Some("abort"));
    assert_eq!(outcome.process.prefix.len(), 1);
    assert_eq!(&*outcome.process.prefix[0], "before\ndid before\n");
    assert!(!outcome.frames.is_empty());
    assert_eq!(outcome.process.version.as_ref(), "fake 1.0");
    let violation = Violation::without_check(BugKind::WrongModel, "wrong");
    let refused = ResolveError::Bad(error(7, "wrong"));
    let lacking = ResolveError::Unsupported(error(1, "wrong"));
    for (text, verdict) in [
        ("first\nsegv", SEGFAULT),
        ("exit 3", Verdict::Exit(3)),
        ("exit 0", Verdict::Exit(0)),
        ("check wrong", Verdict::Violation(violation.into())),
        ("refuse wrong", Verdict::Unusable(refused)),
        ("lack wrong", Verdict::Unusable(lacking)),
        ("memout", Verdict::OutOfMemory),
        ("exit 101", Verdict::Exit(101)),
        ("panic", Verdict::Defect("an internal error".to_owned())),
        ("eat 1000000000", Verdict::OutOfMemory),
        ("eat 100000000", Verdict::Ok),
    ] {
        ends_with(verdict, limits(), text);
    }
    let no_limit = Limits {
        memory: 0,
        ..limits()
    };
    ends_with(Verdict::Ok, no_limit, "eat 400000000");
    let outcome = ends_with(SEGFAULT, limits(), "count 3\ncount 4\nsegv");
    assert_eq!((outcome.calls.count, outcome.counters[2]), (3, 7));
}

fn stack_overflow() {
    let outcome = ends_with(SEGFAULT, limits(), "overflow");
    assert!(outcome.frames.len() > 10, "{:?}", outcome.frames);
    assert_eq!(outcome.frames[0], "stack overflow");
    let mut callers = outcome.frames.iter().skip(2);
    assert!(callers.all(|frame| *frame == outcome.frames[2]));
}

fn timeouts() {
    let outcome = ends_with(Verdict::Timeout, limits(), "first\nhang");
    assert_eq!(outcome.calls.last.as_deref(), Some("hang"));
    // An item that uses no CPU time has four times the limit.
    assert!(outcome.cost.wall >= Duration::from_millis(2000) && outcome.cost.wall < SOON);
    assert!(outcome.cost.cpu < Duration::from_millis(450));
    let outcome = ends_with(Verdict::Timeout, limits(), "first\nspin");
    // On a busy machine the wall-clock limit may come first.
    let by_clock = outcome.cost.wall >= Duration::from_millis(2000);
    assert!(outcome.cost.cpu >= Duration::from_millis(450) || by_clock);
    assert!(outcome.cost.cpu < SOON);
    // The limit is for an item, not for a child.
    all_ok(&run(limits(), &["nap 300", "nap 300", "nap 300"]));
}

/// A search that can be interrupted ends its item and not the process. The hard limit applies to
/// other searches and to work that is not a search.
fn soft_limits() {
    let limits = time_limit(10);
    let time = limits.time;
    let texts = [
        "search 1000000",
        "pid\nwork 100",
        "search 1",
        "pid\nsearch-deaf 60",
        "pid",
        "search-deaf 1000000",
    ];
    let outcomes = run(limits, &texts);
    let verdicts: Vec<&Verdict> = outcomes.iter().map(|o| &o.verdict).collect();
    let (ok, timed_out) = (&Verdict::Ok, &Verdict::Timeout);
    assert_eq!(verdicts, [timed_out, ok, ok, timed_out, ok, timed_out]);
    assert_eq!(outcomes[0].calls.last.as_deref(), Some("search 1000000"));
    assert!(outcomes[0].cost.cpu >= SEARCH && outcomes[0].cost.cpu < time / 2);
    let pid = |index: usize| outcomes[index].trace.lines().nth(1).map(str::to_owned);
    assert!(pid(1).is_some() && pid(1) == pid(3) && pid(1) == pid(4));
    assert!(outcomes[5].cost.cpu >= 4 * SEARCH && outcomes[5].cost.cpu < time);
}

fn output_is_captured() {
    let violation = Violation::without_check(BugKind::WrongModel, "it");
    let verdict = Verdict::Violation(violation.into());
    let outcome = ends_with(verdict, limits(), "say hello\ncomplain hm\ncheck it");
    assert_eq!(outcome.output, "hello\nhm\n");
    let outcome = ends_with(SEGFAULT, limits(), "complain oh\nsegv");
    assert_eq!(outcome.output, "oh\n");
}

fn large_outputs_are_cut() {
    let limits = time_limit(20);
    for text in ["flood 100000000", "flood 100000000\nabort"] {
        let output = run_between(limits.clone(), text).output;
        assert!(output.len() > 60_000 && output.len() < 70_000);
        assert!(output.contains("bytes left out"));
    }
    let text = "complain begin\nflood 1000000\ncomplain end";
    let output = ends_with(Verdict::Ok, limits, text).output;
    assert!(output.starts_with("begin\n") && output.ends_with("end\n"));
}

/// The usual limits, but with 1 MiB for traces.
fn small_arena() -> Limits {
    let arena = 1 << 20;
    Limits { arena, ..limits() }
}

fn arena_full() {
    // 1 MiB has space for some of these traces but not for all. Children end early, and traces are
    // complete.
    let small = small_arena();
    for outcome in run(small.clone(), &["calls 10000"; 10]) {
        assert_eq!(outcome.verdict, Verdict::Ok);
        assert!(!outcome.calls.truncated);
        assert_eq!(outcome.trace.lines().count(), 10_002);
    }
    // An item that needs more than the rest of the arena starts again with an empty arena.
    let outcomes = run(small.clone(), &["calls 1000", "pid", "calls 40000", "pid"]);
    assert!(outcomes.iter().all(|o| !o.calls.truncated));
    assert_ne!(outcomes[1].trace, outcomes[3].trace);
    // The trace of an item that needs more than an empty arena is cut, and its last call is known.
    let outcomes = run(small, &["before", "calls 100000\nsegv", "after"]);
    assert_eq!(outcomes[1].verdict, Verdict::Crash(libc::SIGSEGV));
    assert!(outcomes[1].calls.truncated && outcomes[1].trace.len() > 800_000);
    assert_eq!(outcomes[1].calls.last.as_deref(), Some("segv"));
    assert_eq!(outcomes[1].calls.count, 100_002);
    assert_eq!(&*outcomes[2].trace, "after\ndid after\n");
}

fn inbox_full() {
    let (line, huge) = ("x ".repeat(200_000), "x ".repeat(600_000));
    let outcomes = run(small_arena(), &[&line, &line, &huge, &line, "end"]);
    let verdicts: Vec<bool> = outcomes.iter().map(|o| o.verdict == Verdict::Ok).collect();
    assert_eq!(verdicts, [true, true, false, true, true]);
    assert!(matches!(outcomes[2].verdict, Verdict::Unusable(_)));
}

fn oversized_item() {
    let mut pool = pool(1, small_arena());
    let outcome = pool.run_one(item(&"x ".repeat(600_000))).unwrap();
    assert!(matches!(outcome.verdict, Verdict::Unusable(_)));
    assert_eq!(pool.run_one(item("pid")).unwrap().verdict, Verdict::Ok);
}

fn growth_and_replacement() {
    let growth = 20 << 20;
    let mut pool = pool(1, Limits { growth, ..limits() });
    pool.submit(["pid", "leak 1000000", "pid", "leak 40000000", "pid"].map(item));
    let outcomes = all(&mut pool);
    let growth = outcomes[1].cost.growth;
    assert!((1_000_000..1_010_000).contains(&growth), "{growth}");
    let growth = outcomes[2].cost.growth;
    assert!(growth.abs() < 10_000, "{growth}");
    assert_eq!(outcomes[0].trace, outcomes[2].trace);
    assert_ne!(outcomes[0].trace, outcomes[4].trace);
}

fn batches() {
    for (jobs, batch) in [(1, 1), (1, 1000), (4, 1), (4, 1000), (4, 7)] {
        let mut pool = pool(jobs, Limits { batch, ..limits() });
        pool.submit(vec![item("pid"); 100]);
        pool.submit((0..1000).map(Item::Seed));
        assert_eq!(pool.pending(), 1100);
        let outcomes = all(&mut pool);
        all_ok(&outcomes);
        let mut tickets: Vec<u64> = outcomes.iter().map(|o| o.ticket).collect();
        if jobs == 1 {
            assert!(tickets.is_sorted());
        }
        tickets.sort_unstable();
        assert_eq!(tickets, (0..1100).collect::<Vec<u64>>());
        let pids = outcomes.iter().filter(|o| o.item == item("pid"));
        let mut pids: Vec<&str> = pids.map(|o| &*o.trace).collect();
        pids.sort_unstable();
        pids.dedup();
        assert_eq!(pids.len(), 100_usize.div_ceil(batch));
    }
}

fn confirmation() {
    let mut pool = pool(1, limits());
    pool.submit(["nap 100", "second", "nap 100", "nap 100"].map(item));
    let first = pool.next_outcome().unwrap().unwrap();
    assert_eq!(first.verdict, Verdict::Ok);
    let second = pool.next_outcome().unwrap().unwrap();
    assert_eq!(second.verdict, Verdict::Crash(libc::SIGABRT));
    // The item fails after its prefix but not alone. Neither run waits for the batch.
    assert_eq!(pool.run_one(item("second")).unwrap().verdict, Verdict::Ok);
    let texts = [&*second.process.prefix[0], "second", "never"].map(item);
    let outcomes = pool.run_list(texts.to_vec()).unwrap();
    assert_eq!(outcomes.len(), 2);
    assert_eq!(outcomes[1].verdict, second.verdict);
    assert_eq!(pool.pending(), 2);
    assert_eq!(all(&mut pool).len(), 2);
    assert_eq!(pool.run_one(item("pid")).unwrap().verdict, Verdict::Ok);
}

fn two_pools() {
    let (mut a, mut b) = (pool(2, limits()), pool(1, limits()));
    a.submit((0..100).map(Item::Seed));
    let mut count = 0;
    while let Some(outcome) = a.next_outcome().unwrap() {
        let other = b.run_one(Item::Trace(outcome.trace)).unwrap();
        assert_eq!(other.verdict, Verdict::Ok);
        count += 1;
    }
    assert_eq!(count, 100);
}

/// A hanging item, in a batch or in a list, does not delay the items of other pools.
fn side_by_side() {
    // The items end, although the hanging item has a time limit that this test never reaches.
    let (mut a, mut b) = (pool(1, time_limit(1000)), pool(1, time_limit(1000)));
    a.submit([item("hang")]);
    b.begin_list(vec![item("hang")]).unwrap();
    b.submit((0..100).map(Item::Seed));
    let mut ended = 0;
    while ended < 100 {
        wait_for_outcome(&mut [&mut a, &mut b], Duration::from_millis(100)).unwrap();
        while let Some(outcome) = b.take_ready_outcome() {
            assert_eq!(outcome.verdict, Verdict::Ok);
            ended += 1;
        }
        assert!(a.take_ready_outcome().is_none() && b.take_list().is_none());
    }
    let (mut a, mut b) = (pool(1, limits()), pool(1, limits()));
    a.submit([item("hang")]);
    b.begin_list(vec![item("hang")]).unwrap();
    let mut timed_out = 0;
    while timed_out < 2 {
        wait_for_outcome(&mut [&mut a, &mut b], Duration::from_millis(100)).unwrap();
        let list = b.take_list().into_iter().flatten();
        for outcome in a.take_ready_outcome().into_iter().chain(list) {
            assert_eq!(outcome.verdict, Verdict::Timeout);
            timed_out += 1;
        }
    }
    // Batches can be abandoned while lists continue.
    a.submit([item("hang"), item("hang")]);
    pause(&mut [&mut a], Duration::from_millis(10)).unwrap();
    a.abandon();
    assert_eq!((a.pending(), a.free_slots()), (0, 0));
    assert_eq!(a.run_one(item("")).unwrap().verdict, Verdict::Ok);
}

fn loading_fails() {
    let limits = |load: &str| Limits {
        // A panic takes long on a busy machine, so only the load that never ends has a short limit.
        load: Duration::from_millis(if load == "hang" { 300 } else { 30_000 }),
        ..limits()
    };
    let error = |load| match pool_of(2, limits(load), load) {
        Err(ExecutorError::Load(message)) => message,
        other => panic!("{load}: {:?}", other.err()),
    };
    assert_eq!(error("error"), "no such library");
    assert!(error("crash").starts_with("loading the library crashed with SIGSEGV"));
    assert!(error("exit").starts_with("loading the library ended the process with code 5"));
    assert!(error("hang").starts_with("the library did not load within 0.3 s"));
    assert_eq!(error("panic"), "panic while loading: cannot load");
}

/// Bytes of this process that are resident and not shared.
fn resident() -> u64 {
    let statm = std::fs::read_to_string("/proc/self/statm").unwrap();
    let numbers = statm.split_whitespace();
    let pages: Vec<u64> = numbers.map(|n| n.parse().unwrap()).collect();
    (pages[1] - pages[2]) * 4096
}

/// Many items at once take as much time as the same items in smaller parts, and no additional
/// memory.
fn many_items() {
    let batch = 1000;
    let mut pool = pool(2, Limits { batch, ..limits() });
    let mut round = |items: u64| {
        pool.submit((0..items).map(Item::Seed));
        let mut count = 0;
        while let Some(outcome) = pool.next_outcome().unwrap() {
            assert_eq!(outcome.verdict, Verdict::Ok);
            count += 1;
        }
        assert_eq!(count, items);
        resident()
    };
    round(10_000);
    let before = round(10_000);
    let start = cpu_time();
    let after = (0..5).map(|_| round(10_000)).last().unwrap();
    let at_once = cpu_time() - start;
    let most = before + (1 << 20);
    assert!(after < most, "grew from {before} to {after} bytes");
    let start = cpu_time();
    for _ in 0..50 {
        round(1000);
    }
    let in_parts = cpu_time() - start;
    // If the time were quadratic, it would be ten times as much.
    assert!(at_once < 4 * in_parts, "{at_once:?}, {in_parts:?}");
}

/// The tests with these names.
macro_rules! tests {
    ($($name:ident)*) => {
        vec![$(
            Trial::test(stringify!($name), || {
                nix::unistd::alarm::set(LIMIT.as_secs() as u32);
                $name();
                Ok(())
            })
        ),*]
    };
}

fn main() -> ExitCode {
    match std::env::args().nth(1).as_deref() {
        Some("be-a-victim") => be_a_victim(),
        Some("be-busy") => be_busy(),
        _ => {}
    }
    let tests = tests! {
        endings stack_overflow timeouts soft_limits output_is_captured
        large_outputs_are_cut arena_full inbox_full oversized_item growth_and_replacement batches
        confirmation two_pools side_by_side loading_fails killed_from_outside no_orphans_after_drop
        parent_killed parent_killed_at_any_moment interrupt many_items
    };
    let mut arguments = Arguments::from_args();
    arguments.test_threads = Some(1);
    libtest_mimic::run(&arguments, tests).exit_code()
}
