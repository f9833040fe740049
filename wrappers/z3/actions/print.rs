//! Prints terms and formulas, and parses them again.

use super::super::checks::{CLAUSE_COUNT, PARSED_COUNT, PARSED_EQUATION, PARSED_FORMULAS};
use super::super::ffi::{self, Ast, Context, Solver};
use super::walk;
use super::{ExtensionCall, satisfiable};
use murxla_fsm::action::Effect;
use murxla_fsm::solver::{Answer, Error, Result};
use std::rc::Rc;

/// Prints a term, and parses it with its constants and functions.
pub(super) fn parse(call: &mut ExtensionCall<'_>) -> Result<Effect> {
    let term = call.term()?;
    let (cx, rng) = (&call.cx, &mut call.z3.rng);
    let constant = cx.mk_fresh_const("parsed", &cx.get_sort(&term)?)?;
    let equation = cx.mk_eq(&constant, &term)?;
    let (parts, all) = walk::parts(cx, std::slice::from_ref(&equation))?;
    if !all || !walk::printable(cx, &term)? {
        return call.add_result(term);
    }
    let signature = walk::signature(cx, &parts)?;
    // The parser would need the constructors and selectors of each datatype.
    if signature.datatypes {
        return call.add_result(term);
    }
    cx.set_ast_print_mode(ffi::Z3_PRINT_SMTLIB2_COMPLIANT as i32)?;
    let text = cx.ast_to_string(&equation);
    cx.set_ast_print_mode(ffi::Z3_PRINT_SMTLIB_FULL as i32)?;
    let text = format!("(assert {})", text?);
    let formulas = if rng.coin() && cx.table().Z3_mk_parser_context.exists() {
        let parser = cx.mk_parser_context()?;
        for sort in &signature.sorts {
            cx.parser_context_add_sort(&parser, sort)?;
        }
        for function in &signature.functions {
            cx.parser_context_add_decl(&parser, function)?;
        }
        cx.parser_context_from_string(&parser, &text)?
    } else {
        let sorts = signature.sorts.into_iter();
        let sorts = sorts.map(|sort| Ok((cx.get_sort_name(&sort)?, sort)));
        let decls = signature.functions.into_iter();
        let decls = decls.map(|decl| Ok((cx.get_decl_name(&decl)?, decl)));
        let sorts = sorts.collect::<Result<Vec<_>>>()?;
        cx.parse(&text, &sorts, &decls.collect::<Result<Vec<_>>>()?)?
    };
    match (&cx.items(&formulas)?[..], cx.parts(&equation)?) {
        ([formula], Some((equals, _))) => match cx.parts(formula)? {
            Some((decl, args)) if args.len() == 2 && decl == equals && args[0] == constant => {
                call.add_result(args[1].clone())
            }
            _ => PARSED_EQUATION.fails(""),
        },
        (formulas, _) => PARSED_COUNT.fails(formulas.len().to_string()),
    }
}

/// Whether formulas can be printed, and the text can be parsed in the same context.
pub(super) fn is_readable(cx: &Rc<Context>, formulas: &[Ast]) -> Result<bool> {
    let (parts, all) = walk::parts(cx, formulas)?;
    let deep = formulas.iter().any(|f| walk::printable(cx, f) != Ok(true));
    // A function cannot be defined twice in a context. The instances of a datatype share their
    // constructors, which the parser cannot tell apart.
    let signature = walk::signature(cx, &parts)?;
    Ok(all && !deep && !signature.defined && !signature.datatypes)
}

/// The formulas as a script with a check at its end, if they can be printed.
pub(super) fn script(cx: &Rc<Context>, formulas: &[Ast]) -> Result<Option<String>> {
    if !is_readable(cx, formulas)? {
        return Ok(None);
    }
    cx.benchmark("ALL", formulas).map(Some)
}

/// Prints formulas with their declarations, and parses them. The result must be equivalent.
pub(super) fn print(call: &mut ExtensionCall<'_>) -> Result<Effect> {
    let formulas = call.formulas()?;
    let (cx, rng) = (&call.cx, &mut call.z3.rng);
    let Some(script) = script(cx, &formulas)? else {
        return Ok(Effect::Done);
    };
    let back = if rng.coin() {
        cx.items(&cx.parse(&script, &[], &[])?)?
    } else {
        let printed = cx.mk_simple_solver()?;
        for formula in &formulas {
            cx.solver_assert(&printed, formula)?;
        }
        dimacs(cx, &printed)?;
        let read = cx.mk_simple_solver()?;
        cx.solver_from_string(&read, &cx.solver_to_string(&printed)?)?;
        cx.items(&cx.solver_get_assertions(&read)?)?
    };
    equivalent(cx, &formulas, &back)?;
    Ok(Effect::Done)
}

/// Prints clauses in DIMACS. The first line must have their number.
fn dimacs(cx: &Rc<Context>, solver: &Solver) -> Result {
    if !cx.table().Z3_solver_to_dimacs_string.exists() {
        return Ok(());
    }
    let text = match cx.solver_to_dimacs_string(solver, false) {
        Ok(text) => text,
        // This is only for clauses.
        Err(Error::Rejected(_)) => return Ok(()),
        Err(error) => return Err(error),
    };
    let mut lines = text.lines();
    let said = lines.next().and_then(|line| line.split(' ').nth(3));
    CLAUSE_COUNT.must(said == Some(&lines.count().to_string()))
}

/// One list of formulas must follow from the other. This is checked with a small limit.
fn equivalent(cx: &Rc<Context>, ours: &[Ast], theirs: &[Ast]) -> Result {
    if ours == theirs {
        return Ok(());
    }
    let differ = cx.mk_xor(&cx.mk_and(ours)?, &cx.mk_and(theirs)?)?;
    let answer = satisfiable(cx, &[differ])?;
    PARSED_FORMULAS.must(answer != Answer::Sat)
}
