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

use super::child::now;
use super::slot::{Setup, Slot, Task, Work};
use super::{Error, Item, Limits, Outcome, Payload};

/// Runs items in parallel children and hands out their [`Outcome`]s.
///
/// Several pools may exist at once, each with a payload of its own. Dropping a pool kills and reaps all
/// its processes. The process must have one thread whenever a pool forks, that is in every method.
/// Make pools while the process is small: zygotes start with its memory, and a fork of 60 MB takes five
/// times as long as one of 2 MB.
pub struct Pool {
    setup: Setup,
    /// Set from a signal handler when the user wants to stop.
    stop: Arc<AtomicBool>,
    slots: Vec<Slot>,
    /// Where [`Pool::run_list`] runs: made when first needed, so that it never waits for a batch.
    aside: Option<Slot>,
    queue: VecDeque<VecDeque<Task>>,
    ready: VecDeque<Outcome>,
    ready_aside: VecDeque<Outcome>,
    tickets: u64,
    /// Items submitted whose outcomes have not been handed out.
    pending: usize,
}

/// What a pool has to tell.
#[derive(Debug)]
pub enum Next {
    /// How an item ended.
    Outcome(Box<Outcome>),
    /// Nothing yet.
    Nothing,
    /// All outcomes are handed out, or the stop flag is set and none is ready.
    End,
}

impl Pool {
    /// Starts `jobs` zygotes and waits until each has loaded the library.
    ///
    /// # Errors
    ///
    /// [`Error::Load`] if the library does not load, crashes, or hangs while loading;
    /// [`Error::Interrupted`] if `stop` is set meanwhile.
    pub fn new(
        jobs: usize,
        limits: Limits,
        payload: Box<dyn Payload>,
        stop: Arc<AtomicBool>,
    ) -> Result<Pool, Error> {
        let notify = EventFd::from_flags(EfdFlags::EFD_NONBLOCK | EfdFlags::EFD_CLOEXEC)?;
        let mut pool = Pool {
            setup: Setup {
                payload,
                limits,
                notify,
            },
            stop,
            slots: Vec::new(),
            aside: None,
            queue: VecDeque::new(),
            ready: VecDeque::new(),
            ready_aside: VecDeque::new(),
            tickets: 0,
            pending: 0,
        };
        for _ in 0..jobs.max(1) {
            let slot = Slot::new(&mut pool.setup)?;
            pool.slots.push(slot);
        }
        while pool.slots.iter().any(Slot::is_loading) {
            pool.wait(None)?;
        }
        Ok(pool)
    }

    /// The library's version.
    pub fn version(&self) -> &str {
        self.slots[0].version()
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
    /// See [`Error`]; after one, drop the pool.
    pub fn next_outcome(&mut self) -> Result<Option<Outcome>, Error> {
        Ok(match self.next_before(None)? {
            Next::Outcome(outcome) => Some(*outcome),
            Next::Nothing | Next::End => None,
        })
    }

    /// As [`Pool::next_outcome`], but waits only so long.
    ///
    /// # Errors
    ///
    /// As [`Pool::next_outcome`].
    pub fn next_within(&mut self, patience: Duration) -> Result<Next, Error> {
        self.next_before(Some(now() + patience.as_nanos() as u64))
    }

    fn next_before(&mut self, end: Option<u64>) -> Result<Next, Error> {
        loop {
            if let Some(outcome) = self.ready.pop_front() {
                self.pending -= 1;
                return Ok(Next::Outcome(Box::new(outcome)));
            }
            self.start();
            if !self.ready.is_empty() {
                continue;
            }
            if self.pending == 0 {
                return Ok(Next::End);
            }
            if end.is_some_and(|end| now() >= end) {
                return Ok(Next::Nothing);
            }
            match self.wait(end) {
                Err(Error::Interrupted) => return Ok(Next::End),
                other => other?,
            }
        }
    }

    /// Attends to what runs for so long, and begins nothing.
    ///
    /// # Errors
    ///
    /// As [`Pool::next_outcome`], and [`Error::Interrupted`].
    pub fn pause(&mut self, time: Duration) -> Result<(), Error> {
        let end = now() + time.as_nanos() as u64;
        while now() < end {
            self.wait(Some(end))?;
        }
        Ok(())
    }

    /// Runs one item in a fresh child and waits for it, while the batches go on.
    ///
    /// # Errors
    ///
    /// As [`Pool::next_outcome`], and [`Error::Interrupted`].
    pub fn run_one(&mut self, item: Item) -> Result<Outcome, Error> {
        loop {
            // None if the child was killed from outside before it had begun.
            if let Some(outcome) = self.run_list(vec![item.clone()])?.pop() {
                return Ok(outcome);
            }
        }
    }

    /// Runs items one after the other in one fresh child, while the batches go on. If the child ends
    /// early, the last outcome tells how, and there are fewer outcomes than items. It takes as many items
    /// as a batch has, and [`LIST`](super::LIST) at least.
    ///
    /// # Errors
    ///
    /// As [`Pool::run_one`].
    pub fn run_list(&mut self, items: Vec<Item>) -> Result<Vec<Outcome>, Error> {
        let mut tasks = self.tasks(items);
        // An interrupted run may have left one behind that is busy.
        let mut aside = match self.aside.take().filter(Slot::is_free) {
            Some(slot) => slot,
            None => Slot::new(&mut self.setup)?,
        };
        self.ready_aside.clear();
        tasks.truncate(self.setup.limits.batch.max(super::LIST));
        aside.give(tasks, true);
        self.aside = Some(aside);
        loop {
            // May conclude items without a child; then there is nothing to wait for.
            self.start();
            if self.aside.as_ref().is_none_or(Slot::is_free) {
                break;
            }
            self.wait(None)?;
        }
        Ok(self.ready_aside.drain(..).collect())
    }

    /// Ends all processes. What was under way is lost, and nothing can be run any more.
    pub fn close(&mut self) {
        self.slots.clear();
        self.aside = None;
    }

    /// The process ids of each zygote and of its child, if one runs now.
    pub fn processes(&self) -> Vec<(i32, Option<i32>)> {
        let slots = self.slots.iter().chain(&self.aside);
        slots.map(Slot::pids).collect()
    }

    /// What each job does now; nothing between two items.
    pub fn in_flight(&self) -> Vec<Option<Work>> {
        self.slots.iter().map(Slot::work).collect()
    }

    fn tasks(&mut self, items: impl IntoIterator<Item = Item>) -> VecDeque<Task> {
        let tasks = items.into_iter().zip(self.tickets..);
        let tasks: VecDeque<Task> = tasks
            .map(|(item, ticket)| Task {
                ticket,
                item,
                killed: 0,
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
                slot.give(tasks, false);
                slot.start(&mut self.ready);
            }
            slot.start(&mut self.ready);
        }
        if let Some(slot) = &mut self.aside {
            slot.start(&mut self.ready_aside);
        }
    }

    /// Sleeps until a zygote or child says something, an item is late, a signal comes, or it is the `end`; then does
    /// what is to be done.
    fn wait(&mut self, end: Option<u64>) -> Result<(), Error> {
        let deadlines = self.slots.iter().chain(&self.aside);
        let deadline = deadlines
            .filter_map(|slot| slot.deadline(&self.setup.limits))
            .chain(end)
            .min();
        let timeout =
            deadline.map(|at| TimeSpec::from(Duration::from_nanos(at.saturating_sub(now()))));
        let mut fds = vec![PollFd::new(self.setup.notify.as_fd(), PollFlags::POLLIN)];
        for slot in self.slots.iter().chain(&self.aside) {
            fds.push(PollFd::new(slot.control().as_fd(), PollFlags::POLLIN));
        }
        let woken = wait_or_stop(&mut fds, timeout, &self.stop)?;
        let spoke: Vec<bool> = fds
            .iter()
            .map(|fd| woken && fd.any() == Some(true))
            .collect();
        if spoke[0] {
            let _ = self.setup.notify.read();
        }
        let time = now();
        let (mut spoke, setup) = (spoke.into_iter().skip(1), &mut self.setup);
        for slot in &mut self.slots {
            slot.attend(setup, spoke.next() == Some(true), time, &mut self.ready)?;
        }
        if let Some(slot) = &mut self.aside {
            slot.attend(
                setup,
                spoke.next() == Some(true),
                time,
                &mut self.ready_aside,
            )?;
        }
        Ok(())
    }
}

/// Polls, unless `stop` is set. A signal cannot slip in between looking at the flag and going to sleep,
/// because it is let in only while asleep. Returns whether `fds` were filled in.
fn wait_or_stop(
    fds: &mut [PollFd<'_>],
    timeout: Option<TimeSpec>,
    stop: &AtomicBool,
) -> Result<bool, Error> {
    let signals = [Signal::SIGINT, Signal::SIGTERM, Signal::SIGHUP];
    let signals: SigSet = signals.into_iter().collect();
    let mask = signals.thread_swap_mask(SigmaskHow::SIG_BLOCK)?;
    let woken = if stop.load(Relaxed) {
        Err(Error::Interrupted)
    } else {
        match ppoll(fds, timeout, Some(mask)) {
            Ok(_) => Ok(true),
            Err(Errno::EINTR) if stop.load(Relaxed) => Err(Error::Interrupted),
            Err(Errno::EINTR) => Ok(false),
            Err(error) => Err(error.into()),
        }
    };
    mask.thread_set_mask()?;
    woken
}
