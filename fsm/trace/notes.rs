//! From effects to notes: the lines `#= …` after a call.

use super::print::write_value;
use crate::action::Effect;
use crate::solver::TermId;
use rustc_hash::FxHasher;
use std::fmt::Write as _;
use std::hash::{Hash as _, Hasher as _};

/// The note on an option that was refused begins with this word.
pub const REFUSED: &str = "refused";

/// The note on a query that the solver does not have begins with this word. The query changes
/// nothing, so the run goes on without it.
pub const UNSUPPORTED: &str = "unsupported";

/// The note on a call that ended its run, in a trace that continues with another run.
pub const ENDED: &str = "ended";

/// The note on a call that was not made, because the solver lacks what it needs, in a run that went
/// on without it. The call is not a part of the trace: readers leave it out.
pub const NOT_MADE: &str = "not made";

/// The note on a call that was skipped begins with this word: it depends on an answer, which was
/// another one.
pub const SKIPPED: &str = "skipped";

/// The words that say that a call cannot be made, because an option is not set. The name of the
/// option follows.
pub const NEEDS_OPTION: &str = "needs the option";

/// The note on a call of an action that only one solver has begins with this word. It has a command
/// of the solver's language, or a comment of it that says what has no command. Together, the
/// commands of a call do the same as the call. They are noted before it, so that they are there if
/// it crashes.
pub const COMMAND: &str = "command";

/// The note on an answer for formulas that are not the assertions begins with this word.
pub(super) const CLAIMED: &str = "solved";

/// The note on an unsatisfiable core begins with this word. The terms of the core follow.
pub const UNSAT_CORE: &str = "unsat-core";

/// The note on why the answer of a check is `unknown` begins with this word. A
/// [reason](crate::solver::ReasonUnknown) follows.
pub const REASON_UNKNOWN: &str = "reason-unknown";

/// The note on counters: this word, their number, and a digest of their names and values.
pub const COUNTERS: &str = "counters";

/// The notes on an effect, one for each line, without the marker `#= `.
#[must_use]
pub fn notes(effect: &Effect) -> Vec<String> {
    let list = |word: &str, terms: &[TermId]| {
        let mut text = word.to_owned();
        for term in terms {
            let written = write!(text, " {term}");
            debug_assert!(written.is_ok(), "writing into a String does not fail");
        }
        vec![text]
    };
    match effect {
        Effect::Done => Vec::new(),
        Effect::Refused(reason) => {
            let first = reason.lines().next().unwrap_or("");
            vec![format!("{REFUSED} {first}")]
        }
        Effect::Answer(answer) => vec![answer.name().to_owned()],
        Effect::Values(values) => {
            // Readers of notes make the values again, which is only possible for literals.
            let known = values.iter().filter_map(|(term, value)| {
                Some((term, value.as_ref().filter(|value| value.is_literal())?))
            });
            known
                .map(|(term, value)| {
                    let mut text = format!("value {term}");
                    write_value(&mut text, value);
                    text
                })
                .collect()
        }
        Effect::Core(terms) => list(UNSAT_CORE, terms),
        Effect::Assumptions(terms) => list("unsat-assumptions", terms),
        Effect::Counters(counters) => {
            let mut hasher = FxHasher::default();
            counters.hash(&mut hasher);
            let (count, digest) = (counters.len(), hasher.finish());
            vec![format!("{COUNTERS} {count} {digest:016x}")]
        }
        Effect::Assertions(count) => vec![format!("assertions {count}")],
        Effect::Claim {
            formulas,
            answer,
            by,
        } => {
            let mut notes = list(&format!("{CLAIMED} {}", answer.name()), formulas);
            notes[0].push_str(&format!(" by {by}"));
            notes
        }
    }
}
