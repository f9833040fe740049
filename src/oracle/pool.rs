//! Judges at work, beside the campaign: runs wait here until a judge has time for them, and until all have answered.

use super::{Oracle, Question};
use crate::executor::{ExecutorError, Item, Outcome, Pool};
use crate::triage::SuspectedBug;
use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

/// So many runs a judge is asked about at a time: they share its child, and wait for one that hangs.
const GROUP: usize = 100;

/// A judge and its solver.
pub struct OracleWorker {
    judge: Box<dyn Oracle>,
    pool: Pool,
    /// What has not been answered yet, by ticket, with the ticket of the run.
    asked: BTreeMap<u64, (u64, Question)>,
}

impl OracleWorker {
    /// A judge whose questions `pool` answers.
    #[must_use]
    pub fn new(judge: impl Oracle + 'static, pool: Pool) -> Self {
        Self {
            judge: Box::new(judge),
            pool,
            asked: BTreeMap::new(),
        }
    }

    /// Judges a run and waits for it.
    ///
    /// # Errors
    /// If children cannot be run.
    pub fn judge(&mut self, run: &Outcome) -> Result<Vec<SuspectedBug>, ExecutorError> {
        let mut charges = Vec::new();
        self.ask([run]);
        while let Some(answer) = self.pool.next_outcome()? {
            if let Some((_, question)) = self.asked.remove(&answer.ticket) {
                charges.extend((question.charge)(run, &answer));
            }
        }
        Ok(charges)
    }

    /// Asks about runs, and tells how many questions there are about each.
    fn ask<'a>(&mut self, runs: impl IntoIterator<Item = &'a Outcome>) -> Vec<usize> {
        let (mut questions, mut counts) = (Vec::new(), Vec::new());
        for run in runs {
            let before = questions.len();
            let about = self.judge.questions(run).into_iter();
            questions.extend(about.map(|question| (run.ticket, question)));
            counts.push(questions.len() - before);
        }
        let items = questions
            .iter()
            .map(|(_, asked)| Item::Trace(asked.trace.clone()));
        let first = self.pool.submit(items);
        self.asked.extend((first..).zip(questions));
        counts
    }
}

/// A run before its judges.
struct Case {
    run: Outcome,
    charges: Vec<SuspectedBug>,
    /// Questions without an answer.
    open: usize,
}

/// Judges, and runs by their tickets: those that nobody was asked about yet, and those that are being judged.
#[derive(Default)]
pub struct OraclePool {
    benches: Vec<OracleWorker>,
    waiting: BTreeMap<u64, Outcome>,
    cases: BTreeMap<u64, Case>,
    judged: VecDeque<(Outcome, Vec<SuspectedBug>)>,
}

impl OraclePool {
    /// Of these judges.
    #[must_use]
    pub fn new(benches: Vec<OracleWorker>) -> Self {
        Self {
            benches,
            ..Self::default()
        }
    }

    /// Whether there is nobody to judge.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.benches.is_empty()
    }

    /// How many runs have not been judged.
    #[must_use]
    pub fn open(&self) -> usize {
        self.waiting.len() + self.cases.len() + self.judged.len()
    }

    /// The ticket of the first run that has not been judged.
    #[must_use]
    pub fn first_open(&self) -> Option<u64> {
        let judged = self.judged.iter().map(|(run, _)| run.ticket);
        let waiting = self.waiting.keys().next();
        judged
            .chain(waiting.copied())
            .chain(self.cases.keys().next().copied())
            .min()
    }

    /// What the solvers of the judges run.
    pub fn pools(&mut self) -> impl Iterator<Item = &mut Pool> {
        self.benches.iter_mut().map(|bench| &mut bench.pool)
    }

    /// The CPU time that the judges have taken.
    #[must_use]
    pub fn cpu(&self) -> Duration {
        self.benches.iter().map(|bench| bench.pool.cpu()).sum()
    }

    /// What each judge would ask about a run.
    #[must_use]
    pub fn questions(&self, run: &Outcome) -> Vec<Vec<Question>> {
        let benches = self.benches.iter();
        benches.map(|bench| bench.judge.questions(run)).collect()
    }

    /// Takes a run that ended well.
    pub fn add(&mut self, run: Outcome) {
        self.waiting.insert(run.ticket, run);
    }

    /// Forgets the runs that nobody was asked about yet.
    pub fn dismiss(&mut self) {
        self.waiting.clear();
    }

    /// A run that all judges have judged, and what they charge it with. Asks them about the next ones.
    pub fn judged(&mut self) -> Option<(Outcome, Vec<SuspectedBug>)> {
        let mut closed = Vec::new();
        for bench in &mut self.benches {
            while let Some(answer) = bench.pool.ready() {
                if let Some((ticket, question)) = bench.asked.remove(&answer.ticket)
                    && let Some(case) = self.cases.get_mut(&ticket)
                {
                    case.charges.extend((question.charge)(&case.run, &answer));
                    case.open -= 1;
                    closed.push(ticket);
                }
            }
        }
        closed.into_iter().for_each(|ticket| self.close(ticket));
        // While a judge is busy the runs wait together: a child for each would cost more than its answers.
        while !self.waiting.is_empty() && self.benches.iter().all(|bench| bench.pool.idle() > 0) {
            self.ask();
        }
        self.judged.pop_front()
    }

    /// Asks all judges about the first runs that wait.
    fn ask(&mut self) {
        let first = std::iter::from_fn(|| self.waiting.pop_first()).take(GROUP);
        let case = |(_, run)| Case {
            run,
            charges: Vec::new(),
            open: 0,
        };
        let mut group: Vec<Case> = first.map(case).collect();
        for bench in &mut self.benches {
            let counts = bench.ask(group.iter().map(|case| &case.run));
            for (case, count) in group.iter_mut().zip(counts) {
                case.open += count;
            }
        }
        for case in group {
            let ticket = case.run.ticket;
            self.cases.insert(ticket, case);
            self.close(ticket);
        }
    }

    /// Closes a case unless there is something open.
    fn close(&mut self, ticket: u64) {
        if self.cases.get(&ticket).is_some_and(|case| case.open == 0)
            && let Some(case) = self.cases.remove(&ticket)
        {
            self.judged.push_back((case.run, case.charges));
        }
    }
}
