//! The models that runs build.

use crate::common::{NullLoaded, Text};
use murxla_fsm::action::Effect;
use murxla_fsm::model::Model;
use murxla_fsm::run::{Setup, generate};
use murxla_fsm::trace::{lex, resolve};

/// The models of a run, each as it is before its terms are forgotten.
pub(crate) fn models(seed: u64, setup: &Setup, look: &mut dyn FnMut(&Model)) {
    let mut text = Text::default();
    generate(seed, setup, &NullLoaded, &mut text);
    let mut model = Model::default();
    for line in &lex(&text.0).unwrap().lines {
        // Queries depend on answers, and make no terms.
        let Ok(call) = resolve(line, &model, &setup.context) else {
            continue;
        };
        if ["reset", "delete"].contains(&call.action.name()) {
            look(&model);
        }
        call.action
            .apply(&mut model, &call, &Effect::Done, &setup.context);
    }
}
