//! Calls of fixed points. Names are those of the API.

use super::calls::answer;
use super::{
    Ast, Context, Decl, Fixedpoint, Lift, Lower, ParamDescrs, Params, Stats, Symbol, Vector, found,
    lower_all, raw,
};
use murxla_fsm::solver::{Answer, Result};
use std::ffi::{CStr, c_uint, c_void};
use std::rc::Rc;

impl Context {
    methods! {
        Z3_fixedpoint_add_constraint => fixedpoint_add_constraint(d: &Fixedpoint, a: &Ast, level: u32);
        Z3_fixedpoint_add_cover => fixedpoint_add_cover(d: &Fixedpoint, level: i32, f: &Decl, a: &Ast);
        Z3_fixedpoint_add_invariant => fixedpoint_add_invariant(d: &Fixedpoint, f: &Decl, a: &Ast);
        Z3_fixedpoint_add_rule => fixedpoint_add_rule(d: &Fixedpoint, a: &Ast, name: Symbol);
        Z3_fixedpoint_from_string => fixedpoint_from_string(d: &Fixedpoint, text: &CStr) -> Vector;
        Z3_fixedpoint_get_answer => fixedpoint_get_answer(d: &Fixedpoint) -> Ast;
        Z3_fixedpoint_get_assertions => fixedpoint_get_assertions(d: &Fixedpoint) -> Vector;
        Z3_fixedpoint_get_cover_delta => fixedpoint_get_cover_delta(d: &Fixedpoint, level: i32, f: &Decl) -> Ast;
        Z3_fixedpoint_get_ground_sat_answer => fixedpoint_get_ground_sat_answer(d: &Fixedpoint) -> Ast;
        Z3_fixedpoint_get_help => fixedpoint_get_help(d: &Fixedpoint) -> String;
        Z3_fixedpoint_get_num_levels => fixedpoint_get_num_levels(d: &Fixedpoint, f: &Decl) -> u32;
        Z3_fixedpoint_get_param_descrs => fixedpoint_get_param_descrs(d: &Fixedpoint) -> ParamDescrs;
        Z3_fixedpoint_get_reachable => fixedpoint_get_reachable(d: &Fixedpoint, f: &Decl) -> Ast;
        Z3_fixedpoint_get_reason_unknown => fixedpoint_get_reason_unknown(d: &Fixedpoint) -> String;
        Z3_fixedpoint_get_rule_names_along_trace => fixedpoint_get_rule_names_along_trace(d: &Fixedpoint) -> Symbol;
        Z3_fixedpoint_get_rules => fixedpoint_get_rules(d: &Fixedpoint) -> Vector;
        Z3_fixedpoint_get_rules_along_trace => fixedpoint_get_rules_along_trace(d: &Fixedpoint) -> Vector;
        Z3_fixedpoint_get_statistics => fixedpoint_get_statistics(d: &Fixedpoint) -> Stats;
        Z3_fixedpoint_query => fixedpoint_query(d: &Fixedpoint, a: &Ast) -> i32;
        Z3_fixedpoint_query_from_lvl => fixedpoint_query_from_lvl(d: &Fixedpoint, a: &Ast, level: u32) -> i32;
        Z3_fixedpoint_register_relation => fixedpoint_register_relation(d: &Fixedpoint, f: &Decl);
        Z3_fixedpoint_set_params => fixedpoint_set_params(d: &Fixedpoint, p: &Params);
        Z3_fixedpoint_update_rule => fixedpoint_update_rule(d: &Fixedpoint, a: &Ast, name: Symbol);
        Z3_mk_fixedpoint => mk_fixedpoint() -> Fixedpoint;
    }

    /// Adds a fact: numbers for which a relation is true.
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

    /// Whether a formula can be derived, from a level on if there is one.
    pub(in crate::z3) fn query(
        self: &Rc<Self>,
        of: &Fixedpoint,
        formula: &Ast,
        level: Option<u32>,
    ) -> Result<Answer> {
        let said = match level {
            None => self.fixedpoint_query(of, formula)?,
            Some(level) => self.fixedpoint_query_from_lvl(of, formula, level)?,
        };
        answer(said, "Z3_fixedpoint_query")
    }

    /// Sets the representation of a relation, by the names of Z3.
    pub(in crate::z3) fn represent(
        self: &Rc<Self>,
        of: &Fixedpoint,
        relation: &Decl,
        kinds: &[Symbol],
    ) -> Result {
        let (of, relation) = (of.lower(self)?, relation.lower(self)?);
        let kinds: Vec<raw::Z3_symbol> = kinds.iter().map(|kind| kind.0).collect();
        let (n, kinds) = (kinds.len() as u32, kinds.as_ptr());
        call!(
            self,
            Z3_fixedpoint_set_predicate_representation(of, relation, n, kinds)
        );
        Ok(())
    }

    /// Counts the intermediate results of a fixed point.
    pub(in crate::z3) fn watch_lemmas(self: &Rc<Self>, of: &Fixedpoint) -> Result<Lemmas> {
        let seen = Box::into_raw(Box::<SeenLemmas>::default());
        let (of, state) = (of.lower(self)?, seen.cast());
        call!(
            self,
            Z3_fixedpoint_add_callback(of, state, Some(on_lemma), Some(on_step), Some(on_step))
        );
        Ok(Lemmas(seen))
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

/// The intermediate results of a search for a fixed point.
#[derive(Clone, Copy, Default, Debug)]
pub(in crate::z3) struct SeenLemmas {
    /// Lemmas.
    pub(in crate::z3) lemmas: u32,
    /// Predecessors of states, and levels.
    pub(in crate::z3) steps: u32,
}

/// The counters of the intermediate results. They are never freed, because the fixed point may live
/// longer.
pub(in crate::z3) struct Lemmas(*const SeenLemmas);

impl Lemmas {
    pub(in crate::z3) fn seen(&self) -> SeenLemmas {
        // SAFETY: never freed; Z3 writes during its calls only.
        unsafe { *self.0 }
    }
}

unsafe extern "C" fn on_lemma(state: *mut c_void, _: raw::Z3_ast, _: c_uint) {
    // SAFETY: the state that `watch_lemmas` gave to Z3, which calls from the thread that queries.
    if let Some(seen) = unsafe { state.cast::<SeenLemmas>().as_mut() } {
        seen.lemmas += 1;
    }
}

unsafe extern "C" fn on_step(state: *mut c_void) {
    // SAFETY: as above.
    if let Some(seen) = unsafe { state.cast::<SeenLemmas>().as_mut() } {
        seen.steps += 1;
    }
}
