//! How a solver is driven.

use super::SearchLimit;
use murxla_executor::Item;
use murxla_fsm::action::UserConfig;
use murxla_fsm::option::{Category, Correlations};
use murxla_fsm::profile::{Defect, Profile};
use murxla_fsm::rng::Rng;
use murxla_fsm::run::Strictness;
use murxla_fsm::strategy::corpus::Corpus;
use murxla_fsm::strategy::{AllUsable, EntryStates, Weights};
use murxla_fsm::theory::Theories;
use murxla_fsm::trace::Script;
use murxla_fsm::wrapper::Wrapper;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;

/// What runs use.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Scope {
    /// Nine of ten runs use only what the maintainers of the solver accept reports about.
    Supported,
    /// Everything.
    All,
}

impl Scope {
    /// Whether the run of this seed uses only what is in scope.
    #[must_use]
    pub fn is_narrow(self, seed: u64) -> bool {
        // Neither a shard nor the searches that may take longer have the same share of the seeds.
        let is_tenth = Rng::new(seed.rotate_left(32)).below(10) == 0;
        self == Self::Supported && !is_tenth
    }
}

/// What runs may use.
#[derive(Clone, Copy)]
pub struct Subset {
    /// The theories that runs may draw from.
    pub theories: Theories,
    /// Whether most runs leave out what is out of scope.
    pub scope: Scope,
}

/// What runs are made from.
#[derive(Clone)]
pub struct RunSources {
    /// How often each strategy makes a run.
    pub strategies: Weights,
    /// The traces from which strategies make runs.
    pub corpus: Arc<Corpus>,
    /// Which of these traces runs leave out.
    pub entry_states: Rc<dyn EntryStates>,
}

impl RunSources {
    /// All runs are walks.
    #[must_use]
    pub fn walks() -> Self {
        Self {
            strategies: Weights::walk(),
            corpus: Arc::default(),
            entry_states: Rc::new(AllUsable),
        }
    }
}

/// The known defects that runs avoid.
#[derive(Clone, Default)]
pub struct AvoidedDefects {
    /// Those of the release are avoided.
    pub of_release: bool,
    /// Those of the oracles' solvers.
    pub of_oracles: Vec<Defect>,
}

/// Which of the solver's own options are fuzzed, before the library is loaded. By default none. The
/// child that has loaded the library makes the
/// [`FuzzedOptions`](murxla_fsm::action::FuzzedOptions) of its runs from this.
#[derive(Clone, Default)]
pub struct OptionSelection {
    /// A pattern for the names of the options. `None`: no option is fuzzed.
    pub pattern: Option<String>,
    /// Options up to this category are fuzzed.
    pub category: Category,
    /// Which options are relevant for which features of runs.
    pub correlations: Arc<Correlations>,
    /// The file of settings that the solver is known to refuse together. The campaign writes it.
    pub conflicts: Option<PathBuf>,
}

/// What is collected about runs.
#[derive(Clone, Default)]
pub struct CollectedData {
    /// Statistics of each run are collected.
    pub stats: bool,
    /// The file in which the calls of the C API are recorded.
    pub calls: Option<PathBuf>,
}

/// How a solver is driven.
#[derive(Clone)]
pub struct Drive {
    /// The wrapper.
    pub wrapper: &'static dyn Wrapper,
    /// The library, if the wrapper needs one.
    pub library: Option<PathBuf>,
    /// The merged profile.
    pub profile: Profile,
    /// The user configuration.
    pub user: UserConfig,
    /// What runs may use.
    pub subset: Subset,
    /// What runs are made from.
    pub sources: RunSources,
    /// The known defects that runs avoid.
    pub defects: AvoidedDefects,
    /// Which options are fuzzed.
    pub options: OptionSelection,
    /// Searches that take longer than the profile allows are interrupted, if the library has a
    /// function for it.
    pub interrupts: bool,
    /// How replays treat calls that cannot be made.
    pub strictness: Strictness,
    /// Traces may set options with which the solver reads or writes files.
    pub is_trusted: bool,
    /// What is collected.
    pub collected: CollectedData,
}

impl Drive {
    /// The same for replays only: there are no strategies, and what the library does not have is
    /// left out.
    #[must_use]
    pub fn for_replays(&self) -> Self {
        Self {
            sources: RunSources {
                entry_states: Rc::clone(&self.sources.entry_states),
                ..RunSources::walks()
            },
            strictness: Strictness::Supported,
            ..self.clone()
        }
    }

    /// Searches are interrupted when the header of a trace says. Returns the limit, if it has one.
    ///
    /// # Errors
    /// The limit is not valid.
    pub fn interrupt_as(&mut self, script: &Script) -> Result<Option<SearchLimit>, String> {
        let named = SearchLimit::named_by(script)?;
        if let Some(limit) = named {
            let search = &mut self.profile.runs.search;
            *search = Some(search.map_or(limit.seconds(), |tick| tick.min(limit.seconds())));
            self.interrupts = true;
        }
        Ok(named)
    }

    /// The time that a search of this item may take, in multiples of the time that the profile
    /// allows.
    pub(super) fn search_factor(&self, item: &Item) -> u32 {
        let runs = &self.profile.runs;
        let seed = match item {
            Item::Seed(seed) | Item::Guided(seed, _) => Some(*seed),
            Item::Trace(text) => {
                if let Some((limit, tick)) = SearchLimit::of_text(text).zip(runs.search) {
                    return limit.ticks(tick);
                }
                None
            }
        };
        runs.long_searches.search_factor(seed)
    }
}
