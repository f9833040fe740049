//! Runs from the machine.

use super::{Answers, End, RunSetup, Session, Sink, Stop};
use crate::action::{Call, Ids, MachineState};
use crate::loaded::Loaded;
use crate::machine::{Next, Walk, pick};
use crate::rng::Rng;
use crate::scenario::{Draft, Scenario, Supply};
use crate::swarm::SwarmConfig;

/// Seeds of calls are below this bound, as in Murxla.
const CALL_SEEDS: u64 = 100_000;

/// Generates the run of `seed` and makes its calls.
pub fn generate(seed: u64, setup: &RunSetup, loaded: &dyn Loaded, sink: &mut dyn Sink) -> End {
    let mut rng = Rng::new(seed);
    let mut seeds = Rng::new(!seed);
    let swarm = SwarmConfig::draw(&mut rng, setup.theories, &setup.context);
    sink.avoided(swarm.avoided);
    let mut session = Session::new(&setup.context, loaded, Answers::Solver, sink);
    match explore(&mut session, setup, &swarm, &mut rng, &mut seeds) {
        Ok(()) => close(&mut session, seeds.below(CALL_SEEDS) as u32),
        Err(stop) => stop.into(),
    }
}

/// Walks the machine until it has nothing more to do.
fn explore(
    session: &mut Session<'_>,
    setup: &RunSetup,
    swarm: &SwarmConfig,
    rng: &mut Rng,
    seeds: &mut Rng,
) -> Result<(), Stop> {
    let mut walk = Walk::new(&setup.machine, MachineState::New, rng);
    let mut calls = 0;
    let mut missing_args = None;
    let mut scheme: Option<(Box<dyn Scenario>, MachineState)> = None;
    // Far over its budget a run is cut off: its way to the end is barred.
    while calls < swarm.calls * 3 {
        let urgency = calls / swarm.calls;
        let (state, context) = (&session.state, &setup.context);
        if let Some((going, to)) = &mut scheme {
            let draft = going.next(&mut pick(
                &walk,
                state,
                rng,
                swarm,
                context,
                &mut missing_args,
            ));
            let seed = seeds.below(CALL_SEEDS) as u32;
            let call = draft.map(|draft| draft.call(seed));
            // What a scheme can do may depend on an answer.
            match call.filter(|call| call.action.valid(state, call, context).is_ok()) {
                Some(call) => {
                    session.make(&call, None)?;
                    calls += 1;
                }
                None => {
                    walk.enter(*to, state, context);
                    scheme = None;
                }
            }
            continue;
        }
        match walk.next(state, context, rng, urgency) {
            Next::End => break,
            Next::Scenario(kind, to) => {
                let begun = kind.begin(&mut pick(
                    &walk,
                    state,
                    rng,
                    swarm,
                    context,
                    &mut missing_args,
                ));
                scheme = begun.map(|scheme| (scheme, to));
            }
            Next::Call(action, to) => {
                // That of a scheme is of no use any more: its sorts may be gone since.
                missing_args = None;
                let picked = action.pick(&mut pick(
                    &walk,
                    state,
                    rng,
                    swarm,
                    context,
                    &mut missing_args,
                ));
                let Some((args, ids)) = picked else {
                    if let Some(missing_args) = missing_args.take() {
                        scheme = Supply::new(missing_args, state, context)
                            .map(|s| (Box::new(s) as _, to));
                    }
                    continue;
                };
                let seed = seeds.below(CALL_SEEDS) as u32;
                session.make(&Draft { action, args, ids }.call(seed), None)?;
                calls += 1;
                walk.enter(to, &session.state, context);
            }
        }
    }
    Ok(())
}

/// Every run ends with `delete`, so that nothing outlives it.
fn close(session: &mut Session<'_>, seed: u32) -> End {
    if !session.state.live {
        return End::Ok;
    }
    let delete = Call {
        seed,
        action: &crate::actions::Delete,
        args: Default::default(),
        ids: Ids::default(),
    };
    session.make(&delete, None).err().map_or(End::Ok, End::from)
}
