//! The calls of one instance again, in further instances with other settings, as in the second half
//! of Falcon (Yao et al., ISSTA 2021, §4.2). Most runs that do so try one or two settings. A run
//! with a search tries many, and a [`Population`] learns which of them are worth changing.
//!
//! What an instance does is known from its answers and its counters. So the seed of the run and the
//! library decide the calls, and the trace has all of them. The oracle of instances compares the
//! answers.

use super::End;
use super::source::{CallSource, NextCall, Now, Outcome};
use super::steps::leave_out;
use crate::action::{Action, Arg, Args, Call, Context, Ids, Role};
use crate::actions::{Delete, GetStatistics, SetOption};
use crate::edit::{Step, check};
use crate::features::{features_of, theories_of_steps};
use crate::option::{OptionInfo, Population, pairs};
use crate::rng::Rng;
use crate::settings::is_left_off;
use crate::solver::Answer;
use crate::state::InstanceState;
use crate::trace::Note;
use rustc_hash::{FxHashSet, FxHasher};
use std::collections::VecDeque;
use std::hash::{Hash as _, Hasher as _};

/// Instances with more calls are not made again.
const CALLS: usize = 150;

/// The largest number of further instances without a search.
const FEW: usize = 2;

/// How many further instances a run has.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Extent {
    Few,
    Search,
}

/// A source of calls, and then maybe further instances with other options: those of its first
/// instance in which a check was decided.
pub(super) struct OptionSearch<'a, S> {
    source: S,
    context: &'a Context,
    rng: Rng,
    /// Whether the run has further instances.
    extent: Option<Extent>,
    /// The present instance, until one is kept.
    record: Record,
    /// The instance whose calls the search makes again.
    kept: Option<Record>,
    /// The call that closes that instance. It waits until the instance has been asked for its
    /// counters.
    postponed: Option<NextCall>,
    /// The search, once the source has ended.
    search: Option<Search<'a>>,
}

/// The calls of an instance.
#[derive(Default)]
struct Record {
    calls: Vec<Call>,
    seen: Seen,
    /// The last call, until it has been made.
    last: Option<Call>,
}

/// The observed behaviour of an instance.
#[derive(Default)]
struct Seen {
    /// The number of checks that were answered with `sat` or `unsat`.
    decided: u32,
    /// A digest of the answers.
    answers: u64,
    counters: Vec<(String, u64)>,
}

/// A running search.
struct Search<'a> {
    population: Population<'a>,
    /// The calls of each instance, without those that set the options of the search.
    calls: Vec<Call>,
    /// Digests of the results so far.
    known: FxHashSet<u64>,
    /// The observed behaviour of the present instance.
    seen: Seen,
    /// The calls of the present instance that have not been made.
    queue: VecDeque<Call>,
    /// The last call.
    last: Option<Call>,
}

impl<'a, S: CallSource> OptionSearch<'a, S> {
    /// The calls of a source, and maybe further instances.
    pub(super) fn new(source: S, context: &'a Context, mut rng: Rng) -> Self {
        let user = &context.user;
        let extent = if context.options.all.is_empty() {
            None
        } else if rng.chance(user.searched) {
            Some(Extent::Search)
        } else {
            rng.chance(user.repeated).then_some(Extent::Few)
        };
        Self {
            source,
            context,
            rng,
            extent,
            record: Record::default(),
            kept: None,
            postponed: None,
            search: None,
        }
    }

    /// Whether the search makes the calls of the present instance again if `next` closes it.
    fn keeps(&self, next: &NextCall) -> bool {
        let is_usable = self.record.seen.decided > 0 && self.record.calls.len() <= CALLS;
        let closes = next.call.action.role().ends_instance();
        self.extent.is_some() && self.kept.is_none() && is_usable && closes
    }
}

impl Record {
    /// The last call was made.
    fn note_made_call(&mut self, state: &InstanceState) {
        let Some(call) = self.last.take() else { return };
        let role = call.action.role();
        if role == Role::Open || role.ends_instance() {
            // What follows a reset is made again in a new instance.
            let opened = std::mem::take(self).calls.into_iter().take(1);
            self.calls.extend(opened.filter(|_| role == Role::Reset));
        }
        self.seen.take(&call, state);
        if !role.ends_instance() {
            self.calls.push(call);
        }
    }
}

impl Seen {
    /// Takes a call that was made.
    fn take(&mut self, call: &Call, state: &InstanceState) {
        if call.action.role() == Role::Check {
            let mut hasher = FxHasher::default();
            let answer = state.checks.last.as_ref().map(|last| last.answer);
            (self.answers, answer).hash(&mut hasher);
            self.answers = hasher.finish();
            self.decided += u32::from(matches!(answer, Some(Answer::Sat | Answer::Unsat)));
        } else if call.action.name() == GetStatistics.name() {
            self.counters.clone_from(&state.counters);
        }
    }

    /// Digests of the answers, and of each counter with the answers. Counters are compared by their
    /// numbers of bits.
    fn digests(&self) -> impl Iterator<Item = u64> {
        let digest = |name: &str, magnitude: u32| {
            let mut hasher = FxHasher::default();
            (self.answers, name, magnitude).hash(&mut hasher);
            hasher.finish()
        };
        let counters = self.counters.iter();
        let counters = counters.map(move |(name, n)| digest(name, u64::BITS - n.leading_zeros()));
        std::iter::once(digest("", 0)).chain(counters)
    }
}

impl<'a> Search<'a> {
    /// Further instances with other values of options that are relevant for the calls of an
    /// instance.
    fn new(record: Record, extent: Extent, context: &'a Context, rng: &mut Rng) -> Self {
        let Record {
            mut calls, seen, ..
        } = record;
        let steps: Vec<Step> = calls.iter().cloned().map(Step::new).collect();
        let (features, theories) = (
            features_of(&steps, context),
            theories_of_steps(&steps, context),
        );
        let mut options: Vec<&OptionInfo> = match context.options.relevance.is_empty() {
            true => context.options.all.iter().collect(),
            false => {
                let places = context
                    .options
                    .relevance
                    .of(features.iter().map(String::as_str));
                let found = places.iter().map(|place| context.options.all.get(*place));
                found.flatten().collect()
            }
        };
        options.retain(|option| {
            !context.user.sets(&option.name) && !is_left_off(&option.name, theories, context)
        });
        let value = |option: &&OptionInfo| {
            let mut set = calls.iter().filter_map(SetOption::of);
            let set = set.find(|set| set.name == option.name);
            set.map(|set| set.value.to_owned())
        };
        let individual = options.iter().map(value).collect();
        let is_searched = |name: &str| options.iter().any(|option| option.name == name);
        calls.retain(|call| !SetOption::of(call).is_some_and(|set| is_searched(set.name)));
        let population = match extent {
            Extent::Few => {
                let count = 1 + rng.index(FEW);
                Population::near(options, individual, count, rng)
            }
            Extent::Search => Population::new(options, individual, rng),
        };
        let mut search = Self {
            population,
            calls,
            known: FxHashSet::default(),
            seen,
            queue: VecDeque::new(),
            last: None,
        };
        search.new_things();
        search
    }

    /// The number of things that the present instance has done and no other one before.
    fn new_things(&mut self) -> u32 {
        let seen = std::mem::take(&mut self.seen);
        let new = seen.digests().filter(|digest| self.known.insert(*digest));
        u32::try_from(new.count()).unwrap_or(u32::MAX)
    }

    /// The next call that is valid. `None` at the end of the search.
    fn next(&mut self, now: &Now<'_>, rng: &mut Rng) -> Option<Call> {
        loop {
            while let Some(call) = self.queue.pop_front() {
                if check(now.state, &call, now.context).is_ok() {
                    self.last = Some(call.clone());
                    return Some(call);
                }
            }
            if self.last.take().is_some() {
                let fitness = self.new_things();
                self.population.rate(fitness);
            }
            let settings = self.population.next(rng)?;
            if now.context.options.conflicts.has(pairs(&settings)) {
                self.population.rate(0);
                continue;
            }
            let is_first = |call: &&Call| call.action.role() == Role::Open;
            self.queue
                .extend(self.calls.iter().take_while(is_first).cloned());
            self.queue.extend(settings.into_iter().map(|(name, value)| {
                let args = [name, value].map(|word| Arg::Word(word.into()));
                added(&SetOption, args.into_iter().collect())
            }));
            self.queue
                .extend(self.calls.iter().skip_while(is_first).cloned());
            self.queue.push_back(added(&GetStatistics, Args::new()));
            self.queue.push_back(added(&Delete, Args::new()));
        }
    }

    /// Takes note of the outcome of the last call.
    fn on_outcome(&mut self, outcome: Outcome, now: &mut Now<'_>) -> Result<(), End> {
        let Some(call) = &self.last else {
            return outcome.required();
        };
        match outcome {
            Outcome::Made => {
                self.seen.take(call, now.state);
                Ok(())
            }
            Outcome::Unsupported(message) => {
                now.sink.note(&Note::NotMade);
                leave_out(now.sink, call.action.name(), &message);
                Ok(())
            }
            Outcome::Ended(end) => Err(end),
        }
    }
}

/// A call that the search adds.
fn added(action: &'static dyn Action, args: Args) -> Call {
    Call {
        seed: 0,
        action,
        args,
        ids: Ids::default(),
    }
}

impl<S: CallSource> CallSource for OptionSearch<'_, S> {
    fn next(&mut self, now: &mut Now<'_>) -> Result<Option<NextCall>, End> {
        if self.search.is_none() {
            if let Some(postponed) = self.postponed.take() {
                self.record.last = Some(postponed.call.clone());
                return Ok(Some(postponed));
            }
            if let Some(next) = self.source.next(now)? {
                if self.keeps(&next) {
                    self.postponed = Some(next);
                    return Ok(Some(added(&GetStatistics, Args::new()).into()));
                }
                self.record.last = Some(next.call.clone());
                return Ok(Some(next));
            }
            let kept = self.kept.take().zip(self.extent);
            self.search =
                kept.map(|(kept, extent)| Search::new(kept, extent, self.context, &mut self.rng));
        }
        let next = self
            .search
            .as_mut()
            .and_then(|search| search.next(now, &mut self.rng));
        Ok(next.map(NextCall::from))
    }

    fn on_outcome(&mut self, outcome: Outcome, now: &mut Now<'_>) -> Result<(), End> {
        if let Some(search) = &mut self.search {
            return search.on_outcome(outcome, now);
        }
        if self.postponed.is_some() {
            // The source does not know of this call.
            let mut kept = std::mem::take(&mut self.record);
            kept.seen.counters.clone_from(&now.state.counters);
            self.kept = Some(kept);
            return outcome.required();
        }
        let is_made = outcome == Outcome::Made;
        self.source.on_outcome(outcome, now)?;
        if is_made && self.extent.is_some() && self.kept.is_none() {
            self.record.note_made_call(now.state);
        }
        Ok(())
    }
}
