//! Calls for theories that only Z3 has. Names are those of the API.

use super::{
    Applied, Ast, AstMap, Context, Decl, Goal, Lift, Lower, Model, Simplifier, Solver, Sort,
    Symbol, Vector, found, lower_all, raw,
};
use murxla_fsm::solver::Result;
use std::ffi::CStr;
use std::ptr;
use std::rc::Rc;

/// Methods that take any number of terms.
macro_rules! of_many {
    ($($function:ident => $name:ident($($more:ident: $type:ty),*);)*) => {
        $(pub(in crate::z3) fn $name(self: &Rc<Self>, args: &[Ast] $(, $more: $type)*) -> Result<Ast> {
            let args = lower_all(self, args)?;
            let made = call!(self, $function(args.len() as u32, args.as_ptr() $(, $more)*));
            made.lift(self, stringify!($function))
        })*
    };
}

/// Methods that compare a weighted sum of formulas with a number.
macro_rules! of_weighted {
    ($($function:ident => $name:ident;)*) => {
        $(pub(in crate::z3) fn $name(self: &Rc<Self>, args: &[(Ast, i32)], bound: i32) -> Result<Ast> {
            let weights: Vec<i32> = args.iter().map(|(_, weight)| *weight).collect();
            let args = args.iter().map(|(arg, _)| arg.lower(self));
            let args = args.collect::<Result<Vec<_>>>()?;
            let n = args.len() as u32;
            let made = call!(self, $function(n, args.as_ptr(), weights.as_ptr(), bound));
            made.lift(self, stringify!($function))
        })*
    };
}

impl Context {
    of_many! {
        Z3_mk_atmost => at_most(bound: u32);
        Z3_mk_atleast => at_least(bound: u32);
        Z3_mk_ff_add => ff_add();
        Z3_mk_ff_mul => ff_mul();
        Z3_mk_ff_bitsum => ff_bitsum();
        Z3_mk_distinct => distinct();
        Z3_mk_seq_concat => seq_concat();
    }

    of_weighted! {
        Z3_mk_pble => pb_le;
        Z3_mk_pbge => pb_ge;
        Z3_mk_pbeq => pb_eq;
    }

    methods! {
        Z3_mk_le => le(a: &Ast, b: &Ast) -> Ast;
        Z3_mk_iff => iff(a: &Ast, b: &Ast) -> Ast;
        Z3_mk_select => element(a: &Ast, i: &Ast) -> Ast;
        Z3_mk_array_default => array_default(a: &Ast) -> Ast;
        Z3_mk_as_array => as_array(f: &Decl) -> Ast;
        Z3_mk_array_ext => array_ext(a: &Ast, b: &Ast) -> Ast;
        Z3_mk_finite_set_sort => finite_set_sort(element: &Sort) -> Sort;
        Z3_is_finite_set_sort => is_finite_set_sort(s: &Sort) -> bool;
        Z3_get_finite_set_sort_basis => finite_set_element(s: &Sort) -> Sort;
        Z3_mk_finite_set_empty => finite_empty(set: &Sort) -> Ast;
        Z3_mk_finite_set_singleton => finite_singleton(element: &Ast) -> Ast;
        Z3_mk_finite_set_union => finite_union(a: &Ast, b: &Ast) -> Ast;
        Z3_mk_finite_set_intersect => finite_intersect(a: &Ast, b: &Ast) -> Ast;
        Z3_mk_finite_set_difference => finite_difference(a: &Ast, b: &Ast) -> Ast;
        Z3_mk_finite_set_member => finite_member(element: &Ast, set: &Ast) -> Ast;
        Z3_mk_finite_set_size => finite_size(set: &Ast) -> Ast;
        Z3_mk_finite_set_subset => finite_subset(a: &Ast, b: &Ast) -> Ast;
        Z3_mk_finite_set_map => finite_map(f: &Ast, set: &Ast) -> Ast;
        Z3_mk_finite_set_filter => finite_filter(f: &Ast, set: &Ast) -> Ast;
        Z3_mk_finite_set_range => finite_range(low: &Ast, high: &Ast) -> Ast;
        Z3_mk_linear_order => linear_order(s: &Sort, id: u32) -> Decl;
        Z3_mk_partial_order => partial_order(s: &Sort, id: u32) -> Decl;
        Z3_mk_piecewise_linear_order => piecewise_linear_order(s: &Sort, id: u32) -> Decl;
        Z3_mk_tree_order => tree_order(s: &Sort, id: u32) -> Decl;
        Z3_mk_transitive_closure => transitive_closure(f: &Decl) -> Decl;
        Z3_mk_char_sort => char_sort() -> Sort;
        Z3_is_char_sort => is_char_sort(s: &Sort) -> bool;
        Z3_is_seq_sort => is_seq_sort(s: &Sort) -> bool;
        Z3_mk_char => char(code: u32) -> Ast;
        Z3_mk_char_le => char_le(a: &Ast, b: &Ast) -> Ast;
        Z3_mk_char_to_int => char_to_int(a: &Ast) -> Ast;
        Z3_mk_char_to_bv => char_to_bv(a: &Ast) -> Ast;
        Z3_mk_char_from_bv => char_from_bv(a: &Ast) -> Ast;
        Z3_mk_char_is_digit => char_is_digit(a: &Ast) -> Ast;
        Z3_mk_seq_power => seq_power(a: &Ast, n: &Ast) -> Ast;
        Z3_mk_power => power(a: &Ast, b: &Ast) -> Ast;
        Z3_mk_unsigned_int => unsigned_int(v: u32, s: &Sort) -> Ast;
        Z3_mk_complex_sort => complex_sort() -> Sort;
        Z3_mk_complex => complex(re: &Ast, im: &Ast) -> Ast;
        Z3_mk_real_part => real_part(z: &Ast) -> Ast;
        Z3_mk_imag_part => imag_part(z: &Ast) -> Ast;
        Z3_mk_finite_field_sort => finite_field_sort(prime: &CStr) -> Sort;
        Z3_get_finite_field_sort_size => finite_field_size(s: &Sort) -> String;
        Z3_mk_ff_neg => ff_neg(a: &Ast) -> Ast;
        Z3_mk_finite_domain_sort => finite_domain_sort(name: Symbol, size: u64) -> Sort;
        Z3_mk_fpa_numeral_int => fp_int(v: i32, s: &Sort) -> Ast;
        Z3_mk_fpa_numeral_int_uint => fp_small_parts(negative: bool, exponent: i32, significand: u32, s: &Sort) -> Ast;
        Z3_mk_fpa_sort_half => fp_sort_half() -> Sort;
        Z3_mk_fpa_sort_single => fp_sort_single() -> Sort;
        Z3_mk_fpa_sort_double => fp_sort_double() -> Sort;
        Z3_mk_fpa_sort_quadruple => fp_sort_quadruple() -> Sort;
        Z3_get_tuple_sort_mk_decl => tuple_make(s: &Sort) -> Decl;
        Z3_get_tuple_sort_num_fields => tuple_size(s: &Sort) -> u32;
        Z3_get_tuple_sort_field_decl => tuple_field(s: &Sort, n: u32) -> Decl;
        Z3_is_recursive_datatype_sort => is_recursive(s: &Sort) -> bool;
        Z3_is_app => is_app(a: &Ast) -> bool;
        Z3_solver_congruence_root => congruence_root(s: &Solver, a: &Ast) -> Ast;
        Z3_solver_congruence_next => congruence_next(s: &Solver, a: &Ast) -> Ast;
        Z3_solver_congruence_explain => congruence_explain(s: &Solver, a: &Ast, b: &Ast) -> Ast;
        Z3_solver_set_initial_value => set_initial_value(s: &Solver, v: &Ast, value: &Ast);
        Z3_goal_to_dimacs_string => goal_to_dimacs(g: &Goal, names: bool) -> String;
        Z3_apply_result_to_string => apply_result_to_string(r: &Applied) -> String;
        Z3_simplifier_get_help => simplifier_get_help(s: &Simplifier) -> String;
        Z3_simplify_get_help => simplify_get_help() -> String;
        Z3_qe_lite => qe_lite(variables: &Vector, body: &Ast) -> Ast;
    }

    /// Arrays to which a function is applied, element by element.
    pub(in crate::z3) fn map(self: &Rc<Self>, function: &Decl, arrays: &[Ast]) -> Result<Ast> {
        let (function, arrays) = (function.lower(self)?, lower_all(self, arrays)?);
        let n = arrays.len() as u32;
        call!(self, Z3_mk_map(function, n, arrays.as_ptr())).lift(self, "Z3_mk_map")
    }

    /// A sort of arrays with several indices.
    pub(in crate::z3) fn array_sort_n(
        self: &Rc<Self>,
        domain: &[Sort],
        element: &Sort,
    ) -> Result<Sort> {
        let (domain, element) = (lower_all(self, domain)?, element.lower(self)?);
        let n = domain.len() as u32;
        let made = call!(self, Z3_mk_array_sort_n(n, domain.as_ptr(), element));
        made.lift(self, "Z3_mk_array_sort_n")
    }

    /// An array with another element at some indices.
    pub(in crate::z3) fn store_n(
        self: &Rc<Self>,
        array: &Ast,
        indices: &[Ast],
        value: &Ast,
    ) -> Result<Ast> {
        let (array, value) = (array.lower(self)?, value.lower(self)?);
        let indices = lower_all(self, indices)?;
        let n = indices.len() as u32;
        let made = call!(self, Z3_mk_store_n(array, n, indices.as_ptr(), value));
        made.lift(self, "Z3_mk_store_n")
    }

    /// The number of elements of a finite domain.
    pub(in crate::z3) fn finite_domain_size(self: &Rc<Self>, sort: &Sort) -> Result<Option<u64>> {
        let (sort, mut size) = (sort.lower(self)?, 0);
        let known = call!(self, Z3_get_finite_domain_sort_size(sort, &mut size));
        Ok(known.then_some(size))
    }

    /// A sort of tuples, its constructor and its projections.
    pub(in crate::z3) fn tuple_sort(
        self: &Rc<Self>,
        name: Symbol,
        fields: &[(Symbol, Sort)],
    ) -> Result<(Sort, Decl, Vec<Decl>)> {
        let names: Vec<_> = fields.iter().map(|(name, _)| name.0).collect();
        let sorts = fields.iter().map(|(_, sort)| sort.lower(self));
        let sorts = sorts.collect::<Result<Vec<_>>>()?;
        let mut make = ptr::null_mut();
        let mut projections: Vec<raw::Z3_func_decl> = vec![ptr::null_mut(); fields.len()];
        let (n, names, sorts) = (names.len() as u32, names.as_ptr(), sorts.as_ptr());
        let out = projections.as_mut_ptr();
        let sort = call!(
            self,
            Z3_mk_tuple_sort(name.0, n, names, sorts, &mut make, out)
        );
        let function = "Z3_mk_tuple_sort";
        let projections = projections.into_iter().map(|p| p.lift(self, function));
        let projections = projections.collect::<Result<_>>()?;
        Ok((
            sort.lift(self, function)?,
            make.lift(self, function)?,
            projections,
        ))
    }

    /// A sort with this number of constants, and their declarations.
    pub(in crate::z3) fn enumeration_sort(
        self: &Rc<Self>,
        name: Symbol,
        constants: &[Symbol],
    ) -> Result<(Sort, Vec<Decl>)> {
        let names: Vec<_> = constants.iter().map(|name| name.0).collect();
        let mut decls: Vec<raw::Z3_func_decl> = vec![ptr::null_mut(); names.len()];
        let mut testers = decls.clone();
        let (n, names) = (names.len() as u32, names.as_ptr());
        let (to, tests) = (decls.as_mut_ptr(), testers.as_mut_ptr());
        let sort = call!(self, Z3_mk_enumeration_sort(name.0, n, names, to, tests));
        let function = "Z3_mk_enumeration_sort";
        let decls = decls.into_iter().map(|decl| decl.lift(self, function));
        Ok((sort.lift(self, function)?, decls.collect::<Result<_>>()?))
    }

    /// A sort of lists, and `nil`, its tester, `cons`, its tester, `head` and `tail`.
    pub(in crate::z3) fn list_sort(
        self: &Rc<Self>,
        name: Symbol,
        element: &Sort,
    ) -> Result<(Sort, [Decl; 6])> {
        let element = element.lower(self)?;
        let mut decls: [raw::Z3_func_decl; 6] = [ptr::null_mut(); 6];
        let [nil, is_nil, cons, is_cons, head, tail] = &mut decls;
        let sort = call!(
            self,
            Z3_mk_list_sort(name.0, element, nil, is_nil, cons, is_cons, head, tail)
        );
        let function = "Z3_mk_list_sort";
        let [nil, is_nil, cons, is_cons, head, tail] = decls;
        Ok((
            sort.lift(self, function)?,
            [
                nil.lift(self, function)?,
                is_nil.lift(self, function)?,
                cons.lift(self, function)?,
                is_cons.lift(self, function)?,
                head.lift(self, function)?,
                tail.lift(self, function)?,
            ],
        ))
    }

    /// Projects constants out of a formula along a model. Terms for them go into the map.
    pub(in crate::z3) fn project(
        self: &Rc<Self>,
        model: &Model,
        constants: &[Ast],
        body: &Ast,
        witnesses: Option<&AstMap>,
        skolem: bool,
    ) -> Result<Ast> {
        let (model, body) = (model.lower(self)?, body.lower(self)?);
        let constants = self.lower_apps(constants)?;
        let (n, constants) = (constants.len() as u32, constants.as_ptr());
        let made = match witnesses {
            None => call!(self, Z3_qe_model_project(model, n, constants, body)),
            Some(map) if skolem => {
                let map = map.lower(self)?;
                call!(
                    self,
                    Z3_qe_model_project_skolem(model, n, constants, body, map)
                )
            }
            Some(map) => {
                let map = map.lower(self)?;
                call!(
                    self,
                    Z3_qe_model_project_with_witness(model, n, constants, body, map)
                )
            }
        };
        made.lift(self, "Z3_qe_model_project")
    }

    /// The version of the library with its build, and the bytes that it has allocated.
    pub(in crate::z3) fn of_library(&self) -> Result<(String, u64)> {
        let api = &self.library.api;
        let version = found(&api.Z3_get_full_version, "Z3_get_full_version")?;
        let size = found(
            &api.Z3_get_estimated_alloc_size,
            "Z3_get_estimated_alloc_size",
        )?;
        // SAFETY: no arguments; the text is the library's own.
        let (version, size) = unsafe { (version.call(), size.call()) };
        Ok((super::owned_text(version).unwrap_or_default(), size))
    }
}
