//! Replays of traces on the library under test, beside the runs of a campaign. They show
//!
//! - which entries of the corpus show a bug by themselves: runs leave them out, because they would
//!   show the same bug again;
//! - which entries have no check that the solver answers: runs seldom use them; and
//! - which bugs the program's regression traces and the traces of `--known` document on this
//!   library: they are not reported.
//!
//! A trace is replayed when its result is needed: an entry when a run draws it, a regression trace
//! when a bug of its kind is suspected. So a campaign begins with runs, and a single run replays
//! only what it draws. The store keeps the results.

use super::known::KnownBugs;
use super::replay_cache::{CachedBug, CachedReplay, ReplayCache, STORE};
use super::{io_failure, pool};
use crate::corpus::regressions;
use crate::exit::Failure;
use crate::payload::{Drive, EntryTable, counter};
use crate::plan::{Plan, given_reason};
use crate::trace_file::named_bug;
use crate::triage::{
    Evidence, Experiments, Finding, FindingKey, Reproduces, Rules, SuspectedBug, cause,
};
use murxla_executor::{Item, Limits, Outcome, Pool, Verdict, wait_for_outcome};
use murxla_fsm::op::Ops;
use murxla_fsm::oracle::BugKind;
use murxla_fsm::strategy::corpus::{Corpus, Entry};
use murxla_fsm::strategy::{AllUsable, EntryState, EntryStates};
use murxla_fsm::trace::{Script, TextLine, lex};
use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The limits on time are so many times those of a run.
const PATIENCE: u32 = 4;

/// The number of traces that one child replays. Some take long, and the others wait behind them.
const BATCH: usize = 4;

/// The traces that a campaign may replay.
pub struct Replays<'a> {
    plan: &'a Plan,
    rules: Rc<Rules>,
    stop: Arc<AtomicBool>,
    ops: Ops,
    traces: Vec<KnownTrace>,
    /// The place of the trace of each entry of the corpus, by its number.
    entries: Vec<usize>,
    states: Option<Rc<EntryTable>>,
    known: KnownBugs,
    cache: ReplayCache,
    /// The places of traces that wait for their replays.
    queue: VecDeque<usize>,
    /// The replays that run: the place of the trace, by the ticket of the item.
    running: BTreeMap<u64, usize>,
    /// Runs the replays. Created when first needed.
    pool: Option<Pool>,
}

/// How far the replay of a trace is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Progress {
    Unknown,
    Wanted,
    Known,
}

/// A trace that may be replayed.
struct KnownTrace {
    text: Arc<str>,
    name: String,
    /// The numbers of the entries of the corpus that have this text.
    entries: Vec<usize>,
    /// The kind of the bug of the solver under test that it documents.
    documents: Option<BugKind>,
    /// Whether the user has given it.
    is_given: bool,
    progress: Progress,
}

impl<'a> Replays<'a> {
    /// The regression traces of the solver and the entries of the corpus, if known defects are
    /// excluded, and the traces that the user gives. What the store knows about them is taken from
    /// there.
    ///
    /// # Errors
    /// There is not enough memory.
    pub fn new(plan: &'a Plan, rules: Rc<Rules>, stop: &Arc<AtomicBool>) -> Result<Self, Failure> {
        let corpus = &plan.drive.sources.corpus;
        let mut replays = Self {
            plan,
            rules,
            stop: Arc::clone(stop),
            ops: Ops::with(plan.subject.wrapper.constants().ops),
            traces: Vec::new(),
            entries: Vec::new(),
            states: None,
            known: KnownBugs::given(&plan.excluded.known),
            cache: ReplayCache::open(plan),
            queue: VecDeque::new(),
            running: BTreeMap::new(),
            pool: None,
        };
        let mut places = BTreeMap::new();
        if plan.drive.defects.of_release {
            let table = EntryTable::new(corpus.entries().len());
            replays.states = Some(Rc::new(table.map_err(io_failure("cannot map memory"))?));
            replays.add_regressions(&mut places);
            replays.add_entries(corpus, &mut places);
        }
        for (name, text) in &plan.excluded.known.traces {
            let place = replays.add(text, name, &mut places);
            (replays.traces[place].is_given, replays.traces[place].name) = (true, name.clone());
        }
        for place in 0..replays.traces.len() {
            if let Some(shown) = replays.cache.get(&replays.traces[place].text).cloned() {
                replays.learn(place, &shown);
            }
        }
        Ok(replays)
    }

    /// The place of a trace, which is added if it is new.
    fn add(
        &mut self,
        text: &Arc<str>,
        name: &str,
        places: &mut BTreeMap<Arc<str>, usize>,
    ) -> usize {
        *places.entry(Arc::clone(text)).or_insert_with(|| {
            self.traces.push(KnownTrace {
                text: Arc::clone(text),
                name: name.to_owned(),
                entries: Vec::new(),
                documents: None,
                is_given: false,
                progress: Progress::Unknown,
            });
            self.traces.len() - 1
        })
    }

    fn add_regressions(&mut self, places: &mut BTreeMap<Arc<str>, usize>) {
        for entry in regressions().entries() {
            if let Some((solver, documents)) = documented(entry)
                && solver == self.plan.drive.wrapper.name()
            {
                let place = self.add(&Arc::from(&*entry.text), &entry.name, places);
                self.traces[place].documents = Some(documents);
            }
        }
    }

    /// Adds the entries of the corpus. Those that document bugs of the solvers that answers are
    /// compared with are left out: runs that are made from them would show these bugs, and not
    /// those of the solver under test.
    fn add_entries(&mut self, corpus: &Corpus, places: &mut BTreeMap<Arc<str>, usize>) {
        let references = &self.plan.oracles.references;
        for (number, entry) in corpus.entries().iter().enumerate() {
            let place = self.add(&Arc::from(&*entry.text), &entry.name, places);
            self.entries.push(place);
            let Some((solver, documents)) = documented(entry) else {
                self.traces[place].entries.push(number);
                continue;
            };
            if solver == self.plan.drive.wrapper.name() {
                self.traces[place].documents = Some(documents);
            }
            let mut references = references.iter();
            match &self.states {
                Some(states) if references.any(|other| other.solver.spec.name == solver) => {
                    states.set(number, EntryState::ShowsBug);
                }
                _ => self.traces[place].entries.push(number),
            }
        }
    }

    /// Which entries of the corpus runs leave out.
    #[must_use]
    pub fn states(&self) -> Rc<dyn EntryStates> {
        match &self.states {
            Some(states) => Rc::clone(states) as Rc<dyn EntryStates>,
            None => Rc::new(AllUsable),
        }
    }

    /// The number of entries of the corpus that are known to be left out.
    #[must_use]
    pub fn left_out(&self) -> usize {
        self.states
            .as_ref()
            .map_or(0, |states| states.count_with_bug())
    }

    /// The bugs that are known so far.
    #[must_use]
    pub fn known(&self) -> &KnownBugs {
        &self.known
    }

    /// From now on, bugs with this key are not reported.
    pub(super) fn add_known(&mut self, key: &FindingKey, reason: &str) {
        self.known.add_key(key, reason);
    }

    /// Whether all these entries have been replayed.
    #[must_use]
    pub fn know_entries(&self, numbers: &[usize]) -> bool {
        numbers.iter().all(|number| {
            let place = self.entries.get(*number);
            place.is_none_or(|place| self.traces[*place].progress == Progress::Known)
        })
    }

    /// Asks for replays of all entries. Returns whether all have been replayed.
    pub(super) fn know_all_entries(&mut self) -> bool {
        let all = Vec::from_iter(0..self.entries.len());
        self.want_entries(&all);
        self.know_entries(&all)
    }

    /// Whether runs of strategies will wait, because no entry has been replayed.
    #[must_use]
    pub fn know_no_entry(&self) -> bool {
        let mut entries = self.entries.iter();
        !entries.any(|place| self.traces[*place].progress == Progress::Known)
            && !self.entries.is_empty()
    }

    /// Asks for replays of entries.
    pub fn want_entries(&mut self, numbers: &[usize]) {
        for number in numbers {
            if let Some(place) = self.entries.get(*number).copied()
                && self.is_new(place)
            {
                self.queue.push_back(place);
            }
        }
    }

    /// Whether all traces that may show a bug of this kind have been replayed.
    #[must_use]
    pub fn know_kind(&self, kind: &BugKind) -> bool {
        let mut traces = self.traces.iter();
        !traces.any(|trace| trace.progress != Progress::Known && trace.may_show(kind))
    }

    /// Asks for replays of all traces that may show a bug of this kind, before those of entries.
    pub fn want_kind(&mut self, kind: &BugKind) {
        for place in 0..self.traces.len() {
            if self.traces[place].may_show(kind) && self.is_new(place) {
                self.queue.push_back(place);
            }
        }
        let traces = &self.traces;
        let queue = self.queue.make_contiguous();
        queue.sort_by_key(|place| !traces[*place].may_show(kind));
    }

    /// Whether nobody has asked for the replay of a trace. From now on, somebody has.
    fn is_new(&mut self, place: usize) -> bool {
        let progress = &mut self.traces[place].progress;
        let is_new = *progress == Progress::Unknown;
        if is_new {
            *progress = Progress::Wanted;
        }
        is_new
    }

    /// Replays entries and waits for the results.
    ///
    /// # Errors
    /// The library does not load, children cannot be run, or the user interrupts.
    pub fn make(&mut self, entries: &[usize]) -> Result<(), Failure> {
        self.want_entries(entries);
        loop {
            self.step()?;
            if self.know_entries(entries) {
                break;
            }
            if let Some(pool) = &mut self.pool {
                wait_for_outcome(&mut [pool], STORE)?;
            }
        }
        self.store();
        Ok(())
    }

    /// Starts replays, takes the results of those that have ended, and stores them.
    ///
    /// # Errors
    /// The library does not load, or children cannot be run.
    pub fn step(&mut self) -> Result<(), Failure> {
        while let Some(outcome) = self.pool.as_mut().and_then(Pool::take_ready_outcome) {
            if let Some(place) = self.running.remove(&outcome.ticket) {
                self.take(place, outcome);
            }
        }
        while !self.queue.is_empty() {
            let pool = match &mut self.pool {
                Some(pool) => pool,
                none => none.insert(new_pool(self.plan, &self.stop)?),
            };
            if pool.free_slots() == 0 {
                break;
            }
            let count = self.queue.len().min(BATCH);
            let places: Vec<usize> = self.queue.drain(..count).collect();
            let texts = places.iter().map(|place| &self.traces[*place].text);
            let first = pool.submit(texts.cloned().map(Item::Trace));
            self.running.extend((first..).zip(places));
        }
        if self.cache.is_due() {
            self.store();
        }
        Ok(())
    }

    /// Stores the results. Without them, the traces are replayed again next time.
    pub fn store(&mut self) {
        let _ = self.cache.store();
    }

    /// Ends the processes of the replays. Returns the CPU time that the replays have taken.
    pub fn close(&mut self) -> Duration {
        self.pool.take().map_or(Duration::ZERO, |mut pool| {
            pool.close();
            pool.cpu()
        })
    }

    /// The pool of the replays, once there is one.
    pub fn pool(&mut self) -> Option<&mut Pool> {
        self.pool.as_mut()
    }

    /// Takes the result of a replay.
    fn take(&mut self, place: usize, outcome: Outcome) {
        // It has shown nothing, so it is replayed again next time.
        if outcome.verdict == Verdict::Killed {
            return self.learn(place, &CachedReplay::default());
        }
        // Whether a limit on time is reached depends on the machine, and the same seed must make
        // the same run.
        let is_limit = matches!(outcome.verdict, Verdict::Timeout | Verdict::OutOfMemory);
        let [sat, unsat, unknown] =
            [counter::SAT, counter::UNSAT, counter::UNKNOWN].map(|n| outcome.counters[n]);
        let bug = (!is_limit).then(|| SuspectedBug::of(outcome)).flatten();
        let text = Arc::clone(&self.traces[place].text);
        let shown = CachedReplay {
            bug: bug.map(|bug| self.described(&bug, &lex(&text).unwrap_or_default())),
            is_unanswered: sat + unsat == 0 && unknown > 0 && !is_limit,
        };
        self.learn(place, &shown);
        self.cache.insert(&text, shown);
    }

    /// What is known about a bug that a trace has shown.
    fn described(&self, bug: &SuspectedBug, script: &Script) -> CachedBug {
        let key = bug.key(&self.rules);
        let mut finding = Finding::new(bug, &key, key.id(), "", Reproduces::Yes);
        let cause = cause(&finding.observed, script, &self.ops);
        finding.analysis.cause = Some(cause.clone());
        finding.analysis.experiments = Experiments::of_trace(script);
        CachedBug {
            is_documented: named_bug(script).is_some_and(|id| id.is_of(bug)),
            has_specific_key: bug.has_specific_key(),
            cause,
            evidence: Evidence::of(&finding),
            key: key.to_string(),
        }
    }

    /// Takes what a trace shows.
    fn learn(&mut self, place: usize, shown: &CachedReplay) {
        let trace = &mut self.traces[place];
        trace.progress = Progress::Known;
        let state = match shown {
            CachedReplay { bug: Some(_), .. } => EntryState::ShowsBug,
            CachedReplay { is_unanswered, .. } if *is_unanswered => EntryState::Unanswered,
            CachedReplay { .. } => EntryState::Usable,
        };
        for (number, states) in trace.entries.iter().zip(self.states.iter().cycle()) {
            states.set(*number, state);
        }
        let Some(bug) = &shown.bug else {
            return;
        };
        // A bug that nobody has documented must be reported: a new build of the library may have
        // it.
        if trace.is_given {
            self.known.add(bug, true, &given_reason(&trace.name));
        } else if trace.documents.is_some() && bug.is_documented {
            let reason = format!("the trace {} shows this bug", trace.name);
            self.known.add(bug, bug.has_specific_key, &reason);
        }
    }
}

impl KnownTrace {
    /// Whether a replay may say that a bug of this kind is known.
    fn may_show(&self, kind: &BugKind) -> bool {
        let documents = self.documents.as_ref();
        self.is_given || documents.is_some_and(|documented| documented.may_be_same(kind))
    }
}

/// The name of the solver whose bug an entry documents, and the kind of the bug.
fn documented(entry: &Entry) -> Option<(String, BugKind)> {
    // There may be thousands of long entries.
    let is_comment = |line: &&str| matches!(TextLine::of(line), TextLine::Comment(_));
    let header = entry.text.lines().take_while(is_comment);
    let script = lex(&header.collect::<Vec<_>>().join("\n")).ok()?;
    script.header("expect")?;
    let solver = script.header("solver")?.split(['@', '=']).next()?;
    Some((solver.to_owned(), named_bug(&script)?.kind()))
}

/// A pool that replays traces.
fn new_pool(plan: &Plan, stop: &Arc<AtomicBool>) -> Result<Pool, Failure> {
    let mut drive = Drive {
        interrupts: true,
        ..plan.drive.for_replays()
    };
    // Bugs that take long must also show on a machine that does something else, because the entries
    // decide the runs.
    let search = &mut drive.profile.runs.search;
    *search = search.map(|seconds| seconds * f64::from(PATIENCE));
    let limits = Limits {
        time: plan.limits.time * PATIENCE,
        batch: BATCH,
        ..plan.limits.clone()
    };
    pool(drive, &limits, plan.jobs, stop)
}
