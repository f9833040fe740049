//! Notes on the values that the hidden assignment gives the terms of a run. They lead from a wrong
//! answer back to the first wrong term.

use super::Sink;
use crate::action::{Arg, Call, Effect, Role};
use crate::solver::TermId;
use crate::sort::Sort;
use crate::state::InstanceState;
use crate::trace::Note;

/// Writes the notes on a call that has been applied to the state.
pub(super) fn explain(state: &InstanceState, call: &Call, effect: &Effect, sink: &mut dyn Sink) {
    if let Effect::Answer(_) = effect {
        return sink.note(&formulas(state));
    }
    let asserted = call.args.iter().flat_map(|arg| match arg {
        Arg::Term(term) => std::slice::from_ref(term),
        Arg::Terms(terms) => terms,
        _ => &[],
    });
    // If the call returns a term, that term is the assertion.
    let is_assertion = call.action.role() == Role::Assert && call.ids.term.is_none();
    let asserted = asserted.copied().filter(|_| is_assertion);
    for term in call.ids.term.into_iter().chain(asserted) {
        if let Some(note) = value(state, term) {
            sink.note(&note);
        }
    }
}

/// Writes the notes on a call whose result is wrong: the values of its arguments, and the law that
/// the result violates.
pub(super) fn violated(state: &InstanceState, call: &Call, law: &str, sink: &mut dyn Sink) {
    for arg in &call.args {
        let terms = match arg {
            Arg::Term(term) => std::slice::from_ref(term),
            Arg::Terms(terms) => terms,
            _ => &[],
        };
        for note in terms.iter().filter_map(|term| value(state, *term)) {
            sink.note(&note);
        }
    }
    sink.note(&Note::Law(law.to_owned()));
}

/// The value of a term. Functions and terms with free variables have no value of their own, so
/// there is no note on them.
fn value(state: &InstanceState, id: TermId) -> Option<Note> {
    let term = state.term(id).filter(|term| term.free.is_empty())?;
    let value = match (term.value(), state.sorts.get(term.sort)) {
        (Some(value), _) => Some(state.value_text(term.sort, value)),
        (None, Some(Sort::Fun(..))) => return None,
        (None, _) => None,
    };
    Some(Note::Assigned { term: id, value })
}

/// Whether all formulas of the check are true. If not, the note names those that are false or
/// unknown.
fn formulas(state: &InstanceState) -> Note {
    for truth in [Some(false), None] {
        let blamed: Vec<TermId> = state
            .checked()
            .filter(|id| state.truth(*id) == truth)
            .collect();
        if !blamed.is_empty() {
            return Note::Formulas(truth, blamed);
        }
    }
    Note::Formulas(Some(true), Vec::new())
}
