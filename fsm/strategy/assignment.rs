//! The hidden assignment of a run: the values of an entry's constants are drawn anew. Then single
//! values are drawn again, and kept if no fewer formulas are true. STORM and fusion use a model of
//! the solver here. This needs no solver, and the assignment stays the ground truth of the run,
//! because the seeds of the calls decide it.

use super::draws::Draws;
use super::terms::Terms;
use crate::action::{Call, Context, Effect};
use crate::actions::{MkConst, MkRecFun};
use crate::solver::TermId;
use crate::state::InstanceState;

/// In percent, how often the constants of an entry keep their values. Those of planted runs make
/// all formulas true.
const KEPT: u32 = 30;

/// The most often that one constant gets another value.
const TRIES: usize = 64;

/// The number of calls that are applied for this at most, because an entry may have thousands.
const CALLS: usize = 3000;

impl Terms {
    /// Draws the values of the constants that the steps from `first` on declare, and looks for
    /// values with which most of the formulas are true.
    pub(super) fn draw_assignment(
        &mut self,
        draws: &mut Draws<'_>,
        formulas: &[TermId],
        first: usize,
    ) {
        if draws.rng.chance(KEPT) {
            return;
        }
        let is_drawn = |call: &Call| MkConst::of(call).is_some() || MkRecFun::of(call).is_some();
        let steps = self.steps.iter().enumerate().skip(first);
        let drawn = steps.filter(|(_, step)| is_drawn(&step.call));
        let constants: Vec<(usize, TermId)> = drawn
            .filter_map(|(number, step)| Some((number, step.call.ids.term?)))
            .collect();
        if constants.is_empty() {
            return;
        }
        for (number, _) in &constants {
            self.steps[*number].call.seed = Call::draw_seed(draws.rng);
        }
        self.state = self.applied(draws.context);
        let mut best = truths(&self.state, formulas);
        for _ in 0..TRIES.min(CALLS / self.steps.len().max(1)) {
            let wrong = formulas
                .iter()
                .filter(|id| self.state.truth(**id) == Some(false));
            let wrong: Vec<TermId> = wrong.copied().collect();
            let Some(formula) = draws.rng.pick(&wrong) else {
                return;
            };
            let subterms = self.state.terms.subterms(&[*formula]);
            let below = constants.iter().filter(|(_, id)| subterms.contains(id));
            let below: Vec<usize> = below.map(|(number, _)| *number).collect();
            let Some(number) = draws.rng.pick(&below).copied() else {
                continue;
            };
            let new = Call::draw_seed(draws.rng);
            let old = std::mem::replace(&mut self.steps[number].call.seed, new);
            let state = self.applied(draws.context);
            let now = truths(&state, formulas);
            if now >= best {
                (best, self.state) = (now, state);
            } else {
                self.steps[number].call.seed = old;
            }
        }
    }

    /// The state after all steps.
    fn applied(&self, context: &Context) -> InstanceState {
        let mut state = InstanceState::default();
        for step in &self.steps {
            let action = step.call.action;
            action.apply(&mut state, &step.call, &Effect::Done, context);
        }
        state
    }
}

/// The number of formulas that are true.
fn truths(state: &InstanceState, formulas: &[TermId]) -> usize {
    let are_true = formulas.iter().filter(|id| state.truth(**id) == Some(true));
    are_true.count()
}
