//! Skeletons: the Boolean structure and the quantifiers of a formula, with holes in place of its
//! atoms.

use crate::op::{
    AND, ATTRIBUTES, DISTINCT, EQUAL, EXISTS, FORALL, IMPLIES, ITE, NOT, OR, Op, Ops, XOR,
};
use crate::solver::TermId;
use crate::sort::Sort;
use crate::state::{InstanceState, Leaf};

/// The operators whose arguments belong to the structure if they are formulas.
const CONNECTIVES: &[Op] = &[NOT, AND, OR, XOR, IMPLIES, EQUAL, DISTINCT, ITE];

/// The quantifiers.
const QUANTIFIERS: &[Op] = &[FORALL, EXISTS];

/// The largest number of parts of a skeleton. Larger formulas have none: solvers would need long
/// for what is made of them.
const LARGEST: usize = 40;

/// A part of a skeleton.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Part {
    /// The place of an atom.
    Hole,
    /// A connective with its number of arguments, which follow.
    Connective(Op, u16),
    /// A quantifier with its number of variables. Its body follows.
    Quantifier(Op, u16),
}

/// A skeleton: its parts, each before those inside of it.
pub type Skeleton = Box<[Part]>;

/// The term to which a solver has made an equal one.
pub(super) fn original(state: &InstanceState, mut id: TermId) -> TermId {
    while let Some(Leaf::Same(of)) = state.term(id).map(|term| &term.leaf) {
        id = *of;
    }
    id
}

/// What a formula is: a part of a skeleton, and the formulas inside of it.
pub(super) fn part(state: &InstanceState, id: TermId) -> Option<(Part, &[TermId])> {
    let term = state.term(original(state, id))?;
    let (args, count) = (&term.args, term.args.len() as u16);
    let is_formula = |id: &TermId| {
        let sort = state.term(*id).and_then(|term| state.sorts.get(term.sort));
        sort == Some(&Sort::Bool)
    };
    Some(match term.op {
        Some(op) if CONNECTIVES.contains(&op) && args.iter().all(is_formula) => {
            (Part::Connective(op, count), args)
        }
        Some(op) if QUANTIFIERS.contains(&op) => {
            let body = args.get(args.len().checked_sub(1)?..)?;
            (Part::Quantifier(op, count - 1), body)
        }
        // The terms of a pattern come after the formula.
        Some(op) if ATTRIBUTES.contains(&op) => return part(state, *args.first()?),
        _ => (Part::Hole, &[]),
    })
}

/// The skeleton of a formula. `None` if it is too large.
pub(super) fn skeleton(state: &InstanceState, formula: TermId) -> Option<Skeleton> {
    let mut parts = Vec::new();
    let mut todo = vec![formula];
    while let Some(id) = todo.pop() {
        let (part, inside) = part(state, id)?;
        parts.push(part);
        todo.extend(inside.iter().rev());
        if parts.len() + todo.len() > LARGEST {
            return None;
        }
    }
    Some(parts.into())
}

/// The text of a skeleton: `(and _ (forall 2 _))` has a quantifier with two variables.
#[must_use]
pub fn text(skeleton: &[Part], ops: &Ops) -> String {
    fn write(parts: &mut std::slice::Iter<'_, Part>, ops: &Ops, text: &mut String) {
        let (words, inside) = match parts.next() {
            Some(Part::Connective(op, count)) => (ops.row(*op).smt.to_owned(), *count),
            Some(Part::Quantifier(op, count)) => (format!("{} {count}", ops.row(*op).smt), 1),
            Some(Part::Hole) | None => return text.push('_'),
        };
        text.push('(');
        text.push_str(&words);
        for _ in 0..inside {
            text.push(' ');
            write(parts, ops, text);
        }
        text.push(')');
    }
    let mut text = String::new();
    write(&mut skeleton.iter(), ops, &mut text);
    text
}
