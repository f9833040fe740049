//! The time for replaying traces from text, on solvers that do not solve. An item is a call.
//!
//! ```text
//! cargo bench --bench replay
//! ```

mod common;

use common::{Count, LONG, Runs, Solver, USUAL, nothing, toy};
use divan::Bencher;
use divan::counter::ItemsCount;
use murxla_fsm::run::{Answers, End, Strictness, replay};
use murxla_fsm::trace::lex;

fn main() {
    divan::main();
}

fn replay_all(texts: &[String], on: &Solver) -> usize {
    let mut sink = Count::default();
    for text in texts {
        let script = lex(text).expect("a valid trace");
        let end = replay(
            &script,
            &on.setup.context,
            Strictness::Strict,
            Answers::Solver,
            on.loaded.as_ref(),
            &mut sink,
        );
        assert_eq!(end, End::Ok);
    }
    sink.calls
}

fn bench(bencher: Bencher<'_, '_>, runs: &Runs, mut on: Solver) {
    let texts = runs.traces(&mut on);
    bencher
        .counter(ItemsCount::new(replay_all(&texts, &on)))
        .bench_local(|| replay_all(&texts, &on));
}

/// Replay on the toy, with its terms and the oracles after each call.
#[divan::bench(args = [USUAL, LONG])]
fn replay_on_toy(bencher: Bencher<'_, '_>, runs: &Runs) {
    bench(bencher, runs, toy());
}

/// Replay on a solver that does nothing. This measures only our own code.
#[divan::bench(args = [USUAL, LONG])]
fn replay_on_nothing(bencher: Bencher<'_, '_>, runs: &Runs) {
    bench(bencher, runs, nothing());
}
