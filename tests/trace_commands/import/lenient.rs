//! What `import` reads beyond the newest standard, and messages about what it does not read.

use super::{calls, has, import_for, refused};
use crate::common::{run_on, run_with_input};

/// Runs a script on a solver, which must give the answer of its `:status`.
#[track_caller]
fn replays(solver: &str, script: &str) {
    let trace = import_for(solver, script).with_code(0).out;
    let done = run_with_input("replay - --verbose", trace.as_bytes()).with_code(0);
    assert!(!done.out.contains("#= unknown"), "{}", done.out);
}

#[test]
fn one_value_is_distinct() {
    let script = "(set-logic QF_LIA)(set-info :status sat)(declare-const n Int)
        (assert (distinct (+ n 1)))(check-sat)";
    replays("z3", script);
    replays("cvc5", script);
    refused("(assert (distinct))", "takes 2 or more arguments, not 0");
}

/// Some editors write a byte order mark at the beginning of a file.
#[test]
fn byte_order_marks_are_skipped() {
    let script =
        "\u{feff}; of an editor\n(set-logic QF_LIA)\n(declare-const n Int)\n(assert (< n m))";
    let message = "line 4, column 14: symbol 'm' is not supported";
    run_on(["import", "-"], script.as_bytes()).fails(4, &[message]);
    let script = "\u{feff}(declare-const n Int)(assert (< n 7))(check-sat)";
    let done = run_with_input("replay - --solver z3 --verbose", script.as_bytes()).with_code(0);
    assert!(done.out.contains("#= sat"), "{}", done.out);
    let trace = run_on(["import", "-"], script.as_bytes()).with_code(0).out;
    let done = run_with_input(
        "replay - --solver z3",
        format!("\u{feff}{trace}").as_bytes(),
    );
    done.with_code(0);
}

/// Datatypes as in SMT-LIB 2.5. In a command with parameters, a name of a datatype stands for the
/// datatype of these parameters.
#[test]
fn old_declarations_of_datatypes() {
    has(
        "(declare-datatypes () ((Shape (square (side Int)) (none) (both (left Shape) (next Row)))
                                (Row empty (row (head Shape)))))
         (declare-const s Shape)(assert (and (is-both s) (is-row (next s))))",
        &[
            "mk-sort SORT_DT 2 \"Shape\" 0 3 \"square\" 1 \"side\" s1 \"none\" 0 \"both\" 2 \"left\" s(nil) \
             \"next\" s<\"Row\"> 0 \"Row\" 0 2 \"empty\" 0 \"row\" 1 \"head\" s<\"Shape\"> 0",
            "mk-term OP_DT_APPLY_TESTER SORT_BOOL 1 \"both\" 1 t1",
        ],
    );
    let script = "(set-logic ALL)
        (declare-datatypes (K V) ((Tree leaf (fork (key K) (val V) (low Tree) (high Tree)))
                                  (Wood (wood (first Tree) (rest Wood)) end)))
        (declare-const w (Wood Int Bool))(declare-const t (Tree Int Bool))
        (assert (and (is-wood w) (= (first w) (fork 3 true t t))))";
    for (solver, fact, status) in [
        ("z3", "(is-leaf (low (first w)))", "sat"),
        ("z3", "(distinct (key (first w)) 3)", "unsat"),
        ("cvc5", "(not (val (first w)))", "unsat"),
    ] {
        let end = format!("(set-info :status {status})(assert {fact})(check-sat)");
        replays(solver, &format!("{script}{end}"));
    }
    for wrong in [
        "() ()",
        "() (D)",
        "() (())",
        "() ((D))",
        "(X)",
        "(7) ((D c))",
    ] {
        let script = format!("(declare-datatypes {wrong})");
        calls(&script, "z3").unwrap_err();
    }
}

/// The absolute value of a real is the same operator for all solvers, so that their answers can be
/// compared. Traces of older versions have an operator that only cvc5 has.
#[test]
fn absolute_values_of_reals() {
    let script = "(set-logic QF_LRA)(set-info :status unsat)(declare-const r Real)
        (assert (= r (- 1.5)))(assert (distinct (abs r) 1.5))(check-sat)";
    for solver in ["z3", "yices", "cvc5"] {
        replays(solver, script);
        let trace = import_for(solver, script).out;
        assert!(trace.contains(" OP_REAL_ABS "), "{trace}");
        for other in ["z3", "yices", "cvc5"] {
            let command = format!("replay - --verbose --solver {other}");
            let done = run_with_input(&command, trace.as_bytes()).with_code(0);
            assert!(done.out.contains("#= unsat"), "{}", done.out);
        }
        let back = run_with_input("translate - --to smt2", trace.as_bytes()).with_code(0);
        let is_symbol = back.out.contains("(abs r)");
        assert_eq!(is_symbol, solver != "yices", "{}", back.out);
        replays(solver, &back.out);
    }
    let old = import_for("cvc5", script).out;
    let old = old.replace(" OP_REAL_ABS ", " cvc5-OP_REAL_ABS ");
    let done = run_with_input("replay - --verbose", old.as_bytes()).with_code(0);
    assert!(done.out.contains("#= unsat"), "{}", done.out);
    let command = "translate - --to smt2 --dialect standard";
    let standard = run_with_input(command, import_for("z3", script).out.as_bytes());
    let standard = standard.with_code(0).out;
    assert!(
        standard.contains("(ite (>= x0 0.0) x0 (- x0))"),
        "{standard}"
    );
}

/// Messages say what to write instead.
#[test]
fn errors_name_a_solution() {
    for (script, message) in [
        (
            "(declare-const x BitVec)",
            "write for example '(_ BitVec 8)'",
        ),
        (
            "(declare-const x (BitVec 8))",
            "column 18: '(BitVec 8)' is not a sort",
        ),
        (
            "(declare-const x (Array Int))",
            "write for example '(Array Int Int)'",
        ),
        ("(declare-const x (_ BitVek 8))", "did you mean 'BitVec'?"),
        (
            "(declare-sort-parameter T)",
            "column 1: command 'declare-sort-parameter' is not supported: functions have no sort",
        ),
        (
            "(declare-type-var T)",
            "column 1: command 'declare-type-var' is not supported: functions have no sort",
        ),
        (
            "(check-sat-assuming-model (x) (1))",
            "is not supported: few solvers check with given values; (check-sat-assuming ((= x 1)))",
        ),
    ] {
        refused(script, message);
    }
    let error = calls(
        "(declare-fun twice (Int) Int)(assert (= 1 ((_ twice 1) 2)))",
        "cvc5",
    );
    let error = error.unwrap_err();
    assert!(!error.contains("did you mean 'twice'"), "{error}");
    let script = "(declare-rel top (Int))(rule (top 4))(query (top 5))";
    let advice = "'declare-rel' is not supported; did you mean 'declare-fun'? Or add --solver z3";
    run_on(["import", "-"], script.as_bytes()).fails(4, &[advice]);
}
