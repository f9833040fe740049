//! Learns which options have an effect on which features of runs (the first half of Falcon, Yao et
//! al., ISSTA 2021, Algorithm 1).
//!
//! The paper changes one option at a time. Most have no effect on most formulas, so here many are
//! changed together. If that has an effect, each half of them is tried, until one option is left.
//! What differs are answers, values and counters of the solver, and never time.

mod base;
pub mod tables;

use crate::campaign::pool;
use crate::exit::Failure;
use crate::learn::tables::Learned;
use crate::payload::{AvoidedDefects, Drive, OptionSelection, RunSources, options_of};
use crate::trace_file;
use crate::triage::{FindingId, Rules, SuspectedBug};
use base::{Base, CallsResult, Setting};
use murxla_executor::{Item, Limits, Outcome, Pool, Verdict};
use murxla_fsm::action::UserConfig;
use murxla_fsm::option::{OptionDomain, OptionInfo, RunEffects};
use murxla_fsm::rng::Rng;
use murxla_fsm::run::Strictness;
use murxla_fsm::strategy::corpus::Corpus;
use murxla_store::SolverSpec;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The number of kinds of operators in a formula, as in the paper. Equality is added where formulas
/// need it.
pub const OPERATORS: usize = 4;

/// The number of settings that are tried together at first.
const GROUP: usize = 16;

/// Settings that have an effect with this probability are tried alone.
const ALONE: f64 = 0.2;

/// Formulas that take more CPU time than this are not examined.
const SLOW: Duration = Duration::from_millis(50);

/// The limit on the CPU time of a replay.
pub const LIMIT: Duration = Duration::from_millis(500);

/// The number of formulas that are examined at the same time, for each job.
const FORMULAS: usize = 4;

/// The number of different bugs whose traces are kept.
const MOST_BUGS: usize = 100;

/// In percent, how often a formula is from the corpus, if there is one.
const FROM_CORPUS: u32 = 50;

/// Learns about one library.
pub struct Learner {
    pool: Pool,
    options: Vec<OptionInfo>,
    /// Settings that change nothing, because they are the defaults. Z3 solves some formulas in
    /// another way if any option is set, so one of these is set where the others are not.
    neutral: Vec<Setting>,
    corpus: Arc<Corpus>,
    jobs: usize,
    stop: Arc<AtomicBool>,
    open: Vec<Experiment>,
    /// The learned correlations.
    pub learned: Learned,
    /// The work of this process.
    pub progress: LearnerProgress,
    /// Traces with the bugs that the runs of this process have shown. The profile excludes none of
    /// them.
    pub bugs: BTreeMap<FindingId, String>,
    rules: Rules,
    /// The solver as the user named it.
    solver: SolverSpec,
}

/// How well the table predicts what a formula then shows.
#[derive(Clone, Copy, Debug, Default)]
pub struct Prediction {
    /// Settings that were tried.
    tried: u64,
    /// Those that the table expects to have an effect.
    expected: u64,
    /// Those that have one.
    effective: u64,
    /// Those that have one, as expected.
    foreseen: u64,
}

impl Prediction {
    /// In percent: the share of effective settings that the table expects (recall), the share of
    /// expected settings that are effective (precision), and the share of all settings that it does
    /// not expect. `None` if no setting had an effect.
    #[must_use]
    pub fn shares(self) -> Option<[f64; 3]> {
        let percent = |part: u64, whole: u64| 100.0 * part as f64 / whole.max(1) as f64;
        (self.effective > 0).then(|| {
            [
                percent(self.foreseen, self.effective),
                percent(self.foreseen, self.expected),
                percent(self.tried - self.expected, self.tried),
            ]
        })
    }
}

/// The work of a learner.
#[derive(Clone, Copy, Debug, Default)]
pub struct LearnerProgress {
    /// The predictions since the last call of [`Learner::take_prediction`].
    pub prediction: Prediction,
    /// Formulas that were examined.
    pub formulas: u64,
    /// Runs that were not examined, because they end early or their results differ from one time to
    /// the next.
    pub unusable: u64,
    /// Replays.
    pub replays: u64,
    /// Runs that showed a bug which the profile does not exclude.
    pub bugs: u64,
}

/// The settings that are tried on some calls.
struct Experiment {
    base: Base,
    /// The result of the calls without settings.
    expected: Option<CallsResult>,
    /// Groups of settings to try.
    groups: Vec<Vec<Setting>>,
    /// All settings that are tried, as keys of the table.
    tried: BTreeSet<String>,
    seen: RunEffects,
}

/// How a solver is driven to make formulas, and to replay them.
#[must_use]
pub fn learning(drive: Drive) -> Drive {
    let mut drive = Drive {
        sources: RunSources {
            entry_states: drive.sources.entry_states,
            ..RunSources::walks()
        },
        options: OptionSelection {
            pattern: None,
            correlations: Arc::default(),
            ..drive.options
        },
        user: UserConfig {
            searched: 0,
            repeated: 0,
            few_operators: Some(OPERATORS),
            ..drive.user
        },
        defects: AvoidedDefects {
            of_release: true,
            ..drive.defects
        },
        strictness: Strictness::Supported,
        interrupts: true,
        ..drive
    };
    drive.profile.runs.calls = (20, 80);
    drive
}

impl Learner {
    /// Loads the library of the solver. The table continues with the next seed.
    ///
    /// # Errors
    /// The library does not load, or it has no options to learn about.
    pub fn new(
        solver: &SolverSpec,
        drive: &Drive,
        (limits, jobs): (&Limits, usize),
        learned: impl FnOnce(&str) -> Result<Learned, Failure>,
        stop: &Arc<AtomicBool>,
    ) -> Result<Self, Failure> {
        let options = options_of(drive, stop)?;
        let rules = Rules::new(&drive.profile.errors).map_err(Failure::configuration)?;
        let corpus = Arc::clone(&drive.sources.corpus);
        let pool = pool(learning(drive.clone()), limits, jobs, stop)?;
        let learned = learned(pool.version())?;
        let neutral = options.iter().filter_map(|option| {
            Some(Setting {
                name: option.name.clone(),
                value: option.default.clone()?,
            })
        });
        Ok(Self {
            pool,
            neutral: neutral.collect(),
            options,
            corpus,
            jobs,
            stop: Arc::clone(stop),
            open: Vec::new(),
            learned,
            progress: LearnerProgress::default(),
            bugs: BTreeMap::new(),
            rules,
            solver: solver.clone(),
        })
    }

    /// The number of options.
    #[must_use]
    pub fn options(&self) -> usize {
        self.options.len()
    }

    /// Begins new formulas, as long as no more than `left` are examined from now on, and makes a
    /// step with all formulas that are open. Returns whether there is more to do.
    ///
    /// # Errors
    /// Children cannot be run.
    pub fn step(&mut self, left: u64) -> Result<bool, Failure> {
        let room = (FORMULAS * self.jobs).min(usize::try_from(left).unwrap_or(usize::MAX));
        if self.open.len() < room {
            self.begin(room - self.open.len())?;
        }
        let mut asked = Vec::new();
        for (number, experiment) in self.open.iter_mut().enumerate() {
            if experiment.expected.is_none() {
                asked.push((number, None));
            } else {
                let groups = std::mem::take(&mut experiment.groups);
                asked.extend(groups.into_iter().map(|group| (number, Some(group))));
            }
            // Once more, so that results are noticed that differ anyway.
            asked.push((number, None));
        }
        let rng = &mut Rng::new(self.progress.replays);
        let traces: Vec<String> = asked
            .iter()
            .map(|(number, group)| {
                let base = &self.open[*number].base;
                match group {
                    Some(group) => base.with(group),
                    None => base.with(rng.pick(&self.neutral)),
                }
            })
            .collect();
        let items = traces.into_iter().map(|trace| Item::Trace(trace.into()));
        let outcomes = self.run(items.collect())?;
        if self.is_stopped() {
            return Ok(false);
        }
        for ((number, group), outcome) in asked.into_iter().zip(&outcomes) {
            let shown = CallsResult::of_outcome(outcome);
            let experiment = &mut self.open[number];
            match group {
                // Changed formulas that take long reach the time limit, which shows nothing.
                None if outcome.cost.cpu > SLOW => experiment.expect(CallsResult::Nothing),
                None => experiment.expect(shown),
                Some(group) => experiment.take(group, &shown),
            }
        }
        self.end();
        Ok(left > 0 || !self.open.is_empty())
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Begins with some formulas. Seeds without a usable formula count.
    fn begin(&mut self, count: usize) -> Result<(), Failure> {
        let mut texts: VecDeque<Arc<str>> = VecDeque::new();
        let mut seeds = Vec::new();
        for _ in 0..count {
            let seed = self.learned.next_seed;
            self.learned.next_seed += 1;
            let rng = &mut Rng::new(seed);
            match rng.pick(self.corpus.entries()) {
                Some(entry) if rng.chance(FROM_CORPUS) => {
                    texts.push_back(entry.text.as_ref().into());
                }
                _ => seeds.push(Item::Seed(seed)),
            }
        }
        let made = self.run(seeds)?;
        let whole = made.iter().filter(|outcome| outcome.verdict == Verdict::Ok);
        texts.extend(whole.map(|outcome| Arc::clone(&outcome.trace)));
        self.progress.unusable += (count - texts.len()) as u64;
        for text in texts {
            match Base::of(&text) {
                Some(base) => self.open.push(Experiment {
                    base,
                    expected: None,
                    groups: Vec::new(),
                    tried: BTreeSet::new(),
                    seen: RunEffects::default(),
                }),
                None => self.progress.unusable += 1,
            }
        }
        Ok(())
    }

    /// Ends experiments without open groups.
    fn end(&mut self) {
        for mut experiment in std::mem::take(&mut self.open) {
            match &experiment.expected {
                Some(CallsResult::Results(_)) if experiment.groups.is_empty() => {
                    if experiment.seen.features.is_empty() {
                        // The results are known now, and the settings are tried next.
                        experiment.seen.features = experiment.base.features.clone();
                        experiment.groups = self.groups(&experiment.base);
                        let tried = experiment.groups.iter().flatten();
                        experiment.tried = tried.map(Setting::key).collect();
                        self.open.push(experiment);
                    } else {
                        self.progress.formulas += 1;
                        self.predict(&experiment);
                        self.learned.table.add(&experiment.seen);
                    }
                }
                Some(CallsResult::Results(_)) => self.open.push(experiment),
                _ => self.progress.unusable += 1,
            }
        }
    }

    /// Compares what the table expects of a formula with what was seen.
    fn predict(&mut self, Experiment { tried, seen, .. }: &Experiment) {
        let (table, prediction) = (&self.learned.table, &mut self.progress.prediction);
        for key in tried {
            let is_expected = table.probability(key, &seen.features) > 0.0;
            let is_effective = seen.effective.contains(key);
            prediction.tried += 1;
            prediction.expected += u64::from(is_expected);
            prediction.effective += u64::from(is_effective);
            prediction.foreseen += u64::from(is_expected && is_effective);
        }
    }

    /// The predictions since the last call.
    pub fn take_prediction(&mut self) -> Prediction {
        std::mem::take(&mut self.progress.prediction)
    }

    /// All settings: each mode of an option, and one value of the others.
    fn settings(&self, rng: &mut Rng) -> Vec<Setting> {
        let mut settings = Vec::new();
        for option in &self.options {
            let values = match &option.domain {
                OptionDomain::Mode(modes) => {
                    let default = option.default.as_ref();
                    modes
                        .iter()
                        .filter(|mode| default != Some(*mode))
                        .cloned()
                        .collect()
                }
                _ => Vec::from_iter(option.draw(rng)),
            };
            settings.extend(values.into_iter().map(|value| Setting {
                name: option.name.clone(),
                value,
            }));
        }
        settings
    }

    /// All settings, in groups. Those that probably have an effect are alone.
    fn groups(&self, base: &Base) -> Vec<Vec<Setting>> {
        let rng = &mut Rng::new(self.learned.next_seed);
        let mut settings = self.settings(rng);
        rng.shuffle(&mut settings);
        let table = &self.learned.table;
        let is_likely =
            |setting: &Setting| table.probability(&setting.key(), &base.features) >= ALONE;
        let (alone, others): (Vec<_>, Vec<_>) = settings.into_iter().partition(is_likely);
        let mut groups: Vec<Vec<Setting>> =
            alone.into_iter().map(|setting| vec![setting]).collect();
        // Two values of one option cannot be set together.
        let mut by_name: BTreeMap<String, usize> = BTreeMap::new();
        let mut layers: Vec<Vec<Setting>> = Vec::new();
        for setting in others {
            let layer = by_name.entry(setting.name.clone()).or_default();
            if layers.len() <= *layer {
                layers.push(Vec::new());
            }
            layers[*layer].push(setting);
            *layer += 1;
        }
        for layer in layers {
            groups.extend(layer.chunks(GROUP).map(<[Setting]>::to_vec));
        }
        groups
    }

    /// Runs items, in all jobs. The outcomes have the order of the items.
    fn run(&mut self, items: Vec<Item>) -> Result<Vec<Outcome>, Failure> {
        self.progress.replays += items.len() as u64;
        let share = items.len().div_ceil(self.jobs).max(1);
        for part in items.chunks(share) {
            self.pool.submit(part.iter().cloned());
        }
        let mut outcomes = Vec::new();
        while outcomes.len() < items.len() {
            match self.pool.next_outcome()? {
                Some(outcome) => outcomes.push(outcome),
                None => break,
            }
        }
        outcomes.sort_by_key(|outcome| outcome.ticket);
        for outcome in &outcomes {
            self.keep_bug(outcome);
        }
        Ok(outcomes)
    }

    /// Keeps the trace of a run that shows a bug which the profile does not exclude.
    fn keep_bug(&mut self, outcome: &Outcome) {
        let result = CallsResult::of_outcome(outcome);
        let bug = SuspectedBug::of(outcome.clone()).filter(|_| result == CallsResult::Failure);
        let Some(bug) = bug.filter(|bug| self.rules.excludes(bug).is_none()) else {
            return;
        };
        self.progress.bugs += 1;
        let id = bug.key(&self.rules).id();
        if self.bugs.len() < MOST_BUGS {
            let head = trace_file::header(&self.solver, self.pool.version(), None);
            let text = head + &trace_file::finding_line(&id) + &outcome.trace;
            self.bugs.entry(id).or_insert(text);
        }
    }
}

impl Experiment {
    /// Takes what the calls have shown without settings. It must be the same twice.
    fn expect(&mut self, shown: CallsResult) {
        self.expected = match (self.expected.take(), shown) {
            (None, shown) => Some(shown),
            (Some(before), shown) if before == shown => Some(shown),
            (Some(_), _) => Some(CallsResult::Nothing),
        };
    }

    /// Takes what the calls have shown with some settings.
    fn take(&mut self, mut group: Vec<Setting>, shown: &CallsResult) {
        let is_refused = *shown == CallsResult::Refusal;
        let differs = matches!(shown, CallsResult::Results(_) | CallsResult::Failure)
            && Some(shown) != self.expected.as_ref();
        if !differs && !is_refused {
            return;
        }
        if let [setting] = &group[..] {
            if is_refused {
                self.seen.refused.insert(setting.key());
            } else if differs {
                self.seen.effective.insert(setting.key());
            }
            return;
        }
        let half = group.split_off(group.len() / 2);
        self.groups.extend([group, half]);
    }
}
