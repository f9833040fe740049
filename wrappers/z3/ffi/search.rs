//! Calls of extension actions: goals, solvers and models. Names are those of the API.

use super::calls::answer;
use super::{
    Applied, Ast, AstMap, Context, Decl, FuncInterp, Goal, Lift, Lower, Model, Optimize,
    ParamDescrs, Params, Probe, Simplifier, Solver, Sort, Stats, Symbol, Tactic, Vector, found,
    lower_all,
};
use murxla_fsm::solver::{Answer, Result};
use std::ffi::CStr;
use std::rc::Rc;

/// Methods that copy an object to another context.
macro_rules! translations {
    ($($function:ident => $name:ident($type:ty);)*) => {
        $(pub(in crate::z3) fn $name(self: &Rc<Self>, what: &$type, to: &Rc<Self>) -> Result<$type> {
            let what = what.lower(self)?;
            let made = call!(self, $function(what, to.raw.as_ptr()));
            to.check(stringify!($function))?;
            made.lift(to, stringify!($function))
        })*
    };
}

impl Context {
    methods! {
        Z3_ast_map_contains => ast_map_contains(m: &AstMap, a: &Ast) -> bool;
        Z3_ast_map_erase => ast_map_erase(m: &AstMap, a: &Ast);
        Z3_ast_map_find => ast_map_find(m: &AstMap, a: &Ast) -> Ast;
        Z3_ast_map_insert => ast_map_insert(m: &AstMap, a: &Ast, a2: &Ast);
        Z3_ast_map_keys => ast_map_keys(m: &AstMap) -> Vector;
        Z3_ast_map_reset => ast_map_reset(m: &AstMap);
        Z3_ast_map_size => ast_map_size(m: &AstMap) -> u32;
        Z3_ast_map_to_string => ast_map_to_string(m: &AstMap) -> String;
        Z3_mk_ast_map => mk_ast_map() -> AstMap;
        Z3_ast_vector_set => ast_vector_set(v: &Vector, n: u32, a: &Ast);
        Z3_ast_vector_resize => ast_vector_resize(v: &Vector, n: u32);
        Z3_ast_vector_to_string => ast_vector_to_string(v: &Vector) -> String;
        Z3_goal_to_string => goal_to_string(g: &Goal) -> String;
        Z3_tactic_get_help => tactic_get_help(t: &Tactic) -> String;
        Z3_tactic_get_descr => tactic_get_descr(text: &CStr) -> String;
        Z3_solver_get_help => solver_get_help(s: &Solver) -> String;
        Z3_get_global_param_descrs => get_global_param_descrs() -> ParamDescrs;
        Z3_mk_int_symbol => mk_int_symbol(n: i32) -> Symbol;
        Z3_mk_lt => lt(a: &Ast, b: &Ast) -> Ast;
        Z3_mk_bvult => bvult(a: &Ast, b: &Ast) -> Ast;
        Z3_add_const_interp => add_const_interp(m: &Model, f: &Decl, a: &Ast);
        Z3_apply_result_get_num_subgoals => apply_result_get_num_subgoals(r: &Applied) -> u32;
        Z3_apply_result_get_subgoal => apply_result_get_subgoal(r: &Applied, n: u32) -> Goal;
        Z3_get_num_probes => get_num_probes() -> u32;
        Z3_get_num_simplifiers => get_num_simplifiers() -> u32;
        Z3_get_num_tactics => get_num_tactics() -> u32;
        Z3_get_probe_name => get_probe_name(n: u32) -> String;
        Z3_get_simplifier_name => get_simplifier_name(n: u32) -> String;
        Z3_get_tactic_name => get_tactic_name(n: u32) -> String;
        Z3_goal_assert => goal_assert(g: &Goal, a: &Ast);
        Z3_goal_convert_model => goal_convert_model(g: &Goal, m: &Model) -> Model;
        Z3_goal_depth => goal_depth(g: &Goal) -> u32;
        Z3_goal_formula => goal_formula(g: &Goal, n: u32) -> Ast;
        Z3_goal_inconsistent => goal_inconsistent(g: &Goal) -> bool;
        Z3_goal_is_decided_sat => goal_is_decided_sat(g: &Goal) -> bool;
        Z3_goal_is_decided_unsat => goal_is_decided_unsat(g: &Goal) -> bool;
        Z3_goal_num_exprs => goal_num_exprs(g: &Goal) -> u32;
        Z3_goal_precision => goal_precision(g: &Goal) -> i32;
        Z3_goal_reset => goal_reset(g: &Goal);
        Z3_goal_size => goal_size(g: &Goal) -> u32;
        Z3_mk_goal => mk_goal(on: bool, on2: bool, on3: bool) -> Goal;
        Z3_mk_probe => mk_probe(text: &CStr) -> Probe;
        Z3_mk_simplifier => mk_simplifier(text: &CStr) -> Simplifier;
        Z3_probe_and => probe_and(p: &Probe, p2: &Probe) -> Probe;
        Z3_probe_apply => probe_apply(p: &Probe, g: &Goal) -> f64;
        Z3_probe_const => probe_const(x: f64) -> Probe;
        Z3_probe_eq => probe_eq(p: &Probe, p2: &Probe) -> Probe;
        Z3_probe_ge => probe_ge(p: &Probe, p2: &Probe) -> Probe;
        Z3_probe_get_descr => probe_get_descr(text: &CStr) -> String;
        Z3_probe_gt => probe_gt(p: &Probe, p2: &Probe) -> Probe;
        Z3_probe_le => probe_le(p: &Probe, p2: &Probe) -> Probe;
        Z3_probe_lt => probe_lt(p: &Probe, p2: &Probe) -> Probe;
        Z3_probe_not => probe_not(p: &Probe) -> Probe;
        Z3_probe_or => probe_or(p: &Probe, p2: &Probe) -> Probe;
        Z3_simplifier_and_then => simplifier_and_then(r: &Simplifier, r2: &Simplifier) -> Simplifier;
        Z3_simplifier_get_descr => simplifier_get_descr(text: &CStr) -> String;
        Z3_simplifier_get_param_descrs => simplifier_get_param_descrs(r: &Simplifier) -> ParamDescrs;
        Z3_simplifier_using_params => simplifier_using_params(r: &Simplifier, p: &Params) -> Simplifier;
        Z3_solver_add_simplifier => solver_add_simplifier(s: &Solver, r: &Simplifier) -> Solver;
        Z3_tactic_and_then => tactic_and_then(t: &Tactic, t2: &Tactic) -> Tactic;
        Z3_tactic_apply => tactic_apply(t: &Tactic, g: &Goal) -> Applied;
        Z3_tactic_apply_ex => tactic_apply_ex(t: &Tactic, g: &Goal, p: &Params) -> Applied;
        Z3_tactic_cond => tactic_cond(p: &Probe, t: &Tactic, t2: &Tactic) -> Tactic;
        Z3_tactic_fail => tactic_fail() -> Tactic;
        Z3_tactic_fail_if => tactic_fail_if(p: &Probe) -> Tactic;
        Z3_tactic_fail_if_not_decided => tactic_fail_if_not_decided() -> Tactic;
        Z3_tactic_get_param_descrs => tactic_get_param_descrs(t: &Tactic) -> ParamDescrs;
        Z3_tactic_or_else => tactic_or_else(t: &Tactic, t2: &Tactic) -> Tactic;
        Z3_tactic_repeat => tactic_repeat(t: &Tactic, n: u32) -> Tactic;
        Z3_tactic_skip => tactic_skip() -> Tactic;
        Z3_tactic_try_for => tactic_try_for(t: &Tactic, n: u32) -> Tactic;
        Z3_tactic_using_params => tactic_using_params(t: &Tactic, p: &Params) -> Tactic;
        Z3_tactic_when => tactic_when(p: &Probe, t: &Tactic) -> Tactic;
        Z3_add_func_interp => add_func_interp(m: &Model, f: &Decl, a: &Ast) -> FuncInterp;
        Z3_func_interp_add_entry => func_interp_add_entry(r: &FuncInterp, v: &Vector, a: &Ast);
        Z3_func_interp_get_arity => func_interp_get_arity(r: &FuncInterp) -> u32;
        Z3_func_interp_set_else => func_interp_set_else(r: &FuncInterp, a: &Ast);
        Z3_mk_model => mk_model() -> Model;
        Z3_model_extrapolate => model_extrapolate(m: &Model, a: &Ast) -> Ast;
        Z3_model_get_const_decl => model_get_const_decl(m: &Model, n: u32) -> Decl;
        Z3_model_get_func_decl => model_get_func_decl(m: &Model, n: u32) -> Decl;
        Z3_model_get_num_consts => model_get_num_consts(m: &Model) -> u32;
        Z3_model_get_num_funcs => model_get_num_funcs(m: &Model) -> u32;
        Z3_model_get_num_sorts => model_get_num_sorts(m: &Model) -> u32;
        Z3_model_get_sort => model_get_sort(m: &Model, n: u32) -> Sort;
        Z3_model_get_sort_universe => model_get_sort_universe(m: &Model, s: &Sort) -> Vector;
        Z3_solver_cube => solver_cube(s: &Solver, v: &Vector, n: u32) -> Vector;
        Z3_solver_solve_for => solver_solve_for(s: &Solver, v: &Vector, v2: &Vector, v3: &Vector);
        Z3_solver_get_consequences => solver_get_consequences(s: &Solver, v: &Vector, v2: &Vector, v3: &Vector) -> i32;
        Z3_solver_get_non_units => solver_get_non_units(s: &Solver) -> Vector;
        Z3_solver_get_proof => solver_get_proof(s: &Solver) -> Ast;
        Z3_solver_get_statistics => solver_get_statistics(s: &Solver) -> Stats;
        Z3_solver_get_trail => solver_get_trail(s: &Solver) -> Vector;
        Z3_solver_get_units => solver_get_units(s: &Solver) -> Vector;
        Z3_solver_import_model_converter => import_model_converter(from: &Solver, to: &Solver);
        Z3_solver_to_dimacs_string => solver_to_dimacs(s: &Solver, names: bool) -> String;
        Z3_update_param_value => update_param(name: &CStr, value: &CStr);
        Z3_stats_get_double_value => stats_get_double_value(r: &Stats, n: u32) -> f64;
        Z3_stats_get_key => stats_get_key(r: &Stats, n: u32) -> String;
        Z3_stats_get_uint_value => stats_get_uint_value(r: &Stats, n: u32) -> u32;
        Z3_stats_is_double => stats_is_double(r: &Stats, n: u32) -> bool;
        Z3_stats_is_uint => stats_is_uint(r: &Stats, n: u32) -> bool;
        Z3_stats_size => stats_size(r: &Stats) -> u32;
        Z3_ast_vector_push => ast_vector_push(v: &Vector, a: &Ast);
        Z3_mk_ast_vector => mk_ast_vector() -> Vector;
        Z3_stats_to_string => stats_to_string(r: &Stats) -> String;
        Z3_param_descrs_to_string => param_descrs_to_string(r: &ParamDescrs) -> String;
        Z3_param_descrs_get_documentation => param_descrs_get_documentation(r: &ParamDescrs, name: Symbol) -> String;
        Z3_eval_smtlib2_string => eval_smtlib2_string(text: &CStr) -> String;
    }

    translations! {
        Z3_translate => translate(Ast);
        Z3_goal_translate => translate_goal(Goal);
        Z3_solver_translate => translate_solver(Solver);
        Z3_ast_vector_translate => translate_vector(Vector);
        Z3_model_translate => translate_model(Model);
        Z3_optimize_translate => translate_optimize(Optimize);
    }

    /// The value of a constant in a model, if it has one.
    pub(in crate::z3) fn const_interp(
        self: &Rc<Self>,
        model: &Model,
        of: &Decl,
    ) -> Result<Option<Ast>> {
        let (model, of) = (model.lower(self)?, of.lower(self)?);
        let value = call!(self, Z3_model_get_const_interp(model, of));
        if value.is_null() {
            return Ok(None);
        }
        value.lift(self, "Z3_model_get_const_interp").map(Some)
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
        Ok((
            answer(said, "Z3_solver_get_consequences")?,
            self.items(&found)?,
        ))
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

    /// Groups terms that are equal in all models. Each term has the number of its class.
    pub(in crate::z3) fn implied_equalities(
        self: &Rc<Self>,
        solver: &Solver,
        terms: &[Ast],
    ) -> Result<(Answer, Vec<u32>)> {
        let (solver, terms) = (solver.lower(self)?, lower_all(self, terms)?);
        let mut classes = vec![0; terms.len()];
        let (n, at) = (terms.len() as u32, classes.as_mut_ptr());
        let said = call!(
            self,
            Z3_get_implied_equalities(solver, n, terms.as_ptr(), at)
        );
        Ok((answer(said, "Z3_get_implied_equalities")?, classes))
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

    /// The product of some numbers.
    pub(in crate::z3) fn product(self: &Rc<Self>, numbers: &[Ast]) -> Result<Ast> {
        let numbers = lower_all(self, numbers)?;
        let made = call!(self, Z3_mk_mul(numbers.len() as u32, numbers.as_ptr()));
        made.lift(self, "Z3_mk_mul")
    }

    /// The first number minus the others.
    pub(in crate::z3) fn difference(self: &Rc<Self>, numbers: &[Ast]) -> Result<Ast> {
        let numbers = lower_all(self, numbers)?;
        let made = call!(self, Z3_mk_sub(numbers.len() as u32, numbers.as_ptr()));
        made.lift(self, "Z3_mk_sub")
    }

    /// The disjunction of formulas.
    pub(in crate::z3) fn disjunction(self: &Rc<Self>, formulas: &[Ast]) -> Result<Ast> {
        let formulas = lower_all(self, formulas)?;
        let made = call!(self, Z3_mk_or(formulas.len() as u32, formulas.as_ptr()));
        made.lift(self, "Z3_mk_or")
    }
}
