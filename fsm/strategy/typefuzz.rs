//! Generative type-aware mutation (Park, Winterer, Zhang, Su: Generative Type-Aware Mutation for
//! Testing SMT Solvers, OOPSLA 2021): a term is replaced by another one of its sort. It comes from
//! the same entry, from another one, or is generated.

use super::draws::Draws;
use super::mutants::{ATTEMPTS, chain};
use super::problem::Problem;
use super::terms::Terms;
use super::{Strategy, StrategyInput, StrategyRun};
use crate::actions::{MkTerm, MkValue};
use crate::solver::TermId;
use crate::sort::SortId;
use crate::state::Leaf;
use rustc_hash::FxHashMap;

/// The strategy.
pub struct TypeFuzz;

/// In percent, how often a run takes terms of another entry.
const BORROWS: u32 = 50;

/// In percent, how often a term is replaced by one that is generated for its place.
const GENERATED: u32 = 90;

/// How often a term is generated until it fits its place.
const GENERATIONS: usize = 4;

/// Fewer terms than this are generated before it, as possible arguments.
const ARGUMENTS: usize = 3;

impl Strategy for TypeFuzz {
    fn name(&self) -> &'static str {
        "typefuzz"
    }

    fn make(&self, input: &mut StrategyInput<'_>) -> Option<StrategyRun> {
        chain(input, prepare, replacement)
    }
}

/// Adds terms of another entry. Terms are generated from operators of the theories of the entry.
fn prepare(problem: &mut Problem<'_>) {
    if problem.draws.rng.chance(BORROWS)
        && let Some((_, note)) = problem.borrow()
    {
        problem.notes.push(note);
    }
    let uses = problem.uses;
    problem.draws.generate_from(uses);
}

/// Another term of the same sort.
fn replacement(
    terms: &mut Terms,
    draws: &mut Draws<'_>,
    site: TermId,
    scope: &[TermId],
) -> Option<(TermId, String)> {
    let term = terms.state.term(site)?;
    if term.is_part() || term.leaf == Leaf::Var {
        return None;
    }
    let sort = term.sort;
    let fits = |terms: &Terms, id: TermId| id != site && is_in_scope(terms, id, scope);
    if draws.rng.chance(GENERATED) {
        let new = (0..GENERATIONS).find_map(|_| {
            let by = generated(terms, draws, sort)?;
            let by = in_scope(terms, draws, by, scope)?;
            fits(terms, by).then_some(by)
        });
        if let Some(by) = new {
            return Some((by, format!("{site}: replaced by {by}, which is new")));
        }
    }
    let all = terms.state.pool(sort).all().iter().copied();
    let candidates: Vec<TermId> = all.filter(|id| fits(terms, *id)).collect();
    // Later terms are larger ones.
    let later = candidates.len() / 2;
    let from = if draws.rng.coin() { later } else { 0 };
    let mut by = *draws.rng.pick(&candidates[from..])?;
    if draws.rng.chance(30) {
        by = with_other_constants(terms, draws, by)?;
    }
    Some((by, format!("{site}: replaced by {by}")))
}

/// Whether all free variables of a term are in scope.
fn is_in_scope(terms: &Terms, id: TermId, scope: &[TermId]) -> bool {
    let term = terms.state.term(id);
    term.is_some_and(|term| term.free.iter().all(|variable| scope.contains(variable)))
}

/// The term with other terms of the same sorts in place of free variables that are not in scope.
fn in_scope(
    terms: &mut Terms,
    draws: &mut Draws<'_>,
    term: TermId,
    scope: &[TermId],
) -> Option<TermId> {
    let mut by = FxHashMap::default();
    for variable in &terms.state.term(term)?.free {
        if scope.contains(variable) {
            continue;
        }
        let all = terms.state.pool(terms.state.term(*variable)?.sort).all();
        let all = all.iter().copied();
        let here: Vec<TermId> = all.filter(|id| is_in_scope(terms, *id, scope)).collect();
        by.insert(*variable, *draws.rng.pick(&here)?);
    }
    match by.is_empty() {
        true => Some(term),
        false => terms.replaced(draws, &[term], by)?.pop(),
    }
}

/// The term with other constants of the same sorts.
fn with_other_constants(terms: &mut Terms, draws: &mut Draws<'_>, term: TermId) -> Option<TermId> {
    let mut by = FxHashMap::default();
    for id in terms.subterms(&[term]) {
        if !terms.has_leaf(id, &Leaf::Const) || draws.rng.coin() {
            continue;
        }
        let others = terms.constants(terms.state.term(id)?.sort);
        by.insert(id, *draws.rng.pick(&others)?);
    }
    by.retain(|was, is| was != is);
    if by.is_empty() {
        return Some(term);
    }
    terms.replaced(draws, &[term], by)?.pop()
}

/// A new term of a sort, by the rule of the paper: an operator is drawn whose result has the sort.
/// Its arguments are terms of entries, or generated, too.
fn generated(terms: &mut Terms, draws: &mut Draws<'_>, sort: SortId) -> Option<TermId> {
    for _ in 0..draws.rng.index(ARGUMENTS) {
        match draws.rng.chance(15) {
            true => terms.drawn(draws, &MkValue),
            false => terms.drawn(draws, &MkTerm),
        };
    }
    (0..ATTEMPTS).find_map(|_| terms.applied_for(draws, sort))
}
