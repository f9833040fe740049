//! `import` for Z3. Z3's parser accepts more than the standard allows, and makes terms in a
//! different order.

use crate::common::{Done, run_with_input};

fn imported(script: &str) -> Done {
    run_with_input("import - --solver z3", script.as_bytes()).with_code(0)
}

/// The calls of a script, without their seeds.
fn calls(script: &str) -> Vec<String> {
    let bare = |line: &str| {
        line.trim_start_matches(|c: char| c.is_ascii_digit() || c == ' ')
            .to_owned()
    };
    imported(script).out.lines().map(bare).collect()
}

/// Asserts that import for Z3 makes exactly these terms and constants, in this order.
#[track_caller]
fn is_for_z3(script: &str, wanted: &[&str]) {
    let calls = calls(script);
    let makes = |line: &&str| line.starts_with("mk-") && !line.starts_with("mk-sort");
    let made: Vec<&str> = calls.iter().map(String::as_str).filter(makes).collect();
    assert_eq!(made, wanted, "{script}");
}

/// `import` makes the same terms in the same order as Z3's parser, because Z3's behaviour depends
/// on both.
#[test]
fn terms_are_those_of_the_parser_of_z3() {
    is_for_z3(
        "(declare-const a Bool) (declare-const b Bool) (declare-const c Bool) (assert (or b a))",
        &[
            r#"mk-const s1 "b""#,
            r#"mk-const s1 "a""#,
            "mk-term OP_OR SORT_BOOL 2 t1 t2",
            r#"mk-const s1 "c""#,
        ],
    );
    is_for_z3(
        "(declare-const x Real) (assert (< x (- 1)))",
        &[
            r#"mk-const s1 "x""#,
            r#"mk-value s2 "1""#,
            "mk-term OP_INT_NEG SORT_INT 1 t2",
            "mk-term OP_INT_TO_REAL SORT_REAL 1 t3",
            "mk-term OP_REAL_LT SORT_BOOL 2 t1 t4",
        ],
    );
    is_for_z3(
        "(assert (fp.isZero (fp #b0 #b00 #b00)))",
        &[
            r#"mk-value s1 "0" 2"#,
            r#"mk-value s2 "00" 2"#,
            "mk-term OP_FP_FP SORT_FP 3 t1 t2 t2",
            "mk-term OP_FP_IS_ZERO SORT_BOOL 1 t3",
        ],
    );
}

/// Tactics and soft assertions change no answer. What is left out is named.
#[test]
fn tactics_and_soft_assertions_are_left_out() {
    let script = "(declare-const x Int)(assert (> x 2))(minimize (+ x 1))(assert-soft (> x 9))\
        (set-info :status sat)(check-sat-using (then simplify smt))(eval x)(check-sat)";
    let done = imported(script);
    let checks = done.out.lines().filter(|line| line.ends_with(" check-sat"));
    assert_eq!(checks.count(), 2, "{}", done.out);
    for left_out in ["(assert-soft (> x 9))", "(eval x)", "(check-sat-using"] {
        let is_noted = |line: &str| line.starts_with("# left out: ") && line.contains(left_out);
        assert!(done.out.lines().any(is_noted), "{}", done.out);
    }
    let noted = done.out.split(" check-sat\n").nth(1);
    assert!(noted.unwrap().starts_with("#= sat\n"), "{}", done.out);
    run_with_input("import -", script.as_bytes()).fails(4, &["'minimize' is not supported"]);
}

/// An objective becomes a call before each check in its scope.
#[test]
fn objectives_are_calls() {
    let script = "(declare-const x Int)(declare-const y Real)(declare-const z Int)\
        (assert (> x 2))(assert (< y 0.5))(push 1)(maximize (+ y 2.0))(minimize (> z 0))(check-sat)\
        (pop 1)(minimize x)(check-sat)";
    let done = imported(script);
    let optimized = |line: &&str| line.contains(" z3-optimize ");
    assert_eq!(
        done.out.lines().filter(optimized).count(),
        2,
        "{}",
        done.out
    );
    for comment in [
        "# (maximize (+ y 2.0))\n",
        "# (minimize x)\n",
        ": (minimize (> z 0)) (the objective is not an integer, a real or a bit-vector)\n",
    ] {
        assert!(done.out.contains(comment), "{}", done.out);
    }
    let back = run_with_input("translate - --to smt2", done.out.as_bytes());
    let back = back.with_code(0).out;
    let goals = back.lines().filter(|line| line.contains("imize "));
    assert_eq!(
        goals.collect::<Vec<_>>(),
        ["(maximize (+ y 2.0))", "(minimize x)"]
    );
}

/// Constants of closed scopes are made too. A constant of an inner scope hides one of the same name
/// outside.
#[test]
fn constants_are_made_once() {
    let script = "(declare-const x Int) (push 1) (declare-const x Bool) (declare-const y Bool)
        (assert x) (assert x) (pop 1) (assert (> x x))";
    is_for_z3(
        script,
        &[
            r#"mk-const s2 "x!1""#,
            r#"mk-const s2 "y""#,
            r#"mk-const s1 "x""#,
            "mk-term OP_INT_GT SORT_BOOL 2 t3 t3",
        ],
    );
}

/// Applications that Z3's parser accepts, although the standard does not allow them.
#[test]
fn leniency_of_z3() {
    for (term, op) in [
        ("xor", "z3-OP_XOR_NONE SORT_BOOL 0"),
        ("(= (* i) i)", "z3-OP_INT_MUL_ONE SORT_INT 1"),
        ("(= (+ r) r)", "z3-OP_REAL_ADD_ONE SORT_REAL 1"),
        ("(= (^ r 2.0) r)", "z3-OP_REAL_POWER SORT_REAL 2"),
        ("(= (^ i i) i)", "z3-OP_INT_POWER SORT_INT 2"),
        (
            "(str.in_re \"\" (re.inter re.all))",
            "z3-OP_RE_INTER_ONE SORT_REGLAN 1",
        ),
        (
            "(fp.isNaN ((_ to_fp 3 4) RTZ r i))",
            "z3-OP_FP_TO_FP_FROM_INT_REAL SORT_FP 3",
        ),
        (
            "(fp.isNaN ((_ to_fp 3 4) RTZ i r))",
            "z3-OP_FP_TO_FP_FROM_INT_REAL SORT_FP 3",
        ),
    ] {
        let script = format!("(declare-const i Int) (declare-const r Real) (assert {term})");
        let text = calls(&script).join("\n");
        assert!(text.contains(&format!("mk-term {op}")), "{term}:\n{text}");
    }
}

/// Z3's parser reads sets as arrays of Booleans. Printed sets can be imported.
#[test]
fn sets() {
    let trace = include_str!("../../data/import/sets_of_z3.trace");
    let script = run_with_input("translate - --to smt2", trace.as_bytes()).with_code(0);
    let none = "((as const (Set Int)) false)";
    // The wrapper draws how it makes an empty set.
    let drawn = "(complement ((as const (Set Int)) true))";
    let inserted = format!("(store (store (union a {none}) x true) x true)");
    for line in [
        &format!(
            "(assert (subset (intersection (setminus (store {inserted} x false) (store {drawn} x true)) \
             ((as const (Set Int)) true)) a))"
        ),
        "(assert (select a x))",
        &format!("(assert (subset a {drawn}))"),
    ] {
        assert!(
            script.out.lines().any(|l| l == line),
            "{line}\n{}",
            script.out
        );
    }
    let trace = imported(&script.out).out;
    for op in [
        "OP_SET_INSERT",
        "z3-OP_SET_COMPLEMENT",
        "z3-OP_SET_DELETE",
        "z3-OP_SET_FULL",
        "OP_SET_MEMBER",
    ] {
        assert!(trace.contains(op), "no {op}:\n{trace}");
    }
    let done = run_with_input("replay - --verbose", trace.as_bytes()).with_code(0);
    assert!(done.out.contains("#= unsat"), "{}", done.out);
}

/// Loops of Z3 that are not in the standard. Without an upper bound, a loop is a power and a star.
#[test]
fn loops_without_an_upper_bound() {
    let made = |re: &str| {
        let script = format!("(assert (str.in_re \"aa\" {re}))");
        let all = calls(&script);
        let terms = all
            .iter()
            .filter_map(|line| line.strip_prefix("mk-term OP_RE_"));
        terms.map(str::to_owned).collect::<Vec<String>>()
    };
    let unbounded = [
        "POW SORT_REGLAN 1 t3 1 2",
        "STAR SORT_REGLAN 1 t3",
        "CONCAT SORT_REGLAN 2 t4 t5",
    ];
    assert_eq!(made("(re.loop (str.to_re \"a\") 2)").len(), 3);
    assert_eq!(made("((_ re.loop 2) (str.to_re \"a\"))"), unbounded);
    let bounded = made("(re.loop (str.to_re \"a\") 2 5)");
    assert_eq!(bounded.len(), 1);
    assert!(bounded[0].ends_with(" 2 2 5"), "{bounded:?}");
    assert_eq!(
        made("((_ re.loop 2 5) (str.to_re \"a\"))"),
        ["LOOP SORT_REGLAN 1 t3 2 2 5"]
    );
}

/// The predicates of Z3 for products without overflow.
#[test]
fn products_without_overflow() {
    let script = "(declare-const a (_ BitVec 4)) (assert (bvumul_noovfl a #xf)) (assert (bvsmul_noovfl a #xf)) \
        (assert (bvsmul_noudfl a #xf)) (check-sat)";
    let trace = imported(script).out;
    for op in ["UMUL_NO_OVERFLOW", "SMUL_NO_OVERFLOW", "SMUL_NO_UNDERFLOW"] {
        assert!(trace.contains(&format!("z3-OP_BV_{op} ")), "{trace}");
    }
    let replayed = run_with_input("replay - --verbose --solver z3", trace.as_bytes()).with_code(0);
    assert!(replayed.out.contains("#= sat"), "{}", replayed.out);
}

/// Relations, rules and queries become one call, with the parameters that the script sets.
#[test]
fn fixed_points_are_one_call() {
    let script = "(set-option :fp.engine spacer) (set-option :fp.print_answer true)
        (declare-rel at (Int)) (declare-rel late ()) (declare-var t Int)
        (rule (at 2) begin)
        (rule (=> (and (at t)
                       (< t 9)) (at (* 2 t))))
        (rule (=> (and (at t) (= t 5)) late))
        (query late :print-certificate true)";
    let calls = calls(script);
    let wanted = "z3-fixedpoint \":engine spacer\" 7 \"(declare-rel at (Int))\" \"(declare-rel late ())\" \
        \"(declare-var t Int)\" \"(rule (at 2) begin)\" \
        \"(rule (=> (and (at t) (< t 9)) (at (* 2 t))))\" \
        \"(rule (=> (and (at t) (= t 5)) late))\" \"(query late)\"";
    assert!(calls.iter().any(|call| call == wanted), "{calls:?}");
    let left_out = "# left out: line 1, column 32: (set-option :fp.print_answer true) (";
    assert!(imported(script).out.contains(left_out));
    let trace = imported(script).out;
    run_with_input("replay - --solver z3", trace.as_bytes()).with_code(0);
    // The call has no declarations of the script.
    let declared = "(declare-fun f (Int) Int) (declare-rel p (Int)) (rule (p (f 1))) (query (p 0))";
    let out = imported(declared).out;
    assert!(out.contains("use what the script declares") && !out.contains("z3-fixedpoint"));
}

/// Strings of Z3 are sequences. A character of a string is the string of it.
#[test]
fn strings_are_sequences() {
    let declared = "(declare-const s String)(declare-const t (Seq Unicode))(declare-const i Int)";
    for (formula, op) in [
        ("(= (seq.++ s \"x\") t)", "OP_STR_CONCAT SORT_STRING 2"),
        ("(> (seq.len s) i)", "OP_STR_LEN SORT_INT 1"),
        (
            "(= (seq.at s i) (seq.extract t i 1))",
            "OP_STR_AT SORT_STRING 2",
        ),
        ("(seq.prefixof s t)", "OP_STR_PREFIXOF SORT_BOOL 2"),
        (
            "(seq.in.re s (seq.to.re \"b\"))",
            "OP_STR_IN_RE SORT_BOOL 2",
        ),
        (
            "(= (seq.nth s i) (_ Char 66))",
            "z3-OP_STR_NTH SORT_STRING 2",
        ),
        (
            "(= t (seq.unit (seq.nth s 2)))",
            "z3-OP_STR_NTH SORT_STRING 2",
        ),
        (
            "(char.<= (seq.nth s 0) (seq.nth t 0))",
            "OP_STR_LE SORT_BOOL 2",
        ),
        (
            "(= i (char.to_int (seq.nth s 0)))",
            "OP_STR_TO_CODE SORT_INT 1",
        ),
        ("(= (seq.nth (seq.unit s) 0) t)", "OP_SEQ_UNIT SORT_SEQ 1"),
    ] {
        let text = calls(&format!("{declared}(assert {formula})")).join("\n");
        assert!(
            text.contains(&format!("mk-term {op}")),
            "{formula}:\n{text}"
        );
    }
    let script = format!(
        "{declared}(assert (= s \"abc\"))(assert (= t (seq.unit (seq.nth s 1))))\
         (assert (not (= t (as seq.empty (Seq Unicode)))))(set-info :status unsat)\
         (assert (not (= t \"b\")))(check-sat)"
    );
    let mut trace = imported(&script).out;
    for _ in 0..2 {
        let done = run_with_input("replay - --verbose", trace.as_bytes()).with_code(0);
        assert!(done.out.contains("#= unsat"), "{}", done.out);
        let back = run_with_input("translate - --to smt2", trace.as_bytes()).with_code(0);
        assert!(back.out.contains("(seq.unit (seq.nth"), "{}", back.out);
        trace = imported(&back.out).out;
    }
}

/// Orders, with the answers that follow from their definitions.
#[test]
fn orders() {
    let declared = "(declare-sort E 0)(declare-const a E)(declare-const b E)(declare-const c E)";
    for (order, formula, status) in [
        ("linear", "(not (or (R a b) (R b a)))", "unsat"),
        ("partial", "(not (or (R a b) (R b a)))", "sat"),
        ("partial", "(and (R a b) (R b c) (not (R a c)))", "unsat"),
        (
            "tree",
            "(and (R a c) (R b c) (not (R a b)) (not (R b a)))",
            "unsat",
        ),
        (
            "piecewise-linear",
            "(and (R a b) (R b a) (distinct a b))",
            "unsat",
        ),
    ] {
        let relation = format!("((_ {order}-order 3) ");
        let formula = formula.replace("(R ", &relation);
        let script = format!("(set-info :status {status}){declared}(assert {formula})(check-sat)");
        let trace = imported(&script).out;
        let done = run_with_input("replay - --verbose", trace.as_bytes()).with_code(0);
        assert!(
            done.out.contains(&format!("#= {status}")),
            "{order}: {}",
            done.out
        );
        let back = run_with_input("translate - --to smt2", trace.as_bytes()).with_code(0);
        assert!(back.out.contains(&relation), "{}", back.out);
    }
}

/// Z3's parser takes the name of a declared function for the array of its values, in logics with
/// arrays.
#[test]
fn functions_are_compared_in_logics_with_arrays() {
    let declared = "(declare-fun f (Int) Int)(declare-fun g (Int) Int)(declare-fun h (Int Bool) Int)\
        (define-fun one ((x Int)) Int 1)";
    let script = format!(
        "(set-logic ALL){declared}(assert (= f g f))(push)(set-info :status unsat)(assert (distinct h h))\
         (check-sat)(pop)(assert (distinct (f 3) (g 3)))(set-info :status unsat)(check-sat)"
    );
    is_for_z3(
        &script.replace("(define-fun one ((x Int)) Int 1)", ""),
        &[
            r#"mk-const s2 "f""#,
            r#"mk-const s2 "g""#,
            r#"mk-const s4 "h""#,
            "mk-term OP_EQUAL SORT_BOOL 3 t1 t2 t1",
            "mk-term OP_DISTINCT SORT_BOOL 2 t3 t3",
            r#"mk-value s1 "3""#,
            "mk-term OP_UF_APPLY SORT_INT 2 t1 t6",
            "mk-term OP_UF_APPLY SORT_INT 2 t2 t6",
            "mk-term OP_DISTINCT SORT_BOOL 2 t7 t8",
        ],
    );
    let trace = imported(&script).out;
    let done = run_with_input("replay - --verbose", trace.as_bytes()).with_code(0);
    assert!(done.out.contains("#= unsat"), "{}", done.out);
    let back = run_with_input("translate - --to smt2", trace.as_bytes()).with_code(0);
    assert!(back.out.contains("(assert (= f g f))\n"), "{}", back.out);
    // Other solvers compare functions, too.
    let done = run_with_input("replay - --solver cvc5", trace.as_bytes()).with_code(0);
    assert!(
        done.err.contains("ended well: unsat, unsat"),
        "{}",
        done.err
    );
    for (logic, formula, why) in [
        (
            "QF_UFLIA",
            "(= f g)",
            "in logics with arrays only, such as ALL",
        ),
        (
            "ALL",
            "(= f one)",
            "a defined function is not a term; declare one",
        ),
        (
            "ALL",
            "(= (ite true f g) f)",
            "in equations only; apply it to arguments",
        ),
        (
            "ALL",
            "(= f h)",
            "argument 2 has sort (-> Int Bool Int), but (-> Int Int) is expected",
        ),
    ] {
        let script = format!("(set-logic {logic}){declared}\n (assert {formula})");
        let wanted = ["line 2, column ", why];
        run_with_input("import - --solver z3", script.as_bytes()).fails(4, &wanted);
    }
    let advice = "such as HO_ALL; add --solver z3, which reads the script";
    run_with_input("import -", script.as_bytes()).fails(4, &[advice]);
}

/// The index of a transitive closure is a function, which is the first argument in traces.
#[test]
fn transitive_closures() {
    let declared = "(declare-sort E 0)(declare-const a E)(declare-const b E)(declare-const c E)\
        (declare-fun next (E E) Bool)(assert (next a b))(assert (next b c))";
    let closed = "((_ transitive-closure next) a c)";
    for (formula, status) in [
        (format!("(not {closed})"), "unsat"),
        (closed.to_owned(), "sat"),
    ] {
        let script = format!("{declared}(set-info :status {status})(assert {formula})(check-sat)");
        let trace = imported(&script).out;
        let made = "mk-term z3-OP_TRANSITIVE_CLOSURE SORT_BOOL 3 t1 t2 t5";
        assert!(trace.contains(made), "{trace}");
        let done = run_with_input("replay - --verbose", trace.as_bytes()).with_code(0);
        assert!(done.out.contains(&format!("#= {status}")), "{}", done.out);
        let back = run_with_input("translate - --to smt2", trace.as_bytes()).with_code(0);
        assert!(back.out.contains(closed), "{}", back.out);
        assert!(imported(&back.out).out.contains(made), "{}", back.out);
    }
    for (formula, message) in [
        ("((_ transitive-closure a) a c)", "argument 1 has sort E"),
        (
            "((_ transitive-closure next) a)",
            "takes 3 arguments, not 2",
        ),
        (
            "((_ transitive-closure other) a c)",
            "symbol 'other' is not supported",
        ),
    ] {
        let script = format!("{declared}\n(assert {formula})");
        let wanted = ["line 2, column ", message];
        run_with_input("import - --solver z3", script.as_bytes()).fails(4, &wanted);
    }
}

/// In Z3, `reset-assertions` keeps declarations, also those of inner levels.
#[test]
fn declarations_stay_after_reset_assertions() {
    let script = "(declare-const n Int)(push 1)(define-fun p ((m Int)) Bool (< n m))(assert (p n))\
        (reset-assertions)(assert (p 3))(set-info :status sat)(check-sat)";
    let trace = imported(script).out;
    run_with_input("replay - --verbose", trace.as_bytes()).with_code(0);
    let refused = run_with_input("import - --solver cvc5", script.as_bytes());
    refused.fails(4, &["symbol 'p' is not supported"]);
}
