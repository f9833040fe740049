//! The time for evaluating terms and computing their normal forms.
//!
//! ```text
//! cargo bench --bench evaluate
//! ```

mod common;
#[path = "../fsm/tests/common/models.rs"]
mod models;

use common::{USUAL, setup};
use divan::Bencher;
use divan::counter::ItemsCount;
use murxla_fsm::eval::{self, Partial};
use murxla_fsm::op::{self, Op};
use murxla_fsm::rng::Rng;
use murxla_fsm::state::{InstanceState, Normals};
use murxla_fsm::value::{Bv, Value};

fn main() {
    divan::main();
}

/// Normal forms of all terms of each run. An item is a term.
#[divan::bench]
fn normal_forms(bencher: Bencher<'_, '_>) {
    let setup = setup();
    let mut all: Vec<InstanceState> = Vec::new();
    USUAL
        .seeds
        .for_each(|seed| models::models(seed, &setup, &mut |model| all.push(model.clone())));
    let forms = |model: &InstanceState| {
        let mut normals = Normals::default();
        let forms = model.terms.iter().map(|(id, _)| normals.of(model, id));
        divan::black_box(forms.max());
    };
    bencher
        .counter(ItemsCount::new(
            all.iter().map(|m| m.terms.iter().count()).sum::<usize>(),
        ))
        .bench_local(|| all.iter().for_each(forms));
}

/// Evaluates these operators on these pairs of arguments. An item is an application.
fn evaluate(bencher: Bencher<'_, '_>, ops: &[Op], args: &[(Value, Value)]) {
    struct Zero;
    impl Partial for Zero {
        fn by_zero(&mut self, _: Op, _: &Value) -> Option<Value> {
            Some(Value::Int(0.into()))
        }
    }
    let table = op::Ops::base();
    bencher
        .counter(ItemsCount::new(ops.len() * args.len()))
        .bench(|| {
            for op in ops {
                for (a, b) in args {
                    let value = eval::apply(table, *op, &[], &[a, b], &mut Zero);
                    assert!(divan::black_box(value).is_some());
                }
            }
        });
}

/// Evaluation of operators over bit-vectors.
#[divan::bench(args = [8, 32, 64, 128])]
fn evaluate_bv(bencher: Bencher<'_, '_>, width: u32) {
    let ops = [
        op::BV_ADD,
        op::BV_SUB,
        op::BV_MULT,
        op::BV_UDIV,
        op::BV_SREM,
        op::BV_AND,
        op::BV_XOR,
        op::BV_SHL,
        op::BV_ASHR,
        op::BV_ULT,
        op::BV_SLE,
        op::BV_SADDO,
        op::BV_CONCAT,
        op::EQUAL,
    ];
    let mut rng = Rng::new(1);
    let mut draw = || {
        let bits = (u128::from(rng.bits()) << 64) | u128::from(rng.bits());
        Value::Bv(Bv::new(width, bits.into()))
    };
    let args: Vec<_> = (0..100).map(|_| (draw(), draw())).collect();
    evaluate(bencher, &ops, &args);
}

/// Evaluation of operators over integers.
#[divan::bench]
fn evaluate_int(bencher: Bencher<'_, '_>) {
    let ops = [
        op::INT_ADD,
        op::INT_SUB,
        op::INT_MUL,
        op::INT_DIV,
        op::INT_MOD,
        op::INT_LT,
        op::INT_GTE,
        op::EQUAL,
    ];
    let mut rng = Rng::new(1);
    let mut draw = || Value::Int((rng.bits() as i64 >> rng.below(64)).into());
    let args: Vec<_> = (0..100).map(|_| (draw(), draw())).collect();
    evaluate(bencher, &ops, &args);
}
