//! Strategies on a solver that does nothing: their runs are valid, depend on the seed only, and say what they changed. Formulas that
//! should be true under the hidden assignment are.

mod common;

use common::{NullLoaded, Text, setup};
use murxla_fsm::corpus::{Corpus, Entry};
use murxla_fsm::run::{End, LEFT_OUT, RunSetup, Sink, generate};
use murxla_fsm::state::InstanceState;
use murxla_fsm::strategy::{Mix, STRATEGIES, Weights};
use murxla_fsm::trace::noted;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Walks, as entries of a corpus.
fn corpus() -> Arc<Corpus> {
    let setup = setup();
    let entry = |seed: u64| {
        let mut text = Text::default();
        generate(seed, &setup, &NullLoaded, &mut text);
        Entry {
            name: format!("walk-{seed}").into(),
            text: text.0.into(),
        }
    };
    Arc::new(Corpus::new((0..60).map(entry).collect()))
}

/// A setup in which all runs are made by one strategy.
fn setup_of(strategy: &str, corpus: &Arc<Corpus>) -> RunSetup {
    let mut setup = setup();
    let weights = Weights::new(&[(strategy.to_owned(), 1)]).unwrap();
    setup.strategies = Mix::new(weights, Arc::clone(corpus), &setup.context);
    setup
}

fn trace(seed: u64, setup: &RunSetup) -> String {
    let mut text = Text::default();
    let end = generate(seed, setup, &NullLoaded, &mut text);
    assert_eq!(end, End::Ok, "{}", text.0);
    text.0
}

fn names() -> impl Iterator<Item = &'static str> {
    STRATEGIES.iter().map(|(strategy, _)| strategy.name())
}

#[test]
fn runs_are_valid_and_depend_on_the_seed() {
    let corpus = corpus();
    for name in names() {
        let setup = setup_of(name, &corpus);
        let mut made = 0;
        for seed in 0..120 {
            let text = trace(seed, &setup);
            assert_eq!(text, trace(seed, &setup), "{name}, seed {seed}");
            let left_out: Vec<&str> = noted(&text, LEFT_OUT).collect();
            assert!(
                left_out.is_empty(),
                "{name}, seed {seed}: {left_out:?}\n{text}"
            );
            made += u32::from(text.starts_with(&format!("# strategy: {name}\n# entry: walk-")));
        }
        // In some entries nothing is possible. Their runs are walks.
        assert!(made > 60, "{name}: {made}");
    }
}

#[test]
fn mutants_differ() {
    let corpus = corpus();
    for name in ["opfuzz", "typefuzz"] {
        let setup = setup_of(name, &corpus);
        let texts: Vec<String> = (0..120).map(|seed| trace(seed, &setup)).collect();
        let changes = |text: &String| {
            let lines = text.lines().filter(|line| line.starts_with("# t"));
            lines.map(str::to_owned).collect::<Vec<_>>()
        };
        let all: Vec<_> = texts
            .iter()
            .map(changes)
            .filter(|all| !all.is_empty())
            .collect();
        let different: BTreeSet<_> = all.iter().collect();
        assert!(
            all.len() > 60 && different.len() * 100 > all.len() * 95,
            "{name}"
        );
    }
    let opfuzz = setup_of("opfuzz", &corpus);
    let text: String = (0..60).map(|seed| trace(seed, &opfuzz)).collect();
    assert!(text.contains(" -> OP_"), "operators are replaced");
}

/// The truth values of the formulas that are asserted at the end of each instance.
#[derive(Default)]
struct Truths(Vec<Option<bool>>);

impl Sink for Truths {
    fn call(&mut self, _: &str) {}
    fn note(&mut self, _: &str) {}

    fn end(&mut self, state: &InstanceState) {
        let assertions = state.assertions.iter();
        self.0
            .extend(assertions.map(|formula| state.truth(*formula)));
    }
}

#[test]
fn formulas_are_true_by_construction() {
    let corpus = corpus();
    for name in ["storm", "fusion"] {
        let setup = setup_of(name, &corpus);
        let (mut all, mut known) = (0, 0);
        for seed in 0..200 {
            // Walks assert anything.
            let text = trace(seed, &setup);
            if !text.starts_with("# strategy") || text.contains("simplify") {
                continue;
            }
            let mut truths = Truths::default();
            generate(seed, &setup, &NullLoaded, &mut truths);
            all += truths.0.len();
            known += truths
                .0
                .iter()
                .filter(|truth| **truth == Some(true))
                .count();
        }
        assert!(all > 100, "{name}: {all}");
        // Those that are not come from the walks that continue some runs.
        assert!(known * 10 > all * 8, "{name}: {known} of {all}");
    }
}

#[test]
fn without_entries_all_runs_are_walks() {
    let empty = Arc::new(Corpus::default());
    for name in names() {
        let walks = setup();
        let setup = setup_of(name, &empty);
        for seed in 0..20 {
            assert_eq!(trace(seed, &setup), trace(seed, &walks));
        }
    }
}
