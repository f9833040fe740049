//! Makes terms that are equal to the argument. Mostly the result is the same term.

use super::super::checks::{
    BINDER, NOTHING_PRINTED, REBUILT, SUBSTITUTION, TRANSLATED_BACK, TRANSLATED_TEXT,
};
use super::super::ffi::{self, Ast, BinderKind, Context, Quantifier};
use super::super::terms;
use super::ExtensionCall;
use super::combination::read_text;
use super::parameters::{SIMPLIFIER, STEPS, Settings, Table, Value};
use super::walk;
use crate::shared::actions::{TERM, Takes, first_text};
use murxla_fsm::action::{Arg, Call, Effect, Invalid};
use murxla_fsm::arguments;
use murxla_fsm::rng::Rng;
use murxla_fsm::solver::{Error, Result};
use std::rc::Rc;

/// The kind of the names of parameters of the simplifier.
pub(super) const PARAMETER: &str = "parameter of Z3_simplify_ex";

/// The parameters of the simplifier that are set.
const TABLES: &[&Table] = &[SIMPLIFIER, STEPS];

arguments! {
    /// A term and parameters.
    struct SimplifyArgs<'c> {
        term: Term,
        parameters: Text,
    }
}

/// A term and parameters of the simplifier.
pub(super) const TERM_AND_PARAMETERS: Takes = Takes {
    params: SimplifyArgs::PARAMS,
    pick: |cx| {
        let mut args = (TERM.pick)(cx)?;
        let names = cx.context.available.names.as_ref()?;
        let rows = SIMPLIFIER.iter();
        let rows: Vec<_> = rows.filter(|row| names.has(PARAMETER, row.0)).collect();
        let mut settings = Settings::default();
        for _ in 0..cx.rng.below(4) {
            if let Some(row) = cx.rng.pick(&rows) {
                settings.set(row.0, Value::Flag(cx.rng.chance(70)));
            }
        }
        if cx.rng.chance(20) {
            settings.set("max_steps", Value::Number(cx.rng.range(1, 50)));
        }
        args.push(Arg::Text(settings.to_string().into()));
        Some(args)
    },
    valid: |state, call| {
        settings(call).map_err(Invalid::Wrong)?;
        (TERM.valid)(state, call)
    },
    names: |call| settings(call).map_or_else(|_| Vec::new(), |s| s.names(PARAMETER).collect()),
};

fn settings(call: &Call) -> std::result::Result<Settings, String> {
    let text = first_text(call).map_err(|error| error.to_string())?;
    read_text(text, |all| Settings::read(TABLES, all))
}

/// Calls `Z3_simplify_ex` with parameters that keep the meaning.
pub(super) fn simplify(call: &mut ExtensionCall<'_>) -> Result<Effect> {
    let cx = &call.cx;
    let descrs = cx.simplify_get_param_descrs()?;
    NOTHING_PRINTED.must_for(
        "parameters of the simplifier",
        !cx.simplify_get_help()?.is_empty(),
    )?;
    let params = settings(call.call).map_err(Error::Rejected)?.params(cx)?;
    cx.params_validate(&params, &descrs)?;
    NOTHING_PRINTED.must_for("parameters", !cx.params_to_string(&params)?.is_empty())?;
    let made = cx.simplify_ex(&call.term()?, &params);
    match made {
        Ok(made) => call.add_result(made),
        // The simplifier returns an error when it reaches the limit of steps that we set.
        Err(Error::Rejected(why)) if why.contains("max. steps") => {
            let term = call.term()?;
            call.add_result(term)
        }
        Err(error) => Err(error),
    }
}

/// Replaces parts of a term, and replaces them back.
pub(super) fn substitute(call: &mut ExtensionCall<'_>) -> Result<Effect> {
    let term = call.term()?;
    let (parts, _) = walk::parts(&call.cx, std::slice::from_ref(&term))?;
    let (cx, rng) = (&call.cx, &mut call.z3.rng);
    let (made, how) = match rng.below(3) {
        0 => (by_constants(cx, rng, &term, &parts)?, "Z3_substitute"),
        1 => (by_variables(cx, &term, &parts)?, "Z3_substitute_vars"),
        _ if cx.table().Z3_substitute_funs.exists() => {
            (by_functions(cx, &term, &parts)?, "Z3_substitute_funs")
        }
        // Another function in its place would make the call another one on old releases.
        _ => (term.clone(), "nothing"),
    };
    let is_same = cx.is_eq_ast(&term, &made)? || walk::has_decided_ite(cx, &parts)?;
    SUBSTITUTION.must_for(how, is_same)?;
    call.add_result(made)
}

/// Replaces parts without variables by constants.
fn by_constants(cx: &Rc<Context>, rng: &mut Rng, term: &Ast, parts: &[Ast]) -> Result<Ast> {
    let ground = parts
        .iter()
        .filter(|part| walk::is_ground(cx, part) == Ok(true));
    let ground: Vec<&Ast> = ground.collect();
    // One part at a time, because one part may be in another.
    let Some(part) = rng.pick(&ground) else {
        return Ok(term.clone());
    };
    let part = std::slice::from_ref(*part);
    let fresh = [cx.mk_fresh_const("part", &cx.get_sort(&part[0])?)?];
    let changed = cx.substitute(term, part, &fresh)?;
    cx.substitute(&changed, &fresh, part)
}

/// Replaces the constants by variables.
fn by_variables(cx: &Rc<Context>, term: &Ast, parts: &[Ast]) -> Result<Ast> {
    let functions = walk::signature(cx, parts)?.functions;
    let constants = functions.iter().filter(|decl| cx.get_arity(decl) == Ok(0));
    let constants = constants.map(|decl| cx.apply(decl, &[]));
    let constants = constants.collect::<Result<Vec<Ast>>>()?;
    let open = terms::open(cx, &constants, term, false)?;
    cx.substitute_vars(&open, &constants)
}

/// Replaces free functions by others with the same sorts.
fn by_functions(cx: &Rc<Context>, term: &Ast, parts: &[Ast]) -> Result<Ast> {
    let (mut from, mut to) = (Vec::new(), Vec::new());
    let (mut calls_of_from, mut calls_of_to) = (Vec::new(), Vec::new());
    for decl in walk::signature(cx, parts)?.functions {
        let arity = cx.get_arity(&decl)?;
        if arity == 0 {
            continue;
        }
        let domain = (0..arity).map(|n| cx.get_domain(&decl, n));
        let domain = domain.collect::<Result<Vec<_>>>()?;
        let other = cx.mk_fresh_func_decl("function", &domain, &cx.get_range(&decl)?)?;
        let args = domain.iter().zip(0..).map(|(sort, n)| cx.mk_bound(n, sort));
        let args = args.collect::<Result<Vec<Ast>>>()?;
        calls_of_from.push(cx.apply(&decl, &args)?);
        calls_of_to.push(cx.apply(&other, &args)?);
        from.push(decl);
        to.push(other);
    }
    let changed = cx.substitute_funs(term, &from, &calls_of_to)?;
    cx.substitute_funs(&changed, &to, &calls_of_from)
}

/// Makes the term again from its parts.
pub(super) fn rebuild(call: &mut ExtensionCall<'_>) -> Result<Effect> {
    let term = call.term()?;
    let (cx, rng) = (&call.cx, &mut call.z3.rng);
    let (parts, _) = walk::parts(cx, std::slice::from_ref(&term))?;
    for part in &parts {
        let children = walk::children(cx, part)?;
        let binds = cx.get_ast_kind(part)? as u32 == ffi::Z3_QUANTIFIER_AST;
        let made = if binds && rng.coin() && !is_parsed_lambda(cx, part)? {
            rebind(cx, part, &children[0])?
        } else if children.is_empty() {
            continue;
        } else {
            cx.update_term(part, &children)?
        };
        REBUILT.must(cx.is_eq_ast(part, &made)?)?;
    }
    // The term itself comes first.
    let made = cx.update_term(&term, &walk::children(cx, &term)?);
    match made {
        Ok(made) => call.add_result(made),
        // Variables have no arguments to update.
        Err(_) if walk::children(cx, &term)?.is_empty() => call.add_result(term),
        Err(error) => Err(error),
    }
}

/// Whether the term is a lambda that the parser of Z3 made. Its name is its line number, and no
/// function of the API can give a lambda such a name.
fn is_parsed_lambda(cx: &Rc<Context>, term: &Ast) -> Result<bool> {
    if !cx.is_lambda(term)? || !cx.table().Z3_get_quantifier_id.exists() {
        return Ok(false);
    }
    let name = cx.get_quantifier_id(term)?;
    Ok(cx.get_symbol_kind(name)? as u32 == ffi::Z3_INT_SYMBOL)
}

/// Makes a binder from the parts of another one.
fn rebind(cx: &Rc<Context>, term: &Ast, body: &Ast) -> Result<Ast> {
    let kind = binder(cx, term)?;
    let bound = (0..cx.get_quantifier_num_bound(term)?).map(|n| {
        let name = cx.get_quantifier_bound_name(term, n)?;
        Ok((name, cx.get_quantifier_bound_sort(term, n)?))
    });
    let bound = bound.collect::<Result<Vec<_>>>()?;
    let patterns = (0..cx.get_quantifier_num_patterns(term)?).map(|n| {
        let pattern = cx.get_quantifier_pattern_ast(term, n)?;
        let terms = (0..cx.get_pattern_num_terms(&pattern)?).map(|n| cx.get_pattern(&pattern, n));
        cx.mk_pattern(&terms.collect::<Result<Vec<_>>>()?)
    });
    let no_patterns = (0..cx.get_quantifier_num_no_patterns(term)?)
        .map(|n| cx.get_quantifier_no_pattern_ast(term, n));
    let named = kind != BinderKind::Lambda && cx.table().Z3_get_quantifier_id.exists();
    let (id, skolem_id) = if !named {
        (cx.mk_string_symbol("")?, cx.mk_string_symbol("")?)
    } else {
        (
            cx.get_quantifier_id(term)?,
            cx.get_quantifier_skolem_id(term)?,
        )
    };
    let (names, sorts): (Vec<_>, Vec<_>) = bound.into_iter().unzip();
    let mut quantifier = Quantifier {
        kind,
        plain: false,
        weight: cx.get_quantifier_weight(term)?,
        id,
        skolem_id,
        names,
        sorts,
        patterns: patterns.collect::<Result<_>>()?,
        no_patterns: no_patterns.collect::<Result<_>>()?,
        body,
    };
    // The simple functions drop its names.
    quantifier.plain = !named && quantifier.no_patterns.is_empty();
    cx.quantifier_like(&quantifier)
}

/// The kind of a binder, which must be exactly one of three.
pub(super) fn binder(cx: &Rc<Context>, term: &Ast) -> Result<BinderKind> {
    let is = [
        (BinderKind::Forall, cx.is_quantifier_forall(term)?),
        (BinderKind::Exists, cx.is_quantifier_exists(term)?),
        (BinderKind::Lambda, cx.is_lambda(term)?),
    ];
    let mut kinds = is.iter().filter(|(_, is)| *is);
    match (kinds.next(), kinds.next()) {
        (Some((kind, _)), None) => Ok(*kind),
        _ => BINDER.fails(""),
    }
}

/// Copies the term to another context and back.
pub(super) fn translate(call: &mut ExtensionCall<'_>) -> Result<Effect> {
    let term = call.term()?;
    let cx = &call.cx;
    let other = cx.new_context(&[])?;
    let there = cx.translate(&term, &other)?;
    if walk::printable(cx, &term)? {
        TRANSLATED_TEXT.must(cx.ast_to_string(&term)? == other.ast_to_string(&there)?)?;
    }
    let back = other.translate(&there, cx)?;
    TRANSLATED_BACK.must_for(
        "a term",
        walk::is_same_after_copy(cx, std::slice::from_ref(&term), std::slice::from_ref(&back))?,
    )?;
    call.add_result(back)
}
