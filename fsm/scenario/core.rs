//! Unsat cores and unsatisfiable assumptions are checked again without the other formulas. The
//! answer must be `unsat`.

use super::{
    Draft, Queue, Scenario, ScenarioKind, assert, check, check_assuming, decided_check,
    draft_without_results,
};
use crate::action::{Args, Pick};
use crate::actions::{GetUnsatAssumptions, GetUnsatCore, ResetAssertions};
use crate::solver::Answer;

/// Gets the core and checks it alone. Its formulas are asserted or assumed.
pub struct Core;

impl ScenarioKind for Core {
    fn name(&self) -> &'static str {
        "core"
    }

    fn begin(&self, cx: &mut Pick<'_>) -> Option<Box<dyn Scenario>> {
        let last = decided_check(cx.state)?;
        let is_there = cx.state.options.cores && last.answer == Answer::Unsat;
        is_there.then(|| {
            Box::new(Asked::new(
                draft_without_results(&GetUnsatCore, Args::new()),
                check_core_alone,
            )) as _
        })
    }
}

/// Gets the unsatisfiable assumptions and checks them alone.
pub struct Assumptions;

impl ScenarioKind for Assumptions {
    fn name(&self) -> &'static str {
        "assumptions"
    }

    fn begin(&self, cx: &mut Pick<'_>) -> Option<Box<dyn Scenario>> {
        let last = decided_check(cx.state)?;
        let is_there =
            cx.state.options.assumptions && last.assuming && last.answer == Answer::Unsat;
        let ask = draft_without_results(&GetUnsatAssumptions, Args::new());
        let again = |cx: &mut Pick<'_>| {
            let failed = cx.state.checks.last.as_ref()?.failed.as_ref()?;
            Some(vec![check_assuming(failed)])
        };
        is_there.then(|| Box::new(Asked::new(ask, again)) as _)
    }
}

/// The calls that check the last core without the other assertions.
fn check_core_alone(cx: &mut Pick<'_>) -> Option<Vec<Draft>> {
    let core = cx.state.checks.last.as_ref()?.core.clone()?;
    let mut drafts = vec![draft_without_results(&ResetAssertions, Args::new())];
    if cx.rng.coin() {
        drafts.push(check_assuming(&core));
    } else {
        drafts.extend(core.into_iter().map(assert));
        drafts.push(check());
    }
    Some(drafts)
}

type FollowUp = fn(&mut Pick<'_>) -> Option<Vec<Draft>>;

/// A query, and calls that depend on its result.
struct Asked {
    ask: Option<Draft>,
    then: Option<FollowUp>,
    queue: Queue,
}

impl Asked {
    fn new(ask: Draft, then: FollowUp) -> Self {
        Self {
            ask: Some(ask),
            then: Some(then),
            queue: Queue::default(),
        }
    }
}

impl Scenario for Asked {
    fn next(&mut self, cx: &mut Pick<'_>) -> Option<Draft> {
        if let Some(ask) = self.ask.take() {
            return Some(ask);
        }
        if let Some(then) = self.then.take() {
            self.queue = Queue(then(cx)?.into());
        }
        self.queue.next(cx)
    }
}
