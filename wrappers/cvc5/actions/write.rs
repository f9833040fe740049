//! Writes actions as commands of cvc5's language. The draws are those of the actions.

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
    command(script, "(get-timeout-core)")
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
    let what = ["cvc5-get-abduct", "produce-abducts", "get-abduct"];
    search(script, context, what)
}

/// Writes the search for an interpolant.
pub(super) fn get_interpolant(script: &mut Script, context: &CallContext<'_>) -> Result<Effect> {
    let what = [
        "cvc5-get-interpolant",
        "produce-interpolants",
        "get-interpolant",
    ];
    search(script, context, what)
}

/// In percent, how often a search has a grammar. `search.rs` draws it first.
pub(super) const HAS_GRAMMAR: u32 = 30;

/// Writes a search of the run's solver. Without the `option`, the action uses another solver, with
/// options of its own, which a script does not have.
fn search(
    script: &mut Script,
    context: &CallContext<'_>,
    [action, option, name]: [&str; 3],
) -> Result<Effect> {
    let CallContext { call, state, .. } = context;
    let is_own = (state.settings.get(option)).is_some_and(|on| **on == *"true");
    if !is_own {
        return Err(Error::Unsupported(format!("{action} in a second solver")));
    }
    if script.rng().chance(HAS_GRAMMAR) && state.sorts.find(&Sort::Bool).is_some() {
        return Err(Error::Unsupported(format!("{action} with a grammar")));
    }
    let conjecture: TermId = TermArg::args(call)?.term;
    let text = script.term_text(conjecture, &[])?;
    script.command(&format!("({name} found {text})"));
    if state.options.incremental {
        script.omit("further results", "has them only if there was one");
    }
    Ok(Effect::Done)
}
