//! Reads the values of all sorts that `get-value` returns.

use super::checks::{VALUE_BAG, VALUE_BAG_MEMBER, VALUE_SET};
use super::ffi::{Session, Sort, Term};
use super::ops::Kinds;
use super::values;
use crate::shared::encoding::elements::Elements;
use crate::shared::encoding::models::{ArrayLayer, BodyNode, CONNECTIVES, ReadValues};
use murxla_fsm::op;
use murxla_fsm::rng::Rng;
use murxla_fsm::solver::Result;
use murxla_fsm::value::{Bag, Set, Value};
use num_traits::Zero;
use std::sync::Arc;

/// Reads values. A term of unknown form has no value.
pub(super) struct ModelReader<'a> {
    pub(super) session: &'a Session,
    pub(super) kinds: &'a Kinds,
    pub(super) elements: &'a mut Elements,
    pub(super) rng: &'a mut Rng,
}

impl ReadValues for ModelReader<'_> {
    type Term = Term;

    fn value(&mut self, term: &Term) -> Result<Option<Value>> {
        let (session, term) = (self.session, *term);
        let sort = session.term_get_sort(term)?;
        if session.sort_is_array(sort)? {
            self.array(&term)
        } else if session.sort_is_set(sort)? {
            self.set(term)
        } else if session.sort_is_bag(sort)? {
            self.bag(term)
        } else if session.sort_is_fun(sort)? {
            self.lambda(term)
        } else if session.sort_is_sequence(sort)? {
            self.sequence(term)
        } else if session.sort_is_tuple(sort)? {
            self.tuple(sort, term)
        } else if session.sort_is_dt(sort)? {
            self.cell(sort, term)
        } else if session.sort_is_uninterpreted_sort(sort)? {
            self.element(sort, term)
        } else {
            values::read(session, self.rng, term)
        }
    }

    fn layer(&mut self, array: &Term) -> Result<ArrayLayer<Term>> {
        let (session, array) = (self.session, *array);
        if Some(session.term_get_kind(array)?) == self.kinds.of(op::ARRAY_STORE) {
            let [inner, index, element] = [0, 1, 2].map(|n| session.term_get_child(array, n));
            return Ok(ArrayLayer::Store(inner?, index?, element?));
        }
        Ok(match session.term_is_const_array(array)? {
            true => ArrayLayer::Constant(session.term_get_const_array_base(array)?),
            false => ArrayLayer::Unknown,
        })
    }

    fn node(&mut self, body: &Term, params: &[Term]) -> Result<BodyNode<Term>> {
        let (session, body) = (self.session, *body);
        for (place, param) in params.iter().enumerate() {
            if session.term_is_equal(*param, body)? {
                let is_bool = session.sort_is_boolean(session.term_get_sort(body)?)?;
                return Ok(BodyNode::Param(place, is_bool));
            }
        }
        let kind = Some(session.term_get_kind(body)?);
        let mut connectives = CONNECTIVES.into_iter();
        let op = connectives.find(|op| self.kinds.of(*op) == kind);
        Ok(match op {
            Some(op) => BodyNode::Apply(op, session.children(body)?),
            None => BodyNode::Other,
        })
    }
}

impl ModelReader<'_> {
    fn element(&mut self, sort: Sort, term: Term) -> Result<Option<Value>> {
        if !self.session.term_is_uninterpreted_sort_value(term)? {
            return Ok(None);
        }
        let sort = self.session.sort_to_string(sort)?;
        let name = self.session.term_get_uninterpreted_sort_value(term)?;
        Ok(Some(Value::Element(self.elements.number(sort, name))))
    }

    /// Reads a sequence: a value of cvc5, or a concatenation of units if its elements
    /// are not values.
    fn sequence(&mut self, term: Term) -> Result<Option<Value>> {
        let session = self.session;
        let (mut elements, mut open) = (Vec::new(), vec![term]);
        while let Some(next) = open.pop() {
            let kind = Some(session.term_get_kind(next)?);
            let read = if session.term_is_sequence_value(next)? {
                session.term_get_sequence_value(next)?
            } else if kind == self.kinds.of(op::SEQ_UNIT) {
                vec![session.term_get_child(next, 0)?]
            } else if kind == self.kinds.of(op::SEQ_CONCAT) {
                open.extend(session.children(next)?.into_iter().rev());
                continue;
            } else {
                return Ok(None);
            };
            match self.values(&read)? {
                Some(read) => elements.extend(read),
                None => return Ok(None),
            }
        }
        Ok(Some(Value::Seq(elements.into())))
    }

    fn set(&mut self, term: Term) -> Result<Option<Value>> {
        if !self.session.term_is_set_value(term)? {
            return Ok(None);
        }
        let Some(members) = self.values(&self.session.term_get_set_value(term)?)? else {
            return Ok(None);
        };
        let set: Set = members.iter().cloned().collect();
        if set.len() != members.len() {
            return VALUE_SET.fails(set.to_string());
        }
        Ok(Some(Value::Set(set)))
    }

    /// Reads a bag: disjoint unions of bags with one element.
    fn bag(&mut self, term: Term) -> Result<Option<Value>> {
        let session = self.session;
        let mut members = Vec::new();
        let mut todo = vec![term];
        while let Some(term) = todo.pop() {
            let kind = session.term_get_kind(term)?;
            if Some(kind) == self.kinds.of(op::BAG_UNION_DISJOINT) {
                todo.extend([
                    session.term_get_child(term, 1)?,
                    session.term_get_child(term, 0)?,
                ]);
            } else if Some(kind) == self.kinds.of(op::BAG_MAKE) {
                let parts = (
                    self.value(&session.term_get_child(term, 0)?)?,
                    self.value(&session.term_get_child(term, 1)?)?,
                );
                let (Some(member), Some(Value::Int(times))) = parts else {
                    return Ok(None);
                };
                let times = times.to_biguint().filter(|times| !times.is_zero());
                let Some(times) = times else {
                    return VALUE_BAG_MEMBER.fails("");
                };
                members.push((member, times));
            } else if kind != self.kinds.empty_bag {
                return Ok(None);
            }
        }
        let bag: Bag = members.iter().cloned().collect();
        if bag.len() != members.len() {
            return VALUE_BAG.fails(bag.to_string());
        }
        Ok(Some(Value::Bag(bag)))
    }

    fn lambda(&mut self, term: Term) -> Result<Option<Value>> {
        let session = self.session;
        if session.term_get_kind(term)? != self.kinds.lambda {
            return Ok(None);
        }
        let params = session.children(session.term_get_child(term, 0)?)?;
        let table = self.function(&session.term_get_child(term, 1)?, &params, params.len())?;
        Ok(table.map(|table| Value::Fun(Arc::new(table))))
    }
}
