//! Binders: quantifiers and lambdas over constants, and over de Bruijn variables.

use super::handles::Counted;
use super::{Ast, AstMap, Context, Model, Pattern, Sort, Symbol, raw};
use crate::shared::library::methods::Lower;
use murxla_fsm::solver::{Error, Result};
use raw::Z3_app;
use std::ptr;
use std::rc::Rc;

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
    /// The names and the sorts of the variables.
    pub(in crate::z3) names: Vec<Symbol>,
    pub(in crate::z3) sorts: Vec<Sort>,
    pub(in crate::z3) patterns: Vec<Pattern>,
    pub(in crate::z3) no_patterns: Vec<Ast>,
    pub(in crate::z3) body: &'a Ast,
}

impl Context {
    /// Constants, as the type for variables of binders.
    fn lower_apps(self: &Rc<Self>, constants: &[Ast]) -> Result<Vec<Z3_app>> {
        let apps = constants.iter().map(|constant| {
            if self.is_app(constant)? {
                Ok(constant.lower(self)?.cast())
            } else {
                Err(Error::Rejected("binds what is not a constant".to_owned()))
            }
        });
        apps.collect()
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
        let patterns = Lower::lower_all(patterns, self)?;
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
        term.own(self, "Z3_mk_forall_const or Z3_mk_exists_const")
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
        let patterns = Lower::lower_all(patterns, self)?;
        let (p, patterns) = (patterns.len() as u32, patterns.as_ptr());
        let term = if named {
            let (id, skolem_id) = (
                self.mk_string_symbol("_q")?.0,
                self.mk_string_symbol("_k")?.0,
            );
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
        term.own(self, "Z3_mk_quantifier_const")
    }

    /// The array that `body` defines.
    pub(in crate::z3) fn lambda(self: &Rc<Self>, bound: &[Ast], body: &Ast) -> Result<Ast> {
        let (bound, body) = (self.lower_apps(bound)?, body.lower(self)?);
        let term = call!(
            self,
            Z3_mk_lambda_const(bound.len() as u32, bound.as_ptr(), body)
        );
        term.own(self, "Z3_mk_lambda_const")
    }

    /// A binder like another one: the same variables, weight, names and patterns.
    pub(in crate::z3) fn quantifier_like(self: &Rc<Self>, of: &Quantifier<'_>) -> Result<Ast> {
        let (names, sorts, patterns) = (&of.names, &of.sorts, &of.patterns);
        let (weight, body) = (of.weight, of.body);
        match of.kind {
            BinderKind::Lambda => self.mk_lambda(sorts, names, body),
            BinderKind::Forall if of.plain => self.mk_forall(weight, patterns, sorts, names, body),
            BinderKind::Exists if of.plain => self.mk_exists(weight, patterns, sorts, names, body),
            kind => {
                let is_forall = kind == BinderKind::Forall;
                let (id, skolem, avoided) = (of.id, of.skolem_id, &of.no_patterns);
                self.mk_quantifier_ex(
                    is_forall, weight, id, skolem, patterns, avoided, sorts, names, body,
                )
            }
        }
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
        made.own(self, "Z3_qe_model_project")
    }
}
