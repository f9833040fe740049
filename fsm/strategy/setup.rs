//! The options and the logic of a run: those of an entry, or those that the run has drawn.

use super::Input;
use crate::action::{Action, Arg, Args, Call, Context, Ids, Role, SwarmConfig};
use crate::actions::{SetLogic, SetOption, kinds_of};
use crate::edit::Step;
use crate::op::Linear;
use crate::rng::Rng;
use crate::sort::SortKind;
use crate::state::Options;
use crate::theory::{Theories, Theory};
use smallvec::smallvec;

/// The calls between `new` and the first sort of a run, and what follows from them.
pub(super) struct Setup {
    pub(super) steps: Vec<Step>,
    /// The theories that formulas may use.
    theories: Theories,
    /// The theories that formulas may not use, because the options of the run are not those that they need.
    barred: Theories,
    pub(super) linear: bool,
    /// Whether a walk continues the run. Names are plain then, because some actions of walks read what the solver prints.
    pub(super) continues: bool,
}

/// In percent, how often a walk continues the run, if the logic has all theories.
const CONTINUED: u32 = 20;

impl Setup {
    /// Draws whether the run keeps the options and the logic of an entry. `uses` are the theories of its formulas. `may_limit` says
    /// whether the run may have a logic that does not have all of SMT-LIB.
    pub(super) fn draw(
        input: &mut Input<'_>,
        entry: &[Step],
        uses: Theories,
        may_limit: bool,
    ) -> Self {
        let (context, swarm, rng) = (input.context, input.swarm, &mut *input.rng);
        let keeps = rng.chance(60);
        let logic = entry.iter().find_map(|step| SetLogic::of(&step.call));
        let logic = logic.map(|args| args.logic).filter(|logic| {
            // Functions as values need their logic. Mutations leave the logics of differences.
            let is_higher_order = logic.starts_with("HO_");
            is_higher_order || may_limit && keeps && !logic.ends_with("DL") && rng.coin()
        });
        let all = uses.union(swarm.theories);
        let continues = logic.is_none() && may_combine(all, context) && rng.chance(CONTINUED);
        let theories = if continues { all } else { uses };
        let mut steps = options(rng, entry, theories, keeps, swarm, context);
        if let Some(logic) = logic {
            let args = smallvec![Arg::Word(logic.into())];
            steps.push(step(rng, &SetLogic, args));
        }
        let has_all = logic.is_none_or(|logic| logic.ends_with("ALL"));
        let is_linear = |logic| {
            ["LIA", "LRA", "LIRA"]
                .iter()
                .any(|name| str::ends_with(logic, name))
        };
        Self {
            barred: barred(&steps, context).collect(),
            steps,
            theories: if has_all {
                input.entries.theories
            } else {
                uses
            },
            linear: context.linear || logic.is_some_and(is_linear),
            continues,
        }
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

fn step(rng: &mut Rng, action: &'static dyn Action, args: Args) -> Step {
    Step::new(Call {
        seed: rng.below(Call::SEEDS) as u32,
        action,
        args,
        ids: Ids::default(),
    })
}

/// The calls that set options: those that the user has chosen, and then those of the entry, or those that the run has drawn.
fn options(
    rng: &mut Rng,
    entry: &[Step],
    theories: Theories,
    keeps: bool,
    swarm: &SwarmConfig,
    context: &Context,
) -> Vec<Step> {
    let mut settings: Vec<(&str, String)> = Vec::new();
    let forced = context.forced.iter();
    settings.extend(forced.map(|(name, value)| (&**name, value.clone())));
    // Several checks are most of what a strategy does.
    settings.push(("incremental", "true".to_owned()));
    if keeps {
        let known = |name: &str| {
            let is_generic = Options::NAMES.contains(&name);
            is_generic || context.options.iter().any(|option| option.name == name)
        };
        let own = entry.iter().filter_map(|step| SetOption::of(&step.call));
        let own = own.filter(|args| known(args.name));
        settings.extend(own.map(|args| (args.name, args.value.to_owned())));
    }
    let generic = swarm.options.iter();
    settings.extend(generic.map(|(name, value)| (*name, value.to_string())));
    if !keeps {
        let drawn = swarm.settings.iter();
        settings.extend(drawn.map(|(name, value)| (&**name, value.clone())));
    }
    let is_off = |name: &str| {
        let mut rules = context.restrictions.left_off.iter();
        rules.any(|(theory, off)| theories.has(*theory) && off.iter().any(|off| off == name))
    };
    let mut set: Vec<&str> = Vec::new();
    let mut steps = Vec::new();
    for (name, value) in settings {
        if set.contains(&name) || is_off(name) {
            continue;
        }
        set.push(name);
        let args = smallvec![Arg::Word(name.into()), Arg::Word(value.into())];
        steps.push(step(rng, &SetOption, args));
    }
    steps
}

/// The theories that need options to be off which these steps turn on.
fn barred<'c>(steps: &'c [Step], context: &'c Context) -> impl Iterator<Item = Theory> {
    let set = |name: &String| {
        let mut all = steps.iter().filter_map(|step| SetOption::of(&step.call));
        all.any(|option| option.name == name && option.value != "false")
    };
    let rules = context.restrictions.left_off.iter();
    let broken = rules.filter(move |(_, options)| options.iter().any(set));
    broken.map(|(theory, _)| *theory)
}

/// Whether the profile allows these theories together.
pub(super) fn may_combine(theories: Theories, context: &Context) -> bool {
    let rules = &context.restrictions.apart;
    let is_barred = |(theory, others): &(Theory, Theories)| {
        theories.has(*theory) && theories.intersection(*others) != Theories::default()
    };
    !rules.iter().any(is_barred)
}

/// The theories of the operators and sorts in some steps.
pub(super) fn theories<'s>(
    steps: impl IntoIterator<Item = &'s Step>,
    context: &Context,
) -> Theories {
    let mut theories = Theories::default();
    for step in steps {
        if !matches!(step.call.action.role(), Role::Declare | Role::Build) {
            continue;
        }
        for arg in &step.call.args {
            match arg {
                Arg::Op(op) => theories.insert(context.ops.row(*op).theory),
                Arg::Datatypes(_) => theories.insert(Theory::Dt),
                Arg::NewSort(sort) => insert_theories_of(sort.kind(), &mut theories),
                _ => {}
            }
        }
    }
    theories
}

/// Adds the theories of sorts of a kind.
pub(super) fn insert_theories_of(kind: SortKind, theories: &mut Theories) {
    let all = Theory::ALL.iter().map(|(theory, _)| *theory);
    let of = |theory: &Theory| kinds_of(*theory).any(|other| other == kind);
    all.filter(of).for_each(|theory| theories.insert(theory));
}
