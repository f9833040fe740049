//! Handles of datatypes and of what they are declared with.

use super::super::checks::NULL;
use super::actions::{array, extension_methods, require_function};
use super::{Session, Sort, Term, c, handle, sorts, terms};
use crate::cvc5::bindings::{
    Cvc5Datatype, Cvc5DatatypeConstructor, Cvc5DatatypeConstructorDecl, Cvc5DatatypeDecl,
    Cvc5DatatypeSelector,
};
use murxla_fsm::solver::Result;

/// A datatype of the library, with the same lifetime as `Sort`.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Datatype(pub(super) Cvc5Datatype);

/// A constructor of a datatype, with the same lifetime as `Sort`.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Constructor(pub(super) Cvc5DatatypeConstructor);

/// A selector of a constructor, with the same lifetime as `Sort`.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Selector(pub(super) Cvc5DatatypeSelector);

/// A declaration of a datatype, with the same lifetime as `Sort`.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub(in super::super) struct Declaration(pub(super) Cvc5DatatypeDecl);

/// A declaration of a constructor, with the same lifetime as `Sort`.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub(in super::super) struct ConstructorDeclaration(pub(super) Cvc5DatatypeConstructorDecl);

// All getters. The other functions for datatypes are in the table of the parent.
extension_methods! {
    self {
    cons_decl_copy(made: ConstructorDeclaration) -> ConstructorDeclaration
        = cvc5_dt_cons_decl_copy(made.0);
    cons_decl_release(made: ConstructorDeclaration) -> () = cvc5_dt_cons_decl_release(made.0);
    cons_decl_is_equal(a: ConstructorDeclaration, b: ConstructorDeclaration) -> bool
        = cvc5_dt_cons_decl_is_equal(a.0, b.0);
    cons_decl_to_string(made: ConstructorDeclaration) -> String
        = cvc5_dt_cons_decl_to_string(made.0);
    cons_decl_hash(made: ConstructorDeclaration) -> u64 = cvc5_dt_cons_decl_hash(made.0);
    dt_decl_copy(made: Declaration) -> Declaration = cvc5_dt_decl_copy(made.0);
    dt_decl_release(made: Declaration) -> () = cvc5_dt_decl_release(made.0);
    dt_decl_is_equal(a: Declaration, b: Declaration) -> bool = cvc5_dt_decl_is_equal(a.0, b.0);
    dt_decl_num_constructors(made: Declaration) -> u64
        = cvc5_dt_decl_get_num_constructors(made.0);
    dt_decl_is_parametric(made: Declaration) -> bool = cvc5_dt_decl_is_parametric(made.0);
    dt_decl_is_resolved(made: Declaration) -> bool = cvc5_dt_decl_is_resolved(made.0);
    dt_decl_to_string(made: Declaration) -> String = cvc5_dt_decl_to_string(made.0);
    dt_decl_name(made: Declaration) -> String = cvc5_dt_decl_get_name(made.0);
    dt_decl_hash(made: Declaration) -> u64 = cvc5_dt_decl_hash(made.0);
    declare_dt(symbol: &str, constructors: &[ConstructorDeclaration]) -> Sort
        = cvc5_declare_dt(
            self.solver, c(symbol)?.as_ptr(), constructors.len() as u64, constructors.as_ptr().cast()
        );

    dt_copy(datatype: Datatype) -> Datatype = cvc5_dt_copy(datatype.0);
    dt_release(datatype: Datatype) -> () = cvc5_dt_release(datatype.0);
    dt_is_equal(a: Datatype, b: Datatype) -> bool = cvc5_dt_is_equal(a.0, b.0);
    dt_hash(datatype: Datatype) -> u64 = cvc5_dt_hash(datatype.0);
    dt_to_string(datatype: Datatype) -> String = cvc5_dt_to_string(datatype.0);
    dt_is_codatatype(datatype: Datatype) -> bool = cvc5_dt_is_codatatype(datatype.0);
    dt_is_tuple(datatype: Datatype) -> bool = cvc5_dt_is_tuple(datatype.0);
    dt_is_record(datatype: Datatype) -> bool = cvc5_dt_is_record(datatype.0);
    dt_is_finite(datatype: Datatype) -> bool = cvc5_dt_is_finite(datatype.0);
    dt_is_well_founded(datatype: Datatype) -> bool = cvc5_dt_is_well_founded(datatype.0);
    dt_selector_by_name(datatype: Datatype, name: &str) -> Selector
        = cvc5_dt_get_selector(datatype.0, c(name)?.as_ptr());
    dt_arity(sort: Sort) -> u64 = cvc5_sort_dt_get_arity(sort.0);

    dt_cons_copy(constructor: Constructor) -> Constructor = cvc5_dt_cons_copy(constructor.0);
    dt_cons_release(constructor: Constructor) -> () = cvc5_dt_cons_release(constructor.0);
    dt_cons_is_equal(a: Constructor, b: Constructor) -> bool = cvc5_dt_cons_is_equal(a.0, b.0);
    dt_cons_hash(constructor: Constructor) -> u64 = cvc5_dt_cons_hash(constructor.0);
    dt_cons_to_string(constructor: Constructor) -> String = cvc5_dt_cons_to_string(constructor.0);
    dt_cons_selector_by_name(constructor: Constructor, name: &str) -> Selector
        = cvc5_dt_cons_get_selector_by_name(constructor.0, c(name)?.as_ptr());
    cons_sort_arity(sort: Sort) -> u64 = cvc5_sort_dt_constructor_get_arity(sort.0);
    cons_sort_codomain(sort: Sort) -> Sort = cvc5_sort_dt_constructor_get_codomain(sort.0);
    tester_sort_domain(sort: Sort) -> Sort = cvc5_sort_dt_tester_get_domain(sort.0);
    tester_sort_codomain(sort: Sort) -> Sort = cvc5_sort_dt_tester_get_codomain(sort.0);

    dt_sel_copy(selector: Selector) -> Selector = cvc5_dt_sel_copy(selector.0);
    dt_sel_release(selector: Selector) -> () = cvc5_dt_sel_release(selector.0);
    dt_sel_is_equal(a: Selector, b: Selector) -> bool = cvc5_dt_sel_is_equal(a.0, b.0);
    dt_sel_hash(selector: Selector) -> u64 = cvc5_dt_sel_hash(selector.0);
    dt_sel_to_string(selector: Selector) -> String = cvc5_dt_sel_to_string(selector.0);
    dt_sel_name(selector: Selector) -> String = cvc5_dt_sel_get_name(selector.0);
    dt_sel_codomain(selector: Selector) -> Sort = cvc5_dt_sel_get_codomain_sort(selector.0);
    sel_sort_domain(sort: Sort) -> Sort = cvc5_sort_dt_selector_get_domain(sort.0);
    sel_sort_codomain(sort: Sort) -> Sort = cvc5_sort_dt_selector_get_codomain(sort.0);

    tuple_sort(parts: &[Sort]) -> Sort
        = cvc5_mk_tuple_sort(self.tm, parts.len() as u64, sorts(parts));
    sort_is_tuple(sort: Sort) -> bool = cvc5_sort_is_tuple(sort.0);
    tuple_length(sort: Sort) -> u64 = cvc5_sort_tuple_get_length(sort.0);
    mk_tuple(parts: &[Term]) -> Term
        = cvc5_mk_tuple(self.tm, parts.len() as u64, terms(parts));
    is_tuple_value(term: Term) -> bool = cvc5_term_is_tuple_value(term.0);
    }
    maybe {}
    arrays {
    tuple_sorts(sort: Sort) -> Sort = cvc5_sort_tuple_get_element_sorts(sort.0);
    tuple_value(term: Term) -> Term = cvc5_term_get_tuple_value(term.0);
    dt_parameters(datatype: Datatype) -> Sort = cvc5_dt_get_parameters(datatype.0);
    cons_sort_domain(sort: Sort) -> Sort = cvc5_sort_dt_constructor_get_domain(sort.0);
    }
}

impl Session {
    /// The sort of records with these fields.
    pub(in super::super) fn record_sort(&self, fields: &[(&str, Sort)]) -> Result<Sort> {
        require_function(
            self.api.0.cvc5_mk_record_sort.exists(),
            "cvc5_mk_record_sort",
        )?;
        let names = fields.iter().map(|(name, _)| c(name));
        let names = names.collect::<Result<Vec<_>>>()?;
        let mut names: Vec<_> = names.iter().map(|name| name.as_ptr()).collect();
        let parts: Vec<Sort> = fields.iter().map(|(_, sort)| *sort).collect();
        let size = fields.len() as u64;
        // SAFETY: there are as many names as sorts, which live until the call returns.
        let raw = unsafe {
            self.api
                .0
                .cvc5_mk_record_sort(self.tm, size, names.as_mut_ptr(), sorts(&parts))
        };
        self.api.check()?;
        handle(raw, "cvc5_mk_record_sort")
    }

    /// The sorts of datatypes that are declared together. There are as many sorts as declarations.
    pub(in super::super) fn dt_sorts(&self, declarations: &[Declaration]) -> Result<Vec<Sort>> {
        let first: *const Cvc5DatatypeDecl = declarations.as_ptr().cast();
        // SAFETY: all are live; the library returns as many sorts, which are copied at once.
        unsafe {
            let array = self
                .api
                .0
                .cvc5_mk_dt_sorts(self.tm, declarations.len() as u64, first);
            self.api.check()?;
            if array.is_null() {
                return NULL.fails_for("cvc5_mk_dt_sorts", "");
            }
            Ok((0..declarations.len())
                .map(|n| Sort(*array.add(n)))
                .collect())
        }
    }
}
