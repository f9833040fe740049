//! Decides formulas by evaluation: under all assignments of the constants if there are few, and
//! under samples otherwise.

use super::terms::{NodeIndex, TermGraph, TermKind, TermNode};
use murxla_fsm::eval::{self, Partial, domain};
use murxla_fsm::op::{
    AND, ATTRIBUTES, DT_MATCH, EQUAL, EXISTS, FORALL, HO_APPLY, LAMBDA, NOT, Op, Ops, REAL_DIV,
    SET_COMPREHENSION, UF_APPLY,
};
use murxla_fsm::rng::Rng;
use murxla_fsm::solver::Answer;
use murxla_fsm::sort::{Sort, SortId, Sorts};
use murxla_fsm::value::Value;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Zero;
use smallvec::SmallVec;
use std::collections::BTreeMap;

/// The largest number of assignments that are all tried.
const ASSIGNMENTS: u64 = 1 << 10;
/// The number of samples, if there are more assignments.
const SAMPLES: u64 = 24;
/// The number of elements of the domain of a quantifier that are tried.
const ELEMENTS: u64 = 256;
/// Deeper bodies of functions and quantifiers are not evaluated, because the stack is limited.
const DEPTH: u32 = 200;

/// The values of constants. Other constants have the first value of their sort.
pub(super) type Model = BTreeMap<NodeIndex, Value>;

/// Division by zero is zero, and a selector of another constructor has the first value of its sort.
/// Other models may have other values, so that the use of either is noted.
struct ByZero<'a> {
    sorts: &'a Sorts,
    is_used: bool,
}

impl Partial for ByZero<'_> {
    fn wrong_constructor(&mut self, indices: &[u32], _: &Value) -> Option<Value> {
        self.is_used = true;
        let [sort, constructor, selector] = indices else {
            return None;
        };
        let Sort::Dt(datatype) = self.sorts.get(SortId(*sort))? else {
            return None;
        };
        let constructor = datatype.constructors().get(*constructor as usize)?;
        let field = &constructor.selectors.get(*selector as usize)?.field;
        let field = self.sorts.find(&datatype.field(self.sorts, field)?)?;
        domain::nth(self.sorts, field, 0)
    }

    fn by_zero(&mut self, op: Op, _: &Value) -> Option<Value> {
        self.is_used = true;
        Some(if op == REAL_DIV {
            Value::Real(BigRational::zero())
        } else {
            Value::Int(BigInt::zero())
        })
    }
}

/// The values of bound variables and parameters, innermost last.
pub(super) type Env = SmallVec<[(NodeIndex, Option<Value>); 4]>;

/// An evaluation of terms, with a budget.
pub(super) struct Decider<'a> {
    pub(super) terms: &'a TermGraph,
    /// The value of each closed term in the cones of `cone`, by node.
    values: Vec<Option<Value>>,
    seen: Vec<bool>,
    by_zero: ByZero<'a>,
    /// Whether a value depends on the size of an uninterpreted sort.
    is_model_dependent: bool,
    steps: u64,
    depth: u32,
}

/// A root, and the terms to evaluate before it, in order. Terms of earlier roots are left out.
struct Cone {
    root: NodeIndex,
    order: Vec<NodeIndex>,
}

impl<'a> Decider<'a> {
    /// Evaluates at most `steps` terms.
    pub(super) fn new(terms: &'a TermGraph, steps: u64) -> Self {
        Self {
            terms,
            values: vec![None; terms.len()],
            seen: vec![false; terms.len()],
            by_zero: ByZero {
                sorts: &terms.sorts,
                is_used: false,
            },
            is_model_dependent: false,
            steps,
            depth: 0,
        }
    }

    /// How many more terms it may evaluate.
    pub(super) fn steps(&self) -> u64 {
        self.steps
    }

    /// Decides the conjunction of closed formulas. The answer is right unless it is `Unknown`.
    pub(super) fn decide(&mut self, roots: &[NodeIndex], seed: u64) -> (Answer, Model) {
        let mut constants = Vec::new();
        let mut pools = BTreeMap::new();
        let cones = roots
            .iter()
            .map(|r| self.cone(*r, &mut constants, &mut pools));
        let cones: Vec<Cone> = cones.collect();
        let mut fixed = Model::new();
        for root in roots {
            self.fix(*root, true, &mut fixed);
        }
        let sorts = &self.terms.sorts;
        let sizes = constants.iter().map(|c| match fixed.contains_key(c) {
            true => Some(1),
            false => domain::size(sorts, self.terms.term(*c).sort),
        });
        let total = sizes
            .clone()
            .try_fold(1u64, |total, size| total.checked_mul(size?))
            .filter(|total| *total <= ASSIGNMENTS);
        let sizes: Vec<Option<u64>> = sizes.collect();
        let mut rng = Rng::new(seed);
        let mut all_fail = total.is_some();
        for round in 0..total.unwrap_or(SAMPLES) {
            let mut digits = round;
            for (constant, size) in constants.iter().zip(&sizes) {
                let sort = self.terms.term(*constant).sort;
                let value = match (fixed.get(constant), total, size) {
                    (Some(value), ..) => Some(value.clone()),
                    (None, Some(_), Some(size)) => {
                        let digit = digits % size;
                        digits /= size;
                        domain::nth(sorts, sort, digit)
                    }
                    _ => sample(sorts, sort, round, &pools, &mut rng),
                };
                self.values[*constant as usize] = value;
            }
            match self.holds(&cones) {
                Some(true) => {
                    let value = |c: &NodeIndex| Some((*c, self.values[*c as usize].clone()?));
                    return (Answer::Sat, constants.iter().filter_map(value).collect());
                }
                Some(false) => {}
                None => all_fail = false,
            }
            if self.steps == 0 {
                return (Answer::Unknown, Model::new());
            }
        }
        let is_exact = all_fail && !self.by_zero.is_used && !self.is_model_dependent;
        let answer = if is_exact {
            Answer::Unsat
        } else {
            Answer::Unknown
        };
        (answer, Model::new())
    }

    /// The values of closed terms in a model.
    pub(super) fn values(mut self, model: &Model, roots: &[NodeIndex]) -> Vec<Option<Value>> {
        let mut constants = Vec::new();
        let mut evaluate = |root: &NodeIndex| {
            let count = constants.len();
            let cone = self.cone(*root, &mut constants, &mut BTreeMap::new());
            for constant in &constants[count..] {
                let sort = self.terms.term(*constant).sort;
                let first = || domain::nth(&self.terms.sorts, sort, 0);
                self.values[*constant as usize] = model.get(constant).cloned().or_else(first);
            }
            self.evaluate(&cone);
            self.values[*root as usize].clone()
        };
        roots.iter().map(&mut evaluate).collect()
    }

    /// Finds constants with one possible value if `formula` has the truth value `holds`.
    fn fix(&self, formula: NodeIndex, holds: bool, fixed: &mut Model) {
        let mut todo = vec![(formula, holds)];
        while let Some((node, holds)) = todo.pop() {
            let term = self.terms.term(node);
            match (&term.kind, &term.parts[..]) {
                (TermKind::Const(_), _) => {
                    fixed.entry(node).or_insert(Value::Bool(holds));
                }
                (TermKind::App(NOT, _), [part]) => todo.push((*part, !holds)),
                (TermKind::App(AND, _), parts) if holds => {
                    todo.extend(parts.iter().map(|part| (*part, true)));
                }
                (TermKind::App(EQUAL, _), [a, b]) if holds => {
                    let (a, b) = match self.terms.term(*b).kind {
                        TermKind::Const(_) => (b, a),
                        _ => (a, b),
                    };
                    let kinds = (&self.terms.term(*a).kind, &self.terms.term(*b).kind);
                    if let (TermKind::Const(_), TermKind::Value(value)) = kinds {
                        fixed.entry(*a).or_insert_with(|| value.clone());
                    }
                }
                _ => {}
            }
        }
    }

    /// Collects the terms to evaluate for `root`, its constants, and values by sort for samples.
    fn cone(
        &mut self,
        root: NodeIndex,
        constants: &mut Vec<NodeIndex>,
        pools: &mut BTreeMap<SortId, Vec<Value>>,
    ) -> Cone {
        let (mut order, mut todo) = (Vec::new(), vec![root]);
        while let Some(node) = todo.pop() {
            if std::mem::replace(&mut self.seen[node as usize], true) {
                continue;
            }
            let term = self.terms.term(node);
            match &term.kind {
                TermKind::Const(_) => constants.push(node),
                TermKind::Value(value) => {
                    self.values[node as usize] = Some(value.clone());
                    let sort = self.terms.sorts.canon(term.sort);
                    pools.entry(sort).or_default().push(value.clone());
                }
                TermKind::App(..) if term.is_closed() => order.push(node),
                _ => {}
            }
            todo.extend(&term.parts);
        }
        order.sort_unstable();
        Cone { root, order }
    }

    fn evaluate(&mut self, cone: &Cone) {
        for node in &cone.order {
            let value = self.application(self.terms.term(*node), &Env::new());
            self.values[*node as usize] = value;
        }
    }

    /// Whether all roots are true. Stops at the first that is false.
    fn holds(&mut self, cones: &[Cone]) -> Option<bool> {
        let mut all = Some(true);
        for cone in cones {
            self.evaluate(cone);
            match self.values[cone.root as usize] {
                Some(Value::Bool(true)) => {}
                Some(_) => return Some(false),
                None => all = None,
            }
        }
        all
    }

    /// The value of a term. Values of closed terms are computed before.
    pub(super) fn value(&mut self, node: NodeIndex, env: &Env) -> Option<Value> {
        let term = self.terms.term(node);
        match term.kind {
            TermKind::Var => {
                let mut inside_out = env.iter().rev();
                inside_out.find(|(v, _)| *v == node)?.1.clone()
            }
            TermKind::App(..) if !term.is_closed() => {
                if self.depth == DEPTH {
                    return None;
                }
                self.depth += 1;
                let value = self.application(term, env);
                self.depth -= 1;
                value
            }
            _ => self.values[node as usize].clone(),
        }
    }

    fn application(&mut self, term: &'a TermNode, env: &Env) -> Option<Value> {
        let TermKind::App(op, indices) = &term.kind else {
            return None;
        };
        self.steps = self.steps.checked_sub(1)?;
        match (*op, &term.parts[..]) {
            (FORALL, [variables @ .., body]) => self.quantifier(false, variables, *body, env),
            (EXISTS, [variables @ .., body]) => self.quantifier(true, variables, *body, env),
            (op, [body, ..]) if ATTRIBUTES.contains(&op) => self.value(*body, env),
            (LAMBDA, [variables @ .., body]) => self.table(variables, *body, env),
            (SET_COMPREHENSION, [variables @ .., holds, member]) => {
                self.comprehension(*holds, *member, variables, env)
            }
            (UF_APPLY | HO_APPLY, [function, args @ ..]) => {
                let args: Vec<_> = args.iter().map(|arg| self.value(*arg, env)).collect();
                if self.depth == DEPTH {
                    return None;
                }
                self.depth += 1;
                let value = self.call(*function, args, env);
                self.depth -= 1;
                value
            }
            (DT_MATCH, [subject, cases @ ..]) => self.matched(*subject, cases, env),
            (_, parts) if term.is_closed() => {
                let args = parts
                    .iter()
                    .map(|part| self.values[*part as usize].as_ref());
                let args: SmallVec<[Option<&Value>; 4]> = args.collect();
                eval::apply_partly(Ops::base(), *op, indices, &args, &mut self.by_zero)
            }
            (_, parts) => {
                let args = parts.iter().map(|part| self.value(*part, env));
                let args: SmallVec<[Option<Value>; 4]> = args.collect();
                let args: SmallVec<[Option<&Value>; 4]> = args.iter().map(Option::as_ref).collect();
                eval::apply_partly(Ops::base(), *op, indices, &args, &mut self.by_zero)
            }
        }
    }

    /// The value of the first case that matches.
    fn matched(&mut self, subject: NodeIndex, cases: &[NodeIndex], env: &Env) -> Option<Value> {
        let value = self.value(subject, env)?;
        let Value::Dt(cell) = &value else { return None };
        for case in cases {
            let case = self.terms.term(*case);
            let (TermKind::App(_, indices), (body, variables)) =
                (&case.kind, case.parts.split_last()?)
            else {
                return None;
            };
            let values = match indices.get(1) {
                None => std::slice::from_ref(&value),
                Some(constructor) if *constructor == cell.constructor() => cell.args(),
                Some(_) => continue,
            };
            let mut inner = env.clone();
            let bound = variables.iter().zip(values);
            inner.extend(bound.map(|(v, value)| (*v, Some(value.clone()))));
            return self.value(*body, &inner);
        }
        None
    }

    /// Evaluates a quantifier on elements of its domain. `deciding` is the truth value of the body
    /// that decides it. If the domain has more elements, or the model may have fewer, the others
    /// may decide it, too.
    fn quantifier(
        &mut self,
        deciding: bool,
        variables: &[NodeIndex],
        body: NodeIndex,
        env: &Env,
    ) -> Option<Value> {
        let sorts = &self.terms.sorts;
        let sort = |v: &NodeIndex| self.terms.term(*v).sort;
        let sizes = variables.iter().map(|v| domain::size(sorts, sort(v)));
        let sizes: SmallVec<[Option<u64>; 4]> = sizes.collect();
        let total = sizes
            .iter()
            .try_fold(1u64, |total, size| total.checked_mul((*size)?))
            .filter(|total| *total <= ELEMENTS);
        let is_fixed = |v: &NodeIndex| {
            matches!(
                sorts.get(sort(v)),
                Some(Sort::Int | Sort::Real | Sort::String | Sort::Seq(_))
            ) || domain::size(sorts, sort(v)).is_some()
        };
        self.is_model_dependent |= !variables.iter().all(is_fixed);
        let mut all_known = total.is_some();
        // A few elements of larger domains: nine for one variable, three each for two, and so on.
        let few = if variables.len() == 1 { 9 } else { 3 };
        for round in 0..total.unwrap_or(9) {
            let mut inner = env.clone();
            let mut digits = round;
            for (variable, size) in variables.iter().zip(&sizes) {
                let base = match total {
                    Some(_) => size.unwrap_or(1),
                    None => size.unwrap_or(few).min(few),
                };
                let digit = digits % base;
                digits /= base;
                inner.push((*variable, domain::nth(sorts, sort(variable), digit)));
            }
            match self.value(body, &inner) {
                Some(Value::Bool(truth)) if truth == deciding => {
                    return Some(Value::Bool(deciding));
                }
                Some(_) => {}
                None => all_known = false,
            }
        }
        all_known.then_some(Value::Bool(!deciding))
    }
}

/// A value for a constant: the first of the sort, then early ones, edge cases, and values that
/// occur in the formulas.
fn sample(
    sorts: &Sorts,
    sort: SortId,
    round: u64,
    pools: &BTreeMap<SortId, Vec<Value>>,
    rng: &mut Rng,
) -> Option<Value> {
    let first = || domain::nth(sorts, sort, 0);
    if round == 0 {
        return first();
    }
    let played = pools
        .get(&sorts.canon(sort))
        .and_then(|pool| rng.pick(pool));
    match (played, sorts.get(sort)?) {
        (Some(value), _) if rng.coin() => Some(value.clone()),
        (_, Sort::Bv(width)) if rng.coin() => {
            let edges = [-1, -2].map(BigInt::from);
            let min = BigInt::from(1) << (width - 1).min(eval::MAX_BITS);
            let edges = edges.into_iter().chain([&min - 1, min]);
            let edges: Vec<BigInt> = edges.collect();
            let edge = rng.pick(&edges)?;
            Some(Value::Bv(murxla_fsm::value::Bv::from_int(*width, edge)))
        }
        (_, Sort::Fp(..) | Sort::Dt(_) | Sort::Tuple(_) | Sort::Nullable(_)) if rng.coin() => {
            eval::draw(sorts, sort, rng)
        }
        _ => domain::nth(sorts, sort, rng.below(6)).or_else(first),
    }
}
