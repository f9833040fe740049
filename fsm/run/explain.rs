//! Notes on the values that the hidden assignment gives the terms of a run. They lead from a wrong answer back to the
//! first wrong term.

use super::Sink;
use crate::action::{Call, Effect, Role};
use crate::solver::TermId;
use crate::sort::Sort;
use crate::state::InstanceState;
use std::fmt::Write as _;

/// Writes the note on a call that has been applied to the state, if there is one.
pub(super) fn explain(state: &InstanceState, call: &Call, effect: &Effect, sink: &mut dyn Sink) {
    let term = match effect {
        _ if call.ids.term.is_some() => call.ids.term,
        Effect::Answer(_) => return sink.formulas(&formulas(state)),
        _ if call.action.role() == Role::Assert => state.assertions.last().copied(),
        _ => None,
    };
    if let Some(note) = term.and_then(|term| value(state, term)) {
        sink.note(&note);
    }
}

/// `t3 = #b0101`. Functions and terms with free variables have no value of their own, so there is no note on them.
fn value(state: &InstanceState, id: TermId) -> Option<String> {
    let term = state.term(id).filter(|term| term.free.is_empty())?;
    match (term.value(), state.sorts.get(term.sort)) {
        (Some(value), _) => Some(format!("{id} = {value}")),
        (None, Some(Sort::Fun(..))) => None,
        (None, _) => Some(format!("{id} unknown")),
    }
}

/// Whether all formulas of the check are true. If not, the note names those that are false or unknown.
fn formulas(state: &InstanceState) -> String {
    for (truth, word) in [(Some(false), "false"), (None, "unknown")] {
        let blamed: Vec<TermId> = state
            .checked()
            .filter(|id| state.truth(*id) == truth)
            .collect();
        if !blamed.is_empty() {
            let mut text = format!("formulas {word}");
            for id in blamed {
                let written = write!(text, " {id}");
                debug_assert!(written.is_ok(), "writing into a String does not fail");
            }
            return text;
        }
    }
    "formulas true".to_owned()
}
