//! Quantified formulas and their patterns.

use super::actions::walk;
use super::ffi::{Ast, BinderKind, Context, Quantifier, c_text};
use super::terms::{Annotated, TracedTerm, open};
use murxla_fsm::rng::Rng;
use murxla_fsm::solver::{Error, Result};
use std::rc::Rc;

/// `body` with one more pattern.
pub(super) fn annotate(body: &TracedTerm, pattern: Vec<Ast>) -> Result<TracedTerm> {
    if pattern.is_empty() {
        return Err(Error::Rejected("a pattern without terms".to_owned()));
    }
    let (body, mut patterns) = match body {
        TracedTerm::Annotated(inner) => (inner.body.clone(), inner.patterns.clone()),
        body => (body.ast()?.clone(), Vec::new()),
    };
    patterns.push(pattern);
    Ok(TracedTerm::Annotated(Box::new(Annotated {
        body,
        patterns,
    })))
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
        if LOGICAL.contains(&(cx.decl_kind(&decl)? as u32)) {
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
    let mut patterns = Vec::new();
    if let TracedTerm::Annotated(annotated) = body {
        for terms in &annotated.patterns {
            if is_pattern(cx, &constants, terms)? {
                patterns.push(terms.clone());
            }
        }
    }
    let body = body.ast()?;
    let weight = rng.below(3) as u32;
    let how = rng.below(if patterns.is_empty() { 3 } else { 4 });
    if how < 2 {
        let patterns = patterns.iter().map(|terms| cx.pattern(terms));
        let patterns = patterns.collect::<Result<Vec<_>>>()?;
        return match how {
            0 => cx.quantifier(forall, weight, &constants, &patterns, body),
            _ => cx.quantifier_const(forall, weight, &constants, &patterns, body, rng.coin()),
        };
    }
    let bound = constants.iter().zip(names);
    let bound = bound.map(|(c, name)| Ok((cx.symbol(&c_text(name)?)?, cx.sort_of(c)?)));
    let bound = bound.collect::<Result<Vec<_>>>()?;
    let open = |term: &Ast| open(cx, &constants, term, true);
    // Terms that must not be in patterns are only allowed without patterns.
    let (mut taken, mut avoided) = (Vec::new(), Vec::new());
    let avoid = how == 3 && rng.chance(25);
    for terms in &patterns {
        let mut terms = terms.iter().map(open).collect::<Result<Vec<_>>>()?;
        if avoid {
            avoided.append(&mut terms);
        } else {
            taken.push(cx.pattern(&terms)?);
        }
    }
    let body = open(body)?;
    if how == 2 {
        return cx.quantifier_bound(forall, weight, &bound, &taken, &body);
    }
    cx.quantifier_like(&Quantifier {
        kind: if forall {
            BinderKind::Forall
        } else {
            BinderKind::Exists
        },
        plain: !avoid && rng.coin(),
        weight,
        id: cx.symbol(c"_q")?,
        skolem_id: cx.symbol(c"_k")?,
        bound,
        patterns: taken,
        no_patterns: avoided,
        body: &body,
    })
}
