//! What an action works on stands in its arguments: a person can read and edit it, and `minimize`
//! leaves out what the bug does not need.

use crate::common::{Done, run_on, run_with_input};
use murxla_wrappers::WRAPPERS;

const REFUSED: i32 = 4;

/// Replays one call after a sort `s1` was made.
fn replay(solver: &str, call: &str) -> Done {
    let trace = format!("# solver: {solver}\n0 new\n0 mk-sort SORT_BOOL\n  return s1\n{call}\n");
    run_on(["replay", "-"], trace.as_bytes())
}

/// In older versions, the seeds of these calls made problems. The same seeds would make others, or
/// none.
#[test]
fn calls_of_older_versions_are_refused() {
    for (solver, call) in [
        ("z3", "z3-difference"),
        ("z3", "z3-laws"),
        ("cvc5", "cvc5-polynomial"),
        ("cvc5", "cvc5-field"),
        ("cvc5", "cvc5-synth s1"),
        ("z3", "z3-optimize 0"),
        ("bitwuzla", "bitwuzla-parse-mistakes"),
        ("yices", "yices-laws"),
        ("yices", "yices-difference"),
        ("yices", "yices-polynomials"),
        ("z3", "z3-fixedpoint \":engine datalog\""),
        ("cvc5", "cvc5-script"),
    ] {
        let done = replay(solver, &format!("7 {call}")).with_code(REFUSED);
        assert!(
            done.err.contains("older versions drew"),
            "{call}: {}",
            done.err
        );
    }
}

#[test]
fn wrong_arguments_are_named() {
    for (solver, call, error) in [
        ("z3", "z3-rcf \"1/0\" \"2\"", "'1/0' is not a fraction"),
        (
            "z3",
            "z3-algebraic \"1\" \"2\" 99",
            "the degree is not 2 to 8",
        ),
        (
            "z3",
            "z3-law finite-domain 2 0 19",
            "'finite-domain' has 2 numbers: 0 to 7, 2 to 9",
        ),
        (
            "z3",
            "z3-law domain 2 0 5",
            "'domain' is not one of finite-sets",
        ),
        (
            "z3",
            "z3-fixedpoint \"\" 1 \"(rule\"",
            "command 1: '(' without ')'",
        ),
        (
            "z3",
            "z3-fixedpoint \"\" 2 \"(declare-rel p ())\" \"(query p :spacer.trace_file f)\"",
            "command 2: ':spacer.trace_file' is not allowed here",
        ),
        (
            "z3",
            "z3-fixedpoint \"\" 1 \"(check-sat)\"",
            "not one of declare-rel, declare-var",
        ),
        (
            "z3",
            "z3-solve \"(set-logic QF_BV)\" 0",
            "LOGIC is one of QF_IDL",
        ),
        (
            "cvc5",
            "cvc5-exotica s1 family 1 7",
            "'family' has 1 numbers: 1 to 3",
        ),
        (
            "cvc5",
            "cvc5-exotica s1 families 0",
            "'families' is not one of nullable",
        ),
        (
            "cvc5",
            "cvc5-synth 1 \"sygus-out status\" 0",
            "'sygus-out' is not an option of synthesis",
        ),
        (
            "cvc5",
            "cvc5-synth 0 2 \"(synth-fun f () Int)\" \"(check-sat)\"",
            "command 2: '(check-sat)' is not one of synth-fun",
        ),
        (
            "cvc5",
            "cvc5-separation s1 s1 twice",
            "a heap is from integers",
        ),
        (
            "z3",
            "z3-optimize 0 t9 maximize 0",
            "'t9' is not a term made before",
        ),
        (
            "boolector",
            "btor-parse-mistakes smt3 0",
            "'smt3' is not one of smt1, btor, btor2, smt2",
        ),
        (
            "cvc5",
            "cvc5-synth 0 2 \"(synth-fun f () Int) (check-synth)\" \"(check-synth)\"",
            "each text is one command",
        ),
        (
            "cvc5",
            "cvc5-synth 0 2 \"(synth-fun f () Int)\" \"(check-synth-next)\"",
            "it follows a query for the first one",
        ),
        (
            "z3",
            "z3-fixedpoint \"\" 2 \"(declare-rel\" \"p ())\"",
            "each text is one command",
        ),
        (
            "bitwuzla",
            "bitwuzla-run-script 1 \"(exit)\"",
            "is not a command that scripts of",
        ),
    ] {
        let done = replay(solver, &format!("0 {call}")).with_code(REFUSED);
        assert!(done.err.contains(error), "{call}: {}", done.err);
    }
}

/// Each rule and query of a fixed point is left out by itself, and formulas become simpler.
#[test]
fn texts_are_minimized() {
    let rules = [
        "(declare-rel edge ((_ BitVec 2) (_ BitVec 2)))",
        "(declare-rel path ((_ BitVec 2) (_ BitVec 2)))",
        "(declare-rel other ((_ BitVec 1)))",
        "(declare-var x (_ BitVec 2))",
        "(declare-var y (_ BitVec 2))",
        "(declare-var z (_ BitVec 2))",
        "(rule (other #b1))",
        "(rule (=> (edge x y) (path x y)))",
        "(rule (=> (and (path x y) (edge y z)) (path x z)))",
        "(rule (edge #b00 #b01))",
        "(rule (edge #b01 #b10))",
        "(query (other #b1))",
        "(query (path #b00 #b01))",
    ];
    let texts: Vec<String> = rules.iter().map(|rule| format!("\"{rule}\"")).collect();
    let trace = |seed: u32| {
        let (count, texts) = (texts.len(), texts.join(" "));
        let call = format!(
            "{seed} z3-fixedpoint \":engine datalog :xform.bit_blast true\" {count} {texts}"
        );
        format!("# solver: z3\n0 new\n{call}\n")
    };
    // Z3 loses facts that are rows of a table, which they are for half of the seeds.
    let is_wrong = |trace: &&String| {
        let done = run_with_input("replay -", trace.as_bytes());
        (done.out + &done.err).contains("a fixed point has a wrong answer")
    };
    let traces: Vec<String> = (0..20).map(trace).collect();
    let wrong = traces.iter().find(is_wrong).expect("no seed shows the bug");
    let done = run_with_input("minimize -", wrong.as_bytes()).with_code(1);
    let call = done.out.lines().find(|line| line.contains("z3-fixedpoint"));
    let call = call.expect("the call is there");
    assert!(
        !call.contains("other") && call.contains("(query (path"),
        "{call}"
    );
    assert!(call.matches("\"(").count() < rules.len() - 3, "{call}");
}

/// The actions of one solver that take no argument, by the reasons why they need none.
const WITHOUT_ARGUMENTS: &[(&str, &[&str])] = &[
    (
        "it reads the result of the last check",
        &[
            "z3-model",
            "z3-state",
            "cvc5-block-model",
            "cvc5-get-difficulty",
            "cvc5-get-learned-literals",
            "cvc5-get-unsat-core-lemmas",
            "cvc5-get-proof",
            "cvc5-get-instantiations",
            "cvc5-get-statistics",
        ],
    ),
    (
        "it is about all that is asserted",
        &[
            "cvc5-plugin",
            "cvc5-prove",
            "cvc5-check-interrupted",
            "cvc5-get-timeout-core",
            "bitwuzla-simplify",
            "bitwuzla-print-parse",
            "bitwuzla-btor2",
            "btor-clone",
            "btor-clone-check",
            "btor-simplify",
            "btor-print-parse",
            "btor-dump-formats",
            "btor-dump-circuit",
            "btor-fixate-assumptions",
            "btor-reset-assumptions",
            "btor-release-all",
        ],
    ),
    (
        "the functions that it calls take nothing",
        &["bitwuzla-misc", "btor-misc", "btor-opt-iterator"],
    ),
    (
        "it is of older versions, and refused",
        &[
            "z3-difference",
            "z3-laws",
            "cvc5-polynomial",
            "cvc5-field",
            "yices-laws",
            "yices-difference",
            "yices-polynomials",
        ],
    ),
];

#[test]
fn actions_without_arguments_have_a_reason() {
    let actions = WRAPPERS
        .iter()
        .flat_map(|wrapper| wrapper.constants().actions);
    let without = actions.filter(|row| row.action.params().is_empty());
    let mut without: Vec<&str> = without.map(|row| row.action.name()).collect();
    let listed = WITHOUT_ARGUMENTS.iter().flat_map(|(_, actions)| *actions);
    let mut listed: Vec<&str> = listed.copied().collect();
    without.sort_unstable();
    listed.sort_unstable();
    assert_eq!(without, listed);
}
