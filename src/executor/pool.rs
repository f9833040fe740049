//! The pool of the parent process: a queue of batches, slots that run them, and one place that
//! waits.

use std::collections::VecDeque;
use std::os::fd::AsFd;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use nix::errno::Errno;
use nix::poll::{PollFd, PollFlags, ppoll};
use nix::sys::eventfd::{EfdFlags, EventFd};
use nix::sys::signal::{SigSet, SigmaskHow, Signal};
use nix::sys::time::TimeSpec;

use super::clock::now;
use super::sandbox::Sandbox;
use super::slot::{PoolSetup, QueuedItem, RunningItem, Slot};
use super::{ExecutorError, Item, Limits, Outcome, Payload};
use murxla_coverage::Coverage;

/// Runs items in parallel children and returns their [`Outcome`]s.
///
/// Several pools may exist at once, each with its own payload. Dropping a pool kills and reaps all
/// its processes.
///
/// Every method may fork, so the process must have one thread whenever a method is called. Create
/// pools while the process is small, because zygotes start with a copy of its memory: a fork of 60
/// MB takes five times as long as a fork of 2 MB.
pub struct Pool {
    setup: PoolSetup,
    /// Set by a signal handler when the user wants to stop.
    stop: Arc<AtomicBool>,
    version: Arc<str>,
    remarks: Vec<String>,
    slots: Vec<Slot>,
    lists: Lists,
    queue: VecDeque<VecDeque<QueuedItem>>,
    ready: VecDeque<Outcome>,
    tickets: u64,
    /// Number of submitted items whose outcomes were not returned yet.
    pending: usize,
    /// See [`Pool::cpu`].
    cpu: Duration,
}

/// The lists of a pool, which run one at a time.
#[derive(Default)]
struct Lists {
    /// The slot that runs them. It is separate, so that a list never waits for a batch. Created
    /// when first needed.
    slot: Option<Slot>,
    /// A list was begun, and its outcomes were not taken yet.
    is_running: bool,
    outcomes: VecDeque<Outcome>,
}

impl Pool {
    /// Starts `jobs` zygotes and waits until each has loaded the library.
    ///
    /// # Errors
    ///
    /// [`ExecutorError::Load`] if the library does not load, crashes, or exceeds [`Limits::load`];
    /// [`ExecutorError::Interrupted`] if `stop` is set meanwhile; [`ExecutorError::System`] if no
    /// process can be forked.
    pub fn new(
        jobs: usize,
        limits: Limits,
        payload: Box<dyn Payload>,
        stop: Arc<AtomicBool>,
    ) -> Result<Pool, ExecutorError> {
        Pool::with_coverage(None, jobs, limits, payload, stop)
    }

    /// Like [`Pool::new`]. Coverage is measured for batches, and not for lists.
    ///
    /// # Errors
    ///
    /// As [`Pool::new`]; [`ExecutorError::Load`] also if coverage cannot be measured.
    pub fn with_coverage(
        coverage: Option<Coverage>,
        jobs: usize,
        limits: Limits,
        payload: Box<dyn Payload>,
        stop: Arc<AtomicBool>,
    ) -> Result<Pool, ExecutorError> {
        let notify = EventFd::from_flags(EfdFlags::EFD_NONBLOCK | EfdFlags::EFD_CLOEXEC)?;
        let sandbox = limits.sandbox.then(Sandbox::new).transpose()?;
        let mut pool = Pool {
            setup: PoolSetup {
                payload,
                sandbox,
                limits,
                notify,
                coverage,
            },
            stop,
            version: Arc::from(""),
            remarks: Vec::new(),
            slots: Vec::new(),
            lists: Lists::default(),
            queue: VecDeque::new(),
            ready: VecDeque::new(),
            tickets: 0,
            pending: 0,
            cpu: Duration::ZERO,
        };
        for _ in 0..jobs.max(1) {
            let slot = Slot::new(&mut pool.setup, true)?;
            pool.slots.push(slot);
        }
        while pool.slots.iter().any(Slot::is_loading) {
            pool.wait(None)?;
        }
        pool.version = Arc::clone(pool.slots[0].version());
        pool.remarks = pool.slots[0].remarks().to_vec();
        Ok(pool)
    }

    /// The version of the library.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// Remarks of the payload about the loaded library, a line each.
    pub fn remarks(&self) -> &[String] {
        &self.remarks
    }

    /// The coverage of the batches, if it is measured.
    #[must_use]
    pub fn coverage(&self) -> Option<&Coverage> {
        self.setup.coverage.as_ref()
    }

    /// Queues items in batches of at most [`Limits::batch`] items. One child runs the items of a
    /// batch in this order; another one continues if it dies. A batch never contains items of two
    /// calls of this method. Returns the ticket of the first item; the tickets of the others
    /// follow.
    pub fn submit(&mut self, items: impl IntoIterator<Item = Item>) -> u64 {
        let first = self.tickets;
        let items = self.number(items);
        self.pending += items.len();
        self.queue.extend(split(items, self.setup.limits.batch));
        first
    }

    /// Queues items again whose outcomes were returned, before all others. They keep their tickets.
    pub fn submit_again(&mut self, items: impl IntoIterator<Item = (u64, Item)>) {
        let batch: VecDeque<QueuedItem> = items.into_iter().map(QueuedItem::new).collect();
        self.pending += batch.len();
        let batches = split(batch, self.setup.limits.batch).into_iter().rev();
        batches.for_each(|batch| self.queue.push_front(batch));
    }

    /// The number of free slots for which no batch is queued.
    pub fn free_slots(&self) -> usize {
        let free = self.slots.iter().filter(|slot| slot.is_free()).count();
        free.saturating_sub(self.queue.len())
    }

    /// Number of submitted items whose outcomes were not returned yet.
    pub fn pending(&self) -> usize {
        self.pending
    }

    /// The next outcome. Waits if there is none. The outcomes of a batch come in the order of its
    /// items. `None` when all outcomes were returned, or when the stop flag is set and no outcome
    /// is ready.
    ///
    /// # Errors
    ///
    /// See [`ExecutorError`]. The pool cannot be used after an error: drop it.
    pub fn next_outcome(&mut self) -> Result<Option<Outcome>, ExecutorError> {
        loop {
            let outcome = self.take_ready_outcome();
            if outcome.is_some() || self.pending == 0 {
                return Ok(outcome);
            }
            match self.wait(None) {
                Err(ExecutorError::Interrupted) => return Ok(None),
                other => other?,
            }
        }
    }

    /// The next outcome if one is ready. Otherwise starts queued batches on free slots and returns
    /// at once.
    pub fn take_ready_outcome(&mut self) -> Option<Outcome> {
        if self.ready.is_empty() {
            self.start();
        }
        let outcome = self.ready.pop_front()?;
        self.pending -= 1;
        self.cpu += outcome.cost.cpu;
        Some(outcome)
    }

    /// Runs one item in a new child and waits for it. Batches continue meanwhile.
    ///
    /// # Errors
    ///
    /// As [`Pool::next_outcome`], and [`ExecutorError::Interrupted`].
    pub fn run_one(&mut self, item: Item) -> Result<Outcome, ExecutorError> {
        loop {
            // There is none if the child was killed from outside before it began the item.
            if let Some(outcome) = self.run_list(vec![item.clone()])?.pop() {
                return Ok(outcome);
            }
        }
    }

    /// Runs items one after the other in one new child. Batches continue meanwhile. If the child
    /// ends early, there are fewer outcomes than items, and the last one says how it ended. Items
    /// beyond [`Limits::batch`] or [`MIN_LIST`](super::MIN_LIST), whichever is larger, are dropped.
    ///
    /// # Errors
    ///
    /// As [`Pool::run_one`].
    pub fn run_list(&mut self, items: Vec<Item>) -> Result<Vec<Outcome>, ExecutorError> {
        self.begin_list(items)?;
        self.finish_list()
    }

    /// Waits for the outcomes of the list that was begun.
    ///
    /// # Errors
    ///
    /// As [`Pool::run_one`].
    pub fn finish_list(&mut self) -> Result<Vec<Outcome>, ExecutorError> {
        loop {
            if let Some(outcomes) = self.take_list() {
                return Ok(outcomes);
            }
            self.wait(None)?;
        }
    }

    /// Like [`Pool::run_list`], but does not wait. [`Pool::take_list`] returns the outcomes. A list
    /// that still runs is dropped.
    ///
    /// # Errors
    ///
    /// As [`Pool::next_outcome`].
    pub fn begin_list(&mut self, items: Vec<Item>) -> Result<(), ExecutorError> {
        let mut batch = self.number(items);
        // A list that was interrupted may still run in this slot.
        let mut list_slot = match self.lists.slot.take().filter(Slot::is_free) {
            Some(slot) => slot,
            None => Slot::new(&mut self.setup, false)?,
        };
        self.lists.outcomes.clear();
        batch.truncate(self.setup.limits.batch.max(super::MIN_LIST));
        list_slot.assign(batch, true);
        self.lists.slot = Some(list_slot);
        self.lists.is_running = true;
        Ok(())
    }

    /// The outcomes of the list that was begun, once it has ended. `None` before.
    pub fn take_list(&mut self) -> Option<Vec<Outcome>> {
        // An item that does not fit into memory ends here without a child.
        self.start();
        if !self.list_has_ended() {
            return None;
        }
        self.lists.is_running = false;
        let outcomes: Vec<Outcome> = self.lists.outcomes.drain(..).collect();
        self.cpu += outcomes
            .iter()
            .map(|outcome| outcome.cost.cpu)
            .sum::<Duration>();
        Some(outcomes)
    }

    /// CPU time of the items whose outcomes were returned.
    #[must_use]
    pub fn cpu(&self) -> Duration {
        self.cpu
    }

    fn list_has_ended(&self) -> bool {
        self.lists.is_running && self.lists.slot.as_ref().is_none_or(Slot::is_free)
    }

    /// Kills the batches and drops their outcomes. Lists can still be run.
    pub fn abandon(&mut self) {
        self.slots.clear();
        self.queue.clear();
        self.ready.clear();
        self.pending = 0;
    }

    /// Kills all processes and drops their outcomes. Nothing can be run afterwards.
    pub fn close(&mut self) {
        self.abandon();
        self.lists.slot = None;
    }

    /// The process ids of each zygote and of its child, if one runs.
    pub fn processes(&self) -> Vec<(i32, Option<i32>)> {
        let slots = self.slots.iter().chain(&self.lists.slot);
        slots.map(Slot::pids).collect()
    }

    /// The running item of each job. `None` for a job between two items.
    pub fn running_items(&self) -> Vec<Option<RunningItem>> {
        self.slots.iter().map(Slot::running_item).collect()
    }

    /// Gives each item its ticket.
    fn number(&mut self, items: impl IntoIterator<Item = Item>) -> VecDeque<QueuedItem> {
        let batch = (self.tickets..).zip(items).map(QueuedItem::new);
        let batch: VecDeque<QueuedItem> = batch.collect();
        self.tickets += batch.len() as u64;
        batch
    }

    /// Starts queued batches on free slots.
    fn start(&mut self) {
        for slot in &mut self.slots {
            while slot.is_free()
                && let Some(batch) = self.queue.pop_front()
            {
                slot.assign(batch, false);
                slot.start(&mut self.ready);
            }
            slot.start(&mut self.ready);
        }
        if let Some(slot) = &mut self.lists.slot {
            slot.start(&mut self.lists.outcomes);
        }
    }

    fn wait(&mut self, end: Option<u64>) -> Result<(), ExecutorError> {
        wait(&mut [self], end)
    }

    /// The earliest deadline of the slots, in nanoseconds of CLOCK_MONOTONIC.
    fn deadline(&self) -> Option<u64> {
        let slots = self.slots.iter().chain(&self.lists.slot);
        let deadlines = slots.filter_map(|slot| slot.deadline(&self.setup.limits));
        deadlines.min()
    }

    /// The files to poll: the one that children notify, then the socket of each slot.
    fn files(&self) -> impl Iterator<Item = PollFd<'_>> {
        let slots = self.slots.iter().chain(&self.lists.slot);
        let files = std::iter::once(self.setup.notify.as_fd())
            .chain(slots.map(|slot| slot.control().as_fd()));
        files.map(|file| PollFd::new(file, PollFlags::POLLIN))
    }

    /// Handles events and deadlines at this `time`. `has_input` has one value for each of
    /// [`Pool::files`].
    fn handle_events(
        &mut self,
        has_input: &mut impl Iterator<Item = bool>,
        time: u64,
    ) -> Result<(), ExecutorError> {
        let mut has_input = || has_input.next() == Some(true);
        if has_input() {
            let _ = self.setup.notify.read();
        }
        let setup = &mut self.setup;
        for slot in &mut self.slots {
            slot.handle(setup, has_input(), time, &mut self.ready)?;
        }
        if let Some(slot) = &mut self.lists.slot {
            slot.handle(setup, has_input(), time, &mut self.lists.outcomes)?;
        }
        Ok(())
    }
}

/// Items in batches of at most this many.
fn split(mut items: VecDeque<QueuedItem>, most: usize) -> Vec<VecDeque<QueuedItem>> {
    let mut batches = Vec::new();
    while !items.is_empty() {
        let count = most.clamp(1, items.len());
        batches.push(items.drain(..count).collect());
    }
    batches
}

/// Starts what is queued in the pools, and handles their events until something has happened, at
/// most for the duration `timeout`. Returns at once if one of the pools has outcomes to take.
///
/// # Errors
///
/// As [`Pool::next_outcome`], and [`ExecutorError::Interrupted`].
pub fn wait_for_outcome(pools: &mut [&mut Pool], timeout: Duration) -> Result<(), ExecutorError> {
    let has_outcomes = |pool: &&mut Pool| !pool.ready.is_empty() || pool.list_has_ended();
    if pools.iter().any(has_outcomes) {
        return Ok(());
    }
    pools.iter_mut().for_each(|pool| pool.start());
    // Items that do not fit into memory end without a child.
    if pools.iter().any(has_outcomes) {
        return Ok(());
    }
    wait(pools, Some(now() + timeout.as_nanos() as u64))
}

/// Handles the events of the pools for the duration `time`, and starts nothing.
///
/// # Errors
///
/// As [`wait_for_outcome`].
pub fn pause(pools: &mut [&mut Pool], time: Duration) -> Result<(), ExecutorError> {
    let end = now() + time.as_nanos() as u64;
    while now() < end {
        wait(pools, Some(end))?;
    }
    Ok(())
}

/// Waits for a message of a zygote or child, a deadline, a signal, or the time `end`. Then handles
/// events and deadlines.
fn wait(pools: &mut [&mut Pool], end: Option<u64>) -> Result<(), ExecutorError> {
    let deadlines = pools.iter().filter_map(|pool| pool.deadline());
    let deadline = deadlines.chain(end).min();
    let timeout = deadline.map(|at| TimeSpec::from(Duration::from_nanos(at.saturating_sub(now()))));
    let mut files: Vec<PollFd<'_>> = pools.iter().flat_map(|pool| pool.files()).collect();
    let woken = match pools.first() {
        Some(first) => wait_or_stop(&mut files, timeout, &first.stop)?,
        None => false,
    };
    let has_input = files.iter().map(|file| woken && file.any() == Some(true));
    let has_input: Vec<bool> = has_input.collect();
    drop(files);
    let (mut has_input, time) = (has_input.into_iter(), now());
    pools
        .iter_mut()
        .try_for_each(|pool| pool.handle_events(&mut has_input, time))
}

/// Polls the files, unless `stop` is set. The signals that set it are blocked except while polling.
/// So a signal cannot arrive unnoticed between the test of the flag and the poll. Returns whether
/// `fds` were filled in.
fn wait_or_stop(
    fds: &mut [PollFd<'_>],
    timeout: Option<TimeSpec>,
    stop: &AtomicBool,
) -> Result<bool, ExecutorError> {
    let signals = [Signal::SIGINT, Signal::SIGTERM, Signal::SIGHUP];
    let signals: SigSet = signals.into_iter().collect();
    let mask = signals.thread_swap_mask(SigmaskHow::SIG_BLOCK)?;
    let woken = if stop.load(Relaxed) {
        Err(ExecutorError::Interrupted)
    } else {
        match ppoll(fds, timeout, Some(mask)) {
            Ok(_) => Ok(true),
            Err(Errno::EINTR) if stop.load(Relaxed) => Err(ExecutorError::Interrupted),
            Err(Errno::EINTR) => Ok(false),
            Err(error) => Err(error.into()),
        }
    };
    mask.thread_set_mask()?;
    woken
}
