//! The counters of a run, by their places in `Outcome::counters`.

/// Checks answered `sat`.
pub const SAT: usize = 0;
/// Checks answered `unsat`.
pub const UNSAT: usize = 1;
/// Checks answered `unknown`.
pub const UNKNOWN: usize = 2;
/// Runs that ended early because the solver refused an option only when it was used.
pub const REFUSED: usize = 3;
/// Option settings that were not drawn because the solver is known to refuse them.
pub const AVOIDED: usize = 4;
/// The first counter of the parts of a run's time, in microseconds. See [`super::PARTS`].
pub const FIRST_PART: usize = 5;
/// The number of these parts.
pub const PARTS: usize = 6;
