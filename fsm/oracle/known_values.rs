//! The values of some terms of an instance, whatever model the solver has.

use crate::eval::Partial;
use crate::op::Op;
use crate::solver::TermId;
use crate::sort::Sorts;
use crate::state::{Interpretation, Term};
use crate::value::Value;

/// The values of symbols and closed terms. What the standard leaves to each model is unknown.
#[derive(Default)]
pub(super) struct KnownValues {
    /// By the ids of the terms.
    values: Vec<Option<Value>>,
}

impl KnownValues {
    /// No values yet. `terms` are those that may get one, in the order of their ids.
    pub(super) fn for_terms(terms: &[TermId]) -> Self {
        let count = terms.last().map_or(0, |last| last.0 as usize + 1);
        Self {
            values: vec![None; count],
        }
    }

    pub(super) fn get(&self, id: TermId) -> Option<&Value> {
        self.values.get(id.0 as usize)?.as_ref()
    }

    pub(super) fn set(&mut self, id: TermId, value: Option<Value>) {
        if let Some(known) = self.values.get_mut(id.0 as usize) {
            *known = value;
        }
    }
}

impl Partial for KnownValues {
    /// Each model may choose it.
    fn by_zero(&mut self, _: Op, _: &Value) -> Option<Value> {
        None
    }
}

impl Interpretation for KnownValues {
    fn value<'a>(&'a self, id: TermId, _: &'a Term) -> Option<&'a Value> {
        self.get(id)
    }

    fn apply(&mut self, _: &Sorts, _: TermId, _: &[&Value]) -> Option<Value> {
        None
    }

    /// The solver chooses the elements of uninterpreted sorts.
    fn has_all_elements(&self) -> bool {
        false
    }
}
