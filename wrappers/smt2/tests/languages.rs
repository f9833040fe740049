//! What the languages of solvers do not have, and what their wrappers make in another way.

use super::of;
use super::{BOOL, BV8, INT, REAL, apply, last_line, script, t};
use crate::find;
use crate::smt2::Script;
use murxla_fsm::op::*;
use murxla_fsm::solver::{Error, Solver};
use murxla_fsm::sort::{Sort, SortId};
use std::collections::BTreeSet;

/// A script with the operators of a solver, and the sorts and terms that the tests need.
fn own(solver: &str) -> Script {
    let ops = find(solver).unwrap().constants().ops;
    let mut s = Script::with_ops(crate::dialect(solver, None), ops);
    for (id, sort) in [
        (BOOL, Sort::Bool),
        (INT, Sort::Int),
        (REAL, Sort::Real),
        (BV8, Sort::Bv(8)),
        (SortId(9), Sort::Bv(1)),
    ] {
        s.mk_sort(id, &sort).unwrap();
    }
    s.mk_const(t(0), BV8, "b").unwrap();
    s.mk_const(t(1), REAL, "r").unwrap();
    s
}

/// The definition that an application of an operator needs.
fn definition(solver: &str, name: &str, arg: u32, indices: &[u32], sort: SortId) -> String {
    let mut s = own(solver);
    let ops = find(solver).unwrap().constants().ops;
    let number = ops.iter().position(|row| row.name == name).unwrap();
    let args = match name.ends_with("UMULO") {
        true => vec![t(arg), t(arg)],
        false => vec![t(arg)],
    };
    (s.mk_term(t(2), Op::extension(number), &args, indices, sort)).unwrap();
    last_line(&s).to_owned()
}

#[test]
fn operators_of_one_solver_are_defined() {
    let bit = SortId(9);
    for (solver, name, arg, indices, sort, body) in [
        (
            "yices",
            "yices-OP_BVSQUARE",
            0,
            &[][..],
            BV8,
            "(bvmul x0 x0)",
        ),
        (
            "yices",
            "yices-OP_SHIFT_LEFT1",
            0,
            &[3],
            BV8,
            "(bvnot (bvshl (bvnot x0) (_ bv3 8)))",
        ),
        (
            "yices",
            "yices-OP_BITEXTRACT",
            0,
            &[3],
            BOOL,
            "(= ((_ extract 3 3) x0) #b1)",
        ),
        (
            "yices",
            "yices-OP_REAL_NEQ0",
            1,
            &[],
            BOOL,
            "(distinct x0 0.0)",
        ),
        (
            "yices",
            "yices-OP_REAL_CEIL",
            1,
            &[],
            INT,
            "(- (to_int (- x0)))",
        ),
        (
            "boolector",
            "btor-OP_INC",
            0,
            &[],
            BV8,
            "(bvadd x0 (_ bv1 8))",
        ),
        (
            "boolector",
            "btor-OP_UMULO",
            0,
            &[],
            bit,
            "(ite (distinct ((_ extract 15 8) (bvmul ((_ zero_extend 8) x0) ((_ zero_extend 8) x1))) (_ bv0 8)) #b1 #b0)",
        ),
        ("cvc5", "cvc5-OP_BV_REDOR", 0, &[], bit, ""),
    ] {
        let found = definition(solver, name, arg, indices, sort);
        match body {
            "" => assert!(found.starts_with("(declare-const"), "{name}: {found}"),
            _ => assert!(found.ends_with(&format!(" {body})")), "{name}: {found}"),
        }
    }
}

/// The coefficients are those of the calls.
#[test]
fn polynomials_have_the_coefficients_of_the_calls() {
    let one = definition("yices", "yices-OP_REAL_POLY", 1, &[7], REAL);
    let other = definition("yices", "yices-OP_REAL_POLY", 1, &[8], REAL);
    assert!(one.contains("(* ") && one != other, "{one} {other}");
}

#[test]
fn logics_that_a_parser_does_not_know_become_all() {
    for (solver, logic, written) in [
        ("bitwuzla", "HO_QF_AUFBV", "ALL"),
        ("bitwuzla", "QF_AUFBV", "QF_AUFBV"),
        ("boolector", "QF_UF", "ALL"),
        ("yices", "QF_UFBVLIRA", "ALL"),
        ("", "QF_UFBVLIRA", "QF_UFBVLIRA"),
    ] {
        let mut s = Script::new(of(solver));
        s.set_logic(logic).unwrap();
        let line = format!("(set-logic {written})\n");
        assert!(s.text().contains(&line), "{logic}: {}", s.text());
    }
}

#[test]
fn commands_that_a_parser_does_not_have_are_left_out() {
    let mut s = script(of("bitwuzla"));
    let Err(Error::Unsupported(what)) = s.get_assertions() else {
        panic!("Bitwuzla has no get-assertions");
    };
    assert_eq!(what, "get-assertions without the program of bitwuzla");
    let mut s = script(of("boolector"));
    assert!(matches!(s.reset_assertions(), Err(Error::Unsupported(_))));
    s.reset().unwrap();
    assert!(s.text().contains("(exit)\n"), "{}", s.text());
}

#[test]
fn modes_of_bitwuzla_are_strings() {
    let mut s = script(of("bitwuzla"));
    s.set_option("bv-solver", "preprop").unwrap();
    s.set_option("abstraction", "true").unwrap();
    assert!(s.text().contains("(set-option :bv-solver \"preprop\")\n"));
    assert!(s.text().contains("(set-option :abstraction true)\n"));
}

/// Yices has no nonlinear arithmetic in the logic ALL.
#[test]
fn nonlinear_terms_are_left_out_where_the_logic_has_none() {
    for (logic, works) in [("ALL", false), ("QF_NRA", true)] {
        let mut s = Script::new(of("yices"));
        s.set_logic(logic).unwrap();
        s.mk_sort(REAL, &Sort::Real).unwrap();
        s.mk_const(t(0), REAL, "r").unwrap();
        let made = s.mk_term(t(1), REAL_MUL, &[t(0), t(0)], &[], REAL);
        assert_eq!(made.is_ok(), works, "{logic}");
    }
}

#[test]
fn functions_without_a_name_are_defined() {
    let mut s = script(of("bitwuzla"));
    s.mk_sort(SortId(8), &Sort::Fun(Box::new([BV8]), BV8))
        .unwrap();
    s.mk_var(t(0), BV8, "x").unwrap();
    s.mk_term(t(1), BV_NOT, &[t(0)], &[], BV8).unwrap();
    s.mk_term(t(2), LAMBDA, &[t(0), t(1)], &[], SortId(8))
        .unwrap();
    assert_eq!(
        last_line(&s),
        "(define-fun lambda!1 ((x (_ BitVec 8))) (_ BitVec 8) (bvnot x))"
    );
}

/// The model-constructing engine of Yices ignores assumptions that are formulas, so its wrapper
/// asserts them in a level.
#[test]
fn assumptions_have_a_level_with_another_engine_of_yices() {
    let mut s = script(crate::dialect("yices", None));
    s.set_option("solver-type", "mcsat").unwrap();
    s.mk_const(t(0), BOOL, "x").unwrap();
    apply(&mut s, 1, NOT, &[0], BOOL);
    s.check_sat_assuming(&[t(0), t(1)]).unwrap();
    s.check_sat_assuming(&[t(1)]).unwrap();
    s.mk_const(t(2), BOOL, "y").unwrap();
    s.get_value(&[t(0)]).unwrap();
    s.assert_formula(t(2)).unwrap();
    let expected = "\
        (push 1)\n(assert x)\n(assert (not x))\n(check-sat)\n(pop 1)\n\
        (push 1)\n(assert (not x))\n(check-sat)\n\
        (declare-const y Bool)\n(get-value (x))\n(pop 1)\n(assert y)\n";
    assert!(s.text().ends_with(expected), "{}", s.text());
}

/// The wrapper of Z3 makes an empty set in several ways, and draws one of them.
#[test]
fn empty_sets_of_z3_are_those_of_its_wrapper() {
    let mut s = script(of("z3"));
    let set = SortId(6);
    s.mk_sort(set, &Sort::Set(BOOL)).unwrap();
    s.mk_const(t(0), set, "x").unwrap();
    let texts = (0..40).map(|seed| {
        s.begin(seed);
        apply(&mut s, 1 + seed, SET_IS_EMPTY, &[0], BOOL);
        s.term_text(t(1 + seed), &[]).unwrap()
    });
    let texts: BTreeSet<String> = texts.collect();
    let (none, others) = (
        "((as const (Set Bool)) false)",
        "(complement ((as const (Set Bool)) true))",
    );
    let expected = [none, others]
        .into_iter()
        .flat_map(|empty| ["=", "subset"].map(|predicate| format!("({predicate} x {empty})")));
    assert_eq!(texts, expected.collect());
}
