//! What an action works on stands in its arguments: a person can read and edit it, and `minimize`
//! leaves out what the bug does not need (`tests/cases/minimize/fixed_point.trace`).

use murxla_wrappers::WRAPPERS;

/// The actions of one solver that take no argument, by the reasons why they need none.
const WITHOUT_ARGUMENTS: [(&str, &str); 4] = [
    (
        "it reads the result of the last check",
        "z3-model z3-state cvc5-block-model cvc5-get-difficulty cvc5-get-learned-literals \
         cvc5-get-unsat-core-lemmas cvc5-get-proof cvc5-get-instantiations \
         cvc5-get-statistics",
    ),
    (
        "it is about all that is asserted",
        "cvc5-plugin cvc5-prove cvc5-check-interrupted cvc5-get-timeout-core \
         bitwuzla-simplify bitwuzla-print-parse bitwuzla-btor2 btor-clone \
         btor-clone-check btor-simplify btor-print-parse btor-dump-formats \
         btor-dump-circuit btor-fixate-assumptions btor-reset-assumptions \
         btor-release-all",
    ),
    (
        "the functions that it calls take nothing",
        "bitwuzla-misc btor-misc btor-opt-iterator",
    ),
    (
        "it is of older versions, and refused",
        "z3-difference z3-laws cvc5-polynomial cvc5-field yices-laws yices-difference \
         yices-polynomials",
    ),
];

#[test]
fn actions_without_arguments_have_a_reason() {
    let actions = WRAPPERS
        .iter()
        .flat_map(|wrapper| wrapper.constants().actions);
    let without = actions.filter(|row| row.action.params().is_empty());
    let mut without: Vec<&str> = without.map(|row| row.action.name()).collect();
    let listed = WITHOUT_ARGUMENTS.iter();
    let mut listed: Vec<&str> = listed.flat_map(|(_, actions)| actions.split(' ')).collect();
    without.sort_unstable();
    listed.sort_unstable();
    assert_eq!(without, listed);
}
