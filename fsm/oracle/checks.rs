//! The checks of the oracles in the process of the solver.

crate::checks! {
    /// All of them.
    pub CHECKS:
    UNSAT_WITH_ASSIGNMENT "assignment.unsat" "the solver says unsat, but an assignment satisfies the formulas";
    FORMULA_FALSE "model.formula-false" "a formula is false in the model of it";
    TWO_VALUES "model.two-values" "a term has two values";
    VALUE_OF_ARGUMENTS "model.value" "the value of a term is not what its arguments make it";
    NO_MEMBER "model.choice" "the value of a term is no member of what it chooses from";
    SAT_AND_UNSAT "answers.sat-and-unsat" "the solver says sat and unsat about the same formulas";
    CONTRADICTING_FORMULAS "answers.sat-of-contradiction" "the solver says sat, but the formulas contradict each other";
    PINNED_FALSE "answers.sat-of-fixed-values" "the solver says sat, but the values that formulas fix make one false";
    STRANGE_IN_CORE "core.stranger" "a formula is in the core, but neither asserted nor assumed";
    STRANGE_ASSUMPTION "assumptions.stranger" "a formula is an unsatisfiable assumption, but not assumed";
    SORT_OF_TERM "term.sort" "the sort of a term is not the predicted one";
    READ_BACK "term.value" "a value reads as another one than was made";
}
