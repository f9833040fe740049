//! Interrupts checks, and repeats them.

use super::{Extension, ExtensionCall, SEARCHING};
use crate::cvc5::checks::OPPOSITE_ANSWER;
use crate::shared::actions::CallContext;
use crate::smt2::Script;
use murxla_fsm::action::Effect;
use murxla_fsm::action::needs_option;
use murxla_fsm::rng::Rng;
use murxla_fsm::solver::{Answer, Result, Solver};

/// Makes a check that may take only a few steps, and the same check without this limit.
pub(super) const CHECK_INTERRUPTED: Extension = Extension {
    name: "cvc5-check-interrupted",
    stale: true,
    now: |state| needs_option(state.options.incremental, "incremental"),
    does: check_interrupted,
    writes: Some(write_check_interrupted),
    ..SEARCHING
};

/// The limit of the steps of a check. Only under this name, which is that of SMT-LIB, cvc5 accepts
/// it at any time.
const LIMIT: &str = "reproducible-resource-limit";

/// The size of the largest limit in bits. In most runs, a search has begun after so many steps.
const BITS: usize = 12;

/// The number of steps, which the seed decides.
fn draw_steps(rng: &mut Rng) -> u32 {
    1 << rng.index(BITS)
}

fn check_interrupted((instance, context): &mut ExtensionCall<'_>) -> Result<Effect> {
    let steps = draw_steps(&mut instance.rng);
    let before = instance.session.get_option(LIMIT)?;
    instance.session.set_option(LIMIT, &steps.to_string())?;
    let short = instance.check_sat();
    instance.session.set_option(LIMIT, &before)?;
    let (short, whole) = (short?, instance.check_sat()?);
    let opposite = [(Answer::Sat, Answer::Unsat), (Answer::Unsat, Answer::Sat)];
    OPPOSITE_ANSWER.must_for("with few steps", !opposite.contains(&(short, whole)))?;
    Ok(Effect::Claim {
        formulas: context.state.assertions.formulas.clone(),
        answer: whole,
        by: format!("a check after one of {steps} steps"),
    })
}

/// Writes a check that may take only a few steps, and the same check without this limit.
fn write_check_interrupted(script: &mut Script, context: &CallContext<'_>) -> Result<Effect> {
    let steps = draw_steps(&mut script.rng());
    let before = context.state.set_options.own.get("rlimit-per");
    let before = before.map_or_else(|| "0".to_owned(), ToString::to_string);
    for limit in [steps.to_string(), before] {
        script.command(&format!("(set-option :{LIMIT} {limit})"));
        script.check("(check-sat)");
    }
    if let Some(answer) = context.noted.answer {
        script.comment(answer.name());
    }
    Ok(Effect::Done)
}
