//! Runs the oracles' solvers in child processes, beside the campaign. Runs wait here until the
//! oracles have time for them, and until all oracles have answered.

use super::{Evaluation, Oracle, Question, examined_part, undecided_checks};
use crate::triage::SuspectedBug;
use murxla_executor::{ExecutorError, Item, Outcome, Pool, Verdict};
use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;
use std::time::Duration;

/// The number of runs that an oracle is asked about at a time. Their questions share a child, so
/// one that hangs delays the others.
const GROUP: usize = 100;

/// What an oracle says of a run.
#[derive(Default)]
pub struct Examination {
    /// The suspected bugs.
    pub bugs: Vec<SuspectedBug>,
    /// The questions whose traces did not end well.
    pub failures: Vec<FailedQuestion>,
    /// How many checks of the questions their solver did not decide.
    pub undecided: usize,
}

/// A question whose trace did not end well. Its last answers are missing.
pub struct FailedQuestion {
    /// How it ended.
    pub verdict: Verdict,
    /// Another question asked for the other answers.
    pub is_continued: bool,
}

/// An oracle and its solver.
pub struct OracleWorker {
    oracle: Rc<dyn Oracle>,
    pool: Pool,
    /// Questions without an answer, by their tickets, each with the ticket of its run.
    asked: BTreeMap<u64, (u64, Question)>,
}

impl OracleWorker {
    /// An oracle whose questions `pool` answers.
    #[must_use]
    pub fn new(oracle: impl Oracle + 'static, pool: Pool) -> Self {
        Self {
            oracle: Rc::new(oracle),
            pool,
            asked: BTreeMap::new(),
        }
    }

    /// Examines a run and waits for the result.
    ///
    /// # Errors
    /// If children cannot be run.
    pub fn examine(&mut self, run: &Outcome) -> Result<Examination, ExecutorError> {
        let mut examination = Examination::default();
        self.ask([run]);
        while let Some(answer) = self.pool.next_outcome()? {
            if let Some((_, question)) = self.asked.remove(&answer.ticket) {
                let evaluation = (question.evaluate)(run, &answer);
                examination.undecided += undecided_checks(&answer);
                if answer.verdict != Verdict::Ok {
                    examination.failures.push(FailedQuestion {
                        verdict: answer.verdict,
                        is_continued: matches!(evaluation, Evaluation::Ask(_)),
                    });
                }
                match evaluation {
                    Evaluation::Nothing => {}
                    Evaluation::Bug(bug) => examination.bugs.push(*bug),
                    Evaluation::Ask(next) => self.submit(vec![(run.ticket, next)]),
                }
            }
        }
        Ok(examination)
    }

    /// The name of its solver, with the version.
    #[must_use]
    pub fn solver(&self) -> &str {
        self.oracle.solver()
    }

    /// Runs a trace on its solver.
    ///
    /// # Errors
    /// If children cannot be run.
    pub fn run(&mut self, trace: &str) -> Result<Outcome, ExecutorError> {
        self.pool.run_one(Item::Trace(trace.into()))
    }

    /// Asks about runs. Returns the number of questions about each.
    fn ask<'a>(&mut self, runs: impl IntoIterator<Item = &'a Outcome>) -> Vec<usize> {
        let (mut questions, mut counts) = (Vec::new(), Vec::new());
        for run in runs {
            let before = questions.len();
            let about = self.oracle.questions(&examined_part(run)).into_iter();
            questions.extend(about.map(|question| (run.ticket, question)));
            counts.push(questions.len() - before);
        }
        self.submit(questions);
        counts
    }

    /// Asks questions, each with the ticket of its run.
    fn submit(&mut self, questions: Vec<(u64, Question)>) {
        let items = questions
            .iter()
            .map(|(_, asked)| Item::Trace(asked.trace.clone()));
        let first = self.pool.submit(items);
        self.asked.extend((first..).zip(questions));
    }
}

/// A run that the oracles are examining.
struct OpenRun {
    run: Outcome,
    bugs: Vec<SuspectedBug>,
    /// The number of questions without an answer.
    unanswered: usize,
}

/// The oracles of a campaign, and the runs that they examine, by their tickets.
#[derive(Default)]
pub struct OraclePool {
    workers: Vec<OracleWorker>,
    /// Runs that no oracle was asked about yet.
    waiting: BTreeMap<u64, Outcome>,
    open: BTreeMap<u64, OpenRun>,
    /// Runs that all oracles have examined.
    examined: VecDeque<(Outcome, Vec<SuspectedBug>)>,
}

impl OraclePool {
    /// A pool of these oracles.
    #[must_use]
    pub fn new(workers: Vec<OracleWorker>) -> Self {
        Self {
            workers,
            ..Self::default()
        }
    }

    /// Whether there are oracles.
    #[must_use]
    pub fn has_oracles(&self) -> bool {
        !self.workers.is_empty()
    }

    /// The number of runs that were added and not taken yet.
    #[must_use]
    pub fn pending(&self) -> usize {
        self.waiting.len() + self.open.len() + self.examined.len()
    }

    /// The ticket of the first run that was added and not taken yet.
    #[must_use]
    pub fn first_pending(&self) -> Option<u64> {
        let examined = self.examined.iter().map(|(run, _)| run.ticket);
        let waiting = self.waiting.keys().next();
        examined
            .chain(waiting.copied())
            .chain(self.open.keys().next().copied())
            .min()
    }

    /// The pools of the oracles' solvers.
    pub fn pools(&mut self) -> impl Iterator<Item = &mut Pool> {
        self.workers.iter_mut().map(|worker| &mut worker.pool)
    }

    /// The CPU time that the oracles' solvers have used.
    #[must_use]
    pub fn cpu(&self) -> Duration {
        self.workers.iter().map(|worker| worker.pool.cpu()).sum()
    }

    /// The number of answers that were compared, if an oracle does this.
    #[must_use]
    pub fn compared(&self) -> Option<u64> {
        let compared = self
            .workers
            .iter()
            .filter_map(|worker| worker.oracle.compared());
        compared.reduce(|one, other| one + other)
    }

    /// The oracles.
    #[must_use]
    pub fn oracles(&self) -> Vec<Rc<dyn Oracle>> {
        let workers = self.workers.iter();
        workers.map(|worker| Rc::clone(&worker.oracle)).collect()
    }

    /// Adds a run that ended without a suspected bug. It may have reached a limit in a search.
    pub fn add(&mut self, run: Outcome) {
        self.waiting.insert(run.ticket, run);
    }

    /// Takes a run that all oracles have examined, with the suspected bugs. Also asks about the
    /// next runs.
    pub fn take_examined(&mut self) -> Option<(Outcome, Vec<SuspectedBug>)> {
        let mut answered = Vec::new();
        for worker in &mut self.workers {
            while let Some(answer) = worker.pool.take_ready_outcome() {
                if let Some((ticket, question)) = worker.asked.remove(&answer.ticket)
                    && let Some(open) = self.open.get_mut(&ticket)
                {
                    match (question.evaluate)(&examined_part(&open.run), &answer) {
                        Evaluation::Nothing => {}
                        Evaluation::Bug(bug) => open.bugs.push(*bug),
                        Evaluation::Ask(next) => {
                            worker.submit(vec![(ticket, next)]);
                            continue;
                        }
                    }
                    open.unanswered -= 1;
                    answered.push(ticket);
                }
            }
        }
        answered.into_iter().for_each(|ticket| self.close(ticket));
        // While an oracle is busy the runs wait, and then share a child. A child for each run would
        // cost more than the answers.
        while !self.waiting.is_empty()
            && self
                .workers
                .iter()
                .all(|worker| worker.pool.free_slots() > 0)
        {
            self.ask();
        }
        self.examined.pop_front()
    }

    /// Asks all oracles about the first waiting runs.
    fn ask(&mut self) {
        let first = std::iter::from_fn(|| self.waiting.pop_first()).take(GROUP);
        let open = |(_, run)| OpenRun {
            run,
            bugs: Vec::new(),
            unanswered: 0,
        };
        let mut group: Vec<OpenRun> = first.map(open).collect();
        for worker in &mut self.workers {
            let counts = worker.ask(group.iter().map(|open| &open.run));
            for (open, count) in group.iter_mut().zip(counts) {
                open.unanswered += count;
            }
        }
        for open in group {
            let ticket = open.run.ticket;
            self.open.insert(ticket, open);
            self.close(ticket);
        }
    }

    /// Moves a run to the examined ones if all questions about it are answered.
    fn close(&mut self, ticket: u64) {
        if self
            .open
            .get(&ticket)
            .is_some_and(|open| open.unanswered == 0)
            && let Some(open) = self.open.remove(&ticket)
        {
            self.examined.push_back((open.run, open.bugs));
        }
    }
}
