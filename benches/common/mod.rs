//! Common parts of the benchmarks: solvers that do not solve, and the traces of runs on them.
#![allow(
    dead_code,
    unused_imports,
    clippy::allow_attributes,
    reason = "every bench is a crate of its own and uses a part"
)]

#[path = "../../fsm/tests/common/mod.rs"]
mod nothing;

pub(crate) use nothing::{NullLoaded, setup};

use murxla_fsm::action::Context;
use murxla_fsm::machine::Machine;
use murxla_fsm::profile::Profile;
use murxla_fsm::run::{End, RunSetup, Sink, generate};
use murxla_fsm::solver::loaded::Loaded;
use murxla_fsm::strategy::Mix;
use murxla_fsm::trace::Note;
use std::fmt;
use std::ops::Range;

/// The runs of a benchmark. The number of calls is about the same in many short runs and in one
/// long run.
#[derive(Clone)]
pub(crate) struct Runs {
    name: &'static str,
    pub(crate) seeds: Range<u64>,
    /// The number of calls after which a run begins to end; `None` is the default.
    calls: Option<u32>,
}

/// Runs as in campaigns.
pub(crate) const USUAL: Runs = Runs {
    name: "200 runs",
    seeds: 0..200,
    calls: None,
};

/// A long run, to measure costs that grow with the length of a trace.
pub(crate) const LONG: Runs = Runs {
    name: "a long run",
    seeds: 0..1,
    calls: Some(20_000),
};

impl fmt::Display for Runs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl Runs {
    /// Generates all runs. Each run has its own sink.
    pub(crate) fn generate<S: Sink + Default>(&self, on: &mut Solver) -> Vec<S> {
        if let Some(calls) = self.calls {
            on.setup.context.runs.calls = (calls, calls);
        }
        let made = self.seeds.clone().map(|seed| {
            let mut sink = S::default();
            let end = generate(seed, &on.setup, on.loaded.as_ref(), &mut sink);
            assert_eq!(end, End::Ok, "seed {seed}");
            sink
        });
        made.collect()
    }

    /// The traces of the runs.
    pub(crate) fn traces(&self, on: &mut Solver) -> Vec<String> {
        self.generate(on)
    }
}

/// A solver for the runs of benchmarks.
pub(crate) struct Solver {
    pub(crate) setup: RunSetup,
    pub(crate) loaded: Box<dyn Loaded>,
}

/// A solver that does nothing, so that only our own code is measured.
pub(crate) fn nothing() -> Solver {
    Solver {
        setup: setup(),
        loaded: Box::new(NullLoaded),
    }
}

/// The toy as in campaigns, except that it answers `unknown` to every check. Otherwise it would
/// decide checks by evaluating up to 4000 terms, which is solving.
pub(crate) fn toy() -> Solver {
    let wrapper = murxla_wrappers::find("toy").expect("the toy is compiled in");
    let loaded = wrapper.load(None).expect("the toy needs no library");
    let profile = Profile::load([("toy", wrapper.profile())]).expect("the toy's profile is sound");
    let mut setup =
        RunSetup::walks(wrapper, loaded.as_ref(), &profile).expect("the toy's profile is sound");
    setup.context.user.options = vec![("effort".to_owned(), "0".to_owned())];
    Solver { setup, loaded }
}

/// Stores the text and counts the calls.
#[derive(Default)]
pub(crate) struct Count {
    pub(crate) calls: usize,
}

impl Sink for Count {
    fn call(&mut self, text: &str) {
        divan::black_box(text);
        self.calls += 1;
    }
    fn note(&mut self, note: &Note) {
        divan::black_box(note);
    }
}
