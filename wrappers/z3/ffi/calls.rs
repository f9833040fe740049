//! Calls that take arrays or output pointers, and calls through the table of operators.

use super::super::checks::NO_ANSWER;
use super::{
    Ast, Bin, BinFlag, BinIdx, BinTo, Context, Counted, Decl, FuncInterp, Handle, Idx1, Idx2, Lift,
    Lower, Model, Nary, OfSort, ParamDescrs, Pattern, Quad, Slot, Solver, Sort, Symbol, Ter, TerTo,
    Un, UnFlag, UnTo, Vector, found, raw,
};
use murxla_fsm::solver::{Answer, Error, Result};
use raw::{Z3_app, Z3_symbol};
use std::ptr;
use std::rc::Rc;

pub(super) fn lower_all<T: Counted>(context: &Context, handles: &[Handle<T>]) -> Result<Vec<T>> {
    handles.iter().map(|h| h.lower(context)).collect()
}

/// The answer of a number of Z3.
pub(super) fn answer(number: i32, function: &str) -> Result<Answer> {
    match number {
        raw::Z3_L_TRUE => Ok(Answer::Sat),
        raw::Z3_L_FALSE => Ok(Answer::Unsat),
        raw::Z3_L_UNDEF => Ok(Answer::Unknown),
        other => NO_ANSWER.fails_for(function, other.to_string()),
    }
}

/// Methods that apply a function of the table of operators.
macro_rules! applications {
    ($($name:ident($slot:ident; $($arg:ident: $type:ty),*);)*) => {
        $(pub(in crate::z3) fn $name(self: &Rc<Self>, slot: &Slot<$slot>, $($arg: $type),*) -> Result<Ast> {
            let function = found((slot.get)(self.api()), slot.name)?;
            $(let $arg = $arg.lower(self)?;)*
            // SAFETY: as in `call`; the slot's type is that of the function in the table.
            let term = unsafe { function.call(self.raw.as_ptr(), $($arg),*) };
            self.check(slot.name)?;
            term.lift(self, slot.name)
        })*
    };
}

impl Context {
    applications! {
        un(Un; a: &Ast);
        bin(Bin; a: &Ast, b: &Ast);
        ter(Ter; a: &Ast, b: &Ast, c: &Ast);
        un_flag(UnFlag; a: &Ast, flag: bool);
        bin_flag(BinFlag; a: &Ast, b: &Ast, flag: bool);
        idx1(Idx1; index: u32, a: &Ast);
        of_sort(OfSort; sort: &Sort);
        idx2(Idx2; high: u32, low: u32, a: &Ast);
        bin_idx(BinIdx; a: &Ast, b: &Ast, index: u32);
        quad(Quad; a: &Ast, b: &Ast, c: &Ast, d: &Ast);
        un_to(UnTo; a: &Ast, to: &Sort);
        bin_to(BinTo; a: &Ast, b: &Ast, to: &Sort);
        ter_to(TerTo; a: &Ast, b: &Ast, c: &Ast, to: &Sort);
    }

    pub(in crate::z3) fn nary(self: &Rc<Self>, slot: &Slot<Nary>, args: &[Ast]) -> Result<Ast> {
        let function = found((slot.get)(self.api()), slot.name)?;
        let args = lower_all(self, args)?;
        // SAFETY: as in `call`.
        let term = unsafe { function.call(self.raw.as_ptr(), args.len() as u32, args.as_ptr()) };
        self.check(slot.name)?;
        term.lift(self, slot.name)
    }

    pub(in crate::z3) fn func_decl(
        self: &Rc<Self>,
        name: Symbol,
        domain: &[Sort],
        codomain: &Sort,
    ) -> Result<Decl> {
        let (domain, codomain) = (lower_all(self, domain)?, codomain.lower(self)?);
        let n = domain.len() as u32;
        let decl = call!(self, Z3_mk_func_decl(name.0, n, domain.as_ptr(), codomain));
        decl.lift(self, "Z3_mk_func_decl")
    }

    /// A function with a definition, which may be recursive.
    pub(in crate::z3) fn rec_decl(
        self: &Rc<Self>,
        name: Symbol,
        domain: &[Sort],
        codomain: &Sort,
    ) -> Result<Decl> {
        let (domain, codomain) = (lower_all(self, domain)?, codomain.lower(self)?);
        let n = domain.len() as u32;
        let decl = call!(
            self,
            Z3_mk_rec_func_decl(name.0, n, domain.as_ptr(), codomain)
        );
        decl.lift(self, "Z3_mk_rec_func_decl")
    }

    /// Defines such a function.
    pub(in crate::z3) fn rec_def(
        self: &Rc<Self>,
        decl: &Decl,
        params: &[Ast],
        body: &Ast,
    ) -> Result {
        let n = params.len() as u32;
        let (mut params, body) = (lower_all(self, params)?, body.lower(self)?);
        let raw = decl.lower(self)?;
        call!(self, Z3_add_rec_def(raw, n, params.as_mut_ptr(), body));
        Ok(())
    }

    /// An application. A wrong number of arguments is refused here, because some releases do not
    /// check it.
    pub(in crate::z3) fn apply(self: &Rc<Self>, decl: &Decl, args: &[Ast]) -> Result<Ast> {
        if self.arity(decl)? as usize != args.len() {
            return Err(Error::Rejected("wrong number of arguments".to_owned()));
        }
        let (decl, args) = (decl.lower(self)?, lower_all(self, args)?);
        let term = call!(self, Z3_mk_app(decl, args.len() as u32, args.as_ptr()));
        term.lift(self, "Z3_mk_app")
    }

    /// `term` with the constants `from` replaced at once.
    pub(in crate::z3) fn substitute(
        self: &Rc<Self>,
        term: &Ast,
        from: &[Ast],
        to: &[Ast],
    ) -> Result<Ast> {
        let n = from.len().min(to.len()) as u32;
        let (from, to) = (lower_all(self, from)?, lower_all(self, to)?);
        let term = term.lower(self)?;
        let term = call!(self, Z3_substitute(term, n, from.as_ptr(), to.as_ptr()));
        term.lift(self, "Z3_substitute")
    }

    /// `term` with its variable n replaced by `to[n]`.
    pub(in crate::z3) fn substitute_vars(self: &Rc<Self>, term: &Ast, to: &[Ast]) -> Result<Ast> {
        let (term, to) = (term.lower(self)?, lower_all(self, to)?);
        let term = call!(self, Z3_substitute_vars(term, to.len() as u32, to.as_ptr()));
        term.lift(self, "Z3_substitute_vars")
    }

    /// A string of these code points.
    pub(in crate::z3) fn u32string(self: &Rc<Self>, chars: &[u32]) -> Result<Ast> {
        let term = call!(self, Z3_mk_u32string(chars.len() as u32, chars.as_ptr()));
        term.lift(self, "Z3_mk_u32string")
    }

    /// A string of these characters of one byte each, without escapes.
    pub(in crate::z3) fn lstring(self: &Rc<Self>, bytes: &[u8]) -> Result<Ast> {
        let (n, bytes) = (bytes.len() as u32, bytes.as_ptr().cast());
        call!(self, Z3_mk_lstring(n, bytes)).lift(self, "Z3_mk_lstring")
    }

    /// The code points of a string value.
    pub(in crate::z3) fn string_contents(self: &Rc<Self>, term: &Ast) -> Result<Vec<u32>> {
        let term = term.lower(self)?;
        let n = call!(self, Z3_get_string_length(term));
        let mut chars = vec![0; n as usize];
        call!(self, Z3_get_string_contents(term, n, chars.as_mut_ptr()));
        Ok(chars)
    }

    pub(in crate::z3) fn bv_numeral(self: &Rc<Self>, bits_from_lowest: &[bool]) -> Result<Ast> {
        let n = bits_from_lowest.len() as u32;
        let term = call!(self, Z3_mk_bv_numeral(n, bits_from_lowest.as_ptr()));
        term.lift(self, "Z3_mk_bv_numeral")
    }

    /// A quantified formula, by the function for this quantifier.
    pub(in crate::z3) fn quantifier(
        self: &Rc<Self>,
        forall: bool,
        weight: u32,
        bound: &[Ast],
        patterns: &[Pattern],
        body: &Ast,
    ) -> Result<Ast> {
        let (bound, body) = (self.lower_apps(bound)?, body.lower(self)?);
        let (n, bound) = (bound.len() as u32, bound.as_ptr());
        let patterns = lower_all(self, patterns)?;
        let (p, patterns) = (patterns.len() as u32, patterns.as_ptr());
        let term = if forall {
            call!(
                self,
                Z3_mk_forall_const(weight, n, bound, p, patterns, body)
            )
        } else {
            call!(
                self,
                Z3_mk_exists_const(weight, n, bound, p, patterns, body)
            )
        };
        term.lift(self, "Z3_mk_forall_const or Z3_mk_exists_const")
    }

    /// A quantified formula, by the function for both quantifiers, or the one with names.
    pub(in crate::z3) fn quantifier_const(
        self: &Rc<Self>,
        forall: bool,
        weight: u32,
        bound: &[Ast],
        patterns: &[Pattern],
        body: &Ast,
        named: bool,
    ) -> Result<Ast> {
        let (bound, body) = (self.lower_apps(bound)?, body.lower(self)?);
        let (n, bound) = (bound.len() as u32, bound.as_ptr());
        let patterns = lower_all(self, patterns)?;
        let (p, patterns) = (patterns.len() as u32, patterns.as_ptr());
        let term = if named {
            let (id, skolem_id) = (self.symbol(c"_q")?.0, self.symbol(c"_k")?.0);
            call!(
                self,
                Z3_mk_quantifier_const_ex(
                    forall,
                    weight,
                    id,
                    skolem_id,
                    n,
                    bound,
                    p,
                    patterns,
                    0,
                    ptr::null(),
                    body
                )
            )
        } else {
            call!(
                self,
                Z3_mk_quantifier_const(forall, weight, n, bound, p, patterns, body)
            )
        };
        term.lift(self, "Z3_mk_quantifier_const")
    }

    /// A quantified formula over de Bruijn variables. The last one is number 0.
    pub(in crate::z3) fn quantifier_bound(
        self: &Rc<Self>,
        forall: bool,
        weight: u32,
        variables: &[(Symbol, Sort)],
        patterns: &[Pattern],
        body: &Ast,
    ) -> Result<Ast> {
        let sorts = variables.iter().map(|(_, sort)| sort.lower(self));
        let sorts = sorts.collect::<Result<Vec<_>>>()?;
        let names: Vec<Z3_symbol> = variables.iter().map(|(name, _)| name.0).collect();
        let (n, body) = (names.len() as u32, body.lower(self)?);
        let (sorts, names) = (sorts.as_ptr(), names.as_ptr());
        let patterns = lower_all(self, patterns)?;
        let (p, patterns) = (patterns.len() as u32, patterns.as_ptr());
        let term = call!(
            self,
            Z3_mk_quantifier(forall, weight, p, patterns, n, sorts, names, body)
        );
        term.lift(self, "Z3_mk_quantifier")
    }

    /// The array that `body` defines.
    pub(in crate::z3) fn lambda(self: &Rc<Self>, bound: &[Ast], body: &Ast) -> Result<Ast> {
        let (bound, body) = (self.lower_apps(bound)?, body.lower(self)?);
        let term = call!(
            self,
            Z3_mk_lambda_const(bound.len() as u32, bound.as_ptr(), body)
        );
        term.lift(self, "Z3_mk_lambda_const")
    }

    /// The element of an array with several indices.
    pub(in crate::z3) fn select(self: &Rc<Self>, array: &Ast, indices: &[Ast]) -> Result<Ast> {
        let (array, indices) = (array.lower(self)?, lower_all(self, indices)?);
        let n = indices.len() as u32;
        let term = call!(self, Z3_mk_select_n(array, n, indices.as_ptr()));
        term.lift(self, "Z3_mk_select_n")
    }

    /// Constants, as the type for variables of binders.
    pub(super) fn lower_apps(self: &Rc<Self>, constants: &[Ast]) -> Result<Vec<Z3_app>> {
        let apps = constants.iter().map(|constant| {
            if self.is_app(constant)? {
                Ok(constant.lower(self)?.cast())
            } else {
                Err(Error::Rejected("binds what is not a constant".to_owned()))
            }
        });
        apps.collect()
    }

    /// The declaration and arguments of an application. `None` for other terms.
    pub(in crate::z3) fn parts(self: &Rc<Self>, term: &Ast) -> Result<Option<(Decl, Vec<Ast>)>> {
        if !self.is_app(term)? {
            return Ok(None);
        }
        let app: Z3_app = term.lower(self)?.cast();
        let decl = call!(self, Z3_get_app_decl(app)).lift(self, "Z3_get_app_decl")?;
        let args = (0..call!(self, Z3_get_app_num_args(app))).map(|n| {
            let arg = call!(self, Z3_get_app_arg(app, n));
            arg.lift(self, "Z3_get_app_arg")
        });
        Ok(Some((decl, args.collect::<Result<_>>()?)))
    }

    /// The numeral as a number, if it fits.
    pub(in crate::z3) fn numeral_int64(self: &Rc<Self>, term: &Ast) -> Result<Option<i64>> {
        let (term, mut value) = (term.lower(self)?, 0);
        let fits = call!(self, Z3_get_numeral_int64(term, &mut value));
        Ok(fits.then_some(value))
    }

    /// The numeral as a number, if it fits.
    pub(in crate::z3) fn numeral_uint64(self: &Rc<Self>, term: &Ast) -> Result<Option<u64>> {
        let (term, mut value) = (term.lower(self)?, 0);
        let fits = call!(self, Z3_get_numeral_uint64(term, &mut value));
        Ok(fits.then_some(value))
    }

    /// The numeral as a fraction, if it fits.
    pub(in crate::z3) fn numeral_small(self: &Rc<Self>, term: &Ast) -> Result<Option<(i64, i64)>> {
        let (term, mut value) = (term.lower(self)?, (0, 0));
        let fits = call!(self, Z3_get_numeral_small(term, &mut value.0, &mut value.1));
        Ok(fits.then_some(value))
    }

    /// The exponent of a floating-point numeral and its significand without the hidden bit, if they
    /// fit.
    pub(in crate::z3) fn fp_fields(
        self: &Rc<Self>,
        term: &Ast,
        biased: bool,
    ) -> Result<Option<(i64, u64)>> {
        let (term, mut exponent, mut fraction) = (term.lower(self)?, 0, 0);
        let fits = call!(
            self,
            Z3_fpa_get_numeral_exponent_int64(term, &mut exponent, biased)
        ) && call!(
            self,
            Z3_fpa_get_numeral_significand_uint64(term, &mut fraction)
        );
        Ok(fits.then_some((exponent, fraction)))
    }

    /// The items of a vector.
    pub(in crate::z3) fn items(self: &Rc<Self>, vector: &Vector) -> Result<Vec<Ast>> {
        let vector = vector.lower(self)?;
        let items = (0..call!(self, Z3_ast_vector_size(vector))).map(|n| {
            let item = call!(self, Z3_ast_vector_get(vector, n));
            item.lift(self, "Z3_ast_vector_get")
        });
        items.collect()
    }

    /// The names of the parameters that are described, with their texts.
    pub(in crate::z3) fn param_names(
        self: &Rc<Self>,
        descrs: &ParamDescrs,
    ) -> Result<Vec<(Symbol, String)>> {
        let names = (0..self.descrs_size(descrs)?).map(|n| {
            let name = self.descrs_name(descrs, n)?;
            Ok((name, self.symbol_text(name)?))
        });
        names.collect()
    }

    /// Checks. The function for assumptions is called if there is a list of them, which may be
    /// empty.
    pub(in crate::z3) fn check_sat(
        self: &Rc<Self>,
        solver: &Solver,
        assumptions: Option<&[Ast]>,
    ) -> Result<Answer> {
        let solver = solver.lower(self)?;
        let answer = match assumptions {
            None => call!(self, Z3_solver_check(solver)),
            Some(assumptions) => {
                let raws = lower_all(self, assumptions)?;
                let n = raws.len() as u32;
                call!(self, Z3_solver_check_assumptions(solver, n, raws.as_ptr()))
            }
        };
        self::answer(answer, "Z3_solver_check")
    }

    /// The value of `term` in the model. `None` if there is none.
    pub(in crate::z3) fn eval(
        self: &Rc<Self>,
        model: &Model,
        term: &Ast,
        completion: bool,
    ) -> Result<Option<Ast>> {
        let (model, term) = (model.lower(self)?, term.lower(self)?);
        let mut value = ptr::null_mut();
        if !call!(self, Z3_model_eval(model, term, completion, &mut value)) {
            return Ok(None);
        }
        value.lift(self, "Z3_model_eval").map(Some)
    }

    /// The value of a function where it has no entry. `None` if the model has none.
    pub(in crate::z3) fn interp_else(self: &Rc<Self>, interp: &FuncInterp) -> Result<Option<Ast>> {
        let interp = interp.lower(self)?;
        let value = call!(self, Z3_func_interp_get_else(interp));
        if value.is_null() {
            return Ok(None);
        }
        value.lift(self, "Z3_func_interp_get_else").map(Some)
    }
}
