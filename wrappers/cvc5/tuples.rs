//! Tuples: datatypes of one constructor, for whose sorts and terms the API has functions of their own.

use super::datatypes::{malformed, selector};
use super::ffi::{Session, Sort, Term};
use super::model::Reader;
use super::ops::Kinds;
use crate::models::Values;
use murxla_fsm::op::{Of, Op, Tupling};
use murxla_fsm::rng::Rng;
use murxla_fsm::solver::{Error, Result};
use murxla_fsm::value::Value;

/// Makes an application.
pub(super) fn apply(
    session: &Session,
    rng: &mut Rng,
    kinds: &Kinds,
    (op, tupling): (Op, Tupling),
    indices: &[u32],
    args: &[Term],
) -> Result<Term> {
    let kind = kinds
        .of(op)
        .ok_or_else(|| Error::Unsupported("tuples".to_owned()))?;
    if tupling == Tupling::Make {
        if rng.coin() {
            return session.mk_tuple(args);
        }
        let parts = args.iter().map(|arg| session.term_sort(*arg));
        let sort = session.tuple_sort(&parts.collect::<Result<Vec<_>>>()?)?;
        let constructor = session.dt_constructor(session.datatype(sort)?, 0)?;
        let all = [&[session.dt_cons_term(constructor)?], args].concat();
        return session.mk_term(kind, &all);
    }
    let sort = session.term_sort(*args.first().ok_or_else(malformed)?)?;
    let part = || {
        let constructor = session.dt_constructor(session.datatype(sort)?, 0)?;
        selector(
            session,
            constructor,
            *indices.first().ok_or_else(malformed)?,
        )
    };
    let first = match tupling {
        Tupling::Select => session.dt_sel_term(part()?)?,
        Tupling::Update => session.dt_sel_updater(part()?)?,
        Tupling::Make | Tupling::Project(_) => {
            let tuple = match tupling {
                Tupling::Project(Of::Set) => session.set_element(sort)?,
                Tupling::Project(Of::Bag) => session.bag_element(sort)?,
                _ => sort,
            };
            // The library does not look.
            let length = session.tuple_length(tuple)?;
            if indices.is_empty() || indices.iter().any(|place| u64::from(*place) >= length) {
                return Err(malformed());
            }
            return session.mk_term_from_op(session.mk_op(kind, indices)?, args);
        }
    };
    session.mk_term(kind, &[&[first], args].concat())
}

impl Reader<'_> {
    /// The parts by the getter for tuples, or as those of a datatype.
    pub(super) fn tuple(&mut self, sort: Sort, term: Term) -> Result<Option<Value>> {
        if self.rng.coin() || !self.session.is_tuple_value(term)? {
            return self.cell(sort, term);
        }
        let parts = self.values(&self.session.tuple_value(term)?)?;
        Ok(parts.and_then(Value::tuple))
    }
}
