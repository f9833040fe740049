//! The parent's side: a queue of batches, slots that run them, and one place to wait.

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
use super::slot::{PoolSetup, QueuedItem, RunningItem, Slot};
use super::{ExecutorError, Item, Limits, Outcome, Payload};

/// Runs items in parallel children and hands out their [`Outcome`]s.
///
/// Several pools may exist at once, each with a payload of its own. Dropping a pool kills and reaps all
/// its processes. The process must have one thread whenever a pool forks, that is in every method.
/// Make pools while the process is small: zygotes start with its memory, and a fork of 60 MB takes five
/// times as long as one of 2 MB.
pub struct Pool {
    setup: PoolSetup,
    /// Set from a signal handler when the user wants to stop.
    stop: Arc<AtomicBool>,
    version: Arc<str>,
    slots: Vec<Slot>,
    /// Where lists run: made when first needed, so that they never wait for a batch.
    list_slot: Option<Slot>,
    /// A list has been begun whose outcomes have not been taken.
    has_list: bool,
    queue: VecDeque<VecDeque<QueuedItem>>,
    ready: VecDeque<Outcome>,
    list_outcomes: VecDeque<Outcome>,
    tickets: u64,
    /// Items submitted whose outcomes have not been handed out.
    pending: usize,
    /// See [`Pool::cpu`].
    cpu: Duration,
}

impl Pool {
    /// Starts `jobs` zygotes and waits until each has loaded the library.
    ///
    /// # Errors
    ///
    /// [`ExecutorError::Load`] if the library does not load, crashes, or hangs while loading;
    /// [`ExecutorError::Interrupted`] if `stop` is set meanwhile.
    pub fn new(
        jobs: usize,
        limits: Limits,
        payload: Box<dyn Payload>,
        stop: Arc<AtomicBool>,
    ) -> Result<Pool, ExecutorError> {
        let notify = EventFd::from_flags(EfdFlags::EFD_NONBLOCK | EfdFlags::EFD_CLOEXEC)?;
        let mut pool = Pool {
            setup: PoolSetup {
                payload,
                limits,
                notify,
            },
            stop,
            version: Arc::from(""),
            slots: Vec::new(),
            list_slot: None,
            has_list: false,
            queue: VecDeque::new(),
            ready: VecDeque::new(),
            list_outcomes: VecDeque::new(),
            tickets: 0,
            pending: 0,
            cpu: Duration::ZERO,
        };
        for _ in 0..jobs.max(1) {
            let slot = Slot::new(&mut pool.setup)?;
            pool.slots.push(slot);
        }
        while pool.slots.iter().any(Slot::is_loading) {
            pool.wait(None)?;
        }
        pool.version = Arc::clone(pool.slots[0].version());
        Ok(pool)
    }

    /// The library's version.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// Queues items, in batches of at most [`Limits::batch`], each of which is run by one child in this
    /// order for as long as nothing dies. Batches never mix items of two calls. Returns the ticket of the
    /// first item; the others follow.
    pub fn submit(&mut self, items: impl IntoIterator<Item = Item>) -> u64 {
        let first = self.tickets;
        let mut tasks = self.tasks(items);
        self.pending += tasks.len();
        while !tasks.is_empty() {
            let count = self.setup.limits.batch.clamp(1, tasks.len());
            self.queue.push_back(tasks.drain(..count).collect());
        }
        first
    }

    /// How many slots have nothing to do and nothing queued: as many batches are wanted.
    pub fn idle(&self) -> usize {
        let free = self.slots.iter().filter(|slot| slot.is_free()).count();
        free.saturating_sub(self.queue.len())
    }

    /// How many submitted items have not been handed out yet.
    pub fn pending(&self) -> usize {
        self.pending
    }

    /// The next outcome; waits for one if need be. The outcomes of a batch come in the order of its
    /// items. `None` when all are handed out, or when the stop flag is set and none is ready.
    ///
    /// # Errors
    ///
    /// See [`ExecutorError`]; after one, drop the pool.
    pub fn next_outcome(&mut self) -> Result<Option<Outcome>, ExecutorError> {
        loop {
            let outcome = self.ready();
            if outcome.is_some() || self.pending == 0 {
                return Ok(outcome);
            }
            match self.wait(None) {
                Err(ExecutorError::Interrupted) => return Ok(None),
                other => other?,
            }
        }
    }

    /// The next outcome if there is one now; if not, begins what can be begun.
    pub fn ready(&mut self) -> Option<Outcome> {
        if self.ready.is_empty() {
            self.start();
        }
        let outcome = self.ready.pop_front()?;
        self.pending -= 1;
        self.cpu += outcome.cpu;
        Some(outcome)
    }

    /// Runs one item in a fresh child and waits for it, while the batches go on.
    ///
    /// # Errors
    ///
    /// As [`Pool::next_outcome`], and [`ExecutorError::Interrupted`].
    pub fn run_one(&mut self, item: Item) -> Result<Outcome, ExecutorError> {
        loop {
            // None if the child was killed from outside before it had begun.
            if let Some(outcome) = self.run_list(vec![item.clone()])?.pop() {
                return Ok(outcome);
            }
        }
    }

    /// Runs items one after the other in one fresh child, while the batches go on. If the child ends
    /// early, the last outcome tells how, and there are fewer outcomes than items. It takes as many items
    /// as a batch has, and [`MIN_LIST`](super::MIN_LIST) at least.
    ///
    /// # Errors
    ///
    /// As [`Pool::run_one`].
    pub fn run_list(&mut self, items: Vec<Item>) -> Result<Vec<Outcome>, ExecutorError> {
        self.begin_list(items)?;
        loop {
            if let Some(outcomes) = self.take_list() {
                return Ok(outcomes);
            }
            self.wait(None)?;
        }
    }

    /// As [`Pool::run_list`], but does not wait: [`Pool::take_list`] has the outcomes. A list that is under way is
    /// forgotten.
    ///
    /// # Errors
    ///
    /// As [`Pool::next_outcome`].
    pub fn begin_list(&mut self, items: Vec<Item>) -> Result<(), ExecutorError> {
        let mut tasks = self.tasks(items);
        // An interrupted list may have left one behind that is busy.
        let mut list_slot = match self.list_slot.take().filter(Slot::is_free) {
            Some(slot) => slot,
            None => Slot::new(&mut self.setup)?,
        };
        self.list_outcomes.clear();
        tasks.truncate(self.setup.limits.batch.max(super::MIN_LIST));
        list_slot.assign(tasks, true);
        self.list_slot = Some(list_slot);
        self.has_list = true;
        Ok(())
    }

    /// The outcomes of the list that was begun, once it has ended.
    pub fn take_list(&mut self) -> Option<Vec<Outcome>> {
        // May conclude items without a child; then there is nothing to wait for.
        self.start();
        if !self.list_has_ended() {
            return None;
        }
        self.has_list = false;
        let outcomes: Vec<Outcome> = self.list_outcomes.drain(..).collect();
        self.cpu += outcomes.iter().map(|outcome| outcome.cpu).sum::<Duration>();
        Some(outcomes)
    }

    /// The CPU time of the items whose outcomes have been handed out.
    #[must_use]
    pub fn cpu(&self) -> Duration {
        self.cpu
    }

    fn list_has_ended(&self) -> bool {
        self.has_list && self.list_slot.as_ref().is_none_or(Slot::is_free)
    }

    /// Ends the batches; lists can still be run. What was under way is lost.
    pub fn abandon(&mut self) {
        self.slots.clear();
        self.queue.clear();
        self.ready.clear();
        self.pending = 0;
    }

    /// Ends all processes. What was under way is lost, and nothing can be run any more.
    pub fn close(&mut self) {
        self.abandon();
        self.list_slot = None;
    }

    /// The process ids of each zygote and of its child, if one runs now.
    pub fn processes(&self) -> Vec<(i32, Option<i32>)> {
        let slots = self.slots.iter().chain(&self.list_slot);
        slots.map(Slot::pids).collect()
    }

    /// What each job does now; nothing between two items.
    pub fn running_items(&self) -> Vec<Option<RunningItem>> {
        self.slots.iter().map(Slot::running_item).collect()
    }

    fn tasks(&mut self, items: impl IntoIterator<Item = Item>) -> VecDeque<QueuedItem> {
        let tasks = items.into_iter().zip(self.tickets..);
        let tasks: VecDeque<QueuedItem> = tasks
            .map(|(item, ticket)| QueuedItem {
                ticket,
                item,
                times_killed: 0,
            })
            .collect();
        self.tickets += tasks.len() as u64;
        tasks
    }

    /// Gives every idle slot something to do.
    fn start(&mut self) {
        for slot in &mut self.slots {
            while slot.is_free()
                && let Some(tasks) = self.queue.pop_front()
            {
                slot.assign(tasks, false);
                slot.start(&mut self.ready);
            }
            slot.start(&mut self.ready);
        }
        if let Some(slot) = &mut self.list_slot {
            slot.start(&mut self.list_outcomes);
        }
    }

    fn wait(&mut self, end: Option<u64>) -> Result<(), ExecutorError> {
        wait(&mut [self], end)
    }

    /// When something that runs will be late.
    fn deadline(&self) -> Option<u64> {
        let slots = self.slots.iter().chain(&self.list_slot);
        let deadlines = slots.filter_map(|slot| slot.deadline(&self.setup.limits));
        deadlines.min()
    }

    /// What tells when there is something to do: of all, then of each slot.
    fn files(&self) -> impl Iterator<Item = PollFd<'_>> {
        let slots = self.slots.iter().chain(&self.list_slot);
        let files = std::iter::once(self.setup.notify.as_fd())
            .chain(slots.map(|slot| slot.control().as_fd()));
        files.map(|file| PollFd::new(file, PollFlags::POLLIN))
    }

    /// Does what is to be done at this time; of [`Pool::files`], these have spoken.
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
        if let Some(slot) = &mut self.list_slot {
            slot.handle(setup, has_input(), time, &mut self.list_outcomes)?;
        }
        Ok(())
    }
}

/// Begins in each of the pools what can be begun, and attends to all of them until something has happened, or for so
/// long. Does nothing if one of them has outcomes to be taken.
///
/// # Errors
///
/// As [`Pool::next_outcome`], and [`ExecutorError::Interrupted`].
pub fn wait_for_outcome(pools: &mut [&mut Pool], patience: Duration) -> Result<(), ExecutorError> {
    let has_news = |pool: &&mut Pool| !pool.ready.is_empty() || pool.list_has_ended();
    if pools.iter().any(has_news) {
        return Ok(());
    }
    pools.iter_mut().for_each(|pool| pool.start());
    // Some items end without a child.
    if pools.iter().any(has_news) {
        return Ok(());
    }
    wait(pools, Some(now() + patience.as_nanos() as u64))
}

/// Attends to what runs in the pools for so long, and begins nothing.
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

/// Sleeps until a zygote or child says something, an item is late, a signal comes, or it is the `end`; then does
/// what is to be done.
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

/// Polls, unless `stop` is set. A signal cannot slip in between looking at the flag and going to sleep,
/// because it is let in only while asleep. Returns whether `fds` were filled in.
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
