//! Runs from seeds: walks, and the runs of strategies.

use super::option_search::OptionSearch;
use super::{Answers, End, RunSetup, Sink, StepSource, WalkSource, drive};
use crate::action::{Call, Ids};
use crate::actions::Delete;
use crate::edit::Step;
use crate::rng::Rng;
use crate::run::CallSource as _;
use crate::settings::swarm::SwarmConfig;
use crate::solver::loaded::Loaded;
use crate::strategy::{DrawnEntries, StrategyInput, StrategyRun};

/// Seeds of strategies differ from those of walks by this, so that the walk of a seed is the same
/// with and without strategies.
const STRATEGY: u64 = 0x5eed_0000_0000_0000;

/// How many entries a strategy tries before the run is a walk.
const ENTRIES: usize = 10;

/// Generates the run of `seed` and makes its calls. Nothing is called if the run needs entries that
/// nobody has replayed: see [`End::NeedsReplays`].
pub fn generate(seed: u64, setup: &RunSetup, loaded: &dyn Loaded, sink: &mut dyn Sink) -> End {
    let walk = WalkSource::new(seed, setup);
    let context = &setup.context;
    let mut rng = Rng::new(seed ^ STRATEGY);
    let entries = setup.strategies.begin_run();
    let drawn = draw_strategy_run((seed, setup), walk.swarm(), &entries, &mut rng);
    let unknown = entries.unknown();
    if !unknown.is_empty() {
        return End::NeedsReplays(unknown);
    }
    let search = Rng::new(rng.bits());
    if let Some((name, None)) = drawn {
        sink.about(&format!("{NO_ENTRY}: {name}"));
    }
    let Some((name, Some(mut made))) = drawn else {
        let mut calls = OptionSearch::new(walk, context, search);
        return drive(&mut calls, context, Answers::Solver, loaded, sink);
    };
    sink.about(&format!("{STRATEGY_NOTE}: {name}"));
    if let Some(digest) = setup.strategies.digest() {
        sink.about(&format!("corpus: {digest}"));
    }
    for note in &made.notes {
        sink.about(note);
    }
    if made.continues {
        let steps = StepSource::new(made.steps, Answers::Solver);
        let mut calls = OptionSearch::new(steps.then(walk), context, search);
        return drive(&mut calls, context, Answers::Solver, loaded, sink);
    }
    made.steps.push(Step::new(Call {
        seed: 0,
        action: &Delete,
        args: Default::default(),
        ids: Ids::default(),
    }));
    let steps = StepSource::new(made.steps, Answers::Solver);
    let mut calls = OptionSearch::new(steps, context, search);
    drive(&mut calls, context, Answers::Solver, loaded, sink)
}

/// The key of the line that names the strategy of a run.
pub const STRATEGY_NOTE: &str = "strategy";

/// The key of the line that names a strategy that found no entry for its run, which is a walk
/// therefore.
pub const NO_ENTRY: &str = "no entry for";

/// The name of a strategy, and its run. `None` if the run is a walk; no run if no entry was found
/// for it. `swarm` is the configuration of the walk that may continue it: its theories and options
/// must agree with those of the run.
fn draw_strategy_run(
    (seed, setup): (u64, &RunSetup),
    swarm: &SwarmConfig,
    drawn: &DrawnEntries<'_>,
    rng: &mut Rng,
) -> Option<(&'static str, Option<StrategyRun>)> {
    let strategy = setup.strategies.draw(rng)?;
    let mut input = StrategyInput {
        context: &setup.context,
        swarm,
        entries: setup.strategies.entries(drawn),
        rng,
        seed,
    };
    let is_possible = |_: &usize| drawn.unknown().is_empty();
    let mut tries = (0..ENTRIES).take_while(is_possible);
    let made = tries.find_map(|_| strategy.make(&mut input));
    Some((strategy.name(), made))
}
