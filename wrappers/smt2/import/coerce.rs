//! Terms that must have a certain sort.

use super::Importer;
use crate::smt2::tree::{Expr, Fault, Result};
use murxla_fsm::op::INT_TO_REAL;
use murxla_fsm::solver::TermId;
use murxla_fsm::sort::{Sort, SortId};
use murxla_fsm::value::Value;
use num_rational::BigRational;
use std::fmt::Display;

impl<'t> Importer<'t> {
    /// The term, which must have the sort `wanted`. An integer is converted if a real is wanted.
    pub(super) fn coerce(&mut self, at: Expr<'t>, term: TermId, wanted: SortId) -> Result<TermId> {
        let (is, wanted) = (self.sort_of(term), self.state.sorts.canon(wanted));
        let sorts = &self.state.sorts;
        if is == wanted {
            return Ok(term);
        }
        if (sorts.get(is), sorts.get(wanted)) == (Some(&Sort::Int), Some(&Sort::Real)) {
            return self.real(at, term);
        }
        Err(ill_sorted(at, sorts.view(is), sorts.view(wanted)))
    }

    /// A term of sort Bool.
    pub(super) fn formula(&mut self, at: Expr<'t>) -> Result<TermId> {
        let term = self.term(at)?;
        let is = self.sort_of(term);
        match self.state.sorts.get(is) {
            Some(Sort::Bool) => Ok(term),
            _ => Err(ill_sorted(at, self.state.sorts.view(is), "Bool")),
        }
    }

    fn real(&mut self, at: Expr<'t>, term: TermId) -> Result<TermId> {
        if let Some(Value::Int(number)) = self.literal_of(term)
            && !self.language().imports.keeps_shape
        {
            let number = BigRational::from_integer(number.clone());
            let sort = self.make_sort(at, Sort::Real)?;
            return self.value(at, sort, Value::Real(number));
        }
        self.make(at, INT_TO_REAL, &[term], &[])
    }
}

fn ill_sorted(at: Expr<'_>, is: impl Display, wanted: impl Display) -> Fault {
    at.fault(format!(
        "'{}' has sort {is}, but {wanted} is expected",
        at.shown()
    ))
}
