//! The calls that put formulas to the solver: assertions, levels, assumptions, checks and queries.

use super::draws::Draws;
use super::opening::{engines, step};
use super::terms::Terms;
use crate::action::{Action, Arg, Args, Context, ExtensionAction};
use crate::actions::{
    AssertFormula, CheckSat, CheckSatAssuming, Delete, GetUnsatCore, GetValue, Pop, Push,
    ResetAssertions,
};
use crate::edit::{Step, check};
use crate::features::theories_of_steps;
use crate::scenario::{MOST, readable_below};
use crate::solver::TermId;
use smallvec::smallvec;

/// The calls of a run, and what they have made so far.
#[derive(Default)]
pub(super) struct Poser {
    pub(super) steps: Vec<Step>,
    /// By the number of a step of the terms: whether the present instance has made it.
    made: Vec<bool>,
    is_open: bool,
    levels: u32,
    /// Whether the lowest level has assertions.
    is_based: bool,
}

/// A way to put formulas to the solver.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    /// In an instance that is new.
    Fresh,
    /// In place of all others.
    Instead,
    /// On a level of their own.
    Level,
    /// As assumptions.
    Assumed,
}

/// The ways, with their weights.
const WAYS: [(Way, u32); 4] = [
    (Way::Fresh, 30),
    (Way::Instead, 15),
    (Way::Level, 35),
    (Way::Assumed, 20),
];

/// The largest number of parts that are put to the solver on levels of their own.
const MOST_LEVELS: usize = 8;

/// In percent, how often formulas are put to the solver again in another way. The answers must
/// agree.
const REPEATED: u32 = 8;

/// In percent, how often another engine of the solver is asked after a check, in runs that ask
/// some.
const ENGINES: u32 = 25;

/// In percent, how often a further instance has other options of the solver. The answers must
/// agree.
const OTHER_OPTIONS: u32 = 25;

impl Poser {
    /// Asserts or assumes formulas in a way that is drawn, and checks them. The first time, an
    /// instance is opened for them. Earlier assertions are removed. Those of the lowest level may
    /// stay if the formulas come on a level or as assumptions.
    pub(super) fn pose(&mut self, terms: &mut Terms, draws: &mut Draws<'_>, formulas: &[TermId]) {
        let weights = WAYS.iter().map(|(_, weight)| *weight);
        let drawn = draws.rng.weighted(weights).unwrap_or_default();
        // Some solvers answer one question only in some theories.
        let may_repeat = self.is_open && terms.state.options.incremental;
        let way = if may_repeat {
            WAYS[drawn].0
        } else {
            Way::Fresh
        };
        let mut formulas = formulas.to_vec();
        if draws.rng.chance(20) {
            draws.rng.shuffle(&mut formulas);
        }
        match way {
            Way::Fresh => self.reopen(terms, draws),
            Way::Instead => self.clear(terms, draws),
            Way::Level | Way::Assumed => self.close_levels(terms, draws),
        }
        if matches!(way, Way::Level | Way::Assumed) {
            if self.is_based && draws.rng.chance(80) {
                // Otherwise the earlier assertions stay.
                self.clear(terms, draws);
            }
            self.make(terms, draws.context, &formulas);
            // Then the lowest level stays empty, and the next formulas need no new solver of the
            // library.
            if way == Way::Level || draws.rng.chance(80) {
                self.push(terms, draws);
            }
        } else {
            self.make(terms, draws.context, &formulas);
        }
        if way == Way::Assumed {
            let asserted = draws.rng.index(formulas.len() + 1);
            self.assert(terms, draws, &formulas[..asserted]);
            let assumed = formulas[asserted..].into();
            self.call(
                terms,
                draws,
                &CheckSatAssuming,
                smallvec![Arg::Terms(assumed)],
            );
        } else {
            self.assert(terms, draws, &formulas);
            self.call(terms, draws, &CheckSat, Args::new());
        }
        self.follow_up(terms, draws, &formulas);
        if draws.rng.chance(REPEATED) {
            self.repeat(terms, draws, &formulas);
        }
    }

    /// Puts formulas to the solver on several levels, with checks at several depths. Those of
    /// `refuted` contradict each other; they come on a level of their own. All answers are known:
    /// without this level, each subset of true formulas is satisfiable.
    pub(super) fn pose_on_levels(
        &mut self,
        terms: &mut Terms,
        draws: &mut Draws<'_>,
        formulas: &[TermId],
        refuted: &[TermId],
    ) {
        if !terms.state.options.incremental {
            self.pose(terms, draws, &[formulas, refuted].concat());
            return;
        }
        match self.is_open && draws.rng.coin() {
            true => {
                self.close_levels(terms, draws);
                self.clear(terms, draws);
            }
            false => self.reopen(terms, draws),
        }
        let count = formulas.len().div_ceil(draws.rng.log_uniform(MOST_LEVELS));
        let mut below: Vec<&[TermId]> = Vec::new();
        for part in formulas.chunks(count.max(1)) {
            below.push(part);
            self.make(terms, draws.context, part);
            // The lowest level may have formulas, too.
            if self.is_based || draws.rng.coin() {
                self.push(terms, draws);
            }
            self.assert(terms, draws, part);
            if draws.rng.coin() {
                self.check_sat(terms, draws, &below.concat());
            }
        }
        if !refuted.is_empty() {
            self.make(terms, draws.context, refuted);
            self.push(terms, draws);
            self.assert(terms, draws, refuted);
            self.check_values(terms, draws, refuted);
            self.pop(terms, draws, 1);
        }
        while self.levels > 0 {
            self.check_sat(terms, draws, &[]);
            let closed = draws.rng.range(1, self.levels);
            self.pop(terms, draws, closed);
        }
        self.check_sat(terms, draws, &[]);
    }

    /// A check, and calls after it.
    fn check_sat(&mut self, terms: &mut Terms, draws: &mut Draws<'_>, formulas: &[TermId]) {
        self.call(terms, draws, &CheckSat, Args::new());
        self.follow_up(terms, draws, formulas);
    }

    /// A check of formulas that contradict each other. The values of a wrong model show that.
    pub(super) fn check_values(
        &mut self,
        terms: &mut Terms,
        draws: &mut Draws<'_>,
        formulas: &[TermId],
    ) {
        self.call(terms, draws, &CheckSat, Args::new());
        self.get_values(terms, draws, formulas);
    }

    /// Puts the same formulas to a new instance, or again to the present one, which forgets them
    /// before. Some come on a level, which is then closed.
    fn repeat(&mut self, terms: &mut Terms, draws: &mut Draws<'_>, formulas: &[TermId]) {
        let may_repeat = terms.state.options.incremental;
        if may_repeat && draws.rng.coin() {
            self.clear(terms, draws);
        } else {
            self.reopen(terms, draws);
        }
        self.make(terms, draws.context, formulas);
        let below = draws.rng.index(formulas.len() + 1);
        self.assert(terms, draws, &formulas[..below]);
        if may_repeat && draws.rng.coin() {
            self.push(terms, draws);
        }
        self.assert(terms, draws, &formulas[below..]);
        self.call(terms, draws, &CheckSat, Args::new());
        if self.levels > 0 && below > 0 {
            self.close_levels(terms, draws);
            self.call(terms, draws, &CheckSat, Args::new());
        }
    }

    /// Calls after a check.
    fn follow_up(&mut self, terms: &mut Terms, draws: &mut Draws<'_>, formulas: &[TermId]) {
        if draws.rng.chance(40) {
            self.get_values(terms, draws, formulas);
        }
        if draws.rng.chance(10) {
            self.call(terms, draws, &GetUnsatCore, Args::new());
        }
        if terms.state.options.incremental && draws.rng.chance(15) {
            self.call(terms, draws, &CheckSat, Args::new());
        }
        if draws.opening.asks_engines && draws.rng.chance(ENGINES) {
            self.ask_engine(terms, draws, formulas);
        }
    }

    /// Puts formulas to another engine of the solver, by an action that only this solver has. Its
    /// answer must agree with the others.
    fn ask_engine(&mut self, terms: &mut Terms, draws: &mut Draws<'_>, formulas: &[TermId]) {
        let engines: Vec<&ExtensionAction> = engines(draws.context).collect();
        let weight = |engine: &&ExtensionAction| engine.states.iter().map(|(_, w)| w).sum();
        let weights = engines.iter().map(weight);
        let Some(drawn) = draws.rng.weighted(weights) else {
            return;
        };
        let args = smallvec![Arg::Terms(formulas.into())];
        let step = step(draws.rng, engines[drawn].action, args);
        if !formulas.is_empty() && check(&terms.state, &step.call, draws.context).is_ok() {
            self.steps.push(step);
        }
    }

    /// Asks for values of terms below formulas, first for those of constants.
    fn get_values(&mut self, terms: &mut Terms, draws: &mut Draws<'_>, formulas: &[TermId]) {
        let barred = draws.context.restrictions.places.get_value;
        let (mut asked, others) = readable_below(&terms.state, formulas, barred);
        asked.truncate(MOST);
        for _ in 0..draws.rng.index(MOST) {
            asked.extend(draws.rng.pick(&others));
        }
        if !asked.is_empty() {
            self.call(terms, draws, &GetValue, smallvec![Arg::Terms(asked.into())]);
        }
    }

    /// Opens an instance, if none is open.
    pub(super) fn open(&mut self, terms: &mut Terms, draws: &mut Draws<'_>) {
        if !self.is_open {
            self.reopen(terms, draws);
        }
    }

    /// Asserts a formula on a level of its own, checks it, reads the values of some terms, and
    /// closes the level. An instance must be open.
    pub(super) fn pose_alone(
        &mut self,
        terms: &mut Terms,
        draws: &mut Draws<'_>,
        formula: TermId,
        read: Vec<TermId>,
    ) {
        self.make(terms, draws.context, &[&[formula], &read[..]].concat());
        self.push(terms, draws);
        self.assert(terms, draws, &[formula]);
        self.call(terms, draws, &CheckSat, Args::new());
        self.call(terms, draws, &GetValue, smallvec![Arg::Terms(read.into())]);
        self.pop(terms, draws, 1);
    }

    fn assert(&mut self, terms: &mut Terms, draws: &mut Draws<'_>, formulas: &[TermId]) {
        self.is_based |= self.levels == 0 && !formulas.is_empty();
        for formula in formulas {
            let args = smallvec![Arg::Term(*formula)];
            self.call(terms, draws, &AssertFormula, args);
        }
    }

    /// Makes terms that the present instance does not have.
    fn make(&mut self, terms: &Terms, context: &Context, formulas: &[TermId]) {
        self.made.resize(terms.steps.len(), false);
        for number in terms.needed(formulas, context) {
            if !std::mem::replace(&mut self.made[number], true) {
                self.steps.push(terms.steps[number].clone());
            }
        }
    }

    /// Opens a new instance.
    fn reopen(&mut self, terms: &mut Terms, draws: &mut Draws<'_>) {
        if std::mem::replace(&mut self.is_open, true) {
            self.call(terms, draws, &Delete, Args::new());
        }
        let has_options = !draws.context.options.all.is_empty();
        if has_options && !self.made.is_empty() && draws.rng.chance(OTHER_OPTIONS) {
            let theories = theories_of_steps(&terms.steps, draws.context);
            let (rng, swarm) = (&mut *draws.rng, &draws.swarm);
            let opening = &draws.opening;
            let steps = opening.with_other_options(rng, theories, swarm, draws.context);
            self.steps.extend(steps);
        } else {
            self.steps.extend(draws.opening.steps.iter().cloned());
        }
        self.made = vec![false; terms.steps.len()];
        self.made[..draws.opening.steps.len()].fill(true);
        (self.levels, self.is_based) = (0, false);
    }

    /// Removes all assertions.
    fn clear(&mut self, terms: &mut Terms, draws: &mut Draws<'_>) {
        self.call(terms, draws, &ResetAssertions, Args::new());
        (self.levels, self.is_based) = (0, false);
    }

    fn push(&mut self, terms: &mut Terms, draws: &mut Draws<'_>) {
        self.call(terms, draws, &Push, smallvec![Arg::Number(1)]);
        self.levels += 1;
    }

    fn close_levels(&mut self, terms: &mut Terms, draws: &mut Draws<'_>) {
        if self.levels > 0 {
            self.pop(terms, draws, self.levels);
        }
    }

    /// Closes `count` levels, which must be open.
    fn pop(&mut self, terms: &mut Terms, draws: &mut Draws<'_>, count: u32) {
        self.call(terms, draws, &Pop, smallvec![Arg::Number(count)]);
        self.levels -= count;
    }

    /// Adds a call, unless an option that it needs is off.
    fn call(
        &mut self,
        terms: &mut Terms,
        draws: &mut Draws<'_>,
        action: &'static dyn Action,
        args: Args,
    ) {
        let mut options = terms.state.options;
        let needed = action
            .row()
            .needed_option
            .and_then(|name| options.get_mut(name));
        if needed.is_some_and(|is_on| !*is_on) {
            return;
        }
        self.steps.push(step(draws.rng, action, args));
    }
}
