//! The instance states of runs.

use crate::common::NullLoaded;
use murxla_fsm::edit::TraceReader;
use murxla_fsm::run::{RunSetup, generate};
use murxla_fsm::state::InstanceState;
use murxla_fsm::trace::lex;

/// Calls `look` for each instance of a run, with its state before the instance ends.
pub(crate) fn models(seed: u64, setup: &RunSetup, look: &mut dyn FnMut(&InstanceState)) {
    let mut text = String::new();
    generate(seed, setup, &NullLoaded, &mut text);
    let script = lex(&text).unwrap();
    let mut reader = TraceReader::new(&script, &setup.context);
    for line in &script.lines {
        // Queries depend on answers and make no terms, so they may be skipped.
        let Ok(mut step) = reader.resolve(line) else {
            continue;
        };
        if step.call.action.role().ends_instance() {
            look(reader.state());
        }
        // No answer is noted, so that nothing depends on answers.
        step.answer = None;
        reader.apply(&mut step);
    }
}
