//! Runs items (seeds or traces) in forked child processes and reports how each of them ended.
//!
//! ```text
//!  parent ──fork──► zygote ──fork──► child        one zygote per job, one child per batch
//!    │  ◄─socket──   loads the        runs the items of a batch one after the other,
//!    │   1 byte      library once,    writes each call to the arena *before* it makes the call
//!    │               runs nothing        │
//!    └──────── arena (shared memory, created before the first fork) ◄┘
//! ```
//!
//! The parent loads no solver and has one thread. It waits in one `ppoll` call. The timeout of that
//! call is the earliest deadline of a running item.
//!
//! A zygote loads the library, forks children and reaps them. It does nothing else, so it stays
//! small and forking it is cheap.
//!
//! A child writes its trace to memory that the parent can read. After a crash the trace is there,
//! and no second run is needed to find out what the child did. The parent starts another child for
//! the rest of the batch.
//!
//! The parent notices finished items when the batch ends, when the child ends, when an item ends in
//! another way than [`End::Ok`], and at the latest after 50 ms (`child.rs`).
//!
//! | file | holds |
//! |---|---|
//! | `pool.rs` | the parent: queue, waiting, deadlines |
//! | `slot.rs` | one job as the parent sees it: its zygote, its arena, its batch |
//! | `slot/collect.rs` | turns what a child has written into outcomes |
//! | `zygote.rs`, `child.rs` | the two kinds of process below the parent |
//! | `outcome.rs` | the outcome of an item: verdicts, and the stack frames of a crash |
//! | `sanitizer.rs` | reports of sanitizers in the output of a child |
//! | `capture.rs` | the files for a child's standard output, standard error and backtrace |
//! | `clock.rs` | the clocks used for deadlines |
//! | `sandbox.rs` | what children may do with files |
//! | `shm.rs` | the memory shared by parent, zygote and children |
//! | `alarm.rs` | the soft limit: asks long searches to end |
//! | `program.rs` | runs a solver's own program on a file |
//! | `background.rs` | runs another command of this program beside the children |
//! | `fork.rs` | system calls without a safe wrapper, and the handler of fatal signals |
//!
//! This crate does not depend on sorts, terms or solvers. A [`Payload`] defines what children do.

mod alarm;
mod background;
mod capture;
mod child;
mod clock;
mod fork;
mod outcome;
mod pool;
mod program;
pub mod sandbox;
mod sanitizer;
mod shm;
mod slot;
mod zygote;

use murxla_fsm::run::End;
use std::sync::Arc;
use std::time::Duration;

pub use background::Background;
pub use fork::{Usage, reset_signals, restore_environment};
pub use outcome::{
    NewCoverage, Outcome, RunCalls, RunCost, RunProcess, STACK_OVERFLOW, UNKNOWN_FRAME, Verdict,
    signal_name,
};
pub use pool::{Pool, pause, wait_for_outcome};
pub use program::{ProgramEnd, ProgramRun, run_program};
pub use sandbox::FileNeeds;
pub use slot::RunningItem;

/// Number of counters per item that a payload can use: see [`Sink::count`].
pub const COUNTERS: usize = 12;

/// [`Pool::run_list`] accepts at least this many items, even if [`Limits::batch`] is smaller.
pub const MIN_LIST: usize = 16;

/// The work of the child processes.
///
/// The parent creates one value before it forks; zygotes and children use copies of it. What
/// [`load`](Payload::load) stores in `self` is visible in every child. What [`run`](Payload::run)
/// stores is visible only to later items of the same child. A zygote closes all inherited files, so
/// `load` must open the files that `run` needs.
pub trait Payload {
    /// Loads the library and returns its version. Called once per zygote.
    ///
    /// # Errors
    ///
    /// A message for the user: why the library does not load, and what to change.
    fn load(&mut self) -> Result<String, String>;

    /// What the user should know about what was loaded, a line each. Called once per zygote, after
    /// [`load`](Payload::load).
    fn remarks(&self) -> Vec<String> {
        Vec::new()
    }

    /// Runs one item. Called in the child. Every call must be given to [`Sink::call`] before it is
    /// made.
    fn run(&mut self, item: &Item, sink: &mut dyn Sink) -> End;

    /// Frees what the next item must not see. Called in the child after every item. A crash in here
    /// counts as a crash of the item.
    fn recycle(&mut self) {}

    /// The access to files that the library needs.
    fn file_needs(&self) -> FileNeeds {
        FileNeeds::default()
    }

    /// How to interrupt searches that take too long. `None`: searches have no soft limit.
    fn interrupter(&self) -> Option<Interrupter> {
        None
    }
}

/// The soft limit of searches, applied in the child: see [`Sink::search`].
#[derive(Clone, Copy, Debug)]
pub struct Interrupter {
    /// Interval of the timer that measures searches, in CPU time. Limits of searches are multiples
    /// of it.
    pub tick: Duration,
    /// Asks the library to interrupt its search. Called in a signal handler, so it must be safe
    /// there. Returns whether the library has been asked.
    pub ask: fn() -> bool,
}

/// A task of a child.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// Generate a run from this seed.
    Seed(u64),
    /// Generate a run from this seed, guided by a text in the payload's own format.
    Guided(u64, Arc<str>),
    /// Replay this trace.
    Trace(Arc<str>),
}

impl Item {
    /// The seed, if the item has one.
    #[must_use]
    pub fn seed(&self) -> Option<u64> {
        match self {
            Self::Seed(seed) | Self::Guided(seed, _) => Some(*seed),
            Self::Trace(_) => None,
        }
    }

    /// The text that the payload reads, if the item has one.
    #[must_use]
    pub(crate) fn text(&self) -> Option<&Arc<str>> {
        match self {
            Self::Seed(_) => None,
            Self::Guided(_, text) | Self::Trace(text) => Some(text),
        }
    }
}

/// Receives what [`Payload::run`] does. Everything written to it survives a crash of the process.
pub trait Sink {
    /// Appends a line to the trace: the call that will be made next.
    fn call(&mut self, line: &str);
    /// Appends a line that is not a call, such as a result or a comment.
    fn note(&mut self, line: &str);
    /// Starts the soft limit: a search begins and may take `granted` ticks of the [`Interrupter`].
    /// 0 means that the search has ended.
    fn search(&mut self, granted: u32);
    /// Whether a search of this item was interrupted. The item must then end with
    /// [`End::TimedOut`].
    fn search_timed_out(&self) -> bool;
    /// Adds `n` to one of the [`COUNTERS`] counters of the item.
    fn count(&mut self, counter: usize, n: u32);
    /// Sends data in the payload's own format to the parent, as [`Outcome::attachment`]. It is lost
    /// if the process dies before the item ends. A second call replaces the data.
    fn attach(&mut self, data: Vec<u8>);
}

/// Limits for items and child processes.
#[derive(Clone, Debug)]
pub struct Limits {
    /// CPU time per item. The limit in wall-clock time is four times as long.
    pub time: Duration,
    /// Address space in bytes that a child may use in addition to what it starts with; with
    /// AddressSanitizer, resident memory. 0 means no limit.
    pub memory: u64,
    /// Items per child. 1 means one fork per item.
    pub batch: usize,
    /// Size of the memory for the traces of one child, in bytes. Pages are only used once traces
    /// fill them.
    pub arena: usize,
    /// A child is replaced when its resident memory has grown by more than this many bytes. 0 means
    /// never.
    pub growth: u64,
    /// Children may use files only as [`Payload::file_needs`] says, if the kernel has Landlock.
    pub sandbox: bool,
    /// Wall-clock time for [`Payload::load`].
    pub load: Duration,
    /// Whether to measure [`RunCost::growth`]. Measuring walks the free lists of the heap after
    /// every item.
    pub measure_growth: bool,
}

/// For what a command does not set. The defaults of campaigns and replays are those of the command
/// line.
impl Default for Limits {
    fn default() -> Limits {
        Limits {
            time: Duration::from_secs(10),
            memory: 2 << 30,
            batch: 1000,
            arena: 32 << 20,
            growth: 512 << 20,
            sandbox: true,
            load: Duration::from_secs(60),
            measure_growth: true,
        }
    }
}

/// The number of processors that this process may use, which is the default number of jobs.
#[must_use]
pub fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Why a pool cannot continue. How an *item* ended is a [`Verdict`], never an error.
#[derive(Debug, thiserror::Error)]
pub enum ExecutorError {
    /// The library cannot be loaded. The text is a message for the user.
    #[error("{0}")]
    Load(String),
    /// The stop flag given to [`Pool::new`] was set.
    #[error("interrupted")]
    Interrupted,
    /// A system call failed.
    #[error("cannot run child processes: {0}")]
    System(#[from] std::io::Error),
}

impl From<nix::errno::Errno> for ExecutorError {
    fn from(errno: nix::errno::Errno) -> ExecutorError {
        ExecutorError::System(errno.into())
    }
}
