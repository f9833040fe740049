//! What a run draws with: random numbers, and what the campaign and the set-up of the run allow.

use super::StrategyInput;
use super::opening::{Opening, step};
use super::terms::Terms;
use crate::action::{Args, Context, Goal, MissingArgs, Pick, SwarmConfig};
use crate::actions::New;
use crate::rng::Rng;
use crate::state::InstanceState;
use crate::state::names::Names;
use crate::theory::{Theories, Theory};

/// The random choices of a strategy, and what limits them.
pub(super) struct Draws<'a> {
    pub(super) context: &'a Context,
    pub(super) swarm: SwarmConfig,
    pub(super) rng: &'a mut Rng,
    pub(super) opening: Opening,
    /// The theories with operators of the solver. It may have only the sorts of other
    /// theories, and then it cannot solve them.
    pub(super) offered: Theories,
}

/// The theories with operators of a solver.
pub(super) fn offered(context: &Context) -> Theories {
    let supported = context.ops.iter().filter(|op| context.supports(*op));
    supported.map(|op| context.ops.row(op).theory).collect()
}

/// The terms of a run after its first calls, which make no terms, and its random choices.
pub(super) fn open_run<'a>(
    input: &'a mut StrategyInput<'_>,
    mut opening: Opening,
) -> (Terms, Draws<'a>) {
    let mut swarm = input.swarm.clone();
    swarm.linear = opening.linear;
    if opening.has_plain_names() {
        swarm.names = Names::Plain;
    }
    let context = input.context;
    let mut terms = Terms::default();
    let new = step(input.rng, &New, Args::new());
    // What is valid depends on the logic: functions as values do.
    for step in std::iter::once(new).chain(std::mem::take(&mut opening.steps)) {
        terms.add(step.call, context);
    }
    opening.steps.clone_from(&terms.steps);
    let offered = offered(context);
    let rng = &mut *input.rng;
    (
        terms,
        Draws {
            context,
            swarm,
            rng,
            opening,
            offered,
        },
    )
}

impl Draws<'_> {
    /// Terms are generated from all operators of some theories.
    pub(super) fn generate_from(&mut self, theories: Theories) {
        let (linear, names) = (self.swarm.linear, self.swarm.names);
        let theories = theories.union(Theories::from_iter([Theory::Bool]));
        let drawn = SwarmConfig::draw(self.rng, theories, Some(linear), self.context);
        self.swarm = drawn.with_all_operators(theories, self.context);
        self.swarm.names = names;
    }

    /// What actions see while they pick arguments.
    pub(super) fn pick<'p>(
        &'p mut self,
        state: &'p InstanceState,
        missing: &'p mut Option<MissingArgs>,
    ) -> Pick<'p> {
        Pick {
            state,
            rng: self.rng,
            swarm: &self.swarm,
            context: self.context,
            goal: Goal::Explore,
            missing_args: missing,
        }
    }
}
