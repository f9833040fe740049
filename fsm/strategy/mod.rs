//! Strategies: ways to make a run from entries of a corpus. `walk` needs none.
//!
//! | file | holds |
//! |---|---|
//! | `mix.rs` | which strategies a campaign has, and how often |
//! | `makers.rs` | which steps make a term |
//! | `terms.rs` | the terms of a run: the calls that make them, and the state after these |
//! | `enumerate/` | all formulas of a grammar, the smallest first |
//! | `entry_states.rs` | which entries runs leave out, because they show a bug |
//! | `draws.rs` | what a run draws with: random numbers, and what the campaign and its set-up allow |
//! | `adopt.rs`, `make.rs`, `replace.rs` | how a run takes the terms of entries, makes new ones, and replaces some |
//! | `assignment.rs` | the hidden values of constants, with which most formulas are true |
//! | `opening.rs` | the options and the logic of a run |
//! | `pose.rs` | the calls that put formulas to the solver |
//! | `problem.rs` | entries as problems: the formulas of their checks |
//! | `mutants.rs` | chains of mutants |
//! | `guided.rs` | runs that an entry guides, which has reached new code |
//! | `opfuzz.rs` | mutation of operators, values, indices, arguments and polarity |
//! | `history/` | skeletons of formulas, filled with atoms of others |
//! | `fusion.rs` | formulas of two entries with a constant in common |
//! | `fusion_functions.rs` | the functions by which such constants are made, and their inverses |
//! | `storm.rs` | formulas with known truth values |
//! | `typefuzz.rs` | replacement of terms by terms of the same sort |
//!
//! A strategy has no solver. It makes steps, which a run then takes one after the other. The seed
//! of the run decides everything. A strategy in which nothing is possible makes nothing, and the
//! run is a walk.

mod adopt;
mod assignment;
pub mod corpus;
mod draws;
mod entry_states;
mod enumerate;
mod fusion;
mod fusion_functions;
mod guided;
pub mod history;
mod make;
mod makers;
mod mix;
mod mutants;
mod opening;
mod opfuzz;
mod pose;
mod problem;
mod replace;
mod storm;
mod terms;
mod typefuzz;

pub use entry_states::{AllUsable, DrawnEntries, EntryState, EntryStates};
pub use enumerate::{BLOCK, Enumerate, EnumeratedSizes, Enumeration, Grammar};
pub use fusion::{Fusion, Partners};
pub use guided::{Guide, GuideEntry, GuideKind, Prefix};
pub use history::{History, Mined};
pub use mix::{Mix, Weights, names};
pub use opfuzz::OpFuzz;
pub use storm::Storm;
pub use typefuzz::TypeFuzz;

use crate::action::{Context, SwarmConfig};
use crate::edit::Step;
use crate::rng::Rng;
use crate::strategy::corpus::Corpus;
use crate::theory::Theories;
use std::collections::BTreeMap;
use std::rc::Rc;

/// The inputs of a strategy.
pub struct StrategyInput<'a> {
    /// The configuration of all runs.
    pub context: &'a Context,
    /// The random configuration of the run.
    pub swarm: &'a SwarmConfig,
    /// The entries that the run may use.
    pub entries: Entries<'a>,
    /// The random numbers of the run.
    pub rng: &'a mut Rng,
    /// The seed of the run.
    pub seed: u64,
}

/// The entries of a corpus that runs may use.
#[derive(Clone, Copy)]
pub struct Entries<'a> {
    /// The corpus.
    pub corpus: &'a Corpus,
    /// The numbers of these entries.
    pub usable: &'a [usize],
    /// The steps of some of them, by number.
    pub parsed: &'a BTreeMap<usize, Rc<[Step]>>,
    /// The theories that runs may use.
    pub theories: Theories,
    /// The skeletons, atoms and rules of these entries. It is empty if no strategy of the campaign
    /// needs it.
    pub mined: &'a Mined,
    /// The entries by the sorts of their constants.
    pub partners: &'a Partners,
    /// The entries that the run draws.
    pub drawn: &'a DrawnEntries<'a>,
    /// The formulas that are enumerated. It is empty if no strategy of the campaign needs it.
    pub enumeration: &'a Enumeration,
    /// The entry that guides the run. It is not a part of the corpus, and has a number of its own.
    pub guide: Option<&'a GuideEntry>,
}

/// The number of the entry that guides a run.
const GUIDE_NUMBER: usize = usize::MAX;

/// How often a run draws until it has an entry that shows no bug.
const DRAWS: usize = 100;

/// In percent, how often a run uses an entry that it has drawn, if the solver answers none of its
/// checks.
const UNANSWERED: u32 = 5;

impl<'a> Entries<'a> {
    /// The number of the entry that guides the run, or of one of the entries.
    fn draw_first(&self, rng: &mut Rng) -> Option<usize> {
        match self.guide {
            Some(_) => Some(GUIDE_NUMBER),
            None => self.draw(rng),
        }
    }

    /// The number of one of the entries.
    fn draw(&self, rng: &mut Rng) -> Option<usize> {
        self.draw_of(self.usable, rng)
    }

    /// One of these entries.
    fn draw_of(&self, numbers: &[usize], rng: &mut Rng) -> Option<usize> {
        (0..DRAWS).find_map(|_| {
            let number = *rng.pick(numbers)?;
            let is_used = match self.drawn.state(number) {
                EntryState::ShowsBug => false,
                EntryState::Unanswered => rng.chance(UNANSWERED),
                EntryState::Usable | EntryState::Unknown => true,
            };
            is_used.then_some(number)
        })
    }

    /// The steps of an entry.
    fn steps(&self, number: usize, context: &Context) -> Option<Rc<[Step]>> {
        if let (Some(guide), GUIDE_NUMBER) = (self.guide, number) {
            return Some(Rc::clone(&guide.steps));
        }
        match self.parsed.get(&number) {
            Some(steps) => Some(Rc::clone(steps)),
            None => Some(self.corpus.entries().get(number)?.steps(context)?.into()),
        }
    }

    /// The name of an entry.
    fn name(&self, number: usize) -> &'a str {
        if let (Some(guide), GUIDE_NUMBER) = (self.guide, number) {
            return &guide.name;
        }
        let entry = self.corpus.entries().get(number);
        entry.map_or("", |entry| &entry.name)
    }
}

/// A run that a strategy has made.
pub struct StrategyRun {
    /// Its steps. The last instance stays open.
    pub steps: Vec<Step>,
    /// Whether a walk continues the run.
    pub continues: bool,
    /// Notes for the trace: `entry NAME` for each entry it was made of, and the changes.
    pub notes: Vec<String>,
}

/// A way to make runs.
pub trait Strategy: Sync {
    /// The name on the command line.
    fn name(&self) -> &'static str;

    /// Whether it needs entries of a corpus.
    fn needs_entries(&self) -> bool {
        true
    }

    /// Whether it needs the skeletons and atoms of the corpus.
    fn needs_parts(&self) -> bool {
        false
    }

    /// The steps of a run. `None` if there is no entry for it.
    fn make(&self, input: &mut StrategyInput<'_>) -> Option<StrategyRun>;
}

/// All strategies other than the walk, with their usual weights. The weight of the walk is in
/// [`WALK`]. Some have the weight 0: they lack a part of another one, to measure what the part
/// contributes, or a campaign has them alone.
pub const STRATEGIES: &[(&dyn Strategy, u32)] = &[
    (&OpFuzz, 6),
    (&TypeFuzz, 6),
    (&Storm, 6),
    (&Fusion, 6),
    (&History::ALL, 6),
    (&History::WITHOUT_RULES, 0),
    (&History::WITHOUT_SKELETONS, 0),
    (&Enumerate, 0),
];

/// The name and the usual weight of the random walk.
pub const WALK: (&str, u32) = ("walk", 70);
