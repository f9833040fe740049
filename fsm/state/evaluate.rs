//! Computes the value of a term from the values of its subterms, including quantifiers over small
//! domains and defined functions.

use super::{Leaf, Term, Terms};
use crate::eval::{Partial, apply_partly, domain, equal, partial};
use crate::op::{ARRAY_SELECT, DatatypeOp, FORALL, ITE, Op, Ops, SET_INSERT, Shape, UF_APPLY};
use crate::solver::TermId;
use crate::sort::{Sort, SortId, Sorts};
use crate::value::{FunTable, Table, Value};
use smallvec::{SmallVec, smallvec};
use std::sync::Arc;

/// The greatest number of terms evaluated for one quantified formula or one application of a
/// defined function.
const STEPS: u32 = 400;
/// The greatest nesting depth of evaluated bodies. It bounds the recursion.
const DEPTH: u32 = 60;
/// Quantifiers over at most this many elements are decided by trying them all. Functions with at
/// most this many points become tables.
const DOMAIN: u64 = 64;
/// The number of elements tried for each variable of a larger domain.
const TRIES: u64 = 5;

/// Gives values to the symbols of a run: the hidden assignment or a solver's model. As a `Partial`,
/// it also gives the values that the standard leaves to each model.
pub trait Interpretation: Partial {
    /// The value of a closed term.
    fn value<'a>(&'a self, id: TermId, term: &'a Term) -> Option<&'a Value>;

    /// The value of a free function at a point.
    fn apply(&mut self, sorts: &Sorts, function: TermId, args: &[&Value]) -> Option<Value>;

    /// The result of a selector for a value that another constructor made. `indices` are those of
    /// the selector.
    fn select_wrong(&mut self, sorts: &Sorts, indices: &[u32], value: &Value) -> Option<Value> {
        let _ = (sorts, indices, value);
        None
    }

    /// Whether uninterpreted sorts contain every element and are infinite. Only then are
    /// quantifiers over them evaluated.
    fn has_all_elements(&self) -> bool;
}

/// Gives an interpretation access to the sorts.
struct WithSorts<'a, I> {
    sorts: &'a Sorts,
    interpretation: &'a mut I,
}

impl<I: Interpretation> Partial for WithSorts<'_, I> {
    fn by_zero(&mut self, op: Op, dividend: &Value) -> Option<Value> {
        self.interpretation.by_zero(op, dividend)
    }

    fn wrong_constructor(&mut self, indices: &[u32], value: &Value) -> Option<Value> {
        self.interpretation.select_wrong(self.sorts, indices, value)
    }
}

/// The evaluation of one term.
pub(super) struct Evaluation<'a, I> {
    ops: &'a Ops,
    sorts: &'a Sorts,
    terms: &'a Terms,
    interpretation: &'a mut I,
    /// The values of variables, the innermost last.
    env: Vec<(TermId, Option<Value>)>,
    steps: u32,
    depth: u32,
}

type ValueRefs<'v> = SmallVec<[Option<&'v Value>; 4]>;
/// The values of arguments, if known.
type Arguments = SmallVec<[Option<Value>; 4]>;

impl<'a, I: Interpretation> Evaluation<'a, I> {
    pub(super) fn new(
        ops: &'a Ops,
        sorts: &'a Sorts,
        terms: &'a Terms,
        interpretation: &'a mut I,
    ) -> Self {
        Self {
            ops,
            sorts,
            terms,
            interpretation,
            env: Vec::new(),
            steps: STEPS,
            depth: 0,
        }
    }

    /// The number of terms with free variables that were evaluated.
    pub(super) fn steps_made(&self) -> u32 {
        STEPS - self.steps
    }

    /// The value of an application. The closed arguments already have values.
    pub(super) fn application(
        &mut self,
        op: Op,
        indices: &[u32],
        args: &[TermId],
    ) -> Option<Value> {
        match (self.ops.signature(op).shape, args) {
            (Shape::Binder, [variables @ .., body]) => self.quantifier(op, variables, *body),
            // The branch that is not taken must not be evaluated, otherwise recursion would not
            // end.
            (_, [condition, yes, no]) if op == ITE => match self.value(*condition) {
                Some(Value::Bool(true)) => self.value(*yes),
                Some(Value::Bool(false)) => self.value(*no),
                _ => {
                    let (yes, no) = (self.value(*yes)?, self.value(*no)?);
                    equal(&yes, &no)?.then_some(yes)
                }
            },
            (Shape::Annotated, [body, ..]) => self.value(*body),
            (Shape::Lambda, [variable, body]) if self.ops.signature(op).makes_array() => {
                match self.table(&[*variable], *body)? {
                    Value::Fun(table) => array(&table),
                    _ => None,
                }
            }
            (Shape::Lambda, [variables @ .., body]) => self.table(variables, *body),
            (Shape::Comprehension, [holds, member, variables @ ..]) => {
                self.comprehension(*holds, *member, variables)
            }
            // The whole array may be unknown although the element at one index is known.
            (_, [array, index]) if op == ARRAY_SELECT && self.is_lambda(*array) => {
                let point = smallvec![self.value(*index)];
                self.call(*array, point)
            }
            (Shape::Apply | Shape::Partial, [function, args @ ..]) => {
                let args = args.iter().map(|arg| self.value(*arg)).collect();
                self.call(*function, args)
            }
            (Shape::Dt(DatatypeOp::Match), [subject, cases @ ..]) => self.matched(*subject, cases),
            (Shape::Dt(part), _) if part.is_case() => None,
            _ => {
                let values: SmallVec<[Option<Value>; 4]> =
                    args.iter().map(|arg| self.value(*arg)).collect();
                let values: ValueRefs<'_> = values.iter().map(Option::as_ref).collect();
                let mut partial = WithSorts {
                    sorts: self.sorts,
                    interpretation: self.interpretation,
                };
                apply_partly(self.ops, op, indices, &values, &mut partial)
            }
        }
    }

    fn is_lambda(&self, id: TermId) -> bool {
        let op = self.terms.get(id).and_then(|term| term.op);
        op.is_some_and(|op| self.ops.signature(op).shape == Shape::Lambda)
    }

    /// The value of the first case that matches.
    fn matched(&mut self, subject: TermId, cases: &[TermId]) -> Option<Value> {
        let value = self.value(subject)?;
        let Value::Dt(cell) = &value else { return None };
        for case in cases {
            let case = self.terms.get(*case)?;
            let (body, variables) = case.args.split_last()?;
            let values = match case.indices.get(1) {
                None => std::slice::from_ref(&value),
                Some(constructor) if *constructor == cell.constructor() => cell.args(),
                Some(_) => continue,
            };
            let outer = self.env.len();
            let bound = variables.iter().zip(values);
            self.env
                .extend(bound.map(|(v, value)| (*v, Some(value.clone()))));
            let result = self.value(*body);
            self.env.truncate(outer);
            return result;
        }
        None
    }

    /// The value of a term under the current values of variables.
    fn value(&mut self, id: TermId) -> Option<Value> {
        let term = self.terms.get(id)?;
        if term.free.is_empty() {
            return self.interpretation.value(id, term).cloned();
        }
        if term.leaf == Leaf::Var {
            let bound = self.env.iter().rev().find(|(variable, _)| *variable == id);
            return bound?.1.clone();
        }
        self.steps = self.steps.checked_sub(1)?;
        if self.depth == DEPTH {
            return None;
        }
        self.depth += 1;
        let value = match (&term.leaf, term.op) {
            (Leaf::Same(of), _) => self.value(*of),
            (_, Some(op)) => self.application(op, &term.indices, &term.args),
            _ => None,
        };
        self.depth -= 1;
        value
    }

    /// The value of a function at a point. If `args` are only its first arguments, the result is
    /// the remaining function. Lambdas, partial applications and `ite` are expanded, because such a
    /// function can have values although its table is not known.
    pub(super) fn call(&mut self, function: TermId, mut args: Arguments) -> Option<Value> {
        if self.depth == DEPTH {
            return None;
        }
        let term = self.terms.get(function)?;
        let arity = match self.sorts.get(term.sort)? {
            Sort::Fun(domain, _) => domain.len(),
            Sort::Array(..) => 1,
            _ => return None,
        };
        self.depth += 1;
        let shape = term.op.map(|op| self.ops.signature(op).shape);
        let value = match (&term.leaf, shape, &term.args[..]) {
            (Leaf::Fun(params, body), ..) if args.len() == arity => {
                // The body of a defined function only sees its parameters.
                let outer = std::mem::take(&mut self.env);
                self.env.extend(params.iter().copied().zip(args));
                let value = self.value(*body);
                self.env = outer;
                value
            }
            (_, Some(Shape::Lambda), [params @ .., body]) if args.len() >= params.len() => {
                let outer = self.env.len();
                let rest = args.drain(params.len()..).collect();
                self.env.extend(params.iter().copied().zip(args));
                let value = self.returned(*body, rest);
                self.env.truncate(outer);
                value
            }
            (_, Some(Shape::Partial), [inner, first]) => {
                args.insert(0, self.value(*first));
                self.call(*inner, args)
            }
            (_, Some(_), [condition, yes, no]) if term.op == Some(ITE) => {
                match self.value(*condition) {
                    Some(Value::Bool(holds)) => self.call(if holds { *yes } else { *no }, args),
                    _ => None,
                }
            }
            _ => self.look_up(function, &args, arity),
        };
        self.depth -= 1;
        value
    }

    /// The value of a term. If arguments are left, the term is a function that is applied to them.
    fn returned(&mut self, body: TermId, rest: Arguments) -> Option<Value> {
        if rest.is_empty() {
            return self.value(body);
        }
        self.call(body, rest)
    }

    fn look_up(&mut self, function: TermId, args: &Arguments, arity: usize) -> Option<Value> {
        let point: Option<SmallVec<[&Value; 4]>> = args.iter().map(Option::as_ref).collect();
        match self.value(function) {
            Some(Value::Fun(table)) if args.len() < arity => partial(&table, &point?),
            Some(table) => {
                let all = std::iter::once(Some(&table)).chain(args.iter().map(Option::as_ref));
                let all: ValueRefs<'_> = all.collect();
                apply_partly(self.ops, UF_APPLY, &[], &all, &mut *self.interpretation)
            }
            None if args.len() < arity => None,
            None => self.interpretation.apply(self.sorts, function, &point?),
        }
    }

    /// All combinations of values of some variables, if there are few.
    fn points(&self, variables: &[TermId]) -> Option<Vec<Vec<Value>>> {
        let sorts = variables.iter().map(|v| Some(self.terms.get(*v)?.sort));
        domain::product(self.sorts, &sorts.collect::<Option<Vec<SortId>>>()?, DOMAIN)
    }

    /// The value of a term at a point.
    fn value_at(&mut self, variables: &[TermId], point: &[Value], body: TermId) -> Option<Value> {
        let outer = self.env.len();
        let values = point.iter().cloned().map(Some);
        self.env.extend(variables.iter().copied().zip(values));
        let value = self.value(body);
        self.env.truncate(outer);
        value
    }

    /// The table of a function that has few points and a known value at each of them.
    pub(super) fn table(&mut self, params: &[TermId], body: TermId) -> Option<Value> {
        let of_body = self.terms.get(body)?;
        if matches!(self.sorts.get(of_body.sort)?, Sort::Fun(..)) {
            return None;
        }
        // A body that does not depend on the parameters has the same value at all points.
        if !params.iter().any(|param| of_body.free.contains(param)) {
            return Some(Value::Fun(Arc::new(FunTable::constant(self.value(body)?))));
        }
        let mut table: Option<FunTable> = None;
        for key in self.points(params)? {
            let value = self.value_at(params, &key, body);
            match (&mut table, value?) {
                (Some(table), value) => table.set(key, value),
                (none, value) => *none = Some(FunTable::constant(value)),
            }
        }
        Some(Value::Fun(Arc::new(table?)))
    }

    /// The set of the values of `member` for which `holds` is true. The variables must have few
    /// values.
    fn comprehension(
        &mut self,
        holds: TermId,
        member: TermId,
        variables: &[TermId],
    ) -> Option<Value> {
        let mut members = Value::Set([].into_iter().collect());
        for point in self.points(variables)? {
            if self.value_at(variables, &point, holds)? == Value::Bool(true) {
                let member = self.value_at(variables, &point, member)?;
                let args = [Some(&members), Some(&member)];
                members = apply_partly(self.ops, SET_INSERT, &[], &args, self.interpretation)?;
            }
        }
        Some(members)
    }

    /// Tries all elements of a small domain, or a few elements of a large one: one
    /// of them may decide.
    fn quantifier(&mut self, op: Op, variables: &[TermId], body: TermId) -> Option<Value> {
        // One counterexample decides `forall`, one witness decides `exists`.
        let deciding = op != FORALL;
        let sort = |id: &TermId| self.terms.get(*id).map(|t| t.sort);
        let sorts: Option<SmallVec<[SortId; 4]>> = variables.iter().map(sort).collect();
        let sorts = sorts?;
        if !self.interpretation.has_all_elements()
            && sorts.iter().any(|sort| self.sorts.is_uninterpreted(*sort))
        {
            return None;
        }
        let sizes: SmallVec<[Option<u64>; 4]> = sorts
            .iter()
            .map(|sort| domain::size(self.sorts, *sort))
            .collect();
        let total = sizes
            .iter()
            .try_fold(1u64, |total, size| total.checked_mul((*size)?))
            .filter(|total| *total <= DOMAIN);
        let mut all_known = total.is_some();
        let outer = self.env.len();
        for round in 0..total.unwrap_or(TRIES * TRIES) {
            let mut digits = round;
            for ((variable, sort), size) in variables.iter().zip(&sorts).zip(&sizes) {
                let base = match total {
                    Some(_) => size.unwrap_or(1),
                    None => size.unwrap_or(TRIES).min(TRIES),
                };
                let value = domain::nth(self.sorts, *sort, digits % base);
                digits /= base;
                self.env.push((*variable, value));
            }
            let value = self.value(body);
            self.env.truncate(outer);
            match value {
                Some(Value::Bool(truth)) if truth == deciding => {
                    return Some(Value::Bool(deciding));
                }
                Some(_) => {}
                None => all_known = false,
            }
            if self.steps == 0 || (total.is_none() && digits > 0) {
                return None;
            }
        }
        all_known.then_some(Value::Bool(!deciding))
    }
}

/// The array with the elements of a table of one argument.
fn array(function: &FunTable) -> Option<Value> {
    let mut elements = Table::constant(function.default.clone());
    for (point, element) in function.entries() {
        let [index] = &point[..] else { return None };
        elements.set(index.clone(), element.clone());
    }
    Some(Value::Array(Arc::new(elements)))
}
