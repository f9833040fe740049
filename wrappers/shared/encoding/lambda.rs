//! Converts functions that are given as expressions over their parameters to tables.
//!
//! Solvers write the functions of a model as `(ite (= x 1) 5 0)`, and simplify these expressions.
//! With Boolean results and parameters, little of the `ite` is left. So the expression is
//! evaluated. If its value depends on whether a parameter equals a value, it is evaluated twice:
//! once where they are equal and once where they are not.

use murxla_fsm::eval::{self, Unknown};
use murxla_fsm::op::{self, Op, Ops};
use murxla_fsm::value::{Bv, FunTable, Value};

/// An expression over parameters.
#[derive(Clone, Debug)]
pub(crate) enum Body {
    /// A value.
    Value(Value),
    /// A parameter, by its place. A Boolean parameter occurs only in an equation with a value.
    Param(usize),
    /// An application of an operator without indices.
    Apply(Op, Vec<Body>),
}

/// Longer bodies are not read.
pub(crate) const NODES: u32 = 2000;

/// A function with more cases is not read.
const CASES: u32 = 1000;

impl Body {
    /// The parameter at a place.
    pub(crate) fn param(place: usize, is_bool: bool) -> Self {
        let param = Body::Param(place);
        if is_bool {
            Body::Apply(op::EQUAL, vec![param, Body::Value(Value::Bool(true))])
        } else {
            param
        }
    }
}

/// The table of the function that `body` defines. `None` if there is none, or none is found.
pub(crate) fn table(body: &Body, arity: usize) -> Option<FunTable> {
    let mut cases = Cases {
        params: vec![ParamFacts::default(); arity],
        left: CASES,
        points: Vec::new(),
        elsewhere: None,
    };
    cases.split(body)?;
    // If all points of a small domain are listed, the default does not matter.
    let first = cases.points.first().map(|(_, value)| value.clone());
    let mut table = FunTable::constant(cases.elsewhere.or(first)?);
    for (point, value) in cases.points {
        eval::store(&mut table, point, value)?;
    }
    Some(table)
}

/// The facts about a parameter in a case.
#[derive(Clone, Default)]
struct ParamFacts {
    is: Option<Value>,
    is_not: Vec<Value>,
}

impl ParamFacts {
    /// The only value that is left, if all others are ruled out.
    fn last(&self) -> Option<Value> {
        let all: Vec<Value> = match self.is_not.first()? {
            Value::Bool(_) => [false, true].map(Value::Bool).to_vec(),
            Value::Bv(bv) if bv.width() < 8 => {
                let bits = 0..1u32 << bv.width();
                bits.map(|bits| Value::Bv(Bv::new(bv.width(), bits.into())))
                    .collect()
            }
            _ => return None,
        };
        let mut left = all.into_iter().filter(|value| !self.is_not.contains(value));
        let last = left.next();
        last.filter(|_| left.next().is_none())
    }
}

/// Why there is no value.
enum NoValue {
    /// It depends on whether a parameter is this value.
    Whether(usize, Value),
    /// It depends on something else.
    Unreadable,
}

struct Cases {
    params: Vec<ParamFacts>,
    left: u32,
    points: Vec<(Vec<Value>, Value)>,
    /// The value at all points that are not listed.
    elsewhere: Option<Value>,
}

impl Cases {
    fn split(&mut self, body: &Body) -> Option<()> {
        self.left = self.left.checked_sub(1)?;
        let (param, value) = match self.value(body) {
            Ok(value) => return self.note(value),
            Err(NoValue::Whether(param, value)) => (param, value),
            Err(NoValue::Unreadable) => return None,
        };
        let before = self.params.get(param)?.clone();
        self.params[param].is = Some(value.clone());
        self.split(body)?;
        let mut without = before.clone();
        without.is_not.push(value);
        without.is = without.last();
        self.params[param] = without;
        self.split(body)?;
        self.params[param] = before;
        Some(())
    }

    /// Notes the value of the present case. If the case is not a point, all such cases must have
    /// the same value.
    fn note(&mut self, value: Value) -> Option<()> {
        let point: Option<Vec<Value>> = self.params.iter().map(|p| p.is.clone()).collect();
        match (point, &self.elsewhere) {
            (Some(point), _) => self.points.push((point, value)),
            (None, None) => self.elsewhere = Some(value),
            (None, Some(elsewhere)) => {
                eval::equal(elsewhere, &value).filter(|equal| *equal)?;
            }
        }
        Some(())
    }

    fn value(&self, mut body: &Body) -> Result<Value, NoValue> {
        // Long bodies are chains of `ite`, so that these are followed without recursion.
        while let Body::Apply(op::ITE, args) = body
            && let [condition, yes, no] = &args[..]
        {
            body = match self.value(condition)? {
                Value::Bool(true) => yes,
                Value::Bool(false) => no,
                _ => return Err(NoValue::Unreadable),
            };
        }
        match body {
            Body::Value(value) => Ok(value.clone()),
            Body::Param(param) => match self.params.get(*param) {
                Some(ParamFacts {
                    is: Some(value), ..
                }) => Ok(value.clone()),
                _ => Err(NoValue::Unreadable),
            },
            Body::Apply(op::EQUAL, args) => match &args[..] {
                [Body::Param(param), Body::Value(value)]
                | [Body::Value(value), Body::Param(param)] => self.is(*param, value),
                _ => self.application(op::EQUAL, args),
            },
            Body::Apply(op, args) => self.application(*op, args),
        }
    }

    fn application(&self, op: Op, args: &[Body]) -> Result<Value, NoValue> {
        let mut open = NoValue::Unreadable;
        let mut values = Vec::with_capacity(args.len());
        for arg in args {
            let value = self.value(arg);
            values.push(value.map_err(|why| {
                if matches!(open, NoValue::Unreadable) {
                    open = why;
                }
            }));
        }
        let values: Vec<Option<&Value>> = values.iter().map(|v| v.as_ref().ok()).collect();
        eval::apply_partly(Ops::base(), op, &[], &values, &mut Unknown).ok_or(open)
    }

    /// Whether the parameter is this value.
    fn is(&self, param: usize, value: &Value) -> Result<Value, NoValue> {
        let facts = self.params.get(param).ok_or(NoValue::Unreadable)?;
        let same = |other: &Value| eval::equal(other, value);
        match &facts.is {
            Some(is) => same(is).map(Value::Bool).ok_or(NoValue::Unreadable),
            None if facts.is_not.iter().any(|v| same(v) == Some(true)) => Ok(Value::Bool(false)),
            None => Err(NoValue::Whether(param, value.clone())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use murxla_fsm::op::{AND, EQUAL, ITE, NOT, OR};

    fn int(n: i32) -> Body {
        Body::Value(Value::Int(n.into()))
    }

    fn apply<const N: usize>(op: Op, args: [Body; N]) -> Body {
        Body::Apply(op, args.to_vec())
    }

    /// `(= x n)`.
    fn is(param: usize, n: i32) -> Body {
        apply(EQUAL, [Body::Param(param), int(n)])
    }

    fn read(body: &Body, arity: usize) -> Option<String> {
        table(body, arity).map(|table| Value::Fun(table.into()).to_string())
    }

    #[test]
    fn chains_are_tables() {
        let inner = apply(
            ITE,
            [is(0, 1), int(6), apply(ITE, [is(0, 2), int(7), int(0)])],
        );
        let chain = apply(ITE, [is(0, 1), int(5), inner]);
        assert_eq!(
            read(&chain, 1).as_deref(),
            Some("[else 0, (1) -> 5, (2) -> 7]")
        );
        let both = apply(ITE, [apply(AND, [is(0, 1), is(1, 2)]), int(5), int(0)]);
        assert_eq!(read(&both, 2).as_deref(), Some("[else 0, (1 2) -> 5]"));
        assert_eq!(read(&int(3), 2).as_deref(), Some("[else 3]"));
    }

    #[test]
    fn formulas_are_tables() {
        let some = apply(OR, [is(0, 1), apply(NOT, [is(0, 2)])]);
        assert_eq!(read(&some, 1).as_deref(), Some("[else true, (2) -> false]"));
        let negated = apply(NOT, [Body::param(0, true)]);
        assert_eq!(
            read(&negated, 1).as_deref(),
            Some("[else false, (false) -> true]")
        );
    }

    #[test]
    fn what_is_no_table_is_not_read() {
        // The value depends on one of two parameters, at infinitely many points.
        assert_eq!(read(&is(0, 1), 2), None);
        assert_eq!(read(&Body::Param(0), 1), None);
        assert_eq!(
            read(&apply(EQUAL, [Body::Param(0), Body::Param(1)]), 2),
            None
        );
        assert_eq!(read(&is(7, 1), 1), None);
    }
}
