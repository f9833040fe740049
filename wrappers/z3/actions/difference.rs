//! Difference logic, whose solvers random formulas rarely reach: bounds on differences of
//! variables, with the right answers computed here.

use super::super::checks::DIFFERENCES;
use super::super::ffi::{self, Ast, Context, c_text};
use super::{ExtensionCall, add_origin, check_model, decide, refused};
use murxla_fsm::action::Effect;
use murxla_fsm::rng::Rng;
use murxla_fsm::solver::{Answer, Error, Result};
use std::rc::Rc;

/// The largest number of variables.
const VARIABLES: usize = 6;
/// The largest number of clauses.
const CLAUSES: u32 = 9;
/// The largest absolute value of a bound.
const BOUND: u32 = 6;

/// Logics that choose a solver for differences, if formulas are of that logic.
const LOGICS: &[&str] = &[
    "QF_IDL", "QF_RDL", "QF_UFIDL", "QF_LIA", "QF_LRA", "IDL", "LRA",
];

/// The values of `arith.solver`.
const SOLVERS: std::ops::RangeInclusive<u32> = 1..=6;

/// `a - b <= bound`, or `<` if it is strict. Number 0 is not a variable, but the constant 0.
#[derive(Clone, Copy, Debug)]
struct Edge {
    a: usize,
    b: usize,
    bound: i32,
    strict: bool,
}

impl Edge {
    fn negated(self) -> Self {
        Self {
            a: self.b,
            b: self.a,
            bound: -self.bound,
            strict: !self.strict,
        }
    }

    /// The bound as a number for which only sums below zero are contradictory. A strict bound is
    /// smaller, by 1 for integers, and for reals by so little that a cycle has less than 1.
    fn weight(self, is_int: bool) -> i32 {
        const ONE: i32 = 2 * (VARIABLES as i32 + 1);
        let less = if is_int { ONE } else { 1 };
        self.bound * ONE - i32::from(self.strict) * less
    }
}

/// A formula, as alternatives of edges that are all true.
struct Clause {
    formula: Ast,
    alternatives: Vec<Vec<Edge>>,
}

/// Draws clauses.
struct Drawer<'a> {
    cx: &'a Rc<Context>,
    rng: &'a mut Rng,
    /// The sort of the variables.
    sort: ffi::Sort,
    variables: Vec<Ast>,
}

impl Drawer<'_> {
    fn edge(&mut self) -> Edge {
        let a = self.rng.index(VARIABLES + 1);
        let b = (a + 1 + self.rng.index(VARIABLES)) % (VARIABLES + 1);
        Edge {
            a,
            b,
            bound: self.rng.range(0, 2 * BOUND) as i32 - BOUND as i32,
            strict: self.rng.coin(),
        }
    }

    fn number(&self, value: i32) -> Result<Ast> {
        self.cx.int(value, &self.sort)
    }

    /// Both sides of an edge, written in one of several ways.
    fn sides(&mut self, edge: Edge) -> Result<[Ast; 2]> {
        let cx = self.cx;
        let bound = self.number(edge.bound)?;
        if edge.b == 0 {
            return Ok([self.variables[edge.a - 1].clone(), bound]);
        }
        let b = self.variables[edge.b - 1].clone();
        if edge.a == 0 {
            return Ok([self.number(-edge.bound)?, b]);
        }
        let a = self.variables[edge.a - 1].clone();
        Ok(if self.rng.coin() {
            [cx.difference(&[a, b])?, bound]
        } else {
            [a, cx.sum(&[b, bound])?]
        })
    }

    fn literal(&mut self, edge: Edge) -> Result<Ast> {
        let cx = self.cx;
        let negate = self.rng.coin();
        let positive = if negate { edge.negated() } else { edge };
        let [left, right] = self.sides(positive)?;
        let made = if positive.strict {
            cx.lt(&left, &right)?
        } else {
            cx.le(&left, &right)?
        };
        if negate { cx.not(&made) } else { Ok(made) }
    }

    fn clause(&mut self) -> Result<Clause> {
        let cx = self.cx;
        let edge = self.edge();
        let kind = self.rng.below(8);
        if kind < 2 {
            // An equation, or its negation.
            let [left, right] = self.sides(edge)?;
            let equal = cx.eq(&left, &right)?;
            let bounds = |strict| {
                let above = Edge { strict, ..edge };
                let below = Edge {
                    strict: !strict,
                    ..edge
                }
                .negated();
                [above, below]
            };
            return Ok(if kind == 0 {
                Clause {
                    formula: equal,
                    alternatives: vec![bounds(false).to_vec()],
                }
            } else {
                Clause {
                    formula: cx.not(&equal)?,
                    alternatives: bounds(true).map(|edge| vec![edge]).to_vec(),
                }
            });
        }
        let edges = if kind < 5 {
            vec![edge]
        } else {
            vec![edge, self.edge()]
        };
        let literals = edges.iter().map(|edge| self.literal(*edge));
        let literals = literals.collect::<Result<Vec<Ast>>>()?;
        Ok(Clause {
            formula: match &literals[..] {
                [literal] => literal.clone(),
                _ => cx.disjunction(&literals)?,
            },
            alternatives: edges.iter().map(|edge| vec![*edge]).collect(),
        })
    }
}

/// Asks solvers for differences, in two levels, and compares their answers with the right ones.
pub(super) fn difference(call: &mut ExtensionCall<'_>) -> Result<Effect> {
    let (cx, rng) = (&call.cx, &mut call.z3.rng);
    let is_int = rng.coin();
    let sort = if is_int {
        cx.int_sort()?
    } else {
        cx.real_sort()?
    };
    let variables = (0..VARIABLES).map(|_| cx.fresh(c"d", &sort));
    let variables = variables.collect::<Result<Vec<Ast>>>()?;
    let mut drawer = Drawer {
        cx,
        rng,
        sort,
        variables,
    };
    let count = drawer.rng.range(2, CLAUSES);
    let clauses = (0..count).map(|_| drawer.clause());
    let clauses = clauses.collect::<Result<Vec<Clause>>>()?;
    let split = rng.index(clauses.len());
    // The library may have no such solver.
    let (solver, by) = solver(cx, rng).map_err(refused)?;
    let compare = |clauses: &[Clause]| -> Result {
        let right = if is_satisfiable(clauses, is_int, &mut Vec::new()) {
            Answer::Sat
        } else {
            Answer::Unsat
        };
        let said = match decide(cx, &solver) {
            Err(Error::Rejected(_)) => Answer::Unknown,
            said => said?,
        };
        if said != right && said != Answer::Unknown {
            let formulas: Vec<Ast> = clauses.iter().map(|c| c.formula.clone()).collect();
            let formulas = cx.ast_to_string(&cx.conjunction(&formulas)?)?;
            return DIFFERENCES.fails_for(said.name(), format!("by {by}\n{formulas}"));
        }
        if said == Answer::Sat {
            let formulas: Vec<Ast> = clauses.iter().map(|c| c.formula.clone()).collect();
            check_model(cx, &cx.model(&solver)?, &formulas).map_err(|e| add_origin(e, &by))?;
        }
        Ok(())
    };
    let (first, rest) = clauses.split_at(split);
    for clause in first {
        cx.assert(&solver, &clause.formula)?;
    }
    compare(first)?;
    cx.push(&solver)?;
    for clause in rest {
        cx.assert(&solver, &clause.formula)?;
    }
    compare(&clauses)?;
    cx.pop(&solver, 1)?;
    compare(first)?;
    Ok(Effect::Done)
}

/// Draws a solver: by logic, by tactic, or by number.
fn solver(cx: &Rc<Context>, rng: &mut Rng) -> Result<(ffi::Solver, String)> {
    match rng.below(4) {
        0 => {
            let logic = rng.pick(LOGICS).copied().unwrap_or("QF_IDL");
            let solver = cx.solver_for_logic(cx.symbol(&c_text(logic)?)?)?;
            Ok((solver, format!("the logic {logic}")))
        }
        1 => {
            let solver = cx.solver_from_tactic(&cx.tactic(c"qfidl")?)?;
            Ok((solver, "the tactic qfidl".to_owned()))
        }
        _ => {
            let number = rng.range(*SOLVERS.start(), *SOLVERS.end());
            let solver = cx.simple_solver()?;
            let params = cx.params()?;
            cx.set_bool(&params, cx.symbol(c"auto_config")?, false)?;
            cx.set_uint(&params, cx.symbol(c"arith.solver")?, number)?;
            cx.set_params(&solver, &params)?;
            Ok((solver, format!("arith.solver={number}")))
        }
    }
}

/// Whether a choice of alternatives, after those that were `chosen`, has no contradictory cycle.
fn is_satisfiable(clauses: &[Clause], is_int: bool, chosen: &mut Vec<Edge>) -> bool {
    let Some((clause, rest)) = clauses.split_first() else {
        return is_consistent(chosen, is_int);
    };
    clause.alternatives.iter().any(|edges| {
        let before = chosen.len();
        chosen.extend(edges);
        let found = is_consistent(chosen, is_int) && is_satisfiable(rest, is_int, chosen);
        chosen.truncate(before);
        found
    })
}

/// Whether no cycle of edges has a sum below zero (Bellman-Ford).
fn is_consistent(edges: &[Edge], is_int: bool) -> bool {
    let mut distance = [0_i32; VARIABLES + 1];
    for _ in 0..=VARIABLES + 1 {
        let mut changed = false;
        for edge in edges {
            let through = distance[edge.b] + edge.weight(is_int);
            if through < distance[edge.a] {
                distance[edge.a] = through;
                changed = true;
            }
        }
        if !changed {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edge(a: usize, b: usize, bound: i32, strict: bool) -> Edge {
        Edge {
            a,
            b,
            bound,
            strict,
        }
    }

    #[test]
    fn cycles_below_zero_are_contradictory() {
        for is_int in [true, false] {
            let cycle = |bound, strict| {
                [
                    edge(1, 2, 3, false),
                    edge(2, 0, -5, false),
                    edge(0, 1, bound, strict),
                ]
            };
            assert!(is_consistent(&cycle(2, false), is_int));
            assert!(!is_consistent(&cycle(2, true), is_int));
            assert!(!is_consistent(&cycle(1, false), is_int));
        }
        // 0 < x - y < 1
        let between = [edge(1, 2, 1, true), edge(2, 1, 0, true)];
        assert!(is_consistent(&between, false) && !is_consistent(&between, true));
        let all: Vec<Edge> = (0..=VARIABLES)
            .map(|n| edge(n, (n + 1) % (VARIABLES + 1), 0, true))
            .collect();
        assert!(!is_consistent(&all, false));
        let mut slack = all;
        slack[0].bound = 1;
        assert!(is_consistent(&slack, false));
    }

    #[test]
    fn negations_contradict() {
        for strict in [true, false] {
            let one = edge(1, 2, -3, strict);
            assert!(!is_consistent(&[one, one.negated()], true));
            assert!(!is_consistent(&[one, one.negated()], false));
        }
    }
}
