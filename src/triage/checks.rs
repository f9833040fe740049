//! The checks of the oracles in the parent, and those of the whole program.

use murxla_fsm::oracle::checks::CHECKS;
use murxla_fsm::solver::Check;

murxla_fsm::checks! {
    /// The checks of the oracles in the parent.
    pub PARENT:
    CORE_IS_SAT "recheck.core" "a core is satisfiable";
    ASSUMPTIONS_ARE_SAT "recheck.assumptions" "unsatisfiable assumptions are satisfiable";
    NO_SUCH_MODEL "recheck.values" "no model gives the terms the values that they have";
    SAT_AGAINST_ANOTHER "cross.sat" "the solver says sat, and another one says unsat";
    UNSAT_AGAINST_ANOTHER "cross.unsat" "the solver says unsat, and another one says sat";
    LEAK "leak.memory" "memory in use grows with each run, from this call on";
}

/// The checks that a campaign on one solver may make, or those of all solvers.
pub fn checks(solver: Option<&str>) -> impl Iterator<Item = &'static Check> {
    let ours = CHECKS.iter().chain(PARENT).copied();
    ours.chain(murxla_wrappers::checks(solver))
}

#[cfg(test)]
mod tests {
    use super::*;
    use murxla_fsm::solver::faults;
    use murxla_wrappers::WRAPPERS;

    /// The first segments of the ids of oracles.
    const ORACLES: [&str; 9] = [
        "answers",
        "assignment",
        "assumptions",
        "core",
        "cross",
        "leak",
        "model",
        "recheck",
        "term",
    ];

    #[test]
    fn ids_are_unique() {
        let all: Vec<&Check> = checks(None).collect();
        let mut firsts = ORACLES.to_vec();
        firsts.push("shared");
        firsts.extend(WRAPPERS.iter().map(|wrapper| wrapper.name()));
        assert_eq!(faults(&all, &firsts), [""; 0]);
    }
}
