//! The time for generating runs, on solvers that do not solve. An item is a call: 1 Mitem/s is 1 µs
//! per call. The range of seeds is fixed, so that measurements can be compared.
//!
//! ```text
//! cargo bench --bench generate
//! ```

mod common;

use common::{Count, Solver, USUAL, nothing, toy};
use divan::Bencher;
use divan::counter::ItemsCount;
use murxla_fsm::rng::Rng;
use murxla_fsm::settings::swarm::SwarmConfig;
use murxla_fsm::theory::Theories;

fn main() {
    divan::main();
}

fn generate(bencher: Bencher<'_, '_>, mut on: Solver) {
    let mut calls = || -> usize {
        let runs = USUAL.generate::<Count>(&mut on);
        runs.iter().map(|run| run.calls).sum()
    };
    bencher.counter(ItemsCount::new(calls())).bench_local(calls);
}

/// Generation on the toy: drawing calls, printing them, making the toy's terms, and the oracles
/// after each call.
#[divan::bench]
fn generate_on_toy(bencher: Bencher<'_, '_>) {
    generate(bencher, toy());
}

/// The same on a solver that does nothing. This measures only our own code. The calls differ from
/// those on the toy, because the answers differ.
#[divan::bench]
fn generate_on_nothing(bencher: Bencher<'_, '_>) {
    generate(bencher, nothing());
}

/// Drawing the swarm configuration before the first call. An item is a run.
#[divan::bench(sample_size = 1000)]
fn draw_swarm(bencher: Bencher<'_, '_>) {
    let setup = nothing().setup;
    let mut rng = Rng::new(1);
    bencher
        .counter(ItemsCount::new(1_usize))
        .bench_local(|| SwarmConfig::draw(&mut rng, Theories::all(), None, &setup.context));
}
