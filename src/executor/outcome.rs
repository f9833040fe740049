//! The outcome of an item, and how the end of a child and its backtrace are interpreted.

use std::fmt;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use murxla_fsm::oracle::Violation;
use murxla_fsm::run::End;
use murxla_fsm::trace::ResolveError;
use nix::sys::signal::Signal;

use super::{COUNTERS, Item};
use murxla_system::symbols::Symbols;

/// Number of frames kept of a backtrace.
const FRAMES: usize = 24;

/// Stands for a frame about which nothing is known that would be the same in another build of this
/// program.
pub const UNKNOWN_FRAME: &str = "?";

/// The first frame of a crash by stack overflow.
pub const STACK_OVERFLOW: &str = "stack overflow";

/// How an item ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Nothing was wrong.
    Ok,
    /// Killed by a signal that the library caused; see [`signal_name`].
    Crash(i32),
    /// Ended by the parent or by the soft limit because it took too long.
    Timeout,
    /// The library reached the memory limit.
    OutOfMemory,
    /// The library ended the process with this code.
    Exit(i32),
    /// The library did something wrong, as an oracle of the run has found.
    Violation(Box<Violation>),
    /// The trace cannot be replayed here. Never a finding.
    Unusable(ResolveError),
    /// The run needs replays of these entries of the corpus first. Never a finding.
    NeedsReplays(Vec<usize>),
    /// Killed twice from outside, by a user or by the kernel for lack of memory. Never a finding.
    Killed,
    /// A defect of this program: a panic outside of the library. Never a finding.
    Defect(String),
}

impl Verdict {
    /// Whether the library did something wrong.
    pub fn is_finding(&self) -> bool {
        matches!(
            self,
            Verdict::Crash(_)
                | Verdict::Timeout
                | Verdict::OutOfMemory
                | Verdict::Exit(_)
                | Verdict::Violation(_)
        )
    }
}

impl From<End> for Verdict {
    fn from(end: End) -> Verdict {
        match end {
            // What follows the refused option is left out.
            End::Ok | End::OptionRefused(_) => Verdict::Ok,
            End::Violation(violation) => Verdict::Violation(violation),
            End::TimedOut => Verdict::Timeout,
            End::OutOfResources(_) => Verdict::OutOfMemory,
            End::ResolveError(error) => Verdict::Unusable(error),
            End::NeedsReplays(entries) => Verdict::NeedsReplays(entries),
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::Ok => write!(f, "ok"),
            Verdict::Crash(signal) => write!(f, "crash: {}", signal_name(*signal)),
            Verdict::Timeout => write!(f, "timeout"),
            Verdict::OutOfMemory => write!(f, "out of memory"),
            Verdict::Exit(code) => write!(f, "exit with code {code}"),
            Verdict::Violation(violation) => {
                write!(f, "check {}: {}", violation.kind, violation.message)
            }
            Verdict::Unusable(error) => {
                let what = match error {
                    ResolveError::Bad(_) | ResolveError::NotNow(_) => "refused",
                    ResolveError::Unsupported(_) => "unsupported",
                    ResolveError::Forbidden(_) => "forbidden",
                };
                write!(f, "{what}: {error}")
            }
            Verdict::NeedsReplays(entries) => {
                write!(
                    f,
                    "needs replays of {} entries of the corpus",
                    entries.len()
                )
            }
            Verdict::Killed => write!(f, "killed from outside"),
            Verdict::Defect(message) => write!(f, "defect: {message}"),
        }
    }
}

/// The name of a signal, such as `SIGSEGV`.
pub fn signal_name(signal: i32) -> String {
    Signal::try_from(signal).map_or_else(|_| format!("signal {signal}"), |s| s.to_string())
}

/// How an item ended, with everything known about it.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Number of the item in the order of submission.
    pub ticket: u64,
    /// The item.
    pub item: Item,
    /// How it ended.
    pub verdict: Verdict,
    /// The lines written to the sink.
    pub trace: Arc<str>,
    /// The calls in the trace.
    pub calls: RunCalls,
    /// Standard output and standard error of the library. The middle of long output is left out.
    pub output: String,
    /// The frames of a crash, innermost first: `symbol`, or `library+0xoffset` if the symbol is
    /// unknown.
    pub frames: Vec<String>,
    /// What the item has used.
    pub cost: RunCost,
    /// What the item has reached before all other items of the pool.
    pub coverage: NewCoverage,
    /// The counters of the payload.
    pub counters: [u32; COUNTERS],
    /// The data given to [`Sink::attach`](super::Sink::attach).
    pub attachment: Vec<u8>,
    /// The process that ran the item.
    pub process: RunProcess,
}

/// The calls of a run.
#[derive(Clone, Debug, Default)]
pub struct RunCalls {
    /// Number of calls written to the sink.
    pub count: u32,
    /// The last call that was begun, even if the trace is truncated. `None` if the verdict is
    /// [`Verdict::Ok`].
    pub last: Option<String>,
    /// How long the last call had been running when the process died. Zero if the process did not
    /// die.
    pub last_took: Duration,
    /// The end of the trace is missing because the arena was full.
    pub truncated: bool,
}

/// What a run has used.
#[derive(Clone, Copy, Debug, Default)]
pub struct RunCost {
    /// Wall-clock time of the item.
    pub wall: Duration,
    /// CPU time of the item.
    pub cpu: Duration,
    /// The CPU time after which a search of the item was interrupted, if one was.
    pub interrupted: Option<Duration>,
    /// Bytes that the item allocated and did not free. Negative if it freed memory of earlier
    /// items.
    pub growth: i64,
}

/// The blocks of the library that a run has reached before all others.
#[derive(Clone, Debug, Default)]
pub struct NewCoverage {
    /// Their numbers. Empty unless the pool measures coverage.
    pub blocks: Vec<u32>,
    /// The length of the beginning of the trace whose calls have reached these blocks. 0 without
    /// new blocks.
    pub trace_len: usize,
}

/// The process of a run.
#[derive(Clone, Debug, Default)]
pub struct RunProcess {
    /// Number of items that the same process ran before this one.
    pub earlier_items: u32,
    /// The traces of these items. Empty if the verdict is [`Verdict::Ok`].
    pub prefix: Vec<Arc<str>>,
    /// The version of the library, as reported by the payload.
    pub version: Arc<str>,
}

impl Outcome {
    /// The seed, if the item has one.
    #[must_use]
    pub fn seed(&self) -> Option<u64> {
        self.item.seed()
    }
}

/// The facts about the end of a child.
pub(super) struct ChildEnd<'a> {
    /// The status that `wait` returned.
    pub(super) status: i32,
    /// The signal seen by the handler of fatal signals. 0 if the handler did not run.
    pub(super) signal: i32,
    /// The last output of the process.
    pub(super) output: &'a str,
    /// The used part of the memory limit, if it is known: 1.0 is all.
    pub(super) memory_used: Option<f64>,
    /// The process was ended because the item took too long.
    pub(super) timed_out: bool,
    /// A panic of this program's code came before.
    pub(super) panicked: bool,
}

/// A process that failed and used this share of its memory limit counts as out of memory.
const OOM_SHARE: f64 = 0.95;

/// A process that took too long and used this share of its memory limit counts as out of memory. On
/// a slow machine the time limit may come first.
const OOM_SHARE_AFTER_TIMEOUT: f64 = 0.5;

impl ChildEnd<'_> {
    /// The verdict on the item that was running.
    pub(super) fn verdict(&self) -> Verdict {
        if libc::WIFEXITED(self.status) && self.signal == 0 && !self.timed_out {
            return if self.says_no_memory() {
                Verdict::OutOfMemory
            } else {
                Verdict::Exit(libc::WEXITSTATUS(self.status))
            };
        }
        // The signal seen by the handler takes precedence. The one in the status may come from a
        // fault in the handler itself, or from the parent, which kills the process if the handler
        // hangs.
        let signal = match self.signal {
            0 => libc::WTERMSIG(self.status),
            signal => signal,
        };
        let outside = [libc::SIGKILL, libc::SIGTERM, libc::SIGINT, libc::SIGHUP];
        if self.panicked && signal == libc::SIGABRT {
            Verdict::Defect(format!("a panic that could not unwind: {}", self.output))
        } else if self.says_no_memory() || self.used(OOM_SHARE) && signal != libc::SIGKILL {
            Verdict::OutOfMemory
        } else if self.signal == 0 && self.timed_out {
            match self.used(OOM_SHARE_AFTER_TIMEOUT) {
                true => Verdict::OutOfMemory,
                false => Verdict::Timeout,
            }
        } else if outside.contains(&signal) {
            Verdict::Killed
        } else {
            Verdict::Crash(signal)
        }
    }

    /// Whether more than this part of the memory was used.
    fn used(&self, part: f64) -> bool {
        self.memory_used.is_some_and(|used| used > part)
    }

    /// Whether the output says that an allocation failed. It knows the messages of C++, of Rust,
    /// and of libraries that print "out of memory" and exit. The last one is only searched in the
    /// last kilobyte because a solver may also print it as an answer.
    fn says_no_memory(&self) -> bool {
        let from = self.output.len().saturating_sub(1024);
        let tail = self.output.as_bytes()[from..].to_ascii_lowercase();
        self.output.contains("std::bad_alloc")
            || self.output.contains("memory allocation of ")
            || self.output.contains("AddressSanitizer: out of memory")
            || self
                .output
                .contains("AddressSanitizer: allocation-size-too-big")
            || String::from_utf8_lossy(&tail).contains("out of memory")
    }
}

/// Reads the output of `backtrace_symbols_fd`: one frame per line, such as
/// `library(symbol+0x1f) [0x7f…]`.
///
/// Two kinds of frames are left out: those of the C and C++ run-time libraries at the top (raise,
/// abort, assert, terminate, memcpy), and those of this program at the bottom. If there are no
/// others, they are kept. Frames of this program without a name are shown as `?`, because their
/// offsets differ from build to build.
///
/// Functions that are not exported are looked up in the symbol table of the library, if it has one.
pub(super) fn frames(backtrace: &str, program: &Path, symbols: &mut Symbols) -> Vec<String> {
    let program = program.to_string_lossy();
    let overflow = backtrace.starts_with(STACK_OVERFLOW);
    let all = backtrace
        .lines()
        .filter_map(|line| frame(line, &program, symbols));
    let all: Vec<(&str, String)> = all.collect();
    let top = all.iter().take_while(|(library, _)| is_runtime(library));
    let top = top.count();
    let inner = &all[top..];
    let bottom = inner.iter().take_while(|(library, _)| *library != program);
    let kept = match bottom.count() {
        0 if inner.is_empty() => &all[..],
        // The frames that start the program follow, unless the stack is too deep for the backtrace
        // to reach them.
        0 => {
            let started = inner.iter().position(|(library, _)| is_runtime(library));
            &inner[..started.unwrap_or(inner.len())]
        }
        bottom => &inner[..bottom],
    };
    let kept = kept.iter().take(FRAMES).map(|(library, frame)| {
        let is_nameless = *library == program && frame.contains('+');
        let name = if is_nameless { UNKNOWN_FRAME } else { frame };
        name.to_owned()
    });
    let first = overflow.then(|| STACK_OVERFLOW.to_owned());
    first.into_iter().chain(kept).collect()
}

/// Whether a library is a part of the run-time system of C or C++, or of a sanitizer.
pub(super) fn is_runtime(library: &str) -> bool {
    let name = library.rsplit('/').next().unwrap_or(library);
    let runtime = [
        "libc.so",
        "libc-",
        "libstdc++",
        "libc++",
        "libgcc_s",
        "libm.so",
        "ld-linux",
        "libpthread",
        "libasan",
        "libubsan",
        "libclang_rt",
    ];
    runtime.iter().any(|prefix| name.starts_with(prefix))
}

/// Reads one line: the path of the library and the frame as it is shown.
fn frame<'a>(line: &'a str, program: &str, symbols: &mut Symbols) -> Option<(&'a str, String)> {
    let (place, _address) = line.rsplit_once('[')?;
    let place = place.trim_end();
    let Some((library, symbol)) = place.strip_suffix(')').and_then(|p| p.rsplit_once('(')) else {
        return Some((place, UNKNOWN_FRAME.to_owned()));
    };
    let name = library.rsplit('/').next().unwrap_or(library);
    let shown = match symbol.rsplit_once('+') {
        Some(("", offset)) => {
            let at = u64::from_str_radix(offset.trim_start_matches("0x"), 16).ok();
            let at = at.filter(|_| library != program);
            match at.and_then(|at| symbols.name(library, at)) {
                Some(symbol) => symbol.to_owned(),
                None => format!("{name}+{offset}"),
            }
        }
        Some((symbol, _)) => symbol.to_owned(),
        None => format!("{name}+?"),
    };
    Some((library, shown))
}

#[cfg(test)]
mod tests {
    use super::*;

    const BACKTRACE: &str = "\
/lib/x86_64-linux-gnu/libc.so.6(+0x8ad3c) [0x7f00]
/lib/x86_64-linux-gnu/libc.so.6(abort+0xd3)[0x7f01]
/opt/libz3.so(+0x1234) [0x7f02]
/opt/libz3.so(Z3_mk_app+0x5) [0x7f03]
/usr/bin/murxla-rs(main+0x10) [0x5500]
/lib/x86_64-linux-gnu/libc.so.6(+0x2724a) [0x7f05]
/usr/bin/murxla-rs(_start+0x21) [0x5501]
";

    #[test]
    fn frames_are_those_of_the_library() {
        let program = Path::new("/usr/bin/murxla-rs");
        assert_eq!(
            frames(BACKTRACE, program, &mut Symbols::default()),
            ["libz3.so+0x1234", "Z3_mk_app"]
        );
        let ours: String = BACKTRACE
            .lines()
            .skip(4)
            .map(|l| format!("{l}\n"))
            .collect();
        assert_eq!(frames(&ours, program, &mut Symbols::default()), ["main"]);
        let nameless = "/usr/bin/murxla-rs(+0x10) [0x5500]\n";
        assert_eq!(frames(nameless, program, &mut Symbols::default()), ["?"]);
        let runtime: String = BACKTRACE
            .lines()
            .take(2)
            .map(|l| format!("{l}\n"))
            .collect();
        assert_eq!(
            frames(&runtime, program, &mut Symbols::default()),
            ["libc.so.6+0x8ad3c", "abort"]
        );
        assert_eq!(frames("[0x0]\n", program, &mut Symbols::default()), ["?"]);
        assert!(frames("", program, &mut Symbols::default()).is_empty());
    }

    #[test]
    fn verdicts_of_ended_children() {
        let ended = |status, signal, output| ChildEnd {
            status,
            signal,
            output,
            memory_used: None,
            timed_out: false,
            panicked: false,
        };
        assert_eq!(ended(3 << 8, 0, "").verdict(), Verdict::Exit(3));
        assert_eq!(ended(11, 11, "").verdict(), Verdict::Crash(11));
        assert_eq!(ended(11, 6, "").verdict(), Verdict::Crash(6));
        assert_eq!(ended(9, 0, "").verdict(), Verdict::Killed);
        assert_eq!(ended(24, 0, "").verdict(), Verdict::Crash(24));
        let bad_alloc = "terminate called after throwing an instance of 'std::bad_alloc'";
        assert_eq!(ended(6, 6, bad_alloc).verdict(), Verdict::OutOfMemory);
        assert_eq!(
            ended(101 << 8, 0, "Out of memory").verdict(),
            Verdict::OutOfMemory
        );
        let timeout = ChildEnd {
            timed_out: true,
            ..ended(9, 0, "")
        };
        assert_eq!(timeout.verdict(), Verdict::Timeout);
        let hung_handler = ChildEnd {
            timed_out: true,
            ..ended(9, 11, "")
        };
        assert_eq!(hung_handler.verdict(), Verdict::Crash(11));
        let failed = |memory_used| ChildEnd {
            memory_used: Some(memory_used),
            ..ended(11, 11, "")
        };
        assert_eq!(failed(0.96).verdict(), Verdict::OutOfMemory);
        assert_eq!(failed(0.9).verdict(), Verdict::Crash(11));
        let late = |memory_used| ChildEnd {
            memory_used: Some(memory_used),
            timed_out: true,
            ..ended(9, 0, "")
        };
        assert_eq!(late(0.6).verdict(), Verdict::OutOfMemory);
        assert_eq!(late(0.4).verdict(), Verdict::Timeout);
        let panic = ChildEnd {
            panicked: true,
            ..ended(6, 6, "")
        };
        assert!(matches!(panic.verdict(), Verdict::Defect(_)));
    }
}
