//! Chains of mutants: each is the one before with a change.

use super::draws::Draws;
use super::pose::Poser;
use super::problem::Problem;
use super::storm::as_true;
use super::terms::{Place, Terms};
use super::{StrategyInput, StrategyRun};
use crate::action::Context;
use crate::solver::TermId;
use crate::state::Leaf;
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use std::hash::{Hash as _, Hasher as _};

/// Makes another term of the sort of a term, and says in words what is changed. The variables that
/// may be free in it are given.
pub(super) type MutateTerm =
    fn(&mut Terms, &mut Draws<'_>, TermId, &[TermId]) -> Option<(TermId, String)>;

/// The smallest and the largest number of mutants of a run that are put to the solver. Small
/// entries have more of them.
const MUTANTS: [usize; 2] = [12, 48];

/// The number of terms of all mutants of a run that are put to the solver, roughly.
const TERMS: usize = 2400;

/// The largest number of mutations before the first check, and before some later ones. The papers
/// make 200 to 400 of each seed.
const MUTATIONS: usize = 200;

/// In percent, how often there are several mutations between two checks.
const SEVERAL: u32 = 20;

/// The largest number of terms that the mutations of a run look at, because an entry may be large.
const WORK: usize = 20_000;

/// The greatest number of terms of a mutant: this percentage of the terms of the entry, and
/// `MORE_TERMS`. With more, a mutation of types makes most formulas so hard that the time goes into
/// few of them.
const GROWTH: usize = 120;
const MORE_TERMS: usize = 15;

/// How often a mutation is tried.
pub(super) const ATTEMPTS: usize = 12;

/// In percent, how often the formulas of the entry are taken again.
const RESTART: u32 = 15;

/// In percent, how often the negations of false formulas are put to the solver in their place. Then
/// `unsat` is known to be wrong.
const HELD: u32 = 40;

/// A run with a chain of mutants. `prepare` may add terms before.
pub(super) fn chain(
    input: &mut StrategyInput<'_>,
    prepare: fn(&mut Problem<'_>),
    mutate: MutateTerm,
) -> Option<StrategyRun> {
    let mut problem = Problem::draw(input)?;
    prepare(&mut problem);
    let (terms, draws) = (&mut problem.terms, &mut problem.draws);
    let mut poser = Poser::default();
    let mut seen = FxHashSet::default();
    let mut formulas = problem.formulas.clone();
    let size = terms.subterms(&formulas).len().max(1);
    let largest = size * GROWTH / 100 + MORE_TERMS;
    let mut work = WORK / size;
    let mutants = 1 + draws
        .rng
        .index((TERMS / size).clamp(MUTANTS[0], MUTANTS[1]));
    for number in 0..mutants {
        if draws.rng.chance(RESTART) {
            formulas.clone_from(&problem.formulas);
        }
        let several = number == 0 || draws.rng.chance(SEVERAL);
        let most = if several { MUTATIONS.min(work) } else { 1 };
        let mut changes = Vec::new();
        for _ in 0..draws.rng.log_uniform(most) {
            let Some((mutant, change)) = mutant(terms, draws, &formulas, largest, mutate) else {
                break;
            };
            changes.push(change);
            formulas = mutant;
        }
        work = work.saturating_sub(changes.len());
        let Some(change) = changes.pop() else {
            continue;
        };
        if !seen.insert(structure(terms, &formulas)) {
            continue;
        }
        problem.notes.push(match changes.len() {
            0 => change,
            before => format!("{change}, after {before} other mutations"),
        });
        let mut posed = formulas.clone();
        if draws.rng.chance(HELD) {
            for formula in &mut posed {
                *formula = as_true(terms, draws, *formula).unwrap_or(*formula);
            }
        }
        poser.pose(terms, draws, &posed);
    }
    // An entry in which nothing can be changed.
    if poser.steps.is_empty() {
        poser.pose(terms, draws, &formulas);
    }
    Some(problem.into_run(poser.steps))
}

/// Formulas with a mutation, and its description. Their number of terms is limited. Otherwise
/// chains of mutations would grow exponentially.
fn mutant(
    terms: &mut Terms,
    draws: &mut Draws<'_>,
    formulas: &[TermId],
    largest: usize,
    mutate: MutateTerm,
) -> Option<(Vec<TermId>, String)> {
    let scopes = scopes(terms, draws.context, formulas);
    let mut sites: Vec<TermId> = scopes.keys().copied().collect();
    sites.sort_unstable();
    for _ in 0..ATTEMPTS {
        let site = *draws.rng.pick(&sites)?;
        let Some((by, change)) = mutate(terms, draws, site, &scopes[&site]) else {
            continue;
        };
        if terms.subterms(&[by]).len() > largest {
            continue;
        }
        let places = terms.places(formulas, site);
        let mut replaced = FxHashMap::default();
        match draws.rng.pick(&places).copied() {
            // A single use, if there are several.
            Some(Place { parent, argument }) if places.len() > 1 && draws.rng.coin() => {
                let Some(term) = terms.state.term(parent) else {
                    continue;
                };
                let mut args = term.args.clone();
                args[argument] = by;
                let Some(again) = terms.with_arguments(draws, parent, &args) else {
                    continue;
                };
                replaced.insert(parent, again);
            }
            _ => {
                replaced.insert(site, by);
            }
        }
        if let Some(mutant) = terms.replaced(draws, formulas, replaced)
            && mutant.iter().all(|id| terms.state.is_formula(*id))
            && terms.subterms(&mutant).len() <= largest
        {
            return Some((mutant, change));
        }
    }
    None
}

/// A hash of the structure of formulas. Equal terms with different ids have the same.
fn structure(terms: &Terms, formulas: &[TermId]) -> u64 {
    let mut hashes: FxHashMap<TermId, u64> = FxHashMap::default();
    for id in terms.subterms(formulas) {
        let Some(term) = terms.state.term(id) else {
            continue;
        };
        let mut hasher = FxHasher::default();
        match (&term.leaf, term.op) {
            (Leaf::Value(value), _) => (term.sort, value).hash(&mut hasher),
            (_, Some(op)) => {
                (op, &term.indices).hash(&mut hasher);
                for arg in &term.args {
                    hashes.get(arg).hash(&mut hasher);
                }
            }
            (Leaf::Fun(params, body), _) => (params, hashes.get(body)).hash(&mut hasher),
            _ => id.hash(&mut hasher),
        }
        hashes.insert(id, hasher.finish());
    }
    let mut hasher = FxHasher::default();
    for formula in formulas {
        hashes.get(formula).hash(&mut hasher);
    }
    hasher.finish()
}

/// The terms below formulas, each with the variables that may be free in what takes its place:
/// those that are bound on all ways from the formulas.
fn scopes(terms: &Terms, context: &Context, formulas: &[TermId]) -> FxHashMap<TermId, Vec<TermId>> {
    let mut scopes: FxHashMap<TermId, Vec<TermId>> = FxHashMap::default();
    for formula in formulas {
        scopes.insert(*formula, Vec::new());
    }
    // Terms come before those that contain them.
    for id in terms.subterms(formulas).into_iter().rev() {
        let Some(term) = terms.state.term(id) else {
            continue;
        };
        let (inside, outside) = (&term.args, scopes.get(&id).cloned().unwrap_or_default());
        let mut narrow = |part: TermId, scope: &[TermId]| {
            let known = scopes.entry(part).or_insert_with(|| scope.to_vec());
            known.retain(|variable| scope.contains(variable));
        };
        if let Leaf::Fun(params, body) = &term.leaf {
            narrow(*body, params);
        }
        let shape = term.op.map(|op| context.ops.signature(op).shape);
        match shape.and_then(|shape| shape.binding(inside)) {
            Some((variables, bodies)) => {
                let scope = [variables, &outside].concat();
                variables
                    .iter()
                    .for_each(|variable| narrow(*variable, &scope));
                bodies.iter().for_each(|body| narrow(*body, &scope));
            }
            None => inside.iter().for_each(|part| narrow(*part, &outside)),
        }
    }
    scopes
}
