//! Runs pieces of work in forked children, at speed, and tells how each of them ended.
//!
//! ```text
//!  parent ──fork──► zygote ──fork──► child        one zygote per job, one child per batch
//!    │  ◄─socket──   loads the        runs the items of a batch one after the other,
//!    │   1 byte      library once,    writes each call into the arena *before* making it
//!    │               runs nothing        │
//!    └──────── arena (shared memory, made before the first fork) ◄┘
//! ```
//!
//! The parent loads no solver and has one thread. It sleeps in one `ppoll` whose timeout is the next
//! deadline of an item. A zygote has loaded the library and only forks and reaps, so it stays small and a
//! fork stays cheap. A child that dies has already written its trace where the parent can read it: no
//! second run is needed to learn what it did. The parent then starts another child for the rest of the
//! batch. Ends of items are seen at the end of a batch, at the end of a child, when an item ended in
//! another way than [`End::Ok`], and at the latest after 50 ms of work (`child.rs`).
//!
//! | file | holds |
//! |---|---|
//! | `pool.rs` | the parent: queue, waiting, deadlines |
//! | `slot.rs` | one job as the parent sees it: its zygote, its arena, its batch |
//! | `slot/collect.rs` | what a child has left behind becomes outcomes |
//! | `zygote.rs`, `child.rs` | the two kinds of process below the parent |
//! | `outcome.rs`, `symbols.rs` | what is told about an item; how a death is read, and where it was |
//! | `capture.rs` | the output of a child |
//! | `clock.rs` | the clocks of deadlines |
//! | `shm.rs` | the memory shared by the three |
//! | `alarm.rs` | the soft limit: searches are asked to end |
//! | `background.rs` | another command of this program, beside the children |
//! | `fork.rs` | the system calls that have no safe wrapper, and the handler of fatal signals |
//!
//! The module knows nothing of sorts, terms or solvers: what children do is a [`Payload`].

mod alarm;
mod background;
mod capture;
mod child;
mod clock;
mod fork;
mod outcome;
mod pool;
mod shm;
mod slot;
mod symbols;
mod zygote;

use std::sync::Arc;
use std::time::Duration;

pub use background::Background;
pub use fork::Usage;
pub use outcome::{Outcome, STACK_OVERFLOW, UNKNOWN_FRAME, Verdict, signal_name};
pub use pool::{Pool, pause, wait_for_outcome};
pub use slot::RunningItem;
pub use symbols::readable;

/// How many counters of its own a payload has per item.
pub const COUNTERS: usize = 12;

/// So many items [`Pool::run_list`] takes even where batches are smaller.
pub const MIN_LIST: usize = 16;

/// What children do for a living.
///
/// One value is made in the parent, before any fork, and used in copies of the parent's memory: what
/// [`load`](Payload::load) stores in `self` is there in every child, what [`run`](Payload::run) stores
/// is there for the later items of the same child only. A zygote closes all files that it did not
/// open itself: open in `load` what `run` needs.
pub trait Payload {
    /// In the zygote, once: loads the library and returns its version.
    ///
    /// # Errors
    ///
    /// What the user must change for the library to load.
    fn load(&mut self) -> Result<String, String>;

    /// In the child, once per item. Every call is given to [`Sink::call`] before it is made.
    fn run(&mut self, item: &Item, sink: &mut dyn Sink) -> End;

    /// In the child after every item: frees what the next item must not meet. The item lasts until
    /// this returns: a crash in here is its crash.
    fn recycle(&mut self) {}

    /// How searches are asked to end that take long, if they are.
    fn interrupter(&self) -> Option<Interrupter> {
        None
    }
}

/// The soft limit, in the child: see [`Sink::search`].
#[derive(Clone, Copy, Debug)]
pub struct Interrupter {
    /// The unit of CPU time that searches are granted.
    pub tick: Duration,
    /// Asks the library to end what it does, in a handler of signals. Returns whether it has a way to be asked.
    pub ask: fn() -> bool,
}

/// A piece of work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// Generate from this seed.
    Seed(u64),
    /// Replay this text.
    Trace(Arc<str>),
}

/// Where [`Payload::run`] writes what it does. What has been written survives any end of the process.
pub trait Sink {
    /// Appends a line: the call that is about to be made.
    fn call(&mut self, line: &str);
    /// Appends a line that is no call: a result, a comment.
    fn note(&mut self, line: &str);
    /// From now on a search is under way that is granted so many ticks of the [`Interrupter`], or, of none, no search
    /// any more.
    fn search(&mut self, granted: u32);
    /// Whether a search of this item was asked to end. Then the item is to end, too, with [`End::TimedOut`].
    fn search_timed_out(&self) -> bool;
    /// Adds to one of the payload's [`COUNTERS`] counters.
    fn count(&mut self, counter: usize, n: u32);
}

/// How [`Payload::run`] says that an item ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// Nothing to report.
    Ok,
    /// A check failed: the library did something wrong. `kind` is a short constant word.
    Check { kind: String, message: String },
    /// The item cannot be run, and the library is not to blame: a bad trace. Lines count from 1.
    Refused { line: u32, message: String },
    /// The item asks for something that this library does not have.
    Unsupported { line: u32, message: String },
    /// A search took too long, and was asked to end.
    TimedOut,
    /// The library said, in its own way, that it has no memory left.
    OutOfMemory,
}

/// What one item and one child may use.
#[derive(Clone, Debug)]
pub struct Limits {
    /// CPU time per item; it may take four times as long by the clock on the wall.
    pub time: Duration,
    /// Address space that a child may take on top of what it starts with, in bytes; 0 = no limit.
    pub memory: u64,
    /// Items per child; 1 = a fork per item.
    pub batch: usize,
    /// Room for the traces of one child, in bytes. Memory is used only as far as traces fill it.
    pub arena: usize,
    /// A child whose resident memory has grown by more than this is replaced after the item; 0 = never.
    pub growth: u64,
    /// Wall-clock time for [`Payload::load`].
    pub load: Duration,
    /// Whether [`Outcome::growth`] is measured. It takes a walk over the heap's free lists per item.
    pub measure_growth: bool,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            time: Duration::from_secs(10),
            memory: 2 << 30,
            batch: 1000,
            arena: 32 << 20,
            growth: 512 << 20,
            load: Duration::from_secs(60),
            measure_growth: true,
        }
    }
}

/// How many processors this process may use: so many jobs keep them busy.
#[must_use]
pub fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Why a pool cannot go on. How an *item* ended is never an error but a [`Verdict`].
#[derive(Debug, thiserror::Error)]
pub enum ExecutorError {
    /// The library did not load; the text is for the user.
    #[error("{0}")]
    Load(String),
    /// The flag given to [`Pool::new`] was set.
    #[error("interrupted")]
    Interrupted,
    /// The operating system refused something.
    #[error("cannot run child processes: {0}")]
    System(#[from] std::io::Error),
}

impl From<nix::errno::Errno> for ExecutorError {
    fn from(errno: nix::errno::Errno) -> ExecutorError {
        ExecutorError::System(errno.into())
    }
}
