//! Calls of extension actions: reading and rewriting terms. Names are those of the API.

use super::{
    App, Ast, Context, Decl, Lift, Lower, ParamDescrs, Params, ParserContext, Pattern, Solver,
    Sort, Symbol, Vector, found, lower_all,
};
use murxla_fsm::solver::{Error, Result};
use std::ffi::CStr;
use std::rc::Rc;
use std::slice;

impl Context {
    methods! {
        Z3_mk_not => not(a: &Ast) -> Ast;
        Z3_mk_xor => xor(a: &Ast, b: &Ast) -> Ast;
        Z3_simplify_get_param_descrs => simplify_get_param_descrs() -> ParamDescrs;
        Z3_app_to_ast => app_to_ast(r: &App) -> Ast;
        Z3_fpa_get_numeral_exponent_string => fpa_get_numeral_exponent_string(a: &Ast, on: bool) -> String;
        Z3_fpa_get_numeral_sign_bv => fpa_get_numeral_sign_bv(a: &Ast) -> Ast;
        Z3_fpa_get_numeral_significand_string => fpa_get_numeral_significand_string(a: &Ast) -> String;
        Z3_fpa_is_numeral => fpa_is_numeral(a: &Ast) -> bool;
        Z3_func_decl_to_ast => func_decl_to_ast(f: &Decl) -> Ast;
        Z3_get_array_arity => get_array_arity(s: &Sort) -> u32;
        Z3_get_array_sort_domain_n => get_array_sort_domain_n(s: &Sort, n: u32) -> Sort;
        Z3_get_ast_hash => get_ast_hash(a: &Ast) -> u32;
        Z3_get_ast_id => get_ast_id(a: &Ast) -> u32;
        Z3_get_decl_ast_parameter => get_decl_ast_parameter(f: &Decl, n: u32) -> Ast;
        Z3_get_decl_double_parameter => get_decl_double_parameter(f: &Decl, n: u32) -> f64;
        Z3_get_decl_func_decl_parameter => get_decl_func_decl_parameter(f: &Decl, n: u32) -> Decl;
        Z3_get_decl_int_parameter => get_decl_int_parameter(f: &Decl, n: u32) -> i32;
        Z3_get_decl_num_parameters => get_decl_num_parameters(f: &Decl) -> u32;
        Z3_get_decl_parameter_kind => get_decl_parameter_kind(f: &Decl, n: u32) -> i32;
        Z3_get_decl_rational_parameter => get_decl_rational_parameter(f: &Decl, n: u32) -> String;
        Z3_get_decl_sort_parameter => get_decl_sort_parameter(f: &Decl, n: u32) -> Sort;
        Z3_get_decl_symbol_parameter => get_decl_symbol_parameter(f: &Decl, n: u32) -> Symbol;
        Z3_get_depth => get_depth(a: &Ast) -> u32;
        Z3_get_domain_size => get_domain_size(f: &Decl) -> u32;
        Z3_get_func_decl_id => get_func_decl_id(f: &Decl) -> u32;
        Z3_get_numeral_double => get_numeral_double(a: &Ast) -> f64;
        Z3_get_pattern => get_pattern(r: &Pattern, n: u32) -> Ast;
        Z3_get_pattern_num_terms => get_pattern_num_terms(r: &Pattern) -> u32;
        Z3_get_quantifier_bound_name => get_quantifier_bound_name(a: &Ast, n: u32) -> Symbol;
        Z3_get_quantifier_id => get_quantifier_id(a: &Ast) -> Symbol;
        Z3_get_quantifier_no_pattern_ast => get_quantifier_no_pattern_ast(a: &Ast, n: u32) -> Ast;
        Z3_get_quantifier_num_no_patterns => get_quantifier_num_no_patterns(a: &Ast) -> u32;
        Z3_get_quantifier_num_patterns => get_quantifier_num_patterns(a: &Ast) -> u32;
        Z3_get_quantifier_pattern_ast => get_quantifier_pattern_ast(a: &Ast, n: u32) -> Pattern;
        Z3_get_quantifier_skolem_id => get_quantifier_skolem_id(a: &Ast) -> Symbol;
        Z3_get_quantifier_weight => get_quantifier_weight(a: &Ast) -> u32;
        Z3_get_sort_id => get_sort_id(s: &Sort) -> u32;
        Z3_get_symbol_int => get_symbol_int(name: Symbol) -> i32;
        Z3_get_symbol_kind => get_symbol_kind(name: Symbol) -> i32;
        Z3_is_eq_ast => is_eq_ast(a: &Ast, a2: &Ast) -> bool;
        Z3_is_eq_func_decl => is_eq_func_decl(f: &Decl, f2: &Decl) -> bool;
        Z3_is_eq_sort => is_eq_sort(s: &Sort, s2: &Sort) -> bool;
        Z3_is_ground => is_ground(a: &Ast) -> bool;
        Z3_is_lambda => is_lambda(a: &Ast) -> bool;
        Z3_is_quantifier_exists => is_quantifier_exists(a: &Ast) -> bool;
        Z3_is_quantifier_forall => is_quantifier_forall(a: &Ast) -> bool;
        Z3_is_re_sort => is_re_sort(s: &Sort) -> bool;
        Z3_is_well_sorted => is_well_sorted(a: &Ast) -> bool;
        Z3_params_validate => params_validate(p: &Params, r: &ParamDescrs);
        Z3_pattern_to_ast => pattern_to_ast(r: &Pattern) -> Ast;
        Z3_sort_to_ast => sort_to_ast(s: &Sort) -> Ast;
        Z3_to_app => to_app(a: &Ast) -> App;
        Z3_to_func_decl => to_func_decl(a: &Ast) -> Decl;
        Z3_ast_to_string => ast_to_string(a: &Ast) -> String;
        Z3_func_decl_to_string => func_decl_to_string(f: &Decl) -> String;
        Z3_mk_parser_context => mk_parser_context() -> ParserContext;
        Z3_params_to_string => params_to_string(p: &Params) -> String;
        Z3_parser_context_add_decl => parser_context_add_decl(r: &ParserContext, f: &Decl);
        Z3_parser_context_add_sort => parser_context_add_sort(r: &ParserContext, s: &Sort);
        Z3_parser_context_from_string => parser_context_from_string(r: &ParserContext, text: &CStr) -> Vector;
        Z3_pattern_to_string => pattern_to_string(r: &Pattern) -> String;
        Z3_set_ast_print_mode => set_ast_print_mode(r: i32);
        Z3_solver_from_string => solver_from_string(s: &Solver, text: &CStr);
        Z3_solver_to_string => solver_to_string(s: &Solver) -> String;
    }

    /// The conjunction of formulas.
    pub(in crate::z3) fn conjunction(self: &Rc<Self>, formulas: &[Ast]) -> Result<Ast> {
        let formulas = lower_all(self, formulas)?;
        let made = call!(self, Z3_mk_and(formulas.len() as u32, formulas.as_ptr()));
        made.lift(self, "Z3_mk_and")
    }

    /// `term` with other arguments, or a quantifier with another body.
    pub(in crate::z3) fn update_term(self: &Rc<Self>, term: &Ast, args: &[Ast]) -> Result<Ast> {
        let (term, args) = (term.lower(self)?, lower_all(self, args)?);
        let term = call!(self, Z3_update_term(term, args.len() as u32, args.as_ptr()));
        term.lift(self, "Z3_update_term")
    }

    /// `term` with the functions `from` replaced by terms over their arguments, the variables from
    /// 0 on.
    pub(in crate::z3) fn substitute_funs(
        self: &Rc<Self>,
        term: &Ast,
        from: &[Decl],
        to: &[Ast],
    ) -> Result<Ast> {
        let n = from.len().min(to.len()) as u32;
        let (term, from, to) = (
            term.lower(self)?,
            lower_all(self, from)?,
            lower_all(self, to)?,
        );
        let term = call!(
            self,
            Z3_substitute_funs(term, n, from.as_ptr(), to.as_ptr())
        );
        term.lift(self, "Z3_substitute_funs")
    }

    /// A function with a fresh name.
    pub(in crate::z3) fn fresh_decl(
        self: &Rc<Self>,
        prefix: &CStr,
        domain: &[Sort],
        codomain: &Sort,
    ) -> Result<Decl> {
        let (domain, codomain) = (lower_all(self, domain)?, codomain.lower(self)?);
        let (prefix, n) = (prefix.as_ptr(), domain.len() as u32);
        let decl = call!(
            self,
            Z3_mk_fresh_func_decl(prefix, n, domain.as_ptr(), codomain)
        );
        decl.lift(self, "Z3_mk_fresh_func_decl")
    }

    /// The formulas that a text asserts. It may use these sorts and functions without declaring
    /// them.
    pub(in crate::z3) fn parse(
        self: &Rc<Self>,
        text: &CStr,
        sorts: &[(Symbol, Sort)],
        decls: &[(Symbol, Decl)],
    ) -> Result<Vector> {
        let sort_names: Vec<_> = sorts.iter().map(|(name, _)| name.0).collect();
        let decl_names: Vec<_> = decls.iter().map(|(name, _)| name.0).collect();
        let sorts = sorts.iter().map(|(_, sort)| sort.lower(self));
        let sorts = sorts.collect::<Result<Vec<_>>>()?;
        let decls = decls.iter().map(|(_, decl)| decl.lower(self));
        let decls = decls.collect::<Result<Vec<_>>>()?;
        let formulas = call!(
            self,
            Z3_parse_smtlib2_string(
                text.as_ptr(),
                sorts.len() as u32,
                sort_names.as_ptr(),
                sorts.as_ptr(),
                decls.len() as u32,
                decl_names.as_ptr(),
                decls.as_ptr()
            )
        );
        formulas.lift(self, "Z3_parse_smtlib2_string")
    }

    /// A script that declares what formulas need, and asserts them.
    pub(in crate::z3) fn benchmark(
        self: &Rc<Self>,
        logic: &CStr,
        formulas: &[Ast],
    ) -> Result<String> {
        let last = match formulas.last() {
            Some(last) => last.clone(),
            None => self.mk_true()?,
        };
        let before = lower_all(self, &formulas[..formulas.len().saturating_sub(1)])?;
        let last = last.lower(self)?;
        let (name, status, no) = (c"murxla-rs", c"unknown", c"");
        let text = call!(
            self,
            Z3_benchmark_to_smtlib_string(
                name.as_ptr(),
                logic.as_ptr(),
                status.as_ptr(),
                no.as_ptr(),
                before.len() as u32,
                before.as_ptr(),
                last
            )
        );
        text.lift(self, "Z3_benchmark_to_smtlib_string")
    }

    /// The numeral as a number of 32 bits, if it fits.
    pub(in crate::z3) fn numeral_int(self: &Rc<Self>, term: &Ast) -> Result<Option<i32>> {
        let (term, mut value) = (term.lower(self)?, 0);
        let fits = call!(self, Z3_get_numeral_int(term, &mut value));
        Ok(fits.then_some(value))
    }

    /// The numeral as an unsigned number of 32 bits, if it fits.
    pub(in crate::z3) fn numeral_uint(self: &Rc<Self>, term: &Ast) -> Result<Option<u32>> {
        let (term, mut value) = (term.lower(self)?, 0);
        let fits = call!(self, Z3_get_numeral_uint(term, &mut value));
        Ok(fits.then_some(value))
    }

    /// The numeral as a fraction, if it fits.
    pub(in crate::z3) fn numeral_rational(
        self: &Rc<Self>,
        term: &Ast,
    ) -> Result<Option<(i64, i64)>> {
        let (term, mut value) = (term.lower(self)?, (0, 0));
        let fits = call!(
            self,
            Z3_get_numeral_rational_int64(term, &mut value.0, &mut value.1)
        );
        Ok(fits.then_some(value))
    }

    /// Whether a floating-point numeral is negative. `None` if there is no sign, as for NaN.
    pub(in crate::z3) fn fp_sign(self: &Rc<Self>, term: &Ast) -> Result<Option<bool>> {
        let (term, mut sign) = (term.lower(self)?, false);
        let known = call!(self, Z3_fpa_get_numeral_sign(term, &mut sign));
        Ok(known.then_some(sign))
    }

    /// The bytes of a string literal, with escapes.
    pub(in crate::z3) fn lstring_text(self: &Rc<Self>, term: &Ast) -> Result<Vec<u8>> {
        let (term, mut length) = (term.lower(self)?, 0);
        let text = call!(self, Z3_get_lstring(term, &mut length));
        if text.is_null() {
            return Err(Error::Rejected("Z3_get_lstring: no text".to_owned()));
        }
        // SAFETY: so many bytes, without a zero behind them, which live until the next call.
        Ok(unsafe { slice::from_raw_parts(text.cast(), length as usize) }.to_vec())
    }

    /// A binder like another one: the same variables, weight, names and patterns.
    pub(in crate::z3) fn quantifier_like(self: &Rc<Self>, of: &Quantifier<'_>) -> Result<Ast> {
        let sorts = of.bound.iter().map(|(_, sort)| sort.lower(self));
        let sorts = sorts.collect::<Result<Vec<_>>>()?;
        let names: Vec<_> = of.bound.iter().map(|(name, _)| name.0).collect();
        let (patterns, avoided) = (
            lower_all(self, &of.patterns)?,
            lower_all(self, &of.no_patterns)?,
        );
        let body = of.body.lower(self)?;
        let (n, p, no) = (
            sorts.len() as u32,
            patterns.len() as u32,
            avoided.len() as u32,
        );
        let (sorts, names, patterns) = (sorts.as_ptr(), names.as_ptr(), patterns.as_ptr());
        let made = match of.kind {
            BinderKind::Lambda => call!(self, Z3_mk_lambda(n, sorts, names, body)),
            BinderKind::Forall if of.plain => {
                call!(
                    self,
                    Z3_mk_forall(of.weight, p, patterns, n, sorts, names, body)
                )
            }
            BinderKind::Exists if of.plain => {
                call!(
                    self,
                    Z3_mk_exists(of.weight, p, patterns, n, sorts, names, body)
                )
            }
            kind => call!(
                self,
                Z3_mk_quantifier_ex(
                    kind == BinderKind::Forall,
                    of.weight,
                    of.id.0,
                    of.skolem_id.0,
                    p,
                    patterns,
                    no,
                    avoided.as_ptr(),
                    n,
                    sorts,
                    names,
                    body
                )
            ),
        };
        made.lift(self, "Z3_mk_quantifier_ex")
    }

    /// A pattern of terms.
    pub(in crate::z3) fn pattern(self: &Rc<Self>, terms: &[Ast]) -> Result<Pattern> {
        let terms = lower_all(self, terms)?;
        call!(self, Z3_mk_pattern(terms.len() as u32, terms.as_ptr())).lift(self, "Z3_mk_pattern")
    }
}

/// The kind of a binder.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::z3) enum BinderKind {
    Forall,
    Exists,
    Lambda,
}

/// The parts of a binder.
pub(in crate::z3) struct Quantifier<'a> {
    pub(in crate::z3) kind: BinderKind,
    /// Whether the simple function makes it: it has no names, and no terms that must not be in
    /// patterns.
    pub(in crate::z3) plain: bool,
    pub(in crate::z3) weight: u32,
    pub(in crate::z3) id: Symbol,
    pub(in crate::z3) skolem_id: Symbol,
    pub(in crate::z3) bound: Vec<(Symbol, Sort)>,
    pub(in crate::z3) patterns: Vec<Pattern>,
    pub(in crate::z3) no_patterns: Vec<Ast>,
    pub(in crate::z3) body: &'a Ast,
}
