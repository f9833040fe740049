//! One job as the parent sees it: a zygote, the memory shared with it, and the current batch.

mod collect;

use murxla_fsm::trace::{ResolveError, TraceError};
use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::os::unix::net::UnixStream;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::Ordering::{Acquire, Relaxed};
use std::time::Duration;

use nix::sys::eventfd::EventFd;
use nix::sys::signal::{Signal, kill, killpg};
use nix::sys::wait::{WaitStatus, waitpid};
use nix::unistd::Pid;

use super::capture::Capture;
use super::clock::{cpu_time, nanos, now};
use super::outcome::{Outcome, Verdict, signal_name};
use super::sandbox::Sandbox;
use super::shm::{NONE, Shared};
use super::zygote::{Zygote, message, pages_of};
use super::{ExecutorError, Item, Limits, Payload, fork};
use murxla_coverage::{Coverage, JobCoverage};
use murxla_system::symbols::Symbols;

/// The limit of an item in wall-clock time is this many times its limit in CPU time.
const WALL_CLOCK_FACTOR: u64 = 4;

/// The time between two looks at the resident memory of a child.
const MEMORY_LOOK: Duration = Duration::from_millis(50);

/// After this many processes in a row that ended before they began an item, the pool gives up.
const MAX_FAILED_STARTS: u32 = 3;

/// What all slots of a pool share.
pub(super) struct PoolSetup {
    pub(super) payload: Box<dyn Payload>,
    pub(super) limits: Limits,
    /// Restricts what children may do with files.
    pub(super) sandbox: Option<Sandbox>,
    /// Children write to it when items have ended.
    pub(super) notify: EventFd,
    /// Measures what batches reach. Lists do not count.
    pub(super) coverage: Option<Coverage>,
}

/// An item that waits to be run, or runs.
#[derive(Clone, Debug)]
pub(super) struct QueuedItem {
    pub(super) ticket: u64,
    pub(super) item: Item,
    /// How often its child was killed from outside while it ran.
    pub(super) times_killed: u32,
}

impl QueuedItem {
    /// An item with its ticket, which has not run.
    pub(super) fn new((ticket, item): (u64, Item)) -> Self {
        Self {
            ticket,
            item,
            times_killed: 0,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SlotState {
    /// The zygote loads the library. The value is the deadline, as a time of `now`.
    Loading(u64),
    /// The zygote waits for a batch.
    Idle,
    /// A child runs or will be forked.
    Running,
}

/// An item that runs now.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RunningItem {
    /// Its seed. `None` for a trace.
    pub seed: Option<u64>,
    /// How long it has been running.
    pub time: Duration,
    /// The last call that was begun, as a line of the trace.
    pub call: String,
}

pub(super) struct Slot {
    shared: Rc<Shared>,
    capture: Capture,
    /// Symbol names of the libraries in which children have crashed.
    symbols: Symbols,
    zygote: Pid,
    control: UnixStream,
    state: SlotState,
    version: Arc<str>,
    remarks: Vec<String>,
    batch: Batch,
    /// Number of processes in a row that ended before they began an item.
    failed_starts: u32,
    /// The coverage of the processes of this job.
    coverage: Option<JobCoverage>,
}

/// The items that a slot runs, one after the other.
#[derive(Default)]
struct Batch {
    /// The items that have no outcome. While a child runs, the first of them runs or
    /// runs next.
    items: VecDeque<QueuedItem>,
    /// Number of items of the running child that have an outcome.
    collected: u32,
    /// The traces of those items.
    traces: Vec<Arc<str>>,
    /// The item for which the parent has killed the child.
    killed_item: Option<u32>,
    /// The batch must not be split: what is left when the child ends is dropped.
    one_child: bool,
}

impl Slot {
    /// Forks a zygote, which starts to load the library. `is_covered`: coverage is measured, if the
    /// pool does so.
    pub(super) fn new(setup: &mut PoolSetup, is_covered: bool) -> Result<Slot, ExecutorError> {
        fork::require_one_thread()?;
        let PoolSetup {
            payload,
            limits,
            sandbox,
            notify,
            coverage,
        } = setup;
        let coverage = coverage.as_ref().filter(|_| is_covered);
        let coverage = coverage.map(Coverage::job).transpose()?;
        let shared = Rc::new(Shared::new(
            limits.batch.max(super::MIN_LIST),
            limits.arena,
        )?);
        let capture = Capture::new()?;
        let (control, theirs) = UnixStream::pair()?;
        let mut theirs = Some(theirs);
        let zygote = fork::fork(|| match theirs.take() {
            None => fork::DEFECT,
            Some(control) => Zygote {
                payload: &mut **payload,
                shared: &shared,
                capture: &capture,
                control,
                notify,
                limits,
                sandbox: sandbox.as_ref(),
                coverage: coverage.as_ref(),
            }
            .run(),
        })?;
        let deadline = now() + nanos(limits.load);
        Ok(Slot {
            shared,
            capture,
            symbols: Symbols::default(),
            zygote,
            control,
            state: SlotState::Loading(deadline),
            version: Arc::from(""),
            remarks: Vec::new(),
            batch: Batch::default(),
            failed_starts: 0,
            coverage,
        })
    }

    /// Replaces a dead zygote, its shared memory and its files. They cannot be used again because a
    /// child of the dead zygote may still be running.
    fn restart(&mut self, setup: &mut PoolSetup) -> Result<(), ExecutorError> {
        let mut fresh = Slot::new(setup, self.coverage.is_some())?;
        fresh.batch.items = std::mem::take(&mut self.batch.items);
        fresh.batch.one_child = self.batch.one_child;
        fresh.failed_starts = self.failed_starts;
        fresh.version = Arc::clone(&self.version);
        *self = fresh;
        Ok(())
    }

    pub(super) fn control(&self) -> &UnixStream {
        &self.control
    }

    pub(super) fn version(&self) -> &Arc<str> {
        &self.version
    }

    pub(super) fn remarks(&self) -> &[String] {
        &self.remarks
    }

    pub(super) fn is_loading(&self) -> bool {
        matches!(self.state, SlotState::Loading(_))
    }

    pub(super) fn is_running(&self) -> bool {
        self.state == SlotState::Running
    }

    /// Whether the slot can take a batch.
    pub(super) fn is_free(&self) -> bool {
        self.state == SlotState::Idle && self.batch.items.is_empty()
    }

    /// The process ids of the zygote and, if one runs, of the child.
    pub(super) fn pids(&self) -> (i32, Option<i32>) {
        let child = self.shared.child();
        (self.zygote.as_raw(), (child > 0).then_some(child))
    }

    /// What the child runs now. The child continues meanwhile, so the call may already have
    /// returned.
    pub(super) fn running_item(&self) -> Option<RunningItem> {
        let index = self.shared.in_flight().filter(|_| self.is_running())?;
        let started = self.shared.header().started.load(Relaxed);
        Some(RunningItem {
            seed: self.shared.seed(index),
            time: Duration::from_nanos(now().saturating_sub(started)),
            call: self.shared.last_call(index).unwrap_or_default(),
        })
    }

    /// Assigns a batch. `one_child`: one child must run all of it; what is left when that child
    /// ends is dropped.
    pub(super) fn assign(&mut self, batch: VecDeque<QueuedItem>, one_child: bool) {
        self.batch.items = batch;
        self.batch.one_child = one_child;
    }

    /// Starts a child if there is a batch and no child runs.
    pub(super) fn start(&mut self, out: &mut VecDeque<Outcome>) {
        while self.state == SlotState::Idle && !self.batch.items.is_empty() {
            let items = self.batch.items.iter().map(|queued| &queued.item);
            let count = self.shared.fill(items, self.batch.one_child);
            self.capture.clear();
            if count == 0 {
                let message = "the trace is larger than the memory shared with children";
                let error = TraceError::of_whole(message);
                let refused = Verdict::Unusable(ResolveError::Bad(error));
                self.finish_item(0, refused, Duration::ZERO, Duration::ZERO, out);
                continue;
            }
            self.batch.collected = 0;
            self.batch.traces.clear();
            self.batch.killed_item = None;
            if let Some(coverage) = &self.coverage {
                coverage.clear();
            }
            // Stands for the start of the first item, so that a child that never begins one is
            // noticed.
            self.shared.header().started.store(now(), Relaxed);
            // If the zygote is dead, the next read from the socket fails and the slot is restarted.
            let _ = self.control.write_all(&[message::RUN]);
            self.state = SlotState::Running;
        }
    }

    /// When the parent must check this slot next, in nanoseconds of CLOCK_MONOTONIC.
    pub(super) fn deadline(&self, limits: &Limits) -> Option<u64> {
        match self.state {
            SlotState::Idle => None,
            SlotState::Loading(deadline) => Some(deadline),
            SlotState::Running if self.batch.killed_item.is_some() => None,
            SlotState::Running if self.shared.in_flight().is_some() => {
                Some(self.or_memory_look(self.item_deadline(limits, now())))
            }
            // Between two items there is no deadline, and the start of the next item is not
            // announced. Check again at the earliest time at which the next item could exceed a
            // limit.
            SlotState::Running => {
                Some(self.or_memory_look(now() + nanos(limits.time.min(limits.load))))
            }
        }
    }

    /// This deadline, or the time of the next look at the memory of the child, if that is earlier.
    fn or_memory_look(&self, deadline: u64) -> u64 {
        match self.shared.header().limit.counts_resident.load(Relaxed) {
            true => deadline.min(now() + nanos(MEMORY_LOOK)),
            false => deadline,
        }
    }

    /// When the running item exceeds its limit, estimated at time `now`. The limit counts CPU time,
    /// so that a busy machine causes no timeouts. An item that uses no CPU time has
    /// `WALL_CLOCK_FACTOR` times the limit.
    fn item_deadline(&self, limits: &Limits, now: u64) -> u64 {
        let header = self.shared.header();
        let (started, limit) = (header.started.load(Relaxed), nanos(limits.time));
        if now < started + limit {
            return started + limit;
        }
        let Some(pid) = self.shared.lock_child() else {
            return now;
        };
        let used = cpu_time(pid);
        self.shared.unlock_child(pid);
        let left = match used {
            Some(used) => {
                limit.saturating_sub(used.saturating_sub(header.cpu_before.load(Relaxed)))
            }
            None => 0,
        };
        // Limits the number of checks per item.
        let next = if left > 0 { left.max(limit / 8) } else { 0 };
        (now + next).min(started + WALL_CLOCK_FACTOR * limit)
    }

    /// Kills what has exceeded its limit at time `now`.
    fn enforce_deadlines(&mut self, limits: &Limits, now: u64) -> Result<(), ExecutorError> {
        let started = self.shared.header().started.load(Relaxed);
        match self.state {
            SlotState::Loading(deadline) if now >= deadline => {
                let message = format!(
                    "the library did not load within {} s{}",
                    limits.load.as_secs_f64(),
                    self.quoted_output()
                );
                return Err(ExecutorError::Load(message));
            }
            SlotState::Running => match self.shared.in_flight() {
                Some(index)
                    if self.batch.killed_item.is_none()
                        && (now >= self.item_deadline(limits, now) || self.exceeds_memory()) =>
                {
                    self.batch.killed_item = Some(index);
                    self.note_size();
                    self.kill_child();
                }
                // Either the zygote does not fork, or the child does not begin an item.
                None if self.shared.header().current.load(Relaxed) == NONE
                    && now >= started + nanos(limits.load) =>
                {
                    let _ = kill(self.zygote, Signal::SIGKILL);
                }
                _ => {}
            },
            _ => {}
        }
        Ok(())
    }

    /// Notes the memory of the child, which decides whether time or memory ran out.
    fn note_size(&self) -> u64 {
        let header = self.shared.header();
        let mut pages = 0;
        if let Some(pid) = self.shared.lock_child() {
            let statm = std::fs::read_to_string(format!("/proc/{pid}/statm")).unwrap_or_default();
            self.shared.unlock_child(pid);
            pages = pages_of(&statm, header.limit.counts_resident.load(Relaxed)).unwrap_or(0);
        }
        header.exit.pages.store(pages, Relaxed);
        pages * fork::page_size()
    }

    /// Whether the child has more resident memory than it may have, if this is not enforced by the
    /// kernel.
    fn exceeds_memory(&self) -> bool {
        let header = self.shared.header();
        let limit = header.limit.bytes.load(Relaxed);
        limit > 0 && header.limit.counts_resident.load(Relaxed) && self.note_size() > limit
    }

    fn kill_child(&self) {
        if let Some(pid) = self.shared.lock_child() {
            let _ = killpg(Pid::from_raw(pid), Signal::SIGKILL);
            let _ = kill(Pid::from_raw(pid), Signal::SIGKILL);
            self.shared.unlock_child(pid);
        }
    }

    /// Handles events and deadlines at time `now`. `has_input`: there is a message from the zygote.
    pub(super) fn handle(
        &mut self,
        setup: &mut PoolSetup,
        has_input: bool,
        now: u64,
        out: &mut VecDeque<Outcome>,
    ) -> Result<(), ExecutorError> {
        if has_input {
            self.listen(setup, out)?;
        }
        self.collect_finished(out);
        self.enforce_deadlines(&setup.limits, now)
    }

    /// Reads and handles one message of the zygote.
    fn listen(
        &mut self,
        setup: &mut PoolSetup,
        out: &mut VecDeque<Outcome>,
    ) -> Result<(), ExecutorError> {
        let mut message = [0];
        let read = self.control.read(&mut message).unwrap_or(0);
        let text = || {
            let used = self.shared.header().arena.used.load(Acquire);
            String::from_utf8_lossy(&self.shared.read(0..used)).into_owned()
        };
        match (read, message[0]) {
            (1, message::LOADED) => {
                let text = text();
                let mut lines = text.lines();
                self.version = Arc::from(lines.next().unwrap_or_default());
                self.remarks = lines.map(str::to_owned).collect();
                self.loaded(setup)?;
            }
            (1, message::COVERED) => self.state = SlotState::Idle,
            (1, message::NOT_LOADED | message::NOT_COVERED) => {
                return Err(ExecutorError::Load(text()));
            }
            (1, message::ENDED) => self.child_ended(setup, out)?,
            (1, message::NO_CHILD) => return Err(io::Error::other("fork failed").into()),
            _ => self.zygote_ended(setup, out)?,
        }
        Ok(())
    }

    /// Handles that the zygote has loaded the library: it is ready, or has to set breakpoints
    /// first.
    fn loaded(&mut self, setup: &mut PoolSetup) -> Result<(), ExecutorError> {
        match (&mut setup.coverage, &self.coverage) {
            (Some(coverage), Some(job)) => {
                let placed = coverage.place(job, self.zygote.as_raw());
                placed.map_err(ExecutorError::Load)?;
                let _ = self.control.write_all(&[message::COVER]);
            }
            _ => self.state = SlotState::Idle,
        }
        Ok(())
    }

    /// Handles the death of the zygote, which also kills its child. The library is not at fault.
    fn zygote_ended(
        &mut self,
        setup: &mut PoolSetup,
        out: &mut VecDeque<Outcome>,
    ) -> Result<(), ExecutorError> {
        let status = waitpid(self.zygote, None);
        let is_killed = matches!(status, Ok(WaitStatus::Signaled(_, Signal::SIGKILL, _)));
        if self.is_loading() && is_killed && self.failed_starts < MAX_FAILED_STARTS {
            // Killed from outside: this program never kills a zygote that loads.
            self.failed_starts += 1;
            return self.restart(setup);
        }
        if self.is_loading() {
            let how = match status {
                Ok(WaitStatus::Signaled(_, signal, _)) => {
                    format!("crashed with {}", signal_name(signal as i32))
                }
                Ok(WaitStatus::Exited(_, code)) => format!("ended the process with code {code}"),
                _ => "ended the process".to_owned(),
            };
            let message = format!("loading the library {how}{}", self.quoted_output());
            return Err(ExecutorError::Load(message));
        }
        self.collect_finished(out);
        if let Some(index) = self.shared.in_flight()
            && self.state == SlotState::Running
        {
            self.item_lost(index, Verdict::Killed, Duration::ZERO, Duration::ZERO, out);
        }
        self.after_child()?;
        self.restart(setup)
    }

    /// Gets ready for the next child, which runs the rest of the batch.
    fn after_child(&mut self) -> Result<(), ExecutorError> {
        if self.batch.one_child {
            self.batch.items.clear();
        }
        if self.state == SlotState::Running && self.shared.header().current.load(Relaxed) == NONE {
            self.failed_starts += 1;
        }
        self.state = SlotState::Idle;
        if self.failed_starts < MAX_FAILED_STARTS {
            return Ok(());
        }
        Err(io::Error::other("processes keep ending before they do anything").into())
    }

    /// The output of the library while it was loaded, for an error message.
    fn quoted_output(&self) -> String {
        let output = self.capture.read_output();
        let output = String::from_utf8_lossy(&output);
        match output.trim() {
            "" => String::new(),
            text => format!("\n{text}"),
        }
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        // A child that is killed together with its zygote would be reaped by init, so wait for the
        // zygote to reap it.
        self.kill_child();
        let _ = self.control.shutdown(std::net::Shutdown::Write);
        if self.state == SlotState::Running {
            let _ = self.control.set_read_timeout(Some(Duration::from_secs(1)));
            let _ = self.control.read(&mut [0]);
        }
        let _ = kill(self.zygote, Signal::SIGKILL);
        let _ = waitpid(self.zygote, None);
    }
}
