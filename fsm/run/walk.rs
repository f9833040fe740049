//! Walks through the machine.

use super::source::{CallSource, NextCall, Now, Outcome};
use super::{End, RunSetup};
use crate::action::{Call, Ids, MachineState, MissingArgs};
use crate::actions::Delete;
use crate::machine::{Next, Walk, pick};
use crate::rng::Rng;
use crate::scenario::{Draft, Scenario, Supply};
use crate::settings::swarm::SwarmConfig;
use crate::state::InstanceState;
use crate::theory::Theories;
use crate::trace::Note;

/// The calls of a random walk through the machine. It starts in a state of the machine that fits
/// the instance, so other calls may come before it.
pub struct WalkSource<'a> {
    setup: &'a RunSetup,
    swarm: SwarmConfig,
    rng: Rng,
    seeds: Rng,
    walk: Walk<'a>,
    stage: WalkStage,
    calls: u32,
    missing_args: Option<MissingArgs>,
    scenario: Option<(Box<dyn Scenario>, MachineState)>,
    /// The state to enter once the last call has been made.
    to: Option<MachineState>,
}

/// The stage of a walk.
#[derive(Clone, Copy, PartialEq, Eq)]
enum WalkStage {
    /// It has not begun.
    Start,
    /// It goes through the machine.
    Walk,
    /// It has ended.
    End,
}

impl<'a> WalkSource<'a> {
    /// The walk of `seed`. It begins in the state of the machine that fits the instance best.
    #[must_use]
    pub fn new(seed: u64, setup: &'a RunSetup) -> Self {
        let mut rng = Rng::new(seed);
        let swarm = SwarmConfig::draw_walk(seed, &mut rng, setup.theories, &setup.context);
        Self::with(seed, setup, (swarm, rng))
    }

    /// The walk of `seed` with some of these theories. Whether arithmetic is linear is drawn,
    /// unless it is known.
    #[must_use]
    pub(super) fn within(
        seed: u64,
        setup: &'a RunSetup,
        (theories, linear): (Theories, Option<bool>),
    ) -> Self {
        let mut rng = Rng::new(seed);
        let swarm = SwarmConfig::draw(&mut rng, theories, linear, &setup.context);
        Self::with(seed, setup, (swarm, rng))
    }

    fn with(seed: u64, setup: &'a RunSetup, (swarm, mut rng): (SwarmConfig, Rng)) -> Self {
        Self {
            walk: Walk::new(&setup.machine, &mut rng),
            setup,
            swarm,
            rng,
            seeds: Rng::new(!seed),
            stage: WalkStage::Start,
            calls: 0,
            missing_args: None,
            scenario: None,
            to: None,
        }
    }

    /// The same walk with half of its calls, for a run in which sorts and terms are there already.
    #[must_use]
    pub(super) fn half(mut self) -> Self {
        self.swarm.calls = self.swarm.calls.div_ceil(2);
        self
    }

    /// The random configuration of the walk.
    #[must_use]
    pub fn swarm(&self) -> &SwarmConfig {
        &self.swarm
    }

    /// The same walk. It begins in this state of the machine, if the state may be entered then.
    #[must_use]
    pub fn starting_in(mut self, start: MachineState) -> Self {
        self.to = Some(start);
        self
    }

    fn seed(&mut self) -> u32 {
        Call::draw_seed(&mut self.seeds)
    }

    /// The next call of the machine or of the present scenario. `None` at the end of the walk, and
    /// when the run has used three times its budget because it cannot reach its end. A scenario is
    /// not cut.
    fn step(&mut self, state: &InstanceState) -> Option<Call> {
        let context = &self.setup.context;
        while self.scenario.is_some() || self.calls < self.swarm.calls * 3 {
            let urgency = self.calls / self.swarm.calls;
            let next = match self.scenario {
                Some(_) => None,
                None => Some(self.walk.next(state, context, &mut self.rng, urgency)),
            };
            if let Some(Next::Call(..)) = next {
                // Missing arguments that a scenario reported are dropped, because their sorts may
                // not exist any more.
                self.missing_args = None;
            }
            let mut cx = pick(
                &self.walk,
                state,
                &mut self.rng,
                &self.swarm,
                context,
                &mut self.missing_args,
            );
            match (next, &mut self.scenario) {
                (None, None) | (Some(Next::End), _) => return None,
                (None, Some((scenario, to))) => {
                    let draft = scenario.next(&mut cx);
                    let to = *to;
                    let seed = self.seed();
                    let call = draft.map(|draft| draft.call(seed));
                    // A call of a scenario may depend on an answer, so it need not be valid.
                    let is_valid = |call: &Call| call.action.valid(state, call, context).is_ok();
                    if let Some(call) = call.filter(is_valid) {
                        return Some(call);
                    }
                    self.walk.enter(to, state, context);
                    self.scenario = None;
                }
                (Some(Next::Scenario(kind, to)), _) => {
                    self.scenario = kind.begin(&mut cx).map(|scenario| (scenario, to));
                }
                (Some(Next::Call(action, to)), _) => {
                    if let Some((args, ids)) = action.pick(&mut cx) {
                        self.to = Some(to);
                        let seed = self.seed();
                        return Some(Draft { action, args, ids }.call(seed));
                    }
                    if let Some(missing_args) = self.missing_args.take() {
                        let supply = Supply::new(missing_args, state, context);
                        self.scenario = supply.map(|supply| (Box::new(supply) as _, to));
                    }
                }
            }
        }
        None
    }
}

impl CallSource for WalkSource<'_> {
    fn next(&mut self, now: &mut Now<'_>) -> Result<Option<NextCall>, End> {
        if self.stage == WalkStage::Start {
            self.stage = WalkStage::Walk;
            now.sink.avoided(self.swarm.settings.avoided);
            self.walk.start(self.to.take(), now.state, now.context);
        }
        if self.stage == WalkStage::Walk {
            if let Some(call) = self.step(now.state) {
                return Ok(Some(call.into()));
            }
            self.stage = WalkStage::End;
            // Every run ends with `delete`, so that no instance outlives it.
            if now.state.live {
                let delete = Call {
                    seed: self.seed(),
                    action: &Delete,
                    args: Default::default(),
                    ids: Ids::default(),
                };
                return Ok(Some(delete.into()));
            }
        }
        Ok(None)
    }

    fn on_outcome(&mut self, outcome: Outcome, now: &mut Now<'_>) -> Result<(), End> {
        self.calls += 1;
        if let (Outcome::Unsupported(_), true) = (&outcome, now.context.available.gaps) {
            now.sink.note(&Note::NotMade);
            (self.scenario, self.to) = (None, None);
            return Ok(());
        }
        outcome.required()?;
        if let Some(to) = self.to.take() {
            self.walk.enter(to, now.state, now.context);
        }
        Ok(())
    }
}
