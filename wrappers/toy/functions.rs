//! Functions as values: tables, where their domains are small, and bodies, where they are applied.

use super::decide::{Decider, Env};
use super::terms::{Kind, Node};
use murxla_fsm::eval::{self, Unknown, domain};
use murxla_fsm::op::{LAMBDA, Ops, UF_APPLY};
use murxla_fsm::sort::{Sort, SortId};
use murxla_fsm::value::{FunTable, Value};
use std::sync::Arc;

/// Functions of more points are no tables.
const POINTS: u64 = 64;

impl Decider<'_> {
    /// The value of a function at a point, or the function that is left if more arguments are needed.
    pub(super) fn call(
        &mut self,
        function: Node,
        args: Vec<Option<Value>>,
        env: &Env,
    ) -> Option<Value> {
        let term = self.terms.term(function);
        let arity = match self.terms.sorts.get(term.sort)? {
            Sort::Fun(domain, _) => domain.len(),
            _ => return None,
        };
        let (body, params) = match (&term.kind, term.parts.split_last()) {
            (Kind::Fun, Some((body, params))) => (*body, params),
            (Kind::App(LAMBDA, _), Some((body, params))) => (*body, params),
            _ => return self.at(function, &args, arity, env),
        };
        if params.len() != args.len() {
            return self.at(function, &args, arity, env);
        }
        // The body of a definition sees its parameters alone.
        let mut inner = match term.kind {
            Kind::Fun => Env::new(),
            _ => env.clone(),
        };
        inner.extend(params.iter().copied().zip(args));
        self.value(body, &inner)
    }

    /// The same of a function that has a table.
    fn at(
        &mut self,
        function: Node,
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

    /// The table of a function of few points, each of which has a value.
    pub(super) fn table(&mut self, variables: &[Node], body: Node, env: &Env) -> Option<Value> {
        let sorts = &self.terms.sorts;
        let of_variables = variables.iter().map(|v| self.terms.term(*v).sort);
        let of_variables: Vec<SortId> = of_variables.collect();
        let sizes = of_variables.iter().map(|sort| domain::size(sorts, *sort));
        let sizes = sizes.collect::<Option<Vec<u64>>>()?;
        let points = { sizes.iter() }.try_fold(1u64, |all, size| all.checked_mul(*size))?;
        let returned = sorts.get(self.terms.term(body).sort)?;
        if points > POINTS || matches!(returned, Sort::Fun(..)) {
            return None;
        }
        let mut table: Option<FunTable> = None;
        for point in 0..points {
            let (mut digits, mut key) = (point, Vec::new());
            for (sort, size) in of_variables.iter().zip(&sizes) {
                key.push(domain::nth(sorts, *sort, digits % size)?);
                digits /= size;
            }
            let mut inner = env.clone();
            inner.extend(variables.iter().copied().zip(key.iter().cloned().map(Some)));
            let value = self.value(body, &inner)?;
            match &mut table {
                Some(table) => table.set(key, value),
                None => table = Some(FunTable::constant(value)),
            }
        }
        Some(Value::Fun(Arc::new(table?)))
    }
}
