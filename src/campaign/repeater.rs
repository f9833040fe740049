//! Repeats runs for tasks, and decides whether they show a bug.

use super::lists::ListExchange;
use crate::executor::{Item, Outcome};
use crate::oracle::{Evaluation, Oracle};
use crate::triage::{FindingId, Rules, SuspectedBug};
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

    async fn run_one_in(&self, pool: usize, item: Item) -> Outcome {
        loop {
            // There is no outcome if the child was killed from outside before it began the item.
            if let Some(outcome) = self.lists.run(pool, vec![item.clone()]).await.pop() {
                return outcome;
            }
        }
    }

    /// Whether a run shows a finding: by itself, or by an oracle in the parent. `minimize` decides
    /// in the same way.
    pub(super) async fn shows(&self, outcome: Outcome, id: &FindingId, by_oracle: bool) -> bool {
        if !by_oracle {
            let bug = SuspectedBug::of(outcome);
            return bug.is_some_and(|bug| self.is_shown_by(id, &bug));
        }
        // The questions run in their own children, so that they do not wait for questions about
        // other runs.
        for (pool, oracle) in (UNDER_TEST + 1..).zip(&self.oracles) {
            let mut questions = VecDeque::from(oracle.questions(&outcome));
            while let Some(question) = questions.pop_front() {
                let answer = self.run_one_in(pool, Item::Trace(question.trace)).await;
                match (question.evaluate)(&outcome, &answer) {
                    Evaluation::Bug(bug) if self.is_shown_by(id, &bug) => return true,
                    Evaluation::Ask(next) => questions.push_back(next),
                    Evaluation::Bug(_) | Evaluation::Nothing => {}
                }
            }
        }
        false
    }

    fn is_shown_by(&self, id: &FindingId, bug: &SuspectedBug) -> bool {
        id.find_in(std::slice::from_ref(bug), &self.rules).is_some()
    }
}
