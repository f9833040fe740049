//! The checks of the oracles in the process of the solver.

crate::checks! {
    /// All of them.
    pub CHECKS:
    UNSAT_WITH_ASSIGNMENT "assignment.unsat"
        "the solver says unsat, but an assignment satisfies the formulas"
        "murxla-rs chose the values of the symbols without the solver, and computed the values of \
         all terms from them, with the semantics of SMT-LIB.";
    SAT_WITHOUT_ASSIGNMENT "exhaustive.sat"
        "the solver says sat, but no assignment satisfies the formulas"
        "The answer should be `unsat`. murxla-rs tried all assignments of the symbols with small \
         sorts, and computed the values of the formulas with the semantics of SMT-LIB. Each \
         assignment makes at least one formula false.";
    FORMULA_FALSE "model.formula-false" "the model does not satisfy a formula"
        "After `sat`, the model makes all assertions and assumptions true, as SMT-LIB says. The \
         value of this formula was computed from the values of its subterms in the same model.";
    TWO_VALUES "model.two-values" "a term has two values"
        "A term has one value in a model. The term is twice in the list of one `get-value`, so \
         both values are of the same model and must be equal.";
    VALUE_OF_ARGUMENTS "model.value" "the value of a term contradicts the values of its arguments"
        "A term in a model has the value that its operator gives for the values of its arguments. \
         SMT-LIB or the solver defines the operator. An evaluator that is independent of the \
         solver computed this value.";
    NO_MEMBER "model.choice" "the value of a choice is not a member of the set or bag"
        "What `set.choose` or `bag.choose` returns for a set or bag that is not empty is one of \
         its members. The set or bag has its value in the same model.";
    SAT_AND_UNSAT "answers.sat-and-unsat" "the solver says sat and unsat about the same formulas"
        "If some formulas are satisfiable, each subset of them is satisfiable, too, no matter \
         whether they are asserted or assumed. So one of the two claims must be wrong.";
    CONTRADICTING_FORMULAS "answers.sat-of-contradiction"
        "the solver says sat, but the formulas contradict each other"
        "The answer should be `unsat`, because one of the formulas is false or is the negation of \
         another one. This was found by simplifying the formulas, without a solver.";
    PINNED_FALSE "answers.sat-of-fixed-values"
        "the solver says sat, but the values that formulas fix make one false"
        "The answer should be `unsat`. Some formulas fix the values of constants, as `(= x 5)` \
         does, or have no constants. An evaluator that is independent of the solver computes that \
         one of the formulas is false in all models.";
    STRANGE_IN_CORE "core.stranger" "a formula is in the core, but neither asserted nor assumed"
        "An unsat core is a subset of the formulas that were checked: the current assertions, and \
         the assumptions of the last check.";
    STRANGE_ASSUMPTION "assumptions.stranger"
        "a formula is in the unsat assumptions, but not assumed"
        "By SMT-LIB, `get-unsat-assumptions` returns a subset of the assumptions of the last \
         check.";
    SORT_OF_TERM "term.sort" "the sort of a term is not the predicted one"
        "A term has the sort that the signature of its operator gives for the sorts of its \
         arguments, or the sort that it was declared with. This sort was computed without the \
         solver.";
    READ_BACK "term.value" "a literal is read back with a different value"
        "A literal has the value that it was made with. So the functions that read literals return \
         the value that was passed to the function that made it.";
}
