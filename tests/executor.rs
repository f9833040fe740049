//! The executor, with a payload that misbehaves in every way a library can.
//!
//! Forking takes a process with one thread, and cargo's harness has several: this target has `main`.
//! Arguments are parts of names of tests to run; `measure` prints figures instead.

use std::hint::black_box;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::SeqCst;
use std::time::{Duration, Instant};

use murxla_rs::executor::{End, Error, Item, Limits, Outcome, Payload, Pool, Sink, Verdict};
use nix::sys::signal::{Signal, kill, raise};
use nix::unistd::Pid;

/// Does what the item's text says; seeds are harmless.
#[derive(Default)]
struct Fake {
    /// How to load: "", or what to do instead.
    load: &'static str,
    /// Items run by this process.
    runs: u32,
    leak: Vec<Vec<u8>>,
}

impl Payload for Fake {
    fn load(&mut self) -> Result<String, String> {
        println!("loading");
        match self.load {
            "error" => Err("no such library".to_owned()),
            "crash" => raise(Signal::SIGSEGV).map_err(|e| e.to_string()),
            "hang" => sleep(1000),
            "exit" => std::process::exit(5),
            "panic" => panic!("cannot load"),
            _ => Ok(()),
        }?;
        Ok("fake 1.0".to_owned())
    }

    fn exits_for_memory(&self, code: i32) -> bool {
        code == 101
    }

    fn run(&mut self, item: &Item, sink: &mut dyn Sink) -> End {
        self.runs += 1;
        let text = match item {
            Item::Seed(seed) => &format!("seed {seed}"),
            Item::Trace(text) => &**text,
        };
        for line in text.lines() {
            sink.call(line);
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            let n = rest.parse().unwrap_or(0);
            match word {
                "abort" => std::process::abort(),
                "segv" => drop(raise(Signal::SIGSEGV)),
                "overflow" => drop(black_box(overflow(1))),
                "exit" => std::process::exit(n as i32),
                "hang" => drop(sleep(1000)),
                "spin" => loop {
                    std::hint::spin_loop();
                },
                "nap" => std::thread::sleep(Duration::from_millis(n)),
                "eat" => drop(black_box(vec![0_u8; n as usize])),
                "leak" => self.leak.push(vec![1; n as usize]),
                "panic" => panic!("a defect of ours"),
                "flood" => (0..n / 100).for_each(|_| eprintln!("{}", "x".repeat(99))),
                "say" => println!("{rest}"),
                "complain" => eprintln!("{rest}"),
                "calls" => (0..n).for_each(|i| sink.call(&format!("call number {i}"))),
                "lines" => (0..n).for_each(|_| sink.call("(mk-term OP_BV_ADD t1 t2)")),
                "kill" => drop(raise(Signal::SIGKILL)),
                "second" if self.runs > 1 => std::process::abort(),
                "pid" => sink.note(&format!("{}", std::process::id())),
                "count" => sink.count(2, n as u32),
                "check" => {
                    return End::Check {
                        kind: "model".to_owned(),
                        message: rest.to_owned(),
                    };
                }
                "refuse" => {
                    return End::Refused {
                        line: 7,
                        message: rest.to_owned(),
                    };
                }
                "lack" => {
                    return End::Unsupported {
                        line: 1,
                        message: rest.to_owned(),
                    };
                }
                "memout" => return End::OutOfMemory,
                _ => {}
            }
            sink.note(&format!("did {word}"));
        }
        End::Ok
    }
}

fn sleep(seconds: u64) -> Result<(), String> {
    std::thread::sleep(Duration::from_secs(seconds));
    Ok(())
}

#[expect(unconditional_recursion, reason = "that is the point")]
fn overflow(n: u64) -> u64 {
    let frame = black_box([n; 64]);
    overflow(frame[0] + 1) + frame[63]
}

fn item(text: &str) -> Item {
    Item::Trace(Arc::from(text))
}

fn limits() -> Limits {
    Limits {
        time: Duration::from_millis(500),
        memory: 256 << 20,
        batch: 10,
        ..Limits::default()
    }
}

fn pool_of(jobs: usize, limits: Limits, load: &'static str) -> Result<Pool, Error> {
    let payload = Fake {
        load,
        ..Fake::default()
    };
    Pool::new(jobs, limits, Box::new(payload), Arc::default())
}

fn pool(jobs: usize, limits: Limits) -> Pool {
    pool_of(jobs, limits, "").expect("the fake library loads")
}

fn all(pool: &mut Pool) -> Vec<Outcome> {
    std::iter::from_fn(|| pool.next_outcome().expect("the pool works")).collect()
}

/// Runs texts as one batch.
fn run(limits: Limits, texts: &[&str]) -> Vec<Outcome> {
    let mut pool = pool(1, limits);
    pool.submit(texts.iter().map(|text| item(text)));
    let outcomes = all(&mut pool);
    let tickets: Vec<u64> = outcomes.iter().map(|o| o.ticket).collect();
    assert_eq!(tickets, (0..texts.len() as u64).collect::<Vec<_>>());
    outcomes
}

/// Runs a text between two harmless ones, which it must not disturb.
fn run_between(limits: Limits, text: &str) -> Outcome {
    let mut outcomes = run(limits, &["before", text, "after"]);
    assert_eq!(outcomes[0].verdict, Verdict::Ok);
    assert_eq!(outcomes[2].verdict, Verdict::Ok);
    assert_eq!(&*outcomes[2].trace, "after\ndid after\n");
    outcomes.remove(1)
}

fn is_alive(pid: i32) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    let state = stat
        .rsplit(") ")
        .next()
        .and_then(|rest| rest.chars().next());
    !matches!(state, None | Some('Z' | 'X'))
}

fn wait_until(what: &str, condition: impl Fn() -> bool) {
    let start = Instant::now();
    while !condition() {
        assert!(
            start.elapsed() < Duration::from_secs(5),
            "waited in vain: {what}"
        );
        std::thread::sleep(Duration::from_millis(1));
    }
}

fn endings() {
    let check = |text, verdict| {
        let outcome = run_between(limits(), text);
        assert_eq!(outcome.verdict, verdict, "{text}: {}", outcome.output);
        outcome
    };
    let outcome = check("abort", Verdict::Crash(libc::SIGABRT));
    assert_eq!(&*outcome.trace, "abort\n");
    assert_eq!(outcome.last_call.as_deref(), Some("abort"));
    assert_eq!(outcome.prefix.len(), 1);
    assert_eq!(&*outcome.prefix[0], "before\ndid before\n");
    assert!(!outcome.frames.is_empty());
    assert_eq!(outcome.version.as_ref(), "fake 1.0");
    check("first\nsegv", Verdict::Crash(libc::SIGSEGV));
    check("exit 3", Verdict::Exit(3));
    check("exit 0", Verdict::Exit(0));
    let message = || "wrong".to_owned();
    check(
        "check wrong",
        Verdict::Check {
            kind: "model".to_owned(),
            message: message(),
        },
    );
    check(
        "refuse wrong",
        Verdict::Refused {
            line: 7,
            message: message(),
        },
    );
    check(
        "lack wrong",
        Verdict::Unsupported {
            line: 1,
            message: message(),
        },
    );
    check("memout", Verdict::OutOfMemory);
    check("exit 101", Verdict::OutOfMemory);
    check("panic", Verdict::Defect("a defect of ours".to_owned()));
    let outcome = check("count 3\ncount 4\nsegv", Verdict::Crash(libc::SIGSEGV));
    assert_eq!((outcome.calls, outcome.counters[2]), (3, 7));
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
    let outcome = run_between(
        Limits {
            memory: 0,
            ..limits()
        },
        "eat 400000000",
    );
    assert_eq!(outcome.verdict, Verdict::Ok);
}

fn timeouts() {
    let start = Instant::now();
    let outcome = run_between(limits(), "first\nhang");
    assert_eq!(outcome.verdict, Verdict::Timeout);
    assert_eq!(outcome.last_call.as_deref(), Some("hang"));
    // What does not compute has more time.
    assert!(outcome.wall >= Duration::from_millis(2000) && outcome.wall < Duration::from_secs(4));
    assert!(outcome.cpu < Duration::from_millis(100));
    assert!(start.elapsed() < Duration::from_secs(5));
    let outcome = run_between(limits(), "first\nspin");
    assert_eq!(outcome.verdict, Verdict::Timeout);
    assert!(outcome.cpu >= Duration::from_millis(450) && outcome.cpu < Duration::from_secs(1));
    // The limit is for an item, not for a child.
    let outcomes = run(limits(), &["nap 300", "nap 300", "nap 300"]);
    assert!(outcomes.iter().all(|o| o.verdict == Verdict::Ok));
}

fn output_is_captured() {
    let outcome = run_between(limits(), "say hello\ncomplain hm\ncheck it");
    assert_eq!(outcome.output, "hello\nhm\n");
    let outcome = run_between(limits(), "complain oh\nsegv");
    assert_eq!(outcome.output, "oh\n");
}

fn floods_are_bounded() {
    let limits = Limits {
        time: Duration::from_secs(20),
        ..limits()
    };
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
    // 1 MiB holds some of these traces but not all: children end early, traces stay whole.
    let small = Limits {
        arena: 1 << 20,
        ..limits()
    };
    let outcomes = run(small.clone(), &["calls 10000"; 10]);
    for outcome in outcomes {
        assert_eq!((outcome.verdict, outcome.truncated), (Verdict::Ok, false));
        assert_eq!(outcome.trace.lines().count(), 10_002);
    }
    // An item that outgrows what is left starts over in a fresh arena.
    let outcomes = run(small.clone(), &["calls 1000", "pid", "calls 40000", "pid"]);
    assert!(outcomes.iter().all(|o| !o.truncated));
    assert_ne!(outcomes[1].trace, outcomes[3].trace);
    // One that does not fit at all is cut, and its last call is known all the same.
    let outcomes = run(small, &["before", "calls 100000\nsegv", "after"]);
    assert_eq!(outcomes[1].verdict, Verdict::Crash(libc::SIGSEGV));
    assert!(outcomes[1].truncated && outcomes[1].trace.len() > 800_000);
    assert_eq!(outcomes[1].last_call.as_deref(), Some("segv"));
    assert_eq!(outcomes[1].calls, 100_002);
    assert_eq!(&*outcomes[2].trace, "after\ndid after\n");
}

fn inbox_full() {
    let small = Limits {
        arena: 1 << 20,
        ..limits()
    };
    let line = "x ".repeat(200_000);
    let huge = "x ".repeat(600_000);
    let outcomes = run(small, &[&line, &line, &huge, &line, "end"]);
    let verdicts: Vec<bool> = outcomes.iter().map(|o| o.verdict == Verdict::Ok).collect();
    assert_eq!(verdicts, [true, true, false, true, true]);
    assert!(matches!(outcomes[2].verdict, Verdict::Refused { .. }));
}

fn one_too_large() {
    let mut pool = pool(
        1,
        Limits {
            arena: 1 << 20,
            ..limits()
        },
    );
    let outcome = pool.run_one(item(&"x ".repeat(600_000))).unwrap();
    assert!(matches!(outcome.verdict, Verdict::Refused { .. }));
    assert_eq!(pool.run_one(item("pid")).unwrap().verdict, Verdict::Ok);
}

fn growth_and_replacement() {
    let mut pool = pool(
        1,
        Limits {
            growth: 20 << 20,
            ..limits()
        },
    );
    pool.submit(["pid", "leak 1000000", "pid", "leak 40000000", "pid"].map(item));
    let outcomes = all(&mut pool);
    let growth = outcomes[1].growth;
    assert!((1_000_000..1_010_000).contains(&growth), "{growth}");
    assert!(outcomes[2].growth.abs() < 10_000, "{}", outcomes[2].growth);
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
    // Alone it does not fail; after its prefix it does. Neither waits for the batch.
    assert_eq!(pool.run_one(item("second")).unwrap().verdict, Verdict::Ok);
    let texts = [&*second.prefix[0], "second", "never"].map(item);
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

fn loading_fails() {
    let limits = |load: &str| Limits {
        // A panic on a busy machine takes its time: only what never ends is cut short.
        load: Duration::from_millis(if load == "hang" { 300 } else { 30_000 }),
        ..limits()
    };
    let error = |load| match pool_of(2, limits(load), load) {
        Err(Error::Load(message)) => message,
        other => panic!("{load}: {:?}", other.err()),
    };
    assert_eq!(error("error"), "no such library");
    assert!(error("crash").starts_with("loading the library crashed with SIGSEGV"));
    assert!(error("exit").starts_with("loading the library ended the process with code 5"));
    assert!(error("hang").starts_with("the library did not load within 0.3 s"));
    assert_eq!(error("panic"), "panic while loading: cannot load");
}

fn killed_from_outside() {
    // Once: tried again, and nobody notices.
    let mut pool = pool(
        1,
        Limits {
            time: Duration::from_secs(5),
            ..limits()
        },
    );
    for victim in ["child", "zygote"] {
        pool.submit(["first", "check now", "nap 200", "last"].map(item));
        assert_eq!(pool.next_outcome().unwrap().unwrap().verdict, Verdict::Ok);
        assert!(pool.next_outcome().unwrap().unwrap().verdict.is_finding());
        std::thread::sleep(Duration::from_millis(50));
        let (zygote, child) = pool.processes()[0];
        let child = child.expect("a child runs");
        let pid = if victim == "child" { child } else { zygote };
        kill(Pid::from_raw(pid), Signal::SIGKILL).unwrap();
        let outcomes = all(&mut pool);
        assert_eq!(outcomes.len(), 2);
        assert!(
            outcomes.iter().all(|o| o.verdict == Verdict::Ok),
            "{victim}"
        );
        wait_until("the child dies", || !is_alive(child));
    }
    // Always: said so, and never a finding.
    let outcome = run_between(limits(), "kill");
    assert_eq!(outcome.verdict, Verdict::Killed);
    assert!(!outcome.verdict.is_finding());
}

/// Keeps all slots busy for ever; returns when every child runs.
fn occupy(pool: &mut Pool, jobs: usize) {
    pool.submit(["check now", "hang"].map(item));
    for _ in 1..jobs {
        pool.submit([item("hang")]);
    }
    assert!(pool.next_outcome().unwrap().is_some());
    wait_until("children run", || {
        pool.processes().iter().all(|(_, child)| child.is_some())
    });
}

fn no_orphans_after_drop() {
    let mut pool = pool(3, limits());
    occupy(&mut pool, 3);
    let pids: Vec<i32> = pool
        .processes()
        .iter()
        .flat_map(|(z, c)| [Some(*z), *c])
        .flatten()
        .collect();
    assert_eq!(pids.len(), 6);
    drop(pool);
    let left = |pid: &i32| Path::new(&format!("/proc/{pid}")).exists();
    assert!(!pids.iter().any(left), "reaped, not just killed");
}

/// A second copy of this program, started by [`parent_killed`].
fn be_a_victim() -> ! {
    nix::sys::prctl::set_pdeathsig(Signal::SIGKILL).unwrap();
    let mut pool = pool(
        2,
        Limits {
            time: Duration::from_secs(1000),
            ..limits()
        },
    );
    occupy(&mut pool, 2);
    for (zygote, child) in pool.processes() {
        println!("{zygote}\n{}", child.unwrap());
    }
    println!("end");
    let _ = pool.next_outcome();
    unreachable!("the items hang")
}

fn parent_killed() {
    use std::io::BufRead;
    let mut parent = std::process::Command::new(std::env::current_exe().unwrap())
        .arg("be-a-victim")
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let output = std::io::BufReader::new(parent.stdout.take().unwrap());
    let lines = output.lines().map_while(Result::ok);
    let pids: Vec<i32> = lines
        .take_while(|line| line != "end")
        .map(|l| l.parse().unwrap())
        .collect();
    assert_eq!(pids.len(), 4);
    assert!(pids.iter().all(|&pid| is_alive(pid)));
    parent.kill().unwrap();
    parent.wait().unwrap();
    wait_until("all are gone", || !pids.iter().any(|&pid| is_alive(pid)));
}

/// Processes of the program that carry this argument.
fn processes_with(argument: &str) -> usize {
    let ends = |entry: std::io::Result<std::fs::DirEntry>| {
        let path = entry.ok()?.path();
        let line = std::fs::read(path.join("cmdline")).ok()?;
        let pid = path.file_name()?.to_str()?.parse().ok()?;
        (line.ends_with(format!("\0{argument}\0").as_bytes()) && is_alive(pid)).then_some(())
    };
    std::fs::read_dir("/proc").unwrap().filter_map(ends).count()
}

/// Forks as fast as it can; see [`parent_killed_at_any_moment`].
fn be_busy() -> ! {
    nix::sys::prctl::set_pdeathsig(Signal::SIGKILL).unwrap();
    let mut pool = pool(
        2,
        Limits {
            batch: 1,
            ..limits()
        },
    );
    loop {
        pool.submit((0..100).map(Item::Seed));
        all(&mut pool);
    }
}

fn parent_killed_at_any_moment() {
    for round in 0..40 {
        let mut parent = std::process::Command::new(std::env::current_exe().unwrap())
            .arg("be-busy")
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_micros(round * 500));
        parent.kill().unwrap();
        parent.wait().unwrap();
        wait_until("all are gone", || processes_with("be-busy") == 0);
    }
}

fn interrupt() {
    let stop = Arc::new(AtomicBool::new(false));
    signal_hook::flag::register(libc::SIGINT, Arc::clone(&stop)).unwrap();
    let limits = Limits {
        time: Duration::from_secs(1000),
        ..limits()
    };
    let mut pool = Pool::new(1, limits, Box::new(Fake::default()), Arc::clone(&stop)).unwrap();
    let me = std::process::id();
    pool.submit([item("check now"), item("hang")]);
    assert!(pool.next_outcome().unwrap().is_some());
    let mut killer = std::process::Command::new("sh")
        .args(["-c", &format!("sleep 0.2; kill -INT {me}")])
        .spawn()
        .unwrap();
    let start = Instant::now();
    assert!(pool.next_outcome().unwrap().is_none());
    assert!(start.elapsed() < Duration::from_secs(5) && stop.load(SeqCst));
    assert!(matches!(
        pool.run_one(item("hang")),
        Err(Error::Interrupted)
    ));
    killer.wait().unwrap();
}

/// Bytes of this process that are resident and not shared.
fn resident() -> u64 {
    let statm = std::fs::read_to_string("/proc/self/statm").unwrap();
    let pages: Vec<u64> = statm
        .split_whitespace()
        .map(|n| n.parse().unwrap())
        .collect();
    (pages[1] - pages[2]) * 4096
}

fn many_items_in_flat_memory() {
    let mut pool = pool(
        2,
        Limits {
            batch: 1000,
            ..limits()
        },
    );
    let mut round = || {
        pool.submit((0..10_000).map(Item::Seed));
        let mut count = 0;
        while let Some(outcome) = pool.next_outcome().unwrap() {
            assert_eq!(outcome.verdict, Verdict::Ok);
            count += 1;
        }
        assert_eq!(count, 10_000);
        resident()
    };
    round();
    let before = round();
    let start = Instant::now();
    let after = (0..5).map(|_| round()).last().unwrap();
    // A second on an idle machine; quadratic costs would be minutes.
    assert!(
        start.elapsed() < Duration::from_secs(60),
        "{:?}",
        start.elapsed()
    );
    assert!(
        after < before + (1 << 20),
        "grew from {before} to {after} bytes"
    );
}

/// Figures for the documentation.
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
    let mut pool = pool(
        1,
        Limits {
            time: Duration::from_secs(100),
            ..Limits::default()
        },
    );
    for text in ["lines 1", "lines 500001", "lines 500001"] {
        let outcome = pool.run_one(item(text)).unwrap();
        println!("{text}: {:?}, {} bytes", outcome.wall, outcome.trace.len());
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args()
        .skip(1)
        .filter(|a| !a.starts_with('-'))
        .collect();
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
        ("output_is_captured", output_is_captured),
        ("floods_are_bounded", floods_are_bounded),
        ("arena_full", arena_full),
        ("inbox_full", inbox_full),
        ("one_too_large", one_too_large),
        ("growth_and_replacement", growth_and_replacement),
        ("batches", batches),
        ("confirmation", confirmation),
        ("two_pools", two_pools),
        ("loading_fails", loading_fails),
        ("killed_from_outside", killed_from_outside),
        ("no_orphans_after_drop", no_orphans_after_drop),
        ("parent_killed", parent_killed),
        ("parent_killed_at_any_moment", parent_killed_at_any_moment),
        ("interrupt", interrupt),
        ("many_items_in_flat_memory", many_items_in_flat_memory),
    ];
    let (mut passed, mut failed) = (0, 0);
    for (name, test) in tests {
        if !arguments.is_empty() && !arguments.iter().any(|a| name.contains(a.as_str())) {
            continue;
        }
        let start = Instant::now();
        let ok = std::panic::catch_unwind(test).is_ok();
        println!(
            "test {name} ... {} ({:?})",
            if ok { "ok" } else { "FAILED" },
            start.elapsed()
        );
        if ok { passed += 1 } else { failed += 1 }
    }
    println!("{passed} passed, {failed} failed");
    std::process::exit(i32::from(failed > 0));
}
