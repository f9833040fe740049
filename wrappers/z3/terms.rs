//! Terms of the trace, and what Z3 says about them; functions and definitions, for which `ops.rs`
//! has no rows.

use super::actions::parameters::SIMPLIFIER;
use super::checks::{ARGUMENT_SORT, DECLARED_SORT, NO_BOUND, QUANTIFIER_BODY, SIMPLIFIED_SORT};
use super::ffi::{self, Ast, Context, Decl};
use super::sorts::view::view;
use murxla_fsm::rng::Rng;
use murxla_fsm::solver::{Error, Result};
use murxla_fsm::sort::SortView;
use std::rc::Rc;

/// The meaning of a term id.
pub(super) enum TracedTerm {
    /// A term.
    Ast(Ast),
    /// A free constant of sort `Bool`, which may be assumed as it is.
    Atom(Ast),
    /// The negation of one.
    NotAtom(Ast),
    /// A variable, as a constant with a fresh name, so that no other term has it. The second field
    /// is its name in the trace.
    Variable(Ast, Rc<str>),
    /// A free function.
    Function(Decl),
    /// A defined function.
    Macro(Box<Macro>),
    /// The result of a match in a case.
    Case(Box<MatchCase>),
    /// The body of a binder, with attributes.
    Annotated(Box<Annotated>),
}

impl TracedTerm {
    /// The term of Z3. Functions have none.
    pub(super) fn ast(&self) -> Result<&Ast> {
        match self {
            TracedTerm::Ast(ast)
            | TracedTerm::Atom(ast)
            | TracedTerm::NotAtom(ast)
            | TracedTerm::Variable(ast, _) => Ok(ast),
            TracedTerm::Annotated(annotated) => Ok(&annotated.body),
            TracedTerm::Function(_) | TracedTerm::Macro(_) | TracedTerm::Case(_) => Err(
                Error::Unsupported("a function or a case in place of a term".to_owned()),
            ),
        }
    }
}

/// The result of a match in a case.
pub(super) struct MatchCase {
    /// The constructor, or `None` for all others.
    pub(super) constructor: Option<u32>,
    pub(super) variables: Vec<Ast>,
    pub(super) body: Ast,
}

/// The body of a binder and its attributes.
#[derive(Clone)]
pub(super) struct Annotated {
    pub(super) body: Ast,
    /// The terms of each pattern.
    pub(super) patterns: Vec<Vec<Ast>>,
    /// The terms that must not be taken as patterns.
    pub(super) no_patterns: Vec<Ast>,
    pub(super) weight: u32,
    /// The numbers of the names of the quantifier and of its Skolem functions.
    pub(super) names: [Option<u32>; 2],
}

/// The weight of a quantifier for which none is given, as in Z3's program.
const WEIGHT: u32 = 1;

impl Annotated {
    /// A body without attributes.
    pub(super) fn plain(body: Ast) -> Self {
        Self {
            body,
            patterns: Vec::new(),
            no_patterns: Vec::new(),
            weight: WEIGHT,
            names: [None; 2],
        }
    }
}

/// A defined function.
pub(super) struct Macro {
    params: Vec<Ast>,
    body: Ast,
    form: MacroForm,
}

/// How a definition is made in Z3.
enum MacroForm {
    /// Not at all. An application is replaced by the body.
    Inline,
    /// The same, with numbered variables for the parameters.
    Open(Ast),
    /// As an array, which a lambda makes. An application is a select.
    Lambda(Ast),
    /// As a recursive function that does not call itself.
    Recursive(Decl),
}

/// Defines a function. Recursive functions are rare: their theory makes the solver give up on some
/// problems. Solvers for quantifier-free logics do not have this theory, and there a recursive
/// function would be uninterpreted.
pub(super) fn define(
    cx: &Rc<Context>,
    rng: &mut Rng,
    symbol: &str,
    params: Vec<Ast>,
    body: Ast,
    may_recur: bool,
) -> Result<Macro> {
    let form = match rng.below(if may_recur { 20 } else { 18 }) {
        0..8 => MacroForm::Inline,
        8..15 => MacroForm::Open(open(cx, &params, &body, false)?),
        15..18 => MacroForm::Lambda(cx.lambda(&params, &body)?),
        _ => {
            let sorts = params.iter().map(|param| cx.get_sort(param));
            let sorts = sorts.collect::<Result<Vec<_>>>()?;
            let symbol = cx.mk_string_symbol(symbol)?;
            let decl = cx.mk_rec_func_decl(symbol, &sorts, &cx.get_sort(&body)?)?;
            cx.add_rec_def(&decl, &params, &body)?;
            MacroForm::Recursive(decl)
        }
    };
    Ok(Macro { params, body, form })
}

/// Replaces constants by numbered variables. Number 0 is the first constant, or in a binder the
/// last one.
pub(super) fn open(cx: &Rc<Context>, constants: &[Ast], body: &Ast, binder: bool) -> Result<Ast> {
    let numbers = constants.iter().enumerate().map(|(n, constant)| {
        let number = if binder { constants.len() - 1 - n } else { n };
        cx.mk_bound(number as u32, &cx.get_sort(constant)?)
    });
    cx.substitute(body, constants, &numbers.collect::<Result<Vec<_>>>()?)
}

/// Applies a function.
pub(super) fn apply(cx: &Rc<Context>, function: &TracedTerm, args: &[Ast]) -> Result<Ast> {
    let definition = match function {
        TracedTerm::Function(decl) => return cx.apply(decl, args),
        TracedTerm::Macro(definition) => definition,
        _ => return Err(Error::Rejected("applies what is not a function".to_owned())),
    };
    if args.len() != definition.params.len() {
        return Err(Error::Rejected("wrong number of arguments".to_owned()));
    }
    match &definition.form {
        MacroForm::Inline => cx.substitute(&definition.body, &definition.params, args),
        MacroForm::Open(body) => cx.substitute_vars(body, args),
        MacroForm::Lambda(array) => cx.mk_select_n(array, args),
        MacroForm::Recursive(decl) => cx.apply(decl, args),
    }
}

/// Makes the same application again, from its declaration by `Z3_mk_app`.
pub(super) fn rebuild(cx: &Rc<Context>, term: Ast) -> Result<Ast> {
    match cx.parts(&term)? {
        Some((decl, args)) if !args.is_empty() && cx.get_arity(&decl)? as usize == args.len() => {
            cx.apply(&decl, &args)
        }
        _ => Ok(term),
    }
}

/// Simplifies a term, with default parameters or one of them changed.
pub(super) fn simplify(cx: &Rc<Context>, rng: &mut Rng, term: &Ast) -> Result<Ast> {
    let simple = if rng.coin() {
        cx.simplify(term)?
    } else {
        let params = cx.mk_params()?;
        if let Some((name, _)) = rng.pick(SIMPLIFIER).filter(|_| rng.chance(80)) {
            cx.params_set_bool(&params, cx.mk_string_symbol(name)?, rng.chance(80))?;
        }
        cx.simplify_ex(term, &params)?
    };
    let (before, after) = (cx.get_sort(term)?, cx.get_sort(&simple)?);
    if before == after {
        return Ok(simple);
    }
    let (before, after) = (cx.sort_to_string(&before)?, cx.sort_to_string(&after)?);
    SIMPLIFIED_SORT.fails(format!("{before} to {after}"))
}

/// Reads the children of a term and their sorts.
pub(super) fn children(cx: &Rc<Context>, term: &Ast) -> Result<usize> {
    if cx.get_ast_kind(term)? as u32 == ffi::Z3_QUANTIFIER_AST {
        let bound = cx.get_quantifier_num_bound(term)?;
        NO_BOUND.must(bound > 0)?;
        for n in 0..bound {
            view(cx, &cx.get_quantifier_bound_sort(term, n)?)?;
        }
        let body = cx.get_sort(&cx.get_quantifier_body(term)?)?;
        let whole = cx.get_sort(term)?;
        QUANTIFIER_BODY
            .must(cx.get_sort_kind(&whole)? as u32 != ffi::Z3_BOOL_SORT || body == whole)?;
        return Ok(bound as usize + 1);
    }
    let Some((decl, args)) = cx.parts(term)? else {
        return Ok(0);
    };
    DECLARED_SORT.must(cx.get_range(&decl)? == cx.get_sort(term)?)?;
    let arity = cx.get_arity(&decl)? as usize;
    for (n, arg) in args.iter().enumerate() {
        let sort = cx.get_sort(arg)?;
        view(cx, &sort)?;
        ARGUMENT_SORT.must(arity != args.len() || cx.get_domain(&decl, n as u32)? == sort)?;
    }
    Ok(args.len())
}

/// The sort of a term or function.
pub(super) fn sort_view(cx: &Rc<Context>, term: &TracedTerm) -> Result<SortView> {
    let function = |domain: Result<Vec<SortView>>, codomain: SortView| {
        Ok(SortView::Fun(domain?, Box::new(codomain)))
    };
    match term {
        TracedTerm::Function(decl) => {
            let domain = (0..cx.get_arity(decl)?).map(|n| view(cx, &cx.get_domain(decl, n)?));
            function(domain.collect(), view(cx, &cx.get_range(decl)?)?)
        }
        TracedTerm::Macro(definition) => {
            let params = definition.params.iter();
            let domain = params.map(|p| view(cx, &cx.get_sort(p)?));
            function(domain.collect(), view(cx, &cx.get_sort(&definition.body)?)?)
        }
        term => view(cx, &cx.get_sort(term.ast()?)?),
    }
}
