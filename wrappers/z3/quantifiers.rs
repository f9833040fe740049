//! Quantified formulas and their patterns.

use super::actions::walk;
use super::ffi::{Ast, BinderKind, Context, Quantifier};
use super::terms::{Annotated, TracedTerm, open};
use murxla_fsm::op::{self, Op};
use murxla_fsm::rng::Rng;
use murxla_fsm::solver::{Error, Result};
use std::rc::Rc;

/// `body` with one more attribute.
pub(super) fn annotate(
    op: Op,
    body: &TracedTerm,
    mut terms: Vec<Ast>,
    indices: &[u32],
) -> Result<TracedTerm> {
    let mut annotated = match body {
        TracedTerm::Annotated(inner) => inner.clone(),
        body => Box::new(Annotated::plain(body.ast()?.clone())),
    };
    match (op, indices) {
        (op::PATTERN, _) if terms.is_empty() => {
            return Err(Error::Rejected("a pattern without terms".to_owned()));
        }
        (op::PATTERN, _) => annotated.patterns.push(terms),
        (op::NO_PATTERN, _) => annotated.no_patterns.append(&mut terms),
        (op::WEIGHT, [weight]) => annotated.weight = *weight,
        (op::QID, [number]) => annotated.names[0] = Some(*number),
        (op::SKOLEMID, [number]) => annotated.names[1] = Some(*number),
        _ => return Err(Error::Rejected("not an attribute".to_owned())),
    }
    Ok(TracedTerm::Annotated(annotated))
}

/// The kinds of logical connectives, with equality and `ite`: from `Z3_OP_TRUE` to before
/// arithmetic.
const LOGICAL: std::ops::Range<u32> = 0x100..0x200;

/// Whether Z3 accepts terms as a pattern. A variable alone is refused, and a match may become one.
/// Terms that we make by several functions may have connectives, which are refused, too.
fn is_pattern(cx: &Rc<Context>, bound: &[Ast], terms: &[Ast]) -> Result<bool> {
    if terms.iter().any(|term| bound.contains(term)) {
        return Ok(false);
    }
    let (parts, all) = walk::parts(cx, terms)?;
    for part in &parts {
        let Some((decl, _)) = cx.parts(part)? else {
            return Ok(false);
        };
        if LOGICAL.contains(&(cx.get_decl_kind(&decl)? as u32)) {
            return Ok(false);
        }
    }
    Ok(all && bound.iter().all(|constant| parts.contains(constant)))
}

/// Binds variables, by one of several functions.
pub(super) fn quantify(
    cx: &Rc<Context>,
    rng: &mut Rng,
    forall: bool,
    variables: &[&TracedTerm],
    body: &TracedTerm,
) -> Result<Ast> {
    let mut constants = Vec::new();
    let mut names = Vec::new();
    for variable in variables {
        let TracedTerm::Variable(constant, name) = variable else {
            return Err(Error::Rejected("binds what is not a variable".to_owned()));
        };
        constants.push(constant.clone());
        names.push(name);
    }
    if constants.is_empty() {
        return Err(Error::Rejected("binds nothing".to_owned()));
    }
    let plain;
    let annotated = match body {
        TracedTerm::Annotated(annotated) => annotated,
        body => {
            plain = Annotated::plain(body.ast()?.clone());
            &plain
        }
    };
    let is_pattern = |terms: &[Ast]| is_pattern(cx, &constants, terms);
    let (mut patterns, mut avoided) = (Vec::new(), Vec::new());
    for terms in &annotated.patterns {
        if is_pattern(terms)? {
            patterns.push(&terms[..]);
        }
    }
    if !patterns.is_empty() && !annotated.no_patterns.is_empty() {
        let what = "a quantifier with patterns and with terms that must not be patterns";
        return Err(Error::Unsupported(what.to_owned()));
    }
    let (body, weight) = (&annotated.body, annotated.weight);
    let needs_all = !annotated.no_patterns.is_empty() || annotated.names != [None; 2];
    let how = match needs_all {
        true => 3,
        false => rng.below(if patterns.is_empty() { 3 } else { 4 }),
    };
    if how < 2 {
        let patterns = patterns.iter().map(|terms| cx.mk_pattern(terms));
        let patterns = patterns.collect::<Result<Vec<_>>>()?;
        return match how {
            0 => cx.quantifier(forall, weight, &constants, &patterns, body),
            _ => cx.quantifier_const(forall, weight, &constants, &patterns, body, rng.coin()),
        };
    }
    let bound = constants.iter().zip(names);
    let bound = bound.map(|(c, name)| Ok((cx.mk_string_symbol(name)?, cx.get_sort(c)?)));
    let bound = bound.collect::<Result<Vec<_>>>()?;
    let (names, sorts): (Vec<_>, Vec<_>) = bound.into_iter().unzip();
    let open = |term: &Ast| open(cx, &constants, term, true);
    let mut taken = Vec::new();
    for terms in patterns {
        let terms = terms.iter().map(open).collect::<Result<Vec<_>>>()?;
        taken.push(cx.mk_pattern(&terms)?);
    }
    for term in &annotated.no_patterns {
        avoided.push(open(term)?);
    }
    let body = open(body)?;
    if how == 2 {
        return cx.mk_quantifier(forall, weight, &taken, &sorts, &names, &body);
    }
    let name = |number: Option<u32>, other| match number {
        Some(number) => cx.mk_int_symbol(i32::try_from(number).unwrap_or(i32::MAX)),
        None => cx.mk_string_symbol(other),
    };
    cx.quantifier_like(&Quantifier {
        kind: if forall {
            BinderKind::Forall
        } else {
            BinderKind::Exists
        },
        plain: !needs_all && rng.coin(),
        weight,
        id: name(annotated.names[0], "_q")?,
        skolem_id: name(annotated.names[1], "_k")?,
        names,
        sorts,
        patterns: taken,
        no_patterns: avoided,
        body: &body,
    })
}
