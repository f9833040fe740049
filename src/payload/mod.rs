//! The work of children: they load a solver and make the calls of runs. Nothing in here knows a
//! campaign: a child sees one seed or one trace at a time.

pub mod counter;
mod drive;
mod entry_table;
mod options;
mod search_limit;
mod statistics;
mod stopwatch;

pub use drive::{AvoidedDefects, CollectedData, Drive, OptionSelection, RunSources, Scope, Subset};
pub use entry_table::EntryTable;
pub use options::{denied_options_of, options_of};
pub use search_limit::SearchLimit;
pub use statistics::RunStatistics;
pub use stopwatch::{LIBRARY, PARTS};

use crate::actions::action_of;
use murxla_executor::{self, FileNeeds, Item, Payload};
use murxla_fsm::action::Context;
use murxla_fsm::machine::Machine;
use murxla_fsm::op::BASE;
use murxla_fsm::option::Conflicts;
use murxla_fsm::run::{Answers, End, Phase, RunSetup, Sink, generate, generate_guided, replay};
use murxla_fsm::solver::Answer;
use murxla_fsm::solver::loaded::Loaded;
use murxla_fsm::strategy::{Guide, Mix};
use murxla_fsm::trace::{Note, ResolveError, TraceError, comment, lex};
use murxla_fsm::wrapper::LibrarySource;
use murxla_wrappers::{interrupt, record, timing};
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;
use stopwatch::Stopwatch;

/// A loaded library, with what runs use of it.
struct PreparedLibrary {
    loaded: Box<dyn Loaded>,
    /// Everything that the profile allows.
    all: RunSetup,
    /// What the maintainers of the solver accept reports about. `None` if that is everything, or if
    /// runs use everything.
    in_scope: Option<RunSetup>,
}

/// A solver in a child process, and how it is driven.
pub struct SolverPayload {
    drive: Drive,
    library: Option<PreparedLibrary>,
    /// The functions of the C API that this process has reported; `None` before its first report.
    reported: Option<BTreeSet<&'static str>>,
    /// This process has read the file of conflicts. Zygotes never read it, so that each child gets
    /// its latest content.
    has_read_conflicts: bool,
}

impl SolverPayload {
    /// Nothing is loaded yet.
    #[must_use]
    pub fn new(drive: Drive) -> Self {
        Self {
            drive,
            library: None,
            reported: None,
            has_read_conflicts: false,
        }
    }

    /// Statistics of a run that ended. The first report of a process names the operators that the
    /// library lacks; each report names the functions of the C API that were called for the first
    /// time.
    fn statistics(&mut self, watch: Stopwatch) -> RunStatistics {
        let mut statistics = RunStatistics {
            took: watch.times(),
            ..RunStatistics::default()
        };
        let Some(library) = &self.library else {
            return statistics;
        };
        let reported = self.reported.get_or_insert_with(|| {
            let context = &library.all.context;
            let has = context.ops.iter().zip(&context.available.ops);
            let lacked = has.filter(|(_, has)| !**has);
            let names = lacked.map(|(op, _)| context.ops.row(op).name.to_owned());
            statistics.lacked = names.collect();
            BTreeSet::new()
        });
        let called = library.loaded.called().into_iter();
        let new = called.filter(|name| reported.insert(name));
        statistics.called = new.map(str::to_owned).collect();
        statistics
    }

    /// Reads the known conflicts between options, once per process. If the file cannot be read,
    /// runs may set options that the solver refuses together, and end early.
    fn read_conflicts(&mut self) {
        if std::mem::replace(&mut self.has_read_conflicts, true) {
            return;
        }
        let text = self.drive.options.conflicts.as_ref().map(std::fs::read);
        if let (Some(library), Some(Ok(text))) = (&mut self.library, text) {
            let conflicts: Conflicts = serde_json::from_slice(&text).unwrap_or_default();
            for setup in library.in_scope.iter_mut().chain([&mut library.all]) {
                setup.context.options.conflicts.clone_from(&conflicts);
            }
        }
    }

    /// What runs use of a library: all, or only what is in scope.
    ///
    /// # Errors
    /// The user has named options or weights that do not exist.
    fn setup(&self, loaded: &dyn Loaded, only_in_scope: bool) -> Result<RunSetup, String> {
        let drive = &self.drive;
        let mut context = Context::new(drive.wrapper, loaded, &drive.profile);
        if drive.defects.of_release {
            let version = loaded.version();
            let defects = drive.profile.defects_of(&version);
            context.exclude_known_defects(defects.chain(&drive.defects.of_oracles));
        }
        context.user.clone_from(&drive.user);
        if drive.is_trusted {
            context.options.files.allow();
        }
        if drive.user.standard {
            context.available.ops.truncate(BASE.len());
            context.available.extensions.clear();
        }
        context.options.all = options::fuzzed(drive, loaded, &context.options.files)?;
        let mut theories = drive.subset.theories;
        if only_in_scope {
            context.exclude_out_of_scope(&drive.profile.out_of_scope);
            theories = drive.profile.theories_in_scope(theories);
        }
        context.options.relevance = drive.options.correlations.relevance(&context.options.all);
        let (extensions, weights) = (
            drive.wrapper.constants().actions,
            drive.profile.weights.clone(),
        );
        let corpus = Arc::clone(&drive.sources.corpus);
        Ok(RunSetup {
            strategies: Mix::new(
                drive.sources.strategies.clone(),
                (corpus, Rc::clone(&drive.sources.entry_states)),
                theories,
                &context,
            ),
            machine: Machine::new(extensions, weights.into_iter().collect())?
                .offering(extensions, &context.available.extensions),
            context,
            theories,
        })
    }

    /// Runs an item and returns how it ended.
    pub fn run_item(&mut self, item: &Item, sink: &mut dyn Sink) -> End {
        let Some(PreparedLibrary {
            loaded,
            all,
            in_scope,
        }) = &mut self.library
        else {
            let error = TraceError::of_whole("nothing is loaded");
            return End::ResolveError(ResolveError::Bad(error));
        };
        match item {
            Item::Seed(seed) => {
                let narrow = in_scope.as_ref();
                // All seeds of an enumeration have the same operators.
                let enumerates = self.drive.sources.strategies.enumerate_only();
                let narrow =
                    narrow.filter(|_| enumerates || self.drive.subset.scope.is_narrow(*seed));
                generate(*seed, narrow.unwrap_or(all), loaded.as_ref(), sink)
            }
            Item::Guided(seed, text) => {
                let narrow = in_scope.as_ref();
                let narrow = narrow.filter(|_| self.drive.subset.scope.is_narrow(*seed));
                let setup = narrow.unwrap_or(all);
                match Guide::parse(text) {
                    Some(guide) => generate_guided(*seed, &guide, setup, loaded.as_ref(), sink),
                    None => generate(*seed, setup, loaded.as_ref(), sink),
                }
            }
            Item::Trace(text) => match lex(text) {
                Ok(script) => {
                    all.context.foreign = script.foreign();
                    let strictness = self.drive.strictness;
                    let answers = Answers::Solver;
                    replay(
                        &script,
                        &all.context,
                        strictness,
                        answers,
                        loaded.as_ref(),
                        sink,
                    )
                }
                Err(error) => End::ResolveError(ResolveError::Bad(error)),
            },
        }
    }
}

/// Passes what a run does on to the executor.
struct RunSink<'a> {
    sink: &'a mut dyn murxla_executor::Sink,
    watch: Option<Stopwatch>,
    /// A search is running.
    searches: bool,
    /// The time that a search of this run may take, in ticks.
    granted: u32,
}

impl Sink for RunSink<'_> {
    fn enter(&mut self, phase: Phase) {
        let searches = phase == Phase::Search;
        if std::mem::replace(&mut self.searches, searches) != searches {
            self.sink.search(if searches { self.granted } else { 0 });
        }
        if let Some(watch) = &mut self.watch {
            watch.enter(phase, &mut |part, micros| {
                self.sink.count(counter::FIRST_PART + part, micros);
            });
        }
    }

    fn call(&mut self, text: &str) {
        record::line(text);
        if let Some(watch) = &mut self.watch {
            watch.call(action_of(text));
        }
        self.sink.call(text.trim_end());
    }

    fn note(&mut self, note: &Note) {
        let line = note.line();
        record::line(&line);
        self.sink.note(line.trim_end());
    }

    fn about(&mut self, text: &str) {
        let line = comment(&text.replace(char::is_control, "_"));
        self.sink.note(line.trim_end());
    }

    fn answer(&mut self, answer: Answer) {
        let counter = match answer {
            Answer::Sat => counter::SAT,
            Answer::Unsat => counter::UNSAT,
            Answer::Unknown => counter::UNKNOWN,
        };
        self.sink.count(counter, 1);
    }

    fn timed_out(&self) -> bool {
        self.sink.search_timed_out()
    }

    fn avoided(&mut self, settings: u32) {
        self.sink.count(counter::AVOIDED, settings);
    }
}

impl Payload for SolverPayload {
    fn file_needs(&self) -> FileNeeds {
        let record = self.drive.collected.calls.as_ref();
        FileNeeds {
            programs: self.drive.wrapper.constants().library == LibrarySource::Command,
            folder: record.and_then(|file| Some(file.parent()?.to_owned())),
        }
    }

    fn load(&mut self) -> Result<String, String> {
        let drive = &self.drive;
        if let (Some(file), Some(api)) = (&drive.collected.calls, drive.wrapper.constants().api) {
            record::start(file, api.header)
                .map_err(|e| format!("cannot write {}: {e}", file.display()))?;
        }
        if drive.collected.stats {
            timing::measure();
        }
        let library = drive.library.as_deref();
        let loaded = drive.wrapper.load(library).map_err(|e| e.to_string())?;
        let all = self.setup(loaded.as_ref(), false)?;
        let out_of_scope = &drive.profile.out_of_scope;
        let is_narrow = drive.subset.scope == Scope::Supported && !out_of_scope.is_empty();
        let in_scope = is_narrow.then(|| self.setup(loaded.as_ref(), true));
        let version = loaded.version();
        self.library = Some(PreparedLibrary {
            in_scope: in_scope.transpose()?,
            loaded,
            all,
        });
        Ok(version)
    }

    fn remarks(&self) -> Vec<String> {
        let strategies = self.library.as_ref().map(|library| &library.all.strategies);
        strategies.map(Mix::remarks).unwrap_or_default()
    }

    fn run(&mut self, item: &Item, sink: &mut dyn murxla_executor::Sink) -> End {
        self.read_conflicts();
        let watch = self.drive.collected.stats.then(Stopwatch::start);
        interrupt::clear();
        let mut run = RunSink {
            sink,
            watch,
            searches: false,
            granted: self.drive.search_factor(item),
        };
        let end = self.run_item(item, &mut run);
        run.enter(Phase::Draw);
        if let Some(watch) = run.watch.take()
            && matches!(end, End::Ok | End::TimedOut)
        {
            let statistics = self.statistics(watch);
            run.sink.attach(statistics.to_bytes());
        }
        match end {
            End::OptionRefused(message) => {
                run.sink.count(counter::REFUSED, 1);
                run.note(&Note::LeftOutRest(message));
                End::Ok
            }
            end => end,
        }
    }

    fn interrupter(&self) -> Option<murxla_executor::Interrupter> {
        let tick = Duration::from_secs_f64(self.drive.profile.runs.search?);
        let ask = interrupt::interrupt_all;
        let interrupter = murxla_executor::Interrupter { tick, ask };
        self.drive.interrupts.then_some(interrupter)
    }

    fn recycle(&mut self) {
        if let Some(library) = &self.library {
            library.loaded.recycle();
        }
    }
}
