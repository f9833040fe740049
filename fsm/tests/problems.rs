//! Problems with known answers: the first formulas are true for the hidden values of their
//! constants, and all formulas together are false for all values that are tried.

mod common;

use common::{NullLoaded, setup};
use murxla_fsm::edit::TraceReader;
use murxla_fsm::machine::Machine;
use murxla_fsm::oracle::{chosen_terms, satisfies};
use murxla_fsm::rng::Rng;
use murxla_fsm::run::{RunSetup, generate};
use murxla_fsm::solver::TermId;
use murxla_fsm::sort::Sort;
use murxla_fsm::state::InstanceState;
use murxla_fsm::trace::lex;
use murxla_fsm::value::{Bv, Ff, Map, Str, Value};
use num_bigint::BigInt;
use num_rational::BigRational;
use std::sync::Arc;

/// The states at the first two checks of a run.
fn checks(seed: u64, setup: &RunSetup, look: &mut dyn FnMut(usize, &InstanceState)) {
    let mut text = String::new();
    generate(seed, setup, &NullLoaded, &mut text);
    let script = lex(&text).unwrap();
    let mut reader = TraceReader::new(&script, &setup.context);
    let mut number = 0;
    for line in &script.lines {
        let Ok(mut step) = reader.resolve(line) else {
            continue;
        };
        if step.call.action.name() == "check-sat" {
            look(number, reader.state());
            number += 1;
            if number == 2 {
                return;
            }
        }
        reader.apply(&mut step);
    }
}

/// A value of a sort.
fn value(state: &InstanceState, sort: &Sort, rng: &mut Rng) -> Value {
    let small = BigInt::from(rng.below(9) as i64 - 4);
    match sort {
        Sort::Bool => Value::Bool(rng.coin()),
        Sort::Int => Value::Int(small),
        Sort::Bv(width) => Value::Bv(Bv::from_int(*width, &small)),
        Sort::Ff(size) => Value::Ff(Ff::new(size, &small).unwrap()),
        Sort::String => Value::String(Str::new(&[rng.range(97, 101)]).unwrap()),
        Sort::Array(_, element) => {
            let element = value(state, state.sorts.get(*element).unwrap(), rng);
            Value::Array(Arc::new(Map::constant(element)))
        }
        _ => Value::Real(BigRational::new(small, BigInt::from(1 + rng.below(2)))),
    }
}

#[test]
fn answers_are_known() {
    for name in [
        "arrays",
        "differences",
        "orders",
        "polynomials",
        "residues",
        "sums",
    ] {
        let mut setup = setup();
        let weights = vec![(format!("inputs.{name}"), 1_000_000)];
        setup.machine = Machine::new(&[], weights).unwrap();
        let ops = setup.context.ops.clone();
        let (mut solvable, mut unsolvable) = (0, 0);
        for seed in 0..400 {
            let mut before: Vec<TermId> = Vec::new();
            checks(seed, &setup, &mut |which, state| {
                let formulas = state.assertions.formulas.clone();
                if which == 0 {
                    let known = formulas.iter().filter(|id| state.truth(**id) == Some(true));
                    solvable +=
                        usize::from(known.count() == formulas.len() && !formulas.is_empty());
                    before = formulas;
                    return;
                }
                if formulas.len() <= before.len() || !formulas.starts_with(&before) {
                    return;
                }
                unsolvable += 1;
                let chosen = chosen_terms(state, &formulas);
                let mut rng = Rng::new(seed);
                for _ in 0..200 {
                    let values = chosen.iter().map(|id| {
                        let sort = state.sorts.get(state.term(*id).unwrap().sort).unwrap();
                        (*id, value(state, sort, &mut rng))
                    });
                    let values: Vec<(TermId, Value)> = values.collect();
                    let holds = satisfies(state, &ops, &formulas, &values);
                    assert_ne!(holds, Some(true), "{name}, seed {seed}: {values:?}");
                }
            });
        }
        assert!(
            solvable > 40 && unsolvable > 30,
            "{name}: {solvable}, {unsolvable}"
        );
    }
}
