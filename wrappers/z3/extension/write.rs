//! Writes actions as commands of the program `z3`. The draws are those of the actions.

use super::LIMIT;
use super::optimize::{Extras, OptimizeFeatures, draw_objective};
use crate::extension::{CallContext, TermsArg};
use crate::smt2::{ApartCommands, Script};
use murxla_fsm::action::Effect;
use murxla_fsm::solver::{Result, TermId};
use murxla_fsm::sort::Sort;
use murxla_fsm::state::InstanceState;

/// The first release whose optimizers take initial values.
const INITIAL_VALUES: &str = "4.13.1";
/// The first release whose optimizers call a function for each model.
const MODEL_CALLBACKS: &str = "4.9.0";

/// Writes some assertions, the objective, a check, and the query of the optimum.
pub(super) fn optimize(script: &mut Script, context: &CallContext<'_>) -> Result<Effect> {
    let CallContext { call, state } = context;
    let formulas = TermsArg::args(call)?.terms;
    let mut rng = script.rng();
    let Some(objective) = draw_objective(state, formulas, &mut rng) else {
        return Ok(Effect::Done);
    };
    let features = OptimizeFeatures {
        has_initial: !script.dialect.is_z3_before(INITIAL_VALUES),
        has_watch: !script.dialect.is_z3_before(MODEL_CALLBACKS),
    };
    let (maximize, extras) = Extras::draw(&features, &mut rng, formulas.len());
    let goal = if maximize { "maximize" } else { "minimize" };
    let symbol = script.term_text(objective, &[])?;
    let mut before = assertions(script, formulas, extras.tracked)?;
    if extras.level {
        before.extend(["(push 1)", "(assert false)", "(pop 1)"].map(str::to_owned));
    }
    before.push(format!("({goal} {symbol})"));
    if let (Some(weight), Some(formula)) = (extras.soft, formulas.first()) {
        let formula = script.term_text(*formula, &[])?;
        before.push(format!("(assert-soft {formula} :weight {weight} :id soft)"));
    }
    if let Some(value) = extras
        .initial
        .and_then(|value| number(state, objective, value))
    {
        before.push(format!("(set-initial-value {symbol} {value})"));
    }
    let extras = [
        (extras.copied, "a copy of the optimizer in another context"),
        (extras.reread, "an optimizer that is printed and parsed"),
        (extras.watched, "a function that is called for each model"),
    ];
    let missing = extras.iter().filter(|(is_drawn, _)| *is_drawn);
    let commands = ApartCommands {
        before,
        check: "(check-sat)".to_owned(),
        after: vec!["(get-objectives)".to_owned()],
        missing: missing.map(|(_, what)| *what).collect(),
        limit: RESOURCES,
    };
    script.write_apart("z3-optimize", &commands)?;
    Ok(Effect::Done)
}

/// The limit of a search of an action.
const RESOURCES: (&str, u32) = ("rlimit", LIMIT);

/// The commands that assert the formulas, with names if they are `tracked`.
fn assertions(script: &mut Script, formulas: &[TermId], tracked: bool) -> Result<Vec<String>> {
    let mut commands = Vec::new();
    for formula in formulas {
        let text = script.term_text(*formula, &[])?;
        commands.push(match tracked {
            true => format!("(assert (! {text} :named {}))", script.name_of_assertion()),
            false => format!("(assert {text})"),
        });
    }
    if tracked {
        script.require("produce-unsat-cores");
    }
    Ok(commands)
}

/// A literal of the sort of a constant.
fn number(state: &InstanceState, constant: TermId, value: i32) -> Option<String> {
    Some(match state.sorts.get(state.term(constant)?.sort)? {
        Sort::Int => value.to_string(),
        Sort::Real => format!("{value}.0"),
        // Larger numbers lose their first bits.
        Sort::Bv(width @ ..4) => format!("(_ bv{} {width})", value & ((1 << width) - 1)),
        Sort::Bv(width) => format!("(_ bv{value} {width})"),
        _ => return None,
    })
}
