//! Formulas that are decided by trying all assignments.

mod common;

use common::{NullLoaded, setup};
use murxla_fsm::edit::TraceReader;
use murxla_fsm::oracle::exhaustive::{Decision, combinations, decide, find_assignment};
use murxla_fsm::oracle::satisfies;
use murxla_fsm::run::{Answers, End, RunSetup, Strictness, generate, replay};
use murxla_fsm::solver::TermId;
use murxla_fsm::sort::Sort;
use murxla_fsm::state::{InstanceState, Leaf};
use murxla_fsm::trace::lex;

/// Far more than a check of a run gets.
const EFFORT: u32 = 100_000;

/// Looks at the state before each check of a trace.
fn at_checks(text: &str, setup: &RunSetup, look: &mut dyn FnMut(&InstanceState)) {
    let script = lex(text).unwrap();
    let mut reader = TraceReader::new(&script, &setup.context);
    for line in &script.lines {
        let Ok(mut step) = reader.resolve(line) else {
            continue;
        };
        if step.call.action.name() == "check-sat" {
            look(reader.state());
        }
        reader.apply(&mut step);
    }
}

/// The decision about the assertions at the first check of a trace.
fn decision(text: &str, effort: u32) -> Decision {
    let setup = setup();
    let mut found = None;
    at_checks(text, &setup, &mut |state| {
        found.get_or_insert_with(|| {
            decide(
                state,
                &setup.context.ops,
                &state.assertions.formulas,
                effort,
            )
        });
    });
    found.unwrap()
}

fn has_function(state: &InstanceState, formulas: &[TermId]) -> bool {
    let subterms = state.terms.subterms(formulas);
    let mut terms = subterms.iter().filter_map(|id| state.term(*id));
    terms.any(|term| {
        term.leaf == Leaf::Const && matches!(state.sorts.get(term.sort), Some(Sort::Fun(..)))
    })
}

/// Decisions agree with the evaluator: an assignment satisfies the formulas, and formulas that the
/// hidden assignment satisfies are not unsatisfiable. Many checks of walks are decided.
#[test]
fn decisions_agree_with_the_evaluator() {
    let setup = setup();
    let ops = &setup.context.ops;
    let (mut sat, mut unsat, mut all) = (0, 0, 0);
    for seed in 0..1000 {
        let mut text = String::new();
        generate(seed, &setup, &NullLoaded, &mut text);
        at_checks(&text, &setup, &mut |state| {
            let formulas = &state.assertions.formulas;
            let subterms = state.terms.subterms(formulas);
            let mut terms = subterms.iter().filter_map(|id| state.term(*id));
            if !terms.any(|term| term.leaf == Leaf::Const) {
                return;
            }
            all += 1;
            match decide(state, ops, formulas, 5000) {
                Decision::Satisfiable(values) => {
                    sat += 1;
                    if !has_function(state, formulas) {
                        let holds = satisfies(state, ops, formulas, &values);
                        assert_ne!(holds, Some(false), "seed {seed}: {values:?}\n{text}");
                    }
                }
                Decision::Unsatisfiable => {
                    unsat += 1;
                    let mut truths = formulas.iter().map(|id| state.truth(*id));
                    let is_true = truths.all(|truth| truth == Some(true));
                    assert!(!is_true, "seed {seed}: {formulas:?}\n{text}");
                }
                Decision::Unknown => {}
            }
        });
    }
    assert!(
        sat * 10 > all && unsat * 50 > all,
        "{sat} sat, {unsat} unsat of {all}"
    );
}

/// Two bit-vectors of two bits, `t1` and `t2`, a variable `t3`, and a formula over them.
fn bit_vectors(formula: &str) -> String {
    format!(
        "0 new\n0 mk-sort SORT_BV 2\nreturn s1\n0 mk-sort SORT_BOOL\nreturn s2\n\
         0 mk-const s1 \"x\"\nreturn t1\n0 mk-const s1 \"y\"\nreturn t2\n0 mk-var s1 \"v\"\nreturn t3\n\
         {formula}0 check-sat\n0 delete\n"
    )
}

#[test]
fn small_problems_are_decided() {
    // The product of two bit-vectors is their sum: 0 and 0, and 2 and 2.
    let equal = "0 mk-term OP_BV_MULT SORT_BV 2 t1 t2\nreturn t4 s1\n0 mk-term OP_BV_ADD SORT_BV 2 t1 t2\nreturn t5 s1\n\
        0 mk-term OP_EQUAL SORT_BOOL 2 t4 t5\nreturn t6 s2\n0 assert-formula t6\n";
    let found = decision(&bit_vectors(equal), EFFORT);
    assert!(matches!(&found, Decision::Satisfiable(values) if values.len() == 2));
    // Nothing is less than itself.
    let less = "0 mk-term OP_BV_ULT SORT_BOOL 2 t1 t2\nreturn t4 s2\n0 mk-term OP_BV_ULT SORT_BOOL 2 t2 t1\nreturn t5 s2\n\
        0 assert-formula t4\n0 assert-formula t5\n";
    let less = bit_vectors(less);
    assert_eq!(decision(&less, EFFORT), Decision::Unsatisfiable);
    assert_eq!(decision(&less, 10), Decision::Unknown);
    assert_eq!(decision(&less, 0), Decision::Unknown);
    // No bit-vector is greater than all.
    let greatest = "0 mk-term OP_BV_ULT SORT_BOOL 2 t3 t1\nreturn t4 s2\n0 mk-term OP_FORALL SORT_BOOL 2 t3 t4\nreturn t5 s2\n\
        0 assert-formula t5\n";
    assert_eq!(
        decision(&bit_vectors(greatest), EFFORT),
        Decision::Unsatisfiable
    );
}

/// The symbol `t1` of a sort that is the function from `Bool` to `Bool`, or the array.
fn table(sort: &str, apply: &str) -> String {
    let same = "OP_EQUAL SORT_BOOL 2";
    format!(
        "0 new\n0 mk-sort SORT_BOOL\nreturn s1\n0 mk-sort {sort} s1 s1\nreturn s2\n0 mk-const s2 \"f\"\nreturn t1\n\
         0 mk-const s1 \"p\"\nreturn t2\n0 mk-term OP_NOT SORT_BOOL 1 t2\nreturn t3 s1\n\
         0 mk-term {apply} SORT_BOOL 2 t1 t2\nreturn t4 s1\n0 mk-term {apply} SORT_BOOL 2 t1 t3\nreturn t5 s1\n\
         0 mk-term {apply} SORT_BOOL 2 t1 t5\nreturn t6 s1\n0 mk-term {same} t6 t4\nreturn t7 s1\n\
         0 mk-term OP_NOT SORT_BOOL 1 t7\nreturn t8 s1\n0 mk-term {same} t4 t5\nreturn t9 s1\n\
         0 assert-formula t9\n0 assert-formula t8\n0 check-sat\n0 delete\n"
    )
}

/// A function of one Boolean with equal results is constant.
#[test]
fn functions_and_arrays_have_tables() {
    for (sort, apply) in [
        ("SORT_FUN", "OP_UF_APPLY"),
        ("SORT_ARRAY", "OP_ARRAY_SELECT"),
    ] {
        let text = table(sort, apply);
        assert_eq!(decision(&text, EFFORT), Decision::Unsatisfiable, "{sort}");
    }
}

/// An integer gets no value. What does not depend on it is decided.
#[test]
fn large_sorts_may_not_matter() {
    let with = |formulas: &str| {
        format!(
            "0 new\n0 mk-sort SORT_BOOL\nreturn s1\n0 mk-sort SORT_INT\nreturn s2\n0 mk-const s1 \"p\"\nreturn t1\n\
             0 mk-const s2 \"i\"\nreturn t2\n0 mk-value s2 \"0\"\nreturn t3\n0 mk-term OP_INT_LT SORT_BOOL 2 t2 t3\n\
             return t4 s1\n0 mk-term OP_NOT SORT_BOOL 1 t1\nreturn t5 s1\n0 mk-term OP_OR SORT_BOOL 2 t1 t4\n\
             return t6 s1\n0 mk-term OP_AND SORT_BOOL 2 t1 t4\nreturn t7 s1\n{formulas}0 check-sat\n0 delete\n"
        )
    };
    let [p, not_p, or, and] = ["t1", "t5", "t6", "t7"].map(|t| format!("0 assert-formula {t}\n"));
    let decided = |formulas: &[&String]| {
        let formulas: String = formulas.iter().map(|text| text.as_str()).collect();
        decision(&with(&formulas), EFFORT)
    };
    assert!(matches!(decided(&[&or]), Decision::Satisfiable(_)));
    assert_eq!(decided(&[&not_p, &and]), Decision::Unsatisfiable);
    assert_eq!(decided(&[&and]), Decision::Unknown);
    assert_eq!(decided(&[&not_p, &or]), Decision::Unknown);
    assert!(matches!(decided(&[&p, &or]), Decision::Satisfiable(_)));
}

/// The kind of the violation with which a replay ends, if it does. The seed of the check is the
/// answer: 0 for `sat`, 1 for `unsat`.
fn violation(text: &str, setup: &RunSetup) -> Option<String> {
    let script = lex(text).unwrap();
    let (mode, answers) = (Strictness::Strict, Answers::Solver);
    let mut out = String::new();
    match replay(
        &script,
        &setup.context,
        mode,
        answers,
        &NullLoaded,
        &mut out,
    ) {
        End::Violation(violation) => {
            let check = violation.check.unwrap().id;
            Some(format!("{} {check}", violation.kind))
        }
        _ => None,
    }
}

#[test]
fn wrong_answers_are_seen() {
    let mut setup = setup();
    setup.context.checks = true;
    let less = "0 mk-term OP_BV_ULT SORT_BOOL 2 t1 t2\nreturn t4 s2\n0 mk-term OP_BV_ULT SORT_BOOL 2 t2 t1\nreturn t5 s2\n\
        0 assert-formula t4\n0 assert-formula t5\n";
    let unsat = bit_vectors(less);
    let is_wrong = |text: &str, setup: &RunSetup| violation(text, setup);
    let wrong_sat = Some("wrong-sat exhaustive.sat".to_owned());
    assert_eq!(is_wrong(&unsat, &setup), wrong_sat);
    let right = unsat.replace("0 check-sat", "1 check-sat");
    assert_eq!(is_wrong(&right, &setup), None);
    // The seeds decide the hidden values of the symbols. One of the two formulas is false.
    let mut seen = Vec::new();
    for formula in ["t4", "t5"] {
        let one = less.replace("0 assert-formula t4\n0 assert-formula t5\n", "");
        let one = format!("{one}0 assert-formula {formula}\n");
        let sat = bit_vectors(&one).replace("0 check-sat", "1 check-sat");
        seen.extend(is_wrong(&sat, &setup));
    }
    assert_eq!(seen.len(), 2);
    assert!(
        seen.contains(&"wrong-unsat assignment.unsat".to_owned()),
        "{seen:?}"
    );
    setup.context.runs.exhaustive = 0;
    assert_eq!(is_wrong(&unsat, &setup), None);
}

/// Two integers `t1` and `t2` with their sum `t3`, the values 3 as `t4` and 9 as `t6`, and formulas
/// over them: the sum is 3, and one of them is 9.
const INTEGERS: &str = "0 new\n0 mk-sort SORT_INT\nreturn s1\n0 mk-sort SORT_BOOL\nreturn s2\n\
    0 mk-const s1 \"x\"\nreturn t1\n0 mk-const s1 \"y\"\nreturn t2\n\
    0 mk-term OP_INT_ADD SORT_INT 2 t1 t2\nreturn t3 s1\n0 mk-value s1 \"3\"\nreturn t4\n\
    0 mk-term OP_EQUAL SORT_BOOL 2 t3 t4\nreturn t5 s2\n0 mk-value s1 \"9\"\nreturn t6\n\
    0 mk-term OP_EQUAL SORT_BOOL 2 t1 t6\nreturn t7 s2\n";

/// Some values of large sorts are tried to refute `unsat`, and none to refute `sat`.
#[test]
fn some_values_of_large_sorts_are_tried() {
    let setup = setup();
    let ops = &setup.context.ops;
    let found = |asserted: &str| {
        let mut found = None;
        let text = format!("{INTEGERS}{asserted}0 check-sat\n0 delete\n");
        at_checks(&text, &setup, &mut |state| {
            let formulas = &state.assertions.formulas;
            assert_eq!(decide(state, ops, formulas, EFFORT), Decision::Unknown);
            let assignment = find_assignment(state, ops, formulas, EFFORT);
            if let Some(values) = &assignment {
                assert_eq!(satisfies(state, ops, formulas, values), Some(true));
            }
            found = Some(assignment.is_some());
        });
        found.unwrap()
    };
    assert!(found("0 assert-formula t5\n"));
    // There is an assignment, but 9 is not tried.
    assert!(!found("0 assert-formula t5\n0 assert-formula t7\n"));
}

/// The sums of two bit-vectors that differ by the greatest one.
#[test]
fn combinations_of_values_are_listed() {
    let setup = setup();
    let formulas = "0 mk-term OP_BV_SUB SORT_BV 2 t1 t2\nreturn t4 s1\n0 mk-value s1 \"11\" 2\nreturn t5\n\
        0 mk-term OP_EQUAL SORT_BOOL 2 t4 t5\nreturn t6 s2\n0 mk-term OP_BV_ADD SORT_BV 2 t1 t2\nreturn t7 s1\n\
        0 assert-formula t6\n";
    let mut listed = 0;
    at_checks(&bit_vectors(formulas), &setup, &mut |state| {
        let of = |terms: &[TermId], effort| {
            combinations(
                state,
                &setup.context.ops,
                &state.assertions.formulas,
                terms,
                effort,
            )
        };
        // The sums are 1 and 3, each of two pairs.
        let sums = of(&[TermId(7)], EFFORT).unwrap();
        let pairs = of(&[TermId(1), TermId(7)], EFFORT).unwrap();
        assert_eq!((sums.len(), pairs.len()), (2, 4));
        assert_eq!(of(&[TermId(7)], 10), None);
        listed += 1;
    });
    assert_eq!(listed, 1);
}
