//! The weighted machine: which action comes next.

mod table;

pub use table::{EDGES, STATES};

use crate::action::{Action, Context, ExtensionAction, Goal, MissingArgs, Pick};
use crate::rng::Rng;
use crate::scenario::ScenarioKind;
use crate::state::InstanceState;
use crate::swarm::SwarmConfig;
use smallvec::SmallVec;

/// A state of the machine.
#[derive(Clone, Copy)]
pub struct State {
    /// The name, as `show fsm` prints it.
    pub name: &'static str,
    /// Whether the state may be entered.
    pub enter: fn(&InstanceState, &Context) -> bool,
    /// Whether there is something to do that should be done before the state is left: steps out
    /// of it are ten times rarer.
    pub busy: fn(&InstanceState) -> bool,
    /// What terms are picked for.
    pub goal: Goal,
}

/// What an edge does.
#[derive(Clone, Copy)]
pub enum Act {
    /// Nothing: a step to another state.
    Step,
    /// A call of an action.
    Call(&'static dyn Action),
    /// The calls of a scheme.
    Scenario(&'static dyn ScenarioKind),
}

/// An edge of the machine.
#[derive(Clone, Copy)]
pub struct Edge {
    /// The state that it leaves.
    pub from: &'static str,
    /// What it does.
    pub act: Act,
    /// The odds against the other edges of the state.
    pub weight: u32,
    /// The state that it enters.
    pub to: &'static str,
}

/// A machine, ready to run.
pub struct Machine {
    states: Vec<State>,
    /// By state: the edges that leave it, with the numbers of their target states.
    edges: Vec<Vec<(Edge, usize)>>,
}

/// What the machine does next.
pub enum Next {
    /// The call of an action; afterwards the state is entered, if it may be.
    Call(&'static dyn Action, usize),
    /// The calls of a scheme; the same then.
    Scenario(&'static dyn ScenarioKind, usize),
    /// The run has ended.
    End,
}

impl Machine {
    /// The machine of the table, with the actions of one solver where these stay in their state, and with weights
    /// replaced by `overrides`: `state.action` or `action`, and the weight.
    ///
    /// # Errors
    /// An action in a state, or an override of an edge, that there is not.
    pub fn new(own: &[ExtensionAction], overrides: Vec<(String, u32)>) -> Result<Self, String> {
        let number = |name: &str| STATES.iter().position(|s| s.name == name);
        let mut edges = vec![Vec::new(); STATES.len()];
        let own = own.iter().flat_map(|own| {
            let edge = |(state, weight): &(&'static str, u32)| Edge {
                from: state,
                act: Act::Call(own.action),
                weight: *weight,
                to: state,
            };
            own.states.iter().map(edge)
        });
        for edge in EDGES.iter().copied().chain(own) {
            let (Some(from), Some(to)) = (number(edge.from), number(edge.to)) else {
                return Err(format!("{} is in no state '{}'", edge.action(), edge.from));
            };
            edges[from].push((edge, to));
        }
        let mut machine = Self {
            states: STATES.to_vec(),
            edges,
        };
        for (key, weight) in overrides {
            let all = machine.edges.iter_mut().flatten().map(|(edge, _)| edge);
            let mut named = all.filter(|edge| edge.named(&key)).peekable();
            if named.peek().is_none() {
                return Err(format!(
                    "the weight '{key}' names no edge; 'murxla-rs show fsm' lists them as STATE.ACTION"
                ));
            }
            named.for_each(|edge| edge.weight = weight);
        }
        Ok(machine)
    }

    /// The machine without the actions of one solver that are not among `offered`: a release may lack what they
    /// need. Profiles name them all the same.
    #[must_use]
    pub fn offering(mut self, own: &[ExtensionAction], offered: &[ExtensionAction]) -> Self {
        let has = |all: &[ExtensionAction], name| all.iter().any(|own| own.action.name() == name);
        let stays = |name| !has(own, name) || has(offered, name);
        for edges in &mut self.edges {
            edges.retain(|(edge, _)| stays(edge.action()));
        }
        self
    }

    /// The states with the edges that leave them.
    pub fn states(&self) -> impl Iterator<Item = (&State, &[(Edge, usize)])> {
        self.states.iter().zip(self.edges.iter().map(Vec::as_slice))
    }
}

impl Edge {
    /// The name of the action or scheme, `step` for a step.
    #[must_use]
    pub fn action(&self) -> &'static str {
        match self.act {
            Act::Step => "step",
            Act::Call(action) => action.name(),
            Act::Scenario(scheme) => scheme.name(),
        }
    }

    fn named(&self, key: &str) -> bool {
        match key.split_once('.') {
            Some((state, action)) => self.from == state && self.action() == action,
            None => self.action() == key,
        }
    }
}

/// A walk through a machine.
pub struct Walk<'m> {
    machine: &'m Machine,
    at: usize,
    steps: u32,
}

/// Edges tried without any call being made, after which the run is ended: the machine has no way
/// on, because what it would need has been switched off.
const PATIENCE: u32 = 2000;

impl<'m> Walk<'m> {
    /// Starts in the first state.
    #[must_use]
    pub fn new(machine: &'m Machine) -> Self {
        Self {
            machine,
            at: 0,
            steps: 0,
        }
    }

    /// What terms are to be picked for.
    #[must_use]
    pub fn goal(&self) -> Goal {
        self.machine.states[self.at].goal
    }

    /// Enters a state after the call that leads to it, if it may be entered.
    pub fn enter(&mut self, at: usize, state: &InstanceState, context: &Context) {
        self.steps = 0;
        if (self.machine.states[at].enter)(state, context) {
            self.at = at;
        }
    }

    /// Follows steps until there is an action to try. `urgency`: how often the budget has been used
    /// up; from 1 on the walk heads for its end.
    pub fn next(
        &mut self,
        state: &InstanceState,
        context: &Context,
        swarm: &SwarmConfig,
        rng: &mut Rng,
        urgency: u32,
    ) -> Next {
        if urgency > 0 {
            self.head_for_the_end(state, context, urgency);
        }
        loop {
            self.steps += 1;
            let here = &self.machine.states[self.at];
            let edges = &self.machine.edges[self.at];
            if edges.is_empty() || self.steps > PATIENCE {
                return Next::End;
            }
            let busy = (here.busy)(state);
            // Drawing goes over the weights twice, and `enter` may look at many terms.
            let weights: SmallVec<[u32; 16]> = edges
                .iter()
                .enumerate()
                .map(|(n, (edge, to))| match edge.act {
                    Act::Step if !(self.machine.states[*to].enter)(state, context) => 0,
                    Act::Step if busy => edge.weight.div_ceil(10) * 4,
                    Act::Step => edge.weight * 4,
                    Act::Call(_) | Act::Scenario(_) => edge.weight * swarm.factor(self.at * 8 + n),
                })
                .collect();
            let Some(drawn) = rng.weighted(weights.iter().copied()) else {
                return Next::End;
            };
            let (edge, to) = edges[drawn];
            match edge.act {
                Act::Step => self.at = to,
                Act::Call(action) => return Next::Call(action, to),
                Act::Scenario(scheme) => return Next::Scenario(scheme, to),
            }
        }
    }

    /// Jumps to where the run can still be ended in good order: with all that has been built
    /// asserted and checked, or, if there is no time left for that, at least with a check.
    fn head_for_the_end(&mut self, state: &InstanceState, context: &Context, urgency: u32) {
        if !state.live {
            return; // Before `new` or after `delete`.
        }
        let patient = urgency < 2 && self.steps < PATIENCE / 20;
        let target = if !table::may_check(state, context) {
            "delete"
        } else if table::has_unclosed(state) && patient {
            "close"
        } else if table::has_root_formula(state) && patient {
            "assert"
        } else if state.checks == 0 || (state.last.is_none() && patient) {
            "check"
        } else {
            "delete"
        };
        if let Some(number) = STATES.iter().position(|s| s.name == target) {
            self.at = number;
        }
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
        let own = ExtensionAction {
            action: &Simplify,
            states: &[("options", 7)],
            needs: &[],
        };
        let weights = || vec![("options.simplify".to_owned(), 3)];
        let weight = |machine: &Machine| {
            let all = machine.edges.iter().flatten();
            let mut found = all.filter(|(edge, _)| edge.named("options.simplify"));
            found.next().map(|(edge, _)| edge.weight)
        };
        let machine = Machine::new(&[own], weights()).unwrap();
        assert_eq!(weight(&machine), Some(3));
        assert_eq!(weight(&machine.offering(&[own], &[])), None);
        let error = Machine::new(&[], weights()).err().unwrap();
        assert!(error.contains("names no edge"), "{error}");
    }
}
