//! Semantic fusion (Winterer, Zhang, Su: Validating SMT Solvers via Semantic Fusion, PLDI 2020).
//!
//! A constant `z` stands for `f(x, y)`, where `x` is a constant of one formula and `y` of another. Some places of `x` get
//! `g(y, z)` with `g(y, f(x, y)) = x`, and some of `y` likewise. The formulas keep their truth values. The paper needs formulas
//! that are known to be satisfiable. Here each formula or its negation is true under the hidden assignment, and so are the fused
//! ones, because the hidden value of `z` is that of `f(x, y)`.

use super::library::Library;
use super::pose::Poser;
use super::problem::Problem;
use super::storm::held;
use super::{Input, Made, Strategy};
use crate::op::{
    BV_ADD, BV_SUB, BV_XNOR, BV_XOR, EQUAL, INT_ADD, INT_SUB, Op, REAL_ADD, REAL_SUB, STR_CONCAT,
    STR_LEN, STR_SUBSTR, XOR,
};
use crate::solver::TermId;
use crate::sort::{Sort, SortKind};
use crate::state::Leaf;
use crate::value::Value;

/// The strategy.
pub struct Fusion;

/// An operand of an inverse function.
#[derive(Clone, Copy)]
enum Operand {
    /// The other constant.
    Other,
    /// The fused constant.
    Fused,
}
use Operand::{Fused, Other};

/// `f` and its inverse functions for `x` and for `y`: their operators, and the operands in order.
struct Function {
    of: SortKind,
    f: Op,
    x: (Op, [Operand; 2]),
    y: (Op, [Operand; 2]),
}

/// A row of the table of functions.
const fn row(of: SortKind, f: Op, x: (Op, [Operand; 2]), y: (Op, [Operand; 2])) -> Function {
    Function { of, f, x, y }
}

/// The functions of two arguments whose inverses have no exceptions.
const FUNCTIONS: &[Function] = &[
    row(
        SortKind::Int,
        INT_ADD,
        (INT_SUB, [Fused, Other]),
        (INT_SUB, [Fused, Other]),
    ),
    row(
        SortKind::Int,
        INT_SUB,
        (INT_ADD, [Fused, Other]),
        (INT_SUB, [Other, Fused]),
    ),
    row(
        SortKind::Real,
        REAL_ADD,
        (REAL_SUB, [Fused, Other]),
        (REAL_SUB, [Fused, Other]),
    ),
    row(
        SortKind::Real,
        REAL_SUB,
        (REAL_ADD, [Fused, Other]),
        (REAL_SUB, [Other, Fused]),
    ),
    row(
        SortKind::Bv,
        BV_ADD,
        (BV_SUB, [Fused, Other]),
        (BV_SUB, [Fused, Other]),
    ),
    row(
        SortKind::Bv,
        BV_SUB,
        (BV_ADD, [Fused, Other]),
        (BV_SUB, [Other, Fused]),
    ),
    row(
        SortKind::Bv,
        BV_XOR,
        (BV_XOR, [Fused, Other]),
        (BV_XOR, [Other, Fused]),
    ),
    row(
        SortKind::Bv,
        BV_XNOR,
        (BV_XNOR, [Fused, Other]),
        (BV_XNOR, [Other, Fused]),
    ),
    row(
        SortKind::Bool,
        XOR,
        (XOR, [Fused, Other]),
        (XOR, [Other, Fused]),
    ),
    row(
        SortKind::Bool,
        EQUAL,
        (EQUAL, [Fused, Other]),
        (EQUAL, [Other, Fused]),
    ),
];

/// The largest numbers of sets of formulas of a run, and of fusions between two of them.
const SETS: usize = 8;
const FUSIONS: usize = 3;

/// The number of entries that are tried.
const PARTNERS: usize = 10;

/// In percent, how often the equation of the fused constant is asserted, too.
const EQUATIONS: u32 = 30;

impl Strategy for Fusion {
    fn name(&self) -> &'static str {
        "fusion"
    }

    fn make(&self, input: &mut Input<'_>) -> Option<Made> {
        let mut problem = Problem::draw(input)?;
        let mut sides = partner(&mut problem)?;
        let library = &mut problem.library;
        let mut equations = Vec::new();
        let mut poser = Poser::default();
        for _ in 0..=library.rng.index(SETS) {
            for _ in 0..=library.rng.index(FUSIONS) {
                if let Some((note, equation)) = fuse(library, &mut sides) {
                    problem.notes.push(note);
                    equations.push(equation);
                }
            }
            if equations.is_empty() {
                return None;
            }
            let mut all = sides.concat();
            if library.rng.chance(EQUATIONS) {
                all.extend(&equations);
            }
            poser.pose(library, &all);
        }
        Some(problem.made(poser.steps))
    }
}

/// The formulas of the entry, and those of another one with a constant of the same sort. Each formula or its negation is taken,
/// whichever is true.
fn partner(problem: &mut Problem<'_>) -> Option<[Vec<TermId>; 2]> {
    let truths = |library: &mut Library<'_>, formulas: &[TermId]| {
        let held = formulas.iter().filter_map(|id| held(library, *id));
        held.collect::<Vec<_>>()
    };
    let one = truths(&mut problem.library, &problem.formulas);
    for _ in 0..PARTNERS {
        let Some((other, note)) = problem.borrow() else {
            continue;
        };
        let sides = [one.clone(), truths(&mut problem.library, &other)];
        if constants(&mut problem.library, &sides).is_some() {
            problem.notes.push(note);
            return Some(sides);
        }
    }
    None
}

/// Fuses a constant of each side. Returns what was fused, and the equation of the fused constant.
fn fuse(library: &mut Library<'_>, sides: &mut [Vec<TermId>; 2]) -> Option<(String, TermId)> {
    let [x, y] = constants(library, sides)?;
    let (equation, for_x, for_y) = functions(library, x, y)?;
    sides[0] = library.replaced_at_some(&sides[0], x, for_x)?;
    sides[1] = library.replaced_at_some(&sides[1], y, for_y)?;
    Some((format!("{x} and {y}: fused by {equation}"), equation))
}

/// A constant of each side, of the same sort.
fn constants(library: &mut Library<'_>, sides: &[Vec<TermId>; 2]) -> Option<[TermId; 2]> {
    let of = |library: &Library<'_>, roots: &[TermId]| -> Vec<TermId> {
        let is_constant = |id: &TermId| {
            let term = library.state.term(*id);
            let term = term.filter(|term| term.leaf == Leaf::Const && term.assigned.is_some());
            let kind = term
                .and_then(|term| library.state.sorts.get(term.sort))
                .map(Sort::kind);
            kind.is_some_and(|kind| {
                kind == SortKind::String || FUNCTIONS.iter().any(|row| row.of == kind)
            })
        };
        library
            .below(roots)
            .into_iter()
            .filter(is_constant)
            .collect()
    };
    let (left, right) = (of(library, &sides[0]), of(library, &sides[1]));
    let sort = |id: TermId| library.state.term(id).map(|term| term.sort);
    let mut pairs: Vec<[TermId; 2]> = Vec::new();
    for x in &left {
        let same = right.iter().filter(|y| *y != x && sort(**y) == sort(*x));
        pairs.extend(same.map(|y| [*x, *y]));
    }
    library.rng.pick(&pairs).copied()
}

/// The equation of the fused constant, and what takes the places of the two constants.
fn functions(library: &mut Library<'_>, x: TermId, y: TermId) -> Option<(TermId, TermId, TermId)> {
    let sort = library.state.term(x)?.sort;
    let kind = library.state.sorts.get(sort)?.kind();
    if kind == SortKind::String {
        return strings(library, x, y);
    }
    let rows: Vec<&Function> = FUNCTIONS.iter().filter(|row| row.of == kind).collect();
    let row = *library.rng.pick(&rows)?;
    let value = library.apply(row.f, &[x, y], &[])?;
    let z = library.valued_constant(sort, value)?;
    let equation = library.apply(EQUAL, &[z, value], &[])?;
    let mut inverse = |(op, operands): (Op, [Operand; 2]), other: TermId| {
        let operands = operands.map(|operand| match operand {
            Fused => z,
            Other => other,
        });
        library.apply(op, &operands, &[])
    };
    Some((equation, inverse(row.x, y)?, inverse(row.y, x)?))
}

/// The same for strings: their concatenation, and its parts.
fn strings(library: &mut Library<'_>, x: TermId, y: TermId) -> Option<(TermId, TermId, TermId)> {
    let sort = library.state.term(x)?.sort;
    let int = library.sort(&Sort::Int)?;
    let value = library.apply(STR_CONCAT, &[x, y], &[])?;
    let z = library.valued_constant(sort, value)?;
    let equation = library.apply(EQUAL, &[z, value], &[])?;
    let zero = library.value(int, Value::Int(0.into()))?;
    let lengths = [x, y].map(|id| library.apply(STR_LEN, &[id], &[]));
    let [of_x, of_y] = [lengths[0]?, lengths[1]?];
    let for_x = library.apply(STR_SUBSTR, &[z, zero, of_x], &[])?;
    let for_y = library.apply(STR_SUBSTR, &[z, of_x, of_y], &[])?;
    Some((equation, for_x, for_y))
}
