//! Values of terms under random assignments, computed by the evaluator alone.

use murxla_fsm::eval::{self, Partial, domain};
use murxla_fsm::op::{EXISTS, FORALL, Op, Ops, REAL_DIV, UF_APPLY};
use murxla_fsm::rng::Rng;
use murxla_fsm::solver::TermId;
use murxla_fsm::sort::{Sort, SortId, Sorts};
use murxla_fsm::state::{InstanceState, Leaf, Term};
use murxla_fsm::value::{Bv, FunTable, Map, Value};
use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use rustc_hash::FxHashMap;
use std::slice;
use std::sync::Arc;

/// Terms that need more steps, because binders or definitions are nested, have no value.
const MAX_STEPS: u32 = 20_000;

/// Values for all constants and free variables. They are drawn when they are first asked for.
pub(crate) struct RandomAssignment<'m> {
    state: &'m InstanceState,
    rng: Rng,
    leaves: FxHashMap<TermId, Option<Value>>,
    zero: ByZero,
    steps: u32,
}

/// Division by zero as a random function.
struct ByZero(Rng, FxHashMap<(Op, Value), Value>);

impl Partial for ByZero {
    fn by_zero(&mut self, op: Op, dividend: &Value) -> Option<Value> {
        let choose = || {
            let n = BigInt::from(self.0.below(7)) - 3;
            match op {
                REAL_DIV => Value::Real(BigRational::new(n, 2.into())),
                _ => Value::Int(n),
            }
        };
        Some(
            self.1
                .entry((op, dividend.clone()))
                .or_insert_with(choose)
                .clone(),
        )
    }
}

/// The values of bound variables, and the values of terms that depend on them.
#[derive(Default)]
pub(crate) struct Scope {
    bound: FxHashMap<TermId, Value>,
    memo: FxHashMap<TermId, Option<Value>>,
}

impl<'m> RandomAssignment<'m> {
    pub(crate) fn new(state: &'m InstanceState, seed: u64) -> Self {
        Self {
            state,
            rng: Rng::new(seed),
            leaves: FxHashMap::default(),
            zero: ByZero(Rng::new(!seed), FxHashMap::default()),
            steps: 0,
        }
    }

    /// The value of a term. `None` if it is not known.
    pub(crate) fn value(&mut self, id: TermId, scope: &mut Scope) -> Option<Value> {
        if let Some(value) = scope.bound.get(&id) {
            return Some(value.clone());
        }
        if let Some(value) = scope.memo.get(&id) {
            return value.clone();
        }
        self.steps += 1;
        let state = self.state;
        let value = state
            .term(id)
            .filter(|_| self.steps < MAX_STEPS)
            .and_then(|term| self.compute(id, term, scope));
        scope.memo.insert(id, value.clone());
        value
    }

    fn compute(&mut self, id: TermId, term: &Term, scope: &mut Scope) -> Option<Value> {
        let Some(op) = term.op else {
            return match &term.leaf {
                Leaf::Value(value) => Some(value.clone()),
                Leaf::Same(of) => self.value(*of, scope),
                Leaf::Const | Leaf::Var => {
                    let (rng, sorts) = (&mut self.rng, &self.state.sorts);
                    let leaf = self.leaves.entry(id);
                    leaf.or_insert_with(|| draw(rng, sorts, term.sort)).clone()
                }
                Leaf::Fun(..) | Leaf::Rec | Leaf::Named(_) | Leaf::None | Leaf::Opaque => None,
            };
        };
        if op == FORALL || op == EXISTS {
            return self.quantified(op, &term.args, scope);
        }
        if op == UF_APPLY
            && let Some(function) = self.state.term(term.args[0])
            && let Leaf::Fun(params, body) = &function.leaf
        {
            let mut inner = Scope::default();
            for (param, arg) in params.iter().zip(&term.args[1..]) {
                inner.bound.insert(*param, self.value(*arg, scope)?);
            }
            return self.value(*body, &mut inner);
        }
        let args: Vec<Option<Value>> = term
            .args
            .iter()
            .map(|arg| self.value(*arg, scope))
            .collect();
        let args: Vec<Option<&Value>> = args.iter().map(Option::as_ref).collect();
        eval::apply_partly(Ops::base(), op, &term.indices, &args, &mut self.zero)
    }

    /// Tries all values of variables of small sorts.
    fn quantified(&mut self, op: Op, args: &[TermId], scope: &Scope) -> Option<Value> {
        let (body, variables) = args.split_last()?;
        let mut scopes = vec![scope.bound.clone()];
        for variable in variables {
            let sort = self.state.term(*variable)?.sort;
            let size = domain::size(&self.state.sorts, sort).filter(|size| *size <= 4)?;
            let values = || (0..size).filter_map(|n| domain::nth(&self.state.sorts, sort, n));
            let extend = |scope: FxHashMap<TermId, Value>| {
                values().map(move |value| {
                    let mut scope = scope.clone();
                    scope.insert(*variable, value);
                    scope
                })
            };
            scopes = scopes.into_iter().flat_map(extend).collect();
            (scopes.len() <= 64).then_some(())?;
        }
        let decisive = Value::Bool(op == EXISTS);
        for bound in scopes {
            let mut scope = Scope {
                bound,
                memo: FxHashMap::default(),
            };
            if self.value(*body, &mut scope)? == decisive {
                return Some(decisive);
            }
        }
        Some(Value::Bool(op == FORALL))
    }
}

/// A random value of the sort, near an edge in half of the cases.
fn draw(rng: &mut Rng, sorts: &Sorts, sort: SortId) -> Option<Value> {
    let number = |rng: &mut Rng| match rng.below(8) {
        0 => BigInt::from(rng.bits() as i64) * 3,
        1 => (BigInt::from(1) << rng.range(1, 66)) - 1,
        _ => BigInt::from(rng.below(9)) - 4,
    };
    Some(match sorts.get(sort)? {
        Sort::Bool => Value::Bool(rng.coin()),
        Sort::Int => Value::Int(number(rng)),
        Sort::Real => {
            let denominator = BigInt::from(1 + rng.below(3));
            Value::Real(BigRational::new(number(rng), denominator))
        }
        Sort::Bv(width) => {
            if rng.coin() {
                Value::Bv(Bv::from_int(*width, &number(rng)))
            } else if rng.coin() {
                Value::Bv(Bv::new(*width, BigUint::from(1u32) << (width - 1)))
            } else {
                let words = (0..width.div_ceil(32)).map(|_| rng.bits() as u32);
                Value::Bv(Bv::new(*width, BigUint::new(words.collect())))
            }
        }
        Sort::Uninterpreted(_) | Sort::Instance(..) => Value::Element(rng.below(3) as u32),
        Sort::String | Sort::Seq(_) => domain::nth(sorts, sort, rng.below(30))?,
        Sort::RegLan | Sort::Constructor(_) => return None,
        Sort::Set(_) | Sort::Bag(_) => eval::draw(sorts, sort, rng)?,
        Sort::Array(index, element) => {
            let mut table = Map::constant(draw(rng, sorts, *element)?);
            for _ in 0..rng.below(4) {
                let point = draw(rng, sorts, *index)?;
                if is_new(
                    table.entries().map(|(key, _)| slice::from_ref(key)),
                    slice::from_ref(&point),
                ) {
                    table.set(point, draw(rng, sorts, *element)?);
                }
            }
            Value::Array(Arc::new(table))
        }
        Sort::Fun(domain, codomain) => {
            let mut table = FunTable::constant(draw(rng, sorts, *codomain)?);
            for _ in 0..rng.below(6) {
                let point: Option<Vec<Value>> =
                    domain.iter().map(|sort| draw(rng, sorts, *sort)).collect();
                let point = point?;
                if is_new(table.entries().map(|(key, _)| &key[..]), &point) {
                    table.set(point, draw(rng, sorts, *codomain)?);
                }
            }
            Value::Fun(Arc::new(table))
        }
        Sort::Fp(..)
        | Sort::Rm
        | Sort::Ff(_)
        | Sort::Dt(_)
        | Sort::Tuple(_)
        | Sort::Nullable(_) => eval::draw(sorts, sort, rng)?,
    })
}

/// Whether the point differs from all others. An array may have several spellings.
fn is_new<'a>(mut points: impl Iterator<Item = &'a [Value]>, point: &[Value]) -> bool {
    let differs = |other: &[Value]| {
        let mut parts = other.iter().zip(point);
        parts.any(|(a, b)| eval::equal(a, b) == Some(false))
    };
    points.all(differs)
}
