//! Type-aware mutation of operators (Winterer, Zhang, Su: On the Unusual Effectiveness of
//! Type-Aware Operator Mutations for Testing SMT Solvers, OOPSLA 2020), and mutation of values,
//! indices, arguments and polarity.
//!
//! An operator is replaced by one that takes the same arguments and has a result of the same sort.
//! The table of operators decides which ones these are.

use super::draws::Draws;
use super::mutants::{ATTEMPTS, chain};
use super::terms::Terms;
use super::{Strategy, StrategyInput, StrategyRun};
use crate::action::Context;
use crate::eval::draw;
use crate::op::{Bindings, Fold, Index, NOT, Op, Shape};
use crate::solver::TermId;
use crate::sort::{Sort, SortId};
use crate::state::{Leaf, Term};
use crate::value::Value;
use smallvec::SmallVec;

/// The strategy.
pub struct OpFuzz;

impl Strategy for OpFuzz {
    fn name(&self) -> &'static str {
        "opfuzz"
    }

    fn make(&self, input: &mut StrategyInput<'_>) -> Option<StrategyRun> {
        chain(
            input,
            |_| (),
            |terms, draws, site, _| mutation(terms, draws, site),
        )
    }
}

/// A mutation of a term.
type Mutate = fn(&mut Terms, &mut Draws<'_>, TermId) -> Option<(TermId, String)>;

/// The mutations with their weights.
const MUTATIONS: &[(Mutate, u32)] = &[
    (operator, 60),
    (value, 15),
    (other_indices, 5),
    (arguments, 10),
    (polarity, 5),
];

/// Another term of the same sort in place of a term, and the change in words.
fn mutation(terms: &mut Terms, draws: &mut Draws<'_>, site: TermId) -> Option<(TermId, String)> {
    let term = terms.state.term(site)?;
    if term.is_part() {
        return None;
    }
    if term.is_value() {
        return value(terms, draws, site);
    }
    let weights = MUTATIONS.iter().map(|(_, weight)| *weight);
    let drawn = draws.rng.weighted(weights)?;
    (MUTATIONS[drawn].0)(terms, draws, site)
}

fn name(context: &Context, op: Op) -> &'static str {
    context.ops.row(op).name
}

/// Replaces the operator.
fn operator(terms: &mut Terms, draws: &mut Draws<'_>, site: TermId) -> Option<(TermId, String)> {
    let term = terms.state.term(site)?.clone();
    let op = term.op?;
    let ops = &draws.context.ops;
    let shape = ops.signature(op).shape;
    let mut candidates: SmallVec<[Op; 32]> = ops
        .iter()
        .filter(|other| {
            let (row, signature) = (ops.row(*other), ops.signature(*other));
            let takes = signature.args.len() == term.args.len()
                || signature.fold != Fold::None && term.args.len() > signature.args.len();
            *other != op
                && signature.shape == shape
                && (takes || shape != Shape::Plain)
                && draws.context.supports(*other)
                && draws.opening.allows(row.theory)
                && draws.opening.allows_linear(signature.linear)
        })
        .collect();
    while !candidates.is_empty() {
        let other = candidates.swap_remove(draws.rng.index(candidates.len()));
        let Some(indices) = draw_indices(terms, draws, other, &term) else {
            continue;
        };
        if has_sort(terms, draws.context, other, &term, &indices)
            && let Some(made) = terms.apply(draws, other, &term.args, &indices)
        {
            let change = format!(
                "{site}: {} -> {}",
                name(draws.context, op),
                name(draws.context, other)
            );
            return Some((made, change));
        }
    }
    None
}

/// Whether an operator with the arguments of a term has a result of the same sort.
fn has_sort(terms: &Terms, context: &Context, op: Op, term: &Term, indices: &[u32]) -> bool {
    let state = &terms.state;
    let sort = state.infer(&context.ops, op, &term.args, indices);
    sort.ok().as_ref() == state.sorts.get(term.sort)
}

/// Indices of an operator for the arguments of a term.
fn draw_indices(
    terms: &mut Terms,
    draws: &mut Draws<'_>,
    op: Op,
    term: &Term,
) -> Option<SmallVec<[u32; 2]>> {
    let signature = draws.context.ops.signature(op);
    let state = &terms.state;
    let mut bound = Bindings::default();
    if !signature.indices.is_empty() {
        for (pattern, arg) in signature.args.iter().zip(&term.args) {
            let sort = state.term(*arg)?.sort;
            pattern
                .matches(sort, &state.sorts, &mut bound)
                .then_some(())?;
        }
    }
    let mut indices = SmallVec::new();
    for index in &signature.indices {
        let drawn = match index {
            Index::Sort(pattern) => {
                let fits = |sort: &SortId| pattern.matches(*sort, &state.sorts, &mut bound.clone());
                let sorts = state.sorts.iter().map(|(id, _)| id);
                let sorts: SmallVec<[SortId; 16]> = sorts.filter(fits).collect();
                draws.rng.pick(&sorts)?.0
            }
            Index::Number(bounds) => {
                let (low, high) = bounds.range(&bound)?;
                draws.rng.range(low, high)
            }
        };
        index.bind(drawn, &state.sorts, &mut bound).then_some(())?;
        indices.push(drawn);
    }
    Some(indices)
}

/// Replaces the indices.
fn other_indices(
    terms: &mut Terms,
    draws: &mut Draws<'_>,
    site: TermId,
) -> Option<(TermId, String)> {
    let term = terms.state.term(site)?.clone();
    let op = term.op.filter(|_| !term.indices.is_empty())?;
    for _ in 0..ATTEMPTS {
        let indices = draw_indices(terms, draws, op, &term)?;
        if indices != term.indices
            && has_sort(terms, draws.context, op, &term, &indices)
            && let Some(made) = terms.apply(draws, op, &term.args, &indices)
        {
            let change = format!(
                "{site}: {} {:?} -> {indices:?}",
                name(draws.context, op),
                term.indices
            );
            return Some((made, change));
        }
    }
    None
}

/// Replaces a value by another one of its sort.
fn value(terms: &mut Terms, draws: &mut Draws<'_>, site: TermId) -> Option<(TermId, String)> {
    let term = terms.state.term(site)?;
    let (sort, Leaf::Value(was)) = (term.sort, term.leaf.clone()) else {
        return None;
    };
    let other = match near(&was, draws.rng.coin()) {
        Some(near) if draws.rng.coin() => near,
        _ => draw(&terms.state.sorts, sort, draws.rng)?,
    };
    if other == was || !terms.has_literals(sort) {
        return None;
    }
    let change = format!(
        "{site}: {} -> {}",
        terms.state.value_text(sort, &was),
        terms.state.value_text(sort, &other)
    );
    Some((terms.value(draws, sort, other)?, change))
}

/// The next or the previous number.
fn near(value: &Value, up: bool) -> Option<Value> {
    Some(match value {
        Value::Int(number) => Value::Int(if up { number + 1 } else { number - 1 }),
        Value::Bool(truth) => Value::Bool(!truth),
        _ => return None,
    })
}

/// Exchanges, repeats or leaves out arguments.
fn arguments(terms: &mut Terms, draws: &mut Draws<'_>, site: TermId) -> Option<(TermId, String)> {
    let term = terms.state.term(site)?.clone();
    let op = term.op?;
    let signature = draws.context.ops.signature(op);
    if signature.shape != Shape::Plain || term.args.len() < 2 {
        return None;
    }
    let folds = signature.fold != Fold::None;
    let mut args = term.args.clone();
    let (a, b) = (draws.rng.index(args.len()), draws.rng.index(args.len()));
    match draws.rng.below(3) {
        0 if folds && args.len() > 2 => drop(args.remove(a)),
        1 if folds => args.insert(a, args[b]),
        _ => args.swap(a, b),
    }
    if args == term.args {
        return None;
    }
    let mut changed = term.clone();
    changed.args.clone_from(&args);
    if !has_sort(terms, draws.context, op, &changed, &term.indices) {
        return None;
    }
    let made = terms.apply(draws, op, &args, &term.indices)?;
    let list = |ids: &[TermId]| {
        let words = ids.iter().map(ToString::to_string);
        words.collect::<Vec<_>>().join(" ")
    };
    let change = format!(
        "{site}: {} of {} -> of {}",
        name(draws.context, op),
        list(&term.args),
        list(&args)
    );
    Some((made, change))
}

/// Negates a formula.
fn polarity(terms: &mut Terms, draws: &mut Draws<'_>, site: TermId) -> Option<(TermId, String)> {
    let term = terms.state.term(site)?;
    if terms.state.sorts.get(term.sort) != Some(&Sort::Bool) {
        return None;
    }
    let made = terms.apply(draws, NOT, &[site], &[])?;
    Some((made, format!("{site}: negated")))
}
