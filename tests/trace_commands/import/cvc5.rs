//! `import` for cvc5: commands, operators and names that only its parser has.

use crate::common::run_with_input;
use crate::import::{calls, has, leaves_out, refused};

/// Imports a script and replays the trace on cvc5, which must give the expected answers.
#[track_caller]
fn replays(script: &str) {
    let trace = run_with_input("import - --solver cvc5", script.as_bytes()).with_code(0);
    let done =
        run_with_input("replay - --verbose --solver cvc5", trace.out.as_bytes()).with_code(0);
    let answers = |text: &str| {
        let is_answer = |line: &&str| ["#= sat", "#= unsat"].contains(line);
        let notes = text.lines().filter(is_answer);
        notes.map(str::to_owned).collect::<Vec<String>>()
    };
    let wanted = answers(&trace.out);
    assert!(!wanted.is_empty(), "no answer is expected:\n{script}");
    assert_eq!(answers(&done.out), wanted, "{script}");
}

/// Queries that have an action become calls. Those that the action does not ask are left out.
#[test]
fn queries() {
    let abducts = "(set-logic QF_LIA)(declare-const x Int)(assert (< x 5))";
    let next = format!("{abducts}(get-abduct A (< x 3))(get-abduct-next)");
    has(&next, &["cvc5-get-abduct t5"]);
    leaves_out(&next, "(get-abduct-next)");
    has(
        &format!("{abducts}(get-interpolant A (< x 7))"),
        &["cvc5-get-interpolant t5"],
    );
    leaves_out(
        &format!("{abducts}(get-abduct A (< x 3) ((G Bool)) ((G Bool (true))))"),
        "(get-abduct A (< x 3) ((G Bool)) ((G Boo…",
    );
    has(
        "(set-logic LIA)(get-qe (exists ((x Int)) (< x 5)))(get-qe-disjunct (exists ((x Int)) (< x 5)))",
        &[
            "cvc5-get-quantifier-elimination t4",
            "cvc5-get-quantifier-elimination-disjunct t7",
        ],
    );
    leaves_out("(set-logic LIA)(get-qe true)", "(get-qe true)");
    leaves_out(
        "(set-logic ALL)(declare-pool P Int (0 1))(assert (forall ((x Int)) (! (< x 0) :pool (P))))",
        "(declare-pool P Int (0 1))",
    );
    let error = calls("(declare-const x Bool)(get-abduct A x)", "z3").unwrap_err();
    assert!(error.contains("'get-abduct' is not supported"), "{error}");
}

/// Separation logic: the trace declares the heap, and the answers are those that the script
/// expects.
#[test]
fn heaps() {
    let heap = "(set-logic QF_ALL)(set-option :produce-models true)(declare-heap (Int Int))\
        (declare-const x Int)(declare-const y Int)";
    has(
        &format!(
            "{heap}(assert (sep (pto x 1) sep.emp (wand (pto y 2) (distinct x (as sep.nil Int)))))"
        ),
        &[
            "cvc5-declare-heap s1 s1",
            "mk-term cvc5-OP_SEP_PTO SORT_BOOL 2 t1 t3",
            "mk-term cvc5-OP_SEP_EMP SORT_BOOL 0",
            "mk-term cvc5-OP_SEP_NIL SORT_INT 0 1 s1",
            "mk-term cvc5-OP_SEP_WAND SORT_BOOL 2 t7 t9",
            "mk-term cvc5-OP_SEP_STAR SORT_BOOL 3 t4 t5 t10",
        ],
    );
    for (formula, status) in [
        ("(and (sep (pto x 1) (pto y 2)) (= x y))", "unsat"),
        ("(and (sep (pto x 1) (pto y 2)) (distinct x y))", "sat"),
        ("(and (pto x 1) (= x (as sep.nil Int)))", "unsat"),
        ("(and sep.emp (not sep.emp))", "unsat"),
    ] {
        replays(&format!(
            "{heap}(set-info :status {status})(assert {formula})(check-sat)"
        ));
    }
    refused("(declare-heap Int Int)", "is not of the form");
    refused("(declare-heap (Int))", "is not of the form");
}

/// Scripts of traces with such operators are read again.
#[test]
fn translated_heaps() {
    let script = "(set-logic ALL)(declare-sort U 0)(declare-heap (U Int))(declare-const u U)\
        (assert (sep (pto u 1) (not (= u (as sep.nil U)))))(assert (_ fmf.card U 2))(check-sat)";
    let trace = run_with_input("import - --solver cvc5", script.as_bytes()).with_code(0);
    let back = run_with_input("translate - --to smt2", trace.out.as_bytes()).with_code(0);
    for part in [
        "(declare-heap (U Int))",
        "(as sep.nil U)",
        "(_ fmf.card U 2)",
    ] {
        assert!(back.out.contains(part), "no {part}:\n{}", back.out);
    }
    calls(&back.out, "cvc5").unwrap();
}

/// Operators that only scripts have.
#[test]
fn operators_of_scripts() {
    let arrays = "(set-logic ALL)(set-option :arrays-exp true)(declare-const a (Array Int Int))\
        (declare-const b (Array Int Int))";
    for (script, status) in [
        (
            "(set-logic QF_NIA)(assert (distinct (piand 3 13 6) 4))",
            "unsat",
        ),
        (
            "(set-logic QF_NIA)(assert (distinct (piand (- 3) 13 6) 0))",
            "unsat",
        ),
        (
            "(set-logic QF_NRA)(declare-const r Real)(assert (< (abs r) 0.0))",
            "unsat",
        ),
        ("(set-logic ALL)(assert (distinct (^ 2 5) 32))", "unsat"),
        ("(set-logic ALL)(assert (= (^ 1.5 2.0) 2.25))", "sat"),
        (
            "(set-logic UFC)(declare-sort U 0)(declare-const x U)(declare-const y U)\
                (assert (_ fmf.card U 1))(assert (distinct x y))",
            "unsat",
        ),
        (
            &format!(
                "{arrays}(assert (eqrange a b 0 3))(assert (distinct (select a 2) (select b 2)))"
            ),
            "unsat",
        ),
    ] {
        replays(&format!("(set-info :status {status}){script}(check-sat)"));
    }
    refused("(assert (_ fmf.card V 1))", "sort 'V' is not supported");
}

/// Functions, constructors and selectors may share a name if their arguments have different sorts.
#[test]
fn names_with_several_meanings() {
    let functions = "(set-logic ALL)(declare-fun f (Int) Int)(declare-fun f (Int Int) Int)\
        (declare-fun f (Bool) Int)";
    has(
        &format!("{functions}(assert (< (f 1) (f 2 3) (f true)))"),
        &[
            "mk-term OP_UF_APPLY SORT_INT 2 t1 t4",
            "mk-term OP_UF_APPLY SORT_INT 3 t2 t6 t7",
            "mk-term OP_UF_APPLY SORT_INT 2 t3 t9",
        ],
    );
    refused(
        &format!("{functions}(assert (= 1 (f \"a\")))"),
        "argument 1 of '(f \"a\")' has sort String, but Bool is expected",
    );
    let datatypes = "(set-logic ALL)(declare-datatypes ((A 0) (B 0)) (((c (v Int)) (or)) ((c (v Bool)) (d))))\
        (declare-const a A)(declare-const b B)";
    for (formula, status) in [
        ("(or (= a (c 1)) (= b (c true)))", "sat"),
        ("(and (= b (c true)) (not (v b)))", "unsat"),
        ("(and (= a (c 1)) ((_ is d) b) (distinct (v a) 1))", "unsat"),
        ("(and ((_ is c) a) ((_ is or) a))", "unsat"),
        ("(match b (((c x) (not x)) (d false)))", "sat"),
        ("(distinct (v ((_ update v) (c 1) 2)) 2)", "unsat"),
    ] {
        replays(&format!(
            "{datatypes}(set-info :status {status})(assert {formula})(check-sat)"
        ));
    }
}

/// Literals and applications that cvc5's parser accepts beyond the standard.
#[test]
fn dialect() {
    let sets = "(declare-const a (Set Int))(declare-const b (Set Int))(declare-const c (Set Int))";
    let bags = "(declare-const x (Bag Int))(declare-const y (Bag Int))(declare-const z (Bag Int))";
    for (script, status) in [
        ("(assert (distinct 1/4 0.25))", "unsat"),
        ("(assert (= -3/4 (- 0.75)))", "sat"),
        (
            &format!("{sets}(assert (distinct (set.minus a b c) (set.minus (set.minus a b) c)))"),
            "unsat",
        ),
        (
            &format!(
                "{bags}(assert (distinct (bag.union_max x y z) (bag.union_max x (bag.union_max y z))))"
            ),
            "unsat",
        ),
        (
            "(define-fun f ((x Int)) (-> Int Int) (lambda ((y Int)) (- x y)))(assert (distinct (f 5 3) 2))",
            "unsat",
        ),
    ] {
        let (set, check) = ("(set-logic HO_ALL)", "(check-sat)");
        replays(&format!("(set-info :status {status}){set}{script}{check}"));
    }
    refused("(assert (< 1/0 2))", "'1/0' is not a number");
}

/// The tuple without components, and relations and tables of it.
#[test]
fn tuples_without_components() {
    let script = "(set-logic HO_ALL)(declare-const u UnitTuple)(declare-const r (Relation Int Bool))\
        (declare-const b (Table Int))(declare-const s Relation)(declare-const t Table)";
    for (formula, status) in [
        ("(distinct u tuple.unit)", "unsat"),
        ("(distinct (tuple.project (tuple 1 2)) u)", "unsat"),
        ("(and (= s (rel.project r)) (= t (table.project b)))", "sat"),
        ("(= s (set.singleton tuple.unit))", "sat"),
    ] {
        replays(&format!(
            "(set-option :produce-models true){script}(set-info :status {status})(assert {formula})(check-sat)(get-value (u))"
        ));
    }
    let trace = run_with_input("import - --solver cvc5", script.as_bytes()).with_code(0);
    let back = run_with_input("translate - --to smt2", trace.out.as_bytes()).with_code(0);
    assert!(
        back.out.contains("(declare-const u UnitTuple)"),
        "{}",
        back.out
    );
}

/// The sorts of tuples that only results have are made.
#[test]
fn sorts_of_results() {
    replays(
        "(set-logic HO_ALL)(declare-const r (Relation String Int))(declare-const b (Table Int Int))\
        (set-info :status unsat)(assert (or (distinct (rel.product r r) (rel.product r r))\
        (distinct ((_ rel.project 0) r) ((_ rel.project 0) r)) (distinct (rel.transpose r) (rel.transpose r))\
        (distinct ((_ table.join 0 1) b b) ((_ table.join 0 1) b b))))(check-sat)",
    );
}

/// An operator is lifted to nullables by an operator of cvc5, or else by the definition of lifting.
#[test]
fn lifted_functions() {
    let script = "(set-logic HO_ALL)(declare-const x (Nullable Int))(declare-const y (Nullable Int))\
        (declare-fun f (Int Int) Int)(define-fun null () (Nullable Int) (as nullable.null (Nullable Int)))";
    has(
        &format!("{script}(assert (= x ((_ nullable.lift +) x y)))"),
        &["mk-term cvc5-OP_NULLABLE_LIFT_INT_ADD SORT_NULLABLE 2 t1 t2"],
    );
    for (formula, status) in [
        (
            "(distinct ((_ nullable.lift +) (nullable.some 2) (nullable.some 3)) (nullable.some 5))",
            "unsat",
        ),
        (
            "(distinct ((_ nullable.lift *) (nullable.some 2) (nullable.some 3)) (nullable.some 6))",
            "unsat",
        ),
        ("(distinct ((_ nullable.lift f) x null) null)", "unsat"),
        ("(= ((_ nullable.lift f) x y) null)", "sat"),
        (
            "(and (= ((_ nullable.lift f) x y) null) (nullable.is_some x) (nullable.is_some y))",
            "unsat",
        ),
    ] {
        replays(&format!(
            "{script}(set-info :status {status})(assert {formula})(check-sat)"
        ));
    }
    refused(
        &format!("{script}(assert (= x ((_ nullable.lift g) x y)))"),
        "symbol 'g' is not supported",
    );
}

/// The time and memory for terms with many variables and for names with many meanings are bounded.
#[test]
fn many_variables_and_meanings() {
    let nested = |count: usize| {
        let open: String = (0..count)
            .map(|n| format!("(forall ((x{n} Int)) "))
            .collect();
        format!(
            "(set-logic ALL)(assert {open}(= x0 x1){})",
            ")".repeat(count)
        )
    };
    calls(&nested(2_000), "cvc5").unwrap();
    refused(&nested(100_000), "the terms contain too many variables");
    let names: Vec<String> = (0..30_000).map(|n| format!("x{n}")).collect();
    let sorted: String = names.iter().map(|name| format!("({name} Int)")).collect();
    let many = format!(
        "(set-logic ALL)(assert (forall ({sorted}) (distinct {})))",
        names.join(" ")
    );
    calls(&many, "cvc5").unwrap();
    let functions = "(declare-fun f (Int) Int)".repeat(5_000);
    calls(
        &format!("{functions}(assert (= {}))", "(f 1) ".repeat(5_000)),
        "cvc5",
    )
    .unwrap();
}

/// A replay says which component operators need that the library was built without.
#[test]
fn missing_components_are_named() {
    let script = "(set-logic QF_FF)(declare-const e (_ FiniteField 11))
        (assert (= (ff.add e e) (as ff3 (_ FiniteField 11))))(check-sat)";
    let done = run_with_input("replay - --solver cvc5", script.as_bytes());
    let message = "'OP_FINITE_FIELD_ADD' is not supported by cvc5";
    done.fails(4, &[message, ", which was built without CoCoA"]);
}
