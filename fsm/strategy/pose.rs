//! The calls that put formulas to the solver: assertions, levels, assumptions, checks and queries.

use super::library::Library;
use super::setup::{engines, step};
use crate::action::{Action, Arg, Args, ExtensionAction};
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
    /// By the number of a step of the library: whether the present instance has made it.
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
    /// Puts formulas to the solver in a way that is drawn. The first time, an instance is opened
    /// for them. What they were put with before does not count any more.
    pub(super) fn pose(&mut self, library: &mut Library<'_>, formulas: &[TermId]) {
        let weights = WAYS.iter().map(|(_, weight)| *weight);
        let drawn = library.rng.weighted(weights).unwrap_or_default();
        // Some solvers have theories of which they take one question.
        let may_repeat = self.is_open && library.state.options.incremental;
        let way = if may_repeat {
            WAYS[drawn].0
        } else {
            Way::Fresh
        };
        let mut formulas = formulas.to_vec();
        if library.rng.chance(20) {
            library.rng.shuffle(&mut formulas);
        }
        match way {
            Way::Fresh => self.reopen(library),
            Way::Instead => self.clear(library),
            Way::Level | Way::Assumed => self.close_levels(library),
        }
        if matches!(way, Way::Level | Way::Assumed) {
            if self.is_based && library.rng.chance(80) {
                // Otherwise they come on top of those before.
                self.clear(library);
            }
            self.make(library, &formulas);
            // Then the lowest level stays empty, and the next formulas need no new solver of the
            // library.
            if way == Way::Level || library.rng.chance(80) {
                self.push(library);
            }
        } else {
            self.make(library, &formulas);
        }
        if way == Way::Assumed {
            let asserted = library.rng.index(formulas.len() + 1);
            self.assert(library, &formulas[..asserted]);
            let assumed = formulas[asserted..].into();
            self.call(library, &CheckSatAssuming, smallvec![Arg::Terms(assumed)]);
        } else {
            self.assert(library, &formulas);
            self.call(library, &CheckSat, Args::new());
        }
        self.follow_up(library, &formulas);
        if library.rng.chance(REPEATED) {
            self.repeat(library, &formulas);
        }
    }

    /// Puts formulas to the solver on several levels, with checks at several depths. Those of
    /// `refuted` contradict each other; they come on a level of their own. All answers are known:
    /// without this level, each subset of true formulas is satisfiable.
    pub(super) fn pose_on_levels(
        &mut self,
        library: &mut Library<'_>,
        formulas: &[TermId],
        refuted: &[TermId],
    ) {
        if !library.state.options.incremental {
            self.pose(library, &[formulas, refuted].concat());
            return;
        }
        match self.is_open && library.rng.coin() {
            true => {
                self.close_levels(library);
                self.clear(library);
            }
            false => self.reopen(library),
        }
        let count = formulas
            .len()
            .div_ceil(library.rng.log_uniform(MOST_LEVELS));
        let mut below: Vec<&[TermId]> = Vec::new();
        for part in formulas.chunks(count.max(1)) {
            below.push(part);
            self.make(library, part);
            // The lowest level may have formulas, too.
            if self.is_based || library.rng.coin() {
                self.push(library);
            }
            self.assert(library, part);
            if library.rng.coin() {
                self.check_sat(library, &below.concat());
            }
        }
        if !refuted.is_empty() {
            self.make(library, refuted);
            self.push(library);
            self.assert(library, refuted);
            self.check_values(library, refuted);
            self.pop(library, 1);
        }
        while self.levels > 0 {
            self.check_sat(library, &[]);
            let closed = library.rng.range(1, self.levels);
            self.pop(library, closed);
        }
        self.check_sat(library, &[]);
    }

    /// A check, and calls after it.
    fn check_sat(&mut self, library: &mut Library<'_>, formulas: &[TermId]) {
        self.call(library, &CheckSat, Args::new());
        self.follow_up(library, formulas);
    }

    /// A check of formulas that contradict each other. The values of a wrong model show that.
    pub(super) fn check_values(&mut self, library: &mut Library<'_>, formulas: &[TermId]) {
        self.call(library, &CheckSat, Args::new());
        self.get_values(library, formulas);
    }

    /// Puts the same formulas to a new instance, or again to the present one, which forgets them
    /// before. Some come on a level, which is then closed.
    fn repeat(&mut self, library: &mut Library<'_>, formulas: &[TermId]) {
        let may_repeat = library.state.options.incremental;
        if may_repeat && library.rng.coin() {
            self.clear(library);
        } else {
            self.reopen(library);
        }
        self.make(library, formulas);
        let below = library.rng.index(formulas.len() + 1);
        self.assert(library, &formulas[..below]);
        if may_repeat && library.rng.coin() {
            self.push(library);
        }
        self.assert(library, &formulas[below..]);
        self.call(library, &CheckSat, Args::new());
        if self.levels > 0 && below > 0 {
            self.close_levels(library);
            self.call(library, &CheckSat, Args::new());
        }
    }

    /// Calls after a check.
    fn follow_up(&mut self, library: &mut Library<'_>, formulas: &[TermId]) {
        if library.rng.chance(40) {
            self.get_values(library, formulas);
        }
        if library.rng.chance(10) {
            self.call(library, &GetUnsatCore, Args::new());
        }
        if library.state.options.incremental && library.rng.chance(15) {
            self.call(library, &CheckSat, Args::new());
        }
        if library.setup.asks_engines && library.rng.chance(ENGINES) {
            self.ask_engine(library, formulas);
        }
    }

    /// Puts formulas to another engine of the solver, by an action that only this solver has. Its
    /// answer must agree with the others.
    fn ask_engine(&mut self, library: &mut Library<'_>, formulas: &[TermId]) {
        let engines: Vec<&ExtensionAction> = engines(library.context).collect();
        let weight = |engine: &&ExtensionAction| engine.states.iter().map(|(_, w)| w).sum();
        let weights = engines.iter().map(weight);
        let Some(drawn) = library.rng.weighted(weights) else {
            return;
        };
        let args = smallvec![Arg::Terms(formulas.into())];
        let step = step(library.rng, engines[drawn].action, args);
        if !formulas.is_empty() && check(&library.state, &step.call, library.context).is_ok() {
            self.steps.push(step);
        }
    }

    /// Asks for values of terms below formulas, first for those of constants.
    fn get_values(&mut self, library: &mut Library<'_>, formulas: &[TermId]) {
        let barred = library.context.restrictions.get_value;
        let (mut asked, others) = readable_below(&library.state, formulas, barred);
        asked.truncate(MOST);
        for _ in 0..library.rng.index(MOST) {
            asked.extend(library.rng.pick(&others));
        }
        if !asked.is_empty() {
            self.call(library, &GetValue, smallvec![Arg::Terms(asked.into())]);
        }
    }

    fn assert(&mut self, library: &mut Library<'_>, formulas: &[TermId]) {
        self.is_based |= self.levels == 0 && !formulas.is_empty();
        for formula in formulas {
            let args = smallvec![Arg::Term(*formula)];
            self.call(library, &AssertFormula, args);
        }
    }

    /// Makes terms that the present instance does not have.
    fn make(&mut self, library: &Library<'_>, terms: &[TermId]) {
        self.made.resize(library.steps.len(), false);
        for number in library.needed(terms) {
            if !std::mem::replace(&mut self.made[number], true) {
                self.steps.push(library.steps[number].clone());
            }
        }
    }

    /// Opens a new instance.
    fn reopen(&mut self, library: &mut Library<'_>) {
        if std::mem::replace(&mut self.is_open, true) {
            self.call(library, &Delete, Args::new());
        }
        let has_options = !library.context.options.is_empty();
        if has_options && !self.made.is_empty() && library.rng.chance(OTHER_OPTIONS) {
            let theories = theories_of_steps(&library.steps, library.context);
            let (rng, swarm) = (&mut *library.rng, &library.swarm);
            let setup = &library.setup;
            let steps = setup.with_other_options(rng, theories, swarm, library.context);
            self.steps.extend(steps);
        } else {
            self.steps.extend(library.setup.steps.iter().cloned());
        }
        self.made = vec![false; library.steps.len()];
        self.made[..library.setup.steps.len()].fill(true);
        (self.levels, self.is_based) = (0, false);
    }

    /// Removes all assertions.
    fn clear(&mut self, library: &mut Library<'_>) {
        self.call(library, &ResetAssertions, Args::new());
        (self.levels, self.is_based) = (0, false);
    }

    fn push(&mut self, library: &mut Library<'_>) {
        self.call(library, &Push, smallvec![Arg::Number(1)]);
        self.levels += 1;
    }

    fn close_levels(&mut self, library: &mut Library<'_>) {
        if self.levels > 0 {
            self.pop(library, self.levels);
        }
    }

    /// Closes levels. There are so many.
    fn pop(&mut self, library: &mut Library<'_>, count: u32) {
        self.call(library, &Pop, smallvec![Arg::Number(count)]);
        self.levels -= count;
    }

    /// Adds a call, unless an option that it needs is off.
    fn call(&mut self, library: &mut Library<'_>, action: &'static dyn Action, args: Args) {
        let mut options = library.state.options;
        let needed = action
            .needed_option()
            .and_then(|name| options.get_mut(name));
        if needed.is_some_and(|is_on| !*is_on) {
            return;
        }
        self.steps.push(step(library.rng, action, args));
    }
}
