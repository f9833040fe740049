//! Runs from seeds: walks, the runs of strategies, and runs that an entry guides.

use super::option_search::OptionSearch;
use super::{Answers, End, RunSetup, Sink, StepSource, WalkSource, drive};
use crate::action::{Call, Ids};
use crate::actions::Delete;
use crate::edit::Step;
use crate::rng::Rng;
use crate::run::CallSource as _;
use crate::settings::swarm::SwarmConfig;
use crate::solver::loaded::Loaded;
use crate::strategy::{
    Entries, Guide, GuideEntry, GuideKind, Prefix, Strategy, StrategyInput, StrategyRun,
};

/// Seeds of strategies differ from those of walks by this, so that the walk of a seed is the same
/// with and without strategies.
const STRATEGY: u64 = 0x5eed_0000_0000_0000;

/// Seeds of guided runs differ from those of walks and strategies by this.
const GUIDED: u64 = 0x5eed_6d1d_0000_0000;

/// How many entries a strategy tries before the run is a walk.
const ENTRIES: usize = 10;

/// Generates the run of `seed` and makes its calls. Nothing is called if the run needs entries that
/// nobody has replayed: see [`End::NeedsReplays`].
pub fn generate(seed: u64, setup: &RunSetup, loaded: &dyn Loaded, sink: &mut dyn Sink) -> End {
    let walk = WalkSource::new(seed, setup);
    let mut rng = Rng::new(seed ^ STRATEGY);
    let entries = setup.strategies.begin_run();
    let strategy = setup.strategies.draw(&mut rng);
    let made = strategy.map(|strategy| {
        let drawn = setup.strategies.entries(&entries);
        make_strategy_run((seed, setup), strategy, walk.swarm(), drawn, &mut rng)
    });
    let unknown = entries.unknown();
    if !unknown.is_empty() {
        return End::NeedsReplays(unknown);
    }
    let search = Rng::new(rng.bits());
    match (strategy, made) {
        (Some(strategy), Some(Some(made))) => {
            sink.about(&format!("{STRATEGY_NOTE}: {}", strategy.name()));
            run_made(made, (walk, search), setup, loaded, sink)
        }
        (strategy, _) => {
            if let Some(strategy) = strategy {
                sink.about(&format!("{NO_ENTRY}: {}", strategy.name()));
            }
            let mut calls = OptionSearch::new(walk, &setup.context, search);
            drive(&mut calls, &setup.context, Answers::Solver, loaded, sink)
        }
    }
}

/// Generates the run of `seed`, guided by an entry, and makes its calls. If the entry cannot guide
/// it, it is the run of `seed` without a guide. Nothing is called if the run needs entries of the
/// corpus that nobody has replayed.
pub fn generate_guided(
    seed: u64,
    guide: &Guide,
    setup: &RunSetup,
    loaded: &dyn Loaded,
    sink: &mut dyn Sink,
) -> End {
    let mut rng = Rng::new(seed ^ GUIDED);
    let made = match guide.kind {
        GuideKind::Formulas => run_formulas((seed, guide, setup), &mut rng, loaded, sink),
        GuideKind::State | GuideKind::Options => {
            run_continued((seed, guide, setup), &mut rng, loaded, sink)
        }
    };
    made.unwrap_or_else(|| generate(seed, setup, loaded, sink))
}

/// Makes the calls of a strategy that changes the formulas of an entry. `None` if no strategy can.
fn run_formulas(
    (seed, guide, setup): (u64, &Guide, &RunSetup),
    rng: &mut Rng,
    loaded: &dyn Loaded,
    sink: &mut dyn Sink,
) -> Option<End> {
    let strategy = setup.strategies.draw_guided(rng)?;
    let entry = GuideEntry::new(&guide.entry, setup.theories, &setup.context)?;
    let walk = WalkSource::new(seed, setup);
    let drawn = setup.strategies.begin_run();
    let entries = Entries {
        guide: Some(&entry),
        ..setup.strategies.entries(&drawn)
    };
    let made = make_strategy_run((seed, setup), strategy, walk.swarm(), entries, rng);
    let unknown = drawn.unknown();
    if !unknown.is_empty() {
        return Some(End::NeedsReplays(unknown));
    }
    let search = Rng::new(rng.bits());
    sink.about(&format!("{STRATEGY_NOTE}: guided-{}", strategy.name()));
    Some(run_made(made?, (walk, search), setup, loaded, sink))
}

/// Makes the calls of an entry and continues them by a walk. `None` if no walk can continue them.
fn run_continued(
    (seed, guide, setup): (u64, &Guide, &RunSetup),
    rng: &mut Rng,
    loaded: &dyn Loaded,
    sink: &mut dyn Sink,
) -> Option<End> {
    let context = &setup.context;
    let prefix = Prefix::draw(guide, setup.theories, context, rng)?;
    let within = |theories| WalkSource::within(seed, setup, (theories, prefix.linear));
    let mut walk = within(prefix.theories);
    if !prefix.may_be_continued(walk.swarm().theories, context) {
        walk = within(prefix.uses);
    }
    let steps = prefix.into_steps(walk.swarm(), context, rng);
    let search = Rng::new(rng.bits());
    sink.about(&format!("{STRATEGY_NOTE}: guided-{}", guide.kind.name()));
    sink.about(&format!("entry: {}", guide.entry.name));
    let steps = StepSource::new(steps, Answers::Solver).continued();
    let mut calls = OptionSearch::new(steps.then(walk.half()), context, search);
    Some(drive(&mut calls, context, Answers::Solver, loaded, sink))
}

/// Makes the calls of a run that a strategy has made.
fn run_made(
    mut made: StrategyRun,
    (walk, search): (WalkSource<'_>, Rng),
    setup: &RunSetup,
    loaded: &dyn Loaded,
    sink: &mut dyn Sink,
) -> End {
    let context = &setup.context;
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

/// The run that a strategy makes. `None` if no entry was found for it. `swarm` is the configuration
/// of the walk that may continue it: its theories and options must agree with those of the run.
fn make_strategy_run(
    (seed, setup): (u64, &RunSetup),
    strategy: &dyn Strategy,
    swarm: &SwarmConfig,
    entries: Entries<'_>,
    rng: &mut Rng,
) -> Option<StrategyRun> {
    let drawn = entries.drawn;
    let mut input = StrategyInput {
        context: &setup.context,
        swarm,
        entries,
        rng,
        seed,
    };
    let is_possible = |_: &usize| drawn.unknown().is_empty();
    let mut tries = (0..ENTRIES).take_while(is_possible);
    tries.find_map(|_| strategy.make(&mut input))
}
