//! Formulas that are satisfiable by construction (Mansur, Christakis, Wüstholz, Zhang: Detecting
//! Critical Bugs in SMT Solvers Using Blackbox Mutational Fuzzing, ESEC/FSE 2020).
//!
//! The formulas below an entry's have truth values under the hidden assignment, whether the entry
//! is satisfiable or not. New formulas are made of them. Those that are true are asserted, and the
//! negations of the others. The paper takes the values from a model of a solver; with the hidden
//! assignment, no answer of a solver needs to be right.

use super::draws::Draws;
use super::pose::Poser;
use super::problem::Problem;
use super::terms::Terms;
use super::{Strategy, StrategyInput, StrategyRun};
use crate::op::{AND, DISTINCT, EQUAL, IMPLIES, ITE, NOT, OR, Op, XOR};
use crate::profile::StormBounds;
use crate::solver::TermId;
use crate::state::Leaf;
use rustc_hash::FxHashMap;

/// The strategy.
pub struct Storm;

/// In percent, how often a formula is one of the entry, and not a constructed one.
const INITIAL: u32 = 30;

/// In percent, how often a formula that is false is replaced by another one, before its negation is
/// asserted.
const REDRAWN: u32 = 50;

/// In percent, how often a set is asserted on several levels, with a check on each.
const LEVELS: u32 = 30;

/// The connectives, each with its smallest and its largest number of arguments.
const CONNECTIVES: &[(Op, u32, u32)] = &[
    (NOT, 1, 1),
    (AND, 2, 4),
    (OR, 2, 4),
    (XOR, 2, 2),
    (IMPLIES, 2, 2),
    (EQUAL, 2, 3),
    (DISTINCT, 2, 2),
    (ITE, 3, 3),
];

/// How often an argument is drawn until it is another formula than those before it.
const DRAWS: usize = 8;

/// In percent, how often a set of assertions has a contradiction.
const REFUTED: u32 = 20;

/// In percent, how often a run takes formulas of another entry.
const BORROWS: u32 = 30;

impl Strategy for Storm {
    fn name(&self) -> &'static str {
        "storm"
    }

    fn make(&self, input: &mut StrategyInput<'_>) -> Option<StrategyRun> {
        let bounds = input.context.runs.storm;
        let mut problem = Problem::draw(input)?;
        let mut roots = problem.formulas.clone();
        if problem.draws.rng.chance(BORROWS)
            && let Some((formulas, note)) = problem.borrow()
        {
            roots.extend(formulas);
            problem.notes.push(note);
        }
        let (terms, draws) = (&mut problem.terms, &mut problem.draws);
        let pools = Pools::new(terms, draws, &roots, bounds)?;
        let mut poser = Poser::default();
        for _ in 0..=draws.rng.index(bounds.sets) {
            let count = draws.rng.log_uniform(bounds.assertions).max(2);
            let set = (0..count).filter_map(|_| pools.draw_true(terms, draws));
            let mut set: Vec<TermId> = set.collect();
            let mut refuted = Vec::new();
            if draws.rng.chance(REFUTED) {
                let formula = pools.draw(draws);
                refuted = formula
                    .and_then(|formula| contradiction(terms, draws, formula))
                    .unwrap_or_default();
            }
            set.sort_unstable();
            set.dedup();
            if set.is_empty() && refuted.is_empty() {
                continue;
            }
            if draws.rng.chance(LEVELS) {
                draws.rng.shuffle(&mut set);
                poser.pose_on_levels(terms, draws, &set, &refuted);
            } else {
                set.extend(refuted);
                poser.pose(terms, draws, &set);
            }
        }
        (!poser.steps.is_empty()).then(|| problem.into_run(poser.steps))
    }
}

/// Formulas whose truth values are known.
struct Pools {
    /// Those of entries.
    initial: Vec<TermId>,
    /// Those that are made of others.
    constructed: Vec<TermId>,
}

impl Pools {
    /// The formulas below others, and some that are made of them. `None` if there are none.
    fn new(
        terms: &mut Terms,
        draws: &mut Draws<'_>,
        roots: &[TermId],
        bounds: StormBounds,
    ) -> Option<Self> {
        let mut pools = Self {
            initial: fragments(terms, roots),
            constructed: Vec::new(),
        };
        if pools.initial.is_empty() {
            return None;
        }
        let deepest = draws.rng.log_uniform(bounds.depth);
        let mut depths: FxHashMap<TermId, usize> = FxHashMap::default();
        for _ in 0..draws.rng.index(bounds.formulas) {
            let Some((op, args)) = pools.draw_application(draws) else {
                continue;
            };
            let inside = args.iter().filter_map(|id| depths.get(id));
            let depth = 1 + inside.max().copied().unwrap_or_default();
            if depth <= deepest
                && let Some(made) = terms.apply(draws, op, &args, &[])
                && terms.state.truth(made).is_some()
            {
                depths.insert(made, depth);
                pools.constructed.push(made);
            }
        }
        Some(pools)
    }

    fn draw(&self, draws: &mut Draws<'_>) -> Option<TermId> {
        let pool = match self.constructed.is_empty() || draws.rng.chance(INITIAL) {
            true => &self.initial,
            false => &self.constructed,
        };
        draws.rng.pick(pool).copied()
    }

    /// A formula that is true: one of these, or the negation of one.
    fn draw_true(&self, terms: &mut Terms, draws: &mut Draws<'_>) -> Option<TermId> {
        let mut formula = self.draw(draws)?;
        if terms.state.truth(formula) == Some(false) && draws.rng.chance(REDRAWN) {
            formula = self.draw(draws)?;
        }
        as_true(terms, draws, formula)
    }

    /// A connective, and different formulas for its arguments, as long as there are some.
    fn draw_application(&self, draws: &mut Draws<'_>) -> Option<(Op, Vec<TermId>)> {
        let (op, least, most) = *draws.rng.pick(CONNECTIVES)?;
        let mut args: Vec<TermId> = Vec::new();
        for _ in 0..draws.rng.range(least, most) {
            let mut drawn = (0..DRAWS).filter_map(|_| self.draw(draws));
            let first = drawn.next()?;
            let other = std::iter::once(first)
                .chain(drawn)
                .find(|formula| !args.contains(formula));
            args.push(other.unwrap_or(first));
        }
        Some((op, args))
    }
}

/// The closed formulas below others whose truth values are known.
fn fragments(terms: &Terms, roots: &[TermId]) -> Vec<TermId> {
    let state = &terms.state;
    let is_known = |id: &TermId| {
        let is_literal = state
            .term(*id)
            .is_some_and(|t| matches!(t.leaf, Leaf::Value(_)));
        !is_literal && state.is_formula(*id) && state.truth(*id).is_some()
    };
    let subterms = terms.subterms(roots).into_iter();
    subterms.filter(is_known).collect()
}

/// The formula or its negation, whichever is false, and the values of its constants. So no model
/// satisfies them. The paper has no such formulas.
pub(super) fn contradiction(
    terms: &mut Terms,
    draws: &mut Draws<'_>,
    formula: TermId,
) -> Option<Vec<TermId>> {
    let held = as_true(terms, draws, formula)?;
    let mut all = vec![terms.apply(draws, NOT, &[held], &[])?];
    for id in terms.subterms(&[formula]) {
        let term = terms.state.term(id)?;
        match (&term.leaf, term.sort, term.assigned.clone()) {
            (Leaf::Const, sort, value) if terms.has_literals(sort) => {
                let value = terms.value(draws, sort, value?)?;
                all.push(terms.apply(draws, EQUAL, &[id, value], &[])?);
            }
            // Their values have no literals.
            (Leaf::Const | Leaf::Rec, ..) => return None,
            _ => {}
        }
    }
    Some(all)
}

/// The formula if it is true, or its negation.
pub(super) fn as_true(terms: &mut Terms, draws: &mut Draws<'_>, formula: TermId) -> Option<TermId> {
    match terms.state.truth(formula)? {
        true => Some(formula),
        false => terms.apply(draws, NOT, &[formula], &[]),
    }
}
