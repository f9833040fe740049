//! Proofs: of the run's solver, and of another one with options for proofs.

use super::super::ffi::{Proof, Session, Term};
use super::super::options::is_conflict;
use super::query::{check_are_formulas, has_skolem};
use super::{Extension, ExtensionCall, SEARCHING, write};
use crate::cvc5::checks::{COPY, OPPOSITE_ANSWER, PROOF_RESULT, PROOF_STEP};
use crate::cvc5::instance::Instance;
use crate::shared::actions::{CallContext, is_unsat};
use murxla_fsm::action::Effect;
use murxla_fsm::op;
use murxla_fsm::solver::{Answer, Error, Result};

/// Reads the proof, or a part of it, step by step. The seed selects the part.
pub(super) const GET_PROOF: Extension = Extension {
    name: "cvc5-get-proof",
    now: is_unsat,
    needs: &[("produce-proofs", "true")],
    does: |(instance, context)| {
        let component = instance.rng.index(COMPONENTS) as i32;
        read_proof(instance, context, None, component)?;
        Ok(Effect::Done)
    },
    writes: Some(write::get_proof),
    ..SEARCHING
};

/// Refutes what was checked in another solver, with options for proofs, and reads this proof.
pub(super) const PROVE: Extension = Extension {
    name: "cvc5-prove",
    now: is_unsat,
    does: prove,
    ..SEARCHING
};

/// The number of parts of a proof that can be read.
const COMPONENTS: usize = 5;
/// The last part is the whole proof.
const FULL: i32 = 4;
/// The number of formats for whole proofs. The meaning of the numbers depends on the release.
const FORMATS: usize = 5;
/// The largest number of steps of a proof that are read.
const STEPS: usize = 200;
/// The largest number of steps that another solver checks.
const CHECKED: usize = 2;

/// Options for proofs, with their values. They change how detailed proofs are and how they are
/// printed. The other solver draws some of them.
const OPTIONS: &[(&str, &[&str])] = &[
    ("proof-check", &["eager", "eager-simple", "lazy"]),
    ("check-proofs", &["true"]),
    ("proof-chain-m-res", &["false"]),
    ("opt-res-reconstruction-size", &["false"]),
    ("proof-print-conclusion", &["true"]),
    ("proof-print-reference", &["true"]),
    ("proof-dag-global", &["false"]),
    ("proof-dot-dag", &["true"]),
    ("print-dot-clusters", &["true"]),
    ("proof-alethe-res-pivots", &["true"]),
    ("proof-alethe-define-skolems", &["true"]),
    ("sat-solver", &["minisat"]),
    ("bv-solver", &["bitblast-internal"]),
    ("simplification", &["none"]),
];

/// In percent, how often each of them is drawn.
const DRAWN: u32 = 30;

/// How detailed proofs are. The default is the finest, for which each solver reads a table of
/// rewrite rules: 6 ms instead of 0.6 ms until it has its first formula. So it is seldom drawn.
const GRANULARITY: &str = "proof-granularity";
const COARSE: &[&str] = &["macro", "rewrite", "theory-rewrite"];
const FINE: &[&str] = &["dsl-rewrite", "dsl-rewrite-strict"];

/// In percent, how often proofs are fine.
const ARE_FINE: u32 = 15;

fn prove((instance, context): &mut ExtensionCall<'_>) -> Result<Effect> {
    let granularities = if instance.rng.chance(ARE_FINE) {
        FINE
    } else {
        COARSE
    };
    let granularity = instance.rng.pick(granularities).copied();
    let mut options = vec![
        ("produce-proofs", "true"),
        (GRANULARITY, granularity.unwrap_or("macro")),
    ];
    for (name, values) in OPTIONS {
        if let (true, Some(value)) = (instance.rng.chance(DRAWN), instance.rng.pick(values)) {
            options.push((name, value));
        }
    }
    let checked: Vec<_> = context.state.checked().collect();
    let checked = instance.content.terms(&checked)?;
    let session = match instance.scratch_with_definitions(&options) {
        // Old releases do not have all of the options.
        Err(Error::Unsupported(_) | Error::Rejected(_)) => return Ok(Effect::Done),
        session => session?,
    };
    for formula in checked {
        session.assert_formula(formula)?;
    }
    let answer = match session.check_sat() {
        Ok(outcome) => session.answer(outcome)?,
        // Some options exclude each other.
        Err(Error::Rejected(why)) if is_conflict(&why) => return Ok(Effect::Done),
        Err(error) => return Err(error),
    };
    match answer {
        Answer::Sat => return OPPOSITE_ANSWER.fails_for("with proofs", ""),
        Answer::Unknown => return Ok(Effect::Done),
        Answer::Unsat => {}
    }
    let component = match instance.rng.chance(70) {
        true => FULL,
        false => instance.rng.index(COMPONENTS) as i32,
    };
    read_proof(instance, context, Some(&session), component)?;
    Ok(Effect::Done)
}

/// Prints a part of a proof and reads it step by step. The proof is that of `other`, or that of the
/// run's solver.
fn read_proof(
    instance: &mut Instance,
    context: &CallContext<'_>,
    other: Option<&Session>,
    component: i32,
) -> Result {
    let session = other.unwrap_or(&instance.session);
    session.modes_proof_component_to_string(component)?;
    let proofs = instance.classify_error(session.get_proof(component))?;
    if component == FULL {
        let results = proofs.iter().map(|proof| session.proof_get_result(*proof));
        let results = results.collect::<Result<Vec<_>>>()?;
        let proved = match results[..] {
            [result] => refutes(instance, context, session, result)?,
            _ => false,
        };
        if !proved {
            let results = results.iter().map(|term| instance.text(*term));
            let results = results.collect::<Vec<_>>().join(" and ");
            return PROOF_RESULT.fails(results);
        }
    }
    // Parts of a proof can only be printed in the first format, as terms. Before 1.4, some formats
    // end the process if they do not support a theory.
    let drawn = instance.rng.index(FORMATS) as i32;
    let name = session.modes_proof_format_to_string(drawn)?.to_lowercase();
    let fits = session.reports_errors() || !["alethe", "lfsc"].contains(&&*name);
    let format = if component == FULL && fits { drawn } else { 0 };
    if let Some(proof) = proofs.first() {
        instance.classify_error(session.proof_to_string(*proof, format))?;
    }
    let mut todo = proofs;
    let mut checked = 0;
    for _ in 0..STEPS {
        let Some(proof) = todo.pop() else { break };
        let premises = step(instance, session, proof)?;
        if checked < CHECKED && instance.rng.chance(5) {
            checked += 1;
            check_conclusion(instance, session, proof, &premises)?;
        }
        todo.extend(premises);
    }
    Ok(())
}

/// Rules whose conclusions do not follow from their premises alone.
const RULES: [&str; 3] = ["SCOPE", "ASSUME", "TRUST"];

/// Asks another solver whether the result of a step follows from its premises. Only the solver that
/// made a skolem knows what it stands for.
fn check_conclusion(
    instance: &Instance,
    session: &Session,
    proof: Proof,
    premises: &[Proof],
) -> Result {
    let rule = session.proof_rule_to_string(session.proof_get_rule(proof)?)?;
    if RULES.contains(&&*rule) || rule.contains("SKOLEM") {
        return Ok(());
    }
    let results = premises
        .iter()
        .map(|premise| session.proof_get_result(*premise));
    let mut formulas = results.collect::<Result<Vec<_>>>()?;
    let result = session.proof_get_result(proof)?;
    formulas.push(instance.negation(result)?);
    let mut texts = Vec::new();
    for formula in &formulas {
        if has_skolem(instance, *formula)? {
            return Ok(());
        }
        // These are of proofs only: 1.4.2 cannot bit-blast them, and ends the process.
        let text = instance.text(*formula);
        if text.contains("(_ @bit ") || text.contains("@from_bools") {
            return Ok(());
        }
        texts.push(text);
    }
    match instance
        .refute_without_assertions(&formulas, PROOF_STEP.failed_for(rule, texts.join("\n")))
    {
        // Proofs have terms that formulas may not have.
        Err(Error::Rejected(_)) => Ok(()),
        result => result,
    }
}

/// Whether the result of a proof is that some of the checked formulas contradict each other:
/// `false`, or the negation of some of them. Definitions of functions may come first, as premises.
fn refutes(
    instance: &Instance,
    context: &CallContext<'_>,
    session: &Session,
    result: Term,
) -> Result<bool> {
    if session.term_is_boolean_value(result)? {
        return Ok(!session.term_get_boolean_value(result)?);
    }
    let kind = session.term_get_kind(result)?;
    if Some(kind) == instance.kinds.of(op::IMPLIES) {
        let (premises, conclusion) = (
            session.term_get_child(result, 0)?,
            session.term_get_child(result, 1)?,
        );
        return Ok(are_checked(instance, context, session, premises)?
            && refutes(instance, context, session, conclusion)?);
    }
    Ok(kind == instance.kinds.not
        && are_checked(
            instance,
            context,
            session,
            session.term_get_child(result, 0)?,
        )?)
}

/// Whether a term is one of the checked formulas, or a conjunction of some.
fn are_checked(
    instance: &Instance,
    context: &CallContext<'_>,
    session: &Session,
    term: Term,
) -> Result<bool> {
    let checked: Vec<_> = context.state.checked().collect();
    let mut checked = instance.content.terms(&checked)?;
    // Definitions are only listed here.
    checked.extend(session.get_assertions()?);
    let is_checked = |term: Term| -> Result<bool> {
        for formula in &checked {
            if session.term_is_equal(*formula, term)? {
                return Ok(true);
            }
        }
        Ok(false)
    };
    if is_checked(term)? {
        return Ok(true);
    }
    if Some(session.term_get_kind(term)?) != instance.kinds.of(op::AND) {
        return Ok(false);
    }
    for part in session.children(term)? {
        if !is_checked(part)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Reads a step, and returns its premises.
fn step(instance: &Instance, session: &Session, proof: Proof) -> Result<Vec<Proof>> {
    let rule = session.proof_get_rule(proof)?;
    let name = session.proof_rule_to_string(rule)?;
    session.proof_rule_hash(rule)?;
    if name == "DSL_REWRITE" || name == "THEORY_REWRITE" {
        let rewrite = session.proof_get_rewrite_rule(proof)?;
        session.proof_rewrite_rule_to_string(rewrite)?;
        session.proof_rewrite_rule_hash(rewrite)?;
    }
    check_are_formulas(
        instance,
        "the result of a step",
        &[session.proof_get_result(proof)?],
    )?;
    for argument in session.proof_get_arguments(proof)? {
        session.term_get_sort(argument)?;
    }
    let copy = session.proof_copy(proof)?;
    let same = session.proof_is_equal(proof, copy)? && !session.proof_is_disequal(proof, copy)?;
    COPY.must_for(
        "proof",
        same && session.proof_hash(proof)? == session.proof_hash(copy)?,
    )?;
    session.proof_release(copy)?;
    session.proof_get_children(proof)
}
