//! Writes actions as commands of the program `z3`.

use super::super::dialect::is_before;
use super::combination::Kind;
use super::objective::Goal;
use super::solve::{SolveCommand, SolveDraws};
use super::{LIMIT, POP, PUSH, fixedpoint, tactics};
use crate::shared::actions::{CallContext, first_terms};
use crate::smt2::{NO_COMMAND, ScratchCommands, Script, only_list};
use murxla_fsm::action::Effect;
use murxla_fsm::solver::{Result, TermId};
use murxla_fsm::sort::Sort;
use murxla_fsm::state::InstanceState;

/// The first release whose optimizers take initial values.
const INITIAL_VALUES: &str = "4.13.1";

/// Writes some assertions, the objective, a check, and the query of the optimum.
pub(super) fn optimize(script: &mut Script, context: &CallContext<'_>) -> Result<Effect> {
    let CallContext { call, state, .. } = context;
    let Goal {
        formulas,
        objective,
        maximize,
        extras,
    } = Goal::of(call)?;
    let has_initial = !is_before(&script.dialect, INITIAL_VALUES);
    let goal = Goal::command(maximize);
    let objective_text = script.term_text(objective, &[])?;
    let mut before = assertions(script, formulas, extras.tracked)?;
    if extras.level {
        before.extend([PUSH, "(assert false)", POP].map(str::to_owned));
    }
    before.push(format!("({goal} {objective_text})"));
    if let (Some(weight), Some(formula)) = (extras.soft, formulas.first()) {
        let formula = script.term_text(*formula, &[])?;
        before.push(format!("(assert-soft {formula} :weight {weight} :id soft)"));
    }
    if let Some(value) = extras
        .initial
        .filter(|_| has_initial)
        .and_then(|value| number(state, objective, value))
    {
        before.push(format!("(set-initial-value {objective_text} {value})"));
    }
    let unwritten = [
        (
            extras.initial.is_some() && !has_initial,
            "an initial value of an optimizer",
        ),
        (extras.copied, "a copy of the optimizer in another context"),
        (extras.printed, "an optimizer that is printed and parsed"),
        (extras.watched, "a function that is called for each model"),
    ];
    let missing = unwritten.iter().filter(|(is_drawn, _)| *is_drawn);
    let commands = ScratchCommands {
        before,
        check: "(check-sat)".to_owned(),
        answer: None,
        after: vec!["(get-objectives)".to_owned()],
        missing: missing.map(|(_, what)| (*what).to_owned()).collect(),
        limit: RESOURCES,
    };
    script.write_scratch_check("z3-optimize", &commands)?;
    Ok(Effect::Done)
}

/// Writes a check of the formulas by the command of the call.
pub(super) fn solve(script: &mut Script, context: &CallContext<'_>) -> Result<Effect> {
    let CallContext { call, noted, .. } = context;
    let formulas = first_terms(call)?;
    let draws = SolveDraws::new(&mut script.rng(), formulas.len());
    let mut before = assertions(script, formulas, false)?;
    if let Some(after) = draws.level_after {
        before.insert(after, PUSH.to_owned());
    }
    let command = SolveCommand::of(call)?;
    let mut missing = Vec::from_iter(draws.is_copied.then(|| COPIED.to_owned()));
    let mut check = CHECK.to_owned();
    match command {
        SolveCommand::Usual | SolveCommand::Using(_) => check = command.to_string(),
        // A simplifier is set before there are assertions.
        SolveCommand::Simplified(_) => before.insert(0, command.to_string()),
        // A script has one logic.
        SolveCommand::ForLogic(logic) => missing.push(format!("a solver for the logic {logic}")),
    }
    let commands = ScratchCommands {
        before,
        check,
        answer: noted.answer,
        after: draws
            .level_after
            .map(|_| POP.to_owned())
            .into_iter()
            .collect(),
        missing,
        limit: RESOURCES,
    };
    script.write_scratch_check(call.action.name(), &commands)?;
    Ok(Effect::Done)
}

/// Writes a check of the formulas with the tactic of the call.
pub(super) fn tactic(script: &mut Script, context: &CallContext<'_>) -> Result<Effect> {
    let CallContext { call, noted, .. } = context;
    let tactic = tactics::combination(Kind::Tactic, call)?;
    let commands = ScratchCommands {
        before: assertions(script, first_terms(call)?, false)?,
        check: format!("(check-sat-using (then {tactic} smt))"),
        answer: noted.answer,
        after: Vec::new(),
        missing: Vec::new(),
        limit: RESOURCES,
    };
    script.write_scratch_check(call.action.name(), &commands)?;
    Ok(Effect::Done)
}

/// The usual check.
const CHECK: &str = "(check-sat)";
/// What programs cannot do.
const COPIED: &str = "a copy of the solver in another context";

/// Writes the formulas of the call, and the query that the trace notes for it. Other notes are not
/// written, because a trace may come from an attacker.
pub(super) fn consequences(script: &mut Script, context: &CallContext<'_>) -> Result<Effect> {
    let CallContext { call, noted, .. } = context;
    let before = assertions(script, first_terms(call)?, false)?;
    let Some(check) = noted.commands.first() else {
        let why = "has commands for it, but the trace does not note them";
        script.omit(call.action.name(), why);
        return Ok(Effect::Done);
    };
    let is_query = only_list(check).is_some_and(|parts| parts.first() == Some(&"get-consequences"));
    if !is_query {
        let what = check.strip_prefix("; ").unwrap_or("an unknown command");
        script.omit(what, NO_COMMAND);
        return Ok(Effect::Done);
    }
    let commands = ScratchCommands {
        before,
        check: check.clone(),
        answer: noted.answer,
        after: Vec::new(),
        missing: Vec::new(),
        limit: RESOURCES,
    };
    script.write_scratch_check(call.action.name(), &commands)?;
    Ok(Effect::Done)
}

/// Writes the parameters and the commands of the call.
pub(super) fn fixedpoint(script: &mut Script, context: &CallContext<'_>) -> Result<Effect> {
    let name = context.call.action.name();
    let mut before = fixedpoint::script(context.call)?;
    let is_query = |command: &String| command.starts_with("(query ");
    let Some(first) = before.iter().position(is_query) else {
        script.omit(&format!("{name}, which asks nothing"), NO_COMMAND);
        return Ok(Effect::Done);
    };
    let mut checks = before.split_off(first);
    let after = checks.split_off(1);
    let commands = ScratchCommands {
        before,
        check: checks.concat(),
        answer: context.noted.answer,
        after,
        missing: Vec::new(),
        limit: RESOURCES,
    };
    script.write_scratch_check(name, &commands)?;
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
fn number(state: &InstanceState, constant: TermId, value: u32) -> Option<String> {
    Some(match state.sorts.get(state.term(constant)?.sort)? {
        Sort::Int => value.to_string(),
        Sort::Real => format!("{value}.0"),
        // Larger numbers lose their first bits.
        Sort::Bv(width @ ..4) => format!("(_ bv{} {width})", value & ((1 << width) - 1)),
        Sort::Bv(width) => format!("(_ bv{value} {width})"),
        _ => return None,
    })
}
