//! Traces that differ from a minimized trace in one place. Runs of them tell what the bug needs.

use super::candidate::Candidate;
use super::pass::{self, Edit};
use crate::triage::names;
use murxla_fsm::action::{Arg, Context};
use murxla_fsm::actions::MkTerm;
use murxla_fsm::edit::{Step, fingerprint, print};
use murxla_fsm::op::{Fold, Op, Shape};
use murxla_fsm::trace::{ResolveError, Script, lex};
use rustc_hash::FxHashSet;
use smallvec::smallvec;
use std::collections::BTreeSet;

/// The number of operators that are tried in place of one.
const MOST_OPERATORS: usize = 6;

/// An edit, and the operator that it replaces, if it replaces one.
type NamedEdit<'c> = (Option<&'static str>, Edit<'c>);

/// A trace, and what it uses.
pub struct Neighbour {
    /// Its calls.
    pub text: String,
    /// The names of its operators, and of the options that it sets.
    pub names: BTreeSet<String>,
    /// The operator of the minimized trace in whose place it has another one.
    pub replaced: Option<&'static str>,
}

impl Neighbour {
    fn new(steps: &[Step], replaced: Option<&'static str>, context: &Context) -> Self {
        let text = print(steps, &context.ops);
        Self {
            names: names(&lex(&text).unwrap_or_default()),
            text,
            replaced,
        }
    }
}

/// The trace itself, and then at most `most` others: with another operator in the place of one,
/// with another value, with a subterm or a constant in the place of a term, and without a call.
///
/// # Errors
/// The trace is not valid.
pub fn neighbours(
    script: &Script,
    context: &Context,
    most: usize,
) -> Result<Vec<Neighbour>, ResolveError> {
    let best = Candidate::read(script, context)?;
    let mut tried = FxHashSet::from_iter([fingerprint(&best.steps)]);
    let mut found = vec![Neighbour::new(&best.steps, None, context)];
    let mut groups = vec![operators(&best, context)];
    for pass in pass::near() {
        let edits = pass.edits(&best, context).into_iter();
        groups.push(edits.map(|edit| (None, edit)).collect());
    }
    let mut groups: Vec<_> = groups.into_iter().map(Vec::into_iter).collect();
    // Some of each group, if there are many.
    while found.len() <= most {
        let before = tried.len();
        for group in &mut groups {
            for (replaced, edit) in group.by_ref() {
                let candidate = edit().and_then(|steps| Candidate::of(steps, context).ok());
                if let Some(candidate) = candidate
                    && tried.insert(fingerprint(&candidate.steps))
                {
                    found.push(Neighbour::new(&candidate.steps, replaced, context));
                    break;
                }
            }
        }
        if tried.len() == before {
            break;
        }
    }
    found.truncate(most + 1);
    Ok(found)
}

/// Edits that replace an operator throughout the trace by one that takes the same arguments and has
/// a result of the same sort, those of its own theory first, with the operator's name.
fn operators<'c>(best: &'c Candidate, context: &'c Context) -> Vec<NamedEdit<'c>> {
    let ops = &context.ops;
    let applied = best.steps.iter().filter_map(|step| MkTerm::of(&step.call));
    let used: BTreeSet<Op> = applied.map(|made| made.op).collect();
    let mut edits: Vec<Vec<NamedEdit<'c>>> = Vec::new();
    for op in used {
        let (row, signature) = (ops.row(op), ops.signature(op));
        let mut others: Vec<Op> = ops.iter().collect();
        others.retain(|other| {
            let its = ops.signature(*other);
            *other != op
                && its.shape == Shape::Plain
                && its.shape == signature.shape
                && its.indices.is_empty()
                && (its.args.len() == signature.args.len()
                    || its.fold != Fold::None
                    || signature.fold != Fold::None)
                && context.supports(*other)
                && replaced(best, op, *other).is_some_and(|steps| keeps_sorts(best, steps, context))
        });
        others.sort_by_key(|other| ops.row(*other).theory != row.theory);
        others.truncate(MOST_OPERATORS);
        let edit = |other| -> NamedEdit<'c> {
            (Some(row.name), Box::new(move || replaced(best, op, other)))
        };
        edits.push(others.into_iter().map(edit).collect());
    }
    // The first of each operator, then the second of each.
    let mut edits: Vec<_> = edits.into_iter().map(Vec::into_iter).collect();
    let mut mixed = Vec::new();
    for _ in 0..MOST_OPERATORS {
        mixed.extend(edits.iter_mut().filter_map(Iterator::next));
    }
    mixed
}

/// The steps with another operator in place of one.
fn replaced(best: &Candidate, op: Op, by: Op) -> Option<Vec<Step>> {
    let mut steps = best.steps.clone();
    for step in &mut steps {
        if MkTerm::of(&step.call).is_some_and(|made| made.op == op) {
            let last = step.call.args.len().checked_sub(1)?;
            step.call.args[0] = Arg::Op(by);
            step.call.args[last] = Arg::Indices(smallvec![]);
        }
    }
    Some(steps)
}

/// Whether edited steps are all valid, and their results have the sorts that they had.
fn keeps_sorts(best: &Candidate, steps: Vec<Step>, context: &Context) -> bool {
    let Ok(edited) = Candidate::of(steps, context) else {
        return false;
    };
    let sorts = |candidate: &Candidate| -> Vec<_> {
        let steps = candidate.steps.iter();
        steps.map(|step| step.sort.clone()).collect()
    };
    sorts(&edited) == sorts(best)
}
