//! What is told about an item, and how the death of a child is read.

use std::fmt;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use nix::sys::signal::Signal;

use super::symbols::Symbols;
use super::{COUNTERS, Item};

/// Frames kept of a backtrace.
const FRAMES: usize = 24;

/// A frame of which nothing is known that would be the same in another build.
pub const UNKNOWN_FRAME: &str = "?";

/// What stands before the frames of a crash for want of stack.
pub const STACK_OVERFLOW: &str = "stack overflow";

/// How an item ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Nothing to report.
    Ok,
    /// Killed by a signal of its own making; see [`signal_name`].
    Crash(i32),
    /// Killed by us because its time was up.
    Timeout,
    /// Ran into the memory limit.
    OutOfMemory,
    /// The library ended the process with this code.
    Exit(i32),
    /// A check of the payload failed.
    Check { kind: String, message: String },
    /// The item cannot be run: a bad trace. Never a finding.
    Refused { line: u32, message: String },
    /// This library does not have what the item asks for. Never a finding.
    Unsupported { line: u32, message: String },
    /// Killed from outside (by a user, or by the kernel for want of memory), twice. Never a finding.
    Killed,
    /// A defect of ours: a panic outside the library. Never a finding about the library.
    Defect(String),
}

impl Verdict {
    /// Whether the library did something wrong, as opposed to nothing, or to something that is our or the
    /// user's affair.
    pub fn is_finding(&self) -> bool {
        matches!(
            self,
            Verdict::Crash(_)
                | Verdict::Timeout
                | Verdict::OutOfMemory
                | Verdict::Exit(_)
                | Verdict::Check { .. }
        )
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
            Verdict::Check { kind, message } => write!(f, "check {kind}: {message}"),
            Verdict::Refused { line, message } => write!(f, "refused in line {line}: {message}"),
            Verdict::Unsupported { line, message } => {
                write!(f, "unsupported in line {line}: {message}")
            }
            Verdict::Killed => write!(f, "killed from outside"),
            Verdict::Defect(message) => write!(f, "defect: {message}"),
        }
    }
}

/// The name of a signal: `SIGSEGV`.
pub fn signal_name(signal: i32) -> String {
    Signal::try_from(signal).map_or_else(|_| format!("signal {signal}"), |s| s.to_string())
}

/// What is known about an item that has ended.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Running number of the item, in the order of submission.
    pub ticket: u64,
    pub item: Item,
    pub verdict: Verdict,
    /// The lines given to the sink.
    pub trace: Arc<str>,
    /// The trace did not fit in the arena; its end is missing.
    pub truncated: bool,
    /// Unless the verdict is [`Verdict::Ok`]: the last call begun, also of a truncated trace.
    pub last_call: Option<String>,
    /// How long the last call had been going on when the process died; zero if it did not die.
    pub in_call: Duration,
    /// What the library wrote to its standard output and error; the middle is left out when it is long.
    pub output: String,
    /// Of a crash: innermost first, `symbol`, or `library+0xoffset` where there is none.
    pub frames: Vec<String>,
    pub wall: Duration,
    pub cpu: Duration,
    /// Bytes that were allocated by the item and not freed, or freed (< 0) of what was there before.
    pub growth: i64,
    /// Calls given to the sink.
    pub calls: u32,
    /// How many items the same process has run before it.
    pub earlier_items: u32,
    /// The payload's own counters.
    pub counters: [u32; COUNTERS],
    /// Unless the verdict is [`Verdict::Ok`]: the traces of the items that ran before in the same process.
    pub prefix: Vec<Arc<str>>,
    /// The library's version, as the payload told it.
    pub version: Arc<str>,
}

/// The facts of a death.
pub(super) struct ChildEnd<'a> {
    /// As `wait` returned it.
    pub(super) status: i32,
    /// Noted by the handler of fatal signals; 0 if it did not run.
    pub(super) signal: i32,
    /// What the process wrote last.
    pub(super) output: &'a str,
    /// Its address space was nearly used up.
    pub(super) near_limit: bool,
    /// We have ended it because of this item.
    pub(super) timed_out: bool,
    /// A panic of ours went before.
    pub(super) panicked: bool,
}

impl ChildEnd<'_> {
    /// The verdict on the item in flight.
    pub(super) fn verdict(&self) -> Verdict {
        if libc::WIFEXITED(self.status) && self.signal == 0 && !self.timed_out {
            return if self.says_no_memory() {
                Verdict::OutOfMemory
            } else {
                Verdict::Exit(libc::WEXITSTATUS(self.status))
            };
        }
        // The handler's word comes first: the signal that killed may be that of a fault in the handler,
        // or our own because the handler hung.
        let signal = match self.signal {
            0 => libc::WTERMSIG(self.status),
            signal => signal,
        };
        let outside = [libc::SIGKILL, libc::SIGTERM, libc::SIGINT, libc::SIGHUP];
        if self.panicked && signal == libc::SIGABRT {
            Verdict::Defect(format!("a panic that could not unwind: {}", self.output))
        } else if self.says_no_memory() || self.near_limit && signal != libc::SIGKILL {
            Verdict::OutOfMemory
        } else if self.signal == 0 && self.timed_out {
            Verdict::Timeout
        } else if outside.contains(&signal) {
            Verdict::Killed
        } else {
            Verdict::Crash(signal)
        }
    }

    /// Whether the process said itself that an allocation failed: C++'s message, Rust's, and the one of
    /// libraries that exit. The last is looked for at the end only: it may also be an answer.
    fn says_no_memory(&self) -> bool {
        let from = self.output.len().saturating_sub(1024);
        let tail = self.output.as_bytes()[from..].to_ascii_lowercase();
        self.output.contains("std::bad_alloc")
            || self.output.contains("memory allocation of ")
            || String::from_utf8_lossy(&tail).contains("out of memory")
    }
}

/// Reads what `backtrace_symbols_fd` wrote: `library(symbol+0x1f) [0x7f…]`, one frame per line.
///
/// Left out are the frames in which a library reports or runs into its misfortune (those of the C and C++
/// run-time libraries at the top: raise, abort, assert, terminate, memcpy) and those of our own program at
/// the bottom. Functions that are not exported are named by the library's symbol table, if it has one. Where
/// nothing else is there, they are kept, as `?` if they have no names: the offsets in our own program differ
/// from build to build.
pub(super) fn frames(backtrace: &str, program: &Path, symbols: &mut Symbols) -> Vec<String> {
    let program = program.to_string_lossy();
    let overflow = backtrace.starts_with(STACK_OVERFLOW);
    let all = backtrace
        .lines()
        .filter_map(|line| frame(line, &program, symbols));
    let all: Vec<(&str, String)> = all.collect();
    let is_runtime = |library: &str| {
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
        ];
        runtime.iter().any(|prefix| name.starts_with(prefix))
    };
    let top = all.iter().take_while(|(library, _)| is_runtime(library));
    let top = top.count();
    let inner = &all[top..];
    let bottom = inner.iter().take_while(|(library, _)| *library != program);
    let kept = match bottom.count() {
        0 if inner.is_empty() => &all[..],
        // Those that start a program come next, if the stack is not too deep for them to be seen.
        0 => {
            let started = inner.iter().position(|(library, _)| is_runtime(library));
            &inner[..started.unwrap_or(inner.len())]
        }
        bottom => &inner[..bottom],
    };
    let kept = kept.iter().take(FRAMES).map(|(library, frame)| {
        let is_nameless = *library == program && frame.contains('+');
        if is_nameless { UNKNOWN_FRAME } else { frame }.to_owned()
    });
    let first = overflow.then(|| STACK_OVERFLOW.to_owned());
    first.into_iter().chain(kept).collect()
}

/// One line: the library's path and how the frame is shown.
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
    fn failed_starts() {
        let death = |status, signal, output| ChildEnd {
            status,
            signal,
            output,
            near_limit: false,
            timed_out: false,
            panicked: false,
        };
        assert_eq!(death(3 << 8, 0, "").verdict(), Verdict::Exit(3));
        assert_eq!(death(11, 11, "").verdict(), Verdict::Crash(11));
        assert_eq!(death(11, 6, "").verdict(), Verdict::Crash(6));
        assert_eq!(death(9, 0, "").verdict(), Verdict::Killed);
        assert_eq!(death(24, 0, "").verdict(), Verdict::Crash(24));
        let bad_alloc = "terminate called after throwing an instance of 'std::bad_alloc'";
        assert_eq!(death(6, 6, bad_alloc).verdict(), Verdict::OutOfMemory);
        assert_eq!(
            death(101 << 8, 0, "Out of memory").verdict(),
            Verdict::OutOfMemory
        );
        let timeout = ChildEnd {
            timed_out: true,
            ..death(9, 0, "")
        };
        assert_eq!(timeout.verdict(), Verdict::Timeout);
        let hung_handler = ChildEnd {
            timed_out: true,
            ..death(9, 11, "")
        };
        assert_eq!(hung_handler.verdict(), Verdict::Crash(11));
        let near = ChildEnd {
            near_limit: true,
            ..death(11, 11, "")
        };
        assert_eq!(near.verdict(), Verdict::OutOfMemory);
        let panic = ChildEnd {
            panicked: true,
            ..death(6, 6, "")
        };
        assert!(matches!(panic.verdict(), Verdict::Defect(_)));
    }
}
