//! Damaged profiles are used or refused.

use super::{INPUTS, damage, limit_memory};
use murxla_fsm::action::Context;
use murxla_fsm::machine::Machine;
use murxla_fsm::profile::Profile;
use murxla_fsm::rng::Rng;
use murxla_fsm::solver::loaded::Unloaded;
use murxla_wrappers::WRAPPERS;

#[test]
fn profiles_are_used_or_refused() {
    limit_memory();
    let mut rng = Rng::new(14);
    let mut used = 0;
    for round in 0..INPUTS {
        let wrapper = WRAPPERS[round % WRAPPERS.len()];
        let built_in = (wrapper.name(), wrapper.profile());
        let text = damage(wrapper.profile(), &mut rng);
        let Ok(profile) = Profile::load([built_in, ("mutant", text.as_str())]) else {
            continue;
        };
        let _ = Context::new(wrapper, &Unloaded, &profile);
        let weights = profile.weights.clone().into_iter().collect();
        let machine = Machine::new(wrapper.constants().actions, weights);
        used += usize::from(machine.is_ok());
    }
    assert!(used > INPUTS / 20, "{used} of {INPUTS} could be used");
}
