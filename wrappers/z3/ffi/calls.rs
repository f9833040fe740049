//! Calls that write to arrays, that need several calls, or that work on two contexts.

use super::handles::Counted;
use super::{
    Ast, Context, Decl, Goal, Model, Optimize, ParamDescrs, Solver, Sort, Symbol, Vector, raw,
};
use crate::shared::library::methods::{Lift, Lower, copied};
use murxla_fsm::solver::{Answer, Error, Result};
use raw::Z3_app;
use std::rc::Rc;

/// Methods that copy an object to another context.
macro_rules! translations {
    ($($function:ident => $name:ident($type:ty);)*) => {
        $(pub(in crate::z3) fn $name(self: &Rc<Self>, what: &$type, to: &Rc<Self>) -> Result<$type> {
            let what = what.lower(self)?;
            let made = call!(self, $function(what, to.raw.as_ptr()));
            to.check_error(stringify!($function))?;
            made.own(to, stringify!($function))
        })*
    };
}

impl Context {
    translations! {
        Z3_translate => translate(Ast);
        Z3_goal_translate => translate_goal(Goal);
        Z3_solver_translate => translate_solver(Solver);
        Z3_ast_vector_translate => translate_vector(Vector);
        Z3_model_translate => translate_model(Model);
        Z3_optimize_translate => translate_optimize(Optimize);
    }

    /// The declaration and arguments of an application. `None` for other terms.
    pub(in crate::z3) fn parts(self: &Rc<Self>, term: &Ast) -> Result<Option<(Decl, Vec<Ast>)>> {
        if !self.is_app(term)? {
            return Ok(None);
        }
        let app: Z3_app = term.lower(self)?.cast();
        let decl = call!(self, Z3_get_app_decl(app)).own(self, "Z3_get_app_decl")?;
        let args = (0..call!(self, Z3_get_app_num_args(app))).map(|n| {
            let arg = call!(self, Z3_get_app_arg(app, n));
            arg.own(self, "Z3_get_app_arg")
        });
        Ok(Some((decl, args.collect::<Result<_>>()?)))
    }

    /// Groups terms that are equal in all models. Each term has the number of its class.
    pub(in crate::z3) fn implied_equalities(
        self: &Rc<Self>,
        solver: &Solver,
        terms: &[Ast],
    ) -> Result<(Answer, Vec<u32>)> {
        let (solver, terms) = (solver.lower(self)?, Lower::lower_all(terms, self)?);
        let mut classes = vec![0; terms.len()];
        let (n, at) = (terms.len() as u32, classes.as_mut_ptr());
        let said = call!(
            self,
            Z3_get_implied_equalities(solver, n, terms.as_ptr(), at)
        );
        let answer = Answer::lift(said, self, "Z3_get_implied_equalities")?;
        Ok((answer, classes))
    }

    /// The levels at which literals of the trail were decided.
    pub(in crate::z3) fn levels(
        self: &Rc<Self>,
        solver: &Solver,
        trail: &Vector,
    ) -> Result<Vec<u32>> {
        let mut levels = vec![0; self.items(trail)?.len()];
        let (solver, trail) = (solver.lower(self)?, trail.lower(self)?);
        let n = levels.len() as u32;
        call!(
            self,
            Z3_solver_get_levels(solver, trail, n, levels.as_mut_ptr())
        );
        Ok(levels)
    }

    /// The bytes of a string literal, with escapes.
    pub(in crate::z3) fn lstring_text(self: &Rc<Self>, term: &Ast) -> Result<Vec<u8>> {
        let (term, mut length) = (term.lower(self)?, 0);
        let text = call!(self, Z3_get_lstring(term, &mut length));
        if text.is_null() {
            return Err(Error::Rejected("Z3_get_lstring: no text".to_owned()));
        }
        // SAFETY: so many bytes, without a zero behind them, which live until the next call.
        Ok(unsafe { copied(text.cast(), length as usize) })
    }

    /// The code points of a string value.
    pub(in crate::z3) fn string_contents(self: &Rc<Self>, term: &Ast) -> Result<Vec<u32>> {
        let n = self.get_string_length(term)?;
        let (term, mut chars) = (term.lower(self)?, vec![0; n as usize]);
        call!(self, Z3_get_string_contents(term, n, chars.as_mut_ptr()));
        Ok(chars)
    }

    /// The version of the library with its build, and the bytes that it has allocated.
    pub(in crate::z3) fn of_library(&self) -> Result<(String, u64)> {
        let api = self.library.0;
        let version = api.Z3_get_full_version.found()?;
        let size = api.Z3_get_estimated_alloc_size.found()?;
        // SAFETY: no arguments; the text is the library's own.
        let (version, size) = unsafe { (version.call(), size.call()) };
        Ok((super::owned_text(version).unwrap_or_default(), size))
    }

    /// An application. A wrong number of arguments is refused here, because some releases do not
    /// check it.
    pub(in crate::z3) fn apply(self: &Rc<Self>, decl: &Decl, args: &[Ast]) -> Result<Ast> {
        if self.get_arity(decl)? as usize != args.len() {
            return Err(Error::Rejected("wrong number of arguments".to_owned()));
        }
        self.mk_app(decl, args)
    }

    /// The exponent of a floating-point numeral and its significand without the hidden bit, if they
    /// fit.
    pub(in crate::z3) fn fp_fields(
        self: &Rc<Self>,
        term: &Ast,
        biased: bool,
    ) -> Result<Option<(i64, u64)>> {
        let Some(exponent) = self.fpa_get_numeral_exponent_int64(term, biased)? else {
            return Ok(None);
        };
        let fraction = self.fpa_get_numeral_significand_uint64(term)?;
        Ok(fraction.map(|fraction| (exponent, fraction)))
    }

    /// The items of a vector.
    pub(in crate::z3) fn items(self: &Rc<Self>, vector: &Vector) -> Result<Vec<Ast>> {
        let size = self.ast_vector_size(vector)?;
        (0..size).map(|n| self.ast_vector_get(vector, n)).collect()
    }

    /// The names of the parameters that are described, with their texts.
    pub(in crate::z3) fn param_names(
        self: &Rc<Self>,
        descrs: &ParamDescrs,
    ) -> Result<Vec<(Symbol, String)>> {
        let names = (0..self.param_descrs_size(descrs)?).map(|n| {
            let name = self.param_descrs_get_name(descrs, n)?;
            Ok((name, self.get_symbol_string(name)?))
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
        match assumptions {
            None => self.solver_check(solver),
            Some(assumptions) => self.solver_check_assumptions(solver, assumptions),
        }
    }

    /// Literals over some variables that are true in all models of the assumptions, as
    /// implications.
    pub(in crate::z3) fn consequences(
        self: &Rc<Self>,
        solver: &Solver,
        assumptions: &[Ast],
        variables: &[Ast],
    ) -> Result<(Answer, Vec<Ast>)> {
        let found = self.mk_ast_vector()?;
        let (assumptions, variables) = (self.vector(assumptions)?, self.vector(variables)?);
        let said = self.solver_get_consequences(solver, &assumptions, &variables, &found)?;
        Ok((said, self.items(&found)?))
    }

    /// Solutions of variables by the equalities of a solver: the variable, the term, and the guard.
    pub(in crate::z3) fn solve_for(
        self: &Rc<Self>,
        solver: &Solver,
        variables: &[Ast],
    ) -> Result<Vec<[Ast; 3]>> {
        let variables = self.vector(variables)?;
        let (terms, guards) = (self.mk_ast_vector()?, self.mk_ast_vector()?);
        self.solver_solve_for(solver, &variables, &terms, &guards)?;
        let solved = self.items(&variables)?.into_iter().zip(self.items(&terms)?);
        let solved = solved.zip(self.items(&guards)?);
        Ok(solved.map(|((v, term), guard)| [v, term, guard]).collect())
    }

    /// Terms as a vector of Z3.
    pub(in crate::z3) fn vector(self: &Rc<Self>, terms: &[Ast]) -> Result<Vector> {
        let vector = self.mk_ast_vector()?;
        for term in terms {
            self.ast_vector_push(&vector, term)?;
        }
        Ok(vector)
    }

    /// The formulas that a text asserts. It may use these sorts and functions without declaring
    /// them.
    pub(in crate::z3) fn parse(
        self: &Rc<Self>,
        text: &str,
        sorts: &[(Symbol, Sort)],
        decls: &[(Symbol, Decl)],
    ) -> Result<Vector> {
        let (sort_names, sorts): (Vec<Symbol>, Vec<Sort>) = sorts.iter().cloned().unzip();
        let (names, decls): (Vec<Symbol>, Vec<Decl>) = decls.iter().cloned().unzip();
        self.parse_smtlib2_string(text, &sort_names, &sorts, &names, &decls)
    }

    /// A script that declares what formulas need, and asserts them.
    pub(in crate::z3) fn benchmark(
        self: &Rc<Self>,
        logic: &str,
        formulas: &[Ast],
    ) -> Result<String> {
        let (last, before) = match formulas.split_last() {
            Some((last, before)) => (last.clone(), before),
            None => (self.mk_true()?, formulas),
        };
        let (name, status, no) = ("murxla-rs", "unknown", "");
        self.benchmark_to_smtlib_string(name, logic, status, no, before, &last)
    }
}
