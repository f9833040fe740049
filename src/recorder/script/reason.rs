//! Why calls are left out.

/// Why a call is left out: the end of a sentence about it.
pub(super) type Reason = String;

/// What a call has made, or why it is left out.
pub(super) type Made<T> = Result<T, Reason>;

/// The reason that an argument is not an object of the script.
pub(super) fn unknown(parameter: &str) -> Reason {
    format!("its argument {parameter} is not known")
}
