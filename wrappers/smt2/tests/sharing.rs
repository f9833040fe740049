//! What occurs more than once, below binders and above them.

use super::of;
use super::{BOOL, FUN, INT, apply, last_line, script, t};
use murxla_fsm::op::*;
use murxla_fsm::solver::{Error, Solver};
use murxla_fsm::sort::{Sort, SortId};

#[test]
fn what_is_used_twice_is_bound_by_let() {
    let mut s = script(of(""));
    s.mk_const(t(0), INT, "x").unwrap();
    apply(&mut s, 1, INT_ADD, &[0, 0, 0], INT);
    apply(&mut s, 2, INT_MUL, &[1, 1], INT);
    apply(&mut s, 3, INT_NEG, &[2], INT);
    apply(&mut s, 4, EQUAL, &[2, 3, 1], BOOL);
    s.assert_formula(t(4)).unwrap();
    assert_eq!(
        last_line(&s),
        "(assert (let (($1 (+ x x x))) (let (($2 (* $1 $1))) (= $2 (- $2) $1))))"
    );
}

#[test]
fn sharing_respects_binders() {
    let mut s = script(of(""));
    s.mk_const(t(0), INT, "c").unwrap();
    s.mk_var(t(1), INT, "x").unwrap();
    s.mk_var(t(2), INT, "x").unwrap();
    // Closed, used under two binders only; open in the outer variable; open in both.
    apply(&mut s, 3, INT_NEG, &[0], INT);
    apply(&mut s, 4, INT_ADD, &[1, 3], INT);
    apply(&mut s, 5, INT_ADD, &[2, 4, 3], INT);
    apply(&mut s, 6, INT_LT, &[5, 5, 4], BOOL);
    apply(&mut s, 7, EXISTS, &[2, 6], BOOL);
    apply(&mut s, 8, FORALL, &[1, 7], BOOL);
    s.assert_formula(t(8)).unwrap();
    assert_eq!(
        last_line(&s),
        "(assert (let (($3 (- c))) (forall ((x Int)) (let (($4 (+ x $3))) \
         (exists ((x!1 Int)) (let (($5 (+ x!1 $4 $3))) (< $5 $5 $4)))))))"
    );
    assert!(matches!(s.assert_formula(t(7)), Err(Error::Rejected(_))));
    // One variable bound by two binders: what is open in it belongs to both.
    apply(&mut s, 10, INT_GT, &[4, 4], BOOL);
    apply(&mut s, 11, FORALL, &[1, 10], BOOL);
    apply(&mut s, 12, AND, &[10, 11], BOOL);
    apply(&mut s, 13, EXISTS, &[1, 12], BOOL);
    s.assert_formula(t(13)).unwrap();
    assert_eq!(
        last_line(&s),
        "(assert (let (($3 (- c))) (exists ((x Int)) (let (($4 (+ x $3))) \
         (and (> $4 $4) (forall ((x Int)) (let (($4 (+ x $3))) (> $4 $4))))))))"
    );
}

#[test]
fn text_is_as_long_as_the_dag_is_large_and_any_depth_is_fine() {
    let mut s = script(of(""));
    s.mk_const(t(0), BOOL, "p").unwrap();
    s.mk_var(t(1), BOOL, "q").unwrap();
    const DEPTH: u32 = 50_000;
    for n in 2..DEPTH {
        let last = if n == 2 { 0 } else { n - 1 };
        apply(&mut s, n, XOR, &[last, last], BOOL);
    }
    for n in DEPTH..2 * DEPTH {
        apply(&mut s, n, NOT, &[n - 1], BOOL);
    }
    for n in 2 * DEPTH..3 * DEPTH {
        apply(&mut s, n, FORALL, &[1, n - 1], BOOL);
    }
    s.assert_formula(t(3 * DEPTH - 1)).unwrap();
    assert!(s.text().len() < 100 * 3 * DEPTH as usize);
}

#[test]
fn patterns_are_in_the_scope_of_their_binder() {
    let mut s = script(of(""));
    s.mk_const(t(0), FUN, "f").unwrap();
    s.mk_var(t(1), INT, "n").unwrap();
    s.mk_var(t(2), BOOL, "b").unwrap();
    apply(&mut s, 3, UF_APPLY, &[0, 1, 2], INT);
    apply(&mut s, 4, INT_LT, &[3, 3], BOOL);
    apply(&mut s, 5, PATTERN, &[4, 3], BOOL);
    apply(&mut s, 6, PATTERN, &[5, 3, 3], BOOL);
    apply(&mut s, 7, FORALL, &[1, 2, 6], BOOL);
    s.assert_formula(t(7)).unwrap();
    assert_eq!(
        last_line(&s),
        "(assert (forall ((n Int) (b Bool)) (! (let (($3 (f n b))) (< $3 $3)) \
         :pattern ((f n b)) :pattern ((f n b) (f n b)))))"
    );
}

#[test]
fn bodies_of_a_comprehension_share_nothing() {
    let mut s = script(of(""));
    let set = SortId(10);
    s.mk_sort(set, &Sort::Set(INT)).unwrap();
    s.mk_const(t(0), INT, "c").unwrap();
    s.mk_var(t(1), INT, "x").unwrap();
    apply(&mut s, 2, INT_NEG, &[0], INT);
    apply(&mut s, 3, INT_ADD, &[1, 2], INT);
    apply(&mut s, 4, INT_LT, &[3, 3], BOOL);
    apply(&mut s, 5, INT_MUL, &[3, 3], INT);
    apply(&mut s, 6, SET_COMPREHENSION, &[4, 5, 1], set);
    apply(&mut s, 7, SET_MEMBER, &[2, 6], BOOL);
    s.assert_formula(t(7)).unwrap();
    assert_eq!(
        last_line(&s),
        "(assert (let (($2 (- c))) (set.member $2 (set.comprehension ((x Int)) \
         (let (($3 (+ x $2))) (< $3 $3)) (let (($3 (+ x $2))) (* $3 $3))))))"
    );
}
