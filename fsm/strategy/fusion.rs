//! Semantic fusion (Winterer, Zhang, Su: Validating SMT Solvers via Semantic Fusion, PLDI 2020).
//!
//! A constant `z` stands for `f(x, y)`, where `x` is a constant of one side and `y` of another.
//! Some places of `x` get an inverse of `f`, a term of `y` and `z` that has the value of `x`, and
//! some of `y` likewise. The paper needs seeds that are known to be satisfiable, or unsatisfiable.
//! Here each formula or its negation is true under the hidden assignment, and so are the fused
//! ones, because the inverses have the values of `x` and `y` there. A side that is unsatisfiable
//! says which values its constants have, and a formula that is false then. It stays unsatisfiable
//! if the equations of `x`, `y` and `z` are asserted with it.

use super::draws::Draws;
use super::fusion_functions::{FUNCTIONS, Fused, fused};
use super::pose::Poser;
use super::problem::Problem;
use super::storm::{as_true, contradiction};
use super::terms::Terms;
use super::{Strategy, StrategyInput, StrategyRun};
use crate::actions::MkConst;
use crate::edit::Step;
use crate::op::{AND, OR};
use crate::solver::TermId;
use crate::sort::{Sort, SortKind};
use crate::state::{InstanceState, Leaf};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// The strategy.
pub struct Fusion;

/// The largest numbers of sets of formulas of a run, and of fusions between two of them.
const SETS: usize = 8;
const FUSIONS: usize = 3;

/// The number of entries that are tried.
const PARTNERS: usize = 10;

/// In percent, how often the equations of the fused constants are asserted, too.
const EQUATIONS: u32 = 30;

/// In percent, how often a run fuses sides that are unsatisfiable: both, or one of them.
const UNSATISFIABLE: [u32; 2] = [15, 15];

impl Strategy for Fusion {
    fn name(&self) -> &'static str {
        "fusion"
    }

    fn make(&self, input: &mut StrategyInput<'_>) -> Option<StrategyRun> {
        let mut problem = Problem::draw(input)?;
        let mut sides = draw_sides(&mut problem)?;
        let (terms, draws) = (&mut problem.terms, &mut problem.draws);
        let [both, one] = UNSATISFIABLE;
        let refuted = match draws
            .rng
            .weighted([both, one, 100 - both - one].into_iter())?
        {
            0 => [true, true],
            1 => [false, true],
            _ => [false, false],
        };
        for (side, is_refuted) in sides.iter_mut().zip(refuted) {
            if is_refuted {
                let formula = *draws.rng.pick(side)?;
                side.extend(contradiction(terms, draws, formula)?);
            }
        }
        let mut equations = Vec::new();
        let mut poser = Poser::default();
        for _ in 0..=draws.rng.index(SETS) {
            for _ in 0..=draws.rng.index(FUSIONS) {
                if let Some((note, more)) = fuse(terms, draws, &mut sides) {
                    problem.notes.push(note);
                    equations.extend(more);
                }
            }
            if equations.is_empty() {
                return None;
            }
            let mut all = match refuted {
                [true, true] => vec![one_holds(terms, draws, &sides)?],
                _ => sides.concat(),
            };
            let is_unsatisfiable = refuted.contains(&true);
            if is_unsatisfiable || draws.rng.chance(EQUATIONS) {
                all.extend(&equations);
            }
            poser.pose(terms, draws, &all);
            if is_unsatisfiable {
                poser.check_values(terms, draws, &all);
            }
        }
        Some(problem.into_run(poser.steps))
    }
}

/// The formula that says that all formulas of one of the sides hold.
fn one_holds(terms: &mut Terms, draws: &mut Draws<'_>, sides: &[Vec<TermId>; 2]) -> Option<TermId> {
    let mut either = Vec::new();
    for side in sides {
        either.push(match &side[..] {
            [formula] => *formula,
            all => terms.apply(draws, AND, all, &[])?,
        });
    }
    terms.apply(draws, OR, &either, &[])
}

/// The entries that have constants of a sort.
#[derive(Default)]
pub struct Partners(FxHashMap<SortKey, Vec<usize>>);

/// A sort that can be compared between entries: its kind, and the width of bit-vectors.
type SortKey = (SortKind, Option<u32>);

impl Partners {
    /// The sort of the constant that a step of an entry declares, if there are functions for it.
    pub(super) fn key_of_constant(step: &Step, state: &InstanceState) -> Option<SortKey> {
        let args = MkConst::of(&step.call)?;
        Self::key(state.sorts.get(args.sort)?)
    }

    fn key(sort: &Sort) -> Option<SortKey> {
        let width = match sort {
            Sort::Bv(width) => Some(*width),
            _ => None,
        };
        let kind = sort.kind();
        let has_functions = FUNCTIONS.iter().any(|row| row.of == kind);
        has_functions.then_some((kind, width))
    }

    /// Adds an entry with constants of these sorts.
    pub(super) fn add(&mut self, entry: usize, sorts: BTreeSet<SortKey>) {
        for sort in sorts {
            self.0.entry(sort).or_default().push(entry);
        }
    }

    /// The entries with a constant of one of the sorts of these constants.
    fn of(&self, state: &InstanceState, constants: &[TermId]) -> Vec<usize> {
        let key = |id: &TermId| Self::key(state.sorts.get(state.term(*id)?.sort)?);
        let keys: BTreeSet<SortKey> = constants.iter().filter_map(key).collect();
        let entries = keys.iter().filter_map(|key| self.0.get(key)).flatten();
        entries.copied().collect()
    }
}

/// The formulas of the entry, and those of another one with a constant of the same sort. Each
/// formula or its negation is taken, whichever is true.
fn draw_sides(problem: &mut Problem<'_>) -> Option<[Vec<TermId>; 2]> {
    let truths = |terms: &mut Terms, draws: &mut Draws<'_>, formulas: &[TermId]| {
        let held = formulas.iter().filter_map(|id| as_true(terms, draws, *id));
        held.collect::<Vec<_>>()
    };
    let one = truths(&mut problem.terms, &mut problem.draws, &problem.formulas);
    let own = constants_below(&problem.terms, &one);
    let partners = problem.entries.partners.of(&problem.terms.state, &own);
    for _ in 0..PARTNERS {
        let entry = problem.entries.draw_of(&partners, problem.draws.rng)?;
        let Some((other, note)) = problem.borrow_from(entry) else {
            continue;
        };
        let sides = [
            one.clone(),
            truths(&mut problem.terms, &mut problem.draws, &other),
        ];
        if constants(&mut problem.terms, &mut problem.draws, &sides).is_some() {
            problem.notes.push(note);
            return Some(sides);
        }
    }
    None
}

/// Fuses a constant of each side. Returns what was fused, and the equations of the fused constant
/// and of its inverses.
fn fuse(
    terms: &mut Terms,
    draws: &mut Draws<'_>,
    sides: &mut [Vec<TermId>; 2],
) -> Option<(String, [TermId; 3])> {
    let [x, y] = constants(terms, draws, sides)?;
    let Fused {
        inverses,
        equations,
    } = fused(terms, draws, x, y)?;
    sides[0] = terms.replaced_at_some(draws, &sides[0], x, inverses[0])?;
    sides[1] = terms.replaced_at_some(draws, &sides[1], y, inverses[1])?;
    Some((format!("{x} and {y}: fused by {}", equations[0]), equations))
}

/// A constant of each side, of the same sort.
fn constants(
    terms: &mut Terms,
    draws: &mut Draws<'_>,
    sides: &[Vec<TermId>; 2],
) -> Option<[TermId; 2]> {
    let [left, right] = [0, 1].map(|side| constants_below(terms, &sides[side]));
    let sort = |id: TermId| terms.state.term(id).map(|term| term.sort);
    let mut pairs: Vec<[TermId; 2]> = Vec::new();
    for x in &left {
        let same = right.iter().filter(|y| *y != x && sort(**y) == sort(*x));
        pairs.extend(same.map(|y| [*x, *y]));
    }
    draws.rng.pick(&pairs).copied()
}

/// The constants below formulas for whose sorts there are functions.
fn constants_below(terms: &Terms, roots: &[TermId]) -> Vec<TermId> {
    let state = &terms.state;
    let is_fused = |id: &TermId| {
        let term = state.term(*id);
        let term = term.filter(|term| term.leaf == Leaf::Const && term.assigned.is_some());
        let sort = term.and_then(|term| state.sorts.get(term.sort));
        sort.and_then(Partners::key).is_some()
    };
    let subterms = terms.subterms(roots).into_iter();
    subterms.filter(is_fused).collect()
}
