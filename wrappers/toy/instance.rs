//! An instance of the toy.

use super::bugs::{self, Bug, Event};
use super::decide::{Decider, Model};
use super::terms::{NodeIndex, TermGraph};
use crate::shared::instance::assertions::{Assertions, Formula};
use murxla_fsm::solver::{Answer, Error, ReasonUnknown, Result, TermId};

/// Terms evaluated per check unless the option `effort` says otherwise.
pub(super) const EFFORT: u64 = 4000;
/// The number of members of a core that are tried to be removed.
const CORE_CHECKS: usize = 32;
/// The largest number of levels.
pub(super) const LEVELS: usize = 10_000;

/// The result of the last check, until the assertions change.
pub(super) struct LastCheck {
    pub(super) answer: Answer,
    pub(super) model: Model,
    pub(super) assumptions: Vec<Formula<NodeIndex>>,
    pub(super) core: Option<Vec<TermId>>,
}

/// The work of an instance since it was opened or reset.
#[derive(Default)]
pub(super) struct Work {
    /// Calls that check formulas.
    pub(super) checks: u64,
    /// The terms that checks and cores have evaluated.
    pub(super) evaluated: u64,
}

/// A toy solver.
pub(super) struct Instance {
    pub(super) terms: TermGraph,
    pub(super) assertions: Assertions<Formula<NodeIndex>>,
    pub(super) last: Option<LastCheck>,
    pub(super) bug: Bug,
    pub(super) effort: u64,
    pub(super) sample_seed: u64,
    pub(super) work: Work,
    /// See `Solver::reason_unknown`.
    pub(super) reason: Option<ReasonUnknown>,
}

impl Drop for Instance {
    fn drop(&mut self) {
        self.bug.crash_or_hang(&Event::Drop);
    }
}

pub(super) fn rejected<T>(message: &str) -> Result<T> {
    Err(Error::Rejected(message.to_owned()))
}

impl Instance {
    pub(super) fn new() -> Self {
        bugs::opened();
        Self {
            terms: TermGraph::default(),
            assertions: Assertions::default(),
            last: None,
            bug: Bug::None,
            effort: EFFORT,
            sample_seed: 0,
            work: Work::default(),
            reason: None,
        }
    }

    pub(super) fn decide(&mut self, roots: &[NodeIndex]) -> (Answer, Model) {
        if self.effort == 0 {
            return (Answer::Unknown, Model::new());
        }
        let mut decider = Decider::new(&self.terms, self.effort);
        let decided = decider.decide(roots, self.sample_seed);
        self.work.evaluated += self.effort - decider.steps();
        decided
    }

    pub(super) fn check(&mut self, assumptions: Vec<(TermId, NodeIndex)>) -> Answer {
        let formulas = self.assertions.iter().chain(&assumptions);
        let mut roots: Vec<NodeIndex> = formulas.map(|(_, node)| *node).collect();
        roots.sort_unstable();
        roots.dedup();
        self.work.checks += 1;
        let (decided, model) = self.decide(&roots);
        let answer = self
            .bug
            .answer(decided, roots.iter().map(|r| self.terms.term(*r)));
        self.reason = (answer == Answer::Unknown).then(|| self.bug.reason(decided));
        self.last = Some(LastCheck {
            answer,
            model,
            assumptions,
            core: None,
        });
        answer
    }

    pub(super) fn last(&self, answer: Answer) -> Result<&LastCheck> {
        match &self.last {
            Some(last) if last.answer == answer => Ok(last),
            _ => rejected(&format!("the last answer is not {}", answer.name())),
        }
    }

    /// A core of the formulas of the last check. Formulas are removed one after the other, as long
    /// as the rest is unsatisfiable.
    pub(super) fn core(&mut self) -> Result<Vec<TermId>> {
        let last = self.last(Answer::Unsat)?;
        if let Some(core) = &last.core {
            return Ok(core.clone());
        }
        let mut core = [&self.assertions[..], &last.assumptions].concat();
        core.sort_unstable();
        core.dedup_by_key(|(id, _)| *id);
        let mut at = 0;
        for _ in 0..CORE_CHECKS.min(core.len()) {
            let mut without: Vec<NodeIndex> = core.iter().map(|(_, node)| *node).collect();
            without.remove(at);
            if self.decide(&without).0 == Answer::Unsat {
                core.remove(at);
            } else {
                at += 1;
            }
        }
        let core: Vec<TermId> = core.into_iter().map(|(id, _)| id).collect();
        if let Some(last) = &mut self.last {
            last.core = Some(core.clone());
        }
        Ok(core)
    }

    pub(super) fn formulas(&self, ids: &[TermId]) -> Result<Vec<(TermId, NodeIndex)>> {
        let pair = |id: &TermId| Ok((*id, self.terms.formula(*id)?));
        ids.iter().map(pair).collect()
    }
}
