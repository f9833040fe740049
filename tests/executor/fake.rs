//! A payload that runs the commands in the text of an item, and pools with this payload.

use murxla_executor::{
    ExecutorError, Interrupter, Item, Limits, Outcome, Payload, Pool, Sink, Verdict,
};
use murxla_fsm::oracle::{BugKind, Violation};
use murxla_fsm::run::End;
use murxla_fsm::trace::{ResolveError, TraceError};
use nix::sys::signal::{Signal, raise};
use nix::time::{ClockId, clock_gettime};
use std::hint::black_box;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::time::Duration;

/// CPU time of a search before it is interrupted.
pub(crate) const SEARCH: Duration = Duration::from_millis(20);

static IS_ASKED: AtomicBool = AtomicBool::new(false);

/// Runs the commands in the item's text. Seeds do nothing.
#[derive(Default)]
pub(crate) struct Fake {
    /// The behaviour of `load`: "" loads normally; other texts are the way to fail.
    load: &'static str,
    /// Number of items run by this process.
    runs: u32,
    leak: Vec<Vec<u8>>,
}

/// An error in the first column of a line.
pub(crate) fn error(line: usize, message: &str) -> TraceError {
    TraceError {
        line,
        column: 1,
        message: message.to_owned(),
    }
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

    fn interrupter(&self) -> Option<Interrupter> {
        Some(Interrupter {
            tick: SEARCH,
            ask: || {
                IS_ASKED.store(true, SeqCst);
                true
            },
        })
    }

    fn run(&mut self, item: &Item, sink: &mut dyn Sink) -> End {
        IS_ASKED.store(false, SeqCst);
        self.runs += 1;
        let text = match item {
            Item::Seed(seed) => &format!("seed {seed}"),
            Item::Guided(_, text) | Item::Trace(text) => &**text,
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
                "search" | "search-deaf" | "work" => {
                    let (begun, limit) = (cpu_time(), Duration::from_millis(n));
                    sink.search(u32::from(word != "work"));
                    while cpu_time() - begun < limit && (word != "search" || !IS_ASKED.load(SeqCst))
                    {
                        std::hint::spin_loop();
                    }
                    sink.search(0);
                    if sink.search_timed_out() {
                        return End::TimedOut;
                    }
                }
                "nap" => std::thread::sleep(Duration::from_millis(n)),
                "eat" => drop(black_box(vec![0_u8; n as usize])),
                "leak" => self.leak.push(vec![1; n as usize]),
                "panic" => panic!("an internal error"),
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
                    let violation = Violation::without_check(BugKind::WrongModel, rest);
                    return End::Violation(violation.into());
                }
                "refuse" => return End::ResolveError(ResolveError::Bad(error(7, rest))),
                "lack" => return End::ResolveError(ResolveError::Unsupported(error(1, rest))),
                "memout" => return End::OutOfResources(String::new()),
                _ => {}
            }
            sink.note(&format!("did {word}"));
        }
        End::Ok
    }
}

/// The CPU time of this process. Unlike wall-clock time, it does not depend on other processes.
pub(crate) fn cpu_time() -> Duration {
    let time = clock_gettime(ClockId::CLOCK_PROCESS_CPUTIME_ID);
    time.unwrap().into()
}

fn sleep(seconds: u64) -> Result<(), String> {
    std::thread::sleep(Duration::from_secs(seconds));
    Ok(())
}

#[expect(unconditional_recursion, reason = "the test needs a stack overflow")]
fn overflow(n: u64) -> u64 {
    let frame = black_box([n; 64]);
    overflow(frame[0] + 1) + frame[63]
}

pub(crate) fn item(text: &str) -> Item {
    Item::Trace(Arc::from(text))
}

pub(crate) fn limits() -> Limits {
    Limits {
        time: Duration::from_millis(500),
        memory: 256 << 20,
        batch: 10,
        ..Limits::default()
    }
}

/// The usual limits, but with this number of seconds for each item.
pub(crate) fn time_limit(seconds: u64) -> Limits {
    let time = Duration::from_secs(seconds);
    Limits { time, ..limits() }
}

pub(crate) fn pool_of(
    jobs: usize,
    limits: Limits,
    load: &'static str,
) -> Result<Pool, ExecutorError> {
    let payload = Fake {
        load,
        ..Fake::default()
    };
    Pool::new(jobs, limits, Box::new(payload), Arc::default())
}

pub(crate) fn pool(jobs: usize, limits: Limits) -> Pool {
    pool_of(jobs, limits, "").expect("the fake library loads")
}

pub(crate) fn all(pool: &mut Pool) -> Vec<Outcome> {
    std::iter::from_fn(|| pool.next_outcome().expect("the pool works")).collect()
}

/// Asserts that all items ended without an error.
#[track_caller]
pub(crate) fn all_ok(outcomes: &[Outcome]) {
    assert!(
        outcomes
            .iter()
            .all(|outcome| outcome.verdict == Verdict::Ok)
    );
}

/// Runs texts as one batch.
pub(crate) fn run(limits: Limits, texts: &[&str]) -> Vec<Outcome> {
    let mut pool = pool(1, limits);
    pool.submit(texts.iter().map(|text| item(text)));
    let outcomes = all(&mut pool);
    let tickets: Vec<u64> = outcomes.iter().map(|o| o.ticket).collect();
    assert_eq!(tickets, (0..texts.len() as u64).collect::<Vec<_>>());
    outcomes
}

/// Runs a text between two harmless ones and asserts that they are not affected.
#[track_caller]
pub(crate) fn run_between(limits: Limits, text: &str) -> Outcome {
    let mut outcomes = run(limits, &["before", text, "after"]);
    assert_eq!(outcomes[0].verdict, Verdict::Ok);
    assert_eq!(outcomes[2].verdict, Verdict::Ok);
    assert_eq!(&*outcomes[2].trace, "after\ndid after\n");
    outcomes.remove(1)
}

/// As [`run_between`]. Asserts the verdict, too.
#[track_caller]
pub(crate) fn ends_with(verdict: Verdict, limits: Limits, text: &str) -> Outcome {
    let outcome = run_between(limits, text);
    assert_eq!(outcome.verdict, verdict, "{text}: {}", outcome.output);
    outcome
}
