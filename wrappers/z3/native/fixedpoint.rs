//! Fixed points: the paths of a small graph, which we know.

use super::super::ffi::{Ast, Context, Decl, Fixedpoint};
use super::{Job, LIMIT, must, wrong};
use murxla_fsm::action::Effect;
use murxla_fsm::solver::{Answer, Error, Result};
use std::rc::Rc;

/// The width of nodes in bits.
const WIDTH: u32 = 3;
/// Their number.
const NODES: u32 = 1 << WIDTH;

/// Two relations and the rules of one: `path` is the transitive closure of `edge`.
struct Graph {
    fixedpoint: Fixedpoint,
    edge: Decl,
    path: Decl,
}

impl Graph {
    fn new(cx: &Rc<Context>, spacer: bool) -> Result<Self> {
        let fixedpoint = cx.mk_fixedpoint()?;
        let params = cx.params()?;
        let engine = cx.symbol(if spacer { c"spacer" } else { c"datalog" })?;
        cx.set_symbol(&params, cx.symbol(c"engine")?, engine)?;
        cx.params_validate(&params, &cx.fixedpoint_get_param_descrs(&fixedpoint)?)?;
        cx.fixedpoint_set_params(&fixedpoint, &params)?;
        let (node, truth) = (cx.bv_sort(WIDTH)?, cx.bool_sort()?);
        let relation = |name| cx.func_decl(cx.symbol(name)?, &[node.clone(), node.clone()], &truth);
        let (edge, path) = (relation(c"edge")?, relation(c"path")?);
        cx.fixedpoint_register_relation(&fixedpoint, &edge)?;
        cx.fixedpoint_register_relation(&fixedpoint, &path)?;
        let variable = |name| cx.fresh(name, &node);
        let (x, y, z) = (variable(c"x")?, variable(c"y")?, variable(c"z")?);
        let of = |relation, a: &Ast, b: &Ast| cx.apply(relation, &[a.clone(), b.clone()]);
        let first = cx.implies(&of(&edge, &x, &y)?, &of(&path, &x, &y)?)?;
        let both = cx.conjunction(&[of(&path, &x, &y)?, of(&edge, &y, &z)?])?;
        let further = cx.implies(&both, &of(&path, &x, &z)?)?;
        let variables = [x, y, z];
        let first = cx.quantifier(true, 0, &variables[..2], &[], &first)?;
        cx.fixedpoint_add_rule(&fixedpoint, &first, cx.symbol(c"first")?)?;
        let further = cx.quantifier(true, 0, &variables, &[], &further)?;
        cx.fixedpoint_add_rule(&fixedpoint, &further, cx.symbol(c"further")?)?;
        Ok(Self {
            fixedpoint,
            edge,
            path,
        })
    }
}

/// Asks for paths of a graph that is drawn.
pub(super) fn fixedpoint(job: &mut Job<'_>) -> Result<Effect> {
    let (cx, rng) = (&job.cx, &mut job.z3.rng);
    // Limits of fixed points are those of the context.
    let cx = cx.another(&[(c"rlimit", c_limit())])?;
    let cx = &cx;
    let spacer = rng.chance(30);
    let graph = Graph::new(cx, spacer)?;
    let fixedpoint = &graph.fixedpoint;
    let node = |n: u32| cx.int(n as i32, &cx.bv_sort(WIDTH)?);
    let mut reach = [[false; NODES as usize]; NODES as usize];
    for n in 0..rng.range(1, 10) {
        let (a, b) = (rng.range(0, NODES - 1), rng.range(0, NODES - 1));
        reach[a as usize][b as usize] = true;
        if rng.coin() && !spacer {
            cx.fact(fixedpoint, &graph.edge, &mut [a, b])?;
        } else {
            let fact = cx.apply(&graph.edge, &[node(a)?, node(b)?])?;
            let name = cx.mk_int_symbol(n as i32)?;
            cx.fixedpoint_add_rule(fixedpoint, &fact, name)?;
        }
    }
    close(&mut reach);
    let relations = cx.items(&cx.fixedpoint_get_rules(fixedpoint)?)?;
    must(relations.len() >= 2, "rules are missing")?;
    cx.items(&cx.fixedpoint_get_assertions(fixedpoint)?)?;
    for _ in 0..3 {
        let (a, b) = (rng.range(0, NODES - 1), rng.range(0, NODES - 1));
        let query = cx.apply(&graph.path, &[node(a)?, node(b)?])?;
        let said = match cx.query(fixedpoint, &query) {
            Err(Error::Resources(_)) => return Ok(Effect::Done),
            said => said?,
        };
        let there = reach[a as usize][b as usize];
        let right = match said {
            Answer::Sat => there,
            Answer::Unsat => !there,
            Answer::Unknown => {
                cx.fixedpoint_get_reason_unknown(fixedpoint)?;
                return Ok(Effect::Done);
            }
        };
        if !right {
            let said = said.name();
            return wrong(format!(
                "a fixed point says {said} of a path (spacer: {spacer})"
            ));
        }
        cx.fixedpoint_get_answer(fixedpoint)?;
        if spacer && there {
            cx.fixedpoint_get_ground_sat_answer(fixedpoint)?;
            cx.items(&cx.fixedpoint_get_rules_along_trace(fixedpoint)?)?;
            cx.fixedpoint_get_rule_names_along_trace(fixedpoint)?;
        }
        must(
            !cx.print_rules(fixedpoint, &[query])?.is_empty(),
            "rules are printed as nothing",
        )?;
    }
    if !spacer {
        let said = cx.query_relations(fixedpoint, std::slice::from_ref(&graph.path))?;
        must(said != Answer::Unsat, "a relation with a fact is empty")?;
    }
    cx.stats_size(&cx.fixedpoint_get_statistics(fixedpoint)?)?;
    must(
        !cx.fixedpoint_get_help(fixedpoint)?.is_empty(),
        "parameters are described by nothing",
    )?;
    Ok(Effect::Done)
}

/// `LIMIT` as text.
fn c_limit() -> &'static std::ffi::CStr {
    const { assert!(LIMIT == 50_000) };
    c"50000"
}

/// The transitive closure.
fn close(reach: &mut [[bool; NODES as usize]; NODES as usize]) {
    let nodes = 0..NODES as usize;
    for middle in nodes.clone() {
        for from in nodes.clone() {
            for to in nodes.clone() {
                reach[from][to] |= reach[from][middle] && reach[middle][to];
            }
        }
    }
}
