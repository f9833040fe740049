//! Handles of datatypes and of what they are declared with.

use super::{Session, Sort};
use crate::cvc5::bindings::{
    Cvc5Datatype, Cvc5DatatypeConstructor, Cvc5DatatypeConstructorDecl, Cvc5DatatypeDecl,
    Cvc5DatatypeSelector,
};
use murxla_fsm::solver::{Error, Result};

/// A datatype of the library; as `Sort`.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Datatype(pub(super) Cvc5Datatype);

/// A constructor of a datatype; as `Sort`.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Constructor(pub(super) Cvc5DatatypeConstructor);

/// A selector of a constructor; as `Sort`.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Selector(pub(super) Cvc5DatatypeSelector);

/// A datatype in the making; as `Sort`.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub(in super::super) struct Declaration(pub(super) Cvc5DatatypeDecl);

/// A constructor in the making; as `Sort`.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct ConstructorDeclaration(pub(super) Cvc5DatatypeConstructorDecl);

impl Session {
    /// The sorts of datatypes that are declared together, which are as many.
    pub(in super::super) fn dt_sorts(&self, declarations: &[Declaration]) -> Result<Vec<Sort>> {
        let first: *const Cvc5DatatypeDecl = declarations.as_ptr().cast();
        // SAFETY: all are live; the library returns as many sorts, which are copied at once.
        unsafe {
            let array = { self.api.0 }.cvc5_mk_dt_sorts(self.tm, declarations.len() as u64, first);
            self.api.check()?;
            if array.is_null() {
                return Err(Error::Check("cvc5_mk_dt_sorts returned null".to_owned()));
            }
            Ok((0..declarations.len())
                .map(|n| Sort(*array.add(n)))
                .collect())
        }
    }
}
