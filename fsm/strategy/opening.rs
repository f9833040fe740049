//! The options and the logic of a run: those of an entry, or those that the run has drawn.

use super::StrategyInput;
use crate::action::{Action, Arg, Args, Call, Context, ExtensionAction, Ids, Param, SwarmConfig};
use crate::actions::{MkRecFun, MkTerm, MkValue, SetLogic, SetOption, logic_name};
use crate::edit::Step;
use crate::features::{features_of, features_of_theories, theories_of_steps};
use crate::op::Linear;
use crate::option::{RunSettings, pairs};
use crate::rng::Rng;
use crate::settings;
use crate::solver::TermId;
use crate::state::{HIGHER_ORDER, Options};
use crate::theory::{Theories, Theory};
use crate::value::Value;
use num_traits::Zero;
use rustc_hash::FxHashSet;
use smallvec::smallvec;
use std::collections::BTreeSet;

/// The calls between `new` and the first sort of a run, and what follows from them.
pub(super) struct Opening {
    pub(super) steps: Vec<Step>,
    /// The theories that formulas may use.
    theories: Theories,
    /// The theories that formulas may not use, because the options of the run are not those that
    /// they need.
    barred: Theories,
    /// Whether formulas are linear arithmetic.
    pub(super) linear: bool,
    /// The features of the entry, for which options are drawn. Empty if nothing is known about
    /// options.
    features: BTreeSet<String>,
    /// Whether a walk continues the run.
    pub(super) continues: bool,
    /// Whether formulas are also put to other engines of the solver.
    pub(super) asks_engines: bool,
}

/// In percent, how often formulas are also put to other engines of the solver, if it has some.
const ASKS_ENGINES: u32 = 40;

/// In percent, how often a run that keeps the options of an entry has others, too.
const MORE_OPTIONS: u32 = 40;

/// In percent, how often a walk continues the run, if the logic has all theories.
const CONTINUED: u32 = 20;

/// In percent, how often a run has the smallest logic of its formulas.
const SMALLEST_LOGIC: u32 = 30;

/// The logic with all theories.
const ALL: &str = "ALL";

impl Opening {
    /// Draws whether the run keeps the options of an entry, and its logic. `uses` are the theories
    /// of the entry's formulas.
    pub(super) fn draw(input: &mut StrategyInput<'_>, entry: &[Step], uses: Theories) -> Self {
        let (context, swarm, rng) = (input.context, input.swarm, &mut *input.rng);
        let keeps = rng.chance(60);
        let set = entry.iter().find_map(|step| SetLogic::of(&step.call));
        let functions_are_values = set.is_some_and(|args| args.logic.starts_with(HIGHER_ORDER));
        let is_small = rng.chance(SMALLEST_LOGIC);
        let logic = match (functions_are_values, is_small) {
            (true, _) => Some(format!("{HIGHER_ORDER}{ALL}")),
            (false, true) => Some(ALL.to_owned()),
            (false, false) => None,
        };
        let all = uses.union(swarm.theories);
        let continues = logic.is_none() && may_combine(all, context) && rng.chance(CONTINUED);
        let theories = if continues { all } else { uses };
        let features = match entry {
            _ if context.options.relevance.is_empty() => BTreeSet::new(),
            [] => features_of_theories(uses, context),
            _ => features_of(entry, context),
        };
        // The walk has drawn options for its own theories.
        let names = features.iter().map(String::as_str);
        let mut settings = settings::draw_again(&swarm.settings, rng, names, theories, context);
        if keeps && !rng.chance(MORE_OPTIONS) {
            settings.own.clear();
        }
        let kept = if keeps { entry } else { &[] };
        let mut steps = options(rng, kept, theories, &settings, context);
        steps.extend(logic.map(|logic| {
            let args = smallvec![Arg::Word(logic.into())];
            step(rng, &SetLogic, args)
        }));
        Self {
            barred: find_barred_theories(&steps, context).collect(),
            steps,
            features,
            theories: input.entries.theories,
            linear: context.user.linear || is_small && is_linear(entry, context) && rng.coin(),
            continues,
            asks_engines: engines(context).next().is_some() && rng.chance(ASKS_ENGINES),
        }
    }

    /// Whether names are plain, because some actions of solvers read what the solver prints.
    pub(super) fn has_plain_names(&self) -> bool {
        self.continues || self.asks_engines
    }

    /// The steps with other options of the solver, for formulas of some theories.
    pub(super) fn with_other_options(
        &self,
        rng: &mut Rng,
        theories: Theories,
        swarm: &SwarmConfig,
        context: &Context,
    ) -> Vec<Step> {
        let features = self.features.iter().map(String::as_str);
        let drawn = settings::draw_again(&swarm.settings, rng, features, theories, context);
        let is_own = |name: &str| !context.user.sets(name) && context.options.has(name);
        let may_set = |name: &str| is_own(name) && !settings::is_left_off(name, theories, context);
        let mut steps = self.steps.clone();
        steps.retain(|step| !SetOption::of(&step.call).is_some_and(|set| is_own(set.name)));
        for (name, value) in pairs(&drawn.own).filter(|(name, _)| may_set(name)) {
            let args = smallvec![Arg::Word(name.into()), Arg::Word(value.into())];
            steps.insert(1, step(rng, &SetOption, args));
        }
        steps
    }

    /// Whether formulas may use an operator of this theory.
    pub(super) fn allows(&self, theory: Theory) -> bool {
        let is_known = self.theories.has(theory) && !self.barred.has(theory);
        theory == Theory::Bool || is_known
    }

    /// Whether formulas may use an operator of this kind.
    pub(super) fn allows_linear(&self, linear: Linear) -> bool {
        linear.is_allowed(self.linear)
    }
}

/// A step without results.
pub(super) fn step(rng: &mut Rng, action: &'static dyn Action, args: Args) -> Step {
    Step::new(Call {
        seed: Call::draw_seed(rng),
        action,
        args,
        ids: Ids::default(),
    })
}

/// The calls that set options: those that the user has chosen, then those of the entry that the run
/// keeps, and those that the run has drawn.
pub(super) fn options(
    rng: &mut Rng,
    kept: &[Step],
    theories: Theories,
    settings: &RunSettings,
    context: &Context,
) -> Vec<Step> {
    let is_known = |name: &str| {
        let is_common = Options::NAMES.contains(&name);
        is_common || context.options.has(name)
    };
    let of_entry = kept.iter().filter_map(|step| SetOption::of(&step.call));
    let of_entry = of_entry.filter(|args| is_known(args.name));
    let of_entry = of_entry.map(|args| (args.name, args.value));
    let forced = pairs(&context.user.options).map(|forced| (forced, true));
    let drawn = settings.of_strategy(of_entry).map(|drawn| (drawn, false));
    let mut set: Vec<(&str, &str)> = Vec::new();
    let mut steps = Vec::new();
    for ((name, value), is_forced) in forced.chain(drawn) {
        let is_off = !is_forced && settings::is_left_off(name, theories, context);
        let is_set = set.iter().any(|(known, _)| *known == name);
        let all = set.iter().copied().chain([(name, value)]);
        if is_set || is_off || !is_forced && context.options.conflicts.has(all) {
            continue;
        }
        set.push((name, value));
        let args = smallvec![Arg::Word(name.into()), Arg::Word(value.into())];
        steps.push(step(rng, &SetOption, args));
    }
    steps
}

/// The theories that need an option to be off, which one of these steps turns on.
fn find_barred_theories<'c>(
    steps: &'c [Step],
    context: &'c Context,
) -> impl Iterator<Item = Theory> {
    let set = |name: &String| {
        let mut all = steps.iter().filter_map(|step| SetOption::of(&step.call));
        all.any(|option| option.name == name && option.value != "false")
    };
    let rules = context.restrictions.left_off.iter();
    let broken = rules.filter(move |(_, options)| options.iter().any(set));
    broken.map(|(theory, _)| *theory)
}

/// The actions that put formulas to other engines of the solver.
pub(super) fn engines(context: &Context) -> impl Iterator<Item = &ExtensionAction> {
    let is_engine = |extension: &&ExtensionAction| {
        let action = extension.action;
        action.row().searches && action.params() == [Param::Terms] && extension.needs.is_empty()
    };
    context.available.extensions.iter().filter(is_engine)
}

/// Whether the profile allows these theories together.
pub(super) fn may_combine(theories: Theories, context: &Context) -> bool {
    let rules = &context.restrictions.apart;
    let is_barred = |(theory, others): (&Theory, &Theories)| {
        theories.has(*theory) && theories.intersection(*others) != Theories::default()
    };
    !rules.iter().any(is_barred)
}

/// Gives a run that sets a logic the smallest one that has all of its steps.
pub(super) fn name_logic(steps: &mut [Step], context: &Context) {
    let is_recursive = |step: &Step| MkRecFun::of(&step.call).is_some();
    // The other logics do not have recursive functions in all solvers.
    let name = match steps.iter().any(is_recursive) {
        true => ALL.to_owned(),
        false => logic_name(
            theories_of_steps(&*steps, context),
            is_linear(steps, context),
        ),
    };
    for step in steps {
        if let Some(args) = SetLogic::of(&step.call) {
            let is_higher_order = args.logic.starts_with(HIGHER_ORDER);
            let prefix = if is_higher_order { HIGHER_ORDER } else { "" };
            let name = format!("{prefix}{name}");
            step.call.args = smallvec![Arg::Word(name.into())];
        }
    }
}

/// Whether all terms of some steps are linear arithmetic.
pub(super) fn is_linear(steps: &[Step], context: &Context) -> bool {
    let mut values: FxHashSet<TermId> = FxHashSet::default();
    steps.iter().all(|Step { call, .. }| {
        // A division by zero is not linear.
        if MkValue::of(call).is_some_and(|args| !is_zero(args.value)) {
            values.extend(call.ids.term);
        }
        let Some(term) = MkTerm::of(call) else {
            return true;
        };
        match context.ops.signature(term.op).linear {
            Linear::Any => true,
            Linear::Product | Linear::Quotient => {
                term.terms.iter().skip(1).all(|arg| values.contains(arg))
            }
            Linear::Never => false,
        }
    })
}

fn is_zero(value: &Value) -> bool {
    match value {
        Value::Int(number) => number.is_zero(),
        Value::Real(number) => number.is_zero(),
        _ => false,
    }
}
