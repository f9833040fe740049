//! The queue of a campaign: what is left to decide, one task after the other. A task that must
//! repeat runs waits for their outcomes, while the campaign continues with other runs.
//!
//! [`Campaign::begin`] says what each task does, and [`Campaign::take_result`] what follows from
//! it.

use super::confirm::Confirmed;
use super::conflicts::RunSetting;
use super::lists::ListExchange;
use super::repeater::{Repeater, UNDER_TEST};
use super::shows::Retest;
use super::triage::NewBug;
use super::{Campaign, ExaminedRun, baseline};
use crate::events::SuspectedRun;
use crate::exit::Failure;
use crate::triage::SuspectedBug;
use murxla_executor::Outcome;
use murxla_fsm::oracle::BugKind;
use std::collections::VecDeque;
use std::iter;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};

/// What a campaign decides.
pub(super) enum Task {
    /// Whether the finding at this place still shows on a library that has changed.
    Retest(usize),
    /// Stores which libraries the findings are of.
    StoreLibraries,
    /// Whether the solver refuses settings of a run together.
    FindConflict(Rc<Outcome>),
    /// Whether a run leaks memory.
    FindLeak(Rc<Outcome>),
    /// Whether a suspected bug is filtered, a duplicate or new.
    Examine(Box<SuspectedBug>),
    /// Counts a run, about which all is decided. There were so many findings before.
    Count { run: Rc<Outcome>, found: u64 },
}

/// What a task has found out by repeating runs.
pub(super) enum TaskResult {
    /// Whether the finding at this place still shows, if this can be told.
    Retested(usize, Option<bool>),
    /// Settings that the solver refuses together.
    Conflict(Option<Vec<RunSetting>>),
    /// The leak of a run.
    Leak(Option<Box<SuspectedBug>>),
    /// The worse bug that a bug is.
    Better(Box<SuspectedBug>),
    /// How a bug reproduces.
    Confirmed(Box<NewBug>, Confirmed),
    /// The library of `--baseline` shows a bug, too.
    InBaseline(Box<NewBug>),
}

type RunningTask = Pin<Box<dyn Future<Output = TaskResult>>>;

/// The tasks of a campaign.
#[derive(Default)]
pub(super) struct Tasks {
    queue: VecDeque<Task>,
    /// Searches for leaks, which take long, and the tasks that follow them. They come last.
    last: VecDeque<Task>,
    running: Option<RunningTask>,
    /// The suspected bug that the running task examines.
    examined: Option<SuspectedRun>,
    lists: ListExchange,
}

impl Tasks {
    /// Adds tasks behind the others.
    pub(super) fn add(&mut self, tasks: impl IntoIterator<Item = Task>) {
        self.queue.extend(tasks);
    }

    /// The number of tasks that have not ended.
    pub(super) fn len(&self) -> usize {
        self.queue.len() + self.last.len() + usize::from(self.running.is_some())
    }

    /// Those that have not begun.
    pub(super) fn waiting(&self) -> impl Iterator<Item = &Task> {
        self.queue.iter().chain(&self.last)
    }

    /// The suspected bug that the running task examines.
    pub(super) fn examined(&self) -> Option<&SuspectedRun> {
        self.examined.as_ref()
    }

    /// The number of those that search for leaks, or follow such a search.
    pub(super) fn last(&self) -> usize {
        self.last.len()
    }
}

impl ExaminedRun {
    /// The tasks of the decision about this run: the usual ones, and the last ones.
    fn tasks(self, found: u64) -> (impl Iterator<Item = Task>, [Task; 2]) {
        let run = Rc::new(self.run);
        let first = Task::FindConflict(Rc::clone(&run));
        let bugs = self.bugs.into_iter().map(Box::new).map(Task::Examine);
        let leak = Task::FindLeak(Rc::clone(&run));
        let count = Task::Count { run, found };
        (iter::once(first).chain(bugs), [leak, count])
    }
}

impl Campaign<'_> {
    /// Continues with the tasks, until one waits for runs or none is left.
    pub(super) fn work(&mut self) -> Result<(), Failure> {
        while !self.stopped() {
            if let Some(task) = &mut self.decider.tasks.running {
                match task.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
                    Poll::Ready(result) => {
                        self.decider.tasks.running = None;
                        self.decider.tasks.examined = None;
                        self.take_result(result)?;
                    }
                    Poll::Pending if self.run_list_of_task()? => {}
                    Poll::Pending => return Ok(()),
                }
            } else if let Some(kind) = self.kind_to_replay() {
                self.scheduler.replays.want_kind(&kind);
                return Ok(());
            } else if let Some(task) = self.decider.tasks.queue.pop_front() {
                self.decider.tasks.running = self.begin(task)?;
            } else if let Some(examined) = self.next_examined() {
                let may_leak = self.decider.leaks.suspects(&examined.run);
                let (tasks, last) = examined.tasks(self.record.now.found);
                self.decider.tasks.queue.extend(tasks);
                match may_leak {
                    true => self.decider.tasks.last.extend(last),
                    false => self.decider.tasks.queue.extend(last),
                }
            } else if self.has_time_for_leaks()
                && let Some(task) = self.decider.tasks.last.pop_front()
            {
                self.decider.tasks.running = self.begin(task)?;
            } else {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Decides about a run for which no task [has to wait](Self::takes_time).
    pub(super) fn decide_at_once(&mut self, examined: ExaminedRun) -> Result<(), Failure> {
        let (tasks, last) = examined.tasks(self.record.now.found);
        for task in tasks.chain(last) {
            let waiting = self.begin(task)?;
            debug_assert!(waiting.is_none(), "a decision that takes time");
        }
        Ok(())
    }

    /// Starts the list that the running task asks for. Returns whether the list has ended.
    fn run_list_of_task(&mut self) -> Result<bool, Failure> {
        if let Some((pool, items)) = self.decider.tasks.lists.take_request() {
            self.scheduler.pools()[pool].begin_list(items)?;
        }
        let Some(pool) = self.decider.tasks.lists.running() else {
            return Ok(false);
        };
        let Some(outcomes) = self.scheduler.pools()[pool].take_list() else {
            return Ok(false);
        };
        if let Some(stats) = self.record.stats.as_mut().filter(|_| pool == UNDER_TEST) {
            outcomes
                .iter()
                .for_each(|outcome| stats.add_cpu_time(outcome));
        }
        self.decider.tasks.lists.end(outcomes);
        Ok(true)
    }

    /// The kind of the next suspected bug, if replays must say first whether it is known.
    fn kind_to_replay(&self) -> Option<BugKind> {
        match self.decider.tasks.queue.front() {
            Some(Task::Examine(bug)) if self.needs_replays(bug) => Some(bug.violation.kind.clone()),
            _ => None,
        }
    }

    fn repeater(&self) -> Repeater {
        Repeater {
            lists: self.decider.tasks.lists.clone(),
            rules: Rc::clone(&self.decider.triage.rules),
            oracles: self.scheduler.oracles.oracles(),
            baseline: self.scheduler.place_of_baseline(),
        }
    }

    /// Begins a task. Returns the part of it that must wait for runs, if there is one.
    fn begin(&mut self, task: Task) -> Result<Option<RunningTask>, Failure> {
        let repeater = self.repeater();
        Ok(match task {
            Task::Retest(place) => self.trace_of_finding(place).map(|trace| {
                let finding = self.decider.triage.findings[place].0.clone();
                waiting(async move {
                    let retest = Retest::of(&finding, trace);
                    TaskResult::Retested(place, repeater.still_shows(UNDER_TEST, retest).await)
                })
            }),
            Task::StoreLibraries => {
                self.store_libraries()?;
                None
            }
            Task::FindConflict(run) => self.suspected_conflict(&run).map(|suspected| {
                waiting(
                    async move { TaskResult::Conflict(repeater.minimal_conflict(suspected).await) },
                )
            }),
            Task::FindLeak(run) => {
                (self.decider.leaks.suspects(&run) && self.decider.leaks.is_due()).then(|| {
                    let time = self.time_of_leak_search();
                    waiting(async move {
                        let leak = repeater.find_leak(&run, time).await;
                        TaskResult::Leak(leak.map(Box::new))
                    })
                })
            }
            Task::Examine(bug) => self.examine(*bug)?.map(|new| {
                self.decider.tasks.examined = Some(SuspectedRun::of(&new.bug));
                let context = self.plan.subject.unloaded_context(&self.plan.drive.profile);
                let wrapper = self.plan.subject.wrapper;
                waiting(async move {
                    match repeater.restate(&new.bug, (wrapper, &context)).await {
                        Some(better) => TaskResult::Better(Box::new(better)),
                        None => {
                            let confirmed = repeater.confirm(&new.bug, &new.id).await;
                            match repeater.baseline_shows(&new, &confirmed).await {
                                true => TaskResult::InBaseline(Box::new(new)),
                                false => TaskResult::Confirmed(Box::new(new), confirmed),
                            }
                        }
                    }
                })
            }),
            Task::Count { run, found } => {
                self.count(&run, found)?;
                None
            }
        })
    }

    /// Takes the result of a task.
    fn take_result(&mut self, result: TaskResult) -> Result<(), Failure> {
        match result {
            TaskResult::Retested(place, shows) => self.end_retest(place, shows),
            TaskResult::Conflict(Some(settings)) => self.learn_conflict(&settings),
            TaskResult::Conflict(None) => Ok(()),
            TaskResult::Leak(None) => {
                self.decider.leaks.note_no_leak();
                Ok(())
            }
            TaskResult::Leak(Some(bug)) => {
                self.decider
                    .leaks
                    .note_leak(self.decider.triage.is_new(&bug));
                self.examine_next(bug);
                Ok(())
            }
            TaskResult::Better(bug) => {
                self.examine_next(bug);
                Ok(())
            }
            TaskResult::Confirmed(new, confirmed) => self.take_confirmed(&new, &confirmed),
            TaskResult::InBaseline(new) => {
                self.scheduler.replays.add_known(&new.key, baseline::REASON);
                self.filter(&new.bug, baseline::REASON)
            }
        }
    }

    /// Examines a bug before all other tasks.
    fn examine_next(&mut self, bug: Box<SuspectedBug>) {
        self.decider.tasks.queue.push_front(Task::Examine(bug));
    }
}

fn waiting(task: impl Future<Output = TaskResult> + 'static) -> RunningTask {
    Box::pin(task)
}
