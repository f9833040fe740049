//! Reads the values of all sorts that `get-value` returns.

use super::ffi::{Session, Term};
use super::ops::Kinds;
use super::sorts::symbol;
use super::values;
use crate::shared::encoding::elements::Elements;
use crate::shared::encoding::models::{ArrayLayer, BodyNode, CONNECTIVES, ReadValues};
use murxla_fsm::op;
use murxla_fsm::rng::Rng;
use murxla_fsm::solver::Result;
use murxla_fsm::value::Value;
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
        if session.term_is_array(term)? {
            self.array(&term)
        } else if session.term_is_fun(term)? {
            self.lambda(term)
        } else if session.term_is_uninterpreted(term)? {
            self.element(term)
        } else {
            values::read(session, self.rng, term)
        }
    }

    fn layer(&mut self, array: &Term) -> Result<ArrayLayer<Term>> {
        let kind = self.session.term_get_kind(*array)?;
        let children = self.session.term_get_children(*array)?;
        Ok(match children[..] {
            [inner, index, element] if Some(kind) == self.kinds.of(op::ARRAY_STORE) => {
                ArrayLayer::Store(inner, index, element)
            }
            [element] if kind == self.kinds.const_array => ArrayLayer::Constant(element),
            _ => ArrayLayer::Unknown,
        })
    }

    fn node(&mut self, body: &Term, params: &[Term]) -> Result<BodyNode<Term>> {
        let session = self.session;
        if let Some(place) = params.iter().position(|param| param == body) {
            return Ok(BodyNode::Param(place, session.term_is_bool(*body)?));
        }
        let kind = Some(session.term_get_kind(*body)?);
        let mut connectives = CONNECTIVES.into_iter();
        let op = connectives.find(|op| self.kinds.of(*op) == kind);
        Ok(match op {
            Some(op) => BodyNode::Apply(op, session.term_get_children(*body)?),
            None => BodyNode::Other,
        })
    }
}

impl ModelReader<'_> {
    fn element(&mut self, term: Term) -> Result<Option<Value>> {
        let session = self.session;
        if !session.term_is_value(term)? && !session.term_is_const(term)? {
            return Ok(None);
        }
        let sort = symbol(session, session.term_get_sort(term)?)?;
        let name = session.term_to_string(term)?;
        Ok(Some(Value::Element(self.elements.number(sort, name))))
    }

    /// Reads a function. One with several parameters is a function that returns functions.
    fn lambda(&mut self, term: Term) -> Result<Option<Value>> {
        let session = self.session;
        let mut params = Vec::new();
        let mut body = term;
        while session.term_get_kind(body)? == self.kinds.lambda {
            let children = session.term_get_children(body)?;
            let Some((inner, bound)) = children.split_last() else {
                return Ok(None);
            };
            params.extend_from_slice(bound);
            body = *inner;
        }
        if params.is_empty() {
            return Ok(None);
        }
        let table = self.function(&body, &params, params.len())?;
        Ok(table.map(|table| Value::Fun(Arc::new(table))))
    }
}
