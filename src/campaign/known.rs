//! The bugs that traces show on the library under test before a campaign begins. Entries of the
//! corpus that show a bug are left out of it, and bugs that the program's regression traces
//! document are not reported.

use super::pool;
use super::replay_cache::{CachedBug, ReplayCache};
use crate::corpus::regressions;
use crate::executor::{Item, Limits, Verdict};
use crate::exit::Failure;
use crate::payload::Drive;
use crate::plan::{Plan, given_reason};
use crate::system::console::complain;
use crate::trace_file::named_bug;
use crate::triage::{
    Evidence, Experiments, Finding, FindingKey, Reproduces, Rules, SuspectedBug, cause, same_bug,
};
use murxla_fsm::op::Ops;
use murxla_fsm::run::Strictness;
use murxla_fsm::strategy::Weights;
use murxla_fsm::strategy::corpus::{Corpus, Entry};
use murxla_fsm::trace::lex;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, IsTerminal as _};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The limits on time are so many times those of a run.
const PATIENCE: u32 = 4;

/// On a terminal, a message says why the campaign does not begin at once if it replays so many
/// traces. It takes some seconds.
const MANY: usize = 100;

/// Bugs that traces show.
#[derive(Default)]
pub struct KnownBugs {
    /// Why bugs are not reported, by their keys, their causes and the names of their findings.
    reasons: BTreeMap<String, String>,
    /// What is known about the bugs that regression traces document or the user has given, and why
    /// these are not reported.
    evidence: Vec<(Evidence, String)>,
    /// The numbers of the entries of the corpus that show a bug.
    entries: BTreeSet<usize>,
}

/// A trace to replay.
#[derive(Default)]
struct KnownTrace {
    name: String,
    /// Its number in the corpus, if it is an entry.
    entry: Option<usize>,
    /// Whether it documents a bug of this solver.
    is_documented: bool,
    /// Whether the user has given it.
    is_given: bool,
}

impl KnownBugs {
    /// Replays the regression traces of the solver and the entries of the corpus, if known defects
    /// are excluded, and the traces that the user gives.
    ///
    /// # Errors
    /// The library does not load, or children cannot be run.
    pub fn find(plan: &Plan, rules: &Rules, stop: &Arc<AtomicBool>) -> Result<Self, Failure> {
        let mut found = Self {
            reasons: plan.known.reasons.clone(),
            evidence: plan.known.evidence.clone(),
            ..Self::default()
        };
        let mut traces = match plan.drive.excludes_known_defects {
            true => traces(plan, &mut found.entries),
            false => BTreeMap::new(),
        };
        for (name, text) in &plan.known.traces {
            let trace = traces.entry(Arc::clone(text)).or_default();
            (trace.name, trace.is_given) = (name.clone(), true);
        }
        let mut cache = ReplayCache::open(plan);
        replay(plan, rules, stop, traces.keys(), &mut cache)?;
        for (text, trace) in traces {
            let Some(Some(bug)) = cache.get(&text) else {
                continue;
            };
            found.entries.extend(trace.entry);
            // A bug that nobody has documented must be reported: a new build of the library may
            // have it.
            if trace.is_given {
                found.add(bug, true, given_reason(&trace.name));
            } else if trace.is_documented && bug.is_documented {
                let reason = format!("the trace {} shows this bug", trace.name);
                found.add(bug, bug.has_specific_key, reason);
            }
        }
        Ok(found)
    }

    /// Adds a bug that is not reported for this reason, with its key and its cause if they tell it
    /// from others.
    fn add(&mut self, bug: &CachedBug, is_specific: bool, reason: String) {
        if is_specific {
            for identity in [&bug.cause, &bug.key] {
                self.reasons.insert(identity.clone(), reason.clone());
            }
        }
        let evidence = bug.evidence.clone();
        self.evidence
            .extend(evidence.map(|evidence| (evidence, reason)));
    }

    /// Why a bug with this key or this cause is not reported.
    #[must_use]
    pub fn reason(&self, key: &FindingKey, cause: Option<&str>) -> Option<&str> {
        let (text, id) = (key.to_string(), key.id());
        let identities = [Some(text.as_str()), Some(id.as_str()), cause];
        let mut identities = identities.into_iter().flatten();
        identities.find_map(|identity| Some(self.reasons.get(identity)?.as_str()))
    }

    /// Why a finding is known, once its trace is minimized.
    #[must_use]
    pub fn reason_of(&self, finding: &Finding) -> Option<String> {
        let evidence = Evidence::of(finding)?;
        let mut known = self.evidence.iter();
        known.find_map(|(known, reason)| {
            let why = same_bug(known, &evidence)?;
            Some(format!("{reason} ({why})"))
        })
    }

    /// The entries of a corpus that show no bug by themselves.
    #[must_use]
    pub fn without(&self, corpus: &Arc<Corpus>) -> Arc<Corpus> {
        match self.entries.is_empty() {
            true => Arc::clone(corpus),
            false => Arc::new(corpus.without(&self.entries)),
        }
    }

    /// A sentence about the entries of the corpus that are left out.
    #[must_use]
    pub fn remark(&self, corpus: &Corpus) -> Option<String> {
        let (count, all) = (self.entries.len(), corpus.entries().len());
        (count > 0).then(|| {
            format!(
                "{count} of the {all} entries of the corpus are left out: they show a known bug"
            )
        })
    }
}

/// Replays the traces that are not in the cache, and stores the results.
fn replay<'a>(
    plan: &Plan,
    rules: &Rules,
    stop: &Arc<AtomicBool>,
    traces: impl Iterator<Item = &'a Arc<str>>,
    cache: &mut ReplayCache,
) -> Result<(), Failure> {
    let new: Vec<&Arc<str>> = traces.filter(|text| cache.get(text).is_none()).collect();
    if new.is_empty() {
        return Ok(());
    }
    let mut drive = Drive {
        strategies: Weights::walk(),
        corpus: Arc::default(),
        strictness: Strictness::Supported,
        interrupts: true,
        ..plan.drive.clone()
    };
    // Bugs that take long must also show on a machine that does something else, because the entries
    // decide the runs.
    let search = &mut drive.profile.runs.search;
    *search = search.map(|seconds| seconds * f64::from(PATIENCE));
    let limits = Limits {
        time: plan.limits.time * PATIENCE,
        ..plan.limits.clone()
    };
    let mut pool = pool(drive, &limits, plan.jobs, stop)?;
    if new.len() >= MANY && io::stderr().is_terminal() {
        complain!(
            "replaying {} entries of the corpus: strategies leave out those that show a bug already",
            new.len()
        );
    }
    pool.submit(new.into_iter().cloned().map(Item::Trace));
    let ops = Ops::with(plan.subject.wrapper.ops());
    while let Some(outcome) = pool.next_outcome()? {
        let Item::Trace(text) = outcome.item.clone() else {
            continue;
        };
        // It has shown nothing, so it is replayed again next time.
        if outcome.verdict == Verdict::Killed {
            continue;
        }
        // Whether a limit on time is reached depends on the machine, and the same seed must make
        // the same run.
        let is_limit = matches!(outcome.verdict, Verdict::Timeout | Verdict::OutOfMemory);
        let bug = (!is_limit).then(|| SuspectedBug::of(outcome)).flatten();
        let shown = bug.map(|bug| {
            let key = bug.key(rules);
            let script = lex(&text).unwrap_or_default();
            let finding = Finding::new(&bug, &key, key.id(), "", Reproduces::Yes);
            let cause = cause(&finding, &script, &ops);
            let finding = Finding {
                cause: Some(cause.clone()),
                experiments: Experiments::of_trace(&script),
                ..finding
            };
            CachedBug {
                is_documented: named_bug(&script).is_some_and(|id| id.is_of(&bug)),
                has_specific_key: bug.has_specific_key(),
                cause,
                evidence: Evidence::of(&finding),
                key: key.to_string(),
            }
        });
        cache.insert(&text, shown);
    }
    // Without the file, the traces are replayed again next time.
    let _ = cache.write();
    Ok(())
}

/// The name of the solver whose bug an entry documents.
fn documented_solver(entry: &Entry) -> Option<String> {
    let script = lex(&entry.text).ok()?;
    script.header("expect")?;
    let solver = script.header("solver")?.split(['@', '=']).next()?;
    Some(solver.to_owned())
}

/// The traces to replay, by their texts: the regression traces of the solver, and the entries of
/// the corpus. Entries that document bugs of the solvers that answers are compared with are added
/// to those that are left out: runs that are made from them would show these bugs, and not those of
/// the solver under test.
fn traces(plan: &Plan, left_out: &mut BTreeSet<usize>) -> BTreeMap<Arc<str>, KnownTrace> {
    let subject = plan.drive.wrapper.name();
    let references = &plan.oracles.references;
    let mut traces: BTreeMap<Arc<str>, KnownTrace> = BTreeMap::new();
    for entry in regressions().entries() {
        if documented_solver(entry).is_some_and(|solver| solver == subject) {
            let trace = traces.entry(entry.text.as_ref().into()).or_default();
            (trace.name, trace.is_documented) = (entry.name.to_string(), true);
        }
    }
    for (number, entry) in plan.drive.corpus.entries().iter().enumerate() {
        let trace = traces.entry(entry.text.as_ref().into()).or_default();
        (trace.name, trace.entry) = (entry.name.to_string(), Some(number));
        if let Some(solver) = documented_solver(entry) {
            if references
                .iter()
                .any(|other| other.solver.spec.name == solver)
            {
                left_out.insert(number);
            }
            trace.is_documented = solver == subject;
        }
    }
    traces
}
