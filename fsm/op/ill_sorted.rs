//! The reasons why an application is not well-sorted.

use crate::sort::{SortId, Sorts};

/// Why an application is not well-sorted.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum IllSorted {
    /// The number of arguments is wrong.
    #[error("takes {expected} {}, not {got}", arguments(.expected))]
    Arity {
        /// What the signature requires.
        expected: String,
        /// The number of arguments given.
        got: usize,
    },
    /// An argument has another sort than the signature requires.
    #[error("argument {position} has sort {got}{}", but_expected(.expected))]
    Argument {
        /// The argument's position, counted from 1.
        position: usize,
        /// The argument's sort.
        got: String,
        /// The sort that is expected, or words for it. Empty if nothing is known.
        expected: String,
    },
    /// The number of indices is wrong or one is out of range.
    #[error("index {position} is missing, superfluous or out of range")]
    Index {
        /// The index's position, counted from 1.
        position: usize,
    },
}

impl IllSorted {
    /// The error for a wrong number of arguments.
    pub(super) fn arity(expected: &str, args: &[SortId]) -> Self {
        Self::Arity {
            expected: expected.to_owned(),
            got: args.len(),
        }
    }

    /// The error for the sort of an argument. `position` is counted from 0.
    pub(super) fn argument(sorts: &Sorts, args: &[SortId], position: usize) -> Self {
        let sort = args.get(position);
        Self::Argument {
            position: position + 1,
            got: sort.map_or(String::new(), |sort| sorts.view(*sort).to_string()),
            expected: String::new(),
        }
    }

    /// The same error, with the sort that is expected for the argument.
    pub(super) fn but(self, wanted: impl Into<String>) -> Self {
        match self {
            Self::Argument { position, got, .. } => Self::Argument {
                position,
                got,
                expected: wanted.into(),
            },
            other => other,
        }
    }
}

fn arguments(expected: &str) -> &'static str {
    match expected {
        "1" => "argument",
        _ => "arguments",
    }
}

fn but_expected(expected: &str) -> String {
    match expected {
        "" => String::new(),
        _ => format!(", but {expected} is expected"),
    }
}
