//! What is wrong with an application.

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
