//! Calls of optimizers and of fixed points. Names are those of the API.

use super::search::answer;
use super::{
    Ast, Context, Decl, Fixedpoint, Lift, Lower, Model, Optimize, ParamDescrs, Params, Stats,
    Symbol, Vector, found, lower_all,
};
use murxla_fsm::solver::{Answer, Result};
use std::ffi::CStr;
use std::rc::Rc;

impl Context {
    methods! {
        Z3_mk_optimize => mk_optimize() -> Optimize;
        Z3_optimize_assert => optimize_assert(o: &Optimize, a: &Ast);
        Z3_optimize_assert_and_track => optimize_assert_and_track(o: &Optimize, a: &Ast, a2: &Ast);
        Z3_optimize_assert_soft => optimize_assert_soft(o: &Optimize, a: &Ast, text: &CStr, name: Symbol) -> u32;
        Z3_optimize_get_assertions => optimize_get_assertions(o: &Optimize) -> Vector;
        Z3_optimize_get_help => optimize_get_help(o: &Optimize) -> String;
        Z3_optimize_get_lower => optimize_get_lower(o: &Optimize, n: u32) -> Ast;
        Z3_optimize_get_lower_as_vector => optimize_get_lower_as_vector(o: &Optimize, n: u32) -> Vector;
        Z3_optimize_get_model => optimize_get_model(o: &Optimize) -> Model;
        Z3_optimize_get_objectives => optimize_get_objectives(o: &Optimize) -> Vector;
        Z3_optimize_get_param_descrs => optimize_get_param_descrs(o: &Optimize) -> ParamDescrs;
        Z3_optimize_get_reason_unknown => optimize_get_reason_unknown(o: &Optimize) -> String;
        Z3_optimize_get_statistics => optimize_get_statistics(o: &Optimize) -> Stats;
        Z3_optimize_get_unsat_core => optimize_get_unsat_core(o: &Optimize) -> Vector;
        Z3_optimize_get_upper => optimize_get_upper(o: &Optimize, n: u32) -> Ast;
        Z3_optimize_get_upper_as_vector => optimize_get_upper_as_vector(o: &Optimize, n: u32) -> Vector;
        Z3_optimize_maximize => optimize_maximize(o: &Optimize, a: &Ast) -> u32;
        Z3_optimize_minimize => optimize_minimize(o: &Optimize, a: &Ast) -> u32;
        Z3_optimize_pop => optimize_pop(o: &Optimize);
        Z3_optimize_push => optimize_push(o: &Optimize);
        Z3_optimize_set_params => optimize_set_params(o: &Optimize, p: &Params);
        Z3_optimize_to_string => optimize_to_string(o: &Optimize) -> String;
        Z3_fixedpoint_add_rule => fixedpoint_add_rule(d: &Fixedpoint, a: &Ast, name: Symbol);
        Z3_fixedpoint_get_answer => fixedpoint_get_answer(d: &Fixedpoint) -> Ast;
        Z3_fixedpoint_get_assertions => fixedpoint_get_assertions(d: &Fixedpoint) -> Vector;
        Z3_fixedpoint_get_ground_sat_answer => fixedpoint_get_ground_sat_answer(d: &Fixedpoint) -> Ast;
        Z3_fixedpoint_get_help => fixedpoint_get_help(d: &Fixedpoint) -> String;
        Z3_fixedpoint_get_param_descrs => fixedpoint_get_param_descrs(d: &Fixedpoint) -> ParamDescrs;
        Z3_fixedpoint_get_reason_unknown => fixedpoint_get_reason_unknown(d: &Fixedpoint) -> String;
        Z3_fixedpoint_get_rule_names_along_trace => fixedpoint_get_rule_names_along_trace(d: &Fixedpoint) -> Symbol;
        Z3_fixedpoint_get_rules => fixedpoint_get_rules(d: &Fixedpoint) -> Vector;
        Z3_fixedpoint_get_rules_along_trace => fixedpoint_get_rules_along_trace(d: &Fixedpoint) -> Vector;
        Z3_fixedpoint_get_statistics => fixedpoint_get_statistics(d: &Fixedpoint) -> Stats;
        Z3_fixedpoint_query => fixedpoint_query(d: &Fixedpoint, a: &Ast) -> i32;
        Z3_fixedpoint_register_relation => fixedpoint_register_relation(d: &Fixedpoint, f: &Decl);
        Z3_fixedpoint_set_params => fixedpoint_set_params(d: &Fixedpoint, p: &Params);
        Z3_mk_fixedpoint => mk_fixedpoint() -> Fixedpoint;
    }

    /// Looks for the best models.
    pub(in crate::z3) fn optimize(
        self: &Rc<Self>,
        optimize: &Optimize,
        assumptions: &[Ast],
    ) -> Result<Answer> {
        let (optimize, assumptions) = (optimize.lower(self)?, lower_all(self, assumptions)?);
        let (n, assumptions) = (assumptions.len() as u32, assumptions.as_ptr());
        answer(
            call!(self, Z3_optimize_check(optimize, n, assumptions)),
            "Z3_optimize_check",
        )
    }

    /// Numbers that a relation holds of.
    pub(in crate::z3) fn fact(
        self: &Rc<Self>,
        of: &Fixedpoint,
        relation: &Decl,
        numbers: &mut [u32],
    ) -> Result {
        let (of, relation) = (of.lower(self)?, relation.lower(self)?);
        let (n, numbers) = (numbers.len() as u32, numbers.as_mut_ptr());
        call!(self, Z3_fixedpoint_add_fact(of, relation, n, numbers));
        Ok(())
    }

    /// Whether one of the relations is not empty.
    pub(in crate::z3) fn query_relations(
        self: &Rc<Self>,
        of: &Fixedpoint,
        relations: &[Decl],
    ) -> Result<Answer> {
        let (of, relations) = (of.lower(self)?, lower_all(self, relations)?);
        let (n, relations) = (relations.len() as u32, relations.as_ptr());
        let said = call!(self, Z3_fixedpoint_query_relations(of, n, relations));
        answer(said, "Z3_fixedpoint_query_relations")
    }

    /// Whether a formula can be derived.
    pub(in crate::z3) fn query(self: &Rc<Self>, of: &Fixedpoint, formula: &Ast) -> Result<Answer> {
        answer(self.fixedpoint_query(of, formula)?, "Z3_fixedpoint_query")
    }

    /// The rules and queries as text.
    pub(in crate::z3) fn print_rules(
        self: &Rc<Self>,
        of: &Fixedpoint,
        queries: &[Ast],
    ) -> Result<String> {
        let (of, mut queries) = (of.lower(self)?, lower_all(self, queries)?);
        let (n, queries) = (queries.len() as u32, queries.as_mut_ptr());
        let text = call!(self, Z3_fixedpoint_to_string(of, n, queries));
        text.lift(self, "Z3_fixedpoint_to_string")
    }
}
