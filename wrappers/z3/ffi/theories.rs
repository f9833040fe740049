//! Sorts that one call makes with their functions.

use super::handles::Counted;
use super::{Context, Decl, Sort, Symbol, raw};
use crate::shared::library::methods::Lower;
use murxla_fsm::solver::Result;
use std::ptr;
use std::rc::Rc;

impl Context {
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
        let projections = projections.into_iter().map(|p| p.own(self, function));
        let projections = projections.collect::<Result<_>>()?;
        Ok((
            sort.own(self, function)?,
            make.own(self, function)?,
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
        let decls = decls.into_iter().map(|decl| decl.own(self, function));
        Ok((sort.own(self, function)?, decls.collect::<Result<_>>()?))
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
            sort.own(self, function)?,
            [
                nil.own(self, function)?,
                is_nil.own(self, function)?,
                cons.own(self, function)?,
                is_cons.own(self, function)?,
                head.own(self, function)?,
                tail.own(self, function)?,
            ],
        ))
    }
}
