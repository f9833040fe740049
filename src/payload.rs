//! What children do: load a solver and make the calls of runs.

use crate::executor::{self, Item, Payload};
use crate::glob;
use crate::stats::{CALLED, LACKED, Stopwatch, TOOK};
use crate::triage::action_of;
use murxla_fsm::action::Context;
use murxla_fsm::loaded::Loaded;
use murxla_fsm::machine::Machine;
use murxla_fsm::op::BASE;
use murxla_fsm::option::Category;
use murxla_fsm::profile::{Defect, Profile};
use murxla_fsm::run::{
    Answers, End, LEFT_OUT, Phase, RunSetup, Sink, Strictness, generate, replay,
};
use murxla_fsm::solver::Answer;
use murxla_fsm::theory::Theories;
use murxla_fsm::trace::{ResolveError, lex};
use murxla_fsm::wrapper::Wrapper;
use murxla_wrappers::record::header::CHeader;
use murxla_wrappers::{interrupt, record, spent};
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::Duration;

/// The counters of a run, by their places in `Outcome::counters`.
pub mod counter {
    /// Checks answered `sat`.
    pub const SAT: usize = 0;
    /// Checks answered `unsat`.
    pub const UNSAT: usize = 1;
    /// Checks answered `unknown`.
    pub const UNKNOWN: usize = 2;
    /// Runs that ended early because an option was refused late.
    pub const REFUSED: usize = 3;
    /// Settings of options that were not drawn, because they are known to be refused.
    pub const AVOIDED: usize = 4;
    /// The first of those for the parts of a run's time, in microseconds.
    pub const FIRST_PART: usize = 5;
    /// How many parts there are.
    pub const PARTS: usize = 6;
}

/// How a solver is to be driven.
#[derive(Clone)]
pub struct Drive {
    /// The wrapper.
    pub wrapper: &'static dyn Wrapper,
    /// The library, if the wrapper needs one.
    pub library: Option<PathBuf>,
    /// The merged profile.
    pub profile: Profile,
    /// The theories that runs may draw from.
    pub theories: Theories,
    /// Arithmetic is to be linear.
    pub linear: bool,
    /// What the release is known to get wrong is left out.
    pub spares_defects: bool,
    /// And what the releases of judges are.
    pub judges_defects: Vec<Defect>,
    /// Options to set in every run.
    pub forced: Vec<(String, String)>,
    /// Which of the solver's own options are fuzzed; none if absent.
    pub fuzz_options: Option<String>,
    /// Options of this category are fuzzed, and of those before it.
    pub option_category: Category,
    /// The file of settings that the solver is known to refuse together; the campaign writes it.
    pub conflicts: Option<PathBuf>,
    /// Searches that take longer than the profile says are interrupted, where the library can be.
    pub interrupts: bool,
    /// Only operators and actions that every solver has, so that another one can make the same calls.
    pub common: bool,
    /// How replays treat calls that cannot be made.
    pub strictness: Strictness,
    /// Notes tell the values of the hidden assignment.
    pub explain: bool,
    /// Comments tell which functions of the C API were called.
    pub stats: bool,
    /// The file that the calls of the C API are recorded in.
    pub record: Option<PathBuf>,
}

/// A drive, and the solver once it is loaded.
pub struct SolverPayload {
    drive: Drive,
    loaded: Option<(Box<dyn Loaded>, RunSetup)>,
    /// The functions of the C API that this process has told of; `None` before it told of anything.
    told: Option<BTreeSet<&'static str>>,
    /// This process has read what is known of conflicts. Zygotes never do: their children are to know the latest.
    informed: bool,
}

impl SolverPayload {
    /// Nothing is loaded yet.
    #[must_use]
    pub fn new(drive: Drive) -> Self {
        Self {
            drive,
            loaded: None,
            told: None,
            informed: false,
        }
    }

    /// Tells which functions of the C API were called since it last did, and first of all which operators the
    /// library lacks.
    fn tell_statistics(&mut self, sink: &mut dyn executor::Sink) {
        let Some((loaded, setup)) = &self.loaded else {
            return;
        };
        let told = self.told.get_or_insert_with(|| {
            let context = &setup.context;
            let has = context.ops.iter().zip(&context.supported);
            let lacked = has.filter(|(_, has)| !**has);
            let names = lacked.map(|(op, _)| context.ops.row(op).name);
            sink.note(&comment(LACKED, names));
            BTreeSet::new()
        });
        let called = loaded.called().into_iter();
        let new = called.filter(|name| told.insert(name));
        sink.note(&comment(CALLED, new));
    }

    /// Reads what is known of conflicts between options, once a process. A file that cannot be read is as good as
    /// none: runs then end early that need not have.
    fn inform(&mut self) {
        if std::mem::replace(&mut self.informed, true) {
            return;
        }
        let text = self.drive.conflicts.as_ref().map(std::fs::read);
        if let (Some((_, setup)), Some(Ok(text))) = (&mut self.loaded, text) {
            setup.context.conflicts = serde_json::from_slice(&text).unwrap_or_default();
        }
    }

    /// Runs an item and tells how it ended, in the words of the model.
    pub fn run_item(&mut self, item: &Item, sink: &mut dyn Sink) -> End {
        let Some((loaded, setup)) = &mut self.loaded else {
            return End::Rejected("nothing is loaded".to_owned());
        };
        match item {
            Item::Seed(seed) => generate(*seed, setup, loaded.as_ref(), sink),
            Item::Trace(text) => match lex(text) {
                Ok(script) => {
                    setup.context.foreign = script.foreign();
                    let strictness = self.drive.strictness;
                    let answers = Answers::Solver;
                    replay(
                        &script,
                        &setup.context,
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

fn comment(what: &str, names: impl Iterator<Item = impl AsRef<str>>) -> String {
    let mut line = format!("# {what}");
    for name in names {
        line.push(' ');
        line.push_str(name.as_ref());
    }
    line
}

/// How many ticks of its solver's clock a search is granted. Answers that take long are few and cost most of the time,
/// but engines have parts that only a long search gets to: one run in so many waits for so much longer, and all
/// repetitions do, lest they miss what a run has seen.
fn granted(item: &Item) -> u32 {
    const PATIENT: u64 = 32;
    const LONGER: u32 = 8;
    match item {
        Item::Seed(seed) if seed % PATIENT != 0 => 1,
        _ => LONGER,
    }
}

/// Hands what a run tells on to the executor.
struct Tell<'a> {
    sink: &'a mut dyn executor::Sink,
    watch: Option<Stopwatch>,
    /// A search is under way.
    searches: bool,
    /// What searches of this run may take, in ticks.
    granted: u32,
}

impl Sink for Tell<'_> {
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

    fn note(&mut self, text: &str) {
        let note = murxla_fsm::trace::note(text);
        record::line(&note);
        self.sink.note(note.trim_end());
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
    fn load(&mut self) -> Result<String, String> {
        let drive = &self.drive;
        if let (Some(file), Some(api)) = (&drive.record, drive.wrapper.api()) {
            record::start(file, CHeader::new(api.program))
                .map_err(|e| format!("cannot write {}: {e}", file.display()))?;
        }
        if drive.stats {
            spent::measure();
        }
        let library = drive.library.as_deref();
        let loaded = drive.wrapper.load(library).map_err(|e| e.to_string())?;
        let mut context = Context::new(drive.wrapper, loaded.as_ref(), &drive.profile);
        let version = loaded.version();
        if drive.spares_defects {
            let own = drive.profile.defects_of(&version);
            context.exclude_known_defects(own.chain(&drive.judges_defects));
        }
        context.linear = drive.linear;
        context.explain = drive.explain;
        context.forced.clone_from(&drive.forced);
        if drive.common {
            context.supported.truncate(BASE.len());
            context.extensions.clear();
        }
        if let Some(glob) = &drive.fuzz_options {
            context.options = loaded.options();
            context.options.retain(|option| {
                glob::matches(glob, &option.name)
                    && option.category <= drive.option_category
                    && !drive.profile.excludes_option(&option.name)
            });
            if context.options.is_empty() && glob != "*" {
                return Err(format!(
                    "--fuzz-opts={glob} matches no option; 'murxla-rs show options --solver {}' lists them",
                    drive.wrapper.name()
                ));
            }
        }
        let (own, weights) = (drive.wrapper.actions(), drive.profile.weights.clone());
        let setup = RunSetup {
            machine: Machine::new(own, weights.into_iter().collect())?
                .offering(own, &context.extensions),
            context,
            theories: drive.theories,
        };
        self.loaded = Some((loaded, setup));
        Ok(version)
    }

    fn run(&mut self, item: &Item, sink: &mut dyn executor::Sink) -> executor::End {
        self.inform();
        let watch = self.drive.stats.then(Stopwatch::start);
        interrupt::clear();
        let mut tell = Tell {
            sink,
            watch,
            searches: false,
            granted: granted(item),
        };
        let end = self.run_item(item, &mut tell);
        tell.enter(Phase::Draw);
        if let Some(watch) = tell.watch.take()
            && matches!(end, End::Ok | End::TimedOut)
        {
            let took = watch
                .took()
                .map(|(action, micros)| format!("{action} {micros}"));
            tell.sink.note(&comment(TOOK, took));
            self.tell_statistics(tell.sink);
        }
        let line = |line: usize| u32::try_from(line).unwrap_or(u32::MAX);
        match end {
            End::Ok => executor::End::Ok,
            End::Refused(message) => {
                tell.sink.count(counter::REFUSED, 1);
                tell.note(&format!("{LEFT_OUT} the rest: {message}"));
                executor::End::Ok
            }
            End::Oracle(kind, message) => executor::End::Check {
                kind: kind.to_owned(),
                message,
            },
            End::Rejected(message) => executor::End::Check {
                kind: "rejected".to_owned(),
                message,
            },
            End::TimedOut => executor::End::TimedOut,
            End::Resources(_) => executor::End::OutOfMemory,
            End::ResolveError(ResolveError::Unsupported(error)) => executor::End::Unsupported {
                line: line(error.line),
                message: error.to_string(),
            },
            End::ResolveError(ResolveError::Bad(error) | ResolveError::NotNow(error)) => {
                executor::End::Refused {
                    line: line(error.line),
                    message: error.to_string(),
                }
            }
        }
    }

    fn interrupter(&self) -> Option<executor::Interrupter> {
        let tick = Duration::from_secs_f64(self.drive.profile.runs.search?);
        let ask = interrupt::interrupt_all;
        { self.drive.interrupts }.then_some(executor::Interrupter { tick, ask })
    }

    fn recycle(&mut self) {
        if let Some((loaded, _)) = &self.loaded {
            loaded.recycle();
        }
    }
}
