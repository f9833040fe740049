//! Functions, definitions and binders: what `ops.rs` has no row for.

use super::datatypes::Case;
use super::ffi::{self, Ast, Context, Decl, Sort, c_text};
use super::quantifiers::Annotated;
use murxla_fsm::rng::Rng;
use murxla_fsm::solver::{Error, Result};
use murxla_fsm::sort::SortView;
use std::ffi::CStr;
use std::rc::Rc;

/// What an id of a term stands for.
pub(super) enum Term {
    /// A term.
    Ast(Ast),
    /// A free constant of sort `Bool`, which may be assumed as it is.
    Atom(Ast),
    /// The negation of one.
    NotAtom(Ast),
    /// A variable, with its own name: the constant has a fresh one, so that binding it binds no other.
    Variable(Ast, Rc<str>),
    /// A free function.
    Function(Decl),
    /// A defined function.
    Macro(Box<Macro>),
    /// What a match yields in a case.
    Case(Box<Case>),
    /// The body of a binder, with patterns.
    Annotated(Box<Annotated>),
}

impl Term {
    /// The term, which a function is not.
    pub(super) fn ast(&self) -> Result<&Ast> {
        match self {
            Term::Ast(ast) | Term::Atom(ast) | Term::NotAtom(ast) | Term::Variable(ast, _) => {
                Ok(ast)
            }
            Term::Annotated(annotated) => Ok(&annotated.body),
            Term::Function(_) | Term::Macro(_) | Term::Case(_) => Err(Error::Unsupported(
                "a function or a case in place of a term".to_owned(),
            )),
        }
    }
}

/// A defined function.
pub(super) struct Macro {
    params: Vec<Ast>,
    body: Ast,
    form: Form,
}

/// How a definition is given to Z3.
enum Form {
    /// Not at all: applications are replaced by the body.
    Inline,
    /// The same, the parameters being variables by number.
    Open(Ast),
    /// As an array, by a lambda; an application is a select.
    Lambda(Ast),
    /// As a recursive function that does not recur.
    Recursive(Decl),
}

/// Defines a function. Not all forms suit all uses: a theory for recursive functions makes the
/// solver give up on some problems, so it is rare, and without the theory, in solvers for a
/// quantifier-free logic, such a function would be any function.
pub(super) fn define(
    cx: &Rc<Context>,
    rng: &mut Rng,
    symbol: &str,
    params: Vec<Ast>,
    body: Ast,
    may_recur: bool,
) -> Result<Macro> {
    let form = match rng.below(if may_recur { 20 } else { 18 }) {
        0..8 => Form::Inline,
        8..15 => Form::Open(open(cx, &params, &body, false)?),
        15..18 => Form::Lambda(cx.lambda(&params, &body)?),
        _ => {
            let sorts = params.iter().map(|param| cx.sort_of(param));
            let sorts = sorts.collect::<Result<Vec<_>>>()?;
            let symbol = cx.symbol(&c_text(symbol)?)?;
            let decl = cx.rec_decl(symbol, &sorts, &cx.sort_of(&body)?)?;
            cx.rec_def(&decl, &params, &body)?;
            Form::Recursive(decl)
        }
    };
    Ok(Macro { params, body, form })
}

/// `body` with the constants replaced by variables: the first is number 0, or in a binder the last.
pub(super) fn open(cx: &Rc<Context>, constants: &[Ast], body: &Ast, binder: bool) -> Result<Ast> {
    let numbers = constants.iter().enumerate().map(|(n, constant)| {
        let number = if binder { constants.len() - 1 - n } else { n };
        cx.bound(number as u32, &cx.sort_of(constant)?)
    });
    cx.substitute(body, constants, &numbers.collect::<Result<Vec<_>>>()?)
}

/// Applies a function.
pub(super) fn apply(cx: &Rc<Context>, function: &Term, args: &[Ast]) -> Result<Ast> {
    let definition = match function {
        Term::Function(decl) => return cx.apply(decl, args),
        Term::Macro(definition) => definition,
        _ => return Err(Error::Rejected("applies what is no function".to_owned())),
    };
    if args.len() != definition.params.len() {
        return Err(Error::Rejected("wrong number of arguments".to_owned()));
    }
    match &definition.form {
        Form::Inline => cx.substitute(&definition.body, &definition.params, args),
        Form::Open(body) => cx.substitute_vars(body, args),
        Form::Lambda(array) => cx.select(array, args),
        Form::Recursive(decl) => cx.apply(decl, args),
    }
}

/// The same application made from its own declaration: a function that `Z3_mk_app` builds.
pub(super) fn rebuild(cx: &Rc<Context>, term: Ast) -> Result<Ast> {
    match cx.parts(&term)? {
        Some((decl, args)) if !args.is_empty() && cx.arity(&decl)? as usize == args.len() => {
            cx.apply(&decl, &args)
        }
        _ => Ok(term),
    }
}

/// Switches of the simplifier that keep the meaning; `hi_div0`, for one, would not.
pub(super) const SIMPLIFIER: &[&CStr] = &[
    c"som",
    c"flat",
    c"elim_and",
    c"local_ctx",
    c"pull_cheap_ite",
    c"hoist_ite",
    c"push_ite_arith",
    c"push_ite_bv",
    c"arith_lhs",
    c"sort_sums",
    c"mul2concat",
    c"split_concat_eq",
    c"blast_distinct",
    c"blast_eq_value",
    c"elim_sign_ext",
    c"expand_select_store",
    c"expand_store_eq",
    c"sort_store",
];

/// What Z3 simplifies a term to, with all switches at their defaults or one of them turned.
pub(super) fn simplify(cx: &Rc<Context>, rng: &mut Rng, term: &Ast) -> Result<Ast> {
    let simple = if rng.coin() {
        cx.simplify(term)?
    } else {
        let params = cx.params()?;
        if let Some(name) = rng.pick(SIMPLIFIER).filter(|_| rng.chance(80)) {
            cx.set_bool(&params, cx.symbol(name)?, rng.chance(80))?;
        }
        cx.simplify_ex(term, &params)?
    };
    let (before, after) = (cx.sort_of(term)?, cx.sort_of(&simple)?);
    if before == after {
        return Ok(simple);
    }
    Err(Error::Contradiction(format!(
        "a term of sort {} is simplified to one of sort {}",
        cx.print_sort(&before)?,
        cx.print_sort(&after)?
    )))
}

/// Reads the children of a term and their sorts.
pub(super) fn children(cx: &Rc<Context>, term: &Ast) -> Result<usize> {
    let wrong = |what: &str| Err(Error::Contradiction(format!("children of a term: {what}")));
    if cx.ast_kind(term)? as u32 == ffi::Z3_QUANTIFIER_AST {
        let bound = cx.bound_count(term)?;
        if bound == 0 {
            return wrong("a quantifier without variables");
        }
        for n in 0..bound {
            view(cx, &cx.quantifier_sort(term, n)?)?;
        }
        let body = cx.sort_of(&cx.quantifier_body(term)?)?;
        let whole = cx.sort_of(term)?;
        if cx.sort_kind(&whole)? as u32 == ffi::Z3_BOOL_SORT && body != whole {
            return wrong("the body of a quantifier is not Boolean");
        }
        return Ok(bound as usize + 1);
    }
    let Some((decl, args)) = cx.parts(term)? else {
        return Ok(0);
    };
    if cx.codomain(&decl)? != cx.sort_of(term)? {
        return wrong("the declaration has another sort than the term");
    }
    let arity = cx.arity(&decl)? as usize;
    for (n, arg) in args.iter().enumerate() {
        let sort = cx.sort_of(arg)?;
        view(cx, &sort)?;
        if arity == args.len() && cx.domain(&decl, n as u32)? != sort {
            return wrong("an argument has another sort than the declaration asks for");
        }
    }
    Ok(args.len())
}

/// The sort of a term or function.
pub(super) fn sort_view(cx: &Rc<Context>, term: &Term) -> Result<SortView> {
    let function = |domain: Result<Vec<SortView>>, codomain: SortView| {
        Ok(SortView::Fun(domain?, Box::new(codomain)))
    };
    match term {
        Term::Function(decl) => {
            let domain = (0..cx.arity(decl)?).map(|n| view(cx, &cx.domain(decl, n)?));
            function(domain.collect(), view(cx, &cx.codomain(decl)?)?)
        }
        Term::Macro(definition) => {
            let domain = { definition.params.iter() }.map(|p| view(cx, &cx.sort_of(p)?));
            function(domain.collect(), view(cx, &cx.sort_of(&definition.body)?)?)
        }
        term => view(cx, &cx.sort_of(term.ast()?)?),
    }
}

/// The name of a sort of sorts.
pub(super) fn named(cx: &Rc<Context>, symbol: &str, args: &[Sort]) -> Result<String> {
    if args.is_empty() {
        return Ok(symbol.to_owned());
    }
    let mut name = format!("({symbol}");
    for arg in args {
        name.push_str(&format!(" {}", view(cx, arg)?));
    }
    Ok(name + ")")
}

/// The name of an instance of a datatype with parameters: all instances have one symbol, and what sorts they are of is
/// printed alone.
fn instance(cx: &Rc<Context>, sort: &Sort, symbol: String) -> Result<String> {
    if symbol.starts_with('(') || !cx.api().Z3_mk_polymorphic_datatype.exists() {
        return Ok(symbol);
    }
    let printed = cx.print_sort(sort)?.replace('|', "");
    let words: Vec<&str> = printed.split_whitespace().collect();
    let name = words.join(" ").replace("(RegEx String)", "RegLan");
    Ok(if name.starts_with(&format!("({symbol} ")) {
        name
    } else {
        symbol
    })
}

/// A sort spelled out by Z3's getters.
pub(super) fn view(cx: &Rc<Context>, sort: &Sort) -> Result<SortView> {
    Ok(match cx.sort_kind(sort)? as u32 {
        ffi::Z3_BOOL_SORT => SortView::Bool,
        ffi::Z3_INT_SORT => SortView::Int,
        ffi::Z3_REAL_SORT => SortView::Real,
        ffi::Z3_BV_SORT => SortView::Bv(cx.bv_width(sort)?),
        ffi::Z3_ROUNDING_MODE_SORT => SortView::Rm,
        ffi::Z3_FLOATING_POINT_SORT => {
            SortView::Fp(cx.exponent_width(sort)?, cx.significand_width(sort)?)
        }
        ffi::Z3_ARRAY_SORT => {
            let index = view(cx, &cx.array_index(sort)?)?;
            let element = view(cx, &cx.array_element(sort)?)?;
            SortView::Array(Box::new((index, element)))
        }
        ffi::Z3_SEQ_SORT if cx.is_string_sort(sort)? => SortView::String,
        ffi::Z3_SEQ_SORT => SortView::Seq(Box::new(view(cx, &cx.seq_element(sort)?)?)),
        ffi::Z3_RE_SORT if cx.is_string_sort(&cx.re_basis(sort)?)? => SortView::RegLan,
        ffi::Z3_DATATYPE_SORT => {
            let name = cx.symbol_text(cx.sort_name(sort)?)?;
            if !name.starts_with("(Tuple ") {
                return Ok(SortView::Dt(instance(cx, sort, name)?));
            }
            let parts = 0..cx.get_domain_size(&cx.constructor(sort, 0)?)?;
            let parts = parts.map(|n| view(cx, &cx.codomain(&cx.selector(sort, 0, n)?)?));
            SortView::Tuple(parts.collect::<Result<_>>()?)
        }
        ffi::Z3_UNINTERPRETED_SORT => SortView::Uninterpreted(cx.symbol_text(cx.sort_name(sort)?)?),
        _ => SortView::Other(cx.print_sort(sort)?),
    })
}
