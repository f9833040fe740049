//! The checks of the oracles in the parent, and those of the whole program.

use super::KindRow;
use murxla_fsm::oracle::BugKind;
use murxla_fsm::oracle::checks::{CHECKS, UNSAT_WITH_ASSIGNMENT};
use murxla_fsm::solver::{Answer, Check};

murxla_fsm::checks! {
    /// The checks of the oracles in the parent.
    pub PARENT:
    CORE_IS_SAT "recheck.core" "a core is satisfiable"
        "The formulas of a core are unsatisfiable by themselves. Only they were asserted in a fresh \
         solver, and it answered `sat`.";
    ASSUMPTIONS_ARE_SAT "recheck.assumptions" "the unsat assumptions are satisfiable"
        "By SMT-LIB, the assertions together with the unsatisfiable assumptions are unsatisfiable. \
         They were asserted in a fresh solver, which answered `sat`.";
    NO_SUCH_MODEL "recheck.values" "no model gives the terms the values that they have"
        "The values are those of one model of the formulas. So the formulas stay satisfiable with \
         equations that give the terms these values, but a fresh solver answered `unsat` for them.";
    SAT_AGAINST_FRESH "recheck.sat" "the solver says sat, and a fresh instance says unsat"
        "The formulas are unsatisfiable: the model of the answer `sat` does not satisfy them, and a \
         fresh instance of the solver, in which nothing else was asserted, answers `unsat`.";
    SAT_AGAINST_ANOTHER "cross.sat" "the solver says sat, and another one says unsat"
        "Both solvers checked the same formulas after the same calls, and formulas are either \
         satisfiable or not. So one of the two answers must be wrong.";
    SAT_REFUTED "cross.refuted" "the solver says sat, and another one refutes the formulas"
        "The formulas are unsatisfiable: another solver, to which only they are asserted, answers \
         `unsat` for them, and the model of the answer `sat` does not satisfy them.";
    UNSAT_AGAINST_ANOTHER "cross.unsat" "the solver says unsat, and another one says sat"
        "Both solvers checked the same formulas after the same calls, and formulas are either \
         satisfiable or not. So one of the two answers must be wrong.";
    GAVE_UP "cross.gave-up" "the solver gives up, but another one decides the check"
        "The formulas are small and of a decidable logic, and another solver decides the same check. The \
         solver says that it is incomplete, and not that it has reached a limit.";
    SLOWER "cross.slower" "the solver runs out of resources, but a hundredth of them is enough"
        "Another release of the solver, or the same one with other options, decides the same check with a \
         hundredth of the resources. Resources are counted by the solver, so time has no effect.";
    SAT_AGAINST_NOTE "noted.sat" "the solver says sat, and the trace notes unsat"
        "The answer that the trace notes is right, such as the status of an imported script.";
    UNSAT_AGAINST_NOTE "noted.unsat" "the solver says unsat, and the trace notes sat"
        "The answer that the trace notes is right, such as the status of an imported script.";
    LEAK "leak.memory" "memory in use grows with each run, from this call on"
        "An instance that is deleted releases its memory. So after the first runs, in which caches \
         fill, further runs with the same calls in one process leave no more memory in use.";
}

/// The checks that a campaign on one solver may make, or those of all solvers.
pub fn checks(solver: Option<&str>) -> impl Iterator<Item = &'static Check> {
    let ours = CHECKS.iter().chain(PARENT).copied();
    ours.chain(murxla_wrappers::checks(solver))
}

/// The answer of the solver under test that the failed check of this id says is wrong, if it is
/// one of two solvers that disagree.
#[must_use]
pub fn wrong_answer(check: &str) -> Option<Answer> {
    let checks = [
        (&SAT_AGAINST_ANOTHER, Answer::Sat),
        (&SAT_REFUTED, Answer::Sat),
        (&UNSAT_AGAINST_ANOTHER, Answer::Unsat),
    ];
    let mut checks = checks.into_iter();
    checks.find_map(|(known, answer)| (known.id() == check).then_some(answer))
}

/// What is right instead of a bug of this kind, and why. A check says this more precisely than the
/// kind, except for the one that is made on answers, cores and assumptions.
#[must_use]
pub fn expected(kind: &BugKind, check: Option<&str>) -> String {
    let of_kind = KindRow::of(kind).expected;
    let known = check.and_then(|id| checks(None).find(|check| check.id() == id));
    match known {
        None => of_kind.to_owned(),
        Some(check) if check.id() == UNSAT_WITH_ASSIGNMENT.id() => {
            format!("{of_kind} {}", check.expected())
        }
        Some(check) => check.expected().to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use murxla_fsm::solver::faults;
    use murxla_wrappers::WRAPPERS;

    /// The first segments of the ids of oracles.
    const ORACLES: [&str; 11] = [
        "answers",
        "assignment",
        "assumptions",
        "core",
        "cross",
        "exhaustive",
        "leak",
        "model",
        "noted",
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
