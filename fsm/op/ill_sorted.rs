//! What is wrong with an application.

use crate::sort::{SortId, Sorts};

/// Why an application is not well-sorted.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum IllSorted {
    /// The number of arguments is wrong.
    #[error("takes {expected} arguments, not {got}")]
    Arity {
        /// What the signature asks for.
        expected: String,
        /// What was given.
        got: usize,
    },
    /// An argument has another sort than the signature asks for.
    #[error("argument {position} has sort {got}")]
    Argument {
        /// Counted from 1.
        position: usize,
        /// The argument's sort.
        got: String,
    },
    /// The number of indices is wrong or one is out of range.
    #[error("index {position} is missing, superfluous or out of range")]
    Index {
        /// Counted from 1.
        position: usize,
    },
}

impl IllSorted {
    /// The number of these arguments.
    pub(super) fn arity(expected: &str, args: &[SortId]) -> Self {
        Self::Arity {
            expected: expected.to_owned(),
            got: args.len(),
        }
    }

    /// The sort of one of these arguments, counted from 0.
    pub(super) fn argument(sorts: &Sorts, args: &[SortId], position: usize) -> Self {
        let sort = args.get(position);
        Self::Argument {
            position: position + 1,
            got: sort.map_or(String::new(), |sort| sorts.view(*sort).to_string()),
        }
    }
}
