//! The checks that wrappers share, and the tables of all wrappers.

use crate::WRAPPERS;
use murxla_fsm::solver::Check;

murxla_fsm::checks! {
    /// The checks that wrappers share.
    pub(crate) SHARED:
    STRANGE_IN_CORE "shared.core.stranger" "a core has a formula that was neither asserted nor assumed";
    WAYS_OF_READING "shared.value.ways" "two ways of reading a value do not agree";
    DIGITS "shared.value.digits" "the digits of a value are none of its width";
    SAT_WITHOUT_SOLUTION "shared.known.sat" "a problem without a solution is sat";
    UNSAT_WITH_SOLUTION "shared.known.unsat" "a problem with a solution is unsat";
}

/// The checks that wrappers share, and those of one wrapper, or of all of them.
pub fn checks(wrapper: Option<&str>) -> impl Iterator<Item = &'static Check> {
    let wrappers = WRAPPERS.iter();
    let wrappers = wrappers.filter(move |of| wrapper.is_none_or(|name| of.name() == name));
    let own = wrappers.flat_map(|of| of.checks());
    SHARED.iter().chain(own).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use murxla_fsm::solver::faults;

    #[test]
    fn ids_begin_with_their_wrapper() {
        assert_eq!(faults(SHARED, &["shared"]), [""; 0]);
        for wrapper in WRAPPERS {
            assert_eq!(faults(wrapper.checks(), &[wrapper.name()]), [""; 0]);
        }
    }
}
