//! Normal forms compared with the evaluator: terms with the same form have the same value under
//! every assignment.

mod assignment;
#[path = "../common/mod.rs"]
mod common;
#[path = "../common/models.rs"]
mod models;
mod rewrites;

use assignment::{RandomAssignment, Scope};
use common::setup;
use models::models;
use murxla_fsm::eval::{draw, equal};
use murxla_fsm::op::{BV_CONCAT, Bindings, Fold, Index, Op, Ops, Shape};
use murxla_fsm::rng::Rng;
use murxla_fsm::solver::TermId;
use murxla_fsm::sort::{Sort, SortId};
use murxla_fsm::state::{InstanceState, Leaf, Normals, Term};
use murxla_fsm::value::{Bag, Set, Value};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// A state with many terms over few constants of small sorts, so that many terms are equal.
fn dense(seed: u64, size: usize) -> InstanceState {
    let (mut state, mut rng, ops) = (InstanceState::default(), Rng::new(seed), Ops::base());
    let width = rng.range(1, 4);
    let mut sorts = vec![Sort::Bool];
    sorts.push(match rng.below(4) {
        0 => Sort::Int,
        1 => Sort::Real,
        _ => Sort::Bv(width),
    });
    if rng.chance(30) {
        sorts.push([Sort::Int, Sort::Bv(1)][rng.index(2)].clone());
    }
    if rng.chance(20) {
        // Sorts that concatenations need.
        sorts.extend([1, 2, 3].map(|n| Sort::Bv(n * width)));
    }
    let floats = rng.chance(25);
    if rng.chance(40) {
        sorts.push(Sort::Array(SortId(2), SortId(rng.range(1, 2))));
    }
    if floats {
        sorts.extend([Sort::Rm, Sort::Fp(2, 3), Sort::Fp(2, 2)]);
    }
    if rng.chance(25) {
        sorts.push(Sort::String);
    }
    if rng.chance(20) {
        sorts.push(Sort::Ff(std::sync::Arc::new(
            [2u32, 3, 7][rng.index(3)].into(),
        )));
    }
    if rng.chance(20) {
        sorts.push(Sort::Seq(SortId(rng.range(1, 2))));
    }
    if rng.chance(20) {
        sorts.push(Sort::Set(SortId(rng.range(1, 2))));
    }
    if rng.chance(20) {
        sorts.push(Sort::Bag(SortId(rng.range(1, 2))));
    }
    for sort in sorts {
        let id = state.ids.sort();
        state.add_sort(id, sort.clone());
        for n in 0..5 {
            let leaf = match (&sort, n) {
                (Sort::Int, 3..) => Leaf::Value(Value::Int((n - 3).into())),
                (Sort::Real, 3..) => Leaf::Value(Value::Real(num_rational::BigRational::new(
                    1.into(),
                    (n - 2).into(),
                ))),
                (Sort::Bv(width), 3..) => {
                    let bits = [0, 1, u32::MAX, 1 << (width - 1)][rng.index(4)];
                    Leaf::Value(Value::Bv(murxla_fsm::value::Bv::new(*width, bits.into())))
                }
                (Sort::Fp(..) | Sort::Rm | Sort::Ff(_), 3..) => {
                    match draw(&state.sorts, id, &mut rng) {
                        Some(value) => Leaf::Value(value),
                        None => continue,
                    }
                }
                (Sort::String, 2..) => {
                    let text = ["", "a", "ab"][n - 2];
                    Leaf::Value(Value::String(murxla_fsm::value::Str::parse(text).unwrap()))
                }
                (Sort::Seq(_), 2) => Leaf::Value(Value::Seq([].into())),
                (Sort::Set(_), 2) => Leaf::Value(Value::Set(Set::default())),
                (Sort::Bag(_), 2) => Leaf::Value(Value::Bag(Bag::default())),
                (_, 2..) => continue,
                _ => Leaf::Const,
            };
            let term = Term::leaf(id, leaf);
            state.add_term(state.ids.term(), term);
        }
    }
    let chosen: Vec<Op> = ops.iter().filter(|_| rng.chance(40)).collect();
    for _ in 0..size {
        let Some(op) = rng.pick(&chosen) else { break };
        apply_any(&mut state, &mut rng, *op);
    }
    state
}

/// Applies the operator to random arguments. `None` if there are none.
fn apply_any(state: &mut InstanceState, rng: &mut Rng, op: Op) -> Option<()> {
    let signature = Ops::base().signature(op);
    if signature.shape != Shape::Plain {
        return None;
    }
    let mut bound = Bindings::default();
    let extra = if signature.fold != Fold::None {
        rng.below(5).saturating_sub(2)
    } else {
        0
    };
    let patterns = signature.args.iter();
    let patterns = patterns.chain((0..extra).filter_map(|_| signature.args.last()));
    let mut args = Vec::new();
    for pattern in patterns {
        let fits = |id: &SortId| pattern.matches(*id, &state.sorts, &mut bound.clone());
        let sorts: Vec<SortId> = state.sorts.iter().map(|(id, _)| id).filter(fits).collect();
        let sort = *rng.pick(&sorts)?;
        pattern.matches(sort, &state.sorts, &mut bound);
        let all = state.pool(sort).all();
        // Early terms are preferred half of the time, so that the same arguments occur together
        // again.
        let bias = if rng.coin() { 12 } else { usize::MAX };
        args.push(all[rng.index(all.len().min(bias))]);
    }
    let mut indices = Vec::new();
    for index in &signature.indices {
        let value = match index {
            Index::Number(bounds) => {
                let (low, high) = bounds.range(&bound)?;
                rng.range(low, high.min(low + 5))
            }
            Index::Sort(pattern) => {
                let fits = |id: &SortId| pattern.matches(*id, &state.sorts, &mut bound.clone());
                let ids = state.sorts.iter().map(|(id, _)| id).filter(fits);
                rng.pick(&ids.collect::<Vec<SortId>>())?.0
            }
        };
        index.bind(value, &state.sorts, &mut bound);
        indices.push(value);
    }
    let sort = state.infer(Ops::base(), op, &args, &indices).ok()?;
    if matches!(sort, Sort::Bv(width) if width > 40) {
        return None;
    }
    let id = state.sort_id(&sort);
    state.add_sort(id, sort);
    let mut term = Term::leaf(id, Leaf::None);
    term.op = Some(op);
    term.args = args.into();
    term.indices = indices.into();
    state.add_term(state.ids.term(), term);
    Some(())
}

/// Numbers of terms, classes and comparisons. They show that a test compares enough.
#[derive(Default, Debug)]
struct Counts {
    terms: usize,
    classes: usize,
    constant: usize,
    compared: usize,
}

/// Compares all terms with the same form under several assignments.
fn check(state: &InstanceState, seed: u64, rounds: u64, seen: &mut Counts) {
    let mut normals = Normals::default();
    let forms: Vec<_> = state
        .terms
        .iter()
        .filter(|(_, term)| term.op.is_some() || term.is_value() || term.leaf == Leaf::Const)
        .map(|(id, _)| (id, normals.of(state, id)))
        .collect();
    let bool = state.sorts.find(&Sort::Bool);
    let is_bool = |id: TermId| state.term(id).map(|term| term.sort) == bool;
    seen.terms += forms.len();
    for round in 0..rounds {
        let mut assignment = RandomAssignment::new(state, seed * 1000 + round);
        let (mut scope, mut first) = (Scope::default(), FxHashMap::default());
        for (id, form) in &forms {
            let Some(value) = assignment.value(*id, &mut scope) else {
                continue;
            };
            let negate = |value: &Value| match value {
                Value::Bool(value) if is_bool(*id) => Some(Value::Bool(!value)),
                _ => None,
            };
            if let Some(constant) = normals.constant(*form) {
                assert_ne!(
                    equal(&constant, &value),
                    Some(false),
                    "seed {seed}: {id} is not {constant} but {value}\n{}",
                    show(state, &[*id])
                );
                seen.constant += usize::from(round == 0);
            }
            let (key, value) = match negate(&value) {
                Some(negated) if form.negation() < *form => (form.negation(), negated),
                _ => (*form, value),
            };
            let (other, expected) = first.entry(key).or_insert((*id, value.clone()));
            let same = equal(expected, &value);
            assert_ne!(
                same,
                Some(false),
                "seed {seed}: {other} and {id}: {expected} {value}\n{}",
                show(state, &[*other, *id])
            );
            seen.compared += usize::from(other != id);
        }
        if round == 0 {
            seen.classes += first.len();
        }
    }
}

/// The terms and all their subterms, as text.
fn show(state: &InstanceState, terms: &[TermId]) -> String {
    let mut below: BTreeSet<TermId> = terms.iter().copied().collect();
    let mut text = String::new();
    while let Some(id) = below.pop_last() {
        let Some(term) = state.term(id) else { continue };
        let op = term.op.map(|op| Ops::base().row(op).name);
        let sort = state.sorts.view(term.sort);
        let (leaf, args) = (&term.leaf, &term.args);
        text += &format!("{id}: {sort} {leaf:?} {op:?} {:?} {args:?}\n", term.indices);
        below.extend(args);
    }
    text
}

fn sound(seeds: std::ops::Range<u64>, rounds: u64) {
    let (setup, mut runs, mut crowds) = (setup(), Counts::default(), Counts::default());
    for seed in seeds {
        models(seed, &setup, &mut |state| {
            check(state, seed, rounds, &mut runs);
        });
        check(&dense(seed, 600), seed, rounds, &mut crowds);
    }
    assert!(runs.compared > runs.terms && crowds.compared > crowds.terms);
}

#[test]
fn equal_forms_have_equal_values() {
    on_a_large_stack(|| sound(0..300, 10));
}

/// Evaluation in these tests recurses without a bound, and terms are nested deeply.
#[expect(
    clippy::disallowed_types,
    reason = "the crate starts no threads; this test needs a larger stack"
)]
fn on_a_large_stack(run: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(128 << 20);
    thread.spawn(run).unwrap().join().unwrap();
}

/// Run with `cargo test --release -p murxla-fsm --test normal -- --ignored`.
#[test]
#[ignore = "takes minutes; to be run after changes of the rules"]
fn equal_forms_have_equal_values_in_many_runs() {
    on_a_large_stack(|| sound(300..20_300, 50));
}

/// Adds an application of an operator of the base table.
fn add(state: &mut InstanceState, op: Op, args: &[TermId]) -> TermId {
    let sort = state.infer(Ops::base(), op, args, &[]).unwrap();
    let mut term = Term::leaf(state.sort_id(&sort), Leaf::None);
    term.op = Some(op);
    term.args = args.into();
    let id = state.ids.term();
    state.add_term(id, term);
    id
}

/// Terms may be deep, shared and wide. Nothing overflows the stack, and the time is proportional to
/// their size.
#[test]
fn large_terms_are_harmless() {
    let mut state = InstanceState::default();
    let sorts = [Sort::Bool, Sort::Int, Sort::Real, Sort::Bv(64), Sort::Bv(1)];
    for (n, sort) in (1..).zip(sorts) {
        state.add_sort(SortId(n), sort);
    }
    for op in Ops::base().iter() {
        let signature = Ops::base().signature(op);
        for sort in (1..=5).map(SortId) {
            let leaf = |state: &mut InstanceState| {
                let id = state.ids.term();
                state.add_term(id, Term::leaf(sort, Leaf::Const));
                id
            };
            let leaves = [leaf(&mut state), leaf(&mut state)];
            let count = signature.args.len();
            let joins = op == BV_CONCAT;
            if count > 2
                || !signature.indices.is_empty()
                || state.infer(Ops::base(), op, &leaves[..count], &[]).is_err()
            {
                continue;
            }
            let same = state.infer(Ops::base(), op, &leaves[..count], &[]).ok()
                == state.sorts.get(sort).cloned();
            let mut normals = Normals::default();
            if same {
                // Deep terms: the operator applied to itself, and to constants.
                for doubled in [true, false] {
                    let mut term = leaves[0];
                    for n in 0..5000 {
                        let other = if doubled { term } else { leaves[n % 2] };
                        term = add(&mut state, op, &[term, other][..count]);
                    }
                    normals.of(&state, term);
                }
            }
            if signature.fold != Fold::None {
                let many = match signature.fold {
                    Fold::Pairwise => 100,
                    _ if joins => 1000,
                    _ => 5000,
                };
                let mut args: Vec<TermId> = (0..many).map(|_| leaf(&mut state)).collect();
                let wide = add(&mut state, op, &args);
                normals.of(&state, wide);
                args.reverse();
                let wide = add(&mut state, op, &args);
                normals.of(&state, wide);
            }
        }
    }
}
