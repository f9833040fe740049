//! Searches that are cut short, and go on.

use super::{Extension, ExtensionCall, PLAIN};
use crate::extension::must;
use murxla_fsm::action::Effect;
use murxla_fsm::actions::needs_option;
use murxla_fsm::solver::{Answer, Result, Solver};

/// A check that may take but a few steps, by the seed, and the same one as any other.
pub(super) const CHECK_INTERRUPTED: Extension = Extension {
    name: "cvc5-check-interrupted",
    stale: true,
    now: |state| needs_option(state.options.incremental, "incremental"),
    does: check_interrupted,
    ..PLAIN
};

/// The limit of the steps of a check, by the name of SMT-LIB: by this alone cvc5 takes it at any time.
const LIMIT: &str = "reproducible-resource-limit";

/// The largest drawn, in bits: in most runs, so many steps are a search that has begun.
const BITS: usize = 12;

fn check_interrupted((instance, seen): &mut ExtensionCall<'_>) -> Result<Effect> {
    let steps = 1_u32 << instance.rng.index(BITS);
    let before = instance.session.option(LIMIT)?;
    instance.session.set_option(LIMIT, &steps.to_string())?;
    let short = instance.check_sat();
    instance.session.set_option(LIMIT, &before)?;
    let (short, whole) = (short?, instance.check_sat()?);
    let opposite = [(Answer::Sat, Answer::Unsat), (Answer::Unsat, Answer::Sat)];
    must(
        !opposite.contains(&(short, whole)),
        "with few steps the answer is the opposite",
    )?;
    Ok(Effect::Claim {
        formulas: seen.state.assertions.clone(),
        answer: whole,
        by: format!("a check after one of {steps} steps"),
    })
}
