//! Formulas that are satisfiable by construction (Mansur, Christakis, Wüstholz, Zhang: Detecting
//! Critical Bugs in SMT Solvers Using Blackbox Mutational Fuzzing, ESEC/FSE 2020).
//!
//! The formulas below an entry's have truth values under the hidden assignment, whether the entry
//! is satisfiable or not. New formulas are made of them. Those that are true are asserted, and the
//! negations of the others. The paper takes the values from a model of a solver; with the hidden
//! assignment, no answer of a solver needs to be right.

use super::library::Library;
use super::pose::Poser;
use super::problem::Problem;
use super::{Input, Made, Strategy};
use crate::op::{AND, DISTINCT, EQUAL, IMPLIES, ITE, NOT, OR, Op, XOR};
use crate::solver::TermId;
use crate::state::Leaf;
use rustc_hash::FxHashMap;

/// The strategy.
pub struct Storm;

/// The largest numbers of constructed formulas, of sets of assertions, and of assertions of a set.
/// The paper found that large sets need fewer of them to show a bug.
const FORMULAS: usize = 300;
const SETS: usize = 10;
const ASSERTIONS: usize = 64;

/// The largest number of connectives on a way from a constructed formula to one of the entry.
const DEPTH: usize = 20;

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

/// In percent, how often a set of assertions has a contradiction.
const REFUTED: u32 = 20;

/// In percent, how often a run takes formulas of another entry.
const BORROWS: u32 = 30;

impl Strategy for Storm {
    fn name(&self) -> &'static str {
        "storm"
    }

    fn make(&self, input: &mut Input<'_>) -> Option<Made> {
        let mut problem = Problem::draw(input)?;
        let mut roots = problem.formulas.clone();
        if problem.library.rng.chance(BORROWS)
            && let Some((formulas, note)) = problem.borrow()
        {
            roots.extend(formulas);
            problem.notes.push(note);
        }
        let library = &mut problem.library;
        let pools = Pools::new(library, &roots)?;
        let mut poser = Poser::default();
        for _ in 0..=library.rng.index(SETS) {
            let count = library.rng.log_uniform(ASSERTIONS).max(2);
            let set = (0..count).filter_map(|_| pools.draw_true(library));
            let mut set: Vec<TermId> = set.collect();
            let mut refuted = Vec::new();
            if library.rng.chance(REFUTED) {
                let formula = pools.draw(library);
                refuted = formula
                    .and_then(|formula| contradiction(library, formula))
                    .unwrap_or_default();
            }
            set.sort_unstable();
            set.dedup();
            if set.is_empty() && refuted.is_empty() {
                continue;
            }
            if library.rng.chance(LEVELS) {
                library.rng.shuffle(&mut set);
                poser.pose_on_levels(library, &set, &refuted);
            } else {
                set.extend(refuted);
                poser.pose(library, &set);
            }
        }
        (!poser.steps.is_empty()).then(|| problem.made(poser.steps))
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
    fn new(library: &mut Library<'_>, roots: &[TermId]) -> Option<Self> {
        let mut pools = Self {
            initial: fragments(library, roots),
            constructed: Vec::new(),
        };
        if pools.initial.is_empty() {
            return None;
        }
        let deepest = library.rng.log_uniform(DEPTH);
        let mut depths: FxHashMap<TermId, usize> = FxHashMap::default();
        for _ in 0..library.rng.index(FORMULAS) {
            let Some((op, args)) = pools.draw_application(library) else {
                continue;
            };
            let inside = args.iter().filter_map(|id| depths.get(id));
            let depth = 1 + inside.max().copied().unwrap_or_default();
            if depth <= deepest
                && let Some(made) = library.apply(op, &args, &[])
                && library.state.truth(made).is_some()
            {
                depths.insert(made, depth);
                pools.constructed.push(made);
            }
        }
        Some(pools)
    }

    fn draw(&self, library: &mut Library<'_>) -> Option<TermId> {
        let pool = match self.constructed.is_empty() || library.rng.chance(INITIAL) {
            true => &self.initial,
            false => &self.constructed,
        };
        library.rng.pick(pool).copied()
    }

    /// A formula that is true: one of these, or the negation of one.
    fn draw_true(&self, library: &mut Library<'_>) -> Option<TermId> {
        let mut formula = self.draw(library)?;
        if library.state.truth(formula) == Some(false) && library.rng.chance(REDRAWN) {
            formula = self.draw(library)?;
        }
        held(library, formula)
    }

    /// A connective, and formulas for its arguments.
    fn draw_application(&self, library: &mut Library<'_>) -> Option<(Op, Vec<TermId>)> {
        let (op, least, most) = *library.rng.pick(CONNECTIVES)?;
        let count = library.rng.range(least, most);
        let args = (0..count).map(|_| self.draw(library));
        Some((op, args.collect::<Option<_>>()?))
    }
}

/// The closed formulas below others whose truth values are known.
fn fragments(library: &Library<'_>, roots: &[TermId]) -> Vec<TermId> {
    let state = &library.state;
    let is_known = |id: &TermId| {
        let is_literal = state
            .term(*id)
            .is_some_and(|t| matches!(t.leaf, Leaf::Value(_)));
        !is_literal && state.is_formula(*id) && state.truth(*id).is_some()
    };
    let below = library.below(roots).into_iter();
    below.filter(is_known).collect()
}

/// The formula or its negation, whichever is false, and the values of its constants. So no model
/// satisfies them. The paper has no such formulas.
pub(super) fn contradiction(library: &mut Library<'_>, formula: TermId) -> Option<Vec<TermId>> {
    let held = held(library, formula)?;
    let mut all = vec![library.apply(NOT, &[held], &[])?];
    for id in library.below(&[formula]) {
        let term = library.state.term(id)?;
        match (&term.leaf, term.sort, term.assigned.clone()) {
            (Leaf::Const, sort, value) if library.has_literals(sort) => {
                let value = library.value(sort, value?)?;
                all.push(library.apply(EQUAL, &[id, value], &[])?);
            }
            // Their values have no literals.
            (Leaf::Const | Leaf::Rec, ..) => return None,
            _ => {}
        }
    }
    Some(all)
}

/// The formula if it is true, or its negation.
pub(super) fn held(library: &mut Library<'_>, formula: TermId) -> Option<TermId> {
    match library.state.truth(formula)? {
        true => Some(formula),
        false => library.apply(NOT, &[formula], &[]),
    }
}
