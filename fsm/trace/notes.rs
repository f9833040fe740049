//! From effects to notes.

use super::note::Note;
use super::print::write_value;
use crate::action::Effect;
use rustc_hash::FxHasher;
use std::hash::{Hash as _, Hasher as _};

/// The notes on an effect.
#[must_use]
pub fn notes(effect: &Effect) -> Vec<Note> {
    let note = match effect {
        Effect::Done => return Vec::new(),
        Effect::Values(values) => {
            // Readers of notes make the values again, which is only possible for literals.
            let known = values.iter().filter_map(|(term, value)| {
                Some((*term, value.as_ref().filter(|value| value.is_literal())?))
            });
            return known
                .map(|(term, value)| {
                    let mut literal = String::new();
                    write_value(&mut literal, value);
                    let literal = literal.trim_start().to_owned();
                    Note::Value { term, literal }
                })
                .collect();
        }
        Effect::Refused(reason) => {
            Note::Refused(reason.lines().next().unwrap_or_default().to_owned())
        }
        Effect::Answer(answer) => Note::Answer(*answer),
        Effect::Core(terms) => Note::UnsatCore(terms.clone()),
        Effect::Assumptions(terms) => Note::UnsatAssumptions(terms.clone()),
        Effect::Counters(counters) => {
            let mut hasher = FxHasher::default();
            counters.hash(&mut hasher);
            Note::Counters {
                count: counters.len(),
                digest: hasher.finish(),
            }
        }
        Effect::Assertions(count) => Note::Assertions(*count),
        Effect::Claim {
            formulas,
            answer,
            by,
        } => Note::Claim {
            answer: *answer,
            formulas: formulas.clone(),
            by: by.clone(),
        },
    };
    vec![note]
}
