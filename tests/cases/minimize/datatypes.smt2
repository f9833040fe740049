; $ murxla-rs import [FILE] --solver toy > a.trace
; $ murxla-rs minimize a.trace --jobs 1 --predicate 'grep -q "mk-sort SORT_DT"'
; $ murxla-rs minimize a.trace --jobs 1 --predicate 'grep -q "instantiate-sort"'
; $ murxla-rs minimize a.trace --jobs 1 --predicate 'grep -q "TESTER"'
; $ murxla-rs minimize a.trace --jobs 1 --predicate 'grep -q "OP_DT_MATCH SORT"'
; Datatypes keep what is used. The cases of removed constructors are removed.
(declare-datatypes ((A 1) (B 0) (C 0)) (
  (par (P) ((nil) (cons (head P) (tail (A P)) (other B))))
  ((b1) (b2) (b3 (of C)) (b4))
  ((c1) (c2 (back B) (number Int)) (c3) (c4 (list (A Int))))))
(declare-const a (A Int))
(declare-const b B)
(declare-const p Bool)
(assert (or p ((_ is cons) a)))
(assert (match b ((b1 p) (b2 false) ((b3 c) p) (b4 true))))
