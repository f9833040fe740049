//! The text of scripts.

use super::{Dialect, Script, Translation};
use murxla_fsm::op::*;
use murxla_fsm::solver::loaded::Loaded;
use murxla_fsm::solver::{Error, Solver, TermId};
use murxla_fsm::sort::{Sort, SortId};
use murxla_fsm::state::{InstanceState, Leaf, Term};
use murxla_fsm::theory::Theory;
use murxla_fsm::value::{Bv, Table, Value};
use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use std::sync::Arc;

mod languages;
mod sharing;

const BOOL: SortId = SortId(0);
const INT: SortId = SortId(1);
const REAL: SortId = SortId(2);
const BV8: SortId = SortId(3);
const FUN: SortId = SortId(4);
const BV5: SortId = SortId(5);

const HEAD: &str = "(set-option :global-declarations true)\n(set-logic ALL)\n";

fn t(n: u32) -> TermId {
    TermId(n)
}

/// The newest dialect of a solver.
fn of(solver: &str) -> Dialect {
    crate::dialect(solver, None)
}

fn script(dialect: Dialect) -> Script {
    let mut script = Script::new(dialect);
    let fun = Sort::Fun(Box::new([INT, BOOL]), INT);
    for (id, sort) in [
        (BOOL, Sort::Bool),
        (INT, Sort::Int),
        (REAL, Sort::Real),
        (BV8, Sort::Bv(8)),
        (FUN, fun),
        (BV5, Sort::Bv(5)),
    ] {
        script.mk_sort(id, &sort).unwrap();
    }
    script
}

/// The last command.
fn last_line(script: &Script) -> &str {
    script.text().lines().last().unwrap_or("")
}

fn apply(script: &mut Script, out: u32, op: Op, args: &[u32], sort: SortId) {
    let args: Vec<TermId> = args.iter().copied().map(TermId).collect();
    script.mk_term(t(out), op, &args, &[], sort).unwrap();
}

#[test]
fn options_come_before_the_logic_and_the_logic_before_all_else() {
    let mut s = Script::new(of(""));
    s.set_logic("QF_LIA").unwrap();
    s.mk_sort(INT, &Sort::Int).unwrap();
    s.set_option("incremental", "true").unwrap();
    s.set_option("produce-models", "true").unwrap();
    s.set_option("random-seed", "7").unwrap();
    s.mk_const(t(0), INT, "x").unwrap();
    // The standard asks for an option that no API knows.
    s.get_assertions().unwrap();
    s.get_value(&[t(0)]).unwrap();
    assert_eq!(
        s.text(),
        "(set-option :global-declarations true)\n\
         (set-option :produce-models true)\n\
         (set-option :random-seed 7)\n\
         (set-option :produce-assertions true)\n\
         (set-logic QF_LIA)\n\
         (declare-const x Int)\n\
         (get-assertions)\n\
         (get-value (x))\n"
    );
    let too_late = s.set_option("produce-unsat-cores", "true");
    assert!(matches!(too_late, Err(Error::Option(_))));
    let text = s.text().to_owned();
    s.reset().unwrap();
    s.set_option("produce-models", "true").unwrap();
    s.check_sat().unwrap();
    assert_eq!(
        s.text().strip_prefix(&text),
        Some(
            "(reset)\n\
             (set-option :global-declarations true)\n\
             (set-option :produce-models true)\n\
             (set-logic ALL)\n\
             (check-sat)\n"
        )
    );
}

#[test]
fn values_are_asked_of_terms_and_simplifications_are_the_terms_themselves() {
    let mut s = script(of(""));
    s.mk_const(t(0), INT, "x").unwrap();
    s.mk_const(t(1), FUN, "f").unwrap();
    apply(&mut s, 2, INT_NEG, &[0], INT);
    s.simplify(t(3), t(2)).unwrap();
    s.simplify(t(4), t(1)).unwrap();
    assert!(matches!(s.simplify(t(5), t(9)), Err(Error::Rejected(_))));
    assert_eq!(s.get_value(&[t(1), t(3), t(4)]), Ok(vec![None; 3]));
    assert_eq!(last_line(&s), "(get-value ((- x)))");
    assert_eq!(s.get_value(&[t(1)]), Ok(vec![None]));
    assert_eq!(last_line(&s), "(get-value ((- x)))");
}

#[test]
fn options_of_a_solver_are_for_that_solver() {
    let text = |solver| {
        let mut s = Script::new(of(solver));
        s.set_option("incremental", "true").unwrap();
        s.set_option("output", "two \"words\"").unwrap();
        s.text().to_owned()
    };
    let global = "(set-option :global-declarations true)\n";
    assert_eq!(
        text("cvc5"),
        format!(
            "{global}(set-option :incremental true)\n\
             (set-option :output \"two \"\"words\"\"\")\n"
        )
    );
    assert_eq!(
        text("z3"),
        format!("{global}(set-option :smt.output \"two \"\"words\"\"\")\n")
    );
    assert_eq!(
        text(""),
        format!("{global}; left out the option output = two \"words\": SMT-LIB does not have it\n")
    );
}

#[test]
fn options_have_the_names_of_front_ends() {
    for (solver, name, keyword) in [
        ("z3", "arith.solver", Some("smt.arith.solver")),
        ("z3", "relevancy", Some("smt.relevancy")),
        ("z3", "smt.relevancy", Some("smt.relevancy")),
        ("z3", "flat", Some("rewriter.flat")),
        ("z3", "sat.gc", Some("sat.gc")),
        ("z3", "timeout", Some("timeout")),
        ("z3", "context_solve", None),
        ("z3", "fmf-bound", None),
        ("cvc5", "fmf-bound", Some("fmf-bound")),
        ("cvc5", "arith.solver", None),
        ("", "fmf-bound", None),
    ] {
        let found = of(solver).option(name, false);
        assert_eq!(found.as_deref(), keyword, "{name}");
    }
}

/// The parser of Z3 has fewer operators than the API, and old releases have fewer than new ones.
/// They are defined.
#[test]
fn missing_operators_are_defined() {
    let defined = |version: &str, op: Op, sort: SortId| {
        let mut s = script(crate::dialect("z3", Some(version)));
        s.mk_const(t(0), BV8, "x").unwrap();
        apply(&mut s, 1, op, &[0, 0], sort);
        apply(&mut s, 2, op, &[0, 0], sort);
        let lines = s.text().lines().filter(|line| line.contains("define-fun"));
        lines.map(str::to_owned).collect::<Vec<String>>()
    };
    let definition = "(define-fun bvuaddo!1 ((x0 (_ BitVec 8)) (x1 (_ BitVec 8))) Bool (bvult (bvadd x0 x1) x0))";
    assert_eq!(defined("4.8.14", BV_UADDO, BOOL), [definition]);
    assert!(defined("4.12.2", BV_UADDO, BOOL).is_empty());
    assert!(defined("4.8.14", BV_ADD, BV8).is_empty());
}

/// cvc5 names the operator that is lifted, and compares only two strings.
#[test]
fn operators_of_cvc5_are_spelled() {
    const ROWS: &[OpRow] = &[OpRow {
        name: "cvc5-OP_NULLABLE_LIFT_INT_LT",
        smt: "nullable.lift",
        theory: Theory::Ho,
        signature: "(Nullable Int) (Nullable Int) -> (Nullable Bool)",
        eval: None,
    }];
    let mut s = Script::with_ops(of("cvc5"), ROWS);
    let sorts = [
        (INT, Sort::Int),
        (BOOL, Sort::Bool),
        (SortId(90), Sort::Nullable(INT)),
    ];
    for (id, sort) in sorts.into_iter().chain([
        (SortId(91), Sort::Nullable(BOOL)),
        (SortId(92), Sort::String),
    ]) {
        s.mk_sort(id, &sort).unwrap();
    }
    s.mk_const(t(0), SortId(90), "x").unwrap();
    s.mk_term(t(1), Op::extension(0), &[t(0), t(0)], &[], SortId(91))
        .unwrap();
    s.get_value(&[t(1)]).unwrap();
    assert_eq!(last_line(&s), "(get-value (((_ nullable.lift <) x x)))");
    s.mk_const(t(2), SortId(92), "s").unwrap();
    s.mk_term(t(3), STR_LT, &[t(2), t(2), t(2)], &[], BOOL)
        .unwrap();
    s.assert_formula(t(3)).unwrap();
    assert_eq!(last_line(&s), "(assert (str.<!1 s s s))");
}

/// Z3's limit holds for all commands, and that of its API for checks only.
#[test]
fn limits_are_those_of_checks() {
    let mut s = Script::new(of("z3"));
    s.set_option("rlimit", "9").unwrap();
    s.check_sat().unwrap();
    s.check_sat().unwrap();
    s.push(1).unwrap();
    let expected =
        "(set-option :rlimit 9)\n(check-sat)\n(check-sat)\n(set-option :rlimit 0)\n(push 1)\n";
    assert!(s.text().ends_with(expected), "{}", s.text());
}

/// Z3 4.8.5 only takes literals as assumptions, and gives no values of terms with binders.
#[test]
fn old_releases_of_z3_have_fewer_commands() {
    let mut s = script(crate::dialect("z3", Some("4.8.5")));
    s.mk_const(t(0), BOOL, "x").unwrap();
    apply(&mut s, 1, NOT, &[0], BOOL);
    s.check_sat_assuming(&[t(1)]).unwrap();
    let expected = "(declare-const assumption Bool)\n(assert (= assumption (not x)))\n(check-sat-assuming (assumption))\n";
    assert!(s.text().ends_with(expected), "{}", s.text());
    s.mk_var(t(2), BOOL, "v").unwrap();
    apply(&mut s, 3, FORALL, &[2, 2], BOOL);
    s.get_value(&[t(0), t(3)]).unwrap();
    assert_eq!(last_line(&s), "(get-value (x))");
    let gap = "\n; left out the value of t3: the program of z3 4.8.5 has no values of terms with bound variables\n";
    assert!(s.text().contains(gap), "{}", s.text());
}

#[test]
fn a_logic_that_is_too_small_is_widened() {
    for (solver, logic) in [
        ("z3", "ALL) ; QF_AUFBV"),
        ("", "ALL) ; QF_AUFBV"),
        ("cvc5", "QF_AUFBV)"),
    ] {
        let mut s = Script::new(of(solver));
        s.set_logic("QF_AUFBV").unwrap();
        s.mk_sort(BOOL, &Sort::Bool).unwrap();
        s.mk_sort(BV8, &Sort::Bv(8)).unwrap();
        s.mk_sort(BV5, &Sort::Array(BV8, BV8)).unwrap();
        assert!(s.text().contains("(set-logic QF_AUFBV)\n"));
        s.mk_sort(FUN, &Sort::Array(BV8, BOOL)).unwrap();
        s.set_option("produce-models", "true").unwrap();
        s.check_sat().unwrap();
        let expected = format!(
            "(set-option :global-declarations true)\n(set-option :produce-models true)\n\
             (set-logic {logic}\n(check-sat)\n"
        );
        assert_eq!(s.text(), expected);
    }
}

#[test]
fn comments_of_a_translation_come_behind_the_last_command() {
    let translation = Translation::new(of("z3"), &[]);
    let mut instance = translation.open().unwrap();
    instance.check_sat().unwrap();
    translation.comment("sat");
    instance.push(1).unwrap();
    instance.check_sat().unwrap();
    translation.comment("unsat");
    drop(instance);
    translation.comment("left out delete");
    assert_eq!(
        translation.text(),
        "(set-option :global-declarations true)\n(check-sat)\n; sat\n(push 1)\n(check-sat)\n\
         ; unsat\n; left out delete\n"
    );
}

#[test]
fn symbols_are_legal_distinct_and_not_of_a_theory() {
    let mut s = script(of(""));
    for (n, (symbol, printed)) in [
        ("x", "x"),
        ("x", "x!1"),
        ("x!1", "x!1!1"),
        ("x!2", "x!2"),
        ("x", "x!3"),
        ("|x|", "x!4"),
        ("a b", "|a b|"),
        ("|a b|", "|a b!1|"),
        ("a|b", "a_b"),
        ("a\\b", "a_b!1"),
        ("a_b", "a_b!2"),
        ("7", "|7|"),
        ("", "||"),
        ("and", "and!1"),
        ("|and|", "and!2"),
        ("bvsaddo", "bvsaddo!1"),
        ("let", "let!1"),
        ("str.++", "str.++!1"),
        ("$12", "$12!1"),
        ("@a", "_@a"),
        ("é\u{1}", "|é_|"),
    ]
    .into_iter()
    .enumerate()
    {
        s.mk_const(t(n as u32), INT, symbol).unwrap();
        assert_eq!(last_line(&s), format!("(declare-const {printed} Int)"));
    }
    s.mk_sort(SortId(9), &Sort::Uninterpreted("x".into()))
        .unwrap();
    assert_eq!(last_line(&s), "(declare-sort x!5 0)");
    let text = s.text().to_owned();
    s.mk_sort(SortId(10), &Sort::Uninterpreted("x".into()))
        .unwrap();
    assert_eq!(s.text(), text, "declared twice");
    assert_eq!(s.sort_of(t(0)).unwrap().to_string(), "Int");
}

#[test]
fn values_are_literals() {
    let mut s = script(of(""));
    let ratio = |n: i32, d: i32| Value::Real(BigRational::new(n.into(), d.into()));
    let bits = |width, bits: u32| Value::Bv(Bv::new(width, BigUint::from(bits)));
    for (seed, sort, value, text) in [
        (0, BOOL, Value::Bool(true), "true"),
        (0, INT, Value::Int(BigInt::from(-5)), "(- 5)"),
        (0, REAL, ratio(4, 2), "2.0"),
        (0, REAL, ratio(-1, 3), "(- (/ 1.0 3.0))"),
        (0, BV8, bits(8, 10), "(_ bv10 8)"),
        (1, BV8, bits(8, 10), "#x0a"),
        (2, BV8, bits(8, 10), "#b00001010"),
        (1, BV5, bits(5, 10), "#b01010"),
    ] {
        s.begin(seed);
        s.mk_value(t(1), sort, &value).unwrap();
        s.get_value(&[t(1)]).unwrap();
        assert_eq!(last_line(&s), format!("(get-value ({text}))"));
        assert_eq!(s.read_value(t(1)).unwrap(), Some(value));
    }
    for (sort, value) in [(INT, Value::Bool(true)), (BV8, bits(5, 1))] {
        let wrong = s.mk_value(t(2), sort, &value);
        assert!(matches!(wrong, Err(Error::Rejected(_))));
    }
}

#[test]
fn functions_are_defined_by_recursion() {
    let mut s = script(of(""));
    s.mk_var(t(1), INT, "n").unwrap();
    s.mk_var(t(2), BOOL, "b").unwrap();
    for (id, symbol) in [(3, "f"), (4, "g"), (5, "h")] {
        s.mk_rec_fun(t(id), FUN, symbol).unwrap();
        apply(&mut s, id + 5, UF_APPLY, &[id, 1, 2], INT);
    }
    let params = [t(1), t(2)];
    s.define_funs_rec(&[(t(3), &params, t(8))]).unwrap();
    assert_eq!(
        last_line(&s),
        "(define-fun-rec f ((n Int) (b Bool)) Int (f n b))"
    );
    let both: &[(TermId, &[TermId], TermId)] = &[(t(4), &params, t(10)), (t(5), &params, t(9))];
    s.define_funs_rec(both).unwrap();
    assert_eq!(
        last_line(&s),
        "(define-funs-rec ((g ((n Int) (b Bool)) Int) (h ((n Int) (b Bool)) Int)) ((h n b) (g n b)))"
    );
}

#[test]
fn functions_are_declared_defined_and_applied() {
    let mut s = script(of(""));
    s.mk_const(t(0), FUN, "f").unwrap();
    s.mk_const(t(1), BOOL, "p").unwrap();
    s.mk_var(t(2), INT, "n").unwrap();
    s.mk_var(t(3), BOOL, "b").unwrap();
    apply(&mut s, 4, UF_APPLY, &[0, 2, 3], INT);
    apply(&mut s, 5, INT_ADD, &[4, 4], INT);
    s.mk_fun(t(6), FUN, "g", &[t(2), t(3)], t(5)).unwrap();
    let open = s.mk_fun(t(7), FUN, "h", &[t(3), t(1)], t(5));
    assert!(matches!(open, Err(Error::Rejected(_))));
    s.mk_value(t(8), INT, &Value::Int(BigInt::from(1))).unwrap();
    apply(&mut s, 9, UF_APPLY, &[6, 8, 1], INT);
    s.get_value(&[t(9), t(1)]).unwrap();
    assert_eq!(
        s.text(),
        format!(
            "(set-option :global-declarations true)\n\
             (set-option :produce-models true)\n\
             (set-logic ALL)\n\
             (declare-fun f (Int Bool) Int)\n\
             (declare-const p Bool)\n\
             (define-fun g ((n Int) (b Bool)) Int (let (($4 (f n b))) (+ $4 $4)))\n\
             (get-value ((g 1 p) p))\n"
        )
    );
}

#[test]
fn indices_and_spellings() {
    let divisible_in = |solver, logic: &str| {
        let mut s = Script::new(of(solver));
        if !logic.is_empty() {
            s.set_logic(logic).unwrap();
        }
        for (id, sort) in [(INT, Sort::Int), (BOOL, Sort::Bool)] {
            s.mk_sort(id, &sort).unwrap();
        }
        s.mk_const(t(0), INT, "x").unwrap();
        s.mk_term(t(1), INT_IS_DIV, &[t(0)], &[3], BOOL).unwrap();
        s.assert_formula(t(1)).unwrap();
        last_line(&s).to_owned()
    };
    let divisible = "(assert ((_ divisible 3) x))";
    assert_eq!(divisible_in("cvc5", ""), divisible);
    // The engine of Yices for nonlinear arithmetic does not have it.
    assert_eq!(divisible_in("yices", ""), divisible);
    assert_eq!(divisible_in("yices", "QF_LIA"), divisible);
    for (solver, logic) in [("", ""), ("z3", ""), ("yices", "QF_NIA")] {
        assert_eq!(divisible_in(solver, logic), "(assert (= (mod x 3) 0))");
    }
    for (solver, name) in [("", "ubv_to_int"), ("z3", "ubv_to_int"), ("cvc5", "bv2nat")] {
        let mut s = script(of(solver));
        s.mk_const(t(0), BV8, "x").unwrap();
        apply(&mut s, 1, BV_TO_NAT, &[0], INT);
        s.get_value(&[t(1)]).unwrap();
        assert_eq!(last_line(&s), format!("(get-value (({name} x)))"));
    }
    let mut s = script(of(""));
    s.mk_const(t(0), BV8, "x").unwrap();
    s.mk_term(t(1), BV_EXTRACT, &[t(0)], &[4, 0], BV5).unwrap();
    s.get_value(&[t(1)]).unwrap();
    assert_eq!(last_line(&s), "(get-value (((_ extract 4 0) x)))");
}

#[test]
fn commands_and_comments() {
    let mut s = script(of(""));
    s.set_option("produce-unsat-cores", "true").unwrap();
    s.set_option("produce-unsat-assumptions", "true").unwrap();
    s.mk_const(t(0), BOOL, "a!0").unwrap();
    s.push(2).unwrap();
    s.assert_formula(t(0)).unwrap();
    assert_eq!(s.get_assertions().unwrap(), 1);
    s.pop(1).unwrap();
    assert_eq!(s.get_assertions().unwrap(), 0);
    let text = s.text().to_owned();
    assert!(matches!(s.pop(2), Err(Error::Rejected(_))));
    s.assert_formula(t(0)).unwrap();
    s.check_sat_assuming(&[t(0), t(0)]).unwrap();
    s.comment("unsat\nhere");
    s.get_unsat_core().unwrap();
    s.get_unsat_assumptions().unwrap();
    s.reset_assertions().unwrap();
    s.print_model().unwrap();
    assert!(text.contains("(push 2)\n(assert (! a!0 :named a!0!1))\n"));
    assert!(s.text().ends_with(
        "(assert (! a!0 :named a!1))\n\
         (check-sat-assuming (a!0 a!0))\n\
         ; unsat\n\
         ; here\n\
         (get-unsat-core)\n\
         (get-unsat-assumptions)\n\
         (pop 1)\n\
         (reset-assertions)\n\
         (get-model)\n"
    ));
}

#[test]
fn damaged_calls_are_refused_and_leave_no_text() {
    let mut s = script(of(""));
    s.mk_const(t(0), INT, "x").unwrap();
    let text = s.text().to_owned();
    assert!(text.starts_with(HEAD));
    let int = INT;
    assert!(s.mk_const(t(1), SortId(99), "y").is_err());
    assert!(s.mk_term(t(1), INT_NEG, &[t(9)], &[], int).is_err());
    assert!(s.mk_term(t(1), INT_NEG, &[], &[], int).is_err());
    assert!(s.mk_term(t(1), UF_APPLY, &[t(0)], &[], int).is_err());
    assert!(s.mk_term(t(1), FORALL, &[t(0), t(0)], &[], BOOL).is_err());
    assert!(s.assert_formula(t(0)).is_err());
    assert!(s.check_sat_assuming(&[t(5)]).is_err());
    assert!(s.push(u32::MAX).is_err());
    assert!(s.mk_sort(SortId(9), &Sort::Bv(0)).is_err());
    let extension = s.mk_term(t(1), Op::extension(0), &[t(0)], &[], int);
    assert!(matches!(extension, Err(Error::Unsupported(_))));
    assert_eq!(s.text(), text);
}

#[test]
fn the_wrapper_opens_a_script_without_a_library() {
    let wrapper = crate::find("smt2").unwrap();
    assert!(wrapper.load(Some("no-such-program -in".as_ref())).is_err());
    let language = wrapper.load(None).unwrap();
    assert!(Ops::base().iter().all(|op| language.supports(op)));
    assert!(!language.supports(Op::extension(0)));
    let mut solver = language.open().unwrap();
    assert_eq!(solver.check_sat().unwrap().name(), "unknown");
    let script = solver.as_any().downcast_mut::<Script>().unwrap();
    assert_eq!(script.text(), format!("{HEAD}(check-sat)\n"));
}

#[test]
fn the_instances_of_a_trace_make_one_script() {
    let translation = Translation::new(of("z3"), &[]);
    for _ in 0..2 {
        let mut instance = translation.open().unwrap();
        instance.check_sat().unwrap();
    }
    assert_eq!(
        translation.text(),
        "(set-option :global-declarations true)\n(check-sat)\n(reset)\n\
         (set-option :global-declarations true)\n(check-sat)\n"
    );
}

/// Elements are constants that differ, also after `reset-assertions`. A constant array is the same
/// array each time. After `reset`, both are declared again.
#[test]
fn what_has_no_literals_is_defined_by_what_stands_in() {
    const ELEMENTS: SortId = SortId(6);
    const ARRAYS: SortId = SortId(7);
    let sorts = [
        (INT, Sort::Int),
        (ELEMENTS, Sort::Uninterpreted("a b".into())),
        (ARRAYS, Sort::Array(INT, ELEMENTS)),
    ];
    let none = Table::constant(Value::Element(0));
    let mut one = none.clone();
    one.set(Value::Int(BigInt::from(3)), Value::Element(2));
    let values = [
        (1, ELEMENTS, "u", Value::Element(2)),
        (2, ARRAYS, "m", Value::Array(Arc::new(one))),
        (3, ARRAYS, "n", Value::Array(Arc::new(none))),
    ];
    let mut model = InstanceState::default();
    for (id, sort) in &sorts {
        model.add_sort(*id, sort.clone());
    }
    for (id, sort, _, value) in &values {
        let mut term = Term::leaf(*sort, Leaf::Const);
        term.assigned = Some(value.clone());
        model.add_term(t(*id), term);
    }
    let text = |solver| {
        let mut translation = Translation::new(of(solver), &[]);
        translation.assign(vec![model.clone()], true);
        let mut s = translation.open().unwrap();
        for _ in 0..2 {
            for (id, sort) in &sorts {
                s.mk_sort(*id, sort).unwrap();
            }
            for (id, sort, symbol, _) in &values {
                s.mk_const(t(*id), *sort, symbol).unwrap();
            }
            s.push(1).unwrap();
            s.reset_assertions().unwrap();
            s.reset().unwrap();
        }
        drop(s);
        translation.text()
    };
    let standard = text("");
    let (first, second) = standard.split_once("(reset)\n").unwrap();
    assert_eq!(
        first.strip_prefix(HEAD),
        Some(
            "(declare-sort |a b| 0)\n\
             (declare-const |a b@0| |a b|)\n\
             (declare-const |a b@2| |a b|)\n\
             (assert (distinct |a b@0| |a b@2|))\n\
             (define-fun u () |a b| |a b@2|)\n\
             (declare-const array (Array Int |a b|))\n\
             ; array = ((as const (Array Int |a b|)) |a b@0|)\n\
             (define-fun m () (Array Int |a b|) (store array 3 |a b@2|))\n\
             (define-fun n () (Array Int |a b|) array)\n\
             (push 1)\n\
             (pop 1)\n\
             (reset-assertions)\n\
             (assert (distinct |a b@0| |a b@2|))\n"
        )
    );
    assert!(second.contains("(declare-const u |a b|)\n"), "{second}");
    assert_eq!(text("cvc5"), standard);
    let array = "(define-fun n () (Array Int |a b|) ((as const (Array Int |a b|)) |a b@0|))\n";
    assert!(text("z3").contains(array));
}

#[test]
fn the_profile_is_well_formed() {
    let text = crate::find("smt2").unwrap().profile();
    let profile = murxla_fsm::profile::Profile::load([("smt2", text)]).unwrap();
    assert_eq!(profile.theories(), murxla_fsm::theory::Theories::all());
}
