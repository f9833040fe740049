//! Functions as values: as tables if their domains are small, and as bodies when they are applied.
//! Set comprehensions.

use super::decide::{Decider, Env};
use super::terms::{NodeIndex, TermKind};
use murxla_fsm::eval::{self, Unknown, domain};
use murxla_fsm::op::{LAMBDA, Ops, SET_INSERT, UF_APPLY};
use murxla_fsm::sort::{Sort, SortId};
use murxla_fsm::value::{FunTable, Value};
use std::sync::Arc;

/// The largest number of points of a function that becomes a table, and of values of the variables
/// of a set comprehension.
const POINTS: u64 = 64;

impl Decider<'_> {
    /// The value of a function at a point, or the remaining function if it has more arguments.
    pub(super) fn call(
        &mut self,
        function: NodeIndex,
        args: Vec<Option<Value>>,
        env: &Env,
    ) -> Option<Value> {
        let term = self.terms.term(function);
        let arity = match self.terms.sorts.get(term.sort)? {
            Sort::Fun(domain, _) => domain.len(),
            _ => return None,
        };
        let (body, params) = match (&term.kind, term.parts.split_last()) {
            (TermKind::Fun, Some((body, params))) => (*body, params),
            (TermKind::App(LAMBDA, _), Some((body, params))) => (*body, params),
            _ => return self.value_at(function, &args, arity, env),
        };
        if params.len() != args.len() {
            return self.value_at(function, &args, arity, env);
        }
        // The body of a definition only has its parameters.
        let mut inner = match term.kind {
            TermKind::Fun => Env::new(),
            _ => env.clone(),
        };
        inner.extend(params.iter().copied().zip(args));
        self.value(body, &inner)
    }

    /// The same for a function with a table.
    fn value_at(
        &mut self,
        function: NodeIndex,
        args: &[Option<Value>],
        arity: usize,
        env: &Env,
    ) -> Option<Value> {
        let value = self.value(function, env)?;
        let Value::Fun(table) = &value else {
            return None;
        };
        let point: Vec<&Value> = args.iter().map(Option::as_ref).collect::<Option<_>>()?;
        if point.len() < arity {
            return eval::partial(table, &point);
        }
        let all: Vec<&Value> = std::iter::once(&value).chain(point).collect();
        eval::apply(Ops::base(), UF_APPLY, &[], &all, &mut Unknown)
    }

    /// The table of a function with few points, if all have a value.
    pub(super) fn table(
        &mut self,
        variables: &[NodeIndex],
        body: NodeIndex,
        env: &Env,
    ) -> Option<Value> {
        let returned = self.terms.term(body).sort;
        if matches!(self.terms.sorts.get(returned)?, Sort::Fun(..)) {
            return None;
        }
        let mut table: Option<FunTable> = None;
        for key in self.points(variables)? {
            let value = self.value(body, &inner(variables, &key, env))?;
            match &mut table {
                Some(table) => table.set(key, value),
                None => table = Some(FunTable::constant(value)),
            }
        }
        Some(Value::Fun(Arc::new(table?)))
    }

    /// The set of the values of `member` where `holds` is true, if the variables have few values.
    pub(super) fn comprehension(
        &mut self,
        holds: NodeIndex,
        member: NodeIndex,
        variables: &[NodeIndex],
        env: &Env,
    ) -> Option<Value> {
        let mut members = Value::Set([].into_iter().collect());
        for point in self.points(variables)? {
            let inner = inner(variables, &point, env);
            if self.value(holds, &inner)? == Value::Bool(true) {
                let args = [&members, &self.value(member, &inner)?];
                members = eval::apply(Ops::base(), SET_INSERT, &[], &args, &mut Unknown)?;
            }
        }
        Some(members)
    }

    /// All combinations of values of some variables, if there are few.
    fn points(&self, variables: &[NodeIndex]) -> Option<Vec<Vec<Value>>> {
        let sorts = variables.iter().map(|v| self.terms.term(*v).sort);
        let sorts: Vec<SortId> = sorts.collect();
        domain::product(&self.terms.sorts, &sorts, POINTS)
    }
}

fn inner(variables: &[NodeIndex], point: &[Value], env: &Env) -> Env {
    let mut inner = env.clone();
    let values = point.iter().cloned().map(Some);
    inner.extend(variables.iter().copied().zip(values));
    inner
}
