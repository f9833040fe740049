//! Arguments that the wrappers of the C++ original convert. Its traces do not have the calls for
//! it, so that they are made here.

use super::{Line, Token};
use crate::action::{Action, Arg, Args, Call, Context, Ids};
use crate::actions::{MkSort, MkTerm, MkValue, apply_any};
use crate::op::{BAG_COUNT, BV_CONCAT, BV_EXTRACT, ITE, Op, SET_MEMBER};
use crate::solver::TermId;
use crate::sort::Sort;
use crate::state::{InstanceState, Leaf};
use crate::value::{Bv, Value};
use num_bigint::{BigInt, BigUint};
use smallvec::smallvec;

/// A step of the conversion of a line.
pub struct Conversion {
    /// The call to make first.
    pub call: Option<Call>,
    /// The line that comes next. It may need other steps.
    pub line: Line,
}

/// The symbol of an extension operator that makes a bit-vector from formulas. Here it takes one
/// formula.
const TO_BITS: &str = "bool-to-bv";

/// The symbol of an extension operator whose condition is a bit-vector of width 1.
const BIT_ITE: &str = "bvite";

/// The next step of the conversion of an application, if there is one.
#[must_use]
pub fn conversion(line: &Line, state: &InstanceState, context: &Context) -> Option<Conversion> {
    if line.action.text != MkTerm.name() {
        return None;
    }
    let [op, _, count, rest @ ..] = &line.args[..] else {
        return None;
    };
    let terms = rest.get(..count.text.parse().ok()?)?;
    let terms: Vec<TermId> = terms.iter().map(Token::term).collect::<Option<_>>()?;
    let step = LineInState {
        line,
        state,
        context,
    };
    let ops = &context.ops;
    let op = ops.iter().find(|its| ops.row(*its).name == op.text)?;
    let symbol = ops.row(op).smt;
    let sorts = terms.iter().map(|term| step.sort(*term));
    let sorts: Vec<&Sort> = sorts.collect::<Option<_>>()?;
    let place = |such: fn(&Sort) -> bool| sorts.iter().position(|sort| such(sort));
    match (op, &terms[..], &sorts[..]) {
        // Only one bit of the condition counts.
        (_, [condition, ..], [Sort::Bv(2..), ..]) if symbol == BIT_ITE => {
            step.replaced(0, BV_EXTRACT, &[*condition], &[0, 0])
        }
        // The first formula is the lowest bit.
        (_, [_, _, ..], _) if symbol == TO_BITS => match place(|sort| *sort == Sort::Bool) {
            Some(n) => step.replaced(n, op, &terms[n..=n], &[]),
            None => Some(step.rewritten(BV_CONCAT, terms.iter().rev())),
        },
        // For some solvers, formulas are bit-vectors of width 1.
        (BV_CONCAT, _, _) => {
            let n = place(|sort| *sort == Sort::Bool)?;
            let bit = |bit: u32| Value::Bv(Bv::new(1, BigUint::from(bit)));
            let [one, zero] = match step.values(&Sort::Bv(1), [bit(1), bit(0)]) {
                Ok(values) => values,
                Err(call) => return Some(step.first(*call)),
            };
            step.replaced(n, ITE, &[terms[n], one, zero], &[])
        }
        // A set is a bag that has each member once.
        (BAG_COUNT, [element, set], [_, Sort::Set(_)]) => {
            let number = |number: u32| Value::Int(BigInt::from(number));
            let [one, zero] = match step.values(&Sort::Int, [number(1), number(0)]) {
                Ok(values) => values,
                Err(call) => return Some(step.first(*call)),
            };
            let (member, ids) = step.application(SET_MEMBER, &[*element, *set], &[])?;
            Some(Conversion {
                line: step.rewritten(ITE, [ids.term?, one, zero].iter()).line,
                call: Some(member),
            })
        }
        _ => None,
    }
}

/// A line of a trace and the state before it, from which a step is made.
struct LineInState<'a> {
    line: &'a Line,
    state: &'a InstanceState,
    context: &'a Context,
}

impl LineInState<'_> {
    fn sort(&self, term: TermId) -> Option<&Sort> {
        self.state.sorts.get(self.state.term(term)?.sort)
    }

    fn call(&self, action: &'static dyn Action, args: Args, ids: Ids) -> Call {
        Call {
            seed: self.line.seed,
            action,
            args,
            ids,
        }
    }

    fn application(&self, op: Op, terms: &[TermId], indices: &[u32]) -> Option<(Call, Ids)> {
        let (args, ids) = apply_any(self.state, &self.context.ops, op, terms, indices).ok()?;
        Some((self.call(&MkTerm, args, ids), ids))
    }

    /// Makes an application, and puts it in the place of an argument.
    fn replaced(
        &self,
        place: usize,
        op: Op,
        terms: &[TermId],
        indices: &[u32],
    ) -> Option<Conversion> {
        let (call, ids) = self.application(op, terms, indices)?;
        let mut line = self.line.clone();
        line.args.get_mut(3 + place)?.text = ids.term?.to_string();
        Some(Conversion {
            call: Some(call),
            line,
        })
    }

    /// The line with another operator and other arguments, and without indices.
    fn rewritten<'t>(&self, op: Op, terms: impl Iterator<Item = &'t TermId>) -> Conversion {
        let mut line = self.line.clone();
        let token = |text: String| Token {
            text,
            ..self.line.action.clone()
        };
        line.args.truncate(2);
        line.args[0].text = self.context.ops.row(op).name.to_owned();
        let terms: Vec<Token> = terms.map(|term| token(term.to_string())).collect();
        line.args.push(token(terms.len().to_string()));
        line.args.extend(terms);
        Conversion { call: None, line }
    }

    /// A call before the line.
    fn first(&self, call: Call) -> Conversion {
        Conversion {
            call: Some(call),
            line: self.line.clone(),
        }
    }

    /// The literals of values, or a call that makes the first that is missing, or their sort.
    fn values(&self, sort: &Sort, values: [Value; 2]) -> Result<[TermId; 2], Box<Call>> {
        let Some(id) = self.state.sorts.find(sort) else {
            let ids = Ids {
                sort: Some(self.state.ids.sort()),
                term: None,
            };
            let args = smallvec![Arg::NewSort(sort.clone())];
            return Err(Box::new(self.call(&MkSort, args, ids)));
        };
        let mut found = [TermId(0); 2];
        for (value, place) in values.into_iter().zip(&mut found) {
            let is_it = |leaf: &Leaf| matches!(leaf, Leaf::Value(its) if *its == value);
            let mut terms = self.state.terms.iter();
            match terms.find(|(_, term)| term.sort == id && is_it(&term.leaf)) {
                Some((term, _)) => *place = term,
                None => {
                    let ids = Ids {
                        sort: None,
                        term: Some(self.state.ids.term()),
                    };
                    let args = smallvec![Arg::Sort(id), Arg::Value(value)];
                    return Err(Box::new(self.call(&MkValue, args, ids)));
                }
            }
        }
        Ok(found)
    }
}
