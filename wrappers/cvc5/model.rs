//! Values of all sorts, as `get-value` returns them.

use super::ffi::{Session, Sort, Term};
use super::ops::Kinds;
use super::value;
use crate::elements::Elements;
use crate::lambda::{self, Body};
use murxla_fsm::eval::store;
use murxla_fsm::op::{self, Op};
use murxla_fsm::rng::Rng;
use murxla_fsm::solver::{Error, Result};
use murxla_fsm::value::{Bag, Set, Table, Value};
use num_traits::Zero;
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
    /// The value that `term`, a value to cvc5, is.
    pub(super) fn value(&mut self, term: Term) -> Result<Option<Value>> {
        let session = self.session;
        let sort = session.term_sort(term)?;
        if session.sort_is_array(sort)? {
            self.array(term)
        } else if session.sort_is_set(sort)? {
            self.set(term)
        } else if session.sort_is_bag(sort)? {
            self.bag(term)
        } else if session.sort_is_fun(sort)? {
            self.function(term)
        } else if session.sort_is_seq(sort)? {
            self.sequence(term)
        } else if session.sort_is_tuple(sort)? {
            self.tuple(sort, term)
        } else if session.sort_is_dt(sort)? {
            self.cell(sort, term)
        } else if session.sort_is_uninterpreted(sort)? {
            self.element(sort, term)
        } else {
            value::read(session, self.rng, term)
        }
    }

    fn element(&mut self, sort: Sort, term: Term) -> Result<Option<Value>> {
        if !self.session.is_element(term)? {
            return Ok(None);
        }
        let sort = self.session.sort_to_string(sort)?;
        let name = self.session.element_name(term)?;
        Ok(Some(Value::Element(self.elements.number(sort, name))))
    }

    /// A value, or a concatenation of units where elements are no values of cvc5.
    fn sequence(&mut self, term: Term) -> Result<Option<Value>> {
        let session = self.session;
        let (mut elements, mut open) = (Vec::new(), vec![term]);
        while let Some(next) = open.pop() {
            let kind = Some(session.term_kind(next)?);
            let read = if session.is_seq_value(next)? {
                session.seq_value(next)?
            } else if kind == self.kinds.of(op::SEQ_UNIT) {
                vec![session.child(next, 0)?]
            } else if kind == self.kinds.of(op::SEQ_CONCAT) {
                for n in (0..session.num_children(next)?).rev() {
                    open.push(session.child(next, n)?);
                }
                continue;
            } else {
                return Ok(None);
            };
            for element in read {
                match self.value(element)? {
                    Some(element) => elements.push(element),
                    None => return Ok(None),
                }
            }
        }
        Ok(Some(Value::Seq(elements.into())))
    }

    /// Stores upon a constant array.
    fn array(&mut self, term: Term) -> Result<Option<Value>> {
        let session = self.session;
        let mut stores = Vec::new();
        let mut inner = term;
        while Some(session.term_kind(inner)?) == self.kinds.of(op::ARRAY_STORE) {
            stores.push((session.child(inner, 1)?, session.child(inner, 2)?));
            inner = session.child(inner, 0)?;
        }
        if !session.is_const_array(inner)? {
            return Ok(None);
        }
        let Some(default) = self.value(session.const_array_base(inner)?)? else {
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

    fn set(&mut self, term: Term) -> Result<Option<Value>> {
        if !self.session.is_set_value(term)? {
            return Ok(None);
        }
        let mut members = Vec::new();
        for member in self.session.set_value(term)? {
            match self.value(member)? {
                Some(member) => members.push(member),
                None => return Ok(None),
            }
        }
        let set: Set = members.iter().cloned().collect();
        if set.len() != members.len() {
            return Err(Error::Check(format!("{set} has a member twice")));
        }
        Ok(Some(Value::Set(set)))
    }

    /// Disjoint unions of bags of one element.
    fn bag(&mut self, term: Term) -> Result<Option<Value>> {
        let session = self.session;
        let mut members = Vec::new();
        let mut todo = vec![term];
        while let Some(term) = todo.pop() {
            let kind = session.term_kind(term)?;
            if Some(kind) == self.kinds.of(op::BAG_UNION_DISJOINT) {
                todo.extend([session.child(term, 1)?, session.child(term, 0)?]);
            } else if Some(kind) == self.kinds.of(op::BAG_MAKE) {
                let parts = (
                    self.value(session.child(term, 0)?)?,
                    self.value(session.child(term, 1)?)?,
                );
                let (Some(member), Some(Value::Int(times))) = parts else {
                    return Ok(None);
                };
                let times = times.to_biguint().filter(|times| !times.is_zero());
                let times =
                    times.ok_or_else(|| Error::Check("a member that a bag has not".to_owned()))?;
                members.push((member, times));
            } else if kind != self.kinds.empty_bag {
                return Ok(None);
            }
        }
        let bag: Bag = members.iter().cloned().collect();
        if bag.len() != members.len() {
            return Err(Error::Check(format!("{bag} lists a member twice")));
        }
        Ok(Some(Value::Bag(bag)))
    }

    fn function(&mut self, term: Term) -> Result<Option<Value>> {
        let session = self.session;
        if session.term_kind(term)? != self.kinds.lambda {
            return Ok(None);
        }
        let list = session.child(term, 0)?;
        let params =
            (0..session.num_children(list)?).map(|n| session.term_id(session.child(list, n)?));
        let params = params.collect::<Result<Vec<_>>>()?;
        let mut left = lambda::NODES;
        let body = self.body(session.child(term, 1)?, &params, &mut left)?;
        let table = body.and_then(|body| lambda::table(&body, params.len()));
        Ok(table.map(|table| Value::Fun(Arc::new(table))))
    }

    /// An expression over parameters, unless it has more than `left` nodes or others than are known.
    fn body(&mut self, term: Term, params: &[u64], left: &mut u32) -> Result<Option<Body>> {
        let session = self.session;
        let Some(less) = left.checked_sub(1) else {
            return Ok(None);
        };
        *left = less;
        let id = session.term_id(term)?;
        if let Some(place) = params.iter().position(|param| *param == id) {
            let is_bool = session.sort_is_bool(session.term_sort(term)?)?;
            return Ok(Some(Body::param(place, is_bool)));
        }
        let kind = Some(session.term_kind(term)?);
        let Some(op) = CONNECTIVES
            .into_iter()
            .find(|op| self.kinds.of(*op) == kind)
        else {
            return Ok(self.value(term)?.map(Body::Value));
        };
        let mut args = Vec::new();
        for n in 0..session.num_children(term)? {
            match self.body(session.child(term, n)?, params, left)? {
                Some(arg) => args.push(arg),
                None => return Ok(None),
            }
        }
        Ok(Some(Body::Apply(op, args)))
    }
}
