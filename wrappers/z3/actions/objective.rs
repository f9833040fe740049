//! What an optimization draws: the objective, and what is done besides.

use murxla_fsm::action::Call;
use murxla_fsm::rng::Rng;
use murxla_fsm::solver::TermId;
use murxla_fsm::sort::SortKind;
use murxla_fsm::state::{InstanceState, Leaf};

/// Additional calls, which must not change the result.
#[derive(Clone)]
pub(super) struct Extras {
    pub(super) tracked: bool,
    /// A level with an assertion, which is dropped with the level.
    pub(super) level: bool,
    /// The weight of a soft assertion.
    pub(super) soft: Option<u32>,
    pub(super) copied: bool,
    pub(super) reread: bool,
    /// A hint, which may be wrong.
    pub(super) initial: Option<i32>,
    pub(super) watched: bool,
}

impl Extras {
    /// Draws whether the objective is maximized, and what is done besides.
    pub(super) fn draw(rng: &mut Rng, formulas: usize) -> (bool, Self) {
        let (tracked, level, maximize) = (rng.chance(30), rng.chance(30), rng.coin());
        let soft = (rng.chance(20) && formulas > 1).then(|| rng.range(1, 9));
        let how = rng.below(6);
        let initial = rng.chance(30).then(|| rng.range(0, 9) as i32);
        let extras = Self {
            tracked,
            level,
            soft,
            copied: how == 0,
            reread: how == 1 && !tracked,
            initial,
            watched: rng.coin(),
        };
        (maximize, extras)
    }

    /// Whether nothing is done besides.
    fn are_none(&self) -> bool {
        let copies = self.copied || self.reread || self.watched;
        let assertions = self.tracked || self.level || self.soft.is_some();
        !copies && !assertions && self.initial.is_none()
    }

    /// The drawn extras that are known to give wrong results: the name of each for findings, and
    /// all extras without it.
    pub(super) fn list_known_causes(&self) -> Vec<(&'static str, Self)> {
        let mut suspects = Vec::new();
        if self.initial.is_some() {
            let others = Self {
                initial: None,
                ..self.clone()
            };
            suspects.push(("an initial value", others));
        }
        if self.copied {
            let name = if self.tracked {
                "a copy that tracks"
            } else {
                "a copy"
            };
            let others = Self {
                copied: false,
                ..self.clone()
            };
            suspects.push((name, others));
        }
        suspects
    }
}

/// Draws the term whose best value is asked for: a numeric constant of the formulas.
pub(super) fn draw_objective(
    state: &InstanceState,
    formulas: &[TermId],
    rng: &mut Rng,
) -> Option<TermId> {
    rng.pick(&list_objectives(state, formulas)).copied()
}

/// The numeric constants of the formulas.
fn list_objectives(state: &InstanceState, formulas: &[TermId]) -> Vec<TermId> {
    let is_numeric = |id: &TermId| {
        let term = state.term(*id);
        let kind = term.and_then(|t| Some(state.sorts.get(t.sort)?.kind()));
        let fits = matches!(kind, Some(SortKind::Int | SortKind::Real | SortKind::Bv));
        fits && term.is_some_and(|t| t.free.is_empty() && t.leaf == Leaf::Const)
    };
    let subterms = state.subterms(formulas);
    subterms.into_iter().filter(is_numeric).collect()
}

/// A seed with which the action optimizes this constant, in all releases without extras that may
/// change the result.
pub(in super::super) fn seed_of(
    state: &InstanceState,
    formulas: &[TermId],
    (constant, maximize): (TermId, bool),
) -> Option<u32> {
    let all = list_objectives(state, formulas);
    all.contains(&constant).then_some(())?;
    (0..Call::SEEDS as u32).find(|seed| {
        let mut rng = Rng::new(u64::from(*seed));
        let drawn = rng.pick(&all).copied();
        let (maximized, extras) = Extras::draw(&mut rng, formulas.len());
        drawn == Some(constant) && maximized == maximize && extras.are_none()
    })
}
