//! Tests of the executor, with a payload that crashes, hangs and misbehaves like solver libraries
//! do.
//!
//! Only a process with one thread may fork, and cargo's test harness has several. So this target
//! has its own `main`. Each argument selects the tests whose names contain it. `measure` prints
//! measurements instead. A test that does not end is ended by SIGALRM.

#[path = "../common/mod.rs"]
mod common;
mod fake;
mod kills;

use common::process::LIMIT;
use fake::{
    SEARCH, all, cpu_time, error, item, limits, pool, pool_of, run, run_between, time_limit,
};
use kills::{
    be_a_victim, be_busy, interrupt, killed_from_outside, no_orphans_after_drop, parent_killed,
    parent_killed_at_any_moment,
};
use murxla_executor::{ExecutorError, Item, Limits, Verdict, pause, wait_for_outcome};
use murxla_fsm::oracle::{BugKind, Violation};
use murxla_fsm::trace::ResolveError;
use std::io::Write as _;
use std::time::{Duration, Instant};

/// The time within which an expected event must happen, even on a busy machine.
const SOON: Duration = Duration::from_secs(60);

fn endings() {
    let check = |text, verdict| {
        let outcome = run_between(limits(), text);
        assert_eq!(outcome.verdict, verdict, "{text}: {}", outcome.output);
        outcome
    };
    let outcome = check("abort", Verdict::Crash(libc::SIGABRT));
    assert_eq!(&*outcome.trace, "abort\n");
    assert_eq!(outcome.calls.last.as_deref(), Some("abort"));
    assert_eq!(outcome.process.prefix.len(), 1);
    assert_eq!(&*outcome.process.prefix[0], "before\ndid before\n");
    assert!(!outcome.frames.is_empty());
    assert_eq!(outcome.process.version.as_ref(), "fake 1.0");
    check("first\nsegv", Verdict::Crash(libc::SIGSEGV));
    check("exit 3", Verdict::Exit(3));
    check("exit 0", Verdict::Exit(0));
    let violation = Violation::without_check(BugKind::WrongModel, "wrong");
    check("check wrong", Verdict::Violation(violation.into()));
    let refused = ResolveError::Bad(error(7, "wrong"));
    check("refuse wrong", Verdict::Unusable(refused));
    let lacking = ResolveError::Unsupported(error(1, "wrong"));
    check("lack wrong", Verdict::Unusable(lacking));
    check("memout", Verdict::OutOfMemory);
    check("exit 101", Verdict::Exit(101));
    check("panic", Verdict::Defect("an internal error".to_owned()));
    let outcome = check("count 3\ncount 4\nsegv", Verdict::Crash(libc::SIGSEGV));
    assert_eq!((outcome.calls.count, outcome.counters[2]), (3, 7));
}

fn stack_overflow() {
    let outcome = run_between(limits(), "overflow");
    assert_eq!(outcome.verdict, Verdict::Crash(libc::SIGSEGV));
    assert!(outcome.frames.len() > 10, "{:?}", outcome.frames);
    assert_eq!(outcome.frames[0], "stack overflow");
    let mut callers = outcome.frames.iter().skip(2);
    assert!(callers.all(|frame| *frame == outcome.frames[2]));
}

fn out_of_memory() {
    let outcome = run_between(limits(), "eat 1000000000");
    assert_eq!(outcome.verdict, Verdict::OutOfMemory, "{}", outcome.output);
    let outcome = run_between(limits(), "eat 100000000");
    assert_eq!(outcome.verdict, Verdict::Ok);
    let memory = 0;
    let outcome = run_between(Limits { memory, ..limits() }, "eat 400000000");
    assert_eq!(outcome.verdict, Verdict::Ok);
}

fn timeouts() {
    let outcome = run_between(limits(), "first\nhang");
    assert_eq!(outcome.verdict, Verdict::Timeout);
    assert_eq!(outcome.calls.last.as_deref(), Some("hang"));
    // An item that uses no CPU time has four times the limit.
    assert!(outcome.cost.wall >= Duration::from_millis(2000) && outcome.cost.wall < SOON);
    assert!(outcome.cost.cpu < Duration::from_millis(450));
    let outcome = run_between(limits(), "first\nspin");
    assert_eq!(outcome.verdict, Verdict::Timeout);
    // On a busy machine the wall-clock limit may come first.
    let by_clock = outcome.cost.wall >= Duration::from_millis(2000);
    assert!(outcome.cost.cpu >= Duration::from_millis(450) || by_clock);
    assert!(outcome.cost.cpu < SOON);
    // The limit is for an item, not for a child.
    let outcomes = run(limits(), &["nap 300", "nap 300", "nap 300"]);
    assert!(outcomes.iter().all(|o| o.verdict == Verdict::Ok));
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
    let outcome = run_between(limits(), "say hello\ncomplain hm\ncheck it");
    assert_eq!(outcome.output, "hello\nhm\n");
    let outcome = run_between(limits(), "complain oh\nsegv");
    assert_eq!(outcome.output, "oh\n");
}

fn large_outputs_are_cut() {
    let limits = time_limit(20);
    for text in ["flood 100000000", "flood 100000000\nabort"] {
        let outcome = run_between(limits.clone(), text);
        assert!(outcome.output.len() > 60_000 && outcome.output.len() < 70_000);
        assert!(outcome.output.contains("bytes left out"));
    }
    let outcome = run_between(limits, "complain begin\nflood 1000000\ncomplain end");
    assert_eq!(outcome.verdict, Verdict::Ok);
    assert!(outcome.output.starts_with("begin\n") && outcome.output.ends_with("end\n"));
}

fn arena_full() {
    // 1 MiB has space for some of these traces but not for all. Children end early, and traces are
    // complete.
    let arena = 1 << 20;
    let small = Limits { arena, ..limits() };
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
    let arena = 1 << 20;
    let small = Limits { arena, ..limits() };
    let line = "x ".repeat(200_000);
    let huge = "x ".repeat(600_000);
    let outcomes = run(small, &[&line, &line, &huge, &line, "end"]);
    let verdicts: Vec<bool> = outcomes.iter().map(|o| o.verdict == Verdict::Ok).collect();
    assert_eq!(verdicts, [true, true, false, true, true]);
    assert!(matches!(outcomes[2].verdict, Verdict::Unusable(_)));
}

fn oversized_item() {
    let arena = 1 << 20;
    let mut pool = pool(1, Limits { arena, ..limits() });
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
        assert!(outcomes.iter().all(|o| o.verdict == Verdict::Ok));
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
    let (mut a, mut b) = (pool(1, time_limit(1)), pool(1, time_limit(1)));
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

/// Measurements for the documentation.
fn measure() {
    for batch in [1, 10, 100, 1000] {
        for growth in [false, true] {
            let limits = Limits {
                batch,
                measure_growth: growth,
                ..Limits::default()
            };
            let mut pool = pool(1, limits);
            let items = (200 * batch as u64).clamp(2000, 50_000);
            let start = Instant::now();
            pool.submit((0..items).map(Item::Seed));
            let count = all(&mut pool).len() as f64;
            let rate = count / start.elapsed().as_secs_f64();
            println!("batch {batch}, growth measured {growth}: {rate:.0} items/s");
        }
    }
    let limits = Limits {
        time: Duration::from_secs(100),
        ..Limits::default()
    };
    let mut pool = pool(1, limits);
    for text in ["lines 1", "lines 500001", "lines 500001"] {
        let outcome = pool.run_one(item(text)).unwrap();
        let (wall, length) = (outcome.cost.wall, outcome.trace.len());
        println!("{text}: {wall:?}, {length} bytes");
    }
}

fn main() {
    let arguments = std::env::args().skip(1);
    let arguments: Vec<String> = arguments.filter(|a| !a.starts_with('-')).collect();
    match arguments.first().map(String::as_str) {
        Some("be-a-victim") => be_a_victim(),
        Some("be-busy") => be_busy(),
        Some("measure") => return measure(),
        _ => {}
    }
    let tests: &[(&str, fn())] = &[
        ("endings", endings),
        ("stack_overflow", stack_overflow),
        ("out_of_memory", out_of_memory),
        ("timeouts", timeouts),
        ("soft_limits", soft_limits),
        ("output_is_captured", output_is_captured),
        ("large_outputs_are_cut", large_outputs_are_cut),
        ("arena_full", arena_full),
        ("inbox_full", inbox_full),
        ("oversized_item", oversized_item),
        ("growth_and_replacement", growth_and_replacement),
        ("batches", batches),
        ("confirmation", confirmation),
        ("two_pools", two_pools),
        ("side_by_side", side_by_side),
        ("loading_fails", loading_fails),
        ("killed_from_outside", killed_from_outside),
        ("no_orphans_after_drop", no_orphans_after_drop),
        ("parent_killed", parent_killed),
        ("parent_killed_at_any_moment", parent_killed_at_any_moment),
        ("interrupt", interrupt),
        ("many_items", many_items),
    ];
    let (mut passed, mut failed) = (0, 0);
    for (name, test) in tests {
        if !arguments.is_empty() && !arguments.iter().any(|a| name.contains(a.as_str())) {
            continue;
        }
        print!("test {name} ... ");
        // The name is in the output if the test does not end.
        std::io::stdout().flush().unwrap();
        nix::unistd::alarm::set(LIMIT.as_secs() as u32);
        let start = Instant::now();
        let ok = std::panic::catch_unwind(test).is_ok();
        let word = if ok { "ok" } else { "FAILED" };
        println!("{word} ({:?})", start.elapsed());
        if ok { passed += 1 } else { failed += 1 }
    }
    println!("{passed} passed, {failed} failed");
    std::process::exit(i32::from(failed > 0));
}
