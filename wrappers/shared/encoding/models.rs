//! Reads values as solvers write them. Several getters must agree. In models, an array is written
//! as stores into a constant array, and a function as an expression over its parameters.

use crate::shared::actions::checks::{DIGITS, WAYS_OF_READING};
use crate::shared::encoding::lambda::{self, Body};
use murxla_fsm::eval::store;
use murxla_fsm::op::{self, Op};
use murxla_fsm::rng::Rng;
use murxla_fsm::solver::Result;
use murxla_fsm::value::{Bv, FunTable, Table, Value};
use std::fmt::{Debug, Display};
use std::sync::Arc;

/// The operators that occur in the bodies of functions.
pub(crate) const CONNECTIVES: [Op; 7] = [
    op::ITE,
    op::EQUAL,
    op::NOT,
    op::AND,
    op::OR,
    op::XOR,
    op::IMPLIES,
];

/// An array, by its outermost operator.
pub(crate) enum ArrayLayer<T> {
    /// An array, an index, and the element that is stored there.
    Store(T, T, T),
    /// A constant array.
    Constant(T),
    /// An array that was read as a whole.
    Table(Table),
    /// The term has another form.
    Unknown,
}

/// A node of the body of a function.
pub(crate) enum BodyNode<T> {
    /// A parameter, by its place, and whether it is Boolean.
    Param(usize, bool),
    /// One of [`CONNECTIVES`].
    Apply(Op, Vec<T>),
    /// Anything else. It may be a value.
    Other,
}

/// Reads values from terms of the solver. A term of unknown form has no value.
pub(crate) trait ReadValues {
    /// A term of the solver.
    type Term;

    /// The value that a term is.
    fn value(&mut self, term: &Self::Term) -> Result<Option<Value>>;

    /// The outermost operator of an array.
    fn layer(&mut self, array: &Self::Term) -> Result<ArrayLayer<Self::Term>>;

    /// The outermost operator of the body of a function, or of a part of it.
    fn node(&mut self, body: &Self::Term, params: &[Self::Term]) -> Result<BodyNode<Self::Term>>;

    /// The values of terms, if all have one.
    fn values(&mut self, terms: &[Self::Term]) -> Result<Option<Vec<Value>>> {
        terms.iter().map(|term| self.value(term)).collect()
    }

    /// The value of an array.
    fn array(&mut self, array: &Self::Term) -> Result<Option<Value>> {
        let mut stores = Vec::new();
        let mut layer = self.layer(array)?;
        let table = loop {
            match layer {
                ArrayLayer::Store(inner, index, element) => {
                    layer = self.layer(&inner)?;
                    stores.push([index, element]);
                }
                ArrayLayer::Constant(element) => break self.value(&element)?.map(Table::constant),
                ArrayLayer::Table(table) => break Some(table),
                ArrayLayer::Unknown => break None,
            }
        };
        let Some(mut table) = table else {
            return Ok(None);
        };
        // The outermost store comes first in the list, and wins.
        for [index, element] in stores.iter().rev() {
            let (Some(index), Some(element)) = (self.value(index)?, self.value(element)?) else {
                return Ok(None);
            };
            if store(&mut table, index, element).is_none() {
                return Ok(None);
            }
        }
        Ok(Some(Value::Array(Arc::new(table))))
    }

    /// The function with these parameters and this body.
    fn function(
        &mut self,
        body: &Self::Term,
        params: &[Self::Term],
        arity: usize,
    ) -> Result<Option<FunTable>> {
        let mut left = lambda::NODES;
        let body = self.body(body, params, &mut left)?;
        Ok(body.and_then(|body| lambda::table(&body, arity)))
    }

    /// An expression over parameters. `None` if it has more than `left` nodes, or one of unknown
    /// form.
    fn body(
        &mut self,
        term: &Self::Term,
        params: &[Self::Term],
        left: &mut u32,
    ) -> Result<Option<Body>> {
        let Some(less) = left.checked_sub(1) else {
            return Ok(None);
        };
        *left = less;
        match self.node(term, params)? {
            BodyNode::Param(place, is_bool) => Ok(Some(Body::param(place, is_bool))),
            BodyNode::Other => Ok(self.value(term)?.map(Body::Value)),
            BodyNode::Apply(op, args) => {
                let args = args.iter().map(|arg| self.body(arg, params, left));
                let args = args.collect::<Result<Option<Vec<Body>>>>()?;
                Ok(args.map(|args| Body::Apply(op, args)))
            }
        }
    }
}

/// Two ways of reading a value must agree. `text` is the value.
pub(crate) fn agree<T: PartialEq + Debug>(
    way: &str,
    said: &T,
    expected: &T,
    text: &dyn Display,
) -> Result {
    if said == expected {
        return Ok(());
    }
    WAYS_OF_READING.fails_for(way, format!("{text} reads as {said:?}, not {expected:?}"))
}

/// Reads a bit-vector in two bases, which must agree. `text` gives the digits in a base.
pub(crate) fn read_bv(
    rng: &mut Rng,
    width: u32,
    text: impl Fn(u8) -> Result<String>,
) -> Result<Bv> {
    let in_base = |base: u8| {
        let text = text(base)?;
        match Bv::parse(width, &text, base.into()) {
            Some(value) => Ok(value),
            None => DIGITS.fails(format!("'{text}' in base {base}, of width {width}")),
        }
    };
    let mut bases = [2, 10, 16];
    rng.shuffle(&mut bases);
    let [first, second, _] = bases;
    let (value, other) = (in_base(first)?, in_base(second)?);
    let way = format!("in base {second}");
    agree(&way, &other, &value, &value.binary())?;
    Ok(value)
}
