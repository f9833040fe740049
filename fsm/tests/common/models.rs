//! The instance states of runs.

use crate::common::{NullLoaded, Text};
use murxla_fsm::action::Effect;
use murxla_fsm::run::{RunSetup, generate};
use murxla_fsm::state::InstanceState;
use murxla_fsm::trace::{lex, resolve};

/// Calls `look` for each instance of a run, with its state before the instance ends.
pub(crate) fn models(seed: u64, setup: &RunSetup, look: &mut dyn FnMut(&InstanceState)) {
    let mut text = Text::default();
    generate(seed, setup, &NullLoaded, &mut text);
    let mut state = InstanceState::default();
    for line in &lex(&text.0).unwrap().lines {
        // Queries depend on answers and make no terms, so they may be skipped.
        let Ok(call) = resolve(line, &state, &setup.context) else {
            continue;
        };
        if call.action.role().ends_instance() {
            look(&state);
        }
        call.action
            .apply(&mut state, &call, &Effect::Done, &setup.context);
    }
}
