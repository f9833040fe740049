//! Values as solvers write them: what their getters say must agree, and in models they are made of other values, arrays
//! of stores upon a constant array, and functions of expressions over their parameters.

use crate::lambda::{self, Body};
use murxla_fsm::eval::store;
use murxla_fsm::op::{self, Op};
use murxla_fsm::rng::Rng;
use murxla_fsm::solver::{Error, Result};
use murxla_fsm::value::{Bv, FunTable, Table, Value};
use std::fmt::{Debug, Display};
use std::sync::Arc;

/// What the bodies of functions are made of.
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
pub(crate) enum Layer<T> {
    /// Another array, with an element at an index.
    Store(T, T, T),
    /// The same element everywhere.
    Constant(T),
    /// An array that has been read in another way.
    Table(Table),
    /// It is not written in a way known here.
    Unknown,
}

/// A node of the body of a function.
pub(crate) enum Node<T> {
    /// A parameter, by its place, and whether it is Boolean.
    Param(usize, bool),
    /// One of [`CONNECTIVES`].
    Apply(Op, Vec<T>),
    /// A value, if it is anything that is known.
    Other,
}

/// Reads values off terms of the solver. Whatever is not written in a way known to it has no value.
pub(crate) trait Values {
    /// A term of the solver.
    type Term;

    /// The value that a term is.
    fn value(&mut self, term: &Self::Term) -> Result<Option<Value>>;

    /// What an array is outside.
    fn layer(&mut self, array: &Self::Term) -> Result<Layer<Self::Term>>;

    /// What the body of a function of these parameters, or a part of it, is outside.
    fn node(&mut self, body: &Self::Term, params: &[Self::Term]) -> Result<Node<Self::Term>>;

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
                Layer::Store(inner, index, element) => {
                    layer = self.layer(&inner)?;
                    stores.push([index, element]);
                }
                Layer::Constant(element) => break self.value(&element)?.map(Table::constant),
                Layer::Table(table) => break Some(table),
                Layer::Unknown => break None,
            }
        };
        let Some(mut table) = table else {
            return Ok(None);
        };
        // The outermost store, which was met first, wins.
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

    /// The function of so many arguments that has this body.
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

    /// An expression over parameters, unless it has more than `left` nodes or others than are known.
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
            Node::Param(place, is_bool) => Ok(Some(Body::param(place, is_bool))),
            Node::Other => Ok(self.value(term)?.map(Body::Value)),
            Node::Apply(op, args) => {
                let args = args.iter().map(|arg| self.body(arg, params, left));
                let args = args.collect::<Result<Option<Vec<Body>>>>()?;
                Ok(args.map(|args| Body::Apply(op, args)))
            }
        }
    }
}

/// What one way of reading a value says must be what another one has said; `text` is the value.
pub(crate) fn agree<T: PartialEq + Debug>(
    way: &str,
    said: &T,
    expected: &T,
    text: &dyn Display,
) -> Result {
    if said == expected {
        return Ok(());
    }
    Err(Error::Contradiction(format!(
        "the value {text} reads {way} as {said:?}, not {expected:?}"
    )))
}

/// The bit-vector whose digits in some base `text` gives. It is read in two bases, which must agree.
pub(crate) fn read_bv(
    rng: &mut Rng,
    width: u32,
    text: impl Fn(u8) -> Result<String>,
) -> Result<Bv> {
    let in_base = |base: u8| {
        let text = text(base)?;
        Bv::parse(width, &text, base.into()).ok_or_else(|| {
            let what = format!("a value of width {width} reads as '{text}' in base {base}");
            Error::Contradiction(what)
        })
    };
    let mut bases = [2, 10, 16];
    rng.shuffle(&mut bases);
    let [first, second, _] = bases;
    let (value, other) = (in_base(first)?, in_base(second)?);
    let way = format!("in base {second}");
    agree(&way, &other, &value, &value.binary())?;
    Ok(value)
}
