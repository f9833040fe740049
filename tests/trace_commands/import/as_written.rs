//! What a script says is what is run, and what is left out is said, with its place in the script.

use super::import_for;
use crate::common::{Done, run_on};

fn replay(solver: &str, script: &str, more: &[&str]) -> Done {
    let arguments = ["replay", "-", "--solver", solver];
    run_on(arguments.iter().chain(more), script.as_bytes())
}

/// The attributes of quantifiers are calls where the API has them.
#[test]
fn attributes_of_quantifiers_are_calls() {
    let script = "(declare-fun f (Int) Int)\n\
        (assert (forall ((x Int)) (! (> (f x) 0) :pattern ((f x)) :weight 7 :qid outer :skolemid k!4)))\n\
        (assert (forall ((x Int)) (! (< (f x) 9) :no-pattern (f x))))\n(check-sat)\n";
    let of_z3 = import_for("z3", script).with_code(0);
    for call in [
        "OP_PATTERN SORT_BOOL 2 ",
        "OP_WEIGHT SORT_BOOL 1 t6 1 7",
        "OP_QID SORT_BOOL 1 t7 1 0",
        "OP_SKOLEMID SORT_BOOL 1 t8 1 4",
        "OP_NO_PATTERN SORT_BOOL 2 ",
    ] {
        assert!(of_z3.out.contains(call), "{call}: {}", of_z3.out);
    }
    assert_eq!(of_z3.err, "");
    // They are the same again in a script.
    let back = run_on(["translate", "-", "--to", "smt2"], of_z3.out.as_bytes()).with_code(0);
    assert!(
        back.out
            .contains(":pattern ((f x)) :weight 7 :qid k!0 :skolemid k!4"),
        "{}",
        back.out
    );
    // cvc5 has no weights, and Yices no patterns. The formulas are the same without them.
    for solver in ["z3", "cvc5", "yices"] {
        assert_eq!(import_for(solver, script).with_code(0).err, "");
        let done = replay(solver, script, &[]).with_code(0);
        assert!(done.err.starts_with("ended well: "), "{}", done.err);
    }
}

/// Z3 makes no instance of a quantifier with a great weight.
#[test]
fn weights_matter() {
    let script = |weight: u32| {
        format!(
            "(set-option :auto_config false)(set-option :smt.mbqi false)(declare-fun g (Int) Int)\
             (assert (forall ((i Int)) (! (< (g i) 1) :pattern ((g i)) :weight {weight})))\
             (assert (> (g 3) 2))(check-sat)"
        )
    };
    for (weight, answer) in [(1, "unsat"), (90, "unknown")] {
        let done = replay("z3@5.4.1", &script(weight), &[]).with_code(0);
        assert_eq!(done.err, format!("ended well: {answer}\n"));
    }
}

/// The limits of generated patterns do not hold.
#[test]
fn large_patterns_stay() {
    let sum = (0..40).fold("(p x)".to_owned(), |sum, n| format!("(q {sum} {n})"));
    let script = format!(
        "(declare-fun p (Int) Int)(declare-fun q (Int Int) Int)\
         (assert (forall ((x Int)) (! (= (p x) 1) :pattern ({sum}))))(check-sat)"
    );
    let done = import_for("z3", &script).with_code(0);
    assert!(done.out.contains("OP_PATTERN"), "{}", done.out);
    assert_eq!(done.err, "");
    // Two variables, one of them in the pattern.
    let script = "(declare-fun p (Int) Int)\n\
        (assert (forall ((x Int) (y Int)) (! (= (p x) y) :pattern ((p x)))))";
    let done = import_for("z3", script).with_code(0);
    let why = "line 2, column 50: :pattern (the pattern lacks a variable)";
    assert_eq!(done.err, format!("-: left out: {why}\n"));
    assert!(
        done.out.contains(&format!("# left out: {why}\n")),
        "{}",
        done.out
    );
}

/// The logic chooses the solver, as in the program: only the solver for Horn clauses finds a model.
#[test]
fn the_logic_chooses_the_solver() {
    let script = "(set-logic HORN)(declare-fun inv (Int Int) Bool)\
        (assert (forall ((a Int)) (inv a a)))\
        (assert (forall ((a Int) (b Int)) (=> (and (inv a b) (< b 100)) (inv a (+ b 1)))))\
        (assert (forall ((a Int) (b Int)) (=> (and (inv a b) (< b a)) false)))(check-sat)";
    let done = replay("z3@5.4.1", script, &["--time-limit", "20"]).with_code(0);
    assert!(done.err.starts_with("ended well: sat\n"), "{}", done.err);
}

/// Errors in the calls of a script name its lines.
#[test]
fn errors_name_places_in_the_script() {
    let script = "(set-logic HO_ALL)\n(declare-fun f ((-> Int Bool)) Bool)\n\n\
        (assert (forall ((g (-> Int Bool))) (f g)))\n(check-sat)\n";
    let done = replay("z3@5.4.1", script, &[]);
    done.with_error(4, &["line 2, column 1: a function sort is not supported"]);
    let script = "(declare-const s String)\n(assert\n (= s\n  (str.replace_all s \"a\" \"b\")))\n(check-sat)\n";
    let done = replay("z3@4.8.5", script, &[]);
    done.with_error(
        4,
        &["line 4, column 3: operator 'OP_STR_REPLACE_ALL' is not supported"],
    );
}

/// Without values, a wrong model is not seen. The replay says that it has not looked.
#[test]
fn models_are_read_on_request() {
    let script = "(declare-const a Int)(assert (> a 2))(check-sat)";
    let hint = "the model was not read: --values asks for the values of the assertions\n";
    let unread = replay("z3", script, &[]).with_code(0);
    assert_eq!(unread.err, format!("ended well: sat\n{hint}"));
    let read = replay("z3", script, &["--values", "--verbose"]).with_code(0);
    assert_eq!(read.err, "ended well: sat\n");
    assert!(read.out.contains(" get-value 2 "), "{}", read.out);
    let asks = format!("{script}(get-value (a))");
    let read = replay("z3", &asks, &[]).with_code(0);
    assert_eq!(read.err, "ended well: sat\n");
    let unsat = "(declare-const a Int)(assert (> a a))(check-sat)";
    assert_eq!(
        replay("z3", unsat, &[]).with_code(0).err,
        "ended well: unsat\n"
    );
}

/// Parts of scripts that are left out are named with their places, the first ten of them.
#[test]
fn what_is_left_out_is_named() {
    let script = "(declare-const a Int)\n(assert (! (> a 1) :interpolation-group g))\n\
        (assert-soft (> a 5))\n(echo \"only printed\")\n(check-sat)\n";
    let done = replay("z3", script, &["--values"]).with_code(0);
    let lines: Vec<&str> = done.err.lines().collect();
    assert_eq!(
        lines,
        [
            "-: left out: line 2, column 20: :interpolation-group (an attribute that calls do not have here)",
            "-: left out: line 3, column 1: (assert-soft (> a 5)) (it changes no answer)",
            "ended well: sat",
        ]
    );
    let many = format!(
        "(declare-const a Int){}",
        "(assert-soft (> a 5))".repeat(12)
    );
    let done = import_for("z3", &many).with_code(0);
    let last = done.err.lines().last().unwrap();
    assert!(last.starts_with("left out: 2 more parts"), "{last}");
}

/// The hidden assignment is drawn, so it need not satisfy the formulas of a script.
#[test]
fn hidden_values_are_not_models() {
    let script = "(declare-const v (_ BitVec 4))(assert (= (bvadd v #x1) #x9))(check-sat)";
    let trace = import_for("z3", script).with_code(0).out;
    let back = run_on(["translate", "-", "--to", "smt2"], trace.as_bytes()).with_code(0);
    assert!(!back.out.contains("; v = "), "{}", back.out);
    let assigned = ["translate", "-", "--to", "smt2", "--assigned"];
    let back = run_on(assigned, trace.as_bytes()).with_code(0);
    assert!(back.out.contains("(define-fun v () "), "{}", back.out);
}

/// Before 1.4, a value that an option of cvc5 does not take ends the process. It is refused.
#[test]
fn values_of_options_are_refused() {
    let script = "(set-logic ALL)(set-option :unsat-cores-mode wrong)(set-option :incremental 7)\
        (set-option :seed x)(set-option :unsat-cores-mode assumptions)(assert false)(check-sat)";
    for release in ["cvc5@1.2.0", "cvc5@1.3.0", "cvc5@1.4.2"] {
        let done = replay(release, script, &[]).with_code(0);
        let refused = "refused: set-option unsat-cores-mode wrong, ";
        assert!(done.err.contains(refused), "{release}: {}", done.err);
        assert!(!done.err.contains("assumptions"), "{release}: {}", done.err);
    }
}

/// Many answers are counted.
#[test]
fn many_answers_are_counted() {
    let script = "(declare-const p Bool)(assert p)".to_owned()
        + &"(push 1)(check-sat)(assert (not p))(check-sat)(pop 1)".repeat(15);
    let done = replay("z3", &script, &["--values"]).with_code(0);
    assert_eq!(done.err, "ended well: 15 sat, 15 unsat\n");
}

/// An objective may be any term. Here the solver names a greatest value, but there is none.
#[test]
fn objectives_are_terms() {
    let script = "(declare-const low Real)(declare-const high Real)(assert (<= high 6.0))\
        (assert (<= (* 6.0 low) high))(assert (<= low (/ 31160888907899.0 17592186044416.0)))\
        (maximize (- low))(check-sat)";
    let wrong = ["maximize (- low): the solver says 1/2, but (- low) = "];
    replay("z3@4.8.8", script, &[]).with_error(1, &wrong);
    assert!(
        replay("z3@5.4.1", script, &[])
            .with_code(0)
            .err
            .starts_with("ended well: sat")
    );
}
