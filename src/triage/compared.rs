//! What a solver said and what is right, as the messages of checks have it.

use murxla_fsm::oracle::checks::FORMULA_FALSE;
use murxla_fsm::solver::TermId;

/// What the solver said about a term, and what is right instead: a value or a sort.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Compared {
    /// The id of the term.
    pub term: String,
    /// What the solver said.
    pub said: String,
    /// What is right.
    pub right: String,
}

/// The lines of messages that have both: what is between the id and the first of them, between
/// both, and at the end. Last, what is said before the right one, if the line begins with what the
/// solver said; `None` if it begins with the right one.
const LINES: [(&str, &str, &str, Option<&str>); 4] = [
    (
        " is ",
        " in the model, but ",
        " by the values of its arguments",
        Some(""),
    ),
    (
        " is ",
        " in the model, chosen from ",
        "",
        Some("a member of "),
    ),
    (" was made as ", ", but reads as ", "", None),
    (" must be ", ", but is ", "", None),
];

impl Compared {
    /// What a message about a bug says.
    #[must_use]
    pub fn of(message: &str) -> Option<Self> {
        message.lines().find_map(Self::of_line).or_else(|| {
            // The details begin with the formula.
            let details = message.split_once(FORMULA_FALSE.sentence())?.1;
            let (before, _) = details.trim_start_matches(": ").split_once(": ")?;
            Some(Self {
                term: before.split_whitespace().last()?.to_owned(),
                said: "false".to_owned(),
                right: "true".to_owned(),
            })
        })
    }

    fn of_line(line: &str) -> Option<Self> {
        LINES
            .iter()
            .find_map(|(first, between, end, before_right)| {
                // Most texts do not have these words, so they come first.
                let (before, other) = line.split_once(between)?;
                let other = other.strip_suffix(end)?;
                let mut places = before.match_indices(first);
                let (term, one) = places.find_map(|(at, _)| {
                    let term = before[..at].split_whitespace().last()?;
                    is_id(term).then_some((term.to_owned(), &before[at + first.len()..]))
                })?;
                let (said, right) = match before_right {
                    Some(words) => (one.to_owned(), format!("{words}{other}")),
                    None => (other.to_owned(), one.to_owned()),
                };
                Some(Self { term, said, right })
            })
    }
}

/// Whether a word is the id of a term, such as `t12`.
fn is_id(word: &str) -> bool {
    TermId::from_name(word).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_read() {
        let of = |message: &str| {
            let compared = Compared::of(message)?;
            Some([compared.term, compared.said, compared.right])
        };
        let cases = [
            (
                "the value of a term contradicts the values of its arguments (OP_A)\n\
                 t2 is #b1 in the model, but #b0 by the values of its arguments\nt1 = #b0",
                ["t2", "#b1", "#b0"],
            ),
            (
                "the value of a choice is not a member of the set or bag: \
                 t3 is 1 in the model, chosen from (set.singleton 2)",
                ["t3", "1", "a member of (set.singleton 2)"],
            ),
            (
                "the model does not satisfy a formula [ARRAY]\nt5: OP_EQUAL, OP_A",
                ["t5", "false", "true"],
            ),
            (
                "the model does not satisfy a formula: t5: OP_EQUAL",
                ["t5", "false", "true"],
            ),
            (
                "a literal is read back with a different value (SORT_STRING): \
                 t1 was made as \" is \", but reads as \"\"",
                ["t1", "\"\"", "\" is \""],
            ),
            (
                "the sort of a term is not the predicted one (SORT_BV): \
                 the sort of t2 must be (_ BitVec 2), but is (_ BitVec 3)",
                ["t2", "(_ BitVec 3)", "(_ BitVec 2)"],
            ),
        ];
        for (message, expected) in cases {
            assert_eq!(of(message), Some(expected.map(str::to_owned)), "{message}");
        }
        for message in [
            "",
            "t1 is 1",
            " in the model, but ",
            "the model does not satisfy a formula",
        ] {
            assert_eq!(of(message), None, "{message}");
        }
    }
}
