//! What a call costs us, without any solver that solves. Throughput is in calls (items) per second, over
//! fixed ranges of seeds, so that figures compare: 1 Mitem/s is 1 µs per call.
//!
//! ```text
//! cargo bench --bench model
//! ```

#[path = "../fsm/tests/common/mod.rs"]
mod common;
#[path = "../fsm/tests/common/models.rs"]
mod models;

use common::{NullLoaded, Text, setup};
use divan::Bencher;
use divan::counter::ItemsCount;
use murxla_fsm::action::Context;
use murxla_fsm::eval::{self, Partial};
use murxla_fsm::machine::Machine;
use murxla_fsm::model::{Model, Normals};
use murxla_fsm::op::{self, Op};
use murxla_fsm::profile::Profile;
use murxla_fsm::rng::Rng;
use murxla_fsm::run::{Answers, End, Setup, Sink, Strictness, generate, replay};
use murxla_fsm::swarm::Swarm;
use murxla_fsm::theory::Theories;
use murxla_fsm::trace::{Call, Script, lex, resolve, write_call};
use murxla_fsm::value::{Bv, Value};
use murxla_fsm::wrapper::Loaded;

fn main() {
    divan::main();
}

/// The runs that are generated and replayed: about 30,000 calls.
const SEEDS: std::ops::Range<u64> = 0..200;

/// Takes the text and counts the calls.
#[derive(Default)]
struct Count {
    calls: usize,
}

impl Sink for Count {
    fn call(&mut self, text: &str) {
        divan::black_box(text);
        self.calls += 1;
    }
    fn note(&mut self, text: &str) {
        divan::black_box(text);
    }
}

fn generate_all(setup: &Setup, loaded: &dyn Loaded) -> usize {
    let mut sink = Count::default();
    for seed in SEEDS {
        let end = generate(seed, setup, loaded, &mut sink);
        assert_eq!(end, End::Ok, "seed {seed}");
    }
    sink.calls
}

/// The toy as campaigns drive it, except that it gives every check up: it would otherwise decide by
/// evaluating up to 4000 terms, which is solving.
fn toy() -> (Setup, Box<dyn Loaded>) {
    let wrapper = murxla_wrappers::find("toy").expect("the toy is compiled in");
    let loaded = wrapper.load(None).expect("the toy needs no library");
    let profile = Profile::load([("toy", wrapper.profile())]).expect("the toy's profile is sound");
    let mut context = Context::new(wrapper, loaded.as_ref(), &profile);
    context.forced = vec![("effort".to_owned(), "0".to_owned())];
    let setup = Setup {
        context,
        machine: Machine::new(&[], Vec::new()).expect("the machine of the table"),
        theories: profile.theories(),
    };
    (setup, loaded)
}

/// Draws, picks, text, the toy's terms and the checks after each call.
#[divan::bench]
fn generate_on_toy(bencher: Bencher<'_, '_>) {
    let (setup, loaded) = toy();
    let calls = generate_all(&setup, loaded.as_ref());
    bencher
        .counter(ItemsCount::new(calls))
        .bench_local(|| generate_all(&setup, loaded.as_ref()));
}

/// The same on a solver that does nothing: what is left is ours alone. Its answers differ from the toy's,
/// so the calls do too.
#[divan::bench]
fn generate_on_nothing(bencher: Bencher<'_, '_>) {
    let setup = setup();
    let calls = generate_all(&setup, &NullLoaded);
    bencher
        .counter(ItemsCount::new(calls))
        .bench(|| generate_all(&setup, &NullLoaded));
}

/// What a run draws before its first call; an item is a run.
#[divan::bench]
fn draw_swarm(bencher: Bencher<'_, '_>) {
    let setup = setup();
    let mut rng = Rng::new(1);
    bencher
        .counter(ItemsCount::new(1_usize))
        .bench_local(|| Swarm::draw(&mut rng, Theories::all(), &setup.context));
}

/// The forms of all terms of each run; an item is a term.
#[divan::bench]
fn normal_forms(bencher: Bencher<'_, '_>) {
    let setup = setup();
    let mut all: Vec<Model> = Vec::new();
    SEEDS.for_each(|seed| models::models(seed, &setup, &mut |model| all.push(model.clone())));
    let forms = |model: &Model| {
        let mut normals = Normals::default();
        let forms = model.terms().map(|(id, _)| normals.of(model, id));
        divan::black_box(forms.max());
    };
    bencher
        .counter(ItemsCount::new(
            all.iter().map(|m| m.terms().count()).sum::<usize>(),
        ))
        .bench_local(|| all.iter().for_each(forms));
}

fn scripts(setup: &Setup) -> Vec<Script> {
    texts(setup)
        .iter()
        .map(|text| lex(text).expect("a trace of ours"))
        .collect()
}

fn texts(setup: &Setup) -> Vec<String> {
    let trace = |seed| {
        let mut text = Text::default();
        generate(seed, setup, &NullLoaded, &mut text);
        text.0
    };
    SEEDS.map(trace).collect()
}

fn length(scripts: &[Script]) -> usize {
    scripts.iter().map(|script| script.lines.len()).sum()
}

/// The calls of a script, and the model after them.
fn calls(script: &Script, context: &Context, model: &mut Model) -> Vec<Call> {
    let mut calls = Vec::new();
    for line in &script.lines {
        let call = resolve(line, model, context).expect("a trace of ours");
        call.action
            .apply(model, &call, &murxla_fsm::action::Effect::Done, context);
        calls.push(call);
    }
    calls
}

/// Calls to text.
#[divan::bench]
fn print(bencher: Bencher<'_, '_>) {
    let setup = setup();
    // The construction of terms only: the rest depends on answers.
    let is_query = |line: &murxla_fsm::trace::Line| {
        line.action.text.starts_with("get-") || line.action.text == "print-model"
    };
    let calls: Vec<Call> = scripts(&setup)
        .into_iter()
        .flat_map(|mut script| {
            script.lines.retain(|line| !is_query(line));
            calls(&script, &setup.context, &mut Model::default())
        })
        .collect();
    let mut text = String::new();
    bencher
        .counter(ItemsCount::new(calls.len()))
        .bench_local(|| {
            for call in &calls {
                text.clear();
                write_call(&mut text, call, &setup.context.ops);
                divan::black_box(&text);
            }
        });
}

/// Text to lines of tokens.
#[divan::bench]
fn lex_traces(bencher: Bencher<'_, '_>) {
    let setup = setup();
    let texts = texts(&setup);
    let lines = length(&scripts(&setup));
    bencher.counter(ItemsCount::new(lines)).bench(|| {
        for text in &texts {
            divan::black_box(lex(text).is_ok());
        }
    });
}

/// Lines to calls, made on a solver that does nothing: names, sorts and validity are looked up, the model
/// is kept, the text is written.
#[divan::bench]
fn replay_on_nothing(bencher: Bencher<'_, '_>) {
    let setup = setup();
    let scripts = scripts(&setup);
    bencher
        .counter(ItemsCount::new(length(&scripts)))
        .bench(|| {
            for script in &scripts {
                let mut sink = Count::default();
                let end = replay(
                    script,
                    &setup.context,
                    Strictness::Strict,
                    Answers::Solver,
                    &NullLoaded,
                    &mut sink,
                );
                assert_eq!(end, End::Ok);
            }
        });
}

/// Arguments of each kind for a binary operator, and the operators: an item is an application.
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
