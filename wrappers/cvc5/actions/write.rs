//! Writes actions as commands of cvc5's language. The draws are those of the actions.

use super::separate::{ABDUCTION, Choices, HAS_GRAMMAR, INTERPOLATION, options_of_separate};
use crate::shared::actions::{CallContext, TermArg, TermsArg};
use crate::smt2::Script;
use murxla_fsm::action::Effect;
use murxla_fsm::solver::{Error, Result, TermId};
use murxla_fsm::sort::Sort;

/// The parts of proofs, in the order of the API's numbers.
const PROOF_PARTS: [&str; 5] = [
    "raw_preprocess",
    "preprocess",
    "sat",
    "theory_lemmas",
    "full",
];

/// The kinds of learned literals, in the order of the API's numbers.
const LITERAL_KINDS: [&str; 6] = [
    "preprocess_solved",
    "preprocess",
    "input",
    "solvable",
    "constant_prop",
    "internal",
];

/// Writes a command without arguments.
fn command(script: &mut Script, command: &str) -> Result<Effect> {
    script.command(command);
    Ok(Effect::Done)
}

/// Writes a command with one of some keywords, which the seed selects.
fn command_of(script: &mut Script, name: &str, keywords: &[&str]) -> Result<Effect> {
    let drawn = script.rng().index(keywords.len());
    let keyword = keywords.get(drawn).copied().unwrap_or_default();
    command(script, &format!("({name} :{keyword})"))
}

/// Writes the query of a part of the proof.
pub(super) fn get_proof(script: &mut Script, _: &CallContext<'_>) -> Result<Effect> {
    command_of(script, "get-proof", &PROOF_PARTS)
}

/// Writes the query of literals of some kind.
pub(super) fn get_learned_literals(script: &mut Script, _: &CallContext<'_>) -> Result<Effect> {
    command_of(script, "get-learned-literals", &LITERAL_KINDS)
}

/// Writes the query of difficulties.
pub(super) fn get_difficulty(script: &mut Script, _: &CallContext<'_>) -> Result<Effect> {
    command(script, "(get-difficulty)")
}

/// Writes the query of the lemmas of a refutation.
pub(super) fn get_unsat_core_lemmas(script: &mut Script, _: &CallContext<'_>) -> Result<Effect> {
    command(script, "(get-unsat-core-lemmas)")
}

/// Writes the search for a subset of the assertions.
pub(super) fn get_timeout_core(script: &mut Script, _: &CallContext<'_>) -> Result<Effect> {
    script.command("(get-timeout-core)");
    Ok(script
        .printed_core_of_search()
        .map_or(Effect::Done, Effect::Core))
}

/// Writes the search for a subset of the assumptions.
pub(super) fn get_timeout_core_assuming(
    script: &mut Script,
    context: &CallContext<'_>,
) -> Result<Effect> {
    let TermsArg { terms } = TermsArg::args(context.call)?;
    let texts = terms.iter().map(|id| script.term_text(*id, &[]));
    let texts = texts.collect::<Result<Vec<String>>>()?.join(" ");
    command(script, &format!("(get-timeout-core-assuming ({texts}))"))
}

/// Writes the search for an abduct.
pub(super) fn get_abduct(script: &mut Script, context: &CallContext<'_>) -> Result<Effect> {
    let needed = ("produce-abducts", ABDUCTION);
    write_search(script, context, needed, "get-abduct")
}

/// Writes the search for an interpolant.
pub(super) fn get_interpolant(script: &mut Script, context: &CallContext<'_>) -> Result<Effect> {
    let needed = ("produce-interpolants", INTERPOLATION);
    write_search(script, context, needed, "get-interpolant")
}

/// Options of a second solver that a script does not need: limits, and what several results need.
const NOT_WRITTEN: [&str; 3] = ["incremental", "rlimit-per", "tlimit-per"];

/// Writes a search that needs an option. If the action uses another solver, the script has the
/// options of that one.
fn write_search(
    script: &mut Script,
    context: &CallContext<'_>,
    (option, others): (&'static str, Choices),
    command: &str,
) -> Result<Effect> {
    let CallContext { call, state, .. } = context;
    let mut rng = script.rng();
    let separate = options_of_separate(&mut rng, state, (option, others));
    if rng.chance(HAS_GRAMMAR) && state.sorts.find(&Sort::Bool).is_some() {
        let action = call.action.name();
        return Err(Error::Unsupported(format!("{action} with a grammar")));
    }
    let has_more = separate.is_some() || state.options.incremental;
    for (name, value) in separate.into_iter().flatten() {
        if !NOT_WRITTEN.contains(&name) {
            script.require_value(name, value);
        }
    }
    if state.checks.count > 0 {
        script.require("incremental");
    }
    script.require(option);
    let conjecture: TermId = TermArg::args(call)?.term;
    let text = script.term_text(conjecture, &[])?;
    script.command(&format!("({command} found {text})"));
    if has_more {
        script.omit(
            "the query for the next result",
            "supports it only after a first result",
        );
    }
    Ok(Effect::Done)
}
