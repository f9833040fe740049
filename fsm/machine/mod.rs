//! The weighted state machine. A random walk through it decides which action comes next.

mod table;

use crate::action::{
    Action, Context, ExtensionAction, Goal, MachineState, MissingArgs, Pick, Role,
};
use crate::rng::Rng;
use crate::scenario::ScenarioKind;
use crate::settings::swarm::{SwarmConfig, edge_factor};
use crate::state::InstanceState;
use smallvec::SmallVec;
use std::ops::Range;

/// The properties of a state in the table.
#[derive(Clone, Copy)]
struct Row {
    /// Whether the state may be entered.
    enter: fn(&InstanceState, &Context) -> bool,
    /// Whether something should be done before the state is left. Steps out of it are then ten
    /// times rarer.
    busy: fn(&InstanceState) -> bool,
    /// What terms are picked for.
    goal: Goal,
}

/// The effect of an edge.
#[derive(Clone, Copy)]
pub enum Act {
    /// Nothing: a step to another state.
    Step,
    /// A call of an action.
    Call(&'static dyn Action),
    /// The calls of a scenario.
    Scenario(&'static dyn ScenarioKind),
}

/// An edge of the machine.
#[derive(Clone, Copy)]
pub struct Edge {
    /// The state that it leaves.
    pub from: MachineState,
    /// Its effect.
    pub act: Act,
    /// Its weight among the edges of the state.
    pub weight: u32,
    /// The state that it enters.
    pub to: MachineState,
}

/// A machine with all its edges.
pub struct Machine {
    /// By state.
    rows: Vec<Row>,
    /// Ordered by the state that they leave.
    edges: Vec<Edge>,
    /// By state: the places of its edges.
    places: Vec<Range<usize>>,
}

/// The next decision of the machine.
pub enum Next {
    /// The call of an action. Afterwards the walk enters the state, if it may be entered.
    Call(&'static dyn Action, MachineState),
    /// The calls of a scenario. Afterwards the walk enters the state, if it may be entered.
    Scenario(&'static dyn ScenarioKind, MachineState),
    /// The run has ended.
    End,
}

impl Machine {
    /// The machine of the table, with the extension actions of a solver. Weights are replaced by
    /// `overrides`: the name of an edge as `state.action` or `action`, and its weight.
    ///
    /// # Errors
    /// An override does not name an edge.
    pub fn new(
        extension: &[ExtensionAction],
        overrides: Vec<(String, u32)>,
    ) -> Result<Self, String> {
        let extension = extension.iter().flat_map(|extension| {
            let edge = |(state, weight): &(MachineState, u32)| Edge {
                from: *state,
                act: Act::Call(extension.action),
                weight: *weight,
                to: *state,
            };
            extension.states.iter().map(edge)
        });
        let mut edges: Vec<Edge> = table::EDGES.iter().copied().chain(extension).collect();
        for (key, weight) in overrides {
            let mut named = edges.iter_mut().filter(|edge| edge.named(&key)).peekable();
            if named.peek().is_none() {
                return Err(format!(
                    "the weight '{key}' does not name an edge; 'murxla-rs show fsm' lists the edges as STATE.ACTION"
                ));
            }
            named.for_each(|edge| edge.weight = weight);
        }
        Ok(Self::of(edges))
    }

    fn of(mut edges: Vec<Edge>) -> Self {
        edges.sort_by_key(|edge| edge.from as usize); // Stable: each state keeps the order of its edges.
        let place = |state: usize| edges.partition_point(|edge| (edge.from as usize) < state);
        let states = MachineState::ALL.iter();
        Self {
            rows: states.clone().map(|state| table::row(*state)).collect(),
            places: states
                .map(|state| place(*state as usize)..place(*state as usize + 1))
                .collect(),
            edges,
        }
    }

    /// The machine without the extension actions that are not among `offered`: an old release may
    /// lack a function that an action calls. Profiles may name these actions all the same.
    #[must_use]
    pub fn offering(self, all: &[ExtensionAction], offered: &[ExtensionAction]) -> Self {
        let has = |actions: &[ExtensionAction], name| {
            let mut actions = actions.iter();
            actions.any(|extension| extension.action.name() == name)
        };
        let stays = |edge: &Edge| !has(all, edge.action()) || has(offered, edge.action());
        let mut edges = self.edges;
        edges.retain(stays);
        Self::of(edges)
    }

    /// The states with the edges that leave them.
    pub fn states(&self) -> impl Iterator<Item = (MachineState, &[Edge])> {
        let states = MachineState::ALL.iter().copied();
        states.map(|state| (state, &self.edges[self.places[state as usize].clone()]))
    }

    fn row(&self, state: MachineState) -> &Row {
        &self.rows[state as usize]
    }
}

impl Edge {
    /// The name of the action or scenario, `step` for a step.
    #[must_use]
    pub fn action(&self) -> &'static str {
        match self.act {
            Act::Step => "step",
            Act::Call(action) => action.name(),
            Act::Scenario(scenario) => scenario.name(),
        }
    }

    fn named(&self, key: &str) -> bool {
        match key.split_once('.') {
            Some((state, action)) => self.from.name() == state && self.action() == action,
            None => self.action() == key,
        }
    }
}

/// A random walk through a machine.
pub struct Walk<'m> {
    machine: &'m Machine,
    /// By edge: its weight in this run, in quarters.
    weights: Vec<u32>,
    at: MachineState,
    steps: u32,
}

/// The largest number of edges without a call, after which the run ends. A walk gets stuck if the
/// actions that it needs are switched off.
const PATIENCE: u32 = 2000;

/// After the answer `unknown`, checks are so many times rarer, and calls that remove assertions so
/// many times likelier. Most checks of an instance that still has the assertions are answered
/// `unknown`, too, and take all of their budget: `docs/performance.md`.
const RELUCTANCE: u32 = 8;

impl<'m> Walk<'m> {
    /// Draws the weights of a run. The walk begins before `new`.
    #[must_use]
    pub fn new(machine: &'m Machine, rng: &mut Rng) -> Self {
        let edges = machine.edges.iter();
        let weigh = |edge: &Edge| match edge.act {
            // Without steps there is no way through the machine, so they keep their weight.
            Act::Step => edge.weight.saturating_mul(4),
            Act::Call(_) | Act::Scenario(_) => edge.weight.saturating_mul(edge_factor(rng)),
        };
        Self {
            machine,
            weights: edges.map(weigh).collect(),
            at: MachineState::New,
            steps: 0,
        }
    }

    /// Begins in `wanted`, if that state may be entered, or else in the one that fits the instance
    /// best.
    pub fn start(
        &mut self,
        wanted: Option<MachineState>,
        state: &InstanceState,
        context: &Context,
    ) {
        let may_be =
            |at: &MachineState| state.live && (self.machine.row(*at).enter)(state, context);
        self.at = wanted
            .filter(may_be)
            .unwrap_or_else(|| table::fitting(state, context));
    }

    /// What terms are to be picked for.
    #[must_use]
    pub fn goal(&self) -> Goal {
        self.machine.row(self.at).goal
    }

    /// Enters a state after the call that leads to it, if it may be entered.
    pub fn enter(&mut self, to: MachineState, state: &InstanceState, context: &Context) {
        self.steps = 0;
        if (self.machine.row(to).enter)(state, context) {
            self.at = to;
        }
    }

    /// Follows steps until there is an action to try. `urgency` says how many times the run has
    /// used up its budget of calls. From 1 on the walk heads for its end.
    pub fn next(
        &mut self,
        state: &InstanceState,
        context: &Context,
        rng: &mut Rng,
        urgency: u32,
    ) -> Next {
        if urgency > 0 {
            self.head_for_the_end(state, context, urgency);
        }
        loop {
            self.steps += 1;
            let place = self.machine.places[self.at as usize].clone();
            let edges = &self.machine.edges[place.clone()];
            if edges.is_empty() || self.steps > PATIENCE {
                return Next::End;
            }
            let busy = (self.machine.row(self.at).busy)(state);
            let undecided = state.is_undecided();
            let weigh = |(edge, weight): (&Edge, &u32)| match edge.act {
                Act::Step if !(self.machine.row(edge.to).enter)(state, context) => 0,
                Act::Step if busy => edge.weight.div_ceil(10) * 4,
                Act::Call(action) if undecided => match action.role() {
                    Role::Check => weight.div_ceil(RELUCTANCE),
                    // `reset` would remove terms that nothing has used yet, too.
                    Role::Pop | Role::ClearAssertions => weight.saturating_mul(RELUCTANCE),
                    _ => *weight,
                },
                _ => *weight,
            };
            // Drawing goes over the weights twice, and `enter` may look at many terms.
            let weights: SmallVec<[u32; 16]> =
                edges.iter().zip(&self.weights[place]).map(weigh).collect();
            let Some(drawn) = rng.weighted(weights.iter().copied()) else {
                return Next::End;
            };
            let edge = edges[drawn];
            match edge.act {
                Act::Step => self.at = edge.to,
                Act::Call(action) => return Next::Call(action, edge.to),
                Act::Scenario(scenario) => return Next::Scenario(scenario, edge.to),
            }
        }
    }

    /// Jumps to a state from which the run can end in good order: everything that has been built is
    /// asserted and checked. If there is no time left for that, there is at least one check.
    /// An undecided instance is not checked again.
    fn head_for_the_end(&mut self, state: &InstanceState, context: &Context, urgency: u32) {
        if !state.live {
            return; // Before `new` or after `delete`.
        }
        let patient = urgency < 2 && self.steps < PATIENCE / 20;
        self.at = if !table::may_check(state, context) {
            MachineState::Delete
        } else if table::has_unclosed(state) && patient {
            MachineState::Close
        } else if table::has_root_formula(state) && patient {
            MachineState::Assert
        } else if state.checks.count == 0
            || (state.checks.last.is_none() && patient && !state.is_undecided())
        {
            MachineState::Check
        } else {
            MachineState::Delete
        };
    }
}

/// A pick in the present state.
pub fn pick<'a>(
    walk: &Walk<'_>,
    state: &'a InstanceState,
    rng: &'a mut Rng,
    swarm: &'a SwarmConfig,
    context: &'a Context,
    missing_args: &'a mut Option<MissingArgs>,
) -> Pick<'a> {
    Pick {
        state,
        rng,
        swarm,
        context,
        goal: walk.goal(),
        missing_args,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::actions::Simplify;

    #[test]
    fn a_profile_may_weigh_what_a_release_lacks() {
        let extension = ExtensionAction {
            action: &Simplify,
            states: &[(MachineState::Options, 7)],
            needs: &[],
        };
        let weights = || vec![("options.simplify".to_owned(), 3)];
        let weight = |machine: &Machine| {
            let mut all = machine.edges.iter();
            let found = all.find(|edge| edge.named("options.simplify"));
            found.map(|edge| edge.weight)
        };
        let machine = Machine::new(&[extension], weights()).unwrap();
        assert_eq!(weight(&machine), Some(3));
        assert_eq!(weight(&machine.offering(&[extension], &[])), None);
        let error = Machine::new(&[], weights()).err().unwrap();
        assert!(error.contains("does not name an edge"), "{error}");
    }
    /// Each edge has its own factor, even if its state has many edges.
    #[test]
    fn every_edge_has_its_own_factor() {
        let machine = Machine::new(&[], Vec::new()).unwrap();
        let is_call = |edge: &Edge| !matches!(edge.act, Act::Step);
        let calls: Vec<usize> = (0..machine.edges.len())
            .filter(|n| is_call(&machine.edges[*n]))
            .collect();
        let mut rng = Rng::new(1);
        let mut factors = vec![Vec::new(); calls.len()];
        for _ in 0..2000 {
            let walk = Walk::new(&machine, &mut rng);
            for (n, factors) in calls.iter().zip(&mut factors) {
                factors.push(walk.weights[*n] / machine.edges[*n].weight);
            }
        }
        for (n, one) in factors.iter().enumerate() {
            for (factor, percent) in [(1, 12.5), (4, 75.0), (12, 12.5)] {
                let drawn = one.iter().filter(|drawn| **drawn == factor).count();
                let share = drawn as f64 / 20.0;
                assert!((share - percent).abs() < 4.0, "{factor}: {share} %");
            }
            assert!(factors[..n].iter().all(|other| other != one));
        }
    }
}
