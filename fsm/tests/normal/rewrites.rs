//! Identities and rewritten terms: both sides are equal by their normal forms and by the evaluator.

use crate::assignment::{RandomAssignment, Scope};
use crate::common::setup;
use crate::{dense, models};
use murxla_fsm::action::{Action as _, Call, Goal, Pick};
use murxla_fsm::actions::MkTerm;
use murxla_fsm::eval::equal;
use murxla_fsm::rng::Rng;
use murxla_fsm::run::RunSetup;
use murxla_fsm::scenario::{Draft, rewrite};
use murxla_fsm::settings::swarm::SwarmConfig;
use murxla_fsm::solver::TermId;
use murxla_fsm::state::{InstanceState, Normals};

/// Calls `make` with a `Pick` for the state.
fn picking<T>(
    state: &InstanceState,
    setup: &RunSetup,
    rng: &mut Rng,
    make: impl FnOnce(&mut Pick<'_>) -> Option<T>,
) -> Option<T> {
    let swarm = SwarmConfig::draw(rng, setup.theories, None, &setup.context);
    make(&mut Pick {
        state,
        rng,
        swarm: &swarm,
        context: &setup.context,
        goal: Goal::Explore,
        missing_args: &mut None,
    })
}

/// Applies the calls to the state. They must be valid.
fn carry_out(state: &mut InstanceState, setup: &RunSetup, drafts: &[Draft]) {
    let context = &setup.context;
    for Draft { action, args, ids } in drafts {
        let (args, ids) = (args.clone(), *ids);
        let call = Call {
            seed: 0,
            action: *action,
            args,
            ids,
        };
        assert_eq!(call.new_term(), Ok(state.ids.term()));
        assert_eq!(call.action.valid(state, &call, context), Ok(()));
        call.action
            .apply(state, &call, &murxla_fsm::action::Effect::Done, context);
    }
}

/// Compares the values of two terms under random assignments. Returns whether both had a value at
/// least once.
fn agree(state: &InstanceState, left: TermId, right: TermId, rounds: u64) -> bool {
    let mut seen = false;
    for round in 0..rounds {
        let mut assignment = RandomAssignment::new(state, round);
        let mut scope = Scope::default();
        let left = assignment.value(left, &mut scope);
        let right = assignment.value(right, &mut scope);
        if let (Some(left), Some(right)) = (left, right) {
            assert_ne!(equal(&left, &right), Some(false), "{left} {right}");
            seen = true;
        }
    }
    seen
}

/// Over constants and values, all identities must be recognised. Over other terms nearly all must
/// be, because other rules may first apply to one side only.
#[test]
fn identities_hold_and_are_recognised() {
    let setup = setup();
    assert!(rewrite::identities().len() > 120);
    let (mut instances, mut recognised, mut missing) = (0, 0, Vec::new());
    for (number, text) in rewrite::identities().enumerate() {
        let mut evaluated = 0;
        for (seed, size) in (0..100).flat_map(|seed| [(seed, 0), (seed, 20)]) {
            let (mut state, mut rng) = (dense(seed, size), Rng::new(seed));
            state.live = true;
            let make = |cx: &mut Pick<'_>| (0..5).find_map(|_| rewrite::instance(cx, number));
            let Some((drafts, [left, right])) = picking(&state, &setup, &mut rng, make) else {
                continue;
            };
            carry_out(&mut state, &setup, &drafts);
            let mut normals = Normals::default();
            let same = normals.of(&state, left) == normals.of(&state, right);
            let shown = || crate::show(&state, &[left, right]);
            assert!(same || size > 0, "{text:?}, seed {seed}: {}", shown());
            instances += 1;
            recognised += usize::from(same);
            evaluated += usize::from(agree(&state, left, right, 20));
        }
        if evaluated == 0 {
            missing.push(text);
        }
    }
    assert!(
        recognised * 1000 >= instances * 995,
        "{recognised} of {instances}"
    );
    assert!(missing.is_empty(), "{missing:?}");
}

/// Counts of rewritten terms.
#[derive(Default, Debug)]
struct Tally {
    asked: usize,
    rewritten: usize,
    recognised: usize,
    calls: usize,
    most: usize,
}

fn rewrite_some(state: &InstanceState, setup: &RunSetup, seed: u64, tally: &mut Tally) {
    let mut rng = Rng::new(seed);
    let results: Vec<TermId> = state
        .terms
        .iter()
        .filter(|(_, term)| term.op.is_some())
        .map(|(id, _)| id)
        .collect();
    for _ in 0..10 {
        let Some(term) = rng.pick(&results).copied() else {
            return;
        };
        if !state.term(term).is_some_and(|term| term.free.is_empty()) {
            continue;
        }
        tally.asked += 1;
        let Some((drafts, other)) =
            picking(state, setup, &mut rng, |cx| rewrite::rewrite(cx, term))
        else {
            continue;
        };
        let mut state = state.clone();
        state.live = true;
        carry_out(&mut state, setup, &drafts);
        let sort = |id: TermId| state.term(id).map(|term| term.sort);
        assert_eq!(sort(term), sort(other));
        let mut normals = Normals::default();
        let same = normals.of(&state, term) == normals.of(&state, other);
        tally.rewritten += 1;
        tally.recognised += usize::from(same);
        tally.calls += drafts.len();
        tally.most = tally.most.max(drafts.len());
        assert!(
            drafts
                .iter()
                .any(|draft| draft.action.name() == MkTerm.name())
                || drafts.len() <= 1
        );
        agree(&state, term, other, 10);
    }
}

#[test]
fn rewritten_terms_are_recognised() {
    super::on_a_large_stack(rewritten_terms);
}

fn rewritten_terms() {
    let (setup, mut runs, mut crowds) = (setup(), Tally::default(), Tally::default());
    for seed in 0..300 {
        models(seed, &setup, &mut |state| {
            rewrite_some(state, &setup, seed, &mut runs);
        });
        rewrite_some(&dense(seed, 100), &setup, seed, &mut crowds);
    }
    for tally in [runs, crowds] {
        assert!(tally.rewritten * 10 >= tally.asked * 8, "{tally:?}");
        assert!(tally.recognised * 100 >= tally.rewritten * 95, "{tally:?}");
    }
}
