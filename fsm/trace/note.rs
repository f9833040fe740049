//! The notes of a trace: the lines `#= …`, which say what the call before them did.

use crate::oracle::BugKind;
use crate::solver::{Answer, ReasonUnknown, TermId};
use crate::state::MAX_ID;
use std::fmt;

/// The words that say that a call cannot be made, because an option is not set. The name of the
/// option follows.
pub const NEEDS_OPTION: &str = "needs the option";

/// What a trace says about a call.
///
/// [`Note::parse`] and `Display` are the only places that know the texts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Note {
    /// The answer of a check.
    Answer(Answer),
    /// Why the answer of a check is `unknown`.
    ReasonUnknown(ReasonUnknown),
    /// A term and its value in the solver's model, as `mk-value` takes it. The text of a value can
    /// only be read with the sort of the term.
    Value {
        /// The term.
        term: TermId,
        /// The text of the value.
        literal: String,
    },
    /// An unsatisfiable core.
    UnsatCore(Vec<TermId>),
    /// Unsatisfiable assumptions.
    UnsatAssumptions(Vec<TermId>),
    /// The number of assertions.
    Assertions(usize),
    /// The number of counters, and a digest of their names and values.
    Counters {
        /// How many there are.
        count: usize,
        /// The digest.
        digest: u64,
    },
    /// An answer for formulas that are not the assertions.
    Claim {
        /// The answer.
        answer: Answer,
        /// The formulas.
        formulas: Vec<TermId>,
        /// How they were solved.
        by: String,
    },
    /// The solver refused the option that the call sets. It has the solver's message.
    Refused(String),
    /// The call ended its run, in a trace that continues with another run.
    Ended,
    /// The solver does not have the query. The query changes nothing, so the run went on without
    /// it. It names what is missing.
    Unsupported(String),
    /// A command of the solver's language, or a comment of it that says what has no command, on a
    /// call of an action that only one solver has. Together, the commands of a call do the same as
    /// the call. They are noted before the call is made, so that they are there if it crashes.
    Command(String),
    /// An oracle has found something wrong: the kind, and a line of the message.
    Violation(BugKind, String),
    /// The value of a term in the hidden assignment. `None` if it is not known.
    Assigned {
        /// The term.
        term: TermId,
        /// Its value.
        value: Option<String>,
    },
    /// Whether the formulas of a check are true in the hidden assignment; `None` if that is not
    /// known. The terms are those that are false or not known.
    Formulas(Option<bool>, Vec<TermId>),
    /// The law that a wrong result violates.
    Law(String),
    /// The call was skipped: it depends on an answer, which was another one.
    Skipped {
        /// The action.
        action: String,
        /// Why the call cannot be made.
        why: String,
    },
    /// The call was left out, and with it the calls that need its result.
    LeftOut {
        /// The action.
        action: String,
        /// Why the call cannot be made.
        why: String,
    },
    /// The rest of the run was left out, because the solver refused an option only when the option
    /// was used. It has the solver's message.
    LeftOutRest(String),
    /// The call before was not made, because the solver lacks what it needs, in a run that went on
    /// without it. That call is not a part of the trace: readers leave it out.
    NotMade,
    /// A text that no reader needs, such as that of another version of this program.
    Other(String),
}

/// Begins the line of a note.
const MARK: &str = "#=";

const REASON_UNKNOWN: &str = "reason-unknown";
const VALUE: &str = "value";
const UNSAT_CORE: &str = "unsat-core";
const UNSAT_ASSUMPTIONS: &str = "unsat-assumptions";
const ASSERTIONS: &str = "assertions";
const COUNTERS: &str = "counters";
const CLAIM: &str = "solved";
const BY: &str = " by ";
const REFUSED: &str = "refused";
const ENDED: &str = "ended";
const UNSUPPORTED: &str = "unsupported";
const COMMAND: &str = "command";
const FORMULAS: &str = "formulas";
const LAW: &str = "law:";
const SKIPPED: &str = "skipped";
const LEFT_OUT: &str = "left out";
const LEFT_OUT_REST: &str = "left out the rest:";
const NOT_MADE: &str = "not made";
const UNKNOWN: &str = "unknown";

impl Note {
    /// The note that a line of a trace has. `None` if the line is not that of a note.
    #[must_use]
    pub fn of_line(line: &str) -> Option<Self> {
        line.trim().strip_prefix(MARK).map(Self::parse)
    }

    /// Reads the text of a note, without the mark of its line.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        let text = text.trim();
        Self::known(text).unwrap_or_else(|| Self::Other(text.to_owned()))
    }

    /// The line of the note. Other tools read it as a comment.
    #[must_use]
    pub fn line(&self) -> String {
        let text = self.to_string();
        // Messages of solvers may have several lines.
        let words: Vec<&str> = text.lines().map(str::trim).collect();
        format!("{MARK} {}\n", words.join(" "))
    }

    /// Whether the call, or the rest of the run, was left out.
    #[must_use]
    pub fn is_left_out(&self) -> bool {
        matches!(self, Self::LeftOut { .. } | Self::LeftOutRest(_))
    }

    fn known(text: &str) -> Option<Self> {
        if let Some(answer) = Answer::from_name(text) {
            return Some(Self::Answer(answer));
        }
        // The longest words come first.
        if let Some(message) = after(text, LEFT_OUT_REST) {
            return Some(Self::LeftOutRest(message.to_owned()));
        }
        if let Some(rest) = after(text, LEFT_OUT) {
            let (action, why) = about_call(rest);
            return Some(Self::LeftOut { action, why });
        }
        if after(text, NOT_MADE).is_some() {
            return Some(Self::NotMade);
        }
        let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
        Some(match word {
            REASON_UNKNOWN => Self::ReasonUnknown(ReasonUnknown::from_name(rest)?),
            VALUE => {
                let (term, literal) = rest.split_once(' ')?;
                Self::Value {
                    term: term_id(term)?,
                    literal: literal.to_owned(),
                }
            }
            UNSAT_CORE => Self::UnsatCore(terms(rest)?),
            UNSAT_ASSUMPTIONS => Self::UnsatAssumptions(terms(rest)?),
            ASSERTIONS => Self::Assertions(rest.parse().ok()?),
            COUNTERS => {
                let (count, digest) = rest.split_once(' ')?;
                Self::Counters {
                    count: count.parse().ok()?,
                    digest: u64::from_str_radix(digest, 16).ok()?,
                }
            }
            CLAIM => {
                let (solved, by) = rest.split_once(BY).unwrap_or((rest, ""));
                let (answer, formulas) = solved.split_once(' ').unwrap_or((solved, ""));
                Self::Claim {
                    answer: Answer::from_name(answer)?,
                    formulas: terms(formulas)?,
                    by: by.to_owned(),
                }
            }
            REFUSED => Self::Refused(rest.to_owned()),
            ENDED => Self::Ended,
            UNSUPPORTED => Self::Unsupported(rest.to_owned()),
            COMMAND => Self::Command(rest.to_owned()),
            FORMULAS => {
                let (truth, formulas) = rest.split_once(' ').unwrap_or((rest, ""));
                let truth = match truth {
                    UNKNOWN => None,
                    truth => Some(truth.parse().ok()?),
                };
                Self::Formulas(truth, terms(formulas)?)
            }
            LAW => Self::Law(rest.to_owned()),
            SKIPPED => {
                let (action, why) = about_call(rest);
                Self::Skipped { action, why }
            }
            word => match (term_id(word), BugKind::from(word)) {
                (Some(term), _) if rest == UNKNOWN => Self::Assigned { term, value: None },
                (Some(term), _) => Self::Assigned {
                    term,
                    value: Some(rest.strip_prefix("= ")?.to_owned()),
                },
                (None, BugKind::Other(_)) => return None,
                (None, kind) => Self::Violation(kind, rest.to_owned()),
            },
        })
    }
}

/// The notes in the text of a trace. The rest of the text need not fit the grammar.
pub fn notes_in(text: &str) -> impl Iterator<Item = Note> {
    text.lines().filter_map(Note::of_line)
}

/// What follows some words.
fn after<'a>(text: &'a str, words: &str) -> Option<&'a str> {
    let rest = text.strip_prefix(words)?;
    match rest.is_empty() {
        true => Some(rest),
        false => rest.strip_prefix(' '),
    }
}

/// The action of a call that was not made, and why it was not made.
fn about_call(text: &str) -> (String, String) {
    let (action, why) = text.split_once(": ").unwrap_or((text, ""));
    (action.to_owned(), why.to_owned())
}

fn term_id(name: &str) -> Option<TermId> {
    TermId::from_name(name).filter(|term| term.0 < MAX_ID)
}

fn terms(names: &str) -> Option<Vec<TermId>> {
    names.split_whitespace().map(term_id).collect()
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let with = |f: &mut fmt::Formatter<'_>, word: &str, rest: &str| match rest {
            "" => f.write_str(word),
            rest => write!(f, "{word} {rest}"),
        };
        let list = |f: &mut fmt::Formatter<'_>, words: fmt::Arguments<'_>, terms: &[TermId]| {
            f.write_fmt(words)?;
            terms.iter().try_for_each(|term| write!(f, " {term}"))
        };
        let about = |f: &mut fmt::Formatter<'_>, word: &str, action: &str, why: &str| {
            with(f, word, action)?;
            match why {
                "" => Ok(()),
                why => write!(f, ": {why}"),
            }
        };
        match self {
            Self::Answer(answer) => f.write_str(answer.name()),
            Self::ReasonUnknown(reason) => with(f, REASON_UNKNOWN, reason.name()),
            Self::Value { term, literal } => write!(f, "{VALUE} {term} {literal}"),
            Self::UnsatCore(terms) => list(f, format_args!("{UNSAT_CORE}"), terms),
            Self::UnsatAssumptions(terms) => list(f, format_args!("{UNSAT_ASSUMPTIONS}"), terms),
            Self::Assertions(count) => write!(f, "{ASSERTIONS} {count}"),
            Self::Counters { count, digest } => write!(f, "{COUNTERS} {count} {digest:016x}"),
            Self::Claim {
                answer,
                formulas,
                by,
            } => {
                list(f, format_args!("{CLAIM} {}", answer.name()), formulas)?;
                match by.as_str() {
                    "" => Ok(()),
                    by => write!(f, "{BY}{by}"),
                }
            }
            Self::Refused(message) => with(f, REFUSED, message),
            Self::Ended => f.write_str(ENDED),
            Self::Unsupported(what) => with(f, UNSUPPORTED, what),
            Self::Command(command) => with(f, COMMAND, command),
            Self::Violation(kind, line) => with(f, &kind.to_string(), line),
            Self::Assigned { term, value } => match value {
                Some(value) => write!(f, "{term} = {value}"),
                None => write!(f, "{term} {UNKNOWN}"),
            },
            Self::Formulas(None, terms) => list(f, format_args!("{FORMULAS} {UNKNOWN}"), terms),
            Self::Formulas(Some(truth), terms) => {
                list(f, format_args!("{FORMULAS} {truth}"), terms)
            }
            Self::Law(law) => with(f, LAW, law),
            Self::Skipped { action, why } => about(f, SKIPPED, action, why),
            Self::LeftOut { action, why } => about(f, LEFT_OUT, action, why),
            Self::LeftOutRest(message) => with(f, LEFT_OUT_REST, message),
            Self::NotMade => f.write_str(NOT_MADE),
            Self::Other(text) => f.write_str(text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each kind of note with its text.
    fn all() -> Vec<(Note, &'static str)> {
        let text = str::to_owned;
        let terms = || vec![TermId(1), TermId(22)];
        let claim = |formulas, by: &str| Note::Claim {
            answer: Answer::Unsat,
            formulas,
            by: by.to_owned(),
        };
        vec![
            (Note::Answer(Answer::Sat), "sat"),
            (Note::Answer(Answer::Unsat), "unsat"),
            (Note::Answer(Answer::Unknown), "unknown"),
            (
                Note::ReasonUnknown(ReasonUnknown::Limit),
                "reason-unknown limit",
            ),
            (
                Note::Value {
                    term: TermId(3),
                    literal: text("\"0101\" 2"),
                },
                "value t3 \"0101\" 2",
            ),
            (Note::UnsatCore(terms()), "unsat-core t1 t22"),
            (Note::UnsatCore(Vec::new()), "unsat-core"),
            (Note::UnsatAssumptions(terms()), "unsat-assumptions t1 t22"),
            (Note::Assertions(3), "assertions 3"),
            (
                Note::Counters {
                    count: 21,
                    digest: 0x0f28_96a3_16b5_f856,
                },
                "counters 21 0f2896a316b5f856",
            ),
            (
                claim(terms(), "a given model"),
                "solved unsat t1 t22 by a given model",
            ),
            (claim(Vec::new(), "a by b"), "solved unsat by a by b"),
            (Note::Refused(String::new()), "refused"),
            (
                Note::Refused(text("unknown option  'x'")),
                "refused unknown option  'x'",
            ),
            (Note::Ended, "ended"),
            (
                Note::Unsupported(text("get-proof: x")),
                "unsupported get-proof: x",
            ),
            (Note::Command(text("(push 1)")), "command (push 1)"),
            (
                Note::Violation(BugKind::WrongUnsat, text("t1 = #b01")),
                "wrong-unsat t1 = #b01",
            ),
            (
                Note::Violation(BugKind::WrongModel, String::new()),
                "wrong-model",
            ),
            (
                Note::Assigned {
                    term: TermId(1),
                    value: Some(text("(f 3) = 4")),
                },
                "t1 = (f 3) = 4",
            ),
            (
                Note::Assigned {
                    term: TermId(1),
                    value: None,
                },
                "t1 unknown",
            ),
            (Note::Formulas(Some(true), Vec::new()), "formulas true"),
            (
                Note::Formulas(Some(false), terms()),
                "formulas false t1 t22",
            ),
            (Note::Formulas(None, terms()), "formulas unknown t1 t22"),
            (Note::Law(text("a = b")), "law: a = b"),
            (
                Note::Skipped {
                    action: text("get-value"),
                    why: text("line 3: it was refused"),
                },
                "skipped get-value: line 3: it was refused",
            ),
            (
                Note::LeftOut {
                    action: text("mk-term"),
                    why: text("needs t1"),
                },
                "left out mk-term: needs t1",
            ),
            (
                Note::LeftOut {
                    action: text("mk-term"),
                    why: String::new(),
                },
                "left out mk-term",
            ),
            (
                Note::LeftOutRest(text("bad option: x")),
                "left out the rest: bad option: x",
            ),
            (Note::NotMade, "not made"),
            (Note::Other(text("took 1")), "took 1"),
            (Note::Other(text("sat with a model")), "sat with a model"),
            (Note::Other(text("value t1")), "value t1"),
            (Note::Other(text("unsat-core a")), "unsat-core a"),
            (Note::Other(text("refusedly")), "refusedly"),
            (Note::Other(text("t1048576 unknown")), "t1048576 unknown"),
            (Note::Other(String::new()), ""),
        ]
    }

    #[test]
    fn notes_are_read_as_they_are_written() {
        for (note, text) in all() {
            assert_eq!(note.to_string(), text);
            assert_eq!(Note::parse(text), note);
            assert_eq!(Note::of_line(&format!("  {}", note.line())), Some(note));
        }
        let kinds = BugKind::PLAIN.iter().cloned();
        for kind in kinds.chain(["crash-SIGSEGV".into(), "reference-exit-3".into()]) {
            let note = Note::Violation(kind, "line".to_owned());
            assert_eq!(Note::parse(&note.to_string()), note);
        }
    }

    #[test]
    fn notes_are_lines() {
        assert_eq!(
            Note::Refused("a\n  b\n".to_owned()).line(),
            "#= refused a b\n"
        );
        assert_eq!(Note::of_line("# = sat"), None);
        assert_eq!(Note::of_line("#=sat"), Some(Note::Answer(Answer::Sat)));
        let text = "1 check-sat\n#= unsat\n# a comment\n2 get-unsat-core\n#= unsat-core\n3 ch";
        let notes: Vec<Note> = notes_in(text).collect();
        let core = Note::UnsatCore(Vec::new());
        assert_eq!(notes, [Note::Answer(Answer::Unsat), core]);
    }
}
