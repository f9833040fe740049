//! Repeats runs for tasks, and decides whether they show a bug.

use super::lists::ListExchange;
use crate::judgement::{Judge, Judgement, Wanted};
use crate::oracle::{Evaluation, Oracle};
use crate::triage::{FindingId, Rules, SuspectedBug};
use murxla_executor::{Item, Outcome};
use murxla_fsm::trace::Script;
use std::collections::VecDeque;
use std::rc::Rc;

/// The place of the solver under test in [`Campaign::pools`](super::Campaign::pools). Those of the
/// oracles' solvers follow.
pub(super) const UNDER_TEST: usize = 0;

/// What a task needs to repeat runs.
pub(super) struct Repeater {
    pub(super) lists: ListExchange,
    pub(super) rules: Rc<Rules>,
    pub(super) oracles: Vec<Rc<dyn Oracle>>,
    /// The place of the pool of `--baseline`, if there is one.
    pub(super) baseline: Option<usize>,
}

impl Repeater {
    /// Runs items of the solver under test in one fresh child. There are fewer outcomes than items
    /// if the child ends early.
    pub(super) async fn run_list(&self, items: Vec<Item>) -> Vec<Outcome> {
        self.lists.run(UNDER_TEST, items).await
    }

    /// Runs an item of the solver under test in a fresh child.
    pub(super) async fn run_one(&self, item: Item) -> Outcome {
        self.run_one_in(UNDER_TEST, item).await
    }

    /// The oracles, each with the pool of its solver.
    pub(super) fn pools_of_oracles(&self) -> impl Iterator<Item = (usize, &Rc<dyn Oracle>)> {
        (UNDER_TEST + 1..).zip(&self.oracles)
    }

    /// Runs an item in a fresh child of a pool.
    pub(super) async fn run_one_in(&self, pool: usize, item: Item) -> Outcome {
        loop {
            // There is no outcome if the child was killed from outside before it began the item.
            if let Some(outcome) = self.lists.run(pool, vec![item.clone()]).await.pop() {
                return outcome;
            }
        }
    }

    /// What a run shows of a finding, by itself or by the oracles in the parent. `script` is the
    /// trace whose calls the run makes, if its notes count.
    pub(super) async fn judge(
        &self,
        outcome: Outcome,
        (id, script): (&FindingId, Option<&Script>),
        by_oracle: bool,
    ) -> Judgement {
        let mut bugs: Vec<SuspectedBug> = SuspectedBug::of(outcome.clone()).into_iter().collect();
        if by_oracle {
            bugs.extend(self.first_bug_of_oracles(&outcome, id).await);
        }
        let judge = Judge::new(Wanted::Finding(id.clone()), &self.rules, script);
        judge.judge(&outcome, &bugs)
    }

    /// Whether a run shows a finding, see [`judge`](Self::judge).
    pub(super) async fn shows(&self, outcome: Outcome, id: &FindingId, by_oracle: bool) -> bool {
        self.judge(outcome, (id, None), by_oracle).await == Judgement::Shows
    }

    /// The bug of the finding that an oracle in the parent finds in a run, or another one.
    async fn first_bug_of_oracles(&self, run: &Outcome, id: &FindingId) -> Option<SuspectedBug> {
        let mut other = None;
        // The questions run in their own children, so that they do not wait for questions about
        // other runs.
        for (pool, oracle) in self.pools_of_oracles() {
            let mut questions = VecDeque::from(oracle.questions(run));
            while let Some(question) = questions.pop_front() {
                let answer = self.run_one_in(pool, Item::Trace(question.trace)).await;
                match (question.evaluate)(run, &answer) {
                    Evaluation::Bug(bug) if id.is_of(&bug) => return Some(*bug),
                    Evaluation::Bug(bug) => other = Some(*bug),
                    Evaluation::Ask(next) => questions.push_back(next),
                    Evaluation::Nothing => {}
                }
            }
        }
        other
    }
}
