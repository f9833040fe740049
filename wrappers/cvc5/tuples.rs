//! Tuples. In cvc5 they are datatypes with one constructor, but the API has separate functions for
//! their sorts and terms.

use super::datatypes::{malformed, selector};
use super::ffi::{Session, Sort, Term};
use super::models::ModelReader;
use super::ops::Kinds;
use crate::shared::encoding::models::ReadValues;
use murxla_fsm::op::{Op, TupleContainer, TupleOp};
use murxla_fsm::rng::Rng;
use murxla_fsm::solver::{Error, Result};
use murxla_fsm::value::Value;

/// Makes an application.
pub(super) fn apply(
    session: &Session,
    rng: &mut Rng,
    kinds: &Kinds,
    (op, tupling): (Op, TupleOp),
    indices: &[u32],
    args: &[Term],
) -> Result<Term> {
    let kind = kinds
        .of(op)
        .ok_or_else(|| Error::Unsupported("tuples".to_owned()))?;
    if tupling == TupleOp::Make {
        if rng.coin() {
            return session.mk_tuple(args);
        }
        let parts = args.iter().map(|arg| session.term_get_sort(*arg));
        let sort = session.mk_tuple_sort(&parts.collect::<Result<Vec<_>>>()?)?;
        let constructor = session.dt_get_constructor(session.sort_get_datatype(sort)?, 0)?;
        let all = [&[session.dt_cons_get_term(constructor)?], args].concat();
        return session.mk_term(kind, &all);
    }
    let sort = session.term_get_sort(*args.first().ok_or_else(malformed)?)?;
    let part = || {
        let constructor = session.dt_get_constructor(session.sort_get_datatype(sort)?, 0)?;
        selector(
            session,
            constructor,
            *indices.first().ok_or_else(malformed)?,
        )
    };
    let first = match tupling {
        TupleOp::Select => session.dt_sel_get_term(part()?)?,
        TupleOp::Update => session.dt_sel_get_updater_term(part()?)?,
        TupleOp::Make => return Err(malformed()),
        TupleOp::Project(of) | TupleOp::Group(of) | TupleOp::Join(of) | TupleOp::Aggregate(of) => {
            // The relation is the last argument of an aggregate.
            let tuples = match tupling {
                TupleOp::Aggregate(_) => args.get(2..).unwrap_or_default(),
                _ => args,
            };
            let is_project = matches!(tupling, TupleOp::Project(_));
            if !is_project || !indices.is_empty() {
                check_places(session, of, tuples, indices)?;
            }
            return session.mk_term_from_op(session.mk_op(kind, indices)?, args);
        }
    };
    session.mk_term(kind, &[&[first], args].concat())
}

/// Checks that indices are places in the tuples of these terms. The first index is for the first
/// term, and so on; after the last term comes the first again. The library does not check this.
fn check_places(session: &Session, of: TupleContainer, terms: &[Term], indices: &[u32]) -> Result {
    let length = |term: &Term| {
        let sort = session.term_get_sort(*term)?;
        session.sort_tuple_get_length(match of {
            TupleContainer::Tuple => sort,
            TupleContainer::Set => session.sort_set_get_element_sort(sort)?,
            TupleContainer::Bag => session.sort_bag_get_element_sort(sort)?,
        })
    };
    let lengths = terms.iter().map(length).collect::<Result<Vec<_>>>()?;
    let fits = !indices.is_empty() && indices.len().is_multiple_of(lengths.len().max(1));
    let mut places = indices.iter().zip(lengths.iter().cycle());
    match fits && places.all(|(place, length)| u64::from(*place) < *length) {
        true => Ok(()),
        false => Err(malformed()),
    }
}

impl ModelReader<'_> {
    /// The parts, by the getter for tuples or by those of datatypes.
    pub(super) fn tuple(&mut self, sort: Sort, term: Term) -> Result<Option<Value>> {
        if self.rng.coin() || !self.session.term_is_tuple_value(term)? {
            return self.cell(sort, term);
        }
        let parts = self.values(&self.session.term_get_tuple_value(term)?)?;
        Ok(parts.and_then(Value::tuple))
    }
}
