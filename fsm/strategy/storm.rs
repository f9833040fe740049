//! Formulas that are satisfiable by construction (Mansur, Christakis, Wüstholz, Zhang: Detecting Critical Bugs in SMT Solvers Using
//! Blackbox Mutational Fuzzing, ESEC/FSE 2020).
//!
//! The formulas below an entry's have truth values under the hidden assignment, whether the entry is satisfiable or not. New formulas
//! are made of them. Those that are true are asserted, and the negations of the others. The paper takes the values from a model of
//! a solver; with the hidden assignment, no answer of a solver needs to be right.

use super::library::Library;
use super::pose::Poser;
use super::problem::Problem;
use super::{Input, Made, Strategy};
use crate::op::{AND, DISTINCT, EQUAL, IMPLIES, ITE, NOT, OR, Op, XOR};
use crate::solver::TermId;
use crate::state::Leaf;

/// The strategy.
pub struct Storm;

/// The largest numbers of new formulas, of sets of assertions, and of assertions.
const FORMULAS: usize = 60;
const SETS: usize = 10;
const ASSERTIONS: usize = 12;

/// The connectives, each with its smallest and its largest number of arguments.
const CONNECTIVES: &[(Op, usize, usize)] = &[
    (NOT, 1, 1),
    (AND, 2, 4),
    (OR, 2, 4),
    (XOR, 2, 2),
    (IMPLIES, 2, 2),
    (EQUAL, 2, 3),
    (DISTINCT, 2, 2),
    (ITE, 3, 3),
];

/// In percent, how often a set of assertions has a contradiction.
const REFUTED: u32 = 20;

/// In percent, how often a run takes formulas of another entry.
const BORROWS: u32 = 30;

impl Strategy for Storm {
    fn name(&self) -> &'static str {
        "storm"
    }

    fn make(&self, input: &mut Input<'_>) -> Option<Made> {
        let mut problem = Problem::draw(input)?;
        let mut roots = problem.formulas.clone();
        if problem.library.rng.chance(BORROWS)
            && let Some((formulas, note)) = problem.borrow()
        {
            roots.extend(formulas);
            problem.notes.push(note);
        }
        let library = &mut problem.library;
        let mut known = fragments(library, &roots);
        if known.is_empty() {
            return None;
        }
        for _ in 0..library.rng.index(FORMULAS) {
            known.extend(combined(library, &known));
        }
        let mut poser = Poser::default();
        for _ in 0..=library.rng.index(SETS) {
            let count = 1 + library.rng.index(ASSERTIONS);
            let mut set = Vec::new();
            for _ in 0..count {
                // Later formulas are deeper.
                let from = if library.rng.coin() {
                    known.len() / 2
                } else {
                    0
                };
                let drawn = library.rng.pick(&known[from..]).copied();
                set.extend(drawn.and_then(|formula| held(library, formula)));
            }
            if library.rng.chance(REFUTED) {
                set.extend(refuted(library, &known).unwrap_or_default());
            }
            set.sort_unstable();
            set.dedup();
            if !set.is_empty() {
                poser.pose(library, &set);
            }
        }
        (!poser.steps.is_empty()).then(|| problem.made(poser.steps))
    }
}

/// The closed formulas below others whose truth values are known.
fn fragments(library: &Library<'_>, roots: &[TermId]) -> Vec<TermId> {
    let state = &library.state;
    let is_known = |id: &TermId| {
        let is_literal = state
            .term(*id)
            .is_some_and(|t| matches!(t.leaf, Leaf::Value(_)));
        !is_literal && state.is_formula(*id) && state.truth(*id).is_some()
    };
    let below = library.below(roots).into_iter();
    below.filter(is_known).collect()
}

/// A connective applied to some of the formulas.
fn combined(library: &mut Library<'_>, known: &[TermId]) -> Option<TermId> {
    let (op, least, most) = *library.rng.pick(CONNECTIVES)?;
    let count = library.rng.range(least as u32, most as u32);
    let mut args: Vec<TermId> = Vec::new();
    for _ in 0..count {
        args.push(*library.rng.pick(known)?);
    }
    let made = library.apply(op, &args, &[])?;
    library.state.truth(made).map(|_| made)
}

/// A formula that is false, and the values of its constants. So no model satisfies them. The paper has no such formulas.
fn refuted(library: &mut Library<'_>, known: &[TermId]) -> Option<Vec<TermId>> {
    let formula = *library.rng.pick(known)?;
    let held = held(library, formula)?;
    let mut all = vec![library.apply(NOT, &[held], &[])?];
    for id in library.below(&[formula]) {
        let term = library.state.term(id)?;
        match (&term.leaf, term.sort, term.assigned.clone()) {
            (Leaf::Const, sort, value) if library.has_literals(sort) => {
                let value = library.value(sort, value?)?;
                all.push(library.apply(EQUAL, &[id, value], &[])?);
            }
            // Their values have no literals.
            (Leaf::Const | Leaf::Rec, ..) => return None,
            _ => {}
        }
    }
    Some(all)
}

/// The formula if it is true, or its negation.
pub(super) fn held(library: &mut Library<'_>, formula: TermId) -> Option<TermId> {
    match library.state.truth(formula)? {
        true => Some(formula),
        false => library.apply(NOT, &[formula], &[]),
    }
}
