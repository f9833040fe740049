//! Values of all sorts, as `get-value` returns them.

use super::ffi::{Session, Term};
use super::ops::Kinds;
use super::value;
use crate::elements::Elements;
use crate::lambda::{self, Body};
use murxla_fsm::eval::store;
use murxla_fsm::op::{self, Op};
use murxla_fsm::rng::Rng;
use murxla_fsm::solver::Result;
use murxla_fsm::value::{Table, Value};
use std::sync::Arc;

/// What the bodies of functions are made of.
const CONNECTIVES: [Op; 7] = [
    op::ITE,
    op::EQUAL,
    op::NOT,
    op::AND,
    op::OR,
    op::XOR,
    op::IMPLIES,
];

/// What reading values needs. Whatever is not written in a way known here has no value.
pub(super) struct Reader<'a> {
    pub(super) session: &'a Session,
    pub(super) kinds: &'a Kinds,
    pub(super) elements: &'a mut Elements,
    pub(super) rng: &'a mut Rng,
}

impl Reader<'_> {
    /// The value that `term`, a value to Bitwuzla, is.
    pub(super) fn value(&mut self, term: Term) -> Result<Option<Value>> {
        let session = self.session;
        if session.is_array(term)? {
            self.array(term)
        } else if session.is_fun(term)? {
            self.function(term)
        } else if session.is_uninterpreted(term)? {
            self.element(term)
        } else {
            value::read(session, self.rng, term)
        }
    }

    fn element(&mut self, term: Term) -> Result<Option<Value>> {
        let session = self.session;
        if !session.is_value(term)? && !session.is_const(term)? {
            return Ok(None);
        }
        let sort = session.sort_symbol(session.term_sort(term)?)?;
        let name = session.term_to_string(term)?;
        Ok(Some(Value::Element(self.elements.number(sort, name))))
    }

    /// Stores upon a constant array.
    fn array(&mut self, term: Term) -> Result<Option<Value>> {
        let session = self.session;
        let mut stores = Vec::new();
        let mut inner = term;
        while Some(session.term_kind(inner)?) == self.kinds.of(op::ARRAY_STORE) {
            let [array, index, element] = session.children(inner)?[..] else {
                return Ok(None);
            };
            stores.push((index, element));
            inner = array;
        }
        if session.term_kind(inner)? != self.kinds.const_array {
            return Ok(None);
        }
        let [base] = session.children(inner)?[..] else {
            return Ok(None);
        };
        let Some(default) = self.value(base)? else {
            return Ok(None);
        };
        let mut table = Table::constant(default);
        // The outermost store, which was met first, wins.
        for (index, element) in stores.into_iter().rev() {
            let (Some(index), Some(element)) = (self.value(index)?, self.value(element)?) else {
                return Ok(None);
            };
            if store(&mut table, index, element).is_none() {
                return Ok(None);
            }
        }
        Ok(Some(Value::Array(Arc::new(table))))
    }

    fn function(&mut self, term: Term) -> Result<Option<Value>> {
        let session = self.session;
        let mut params = Vec::new();
        let mut body = term;
        while session.term_kind(body)? == self.kinds.lambda {
            let children = session.children(body)?;
            let Some((inner, bound)) = children.split_last() else {
                return Ok(None);
            };
            params.extend_from_slice(bound);
            body = *inner;
        }
        if params.is_empty() {
            return Ok(None);
        }
        let mut left = lambda::NODES;
        let body = self.body(body, &params, &mut left)?;
        let table = body.and_then(|body| lambda::table(&body, params.len()));
        Ok(table.map(|table| Value::Fun(Arc::new(table))))
    }

    /// An expression over parameters, unless it has more than `left` nodes or others than are known.
    fn body(&mut self, term: Term, params: &[Term], left: &mut u32) -> Result<Option<Body>> {
        let session = self.session;
        let Some(less) = left.checked_sub(1) else {
            return Ok(None);
        };
        *left = less;
        if let Some(place) = params.iter().position(|param| *param == term) {
            return Ok(Some(Body::param(place, session.is_bool(term)?)));
        }
        let kind = Some(session.term_kind(term)?);
        let Some(op) = CONNECTIVES
            .into_iter()
            .find(|op| self.kinds.of(*op) == kind)
        else {
            return Ok(self.value(term)?.map(Body::Value));
        };
        let mut args = Vec::new();
        for child in session.children(term)? {
            match self.body(child, params, left)? {
                Some(arg) => args.push(arg),
                None => return Ok(None),
            }
        }
        Ok(Some(Body::Apply(op, args)))
    }
}
