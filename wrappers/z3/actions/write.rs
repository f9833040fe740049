//! Writes actions as commands of the program `z3`. The draws are those of the actions.

use super::super::dialect::is_before;
use super::objective::{Extras, OptimizeFeatures, draw_objective};
use super::{LIMIT, POP, PUSH, fixedpoint, solve, tactics};
use crate::shared::actions::{CallContext, TermsArg};
use crate::smt2::{NO_COMMAND, ScratchCommands, Script, only_list};
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
    let CallContext { call, state, .. } = context;
    let formulas = TermsArg::args(call)?.terms;
    let mut rng = script.rng();
    let Some(objective) = draw_objective(state, formulas, &mut rng) else {
        return Ok(Effect::Done);
    };
    let features = OptimizeFeatures {
        has_initial: !is_before(&script.dialect, INITIAL_VALUES),
        has_watch: !is_before(&script.dialect, MODEL_CALLBACKS),
    };
    let (maximize, extras) = Extras::draw(&features, &mut rng, formulas.len());
    let goal = if maximize { "maximize" } else { "minimize" };
    let symbol = script.term_text(objective, &[])?;
    let mut before = assertions(script, formulas, extras.tracked)?;
    if extras.level {
        before.extend([PUSH, "(assert false)", POP].map(str::to_owned));
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

/// The commands that actions note, and whether they are checks. Others are not written, because a
/// trace may come from an attacker.
const COMMANDS: &[(&str, bool)] = &[
    ("check-sat", true),
    ("check-sat-using", true),
    ("declare-rel", false),
    ("declare-var", false),
    ("get-consequences", true),
    ("push", false),
    ("query", true),
    ("rule", false),
    ("set-option", false),
    ("set-simplifier", false),
];

/// Whether a noted command is a check. `None` if no action notes it, or not with these keywords:
/// some parameters of tactics and queries name files that Z3 writes.
fn is_check(command: &str) -> Option<bool> {
    let parts = only_list(command)?;
    let name = parts.first()?;
    let (_, is_check) = COMMANDS.iter().find(|(known, _)| known == name)?;
    let words = command.split(|c: char| c.is_whitespace() || "()|\"".contains(c));
    let is_drawn = |keyword: &str| match *name {
        "set-option" => fixedpoint::is_option(keyword),
        _ => tactics::is_parameter(keyword) || solve::is_engine_parameter(keyword),
    };
    let mut keywords = words.filter_map(|word| word.strip_prefix(':'));
    keywords.all(is_drawn).then_some(*is_check)
}

/// Writes the formulas of the call, and the commands that the trace notes for it.
pub(super) fn noted(script: &mut Script, context: &CallContext<'_>) -> Result<Effect> {
    let CallContext { call, noted, .. } = context;
    let mut apart = ScratchCommands {
        before: Vec::new(),
        check: String::new(),
        answer: noted.answer,
        after: Vec::new(),
        missing: Vec::new(),
        limit: RESOURCES,
    };
    for command in &noted.commands {
        match (command.strip_prefix("; "), is_check(command)) {
            (Some(what), _) => apart.missing.push(what.to_owned()),
            (None, Some(true)) if apart.check.is_empty() => apart.check.clone_from(command),
            (None, Some(_)) if apart.check.is_empty() => apart.before.push(command.clone()),
            (None, Some(_)) => apart.after.push(command.clone()),
            (None, None) => apart.missing.push("an unknown command".to_owned()),
        }
    }
    // Z3 keeps levels when it drops the assertions.
    let levels = apart.before.iter().filter(|command| *command == PUSH);
    apart.after.extend(levels.map(|_| POP.to_owned()));
    let name = call.action.name();
    if apart.check.is_empty() {
        // An action that asks nothing, or a trace of a version that noted no commands.
        for what in &apart.missing {
            script.omit(what, NO_COMMAND);
        }
        if apart.missing.is_empty() {
            script.omit(
                name,
                "has commands for it, but the trace does not note them",
            );
        }
        return Ok(Effect::Done);
    }
    if let Ok(TermsArg { terms }) = TermsArg::args(call) {
        // A simplifier is set before there are assertions.
        let sets = |command: &&String| command.starts_with("(set-");
        let at = apart.before.iter().take_while(sets).count();
        apart
            .before
            .splice(at..at, assertions(script, terms, false)?);
    }
    script.write_scratch_check(name, &apart)?;
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
