//! The time for importing large scripts. The rate stays the same for scripts of four times the
//! size if the time is linear.
//!
//! ```text
//! cargo bench --bench import
//! ```

use divan::Bencher;
use divan::counter::BytesCount;
use murxla_fsm::action::Context;
use murxla_fsm::profile::Profile;
use murxla_fsm::solver::loaded::Unloaded;
use murxla_wrappers::smt2::{ImportConfig, import};

fn main() {
    divan::main();
}

/// The number of assertions, declarations or `let`s.
const SIZES: [usize; 2] = [5_000, 20_000];

fn measure(bencher: Bencher<'_, '_>, script: &str) {
    let z3 = murxla_wrappers::find("z3").expect("Z3 has a wrapper");
    let profile = Profile::load([(z3.name(), z3.profile())]).expect("its profile is valid");
    let context = Context::new(z3, &Unloaded, &profile);
    let config = ImportConfig {
        dialect: murxla_wrappers::dialect("z3", None),
        places: true,
        ..ImportConfig::default()
    };
    bencher.counter(BytesCount::of_str(script)).bench_local(|| {
        let imported = import(script, &context, &config).expect("the script is valid");
        assert!(imported.left_out.is_empty());
        divan::black_box(imported);
    });
}

/// A term of nested `let`s.
#[divan::bench(args = SIZES)]
fn lets(bencher: Bencher<'_, '_>, size: usize) {
    let mut script = "(declare-const y0 Int)\n(assert ".to_owned();
    for n in 1..size {
        script.push_str(&format!("(let ((y{n} (+ y{} {n})))\n", n - 1));
    }
    let end = ")".repeat(size - 1);
    measure(bencher, &format!("{script}(> y{} 0){end})", size - 1));
}

/// Declared constants and functions, each with an assertion.
#[divan::bench(args = SIZES)]
fn declarations(bencher: Bencher<'_, '_>, size: usize) {
    let declare = |n| format!("(declare-const c{n} Int)\n(declare-fun g{n} (Int Int) Bool)\n");
    let state = |n| format!("(assert (=> (g{n} c{n} c{}) (< c{n} {n})))\n", n * 7 % size);
    let script: String = (0..size).map(declare).chain((0..size).map(state)).collect();
    measure(bencher, &script);
}

/// The axioms of a program verifier: quantifiers with patterns and names.
#[divan::bench(args = SIZES)]
fn axioms(bencher: Bencher<'_, '_>, size: usize) {
    let mut script = "(declare-sort V 0)\n(declare-fun call (V V) V)\n".to_owned();
    for n in 0..size {
        script.push_str(&format!(
            "(declare-fun f{n} (V) V)\n(assert (! (forall ((a V) (b V)) (! (= (call (f{n} a) b) a) \
             :pattern ((call (f{n} a) b)) :qid q{n} :skolemid s{n} :weight 2)) :named axiom{n}))\n"
        ));
    }
    measure(bencher, &script);
}

/// Levels with a declaration and a check each.
#[divan::bench(args = SIZES)]
fn levels(bencher: Bencher<'_, '_>, size: usize) {
    let level = |n| {
        format!("(push 1)\n(declare-const d{n} Int)\n(assert (> d{n} 0))\n(check-sat)\n(pop 1)\n")
    };
    let script: String = (0..size).map(level).collect();
    measure(bencher, &script);
}
