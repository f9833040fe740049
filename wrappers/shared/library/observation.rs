//! What happens before and after a call of a library: it is recorded, or its time is measured.

use super::{record, timing};
use std::time::Instant;

/// Whether calls are recorded or timed.
pub(super) fn is_on() -> bool {
    record::is_on() || timing::is_on()
}

/// A call that has begun.
pub(super) enum Observation {
    Recorded,
    Timed(Instant),
    /// It is part of another call: a callback of ours makes it.
    Inner,
}

impl Observation {
    /// Begins to observe a call with these arguments.
    pub(super) fn begin(name: &str, arguments: &[u64]) -> Self {
        if record::is_on() {
            match record::begin_call(name, arguments) {
                true => Self::Recorded,
                false => Self::Inner,
            }
        } else {
            timing::begin_call().map_or(Self::Inner, Self::Timed)
        }
    }

    /// The call has returned.
    pub(super) fn end(self, name: &str, arguments: &[u64], result: u64) {
        match self {
            Self::Recorded => record::end_call(name, arguments, result),
            Self::Timed(begun) => timing::end_call(begun),
            Self::Inner => {}
        }
    }
}
